import CPress

/// The transitions of an engine. A handle, as Engine is.
///
/// What happens is noted with a ticket and told in the order of the tickets, one event each time the engine settles: so a
/// callback can do anything to any of them before the next event.
public struct Transitions: Interaction {
  static var kind: Attachment { .transitions }
  let engine: Engine
  let memory: UnsafeMutablePointer<TransitionsState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<TransitionsState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  public init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  public static func size(_ config: press_transition_config) -> Int { TransitionsState.size(config) }

  /// The config is valid.
  public static func attach(_ engine: Engine, _ config: press_transition_config) -> Int32 {
    // Of each at any time: a start, an update and an end.
    let (status, transitions) = attach(
      to: engine, bytes: size(config), reserve: 3 &* Int(config.max_transitions), always
    ) { Transitions($0, $1.assumingMemoryBound(to: TransitionsState.self)).observe($2) }
    guard let transitions else { return status }
    transitions.memory.initialize(to: TransitionsState(config: config))
    var i = 0
    while i < transitions.count {
      transitions.slots[i] = empty(config)
      i &+= 1
    }
    return status
  }

  // MARK: Slots

  @inline(never)
  private static func empty(_ config: press_transition_config) -> TransitionSlot {
    TransitionSlot(id: 0, machine: Transition(frameTime: config.frame_us), binding: TransitionBinding(), owed: .nothing)
  }

  var slots: UnsafeMutablePointer<TransitionSlot> {
    memory.behind(Layout.aligned(MemoryLayout<TransitionsState>.size), TransitionSlot.self)
  }
  var count: Int { Int(state.config.max_transitions) }

  /// The slot of an id, or -1.
  @inline(never)
  private func index(of id: UInt32) -> Int {
    var i = 0
    while i < count {
      if slots[i].id == id { return i }
      i &+= 1
    }
    return -1
  }

  /// The slot of an id, else a free one, or -1.
  private func room(for id: UInt32) -> Int {
    let own = index(of: id)
    return own >= 0 ? own : index(of: 0)
  }

  private func live(_ id: UInt32) -> Int {
    let i = id == 0 ? -1 : index(of: id)
    return i >= 0 && slots[i].machine.state != .none ? i : -1
  }

  @inline(never)
  private func freeIfIdle(_ i: Int) { if slots[i].isIdle { slots[i] = Transitions.empty(state.config) } }

  // MARK: Calls of the program

  public func start(_ id: UInt32, _ options: press_transition_options?) -> Int32 {
    var options = options ?? state.config.options
    var status = mayStart(id, options)
    if status != Status.ok { return status }
    // Here too a callback cannot feed; what it leaves owed is told below.
    let wasBusy = engine.state.isBusy
    engine.state.isBusy = true
    ask(id, &options)
    engine.state.isBusy = wasBusy
    status = mayStart(id, options)
    if status == Status.ok {
      let i = room(for: id)
      slots[i].id = id
      begin(i, options)
    }
    engine.settleFromOutside()
    return status
  }

  @inline(never)
  private func mayStart(_ id: UInt32, _ options: press_transition_options) -> Int32 {
    if id == 0 || TransitionConfig.brokenRule(options) != nil { return Status.invalid }
    let i = room(for: id)
    if i < 0 { return Status.noSpace }
    // One whose end is not told yet keeps its name until then.
    if slots[i].machine.state != .none || slots[i].owed.end != 0 { return Status.invalid }
    return hasRoomToSpare ? Status.ok : Status.noSpace
  }

  @inline(never)
  private func ask(_ id: UInt32, _ options: inout press_transition_options) {
    guard let willStart = engine.state.delegate.transition_will_start else { return }
    willStart(engine.opaque, id, &options, engine.state.delegate.user)
  }

  public func update(_ id: UInt32, _ fraction: Int32) -> Int32 { call(id, .update(fraction), detaches: false) }
  public func finish(_ id: UInt32) -> Int32 { call(id, .finish, detaches: true) }
  public func cancel(_ id: UInt32) -> Int32 { call(id, .cancel, detaches: true) }
  public func pause(_ id: UInt32) -> Int32 { call(id, .pause, detaches: true) }

