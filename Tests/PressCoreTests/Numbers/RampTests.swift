import PressCore
import Testing

@Suite("Ramp: low...high to 0...1")
struct RampTests {
  private static func exact(_ value: Int32, _ low: Int32, _ high: Int32) -> Int32 {
    if value < low { return 0 }
    if value >= high { return 65536 }
    return Int32((Int64(value) - Int64(low)) * 65536 / (Int64(high) - Int64(low)))
  }

  @Test("every value of every small span is exact, wherever the span lies")
  func smallSpans() {
    var failures = Failures()
    for span in 0...260 as ClosedRange<Int32> {
      for low in [Int32.min, -130, 0, Int32.max - span] {
        let ramp = Ramp(from: low, to: low + span)
        for offset in -2...Int64(span) + 2 {
          let value = Int32(clamping: Int64(low) + offset)
          failures.expect(ramp(value) == Self.exact(value, low, low + span), "\(value) in \(low)...\(low + span)")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  /// The values where rounding down changes its answer, and their neighbours: an error shows there first.
  private static func critical(_ low: Int32, _ high: Int32, _ random: inout SplitMix) -> [Int32] {
    let span = Int64(high) - Int64(low)
    var values: [Int64] = [Int64(Int32.min), Int64(Int32.max), -1, 0, 1]
    for near in -2...2 as ClosedRange<Int64> { values += [Int64(low) + near, Int64(high) + near] }
    for _ in 0..<60 {
      let step = Int64(random.next() % 65537)
      let place = (step * span + 65535) / 65536
      values += [-1, 0, 1].map { Int64(low) + place + $0 }
    }
    return values.map { Int32(clamping: $0) }.sorted()
  }

  @Test("rounds down exactly while high - low is below 128.0")
  func exactBelow128() {
    var failures = Failures()
    var random = SplitMix(5)
    let limit: Int64 = 128 << 16
    for round in 0..<3000 {
      let span = round == 0 ? limit - 1 : Int64(random.spread() % UInt64(limit))
      let low = Int32(clamping: min(Int64(random.spread32()), Int64(Int32.max) - span))
      let high = Int32(Int64(low) + span)
      let ramp = Ramp(from: low, to: high)
      for value in Self.critical(low, high, &random) {
        failures.expect(ramp(value) == Self.exact(value, low, high), "\(value) in \(low)...\(high)")
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("is at most one too high on the widest spans, rising, and 1 at high and nowhere below")
  func wideSpans() {
    var failures = Failures()
    var random = SplitMix(6)
    var worst: Int32 = 0
    for round in 0..<4000 {
      var ends = [Int32(truncatingIfNeeded: Int64(bitPattern: random.next())), random.spread32()].sorted()
      if round == 0 { ends = [Int32.min, Int32.max] }
      let ramp = Ramp(from: ends[0], to: ends[1])
      var last = Int32.min
      for value in Self.critical(ends[0], ends[1], &random) {
        let got = ramp(value)
        let off = got - Self.exact(value, ends[0], ends[1])
        worst = max(worst, abs(off))
        failures.expect(off == 0 || off == 1, "\(value) in \(ends): off by \(off)")
        failures.expect(got >= last, "\(value) in \(ends) falls")
        failures.expect((got == 65536) == (value >= ends[1]), "\(value) in \(ends) is \(got)")
        last = got
      }
    }
    print("Ramp: at most \(worst) / 65536 too high on wide spans")
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("rises at each of 65536 consecutive inputs", arguments: [1, 65535, 65536, 65537, 300_000, 8_388_607, 8_388_608, Int32.max])
  func rises(span: Int32) {
    let ramp = Ramp(from: 0, to: span)
    var isRising = true
    var last: Int32 = 0
    for start in [0, max(0, span / 2 - 32768), max(0, span - 32768)] {
      last = ramp(start)
      for offset in 1...32768 as ClosedRange<Int32> {
        let value = Int32(clamping: Int64(start) + Int64(offset))
        let now = ramp(value)
        if now < last { isRising = false }
        last = now
      }
    }
    #expect(isRising)
  }
}
