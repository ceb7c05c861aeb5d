import CPress

/// What a pad asks its engine.
extension Engine {
  /// Newtons from which contacts begin; nil where samples say by a flag that they are there.
  var touchForce: Int32? { state.pointee.contactFromFlag ? nil : state.pointee.touchForce }

  /// Newtons from which a contact begins, and below which it ends, as it stands now.
  @inline(__always)
  func levels(of contact: UInt32) -> (touch: Int32, release: Int32) {
    if state.pointee.occupied == 0 { return (state.pointee.touchForce, state.pointee.releaseForce) }
    let slot = slot(of: contact)
    let kept = slot < 0 || contacts[slot].phase == .barred ? 0 : contacts[slot].kept
    return (Q16.add(state.pointee.touchForce, kept), Q16.add(state.pointee.releaseForce, kept))
  }
}