  public func setSpeed(_ id: UInt32, _ speed: Int32) -> Int32 {
    speed > 0 ? call(id, .speed(speed), detaches: false) : Status.invalid
  }

  private func call(_ id: UInt32, _ input: Transition.Input, detaches: Bool) -> Int32 {
    let i = live(id)
    if i < 0 { return Status.notFound }
    if !take(i, input) { return Status.state }
    if detaches { detach(i) }
    engine.settleFromOutside()
    return Status.ok
  }

  public func bind(_ id: UInt32, _ driver: UInt32, target: UInt32, dx: Int32, dy: Int32) -> Int32 {
    if id == 0 || !TransitionBinding.isValid(driver, dx, dy) { return Status.invalid }
    let driver = TransitionBinding.Driver(rawValue: UInt8(truncatingIfNeeded: driver)) ?? .none
    let i = driver == .none ? index(of: id) : room(for: id)
    if i < 0 { return driver == .none ? Status.ok : Status.noSpace }
    slots[i].id = id
    slots[i].binding = TransitionBinding(driver: driver, target: target, dx: dx, dy: dy)
    slots[i].owed.ask = 0
    chooseNotices()
    freeIfIdle(i)
    return Status.ok
  }

  public func get(_ id: UInt32) -> (state: Int32, fraction: Int32) {
    let i = live(id)
    if i < 0 { return (0, 0) }
    return (Int32(slots[i].machine.state.rawValue), slots[i].machine.position(at: engine.now))
  }

  // MARK: What happens

  private func begin(_ i: Int, _ options: press_transition_options) {
    slots[i].owed.start = ticket()
    let outcome = slots[i].machine.start(options, at: engine.now)
    note(i, outcome)
  }

  /// Returns whether it was possible.
  @inline(never) @discardableResult
  private func take(_ i: Int, _ input: Transition.Input) -> Bool {
    let outcome = slots[i].machine.take(input, at: engine.now)
    note(i, outcome)
    return !outcome.isRefused
  }

  @inline(never)
  private func ticket() -> UInt32 {
    owe()
    state.tickets &+= 1
    return state.tickets
  }

  @inline(never)
  private func note(_ i: Int, _ outcome: Transition.Outcome) {
    if outcome.isMoved {
      slots[i].owed.updateFraction = slots[i].machine.fraction
      slots[i].owed.update = ticket()
    }
    switch outcome.end {
    case .none: break
    case .finished: end(i, EventType.transitionFinished, Reason.none)
    case .cancelled: end(i, EventType.transitionCancelled, Reason.none)
    }
    if slots[i].machine.isRunning { engine.schedule(slots[i].machine.due) }
  }

  @inline(never)
  private func end(_ i: Int, _ type: UInt32, _ reason: Int32) {
    slots[i].owed.endFraction = slots[i].machine.fraction
    slots[i].owed.endType = type
    slots[i].owed.endReason = reason
    slots[i].owed.end = ticket()
    detach(i)
  }

  private func detach(_ i: Int) {
    slots[i].binding.isDriving = false
    slots[i].binding.wantsFinish = false
  }

  // MARK: What the engine says

  private static var always: Notices { .ended | .reset }

  /// What its bindings need: so that what is attached and bound to nothing costs nothing.
  private func chooseNotices() {
    var notices = Transitions.always
    var i = 0
    while i < count {
      notices = notices | slots[i].binding.driver.observes
      i &+= 1
    }
    engine.observe(.transitions, notices)
  }

  func observe(_ notice: Notice) -> Answer {
    switch notice {
    case .deadline: return .due(deadline)
    case .fire(let t, let more): fire(t, more: more)
    case .settle: return .more(tell())
    case .reset: reset()
    case .began(let slot): eachBound(to: .pressure) { grab($0, slot, engine.contacts[slot].touch.pressure) }
    case .sampled(let slot): sampled(slot)
    case .previewBegan(let slot): eachBound(to: .preview) { grab($0, slot, 0) }
    case .previewTold(let slot, let isEnd): previewTold(slot, isEnd)
    case .commitTold(let slot, let isEnd): commitTold(slot, isEnd)
    case .previewStopped(let slot, _): previewStopped(slot)
    case .ended(let slot, let reason): ended(slot, reason)
    case .ask, .fell, .removed, .changed: break
    }
    return .none
  }

