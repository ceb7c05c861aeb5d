import CPress

/// What is asked and told of a drag, one thing at a time.
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
  private var hasRoom: Bool {
    if engine.hasRoomBeyondReserve(for: 1) { return true }
    state.isPaused = true
    return false
  }

  // MARK: Asking

  /// Who is dragged, when it comes from a contact.
  @inline(never)
  private func begin(_ i: Int) -> Bool {
    let slot = sessions[i].slot
    let id = sessions[i].id
    var touch = engine.contacts[slot].touch
    touch.target = sessions[i].source
    let found = askItems(i, &touch)
    // A callback may have ended it.
    if sessions[i].id != id || sessions[i].phase != .asking { return true }
    if found == 0 {
      cancel(i, Reason.none)
      // It moved, whoever that may concern now.
      engine.notify(.sampled(slot))
      return true
    }
    sessions[i].phase = .dragging
    engine.contacts[slot].become(.drag)
    engine.stopPreview(slot, Reason.dragged)
    return true
  }

  /// Asks for the items of a source, and takes them in. Returns how many came.
  @inline(never)
  func askItems(_ i: Int, _ touch: inout press_touch) -> Int {
    let room = mostItems &- sessions[i].items
    if room <= 0 || state.isAsking { return 0 }
    let id = sessions[i].id
    let isNew = sessions[i].phase == .asking
    let source = touch.target
    var n = 0
    while n < room {
      (scratch + n).pointee.id = 0
      (scratch + n).pointee.flags = 0
      (scratch + n).pointee.source = 0
      (scratch + n).pointee.representation_count = 0
      (scratch + n).pointee.representations = nil
      n &+= 1
    }
    var found = 1
    if let willBegin = engine.state.delegate.drag_will_begin {
      state.isAsking = true
      found = willBegin(engine.opaque, &touch, isNew ? 0 : id, scratch, room, engine.state.delegate.user)
      state.isAsking = false
      // Its source may be gone, or the session.
      if sessions[i].id != id || sessions[i].isOver || (!isNew && !sessions[i].isAdding) { return 0 }
    } else {
      scratch[0].id = max(touch.target, 1)
      scratch[0].flags = ItemFlag.selected
    }
    if found < 0 || found > room || !areValid(i, found) { return 0 }
    n = 0
    while n < found {
      take(i, scratch + n, from: source)
      n &+= 1
    }
    return found
  }

  /// One more item. Field by field: a whole one would pass over the stack.
  @inline(never)
  private func take(_ i: Int, _ spec: UnsafeMutablePointer<press_drag_item>, from source: UInt32) {
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

  @inline(never)
  private func ask(_ i: Int) -> Bool {
    let s = sessions + i
    if !s.pointee.told.isBegun { return false }
    if s.pointee.isAdding {
      let id = s.pointee.id
      let found = askItems(i, &s.pointee.adding)
      if s.pointee.id != id || s.pointee.isOver { return true }
      s.pointee.isAdding = false
      if found > 0 {
        s.pointee.needsTest = true
        s.pointee.mustAsk = true
      }
      return true
    }
    if s.pointee.needsTest && s.pointee.testsLeft > 0 {
      if test(i) { propose(i) }
      return true
    }
    if s.pointee.spring.state == .asking || s.pointee.spring.state == .askingAgain {
      // The one before ends first: it may be the same again.
      if !tellEnds(i) { askSpring(i) }
      return true
    }
    return false
  }

  @inline(never)
  private func askSpring(_ i: Int) {
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

  // MARK: What is under it

  /// Looks at what is under it. Returns whether the destinations there are to be asked.
  @inline(never)
  private func test(_ i: Int) -> Bool {
    let s = sessions + i
    s.pointee.needsTest = false
    s.pointee.testsLeft &-= 1
    let top = engine.target(at: s.pointee.x, s.pointee.y)
    s.pointee.spring.enter(engine.nearest(top, with: Trait.spring).1)
    if s.pointee.spring.state == .asking { s.pointee.spring.press(s.pointee.pressure, state.config.spring_pressure) }
    let scroller = engine.target(engine.nearest(top, with: Trait.scroll).1)
    if let scroller, s.pointee.contact != UInt32.max {
      s.pointee.scroll.move(scroller, s.pointee.x, s.pointee.y, at: engine.now, state.config)
      engine.schedule(s.pointee.scroll.due)
    } else {
      s.pointee.scroll.stop()
    }
    let under = self.under(s.pointee.x, s.pointee.y)
    if under == s.pointee.under && !s.pointee.mustAsk { return false }
    s.pointee.under = under
    s.pointee.mustAsk = false
    return true
  }

  /// Tells one set of destinations from another: a hash of those at a point.
  private func under(_ x: Int32, _ y: Int32) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var t = Int(engine.state.targetCount)
    while t > 0 {
      t &-= 1
      if isDestination(t, x, y) { hash = (hash ^ UInt64(engine.targets[t].spec.id)) &* 0x100_0000_01b3 }
    }
    return hash
  }

  private func isDestination(_ t: Int, _ x: Int32, _ y: Int32) -> Bool {
    engine.targets[t].spec.traits & Trait.drop != 0 && engine.targets[t].contains(x, y)
  }

  /// Asks what lies under it, topmost first, until one answers.
  @inline(never)
  private func propose(_ i: Int) {
    let s = sessions + i
    let id = s.pointee.id
    var t = Int(engine.state.targetCount)
    while t > 0 {
      t &-= 1
      if !isDestination(t, s.pointee.x, s.pointee.y) { continue }
      let target = engine.targets[t].spec.id
      var proposal = usual(i, target)
      let yes = askProposal(i, target, &proposal)
      // What the callback did to it, or to the targets, counts: it is looked at and asked again.
      let isThere = s.pointee.phase == .dragging || s.pointee.phase == .releasing
      if s.pointee.id != id || !isThere { return }
      if s.pointee.needsTest {
        s.pointee.mustAsk = true
        return
      }
      if yes && Drag.isValid(proposal) && take(i, target, proposal) { return }
    }
    s.pointee.destination = 0
    s.pointee.hint = 0
  }

  @inline(never)
  private func askProposal(_ i: Int, _ target: UInt32, _ proposal: inout press_drop_proposal) -> Bool {
    guard let willPropose = engine.state.delegate.drop_will_propose else { return true }
    var drag = status(i)
    return willPropose(engine.opaque, &drag, target, &proposal, engine.state.delegate.user)
  }

  private static func isValid(_ p: press_drop_proposal) -> Bool {
    p.size == UInt32(truncatingIfNeeded: MemoryLayout<press_drop_proposal>.size) && p.operation <= DropOperation.move
      && p.flags & ~ProposalFlag.all == 0 && p.hint <= PointerHint.notAllowed && (p.accept_count == 0 || p.accepts != nil)
  }

  /// Within one container it moves, elsewhere it copies.
  @inline(never)
  private func usual(_ i: Int, _ target: UInt32) -> press_drop_proposal {
    var p = press_drop_proposal()
    p.size = UInt32(truncatingIfNeeded: MemoryLayout<press_drop_proposal>.size)
    p.item_count = UInt32(truncatingIfNeeded: sessions[i].items)
    let moves = engine.sharesContainer(target, sessions[i].source)
      && state.modifiers & Modifier.copy == 0
    p.operation = moves ? DropOperation.move : DropOperation.copy
    return p
  }

  /// Returns whether the destination is one: it refuses, or takes at least one item.
  private func take(_ i: Int, _ target: UInt32, _ proposal: press_drop_proposal) -> Bool {
    let s = sessions + i
    let drops = proposal.operation >= DropOperation.copy
    let accepted = drops ? choose(i, proposal, marks: false) : 0
    if drops && accepted == 0 { return false }
    s.pointee.destination = target
    s.pointee.proposal = proposal
    s.pointee.accepted = accepted
    s.pointee.hint = Drag.hint(proposal)
    return true
  }

  private static func hint(_ p: press_drop_proposal) -> UInt32 {
    if p.flags & ProposalFlag.ownHint != 0 { return p.hint }
    if p.operation == DropOperation.forbidden { return PointerHint.notAllowed }
    return p.operation == DropOperation.copy ? PointerHint.copy : PointerHint.plain
  }

  /// Goes through the items that a proposal takes, each with the richest representation that it accepts. Returns how many.
  func choose(_ i: Int, _ proposal: press_drop_proposal, marks: Bool) -> Int {
    var taken = 0
    var n = 0
    while n < sessions[i].items && taken < Int(clamping: proposal.item_count) {
      let item = items(i) + n
      if let representation = Drag.representation(item.pointee.spec, proposal) {
        taken &+= 1
        if marks {
          item.pointee.representation = representation
          item.pointee.stage = .toBegin
        }
      }
      n &+= 1
    }
    return taken
  }

  /// 0 where neither names any; nil where none fits.
  private static func representation(_ item: press_drag_item, _ proposal: press_drop_proposal) -> UInt32? {
    guard let offered = item.representations, item.representation_count > 0 else { return 0 }
    guard let accepts = proposal.accepts, proposal.accept_count > 0 else { return offered[0] }
    var r = 0
    while r < Int(clamping: item.representation_count) {
      var a = 0
      while a < Int(clamping: proposal.accept_count) {
        if offered[r] == accepts[a] { return offered[r] }
        a &+= 1
      }
      r &+= 1
    }
    return nil
  }

  // MARK: Telling a drag

  /// One function, so that no other has an event on the stack.
  @inline(never)
  private func say(
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
  private func tell(_ type: UInt32, _ i: Int, target: UInt32) -> Bool { say(type, i, target, 0, 0, Reason.none, 0, 0) }
  @inline(__always)
  private func tell(_ type: UInt32, _ i: Int, target: UInt32, _ value: Int32, _ value2: Int32) -> Bool {
    say(type, i, target, value, value2, Reason.none, 0, 0)
  }
  @inline(__always)
  private func tell(_ type: UInt32, _ i: Int, target: UInt32, _ value: Int32, reason: Int32, flags: UInt32) -> Bool {
    say(type, i, target, value, 0, reason, flags, 0)
  }
  @inline(__always)
  private func tell(_ type: UInt32, _ i: Int, target: UInt32, _ value: Int32, progress: Int32) -> Bool {
    say(type, i, target, value, 0, Reason.none, 0, progress)
  }

  /// What is over.
  @inline(never)
  private func tellEnds(_ i: Int) -> Bool {
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
  private func tellChanges(_ i: Int) -> Bool {
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

  private func tellDestination(_ i: Int) -> Bool {
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

  private func tellItems(_ i: Int) -> Bool {
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

  private func tellUnder(_ i: Int) -> Bool {
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
  private func tellCancelled(_ i: Int) -> Bool {
    sessions[i].phase = .free
    if !sessions[i].told.isBegun { return true }
    let source = sessions[i].source
    return tell(EventType.dragCancelled, i, target: source, 0, reason: sessions[i].reason, flags: parting(source))
  }

  /// How what is not accepted goes away.
  private func parting(_ source: UInt32) -> UInt32 {
    source == 0 || engine.hasTarget(source) ? EventFlag.returns : EventFlag.fades
  }

  @inline(never)
  private func tellActivated() {
    let touch = state.activatedBy
    var event = press_event()
    event.type = EventType.targetActivated
    event.contact = touch.contact
    event.target = state.activated
    event.x = touch.x
    event.y = touch.y
    engine.post(event)
  }

  // MARK: Letting go

  @inline(never)
  private func decide(_ i: Int) -> Bool {
    let s = sessions + i
    let id = s.pointee.id
    if s.pointee.destination == 0 {
      var launches = false
      if let should = engine.state.delegate.drag_should_launch {
        var drag = status(i)
        launches = should(engine.opaque, &drag, engine.state.delegate.user)
        if s.pointee.id != id || s.pointee.phase != .releasing || (s.pointee.needsTest && s.pointee.testsLeft > 0) { return true }
      }
      if !launches {
        cancel(i, Reason.noDestination)
        return true
      }
      s.pointee.proposal = usual(i, 0)
      s.pointee.accepted = s.pointee.items
      release(i)
      return true
    }
    // Callbacks that never let it rest may have left it with an answer for other items.
    s.pointee.accepted = s.pointee.proposal.operation < DropOperation.copy ? 0 : choose(i, s.pointee.proposal, marks: false)
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
    owe()
  }

  private func tellConfirm(_ i: Int) -> Bool {
    if sessions[i].told.isConfirmAsked || !hasRoom { return false }
    sessions[i].told.isConfirmAsked = true
    let isTold = tell(EventType.dragConfirm, i, target: sessions[i].destination)
    sessions[i].late = 0
    return isTold
  }

  @inline(never)
  private func tellDropped(_ i: Int) -> Bool {
    let s = sessions + i
    let proposal = s.pointee.proposal
    _ = choose(i, proposal, marks: true)
    s.pointee.task = proposal.flags & ProposalFlag.task != 0 ? .toBegin : .none
    s.pointee.slowAt = Wide.addSaturating(engine.now, UInt64(state.config.slow_us))
    engine.schedule(s.pointee.slowAt)
    s.pointee.slot = -1
    s.pointee.phase = .dropping
    let isTold = tell(EventType.dragDropped, i, target: s.pointee.droppedOn, Int32(truncatingIfNeeded: proposal.operation),
      Int32(truncatingIfNeeded: s.pointee.accepted))
    s.pointee.late = 0
    return isTold
  }

  // MARK: Telling a drop

  @inline(never)
  private func tellDrop(_ i: Int) -> Bool {
    if !hasRoom { return false }
    let s = sessions + i
    if s.pointee.task == .toBegin {
      s.pointee.task = .running
      return tell(EventType.taskBegan, i, target: s.pointee.droppedOn)
    }
    if s.pointee.isSlow {
      s.pointee.isSlow = false
      return tell(EventType.dropSlow, i, target: s.pointee.droppedOn)
    }
    var isOver = true
    var n = 0
    while n < s.pointee.items {
      if tellItem(i, n) { return true }
      if items(i)[n].stage != .idle { isOver = false }
      n &+= 1
    }
    if s.pointee.isTaskUpdated {
      s.pointee.isTaskUpdated = false
      return tell(EventType.taskUpdated, i, target: s.pointee.droppedOn, 0, progress: s.pointee.taskProgress)
    }
    if s.pointee.task == .toEnd {
      s.pointee.task = .none
      return tell(EventType.taskEnded, i, target: s.pointee.droppedOn, 0, reason: s.pointee.taskReason, flags: 0)
    }
    return isOver && s.pointee.task == .none && conclude(i)
  }

  private func tellItem(_ i: Int, _ n: Int) -> Bool {
    let item = items(i) + n
    let id = Int32(bitPattern: item.pointee.spec.id)
    let destination = sessions[i].droppedOn
    switch item.pointee.stage {
    case .idle: return false
    case .toBegin:
      let takesTime = sessions[i].proposal.flags & ProposalFlag.transfers != 0
      item.pointee.stage = takesTime ? .transferring : .toEnd
      let isPart = sessions[i].proposal.flags & ProposalFlag.part != 0
      return say(EventType.dropItemBegan, i, destination, id, Int32(bitPattern: item.pointee.representation), Reason.none,
        isPart ? EventFlag.part : 0, 0)
    case .transferring:
      if !item.pointee.isUpdated { return false }
      item.pointee.isUpdated = false
      return tell(EventType.dropItemUpdated, i, target: destination, id, progress: item.pointee.progress)
    case .toEnd:
      let reason = item.pointee.reason
      item.pointee.hasArrived = reason == Reason.none
      item.pointee.stage = item.pointee.hasArrived && destination != 0 ? .toSelect : .idle
      if item.pointee.hasArrived { sessions[i].arrived &+= 1 } else { sessions[i].lost &+= 1 }
      return tell(EventType.dropItemEnded, i, target: destination, id, reason: reason,
        flags: reason == Reason.none ? 0 : parting(item.pointee.spec.source))
    case .toSelect:
      item.pointee.stage = engine.hasTarget(destination) ? .toClear : .idle
      if item.pointee.stage == .idle { return true }
      return tell(EventType.selectionSet, i, target: destination, id, 0)
    case .toClear:
      item.pointee.stage = .idle
      let source = item.pointee.spec.source
      if item.pointee.spec.flags & ItemFlag.selected == 0 || !isCleared(i, source) { return true }
      return tell(EventType.selectionCleared, i, target: source, id, 0)
    }
  }

  /// What was selected where it comes from stays so only there where it moved within its container: there it is gone.
  @inline(never)
  private func isCleared(_ i: Int, _ source: UInt32) -> Bool {
    if !engine.hasTarget(source) { return false }
    let moved = sessions[i].proposal.operation == DropOperation.move
    return !moved || !engine.sharesContainer(sessions[i].droppedOn, source)
  }

  @inline(never)
  private func conclude(_ i: Int) -> Bool {
    keepUndo(i)
    sessions[i].phase = .free
    return say(EventType.dropConcluded, i, sessions[i].droppedOn, Int32(truncatingIfNeeded: sessions[i].arrived),
      Int32(truncatingIfNeeded: sessions[i].lost), sessions[i].reason, 0, 0)
  }

  // MARK: Undo

  /// Keeps what arrived of a drop; the oldest gives way.
  private func keepUndo(_ i: Int) {
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
    undo.untold = undo.items
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

  private func names(_ u: Int, _ target: UInt32) -> Bool {
    if undos[u].destination == target { return true }
    if undos[u].operation != DropOperation.move { return false }
    var n = 0
    while n < undos[u].items {
      if undoItems(u)[n].source == target { return true }
      n &+= 1
    }
    return false
  }

  /// Tells of what is being undone: first what was told in part, then the newest.
  private func tellUndone() -> Bool {
    var next = -1
    var u = state.undoCount
    while u > 0 {
      u &-= 1
      if undos[u].isUndoing && (next < 0 || undos[u].untold < undos[u].items) { next = u }
    }
    if next < 0 || !hasRoom { return false }
    tellUndone(next)
    return true
  }

  @inline(never)
  private func tellUndone(_ u: Int) {
    let undo = undos[u]
    var event = press_event()
    event.contact = UInt32.max
    event.subject = undo.session
    if undo.untold > 0 {
      undos[u].untold &-= 1
      let item = undoItems(u)[undo.untold &- 1]
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
