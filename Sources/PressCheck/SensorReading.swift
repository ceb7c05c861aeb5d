import CPress
import PressCore

/// How often inputs went together, and how often one went alone.
struct Together {
  private var with = InlineArray<64, UInt16>(repeating: 0)
  private var without = InlineArray<64, UInt16>(repeating: 0)
  private(set) var said: UInt64

  init(said: UInt64 = 0) { self.said = said }

  private static func at(_ i: Int, _ other: Int) -> Int { i &* 8 &+ other }

  /// Counts a frame in which `other` moves most.
  mutating func count(_ i: Int, with other: Int, _ isWith: Bool) {
    let n = Together.at(i, other)
    if max(with[n], without[n]) == UInt16.max { (with[n], without[n]) = (with[n] / 2, without[n] / 2) }
    if isWith { with[n] &+= 1 } else { without[n] &+= 1 }
  }

  /// Whether one input goes with the other four times of five, and not by chance.
  func follows(_ i: Int, _ other: Int) -> Bool {
    let n = Together.at(i, other)
    return with[n] >= 10 && UInt32(with[n]) >= 4 &* UInt32(without[n])
  }

  func isSaid(_ i: Int, _ other: Int) -> Bool { said &>> UInt64(Together.at(i, other)) & 1 != 0 }

  mutating func say(_ i: Int, _ other: Int) {
    said |= 1 &<< UInt64(Together.at(i, other)) | 1 &<< UInt64(Together.at(other, i))
  }
}

/// The readings of one sensor while it is checked.
struct SensorReading {
  /// A sensor that was let go must read nothing for this long.
  static var momentUs: UInt64 { 100_000 }
  /// This many readings in a row cannot all be wrong.
  static var enough: UInt8 { 10 }

  let sensor: UnsafePointer<press_sensor>
  let input: UnsafePointer<CChar>?
  let channel: UInt32
  let flags: UInt32
  /// The code of the untouched sensor, and its conductance.
  private(set) var code: Int32 = 0
  private(set) var zero: Int32 = 0
  /// The force of the last reading and of the hardest press, newtons; and the code of the hardest press.
  private(set) var force: Int32 = 0
  private(set) var peak: Int32 = 0
  private(set) var peakCode: Int32 = 0
  /// The highest code of a press; the number of readings in a row above full scale, and with the same code at its end; the most of each.
  private(set) var highest: Int32 = 0
  private var beyond = 0
  private var atEnd = 0
  private(set) var mostBeyond = 0
  private(set) var mostAtEnd = 0
  private var last = InlineArray<3, Int32>(repeating: 0)
  /// The number of readings in a row, up to ten, that are far from the rest in the wrong direction, and that are not.
  private var away: UInt8 = 0
  private var back: UInt8 = 0
  private(set) var isBackwards = false
  /// The range of the middle half of the codes at rest.
  var noise: Int32 = 0
  /// The load on the sensor is greater than the one that is declared. `up`: readings in a row that are clearly above the noise.
  var isLoaded = false
  private var up: UInt8 = 0
  private(set) var isStirred = false
  /// The force by which the sensor is relieved while others are pressed, and by which it went in the wrong direction, newtons.
  private(set) var relief: Int32 = 0
  private var fell: Int32 = 0
  /// In a recording: the time at which the reading fell below the release level after a press, and whether it stayed there for a moment.
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
  /// The right value of `pull_up` if the divider is the other way round.
  var turned: Value { .text(.turned, nil, isPulledUp ? "no" : "yes") }
  /// Whether the sensor went in the wrong direction, and came back.
  var cameBack: Bool { isBackwards && back >= SensorReading.enough }
  /// Whether a straight sensor fell more than twice as far as it rose. It rises a little if a plate tips.
  var fellMost: Bool { Circuit.isStraight(circuit) && Int64(fell) > 2 &* Int64(peak) }
  var hasResistor: Bool { flags & UInt32(PRESS_CHECK_SENSOR_FLAG_NO_RESISTOR) == 0 && !Circuit.isStraight(circuit) }
  var hasReferencePin: Bool { flags & UInt32(PRESS_CHECK_SENSOR_FLAG_REFERENCE_PIN) != 0 }

  mutating func learn(_ code: Int32) {
    self.code = code
    zero = conductance(code)
    last = InlineArray<3, Int32>(repeating: code)
  }

  /// Whether the untouched sensor reads more than any load on it would give: it is bridged, or supply and ground of its divider are
  /// exchanged. If the supply differs from full_scale, the code is not at the end.
  var isHigh: Bool {
    let part = self.part(code)
    if part > 64225 { return true }  // 0.98
    // 0.75, and a resistor across the sensor is not the cause.
    if part <= 49152 || !hasResistor || Int64(zero) &* Int64(circuit.resistor_ohm) <= 2_000_000 << 16 { return false }
    return Int64(force(above: zero)) > 2 &* Int64(sensor.pointee.preload_force)
  }

