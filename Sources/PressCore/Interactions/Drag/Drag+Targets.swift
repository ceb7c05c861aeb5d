import CPress

/// What becomes of sessions when targets change or go away.
extension Drag {
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
      if s.pointee.spring.target == id { s.pointee.spring = Spring() }
      if s.pointee.scroll.container == id { s.pointee.scroll.stop() }
      i &+= 1
    }
    testAgain()
  }

  func changed(_ id: UInt32) {
    if engine.traits(of: id) & Trait.drop == 0 { loseConfirming(id) }
    if engine.traits(of: id) & Trait.dragSource == 0 { lose(id) }
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
      if tracks[slot].source == id { tracks[slot].canDrag = false }
      slot &+= 1
    }
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.isAdding && s.pointee.adding.target == id { s.pointee.isAdding = false }
      if !s.pointee.isOver && s.pointee.source == id { cancel(i, Reason.targetRemoved) } else if !s.pointee.isOver { loseItems(i, id) }
      i &+= 1
    }
  }

  /// Items that were added from a source that is gone are not dragged any more.
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
    sessions[i].items = kept
    sessions[i].mustAsk = true
    markPending()
    if sessions[i].phase != .confirming && sessions[i].phase != .letting { return }
    // Nobody is asked again: what was proposed holds for what is left.
    sessions[i].accepted = choose(i, sessions[i].proposal, marks: false)
    if sessions[i].accepted == 0 { cancel(i, Reason.targetRemoved) }
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
