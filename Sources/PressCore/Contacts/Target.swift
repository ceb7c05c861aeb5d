import CPress

/// A region of the surface, in a slot of the engine; slots are in stacking order.
struct Target {
  var spec: press_target
  /// On its way out, with the container it lies in.
  var isLeaving: Bool
  /// What lies in it has been marked too.
  var isEmptied = false

  @inline(__always)
  func contains(_ x: Int32, _ y: Int32) -> Bool {
    let dx = Int64(x) &- Int64(spec.x)
    let dy = Int64(y) &- Int64(spec.y)
    return dx >= 0 && dx < Int64(spec.width) && dy >= 0 && dy < Int64(spec.height)
  }
}
