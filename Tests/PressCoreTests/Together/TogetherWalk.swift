import CPress
import Testing
@testable import PressCore

/// Every state that one contact reaches with gestures and, as a setup says, peeks, a transition, the button and drags attached, for a
/// StateWalk: in targets that lie in others, with settings that change.
final class TogetherWalk: EngineWorld {
  enum Action: Hashable {
    /// A sample, 100 ms after the last: the force, and where.
    case touch(InteractionWalk.Force, Place)
    case short, lost
    case call(TogetherCall)
  }

  enum Place: Hashable {
    /// In all three; a little beside; in the two outer ones; in the outermost, near its edge, and 40 points above the innermost; on
    /// the target beside them.
    case inner, nudged, middle, outer, edge, up, beside

    var point: (x: Int32, y: Int32) {
      switch self {
      case .inner: (50, 50)
      case .nudged: (62, 50)
      case .middle: (95, 95)
      case .outer: (150, 150)
      case .edge: (140, 195)
      case .up: (42, 5)
      case .beside: (225, 60)
      }
    }
  }

  let program: TogetherProgram
  let size: Int
  let actions: [Action]
  private let setup: TogetherSetup

  private static let short: UInt64 = 100_000

  init(_ setup: TogetherSetup) {
    self.setup = setup
    actions = setup.actions + setup.calls.map { .call($0) }
    let gestures = Gestures.size(setup.gestures(false), contacts: 1) + Peeks.size(setup.peek(false), contacts: 1)
    let all =
      gestures + Transitions.size(setup.transitions(false), contacts: 1) + Buttons.size(setup.button(false), contacts: 1)
      + Drags.size(setup.drag(false), contacts: 1)
    size = Engine.size(setup.engine(false)) + all + 64
    program = TogetherProgram(setup, size: size)
  }

  func setUp(_ engine: Engine) {
    _ = Engine.make(in: UnsafeMutableRawPointer(engine.memory), size, setup.engine(false))
    engine.setDelegate(program.delegate)
    var status: Int32 = setup.dragFlags == nil ? 0 : Drags.attach(engine, setup.drag(false))
    status |= Gestures.attach(engine, setup.gestures(false))
    if setup.hasPeek { status |= Peeks.attach(engine, setup.peek(false)) }
    if setup.hasTransition { status |= Transitions.attach(engine, setup.transitions(false)) }
    if setup.hasButton { status |= Buttons.attach(engine, setup.button(false)) }
    for id: UInt32 in 1...4 { status |= engine.add(setup.target(id)) }
    if status != 0 { program.note("not set up") }
    _ = engine.tick(1_000_000)
  }

  func take(_ action: Action, _ deed: TogetherProgram.Deed?, at place: Int, _ books: TogetherLedger, _ engine: Engine) {
    program.start(books, deed, at: place, engine.now)
    perform(action, engine)
    let s = engine.state
    program.note(s.isBusy || s.pending != 0 ? "busy or pending after the call" : nil)
    program.note(engine.nextDeadline < s.now ? "a deadline has passed" : nil)
    program.note(s.earliest > engine.nextDeadline ? "a deadline would be missed" : nil)
    program.note(program.ledger.settle(engine, setup))
  }

  private func perform(_ action: Action, _ engine: Engine) {
    switch action {
    case .touch(let force, let place): feed(engine, force, place, 0)
    case .lost: feed(engine, .preview, .inner, UInt32(PRESS_SAMPLE_LOST))
    case .short: program.note(engine.tick(engine.now + Self.short) == Status.ok ? nil : "a tick was refused")
    case .call(let call): if !program.isRefused(call, engine) { program.make(call, engine) }
    }
  }

  private func feed(_ engine: Engine, _ force: InteractionWalk.Force, _ place: Place, _ flags: UInt32) {
    let (x, y) = place.point
    var sample = press_sample(
      t_us: engine.now + Self.short, contact: 0, flags: flags, force: force.rawValue, x: x << 16, y: y << 16, reserved: 0)
    let c = engine.contacts[0]
    if flags == 0 && engine.isOccupied(0) && c.isOpen && force.rawValue - c.residue >= engine.state.settings.releaseForce {
      program.ledger.sample(sample.t_us, sample.x, sample.y)
    }
    program.note(engine.feed(&sample, 1) == 1 ? nil : "a sample was refused")
  }

