/// What hangs at an input of the simulated converter.
public enum SimulatedInput {
  case volts(Double)
  /// So much of the supply.
  case supply(Double)
  /// The sensor that stands at this place of the plate.
  case sensor(SimulatedFSR, place: Int)
  /// A load cell that stands there: volts for a newton, and at rest.
  case loadCell(voltsPerNewton: Double, restVolts: Double, noiseVolts: Double, place: Int)
}
