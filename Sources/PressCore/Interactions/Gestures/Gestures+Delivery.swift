import CPress

/// What gestures deliver.
extension Gestures {
  @inline(never)
  func owe(_ slot: Int, _ debt: Gesture.Debt) {
    gestures[slot].owes |= debt.rawValue
    owe()
  }

  func tellOne() -> Bool {
    if state.owesWaiting {
      state.owesWaiting = false
      var event = state.waiting
      event.late_us = engine.lateness(event.t_us)
      engine.post(event)
      return true
    }
    if state.activatedCount > 0 {
      tellActivated()
      return true
    }
    var slot = 0
    while slot < engine.maxContacts {
      let owes = gestures[slot].owes
      let first = owes & (0 &- owes)
      gestures[slot].owes = owes & ~first
      if let debt = Gesture.Debt(rawValue: first) {
        tell(debt, slot)
        return true
      }
      slot &+= 1
    }
    return false
  }

  private func tell(_ debt: Gesture.Debt, _ slot: Int) {
    let g = gestures[slot]
    switch debt {
    case .tapped: engine.post(engine.event(EventType.tapped, slot, target: g.tapTarget))
    case .doubleTapped: engine.post(engine.event(EventType.doubleTapped, slot, target: g.tapTarget))
    case .holdBegan: engine.post(engine.event(EventType.holdBegan, slot, target: g.holdTarget))
    case .holdEnded: engine.post(engine.event(EventType.holdEnded, slot, target: g.holdTarget, g.reason))
    case .holdCancelled: engine.post(engine.event(EventType.holdCancelled, slot, target: g.holdTarget, g.reason))
    case .scrollBegan: engine.post(engine.event(EventType.scrollBegan, slot, target: g.scrollTarget))
    case .scrollMoved: engine.post(scrolled(EventType.scrollMoved, slot, 0))
    case .scrollEnded: engine.post(scrolled(EventType.scrollEnded, slot, g.reason))
    case .scrollCancelled: engine.post(scrolled(EventType.scrollCancelled, slot, g.reason))
    }
  }

  @inline(never)
  private func scrolled(_ type: UInt32, _ slot: Int, _ reason: Int32) -> press_event {
    var event = engine.event(type, slot, target: gestures[slot].scrollTarget, reason)
    event.value = Q16.subtract(engine.contacts[slot].touch.x, engine.contacts[slot].startX)
    event.value2 = Q16.subtract(engine.contacts[slot].touch.y, engine.contacts[slot].startY)
    return event
  }
}
