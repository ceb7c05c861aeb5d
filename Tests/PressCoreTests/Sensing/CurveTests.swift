import CPress
import Foundation
@testable import PressCore
import Testing

@Suite("Curve: from conductance to force")
struct CurveTests {
  private static func force(_ curve: press_curve, _ conductance: Int32) -> Int32 {
    withUnsafePointer(to: curve) { Curve.force($0, conductance) }
  }

  private static func isValid(_ curve: press_curve) -> Bool { withUnsafePointer(to: curve) { Curve.brokenRule($0) == 0 } }

  private static func table(_ points: [(Int32, Int32)]) -> press_curve {
    var curve = press_curve()
    Curve.fillTable(&curve, points.map { press_curve_point(conductance: $0.0, force: $0.1) }, points.count)
    return curve
  }

  // MARK: Power law

  private static let references: [(Int32, Int32)] = [
    (1, 1), (65536, 65536), (1, .max), (.max, 1), (.max, .max), (327_680, 65536), (21_845_333, 321_344), (65536 * 1000, 5 << 16), (3, 7 << 16),
  ]

  private static let conductances: [Int32] = {
    var random = SplitMix(20)
    let edges = Edges.signed32.filter { $0 > 0 }
    return (edges + (0..<400).map { _ in max(1, Int32(truncatingIfNeeded: random.next() >> 33) >> Int32(random.next() % 31)) }).sorted()
  }()

  /// The largest relative error beyond 2 / 65536 N.
  private static func powerError(_ exponents: [Double]) -> Worst {
    var worst = Worst()
    for (conductance, force) in references {
      for exponent in exponents {
        let curve = Curve.makePower(conductance, force, Int32((exponent * 65536).rounded()))
        for g in conductances {
          let exact = Double(force) * pow(Double(g) / Double(conductance), Double(curve.exponent) / 65536)
          let limited = min(exact, Double(Int32.max))
          let off = max(0, abs(Double(Self.force(curve, g)) - limited) - 2)
          worst.see(off / exact, "\(g) with (\(conductance), \(force)) ^ \(exponent)")
        }
      }
    }
    return worst
  }

  @Test("a power law is within 0.02 % plus 2 / 65536 N for exponents up to 1.5")
  func power() {
    let worst = Self.powerError([0.25, 0.3, 0.5, 0.7, 0.95, 1, 1.05, 1.25, 1.5])
    print("power law, exponents to 1.5: \(worst)")
    #expect(worst.error < 2e-4, "\(worst)")
  }

  @Test("a power law is within 0.05 % plus 2 / 65536 N for exponents up to 4")
  func steepPower() {
    let worst = Self.powerError([1.75, 2, 3, 4])
    print("power law, exponents to 4: \(worst)")
    #expect(worst.error < 5e-4, "\(worst)")
  }

  @Test("a power law rises at every conductance near octaves and joints of its tables, from 1 to the largest", arguments: [0.25, 0.7, 1, 1.5, 4])
  func powerRises(exponent: Double) {
    var falls = 0
    for (conductance, force) in Self.references {
      let curve = Curve.makePower(conductance, force, Int32(exponent * 65536))
      func run(_ values: some Sequence<Int64>) {
        var last: Int32 = 0
        for g in values {
          let now = Self.force(curve, Int32(clamping: g))
          if now < last { falls += 1 }
          last = now
        }
      }
      run(1...2000)
      run(Self.conductances.map { Int64($0) })
      for bit in 11..<32 as Range<Int64> {
        for index in 0..<64 as Range<Int64> where index % 8 == 0 || bit % 5 == 0 {
          let joint = ((64 + index) << bit) >> 6
          run(joint - 3...joint + 3)
        }
      }
    }
    #expect(falls == 0)
  }

  // MARK: Tables

  /// The straight line through the two points around a conductance, in floating point.
  private static func line(_ points: [(Int32, Int32)], _ g: Int32) -> Double {
    if g <= 0 { return 0 }
    let all = [(0, 0)] + points
    let above = all.dropFirst().firstIndex { $0.0 >= g } ?? all.count - 1
    let (a, b) = (all[above - 1], all[above])
    let slope = (Double(b.1) - Double(a.1)) / (Double(b.0) - Double(a.0))
    return min(Double(a.1) + slope * (Double(g) - Double(a.0)), Double(Int32.max))
  }

  private static let tables: [[(Int32, Int32)]] = {
    var random = SplitMix(21)
    var all: [[(Int32, Int32)]] = [
      [(1, 1)], [(.max, .max)], [(1, .max)], [(.max, 1)], [(65536, 65536)],
      [(1, 1), (2, 2)], [(1, .max - 1), (2, .max)], [(.max - 1, 1), (.max, .max)], [(1, 1), (.max, .max)], [(1, 1), (.max, 2)],
      [(100, 1000), (200, 1001), (300, 1_000_000), (301, 1_000_001)],
    ]
    for _ in 0..<60 {
      let count = Int(1 + random.next() % 16)
      let shift = Int64(random.next() % 24)
      func rising() -> [Int32] {
        var values: Set<Int32> = []
        while values.count < count { values.insert(1 + Int32(truncatingIfNeeded: (random.next() >> 33) >> UInt64(shift)) / 2) }
        return values.sorted()
      }
      all.append(Array(zip(rising(), rising())))
    }
    return all
  }()

