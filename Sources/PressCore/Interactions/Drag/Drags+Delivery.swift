import CPress

/// Delivers the pending events of a drag, and asks its questions, one at a time.
extension Drags {
  /// Delivers or asks one thing. Returns whether there was any.
  func deliver() -> Bool {
    waitsForRoom = false
    if state.isActivated && hasRoom {
      state.isActivated = false
      deliver(EventType.targetActivated, state.activatedBy, target: state.activated, Reason.none)
      return true
    }
    if state.isRefused && hasRoom {
      state.isRefused = false
      deliver(EventType.dragRefused, state.refused, target: state.refused.target, Reason.noSession)
      return true
    }
    if deliverLifts() || deliverUndone() { return true }
    var i = 0
    while i < count {
      if step(i) { return true }
      i &+= 1
    }
    return false
  }

  /// Delivers lifts by time, and lifts that were taken back. They use the room of the preview that the contact cannot have.
  private func deliverLifts(settledOnly: Bool = false) -> Bool {
    var slot = 0
    while slot < engine.maxContacts {
      if tracks[slot].isLifted && !tracks[slot].isDelivered && !isHeld(slot) { tracks[slot].isLifted = false }
      let isLifted = tracks[slot].isLifted
      if isLifted != tracks[slot].isDelivered && (!isLifted || (!settledOnly && hasRoom)) {
        tracks[slot].isDelivered = isLifted
        deliverLift(slot, isLifted)
        return true
      }
      slot &+= 1
    }
    return false
  }

  /// While a lift waited for room, its hold may have ended: then nothing is lifted.
  private func isHeld(_ slot: Int) -> Bool {
    let claim = engine.contacts[slot].claim
    return claim == .hold || claim == .lifted
  }

  @inline(never)
  private func deliverLift(_ slot: Int, _ isLifted: Bool) {
    var event = engine.event(
      isLifted ? EventType.dragLifted : EventType.dragSettled, slot, target: tracks[slot].source,
      isLifted ? Reason.none : tracks[slot].reason)
    event.late_us = tracks[slot].late
    engine.post(&event)
  }

  /// Ends that a removed target causes come before all else.
  func deliverFirst() -> Bool {
    if deliverLifts(settledOnly: true) { return true }
    var i = 0
    while i < count {
      switch sessions[i].phase {
      case .free, .asking: break
      case .dragging, .releasing, .confirming, .letting: if deliverEnds(i) { return true }
      case .cancelling: if deliverEnds(i) || deliverCancelled(i) { return true }
      case .dropping: if sessions[i].reason == Reason.targetRemoved && deliverDrop(i) { return true }
      }
      i &+= 1
    }
    return false
  }

  @inline(never)
  private func step(_ i: Int) -> Bool {
    switch sessions[i].phase {
    case .free: false
    case .asking: !waits(i) && begin(i)
    case .dragging: ask(i) || deliverEnds(i) || deliverChanges(i)
    case .releasing: ask(i) || deliverEnds(i) || deliverChanges(i) || decide(i)
    case .confirming: deliverEnds(i) || deliverChanges(i) || deliverConfirm(i)
    case .letting: deliverEnds(i) || deliverDropped(i)
    case .cancelling: deliverEnds(i) || deliverCancelled(i)
    case .dropping: deliverDrop(i)
    }
  }

  /// Before it is asked what is dragged, its lift is delivered, and what the contact before it activated. Those may wait for room.
  private func waits(_ i: Int) -> Bool {
    let slot = sessions[i].slot
    return state.isActivated || slot >= 0 && tracks[slot].isLifted && !tracks[slot].isDelivered
  }

  /// After a call from the program.
  @inline(never)
  func flushFromOutside() {
    if engine.isBusy { return }
    lookAgain()
    engine.flushFromOutside()
  }

  /// What lies under the drags may be looked at some times more: each call from outside, and each sample, is bounded for itself.
  @inline(__always)
  func lookAgain() {
    if state.isLookedAt { resetTests() }
  }

  @inline(never)
  private func resetTests() {
    state.isLookedAt = false
    var i = 0
    while i < count {
      if sessions[i].testsLeft == 0 && sessions[i].needsTest { markPending() }
      sessions[i].testsLeft = 8
      i &+= 1
    }
  }

  /// An event that is neither an end nor an answer waits until there is room for it beside all ends.
  var hasRoom: Bool {
    if engine.hasRoomBeyondReserve(for: 1) { return true }
    waitsForRoom = true
    return false
  }

