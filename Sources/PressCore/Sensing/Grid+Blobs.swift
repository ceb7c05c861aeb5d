import CPress

/// From cells to blobs. Cells are taken from the highest down, equal ones in the order of the cells. A cell begins a blob if none of its
/// neighbours was taken before; else it joins the blob of its highest neighbour. If two blobs meet at a cell, its height decides whether
/// they are one. So the way between two peaks is judged by its highest pass, and every cell is visited once.
///
/// With few peaks, which is usual, not all cells are sorted: each cell climbs to its highest neighbour, and so on, up to a peak.
/// Only peaks, and cells at which blobs meet, are then taken from the highest down.
extension Grid {
  static var none: UInt8 { 255 }
  /// A bit in the label of a cell at which blobs meet, until the sums are taken.
  private static var meets: UInt8 { 64 }
  /// Labels from `climbs` on say to which neighbour a cell climbs: `here` plus the number of the neighbour minus that of the cell.
  private static var climbs: UInt8 { 128 }
  private static var here: Int { 164 }

  /// Removes the cells and blobs of the frame before.
  func forget() {
    let (labels, forces, order) = (labels, forces, order)
    var i = state.active
    while i > 0 {
      i &-= 1
      labels[Int(order[i])] = Grid.none
      forces[Int(order[i])] = 0
    }
    state.active = 0
    state.rim = 0
    state.blobs = 0
  }

  func find(_ cells: UnsafePointer<Int32>) {
    forget()
    let rim = collect(cells)
    state.rim = columns &* rows &- rim
    if state.active == 0 { return }
    if state.reachX != 0 {
      label()
    } else if !climb() {
      sort()
      grow()
    }
    gather(rim)
  }

  /// Collects the cells that count, and their forces. Cells that may be a rim fill `order` from its end down. Returns where these begin.
  private func collect(_ cells: UnsafePointer<Int32>) -> Int {
    let (columns, rows, stride) = (columns, rows, stride)
    let (floor, rimFloor) = (state.floor, state.rimFloor)
    let hasZeros = hasZeros
    let order = order
    let zeros = zeros
    let forces = forces
    let cellCount = columns &* rows
    // A cell less its zero, rounded, reaches the rim if the cell, Q16, plus this bias is above the zero.
    let bias = (1 &- Int64(rimFloor)) << 16 &- 0x8000
    let gain = Int64(config.pointee.gain)
    let isLinear = config.pointee.curve.kind == 0
    var count = 0
    var rim = cellCount
    // From the number of a cell to its place with the border: two more in each row.
    var border = stride &+ 1
    var row = 0
    var end = columns
    var masked = state.mask[unchecked: 0]
    var i = 0
    while true {
      // Most cells are below the rim: they are skipped fast.
      if hasZeros {
        while i &+ 1 < cellCount && (Int64(cells[i]) << 16) &+ bias <= zeros[i] && (Int64(cells[i &+ 1]) << 16) &+ bias <= zeros[i &+ 1] { i &+= 2 }
        while i < cellCount && (Int64(cells[i]) << 16) &+ bias <= zeros[i] { i &+= 1 }
      } else {
        while i &+ 3 < cellCount && cells[i] < rimFloor && cells[i &+ 1] < rimFloor && cells[i &+ 2] < rimFloor && cells[i &+ 3] < rimFloor {
          i &+= 4
        }
        while i < cellCount && cells[i] < rimFloor { i &+= 1 }
      }
      if i == cellCount { break }
      while i >= end {
        row &+= 1
        end &+= columns
        border &+= 2
        masked = state.mask[unchecked: row]
      }
      let at = i &+ border
      let here = i
      i &+= 1
      if masked != 0 && (masked &>> UInt32(truncatingIfNeeded: here &- end &+ columns)) & 1 != 0 { continue }
      var value = cells[here]
      if hasZeros {
        value = Grid.clamped(value) &- Int32(truncatingIfNeeded: (zeros[here] &+ 0x8000) >> 16)
        if value < rimFloor { continue }
      }
      if value >= floor {
        forces[at] = isLinear ? Grid.scaled(value, gain) : newtons(value)
        order[count] = UInt16(truncatingIfNeeded: at)
        count &+= 1
      } else {
        forces[at] = ~value
        rim &-= 1
        order[rim] = UInt16(truncatingIfNeeded: at)
      }
    }
    state.active = count
    return rim
  }

