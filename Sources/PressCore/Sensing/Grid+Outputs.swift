import CPress

/// The load on a grid, with or without contacts: the forces of cells, and their sums in regions.
extension Grid {
  /// The force of a cell by its number with the border, newtons; 0 if the cell is below the rim.
  @inline(__always)
  private func force(_ at: Int) -> Int32 {
    let force = forces[at]
    return force < 0 ? newtons(~force) : force
  }

  /// Calls `visit` for each cell that bears a force.
  @inline(__always)
  private func each(_ visit: (_ at: Int, _ force: Int32) -> Void) {
    let order = order
    var i = 0
    while i < state.active {
      let at = Int(order[i])
      visit(at, forces[at])
      i &+= 1
    }
    let count = columns &* rows
    i = count &- state.rim
    while i < count {
      let at = Int(order[i])
      visit(at, force(at))
      i &+= 1
    }
  }

  package func map(_ out: UnsafeMutablePointer<Int32>, _ count: Int) -> Int32 {
    if count != columns &* rows { return Status.invalid }
    var i = 0
    while i < count {
      out[i] = 0
      i &+= 1
    }
    let (stride, columns) = (stride, columns)
    each { at, force in
      let row = Int(truncatingIfNeeded: Wide.divide(Int64(at), by: Int64(stride)))
      out[(row &- 1) &* columns &+ (at &- row &* stride &- 1)] = force
    }
    return Status.ok
  }

  package func load(_ region: UnsafePointer<press_grid_region>?) -> press_grid_load {
    var load = press_grid_load()
    var sums: (force: Int64, x: Int64, y: Int64) = (0, 0, 0)
    let stride = stride
    let (firstX, firstY, pitchX, pitchY) = (config.pointee.x, config.pointee.y, config.pointee.pitch_x, config.pointee.pitch_y)
    each { at, force in
      let row = Int(truncatingIfNeeded: Wide.divide(Int64(at), by: Int64(stride)))
      let column = at &- row &* stride
      if let region {
        let x = Int64(firstX) &+ Int64(pitchX) &* Int64(column &- 1) &- Int64(region.pointee.x)
        let y = Int64(firstY) &+ Int64(pitchY) &* Int64(row &- 1) &- Int64(region.pointee.y)
        if x < 0 || y < 0 || x >= Int64(region.pointee.width) || y >= Int64(region.pointee.height) { return }
      }
      load.cells &+= 1
      load.peak = max(load.peak, force)
      sums.force &+= Int64(force)
      sums.x &+= Int64(force) &* Int64(column &- 1)
      sums.y &+= Int64(force) &* Int64(row &- 1)
    }
    if sums.force <= 0 { return load }
    load.force = Int32(clamping: sums.force)
    let x = Int32(truncatingIfNeeded: Wide.divide(sums.x << 16, by: sums.force))
    let y = Int32(truncatingIfNeeded: Wide.divide(sums.y << 16, by: sums.force))
    load.x = Q16.add(firstX, Q16.multiply(x, pitchX))
    load.y = Q16.add(firstY, Q16.multiply(y, pitchY))
    return load
  }

  /// Whether a cell of the blob lies in a saturated row or column.
  func isSaturated(_ blob: Int) -> Bool {
    let lines = (columns: lines.pointee.saturatedColumns, rows: lines.pointee.saturatedRows)
    if lines.columns | lines.rows == 0 || blob < 0 { return false }
    let (labels, order, stride, label) = (labels, order, stride, UInt8(truncatingIfNeeded: blob))
    var i = 0
    while i < state.active {
      let at = Int(order[i])
      if labels[at] == label {
        let row = Int(truncatingIfNeeded: Wide.divide(Int64(at), by: Int64(stride)))
        let (column, line) = (UInt32(truncatingIfNeeded: at &- row &* stride &- 1), UInt32(truncatingIfNeeded: row &- 1))
        if (lines.columns &>> column) & 1 != 0 || (lines.rows &>> line) & 1 != 0 { return true }
      }
      i &+= 1
    }
    return false
  }
}
