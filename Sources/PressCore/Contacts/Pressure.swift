/// From force to pressure: nothing up to `low`, 1 from `high` on, and a curve between them, straight, or bent to be soft or firm.
///
/// Straight takes what a `Ramp` takes: a curve has a span of 0, so that each force leaves where one does that reaches `high`.
struct Pressure {
  let low: Int32
  private let span: UInt32
  private let reciprocal: UInt64
  let firmness: Int32

  /// low < high. -1...1, 0: straight.
  init(from low: Int32, to high: Int32, firmness: Int32) {
    let ramp = Ramp(from: low, to: high)
    self.low = low
    span = firmness == 0 ? ramp.span : 0
    reciprocal = ramp.reciprocal
    self.firmness = firmness
  }

  /// As given: the reciprocal of each span is another.
  var high: Int32 { low &+ Int32(truncatingIfNeeded: Wide.divide(1 << 62, by: reciprocal &- 1)) }

  /// It is handed where it lies, so that what is straight loads nothing for the rest.
  @inline(__always)
  static func of(_ force: Int32, by curve: UnsafePointer<Pressure>) -> Int32 {
    if force < curve.pointee.low { return 0 }
    let distance = UInt32(bitPattern: force &- curve.pointee.low)
    if _slowPath(distance >= curve.pointee.span) { return curved(distance, curve) }
    return min(Int32(truncatingIfNeeded: (UInt64(distance) &* curve.pointee.reciprocal) >> 46), Q16.one &- 1)
  }

  /// With u, the part of the way that is behind (firm) or ahead (soft): (1 - c) u + c u^3, of the whole. Each product is rounded down, and rises
  /// with u, so that pressure never falls where force rises.
  @inline(never)
  private static func curved(_ distance: UInt32, _ curve: UnsafePointer<Pressure>) -> Int32 {
    let firmness = curve.pointee.firmness
    let (way, isFar) = UInt64(distance).multipliedReportingOverflow(by: curve.pointee.reciprocal)
    if firmness == 0 || isFar || way >> 62 != 0 { return Q16.one }
    let x = way >> 30
    let u = firmness < 0 ? UInt64(UInt32.max) &- x : x
    let cube = ((u &* u) >> 32 &* u) >> 32
    let share = UInt64(firmness.magnitude)
    let y = (65536 &- share) &* u &+ share &* cube
    return Int32(truncatingIfNeeded: (firmness < 0 ? 1 << 48 &- 1 &- y : y) >> 32)
  }
}
