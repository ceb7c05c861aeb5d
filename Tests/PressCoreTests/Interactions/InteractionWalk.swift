import CPress
import Testing
@testable import PressCore

/// Every state that one contact reaches with gestures, peeks and a transition attached, for a StateWalk.
///
/// Two engines are in one state if everything that decides the next events is equal: phases, claims, the claims that are still possible,
/// and the books of delivered events. Also compared are places while they matter, times from now in steps of 25 ms, and fractions and
/// pressure in sixteenths. Alphabet and config are chosen so that times and fractions take few values, none of them between two steps.
///
/// One slot: the walk of the engine and the random calls test a second finger.
final class InteractionWalk: EngineWorld {
  enum Action: Equatable {
    /// A sample, 100 ms after the last: the force, and where.
    case touch(Force, Place)
    case short, long, lost, palm
    case call(InteractionCall)
  }

  enum Force: Int32, CaseIterable {
    /// Below release, between touch and preview, half way to commit, half way from there to completion, at that. None but the
    /// first is less than a quarter of another: what a sensor keeps is left to the walk of the engine.
    case none = 0, light = 61_440, preview = 122_880, commit = 204_800, full = 245_760
  }

  enum Place: CaseIterable {
    /// On the first target; a little and much further; up, so far that actions are revealed; on the second; on an action, on a
    /// group, and on no target.
    case on, nudged, slid, up, second, action, group, outside

    var point: (x: Int32, y: Int32) {
      switch self {
      case .on: (50, 90)
      case .nudged: (53, 90)
      case .slid: (70, 90)
      case .up: (50, 40)
      case .second: (150, 90)
      case .action: (220, 5)
      case .group: (220, 15)
      case .outside: (220, 90)
      }
    }
  }

  let actions: [Action]

  private static func alphabet(_ setup: InteractionSetup) -> [Action] {
    let first: [Action] = Force.allCases.map { .touch($0, .on) } + [.touch(.light, .slid), .touch(.commit, .up)]
    let second: [Action] = [
      .touch(.light, .nudged), .touch(.light, .second), .touch(.preview, .second), .touch(.light, .group), .touch(.none, .group),
      .touch(.none, .second),
    ]
    let rest: [Action] = [.touch(.light, .action), .touch(.preview, .outside), .touch(.none, .action), .short, .long, .lost, .palm]
    let calls = InteractionCall.allCases.filter { !setup.isNarrow || ![.enter, .back, .replace, .activate].contains($0) }
    return first + (setup.isNarrow ? [] : second) + rest + calls.map { .call($0) }
  }

  let program: InteractionProgram
  let size: Int
  private let setup: InteractionSetup
  private let coder: InteractionCoder

  private static let unit: UInt64 = 25_000
  private static let short = 4 * unit
  private static let long = 40 * unit

  init(_ setup: InteractionSetup = InteractionSetup()) {
    self.setup = setup
    actions = Self.alphabet(setup)
    size =
      Engine.size(setup.config) + Gestures.size(setup.gestures, contacts: 1) + Peeks.size(setup.peeks, contacts: 1)
      + Transitions.size(setup.transitions, contacts: 1) + 24
    program = InteractionProgram(setup, size: size)
    coder = InteractionCoder(rises: setup.risesFromHold, byMotion: setup.driver == PRESS_DRIVER_MOTION)
  }

  var hasBooksOfItsOwn: Bool { false }

  func setUp(_ engine: Engine) {
    _ = Engine.make(in: UnsafeMutableRawPointer(engine.memory), size, setup.config)
    engine.setDelegate(program.delegate)
    let attached =
      Gestures.attach(engine, setup.gestures) | Peeks.attach(engine, setup.peeks)
      | Transitions.attach(engine, setup.transitions)
    if attached | setup.bind(engine) | engine.add(InteractionCall.target(1)) | engine.add(InteractionCall.target(2)) != 0 {
      program.note("not set up")
    }
    _ = engine.tick(1_000_000)
  }