  /// One function, so that no other has an event on the stack.
  @inline(never)
  func say(
    _ type: UInt32, _ i: Int, _ target: UInt32, _ value: Int32, _ value2: Int32, _ reason: Int32, _ flags: UInt32, _ progress: Int32
  ) -> Bool {
    var event = press_event()
    event.type = type
    event.contact = sessions[i].contact
    event.target = target
    event.x = sessions[i].x
    event.y = sessions[i].y
    event.force = sessions[i].force
    event.pressure = sessions[i].pressure
    event.subject = sessions[i].id
    event.value = value
    event.value2 = value2
    event.reason = reason
    event.flags = flags
    event.progress = progress
    event.late_us = sessions[i].late
    engine.post(&event)
    return true
  }

  @inline(__always)
  func deliver(_ type: UInt32, _ i: Int, target: UInt32) -> Bool { say(type, i, target, 0, 0, Reason.none, 0, 0) }
  @inline(__always)
  func deliver(_ type: UInt32, _ i: Int, target: UInt32, _ value: Int32, _ value2: Int32) -> Bool {
    say(type, i, target, value, value2, Reason.none, 0, 0)
  }
  @inline(__always)
  func deliver(_ type: UInt32, _ i: Int, target: UInt32, _ value: Int32, reason: Int32, flags: UInt32) -> Bool {
    say(type, i, target, value, 0, reason, flags, 0)
  }
  @inline(__always)
  func deliver(_ type: UInt32, _ i: Int, target: UInt32, _ value: Int32, progress: Int32) -> Bool {
    say(type, i, target, value, 0, Reason.none, 0, progress)
  }

  /// Delivers the ends of a session that is over.
  @inline(never)
  func deliverEnds(_ i: Int) -> Bool {
    let s = sessions + i
    let spring = s.pointee.spring
    if s.pointee.delivered.springState != 0 && (s.pointee.delivered.spring != spring.target || spring.delivered < s.pointee.delivered.springState) {
      s.pointee.delivered.springState = 0
      return deliver(EventType.springEnded, i, target: s.pointee.delivered.spring)
    }
    let scroller = s.pointee.delivered.scroller
    if scroller != 0 && scroller != s.pointee.scroll.container {
      s.pointee.delivered.scroller = 0
      return deliver(EventType.autoscrollEnded, i, target: scroller)
    }
    let left = s.pointee.delivered.destination
    if left != 0 && left != s.pointee.taker {
      s.pointee.delivered.destination = 0
      return deliver(EventType.dragLeft, i, target: left)
    }
    return false
  }

  /// Delivers items that are new or have changed.
  @inline(never)
  func deliverChanges(_ i: Int) -> Bool {
    let s = sessions + i
    if !s.pointee.delivered.isBegun {
      // Its beginning has the room of the contact's sample.
      s.pointee.delivered.isBegun = true
      if s.pointee.slot >= 0 {
        // It ends the lift.
        tracks[s.pointee.slot].isLifted = false
        tracks[s.pointee.slot].isDelivered = false
      }
      return deliver(EventType.dragBegan, i, target: s.pointee.source, s.pointee.originX, s.pointee.originY)
    }
    if !hasRoom { return false }
    if !s.pointee.delivered.isMoved {
      s.pointee.delivered.isMoved = true
      if s.pointee.destination != s.pointee.delivered.forbidden { s.pointee.delivered.forbidden = 0 }
      return deliver(EventType.dragMoved, i, target: s.pointee.destination)
    }
    return deliverDestination(i) || deliverItems(i) || deliverUnder(i)
  }

  func deliverDestination(_ i: Int) -> Bool {
    let s = sessions + i
    let destination = s.pointee.destination
    let operation = s.pointee.proposal.operation
    if destination == 0 || s.pointee.taker == 0 { return deliverForbidden(i) }
    s.pointee.delivered.forbidden = 0
    let isNew = s.pointee.delivered.destination != destination
    if !isNew && s.pointee.delivered.operation == operation && s.pointee.delivered.accepted == s.pointee.accepted { return false }
    s.pointee.delivered.destination = destination
    s.pointee.delivered.operation = operation
    s.pointee.delivered.accepted = s.pointee.accepted
    return deliver(
      isNew ? EventType.dragEntered : EventType.dragProposed, i, target: destination,
      Int32(truncatingIfNeeded: operation), Int32(truncatingIfNeeded: s.pointee.accepted))
  }

  /// A destination that refuses is no stay: once as the drag comes over it, and as it refuses in another way.
  @inline(never)
  private func deliverForbidden(_ i: Int) -> Bool {
    let s = sessions + i
    let destination = s.pointee.destination
    let operation = s.pointee.proposal.operation
    let isSame = s.pointee.delivered.forbidden == destination && s.pointee.delivered.operation == operation
    s.pointee.delivered.forbidden = destination
    if destination == 0 || isSame { return false }
    s.pointee.delivered.operation = operation
    return deliver(EventType.dragForbidden, i, target: destination, Int32(truncatingIfNeeded: operation), 0)
  }

