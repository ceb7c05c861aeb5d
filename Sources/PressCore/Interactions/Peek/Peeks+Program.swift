import CPress

/// Calls of the program.
extension Peeks {
  /// The rules that a declaration can break.
  package enum Flaw { case none, reserved, size, lengths, actions }

  package static func flaw(_ declaration: press_peek_declaration) -> Flaw {
    if declaration.reserved != 0 { return .reserved }
    var peek = declaration.peek
    if isValid(peek) { return .none }
    if peek.size != UInt32(truncatingIfNeeded: MemoryLayout<press_peek>.size) { return .size }
    peek.action_count = 0
    return isValid(peek) ? .actions : .lengths
  }

  static func isValid(_ peek: press_peek) -> Bool {
    peek.size == UInt32(truncatingIfNeeded: MemoryLayout<press_peek>.size) && peek.source_width >= 0 && peek.source_height >= 0
      && peek.width >= 0 && peek.height >= 0 && peek.actions_width >= 0 && peek.action_height >= 0
      && isValid(peek.actions, peek.action_count)
  }

  /// Walks the groups without recursion: the stack is bounded.
  static func isValid(_ actions: UnsafePointer<press_action>?, _ count: UInt32) -> Bool {
    var next = InlineArray<5, UnsafePointer<press_action>?>(repeating: nil)
    var left = InlineArray<5, UInt32>(repeating: 0)
    next[unchecked: 0] = actions
    left[unchecked: 0] = count
    var level = 0
    var rest = mostActionsOfAll
    if count > mostActions { return false }
    while true {
      if left[unchecked: level] == 0 {
        if level == 0 { return true }
        level &-= 1
        continue
      }
      guard rest > 0, let action = next[unchecked: level] else { return false }
      rest &-= 1
      next[unchecked: level] = action + 1
      left[unchecked: level] &-= 1
      let flags = action.pointee.flags & ~ActionFlag.all
      let isBoth = action.pointee.flags & (ActionFlag.checked | ActionFlag.mixed) == ActionFlag.checked | ActionFlag.mixed
      if action.pointee.id == 0 || flags != 0 || isBoth || action.pointee.style > ActionStyle.destructive { return false }
      let children = action.pointee.child_count
      if children > mostActions || (children > 0 && level == deepest) { return false }
      if children > 0 {
        level &+= 1
        next[unchecked: level] = action.pointee.children
        left[unchecked: level] = children
      }
    }
  }

  @inline(never)
  package static func declare(
    _ engine: Engine, _ declarations: UnsafePointer<press_peek_declaration>?, _ count: Int
  ) -> Int32 {
    guard let peek = Peeks(engine) else { return Status.state }
    if count > 0 && declarations == nil { return Status.invalid }
    var i = 0
    while i < count {
      guard let declaration = declarations, declaration[i].reserved == 0, isValid(declaration[i].peek) else { return Status.invalid }
      i &+= 1
    }
    peek.state.declarations = declarations
    peek.state.declarationCount = count
    return Status.ok
  }

  /// Whether what one call may add still fits: into what is pending, and into the queue.
  var room: Int32 {
    if state.pendingCount &+ Peeks.mostPendingOfACall &+ 4 > Peeks.mostPending { return Status.noSpace }
    return engine.hasRoomBeyondReserve(for: Peeks.mostPendingOfACall) ? Status.ok : Status.full
  }

  package var status: press_peek_status {
    var s = press_peek_status()
    s.state = phase.rawValue
    s.contact = Peeks.noContact
    if phase == .none { return s }
    s.target = state.target
    if state.slot >= 0 { s.contact = engine.contacts[state.slot].touch.contact }
    s.highlighted = state.highlighted
    s.peek = state.peek
    if phase != .revealed { return s }
    (s.actions, s.action_count, s.group) = shown
    return s
  }

  @inline(never)
  package func find(_ target: UInt32, _ peek: inout press_peek) -> Int32 {
    guard let spec = engine.target(target), peeks(target) else { return Status.notFound }
    let isThere = find(target, makeTouch(spec), &peek)
    // Delivers events that the callback left pending; it may have removed the target.
    engine.flushFromOutside()
    return isThere && peeks(target) ? Status.ok : Status.notFound
  }

  package var given: press_peek_config { state.next.config }

