import CPress
import Glibc
@testable import PressCore

/// The program behind the walk of drags: it keeps books of what it receives and is asked, and does one deed at one of the places
/// where it is called.
final class DragProgram {
  enum Deed: Hashable {
    case call(DragCall)
    case answer(Answer)
  }

  /// What it can answer other than usual.
  enum Answer: CaseIterable {
    /// Nothing to drag.
    case nothing
    /// What a destination would do: nothing, not now, has no use for it; one item only; requires the exact place; starts a task;
    /// cannot be undone; accepts the second of two types, or another one.
    case no, forbidden, useless, one, exact, task, irreversible, picky, foreign
    /// A spring stays closed; empty space takes it.
    case closed, launch

    var place: Place {
      switch self {
      case .nothing: .items
      case .no, .forbidden, .useless, .one, .exact, .task, .irreversible, .picky, .foreign: .proposal
      case .closed: .spring
      case .launch: .launch
      }
    }
  }

  enum Place {
    case event, preview, items, proposal, spring, launch
  }

  /// The item that comes from a source.
  static func item(_ source: UInt32) -> UInt32 { source * 10 + 1 }

  /// What the first source offers, richest first; the second offers anything.
  static let offered: [UInt32] = [7, 8]
  /// What is accepted by a destination that is picky, and by one that accepts something else.
  static let accepted: [UInt32] = [8, 9]

  var ledger: DragLedger
  /// A planted fault in what is delivered, before anybody books it.
  var fault: InteractionFault?
  /// Where it was called since the start, in order.
  private(set) var places: [Place] = []
  private(set) var events = 0
  private(set) var wrong: String?
  private var deed: Deed?
  private var place = -1
  private var held: press_event?
  /// Of each place it tries what it can do there.
  var triesEverywhere = false
  /// What it could do, and where, other than being refused.
  private(set) var taken: [(place: Int, deed: Deed)] = []
  private var isTrying = false
  private let copy: UnsafeMutableRawPointer
  private let types, accepts: UnsafeMutablePointer<UInt32>
  private let size: Int
  private let setup: DragSetup

  /// `size`: of the engine's storage.
  init(_ setup: DragSetup, size: Int) {
    self.setup = setup
    self.size = size
    ledger = DragLedger(setup)
    copy = .allocate(byteCount: size, alignment: 8)
    types = .allocate(capacity: 2)
    types.initialize(from: Self.offered, count: 2)
    accepts = .allocate(capacity: 2)
    accepts.initialize(from: Self.accepted, count: 2)
  }

  deinit {
    copy.deallocate()
    types.deallocate()
    accepts.deallocate()
  }

  /// `place`: the how manieth of the places does the deed, from 0.
  func start(_ ledger: DragLedger, _ deed: Deed?, at place: Int) {
    (self.ledger, self.deed, self.place) = (ledger, deed, place)
    places.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    events = 0
    wrong = nil
    held = nil
  }

  func note(_ what: String?) { if wrong == nil, let what { wrong = what } }

  func make(_ call: DragCall, _ engine: Engine) {
    let (before, here) = (ledger, places.count)
    // Events from now on take it into account.
    ledger.make(call, engine, setup)
    if call.make(engine, setup) < 0 && places.count == here { ledger = before }
  }

  /// Whether a call is refused here. Then it must change nothing (law 8), and leads nowhere else. Tried on a copy.
  func isRefused(_ call: DragCall, _ engine: Engine) -> Bool {
    memcpy(copy, engine.memory, size)
    isTrying = true
    let isRefused = call.make(Engine(OpaquePointer(copy)), setup) < 0
    isTrying = false
    if isRefused && memcmp(copy, engine.memory, size) != 0 { note("\(call) was refused and changed something") }
    return isRefused
  }

  /// Returns the answer, where it is to be another than usual.
  private func visit(_ engine: Engine, _ what: Place) -> Answer? {
    if isTrying { return nil }
    let here = places.count
    places.append(what)
    if engine.tick(UInt64.max) != Status.busy { note("not busy in a callback") }
    if triesEverywhere {
      for call in setup.calls where !isRefused(call, engine) { taken.append((here, .call(call))) }
      for answer in setup.answers where answer.place == what { taken.append((here, .answer(answer))) }
    }
    guard here == place, let deed else { return nil }
    self.deed = nil
    switch deed {
    case .call(let call):
      make(call, engine)
      return nil
    case .answer(let answer): return answer
    }
  }

  private func receive(_ engine: Engine, _ event: press_event) {
    if isTrying { return }
    events += 1
    switch fault {
    case .forgets(let type) where type == event.type: break
    case .deliversTwice(let type) where type == event.type:
      book(event)
      book(event)
    case .deliversLate(let type) where type == event.type: held = event
    default:
      book(event)
      if let late = held {
        held = nil
        book(late)
      }
    }
    _ = visit(engine, .event)
  }

  private func book(_ event: press_event) {
    if let what = ledger.book(event, setup) { note("event \(event.type): \(what)") }
  }

  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.preview_should_begin = { engine, _, user in
      _ = of(user).visit(Engine(engine!), .preview)
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
    let found = visit(engine, .items) == .nothing ? 0 : 1
    ledger.answerItems(touch.target, session, found)
    return found
  }

  private func propose(_ engine: Engine, _ drag: press_drag, _ target: UInt32, _ proposal: inout press_drop_proposal) -> Bool {
    if !isTrying { note(ledger.ask(drag, proposal, target, setup)) }
    proposal.flags |= UInt32(setup.proposal)
    let answer = visit(engine, .proposal)
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
    let yes = visit(engine, .spring) != .closed
    let pressure = engine.touch(drag.contact, in: 0)?.pressure ?? 0
    if !isTrying { ledger.answerSpring(drag, target, yes, again, isArmed: pressure < setup.config.spring_pressure, setup) }
    return yes
  }

  private func launch(_ engine: Engine, _ drag: press_drag) -> Bool {
    if !isTrying { note(ledger.askLaunch(drag, setup)) }
    let yes = visit(engine, .launch) == .launch
    if !isTrying { ledger.answerLaunch(drag.session, yes) }
    return yes
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> DragProgram { Unmanaged<DragProgram>.fromOpaque(user!).takeUnretainedValue() }
