import CPress

/// From letting go to the end of a drop.
extension Drags {
  @inline(never)
  func decide(_ i: Int) -> Bool {
    let s = sessions + i
    if s.pointee.destination == 0 {
      if s.pointee.launch == .yes { s.pointee.proposal = usual(i, 0) }
      s.pointee.accepted = s.pointee.launch == .yes ? fit(i, 0, &s.pointee.proposal) : 0
      if s.pointee.accepted == 0 { cancel(i, Reason.noDestination) } else { release(i) }
      return true
    }
    // Callbacks that never let it rest may have left it with an answer for other items.
    s.pointee.accepted = fit(i, s.pointee.destination, &s.pointee.proposal)
    if s.pointee.accepted == 0 {
      let isForbidden = s.pointee.proposal.operation == DropOperation.forbidden
      cancel(i, isForbidden ? Reason.forbidden : Reason.noDestination)
    } else if s.pointee.proposal.flags & ProposalFlag.irreversible != 0 {
      stopUnder(i)
      s.pointee.phase = .confirming
    } else {
      release(i)
    }
    return true
  }

  /// The drag ends in a drop.
  func release(_ i: Int) {
    sessions[i].droppedOn = sessions[i].destination
    leaveAll(i)
    sessions[i].phase = .letting
    markPending()
  }

  func deliverConfirm(_ i: Int) -> Bool {
    if sessions[i].delivered.isConfirmAsked || !hasRoom { return false }
    sessions[i].delivered.isConfirmAsked = true
    let isDelivered = deliver(EventType.dragConfirm, i, target: sessions[i].destination)
    sessions[i].late = 0
    return isDelivered
  }

  @inline(never)
  func deliverDropped(_ i: Int) -> Bool {
    let s = sessions + i
    let proposal = s.pointee.proposal
    if s.pointee.delivered.items != s.pointee.items {
      // Sources went away since it was let go.
      if !hasRoom { return false }
      s.pointee.delivered.items = s.pointee.items
      return deliver(
        EventType.dragItemsChanged, i, target: s.pointee.droppedOn, Int32(truncatingIfNeeded: s.pointee.accepted),
        Int32(truncatingIfNeeded: s.pointee.items))
    }
    _ = choose(i, s.pointee.droppedOn, proposal, marks: true)
    s.pointee.task = proposal.flags & ProposalFlag.task != 0 ? .toBegin : .none
    s.pointee.slowAt = Wide.addSaturating(engine.now, UInt64(state.config.slow_us))
    engine.schedule(s.pointee.slowAt)
    s.pointee.slot = -1
    s.pointee.phase = .dropping
    let isDelivered = deliver(
      EventType.dragDropped, i, target: s.pointee.droppedOn, Int32(truncatingIfNeeded: proposal.operation),
      Int32(truncatingIfNeeded: s.pointee.accepted))
    s.pointee.late = 0
    return isDelivered
  }

  @inline(never)
  func deliverDrop(_ i: Int) -> Bool {
    if !hasRoom { return false }
    let s = sessions + i
    if s.pointee.task == .toBegin {
      s.pointee.task = .running
      return deliver(EventType.taskBegan, i, target: s.pointee.droppedOn)
    }
    if s.pointee.isSlow {
      s.pointee.isSlow = false
      return deliver(EventType.dropSlow, i, target: s.pointee.droppedOn)
    }
    var isOver = true
    var n = 0
    while n < s.pointee.items {
      if deliverItem(i, n) { return true }
      if items(i)[n].stage != .idle { isOver = false }
      n &+= 1
    }
    if s.pointee.isTaskUpdated {
      s.pointee.isTaskUpdated = false
      return deliver(EventType.taskUpdated, i, target: s.pointee.droppedOn, 0, progress: s.pointee.taskProgress)
    }
    if s.pointee.task == .toEnd {
      s.pointee.task = .none
      return deliver(EventType.taskEnded, i, target: s.pointee.droppedOn, 0, reason: s.pointee.taskReason, flags: 0)
    }
    return isOver && s.pointee.task == .none && conclude(i)
  }