  func take(_ action: Action, _ deed: InteractionProgram.Deed?, at place: Int, _ books: InteractionLedger, _ engine: Engine) {
    program.start(books, deed, at: place, engine.now)
    let before = engine.now
    let drove = Transitions(engine)!.slots[0].binding.isDriving
    perform(action, engine)
    settle(action, deed, engine, before, drove)
  }

  private func perform(_ action: Action, _ engine: Engine) {
    switch action {
    case .touch(let force, let place): feed(engine, force, place, 0)
    case .lost: feed(engine, .preview, .on, UInt32(PRESS_SAMPLE_LOST))
    case .palm: feed(engine, .preview, .on, UInt32(PRESS_SAMPLE_PALM))
    case .short: if engine.tick(engine.now + Self.short) != Status.ok { program.note("a tick was refused") }
    case .long: if engine.tick(engine.now + Self.long) != Status.ok { program.note("a tick was refused") }
    case .call(let call):
      _ = program.isRefused(call, engine)
      program.make(call, engine)
    }
  }

  private func feed(_ engine: Engine, _ force: Force, _ place: Place, _ flags: UInt32) {
    let (x, y) = place.point
    var sample = press_sample(
      t_us: engine.now + Self.short, contact: 0, flags: flags, force: force.rawValue, x: x << 16, y: y << 16, reserved: 0)
    // The sample after a grace is that of another contact; and levels count from what its sensor kept.
    let c = engine.contacts[0]
    let isOver = c.phase == .lifting && c.deadline < sample.t_us
    if flags == 0 && !isOver && engine.state.occupied != 0 && force.rawValue - c.residue >= engine.state.settings.releaseForce {
      program.ledger.sample(sample.t_us, sample.x, sample.y)
    }
    let status = engine.feed(&sample, 1)
    if status != 1 { program.note("a sample was refused: \(status)") }
  }

  /// Checks after each action that nothing is pending or overdue, and that the books agree with the engine.
  private func settle(_ action: Action, _ deed: InteractionProgram.Deed?, _ engine: Engine, _ before: UInt64, _ drove: Bool) {
    let s = engine.state
    if s.isBusy || s.pending != 0 { program.note("busy or pending after the call") }
    if engine.nextDeadline < s.now { program.note("a deadline has passed") }
    if s.earliest > engine.nextDeadline { program.note("a deadline would be missed") }
    let contact = engine.contacts[0]
    let isDown = s.occupied & 1 != 0 && contact.isOpen
    let gestures = Gestures(engine)!.state
    program.note(program.ledger.settle(isWaiting: gestures.isWaiting, isOperating: isDown && contact.claim == .actions))
    let (ledger, events) = (program.ledger, program.ledger.events)
    let peek = Peeks(engine)!.state
    let transition = Transitions(engine)!.slots[0]
    let right: [(Life, Bool)] = [
      (.contact, isDown), (.preview, isDown && contact.preview.isRunning), (.hold, isDown && contact.claim == .hold),
      (.scroll, isDown && contact.claim == .scroll), (.peek, peek.phase == .shown || peek.phase == .revealed),
      (.transition, transition.machine.state != .none),
    ]
    for (kind, there) in right where events.runs(kind) != there { program.note("\(kind): \(there), and the events say \(!there)") }
    if events.runs(.peek) && (peek.phase == .revealed) != events.isRevealed { program.note("the actions and what was delivered of them differ") }
    switch action {
    case .touch(.none, _), .lost, .palm:
      if ledger.isOpen && contact.phase != .lifting { program.note("down after the lift") }
      // Actions that are shown over its preview keep the transition; one that was caught at rest and not moved stays at rest.
      let binding = transition.binding
      let mayStand = binding.isKept || binding.isDriving || binding.caught == .interactive && transition.machine.fraction == binding.base
      if !isDown && drove && deed == nil && transition.machine.state == .interactive && !mayStand {
        program.note("nobody drives it, and it stands still")
      }
    case .long where s.now == before + Self.long && deed == nil:
      // Pressure that rises may have started a run just now.
      if transition.machine.isRunning && !coder.rises || gestures.isWaiting && !isDown || contact.phase == .lifting && isDown {
        program.note("time does not end it")
      }
    case .call(.reset) where deed == nil:
      if !ledger.isEmpty { program.note("something outlives a reset") }
    default: break
    }
    if program.ignoresRefusal { program.note("what was refused began") }
    if deed == .call(.reset) && !program.resetEndsContacts { program.note("a contact outlives a reset") }
  }

