/// What hangs at an input of the simulated converter.
public enum SimulatedInput {
  case volts(Double)
  /// The part of the finger's force that this sensor bears.
  case sensor(SimulatedFSR, share: Double)
}
