import CPress

/// The transitions of an engine. A handle, as Engine is.
///
/// What happens is noted with a ticket and delivered in the order of the tickets, one event each time the engine flushes: so a
/// callback can do anything to any of them before the next event.
package struct Transitions: Interaction {
  static var kind: Attachment { .transition }
  let engine: Engine
  let memory: UnsafeMutablePointer<TransitionsState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<TransitionsState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  package static func size(_ config: press_transition_config, contacts: Int) -> Int { TransitionsState.size(config) }

  /// The config is valid.
  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_transition_config) -> Int32 {
    // Each transition may have pending: a start, an update and an end.
    let (status, transitions) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: config.ends(contacts: engine.maxContacts)), always
    ) { Transitions($0, $1.assumingMemoryBound(to: TransitionsState.self)).observe($2) }
    guard let transitions else { return status }
    transitions.memory.initialize(to: TransitionsState(config: config))
    var i = 0
    while i < transitions.capacity {
      makeEmpty(transitions.slots + i, config)
      i &+= 1
    }
    return status
  }

  var rule: Trail.Rule { Trail.Rule(window: state.config.velocity_us, still: state.config.still_us) }

  // MARK: Slots

  @inline(never)
  private static func makeEmpty(_ slot: UnsafeMutablePointer<TransitionSlot>, _ config: press_transition_config) {
    slot.initialize(
      to: TransitionSlot(id: 0, machine: Transition(frameTime: config.frame_us, rest: config.rest), binding: TransitionBinding(), pending: .nothing))
  }

  var slots: UnsafeMutablePointer<TransitionSlot> {
    memory.behind(Layout.aligned(MemoryLayout<TransitionsState>.size), TransitionSlot.self)
  }
  private var capacity: Int { Int(state.config.max_transitions) }
  /// Slots behind these were never used: nothing of them is looked at.
  var count: Int { Int(state.used) }

  /// The slot of an id, or -1.
  @inline(never)
  func index(of id: UInt32) -> Int {
    var i = 0
    while i < capacity {
      if slots[i].id == id { return i }
      i &+= 1
    }
    return -1
  }

  /// A slot has this id from now on.
  private func use(_ i: Int, _ id: UInt32) {
    slots[i].id = id
    state.used = max(state.used, UInt32(truncatingIfNeeded: i &+ 1))
  }

  /// The slot of an id, else a free one, or -1.
  func room(for id: UInt32) -> Int {
    let own = index(of: id)
    return own >= 0 ? own : index(of: 0)
  }

  func live(_ id: UInt32) -> Int {
    let i = id == 0 ? -1 : index(of: id)
    return i >= 0 && slots[i].machine.state != .none ? i : -1
  }

  @inline(never)
  func freeIfIdle(_ i: Int) { if slots[i].isIdle { Transitions.makeEmpty(slots + i, state.config) } }

  // MARK: What happens

  func begin(_ i: Int, _ options: press_transition_options) {
    slots[i].pending.start = ticket()
    slots[i].binding.trail.begin(TransitionTrail.program)
    (slots[i].machine.frameTime, slots[i].machine.rest) = (state.config.frame_us, state.config.rest)
    let outcome = slots[i].machine.start(options, at: engine.now)
    slots[i].pending.startFraction = options.fraction
    note(i, outcome)
  }

  /// Returns whether it was possible.
  @inline(never) @discardableResult
  func take(_ i: Int, _ input: Transition.Input) -> Bool {
    let before = slots[i].machine.state
    switch input {
    case .finish, .cancel, .to: handOver(i)
    case .update, .pause, .speed, .frame: break
    }
    let outcome = slots[i].machine.take(input, at: engine.now)
    note(i, outcome)
    if slots[i].machine.isRunning && slots[i].machine.state != before { slots[i].pending.run = ticket() }
    return !outcome.isRefused
  }

  /// A run begins at the speed at which the finger, or the updates of the program, moved it. A speed that the program has set overrides that.
  @inline(never)
  private func handOver(_ i: Int) {
    let slot = slots + i
    if slot.pointee.machine.state != .interactive || slot.pointee.machine.velocity != 0 || slot.pointee.machine.moves { return }
    let velocity = slot.pointee.binding.velocity(at: engine.now &- late(slot.pointee.binding.trail.slot), rule)
    // At its end only the finger went on.
    let fraction = slot.pointee.machine.fraction
    if velocity < 0 ? fraction > 0 : fraction < Q16.one { slot.pointee.machine.handOver(velocity) }
    // Movements before this run do not count for the next.
    slot.pointee.binding.trail.begin(Int(slot.pointee.binding.trail.slot))
  }

  /// How long ago the force of a contact fell.
  private func late(_ slot: Int32) -> UInt64 { slot < 0 ? 0 : UInt64(engine.contacts[Int(slot)].late) }

  @inline(never)
  func ticket() -> UInt32 {
    markPending()
    state.tickets &+= 1
    return state.tickets
  }

  @inline(never)
  func note(_ i: Int, _ outcome: Transition.Outcome) {
    if outcome.isMoved {
      slots[i].pending.updateFraction = slots[i].machine.fraction
      slots[i].pending.update = ticket()
    }
    switch outcome.end {
    case .none: break
    case .finished: end(i, EventType.transitionFinished, Reason.none)
    case .cancelled: end(i, EventType.transitionCancelled, Reason.none)
    }
    if slots[i].machine.moves { engine.schedule(slots[i].machine.due) }
  }

  @inline(never)
  func end(_ i: Int, _ type: UInt32, _ reason: Int32) {
    slots[i].pending.endFraction = slots[i].machine.fraction
    slots[i].pending.endType = type
    slots[i].pending.endReason = reason
    slots[i].pending.end = ticket()
    detach(i)
  }

  func detach(_ i: Int) {
    slots[i].binding.isDriving = false
    slots[i].binding.mustFinish = false
    slots[i].binding.mustCancel = false
  }

  /// The program takes it from the contact.
  func disown(_ i: Int) {
    detach(i)
    slots[i].binding.isFinished = false
    slots[i].binding.isKept = false
  }

  // MARK: What the engine says

  private static var always: Notices { .released | .ended | .reset | .deadline }

  /// Observes only the notices that bindings need: transitions that are bound to nothing cost nothing.
  func chooseNotices() {
    var notices = Transitions.always
    var i = 0
    while i < count {
      notices = notices | slots[i].binding.driver.observes
      i &+= 1
    }
    choose(notices)
  }

  @inline(never)
  func previewBegan(_ slot: Int) { eachBound(to: .preview) { grab($0, slot, 0) } }

  @inline(never)
  func reached(_ slot: Int, _ who: Attachment, stage: UInt8, target: UInt32) {
    if who == .peek, let stage = PeekStage(rawValue: stage) { peeked(slot, stage, target) }
  }

  @inline(__always)
  func eachBound(to driver: TransitionBinding.Driver, _ body: (Int) -> Void) {
    let count = count
    var i = 0
    while i < count {
      if slots[i].binding.driver == driver { body(i) }
      i &+= 1
    }
  }

  var deadline: UInt64 {
    var first = Engine.never
    var i = 0
    while i < count {
      if slots[i].machine.moves { first = min(first, slots[i].machine.due) }
      if waitsForRoom(i) && hasRoomToRunBack { first = engine.now }
      i &+= 1
    }
    return first
  }

  func fire(_ t: UInt64, more: UInt64) {
    var i = 0
    while i < count {
      if waitsForRoom(i) && hasRoomToRunBack { slots[i].pending.ask = ticket() }
      if slots[i].machine.moves && slots[i].machine.due <= t && !slots[i].machine.skipFrames(to: Wide.addSaturating(t, more)) {
        note(i, slots[i].machine.take(.frame, at: t))
      }
      i &+= 1
    }
  }

  func reset() {
    var i = 0
    while i < count {
      slots[i].pending.ask = 0
      slots[i].pending.run = 0
      slots[i].isAsking = false
      slots[i].binding.slot = -1
      disown(i)
      if slots[i].machine.state != .none {
        slots[i].machine.stop(at: engine.now)
        end(i, EventType.transitionCancelled, Reason.reset)
      }
      i &+= 1
    }
  }
}

