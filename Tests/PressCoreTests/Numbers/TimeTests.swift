import PressCore
import Testing

@Suite("Time: from 32 bits to 64")
struct TimeTests {
  /// By search: of all times with those low bits, the nearest one that is not negative; half way counts as later.
  private static func nearest(_ last: UInt64, _ now: UInt32) -> UInt64 {
    let base = (Int128(last) >> 32) << 32 + Int128(now)
    let candidates = [-1, 0, 1].map { base + Int128($0) << 32 }.filter { $0 >= 0 }
    let best = candidates.min { a, b in
      let (da, db) = (abs(a - Int128(last)), abs(b - Int128(last)))
      return da == db ? a > b : da < db
    }
    return UInt64(clamping: best!)
  }

  @Test("gives the nearest time, at every pair of edges and at 200,000 others")
  func nearestTime() {
    var failures = Failures()
    var random = SplitMix(8)
    func check(_ last: UInt64, _ now: UInt32) {
      let got = Time.extend(last, now)
      failures.expect(got == Self.nearest(last, now), "extend(\(last), \(now)) is \(Self.nearest(last, now)), not \(got)")
    }
    for last in Edges.unsigned64 { for now in Edges.unsigned64 { check(last, UInt32(truncatingIfNeeded: now)) } }
    for _ in 0..<200_000 {
      let last = random.spread()
      check(last, UInt32(truncatingIfNeeded: random.next()))
      check(last, UInt32(truncatingIfNeeded: last &+ random.spread() % 5 &- 2 &+ (1 << 31)))
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("follows a counter through ten wraps at uneven steps of up to 35 minutes")
  func wraps() {
    var random = SplitMix(9)
    var truth: UInt64 = 0
    var extended: UInt64 = 0
    var steps = 0
    while truth < 10 << 32 {
      truth += random.spread() % (1 << 31)
      extended = Time.extend(extended, UInt32(truncatingIfNeeded: truth))
      steps += 1
      #expect(extended == truth)
    }
    #expect(steps > 20)
  }

  @Test("a counter that steps back gives an earlier time")
  func stepsBack() {
    #expect(Time.extend(10_000, 9_000) == 9_000)
    #expect(Time.extend(1 << 32, 0xffff_ffff) == 0xffff_ffff)
    // There is no earlier time: the next lap it is.
    #expect(Time.extend(5, 0xffff_ffff) == 0xffff_ffff)
  }

  @Test("saturates at the end of time")
  func saturates() {
    #expect(Time.extend(.max, 0) == .max)
    #expect(Time.extend(.max - 5, 3) == .max)
  }
}