  /// A config counts from the next contact on that comes while no other is down and nothing is on show.
  package func set(_ config: press_peek_config) -> Int32 {
    state.next = PeekSettings(config)
    state.isChanged = true
    return Status.ok
  }

  func adopt() {
    state.settings = state.next
    state.isChanged = false
  }

  func peeks(_ target: UInt32) -> Bool {
    (engine.target(target)?.traits ?? 0) & Trait.peek != 0
  }

  private func makeTouch(_ target: press_target) -> press_touch {
    press_touch(
      t_us: engine.now, contact: Peeks.noContact, target: target.id, x: Q16.add(target.x, target.width >> 1),
      y: Q16.add(target.y, target.height >> 1), force: 0, pressure: 0)
  }

  package func open(_ target: UInt32) -> Int32 {
    if phase != .none && state.slot >= 0 { return Status.state }
    if room != Status.ok { return room }
    var peek = press_peek()
    let status = find(target, &peek)
    if status != Status.ok { return status }
    // peek_will_show may have done anything.
    if phase != .none && state.slot >= 0 { return Status.state }
    if room != Status.ok { return room }
    if phase != .none { leave(Reason.program) }
    start(target, peek, -1, .shown)
    markPending(EventType.peekShown)
    report(.opened)
    if peek.action_count > 0 { reveal() }
    engine.flushFromOutside()
    return Status.ok
  }

  /// Ends the preview under it too, if a finger is peeking.
  func stopPreview() {
    let slot = state.slot
    let isPeeking = isPeeking
    state.slot = -1
    if isPeeking { engine.stopPreview(slot, Reason.program) }
  }

  package func pop() -> Int32 {
    if phase != .shown && phase != .revealed { return Status.state }
    if room != Status.ok { return room }
    forget(Reason.program)
    markPending(EventType.peekPopped, reason: Reason.program)
    report(.popped)
    stopPreview()
    clear()
    engine.flushFromOutside()
    return Status.ok
  }

  package func dismiss() -> Int32 {
    if phase == .none { return Status.state }
    if room != Status.ok { return room }
    let slot = state.slot
    let isPeeking = isPeeking
    leave(Reason.program)
    if isPeeking { engine.stopPreview(slot, Reason.program) }
    engine.flushFromOutside()
    return Status.ok
  }

  /// The finger has committed, and that is being delivered: it pops next.
  private var isPopping: Bool {
    let slot = state.slot
    return slot >= 0 && !state.isOperating && engine.contacts[slot].preview.state == .completed
  }

  package func revealNow() -> Int32 {
    if phase != .shown || state.peek.action_count == 0 || isPopping { return Status.state }
    if room != Status.ok { return room }
    if isPeeking { engine.holdPreview(state.slot) }
    reveal()
    engine.flushFromOutside()
    return Status.ok
  }

  package func perform(_ id: UInt32) -> Int32 {
    if phase != .revealed { return Status.state }
    let index = index(of: id)
    guard index >= 0, let actions = shown.actions else { return Status.notFound }
    if actions[index].flags & ActionFlag.disabled != 0 { return Status.state }
    if room != Status.ok { return room }
    let slot = state.slot
    let isPeeking = isPeeking
    choose(id)
    if phase == .none && isPeeking { engine.stopPreview(slot, Reason.program) }
    engine.flushFromOutside()
    return Status.ok
  }

  package func closeGroup() -> Int32 {
    if phase != .revealed || state.depth == 0 { return Status.state }
    if room != Status.ok { return room }
    back()
    engine.flushFromOutside()
    return Status.ok
  }
}

/// Quick actions: which one lies where, and what choosing one does.
extension Peeks {
  /// The actions on show: of the innermost open group, or of the peek.
  var shown: (actions: UnsafePointer<press_action>?, count: UInt32, group: UInt32) {
    var actions = state.peek.actions
    var count = state.peek.action_count
    var group: UInt32 = 0
    var level = 0
    while level < state.depth {
      guard let open = actions else { break }
      let index = Int(truncatingIfNeeded: state.path[unchecked: level])
      group = open[index].id
      count = open[index].child_count
      actions = open[index].children
      level &+= 1
    }
    return (actions, count, group)
  }

