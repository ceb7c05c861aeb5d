/// What a finger does at one moment.
public struct SimulatedTouch {
  public var newtons: Double
  public var x: Double
  public var y: Double

  public init(newtons: Double, x: Double, y: Double) {
    self.newtons = newtons
    self.x = x
    self.y = y
  }
}
