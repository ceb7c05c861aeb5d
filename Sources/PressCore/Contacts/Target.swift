import CPress

/// A region of the surface, in a slot of the engine; slots are in stacking order.
struct Target {
  var spec: press_target
  /// On its way out, with the container it lies in.
  var isLeaving: Bool
  /// What lies in it has been marked too.
  var isEmptied = false
  /// While others leave: what the index calls it from then on, 0 where it leaves, too.
  var entry: UInt16 = 0

  @inline(__always)
  func contains(_ x: Int32, _ y: Int32) -> Bool {
    // A distance that is not below 0 fits into 32 bits without a sign. One that is wraps, to less than a width where the rectangle
    // reaches beyond the largest number.
    UInt32(bitPattern: x &- spec.x) < UInt32(bitPattern: spec.width) && UInt32(bitPattern: y &- spec.y) < UInt32(bitPattern: spec.height)
      && x >= spec.x && y >= spec.y
  }
}

extension press_target {
  /// Its first column and row, and its last. Nil: no point lies in it.
  @inline(__always)
  var edges: (left: Int32, top: Int32, right: Int32, bottom: Int32)? {
    width == 0 || height == 0 ? nil : (x, y, Q16.add(x, width &- 1), Q16.add(y, height &- 1))
  }
}
