import CPress
import PressCore
import PressSetup

/// What is known of a press.
struct Pressing {
  static var us: UInt64 { 15_000_000 }
  /// After this the other inputs are looked at.
  static var elsewhereUs: UInt64 { 4_000_000 }
  /// From the touch to "let go".
  static var holdUs: UInt64 { 1_500_000 }
  /// So many readings in the wrong direction.
  static var backwards: Int { 10 }

  enum Looks: UInt8 {
    case never, asksIdle, hasIdle, asksPressed
  }

  var touchedUs: UInt64?
  var away = 0
  var looks = Looks.never
  var idle = InlineArray<4, Int32>(repeating: 0)
  /// The input that was pressed instead.
  var elsewhere: Int?

  var asksInputs: Bool { looks == .asksIdle || looks == .asksPressed }
  var isBackwards: Bool { away >= Pressing.backwards }
}

/// What is known of letting go.
struct Letting {
  static var us: UInt64 { 5_000_000 }
  /// How long it is watched after the release.
  static var afterUs: UInt64 { 800_000 }

  var goneUs: UInt64?
  var sum: Int64 = 0
  var count: Int64 = 0
}

/// Wiring and resistor by a press, and what stays after it.
extension Check {
  mutating func press(_ frame: UnsafePointer<press_frame>, _ us: UInt64) {
    read(frame)
    if frame.pointee.present &>> UInt32(truncatingIfNeeded: sensor) & 1 != 0 {
      let reading = readings[sensor]
      let turn = Int64(frame.pointee.codeAt(sensor)) &- Int64(reading.code)
      let isAway = (reading.isPulledUp ? 0 &- turn : turn) < 0 &- Int64(reading.circuit.full_scale) / 20
      pressing.away = isAway ? pressing.away &+ 1 : 0
      if reading.force >= touch && pressing.touchedUs == nil { pressing.touchedUs = us }
    }
    pressEnds(us)
  }

  /// What a recording has after its rest.
  mutating func replay(_ frame: UnsafePointer<press_frame>, _ us: UInt64) {
    read(frame)
    for i in 0..<sensors where frame.pointee.present &>> UInt32(truncatingIfNeeded: i) & 1 != 0 {
      readings[i].follow(us, touch: touch, release: release)
    }
  }

  mutating func pressEnds(_ us: UInt64) {
    if pressing.touchedUs == nil && !pressing.isBackwards {
      if us > Pressing.elsewhereUs && pressing.looks == .hasIdle { pressing.looks = .asksPressed }
      if us < Pressing.us { return }
    } else if let touched = pressing.touchedUs, us < touched &+ Pressing.holdUs, !pressing.isBackwards {
      return
    }
    let i = sensor
    if !judge(i) { return begin(pressOf: i &+ 1) }
    letting = Letting()
    begin(Step.letGo)
  }

  /// What all inputs read.
  public mutating func take(inputs: UnsafePointer<Int32>) -> Int32 {
    if step != Step.press || !pressing.asksInputs { return Status.state }
    if pressing.looks == .asksIdle {
      for n in 0..<4 { pressing.idle[n] = inputs[n] }
      pressing.looks = .hasIdle
      return Status.ok
    }
    pressing.looks = .never
    var most = 0
    for n in 1..<4 where moved(n, inputs) > moved(most, inputs) { most = n }
    let (own, full) = (Int(readings[sensor].channel & 3), UInt64(readings[sensor].circuit.full_scale.magnitude))
    if most == own || moved(most, inputs) <= full / 20 || moved(own, inputs) &* 4 >= moved(most, inputs) { return Status.ok }
    pressing.elsewhere = most
    judge(sensor)
    begin(pressOf: sensor &+ 1)
    return Status.ok
  }

  private func moved(_ n: Int, _ inputs: UnsafePointer<Int32>) -> UInt64 { (Int64(inputs[n]) &- Int64(pressing.idle[n])).magnitude }

