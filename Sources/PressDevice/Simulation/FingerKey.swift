/// A point of a finger's script: this force at this time.
public struct FingerKey {
  public var us: UInt64
  public var newtons: Double
  /// How the force gets here from the key before: along a smoothstep, or a straight line.
  public var smooth: Bool

  public init(us: UInt64, newtons: Double, smooth: Bool = true) {
    self.us = us
    self.newtons = newtons
    self.smooth = smooth
  }
}
