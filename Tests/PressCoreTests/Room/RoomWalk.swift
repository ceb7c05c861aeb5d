import CPress
import Testing
@testable import PressCore

/// Visits every reachable state of a setup: events that are pending or may end, and the room in the queue. A hash of 128 bits over all bytes
/// identifies a state; the bytes themselves are kept until the walk has left the state.
final class RoomWalk {
  struct Report {
    var states = 0
    var edges = 0
    var refused = 0
    var isComplete = false
    /// Each error, with the shortest way to it.
    var wrong: [String: String] = [:]
    var types: Set<UInt32> = []
    /// `isFilled`: some state has no room at all. `waitsForRoom`: in some state something waits for room.
    var isFilled = false
    var waitsForRoom = false
  }

  private struct Code: Hashable { var a, b: UInt64 }
  private struct Arrival {
    let from: Int32
    let action: UInt8
  }

  let world: RoomWorld
  private let actions: [RoomAction]
  private let block: UnsafeMutableRawPointer
  private var known: [Code: Int32] = [:]
  private var arrivals: [Arrival] = []
  private var frontier: [UnsafeMutableRawPointer] = []
  private var report = Report()

  init(_ setup: RoomSetup) {
    world = RoomWorld(setup)
    actions = setup.actions
    block = .allocate(byteCount: world.blockSize, alignment: 8)
  }

  deinit { block.deallocate() }

  func run(limit: Int) -> Report {
    world.setUp()
    note(-1, 0)
    enter(-1, 0)
    var next = 0
    while next < frontier.count {
      let own = frontier[next]
      if arrivals.count <= limit && report.wrong.isEmpty { leave(next, own) }
      own.deallocate()
      next += 1
    }
    report.states = arrivals.count
    report.isComplete = arrivals.count <= limit && report.wrong.isEmpty
    report.types = world.types
    return report
  }

  private func leave(_ state: Int, _ own: UnsafeMutableRawPointer) {
    for byReset in [true, false] {
      world.load(own)
      world.checkEnds(byReset: byReset)
      note(state, nil)
    }
    for index in actions.indices {
      world.load(own)
      world.take(actions[index])
      report.edges += 1
      if world.isRefused { report.refused += 1 }
      note(state, index)
      enter(state, index)
    }
  }

  private func enter(_ from: Int, _ action: Int) {
    world.save(block)
    let code = code
    if known[code] != nil { return }
    known[code] = Int32(arrivals.count)
    arrivals.append(Arrival(from: Int32(from), action: UInt8(action)))
    let copy = UnsafeMutableRawPointer.allocate(byteCount: world.blockSize, alignment: 8)
    copy.copyMemory(from: block, byteCount: world.blockSize)
    frontier.append(copy)
    if world.engine.state.outbox.isFull { report.isFilled = true }
    if world.engine.state.waiting != 0 { report.waitsForRoom = true }
  }

  private var code: Code {
    let words = block.assumingMemoryBound(to: UInt64.self)
    var (a, b): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)
    for i in 0..<world.blockSize / 8 {
      a = (a ^ words[i]) &* 0xFF51_AFD7_ED55_8CCD
      a ^= a &>> 32
      b = (b &+ words[i]) &* 0x9FB2_1C65_1E98_DF25
      b ^= b &>> 29
    }
    return Code(a: a, b: b)
  }

  private func note(_ state: Int, _ action: Int?) {
    guard let what = world.wrong, report.wrong[what] == nil else { return }
    report.wrong[what] = (way(to: state) + (action.map { ["\(actions[$0])"] } ?? [])).joined(separator: ", ")
  }

  private func way(to state: Int) -> [String] {
    if state <= 0 { return [] }
    return way(to: Int(arrivals[state].from)) + ["\(actions[Int(arrivals[state].action)])"]
  }
}

/// The lives that an engine began in its queue and has not ended.
struct RoomBooks: Equatable {
  static let most = 16
  /// One key for each life, sorted, so that books that say the same are equal.
  private(set) var lives: [UInt64] = []
  private(set) var wrong: String?

  init() {}
  init(_ words: UnsafePointer<UInt64>) { lives = Array(UnsafeBufferPointer(start: words, count: Self.most)).filter { $0 != 0 } }

  func write(_ words: UnsafeMutablePointer<UInt64>) { for i in 0..<Self.most { words[i] = i < lives.count ? lives[i] : 0 } }

