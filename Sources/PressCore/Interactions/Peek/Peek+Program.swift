import CPress

/// Calls of the program.
extension Peeks {
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

  public static func declare(
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

  public var status: press_peek_status {
    var s = press_peek_status()
    s.size = UInt32(truncatingIfNeeded: MemoryLayout<press_peek_status>.size)
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
  public func find(_ target: UInt32, _ peek: inout press_peek) -> Int32 {
    guard let spec = engine.target(target), peeks(target) else { return Status.notFound }
    let isThere = find(target, makeTouch(spec), &peek)
    // What the callback left pending; it may have removed the target.
    engine.flushFromOutside()
    return isThere && peeks(target) ? Status.ok : Status.notFound
  }

  public var given: press_peek_config { state.next.config }

  /// A config counts from the next contact on that comes while no other is down and nothing is on show.
  public func set(_ config: press_peek_config) -> Int32 {
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

  public func open(_ target: UInt32) -> Int32 {
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

  public func pop() -> Int32 {
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

  public func dismiss() -> Int32 {
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

  public func revealNow() -> Int32 {
    if phase != .shown || state.peek.action_count == 0 || isPopping { return Status.state }
    if room != Status.ok { return room }
    if isPeeking { engine.contacts[state.slot].preview.hold() }
    reveal()
    engine.flushFromOutside()
    return Status.ok
  }

  public func perform(_ id: UInt32) -> Int32 {
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

  public func closeGroup() -> Int32 {
    if phase != .revealed || state.depth == 0 { return Status.state }
    if room != Status.ok { return room }
    back()
    engine.flushFromOutside()
    return Status.ok
  }
}
