import CPress

/// Drops that can be undone.
extension Drag {
  /// Keeps what arrived of a drop; the oldest gives way.
  func keepUndo(_ i: Int) {
    let depth = Int(state.config.undo_depth)
    let s = sessions + i
    let kept = (ProposalFlag.irreversible | ProposalFlag.task)
    if depth == 0 || s.pointee.arrived == 0 || s.pointee.droppedOn == 0 || s.pointee.proposal.flags & kept != 0 { return }
    // What is gone already is not there to be undone either.
    if !canBeUndone(i) { return }
    if state.undoCount == depth {
      if undos[0].isUndoing { return }
      forgetUndo(at: 0)
    }
    let u = state.undoCount
    var undo = DragUndo()
    undo.session = s.pointee.id
    undo.operation = s.pointee.proposal.operation
    undo.destination = s.pointee.droppedOn
    var n = 0
    while n < s.pointee.items {
      let item = items(i) + n
      if item.pointee.hasArrived {
        undoItems(u)[undo.items] = DragUndo.Item(id: item.pointee.spec.id, source: item.pointee.spec.source)
        undo.items &+= 1
      }
      n &+= 1
    }
    undo.undelivered = undo.items
    undos[u] = undo
    state.undoCount &+= 1
  }

  /// Where it went is there, and for a move where it came from.
  private func canBeUndone(_ i: Int) -> Bool {
    if !engine.hasTarget(sessions[i].droppedOn) { return false }
    if sessions[i].proposal.operation != DropOperation.move { return true }
    var n = 0
    while n < sessions[i].items {
      let item = items(i) + n
      if item.pointee.hasArrived && item.pointee.spec.source != 0 && !engine.hasTarget(item.pointee.spec.source) { return false }
      n &+= 1
    }
    return true
  }

  func forgetUndo(at u: Int) {
    state.undoCount &-= 1
    var next = u
    while next < state.undoCount {
      undos[next] = undos[next &+ 1]
      undoItems(next).update(from: undoItems(next &+ 1), count: undos[next].items)
      next &+= 1
    }
  }

  /// A target is gone: what went to it cannot be undone, nor what came from it as a move.
  func forgetUndo(_ target: UInt32) {
    var u = state.undoCount
    while u > 0 {
      u &-= 1
      if !undos[u].isUndoing && names(u, target) { forgetUndo(at: u) }
    }
  }

  func names(_ u: Int, _ target: UInt32) -> Bool {
    if undos[u].destination == target { return true }
    if undos[u].operation != DropOperation.move { return false }
    var n = 0
    while n < undos[u].items {
      if undoItems(u)[n].source == target { return true }
      n &+= 1
    }
    return false
  }

  /// Delivers what is being undone: first what was delivered in part, then the newest.
  func deliverUndone() -> Bool {
    var next = -1
    var u = state.undoCount
    while u > 0 {
      u &-= 1
      if undos[u].isUndoing && (next < 0 || undos[u].undelivered < undos[u].items) { next = u }
    }
    if next < 0 || !hasRoom { return false }
    deliverUndone(next)
    return true
  }

  @inline(never)
  func deliverUndone(_ u: Int) {
    let undo = undos[u]
    var event = press_event()
    event.contact = UInt32.max
    event.subject = undo.session
    if undo.undelivered > 0 {
      undos[u].undelivered &-= 1
      let item = undoItems(u)[undo.undelivered &- 1]
      event.type = EventType.dropItemUndone
      event.target = undo.operation == DropOperation.move ? item.source : undo.destination
      event.value = Int32(bitPattern: item.id)
      event.value2 = Int32(truncatingIfNeeded: undo.operation)
    } else {
      event.type = EventType.dropUndone
      event.target = undo.destination
      event.value = Int32(truncatingIfNeeded: undo.operation)
      event.value2 = Int32(truncatingIfNeeded: undo.items)
      forgetUndo(at: u)
    }
    engine.post(event)
  }
}
