import CPress
import Testing
@testable import PressCore

/// Every state that drags reach in a setup, for a StateWalk.
///
/// Two engines are in one state if everything that decides the next events is equal. Session numbers are compared by their order only.
/// Times are relative to now, in steps of 25 ms; alphabet and config are chosen so that no time lies between two steps.
final class DragWalk: EngineWorld {
  enum Action: Hashable {
    /// A sample, 100 ms after the last: which contact, the force, and where.
    case touch(UInt32, Force, Place)
    case lift(UInt32), lost(UInt32)
    case short, long
    case call(DragCall)
  }

  enum Force: Int32 {
    /// Light; three eighths: previews begin; half: springs open; three quarters: it drops where the setup says so. None is less
    /// than a quarter of another: what a sensor keeps is left to the walk of the engine.
    case light = 61_440, preview = 122_880, firm = 163_840, hard = 245_760
  }

  enum Place: Hashable {
    /// On the first source and a little beside; on its container, and near an edge of that; on the other destination, and on the
    /// second source in that; on no target.
    case source, near, container, edge, destination, second, outside

    var x: Int32 { point.x }
    var y: Int32 { point.y }
    private var point: (x: Int32, y: Int32) {
      switch self {
      case .source: (25, 25)
      case .near: (29, 25)
      case .container: (60, 60)
      case .edge: (60, 92)
      case .destination: (150, 50)
      case .second: (125, 25)
      case .outside: (250, 50)
      }
    }
  }

  let program: DragProgram
  let size: Int
  let actions: [Action]
  private let setup: DragSetup

  private static let unit: UInt64 = 25_000
  private static let short = 4 * unit
  private static let long = 40 * unit

  init(_ setup: DragSetup) {
    self.setup = setup
    actions = setup.actions + setup.calls.map { .call($0) }
    size = Engine.size(setup.engine) + Drags.size(setup.config, contacts: Int(setup.engine.max_contacts)) + 8
    program = DragProgram(setup, size: size)
  }

  func setUp(_ engine: Engine) {
    _ = Engine.make(in: UnsafeMutableRawPointer(engine.memory), size, setup.engine)
    engine.setDelegate(program.delegate)
    var status = Drags.attach(engine, setup.config)
    for id: UInt32 in 1...4 { status |= engine.add(setup.target(id)) }
    if status != 0 { program.note("not set up") }
    _ = engine.tick(1_000_000)
  }

  func take(_ action: Action, _ deed: DragProgram.Deed?, at place: Int, _ books: DragLedger, _ engine: Engine) {
    program.start(books, deed, at: place, engine.now)
    perform(action, engine)
    settle(action, deed, engine)
  }

  private func perform(_ action: Action, _ engine: Engine) {
    switch action {
    case .touch(let contact, let force, let place): feed(engine, contact, force.rawValue, place, 0)
    case .lift(let contact): feed(engine, contact, 0, .outside, 0)
    case .lost(let contact): feed(engine, contact, 0, .outside, UInt32(PRESS_SAMPLE_LOST))
    case .short: program.note(engine.tick(engine.now + Self.short) == Status.ok ? nil : "a tick was refused")
    case .long: program.note(engine.tick(engine.now + Self.long) == Status.ok ? nil : "a tick was refused")
    case .call(let call): if !program.isRefused(call, engine) { program.make(call, engine) }
    }
  }

  private func feed(_ engine: Engine, _ contact: UInt32, _ force: Int32, _ place: Place, _ flags: UInt32) {
    var sample = press_sample(
      t_us: engine.now + Self.short, contact: contact, flags: flags, force: force, x: place.x << 16, y: place.y << 16, reserved: 0)
    if flags != 0 { program.ledger.lose(contact: contact, at: sample.t_us) }
    if force > 0 { program.ledger.sample(contact, Int32(Int64(force) * 65536 / (5 << 16)), setup) }
    program.note(engine.feed(&sample, 1) == 1 ? nil : "a sample was refused")
  }

  /// Checks after each action that nothing is pending or overdue, and that the books agree with the engine.
  private func settle(_ action: Action, _ deed: DragProgram.Deed?, _ engine: Engine) {
    let s = engine.state
    program.note(s.isBusy || s.pending != 0 ? "busy or pending after the call" : nil)
    program.note(engine.nextDeadline < s.now ? "a deadline has passed" : nil)
    program.note(s.earliest > engine.nextDeadline ? "a deadline would be missed" : nil)
    program.note(program.ledger.settle(engine, setup))
    if case .call(.reset) = action, deed == nil, !program.ledger.isEmpty { program.note("something outlives a reset") }
  }

