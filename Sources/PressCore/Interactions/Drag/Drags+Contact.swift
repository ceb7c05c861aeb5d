import CPress

/// How a contact becomes a drag, moves it and lets it go.
extension Drags {
  func began(_ slot: Int) {
    lookAgain()
    let contact = engine.contacts + slot
    adopt(slot)
    var track = DragTrack()
    (track.canDrag, track.source) = engine.nearest(contact.pointee.hit, with: Trait.dragSource)
    let needsHold =
      has(DragFlag.afterHold)
      || (has(DragFlag.holdInScroll)
        && engine.nearest(track.source, with: Trait.scroll).0)
    if track.canDrag && needsHold {
      track.readyAt = Wide.addSaturating(contact.pointee.touch.t_us, UInt64(state.config.hold_us))
      engine.schedule(track.readyAt)
    }
    track.isHeld = !needsHold
    track.isPressed = !has(DragFlag.byForce)
    tracks[slot] = track
    chooseSamples(track.canDrag || isDragging, Drags.resting, slot)
  }

  /// Whether there is a session.
  private var isDragging: Bool {
    var i = 0
    while i < count && sessions[i].phase == .free { i &+= 1 }
    return i < count
  }

  func sampled(_ slot: Int) {
    lookAgain()
    let i = index(of: slot)
    if i >= 0 { return moved(i, engine.contacts[slot].touch) }
    if !tracks[slot].canDrag { return }
    let contact = engine.contacts + slot
    if contact.pointee.touch.pressure >= state.config.start_pressure { tracks[slot].isPressed = true }
    // It did not hold still: nothing to wait for any more.
    if !tracks[slot].isHeld && (contact.pointee.claim == .moved || engine.hasMoved(slot, state.config.still_slop)) { tracks[slot].canDrag = false }
    if !tracks[slot].isHeld || !tracks[slot].isPressed { return }
    lift(slot, late: 0)
    if !contact.pointee.claim.may(.drag) { return settle(slot, Reason.none) }
    let isPreviewing = contact.pointee.claim == .preview
    if isPreviewing && !(has(DragFlag.fromPreview) && contact.pointee.preview.state == .previewing) { return }
    if tracks[slot].isLifted {
      if !Engine.isWithin(state.config.slop, contact.pointee.touch.x, contact.pointee.touch.y, tracks[slot].x, tracks[slot].y) { start(slot) }
    } else if contact.pointee.claim != .hold && engine.hasMoved(slot, isPreviewing ? state.config.still_slop : state.config.slop) {
      if !engine.isClaimed(slot, .drag) { start(slot) }
    }
  }

  /// It was held long enough, and pressed hard enough: what lies under it is lifted. A preview goes on as it is.
  @inline(never)
  func lift(_ slot: Int, late: UInt32) {
    let contact = engine.contacts + slot
    let isFree = contact.pointee.claim == .open || contact.pointee.claim == .hold
    if tracks[slot].readyAt == Engine.never || tracks[slot].isLifted || !isFree || engine.isClaimed(slot, .lifted) { return }
    if contact.pointee.claim == .open {
      engine.notify(.becomes(slot))
      engine.become(slot, .lifted)
    }
    tracks[slot].isLifted = true
    tracks[slot].x = contact.pointee.touch.x
    tracks[slot].y = contact.pointee.touch.y
    tracks[slot].late = late
    markPending()
  }

  /// What was lifted lies down again: nothing is dragged.
  @inline(never)
  func settle(_ slot: Int, _ reason: Int32) {
    tracks[slot].canDrag = false
    if !tracks[slot].isLifted { return }
    tracks[slot].isLifted = false
    tracks[slot].reason = reason
    tracks[slot].late = engine.contacts[slot].late
    markPending()
  }

  /// A contact left its source. Whether anything is dragged is asked when nothing else is being delivered.
  func start(_ slot: Int) {
    let i = freeSession
    tracks[slot].canDrag = false
    if i < 0 {
      refuse(slot)
      return settle(slot, Reason.none)
    }
    let contact = engine.contacts + slot
    make(i, tracks[slot].source, contact.pointee.touch, contact.pointee.startX, contact.pointee.startY)
    sessions[i].slot = slot
    // A preview or a hold goes on until there is something to drag.
    if contact.pointee.claim == .open || contact.pointee.claim == .moved { engine.become(slot, .drag) }
    markPending()
  }

  /// All sessions are taken.
  private func refuse(_ slot: Int) {
    state.isRefused = true
    state.refused = engine.contacts[slot].touch
    state.refused.target = tracks[slot].source
    markPending()
  }

