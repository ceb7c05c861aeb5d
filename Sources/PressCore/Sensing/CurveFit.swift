import CPress

/// Fits a rising curve to measured pairs. Nothing is copied: the pairs with a force are visited in the order of their forces, and the
/// pairs that make one point of the curve are neighbours in that order. The number of a point is the place of its first pair, and a set
/// of points is a word with a bit for each place.
package struct CurveFit {
  private static var most: Int { Int(truncatingIfNeeded: PRESS_CURVE_FIT_POINTS) }
  /// The largest residual: 64 squares of it fit in 64 bits.
  private static var worstResidual: UInt64 { 0x1fff_ffff }

  private let pairs: UnsafePointer<press_curve_point>
  /// The indices of the pairs with a force, in the order of the forces, and their number.
  private let order: UnsafeMutablePointer<UInt8>
  private var loaded = 0
  private var zero: Int32 = 0
  /// The places where points begin, and where the last point ends.
  private(set) var starts: UInt64 = 0
  private var end = 0

  private init(_ pairs: UnsafePointer<press_curve_point>, _ order: UnsafeMutablePointer<UInt8>) {
    self.pairs = pairs
    self.order = order
  }

  package static func makeReport() -> press_curve_report {
    var report = press_curve_report()
    report.size = UInt32(truncatingIfNeeded: MemoryLayout<press_curve_report>.size)
    report.pair = -1
    return report
  }

  /// Fits a curve. `pairs` may be the memory of the points of `curve`. The report is as `makeReport` makes it. `others`: if not nil, the curve
  /// may become a power law if that is better, and this receives the error of the result at points that are left out.
  @inline(never)
  package static func fit(
    _ pairs: UnsafePointer<press_curve_point>, _ count: Int, into curve: UnsafeMutablePointer<press_curve>,
    _ report: inout press_curve_report, _ others: UnsafeMutablePointer<press_q16>? = nil
  ) -> Bool {
    // A size_t above the largest Int arrives as a negative one.
    if count > most || count <= 0 {
      report.rule = count == 0 ? CurveRule.tooFew : CurveRule.tooMany
      return false
    }
    var order = InlineArray<64, UInt8>(repeating: 0)
    return withUnsafeMutablePointer(to: &order) {
      var fit = CurveFit(pairs, UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self))
      return fit.run(count, curve, &report, others)
    }
  }

  private mutating func run(
    _ count: Int, _ curve: UnsafeMutablePointer<press_curve>, _ report: inout press_curve_report,
    _ others: UnsafeMutablePointer<press_q16>?
  ) -> Bool {
    sort(count, &report)
    if report.rule != 0 { return false }
    pool()
    judge(&report)
    if report.rule != 0 { return false }
    var made = press_curve()
    fill(&made)
    if let others { others.pointee = takeBetter(&made) }
    measure(&made, count, &report)
    curve.pointee = made
    return true
  }

  /// The point that begins at a place: the mean of its pairs.
  @inline(never)
  func point(_ start: Int) -> press_curve_point {
    let next = min(CurveFit.following(starts, start), end)
    if next &- start == 1 { return press_curve_point(conductance: conductance(start), force: force(start)) }
    var conductances: Int64 = 0
    var forces: Int64 = 0
    var i = start
    while i < next {
      conductances &+= Int64(conductance(i))
      forces &+= Int64(force(i))
      i &+= 1
    }
    let count = UInt64(truncatingIfNeeded: next &- start)
    return press_curve_point(
      conductance: Int32(clamping: Wide.divideRounded(conductances, by: count)),
      force: Int32(clamping: Wide.divideRounded(forces, by: count)))
  }

  @inline(__always)
  private func force(_ place: Int) -> Int32 { pairs[Int(order[place])].force }

  /// The conductance of a pair above the zero.
  @inline(never)
  private func conductance(_ place: Int) -> Int32 { Q16.subtract(pairs[Int(order[place])].conductance, zero) }

  @inline(__always)
  private static func bit(_ place: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: place) }

  /// The next place of a set above one from -1 to 63; 64: none.
  @inline(never)
  static func following(_ set: UInt64, _ place: Int) -> Int {
    if place >= 63 { return 64 }
    return (set & (UInt64.max &<< UInt64(truncatingIfNeeded: place &+ 1))).trailingZeroBitCount
  }

  /// The next place of a set below one from 0 to 63; -1: none.
  private static func preceding(_ set: UInt64, _ place: Int) -> Int {
    63 &- (set & (bit(place) &- 1)).leadingZeroBitCount
  }

  /// Finds the order and the zero, or refuses a negative force.
  @inline(never)
  private mutating func sort(_ count: Int, _ report: inout press_curve_report) {
    var resting: Int64 = 0
    var rests: UInt64 = 0
    var i = 0
    while i < count {
      let pair = pairs[i]
      report.span = max(report.span, pair.conductance)
      if pair.force < 0 {
        refuse(CurveRule.negative, i, &report)
        return
      }
      if pair.force == 0 {
        resting &+= Int64(pair.conductance)
        rests &+= 1
      } else {
        var place = loaded
        while place > 0 && force(place &- 1) > pair.force {
          order[place] = order[place &- 1]
          place &-= 1
        }
        order[place] = UInt8(truncatingIfNeeded: i)
        loaded &+= 1
      }
      i &+= 1
    }
    if loaded == 0 { return refuse(CurveRule.tooFew, -1, &report) }
    if rests > 0 { zero = Int32(clamping: Wide.divideRounded(resting, by: rests)) }
    report.zero = zero
  }

  /// Pool adjacent violators.
  @inline(never)
  private mutating func pool() {
    while end < loaded {
      var last = end
      starts |= CurveFit.bit(last)
      repeat { end &+= 1 } while end < loaded && force(end) == force(last)
      while last > 0 {
        let before = CurveFit.preceding(starts, last)
        let lower = point(before)
        let upper = point(last)
        // Compares the rounded means: equal ones make one point.
        if lower.conductance < upper.conductance && lower.force < upper.force { break }
        starts &= ~CurveFit.bit(last)
        last = before
      }
    }
  }

  /// Refuses pairs that rise, but not from the zero, and pairs that do not rise at all.
  @inline(never)
  private func judge(_ report: inout press_curve_report) {
    if point(0).conductance <= 0 {
      var least = 0
      let next = min(CurveFit.following(starts, 0), end)
      var i = 1
      while i < next {
        if conductance(i) < conductance(least) { least = i }
        i &+= 1
      }
      return refuse(CurveRule.notAboveZero, Int(order[least]), &report)
    }
    if starts != 1 || Int64(force(loaded &- 1)) &* 4 <= Int64(force(0)) &* 5 { return }
    var highest = conductance(0)
    var deepest: Int64 = -1
    var fallen = 0
    var i = 1
    while i < loaded {
      let fall = Int64(highest) &- Int64(conductance(i))
      if fall > deepest {
        deepest = fall
        fallen = i
      }
      highest = max(highest, conductance(i))
      i &+= 1
    }
    refuse(CurveRule.notRising, Int(order[fallen]), &report)
  }

  @inline(never)
  private func refuse(_ rule: UInt32, _ pair: Int, _ report: inout press_curve_report) {
    report = CurveFit.makeReport()
    report.rule = rule
    report.pair = Int32(truncatingIfNeeded: pair)
  }

  /// Makes a table of the 16 points that describe all best.
  @inline(never)
  private func fill(_ curve: inout press_curve) {
    var kept = starts
    while kept.nonzeroBitCount > Curve.most {
      var best = 0
      var least = Int32.max
      var from = -1
      var candidate = kept.trailingZeroBitCount
      var to = CurveFit.following(kept, candidate)
      // The last point stays: the curve goes on beyond it.
      while to < 64 {
        let error = largestError(from, to)
        if error < least {
          least = error
          best = candidate
        }
        from = candidate
        candidate = to
        to = CurveFit.following(kept, candidate)
      }
      kept &= ~CurveFit.bit(best)
    }
    withUnsafeMutablePointer(to: &curve) {
      let own = UnsafeMutablePointer(mutating: Curve.points($0))
      var count = 0
      var place = kept.trailingZeroBitCount
      while place < 64 {
        own[count] = point(place)
        count &+= 1
        place = CurveFit.following(kept, place)
      }
      Curve.fillTable($0, own, count)
    }
  }

  /// The largest relative error, Q16, of a straight line between two points, at the points between them. `from` -1: the origin.
  @inline(never)
  private func largestError(_ from: Int, _ to: Int) -> Int32 {
    let first = from < 0 ? press_curve_point() : point(from)
    let last = point(to)
    var worst: UInt64 = 0
    var place = CurveFit.following(starts, from)
    while place < to {
      let between = point(place)
      worst = max(worst, CurveFit.residual(Curve.line(first, last, between.conductance), between.force))
      place = CurveFit.following(starts, place)
    }
    return Int32(clamping: worst)
  }

  /// The relative difference of a force from `right`, which is above 0; Q16.
  @inline(never)
  static func residual(_ force: Int32, _ right: Int32) -> UInt64 {
    let off = (Int64(force) &- Int64(right)).magnitude
    return min(Wide.divideRounded(off << 16, by: UInt64(UInt32(bitPattern: right))), worstResidual)
  }

  @inline(never)
  private func measure(_ curve: UnsafePointer<press_curve>, _ count: Int, _ report: inout press_curve_report) {
    var worst: UInt64 = 0
    var squares: UInt64 = 0
    var i = 0
    while i < count {
      let pair = pairs[i]
      if pair.force > 0 {
        let residual = CurveFit.residual(Curve.force(curve, Q16.subtract(pair.conductance, zero)), pair.force)
        squares &+= residual &* residual
        if residual > worst {
          worst = residual
          report.pair = Int32(truncatingIfNeeded: i)
        }
      }
      i &+= 1
    }
    report.worst = Int32(clamping: worst)
    report.rms = CurveFit.root(Wide.divideRounded(squares, by: UInt64(truncatingIfNeeded: loaded)))
  }

  /// The square root, rounded down.
  static func root(_ square: UInt64) -> Int32 {
    var root: UInt64 = 0
    var bit: UInt64 = 1 << 30
    while bit != 0 {
      let more = root | bit
      if more &* more <= square { root = more }
      bit >>= 1
    }
    return Int32(clamping: root)
  }
}

