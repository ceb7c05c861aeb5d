import CPress

/// Asks what is dragged: at the start, and when another source is tapped.
extension Drags {
  /// Who is dragged, when it comes from a contact.
  @inline(never)
  func begin(_ i: Int) -> Bool {
    let slot = sessions[i].slot
    let id = sessions[i].id
    var touch = engine.contacts[slot].touch
    touch.target = sessions[i].source
    // While it waited for room its preview may have ended.
    let isOver = engine.contacts[slot].claim == .preview && engine.contacts[slot].preview.isOver
    let found = isOver ? 0 : askItems(i, &touch)
    clearScratch()
    // A callback may have ended it, or the hold that it was.
    let isAsking = sessions[i].id == id && sessions[i].phase == .asking
    let claim = engine.contacts[slot].claim
    if !isAsking || found == 0 || !(claim == .drag || claim.may(.drag)) {
      if isAsking {
        cancel(i, Reason.none)
        settle(slot, Reason.none)
      }
      // It moved, whatever became of it.
      if engine.contacts[slot].isOpen { engine.notify(.sampled(slot, read: engine.contacts[slot].touch.force, isSensed: true)) }
      return true
    }
    sessions[i].phase = .dragging
    engine.notify(.becomes(slot))
    let isHold = engine.contacts[slot].claim == .hold
    engine.contacts[slot].become(.drag)
    engine.stopPreview(slot, Reason.dragged)
    if isHold { endHold(slot) }
    return true
  }

  /// Who drags holds no more; gestures have nothing left to deliver of it.
  @inline(never)
  private func endHold(_ slot: Int) {
    let target = engine.nearest(engine.contacts[slot].hit, with: Trait.hold).1
    var event = engine.event(EventType.holdCancelled, slot, target: target, Reason.dragged)
    engine.post(&event)
  }

  /// It is empty whenever nobody is asked: who asks clears it.
  @inline(never)
  func clearScratch() { scratch.initialize(repeating: press_drag_item(), count: mostItems) }

  /// Asks for the items of a source, and takes them in. Returns how many came.
  @inline(never)
  func askItems(_ i: Int, _ touch: inout press_touch) -> Int {
    let room = mostItems &- sessions[i].items
    if room <= 0 || state.isAsking { return 0 }
    let id = sessions[i].id
    let isNew = sessions[i].phase == .asking
    let source = touch.target
    var found = 1
    if let willBegin = engine.state.delegate.drag_will_begin {
      state.isAsking = true
      found = willBegin(engine.opaque, &touch, isNew ? 0 : id, scratch, room, engine.state.delegate.user)
      state.isAsking = false
      // Its source may be gone, or the session.
      if sessions[i].id != id || sessions[i].isOver || !isSource(source) { return 0 }
    } else {
      scratch[0].id = max(touch.target, 1)
      scratch[0].flags = ItemFlag.selected
    }
    if found < 0 || found > room || !areValid(i, found) { return 0 }
    var n = 0
    while n < found {
      take(i, scratch + n, from: source)
      n &+= 1
    }
    return found
  }

  /// One more item. Field by field: a whole one would pass over the stack.
  @inline(never)
  func take(_ i: Int, _ spec: UnsafeMutablePointer<press_drag_item>, from source: UInt32) {
    let item = items(i) + sessions[i].items
    item.pointee.spec.id = spec.pointee.id
    item.pointee.spec.flags = spec.pointee.flags
    item.pointee.spec.source = source
    item.pointee.spec.representation_count = spec.pointee.representation_count
    item.pointee.spec.representations = spec.pointee.representations
    item.pointee.stage = .idle
    item.pointee.isUpdated = false
    item.pointee.hasArrived = false
    item.pointee.progress = 0
    item.pointee.representation = 0
    item.pointee.reason = 0
    sessions[i].items &+= 1
  }

  /// Named, and by names that are not there yet.
  @inline(never)
  private func areValid(_ i: Int, _ found: Int) -> Bool {
    var n = 0
    while n < found {
      let item = scratch + n
      if item.pointee.id == 0 || item.pointee.flags & ~ItemFlag.all != 0 { return false }
      if item.pointee.representation_count > 0 && item.pointee.representations == nil { return false }
      if index(i, of: item.pointee.id) >= 0 { return false }
      var other = 0
      while other < n {
        if scratch[other].id == item.pointee.id { return false }
        other &+= 1
      }
      n &+= 1
    }
    return true
  }

  /// Of an item of a session, -1: none.
  func index(_ i: Int, of id: UInt32) -> Int {
    var n = 0
    while n < sessions[i].items {
      if items(i)[n].spec.id == id { return n }
      n &+= 1
    }
    return -1
  }

  private func isSource(_ id: UInt32) -> Bool {
    (id == 0 || engine.hasTarget(id)) && engine.traits(of: id) & Trait.dragSource != 0
  }

  /// Others are dragged than before: everybody is asked again.
  @inline(never)
  func itemsChanged(_ i: Int) {
    sessions[i].needsTest = true
    sessions[i].mustAsk = true
    stopLaunch(i)
    markPending()
  }

  @inline(never)
  func ask(_ i: Int) -> Bool {
    let s = sessions + i
    if !s.pointee.delivered.isBegun { return false }
    if s.pointee.isAdding {
      let id = s.pointee.id
      let found = askItems(i, &s.pointee.adding)
      clearScratch()
      if s.pointee.id != id || s.pointee.isOver { return true }
      s.pointee.isAdding = false
      if found > 0 { itemsChanged(i) }
      return true
    }
    if s.pointee.needsTest && s.pointee.testsLeft > 0 {
      if test(i) { propose(i) }
      return true
    }
    if asksLaunch(i) {
      askLaunch(i)
      return true
    }
    if s.pointee.spring.state == .asking || s.pointee.spring.state == .askingAgain {
      // The one before ends first: it may be the same again.
      if !deliverEnds(i) { askSpring(i) }
      return true
    }
    return false
  }

  @inline(never)
  func askSpring(_ i: Int) {
    let s = sessions + i
    let id = s.pointee.id
    let target = s.pointee.spring.target
    let isAgain = s.pointee.spring.state == .askingAgain
    var yes = true
    if let should = engine.state.delegate.spring_should_activate {
      var drag = status(i)
      yes = should(engine.opaque, &drag, target, isAgain, engine.state.delegate.user)
    }
    // The spring may be another one now.
    let state = s.pointee.spring.state
    if s.pointee.id != id || s.pointee.spring.target != target || state != (isAgain ? .askingAgain : .asking) { return }
    let dwell = has(DragFlag.noDwell) ? nil : UInt64(self.state.config.spring_dwell_us)
    s.pointee.spring.answer(yes, at: engine.now, dwell: dwell)
    engine.schedule(s.pointee.spring.due)
  }
}