  func see(_ engine: Engine, _ seen: inout Set<String>) {
    let drag = Drags(engine)!
    for i in 0..<drag.count {
      let s = drag.sessions[i]
      seen.insert("\(s.phase)")
      seen.insert("spring \(s.spring.state)")
      if s.phase == .dropping && s.task == .running { seen.insert("task") }
      if s.phase == .dragging && s.items == 2 { seen.insert("two items") }
      if s.phase == .dragging && s.contact == UInt32.max { seen.insert("from code") }
      if s.scroll.container != 0 { seen.insert("scrolls") }
    }
    if (0..<drag.count).filter({ drag.sessions[$0].phase != .free }).count == 2 { seen.insert("two sessions") }
    seen.insert("\(drag.state.undoCount) to undo")
    seen.insert("\(drag.state.redoCount) to redo")
    for slot in 0..<2 where engine.isOccupied(slot) && drag.tracks[slot].isLifted { seen.insert("lifted") }
  }

  // MARK: The state

  func code(_ engine: Engine) -> DragCode {
    let drag = Drags(engine)!
    var code = DragCode()
    for id: UInt32 in 1...4 { code.put(engine.target(id).map { $0.traits == 0 ? 1 : 2 } ?? 0) }
    DragCoder(setup).put(engine, drag, &code)
    return code
  }
}

/// An unusual answer of a program with drags.
enum DragAnswer {
  /// Nothing to drag.
  case nothing
  /// The possible answers of a destination: nothing, not now, has no use for it; one item only; requires the exact place; starts a task;
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

  /// The types that the first source offers, richest first; the second source offers any type.
  static let offered: [UInt32] = [7, 8]
  /// The types that a picky destination accepts, and those of one that accepts something else.
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

  /// Returns the answer if it is an unusual one, else nil.
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

@Suite("Drags: every state they reach")
struct DragWalkTests {
  @Test(
    "whatever began ends once, in order, whatever is done from wherever",
    arguments: WalkExtent.walked(few: [.drops, .transfers, .springs, .two, .code, .undone] + DragSetup.starts, most: [.dips]))
  func everyState(setup: DragSetup) {
    let report = StateWalk(DragWalk(setup)).run(limit: 100_000)
    print("Drags, \(setup): \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for what in setup.reaches { #expect(report.seen.contains(what), "\(what)") }
  }

  @Test(
    "the walk finds an event that is forgotten, delivered twice or delivered late",
    arguments: [
      (
        DragSetup.drops,
        [
          EventType.dragBegan, EventType.dragMoved, EventType.dragEntered, EventType.dragLeft, EventType.dragProposed,
          EventType.dragItemsChanged, EventType.dragHintChanged, EventType.dragDropped, EventType.dragCancelled, EventType.dropItemBegan,
          EventType.dropItemEnded, EventType.dropConcluded, EventType.selectionSet, EventType.selectionCleared,
        ]
      ),
      (
        .transfers,
        [
          EventType.dragConfirm, EventType.dropItemNotTaken, EventType.dropItemUpdated, EventType.dropSlow, EventType.taskBegan,
          EventType.taskUpdated,
          EventType.taskEnded,
        ]
      ),
      (
        .springs,
        [
          EventType.springPossible, EventType.springActivating, EventType.springActivated, EventType.springEnded,
          EventType.autoscrollBegan, EventType.autoscrollChanged, EventType.autoscrollEnded,
        ]
      ),
      (.undone, [EventType.dropItemUndone, EventType.dropUndone, EventType.dropItemRedone, EventType.dropRedone]),
      (DragSetup.starts[0], [EventType.dragLifted, EventType.dragSettled]),
      (DragSetup.starts[5], [EventType.targetActivated]),
    ])
  func findsPlantedFaults(setup: DragSetup, types: [UInt32]) {
    for type in types {
      for fault in [DeliveryFault.forgets(type), .deliversTwice(type), .deliversLate(type)] {
        let world = DragWalk(setup)
        world.program.fault = fault
        let report = StateWalk(world, stopsAtFirst: true).run(limit: 100_000)
        #expect(!report.wrong.isEmpty, "\(fault)")
      }
    }
  }
}