/// The transitions of an engine, in its storage; the slots lie behind it.
struct TransitionsState {
  /// The config. A transition that runs keeps the frame and the flick with which it began.
  var config: press_transition_config
  /// Numbers what is pending in the order in which it happened. 0 while nothing is.
  var tickets: UInt32 = 0
  /// How many slots have been used.
  var used: UInt32 = 0

  static func size(_ config: press_transition_config) -> Int {
    AttachmentHead.size &+ Layout.aligned(MemoryLayout<TransitionsState>.size) &+ Int(config.max_transitions) &* MemoryLayout<TransitionSlot>.stride
  }
}

/// Room for one transition: one that lives or is bound, or whose end is not delivered yet.
struct TransitionSlot {
  /// What is pending, each with its ticket, 0: nothing. `ask` is a start that a contact causes, `run` a run to be asked about.
  struct Pending {
    var ask, start, update, run, end: UInt32
    var startFraction, updateFraction, endFraction: Int32
    var endType: UInt32
    var endReason: Int32

    static var nothing: Pending {
      Pending(
        ask: 0, start: 0, update: 0, run: 0, end: 0, startFraction: 0, updateFraction: 0, endFraction: 0, endType: 0, endReason: 0)
    }

    /// The ticket that comes first, less 1; the greatest number: nothing is pending.
    @inline(__always)
    var first: UInt32 { min(min(ask &- 1, start &- 1), min(update &- 1, min(run &- 1, end &- 1))) }

