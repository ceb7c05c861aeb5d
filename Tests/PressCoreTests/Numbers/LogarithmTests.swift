import Foundation
import PressCore
import Testing

@Suite("Logarithm: log2 and exp2 by table")
struct LogarithmTests {
  private static func error(_ x: UInt32) -> Double { abs(Double(Logarithm.log2Q24(x)) / 0x1p24 - log2(Double(x))) }

  @Test("log2 is exact at powers of two, and 0 at 0")
  func powersOfTwo() {
    #expect(Logarithm.log2Q24(0) == 0)
    for bit in 0..<32 { #expect(Logarithm.log2Q24(1 << bit) == Int32(bit) << 24) }
  }

  @Test("log2 is within 4.5e-5 and rising at 1...2^20, at every table joint, and at 2^20 values spread over the range")
  func log2Error() {
    var worst = Worst()
    var falls = 0
    func run(_ values: some Sequence<UInt32>) {
      var last = Int32.min
      for x in values {
        let now = Logarithm.log2Q24(x)
        if now < last { falls += 1 }
        last = now
        worst.see(Self.error(x), "\(x)")
      }
    }
    run(1...(1 << 20))
    run(stride(from: UInt32(1), through: UInt32.max - 4096, by: 4096))
    for bit in 6..<32 as Range<UInt32> {
      for index in 0..<64 as Range<UInt32> {
        let joint = UInt32((UInt64(64 + index) << UInt64(bit)) >> 6)
        run(joint - 2...joint + 2)
      }
    }
    run(UInt32.max - 1000...UInt32.max)
    print("log2Q24: \(worst)")
    #expect(worst.error < 4.5e-5, "\(worst)")
    #expect(falls == 0)
  }

  @Test(
    "exp2 is within 1.6e-5 and half a unit, rising, and saturates", arguments: [0, 1, 2, 3, 255, 65536, 1_234_567, 6_426_886, 0x4000_0001, Int32.max])
  func exp2Error(scale: Int32) {
    var worst = Worst()
    var falls = 0
    var random = SplitMix(7)
    var last: Int32 = 0
    for whole in -40...40 as ClosedRange<Int64> {
      var fractions: [Int64] = [0, 1, 0xff_ffff]
      for joint in 1..<64 as Range<Int64> { fractions += [joint << 18 - 1, joint << 18, joint << 18 + 1, joint << 18 + 1 << 17] }
      for _ in 0..<256 { fractions.append(Int64(random.next() & 0xff_ffff)) }
      for fraction in fractions.sorted() {
        let now = Logarithm.exp2(q24: whole << 24 + fraction, times: scale)
        if now < last { falls += 1 }
        last = now
        let exact = exp2(Double(whole) + Double(fraction) / 0x1p24) * Double(scale)
        let limited = min(exact, Double(Int32.max))
        // What rounding to a whole number takes is allowed for; what is left is relative.
        let off = max(0, abs(Double(now) - limited) - 0.5)
        worst.see(exact == 0 ? abs(Double(now)) : off / exact, "2^(\(whole) + \(fraction) / 2^24) * \(scale)")
      }
    }
    print("exp2 times \(scale): \(worst)")
    #expect(worst.error < 1.6e-5, "\(worst)")
    #expect(falls == 0)
  }

  @Test("exp2 takes any exponent", arguments: [Int64.min, Int64.min + 1, -1 << 40, 1 << 40, Int64.max - 1, Int64.max])
  func extremes(exponent: Int64) {
    #expect(Logarithm.exp2(q24: exponent, times: Int32.max) == (exponent < 0 ? 0 : Int32.max))
    #expect(Logarithm.exp2(q24: exponent, times: 1) == (exponent < 0 ? 0 : Int32.max))
    #expect(Logarithm.exp2(q24: exponent, times: 0) == 0)
  }
}
