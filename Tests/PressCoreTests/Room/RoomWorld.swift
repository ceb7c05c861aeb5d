import CPress
import Glibc
@testable import PressCore

/// A polled engine without a delegate that keeps as few events as attaching allows. Each step puts events into its queue, where they are
/// booked and then blanked, so that no newer event can be merged into them: merging would only make more room.
final class RoomWorld {
  let setup: RoomSetup
  let size: Int
  let storage: UnsafeMutableRawPointer
  /// Whether a step was refused because the queue is full.
  private(set) var isRefused = false
  private(set) var wrong: String?
  /// Types of events that were put into the queue, by number.
  private(set) var types = Set<UInt32>()
  var books = RoomBooks()
  let capacity: Int
  private let normal: RoomNormal
  private let before: UnsafeMutableRawPointer

  init(_ setup: RoomSetup) {
    self.setup = setup
    (capacity, size) = Self.measure(setup)
    normal = RoomNormal(setup: setup, size: size)
    storage = .allocate(byteCount: size, alignment: 8)
    before = .allocate(byteCount: size, alignment: 8)
  }

  deinit {
    storage.deallocate()
    before.deallocate()
  }

  var engine: Engine { Engine(OpaquePointer(storage)) }

  /// The fewest events with which all of it can be attached, and the bytes that it takes, from an engine that keeps more.
  private static func measure(_ setup: RoomSetup) -> (events: Int, bytes: Int) {
    let most = 64
    let size = Engine.size(setup.engine(events: most)) + 16384
    let storage = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer { storage.deallocate() }
    memset(storage, 0, size)
    _ = Engine.make(in: storage, size, setup.engine(events: most))
    let engine = Engine(OpaquePointer(storage))
    for part in setup.all { _ = setup.attach(part, engine) }
    let events = engine.state.leastEvents + setup.extra
    return (events, Int(engine.state.bytesTaken) - (most - events) * MemoryLayout<press_event>.stride)
  }

  func setUp() {
    begin()
    // Poll as rarely as possible: the queue is then as full as it may be for content to coast.
    var polls = 0
    while setup.coasts && !coasts && polls <= 6 {
      begin()
      coast(polls)
      polls += 1
    }
    if setup.coasts && !coasts { wrong = "nothing coasts" }
  }

  private func begin() {
    (books, wrong) = (RoomBooks(), nil)
    memset(storage, 0, size)
    var status = Engine.make(in: storage, size, setup.engine(events: capacity))
    for part in setup.parts { status |= setup.attach(part, engine) }
    for id: UInt32 in 1...2 { status |= engine.add(setup.target(id)) }
    if setup.parts.contains(.scroll) { status |= setup.declare(engine) }
    if status != 0 || engine.state.outbox.capacity != capacity { wrong = "not set up" }
    // The slots that a reset needs are there from here on.
    engine.reset()
    _ = engine.tick(RoomNormal.start)
    normal.make(engine)
  }

  private var coasts: Bool {
    setup.has(.scroll) ? Scrolls(engine)!.all[0].coasts : Transitions(engine)!.slots[0].machine.coasts != .none
  }

  /// A finger moves 100 points in 100 ms, and its force falls. `polls`: how often the queue is polled.
  private func coast(_ polls: Int) {
    for part in 0...5 {
      touch(0, RoomAction.Force.light.rawValue, 50 + Int32(part) * 20, RoomSetup.unit / 5, 0)
      if part < polls { take(.poll(64)) }
    }
    take(.touch(0, .none, .beside, after: 0))
  }

  // MARK: Steps

  func take(_ action: RoomAction) {
    (isRefused, wrong) = (false, nil)
    let waiting = engine.state.outbox.count
    switch action {
    case .poll(let most):
      var events = [press_event](repeating: press_event(), count: most)
      let taken = Int(engine.poll(&events, most))
      note(from: waiting - taken)
    case .touch(let id, let force, let place, let after): feed(id, force.rawValue, place.rawValue, after, 0)
    case .lost(let id): feed(id, RoomAction.Force.press.rawValue, RoomAction.Place.on.rawValue, 1, UInt32(PRESS_SAMPLE_LOST))
    case .tick(let units):
      if engine.tick(engine.now &+ units &* RoomSetup.unit) != Status.ok { wrong = "a tick was refused" }
      note(from: waiting)
    case .call(let call):
      memcpy(before, storage, size)
      let status = send(call)
      if status == Status.full || status == Status.noSpace { checkUnchanged() }
      note(from: waiting)
    }
    checkLent()
    normal.make(engine)
  }

