import CPress
import Glibc
@testable import PressCore

/// The program behind the walk: it keeps books of what it receives, and does one deed at one of the places where it is called.
final class InteractionProgram {
  enum Deed: Equatable {
    case call(InteractionCall)
    /// Of a question: no preview, nothing to peek, options that are not valid.
    case refuse
  }

  enum Place {
    case event
    /// Whether a preview may begin, what is to be peeked; how a transition starts.
    case asksPreview, asksStart
  }

  static let action: UInt32 = 11
  static let group: UInt32 = 12
  static let peek: UInt32 = 7

  var ledger = InteractionLedger()
  /// A planted fault in what is delivered, before anybody books it.
  var fault: InteractionFault?
  /// Where it was called since the start, in order.
  private(set) var places: [Place] = []
  private(set) var log: [press_event] = []
  private(set) var wrong: String?
  private var deed: Deed?
  private var place = -1
  private var held: press_event?
  private let actions: UnsafeMutablePointer<press_action>
  /// Of each place it tries what it can do there.
  var triesEverywhere = false
  /// What it could do, and where, other than being refused.
  private(set) var taken: [(place: Int, deed: Deed)] = []
  private var isTrying = false
  private var resetAt = 0
  private var refusedAt: (place: Place, event: Int)?
  private let copy: UnsafeMutableRawPointer
  private let size: Int
  private let setup: InteractionSetup

  /// `size`: of the engine's storage.
  init(_ setup: InteractionSetup, size: Int) {
    self.setup = setup
    self.size = size
    copy = .allocate(byteCount: size, alignment: 8)
    actions = .allocate(capacity: 4)
    actions.initialize(repeating: press_action(), count: 4)
    for i in 0..<4 { actions[i].id = Self.action + UInt32(i) }
    actions[1].child_count = 1
    actions[1].children = UnsafePointer(actions + 3)
    if setup.hasMenus { actions[0].flags = UInt32(PRESS_ACTION_KEEP_OPEN) }
    actions[2].flags = UInt32(PRESS_ACTION_DISABLED)
  }

  deinit {
    actions.deallocate()
    copy.deallocate()
  }

  /// `place`: the how manieth of the places does the deed, from 0.
  func start(_ ledger: InteractionLedger, _ deed: Deed?, at place: Int) {
    (self.ledger, self.deed, self.place) = (ledger, deed, place)
    places.removeAll(keepingCapacity: true)
    log.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    resetAt = 0
    refusedAt = nil
    wrong = nil
    held = nil
  }

  func note(_ what: String?) { if wrong == nil, let what { wrong = what } }

  func make(_ call: InteractionCall, _ engine: Engine) {
    let traits = ledger.traits
    // Events from now on take it into account.
    if let after = call.traitsAfter { ledger.edit(after) }
    if call == .reset || call == .remove { ledger.dropTap() }
    if call.make(engine, setup) < 0 { ledger.edit(traits) }
  }

  /// Whether a call is refused here. Then it must change nothing (law 8), and leads nowhere else. Tried on a copy.
  func isRefused(_ call: InteractionCall, _ engine: Engine) -> Bool {
    memcpy(copy, engine.memory, size)
    isTrying = true
    let isRefused = call.make(Engine(OpaquePointer(copy)), setup) < 0
    isTrying = false
    if isRefused && memcmp(copy, engine.memory, size) != 0 { note("\(call) was refused and changed something") }
    return isRefused
  }

  /// Returns whether the program says no.
  private func visit(_ engine: Engine, _ what: Place) -> Bool {
    if isTrying { return false }
    let here = places.count
    places.append(what)
    if engine.tick(UInt64.max) != Status.busy { note("not busy in a callback") }
    if triesEverywhere {
      for call in InteractionCall.allCases where !isRefused(call, engine) { taken.append((here, .call(call))) }
      if what != .event { taken.append((here, .refuse)) }
    }
    guard here == place, let deed else { return false }
    self.deed = nil
    if case .call(let call) = deed {
      make(call, engine)
      if call == .reset { resetAt = log.count }
    }
    if deed == .refuse { refusedAt = (what, log.count) }
    return deed == .refuse
  }

  private func receive(_ engine: Engine, _ event: press_event) {
    if isTrying { return }
    log.append(event)
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

  /// Whether a contact that began before a reset in a callback is over.
  var resetEndsContacts: Bool { !ledger.isOpen || log[resetAt...].contains { $0.type == EventType.contactBegan } }

  /// Whether what was refused began all the same.
  var ignoresRefusal: Bool {
    guard let (place, event) = refusedAt else { return false }
    let refused = place == .asksStart ? [EventType.transitionStarted] : [EventType.previewBegan, EventType.peekShown]
    return log[event...].contains { refused.contains($0.type) }
  }

  private func book(_ event: press_event) { note(ledger.book(event).map { "event \(event.type): \($0)" }) }

  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.preview_should_begin = { engine, touch, user in
      let program = of(user)
      if !program.isTrying { program.note(program.ledger.ask(touch!.pointee, forPeek: false)) }
      return !program.visit(Engine(engine!), .asksPreview)
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
      return !program.visit(Engine(engine!), .asksPreview)
    }
    d.transition_will_start = { engine, _, options, user in
      if of(user).visit(Engine(engine!), .asksStart) { options!.pointee.speed = 0 }
    }
    d.on_event = { engine, event, user in of(user).receive(Engine(engine!), event!.pointee) }
    return d
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> InteractionProgram {
  Unmanaged<InteractionProgram>.fromOpaque(user!).takeUnretainedValue()
}
