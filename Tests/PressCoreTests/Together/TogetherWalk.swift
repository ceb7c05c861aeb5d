import CPress
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
    program.start(books, deed, at: place)
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
    if flags == 0 && engine.isOccupied(0) && c.isOpen && force.rawValue - c.kept >= engine.state.settings.releaseForce {
      program.ledger.sample(sample.t_us, sample.x, sample.y)
    }
    program.note(engine.feed(&sample, 1) == 1 ? nil : "a sample was refused")
  }

  func see(_ engine: Engine, _ seen: inout Set<String>) {
    for life in program.ledger.lives { seen.insert("\(life.kind)") }
    if program.ledger.contact.isLifted { seen.insert("lifted") }
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

  /// Of each subject the config that counts, and the one that waits, 0: none.
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
