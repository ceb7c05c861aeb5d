import CPress

/// The shape of a contact, computed when it is asked for: labels and forces of a frame stay until the next.
extension Grid {
  public func shape(_ contact: UInt32, _ out: inout press_grid_shape) -> Int32 {
    let own = contact &- config.pointee.contact
    if own >= UInt32(truncatingIfNeeded: most) { return Status.notFound }
    let i = Int(truncatingIfNeeded: own)
    if tracks[i].phase != .down { return Status.notFound }
    if tracks[i].blob < 0 { return Status.state }
    let moments = moments(tracks[i].blob)
    out.cells = UInt32(truncatingIfNeeded: moments.cells)
    out.area =
      UInt64(truncatingIfNeeded: moments.cells) &* (UInt64(config.pointee.pitch_x.magnitude) &* UInt64(config.pointee.pitch_y.magnitude) >> 16)
    let axes = moments.axes(config.pointee.pitch_x, config.pointee.pitch_y)
    (out.major, out.minor, out.angle) = (axes.major, axes.minor, axes.angle)
    (out.x, out.width) = span(config.pointee.x, config.pointee.pitch_x, moments.columns)
    (out.y, out.height) = span(config.pointee.y, config.pointee.pitch_y, moments.rows)
    out.peak = moments.peak
    out.peak_x = middle(config.pointee.x, config.pointee.pitch_x, moments.peakColumn)
    out.peak_y = middle(config.pointee.y, config.pointee.pitch_y, moments.peakRow)
    return Status.ok
  }

  private func moments(_ blob: Int) -> GridMoments {
    var moments = GridMoments()
    let label = UInt8(truncatingIfNeeded: blob)
    let (labels, forces, order, stride) = (labels, forces, order, stride)
    var n = 0
    while n < state.active {
      let at = Int(order[n])
      if labels[at] == label {
        let row = Int(truncatingIfNeeded: Wide.divide(Int64(at), by: Int64(stride)))
        moments.add(forces[at], column: at &- row &* stride &- 1, row: row &- 1)
      }
      n &+= 1
    }
    return moments
  }

  /// A blob of one contact is as long as a palm.
  func isLong(_ blob: Int) -> Bool {
    let length = Int64(config.pointee.palm_length) << 16
    // Cells that follow each other over their corners, with all force at both ends: four standard deviations are less than three pitches for each.
    let pitch = Int64(max(config.pointee.pitch_x.magnitude, config.pointee.pitch_y.magnitude))
    if blobs[blob].claims > 1 || 3 &* pitch &* Int64(blobs[blob].cells) < length { return false }
    return Int64(moments(blob).axes(config.pointee.pitch_x, config.pointee.pitch_y).major) >= length
  }

  private func middle(_ first: Int32, _ pitch: Int32, _ number: Int64) -> Int32 { Int32(clamping: Int64(first) &+ Int64(pitch) &* number) }

  /// From the outer edge of one cell to that of another: half a pitch beyond their middles.
  private func span(_ first: Int32, _ pitch: Int32, _ cells: (first: Int64, last: Int64)) -> (Int32, Int32) {
    let one = 2 &* (Int64(first) &+ Int64(pitch) &* cells.first) &- Int64(pitch)
    let other = 2 &* (Int64(first) &+ Int64(pitch) &* cells.last) &+ Int64(pitch)
    let least = min(one, other)
    return (Int32(clamping: least >> 1), Int32(clamping: (max(one, other) &- least) >> 1))
  }
}
