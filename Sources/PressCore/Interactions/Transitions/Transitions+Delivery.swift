import CPress

/// What transitions deliver, in the order in which it happened.
extension Transitions {
  /// Delivers what happened first of all that is pending. Returns whether more may be.
  func deliver() -> Bool {
    var first: UInt32 = UInt32.max
    var whose = -1
    let count = count
    var i = 0
    // None comes before the first ticket there is. Of one that is free nothing is pending.
    while i < count && first > 0 {
      if slots[i].id != 0 {
        let next = slots[i].pending.first
        if next < first {
          first = next
          whose = i
        }
      }
      i &+= 1
    }
    if whose < 0 {
      state.tickets = 0
      return false
    }
    deliver(whose, first &+ 1)
    if first &+ 1 != state.tickets { return true }
    // It was the newest, and none came while it was delivered.
    state.tickets = 0
    return false
  }

  func deliver(_ i: Int, _ ticket: UInt32) {
    let pending = slots[i].pending
    let id = slots[i].id
    if pending.ask == ticket {
      slots[i].pending.ask = 0
      if !slots[i].binding.mustCancel || hasRoomToRunBack { startDriven(i) }
      freeIfIdle(i)
    } else if pending.start == ticket {
      slots[i].pending.start = 0
      post(id, EventType.transitionStarted, pending.startFraction, Reason.none)
    } else if pending.update == ticket {
      slots[i].pending.update = 0
      // A program that polls too late misses progress, never an end.
      if hasRoomToSpare { post(id, EventType.transitionUpdated, pending.updateFraction, Reason.none) }
    } else if pending.run == ticket {
      slots[i].pending.run = 0
      askRun(i)
      freeIfIdle(i)
    } else {
      slots[i].pending.end = 0
      freeIfIdle(i)
      post(id, pending.endType, pending.endFraction, pending.endReason)
    }
  }

  /// A run has begun: how does it go?
  @inline(never)
  private func askRun(_ i: Int) {
    guard let willRun = engine.state.delegate.transition_will_run, slots[i].machine.isRunning else { return }
    var options = state.config.options
    slots[i].machine.describe(&options)
    slots[i].isAsking = true
    willRun(engine.opaque, slots[i].id, slots[i].machine.state == .finishing, &options, engine.state.delegate.user)
    if slots[i].isAsking && options.isValid {
      note(i, slots[i].machine.goOn(options, at: engine.now))
    }
    slots[i].isAsking = false
  }

  @inline(never)
  private func post(_ id: UInt32, _ type: UInt32, _ fraction: Int32, _ reason: Int32) {
    var event = press_event()
    event.type = type
    event.contact = UInt32.max
    event.reason = reason
    event.progress = fraction
    event.subject = id
    engine.post(&event)
  }

  /// One that runs back after a contact gave up has a start and an end more: it waits for room, and asks again.
  func waitsForRoom(_ i: Int) -> Bool { slots[i].binding.mustCancel && slots[i].pending.ask == 0 }
  var hasRoomToRunBack: Bool { engine.hasRoomBeyondReserve(for: 2) }

  /// Whether what a transition delivers once fits beside the ends of everything that runs, and those of one more contact.
  var hasRoomToSpare: Bool { engine.hasRoomBeyondReserve(for: 3) }
}