  func action(at x: Int32, _ y: Int32) -> UnsafePointer<press_action>? {
    let peek = state.peek
    let dx = Int64(x) &- Int64(peek.actions_x)
    let dy = Int64(y) &- Int64(peek.actions_y)
    let (actions, count, _) = shown
    guard let actions, dx >= 0, dx < Int64(peek.actions_width), dy >= 0, peek.action_height > 0 else { return nil }
    let row = Wide.divide(dy, by: Int64(peek.action_height))
    return row < Int64(count) ? actions + Int(truncatingIfNeeded: row) : nil
  }

  @inline(never)
  func index(of id: UInt32) -> Int {
    let (actions, count, _) = shown
    guard let actions else { return -1 }
    var i = 0
    while i < Int(truncatingIfNeeded: count) {
      if actions[i].id == id { return i }
      i &+= 1
    }
    return -1
  }

  /// Selects an action on show, or opens a group.
  @inline(never)
  func choose(_ id: UInt32) {
    let index = index(of: id)
    let (actions, _, _) = shown
    guard let actions, index >= 0 else { return }
    let isKept = actions[index].flags & ActionFlag.keepOpen != 0 && actions[index].child_count == 0
    if isKept {
      markPending(EventType.actionSelected, value: id, flags: EventFlag.kept)
      return unlight()
    }
    state.highlighted = 0
    if actions[index].child_count > 0 {
      if state.depth < Peeks.deepest {
        state.path[unchecked: state.depth] = UInt32(truncatingIfNeeded: index)
        state.depth &+= 1
        disarm()
        markPending(EventType.actionsRevealed, value: id)
      }
    } else {
      markPending(EventType.actionSelected, value: id)
      markPending(EventType.peekDismissed)
      report(.dismissed)
      clear()
    }
  }

  /// No action is highlighted any more.
  func unlight() {
    if state.highlighted == 0 { return }
    state.highlighted = 0
    markPending(EventType.actionHighlighted)
  }

  /// Other actions in place of those of the peek. Open groups that are in the new table stay open.
  package func replace(_ actions: UnsafePointer<press_action>?, _ count: UInt32) -> Int32 {
    if phase == .none { return Status.state }
    if !Peeks.isValid(actions, count) || (phase == .revealed && count == 0) { return Status.invalid }
    if room != Status.ok { return room }
    var open = InlineArray<4, UInt32>(repeating: 0)
    let depth = state.depth
    while state.depth > 0 {
      open[unchecked: state.depth &- 1] = shown.group
      state.depth &-= 1
    }
    state.peek.actions = actions
    state.peek.action_count = count
    while state.depth < depth {
      let index = index(of: open[unchecked: state.depth])
      guard index >= 0, let group = shown.actions, group[index].child_count > 0 else { break }
      state.path[unchecked: state.depth] = UInt32(truncatingIfNeeded: index)
      state.depth &+= 1
    }
    unlight()
    disarm()
    if phase == .revealed { markPending(EventType.actionsRevealed, value: shown.group) }
    engine.flushFromOutside()
    return Status.ok
  }

  @inline(never)
  func back() {
    state.depth &-= 1
    state.highlighted = 0
    disarm()
    markPending(EventType.actionsRevealed, value: shown.group)
  }
}

/// The events of a peek: a queue, in order.
extension Peeks {
  @inline(never)
  func markPending(_ type: UInt32, value: UInt32 = 0, reason: Int32 = 0, flags: UInt32 = 0, contact: UInt32 = noContact) {
    markPending()
    let last = state.pendingCount &- 1
    // If several highlights are pending, only the newest is delivered.
    if type == EventType.actionHighlighted && last >= 0 && state.pending[unchecked: last].type == type {
      state.pending[unchecked: last].value = Int32(bitPattern: value)
      return
    }
    if state.pendingCount >= Peeks.mostPending { return }
    var next = PeekState.Pending()
    next.type = type
    next.subject = state.peek.id
    next.target = state.target
    next.contact = contact == Peeks.noContact && state.slot >= 0 ? engine.contacts[state.slot].touch.contact : contact
    next.value = Int32(bitPattern: value)
    next.reason = reason
    next.flags = flags
    state.pending[unchecked: state.pendingCount] = next
    state.pendingCount &+= 1
  }