  /// The key of a life: its contact, or else the subject of its events.
  private static func key(_ kind: Life, _ e: press_event) -> UInt64 {
    let which: UInt32 =
      switch kind {
      case .contact, .preview, .hold, .scroll, .levels: e.contact
      case .transfer: UInt32(bitPattern: e.value)
      default: e.subject
      }
    return UInt64(kind.rawValue + 1) << 32 | UInt64(which)
  }

  static func kind(_ key: UInt64) -> Life { Life(rawValue: UInt8(key >> 32) - 1)! }

  mutating func book(_ e: press_event) {
    let role = Role(e.type)
    let isLast = e.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0
    if let kind = role.ends ?? (isLast ? role.endsWithLast : nil) { end(kind, e) }
    if let kind = role.begins {
      let key = Self.key(kind, e)
      if lives.contains(key) { wrong = "a \(kind) began twice" }
      lives.insert(key, at: lives.firstIndex { $0 > key } ?? lives.count)
    }
    if lives.count > Self.most { wrong = "more lives than are counted" }
  }

  private mutating func end(_ kind: Life, _ e: press_event) {
    if let at = lives.firstIndex(of: Self.key(kind, e)) { lives.remove(at: at) } else { wrong = "a \(kind) ended without a beginning" }
  }
}

@_spi(Reflection) import Swift

/// The bits of an engine's storage that hold a value. The padding between the fields of a struct holds garbage from the stack.
struct RoomMask {
  private var bytes: [UInt8]

  var words: [UInt64] { bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) } }

  init(_ engine: Engine, contacts: Int, size: Int) {
    bytes = [UInt8](repeating: 0xFF, count: size)
    let base = UnsafeRawPointer(engine.memory)
    put(EngineState.self, at: 0)
    put(Contact.self, contacts, at: UnsafeRawPointer(engine.contacts) - base)
    put(Target.self, 2, at: UnsafeRawPointer(engine.targets) - base)
    var at = engine.state.attached
    while at != 0 {
      put(AttachmentHead.self, at: Int(at))
      at = engine.head(at).pointee.next
    }
    func offset(_ memory: UnsafeRawPointer) -> Int { memory - base }
    if let own = Gestures(engine) {
      put(GesturesState.self, at: offset(own.memory))
      put(Gesture.self, contacts, at: offset(own.gestures))
    }
    if let own = Buttons(engine) {
      put(ButtonState.self, at: offset(own.memory))
      put(ButtonTrack.self, contacts, at: offset(own.memory) + Layout.aligned(MemoryLayout<ButtonState>.size))
    }
    if let own = Strikes(engine) {
      put(StrikeState.self, at: offset(own.memory))
      put(Strike.self, own.state.sources, at: offset(own.memory) + Layout.aligned(MemoryLayout<StrikeState>.size))
      put(Lift.self, contacts, at: offset(own.lifts))
    }
    if let own = Scrolls(engine) {
      put(ScrollState.self, at: offset(own.memory))
      put(Throw.self, own.state.count, at: offset(own.all))
      put(ScrollTrack.self, contacts, at: offset(own.tracks))
    }
    if let own = Levels(engine) {
      put(LevelsState.self, at: offset(own.memory))
      put(Climb.self, contacts, at: offset(own.climbs))
    }
    if let own = Peeks(engine) { put(PeekState.self, at: offset(own.memory)) }
    if let own = Pinches(engine) {
      put(PinchState.self, at: offset(own.memory))
      put(Pinch.self, PinchState.pairs(contacts), at: offset(own.pairs))
      put(PinchTrack.self, contacts, at: offset(own.tracks))
    }
    if let own = Transitions(engine) {
      put(TransitionsState.self, at: offset(own.memory))
      put(TransitionSlot.self, at: offset(own.slots))
    }
    if let own = Drags(engine) {
      put(DragState.self, at: offset(own.memory))
      put(DragSession.self, at: offset(own.sessions))
      put(DragTrack.self, contacts, at: offset(own.tracks))
      put(DragItem.self, at: offset(own.items(0)))
    }
  }

  private mutating func put<T>(_ type: T.Type, _ count: Int = 1, at offset: Int) {
    let stride = MemoryLayout<T>.stride
    for i in offset..<offset + count * stride { bytes[i] = 0 }
    for i in 0..<count { mark(type, at: offset + i * stride) }
  }

  private mutating func mark(_ type: Any.Type, at offset: Int) {
    var fields: [(Int, Any.Type)] = []
    if isStruct(type) {
      _ = _forEachField(of: type) { _, at, field, _ in
        fields.append((at, field))
        return true
      }
    }
    if fields.isEmpty {
      let size = size(of: type)
      for i in offset..<offset + size { bytes[i] = 0xFF }
    }
    for (at, field) in fields { mark(field, at: offset + at) }
  }

  /// Structs of C, arrays and tuples are taken as they are.
  private func isStruct(_ type: Any.Type) -> Bool {
    !"\(type)".hasPrefix("press_") && !"\(type)".hasPrefix("InlineArray") && !"\(type)".hasPrefix("(")
  }

  private func size(of type: Any.Type) -> Int {
    func open<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
    return _openExistential(type, do: open)
  }
}