  func deliverItems(_ i: Int) -> Bool {
    let s = sessions + i
    let badge = s.pointee.badge
    if s.pointee.delivered.badge != badge || s.pointee.delivered.items != s.pointee.items {
      s.pointee.delivered.badge = badge
      s.pointee.delivered.items = s.pointee.items
      return deliver(
        EventType.dragItemsChanged, i, target: s.pointee.destination, Int32(truncatingIfNeeded: badge),
        Int32(truncatingIfNeeded: s.pointee.items))
    }
    if s.pointee.delivered.hint != s.pointee.hint {
      s.pointee.delivered.hint = s.pointee.hint
      return deliver(EventType.dragHintChanged, i, target: s.pointee.destination, Int32(truncatingIfNeeded: s.pointee.hint), 0)
    }
    return false
  }

  func deliverUnder(_ i: Int) -> Bool {
    let s = sessions + i
    if s.pointee.spring.delivered > s.pointee.delivered.springState {
      s.pointee.delivered.spring = s.pointee.spring.target
      s.pointee.delivered.springState &+= 1
      return deliver(EventType.springPossible &+ UInt32(truncatingIfNeeded: s.pointee.delivered.springState &- 1), i, target: s.pointee.spring.target)
    }
    let scroll = s.pointee.scroll
    if scroll.container == 0 { return false }
    if s.pointee.delivered.scroller == 0 {
      s.pointee.delivered.scroller = scroll.container
      s.pointee.delivered.scrollX = 0
      s.pointee.delivered.scrollY = 0
      return deliver(EventType.autoscrollBegan, i, target: scroll.container)
    }
    if s.pointee.delivered.scrollX == scroll.x && s.pointee.delivered.scrollY == scroll.y { return false }
    s.pointee.delivered.scrollX = scroll.x
    s.pointee.delivered.scrollY = scroll.y
    return deliver(EventType.autoscrollChanged, i, target: scroll.container, scroll.x, scroll.y)
  }

  @inline(never)
  func deliverCancelled(_ i: Int) -> Bool {
    sessions[i].phase = .free
    if !sessions[i].delivered.isBegun { return true }
    let source = sessions[i].source
    return deliver(EventType.dragCancelled, i, target: source, 0, reason: sessions[i].reason, flags: parting(source))
  }

  /// How what is not accepted goes away.
  func parting(_ source: UInt32) -> UInt32 {
    source == 0 || engine.isVisible(source) ? EventFlag.returns : EventFlag.fades
  }

  @inline(never)
  private func deliver(_ type: UInt32, _ touch: press_touch, target: UInt32, _ reason: Int32) {
    var event = press_event()
    event.type = type
    event.contact = touch.contact
    event.target = target
    event.reason = reason
    event.x = touch.x
    event.y = touch.y
    engine.post(&event)
  }
}

/// Why a drag from code does not begin, or takes nothing more, before drag_will_begin is asked. The texts stand in
/// PressABI/InteractionFunctions.swift.
package enum DragRule: UInt8 {
  case noSession, noSource, noTrait, isThere, isDropped, isAsking, noRoom, noItems, noEvents

  /// The status that beginning or adding returns.
  package var status: Int32 {
    switch self {
    case .noSession, .noSource: Status.notFound
    case .noTrait, .isThere, .isDropped: Status.state
    case .isAsking: Status.busy
    case .noRoom, .noItems: Status.noSpace
    case .noEvents: Status.full
    }
  }
}

/// A drag without a finger.
extension Drags {
  /// Why a drag from code does not begin with a source. Nil: drag_will_begin is asked.
  @inline(never)
  package func refusal(beginning source: UInt32) -> DragRule? {
    guard let place = engine.target(source) else { return .noSource }
    if place.traits & Trait.dragSource == 0 { return .noTrait }
    if isThereFromCode { return .isThere }
    if state.isAsking { return .isAsking }
    if freeSession < 0 { return .noRoom }
    return engine.hasRoomBeyondReserve(for: 1) ? nil : .noEvents
  }

  /// Why a drag takes no more items, from another source. Nil: drag_will_begin is asked.
  @inline(never)
  package func refusal(adding source: UInt32, to session: UInt32) -> DragRule? {
    let i = index(session: session)
    if i < 0 { return .noSession }
    guard let place = engine.target(source) else { return .noSource }
    if place.traits & Trait.dragSource == 0 { return .noTrait }
    if sessions[i].phase != .dragging || !sessions[i].delivered.isBegun { return .isDropped }
    if state.isAsking { return .isAsking }
    return sessions[i].items >= mostItems ? .noItems : nil
  }

