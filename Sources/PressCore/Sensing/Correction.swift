import CPress

/// The affine correction of a pad's positions, and its fit to touches at known places.
public enum Correction {
  /// 1024: what keeps sums of products in 64 bits.
  private static var largest: Int32 { 1024 << 16 }

  public static func makeIdentity() -> press_pad_correction {
    press_pad_correction(a: Q16.one, b: 0, c: 0, d: 0, e: Q16.one, f: 0)
  }

  static func isIdentity(_ k: press_pad_correction) -> Bool {
    k.a == Q16.one && k.e == Q16.one && k.b | k.c | k.d | k.f == 0
  }

  /// No factor is too large, and the plane is not folded to a line.
  public static func isValid(_ k: press_pad_correction) -> Bool {
    isFactor(k.a) && isFactor(k.b) && isFactor(k.d) && isFactor(k.e) && Int64(k.a) &* Int64(k.e) != Int64(k.b) &* Int64(k.d)
  }

  private static func isFactor(_ v: Int32) -> Bool { v.magnitude <= largest.magnitude }

  /// Saturating, rounded to nearest.
  @inline(never)
  static func apply(_ k: press_pad_correction, _ x: Int32, _ y: Int32) -> (x: Int32, y: Int32) {
    (line(k.a, k.b, k.c, x, y), line(k.d, k.e, k.f, x, y))
  }

  private static func line(_ a: Int32, _ b: Int32, _ c: Int32, _ x: Int32, _ y: Int32) -> Int32 {
    let sum = Int64(a) &* Int64(x) &+ Int64(b) &* Int64(y) &+ Int64(c) << 16
    return Int32(clamping: (sum &+ 0x8000) >> 16)
  }

  /// Least squares over 3 or more points. Returns nil where they lie (nearly) on a line or ask for factors beyond 1024;
  /// else how far the worst point is off along x or y.
  ///
  /// The normal equations are solved exactly, in 128 bits. So that they fit, distances from the first point keep their
  /// highest 17 bits, those read and those wanted each with their own shift.
  public static func fit(_ p: UnsafePointer<press_pad_point>, _ count: Int, into k: inout press_pad_correction) -> Int32? {
    let read = shift(p, count) { max(far($0.x, $1.x), far($0.y, $1.y)) }
    let wanted = shift(p, count) { max(far($0.wanted_x, $1.wanted_x), far($0.wanted_y, $1.wanted_y)) }
    var s = Sums()
    var i = 0
    while i < count {
      s.add(
        step(p[i].x, p[0].x, read), step(p[i].y, p[0].y, read), step(p[i].wanted_x, p[0].wanted_x, wanted),
        step(p[i].wanted_y, p[0].wanted_y, wanted))
      i &+= 1
    }
    let n = Int64(truncatingIfNeeded: count)
    let uu = n &* s.uu &- s.u &* s.u
    let uv = n &* s.uv &- s.u &* s.v
    let vv = n &* s.vv &- s.v &* s.v
    let determinant = product(uu, vv) &- product(uv, uv)
    let pp = n &* s.pp &- s.p &* s.p
    let pq = n &* s.pq &- s.p &* s.q
    let qq = n &* s.qq &- s.q &* s.q
    if isFlat(determinant, uu &+ vv) || isFlat(product(pp, qq) &- product(pq, pq), pp &+ qq) { return nil }
    let up = n &* s.up &- s.u &* s.p
    let vp = n &* s.vp &- s.v &* s.p
    let uq = n &* s.uq &- s.u &* s.q
    let vq = n &* s.vq &- s.v &* s.q
    let scale = 16 &+ wanted &- read
    k.a = ratio(product(up, vv) &- product(vp, uv), determinant, scale)
    k.b = ratio(product(vp, uu) &- product(up, uv), determinant, scale)
    k.d = ratio(product(uq, vv) &- product(vq, uv), determinant, scale)
    k.e = ratio(product(vq, uu) &- product(uq, uv), determinant, scale)
    if !isValid(k) { return nil }
    // Through the middle of both, read and wanted.
    let x = mean(p, count) { $0.x }
    let y = mean(p, count) { $0.y }
    guard let c = offset(mean(p, count) { $0.wanted_x }, k.a, x, k.b, y), let f = offset(mean(p, count) { $0.wanted_y }, k.d, x, k.e, y)
    else { return nil }
    k.c = c
    k.f = f
    var worst: Int64 = 0
    i = 0
    while i < count {
      let at = apply(k, p[i].x, p[i].y)
      worst = max(worst, max(far(at.x, p[i].wanted_x), far(at.y, p[i].wanted_y)))
      i &+= 1
    }
    return Int32(clamping: worst)
  }

