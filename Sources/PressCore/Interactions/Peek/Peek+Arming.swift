import CPress

/// Which action a finger chooses by lifting: the one that is armed. It is the one that is highlighted.
///
/// What comes to lie under a finger by itself, as actions are revealed or a group opens, is not armed. The finger must first rest
/// or turn back, and then move onto an action. A new touch may choose at once.
extension Peeks {
  /// What lies under the finger has come there by itself.
  @inline(never)
  func disarm() {
    if state.slot < 0 { return }
    let touch = engine.contacts[state.slot].touch
    state.mayArm = false
    rest(touch)
    state.topY = touch.y
    state.topAction = id(under: touch)
  }

  func id(under touch: press_touch) -> UInt32 { action(at: touch.x, touch.y)?.pointee.id ?? 0 }

  private func rest(_ touch: press_touch) {
    state.restX = touch.x
    state.restY = touch.y
    state.restsSince = touch.t_us
  }

  /// The finger may choose from here on, but not the action on which it is.
  private func free(_ under: UInt32) {
    state.mayArm = true
    state.passedOver = under
  }

  private func watch(_ touch: press_touch) {
    let under = id(under: touch)
    if touch.y <= state.topY {
      state.topY = touch.y
      state.topAction = under
    } else if Int64(touch.y) &- Int64(state.topY) >= Int64(state.settings.slop) {
      return free(state.topAction)
    }
    if !Engine.isWithin(state.settings.slop, touch.x, touch.y, state.restX, state.restY) {
      rest(touch)
    } else if touch.t_us &- state.restsSince >= UInt64(state.settings.restAfter) {
      free(under)
    }
  }

  /// After a sample of the finger, while actions are on show.
  @inline(never)
  func highlight(_ slot: Int) {
    // They may have been hidden, and the finger that did it released or lost.
    if phase != .revealed { return }
    let touch = engine.contacts[slot].touch
    if !state.mayArm { watch(touch) }
    let action = action(at: touch.x, touch.y)
    var id = action?.pointee.id ?? 0
    if id != state.passedOver { state.passedOver = 0 }
    let isAllowed = state.mayArm && (state.settings.slides || state.isOperating)
    if !isAllowed || state.passedOver != 0 || (action?.pointee.flags ?? 0) & ActionFlag.disabled != 0 { id = 0 }
    if id == state.highlighted { return }
    state.highlighted = id
    markPending(EventType.actionHighlighted, value: id)
  }
}
