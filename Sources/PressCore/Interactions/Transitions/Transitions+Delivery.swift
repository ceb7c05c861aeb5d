import CPress

/// What transitions deliver, in the order in which it happened.
extension Transitions {
  /// Tells what happened first of all that is owed. Returns whether more may be owed.
  func tell() -> Bool {
    var first: UInt32 = UInt32.max
    var whose = -1
    let count = count
    var slot = slots
    var i = 0
    while i < count {
      // Within one transition they come in this order.
      let next = min(
        min(slot.pointee.owed.ask &- 1, slot.pointee.owed.start &- 1), min(slot.pointee.owed.update &- 1, slot.pointee.owed.end &- 1))
      slot += 1
      if next < first {
        first = next
        whose = i
      }
      i &+= 1
    }
    if whose < 0 {
      state.tickets = 0
      return false
    }
    tell(whose, first &+ 1)
    if first &+ 1 != state.tickets { return true }
    // It was the newest, and none came while it was told.
    state.tickets = 0
    return false
  }

  func tell(_ i: Int, _ ticket: UInt32) {
    let owed = slots[i].owed
    let id = slots[i].id
    if owed.ask == ticket {
      slots[i].owed.ask = 0
      startDriven(i)
      freeIfIdle(i)
    } else if owed.start == ticket {
      slots[i].owed.start = 0
      post(id, EventType.transitionStarted, 0, Reason.none)
    } else if owed.update == ticket {
      slots[i].owed.update = 0
      // Whoever polls too late misses progress, never an end.
      if hasRoomToSpare { post(id, EventType.transitionUpdated, owed.updateFraction, Reason.none) }
    } else {
      slots[i].owed.end = 0
      freeIfIdle(i)
      post(id, owed.endType, owed.endFraction, owed.endReason)
    }
  }

  @inline(never)
  private func post(_ id: UInt32, _ type: UInt32, _ fraction: Int32, _ reason: Int32) {
    var event = press_event()
    event.type = type
    event.contact = UInt32.max
    event.reason = reason
    event.progress = fraction
    event.subject = id
    engine.post(event)
  }

  /// Whether what a transition tells once fits beside the ends of everything that runs, and those of one more contact.
  var hasRoomToSpare: Bool { engine.hasRoomBeyondReserve(for: 3) }
}