  /// Takes back what is pending of the present peek and is neither its beginning, nor a selection, nor that it takes a touch; of a
  /// target that goes away these two as well.
  @inline(never)
  func forget(_ reason: Int32) {
    while state.pendingCount > 0 {
      let type = state.pending[unchecked: state.pendingCount &- 1].type
      let isKept = type == EventType.actionSelected || type == EventType.peekTouched
      if isKept ? reason != Reason.targetRemoved : type < EventType.actionsRevealed { return }
      state.pendingCount &-= 1
    }
  }

  func deliver() -> Bool {
    if state.pendingCount == 0 { return false }
    let next = state.pending[unchecked: 0]
    state.pendingCount &-= 1
    var i = 0
    while i < state.pendingCount {
      state.pending[unchecked: i] = state.pending[unchecked: i &+ 1]
      i &+= 1
    }
    var event = press_event()
    let slot = next.contact == Peeks.noContact ? -1 : engine.slot(of: next.contact)
    if slot >= 0 { event = engine.event(next.type, slot, target: next.target) }
    event.type = next.type
    event.contact = next.contact
    event.target = next.target
    event.subject = next.subject
    event.value = next.value
    event.reason = next.reason
    event.flags = next.flags
    engine.post(&event)
    return true
  }
}

/// Peeks without force: a contact that holds still opens one, and a tap on it pops it.
extension Peeks {
  /// One contact at a time may open a peek by holding still.
  func watchHold(_ slot: Int) {
    let contact = engine.contacts + slot
    if !state.settings.opensFromHold || phase != .none || mayHold || !engine.nearest(contact.pointee.hit, with: Trait.peek).0 { return }
    state.holdSlot = slot
    state.holdAt = Wide.addSaturating(contact.pointee.touch.t_us, UInt64(state.settings.holdAfter))
    engine.schedule(state.holdAt)
  }

  /// Not while its finger may be about to lift, and not where nothing was peeked as it pressed.
  var mayHold: Bool {
    if state.holdSlot < 0 || phase != .none { return false }
    let contact = engine.contacts + state.holdSlot
    return contact.pointee.phase == .down && contact.pointee.claim.may(.actions) && contact.pointee.preview.state != .over
  }

  /// Opens the peek of the innermost target that answers. Returns whether there was one.
  @inline(never)
  func openFromHold(_ slot: Int) -> Bool {
    if slot < 0 || slot != state.holdSlot || !mayHold { return false }
    let contact = engine.contacts + slot
    state.holdSlot = -1
    var touch = contact.pointee.touch
    touch.t_us = engine.now
    var next = contact.pointee.hit
    var steps = engine.targetCapacity
    var peek = press_peek()
    while steps > 0 {
      touch.target = next
      if engine.traits(of: next) & Trait.peek != 0 && find(next, touch, &peek) {
        // The callback may have done anything.
        let isThere = contact.pointee.phase == .down && contact.pointee.claim.may(.actions)
        if !isThere || phase != .none || engine.traits(of: next) & Trait.peek == 0 { return false }
        open(slot, next, peek)
        return true
      }
      next = engine.container(of: next)
      if next == 0 { return false }
      steps &-= 1
    }
    return false
  }

  private func open(_ slot: Int, _ target: UInt32, _ peek: press_peek) {
    engine.notify(.becomes(slot))
    engine.become(slot, .actions)
    engine.setTime(slot)
    engine.setLate(slot, engine.lateness(state.holdAt))
    engine.stopPreview(slot, Reason.none)
    start(target, peek, slot, .shown)
    state.isHolding = true
    markPending(EventType.peekShown)
    report(.opened)
    if peek.action_count == 0 { return }
    reveal()
    // It rested long enough.
    state.mayArm = true
    state.passedOver = id(under: engine.contacts[slot].touch)
  }

  /// On the peek itself, and on none of its actions.
  func isOnPeek(_ touch: press_touch) -> Bool { covers(touch) && action(at: touch.x, touch.y) == nil }

  func covers(_ touch: press_touch) -> Bool {
    let peek = state.peek
    let dx = Int64(touch.x) &- Int64(peek.x)
    let dy = Int64(touch.y) &- Int64(peek.y)
    return dy >= 0 && dy < Int64(peek.height) && (peek.width == 0 || (dx >= 0 && dx < Int64(peek.width)))
  }
}
