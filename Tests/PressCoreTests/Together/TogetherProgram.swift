import CPress
@testable import PressCore

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
    let (before, here, lives) = (ledger, places, ledger.lives.count)
    // Events from now on take it into account.
    ledger.make(call, setup)
    if case .set = call { ledger.deliversNothing(true) }
    if call == .start { ledger.start(transition: engine.now) }
    let isRefused = send(call, engine) < 0
    ledger.deliversNothing(false)
    if isRefused && places == here { ledger = before }
    if isRefused && places == here && ledger.lives.count != lives { note("\(call) was refused and ended something") }
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