  func see(_ engine: Engine, _ seen: inout Set<String>) {
    if engine.contacts[0].isOpen { seen.insert("claim \(engine.contacts[0].claim)") }
    seen.insert("peek \(Peeks(engine)!.state.phase)")
    seen.insert("transition \(Transitions(engine)!.slots[0].machine.state)")
  }

  // MARK: The state

  func code(_ engine: Engine) -> InteractionCode {
    var code = InteractionCode()
    program.ledger.put(into: &code)
    putTargets(engine, &code)
    coder.put(engine, &code)
    return code
  }

  /// Writes the targets. They do not overlap, and none lies in another: their order does not matter.
  private func putTargets(_ engine: Engine, _ code: inout InteractionCode) {
    let traits = engine.target(1)?.traits
    code.put(traits == nil ? 0 : traits! == UInt32(InteractionCall.fewTraits) ? 1 : 2)
  }
}

/// The program behind the walk of one contact with gestures, peeks and a transition.
final class InteractionProgram: WalkProgram<InteractionCall, Refusal, InteractionLedger> {
  static let action: UInt32 = 11
  static let group: UInt32 = 12
  static let peek: UInt32 = 7

  private let actions: UnsafeMutablePointer<press_action>
  private var resetAt = 0
  private var refusedAt: (isStart: Bool, event: Int)?
  private let setup: InteractionSetup

  /// `size`: of the engine's storage.
  init(_ setup: InteractionSetup, size: Int) {
    self.setup = setup
    actions = .allocate(capacity: 4)
    actions.initialize(repeating: press_action(), count: 4)
    for i in 0..<4 { actions[i].id = Self.action + UInt32(i) }
    actions[1].child_count = 1
    actions[1].children = UnsafePointer(actions + 3)
    if setup.hasMenus { actions[0].flags = UInt32(PRESS_ACTION_FLAG_KEEP_OPEN) }
    actions[2].flags = UInt32(PRESS_ACTION_FLAG_DISABLED)
    super.init(InteractionLedger(), InteractionCall.allCases, size: size)
  }

  deinit { actions.deallocate() }

  override func start(_ ledger: InteractionLedger, _ deed: Deed?, at place: Int, _ now: UInt64) {
    super.start(ledger, deed, at: place, now)
    (resetAt, refusedAt) = (0, nil)
  }

  override func send(_ call: InteractionCall, _ engine: Engine) -> Int32 { call.make(engine, setup) }

  override func make(_ call: InteractionCall, _ engine: Engine) {
    let traits = ledger.traits
    // Events from now on take it into account.
    if let after = call.traitsAfter { ledger.edit(after) }
    if call == .reset || call == .remove { ledger.dropTap() }
    if call == .reset { (resetAt, ledger.events.restarts) = (log.count, ledger.events.restarts + 1) }
    if send(call, engine) < 0 { ledger.edit(traits) }
  }

  override func book(_ event: press_event) -> String? { ledger.book(event) }

  /// Answers whether a preview may begin, what to peek, or how a transition starts. Returns whether the program says no.
  private func ask(_ engine: Engine, isStart: Bool) -> Bool {
    if visit(engine, answers: [.no]) != .no { return false }
    refusedAt = (isStart, log.count)
    return true
  }

  /// Whether a contact that began before a reset in a callback is over.
  var resetEndsContacts: Bool { !ledger.isOpen || log[resetAt...].contains { $0.type == EventType.contactBegan } }

