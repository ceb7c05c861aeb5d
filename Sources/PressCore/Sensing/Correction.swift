import CPress

/// The affine correction of a pad's positions, and its fit to touches at known places.
package enum Correction {
  /// The largest factor, 1024: it keeps sums of products in 64 bits.
  private static var largest: Int32 { 1024 << 16 }

  static func isIdentity(_ k: press_pad_correction) -> Bool {
    k.a == Q16.one && k.e == Q16.one && k.b | k.c | k.d | k.f == 0
  }

  /// Whether no factor is too large, and the plane is not folded to a line.
  package static func isValid(_ k: press_pad_correction) -> Bool {
    hasFactors(k) && Int64(k.a) &* Int64(k.e) != Int64(k.b) &* Int64(k.d)
  }

  static func hasFactors(_ k: press_pad_correction) -> Bool {
    isFactor(k.a) && isFactor(k.b) && isFactor(k.d) && isFactor(k.e)
  }

  private static func isFactor(_ v: Int32) -> Bool { v.magnitude <= largest.magnitude }

  /// Saturating, rounded to nearest.
  @inline(never)
  static func apply(_ k: press_pad_correction, _ x: Int32, _ y: Int32) -> (x: Int32, y: Int32) {
    (line(k.a, k.b, k.c, x, y), line(k.d, k.e, k.f, x, y))
  }

  @inline(never)
  private static func line(_ a: Int32, _ b: Int32, _ c: Int32, _ x: Int32, _ y: Int32) -> Int32 {
    let sum = Int64(a) &* Int64(x) &+ Int64(b) &* Int64(y) &+ Int64(c) << 16
    return Int32(clamping: (sum &+ 0x8000) >> 16)
  }

  /// Least squares over 3 or more points. Returns nil if they are (nearly) on a line or require factors beyond 1024;
  /// else how far the worst point is off along x or y.
  ///
  /// The normal equations are solved exactly, in 128 bits.
  package static func fit(_ p: UnsafePointer<press_pad_point>, _ count: Int, into k: inout press_pad_correction) -> Int32? {
    let t = Touches(p, count)
    let uu = t.moment(0, 0)
    let uv = t.moment(0, 1)
    let vv = t.moment(1, 1)
    let pp = t.moment(2, 2)
    let qq = t.moment(3, 3)
    let read = determinant(uu, vv, uv, uv)
    let pq = t.moment(2, 3)
    if isFlat(read, uu &+ vv) || isFlat(determinant(pp, qq, pq, pq), pp &+ qq) { return nil }
    let x = t.mean(0)
    let y = t.mean(1)
    var column = 2
    while column < 4 {
      let u = t.moment(0, column)
      let v = t.moment(1, column)
      let a = ratio(determinant(u, vv, v, uv), read, t.scale)
      let b = ratio(determinant(v, uu, u, uv), read, t.scale)
      if !isFactor(a) || !isFactor(b) { return nil }
      // Through the middle of both, the read and the actual places.
      guard let c = offset(t.mean(column), a, x, b, y) else { return nil }
      if column == 2 { (k.a, k.b, k.c) = (a, b, c) } else { (k.d, k.e, k.f) = (a, b, c) }
      column &+= 1
    }
    if !isValid(k) { return nil }
    var worst: Int64 = 0
    var i = 0
    while i < count {
      let at = apply(k, p[i].x, p[i].y)
      worst = max(worst, max(Touches.far(at.x, p[i].wanted_x), Touches.far(at.y, p[i].wanted_y)))
      i &+= 1
    }
    return Int32(clamping: worst)
  }

  /// Whether points spread across their main direction by less than a 32nd of their spread along it. The determinant is the product of both
  /// squares, the trace their sum.
  private static func isFlat(_ determinant: Int128, _ trace: Int64) -> Bool {
    determinant <= 0 || determinant < Correction.determinant(trace, trace, 0, 0) >> 10
  }

  private static func offset(_ actual: Int64, _ a: Int32, _ x: Int64, _ b: Int32, _ y: Int64) -> Int32? {
    let turned = Int64(a) &* x &+ Int64(b) &* y
    return Int32(exactly: actual &- (turned &+ 0x8000) >> 16)
  }

  /// a * b - c * d.
  @inline(never)
  private static func determinant(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) -> Int128 {
    product(a, b) &- product(c, d)
  }

  @inline(__always)
  private static func product(_ a: Int64, _ b: Int64) -> Int128 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return Int128(truncatingIfNeeded: high) &<< 64 | Int128(truncatingIfNeeded: low)
  }

  /// n * 2 ^ scale / d for d above 0, rounded to nearest; saturates if n / d is 2 ^ 28 or more. It is computed bit by bit, because there is no
  /// division of 128 bits. n is below 2 ^ 98, d below 2 ^ 97, scale from 0 to 31.
  @inline(never)
  private static func ratio(_ n: Int128, _ d: Int128, _ scale: Int) -> Int32 {
    var left = n < 0 ? 0 &- n : n
    var whole: Int128 = 0
    // The quotient of n / d first, and then a bit for each doubling of the remainder.
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

extension press_pad_correction {
  package static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 { Correction.isValid(c.pointee) ? 0 : Rule.ofRelation }

  package static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> { text("correction: a * e not equal to b * d") }
}

/// Touches at known places, as columns: x and y as read (0, 1) and as they were (2, 3).
///
/// So that products fit, distances from the first touch keep their highest 17 bits, read and actual ones each with
/// their own shift.
struct Touches {
  private let cells: UnsafePointer<Int32>
  let count: Int
  private let read: Int64
  private let actual: Int64

  init(_ points: UnsafePointer<press_pad_point>, _ count: Int) {
    cells = UnsafeRawPointer(points).assumingMemoryBound(to: Int32.self)
    self.count = count
    read = Touches.shift(cells, count, 0)
    actual = Touches.shift(cells, count, 2)
  }

  /// The power of 2 that is the factor from read to actual distances, with 16 fraction bits. 1...31.
  var scale: Int { Int(truncatingIfNeeded: 16 &+ actual &- read) }

  static func far(_ a: Int32, _ b: Int32) -> Int64 { Int64(truncatingIfNeeded: (Int64(a) &- Int64(b)).magnitude) }

  @inline(never)
  private static func shift(_ cells: UnsafePointer<Int32>, _ count: Int, _ column: Int) -> Int64 {
    var most: Int64 = 0
    var at = column
    while at < count &* 4 {
      most = max(most, max(far(cells[at], cells[column]), far(cells[at &+ 1], cells[column &+ 1])))
      at &+= 4
    }
    return Int64(truncatingIfNeeded: max(47 &- most.leadingZeroBitCount, 0))
  }

  private func distance(_ i: Int, _ column: Int) -> Int64 {
    let shift = column < 2 ? read : actual
    return (Int64(cells[i &* 4 &+ column]) &- Int64(cells[column]) &+ (1 &<< shift) >> 1) &>> shift
  }

  /// n * sum of a * b - sum of a * sum of b.
  @inline(never)
  func moment(_ a: Int, _ b: Int) -> Int64 {
    var sums: (a: Int64, b: Int64, ab: Int64) = (0, 0, 0)
    var i = 0
    while i < count {
      let (here, there) = (distance(i, a), distance(i, b))
      sums = (sums.a &+ here, sums.b &+ there, sums.ab &+ here &* there)
      i &+= 1
    }
    return Int64(truncatingIfNeeded: count) &* sums.ab &- sums.a &* sums.b
  }

  @inline(never)
  func mean(_ column: Int) -> Int64 {
    var sum: Int64 = 0
    var i = 0
    while i < count {
      sum &+= Int64(cells[i &* 4 &+ column])
      i &+= 1
    }
    return Wide.divideRounded(sum, by: UInt64(truncatingIfNeeded: count))
  }
}
