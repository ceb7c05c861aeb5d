import CPress
import PressCore
import PressSetup

/// The results of the frames at rest.
struct Resting {
  static var us: UInt64 { 2_000_000 }
  /// In a recording, frames that come this shortly before a touch belong to the touch.
  static var beforeMs: UInt64 { 200 }
  static var attempts: Int { 3 }

  var attempt = 1
  var frames: UInt64 = 0
  var failed: UInt64 = 0
  var lastUs: UInt64 = 0
  /// The number of frames in `codes`; one of `stride` frames is kept; and how many frames are skipped before the next one is kept.
  var count = 0
  var stride: UInt32 = 1
  var skip: UInt32 = 0
}

/// Untouched: rate, open or shorted, zero, noise.
extension Check {
  mutating func rest(_ frame: UnsafePointer<press_frame>, _ us: UInt64) {
    if us > Resting.us { return endRest() }
    if isRecorded && isPressed(frame) {
      let earlier = keptBefore(us / 1000)
      if earlier > 1 { resting.count = earlier }
      return endRest()
    }
    resting.frames &+= 1
    resting.lastUs = us
    if frame.pointee.failed != 0 { resting.failed &+= 1 }
    if frame.pointee.present &+ 1 == UInt32(1) &<< UInt32(truncatingIfNeeded: sensors) { keep(frame, us) }
  }

  private func of(_ i: Int) -> UnsafeMutablePointer<Int32> { codes + i &* Check.room }

  /// Keeps the codes of a frame. When the room is full, only every second frame is kept, then every fourth, and so on.
  private mutating func keep(_ frame: UnsafePointer<press_frame>, _ us: UInt64) {
    if resting.skip > 0 {
      resting.skip &-= 1
      return
    }
    if resting.count == Check.room { thin() }
    for i in 0..<sensors { of(i)[resting.count] = frame.pointee.codeAt(i) }
    times[resting.count] = UInt16(truncatingIfNeeded: us / 1000)
    if resting.count == 0 { for i in 0..<sensors { readings[i].learn(of(i)[0]) } }
    resting.count &+= 1
    resting.skip = resting.stride &- 1
  }

  private mutating func thin() {
    resting.count = Check.room / 2
    for n in 1..<resting.count {
      for i in 0..<sensors { of(i)[n] = of(i)[2 &* n] }
      times[n] = times[2 &* n]
    }
    resting.stride = min(resting.stride &* 2, 1 &<< 30)
  }

  private func isPressed(_ frame: UnsafePointer<press_frame>) -> Bool {
    if resting.count == 0 { return false }
    for i in 0..<sensors where frame.pointee.present &>> UInt32(truncatingIfNeeded: i) & 1 != 0 {
      if readings[i].force(of: frame.pointee.codeAt(i)) >= touch { return true }
    }
    return false
  }

  private func keptBefore(_ ms: UInt64) -> Int {
    for n in 0..<resting.count where UInt64(times[n]) &+ Resting.beforeMs >= ms { return n }
    return resting.count
  }

  /// @param isLast no frame comes any more.
  mutating func endRest(isLast: Bool = false) {
    if resting.count == 0 {
      fail(failure)
      return begin(Step.done)
    }
    for i in 0..<sensors { readings[i].learn(Check.code(of(i), resting.count, resting.count / 2)) }
    if !isRecorded && !isLast && resting.attempt < Resting.attempts && wasTouched() {
      let attempt = resting.attempt &+ 1
      resting = Resting()
      resting.attempt = attempt
      return begin(Step.rest)
    }
    reportRate()
    for i in 0..<sensors { input(i) }
    if isRecorded { begin(Step.replay) } else { begin(pressOf: 0) }
  }

  /// Whether a sensor read a touch three times in a row.
  private func wasTouched() -> Bool {
    for i in 0..<sensors {
      var row = 0
      for n in 0..<resting.count {
        row = readings[i].force(of: of(i)[n]) >= touch ? row &+ 1 : 0
        if row == 3 { return true }
      }
    }
    return false
  }

  /// The code that `below` codes are below. The codes are not sorted: the range is halved.
  private static func code(_ codes: UnsafeMutablePointer<Int32>, _ count: Int, _ below: Int) -> Int32 {
    var (low, high) = (Int64(Int32.min), Int64(Int32.max))
    while low < high {
      let middle = (low &+ high) &>> 1
      var up = 0
      for n in 0..<count where Int64(codes[n]) <= middle { up &+= 1 }
      if up > below { high = middle } else { low = middle &+ 1 }
    }
    return Int32(truncatingIfNeeded: low)
  }

