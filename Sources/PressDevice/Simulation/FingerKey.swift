/// A point of a finger's script: this force at this place and time.
public struct FingerKey {
  public var us: UInt64
  public var newtons: Double
  /// On the plate, points; it has no effect on a single sensor.
  public var x: Double
  public var y: Double
  /// How force and place get here from the key before: along a smoothstep, or a straight line.
  public var smooth: Bool

  public init(us: UInt64, newtons: Double, x: Double = 0, y: Double = 0, smooth: Bool = true) {
    self.us = us
    self.newtons = newtons
    self.x = x
    self.y = y
    self.smooth = smooth
  }
}