/// Leave-one-out errors decide between two curves: lines, or a power law through all points.
extension CurveFit {
  /// Takes the power law if its error is less than three quarters of the error of lines: 9 / 16 of the squares. Returns the error of the
  /// result at points that are left out, Q16; 0: there are fewer than three points.
  @inline(never)
  func takeBetter(_ curve: inout press_curve) -> Int32 {
    let all = logarithms()
    if all.count < 3 { return 0 }
    var lines: UInt64 = 0
    var law: UInt64 = 0
    var isLaw = true
    // One curve serves all laws: a curve is large for a stack.
    var made = press_curve()
    var before = starts.trailingZeroBitCount
    var place = CurveFit.following(starts, before)
    var next = CurveFit.following(starts, place)
    while next < 64 {
      let out = point(place)
      let off = CurveFit.residual(Curve.line(point(before), point(next), out.conductance), out.force)
      lines &+= off &* off
      if isLaw {
        if all.without(out).write(&made) {
          let off = CurveFit.residual(Curve.force(&made, out.conductance), out.force)
          law &+= off &* off
        } else {
          isLaw = false
        }
      }
      before = place
      place = next
      next = CurveFit.following(starts, place)
    }
    // Neither passes 62 squares of 2 ^ 29.
    if isLaw, law >> 4 < (lines >> 8) &* 9, all.write(&made) {
      curve = made
      lines = law
    }
    return CurveFit.root(Wide.divideRounded(lines, by: UInt64(truncatingIfNeeded: all.count &- 2)))
  }

