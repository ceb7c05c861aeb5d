import CPress

/// Holds, taps that wait for a second one, and pressure that rises while a finger holds.
extension Gestures {
  var deadline: UInt64 {
    var first = state.isWaiting ? state.waitsUntil : Engine.never
    engine.eachOccupied { slot in
      if engine.contacts[slot].phase == .down {
        if isHolding(slot) { first = min(first, gestures[slot].holdAt) }
        first = min(first, tapFails(slot))
        if isRising(slot) { first = min(first, gestures[slot].risesAt) }
      }
    }
    return first
  }

  /// Time goes on for so long after this deadline, as far as is known.
  func fire(_ t: UInt64, more: UInt64) {
    if state.isWaiting && state.waitsUntil <= t { return stopWaiting(true) }
    var slot = 0
    while slot < engine.maxContacts {
      if engine.isOccupied(slot) && engine.contacts[slot].phase == .down {
        if isHolding(slot) && gestures[slot].holdAt <= t { return hold(slot, more: more) }
        if tapFails(slot) <= t { return outlast(slot) }
        if isRising(slot) && gestures[slot].risesAt <= t { return rise(slot, more: more) }
      }
      slot &+= 1
    }
  }

  /// It may become a hold, or is one.
  private func isHolding(_ slot: Int) -> Bool { engine.contacts[slot].claim.may(.hold) || engine.contacts[slot].claim == .hold }

  private func hold(_ slot: Int, more: UInt64) {
    let contact = engine.contacts + slot
    if contact.pointee.claim == .hold { return holdOn(slot, more: more) }
    if engine.isClaimed(slot, .hold) {
      gestures[slot].holdAt = Engine.never
      return
    }
    // A callback may have ended it.
    if contact.pointee.phase != .down || !contact.pointee.claim.may(.hold) || !gestures[slot].canHold { return }
    let due = gestures[slot].holdAt
    let again = UInt64(state.settings.hold_repeat_us)
    gestures[slot].holdAt = again == 0 ? Engine.never : Wide.addSaturating(due, again)
    engine.setTime(slot)
    // Its finger may have been about to lift when it was due.
    engine.setLate(slot, engine.lateness(due))
    stopWaiting(gestures[slot].isSecond)
    engine.become(slot, .hold)
    engine.stopPreview(slot, Reason.none)
    markPending(slot, .holdBegan)
  }

  /// A hold repeats. If time jumped over several of these times, only the newest counts.
  private func holdOn(_ slot: Int, more: UInt64) {
    let due = gestures[slot].holdAt
    let again = UInt64(state.settings.hold_repeat_us)
    let skipped = Wide.divide(more, by: again)
    gestures[slot].repeats = Int32(clamping: Int64(gestures[slot].repeats) &+ Int64(clamping: max(skipped, 1)))
    gestures[slot].holdAt = Wide.addSaturating(due, max(skipped, 1) &* again)
    if skipped != 0 { return }
    engine.setTime(slot)
    engine.setLate(slot, engine.lateness(due))
    // A program that polls too late misses repeats, never an end.
    if engine.hasRoomBeyondReserve(for: 1) { markPending(slot, .holdRepeated) }
  }

  /// When an open contact has lasted too long for a tap. That is no end: it waits for room.
  func tapFails(_ slot: Int) -> UInt64 {
    let within = UInt64(state.settings.tap_us)
    if within == 0 || !gestures[slot].canTap || engine.contacts[slot].claim != .open || !engine.hasRoomBeyondReserve(for: 1) { return Engine.never }
    return Wide.addSaturating(gestures[slot].beganAt, within &+ 1)
  }

  private func outlast(_ slot: Int) {
    engine.setTime(slot)
    failTap(slot, Reason.tooLong)
  }

  /// Whether holding still stands in for force: as long as nothing else became of the contact, and it may get further. Its frames
  /// are no ends: they wait for room.
  private func isRising(_ slot: Int) -> Bool {
    let c = engine.contacts[slot]
    return state.settings.force_from_hold_us != 0 && (c.claim == .open || c.claim == .preview)
      && c.touch.pressure < Q16.one && c.preview.mayStep
      && engine.hasRoomBeyondReserve(for: Gestures.mostEventsOfAFrame)
  }

  /// A preview begins, its phase ends, and the next has progress.
  private static var mostEventsOfAFrame: Int { 3 }

