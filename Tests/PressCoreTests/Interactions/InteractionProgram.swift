import CPress
@testable import PressCore

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

  override func start(_ ledger: InteractionLedger, _ deed: Deed?, at place: Int) {
    super.start(ledger, deed, at: place)
    (resetAt, refusedAt) = (0, nil)
  }

  override func send(_ call: InteractionCall, _ engine: Engine) -> Int32 { call.make(engine, setup) }

  override func make(_ call: InteractionCall, _ engine: Engine) {
    let traits = ledger.traits
    // Events from now on take it into account.
    if let after = call.traitsAfter { ledger.edit(after) }
    if call == .reset || call == .remove { ledger.dropTap() }
    if call == .reset { resetAt = log.count }
    if send(call, engine) < 0 { ledger.edit(traits) }
  }

  override func book(_ event: press_event) -> String? { ledger.book(event) }

  /// Whether a preview may begin, and what is to be peeked, or how a transition starts. Returns whether the program says no.
  private func ask(_ engine: Engine, isStart: Bool) -> Bool {
    if visit(engine, answers: [.no]) != .no { return false }
    refusedAt = (isStart, log.count)
    return true
  }

  /// Whether a contact that began before a reset in a callback is over.
  var resetEndsContacts: Bool { !ledger.isOpen || log[resetAt...].contains { $0.type == EventType.contactBegan } }

  /// Whether what was refused began all the same.
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
