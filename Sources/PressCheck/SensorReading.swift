import CPress
import PressCore

/// What one sensor reads while it is checked.
struct SensorReading {
  /// So long a sensor that was let go reads nothing.
  static var momentUs: UInt64 { 100_000 }

  let sensor: UnsafePointer<press_sensor>
  let input: UnsafePointer<CChar>?
  let channel: UInt32
  let flags: UInt32
  /// Untouched: the code, and its conductance.
  private(set) var code: Int32 = 0
  private(set) var zero: Int32 = 0
  /// Newtons of the last reading; of the hardest press, and the code then.
  private(set) var force: Int32 = 0
  private(set) var peak: Int32 = 0
  private(set) var peakCode: Int32 = 0
  /// The highest code of a press; readings in a row that are above full scale, or all the same at its end, and the most of them.
  private(set) var highest: Int32 = 0
  private var beyond = 0
  private var atEnd = 0
  private(set) var mostBeyond = 0
  private(set) var mostAtEnd = 0
  private var last = InlineArray<3, Int32>(repeating: 0)
  /// Of a recording: since when it has been below the release level after a press, and whether it stayed there for a moment.
  private var lowUs: UInt64?
  private(set) var isReleased = false

  init(_ given: press_check_sensor, _ sensor: UnsafePointer<press_sensor>) {
    self.sensor = sensor
    input = given.input
    channel = given.channel
    flags = given.flags
  }

  var circuit: press_circuit { sensor.pointee.circuit }
  var isPulledUp: Bool { sensor.pointee.circuit.flags & CircuitFlag.pullUp != 0 }
  var hasResistor: Bool { flags & UInt32(PRESS_CHECK_NO_RESISTOR) == 0 }

  mutating func learn(_ code: Int32) {
    self.code = code
    zero = conductance(code)
    last = InlineArray<3, Int32>(repeating: code)
  }

  mutating func beginPress() {
    peak = 0
    peakCode = code
    highest = code
    (beyond, atEnd, mostBeyond, mostAtEnd) = (0, 0, 0, 0)
  }

  /// Looks at a reading of a press for the end of what the converter measures.
  mutating func watch(_ code: Int32) {
    highest = max(highest, code)
    let full = circuit.full_scale
    // 1 in 128 more is noise.
    beyond = Int64(code) > Int64(full) &+ Int64(full) / 128 ? beyond &+ 1 : 0
    mostBeyond = max(mostBeyond, beyond)
    // Converters of n bits end at full_scale, or 1 below.
    atEnd = code < full &- 1 ? 0 : code == last[2] ? atEnd &+ 1 : 1
    mostAtEnd = max(mostAtEnd, atEnd)
  }

  func conductance(_ code: Int32) -> Int32 { Circuit.conductance(circuit, rising: Circuit.rising(circuit, code)) }

  /// Newtons of a conductance above the zero.
  func force(above conductance: Int32) -> Int32 { Curve.force(Curve.of(sensor), conductance) }

  /// Newtons of a reading.
  func force(of code: Int32) -> Int32 { force(above: Q16.subtract(conductance(code), zero)) }

  /// The median of three readings.
  mutating func feed(_ code: Int32) {
    last[0] = last[1]
    last[1] = last[2]
    last[2] = code
    let middle = max(min(last[0], last[1]), min(max(last[0], last[1]), last[2]))
    force = force(of: middle)
    if force > peak {
      peak = force
      peakCode = middle
    }
  }

  /// After a reading of a recording.
  mutating func follow(_ us: UInt64, touch: Int32, release: Int32) {
    if force >= release {
      lowUs = nil
    } else if peak >= touch {
      let since = lowUs ?? us
      lowUs = since
      if us &- since >= SensorReading.momentUs { isReleased = true }
    }
  }

  /// Which part of full scale a code is, Q16.
  func part(_ code: Int32) -> Int64 {
    let part = Int64(code) &* 65536 / Int64(max(circuit.full_scale, 1))
    return isPulledUp ? 65536 &- part : part
  }
}