  private mutating func reportRate() {
    // Frames a second, Q16. It fits, because frames are at most 2 s apart.
    let (steps, us) = (resting.frames &- 1, resting.lastUs)
    let rate = us > 0 ? Int64(clamping: min(steps, 1 &<< 26) &* 1_000_000 &* 16 / us &* 4096) : 0
    let finding: Finding =
      rate < Int64(Finding.rateLow.limit) ? (rate <= Int64(Finding.ratePoor.limit) ? .ratePoor : .rateLow) : .rateReached
    add(finding, .whole(.rate, (rate &+ 32768) &>> 16))
    let lost = min(resting.failed, 1 &<< 32) &* 6_553_600 / max(resting.frames, 1)
    if lost > UInt64(Finding.readingsLost.limit) { add(.readingsLost, .decimal(.share, Int32(clamping: lost), .decimal1)) }
  }

  private mutating func input(_ i: Int) {
    let (reading, circuit) = (readings[i], readings[i].circuit)
    let part = reading.part(reading.code)
    let idle = Int64(circuit.resistor_ohm) &* 65536 / max(Int64(circuit.resistor_ohm) &+ Int64(circuit.parallel_ohm), 1)
    let code = Value.whole(.code, Int64(reading.code))
    if reading.isHigh { return add(.inputShorted, of: i, code, .whole(.full, Int64(circuit.full_scale)), reading.turned) }
    if circuit.parallel_ohm > 0 && part < idle / 2 {
      add(.inputOpen, of: i, code, .whole(.ohm, Int64(circuit.parallel_ohm)))
    } else if part < -Int64(Finding.inputNegative.limit) / 100 {
      add(.inputNegative, of: i, code)
    } else {
      add(.inputSound, of: i)
    }
    // Relative to the zero of the calibration, which for a load cell is in the middle of the codes.
    let above = reading.force(above: Q16.subtract(reading.zero, reading.sensor.pointee.zero))
    let force = max(Q16.subtract(above, reading.sensor.pointee.preload_force), 0)
    // An empty load cell that touches at tens of newtons may read some newtons.
    readings[i].isLoaded = force > max(Finding.zeroLoaded.limit, touch / 2)
    add(
      readings[i].isLoaded ? .zeroLoaded : .zeroFits, of: i, .decimal(.zero, reading.zero, .decimal1),
      .decimal(.force, force, .decimal2))
    noise(i)
  }

  /// Judges the noise: the range of the codes without one in a hundred at each end.
  private mutating func noise(_ i: Int) {
    let (reading, count) = (readings[i], resting.count)
    // An unsigned division: not every processor has a signed one.
    let end = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: count) / 100)
    let codes = (Check.code(of(i), count, end), Check.code(of(i), count, count &- 1 &- end))
    let quarter = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: count) / 4)
    readings[i].noise = Check.code(of(i), count, count &- 1 &- quarter) &- Check.code(of(i), count, quarter)
    if reading.hasReferencePin && Int64(codes.1) &- Int64(codes.0) > Int64(reading.circuit.full_scale) / 2 {
      return add(.referenceLow, of: i, .whole(.code, Int64(codes.1)), .whole(.full, Int64(reading.circuit.full_scale)))
    }
    let ends = (reading.conductance(codes.0), reading.conductance(codes.1))
    let zero = Int64(reading.zero)
    let away = max((zero &- Int64(ends.0)).magnitude, (Int64(ends.1) &- zero).magnitude)
    let noise = reading.force(above: Int32(clamping: away))
    let share = Int64(noise) &* 65536 / Int64(max(touch, 1))
    let finding: Finding =
      share > Int64(Finding.noiseHigh.limit) ? (share > Int64(Finding.noisePoor.limit) ? .noisePoor : .noiseHigh) : .noiseLow
    let least = Int64(noise) &* 65536 / Int64(max(Finding.noiseHigh.limit, 1))
    add(
      finding, of: i, .decimal(.force, noise, .decimal3), .decimal(.touch, touch, .decimal2),
      .decimal(.least, Int32(clamping: least), .decimal2))
  }
}