  /// A cell above 0, times its gain.
  @inline(__always)
  private static func scaled(_ cell: Int32, _ gain: Int64) -> Int32 {
    Int32(truncatingIfNeeded: min((Int64(min(cell, largest)) &* gain) >> 16, Int64(Int32.max)))
  }

  /// The force of a cell, newtons, Q16; it rises with the cell. Not inlined: that saves 0.7 KB, and `collect` calls it only with a curve.
  @inline(never)
  func newtons(_ cell: Int32) -> Int32 {
    let value = Grid.scaled(max(Grid.clamped(cell), 0), Int64(config.pointee.gain))
    if config.pointee.curve.kind == 0 { return value }
    return Curve.force(curve, value)
  }

  /// Half of release_force. The weight of a cell in the place of a contact is its force above this, so that a cell that joins or leaves does
  /// not move the contact.
  private var half: Int32 { config.pointee.release_force >> 1 }

  func setFloors() {
    state.floor = least(config.pointee.release_force)
    state.rimFloor = least(half)
    state.hasLimits = false
    setReach()
  }

  /// The least value of a cell that makes this force; Int32.max: none does.
  private func least(_ force: Int32) -> Int32 {
    var low: Int32 = 0
    var high = Grid.largest
    // Halves 29 bits.
    while high &- low > 1 {
      let middle = low &+ ((high &- low) >> 1)
      if newtons(middle) >= force { high = middle } else { low = middle }
    }
    return newtons(high) >= force ? high : Int32.max
  }

  // MARK: Growth

  /// Steps row by row through the nine cells around `cell` and itself; a cell that grows, or is of the rim, has no label yet. The first
  /// `neighbour` is `cell - stride - 1`, and `last` two more. Returns false after the last cell.
  @inline(__always)
  private func step(_ neighbour: inout Int, _ last: inout Int, around cell: Int, _ stride: Int) -> Bool {
    if neighbour != last {
      neighbour &+= 1
      return true
    }
    if last > cell &+ stride { return false }
    last &+= stride
    neighbour = last &- 2
    return true
  }

  /// Makes blobs without sorting all cells. Returns false if there are more than `few` peaks, or cells at which blobs meet; then no cell
  /// has a label.
  private func climb() -> Bool {
    let (labels, forces, order, stride) = (labels, forces, order, stride)
    let count = state.active
    let peaks = spare
    var made = 0
    var i = 0
    while i < count {
      let cell = Int(order[i])
      // If cells are equal, the lowest number is taken first.
      let way = Grid.way(from: forces + cell, stride, above: forces[cell] &- 1)
      labels[cell] = UInt8(truncatingIfNeeded: way &+ Grid.here)
      if way == 0 {
        if made == Grid.few { return unlabel() }
        peaks[made] = UInt16(truncatingIfNeeded: cell)
        made &+= 1
      }
      i &+= 1
    }
    insert(peaks, made)
    i = 0
    while i < made {
      let cell = Int(peaks[i])
      (blobs + i).initialize(to: GridBlob(peak: forces[cell], root: i))
      labels[cell] = UInt8(truncatingIfNeeded: i)
      i &+= 1
    }
    state.blobs = made
    i = 0
    while i < count {
      follow(Int(order[i]))
      i &+= 1
    }
    return made < 2 || border(made) || unlabel()
  }

  /// Removes the labels of all cells. Returns false.
  @inline(never)
  private func unlabel() -> Bool {
    let (labels, order) = (labels, order)
    var i = state.active
    while i > 0 {
      i &-= 1
      labels[Int(order[i])] = Grid.none
    }
    return false
  }