  @inline(never)
  private func logarithms() -> Logarithms {
    var all = Logarithms()
    var place = starts.trailingZeroBitCount
    while place < 64 {
      all.add(point(place), 1)
      place = CurveFit.following(starts, place)
    }
    return all
  }
}

/// Sums over the logarithms of points, Q16, and the power law of the least squares.
private struct Logarithms {
  var count = 0
  private var x: Int64 = 0
  private var y: Int64 = 0
  private var xx: Int64 = 0
  private var xy: Int64 = 0

  /// Adds a point (`times` 1) or removes it (-1). 64 products of two numbers below 2 ^ 21 fit 48 bits.
  mutating func add(_ point: press_curve_point, _ times: Int64) {
    let u = Int64(Logarithm.log2Q24(UInt32(bitPattern: point.conductance)) >> 8)
    let v = Int64(Logarithm.log2Q24(UInt32(bitPattern: point.force)) >> 8)
    count &+= Int(truncatingIfNeeded: times)
    x &+= times &* u
    y &+= times &* v
    xx &+= times &* u &* u
    xy &+= times &* u &* v
  }

  func without(_ point: press_curve_point) -> Logarithms {
    var rest = self
    rest.add(point, -1)
    return rest
  }

  /// Writes the law to a curve. Returns false if it is no law that a curve may have.
  @inline(never)
  func write(_ curve: UnsafeMutablePointer<press_curve>) -> Bool {
    let n = Int64(truncatingIfNeeded: count)
    var spread = n &* xx &- x &* x
    var common = n &* xy &- x &* y
    // Both are below 2 ^ 54, and the quotient is Q16.
    while spread > 1 &<< 43 {
      spread >>= 1
      common >>= 1
    }
    if spread <= 0 || common <= 0 || common > spread &<< 3 { return false }
    let exponent = Wide.divideRounded(common &<< 16, by: UInt64(spread))
    if exponent < 1 &<< 14 || exponent > 1 &<< 18 { return false }
    let parts = UInt64(truncatingIfNeeded: count)
    curve.pointee = Curve.makePower(
      max(Logarithm.exp2(q24: Wide.divideRounded(x &<< 8, by: parts), times: 1), 1),
      max(Logarithm.exp2(q24: Wide.divideRounded(y &<< 8, by: parts), times: 1), 1), Int32(truncatingIfNeeded: exponent))
    return true
  }
}
