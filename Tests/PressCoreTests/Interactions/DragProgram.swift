import CPress
@testable import PressCore

/// What a program with drags can answer other than usual.
enum DragAnswer {
  /// Nothing to drag.
  case nothing
  /// What a destination would do: nothing, not now, has no use for it; one item only; requires the exact place; starts a task;
  /// cannot be undone; accepts the second of two types, or another one.
  case no, forbidden, useless, one, exact, task, irreversible, picky, foreign
  /// A spring stays closed; empty space takes it.
  case closed, launch

  enum Question { case items, proposal, spring, launch }

  var question: Question {
    switch self {
    case .nothing: .items
    case .no, .forbidden, .useless, .one, .exact, .task, .irreversible, .picky, .foreign: .proposal
    case .closed: .spring
    case .launch: .launch
    }
  }
}

/// The program behind the walk of drags.
final class DragProgram: WalkProgram<DragCall, DragAnswer, DragLedger> {
  /// The item that comes from a source.
  static func item(_ source: UInt32) -> UInt32 { source * 10 + 1 }

  /// What the first source offers, richest first; the second offers anything.
  static let offered: [UInt32] = [7, 8]
  /// What is accepted by a destination that is picky, and by one that accepts something else.
  static let accepted: [UInt32] = [8, 9]

  private let types, accepts: UnsafeMutablePointer<UInt32>
  private let setup: DragSetup

  /// `size`: of the engine's storage.
  init(_ setup: DragSetup, size: Int) {
    self.setup = setup
    types = .allocate(capacity: 2)
    types.initialize(from: Self.offered, count: 2)
    accepts = .allocate(capacity: 2)
    accepts.initialize(from: Self.accepted, count: 2)
    super.init(DragLedger(setup), setup.calls, size: size)
  }

  deinit {
    types.deallocate()
    accepts.deallocate()
  }

  override func send(_ call: DragCall, _ engine: Engine) -> Int32 { call.make(engine, setup) }

  override func book(_ event: press_event) -> String? { ledger.book(event, setup) }

  override func make(_ call: DragCall, _ engine: Engine) {
    let (before, here) = (ledger, places)
    // Events from now on take it into account.
    ledger.make(call, engine, setup)
    if send(call, engine) < 0 && places == here { ledger = before }
  }

  /// Returns the answer, where it is to be another than usual.
  private func ask(_ engine: Engine, _ question: DragAnswer.Question) -> DragAnswer? {
    visit(engine, answers: setup.answers.filter { $0.question == question })
  }

  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.preview_should_begin = { engine, _, user in
      _ = of(user).visit(Engine(engine!))
      return true
    }
    d.drag_will_begin = { engine, touch, session, items, capacity, user in of(user).fill(Engine(engine!), touch!.pointee, session, items!, capacity) }
    d.drop_will_propose = { engine, drag, target, proposal, user in of(user).propose(Engine(engine!), drag!.pointee, target, &proposal!.pointee) }
    d.spring_should_activate = { engine, drag, target, again, user in of(user).open(Engine(engine!), drag!.pointee, target, again) }
    d.drag_should_launch = { engine, drag, user in of(user).launch(Engine(engine!), drag!.pointee) }
    d.on_event = { engine, event, user in of(user).receive(Engine(engine!), event!.pointee) }
    return d
  }

  // MARK: Questions

  private func fill(
    _ engine: Engine, _ touch: press_touch, _ session: UInt32, _ items: UnsafeMutablePointer<press_drag_item>, _ capacity: Int
  ) -> Int {
    if !isTrying { note(ledger.askItems(touch, session, setup)) }
    items[0].id = Self.item(touch.target)
    items[0].flags = touch.target == 2 ? UInt32(PRESS_ITEM_SELECTED) : 0
    if touch.target == 2 {
      items[0].representation_count = 2
      items[0].representations = UnsafePointer(types)
    }
    if isTrying { return 1 }
    let found = ask(engine, .items) == .nothing ? 0 : 1
    ledger.answerItems(touch.target, session, found)
    return found
  }

  private func propose(_ engine: Engine, _ drag: press_drag, _ target: UInt32, _ proposal: inout press_drop_proposal) -> Bool {
    if !isTrying { note(ledger.ask(drag, proposal, target, setup)) }
    proposal.flags |= UInt32(setup.proposal)
    let answer = ask(engine, .proposal)
    switch answer {
    case .forbidden: proposal.operation = UInt32(PRESS_DROP_FORBIDDEN)
    case .useless: proposal.operation = UInt32(PRESS_DROP_CANCEL)
    case .one: proposal.item_count = 1
    case .exact: proposal.flags |= UInt32(PRESS_PROPOSAL_EXACT)
    case .task: proposal.flags |= UInt32(PRESS_PROPOSAL_TASK)
    case .irreversible: proposal.flags |= UInt32(PRESS_PROPOSAL_IRREVERSIBLE)
    case .picky, .foreign:
      proposal.accept_count = 1
      proposal.accepts = UnsafePointer(accepts + (answer == .picky ? 0 : 1))
    default: break
    }
    if !isTrying { ledger.answer(drag, proposal, target, answer != .no) }
    return answer != .no
  }

  private func open(_ engine: Engine, _ drag: press_drag, _ target: UInt32, _ again: Bool) -> Bool {
    if !isTrying { note(ledger.askSpring(drag, target, again, setup)) }
    let yes = ask(engine, .spring) != .closed
    let pressure = engine.touch(drag.contact, in: 0)?.pressure ?? 0
    if !isTrying { ledger.answerSpring(drag, target, yes, again, isArmed: pressure < setup.config.spring_pressure, setup) }
    return yes
  }

  private func launch(_ engine: Engine, _ drag: press_drag) -> Bool {
    if !isTrying { note(ledger.askLaunch(drag, setup)) }
    let yes = ask(engine, .launch) == .launch
    if !isTrying { ledger.answerLaunch(drag.session, yes) }
    return yes
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> DragProgram { Unmanaged<DragProgram>.fromOpaque(user!).takeUnretainedValue() }