  /// What came of the press of a sensor. @return whether it was felt.
  @discardableResult
  mutating func judge(_ i: Int) -> Bool {
    let channel = readings[i].input == nil ? Value.whole(.channel, Int64(i)) : .text(.channel, readings[i].input)
    if step == Step.press && pressing.isBackwards {
      add(.pressBackwards, of: i, .text(.turned, nil, readings[i].isPulledUp ? "no" : "yes"))
    } else if let other = pressing.elsewhere {
      add(.pressElsewhere, of: i, channel, .whole(.other, Int64(other)))
    } else if step == Step.press ? pressing.touchedUs == nil : readings[i].peak < touch {
      add(.pressNone, of: i, channel)
    } else {
      add(.pressFelt, of: i, channel, .decimal(.force, readings[i].peak, .decimal1))
      if isClipped(i) {
        add(.supplyClipped, of: i, .whole(.code, Int64(readings[i].highest)), .whole(.full, Int64(readings[i].circuit.full_scale)))
      } else if readings[i].hasResistor {
        resistor(i)
      }
      return true
    }
    return false
  }

  /// Whether the sensor is fed from more than the converter measures, and nothing says so.
  private func isClipped(_ i: Int) -> Bool {
    if readings[i].isPulledUp || !readings[i].hasResistor { return false }
    return readings[i].mostBeyond >= 3 || (readings[i].circuit.max_code == 0 && readings[i].mostAtEnd >= 10)
  }

  private mutating func resistor(_ i: Int) {
    let (reading, circuit) = (readings[i], readings[i].circuit)
    let part = min(max(reading.part(reading.peakCode), 64), 65470)
    let highest = circuit.max_code > 0 ? Int64(circuit.max_code) &* 65536 / Int64(max(circuit.full_scale, 1)) : 65536
    let percent = part &* 100
    var finding = Finding.rangeFits
    if percent < Int64(Finding.rangeLittle.limit) {
      finding = .rangeLittle
    } else if percent > Int64(Finding.rangeEnds.limit) &* highest / 65536 {
      finding = .rangeEnds
    } else if percent > Int64(Finding.rangeCrowded.limit) {
      finding = .rangeCrowded
    }
    let ohm = Check.sold(Int64(circuit.resistor_ohm) &* 4 &* (65536 &- part) / part)
    add(finding, of: i, .whole(.share, (percent &+ 32768) / 65536), .whole(.ohm, ohm))
  }

  /// The nearest resistor of the series E12, from 10 to 820,000 ohm, by their ratio.
  private static func sold(_ ohm: Int64) -> Int64 {
    let steps: InlineArray<12, UInt8> = [10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82]
    var (best, decade) = (Int64(10), Int64(1))
    while decade <= 10_000 {
      for n in 0..<12 {
        let one = Int64(steps[n]) &* decade
        if ratio(one, ohm) < ratio(best, ohm) { best = one }
      }
      decade = decade &* 10
    }
    return best
  }

  private static func ratio(_ a: Int64, _ b: Int64) -> Int64 { max(a, b) &* 1000 / max(min(a, b), 1) }

  // MARK: Let go

  mutating func letGo(_ frame: UnsafePointer<press_frame>, _ us: UInt64) {
    read(frame)
    if frame.pointee.present &>> UInt32(truncatingIfNeeded: sensor) & 1 != 0 {
      let force = readings[sensor].force
      if letting.goneUs == nil && force < release { letting.goneUs = us }
      if let gone = letting.goneUs, us > gone &+ Letting.afterUs / 2 {
        letting.sum = letting.sum &+ Int64(force)
        letting.count = letting.count &+ 1
      }
    }
    letGoEnds(us)
  }

  mutating func letGoEnds(_ us: UInt64) {
    if us < (letting.goneUs.map { $0 &+ Letting.afterUs } ?? Letting.us) { return }
    endLetGo()
    begin(pressOf: sensor &+ 1)
  }

  mutating func endLetGo() {
    guard let goneUs = letting.goneUs else {
      let seconds = Value.whole(.seconds, Int64(Letting.us / 1_000_000))
      return add(.releaseHeld, of: sensor, .decimal(.force, readings[sensor].force, .decimal2), seconds)
    }
    let rest = Int32(clamping: letting.sum / max(letting.count, 1))
    if Int64(rest) &* 65536 > Int64(Finding.releaseRest.limit) &* Int64(release) {
      add(.releaseRest, of: sensor, .decimal(.force, rest, .decimal2), .decimal(.release, release, .decimal2))
    } else {
      add(.releaseClean, of: sensor, .whole(.ms, Int64(clamping: goneUs / 1000)))
    }
  }
}
