/// Cells that belong together: a peak and what leans on it.
struct GridBlob {
  /// Newtons, Q16.
  let peak: Int32
  /// Itself, or the blob with a higher peak that it proved to be a part of.
  var root: UInt8
  var cells: Int32 = 0
  /// How many contacts are in it.
  var claims: Int32 = 0
  /// The sum over the cells of force.
  var force: Int64 = 0
  /// Sums over the cells and the rim of weight, and of weight times column and row.
  var weights: Int64 = 0
  var sumX: Int64 = 0, sumY: Int64 = 0
  /// The centre, cells Q16.
  var x: Int32 = 0, y: Int32 = 0
  /// What the contacts in it were pressed with together.
  var strength: Int64 = 0

  init(peak: Int32, root: Int) {
    self.peak = peak
    self.root = UInt8(truncatingIfNeeded: root)
  }

  @inline(__always)
  mutating func add(_ force: Int32) {
    cells &+= 1
    self.force &+= Int64(force)
  }

  @inline(__always)
  mutating func weigh(_ weight: Int32, column: Int, row: Int) {
    weights &+= Int64(weight)
    sumX &+= Int64(weight) &* Int64(column)
    sumY &+= Int64(weight) &* Int64(row)
  }

  /// 1024 cells of 31 bits times a column of 5 fit 46 bits: there is room for the fraction.
  @inline(__always)
  mutating func locate() {
    let weights = weights & Int64.max
    x = Int32(truncatingIfNeeded: Wide.divide(sumX << 16, by: weights))
    y = Int32(truncatingIfNeeded: Wide.divide(sumY << 16, by: weights))
  }
}
