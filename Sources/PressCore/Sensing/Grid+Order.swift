/// The cells that count, highest first, and of equal ones the first first.
///
/// They come in the order of the cells. Few are put where they belong one by one; many are dealt out byte by byte of their
/// forces, from the lowest, so that the work grows with their number alone.
extension Grid {
  private static var few: Int { 24 }

  func sort() {
    let count = state.active
    if count <= Grid.few { return insert(count) }
    var from = order
    var to = spare
    var shift: UInt32 = 0
    while shift < 32 {
      if deal(from, to, count, shift) { (from, to) = (to, from) }
      shift &+= 8
    }
    if from != order { order.update(from: from, count: count & Int.max) }
  }

  private func insert(_ count: Int) {
    let order = order
    let forces = forces
    var i = 1
    while i < count {
      let cell = order[i]
      let force = forces[Int(cell)]
      var at = i
      while at > 0 && forces[Int(order[at &- 1])] < force {
        order[at] = order[at &- 1]
        at &-= 1
      }
      order[at] = cell
      i &+= 1
    }
  }

  /// By one byte of the forces, those with the same in the order in which they were. Returns false where all have the same.
  @inline(never)
  private func deal(_ from: UnsafeMutablePointer<UInt16>, _ to: UnsafeMutablePointer<UInt16>, _ count: Int, _ shift: UInt32) -> Bool {
    let forces = forces
    let places = places
    places.update(repeating: 0, count: 256)
    var i = 0
    while i < count {
      places[Grid.byte(forces[Int(from[i])], shift)] &+= 1
      i &+= 1
    }
    if Int(places[Grid.byte(forces[Int(from[0])], shift)]) == count { return false }
    var sum: UInt16 = 0
    i = 256
    while i > 0 {
      i &-= 1
      let here = places[i]
      places[i] = sum
      sum &+= here
    }
    i = 0
    while i < count {
      let cell = from[i]
      let byte = Grid.byte(forces[Int(cell)], shift)
      to[Int(places[byte])] = cell
      places[byte] &+= 1
      i &+= 1
    }
    return true
  }

  @inline(__always)
  private static func byte(_ force: Int32, _ shift: UInt32) -> Int { Int((UInt32(bitPattern: force) &>> shift) & 255) }
}