  @inline(__always)
  private func eachBound(to driver: TransitionBinding.Driver, _ body: (Int) -> Void) {
    let count = count
    var i = 0
    while i < count {
      if slots[i].binding.driver == driver { body(i) }
      i &+= 1
    }
  }

  private var deadline: UInt64 {
    var first = Engine.never
    var i = 0
    while i < count {
      if slots[i].machine.isRunning { first = min(first, slots[i].machine.due) }
      i &+= 1
    }
    return first
  }

  private func fire(_ t: UInt64, more: UInt64) {
    var i = 0
    while i < count {
      if slots[i].machine.isRunning && slots[i].machine.due <= t && !slots[i].machine.skipFrames(to: Wide.addSaturating(t, more)) {
        note(i, slots[i].machine.take(.frame, at: t))
      }
      i &+= 1
    }
  }

  private func reset() {
    var i = 0
    while i < count {
      slots[i].owed.ask = 0
      slots[i].binding.slot = -1
      detach(i)
      if slots[i].machine.state != .none {
        slots[i].machine.stop(at: engine.now)
        end(i, EventType.transitionCancelled, Reason.reset)
      }
      i &+= 1
    }
  }

  // MARK: Telling

  /// Tells what happened first of all that is owed. Returns whether more may be owed.
  private func tell() -> Bool {
    var first: UInt32 = UInt32.max
    var whose = -1
    let count = count
    var slot = slots
    var i = 0
    while i < count {
      // Within one transition they come in this order.
      let next = min(
        min(slot.pointee.owed.ask &- 1, slot.pointee.owed.start &- 1), min(slot.pointee.owed.update &- 1, slot.pointee.owed.end &- 1))
      slot += 1
      if next < first {
        first = next
        whose = i
      }
      i &+= 1
    }
    if whose < 0 {
      state.tickets = 0
      return false
    }
    tell(whose, first &+ 1)
    if first &+ 1 != state.tickets { return true }
    // It was the newest, and none came while it was told.
    state.tickets = 0
    return false
  }

  private func tell(_ i: Int, _ ticket: UInt32) {
    let owed = slots[i].owed
    let id = slots[i].id
    if owed.ask == ticket {
      slots[i].owed.ask = 0
      startDriven(i)
      freeIfIdle(i)
    } else if owed.start == ticket {
      slots[i].owed.start = 0
      post(id, EventType.transitionStarted, 0, Reason.none)
    } else if owed.update == ticket {
      slots[i].owed.update = 0
      // Whoever polls too late misses progress, never an end.
      if hasRoomToSpare { post(id, EventType.transitionUpdated, owed.updateFraction, Reason.none) }
    } else {
      slots[i].owed.end = 0
      freeIfIdle(i)
      post(id, owed.endType, owed.endFraction, owed.endReason)
    }
  }

  @inline(never)
  private func post(_ id: UInt32, _ type: UInt32, _ fraction: Int32, _ reason: Int32) {
    var event = press_event()
    event.type = type
    event.contact = UInt32.max
    event.reason = reason
    event.progress = fraction
    event.subject = id
    engine.post(event)
  }

  /// Whether what a transition tells once fits beside the ends of everything that runs, and those of one more contact.
  private var hasRoomToSpare: Bool { engine.hasRoomBeyondReserve(for: 3) }

  // MARK: Drivers

  private func previewTold(_ slot: Int, _ isEnd: Bool) {
    eachBound(to: .preview) { i in
      if !slots[i].binding.isDriven(by: slot) { return }
      if isEnd { complete(i) } else { drive(i, engine.contacts[slot].preview.progress) }
    }
  }

  private func commitTold(_ slot: Int, _ isEnd: Bool) {
    eachBound(to: .commit) { i in
      let progress = engine.contacts[slot].preview.progress
      if slots[i].binding.isDriven(by: slot) { drive(i, progress) } else { grab(i, slot, progress) }
      if isEnd && slots[i].binding.isDriven(by: slot) { complete(i) }
    }
  }

