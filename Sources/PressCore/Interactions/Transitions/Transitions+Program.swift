import CPress

/// Calls of the program.
extension Transitions {
  /// Counts for those that begin from now on, and for contacts that catch one.
  public var given: press_transition_config { state.config }

  public func set(_ config: press_transition_config) -> Int32 {
    if config.max_transitions != state.config.max_transitions { return Status.invalid }
    state.config = config
    return Status.ok
  }

  public func start(_ id: UInt32, _ options: press_transition_options?) -> Int32 {
    var options = options ?? state.config.options
    var status = mayStart(id, options)
    if status != Status.ok { return status }
    // Here too a callback cannot feed; what it leaves pending is delivered below.
    let work = engine.state.work
    engine.state.work = .other
    ask(id, &options)
    engine.state.work = work
    status = mayStart(id, options)
    if status == Status.ok {
      let i = room(for: id)
      slots[i].id = id
      disown(i)
      begin(i, options)
    }
    engine.flushFromOutside()
    return status
  }

  @inline(never)
  private func mayStart(_ id: UInt32, _ options: press_transition_options) -> Int32 {
    if id == 0 || !options.isValid { return Status.invalid }
    let i = room(for: id)
    if i < 0 { return Status.noSpace }
    // One whose end is not delivered yet keeps its name until then.
    if slots[i].machine.state != .none || slots[i].pending.end != 0 { return Status.invalid }
    return hasRoomToSpare ? Status.ok : Status.full
  }

  @inline(never)
  func ask(_ id: UInt32, _ options: inout press_transition_options) {
    guard let willStart = engine.state.delegate.transition_will_start else { return }
    willStart(engine.opaque, id, &options, engine.state.delegate.user)
  }

  public func update(_ id: UInt32, _ fraction: Int32) -> Int32 {
    let i = live(id)
    if i >= 0 && slots[i].machine.state == .interactive {
      slots[i].binding.trail.add(TransitionTrail.program, min(max(fraction, 0), Q16.one), at: engine.now)
    }
    return call(id, .update(fraction), detaches: false)
  }

  public func finish(_ id: UInt32) -> Int32 { call(id, .finish, detaches: true) }
  public func cancel(_ id: UInt32) -> Int32 { call(id, .cancel, detaches: true) }
  public func pause(_ id: UInt32) -> Int32 { call(id, .pause, detaches: true) }

  public func setSpeed(_ id: UInt32, _ speed: Int32) -> Int32 {
    speed > 0 ? call(id, .speed(speed), detaches: false) : Status.invalid
  }

  public func velocity(_ id: UInt32) -> Int32? {
    let i = live(id)
    return i < 0 ? nil : slots[i].machine.velocity(at: engine.now)
  }

  public func set(_ id: UInt32, velocity: Int32) -> Int32 {
    let i = live(id)
    if i < 0 { return Status.notFound }
    note(i, slots[i].machine.change(velocity: velocity, at: engine.now))
    engine.flushFromOutside()
    return Status.ok
  }

  private func call(_ id: UInt32, _ input: Transition.Input, detaches: Bool) -> Int32 {
    let i = live(id)
    if i < 0 { return Status.notFound }
    if !take(i, input) { return Status.state }
    slots[i].isAsking = false
    if detaches { disown(i) }
    engine.flushFromOutside()
    return Status.ok
  }

  public func bind(_ id: UInt32, _ driver: UInt32, target: UInt32, dx: Int32, dy: Int32) -> Int32 {
    if id == 0 || !TransitionBinding.isValid(driver, dx, dy) { return Status.invalid }
    let driver = TransitionBinding.Driver(rawValue: UInt8(truncatingIfNeeded: driver)) ?? .none
    let i = driver == .none ? index(of: id) : room(for: id)
    if i < 0 { return driver == .none ? Status.ok : Status.noSpace }
    slots[i].id = id
    slots[i].binding = TransitionBinding(driver: driver, target: target, dx: dx, dy: dy)
    slots[i].binding.length = Wide.squareRoot(slots[i].binding.whole)
    slots[i].pending.ask = 0
    chooseNotices()
    freeIfIdle(i)
    return Status.ok
  }

  public func get(_ id: UInt32) -> (state: Int32, fraction: Int32) {
    let i = live(id)
    if i < 0 { return (0, 0) }
    return (Int32(slots[i].machine.state.rawValue), slots[i].machine.position(at: engine.now))
  }
}
