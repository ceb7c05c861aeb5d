import CPress

/// What masses that were left out say of a curve: lines, or a power law through all points.
extension CurveFit {
  /// The law is taken where it is off by less than three quarters of what lines are: 9 / 16 of the squares. Returns how far what stays is
  /// off at points that are left out, Q16; 0: there are fewer than three.
  @inline(never)
  func takeBetter(_ curve: inout press_curve) -> Int32 {
    let all = logarithms()
    if all.count < 3 { return 0 }
    var lines: UInt64 = 0
    var law: UInt64 = 0
    var isLaw = true
    // One for all laws: a curve is large for a stack.
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

  /// 1: add it; -1: take it out. 64 products of two numbers below 2 ^ 21 fit 48 bits.
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

  /// False: no law that a curve may have.
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