  /// The way from a cell to its highest neighbour above `force`: the difference of their numbers; 0: there is none. A neighbour with a higher
  /// number must be above the cell itself, too.
  @inline(__always)
  private static func way(from here: UnsafeMutablePointer<Int32>, _ stride: Int, above force: Int32) -> Int {
    let (above, below) = (here - stride, here + stride)
    var highest = force
    var way = 0
    climb(&highest, &way, above[-1], 0 &- stride &- 1)
    climb(&highest, &way, above[0], 0 &- stride)
    climb(&highest, &way, above[1], 1 &- stride)
    climb(&highest, &way, here[-1], -1)
    highest = max(highest, here[0])
    climb(&highest, &way, here[1], 1)
    climb(&highest, &way, below[-1], stride &- 1)
    climb(&highest, &way, below[0], stride)
    climb(&highest, &way, below[1], stride &+ 1)
    return way
  }

  @inline(__always)
  private static func climb(_ highest: inout Int32, _ way: inout Int, _ force: Int32, _ there: Int) {
    if force > highest { (highest, way) = (force, there) }
  }

  /// Gives a cell, and all cells on its way up, the label of the peak.
  @inline(__always)
  private func follow(_ cell: Int) {
    var peak = cell
    while labels[peak] >= Grid.climbs { peak &+= Int(labels[peak]) &- Grid.here }
    let label = labels[peak]
    var at = cell
    while at != peak {
      let way = Int(labels[at]) &- Grid.here
      labels[at] = label
      at &+= way
    }
  }

  /// Joins blobs where their cells are neighbours: they meet at the lower cell. Returns false if they meet at more than `few` cells.
  private func border(_ made: Int) -> Bool {
    let (labels, forces, order, stride) = (labels, forces, order, stride)
    let count = state.active
    // If blobs meet at a lower cell than this, not even the blob with the lowest peak is a part of another.
    let least = pass(of: made &- 1)
    var found = 0
    var i = 0
    while i < count {
      let cell = Int(order[i])
      if forces[cell] >= least {
        let own = labels[cell]
        let next = labels + cell
        let below = next + stride
        if next[1] != own && next[1] != Grid.none { touch(cell, cell &+ 1, &found) }
        if below[-1] != own && below[-1] != Grid.none { touch(cell, cell &+ stride &- 1, &found) }
        if below[0] != own && below[0] != Grid.none { touch(cell, cell &+ stride, &found) }
        if below[1] != own && below[1] != Grid.none { touch(cell, cell &+ stride &+ 1, &found) }
      }
      i &+= 1
    }
    if found > Grid.few { return false }
    insert(spare, found)
    i = 0
    while i < found {
      _ = join(Int(spare[i]), made)
      i &+= 1
    }
    return true
  }

  /// Takes two neighbouring cells, and notes the lower one if they are of two blobs that may be one. If these two cannot be one, no other
  /// pair of blobs around the cell can.
  @inline(never)
  private func touch(_ cell: Int, _ other: Int, _ found: inout Int) {
    let (labels, forces) = (labels, forces)
    let blob = max(labels[cell] & (Grid.meets &- 1), labels[other] & (Grid.meets &- 1))
    if (labels[cell] ^ labels[other]) & (Grid.meets &- 1) == 0 { return }
    let lower = forces[other] > forces[cell] ? cell : other
    if labels[lower] & Grid.meets != 0 || forces[lower] < pass(of: Int(blob)) { return }
    labels[lower] |= Grid.meets
    if found < Grid.few { spare[found] = UInt16(truncatingIfNeeded: lower) }
    found &+= 1
  }

  private func grow() {
    let (labels, forces, order) = (labels, forces, order)
    let count = state.active
    var made = 0
    var i = 0
    while i < count {
      let cell = Int(order[i])
      let best = join(cell, made)
      if best != Grid.none {
        labels[cell] = best
      } else if made < Grid.mostBlobs {
        (blobs + made).initialize(to: GridBlob(peak: forces[cell], root: made))
        labels[cell] = UInt8(truncatingIfNeeded: made)
        made &+= 1
      } else {
        forces[cell] = 0  // the cell is of no blob, and no other cell joins it
      }
      i &+= 1
    }
    state.blobs = made
  }