  /// Sums over points of what was read (u, v) and wanted (p, q): 18 bits each, of up to 64 points.
  private struct Sums {
    var u: Int64 = 0, v: Int64 = 0, p: Int64 = 0, q: Int64 = 0
    var uu: Int64 = 0, uv: Int64 = 0, vv: Int64 = 0
    var pp: Int64 = 0, pq: Int64 = 0, qq: Int64 = 0
    var up: Int64 = 0, vp: Int64 = 0, uq: Int64 = 0, vq: Int64 = 0

    mutating func add(_ u1: Int64, _ v1: Int64, _ p1: Int64, _ q1: Int64) {
      u &+= u1
      v &+= v1
      p &+= p1
      q &+= q1
      uu &+= u1 &* u1
      uv &+= u1 &* v1
      vv &+= v1 &* v1
      pp &+= p1 &* p1
      pq &+= p1 &* q1
      qq &+= q1 &* q1
      up &+= u1 &* p1
      vp &+= v1 &* p1
      uq &+= u1 &* q1
      vq &+= v1 &* q1
    }
  }

  /// Across the line that points lie along, less than a 32nd of the way: the determinant is the product of both squares,
  /// the trace their sum.
  private static func isFlat(_ determinant: Int128, _ trace: Int64) -> Bool {
    determinant <= 0 || determinant < product(trace, trace) >> 10
  }

  private static func far(_ a: Int32, _ b: Int32) -> Int64 { Int64(truncatingIfNeeded: (Int64(a) &- Int64(b)).magnitude) }

  @inline(__always)
  private static func shift(
    _ p: UnsafePointer<press_pad_point>, _ count: Int, _ distance: (press_pad_point, press_pad_point) -> Int64
  ) -> Int {
    var most: Int64 = 0
    var i = 0
    while i < count {
      most = max(most, distance(p[i], p[0]))
      i &+= 1
    }
    return max(47 &- most.leadingZeroBitCount, 0)
  }

  private static func step(_ v: Int32, _ from: Int32, _ shift: Int) -> Int64 {
    let half: Int64 = shift == 0 ? 0 : 1 &<< (Int64(truncatingIfNeeded: shift) &- 1)
    return (Int64(v) &- Int64(from) &+ half) &>> Int64(truncatingIfNeeded: shift)
  }

  @inline(__always)
  private static func mean(_ p: UnsafePointer<press_pad_point>, _ count: Int, _ value: (press_pad_point) -> Int32) -> Int32 {
    var sum: Int64 = 0
    var i = 0
    while i < count {
      sum &+= Int64(value(p[i]))
      i &+= 1
    }
    return Int32(truncatingIfNeeded: Wide.divideRounded(sum, by: UInt64(truncatingIfNeeded: count)))
  }

  private static func offset(_ wanted: Int32, _ a: Int32, _ x: Int32, _ b: Int32, _ y: Int32) -> Int32? {
    let turned = Int64(a) &* Int64(x) &+ Int64(b) &* Int64(y)
    return Int32(exactly: Int64(wanted) &- (turned &+ 0x8000) >> 16)
  }

  private static func product(_ a: Int64, _ b: Int64) -> Int128 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return Int128(truncatingIfNeeded: high) &<< 64 | Int128(truncatingIfNeeded: low)
  }

  /// n * 2 ^ scale / d for d above 0, rounded to nearest, saturating at 2 ^ 27: bit by bit, as no division of 128 bits is
  /// there. n is below 2 ^ 98, d below 2 ^ 97, scale from 0 to 31.
  private static func ratio(_ n: Int128, _ d: Int128, _ scale: Int) -> Int32 {
    var left = n < 0 ? 0 &- n : n
    var whole: Int128 = 0
    // The quotient of n / d first, and then a bit for each doubling of what is left.
    var bit = 27
    while bit >= 0 {
      let part = d &<< Int128(truncatingIfNeeded: bit)
      if left >= part {
        left &-= part
        whole |= 1 &<< Int128(truncatingIfNeeded: bit)
      }
      bit &-= 1
    }
    if left >= d { return n < 0 ? Int32.min : Int32.max }
    var i = 0
    while i <= scale {
      left &<<= 1
      whole &<<= 1
      if left >= d {
        left &-= d
        whole |= 1
      }
      i &+= 1
    }
    let rounded = Int64(clamping: (whole &+ 1) >> 1)
    return Int32(clamping: n < 0 ? 0 &- rounded : rounded)
  }
}
