import PressCore
import Testing

@Suite("Q16: signed Q16.16")
struct Q16Tests {
  /// Every pair of edges, every small pair, and 200,000 pairs of any width.
  private static func eachPair(_ check: (Int32, Int32) -> Void) {
    for a in Edges.signed32 { for b in Edges.signed32 { check(a, b) } }
    for a in -300...300 as ClosedRange<Int32> { for b in -300...300 as ClosedRange<Int32> { check(a, b) } }
    var random = SplitMix(4)
    for _ in 0..<200_000 { check(random.spread32(), random.spread32()) }
  }

  @Test("sums and differences saturate")
  func addsAndSubtracts() {
    var failures = Failures()
    Self.eachPair { a, b in
      failures.expect(Q16.add(a, b) == Int32(clamping: Int64(a) + Int64(b)), "\(a) + \(b)")
      failures.expect(Q16.subtract(a, b) == Int32(clamping: Int64(a) - Int64(b)), "\(a) - \(b)")
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("products round to nearest, halves up, and saturate")
  func multiplies() {
    var failures = Failures()
    Self.eachPair { a, b in
      // Both factors are exact in a Double, and so is twice their product up to 2^63: floor(x + 1/2) is then exact
      // in wide integers only.
      let right = Int32(clamping: (Int128(a) * Int128(b) * 2 + 65536) >> 17)
      failures.expect(Q16.multiply(a, b) == right, "\(a) * \(b)")
    }
    #expect(failures.isEmpty, "\(failures)")
    #expect(Q16.multiply(Q16.one, Q16.one) == Q16.one)
  }
}