  /// Joins blobs that meet at a cell: those of its neighbours that were taken before it. Returns the blob of the highest of these.
  @inline(never)
  private func join(_ cell: Int, _ made: Int) -> UInt8 {
    let (labels, forces, blobs, stride) = (labels, forces, blobs, stride)
    let force = forces[cell]
    var best = Grid.none
    var root = Grid.none
    var highest: Int32 = 0
    var neighbour = cell &- stride &- 1
    var last = neighbour &+ 2
    repeat {
      let there = forces[neighbour]
      if labels[neighbour] != Grid.none && (there > force || (there == force && neighbour < cell)) {
        let label = labels[neighbour] & (Grid.meets &- 1)
        let other = label == best ? root : blobs[Int(label)].root
        if best != Grid.none && root != other {
          meet(Int(root), Int(other), at: force, made)
          root = blobs[Int(best)].root
        }
        if there > highest {
          highest = there
          if label != best { root = blobs[Int(label)].root }
          best = label
        }
      }
    } while step(&neighbour, &last, around: cell, stride)
    return best
  }

  /// The least height of a pass over which a blob is a part of one with a higher peak.
  @inline(__always)
  private func pass(of blob: Int) -> Int32 {
    Int32(truncatingIfNeeded: (Int64(blobs[blob].peak) &* Int64(config.pointee.valley) &+ 0xffff) >> 16)
  }

  /// Joins two blobs that meet at a cell of this height, if it is high enough. The blob with the lower number has the higher peak.
  @inline(__always)
  private func meet(_ a: Int, _ b: Int, at height: Int32, _ made: Int) {
    let higher = min(a, b)
    let lower = max(a, b)
    if height < pass(of: lower) { return }
    var i = lower
    while i < made {
      if Int(blobs[i].root) == lower { blobs[i].root = UInt8(truncatingIfNeeded: higher) }
      i &+= 1
    }
  }

  // MARK: Sums

  /// Replaces each label with that of the root, and adds up the cells of each root. Afterwards, blobs that are parts of others, or too
  /// small, have no cells.
  private func gather(_ rim: Int) {
    let (labels, forces, blobs, order, stride, half) = (labels, forces, blobs, order, stride, half)
    // Replaces a division; exact for all cells of the largest grid.
    let reciprocal = Int(truncatingIfNeeded: Wide.divide(1 << 20, by: UInt64(truncatingIfNeeded: stride))) &+ 1
    let count = state.active
    var i = 0
    while i < count {
      let at = Int(order[i])
      if labels[at] != Grid.none {
        let root = blobs[Int(labels[at] & (Grid.meets &- 1))].root
        labels[at] = root
        let row = (at &* reciprocal) >> 20
        blobs[Int(root)].add(forces[at])
        blobs[Int(root)].weigh(forces[at] &- half, at, row)
      }
      i &+= 1
    }
    surround(rim, reciprocal)
    var kept = 0
    i = 0
    while i < state.blobs {
      if blobs[i].cells != 0 {
        if blobs[i].cells < Int32(config.pointee.min_cells) {
          blobs[i].cells = 0
          state.stats.noise &+= 1
        } else {
          blobs[i].locate(stride)
          kept &+= 1
        }
      }
      i &+= 1
    }
    if kept == 0 { state.blobs = 0 }
  }

  /// Adds the rim: a cell too low to count has a part in the place of the blob of its highest neighbour.
  private func surround(_ rim: Int, _ reciprocal: Int) {
    let (labels, forces, blobs, order, stride, half) = (labels, forces, blobs, order, stride, half)
    var i = columns &* rows
    while i > rim {
      i &-= 1
      let at = Int(order[i])
      // The entry of the cell itself is below 0.
      let label = labels[at &+ Grid.way(from: forces + at, stride, above: 0)]
      if label != Grid.none {
        let row = (at &* reciprocal) >> 20
        blobs[Int(label)].weigh(newtons(~forces[at]) &- half, at, row)
      }
    }
  }

