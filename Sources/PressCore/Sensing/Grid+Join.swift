import CPress

/// Blobs that are joined: a heel, a ball and toes with nothing between them are one contact. Two cells are near where no more columns and no more rows lie
/// between them than fit into join_x and join_y; blobs that have near cells are one. A third one that is near to one of them belongs to it, too.
///
/// A foot rolls from heel to toe in a few frames, and its place goes farther than a contact is looked for. A blob whose cells are near to those
/// of a contact before is a place for that contact too.
extension Grid {
  /// The number of columns between is the way between middles, less one.
  func setReach() {
    let isOff = config.pointee.join_x == 0 && config.pointee.join_y == 0
    state.reachX = isOff ? 0 : Grid.reach(config.pointee.join_x, config.pointee.pitch_x)
    state.reachY = isOff ? 0 : Grid.reach(config.pointee.join_y, config.pointee.pitch_y)
  }

  private static func reach(_ way: Int32, _ pitch: Int32) -> Int {
    Int(truncatingIfNeeded: min(Wide.divide(Int64(way), by: Int64(pitch.magnitude)) &+ 1, 32))
  }

  /// Cells that count become blobs of near cells; peaks and valleys do not matter. Row by row each cell takes the label of one that is near, above or
  /// to the left, and blobs whose cells are near become one. Each column keeps the last cell that counts: one above that was near to it, or is near
  /// to none below.
  @inline(never)
  func label() {
    let (labels, forces, stride, columns) = (labels, forces, stride, columns)
    let (reachX, reachY) = (state.reachX, state.reachY)
    var lastRow = InlineArray<32, UInt8>(repeating: 0)  // counted from 64
    var lastLabel = InlineArray<32, UInt8>(repeating: 0)
    state.blobs = 0
    var row = 0
    while row < rows {
      let first = (row &+ 1) &* stride &+ 1
      var column = 0
      while column < columns {
        if forces[first &+ column] > 0 {
          var own = Grid.none
          var other = max(column &- reachX, 0)
          let last = min(column &+ reachX, columns &- 1)
          while other <= last {
            if row &+ 64 &- Int(lastRow[unchecked: other]) <= reachY { own = meet(own, lastLabel[unchecked: other]) }
            other &+= 1
          }
          if own == Grid.none { own = begin() }
          if own != Grid.none {
            blobs[Int(own)].add(peak: forces[first &+ column], column, row)
            lastRow[unchecked: column] = UInt8(truncatingIfNeeded: row &+ 64)
            lastLabel[unchecked: column] = own
          } else {
            forces[first &+ column] = 0  // of no blob
          }
          labels[first &+ column] = own
        }
        column &+= 1
      }
      row &+= 1
    }
    var i = 0
    while i < state.blobs {
      let root = Int(blobs[i].root)
      if root != i { blobs[root].add(blobs + i) }
      i &+= 1
    }
  }

  /// The label of a cell that has one already, or none, and is near to a cell with another.
  @inline(__always)
  private func meet(_ own: UInt8, _ there: UInt8) -> UInt8 {
    if own == Grid.none { return there }
    if own != there && blobs[Int(own)].root != blobs[Int(there)].root {
      one(Int(blobs[Int(own)].root), Int(blobs[Int(there)].root), state.blobs)
    }
    return own
  }

  private func begin() -> UInt8 {
    if state.blobs == Grid.mostBlobs { return Grid.none }
    (blobs + state.blobs).initialize(to: GridBlob(peak: 0, root: state.blobs))
    state.blobs &+= 1
    return UInt8(truncatingIfNeeded: state.blobs &- 1)
  }

  /// Two blobs are one.
  private func one(_ a: Int, _ b: Int, _ made: Int) {
    let (higher, lower) = (UInt8(truncatingIfNeeded: min(a, b)), UInt8(truncatingIfNeeded: max(a, b)))
    var i = Int(lower)
    while i < made {
      if blobs[i].root == lower { blobs[i].root = higher }
      i &+= 1
    }
  }

  /// The distance of a blob that is too far away by its place. If its cells are near to those of the contact it is the most that still counts.
  @inline(never)
  func rolled(_ track: UnsafePointer<GridTrack>, _ blob: UnsafePointer<GridBlob>, _ limit: Int64) -> Int64 {
    track.pointee.box.isNear(blob.pointee.box, state.reachX, state.reachY) ? limit &- 1 : Grid.impossible
  }
}

/// Columns and rows from the first to the last.
struct GridBox {
  private var left: UInt8 = 255, right: UInt8 = 0, top: UInt8 = 255, bottom: UInt8 = 0

  @inline(__always)
  mutating func add(_ column: Int, _ row: Int) {
    left = min(left, UInt8(truncatingIfNeeded: column))
    right = max(right, UInt8(truncatingIfNeeded: column))
    top = min(top, UInt8(truncatingIfNeeded: row))
    bottom = max(bottom, UInt8(truncatingIfNeeded: row))
  }

  mutating func add(_ other: GridBox) {
    left = min(left, other.left)
    right = max(right, other.right)
    top = min(top, other.top)
    bottom = max(bottom, other.bottom)
  }

  func isNear(_ other: GridBox, _ columns: Int, _ rows: Int) -> Bool {
    Int(left) <= Int(other.right) &+ columns && Int(other.left) <= Int(right) &+ columns
      && Int(top) <= Int(other.bottom) &+ rows && Int(other.top) <= Int(bottom) &+ rows
  }
}