  /// Whether a refused preview, peek or transition began all the same.
  var ignoresRefusal: Bool {
    guard let (isStart, event) = refusedAt else { return false }
    let refused = isStart ? [EventType.transitionStarted] : [EventType.previewBegan, EventType.peekShown]
    return log[event...].contains { refused.contains($0.type) }
  }

  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.preview_should_begin = { engine, touch, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.ask(touch!.pointee, forPeek: false)) }
      return !program.ask(Engine(engine!), isStart: false)
    }
    d.peek_will_show = { engine, touch, peek, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.ask(touch!.pointee, forPeek: true)) }
      peek!.pointee.id = InteractionProgram.peek
      let setup = of(user).setup
      if setup.hasMenus { (peek!.pointee.x, peek!.pointee.width, peek!.pointee.height) = (140 << 16, 20 << 16, 200 << 16) }
      peek!.pointee.actions_x = 210 << 16
      peek!.pointee.actions_width = 50 << 16
      peek!.pointee.action_height = 10 << 16
      peek!.pointee.action_count = 3
      peek!.pointee.actions = UnsafePointer(program.actions)
      return !program.ask(Engine(engine!), isStart: false)
    }
    // Runs begin still: the speeds that the walk could hand over have no end. test_transition_speed.c has them.
    d.transition_will_run = { engine, id, _, _, _ in _ = Transitions(Engine(engine!))!.set(id, velocity: 0) }
    d.transition_will_start = { engine, _, options, user in
      if of(user).ask(Engine(engine!), isStart: true) { options!.pointee.speed = 0 }
    }
    d.on_event = { engine, event, user in of(user).receive(Engine(engine!), event!.pointee) }
    return d
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> InteractionProgram {
  Unmanaged<InteractionProgram>.fromOpaque(user!).takeUnretainedValue()
}

@Suite("Interactions: every state they reach")
struct InteractionWalkTests {
  @Test("every beginning finds exactly one end, and a contact becomes one thing only, whatever is done from wherever")
  func everyState() {
    // With deeds in callbacks there are six times as many edges.
    let report = StateWalk(InteractionWalk(), hasDeeds: WalkExtent.now >= .most).run(limit: 1_000_000)
    print("Interactions: \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for claim in ["open", "moved", "hold", "scroll", "preview", "actions", "over"] { #expect(report.seen.contains("claim \(claim)")) }
    for phase in ["none", "hinting", "shown", "revealed"] { #expect(report.seen.contains("peek \(phase)")) }
    for state in ["none", "interactive", "finishing", "cancelling"] { #expect(report.seen.contains("transition \(state)")) }
  }

  @Test(
    "and with other drivers, and force from holding, whatever is called in between",
    arguments: InteractionSetup.walked)
  func otherSetups(setup: InteractionSetup) {
    let report = StateWalk(InteractionWalk(setup), hasDeeds: false).run(limit: 1_000_000)
    print("Interactions, \(setup): \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
  }

  @Test(
    "the walk finds an event that is forgotten, delivered twice or delivered late",
    arguments: [
      EventType.contactBegan, EventType.contactEnded, EventType.contactCancelled, EventType.previewBegan, EventType.previewCancelled,
      EventType.doubleTapped, EventType.holdBegan, EventType.holdEnded, EventType.holdCancelled, EventType.scrollBegan,
      EventType.scrollEnded, EventType.scrollCancelled, EventType.peekShown, EventType.peekPopped, EventType.peekDismissed,
      EventType.transitionStarted, EventType.transitionFinished, EventType.transitionCancelled,
    ])
  func findsPlantedFaults(type: UInt32) {
    for fault in [DeliveryFault.forgets(type), .deliversTwice(type), .deliversLate(type)] {
      let world = InteractionWalk()
      world.program.fault = fault
      let report = StateWalk(world, hasDeeds: false, stopsAtFirst: true).run(limit: 3000)
      #expect(!report.wrong.isEmpty, "\(fault)")
    }
  }
}