  @inline(never)
  func make(_ i: Int, _ source: UInt32, _ touch: press_touch, _ x: Int32, _ y: Int32) {
    var session = DragSession()
    state.serial = state.serial < 0x7fff_ffff ? state.serial &+ 1 : 1
    session.id = state.serial
    session.phase = .asking
    session.contact = touch.contact
    session.source = source
    let place = engine.target(source)
    session.originX = Q16.subtract(x, place?.x ?? 0)
    session.originY = Q16.subtract(y, place?.y ?? 0)
    session.x = touch.x
    session.y = touch.y
    session.force = touch.force
    session.pressure = touch.pressure
    sessions[i] = session
  }

  func moved(_ i: Int, _ touch: press_touch) {
    let s = sessions + i
    if s.pointee.phase != .dragging { return }
    s.pointee.late = 0
    if touch.x != s.pointee.x || touch.y != s.pointee.y {
      s.pointee.x = touch.x
      s.pointee.y = touch.y
      s.pointee.delivered.isMoved = false
      s.pointee.needsTest = true
      let isExact = s.pointee.proposal.flags & ProposalFlag.exact != 0
      if s.pointee.destination != 0 && isExact { s.pointee.mustAsk = true }
    }
    s.pointee.force = touch.force
    s.pointee.pressure = touch.pressure
    if !has(DragFlag.noSpringForce) { s.pointee.spring.press(touch.pressure, state.config.spring_pressure) }
    if touch.pressure < state.config.drop_pressure {
      s.pointee.isArmed = true
    } else if s.pointee.isArmed {
      s.pointee.slot = -1
      s.pointee.phase = .releasing
    }
    markPending()
  }

  /// The program releases a contact: it drags nothing, adds nothing and activates nothing any more.
  func released(_ slot: Int) {
    settle(slot, Reason.program)
    tracks[slot].isReleased = true
    let i = index(of: slot)
    if i >= 0 { cancel(i, Reason.program) }
  }

  func ended(_ slot: Int, _ reason: Int32) {
    lookAgain()
    let isLifted = reason == Reason.lifted
    let canAdd = tracks[slot].canDrag
    settle(slot, reason)
    let i = index(of: slot)
    if i >= 0 {
      sessions[i].slot = -1
      sessions[i].late = engine.contacts[slot].late
      // Nothing is dragged of a lift that was never delivered.
      if isLifted && sessions[i].phase != .asking { letGo(i) } else { cancel(i, reason) }
    } else if isLifted {
      tapped(slot, canAdd)
    }
  }

  func letGo(_ i: Int) {
    if sessions[i].phase == .dragging { sessions[i].phase = .releasing }
    markPending()
  }

  /// A contact that drags nothing lifted: on a source, beside a drag, it adds to it; elsewhere it activates what is inactive.
  func tapped(_ slot: Int, _ canAdd: Bool) {
    let contact = engine.contacts + slot
    let i = newestDragging
    if i >= 0 && canAdd && contact.pointee.claim == .open && !sessions[i].isAdding {
      engine.become(slot, .over)
      sessions[i].isAdding = true
      sessions[i].adding = contact.pointee.touch
      sessions[i].adding.target = tracks[slot].source
      markPending()
    } else if contact.pointee.claim != .drag && !tracks[slot].isReleased {
      let (isInactive, container) = engine.nearest(contact.pointee.hit, with: Trait.inactive)
      if !isInactive { return }
      state.isActivated = true
      state.activated = container
      state.activatedBy = contact.pointee.touch
      markPending()
    }
  }
}

/// What is due: holds, springs, autoscroll, slow drops.
extension Drags {
  var deadline: UInt64 {
    var first = Engine.never
    if waitsForRoom && engine.hasRoomBeyondReserve(for: 1) { first = engine.now }
    engine.eachOccupied { slot in
      if isWaiting(slot) { first = min(first, afterHold(tracks[slot].readyAt)) }
    }
    var i = 0
    while i < count {
      switch sessions[i].phase {
      case .dragging: first = min(first, due(i))
      case .dropping: first = min(first, sessions[i].slowAt)
      case .free, .asking, .releasing, .confirming, .letting, .cancelling: break
      }
      i &+= 1
    }
    return first
  }

  /// What opens and scrolls under a finger waits while that may be lifting.
  @inline(never)
  func due(_ i: Int) -> UInt64 {
    let slot = sessions[i].slot
    if slot >= 0 && engine.contacts[slot].phase == .lifting { return Engine.never }
    return min(sessions[i].spring.due, sessions[i].scroll.due)
  }

  private func isWaiting(_ slot: Int) -> Bool {
    tracks[slot].canDrag && !tracks[slot].isHeld && engine.isOccupied(slot) && engine.contacts[slot].phase == .down
      && (engine.contacts[slot].claim == .open || engine.contacts[slot].claim == .hold || engine.contacts[slot].claim == .preview)
  }

