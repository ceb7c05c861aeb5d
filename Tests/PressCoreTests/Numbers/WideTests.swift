import PressCore
import Testing

@Suite("Wide: 64-bit arithmetic that cannot trap")
struct WideTests {
  private static func roundedQuotient(_ n: UInt64, _ d: UInt64) -> UInt128 {
    (2 * UInt128(n) + UInt128(d)) / (2 * UInt128(d))
  }

  @Test("division rounds down, and by zero gives the largest")
  func divides() {
    var failures = Failures()
    for n in Edges.unsigned64 {
      for d in Edges.unsigned64 {
        failures.expect(Wide.divide(n, by: d) == (d == 0 ? .max : n / d), "\(n) / \(d)")
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("unsigned division rounds to nearest, halves up, wherever n + d / 2 fits")
  func dividesRounded() {
    var failures = Failures()
    var random = SplitMix(1)
    func check(_ n: UInt64, _ d: UInt64) {
      if d == 0 {
        failures.expect(Wide.divideRounded(n, by: d) == .max, "\(n) / 0")
      } else if !n.addingReportingOverflow(d >> 1).overflow {
        failures.expect(UInt128(Wide.divideRounded(n, by: d)) == Self.roundedQuotient(n, d), "\(n) / \(d)")
      }
    }
    for n in Edges.unsigned64 { for d in Edges.unsigned64 { check(n, d) } }
    for n in 0..<200 as Range<UInt64> { for d in 1..<200 as Range<UInt64> { check(n, d) } }
    for _ in 0..<100_000 { check(random.spread(), random.spread()) }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("signed division rounds to nearest, halves away from zero")
  func dividesSigned() {
    var failures = Failures()
    var random = SplitMix(2)
    func check(_ n: Int64, _ d: UInt64) {
      // The magnitude saturates: Int64.min / 1 is one off.
      let magnitude = Int64(clamping: Self.roundedQuotient(n.magnitude, d))
      let right = n < 0 ? -magnitude : magnitude
      let got = Wide.divideRounded(n, by: d)
      failures.expect(got == right, "\(n) / \(d) is \(right), not \(got)")
    }
    for n in Edges.signed64 { for d in Edges.unsigned64 where d != 0 { check(n, d) } }
    for n in -200..<200 as Range<Int64> { for d in 1..<200 as Range<UInt64> { check(n, d) } }
    for _ in 0..<100_000 { check(Int64(bitPattern: random.next()) >> Int64(random.next() % 64), max(random.spread(), 1)) }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("the shifted product is that of the full 128 bits, rounded to nearest, halves up, wherever it fits")
  func multiplies() {
    var failures = Failures()
    var random = SplitMix(3)
    func check(_ a: Int64, _ b: Int64, _ shift: Int64) {
      let product = Int128(a) * Int128(b)
      guard let right = Int64(exactly: (product + (Int128(1) << Int128(shift - 1))) >> Int128(shift)) else { return }
      let got = Wide.multiplyFitting(a, b, shiftedRight: shift)
      failures.expect(got == right, "\(a) * \(b) >> \(shift) is \(right), not \(got)")
    }
    for a in Edges.signed64 { for b in Edges.signed64 { for shift in [1, 24, 30, 63] as [Int64] { check(a, b, shift) } } }
    for a in -40...40 as ClosedRange<Int64> {
      for b in -40...40 as ClosedRange<Int64> { for shift in 1...8 as ClosedRange<Int64> { check(a, b, shift) } }
    }
    for _ in 0..<200_000 {
      check(
        Int64(bitPattern: random.next()) >> Int64(random.next() % 64), Int64(bitPattern: random.next()) >> Int64(random.next() % 64),
        Int64(1 + random.next() % 63))
    }
    #expect(failures.isEmpty, "\(failures)")
    #expect(failures.cases > 200_000)
  }

  @Test("signed division by what is above 0 rounds towards zero")
  func dividesTowardsZero() {
    var failures = Failures()
    for n in Edges.signed64 { for d in Edges.signed64 where d > 0 { failures.expect(Wide.divide(n, by: d) == n / d, "\(n) / \(d)") } }
    #expect(failures.isEmpty, "\(failures)")
    #expect(Wide.divide(5 as Int64, by: 0 as Int64) == 0)
  }

  @Test("addition saturates")
  func adds() {
    var failures = Failures()
    for a in Edges.unsigned64 {
      for b in Edges.unsigned64 {
        failures.expect(Wide.addSaturating(a, b) == UInt64(clamping: UInt128(a) + UInt128(b)), "\(a) + \(b)")
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("the square root is rounded down")
  func squareRoots() {
    var failures = Failures()
    var random = SplitMix(11)
    let edges: [UInt64] = [0, 1, 2, 3, 4, 1 << 32, (1 << 32) - 1, UInt64.max, UInt64.max - 1, (1 << 62), (1 << 62) - 1]
    for n in edges + (0..<5000).map({ _ in random.spread() }) {
      let root = UInt64(Wide.squareRoot(n))
      let isRight = root * root <= n && (root == UInt64(UInt32.max) || (root + 1) * (root + 1) > n)
      failures.expect(isRight, "the root of \(n) is not \(root)")
    }
    #expect(failures.isEmpty, "\(failures)")
  }
}