  /// How far a code is from the rest, in the direction in which a force moves it.
  private func moved(to code: Int32) -> Int64 {
    let turn = Int64(code) &- Int64(self.code)
    return isPulledUp ? 0 &- turn : turn
  }

  /// How far a code is from the rest, as a part of full scale, Q16; for a circuit other than a divider, as a part of its range of codes.
  func share(_ code: Int32) -> Int64 {
    moved(to: code) &* 65536 / Int64(max(Circuit.isStraight(circuit) ? circuit.max_code : circuit.full_scale, 1))
  }

  /// Whether the two sensors are at different places of a plate.
  func isElsewhere(_ other: SensorReading) -> Bool {
    sensor.pointee.x != other.sensor.pointee.x || sensor.pointee.y != other.sensor.pointee.y
  }

  var reachesEnd: Bool { part(peakCode) > 62259 }  // 0.95

  /// The force by which a code is below the load of the untouched sensor, newtons.
  private func fall(to code: Int32) -> Int32 {
    if Circuit.isStraight(circuit) { return force(above: Q16.subtract(zero, conductance(code))) }
    let curve = Curve.of(sensor)
    return Q16.subtract(Curve.force(curve, max(zero, 0)), Curve.force(curve, max(conductance(code), 0)))
  }

  mutating func beginPress() {
    (away, back, isBackwards) = (0, 0, false)
    peak = 0
    peakCode = code
    highest = code
    (beyond, atEnd, mostBeyond, mostAtEnd) = (0, 0, 0, 0)
    (up, isStirred) = (0, false)
    (relief, fell) = (0, 0)
  }

  /// Checks a reading of a press for the end of the converter's range and for its direction. `others`: the force of the other sensor
  /// that reads most, newtons.
  mutating func watch(_ code: Int32, touch: Int32, others: Int32) {
    highest = max(highest, code)
    let full = circuit.full_scale
    let moved = moved(to: code)
    let isBelow = moved < 0 && (moved < 0 &- Int64(full) / 20 || Circuit.isStraight(circuit))
    let fall = isBelow ? fall(to: code) : 0
    let isRelieved = fall > 0 && others >= touch && fall <= others / 2
    if isRelieved { relief = max(relief, fall) }
    let isAway = isBelow && !isRelieved && (fall >= touch || !Circuit.isStraight(circuit))
    if isAway { fell = max(fell, fall) }
    // Clearly more than the noise, to which a hand adds.
    let isUp = moved >= max(max(4 &* Int64(noise), Int64(full) / 512), 3)
    up = isUp ? min(up &+ 1, SensorReading.enough) : 0
    isStirred = isStirred || up == SensorReading.enough
    away = isAway ? min(away &+ 1, SensorReading.enough) : 0
    isBackwards = isBackwards || away == SensorReading.enough
    back = isAway ? 0 : min(back &+ 1, SensorReading.enough)
    // 1 in 128 more is noise.
    beyond = Int64(code) > Int64(full) &+ Int64(full) / 128 ? beyond &+ 1 : 0
    mostBeyond = max(mostBeyond, beyond)
    // Converters of n bits end at full_scale, or 1 below.
    atEnd = code < full &- 1 ? 0 : code == last[2] ? atEnd &+ 1 : 1
    mostAtEnd = max(mostAtEnd, atEnd)
  }

  func conductance(_ code: Int32) -> Int32 { Circuit.conductance(circuit, rising: Circuit.rising(circuit, code)) }

  /// The force of a conductance above the zero, newtons.
  func force(above conductance: Int32) -> Int32 { Curve.force(Curve.of(sensor), conductance) }

  /// The force of a reading, newtons.
  func force(of code: Int32) -> Int32 { force(above: Q16.subtract(conductance(code), zero)) }

  /// Takes a reading; its force is that of the median of three.
  mutating func feed(_ code: Int32) {
    last[0] = last[1]
    last[1] = last[2]
    last[2] = code
    let middle = max(min(last[0], last[1]), min(max(last[0], last[1]), last[2]))
    force = force(of: middle)
    // If the rest is near the end of the codes, a little noise is much force.
    if force > peak && (!isHigh || moved(to: middle) > Int64(circuit.full_scale) / 64) {
      peak = force
      peakCode = middle
    }
  }

  /// Notes the end of a press after a reading of a recording.
  mutating func follow(_ us: UInt64, touch: Int32, release: Int32) {
    if force >= release {
      lowUs = nil
    } else if peak >= touch {
      let since = lowUs ?? us
      lowUs = since
      if us &- since >= SensorReading.momentUs { isReleased = true }
    }
  }

  /// A code as a part of full scale, Q16.
  func part(_ code: Int32) -> Int64 { Int64(Circuit.rising(circuit, code)) &* 65536 / Int64(max(circuit.full_scale, 1)) }
}