/// The state of the step in which a sensor is pressed.
struct Pressing {
  static var us: UInt64 { 15_000_000 }
  /// The time after which the other inputs are read.
  static var elsewhereUs: UInt64 { 4_000_000 }
  /// From the touch to "let go".
  static var holdUs: UInt64 { 1_500_000 }

  enum Looks: UInt8 {
    case never, asksIdle, hasIdle, asksPressed
  }

  var touchedUs: UInt64?
  /// The hand is still on another sensor, which felt the press.
  var isElsewhere = false
  var looks = Looks.never
  var idle = InlineArray<4, Int32>(repeating: 0)
  /// The input that was pressed instead.
  var elsewhere: Int?

  var asksInputs: Bool { looks == .asksIdle || looks == .asksPressed }
}

/// The state of the step in which a sensor is let go.
struct Letting {
  static var us: UInt64 { 5_000_000 }
  /// How long the sensor is watched after the release.
  static var afterUs: UInt64 { 800_000 }

  var goneUs: UInt64?
  var sum: Int64 = 0
  var count: Int64 = 0
}

/// Checks wiring and resistor by a press, and the force that remains after it.
extension Check {
  mutating func press(_ frame: UnsafePointer<press_frame>, _ us: UInt64) {
    read(frame)
    if pressing.isElsewhere {
      if us < Letting.us && isPressed { return }
      return begin(pressOf: sensor)
    }
    if frame.pointee.present &>> UInt32(truncatingIfNeeded: sensor) & 1 != 0 {
      if readings[sensor].peak >= touch && pressing.touchedUs == nil { pressing.touchedUs = us }
    }
    pressEnds(us)
  }

  /// Whether a hand is on any of the sensors.
  private var isPressed: Bool {
    for i in 0..<sensors where readings[i].force >= release { return true }
    return false
  }

  /// Checks the frames of a recording that follow its rest.
  mutating func replay(_ frame: UnsafePointer<press_frame>, _ us: UInt64) {
    read(frame)
    for i in 0..<sensors where frame.pointee.present &>> UInt32(truncatingIfNeeded: i) & 1 != 0 {
      readings[i].follow(us, touch: touch, release: release)
    }
  }

  mutating func pressEnds(_ us: UInt64) {
    if pressing.isElsewhere && us < Letting.us { return }
    let isBackwards = readings[sensor].isBackwards
    if pressing.touchedUs == nil && !isBackwards {
      if us > Pressing.elsewhereUs && pressing.looks == .hasIdle { pressing.looks = .asksPressed }
      if us < Pressing.us { return }
    } else if let touched = pressing.touchedUs, us < touched &+ Pressing.holdUs, !isBackwards {
      return
    }
    let i = sensor
    if !judge(i) {
      begin(pressOf: i &+ 1)
      pressing.isElsewhere = isPressed
      return
    }
    letting = Letting()
    begin(Step.letGo)
  }

