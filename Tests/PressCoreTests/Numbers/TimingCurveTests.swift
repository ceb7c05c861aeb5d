import CPress
import Foundation
@testable import PressCore
import Testing

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

  /// x(s) = (1 + (2s - 1)^3) / 2: the one curve that is vertical inside, where s can be written down.
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