  private func feed(_ id: UInt32, _ force: Int32, _ x: Int32, _ after: UInt64, _ flags: UInt32) {
    touch(id, force, x, after &* RoomSetup.unit, flags)
  }

  private func touch(_ id: UInt32, _ force: Int32, _ x: Int32, _ passed: UInt64, _ flags: UInt32) {
    let waiting = engine.state.outbox.count
    var sample = press_sample(
      t_us: engine.now &+ passed, contact: id, flags: flags, force: force, x: x << 16, y: 50 << 16, reserved: 0)
    memcpy(before, storage, size)
    let (free, needed) = (capacity - waiting, needed)
    let status = engine.feed(&sample, 1)
    if status == 1 && flags == 0 && force != 0 && free < needed { wrong = "a sample was taken with room for \(free) events instead of \(needed)" }
    if status == Status.full {
      isRefused = true
      engine.state.stats.refused = 0
      checkUnchanged()
      checkTakenWhenEmpty(&sample)
    } else if status != 1 && status != Status.noSpace {
      wrong = "a sample was refused: \(status)"
    }
    note(from: waiting)
  }

  /// The slots for a sample of a finger that is down, as in docs/design/room.md: six events, the ends of everything that it begins, and the
  /// ends of everything that runs, as far as the queue is large enough.
  private var needed: Int {
    let ends = (Strikes(engine).map { _ in 4 } ?? 2) + (Levels(engine).map { _ in 2 } ?? 0)
    return min(6 + ends + 2 * engine.state.occupied.nonzeroBitCount + engine.state.reserve, capacity)
  }

  /// Checks that each reserved slot has a holder, and that all reserved slots fit beside everything that may run.
  private func checkLent() {
    let lent = engine.state.reserve - (engine.state.leastEvents - 8 - 2 * setup.contacts)
    let struck =
      Strikes(engine).map { strikes in
        (0..<strikes.state.sources).count { normal.strikes(strikes)[$0].hasRoom } + (0..<setup.contacts).count { strikes.lifts[$0].hasRoom }
      } ?? 0
    let thrown = Scrolls(engine).map { $0.all[0].hasRoom ? 1 : 0 } ?? 0
    let climbing = Levels(engine).map { levels in (0..<setup.contacts).count { levels.climbs[$0].hasRoom } } ?? 0
    let held = struck + thrown + climbing
    if lent != held { wrong = "room for \(lent) is lent, and \(held) hold it" }
    // A climb may have one of the two places for a contact that a sample begins, which is one of all contacts.
    if capacity + min(climbing, 1) < 8 + 2 * setup.contacts + engine.state.reserve { wrong = "more is lent than there is" }
  }

  private func checkUnchanged() { if memcmp(before, storage, size) != 0 { wrong = "what was refused changed something" } }

  /// A program that polls and feeds again goes on.
  private func checkTakenWhenEmpty(_ sample: inout press_sample) {
    let copy = Engine(OpaquePointer(before))
    var events = [press_event](repeating: press_event(), count: capacity)
    while copy.poll(&events, capacity) > 0 {}
    let status = copy.feed(&sample, 1)
    if status == Status.full { wrong = "a sample is refused while the queue is empty" }
  }

