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

  /// What was selected where it comes from stays so only there where it moved within its container: there it is gone.
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
