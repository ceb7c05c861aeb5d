import CPress
import Foundation
import PressCore
import Testing
@testable import PressCore

@Suite("TimingCurve: a cubic Bezier within 1/16384")
struct TimingCurveTests {
  private static let standard: [String: press_timing_curve] = [
    "ease in, ease out": press_timing_curve(x1: 27525, y1: 0, x2: 38011, y2: 65536),
    "ease in": press_timing_curve(x1: 27525, y1: 0, x2: 65536, y2: 65536),
    "ease out": press_timing_curve(x1: 0, y1: 0, x2: 38011, y2: 65536),
    "linear": press_timing_curve(x1: 0, y1: 0, x2: 65536, y2: 65536),
  ]

  /// y in units of 1/65536, by bisection.
  private static func exact(_ c: press_timing_curve, _ x: Double) -> Double {
    let (x1, y1, x2, y2) = (Double(c.x1) / 65536, Double(c.y1) / 65536, Double(c.x2) / 65536, Double(c.y2) / 65536)
    if x <= 0 { return 0 }
    if x >= 1 { return 65536 }
    func at(_ s: Double, _ p1: Double, _ p2: Double) -> Double {
      let r = 1 - s
      return 3 * r * r * s * p1 + 3 * r * s * s * p2 + s * s * s
    }
    var low = 0.0
    var high = 1.0
    while high - low > 1e-13 {
      let middle = (low + high) / 2
      if at(middle, x1, x2) < x { low = middle } else { high = middle }
      if middle == low && middle == high { break }
    }
    return at((low + high) / 2, y1, y2) * 65536
  }

  @Test("the standard curves at every x: close, rising, from 0 to 1", arguments: standard.keys.sorted())
  func everyX(name: String) {
    let c = Self.standard[name]!
    let curve = TimingCurve(c)
    var worst = Worst()
    var failures = Failures()
    var last: Int32 = 0
    for x in 0...65536 as ClosedRange<Int32> {
      let y = curve(x)
      worst.see(abs(Double(y) - Self.exact(c, Double(x) / 65536)) / 65536, "x = \(x)")
      failures.expect(y >= last, "falls at \(x)")
      last = y
    }
    print("TimingCurve, \(name): \(worst)")
    #expect(worst.error < 1.0 / 16384 && failures.isEmpty, "\(worst) \(failures)")
    #expect(curve(0) == 0 && curve(65536) == 65536 && curve(Int32.min) == 0 && curve(Int32.max) == 65536)
  }

  @Test("random curves, x at the edges of its range as often as inside")
  func random() {
    var random = SplitMix(11)
    var worst = Worst()
    for _ in 0..<1000 {
      func x() -> Int32 {
        switch random.next() % 4 {
        case 0: 0
        case 1: 65536
        default: Int32(random.next() % 65537)
        }
      }
      func y() -> Int32 { Int32(truncatingIfNeeded: Int64(random.next() % 1_048_577) - 524_288) }
      let c = press_timing_curve(x1: x(), y1: y(), x2: x(), y2: y())
      let curve = TimingCurve(c)
      for _ in 0..<2000 {
        let at = random.next() % ((1 << 32) + 1)
        let exact = Self.exact(c, Double(at) / 0x1p32)
        worst.see(abs(Double(curve(q32: at)) - exact) / 65536, "x = \(at) of \(c)")
      }
    }
    print("TimingCurve, random: \(worst)")
    #expect(worst.error < 1.0 / 16384, "\(worst)")
  }

  /// x(s) = (1 + (2s - 1)^3) / 2: the only curve with a vertical tangent inside; its s has a closed form.
  @Test("a vertical tangent in the middle, with the steepest y there is")
  func vertical() {
    var worst = Worst()
    for (y1, y2) in [(Int32.max, Int32.min), (Int32.min, Int32.max), (0, 65536), (-65536, 131_072)] as [(Int32, Int32)] {
      let curve = TimingCurve(press_timing_curve(x1: 65536, y1: y1, x2: 0, y2: y2))
      for x in 1..<65536 as Range<Int32> {
        let s = (1 + cbrt(Double(x) / 32768 - 1)) / 2
        let r = 1 - s
        let y = 3 * r * r * s * Double(y1) + 3 * r * s * s * Double(y2) + s * s * s * 65536
        let bounded = min(max(y, Double(Int32.min)), Double(Int32.max))
        worst.see(abs(Double(curve(x)) - bounded) / 65536, "x = \(x), y \(y1) \(y2)")
      }
    }
    print("TimingCurve, vertical: \(worst)")
    #expect(worst.error < 1.0 / 16384, "\(worst)")
  }

  @Test("a curve whose points lie on the diagonal is the diagonal")
  func diagonal() {
    var failures = Failures()
    let curve = TimingCurve(press_timing_curve(x1: 20000, y1: 20000, x2: 50000, y2: 50000))
    for x in 0...65536 as ClosedRange<Int32> { failures.expect(curve(x) == x, "\(x)") }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("fractions, by division of wider numbers")
  func fractions() {
    var failures = Failures()
    for d in Edges.unsigned64 where d > 0 {
      for n in Edges.unsigned64 where n <= d {
        let exact = Double(n) / Double(d)
        failures.expect(abs(Double(Fraction.q16(n, of: d)) / 65536 - exact) <= 0x1.01p-16, "\(n) of \(d)")
        failures.expect(abs(Double(Fraction.q32(n, of: d)) / 0x1p32 - exact) <= 0x1.1p-31, "\(n) of \(d), Q32")
        failures.expect((Fraction.q16(n, of: d) == 65536) == (n == d), "\(n) of \(d) at 1")
      }
    }
    #expect(failures.isEmpty && Fraction.q16(5, of: 0) == 65536, "\(failures)")
  }
}

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

  /// The values at which rounding down changes the result, and their neighbours: an error shows there first.
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
