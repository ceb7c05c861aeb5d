import CPress

/// Drops that can be undone, and done again: those that can be undone, the newest last, and behind them those that were undone,
/// the newest first.
extension Drags {
  /// Keeps what arrived of a drop; the oldest gives way.
  func keepUndo(_ i: Int) {
    let depth = Int(state.config.undo_depth)
    let s = sessions + i
    if s.pointee.arrived > 0 { forgetUndone() }
    let kept = (ProposalFlag.irreversible | ProposalFlag.task)
    if depth == 0 || s.pointee.arrived == 0 || s.pointee.droppedOn == 0 || s.pointee.proposal.flags & kept != 0 { return }
    // What is gone already is not there to be undone either. What is being undone is delivered before other drops are concluded.
    if !canBeUndone(i) || state.redoCount > 0 { return }
    if state.undoCount == depth { forgetUndo(at: 0) }
    let u = state.undoCount
    var undo = DragUndo()
    undo.session = s.pointee.id
    undo.operation = s.pointee.proposal.operation
    undo.destination = s.pointee.droppedOn
    var n = 0
    while n < s.pointee.items {
      let item = items(i) + n
      if item.pointee.hasArrived {
        undoItems(u)[undo.items] = DragUndo.Item(
          id: item.pointee.spec.id, source: item.pointee.spec.source, isSelected: item.pointee.spec.flags & ItemFlag.selected != 0)
        undo.items &+= 1
      }
      n &+= 1
    }
    undos[u] = undo
    state.undoCount &+= 1
  }

  /// Nothing is done again after something else was done. What is being undone is delivered to its end.
  private func forgetUndone() {
    var u = state.undoCount &+ state.redoCount
    while u > state.undoCount {
      u &-= 1
      if undos[u].pending == .nothing { forgetUndo(at: u) }
    }
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

  /// One that can be undone, or done again: those above move down.
  @inline(never)
  private func forgetUndo(at u: Int) {
    if u < state.undoCount { state.undoCount &-= 1 } else { state.redoCount &-= 1 }
    var next = u
    while next < state.undoCount &+ state.redoCount {
      undos[next] = undos[next &+ 1]
      undoItems(next).update(from: undoItems(next &+ 1), count: undos[next].items)
      next &+= 1
    }
  }

  /// A target is gone: what needs it can neither be undone nor done again.
  func forgetUndo(_ target: UInt32) {
    var u = state.undoCount &+ state.redoCount
    while u > 0 {
      u &-= 1
      let undo = undos[u]
      let needsSource = u >= state.undoCount || undo.operation == DropOperation.move
      if undo.pending == .nothing && (undo.destination == target || needsSource && comes(u, from: target)) { forgetUndo(at: u) }
    }
  }

  private func comes(_ u: Int, from target: UInt32) -> Bool {
    var n = 0
    while n < undos[u].items {
      if undoItems(u)[n].source == target { return true }
      n &+= 1
    }
    return false
  }

  /// Delivers what is being undone, the newest first, or done again, the oldest first.
  func deliverUndone() -> Bool {
    let all = state.undoCount &+ state.redoCount
    var next = -1
    var u = 0
    while u < all {
      if undos[u].pending == .undo || undos[u].pending == .redo && next < 0 { next = u }
      u &+= 1
    }
    if next < 0 || !hasRoom { return false }
    deliver(next)
    return true
  }

  @inline(never)
  private func deliver(_ u: Int) {
    let undo = undos[u]
    if undo.delivered == undo.items { return deliverEnd(u) }
    let undoes = undo.pending == .undo
    let item = undoItems(u)[undoes ? undo.items &- 1 &- undo.delivered : undo.delivered]
    let moves = undo.operation == DropOperation.move
    switch undo.step {
    case .item:
      undos[u].step = .destination
      post(
        undoes ? EventType.dropItemUndone : EventType.dropItemRedone, undo.session, undoes && moves ? item.source : undo.destination,
        Int32(bitPattern: item.id), Int32(truncatingIfNeeded: undo.operation))
    case .destination:
      undos[u].step = .source
      if !engine.hasTarget(undo.destination) { return }
      post(undoes ? EventType.selectionCleared : EventType.selectionSet, undo.session, undo.destination, Int32(bitPattern: item.id), 0)
    case .source:
      undos[u].step = .item
      undos[u].delivered &+= 1
      let isChanged = undoes ? engine.hasTarget(item.source) : isCleared(undo.destination, item.source, moves: moves)
      if !item.isSelected || !isChanged { return }
      post(undoes ? EventType.selectionSet : EventType.selectionCleared, undo.session, item.source, Int32(bitPattern: item.id), 0)
    }
  }

  /// All of it. What went away meanwhile cannot be taken back again.
  private func deliverEnd(_ u: Int) {
    let undo = undos[u]
    undos[u].pending = .nothing
    undos[u].delivered = 0
    let needsSources = undo.pending == .undo || undo.operation == DropOperation.move
    var isThere = engine.hasTarget(undo.destination)
    var n = 0
    while n < undo.items {
      let source = undoItems(u)[n].source
      if needsSources && source != 0 && !engine.hasTarget(source) { isThere = false }
      n &+= 1
    }
    if !isThere { forgetUndo(at: u) }
    post(
      undo.pending == .undo ? EventType.dropUndone : EventType.dropRedone, undo.session, undo.destination,
      Int32(truncatingIfNeeded: undo.operation), Int32(truncatingIfNeeded: undo.items))
  }

  /// What went away is not named.
  @inline(never)
  private func post(_ type: UInt32, _ session: UInt32, _ target: UInt32, _ value: Int32, _ value2: Int32) {
    var event = press_event()
    event.type = type
    event.contact = UInt32.max
    event.target = engine.hasTarget(target) ? target : 0
    event.subject = session
    event.value = value
    event.value2 = value2
    engine.post(&event)
  }
}
