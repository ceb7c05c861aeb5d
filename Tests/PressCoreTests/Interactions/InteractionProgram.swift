import CPress
@testable import PressCore

/// The program behind the walk: it keeps books of what it is told, and does one deed where it is called.
final class InteractionProgram {
  enum Deed: CaseIterable {
    case cancelPreview, cancelGesture, dismiss, pop, reveal, reset, remove, loseTraits, finish
  }

  /// Places where it is called that are no events.
  static let asked: UInt32 = 1000

  var ledger = InteractionLedger()
  /// A planted fault: events of this type are not heard, as if the engine had forgotten them; or heard twice.
  var deafTo: UInt32?
  var hearsTwice: UInt32?
  private(set) var visited: [UInt32] = []
  private(set) var log: [press_event] = []
  private(set) var wrong: String?
  private var deed: Deed?
  private var place: UInt32 = 0
  let actions: UnsafeMutablePointer<press_action>

  init() {
    actions = .allocate(capacity: 4)
    actions.initialize(repeating: press_action(), count: 4)
    for i in 0..<4 { actions[i].id = UInt32(11 + i) }
    actions[1].child_count = 1
    actions[1].children = UnsafePointer(actions + 3)
    actions[2].flags = UInt32(PRESS_ACTION_DISABLED)
  }

  deinit { actions.deallocate() }

  func start(_ ledger: InteractionLedger, _ deed: Deed?, at place: UInt32) {
    (self.ledger, self.deed, self.place) = (ledger, deed, place)
    visited.removeAll(keepingCapacity: true)
    log.removeAll(keepingCapacity: true)
    wrong = nil
  }

  func note(_ what: String?) { if wrong == nil, let what { wrong = what } }

  static func perform(_ deed: Deed, _ engine: Engine) {
    switch deed {
    case .cancelPreview: _ = engine.cancelPreview(0)
    case .cancelGesture: _ = Gestures(engine)?.cancel(0)
    case .dismiss: _ = Peek(engine)?.dismiss()
    case .pop: _ = Peek(engine)?.pop()
    case .reveal: _ = Peek(engine)?.revealNow()
    case .reset: engine.reset()
    case .remove: _ = engine.remove(1)
    case .loseTraits: _ = engine.update(InteractionWalk.target(1, traits: PRESS_TARGET_TAP))
    case .finish: _ = Transitions(engine)?.finish(1)
    }
  }

  private func visit(_ engine: Engine, _ place: UInt32) {
    if !visited.contains(place) { visited.append(place) }
    if engine.tick(UInt64.max) != Status.busy { note("not busy in a callback") }
    if place != self.place { return }
    self.place = 0
    if let deed { InteractionProgram.perform(deed, engine) }
  }

  private func hear(_ engine: Engine, _ event: press_event) {
    if event.type == deafTo { return }
    log.append(event)
    if event.type == hearsTwice { note(ledger.book(event)) }
    note(ledger.book(event).map { "event \(event.type): \($0)" })
    visit(engine, event.type)
  }

  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.preview_should_begin = { engine, _, user in
      of(user).visit(Engine(engine!), InteractionProgram.asked)
      return true
    }
    d.peek_will_show = { engine, _, peek, user in
      let program = of(user)
      peek!.pointee.id = 7
      peek!.pointee.actions_x = 210 << 16
      peek!.pointee.actions_width = 50 << 16
      peek!.pointee.action_height = 10 << 16
      peek!.pointee.action_count = 3
      peek!.pointee.actions = UnsafePointer(program.actions)
      program.visit(Engine(engine!), InteractionProgram.asked + 1)
      return true
    }
    d.transition_will_start = { engine, _, _, user in of(user).visit(Engine(engine!), InteractionProgram.asked + 2) }
    d.on_event = { engine, event, user in of(user).hear(Engine(engine!), event!.pointee) }
    return d
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> InteractionProgram {
  Unmanaged<InteractionProgram>.fromOpaque(user!).takeUnretainedValue()
}