  private func previewStopped(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      let driver = slots[i].binding.driver
      if (driver == .preview || driver == .commit) && slots[i].binding.isDriven(by: slot) { letGo(i, .cancel) }
      i &+= 1
    }
  }

  private func sampled(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      switch slots[i].binding.driver {
      case .pressure: if slots[i].binding.isDriven(by: slot) { drive(i, engine.contacts[slot].touch.pressure) }
      case .motion: follow(i, slot)
      case .none, .preview, .commit: break
      }
      i &+= 1
    }
  }

  /// How far a contact has moved.
  private func follow(_ i: Int, _ slot: Int) {
    let contact = engine.contacts + slot
    let fraction = slots[i].binding.projection(
      Q16.subtract(contact.pointee.touch.x, contact.pointee.startX), Q16.subtract(contact.pointee.touch.y, contact.pointee.startY))
    if slots[i].binding.isDriven(by: slot) {
      drive(i, fraction)
    } else if fraction > 0 {
      grab(i, slot, fraction)
    }
  }

  private func ended(_ slot: Int, _ reason: Int32) {
    let count = count
    var i = 0
    while i < count {
      if slots[i].binding.slot == Int32(truncatingIfNeeded: slot) {
        // A reset ends it with its own reason.
        if slots[i].binding.isDriving && reason != Reason.reset { letGo(i, ending(i, reason)) }
        slots[i].binding.slot = -1
        slots[i].binding.isDriving = false
      }
      i &+= 1
    }
  }

  /// A move that lifts beyond the middle finishes.
  private func ending(_ i: Int, _ reason: Int32) -> Transition.Input {
    if slots[i].binding.driver != .motion || reason != Reason.lifted { return .cancel }
    let fraction = slots[i].owed.ask != 0 ? slots[i].binding.fraction : slots[i].machine.fraction
    return fraction >= 32768 ? .finish : .cancel
  }

  /// A contact gets hold of a transition, if it may and none has: starts it, or takes it over as it is.
  @inline(never)
  private func grab(_ i: Int, _ slot: Int, _ fraction: Int32) {
    if !slots[i].binding.takes(engine.contacts[slot].touch) { return }
    slots[i].binding.slot = Int32(truncatingIfNeeded: slot)
    slots[i].binding.isDriving = true
    slots[i].binding.wantsFinish = false
    drive(i, fraction)
  }

  @inline(never)
  private func drive(_ i: Int, _ fraction: Int32) {
    slots[i].binding.fraction = fraction
    if slots[i].machine.state != .none {
      note(i, slots[i].machine.seize(fraction))
    } else if slots[i].owed.ask == 0 {
      slots[i].owed.ask = ticket()
    }
  }

  /// To 1, and finished at once.
  private func complete(_ i: Int) {
    drive(i, Q16.one)
    letGo(i, .finish)
  }

  /// The contact is done with it.
  @inline(never)
  private func letGo(_ i: Int, _ input: Transition.Input) {
    slots[i].binding.isDriving = false
    if slots[i].machine.state != .none {
      take(i, input)
    } else if case .finish = input {
      slots[i].binding.wantsFinish = true
    } else {
      // It never started.
      slots[i].owed.ask = 0
    }
  }

  private func isWanted(_ i: Int) -> Bool { slots[i].binding.isDriving || slots[i].binding.wantsFinish }

  /// The start that a contact wanted: the delegate is asked now, when nothing else is being told.
  private func startDriven(_ i: Int) {
    let id = slots[i].id
    if !isWanted(i) { return }
    if slots[i].machine.state == .none {
      var options = state.config.options
      ask(id, &options)
      // A callback may have started or unbound it, or ended the contact.
      if slots[i].id != id || !isWanted(i) { return }
      if slots[i].machine.state == .none {
        if TransitionConfig.brokenRule(options) != nil { return detach(i) }
        begin(i, options)
        // It needs no finger any more.
        if slots[i].machine.state != .interactive { return detach(i) }
        if slots[i].binding.fraction == 0 && !slots[i].binding.wantsFinish { return }
      }
    }
    note(i, slots[i].machine.seize(slots[i].binding.fraction))
    if slots[i].binding.wantsFinish {
      slots[i].binding.wantsFinish = false
      take(i, .finish)
    }
  }
}
