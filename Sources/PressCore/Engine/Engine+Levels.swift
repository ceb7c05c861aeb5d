import CPress

/// What a pad asks its engine.
extension Engine {
  /// Newtons from which contacts begin; nil where samples say by a flag that they are there.
  var touchForce: Int32? { state.settings.contactFromFlag ? nil : state.settings.touchForce }

  /// Newtons from which a contact begins, and below which it ends, as it stands now.
  @inline(__always)
  func levels(ofSlot slot: Int) -> (touch: Int32, release: Int32) {
    let kept = slot < 0 || contacts[slot].phase == .barred ? 0 : contacts[slot].kept
    if kept == 0 { return (state.settings.touchForce, state.settings.releaseForce) }
    return (Q16.add(state.settings.touchForce, kept), Q16.add(state.settings.releaseForce, kept))
  }

  /// Takes a sample of a finger that was down and still is, with no flag but that, after `checkFeed` of its time. Returns whether it was one.
  @_transparent
  func takes(_ slot: Int, _ t: UInt64, _ flags: UInt32, _ force: Int32, unfiltered: @autoclosure () -> Int32, isSensed: Bool, _ x: Int32, _ y: Int32)
    -> Bool
  {
    if t >= state.earliest || flags | state.settings.idleFlags != SampleFlag.down || !follows(slot, force) { return false }
    follow(slot, t, force, read: unfiltered(), isSensed: isSensed, x, y)
    return true
  }
}
