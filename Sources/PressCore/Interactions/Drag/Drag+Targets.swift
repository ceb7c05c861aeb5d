import CPress

/// What becomes of sessions when targets change or go away.
extension Drags {
  func removed(_ id: UInt32) {
    if state.isActivated && state.activated == id { state.isActivated = false }
    if state.isRefused && state.refused.target == id { state.isRefused = false }
    forgetUndo(id)
    lose(id)
    loseConfirming(id)
    var i = 0
    while i < count {
      let s = sessions + i
      let drops = s.pointee.phase == .dropping || s.pointee.phase == .letting
      if drops && s.pointee.droppedOn == id { cancel(i, Reason.targetRemoved) }
      if s.pointee.destination == id { s.pointee.destination = 0 }
      if s.pointee.aim == id { s.pointee.aim = 0 }
      if s.pointee.spring.target == id { s.pointee.spring = Spring() }
      if s.pointee.scroll.container == id { s.pointee.scroll.stop() }
      i &+= 1
    }
    testAgain()
  }

  func changed(_ id: UInt32) {
    if engine.traits(of: id) & Trait.drop == 0 { loseConfirming(id) }
    if engine.traits(of: id) & Trait.dragSource == 0 { lose(id) }
    var i = 0
    while i < count {
      // Its domain may be another one.
      recheck(i)
      i &+= 1
    }
    testAgain()
  }

  /// A target is no destination any more.
  private func loseConfirming(_ id: UInt32) {
    var i = 0
    while i < count {
      if sessions[i].phase == .confirming && sessions[i].destination == id { cancel(i, Reason.targetRemoved) }
      i &+= 1
    }
  }

  /// A target is no source any more. A drop that has begun is not concerned: a move takes its source away.
  private func lose(_ id: UInt32) {
    var slot = 0
    while slot < engine.maxContacts {
      if tracks[slot].source == id {
        settle(slot, Reason.targetRemoved)
        // It may have settled before, and a callback have removed its source before that was delivered: it names it as long as it may.
        if !tracks[slot].isLifted && tracks[slot].isDelivered { markPending() }
      }
      slot &+= 1
    }
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.isAdding && s.pointee.adding.target == id { s.pointee.isAdding = false }
      if s.pointee.phase == .asking && s.pointee.source == id { cancel(i, Reason.targetRemoved) }
      if !s.pointee.isOver || s.pointee.phase == .cancelling { loseItems(i, id) }
      i &+= 1
    }
  }

  /// Items from a source that is gone are not dragged any more.
  @inline(never)
  private func loseItems(_ i: Int, _ source: UInt32) {
    var kept = 0
    var n = 0
    while n < sessions[i].items {
      if items(i)[n].spec.source != source {
        if kept != n { items(i)[kept] = items(i)[n] }
        kept &+= 1
      }
      n &+= 1
    }
    if kept == sessions[i].items { return }
    if kept == 0 { return cancel(i, Reason.targetRemoved) }
    sessions[i].items = kept
    sessions[i].accepted = min(sessions[i].accepted, kept)
    sessions[i].source = items(i)[0].spec.source
    itemsChanged(i)
    recheck(i)
  }

  /// Once it was let go nobody is asked again: what was proposed holds for what is left, as far as it is still right.
  @inline(never)
  private func recheck(_ i: Int) {
    let s = sessions + i
    if s.pointee.phase != .confirming && s.pointee.phase != .letting { return }
    let target = s.pointee.phase == .letting ? s.pointee.droppedOn : s.pointee.destination
    s.pointee.accepted = fit(i, target, &s.pointee.proposal)
    if s.pointee.accepted == 0 { return cancel(i, Reason.targetRemoved) }
    if s.pointee.phase == .confirming { s.pointee.hint = Drags.hint(s.pointee.proposal) }
    markPending()
  }

  /// What is under the fingers may be something else now, though they did not move.
  func testAgain() {
    var i = 0
    while i < count {
      if sessions[i].phase == .dragging || sessions[i].phase == .releasing {
        sessions[i].needsTest = true
        sessions[i].mustAsk = true
        if !engine.isBusy { sessions[i].testsLeft = 8 }
        markPending()
      }
      i &+= 1
    }
  }

  func reset() {
    state.isActivated = false
    state.isRefused = false
    var i = 0
    while i < count {
      cancel(i, Reason.reset)
      i &+= 1
    }
  }
}
