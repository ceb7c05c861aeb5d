import CPress
import PressCore
import PressSetup

/// What is known of the frames at rest.
struct Resting {
  static var us: UInt64 { 2_000_000 }
  /// Of a recording what comes so shortly before a touch is its beginning already.
  static var beforeMs: UInt64 { 200 }
  static var attempts: Int { 3 }

  var attempt = 1
  var frames: UInt64 = 0
  var failed: UInt64 = 0
  var lastUs: UInt64 = 0
  /// How many frames lie in the codes, one of `stride` each, and how many are passed over before the next.
  var kept = 0
  var stride: UInt32 = 1
  var skip: UInt32 = 0
}

/// Untouched: rate, open or shorted, zero, noise.
extension Check {
  mutating func rest(_ frame: UnsafePointer<press_frame>, _ us: UInt64) {
    if us > Resting.us { return endRest() }
    if isRecorded && isPressed(frame) {
      let earlier = keptBefore(us / 1000)
      if earlier > 1 { resting.kept = earlier }
      return endRest()
    }
    resting.frames &+= 1
    resting.lastUs = us
    if frame.pointee.failed != 0 { resting.failed &+= 1 }
    if frame.pointee.present &+ 1 == UInt32(1) &<< UInt32(truncatingIfNeeded: sensors) { keep(frame, us) }
  }

  private func of(_ i: Int) -> UnsafeMutablePointer<Int32> { codes + i &* Check.room }

  /// Of more frames than there is room for every second is kept, then every fourth, and on.
  private mutating func keep(_ frame: UnsafePointer<press_frame>, _ us: UInt64) {
    if resting.skip > 0 {
      resting.skip &-= 1
      return
    }
    if resting.kept == Check.room { thin() }
    for i in 0..<sensors { of(i)[resting.kept] = frame.pointee.codeAt(i) }
    times[resting.kept] = UInt16(truncatingIfNeeded: us / 1000)
    if resting.kept == 0 { for i in 0..<sensors { readings[i].learn(of(i)[0]) } }
    resting.kept &+= 1
    resting.skip = resting.stride &- 1
  }

  private mutating func thin() {
    resting.kept = Check.room / 2
    for n in 1..<resting.kept {
      for i in 0..<sensors { of(i)[n] = of(i)[2 &* n] }
      times[n] = times[2 &* n]
    }
    resting.stride = min(resting.stride &* 2, 1 &<< 30)
  }

  private func isPressed(_ frame: UnsafePointer<press_frame>) -> Bool {
    if resting.kept == 0 { return false }
    for i in 0..<sensors where frame.pointee.present &>> UInt32(truncatingIfNeeded: i) & 1 != 0 {
      if readings[i].force(of: frame.pointee.codeAt(i)) >= touch { return true }
    }
    return false
  }

  private func keptBefore(_ ms: UInt64) -> Int {
    for n in 0..<resting.kept where UInt64(times[n]) &+ Resting.beforeMs >= ms { return n }
    return resting.kept
  }

  /// @param isLast no frame comes any more.
  mutating func endRest(isLast: Bool = false) {
    if resting.kept == 0 {
      fail(failure)
      return begin(Step.done)
    }
    for i in 0..<sensors { readings[i].learn(Check.code(of(i), resting.kept, resting.kept / 2)) }
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

  /// Three readings of a sensor, one after the other.
  private func wasTouched() -> Bool {
    for i in 0..<sensors {
      var row = 0
      for n in 0..<resting.kept {
        row = readings[i].force(of: of(i)[n]) >= touch ? row &+ 1 : 0
        if row == 3 { return true }
      }
    }
    return false
  }

  /// The code that so many are below, without an order: by halves of the range.
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
    // Frames a second, Q16; of frames at most 2 s apart it fits.
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
    if part > 64225 {  // 0.98
      return add(.inputShorted, of: i, code, .whole(.full, Int64(circuit.full_scale)))
    }
    if circuit.parallel_ohm > 0 && part < idle / 2 {
      add(.inputOpen, of: i, code, .whole(.ohm, Int64(circuit.parallel_ohm)))
    } else if part < -Int64(Finding.inputNegative.limit) / 100 {
      add(.inputNegative, of: i, code)
    } else {
      add(.inputSound, of: i)
    }
    let force = max(Q16.subtract(reading.force(above: reading.zero), reading.sensor.pointee.preload_force), 0)
    add(
      force > Finding.zeroLoaded.limit ? .zeroLoaded : .zeroFits, of: i, .decimal(.zero, reading.zero, .decimal1),
      .decimal(.force, force, .decimal2))
    noise(i)
  }

  /// From the lowest to the highest code, but for one in a hundred at each end.
  private mutating func noise(_ i: Int) {
    let (reading, count) = (readings[i], resting.kept)
    // Without a sign: not every processor is asked for a division with one.
    let end = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: count) / 100)
    let ends = (reading.conductance(Check.code(of(i), count, end)), reading.conductance(Check.code(of(i), count, count &- 1 &- end)))
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