  func see(_ engine: Engine, _ seen: inout Set<String>) {
    for one in program.ledger.events.running { seen.insert("\(one.kind)") }
    if program.ledger.events.contact(0).isLifted { seen.insert("lifted") }
    if let peek = Peeks(engine)?.state {
      if peek.phase == .revealed { seen.insert("actions") }
      if peek.phase == .shown || peek.phase == .revealed, peek.peek.id == TogetherProgram.declaredPeek { seen.insert("declared") }
    }
    for (subject, (now, next)) in zip(TogetherCall.Subject.allCases, configs(engine)) {
      if now == 2 { seen.insert("\(subject) 2") }
      if next != 0 { seen.insert("\(subject) waits") }
    }
  }

  // MARK: The state

  /// For each subject, the config that counts and the one that waits; 0: none.
  private func configs(_ engine: Engine) -> [(now: Int, next: Int)] {
    func which(_ isSecond: Bool) -> Int { isSecond ? 2 : 1 }
    let second = setup.engine(true).touch_force
    let waits = engine.settingsThatWait.map { which($0.touch_force == second) } ?? 0
    var found = [(which(engine.state.settings.touchForce == second), waits)]
    let g = Gestures(engine)!.state
    let hold = setup.gestures(true).hold_us
    found.append((which(g.settings.hold_us == hold), g.next.size == 0 ? 0 : which(g.next.hold_us == hold)))
    if let peek = Peeks(engine)?.state {
      let hold = setup.peek(true).hold_us
      found.append((which(peek.settings.holdAfter == hold), peek.isChanged ? which(peek.next.holdAfter == hold) : 0))
    } else {
      found.append((0, 0))
    }
    let duration = setup.transitions(true).options.duration_us
    found.append((Transitions(engine).map { which($0.state.config.options.duration_us == duration) } ?? 0, 0))
    if let button = Buttons(engine)?.state.button {
      let press = ButtonSettings(setup.button(true)).press(least: 0)
      found.append((which(button.settings.press(least: 0) == press), button.isWaiting ? which(button.next.press(least: 0) == press) : 0))
    } else {
      found.append((0, 0))
    }
    if let drag = Drags(engine)?.state {
      let hold = setup.drag(true).hold_us
      found.append((which(drag.config.hold_us == hold), drag.next.size == 0 ? 0 : which(drag.next.hold_us == hold)))
    } else {
      found.append((0, 0))
    }
    return found
  }

  struct Code: Hashable {
    var contact = InteractionCode()
    var drag = DragCode()
  }

  func code(_ engine: Engine) -> Code {
    var code = Code()
    for id: UInt32 in 1...4 { code.drag.put(engine.target(id).map { $0.traits == 0 ? 1 : 2 } ?? 0) }
    for (now, next) in configs(engine) { code.drag.put(now * 3 + next) }
    if engine.settingsThatWait != nil { code.drag.put(engine.state.settings.idleBelow == Int32.min ? 1 : 0) } else { code.drag.put(2) }
    InteractionCoder().put(engine, &code.contact)
    if let peek = Peeks(engine)?.state {
      code.drag.put(Int(peek.peek.id))
      code.drag.put(peek.declarationCount == 0 ? 0 : Int(peek.declarations![0].target))
    }
    if let transition = Transitions(engine)?.slots[0].machine {
      code.drag.put(transition.isRunning ? Int((transition.endsAt - engine.now) / 25_000) : 0)
    }
    if let button = Buttons(engine)?.state.button { code.drag.put(Int(button.state.rawValue)) }
    if engine.isOccupied(0) && engine.contacts[0].isOpen, let pressure = pressure(engine) { code.drag.put(pressure) }
    if let drag = Drags(engine) { DragCoder().put(engine, drag, &code.drag) }
    return code
  }

  /// A preview steps without a sample where the settings changed, and the button looks at the force.
  private func pressure(_ engine: Engine) -> Int? { setup.hasButton ? Int(engine.contacts[0].touch.force >> 13) : nil }
}

