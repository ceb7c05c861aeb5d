import CPress

/// What is pending of a drag is delivered or asked here, one thing at a time.
extension Drag {
  /// Tells or asks one thing. Returns whether there was any.
  func tellOne() -> Bool {
    state.isPaused = false
    if state.isActivated && hasRoom {
      state.isActivated = false
      tellActivated()
      return true
    }
    var i = 0
    while i < count {
      if step(i) { return true }
      i &+= 1
    }
    return tellUndone()
  }

  @inline(never)
  private func step(_ i: Int) -> Bool {
    switch sessions[i].phase {
    case .free: false
    case .asking: begin(i)
    case .dragging: ask(i) || tellEnds(i) || tellChanges(i)
    case .releasing: ask(i) || tellEnds(i) || tellChanges(i) || decide(i)
    case .confirming: tellEnds(i) || tellChanges(i) || tellConfirm(i)
    case .letting: tellEnds(i) || tellDropped(i)
    case .cancelling: tellEnds(i) || tellCancelled(i)
    case .dropping: tellDrop(i)
    }
  }

  /// What is neither an end nor an answer waits until there is room for it beside all ends.
  var hasRoom: Bool {
    if engine.hasRoomBeyondReserve(for: 1) { return true }
    state.isPaused = true
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
    engine.post(event)
    return true
  }

  @inline(__always)
  func tell(_ type: UInt32, _ i: Int, target: UInt32) -> Bool { say(type, i, target, 0, 0, Reason.none, 0, 0) }
  @inline(__always)
  func tell(_ type: UInt32, _ i: Int, target: UInt32, _ value: Int32, _ value2: Int32) -> Bool {
    say(type, i, target, value, value2, Reason.none, 0, 0)
  }
  @inline(__always)
  func tell(_ type: UInt32, _ i: Int, target: UInt32, _ value: Int32, reason: Int32, flags: UInt32) -> Bool {
    say(type, i, target, value, 0, reason, flags, 0)
  }
  @inline(__always)
  func tell(_ type: UInt32, _ i: Int, target: UInt32, _ value: Int32, progress: Int32) -> Bool {
    say(type, i, target, value, 0, Reason.none, 0, progress)
  }

  /// What is over.
  @inline(never)
  func tellEnds(_ i: Int) -> Bool {
    let s = sessions + i
    let spring = s.pointee.spring
    if s.pointee.told.springState != 0 && (s.pointee.told.spring != spring.target || spring.told < s.pointee.told.springState) {
      s.pointee.told.springState = 0
      return tell(EventType.springEnded, i, target: s.pointee.told.spring)
    }
    let scroller = s.pointee.told.scroller
    if scroller != 0 && scroller != s.pointee.scroll.container {
      s.pointee.told.scroller = 0
      return tell(EventType.autoscrollEnded, i, target: scroller)
    }
    let left = s.pointee.told.destination
    if left != 0 && left != s.pointee.destination {
      s.pointee.told.destination = 0
      return tell(EventType.dragLeft, i, target: left)
    }
    return false
  }

  /// What is new, or else than before.
  @inline(never)
  func tellChanges(_ i: Int) -> Bool {
    let s = sessions + i
    if !s.pointee.told.isBegun {
      // Its beginning has the room of the contact's sample.
      s.pointee.told.isBegun = true
      return tell(EventType.dragBegan, i, target: s.pointee.source, s.pointee.originX, s.pointee.originY)
    }
    if !hasRoom { return false }
    if !s.pointee.told.isMoved {
      s.pointee.told.isMoved = true
      return tell(EventType.dragMoved, i, target: s.pointee.destination)
    }
    return tellDestination(i) || tellItems(i) || tellUnder(i)
  }

  func tellDestination(_ i: Int) -> Bool {
    let s = sessions + i
    let destination = s.pointee.destination
    let operation = s.pointee.proposal.operation
    if destination == 0 { return false }
    let isNew = s.pointee.told.destination != destination
    if !isNew && s.pointee.told.operation == operation && s.pointee.told.accepted == s.pointee.accepted { return false }
    s.pointee.told.destination = destination
    s.pointee.told.operation = operation
    s.pointee.told.accepted = s.pointee.accepted
    return tell(isNew ? EventType.dragEntered : EventType.dragProposed, i, target: destination,
      Int32(truncatingIfNeeded: operation), Int32(truncatingIfNeeded: s.pointee.accepted))
  }

  func tellItems(_ i: Int) -> Bool {
    let s = sessions + i
    let badge = s.pointee.badge
    if s.pointee.told.badge != badge || s.pointee.told.items != s.pointee.items {
      s.pointee.told.badge = badge
      s.pointee.told.items = s.pointee.items
      return tell(EventType.dragItemsChanged, i, target: s.pointee.destination, Int32(truncatingIfNeeded: badge),
        Int32(truncatingIfNeeded: s.pointee.items))
    }
    if s.pointee.told.hint != s.pointee.hint {
      s.pointee.told.hint = s.pointee.hint
      return tell(EventType.dragHintChanged, i, target: s.pointee.destination, Int32(truncatingIfNeeded: s.pointee.hint), 0)
    }
    return false
  }

  func tellUnder(_ i: Int) -> Bool {
    let s = sessions + i
    if s.pointee.spring.told > s.pointee.told.springState {
      s.pointee.told.spring = s.pointee.spring.target
      s.pointee.told.springState &+= 1
      return tell(EventType.springPossible &+ UInt32(truncatingIfNeeded: s.pointee.told.springState &- 1), i, target: s.pointee.spring.target)
    }
    let scroll = s.pointee.scroll
    if scroll.container == 0 { return false }
    if s.pointee.told.scroller == 0 {
      s.pointee.told.scroller = scroll.container
      s.pointee.told.scrollX = 0
      s.pointee.told.scrollY = 0
      return tell(EventType.autoscrollBegan, i, target: scroll.container)
    }
    if s.pointee.told.scrollX == scroll.x && s.pointee.told.scrollY == scroll.y { return false }
    s.pointee.told.scrollX = scroll.x
    s.pointee.told.scrollY = scroll.y
    return tell(EventType.autoscrollChanged, i, target: scroll.container, scroll.x, scroll.y)
  }

  @inline(never)
  func tellCancelled(_ i: Int) -> Bool {
    sessions[i].phase = .free
    if !sessions[i].told.isBegun { return true }
    let source = sessions[i].source
    return tell(EventType.dragCancelled, i, target: source, 0, reason: sessions[i].reason, flags: parting(source))
  }

  /// How what is not accepted goes away.
  func parting(_ source: UInt32) -> UInt32 {
    source == 0 || engine.hasTarget(source) ? EventFlag.returns : EventFlag.fades
  }

  @inline(never)
  func tellActivated() {
    let touch = state.activatedBy
    var event = press_event()
    event.type = EventType.targetActivated
    event.contact = touch.contact
    event.target = state.activated
    event.x = touch.x
    event.y = touch.y
    engine.post(event)
  }
}
