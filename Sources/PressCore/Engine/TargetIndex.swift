import CPress

/// Where targets lie, behind them in the storage of an engine that can have more than a few: what is at a point, and which has an id,
/// is found without a walk over all. It begins with the first target; an engine to which none is added links none of it.
///
/// `places` has them in the order in which Hilbert's curve passes their centers: neighbors on the surface are neighbors there. Around
/// four of them lies a box, around four boxes another one, and so on. `ids` has them in the order of their ids. An entry of both is
/// the index of a target and 1; 0 is none.
///
/// What changes them keeps the two lists in order, and notes between which places boxes are to be made again: the next search does so. So a
/// list that scrolls makes its boxes once, and not with each of its rows.
struct TargetIndex {
  /// Up to this many targets, all are looked at one by one.
  static var few: Int { 32 }

  struct Head {
    /// How an engine calls it.
    var search: @convention(thin) (Engine, Int32, Int32, Int) -> Int
    var find: @convention(thin) (Engine, UInt32) -> Int
    /// Bytes of the boxes that are used.
    var used: UInt16 = 0
    /// How many targets are there: `ids` has so many. Slots of those that were removed alone stay among the others, and in `places`.
    var there: UInt16 = 0
    /// The first and the last of the places around which boxes are to be made again. None are: the first is behind the last.
    var first = UInt16.max
    var last: UInt16 = 0
  }

  let targets: UnsafeMutablePointer<Target>
  let shape: Shape

  // MARK: Layout

  private var head: UnsafeMutablePointer<Head> { targets.behind(shape.capacity &* MemoryLayout<Target>.stride, Head.self) }
  private var ids: UnsafeMutablePointer<UInt16> { head.behind(MemoryLayout<Head>.stride, UInt16.self) }
  private var places: UnsafeMutablePointer<UInt16> { ids + shape.entries }
  private var boxes: UnsafeMutablePointer<Box> { places.behind(shape.entries &* MemoryLayout<UInt16>.stride, Box.self) }
  /// For each target, how far along Hilbert's curve its center lies.
  private var keys: UnsafeMutablePointer<UInt32> { boxes.behind(shape.bytesOfBoxes, UInt32.self) }

  // MARK: Search

  /// The index of the topmost target at a point, of those below an index; -1: there is none.
  func topmost(_ engine: Engine, at x: Int32, _ y: Int32, below limit: Int) -> Int { head.pointee.search(engine, x, y, limit) }

  /// The index of a target; -1: there is none with this id.
  func index(_ engine: Engine, of id: UInt32) -> Int { head.pointee.find(engine, id) }

  private func search(_ x: Int32, _ y: Int32, below limit: Int, _ count: Int) -> Int {
    if head.pointee.first <= head.pointee.last { refresh(count) }
    if limit == 0 { return -1 }
    let (targets, places) = (targets, places)
    let limit = UInt16(truncatingIfNeeded: limit)
    var best: UInt16 = 0
    var box = boxes
    let end = box.behind(Int(head.pointee.used), Box.self)
    while box < end {
      // Each test with its own way out: most boxes lie elsewhere.
      if !box.pointee.spansColumn(x) || !box.pointee.spansRow(y) || box.pointee.highest <= best {
        box = box.behind(Int(box.pointee.bytes), Box.self)
        continue
      }
      if box.pointee.isLowest {
        var entry = places + Int(box.pointee.first)
        let last = entry + 4
        while entry < last {
          let target = targets + (Int(entry.pointee) &- 1)
          if entry.pointee > best && target.pointee.contains(x, y) && entry.pointee <= limit { best = entry.pointee }
          entry += 1
        }
      }
      box += 1
    }
    return Int(best) &- 1
  }

  /// Narrows a cell to where the same targets lie as at a point, or less: a box beside the point is left out whole.
  func narrow(_ cell: inout Cell, _ engine: Engine, _ x: Int32, _ y: Int32) {
    // Below none: it makes the boxes that have changed.
    _ = topmost(engine, at: x, y, below: 0)
    var box = boxes
    let end = box.behind(Int(head.pointee.used), Box.self)
    while box < end {
      if box.pointee.highest == 0 || !box.pointee.spansColumn(x) || !box.pointee.spansRow(y) {
        box.pointee.keep(&cell, x, y)
        box = box.behind(Int(box.pointee.bytes), Box.self)
        continue
      }
      var entry = places + Int(box.pointee.first)
      let last = box.pointee.isLowest ? entry + 4 : entry
      while entry < last {
        if entry.pointee != 0 { cell.stay(x, y, by: targets[Int(entry.pointee) &- 1].spec) }
        entry += 1
      }
      box += 1
    }
  }