  package func begin(_ source: UInt32) -> Int32 {
    if let rule = refusal(beginning: source) { return rule.status }
    guard let place = engine.target(source) else { return Status.notFound }
    let i = freeSession
    let adopts = mayAdopt(-1)
    let before = state.serial
    var free = DragSession()
    Layout.copyWords(sessions + i, to: &free, MemoryLayout<DragSession>.stride)
    var touch = touch(source, place)
    make(i, source, touch, touch.x, touch.y)
    let id = sessions[i].id
    let found = askItemsFromCode(i, &touch)
    // The callback may have ended it.
    let begins = found > 0 && sessions[i].phase == .asking
    if begins {
      if adopts { adopt() }
      choose(Drags.resting | .sampled)
      sessions[i].phase = .dragging
      markPending()
    } else {
      Layout.copyWords(&free, to: sessions + i, MemoryLayout<DragSession>.stride)
      state.serial = before
    }
    // The callback may have ended others, too: that is delivered in any case.
    if begins { flushFromOutside() } else { engine.flushFromOutside() }
    return begins ? Int32(truncatingIfNeeded: id) : Status.state
  }

  /// Adds the items of a source to a session, of a finger or of the program.
  package func add(_ session: UInt32, _ source: UInt32) -> Int32 {
    if let rule = refusal(adding: source, to: session) { return rule.status }
    guard let place = engine.target(source) else { return Status.notFound }
    let i = index(session: session)
    var touch = touch(source, place)
    let found = askItemsFromCode(i, &touch)
    if found > 0 {
      itemsChanged(i)
      flushFromOutside()
    } else {
      engine.flushFromOutside()
    }
    return found > 0 ? Status.ok : Status.state
  }

  /// The touch of a drag from the program: the middle of the source.
  @inline(never)
  private func touch(_ source: UInt32, _ place: press_target) -> press_touch {
    var touch = press_touch()
    touch.t_us = engine.now
    touch.contact = UInt32.max
    touch.target = source
    touch.x = Q16.add(place.x, place.width >> 1)
    touch.y = Q16.add(place.y, place.height >> 1)
    return touch
  }

  @inline(__always)
  private func askItemsFromCode(_ i: Int, _ touch: inout press_touch) -> Int {
    let found = engine.whileBusy { askItems(i, &touch) }
    clearScratch()
    return found
  }

  /// One at a time: until its end is delivered.
  private var isThereFromCode: Bool {
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.contact == UInt32.max && s.pointee.phase != .asking && s.pointee.phase != .free && s.pointee.phase != .dropping { return true }
      i &+= 1
    }
    return false
  }

  /// A session from code that is still being dragged, or an error.
  private func fromCode(_ session: UInt32) -> (i: Int, status: Int32) {
    let i = index(session: session)
    if i < 0 { return (i, Status.notFound) }
    return (i, sessions[i].phase == .dragging && sessions[i].contact == UInt32.max ? Status.ok : Status.state)
  }

  package func move(_ session: UInt32, _ x: Int32, _ y: Int32) -> Int32 { move(session, x, y, aim: 0) }

  @inline(never)
  private func move(_ session: UInt32, _ x: Int32, _ y: Int32, aim: UInt32) -> Int32 {
    let (i, status) = fromCode(session)
    if status != Status.ok { return status }
    if sessions[i].aim != aim {
      sessions[i].aim = aim
      sessions[i].cell = Cell.none
      sessions[i].needsTest = true
    }
    var touch = press_touch()
    touch.x = x
    touch.y = y
    moved(i, touch)
    flushFromOutside()
    return Status.ok
  }

  package func over(_ session: UInt32, _ id: UInt32) -> Int32 {
    guard let place = engine.target(id) else { return Status.notFound }
    return move(session, Q16.add(place.x, place.width >> 1), Q16.add(place.y, place.height >> 1), aim: id)
  }

  package func drop(_ session: UInt32) -> Int32 {
    let (i, status) = fromCode(session)
    if status != Status.ok { return status }
    letGo(i)
    flushFromOutside()
    return Status.ok
  }

  package func perform(_ source: UInt32, _ destination: UInt32) -> Int32 {
    if !engine.hasTarget(destination) { return Status.notFound }
    let session = begin(source)
    if session < 0 { return session }
    let id = UInt32(truncatingIfNeeded: session)
    // Callbacks may have ended it on the way: that is delivered.
    _ = over(id, destination)
    _ = drop(id)
    return session
  }
}
