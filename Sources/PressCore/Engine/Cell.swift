import CPress

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

  /// As far as a point of it has the same to a rectangle: it lies in it, or beside it.
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
    if isIndexed {
      targetIndex.narrow(&cell, x, y)
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
