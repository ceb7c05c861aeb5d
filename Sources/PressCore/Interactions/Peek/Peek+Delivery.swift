import CPress

/// What a peek delivers: a queue, in order.
extension Peek {
  @inline(never)
  func owe(_ type: UInt32, value: UInt32 = 0, reason: Int32 = 0) {
    owe()
    let last = state.debtCount &- 1
    // Of highlights that nobody has seen the newest will do.
    if type == EventType.actionHighlighted && last >= 0 && state.debts[unchecked: last].type == type {
      state.debts[unchecked: last].value = Int32(bitPattern: value)
      return
    }
    if state.debtCount >= Peek.mostDebts { return }
    var debt = PeekState.Debt()
    debt.type = type
    debt.subject = state.peek.id
    debt.target = state.target
    debt.contact = state.slot >= 0 ? engine.contacts[state.slot].touch.contact : Peek.noContact
    debt.value = Int32(bitPattern: value)
    debt.reason = reason
    state.debts[unchecked: state.debtCount] = debt
    state.debtCount &+= 1
  }

  /// Takes back what was owed of the present peek and is neither its beginning nor a selection.
  @inline(never)
  func forget() {
    while state.debtCount > 0 {
      let type = state.debts[unchecked: state.debtCount &- 1].type
      if type != EventType.actionsRevealed && type != EventType.actionHighlighted { return }
      state.debtCount &-= 1
    }
  }

  func tellOne() -> Bool {
    if state.debtCount == 0 { return false }
    let debt = state.debts[unchecked: 0]
    state.debtCount &-= 1
    var i = 0
    while i < state.debtCount {
      state.debts[unchecked: i] = state.debts[unchecked: i &+ 1]
      i &+= 1
    }
    var event = press_event()
    let slot = debt.contact == Peek.noContact ? -1 : engine.slot(of: debt.contact)
    if slot >= 0 { event = engine.event(debt.type, slot, target: debt.target) }
    event.type = debt.type
    event.contact = debt.contact
    event.target = debt.target
    event.subject = debt.subject
    event.value = debt.value
    event.reason = debt.reason
    engine.post(event)
    return true
  }
}
