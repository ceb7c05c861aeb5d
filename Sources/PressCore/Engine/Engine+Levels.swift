import CPress

/// What a pad asks its engine.
extension Engine {
  /// Newtons from which contacts begin; nil where samples say by a flag that they are there.
  var touchForce: Int32? { state.settings.contactFromFlag ? nil : state.settings.touchForce }

  /// Newtons from which a contact begins, and below which it ends, as it stands now.
  @inline(__always)
  func levels(of contact: UInt32) -> (touch: Int32, release: Int32) {
    if state.occupied == 0 { return (state.settings.touchForce, state.settings.releaseForce) }
    let slot = slot(of: contact)
    let kept = slot < 0 || contacts[slot].phase == .barred ? 0 : contacts[slot].kept
    return (Q16.add(state.settings.touchForce, kept), Q16.add(state.settings.releaseForce, kept))
  }
}