  /// A frame of rising pressure without a sample.
  private func rise(_ slot: Int, more: UInt64) {
    let t = engine.now
    engine.setTime(slot)
    engine.setLate(slot, engine.lateness(gestures[slot].risesAt))
    raise(slot)
    // If time jumped over several frames, only the newest counts.
    let frames = max(Wide.divide(more, by: UInt64(state.settings.frame_us)), 1)
    gestures[slot].risesAt = Wide.addSaturating(t, frames &* UInt64(state.settings.frame_us))
    engine.advance(slot)
    // It may have waited for room; what comes next of it did not.
    if engine.contacts[slot].isOpen { engine.setLate(slot, 0) }
  }

  @inline(never)
  func raise(_ slot: Int) {
    let contact = engine.contacts + slot
    // A contact that was down before gestures were attached never rises.
    if gestures[slot].risesAt == Engine.never || !(contact.pointee.claim == .open || contact.pointee.claim == .preview) { return }
    let start = Wide.addSaturating(gestures[slot].beganAt, UInt64(state.settings.force_from_hold_delay_us))
    if contact.pointee.touch.t_us <= start { return engine.schedule(gestures[slot].risesAt) }
    let held = min(contact.pointee.touch.t_us &- start, UInt64(state.settings.force_from_hold_us))
    let risen = Int32(truncatingIfNeeded: Wide.divide(held << 16, by: UInt64(state.settings.force_from_hold_us)))
    engine.setPressure(slot, max(contact.pointee.touch.pressure, risen))
    // It may have been full in between: then no frame is due in the past, and the next one is not expected yet.
    gestures[slot].risesAt = max(gestures[slot].risesAt, contact.pointee.touch.t_us)
    engine.schedule(gestures[slot].risesAt)
  }
}

/// The events of gestures.
extension Gestures {
  @inline(never)
  func markPending(_ slot: Int, _ next: Gesture.Pending) {
    gestures[slot].pending |= next.rawValue
    state.pendingSlots |= engine.bit(slot)
    markPending()
  }

  func deliver() -> Bool {
    if state.isTapPending {
      deliverWaited()
      return true
    }
    if state.activatedCount > 0 {
      deliverActivated()
      return true
    }
    while state.pendingSlots != 0 {
      let slot = state.pendingSlots.trailingZeroBitCount
      let pending = gestures[slot].pending
      // A tap that was a preview comes after its end.
      if pending & Gesture.taps != 0 && engine.deliverPreviewEnd(slot) { return true }
      let first = pending & (0 &- pending)
      gestures[slot].pending = pending & ~first
      if pending == first { state.pendingSlots &= ~engine.bit(slot) }
      if let next = Gesture.Pending(rawValue: first) {
        deliver(next, slot)
        // A tap that waited is noted among what comes first.
        return state.pendingSlots != 0 || state.activatedCount > 0
      }
    }
    return false
  }

  /// Delivers first: the tap that waited, and the events that ended with their target.
  func deliverFirst() -> Bool {
    if state.isTapPending {
      deliverWaited()
      return true
    }
    let ends = Gesture.Pending.holdCancelled.rawValue | Gesture.Pending.scrollCancelled.rawValue
    var slot = 0
    while slot < engine.maxContacts {
      let isGone = gestures[slot].goesFirst
      gestures[slot].goesFirst = false
      if isGone, let end = Gesture.Pending(rawValue: gestures[slot].pending & ends) {
        gestures[slot].pending &= ~ends
        deliver(end, slot)
        return true
      }
      slot &+= 1
    }
    return false
  }

  private func deliverWaited() {
    state.isTapPending = false
    var event = state.waiting
    event.late_us = engine.lateness(event.t_us)
    engine.post(&event)
  }

  private func deliver(_ next: Gesture.Pending, _ slot: Int) {
    // A drag may have taken its place.
    if next == .holdRepeated && engine.contacts[slot].claim != .hold { return }
    var event = event(next, slot)
    engine.post(&event)
  }

