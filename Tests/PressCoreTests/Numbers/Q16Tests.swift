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

  @Test("differences saturate")
  func subtracts() {
    var failures = Failures()
    Self.eachPair { a, b in
      failures.expect(Q16.subtract(a, b) == Int32(clamping: Int64(a) - Int64(b)), "\(a) - \(b)")
    }
    #expect(failures.isEmpty, "\(failures)")
  }
}