/// Every call of the program that a walk of all that is attached makes, from outside and from inside every callback.
enum TogetherCall: Hashable {
  /// The parts whose settings can be set again.
  enum Subject: Int, CaseIterable {
    case engine, gestures, peek, transition, button, drag
  }

  case cancelPreview, cancelGesture, release
  case open(UInt32), pop, dismiss, reveal, perform
  /// A peek of that target; 0: none.
  case declare(UInt32)
  case beginDrag(UInt32), over(UInt32), cancelDrag
  case start, finish
  /// The first config, or the second.
  case set(Subject, second: Bool)
  case reset, remove(UInt32), put(UInt32), lose(UInt32), gain(UInt32)

  func make(_ engine: Engine, _ program: TogetherProgram) -> Int32 {
    let setup = program.setup
    switch self {
    case .cancelPreview: return engine.cancelPreview(0)
    case .cancelGesture: return Gestures(engine)!.cancel(0)
    case .release: return engine.release(0)
    case .open(let target): return Peeks(engine)!.open(target)
    case .pop: return Peeks(engine)!.pop()
    case .dismiss: return Peeks(engine)!.dismiss()
    case .reveal: return Peeks(engine)!.revealNow()
    case .perform: return Peeks(engine)!.perform(TogetherProgram.action)
    case .declare(let target): return Peeks.declare(engine, program.declarations(of: target), target == 0 ? 0 : 1)
    case .beginDrag(let source): return Drags(engine)!.begin(source)
    case .over(let target): return Drags(engine)!.over(Drags(engine)!.sessions[0].id, target)
    case .cancelDrag: return Drags(engine)!.cancel(session: Drags(engine)!.sessions[0].id)
    case .start: return Transitions(engine)!.start(1, nil)
    case .finish: return Transitions(engine)!.finish(1)
    case .set(let subject, let second): return set(subject, second, engine, setup)
    case .reset:
      engine.reset()
      return Status.ok
    case .remove(let target): return engine.remove(target)
    case .put(let target): return engine.add(setup.target(target))
    case .lose(let target): return engine.update(setup.target(target, traits: 0))
    case .gain(let target): return engine.update(setup.target(target))
    }
  }

  private func set(_ subject: Subject, _ second: Bool, _ engine: Engine, _ setup: TogetherSetup) -> Int32 {
    switch subject {
    case .engine: return engine.set(setup.engine(second))
    case .gestures: _ = Gestures(engine)!.set(setup.gestures(second))
    case .peek: _ = Peeks(engine)!.set(setup.peek(second))
    case .transition: return Transitions(engine)!.set(setup.transitions(second))
    case .button: _ = Buttons(engine)!.set(setup.button(second))
    case .drag: return Drags(engine)!.set(setup.drag(second))
    }
    return Status.ok
  }
}

/// The program behind the walk of all that is attached.
final class TogetherProgram: WalkProgram<TogetherCall, Refusal, TogetherLedger> {
  static let action: UInt32 = 11
  /// The peek that the callback shows, and the one that is declared.
  static let askedPeek: UInt32 = 7
  static let declaredPeek: UInt32 = 8

  let setup: TogetherSetup
  private let actions: UnsafeMutablePointer<press_action>
  private let table: UnsafeMutablePointer<press_peek_declaration>

  /// `size`: of the engine's storage.
  init(_ setup: TogetherSetup, size: Int) {
    self.setup = setup
    actions = .allocate(capacity: 1)
    actions.initialize(to: press_action())
    actions[0].id = Self.action
    table = .allocate(capacity: 4)
    table.initialize(repeating: press_peek_declaration(), count: 4)
    super.init(TogetherLedger(setup), setup.calls, size: size)
    for id in 1...4 {
      table[id - 1].target = UInt32(id)
      table[id - 1].peek.size = UInt32(MemoryLayout<press_peek>.size)
      fill(&table[id - 1].peek, Self.declaredPeek)
    }
  }

  deinit {
    actions.deallocate()
    table.deallocate()
  }

  private func fill(_ peek: inout press_peek, _ id: UInt32) {
    peek.id = id
    if !setup.hasActions { return }
    (peek.actions_x, peek.actions_width, peek.action_height) = (210 << 16, 40 << 16, 10 << 16)
    (peek.action_count, peek.actions) = (1, UnsafePointer(actions))
  }

