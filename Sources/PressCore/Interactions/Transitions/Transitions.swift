import CPress

/// The transitions of an engine. A handle, as Engine is.
///
/// What happens is noted with a ticket and delivered in the order of the tickets, one event each time the engine flushes: so a
/// callback can do anything to any of them before the next event.
public struct Transitions: Interaction {
  static var kind: Attachment { .transition }
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

  public static func size(_ config: press_transition_config, contacts: Int) -> Int { TransitionsState.size(config) }

  /// The config is valid.
  public static func attach(_ engine: Engine, _ config: press_transition_config) -> Int32 {
    // Of each at any time: a start, an update and an end.
    let (status, transitions) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: 3 &* Int(config.max_transitions)), always
    ) { Transitions($0, $1.assumingMemoryBound(to: TransitionsState.self)).observe($2) }
    guard let transitions else { return status }
    transitions.memory.initialize(to: TransitionsState(config: config))
    var i = 0
    while i < transitions.count {
      makeEmpty(transitions.slots + i, config)
      i &+= 1
    }
    return status
  }

  // MARK: Slots

  @inline(never)
  private static func makeEmpty(_ slot: UnsafeMutablePointer<TransitionSlot>, _ config: press_transition_config) {
    slot.initialize(
      to: TransitionSlot(id: 0, machine: Transition(frameTime: config.frame_us), binding: TransitionBinding(), pending: .nothing))
  }

  var slots: UnsafeMutablePointer<TransitionSlot> {
    memory.behind(Layout.aligned(MemoryLayout<TransitionsState>.size), TransitionSlot.self)
  }
  var count: Int { Int(state.config.max_transitions) }

  /// The slot of an id, or -1.
  @inline(never)
  func index(of id: UInt32) -> Int {
    var i = 0
    while i < count {
      if slots[i].id == id { return i }
      i &+= 1
    }
    return -1
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
    slots[i].machine.frameTime = state.config.frame_us
    let outcome = slots[i].machine.start(options, at: engine.now)
    slots[i].pending.startFraction = options.fraction
    note(i, outcome)
  }

  /// Returns whether it was possible.
  @inline(never) @discardableResult
  func take(_ i: Int, _ input: Transition.Input) -> Bool {
    let before = slots[i].machine.state
    switch input {
    case .finish, .cancel: handOver(i)
    case .update, .pause, .speed, .frame: break
    }
    let outcome = slots[i].machine.take(input, at: engine.now)
    note(i, outcome)
    if slots[i].machine.isRunning && slots[i].machine.state != before { slots[i].pending.run = ticket() }
    return !outcome.isRefused
  }

  /// What runs by itself begins as fast as the finger, or the updates of the program, moved it; what the program has set counts.
  @inline(never)
  private func handOver(_ i: Int) {
    let slot = slots + i
    if slot.pointee.machine.state != .interactive || slot.pointee.machine.velocity != 0 { return }
    let velocity = slot.pointee.binding.velocity(before: engine.now &- late(slot.pointee.binding.trail.slot))
    // At its end only the finger went on.
    let fraction = slot.pointee.machine.fraction
    if velocity < 0 ? fraction > 0 : fraction < Q16.one { slot.pointee.machine.handOver(velocity) }
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
    if slots[i].machine.isRunning { engine.schedule(slots[i].machine.due) }
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

  /// What its bindings need: so that what is attached and bound to nothing costs nothing.
  func chooseNotices() {
    var notices = Transitions.always
    var i = 0
    while i < count {
      notices = notices | slots[i].binding.driver.observes
      i &+= 1
    }
    choose(notices)
  }

  func previewBegan(_ slot: Int) { eachBound(to: .preview) { grab($0, slot, 0) } }

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
      if slots[i].machine.isRunning { first = min(first, slots[i].machine.due) }
      if waitsForRoom(i) && hasRoomToRunBack { first = engine.now }
      i &+= 1
    }
    return first
  }

  func fire(_ t: UInt64, more: UInt64) {
    var i = 0
    while i < count {
      if waitsForRoom(i) && hasRoomToRunBack { slots[i].pending.ask = ticket() }
      if slots[i].machine.isRunning && slots[i].machine.due <= t && !slots[i].machine.skipFrames(to: Wide.addSaturating(t, more)) {
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