  /// Takes a code of each input.
  package mutating func take(inputs: UnsafePointer<Int32>) -> Int32 {
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

  /// Judges the press of a sensor. @return whether it was felt.
  @discardableResult
  mutating func judge(_ i: Int) -> Bool {
    let channel = input(i, .channel)
    let (reading, circuit) = (readings[i], readings[i].circuit)
    let code = Value.whole(.code, Int64(reading.highest))
    let full = Value.whole(.full, Int64(circuit.full_scale))
    let own = Value.whole(.own, Int64(circuit.resistor_ohm))
    let isFelt = step == Step.press ? pressing.touchedUs != nil : reading.peak >= touch
    if step == Step.press ? reading.isBackwards : reading.cameBack && (!isFelt || reading.fellMost) {
      add(.pressBackwards, of: i, reading.turned)
    } else if let other = pressing.elsewhere {
      add(.pressElsewhere, of: i, channel, .whole(.other, Int64(other)))
    } else if isUnused(i) {
      add(.rangeUnused, of: i, code, full, own)
    } else if isExceeded(i) {
      add(.rangeExceeded, of: i, code, full)
    } else if isFelt {
      add(.pressFelt, of: i, channel, .decimal(.force, reading.peak, .decimal1))
      if let leader = leader(of: i) { add(.inputsTogether, of: i, channel, input(leader, .other)) }
      if isClipped(i) {
        add(reading.hasReferencePin ? .referenceLow : .supplyClipped, of: i, code, full, own)
      } else if reading.hasResistor {
        resistor(i)
      }
      return true
    } else if step == Step.replay && reading.relief > 0 {
      add(.pressRelieved, of: i, channel, .decimal(.force, reading.relief, .decimal2))
    } else if let other = feltInstead(of: i) {
      add(.pressElsewhere, of: i, channel, input(other, .other))
    } else if reading.isStirred && reading.hasResistor {
      add(.pressWeak, of: i, channel, .whole(.code, Int64(reading.peakCode)), .decimal(.force, reading.peak, .decimal2))
    } else {
      add(.pressNone, of: i, channel)
    }
    return false
  }

  private func input(_ i: Int, _ name: Value.Name) -> Value {
    guard let input = readings[i].input else { return .whole(name, Int64(i)) }
    return .text(name, input)
  }

  /// Whether presses move the codes of the sensor, but only in the lowest part of the scale.
  private func isUnused(_ i: Int) -> Bool {
    let reading = readings[i]
    if !reading.isStirred || !reading.hasResistor || reading.isPulledUp { return false }
    return Int64(reading.highest) &* 6_553_600 < Int64(reading.circuit.full_scale) &* Int64(Finding.rangeUnused.limit)
  }

  /// Whether the codes of the sensor go farther above full scale than any supply allows.
  private func isExceeded(_ i: Int) -> Bool {
    let reading = readings[i]
    if !reading.hasResistor || reading.isPulledUp { return false }
    return Int64(reading.highest) &* 65536 > Int64(reading.circuit.full_scale) &* Int64(Finding.rangeExceeded.limit)
  }

  /// The sensor that felt a press that was meant for this one; nil: none. Other sensors of the same plate do not count: they feel it, too.
  private func feltInstead(of i: Int) -> Int? {
    if step != Step.press { return nil }
    var most: Int?
    for other in 0..<sensors where other != i && readings[other].peak >= touch && !readings[i].isElsewhere(readings[other]) {
      if most.map({ readings[other].peak > readings[$0].peak }) ?? true { most = other }
    }
    return most
  }

  /// Whether the supply of the sensor is above the range of the converter, and the config does not say so.
  private func isClipped(_ i: Int) -> Bool {
    if readings[i].isPulledUp || !readings[i].hasResistor { return false }
    return readings[i].mostBeyond >= 3 || (readings[i].circuit.max_code == 0 && readings[i].mostAtEnd >= 10)
  }

  private mutating func resistor(_ i: Int) {
    let (reading, circuit) = (readings[i], readings[i].circuit)
    let part = min(max(reading.part(reading.peakCode), 64), 65470)
    let highest = circuit.max_code > 0 ? Int64(circuit.max_code) &* 65536 / Int64(max(circuit.full_scale, 1)) : 65536
    let percent = part &* 100
    let (own, share) = (Value.whole(.own, Int64(circuit.resistor_ohm)), Value.whole(.share, (percent &+ 32768) / 65536))
    // No finger presses so hard; a heavier touch raises the limit.
    if reading.peak > Finding.resistorOther.limit && Int64(reading.peak) > Check.heaviest &* Int64(touch) {
      return add(.resistorOther, of: i, share, .decimal(.force, reading.peak, .decimal0), own)
    }
    var finding = Finding.rangeFits
    if percent < Int64(Finding.rangeLittle.limit) {
      finding = .rangeLittle
    } else if percent > Int64(Finding.rangeEnds.limit) &* highest / 65536 {
      finding = .rangeEnds
    } else if percent > Int64(Finding.rangeCrowded.limit) {
      finding = .rangeCrowded
    }
    // A hard press at four fifths of the codes that there are; with less than 1 kOhm a light touch has hardly any.
    let aim = highest &* 4 / 5
    let ohm = max(Check.sold(Int64(circuit.resistor_ohm) &* (65536 &- part) / part &* aim / (65536 &- aim)), Check.leastOhm)
    // There is no better resistor.
    if (finding == .rangeCrowded || finding == .rangeEnds) && ohm >= Int64(circuit.resistor_ohm) { finding = .rangeFits }
    add(finding, of: i, share, .whole(.ohm, ohm), own)
    if finding != .rangeFits { return }
    let isHeavy = reading.peak > Finding.pressHeavy.limit && Int64(reading.peak) > Check.heavy &* Int64(touch)
    // On top of a load a press adds less to the reading.
    let isLight =
      reading.peak < (isRecorded ? Check.lightest : Finding.pressLight.limit) && !reading.isLoaded && reading.sensor.pointee.preload_force == 0
    if isLight || isHeavy {
      add(isHeavy ? .pressHeavy : .pressLight, of: i, .decimal(.force, reading.peak, .decimal1), own)
    }
  }

  private static var leastOhm: Int64 { 1000 }
  /// In a recording nobody was asked to press hard: 2 N.
  private static var lightest: Int32 { 131_072 }
  /// How many times the touch a press may be: above `heavy` it is hard for a finger; above `heaviest` it cannot be a press.
  private static var heavy: Int64 { 75 }
  private static var heaviest: Int64 { 250 }

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

/// The findings about the bus.
extension Check {
  package mutating func take(_ result: press_check_result) -> Int32 {
    let (what, isGood) = (Int(result.what), result.status == 0)
    if what < PRESS_CHECK_STAGE_OPENED || what > PRESS_CHECK_STAGE_BOARD { return Status.invalid }
    if what == PRESS_CHECK_STAGE_READ || (what == PRESS_CHECK_STAGE_CLAIMED && isGood) {
      if !isGood { failure = result }
      return Status.ok
    }
    if what == PRESS_CHECK_STAGE_BOARD {
      guard let model = result.model, let boards = Value.boards(at: result.address, model: Slice(cString: model)) else { return Status.ok }
      if !isAccepted() { return Status.noSpace }
      add(.partBoards, .hex(.address, result.address), .text(.model, model), boards)
      return Status.ok
    }
    if !isAccepted() { return Status.noSpace }
    switch what {
    case PRESS_CHECK_STAGE_OPENED: add(isGood ? .busOpens : Check.finding(opening: result.status), nodeOf(result))
    case PRESS_CHECK_STAGE_CLAIMED:
      add(.converterInUse, .text(.who, result.who, "another program"), .hex(.address, result.address), nodeOf(result))
    case PRESS_CHECK_STAGE_PART where isGood:
      let fits = Check.isSame(result.model, result.declared)
      add(fits ? .partFits : .partModel, .text(.model, result.model), .text(.other, result.declared))
    case PRESS_CHECK_STAGE_ASKED where isGood: add(.addressAnswers, .hex(.address, result.address))
    default: fail(result)
    }
    return Status.ok
  }

  /// Adds the finding of a transfer that failed.
  mutating func fail(_ result: press_check_result) {
    let address = Value.hex(.address, result.address)
    switch result.status {
    case Status.notAcknowledged, -6:
      if let boards = boardsElsewhere(result) {
        add(.addressBoard, address, .hex(.other, result.other), boards)
      } else if result.other != 0 {
        add(.addressElsewhere, address, .hex(.other, result.other))
      } else {
        add(.addressSilent, address, nodeOf(result), .text(.bus, result.bus, "N"))
      }
    case Status.timedOut, -116: add(.busHangs, nodeOf(result))
    case Status.state:
      let boards = isADS1115(result) ? Value.boards(at: result.address, Value.others) : nil
      if let boards { add(.partBoard, address, boards) } else { add(.partOther, address, nodeOf(result)) }
    default: add(.transfersFail, nodeOf(result))
    }
  }

  private func isADS1115(_ result: press_check_result) -> Bool {
    result.declared.map { Value.isReadAsADS1115(Slice(cString: $0)) } ?? true
  }

  /// An ADS1115 may have been wired to another of its addresses.
  private func boardsElsewhere(_ result: press_check_result) -> Value? {
    if result.other == 0 || (isADS1115(result) && (0x48...0x4B).contains(result.other)) { return nil }
    return Value.boards(at: result.other, Value.any)
  }

  private func nodeOf(_ result: press_check_result) -> Value { .text(.node, result.node ?? node, "the converter") }

  /// ENOENT, ENXIO and ENODEV; EACCES and EPERM.
  private static func finding(opening status: Int32) -> Finding {
    switch status {
    case -2, -6, -19: .busAbsent
    case -13, -1: .busForbidden
    case Status.timedOut: .busHangs
    default: .busOther
    }
  }

  private static func isSame(_ a: UnsafePointer<CChar>?, _ b: UnsafePointer<CChar>?) -> Bool {
    guard let a, let b else { return a == b }
    var i = 0
    while a[i] == b[i] {
      if a[i] == 0 { return true }
      i &+= 1
    }
    return false
  }
}
