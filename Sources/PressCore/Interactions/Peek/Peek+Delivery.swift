import CPress

/// What a peek delivers: a queue, in order.
extension Peeks {
  @inline(never)
  func markPending(_ type: UInt32, value: UInt32 = 0, reason: Int32 = 0, flags: UInt32 = 0, contact: UInt32 = noContact) {
    markPending()
    let last = state.pendingCount &- 1
    // Of several pending highlights only the newest is delivered.
    if type == EventType.actionHighlighted && last >= 0 && state.pending[unchecked: last].type == type {
      state.pending[unchecked: last].value = Int32(bitPattern: value)
      return
    }
    if state.pendingCount >= Peeks.mostPending { return }
    var next = PeekState.Pending()
    next.type = type
    next.subject = state.peek.id
    next.target = state.target
    next.contact = contact == Peeks.noContact && state.slot >= 0 ? engine.contacts[state.slot].touch.contact : contact
    next.value = Int32(bitPattern: value)
    next.reason = reason
    next.flags = flags
    state.pending[unchecked: state.pendingCount] = next
    state.pendingCount &+= 1
  }

  /// Takes back what is pending of the present peek and is neither its beginning, nor a selection, nor that it takes a touch; of a
  /// target that goes away these two as well.
  @inline(never)
  func forget(_ reason: Int32) {
    while state.pendingCount > 0 {
      let type = state.pending[unchecked: state.pendingCount &- 1].type
      let isKept = type == EventType.actionSelected || type == EventType.peekTouched
      if isKept ? reason != Reason.targetRemoved : type < EventType.actionsRevealed { return }
      state.pendingCount &-= 1
    }
  }

  func deliver() -> Bool {
    if state.pendingCount == 0 { return false }
    let next = state.pending[unchecked: 0]
    state.pendingCount &-= 1
    var i = 0
    while i < state.pendingCount {
      state.pending[unchecked: i] = state.pending[unchecked: i &+ 1]
      i &+= 1
    }
    var event = press_event()
    let slot = next.contact == Peeks.noContact ? -1 : engine.slot(of: next.contact)
    if slot >= 0 { event = engine.event(next.type, slot, target: next.target) }
    event.type = next.type
    event.contact = next.contact
    event.target = next.target
    event.subject = next.subject
    event.value = next.value
    event.reason = next.reason
    event.flags = next.flags
    engine.post(&event)
    return true
  }
}