  @inline(never)
  private func hold(_ slot: Int) {
    if !isWaiting(slot) { return }
    tracks[slot].isHeld = true
    if tracks[slot].isPressed { lift(slot, late: engine.lateness(tracks[slot].readyAt)) }
  }

  /// A hold that is due at the same moment begins first.
  @inline(never)
  private func afterHold(_ t: UInt64) -> UInt64 { engine.deadline(of: .gestures) == t ? Wide.addSaturating(t, 1) : t }

  func fire(_ t: UInt64, more: UInt64) {
    lookAgain()
    if waitsForRoom { markPending() }
    var slot = 0
    while slot < engine.maxContacts {
      if tracks[slot].readyAt <= t { hold(slot) }
      slot &+= 1
    }
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.phase == .dragging && due(i) <= t {
        s.pointee.late = engine.lateness(due(i))
        s.pointee.spring.fire(engine.now, activating: UInt64(state.config.spring_activating_us))
        s.pointee.scroll.fire(engine.now, more: more, state.config)
        markPending()
      } else if s.pointee.phase == .dropping && s.pointee.slowAt <= t {
        s.pointee.slowAt = Engine.never
        s.pointee.isSlow = true
        markPending()
      }
      i &+= 1
    }
  }
}

/// Which sessions there are, and how one is cancelled.
extension Drags {
  /// That of a slot's contact, -1: none.
  func index(of slot: Int) -> Int {
    var i = 0
    while i < count {
      if sessions[i].phase != .free && sessions[i].slot == slot { return i }
      i &+= 1
    }
    return -1
  }

  /// The index of the session with this id; -1: none.
  @inline(never)
  func index(session id: UInt32) -> Int {
    var i = 0
    while i < count {
      if sessions[i].phase != .free && sessions[i].phase != .asking && sessions[i].id == id { return i }
      i &+= 1
    }
    return -1
  }

  var freeSession: Int {
    @inline(never) get {
      var i = 0
      while i < count {
        if sessions[i].phase == .free { return i }
        i &+= 1
      }
      return -1
    }
  }

  var newestDragging: Int {
    var found = -1
    var i = 0
    while i < count {
      if sessions[i].phase == .dragging && (found < 0 || sessions[i].id > sessions[found].id) { found = i }
      i &+= 1
    }
    return found
  }

  /// Ends a session; what is pending is delivered by the next `flush`.
  @inline(never)
  func cancel(_ i: Int, _ reason: Int32) {
    let s = sessions + i
    markPending()
    switch s.pointee.phase {
    case .free, .cancelling: break
    case .asking:
      s.pointee.phase = .free
      let slot = s.pointee.slot
      if slot >= 0 { engine.become(slot, .open) }
    case .dragging, .releasing, .confirming, .letting:
      s.pointee.phase = .cancelling
      s.pointee.reason = reason
      if s.pointee.slot >= 0 && !s.pointee.delivered.isBegun { settle(s.pointee.slot, reason) }
      s.pointee.slot = -1
      s.pointee.isAdding = false
      leaveAll(i)
    case .dropping:
      // What ended it first is why.
      if s.pointee.reason == Reason.none { s.pointee.reason = reason }
      fail(i, s.pointee.reason)
    }
  }

  /// Nothing is under it any more.
  func leaveAll(_ i: Int) {
    sessions[i].destination = 0
    sessions[i].hint = 0
    stopUnder(i)
  }

  /// It neither opens nor scrolls anything any more.
  func stopUnder(_ i: Int) {
    sessions[i].spring = Spring()
    sessions[i].scroll.stop()
  }

  /// Items that have not ended fail.
  private func fail(_ i: Int, _ reason: Int32) {
    var n = 0
    while n < sessions[i].items {
      let item = items(i) + n
      switch item.pointee.stage {
      case .toBegin:
        item.pointee.reason = reason
        item.pointee.stage = .notTaken
        sessions[i].lost &+= 1
      case .transferring:
        item.pointee.reason = reason
        item.pointee.isUpdated = false
        item.pointee.stage = .toEnd
      case .idle, .notTaken, .toEnd, .toSelect, .toClear: break
      }
      n &+= 1
    }
    sessions[i].slowAt = Engine.never
    sessions[i].isSlow = false
    switch sessions[i].task {
    case .none, .toEnd: break
    case .toBegin: sessions[i].task = .none
    case .running:
      sessions[i].taskReason = reason
      sessions[i].isTaskUpdated = false
      sessions[i].task = .toEnd
    }
  }
}