  private func event(_ next: Gesture.Pending, _ slot: Int) -> press_event {
    let g = gestures[slot]
    return switch next {
    case .tapped: engine.event(EventType.tapped, slot, target: g.tapTarget)
    case .doubleTapped: engine.event(EventType.doubleTapped, slot, target: g.tapTarget)
    case .holdBegan: engine.event(EventType.holdBegan, slot, target: g.holdTarget)
    case .holdEnded: engine.event(EventType.holdEnded, slot, target: g.holdTarget, g.reason)
    case .holdCancelled: engine.event(EventType.holdCancelled, slot, target: g.holdTarget, g.reason)
    case .tapFailed: failed(slot)
    case .holdRepeated: repeated(slot)
    case .scrollBegan: engine.event(EventType.scrollBegan, slot, target: g.scrollTarget)
    case .scrollMoved: scrolled(EventType.scrollMoved, slot, 0)
    case .scrollEnded: scrolled(EventType.scrollEnded, slot, g.reason)
    case .scrollCancelled: scrolled(EventType.scrollCancelled, slot, g.reason)
    }
  }

  private func failed(_ slot: Int) -> press_event {
    let g = gestures[slot]
    var event = engine.event(EventType.tapFailed, slot, target: g.tapTarget, Int32(g.tapReason))
    if event.reason == Reason.tooLong {
      // It may have waited for room.
      event.late_us = engine.lateness(Wide.addSaturating(g.beganAt, UInt64(state.settings.tap_us) &+ 1))
    }
    return event
  }

  private func repeated(_ slot: Int) -> press_event {
    var event = engine.event(EventType.holdRepeated, slot, target: gestures[slot].holdTarget)
    event.value = gestures[slot].repeats
    return event
  }

  @inline(never)
  private func scrolled(_ type: UInt32, _ slot: Int, _ reason: Int32) -> press_event {
    var event = engine.event(type, slot, target: gestures[slot].scrollTarget, reason)
    (event.value, event.value2) = way(slot)
    return event
  }
}

/// Calls of the program.
extension Gestures {
  package func stateOf(_ contact: UInt32) -> Int32 {
    let slot = engine.downSlot(of: contact)
    return slot < 0 ? Status.notFound : Int32(engine.contacts[slot].claim.rawValue)
  }

  @inline(never)
  package func cancel(_ contact: UInt32) -> Int32 {
    let slot = engine.downSlot(of: contact)
    if slot < 0 { return Status.notFound }
    let claim = engine.contacts[slot].claim
    if !engine.contacts[slot].isOpen || (claim != .hold && claim != .scroll) { return Status.state }
    cancel(slot, Reason.program)
    engine.flushFromOutside()
    return Status.ok
  }

  package func activate(_ id: UInt32) -> Int32 {
    guard let target = engine.target(id) else { return Status.notFound }
    if target.traits & Trait.tap == 0 { return Status.state }
    if !engine.hasRoomBeyondReserve(for: 1) { return Status.full }
    if !mayActivate { return Status.noSpace }
    if engine.isBusy { state.activatedInside &+= 1 }
    state.activated[unchecked: state.activatedCount] = id
    state.activatedCount &+= 1
    markPending()
    engine.flushFromOutside()
    return Status.ok
  }

  /// Callbacks may activate eight targets at one time: so a callback that activates its own target ends.
  private var mayActivate: Bool {
    let now = engine.time &+ engine.stats.samples
    if !engine.isBusy || state.activatedAt != now {
      state.activatedAt = now
      state.activatedInside = 0
    }
    return state.activatedInside < 8
  }

  /// Its target is gone.
  func forgetActivated(_ id: UInt32) {
    var i = 0
    while i < state.activatedCount {
      if state.activated[unchecked: i] == id { state.activated[unchecked: i] = 0 }
      i &+= 1
    }
  }

  /// A config counts from the next contact on that comes while no other is down and no tap waits.
  /// The config that was given last, whether it counts yet or not.
  package var given: press_gestures_config { state.next.size != 0 ? state.next : state.settings }

  package func set(_ config: press_gestures_config) -> Int32 {
    state.next = config
    return Status.ok
  }

  func adopt(_ slot: Int) {
    if state.isWaiting || !engine.isAlone(slot) { return }
    state.settings = state.next
    state.next.size = 0
  }

  func deliverActivated() {
    var event = press_event()
    event.type = EventType.tapped
    event.contact = UInt32.max
    event.target = state.activated[unchecked: 0]
    event.reason = Reason.program
    state.activatedCount &-= 1
    var i = 0
    while i < state.activatedCount {
      state.activated[unchecked: i] = state.activated[unchecked: i &+ 1]
      i &+= 1
    }
    // A callback may have removed it: it is 0.
    guard let target = engine.target(event.target) else { return }
    event.x = Q16.add(target.x, target.width >> 1)
    event.y = Q16.add(target.y, target.height >> 1)
    engine.post(&event)
  }
}
