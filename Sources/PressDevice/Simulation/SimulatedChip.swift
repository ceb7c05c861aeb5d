/// A converter at register level: writes and reads on the bus, and conversions that take their time.
package protocol SimulatedChip {
  /// How much slower than nominal the converter runs.
  var oscillatorError: Double { get set }
  /// The code never changes again.
  var isStuck: Bool { get set }
  /// Whether a pin is set up to signal that a conversion is done.
  var signalsReady: Bool { get }
  /// When the running conversion will be done; nil: none runs.
  var readyNs: UInt64? { get }

  /// The time before `ns` at which the comparator pulls the pin down; nil: it does not. Carries out the conversions until then.
  mutating func alert(beforeNs: UInt64, _ wires: inout SimulatedWires) -> UInt64?

  /// Sets the chip to its state after a loss of power.
  mutating func reset()
  /// Delays a running conversion: it is not done before `ns`.
  mutating func delay(untilNs ns: UInt64)
  mutating func write(_ bytes: UnsafePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires)
  mutating func read(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires)
  /// Does what another program would do: one of several ways to set the converter up for itself, or a reading.
  mutating func disturb(_ way: UInt64, ns: UInt64, _ wires: inout SimulatedWires)
}

extension SimulatedChip {
  package mutating func disturb(_ way: UInt64, ns: UInt64, _ wires: inout SimulatedWires) {}

  /// Bytes that are written, then bytes that are read.
  mutating func exchange(_ written: InlineArray<3, UInt8>, count: Int, reads: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    var bytes = InlineArray<8, UInt8>(repeating: 0)
    for i in 0..<3 { bytes[i] = written[i] }
    withUnsafeMutablePointer(to: &bytes) {
      let at = UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
      if count > 0 { write(at, count: count, ns: ns, &wires) }
      if reads > 0 { read(at, count: reads, ns: ns, &wires) }
    }
  }

  package mutating func alert(beforeNs: UInt64, _ wires: inout SimulatedWires) -> UInt64? { nil }
}