  private func deliverItem(_ i: Int, _ n: Int) -> Bool {
    let item = items(i) + n
    let id = Int32(bitPattern: item.pointee.spec.id)
    let destination = sessions[i].droppedOn
    switch item.pointee.stage {
    case .idle: return false
    case .toBegin:
      let takesTime = sessions[i].proposal.flags & ProposalFlag.transfers != 0
      item.pointee.stage = takesTime ? .transferring : .toEnd
      let isPart = sessions[i].proposal.flags & ProposalFlag.part != 0
      return say(
        EventType.dropItemBegan, i, destination, id, Int32(bitPattern: item.pointee.representation), Reason.none,
        isPart ? EventFlag.part : 0, 0)
    case .notTaken:
      item.pointee.stage = .idle
      return deliver(
        EventType.dropItemNotTaken, i, target: destination, id, reason: item.pointee.reason,
        flags: parting(item.pointee.spec.source))
    case .transferring:
      if !item.pointee.isUpdated { return false }
      item.pointee.isUpdated = false
      return deliver(EventType.dropItemUpdated, i, target: destination, id, progress: item.pointee.progress)
    case .toEnd:
      let reason = item.pointee.reason
      item.pointee.hasArrived = reason == Reason.none
      item.pointee.stage = item.pointee.hasArrived && destination != 0 ? .toSelect : .idle
      if item.pointee.hasArrived { sessions[i].arrived &+= 1 } else { sessions[i].lost &+= 1 }
      return deliver(
        EventType.dropItemEnded, i, target: destination, id, reason: reason,
        flags: reason == Reason.none ? 0 : parting(item.pointee.spec.source))
    case .toSelect:
      item.pointee.stage = engine.hasTarget(destination) ? .toClear : .idle
      if item.pointee.stage == .idle { return true }
      return deliver(EventType.selectionSet, i, target: destination, id, 0)
    case .toClear:
      item.pointee.stage = .idle
      let source = item.pointee.spec.source
      if item.pointee.spec.flags & ItemFlag.selected == 0 { return true }
      if !isCleared(destination, source, moves: sessions[i].proposal.operation == DropOperation.move) { return true }
      return deliver(EventType.selectionCleared, i, target: source, id, 0)
    }
  }

  /// Items that were selected in their source stay selected only if they moved within its container. Elsewhere their source has lost them.
  @inline(never)
  func isCleared(_ destination: UInt32, _ source: UInt32, moves: Bool) -> Bool {
    engine.hasTarget(source) && (!moves || !engine.sharesContainer(destination, source))
  }

  @inline(never)
  private func conclude(_ i: Int) -> Bool {
    keepUndo(i)
    sessions[i].phase = .free
    return say(
      EventType.dropConcluded, i, sessions[i].droppedOn, Int32(truncatingIfNeeded: sessions[i].arrived),
      Int32(truncatingIfNeeded: sessions[i].lost), sessions[i].reason, 0, 0)
  }
}

/// Asks what is dragged: at the start, and when another source is tapped.
extension Drags {
  /// The target that a contact drags.
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
    engine.become(slot, .drag)
    engine.stopPreview(slot, Reason.dragged)
    if isHold { endHold(slot) }
    return true
  }

  /// A contact that drags is no hold any more; gestures have nothing left to deliver for it.
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
    if let willBegin = engine.delegate.drag_will_begin {
      state.isAsking = true
      found = willBegin(engine.opaque, &touch, isNew ? 0 : id, scratch, room, engine.delegate.user)
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

  /// The index of the item with this id in session `i`; -1: none.
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
    if let should = engine.delegate.spring_should_activate {
      var drag = status(i)
      yes = should(engine.opaque, &drag, target, isAgain, engine.delegate.user)
    }
    // The spring may be another one now.
    let state = s.pointee.spring.state
    if s.pointee.id != id || s.pointee.spring.target != target || state != (isAgain ? .askingAgain : .asking) { return }
    let dwell = has(DragFlag.noDwell) ? nil : UInt64(self.state.config.spring_dwell_us)
    s.pointee.spring.answer(yes, at: engine.now, dwell: dwell)
    engine.schedule(s.pointee.spring.due)
  }
}

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
    // A drop whose items are gone cannot be undone. An undo is delivered before other drops are concluded.
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

  /// After another drop nothing can be redone. An undo that is being delivered goes on to its end.
  private func forgetUndone() {
    var u = state.undoCount &+ state.redoCount
    while u > state.undoCount {
      u &-= 1
      if undos[u].pending == .nothing { forgetUndo(at: u) }
    }
  }

  /// Whether a drop can be undone: its destination is still there, and for a move its source, too.
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

  /// Posts an event; a target that has gone is not named.
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