  @Test("a table is the straight line between its points to half a unit, through the origin and beyond the last point")
  func tableError() {
    var worst = Worst()
    var random = SplitMix(22)
    for points in Self.tables {
      let curve = Self.table(points)
      #expect(Self.isValid(curve))
      for (g, f) in points { #expect(Self.force(curve, g) == f) }
      var values = Edges.signed32
      for (g, _) in points { values += [-2, -1, 0, 1, 2].map { Int32(clamping: Int64(g) + $0) } }
      for _ in 0..<300 { values.append(Int32(truncatingIfNeeded: random.next() >> 33) % (points.last!.0 == .max ? .max : points.last!.0 + 1)) }
      var last: Int32 = 0
      for g in values.sorted() {
        let now = Self.force(curve, g)
        #expect(now >= last)
        last = now
        worst.see(abs(Double(now) - Self.line(points, g)), "\(g) in \(points)")
      }
    }
    print("table: \(worst)")
    // The last bits of a Double are not enough for a sharp half at the far end.
    #expect(worst.error <= 0.5 + 1e-5, "\(worst)")
  }

  @Test("the piece that a table is searched from changes nothing")
  func anyPiece() {
    var failures = Failures()
    for points in Self.tables {
      let curve = Self.table(points)
      let values = Edges.signed32 + points.flatMap { [$0.0, Int32(clamping: Int64($0.0) + 1)] }
      for g in values {
        for first in 0..<points.count {
          var piece = first
          let got = withUnsafePointer(to: curve) { Curve.force($0, g, from: &piece) }
          failures.expect(got == Self.force(curve, g) && points.indices.contains(piece), "\(g) in \(points) from \(first)")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
  }

  // MARK: Fitting

  private static func fit(_ points: [(Int32, Int32)]) -> (curve: press_curve, kept: [(Int32, Int32)], worst: Int32) {
    var curve = press_curve()
    let measured = points.map { press_curve_point(conductance: $0.0, force: $0.1) }
    var report = CurveFit.makeReport()
    #expect(CurveFit.fit(measured, measured.count, into: &curve, &report))
    let kept = withUnsafePointer(to: curve.points) {
      UnsafeRawPointer($0).withMemoryRebound(to: press_curve_point.self, capacity: 16) { p in
        (0..<Int(curve.count)).map { (p[$0].conductance, p[$0].force) }
      }
    }
    return (curve, kept, report.worst)
  }

  /// Rising points; the rougher, the more they jump about.
  private static func measured(_ count: Int, roughness: UInt64, _ random: inout SplitMix) -> [(Int32, Int32)] {
    var (g, f): (Int32, Int32) = (0, 0)
    return (0..<count).map { _ in
      g += Int32(1000 + random.next() % 1000)
      f += Int32(1 + (roughness == 0 ? 500 : random.next() % roughness))
      return (g, f)
    }
  }

  @Test("of more points 16 are kept, the last one among them", arguments: 17...64)
  func fitsMany(count: Int) {
    var random = SplitMix(UInt64(count))
    for roughness in [0, 100, 20_000] as [UInt64] {
      let points = Self.measured(count, roughness: roughness, &random)
      let (curve, kept, _) = Self.fit(points)
      #expect(Self.isValid(curve) && kept.count == 16 && kept.last! == points.last!)
      #expect(kept.allSatisfy { k in points.contains { $0 == k } })
    }
  }

  /// The goal of the fit, stated in floating point: the largest relative error at the points that a table left out.
  private static func largestError(_ curve: press_curve, _ points: [(Int32, Int32)]) -> Double {
    points.map { abs(Double(Self.force(curve, $0.0)) - Double($0.1)) / Double($0.1) }.max()!
  }

  @Test("the worst residual that a fit reports is the largest at the points that were measured", arguments: [0, 100, 1000, 20_000] as [UInt64])
  func fitReportsItsError(roughness: UInt64) {
    var failures = Failures()
    var random = SplitMix(30 + roughness)
    for count in 17...64 {
      let points = Self.measured(count, roughness: roughness, &random)
      let (curve, _, worst) = Self.fit(points)
      let right = Self.largestError(curve, points)
      failures.expect(
        abs(Double(worst) / 65536 - right) <= 0.51 / 65536, "\(count) points, roughness \(roughness): reported \(Double(worst) / 65536), is \(right)")
    }
    #expect(failures.isEmpty, "\(failures)")
  }
}