@Suite("Room: every state of what may end and how much room there is")
struct RoomWalkTests {
  @Test("an engine that is polled, with the smallest queue that attaching allows, loses nothing", arguments: RoomSetup.walked)
  func losesNothing(setup: RoomSetup) {
    let report = RoomWalk(setup).run(limit: 3_000_000)
    print("Room, \(setup): \(report.states) states, \(report.edges) edges, \(report.refused) refused")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    #expect(report.refused > 0)
    // Strikes are not delivered if no slot is left for them.
    for part in setup.all where part != .strike || setup.extra > 0 { #expect(part.types.contains { report.types.contains($0) }, "\(part)") }
  }
}

extension RoomWalkTests {
  @Test(
    "what coasts as a finger may have lifted ends once, whatever comes next",
    arguments: [
      RoomSetup(parts: [.gestures, .scroll], extra: 6, grace: 1, removes: true, coasts: true),
      RoomSetup(parts: [.gestures, .scroll], contacts: 1, extra: 2, grace: 2, deliversMoves: true, coasts: true),
      RoomSetup(parts: [.gestures, .scroll], extra: 2, grace: 1, isNarrow: true, coasts: true),
      RoomSetup(parts: [.transition], contacts: 1, extra: 2, grace: 2, removes: true, coasts: true),
    ])
  func endsOnceWhatCoasts(setup: RoomSetup) {
    let report = RoomWalk(setup).run(limit: WalkExtent.now >= .most ? 100_000 : 20_000)
    print("Room, \(setup): \(report.states) states, \(report.edges) edges, \(report.refused) refused")
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    #expect(report.states > 10_000)
    let ends = setup.has(.scroll) ? [EventType.throwBegan, EventType.throwEnded] : [EventType.transitionFinished]
    for type in ends { #expect(report.types.contains(type)) }
  }
}

extension RoomSetup.Part {
  /// The types of events that show that the part was used.
  var types: [UInt32] {
    switch self {
    case .drag: [EventType.dragBegan]
    case .gestures: [EventType.holdBegan]
    case .peek: [EventType.peekShown]
    case .transition: [EventType.transitionStarted]
    case .button: [EventType.buttonPressed]
    case .scroll: [EventType.throwBegan]
    case .strike: [EventType.struck, EventType.letGo]
    case .pinch: [EventType.pinchBegan]
    case .levels: [EventType.levelsBegan]
    }
  }
}

extension RoomSetup {
  static var walked: [RoomSetup] { WalkExtent.walked(few: few, most: most + letGo, all: [RoomSetup(parts: [.strike], extra: 2)]) }