  /// The blob at a place in cells Q16, and the force of the cell there; or -1.
  func blob(at x: Int32, _ y: Int32) -> (Int, Int32) {
    let column = Int(x &+ 0x8000) >> 16
    let row = Int(y &+ 0x8000) >> 16
    let isOn = x >= 0 && y >= 0 && x <= Int32(config.pointee.columns &- 1) << 16 && y <= Int32(config.pointee.rows &- 1) << 16
    if !isOn || state.blobs == 0 { return (-1, 0) }
    let cell = (row &+ 1) &* stride &+ column &+ 1
    let label = labels[cell]
    if label == Grid.none || blobs[Int(label)].cells == 0 { return (-1, 0) }
    return (Int(label), forces[cell])
  }
}

/// Sorts the cells that count: the highest first, equal ones in the order of the cells.
///
/// A few cells, in any order, are sorted by insertion. Many cells, which come in the order of the cells, are sorted by the bytes of their
/// forces, the lowest byte first (radix sort), so that the work grows only with their number.
extension Grid {
  private static var few: Int { 24 }

  func sort() {
    let count = state.active
    if count <= Grid.few { return insert(order, count) }
    var from = order
    var to = spare
    var shift: UInt32 = 0
    while shift < 32 {
      if deal(from, to, count, shift) { (from, to) = (to, from) }
      shift &+= 8
    }
    if from != order { order.update(from: from, count: count & Int.max) }
  }

  @inline(never)
  private func insert(_ list: UnsafeMutablePointer<UInt16>, _ count: Int) {
    let forces = forces
    var i = 1
    while i < count {
      let cell = list[i]
      let force = forces[Int(cell)]
      var at = i
      while at > 0 {
        let before = list[at &- 1]
        if forces[Int(before)] > force || (forces[Int(before)] == force && before < cell) { break }
        list[at] = before
        at &-= 1
      }
      list[at] = cell
      i &+= 1
    }
  }

  /// Sorts by one byte of the forces and keeps the order of equal bytes. Returns false, and writes nothing, if all bytes are equal.
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

/// Cells that belong together: a peak and the cells around it.
struct GridBlob {
  /// The force of the highest cell, newtons, Q16.
  private(set) var peak: Int32
  /// The number of the blob itself, or of the blob of which it is a part.
  var root: UInt8
  var cells: Int32 = 0
  /// The number of contacts in the blob.
  var claims: Int32 = 0
  /// The sum over the cells of force.
  var force: Int64 = 0
  /// Sums over the cells and the rim of weight, of weight times the number of a cell, and times its row.
  var weights: Int64 = 0
  var sums: Int64 = 0, sumY: Int64 = 0
  /// The centre, cells Q16.
  var x: Int32 = 0, y: Int32 = 0
  /// The sum of the strengths of the contacts in the blob.
  var strength: Int64 = 0
  /// If blobs are joined: the columns and rows that the blob covers.
  var box = GridBox()

  init(peak: Int32, root: Int) {
    self.peak = peak
    self.root = UInt8(truncatingIfNeeded: root)
  }

  /// Adds a cell, or below a part; only if blobs are joined.
  @inline(__always)
  mutating func add(peak force: Int32, _ column: Int, _ row: Int) {
    peak = max(peak, force)
    box.add(column, row)
  }

  mutating func add(_ part: UnsafePointer<GridBlob>) {
    peak = max(peak, part.pointee.peak)
    box.add(part.pointee.box)
  }

  @inline(__always)
  mutating func add(_ force: Int32) {
    cells &+= 1
    self.force &+= Int64(force)
  }

  @inline(__always)
  mutating func weigh(_ weight: Int32, _ at: Int, _ row: Int) {
    weights &+= Int64(weight)
    sums &+= Int64(weight) &* Int64(at)
    sumY &+= Int64(weight) &* Int64(row)
  }

  /// Computes the centre. Sums of 1156 cells of 31 bits times a number of 11 bits fit 53 bits; times a column or a row of 5 bits, they leave
  /// room for the fraction. With the border, columns and rows are one too high.
  @inline(__always)
  mutating func locate(_ stride: Int) {
    let weights = weights & Int64.max
    let sumX = sums &- sumY &* Int64(stride) &- weights
    x = Int32(truncatingIfNeeded: Wide.divide(sumX << 16, by: weights))
    y = Int32(truncatingIfNeeded: Wide.divide((sumY &- weights) << 16, by: weights))
  }
}
