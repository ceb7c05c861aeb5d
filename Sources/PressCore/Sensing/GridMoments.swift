/// The sums of the cells of one blob up to the second moments, and the axes of the ellipse that has these.
struct GridMoments {
  private(set) var cells: Int64 = 0
  private(set) var columns: (first: Int64, last: Int64) = (Int64.max, 0)
  private(set) var rows: (first: Int64, last: Int64) = (Int64.max, 0)
  private(set) var peak: Int32 = 0
  private(set) var peakColumn: Int64 = 0, peakRow: Int64 = 0
  /// Sums of the force, Q16; of force times column and row; of force times their squares and product. 1024 cells of 31 bits times 31 squared: 51
  /// bits.
  private var force: Int64 = 0
  private var x: Int64 = 0, y: Int64 = 0
  private var xx: Int64 = 0, xy: Int64 = 0, yy: Int64 = 0

  @inline(__always)
  mutating func add(_ force: Int32, column: Int, row: Int) {
    let (weight, column, row) = (Int64(force), Int64(column), Int64(row))
    cells &+= 1
    columns = (min(columns.first, column), max(columns.last, column))
    rows = (min(rows.first, row), max(rows.last, row))
    if force > peak || (force == peak && (row < peakRow || (row == peakRow && column < peakColumn))) {
      (peak, peakColumn, peakRow) = (force, column, row)
    }
    self.force &+= weight
    x &+= weight &* column
    y &+= weight &* row
    xx &+= weight &* column &* column
    xy &+= weight &* column &* row
    yy &+= weight &* row &* row
  }

  /// The fraction bits of a variance, cells squared. If the force is so large that sums would overflow, fewer of them are exact.
  private static var bits: Int64 { 20 }

  /// The axes of the ellipse in points, Q16, and its angle in degrees, Q16.
  func axes(_ pitchX: Int32, _ pitchY: Int32) -> (major: Int32, minor: Int32, angle: Int32) {
    // In units of the longer pitch, so that pitches of any size have room.
    let unit = Int64(max(pitchX.magnitude, pitchY.magnitude))
    let scaleX = Wide.divide(Int64(pitchX) &<< 30, by: unit)
    let scaleY = Wide.divide(Int64(pitchY) &<< 30, by: unit)
    let a = GridMoments.scaled(variance(xx, x, x), scaleX, scaleX)
    let b = GridMoments.scaled(variance(xy, x, y), scaleX, scaleY)
    let c = GridMoments.scaled(variance(yy, y, y), scaleY, scaleY)
    let (difference, twice) = (a &- c, 2 &* b)
    let root = Int64(Wide.squareRoot(UInt64(bitPattern: difference &* difference &+ twice &* twice)))
    return (
      GridMoments.axis(a &+ c &+ root, unit), GridMoments.axis(a &+ c &- root, unit),
      root == 0 ? 0 : Degrees.half(ofVector: difference, twice)
    )
  }

  /// The mean of a product less the product of the means, cells squared with `bits` behind the point. Counted from the cell in the
  /// middle, so that means are small: `one` and `other` are sums along two axes, `sum` that of their product.
  private func variance(_ sum: Int64, _ one: Int64, _ other: Int64) -> Int64 {
    let (a, b) = (Wide.divide(one, by: force), Wide.divide(other, by: force))
    let centred = sum &- a &* other &- b &* one &+ a &* b &* force
    return mean(centred) &- Wide.multiplyFitting(mean(one &- a &* force), mean(other &- b &* force), shiftedRight: GridMoments.bits)
  }

  private func mean(_ sum: Int64) -> Int64 {
    let shift = min(Int64(sum.magnitude.leadingZeroBitCount &- 1), GridMoments.bits)
    return Wide.divide(sum &<< shift, by: force) &<< (GridMoments.bits &- shift)
  }

  /// Multiplies a variance by two scales, Q30.
  private static func scaled(_ variance: Int64, _ one: Int64, _ other: Int64) -> Int64 {
    (((variance &* one) >> 30) &* other) >> 30
  }

  /// The length of an axis, four standard deviations, from twice the variance. The root is Q24.
  private static func axis(_ twice: Int64, _ unit: Int64) -> Int32 {
    let cells = Int64(Wide.squareRoot(UInt64(max(twice, 0)) &<< 31))
    return Int32(clamping: (cells &* unit) >> 24)
  }
}