  private static let few: [RoomSetup] = [
    RoomSetup(parts: []), RoomSetup(parts: [], grace: 1, deliversMoves: true), RoomSetup(parts: [.button]),
    RoomSetup(parts: [], youth: 1, deliversMoves: true), RoomSetup(parts: [.button], contacts: 1, youth: 1, deliversMoves: true),
    RoomSetup(parts: [], late: [.button], deliversMoves: true),
    RoomSetup(parts: [.strike], extra: 1, deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.button, .strike], contacts: 1, extra: 1, grace: 1, deliversMoves: true),
    RoomSetup(parts: [.gestures], contacts: 1, rises: true), RoomSetup(parts: [.gestures, .button], contacts: 1, deliversMoves: true),
    RoomSetup(parts: [.peek, .button], contacts: 1, deliversMoves: true), RoomSetup(parts: [.gestures, .peek], contacts: 1, deliversMoves: true),
    RoomSetup(parts: [.transition, .button], contacts: 1, deliversMoves: true),
    RoomSetup(parts: [.transition, .button], contacts: 1, grace: 1, deliversMoves: true), RoomSetup(parts: [.drag], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.pinch], isNarrow: true),
    RoomSetup(parts: [.gestures, .scroll], contacts: 1, extra: 2, deliversMoves: true, isNarrow: true),
    RoomSetup(parts: [.levels], deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.levels], contacts: 1, grace: 1, deliversMoves: true),
    RoomSetup(parts: [.button], late: [.levels], contacts: 1, extra: 1, deliversMoves: true),
    RoomSetup(parts: [.strike, .levels], contacts: 1, extra: 2, grace: 1), RoomSetup(parts: [.scroll, .levels], extra: 2, isNarrow: true),
  ]

  private static let most: [RoomSetup] = [
    RoomSetup(parts: [.button], grace: 1, deliversMoves: true), RoomSetup(parts: [.button], removes: true),
    RoomSetup(parts: [.strike], extra: 1),
    RoomSetup(parts: [.button, .strike], extra: 1, deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.button, .strike], extra: 2, deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.button], late: [.strike], extra: 1, deliversMoves: true, isFirm: true, isNarrow: true),
    RoomSetup(parts: [.gestures]), RoomSetup(parts: [.peek]), RoomSetup(parts: [.transition]), RoomSetup(parts: [.gestures, .button], youth: 1),
    RoomSetup(parts: [.gestures, .transition], contacts: 1), RoomSetup(parts: [.peek, .transition], contacts: 1),
    RoomSetup(parts: [.gestures, .peek, .button], contacts: 1), RoomSetup(parts: [.gestures, .transition, .button], contacts: 1),
    RoomSetup(parts: [.drag], contacts: 1), RoomSetup(parts: [.drag, .button], contacts: 1),
    RoomSetup(parts: [.pinch], grace: 1, deliversMoves: true, isNarrow: true), RoomSetup(parts: [.pinch, .button], isFirm: true, isNarrow: true),
    RoomSetup(parts: [.drag, .gestures], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.drag, .transition], contacts: 1, isNarrow: true), RoomSetup(parts: [.drag, .peek], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.drag, .gestures, .button], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.scroll], contacts: 1, extra: 2, removes: true),
    RoomSetup(parts: [.gestures, .scroll], contacts: 1, extra: 2, grace: 1, isNarrow: true),
    RoomSetup(parts: [.levels], deliversMoves: true), RoomSetup(parts: [.levels], extra: 1, deliversMoves: true),
    RoomSetup(parts: [.button, .levels], deliversMoves: true, isNarrow: true),
    RoomSetup(parts: [.strike, .levels], extra: 1, deliversMoves: true, isNarrow: true), RoomSetup(parts: [.gestures, .levels], contacts: 1),
    RoomSetup(parts: [.peek, .levels], contacts: 1), RoomSetup(parts: [.transition, .levels], contacts: 1),
    RoomSetup(parts: [.drag, .levels], contacts: 1, isNarrow: true),
    RoomSetup(parts: [.pinch, .levels], isFirm: true, isNarrow: true),
    RoomSetup(parts: [.gestures, .pinch], isNarrow: true), RoomSetup(parts: [.peek, .pinch], isNarrow: true),
    RoomSetup(parts: [.transition, .pinch], isNarrow: true), RoomSetup(parts: [.drag, .pinch], isNarrow: true),
    RoomSetup(parts: [.gestures, .scroll, .levels], contacts: 1, extra: 5, isNarrow: true),
  ]

  /// Strikes with their lifts, and throws, with each other part; the last with all three that hold places for a while.
  private static let letGo: [RoomSetup] = [
    RoomSetup(parts: [.gestures, .strike], contacts: 1, extra: 1), RoomSetup(parts: [.peek, .strike], contacts: 1, extra: 1),
    RoomSetup(parts: [.transition, .strike], contacts: 1, extra: 1), RoomSetup(parts: [.drag, .strike], contacts: 1, extra: 1, isNarrow: true),
    RoomSetup(parts: [.strike, .pinch], extra: 1, isNarrow: true), RoomSetup(parts: [.strike, .scroll], contacts: 1, extra: 3, grace: 1),
    RoomSetup(parts: [.button, .scroll], extra: 2, isNarrow: true), RoomSetup(parts: [.peek, .scroll], contacts: 1, extra: 2),
    RoomSetup(parts: [.transition, .scroll], contacts: 1, extra: 2), RoomSetup(parts: [.drag, .scroll], contacts: 1, extra: 2, isNarrow: true),
    RoomSetup(parts: [.pinch, .scroll], extra: 2, isNarrow: true),
    RoomSetup(parts: [.strike, .scroll, .levels], contacts: 1, extra: 3, grace: 1),
    RoomSetup(parts: [.strike, .scroll, .levels], contacts: 1, extra: 4, deliversMoves: true),
  ]
}