  /// How many of `count` targets have a lower id.
  private func rank(of id: UInt32, _ count: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low &+ high) >> 1
      if targets[Int(ids[middle]) &- 1].spec.id < id { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  private func find(_ id: UInt32) -> Int {
    let count = there
    let rank = rank(of: id, count)
    if rank == count { return -1 }
    let i = Int(ids[rank]) &- 1
    return targets[i].spec.id == id ? i : -1
  }

  /// How many targets are there, of an engine with a slot that is taken.
  var there: Int { Int(head.pointee.there) }

  // MARK: Changes

  /// The first target is about to be added.
  private func begin() {
    head.initialize(to: TargetIndex.newHead)
    var i = 0
    while i < 2 &* shape.entries {
      ids[i] = 0
      i &+= 1
    }
  }

  private static var newHead: Head {
    Head(
      search: { engine, x, y, limit in engine.targetIndex.search(x, y, below: limit, Int(engine.state.targetCount)) },
      find: { engine, id in engine.targetIndex.find(id) })
  }

  /// Its functions are of another process.
  func takeOver() {
    let new = TargetIndex.newHead
    (head.pointee.search, head.pointee.find) = (new.search, new.find)
  }

  /// Takes in the target behind `count` slots.
  func add(_ count: Int) {
    if count == 0 { begin() }
    let there = there
    TargetIndex.insert(count, into: ids, at: rank(of: targets[count].spec.id, there), before: there)
    head.pointee.there &+= 1
    keys[count] = targets[count].place
    let to = place(of: count, count)
    TargetIndex.insert(count, into: places, at: to, before: count)
    note(to, count)
  }

  /// The target at an index, one of `count`, has moved.
  func move(_ i: Int, _ count: Int) {
    let from = place(of: i, count)
    let key = targets[i].place
    if key == keys[i] { return note(from, from) }
    // Without it the others are in order.
    TargetIndex.remove(at: from, of: places, count)
    keys[i] = key
    let to = place(of: i, count &- 1)
    TargetIndex.insert(i, into: places, at: to, before: count &- 1)
    note(min(from, to), max(from, to))
  }

  /// The target at an index, one of `count` slots, leaves alone. Its slot keeps its place.
  func vacate(_ i: Int, _ count: Int) {
    let there = there
    TargetIndex.remove(at: rank(of: targets[i].spec.id, there), of: ids, there)
    ids[there &- 1] = 0
    head.pointee.there &-= 1
    let place = place(of: i, count)
    note(place, place)
  }

  /// Closes the gaps of `count` slots, of which some are free now: the others move up to `entry`, and `kept` remain.
  func leave(_ count: Int, _ kept: Int) {
    close(ids, there)
    head.pointee.there = UInt16(truncatingIfNeeded: kept)
    close(places, count)
    var i = 0
    while i < count {
      let entry = Int(targets[i].entry)
      if entry != 0 { keys[entry &- 1] = keys[i] }
      i &+= 1
    }
  }

  @inline(never)
  private func close(_ list: UnsafeMutablePointer<UInt16>, _ count: Int) {
    var kept = 0
    var i = 0
    while i < count {
      let entry = targets[Int(list[i]) &- 1].entry
      list[i] = 0
      if entry != 0 {
        list[kept] = entry
        kept &+= 1
      }
      i &+= 1
    }
  }

  /// How many of the first `count` places come before a target. The newer of two in one place comes first: where many lie on each other, it is
  /// found first.
  @inline(never)
  private func place(of i: Int, _ count: Int) -> Int {
    let key = keys[i]
    var low = 0
    var high = count
    while low < high {
      let middle = (low &+ high) >> 1
      let other = Int(places[middle]) &- 1
      if keys[other] < key || keys[other] == key && other > i { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// `end`: of the list.
  private static func insert(_ i: Int, into list: UnsafeMutablePointer<UInt16>, at place: Int, before end: Int) {
    UnsafeMutableRawPointer(list + place + 1).copyMemory(from: list + place, byteCount: max(2 &* (end &- place), 0))
    list[place] = UInt16(truncatingIfNeeded: i &+ 1)
  }

  private static func remove(at place: Int, of list: UnsafeMutablePointer<UInt16>, _ count: Int) {
    UnsafeMutableRawPointer(list + place).copyMemory(from: list + place + 1, byteCount: max(2 &* (count &- 1 &- place), 0))
  }

  /// Notes that places from `first` to `last` have changed.
  func note(_ first: Int, _ last: Int) {
    head.pointee.first = min(head.pointee.first, UInt16(truncatingIfNeeded: first))
    head.pointee.last = max(head.pointee.last, UInt16(truncatingIfNeeded: last))
  }

  /// Makes the boxes of `count` targets again around what has changed.
  @inline(never)
  private func refresh(_ count: Int) {
    let (first, last) = (Int(head.pointee.first), min(Int(head.pointee.last), count &- 1))
    (head.pointee.first, head.pointee.last) = (UInt16.max, 0)
    let end = boxes + shape.boxes(count)
    head.pointee.used = Box.bytes(end - boxes)
    // From the last to the first: the boxes in a box come behind it.
    var i = last >> 2
    var box = boxes + shape.position(1, i)
    while i >= first >> 2 {
      box.pointee = around(4 &* i)
      box -= 1
      var level = 2
      while level <= shape.depth && i & ((1 &<< (2 &* (level &- 1))) &- 1) == 0 {
        box.pointee = Box.around(box, Shape.size(level), end)
        box -= 1
        level &+= 1
      }
      i &-= 1
    }
    // The boxes that begin before the first.
    var level = 2
    while level <= shape.depth {
      let box = boxes + shape.position(level, first &>> (2 &* level))
      box.pointee = Box.around(box, Shape.size(level), end)
      level &+= 1
    }
  }

  /// Four entries from one on.
  private func around(_ first: Int) -> Box {
    var box = Box(first: UInt16(truncatingIfNeeded: first), size: 1)
    var i = first
    while i < first &+ 4 {
      let entry = places[i]
      if entry != 0 { box.include(targets[Int(entry) &- 1].spec, entry) }
      i &+= 1
    }
    return box
  }
}

extension TargetIndex {
  /// How many of what there are for so many targets, and where. A box comes before those in it.
  struct Shape {
    let capacity: Int

    /// On the highest there are at most four boxes.
    var depth: Int {
      var level = 1
      while capacity > 4 &<< (2 &* level) { level &+= 1 }
      return level
    }

    /// Boxes for so many of them.
    @inline(__always)
    func boxes(_ count: Int) -> Int {
      var boxes = 0
      var left = count
      var level = depth
      while level > 0 {
        left = (left &+ 3) >> 2
        boxes &+= left
        level &-= 1
      }
      return boxes
    }

    /// Boxes that one takes with those in it.
    static func size(_ level: Int) -> Int { 0x5555 & ((1 &<< (2 &* level)) &- 1) }

    /// Where a box of a level, from 1 on, lies.
    func position(_ level: Int, _ i: Int) -> Int {
      var position = i &* Shape.size(level)
      // One that is higher takes one more than the four in it.
      var rest = i >> 2
      var above = level
      while above < depth {
        position &+= rest &+ 1
        rest >>= 2
        above &+= 1
      }
      return position
    }

    /// The number of entries of a list.
    @inline(__always)
    var entries: Int { (capacity &+ 3) & ~3 }

    /// A third of the targets, and one more on each of four levels.
    @inline(__always)
    var bytesOfBoxes: Int { 8 &* capacity &+ 96 }

    /// Enough for the head, two lists, the boxes and the keys.
    @inline(__always)
    var bytes: Int { capacity <= TargetIndex.few ? 0 : 4 &* entries &+ MemoryLayout<Head>.stride &+ bytesOfBoxes &+ 4 &* capacity }
  }

  /// A box around rectangles, with how far its last column and row are from the first.
  struct Box {
    private var left = Int32.max
    private var top = Int32.max
    private var width: UInt32 = 0
    private var height: UInt32 = 0
    /// The highest entry in it. 0: nothing is in it; where it is then does not matter.
    var highest: UInt16 = 0
    /// In a box of the lowest level: where its four entries begin.
    let first: UInt16
    /// It takes so many with those in it.
    let bytes: UInt16

    init(first: UInt16, size: Int) {
      self.first = first
      bytes = Box.bytes(size)
    }

    static func bytes(_ boxes: Int) -> UInt16 { UInt16(truncatingIfNeeded: boxes &* MemoryLayout<Box>.stride) }

    @inline(__always)
    var isLowest: Bool { Int(bytes) == MemoryLayout<Box>.stride }

    // A distance that is not below 0 fits into 32 bits without a sign; one that is wraps, to more than any.
    @inline(__always)
    func spansColumn(_ x: Int32) -> Bool { UInt32(bitPattern: x &- left) <= width }
    @inline(__always)
    func spansRow(_ y: Int32) -> Bool { UInt32(bitPattern: y &- top) <= height }

    mutating func include(_ t: press_target, _ entry: UInt16) {
      if let (left, top, right, bottom) = t.edges { include(left, top, right, bottom, entry) }
    }

    @inline(never)
    private mutating func include(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32, _ highest: UInt16) {
      let isFirst = self.highest == 0
      let (last, lowest) = isFirst ? (right, bottom) : (self.right, self.bottom)
      self.left = min(self.left, left)
      self.top = min(self.top, top)
      width = UInt32(bitPattern: max(last, right) &- self.left)
      height = UInt32(bitPattern: max(lowest, bottom) &- self.top)
      self.highest = max(self.highest, highest)
    }

    @inline(__always)
    func keep(_ cell: inout Cell, _ x: Int32, _ y: Int32) {
      if highest != 0 { cell.stay(x, y, by: left, top, right, bottom) }
    }

    private var right: Int32 { left &+ Int32(bitPattern: width) }
    private var bottom: Int32 { top &+ Int32(bitPattern: height) }

    /// A box of a higher level, around the used boxes that follow it.
    static func around(_ box: UnsafeMutablePointer<Box>, _ size: Int, _ end: UnsafeMutablePointer<Box>) -> Box {
      var all = Box(first: 0, size: size)
      var child = box + 1
      while child < box + size && child < end {
        let one = child.pointee
        if one.highest != 0 { all.include(one.left, one.top, one.right, one.bottom, one.highest) }
        child += (size &- 1) >> 2
      }
      return all
    }
  }
}

extension Target {
  /// Where Hilbert's curve passes its center, to a point.
  @inline(never)
  fileprivate var place: UInt32 {
    var x = UInt32(bitPattern: spec.x &+ spec.width >> 1) >> 16 ^ (1 << 15)
    var y = UInt32(bitPattern: spec.y &+ spec.height >> 1) >> 16 ^ (1 << 15)
    var place: UInt32 = 0
    var bit: UInt32 = 1 << 15
    while bit != 0 {
      let isRight = x & bit != 0
      let isBelow = y & bit != 0
      place = place << 2 | (isRight ? (isBelow ? 2 : 3) : (isBelow ? 1 : 0))
      // The two upper quarters are mirrored, and one of them is turned.
      if !isBelow {
        if isRight { (x, y) = (~x, ~y) }
        (x, y) = (y, x)
      }
      bit >>= 1
    }
    return place
  }
}

/// A rectangle in which the same targets lie everywhere, with its last column and row: what moves within it has under it what it had.
struct Cell {
  private var left = Int32.min
  private var top = Int32.min
  private var right = Int32.max
  private var bottom = Int32.max

  /// Holds no point.
  static var none: Cell {
    var none = Cell()
    (none.left, none.right) = (Int32.max, Int32.min)
    return none
  }

  @inline(__always)
  func contains(_ x: Int32, _ y: Int32) -> Bool { left <= x && x <= right && top <= y && y <= bottom }

  /// Shrinks the cell until all its points lie, as this one, in the rectangle or on the same side of it.
  @inline(never)
  mutating func stay(_ x: Int32, _ y: Int32, by l: Int32, _ t: Int32, _ r: Int32, _ b: Int32) {
    if r < x { return left = max(left, r &+ 1) }
    if l > x { return right = min(right, l &- 1) }
    if b < y { return top = max(top, b &+ 1) }
    if t > y { return bottom = min(bottom, t &- 1) }
    (left, top, right, bottom) = (max(left, l), max(top, t), min(right, r), min(bottom, b))
  }

  @inline(__always)
  mutating func stay(_ x: Int32, _ y: Int32, by target: press_target) {
    if let (left, top, right, bottom) = target.edges { stay(x, y, by: left, top, right, bottom) }
  }
}

extension Engine {
  /// Around a point.
  @inline(never)
  func cell(around x: Int32, _ y: Int32) -> Cell {
    var cell = Cell()
    if isIndexed && state.targetCount > 0 {
      targetIndex.narrow(&cell, self, x, y)
      return cell
    }
    var i = 0
    while i < Int(state.targetCount) {
      cell.stay(x, y, by: targets[i].spec)
      i &+= 1
    }
    return cell
  }
}
