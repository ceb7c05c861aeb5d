import Foundation
import PressCore
import Testing
@testable import PressCore

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
      // Both factors are exact in a Double, and twice their product is exact, too, up to 2^63: floor(x + 1/2) is then exact in wide
      // integers only.
      let right = Int32(clamping: (Int128(a) * Int128(b) * 2 + 65536) >> 17)
      failures.expect(Q16.multiply(a, b) == right, "\(a) * \(b)")
    }
    #expect(failures.isEmpty, "\(failures)")
    #expect(Q16.multiply(Q16.one, Q16.one) == Q16.one)
  }
}

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

@Suite("Sized structs of older and newer programs")
struct SizedTests {
  private struct Known: Equatable {
    var size: UInt32
    var first: UInt32 = 1
    var second: UInt32 = 2
    var third: UInt32 = 3
  }

  private struct Newer {
    var known: Known
    var fourth: UInt32 = 0
    var fifth: UInt32 = 0
  }

  /// The size of the struct in its first version, which ended with `first`.
  private static let minimum = 8

  private static func read(_ given: Newer) -> Known {
    var full = Known(size: 16)
    withUnsafePointer(to: given) {
      $0.withMemoryRebound(to: Known.self, capacity: 1) { Sized.read($0, from: minimum, over: &full) }
    }
    return full
  }

  @Test("what a program did not know keeps its default, what is not known here must be 0", arguments: 0...28 as ClosedRange<UInt32>)
  func reads(size: UInt32) {
    let given = Newer(known: Known(size: size, first: 11, second: 12, third: 13))
    let read = Self.read(given)
    switch size {
    case 8: #expect(read == Known(size: 16, first: 11))
    case 12: #expect(read == Known(size: 16, first: 11, second: 12))
    case 16, 20, 24: #expect(read == Known(size: 16, first: 11, second: 12, third: 13))
    case 28: break
    default: #expect(read.size == 0)
    }
    // The fifth member is read only if the struct is long enough for it.
    var newer = given
    newer.fifth = 1 << 24
    if size == 24 { #expect(Self.read(newer).size == 0) } else if size < 24 { #expect(Self.read(newer) == read) }
  }

  @Test("garbage is no size", arguments: [16 + 260, 1 << 20, .max, .max - 3] as [UInt32])
  func garbage(size: UInt32) { #expect(Self.read(Newer(known: Known(size: size))).size == 0) }

  @Test("nothing given is the defaults")
  func nothing() {
    var full = Known(size: 16)
    Sized.read(nil, over: &full)
    #expect(full == Known(size: 16))
  }

  @Test("what is written ends where the program's struct does, and is 0 where it goes on", arguments: [8, 12, 16, 20, 24] as [UInt32])
  func writes(size: UInt32) {
    var out = Newer(known: Known(size: size, first: 91, second: 92, third: 93), fourth: 94, fifth: 95)
    var full = Known(size: 16)
    withUnsafeMutablePointer(to: &out) {
      $0.withMemoryRebound(to: Known.self, capacity: 1) {
        #expect(Sized.hasRoom($0, from: Self.minimum))
        Sized.write(&full, to: $0)
      }
    }
    let known = Known(size: size, first: 1, second: size < 12 ? 92 : 2, third: size < 16 ? 93 : 3)
    #expect(out.known == known && out.fourth == (size < 20 ? 94 : 0) && out.fifth == (size < 24 ? 95 : 0))
  }

  @Test("there is no room in what is too small, or garbage", arguments: [0, 4, 7, 9, 14, 276, .max] as [UInt32])
  func room(size: UInt32) {
    let out = Known(size: size)
    #expect(!withUnsafePointer(to: out) { Sized.hasRoom($0, from: Self.minimum) })
  }
}

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

@Suite("Degrees: angles of vectors")
struct DegreesTests {
  private static func away(_ found: Int32, _ x: Int64, _ y: Int64, _ factor: Double) -> Double {
    let right = atan2(Double(y), Double(x)) * 180 / .pi * factor
    let difference = abs(Double(found) / 65536 - right)
    return min(difference, 360 * factor - difference)
  }

  @Test("whole and half are those of the library of C, within 0.0001 degrees")
  func angles() {
    var worst = (whole: 0.0, half: 0.0)
    var random = SplitMix(11)
    for _ in 0..<200_000 {
      let x = Int64(bitPattern: random.spread()) >> 6
      let y = Int64(bitPattern: random.spread()) >> 6
      if x == 0 && y == 0 { continue }
      let (whole, half) = (Degrees.whole(ofVector: x, y), Degrees.half(ofVector: x, y))
      worst.whole = max(worst.whole, Self.away(whole, x, y, 1))
      worst.half = max(worst.half, Self.away(half, x, y, 0.5))
      #expect(whole > -180 << 16 && whole <= 180 << 16 && half > -90 << 16 && half <= 90 << 16)
    }
    #expect(worst.whole < 1e-4 && worst.half < 1e-4, "\(worst)")
  }

  @Test("the four directions are exact")
  func directions() {
    for length: Int64 in [1, 65536, 1 << 33, 1 << 58] {
      #expect(Degrees.whole(ofVector: length, 0) == 0)
      #expect(Degrees.whole(ofVector: 0, length) == 90 << 16)
      #expect(Degrees.whole(ofVector: -length, 0) == 180 << 16)
      #expect(Degrees.whole(ofVector: 0, -length) == -90 << 16)
    }
  }
}

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
        // Half a unit is allowed for rounding to a whole number; the rest of the error is relative.
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