  private func send(_ call: RoomAction.Call) -> Int32 {
    let session = Drags(engine)?.sessions[0].id ?? 0
    switch call {
    case .release(let id): return engine.release(id)
    case .cancelPreview(let id): return engine.cancelPreview(id)
    case .reset:
      engine.reset()
      return engine.tick(RoomNormal.start)
    case .remove: return engine.remove(1)
    case .put: return engine.add(setup.target(1))
    case .activate: return Gestures(engine)?.activate(1) ?? Status.state
    case .start: return Transitions(engine)?.start(1, nil) ?? Status.state
    case .finish: return Transitions(engine)?.finish(1) ?? Status.state
    case .throwIt: return Scrolls(engine)?.throwTarget(1, 0, 0) ?? Status.state
    case .stop: return Scrolls(engine)?.stop(1) ?? Status.state
    case .open: return Peeks(engine)?.open(1) ?? Status.state
    case .dismiss: return Peeks(engine)?.dismiss() ?? Status.state
    case .pop: return Peeks(engine)?.pop() ?? Status.state
    case .reveal: return Peeks(engine)?.revealNow() ?? Status.state
    case .perform: return Peeks(engine)?.perform(RoomTable.action) ?? Status.state
    case .begin: return Drags(engine)?.begin(1) ?? Status.state
    case .over: return Drags(engine)?.over(session, 2) ?? Status.state
    case .drop: return Drags(engine)?.drop(session) ?? Status.state
    case .cancel: return Drags(engine)?.cancel(session: session) ?? Status.state
    case .finishItem: return Drags(engine)?.finish(session, 0, true) ?? Status.state
    case .cancelLevels: return Levels(engine)?.cancel(0) ?? Status.state
    case .attach(let part): return setup.attach(part, engine)
    }
  }

  /// Books what was put into the queue behind so many.
  private func note(from first: Int) {
    let outbox = engine.state.outbox
    for i in first..<max(outbox.count, first) {
      let event = engine.events[(outbox.first + i) % capacity]
      types.insert(event.type)
      books.book(event)
    }
    if wrong == nil { wrong = books.wrong }
    if engine.state.stats.overwritten != 0 { wrong = "an event was overwritten" }
    if engine.state.isBusy || engine.state.pending != 0 && engine.state.waiting == 0 { wrong = "busy or pending after the call" }
  }

  // MARK: Checks of every state

  /// Ends everything at once, with no poll before, and checks that there is room for every end. Changes the engine.
  func checkEnds(byReset: Bool) {
    wrong = nil
    let waiting = engine.state.outbox.count
    if byReset {
      engine.reset()
      note(from: waiting)
    } else {
      for slot in 0..<setup.contacts where engine.isOccupied(slot) {
        feed(engine.contacts[slot].touch.contact, 0, RoomAction.Place.on.rawValue, 0, 0)
      }
      let waiting = engine.state.outbox.count
      _ = engine.tick(engine.now &+ 100 &* RoomSetup.unit)
      note(from: waiting)
    }
    if wrong == nil { checkDelivered(byReset) }
    if let found = wrong { wrong = "all end at once\(byReset ? " by a reset" : ""): \(found)" }
  }

  /// Polled to the end, nothing is pending any more.
  private func checkDelivered(_ byReset: Bool) {
    for _ in 0..<2 {
      var events = [press_event](repeating: press_event(), count: capacity)
      _ = engine.poll(&events, capacity)
      note(from: 0)
      let waiting = engine.state.outbox.count
      _ = engine.tick(engine.now &+ 100 &* RoomSetup.unit)
      note(from: waiting)
    }
    if wrong != nil { return }
    if engine.state.waiting != 0 || engine.state.pending != 0 { wrong = "something still waits for room" }
    checkLent()
    for life in books.lives {
      switch RoomBooks.kind(life) {
      case .contact, .preview, .hold, .scroll, .press, .throw, .levels: wrong = "no end of a \(RoomBooks.kind(life))"
      case .drop, .transfer, .task: break
      case let kind: if byReset { wrong = "no end of a \(kind)" }
      }
    }
  }

  // MARK: As it is kept

  /// The engine without its queue, which is blank, and the books.
  var blockSize: Int { size - ringSize + RoomBooks.most * 8 }
  private var ringSize: Int { capacity * MemoryLayout<press_event>.stride }

  func load(_ block: UnsafeRawPointer) {
    let ring = Int(UnsafeRawPointer(block).assumingMemoryBound(to: EngineState.self).pointee.eventsOffset)
    memcpy(storage, block, ring)
    memset(storage + ring, 0, ringSize)
    memcpy(storage + ring + ringSize, block + ring, size - ring - ringSize)
    books = RoomBooks((block + size - ringSize).assumingMemoryBound(to: UInt64.self))
  }

  func save(_ block: UnsafeMutableRawPointer) {
    let ring = Int(engine.state.eventsOffset)
    memcpy(block, storage, ring)
    memcpy(block + ring, storage + ring + ringSize, size - ring - ringSize)
    books.write((block + size - ringSize).assumingMemoryBound(to: UInt64.self))
  }
}
