import CPress

/// Joins blobs: a heel, a ball and toes with nothing between them are one contact. Two cells are near if no more columns and rows lie between
/// them than fit into join_x and join_y. Blobs with near cells are one; a third blob that is near to one of them belongs to it, too.
///
/// A foot rolls from heel to toe in a few frames, and its place moves farther than max_jump. So a contact also continues in a blob whose
/// cells are near to those that the contact had before.
extension Grid {
  /// Computes the reach: the greatest distance of near cells, which is one more than the number of cells between them.
  func setReach() {
    let isOff = config.pointee.join_x == 0 && config.pointee.join_y == 0
    state.reachX = isOff ? 0 : Grid.reach(config.pointee.join_x, config.pointee.pitch_x)
    state.reachY = isOff ? 0 : Grid.reach(config.pointee.join_y, config.pointee.pitch_y)
  }

  private static func reach(_ way: Int32, _ pitch: Int32) -> Int {
    Int(truncatingIfNeeded: min(Wide.divide(Int64(way), by: Int64(pitch.magnitude)) &+ 1, 32))
  }

  /// Makes blobs of near cells that count; peaks and valleys do not matter. Row by row, each cell takes the label of a near cell above or to
  /// the left, and blobs with near cells become one. For each column only its last cell is kept: a cell above that was near to it, or is near
  /// to no cell below.
  @inline(never)
  func label() {
    let (labels, forces, stride, columns) = (labels, forces, stride, columns)
    let (reachX, reachY) = (state.reachX, state.reachY)
    var lastRow = InlineArray<32, UInt8>(repeating: 0)  // the row plus 64; 0: none
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
            forces[first &+ column] = 0  // the cell is of no blob
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

  /// The label of a cell that is near to a cell with the label `there`. If the cell has another label already, the two blobs become one.
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

  /// Makes two blobs one.
  private func one(_ a: Int, _ b: Int, _ made: Int) {
    let (higher, lower) = (UInt8(truncatingIfNeeded: min(a, b)), UInt8(truncatingIfNeeded: max(a, b)))
    var i = Int(lower)
    while i < made {
      if blobs[i].root == lower { blobs[i].root = higher }
      i &+= 1
    }
  }

  /// The distance of a blob whose place is too far away: just below `limit` if its cells are near to those of the contact, else `impossible`.
  @inline(never)
  func rolled(_ track: UnsafePointer<GridTrack>, _ blob: UnsafePointer<GridBlob>, _ limit: Int64) -> Int64 {
    track.pointee.box.isNear(blob.pointee.box, state.reachX, state.reachY) ? limit &- 1 : Grid.impossible
  }
}

/// A range of columns and rows, the first and the last included.
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