    @inline(__always)
    var isNothing: Bool { ask | start | update | run | end == 0 }
  }

  /// The program's name for it. 0: free.
  var id: UInt32
  var machine: Transition
  var binding: TransitionBinding
  var pending: Pending
  /// The program is being asked how its run goes, and has done nothing else with it.
  var isAsking = false

  @inline(__always)
  var isIdle: Bool { machine.state == .none && binding.driver == .none && pending.isNothing }
}

/// Calls of the program.
extension Transitions {
  /// Counts for those that begin from now on, and for contacts that catch one.
  package var given: press_transition_config { state.config }

  package func set(_ config: press_transition_config) -> Int32 {
    if config.max_transitions != state.config.max_transitions { return Status.invalid }
    state.config = config
    return Status.ok
  }

  package func start(_ id: UInt32, _ options: press_transition_options?) -> Int32 {
    var options = options ?? state.config.options
    var status = mayStart(id, options)
    if status != Status.ok { return status }
    engine.whileBusy { ask(id, &options) }  // what it leaves pending is delivered below
    status = mayStart(id, options)
    if status == Status.ok {
      let i = room(for: id)
      use(i, id)
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
    guard let willStart = engine.delegate.transition_will_start else { return }
    willStart(engine.opaque, id, &options, engine.delegate.user)
  }

  package func update(_ id: UInt32, _ fraction: Int32) -> Int32 {
    let i = live(id)
    if i >= 0 && slots[i].machine.state == .interactive {
      slots[i].binding.trail.add(TransitionTrail.program, min(max(fraction, 0), Q16.one) &<< 8, at: engine.now, rule)
    }
    return call(id, .update(fraction), detaches: false)
  }

  package func finish(_ id: UInt32) -> Int32 { call(id, .finish, detaches: true) }
  package func cancel(_ id: UInt32) -> Int32 { call(id, .cancel, detaches: true) }
  package func pause(_ id: UInt32) -> Int32 { call(id, .pause, detaches: true) }

  /// Beyond 0 and 1 only what may overshoot.
  package func run(_ id: UInt32, to target: Int32) -> Int32 {
    let i = live(id)
    let isWithin = target >= 0 && target <= Q16.one
    if i >= 0 && !isWithin && !slots[i].machine.mayOvershoot { return Status.invalid }
    return call(id, .to(target), detaches: true)
  }

  package func setSpeed(_ id: UInt32, _ speed: Int32) -> Int32 {
    speed > 0 ? call(id, .speed(speed), detaches: false) : Status.invalid
  }

  package func velocity(_ id: UInt32) -> Int32? {
    let i = live(id)
    if i < 0 { return nil }
    // Asked how a run goes: with what it has begun, also where it coasted until now.
    return slots[i].isAsking ? slots[i].machine.velocity : slots[i].machine.velocity(at: engine.now)
  }

  package func set(_ id: UInt32, velocity: Int32) -> Int32 {
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

  /// The status that `bind` would return; changes nothing.
  package func mayBind(_ id: UInt32, _ driver: UInt32, dx: Int32, dy: Int32) -> Int32 { slot(toBind: id, driver, dx, dy).status }

  /// The slot of a binding, -1: there is none.
  @inline(never)
  private func slot(toBind id: UInt32, _ driver: UInt32, _ dx: Int32, _ dy: Int32) -> (slot: Int, status: Int32) {
    if id == 0 || !TransitionBinding.isValid(driver, dx, dy) { return (-1, Status.invalid) }
    if driver == TransitionDriver.none { return (index(of: id), Status.ok) }
    let i = room(for: id)
    return (i, i < 0 ? Status.noSpace : Status.ok)
  }

  @inline(never)
  package func bind(_ id: UInt32, _ driver: UInt32, target: UInt32, dx: Int32, dy: Int32) -> Int32 {
    let (i, status) = slot(toBind: id, driver, dx, dy)
    if i < 0 { return status }
    let driver = TransitionBinding.Driver(rawValue: UInt8(truncatingIfNeeded: driver)) ?? .none
    use(i, id)
    slots[i].binding = TransitionBinding(driver: driver, target: target, dx: dx, dy: dy)
    slots[i].binding.length = Wide.squareRoot(slots[i].binding.whole)
    slots[i].pending.ask = 0
    chooseNotices()
    freeIfIdle(i)
    return Status.ok
  }

  package func get(_ id: UInt32) -> (state: Int32, fraction: Int32) {
    let i = live(id)
    if i < 0 { return (0, 0) }
    return (Int32(slots[i].machine.state.rawValue), slots[i].machine.position(at: engine.now))
  }
}

/// The events of transitions, in the order in which they happened.
extension Transitions {
  /// Delivers what happened first of all that is pending. Returns whether more may be.
  func deliver() -> Bool {
    var first: UInt32 = UInt32.max
    var whose = -1
    let count = count
    var i = 0
    // None comes before the first ticket there is. A free one has nothing pending.
    while i < count && first > 0 {
      if slots[i].id != 0 {
        let next = slots[i].pending.first
        if next < first {
          first = next
          whose = i
        }
      }
      i &+= 1
    }
    if whose < 0 {
      state.tickets = 0
      return false
    }
    deliver(whose, first &+ 1)
    if first &+ 1 != state.tickets { return true }
    // It was the newest, and none came while it was delivered.
    state.tickets = 0
    return false
  }

  func deliver(_ i: Int, _ ticket: UInt32) {
    let pending = slots[i].pending
    let id = slots[i].id
    if pending.ask == ticket {
      slots[i].pending.ask = 0
      if !slots[i].binding.mustCancel || hasRoomToRunBack { startDriven(i) }
      freeIfIdle(i)
    } else if pending.start == ticket {
      slots[i].pending.start = 0
      post(id, EventType.transitionStarted, pending.startFraction, Reason.none)
    } else if pending.update == ticket {
      slots[i].pending.update = 0
      // A program that polls too late misses progress, never an end.
      if hasRoomToSpare { post(id, EventType.transitionUpdated, pending.updateFraction, Reason.none) }
    } else if pending.run == ticket {
      slots[i].pending.run = 0
      askRun(i)
      freeIfIdle(i)
    } else {
      slots[i].pending.end = 0
      freeIfIdle(i)
      post(id, pending.endType, pending.endFraction, pending.endReason)
    }
  }

  /// A run has begun: how does it go?
  @inline(never)
  private func askRun(_ i: Int) {
    guard let willRun = engine.delegate.transition_will_run, slots[i].machine.isRunning else { return }
    var options = state.config.options
    slots[i].machine.describe(&options)
    slots[i].isAsking = true
    willRun(engine.opaque, slots[i].id, slots[i].machine.state == .finishing, &options, engine.delegate.user)
    // If the program left the options as they were, the run continues unchanged.
    var before = options
    slots[i].machine.describe(&before)
    if slots[i].isAsking && options.isValid && !options.runs(as: before) {
      note(i, slots[i].machine.goOn(options, at: engine.now))
    }
    slots[i].isAsking = false
  }

  @inline(never)
  private func post(_ id: UInt32, _ type: UInt32, _ fraction: Int32, _ reason: Int32) {
    var event = press_event()
    event.type = type
    event.contact = UInt32.max
    event.reason = reason
    event.progress = fraction
    event.subject = id
    engine.post(&event)
  }

  /// One that runs back after a contact gave up has a start and an end more: it waits for room, and asks again.
  func waitsForRoom(_ i: Int) -> Bool { slots[i].binding.mustCancel && slots[i].pending.ask == 0 }
  var hasRoomToRunBack: Bool { engine.hasRoomBeyondReserve(for: 2) }

  /// Whether what a transition delivers once fits beside the ends of everything that runs, and those of one more contact.
  var hasRoomToSpare: Bool { engine.hasRoomBeyondReserve(for: 3) }
}
