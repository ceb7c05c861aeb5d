import CPress

/// Calls of the program.
extension Scrolls {
  /// What is thrown goes on as it began.
  public var given: press_scroll_config { state.config }

  public func set(_ config: press_scroll_config) -> Int32 {
    if config.max_throws != state.config.max_throws { return Status.invalid }
    state.config = config
    return Status.ok
  }

  private func isThere(_ target: UInt32) -> Bool { target == 0 ? engine.state.targetCount == 0 : engine.target(target) != nil }

  /// The content is valid.
  public func declare(_ content: press_scroll_content) -> Int32 {
    if !isThere(content.target) { return Status.notFound }
    let at = place(for: content.target)
    if at < 0 { return Status.noSpace }
    if !all[at].isTaken { all[at] = Throw(of: content.target) }
    all[at].look(at: engine.now)
    let (vx, vy) = (all[at].vx, all[at].vy)
    all[at].declare(content)
    all[at].isDeclared = true
    if all[at].isThrown && all[at].start(vx, vy, at: engine.now, state.config) { schedule(at) }
    engine.flushFromOutside()
    return Status.ok
  }

  public func throwTarget(_ target: UInt32, _ vx: Int32, _ vy: Int32) -> Int32 {
    if !isThere(target) { return Status.notFound }
    if engine.traits(of: target) & Trait.scroll == 0 || isScrolled(target, but: -1) { return Status.state }
    let status = start(target, vx, vy, from: -1)
    if status == Status.ok { engine.flushFromOutside() }
    return status
  }

  public func aim(_ target: UInt32, _ x: Int32, _ y: Int32) -> Int32 {
    let at = find(target)
    if at < 0 || !all[at].isThrown { return Status.state }
    all[at].look(at: engine.now)
    _ = all[at].go(x, y, all[at].vx, all[at].vy, at: engine.now, state.config)
    schedule(at)
    engine.flushFromOutside()
    return Status.ok
  }

  public func stop(_ target: UInt32) -> Int32 {
    let at = find(target)
    if at < 0 || !all[at].isThrown { return Status.state }
    end(at, Reason.program)
    engine.flushFromOutside()
    return Status.ok
  }

  public func get(_ target: UInt32) -> press_scroll_status? {
    let at = find(target)
    if at < 0 { return nil }
    var content = all[at]
    content.look(at: engine.now)
    var now = press_scroll_status()
    now.is_thrown = content.isThrown ? 1 : 0
    (now.x, now.y, now.vx, now.vy) = (content.content.x, content.content.y, content.vx, content.vy)
    (now.end_x, now.end_y, now.ends_us) = (content.goal.x, content.goal.y, content.endsAt)
    return now
  }

  /// While its end is delivered: before its force fell.
  public func velocity(of contact: UInt32) -> (x: Int32, y: Int32)? {
    let slot = engine.downSlot(of: contact)
    if slot < 0 { return nil }
    let isOpen = engine.contacts[slot].isOpen
    if isOpen && !tracks[slot].isActive { return nil }
    return tracks[slot].trail.speed(before: engine.now &- (isOpen ? 0 : UInt64(engine.contacts[slot].late)))
  }
}
