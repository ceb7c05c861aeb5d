import CPress
import Glibc
@testable import PressCore

/// The program behind the walk of all that is attached: it keeps books, and does one deed at one of the places where it is called.
final class TogetherProgram {
  enum Deed: Hashable {
    case call(TogetherCall)
    /// Of a question: no.
    case refuse
  }

  static let action: UInt32 = 11
  /// The peek that the callback shows, and the one that is declared.
  static let askedPeek: UInt32 = 7
  static let declaredPeek: UInt32 = 8

  let setup: TogetherSetup
  var ledger: TogetherLedger
  /// A planted fault in what is delivered, before anybody books it.
  var fault: InteractionFault?
  private(set) var events = 0
  private(set) var wrong: String?
  private var places = 0
  private var deed: Deed?
  private var place = -1
  private var held: press_event?
  /// Of each place it tries what it can do there.
  var triesEverywhere = false
  /// What it could do, and where, other than being refused.
  private(set) var taken: [(place: Int, deed: Deed)] = []
  private var isTrying = false
  private let copy: UnsafeMutableRawPointer
  private let actions: UnsafeMutablePointer<press_action>
  private let table: UnsafeMutablePointer<press_peek_declaration>
  private let size: Int

  /// `size`: of the engine's storage.
  init(_ setup: TogetherSetup, size: Int) {
    (self.setup, self.size) = (setup, size)
    ledger = TogetherLedger(setup)
    copy = .allocate(byteCount: size, alignment: 8)
    actions = .allocate(capacity: 1)
    actions.initialize(to: press_action())
    actions[0].id = Self.action
    table = .allocate(capacity: 4)
    table.initialize(repeating: press_peek_declaration(), count: 4)
    for id in 1...4 {
      table[id - 1].target = UInt32(id)
      table[id - 1].peek.size = UInt32(MemoryLayout<press_peek>.size)
      fill(&table[id - 1].peek, Self.declaredPeek)
    }
  }

  deinit {
    copy.deallocate()
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

  /// `place`: the how manieth of the places does the deed, from 0.
  func start(_ ledger: TogetherLedger, _ deed: Deed?, at place: Int) {
    (self.ledger, self.deed, self.place) = (ledger, deed, place)
    taken.removeAll(keepingCapacity: true)
    (places, events, wrong, held) = (0, 0, nil, nil)
  }

  func note(_ what: String?) { if wrong == nil, let what { wrong = what } }

  func make(_ call: TogetherCall, _ engine: Engine) {
    let (before, here, lives) = (ledger, places, ledger.lives.count)
    // Events from now on take it into account.
    ledger.make(call, setup)
    if case .set = call { ledger.deliversNothing(true) }
    if call == .start { ledger.start(transition: engine.now) }
    let isRefused = call.make(engine, self) < 0
    ledger.deliversNothing(false)
    if isRefused && places == here { ledger = before }
    if isRefused && places == here && ledger.lives.count != lives { note("\(call) was refused and ended something") }
  }

  /// Whether a call is refused here. Then it must change nothing (law 8), and leads nowhere else. Tried on a copy.
  func isRefused(_ call: TogetherCall, _ engine: Engine) -> Bool {
    memcpy(copy, engine.memory, size)
    isTrying = true
    let isRefused = call.make(Engine(OpaquePointer(copy)), self) < 0
    isTrying = false
    if isRefused && memcmp(copy, engine.memory, size) != 0 { note("\(call) was refused and changed something") }
    return isRefused
  }

  /// Returns whether the program says no.
  private func visit(_ engine: Engine, isQuestion: Bool) -> Bool {
    if isTrying { return false }
    let here = places
    places += 1
    if engine.tick(UInt64.max) != Status.busy { note("not busy in a callback") }
    if triesEverywhere {
      for call in setup.calls where !isRefused(call, engine) { taken.append((here, .call(call))) }
      if isQuestion { taken.append((here, .refuse)) }
    }
    guard here == place, let deed else { return false }
    self.deed = nil
    if case .call(let call) = deed { make(call, engine) }
    return deed == .refuse
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
    _ = visit(engine, isQuestion: false)
  }

  private func book(_ event: press_event) { if let what = ledger.book(event, setup) { note("event \(event.type): \(what)") } }

  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.preview_should_begin = { engine, touch, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.ask(touch!.pointee, forPeek: false)) }
      return !program.visit(Engine(engine!), isQuestion: true)
    }
    d.peek_will_show = { engine, touch, peek, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.ask(touch!.pointee, forPeek: true)) }
      program.fill(&peek!.pointee, TogetherProgram.askedPeek)
      return !program.visit(Engine(engine!), isQuestion: true)
    }
    d.drag_will_begin = { engine, touch, _, items, _, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.askItems(touch!.pointee.target)) }
      items![0].id = touch!.pointee.target
      return program.visit(Engine(engine!), isQuestion: true) ? 0 : 1
    }
    d.drop_will_propose = { engine, drag, target, _, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.askDrop(drag!.pointee.session, target)) }
      return !program.visit(Engine(engine!), isQuestion: true)
    }
    d.on_event = { engine, event, user in of(user).receive(Engine(engine!), event!.pointee) }
    return d
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> TogetherProgram {
  Unmanaged<TogetherProgram>.fromOpaque(user!).takeUnretainedValue()
}