  func declarations(of target: UInt32) -> UnsafePointer<press_peek_declaration>? {
    target == 0 ? nil : UnsafePointer(table + Int(target) - 1)
  }

  override func send(_ call: TogetherCall, _ engine: Engine) -> Int32 { call.make(engine, self) }

  override func book(_ event: press_event) -> String? { ledger.book(event, setup) }

  override func make(_ call: TogetherCall, _ engine: Engine) {
    let (before, here) = (ledger, places)
    // Events from now on take it into account.
    ledger.make(call, setup)
    if case .set = call { ledger.deliversNothing(true) }
    if call == .start { ledger.start(transition: engine.now) }
    let isRefused = send(call, engine) < 0
    ledger.deliversNothing(false)
    if isRefused && places == here { ledger = before }
  }

  /// Returns whether the program says yes.
  private func ask(_ engine: Engine) -> Bool { visit(engine, answers: [.no]) == nil }

  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.preview_should_begin = { engine, touch, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.ask(touch!.pointee, forPeek: false)) }
      return program.ask(Engine(engine!))
    }
    d.peek_will_show = { engine, touch, peek, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.ask(touch!.pointee, forPeek: true)) }
      program.fill(&peek!.pointee, TogetherProgram.askedPeek)
      return program.ask(Engine(engine!))
    }
    d.drag_will_begin = { engine, touch, _, items, _, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.askItems(touch!.pointee.target)) }
      items![0].id = touch!.pointee.target
      return program.ask(Engine(engine!)) ? 1 : 0
    }
    d.drop_will_propose = { engine, drag, target, _, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.askDrop(drag!.pointee.session, target)) }
      return program.ask(Engine(engine!))
    }
    d.on_event = { engine, event, user in of(user).receive(Engine(engine!), event!.pointee) }
    return d
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> TogetherProgram {
  Unmanaged<TogetherProgram>.fromOpaque(user!).takeUnretainedValue()
}

@Suite("All that is attached: every state it reaches")
struct TogetherWalkTests {
  @Test(
    "drags beside gestures and peeks, targets in targets, peeks that are declared and settings that change: what begins ends once, in order",
    arguments: TogetherSetup.walked)
  func everyState(setup: TogetherSetup) {
    let report = StateWalk(TogetherWalk(setup)).run(limit: 1_000_000)
    print("Together, \(setup): \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for what in setup.reaches { #expect(report.seen.contains(what), "\(what)") }
  }

  @Test(
    "the walk finds an event that is forgotten or delivered twice, and a beginning that is delivered late",
    arguments: [
      (
        TogetherSetup.beside,
        [
          EventType.contactBegan, EventType.contactEnded, EventType.previewBegan, EventType.previewCancelled, EventType.peekShown,
          EventType.peekDismissed, EventType.dragBegan, EventType.dragEntered, EventType.dragLeft, EventType.dragDropped, EventType.dropConcluded,
          EventType.holdBegan, EventType.holdCancelled,
        ]
      ),
      (.lifted, [EventType.dragLifted, EventType.dragSettled, EventType.dragCancelled]),
      (
        .nested,
        [
          EventType.scrollBegan, EventType.scrollCancelled, EventType.springPossible, EventType.springEnded, EventType.autoscrollBegan,
          EventType.autoscrollEnded,
        ]
      ),
      (.setters[2], [EventType.buttonPressed, EventType.buttonReleased, EventType.transitionStarted, EventType.transitionFinished]),
    ])
  func findsPlantedFaults(setup: TogetherSetup, types: [UInt32]) {
    let late = [
      EventType.contactBegan, EventType.previewBegan, EventType.peekShown, EventType.dragBegan, EventType.dragDropped, EventType.scrollBegan,
    ]
    for type in types {
      for fault in [DeliveryFault.forgets(type), .deliversTwice(type)] + (late.contains(type) ? [.deliversLate(type)] : []) {
        let world = TogetherWalk(setup)
        world.program.fault = fault
        let report = StateWalk(world, hasDeeds: false, stopsAtFirst: true).run(limit: 100_000)
        #expect(!report.wrong.isEmpty, "\(fault)")
      }
    }
  }
}
