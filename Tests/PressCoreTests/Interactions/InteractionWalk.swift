import CPress
@testable import PressCore

/// Walks every abstract state that one contact reaches with gestures, peeks and a transition attached: law 5 makes a copy of
/// the bytes a copy of the engine. From each state every action is done plainly, and then once more for every place where the
/// program was called and every deed that it can do there.
///
/// What is abstracted: times lie in three classes (due within the short step, within the long one, later); places are those of
/// the alphabet; of fractions and progress only 0, 1 and between is told apart; force that was is forgotten. One slot: what a
/// second finger does is left to the random calls.
final class InteractionWalk {
  enum Action: CaseIterable {
    case force0, force1, force2, force3, force4
    case nudge, slide, up, onAction, onGroup, aside, press2
    case liftOnAction, liftOnGroup, liftAside
    case short, long, lost, palm
    case cancelPreview, cancelGesture, activate
    case open, pop, dismiss, reveal, perform, enter, back
    case start, update, finish, cancel, pause
    case reset, remove, add, loseTraits, gainTraits
  }

  struct Report {
    var states = 0
    var edges = 0
    var calls = 0
    var isComplete = true
    /// What went wrong, with the shortest way there.
    var wrong: [String: String] = [:]
    /// The claims, peek phases and transition states that were seen, by name.
    var seen: Set<String> = []
  }

  private struct Node {
    let bytes: UnsafeMutableRawPointer
    let ledger: InteractionLedger
    let path: String
  }

  private struct Abstract: Hashable {
    var codes: [Int]
    var ledger: InteractionLedger
  }

  let program = InteractionProgram()
  private let size: Int
  private let storage, second: UnsafeMutableRawPointer
  private let deeds: [InteractionProgram.Deed]
  private let stopsAtFirst: Bool
  private var report = Report()
  private var known: Set<Abstract> = []
  private var queue: [Node] = []

  private static let short: UInt64 = 60_000
  private static let long: UInt64 = 600_000
  // Below release, between touch and preview, in the preview, past commit, past completion.
  private static let forces: [Int32] = [0, 50_000, 120_000, 200_000, 327_680]

  init(deeds: [InteractionProgram.Deed], stopsAtFirst: Bool = false) {
    var c = Config.makeDefault()
    c.max_contacts = 1
    c.max_targets = 2
    c.max_events = 0
    c.lost_after_us = 0
    var t = TransitionConfig.makeDefault
    t.max_transitions = 1
    t.frame_us = 100_000
    t.options.duration_us = 200_000
    size = Engine.size(c) + Gestures.size(1) + Peek.size + Transitions.size(t) + 24
    storage = .allocate(byteCount: size, alignment: 8)
    second = .allocate(byteCount: size, alignment: 8)
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    self.deeds = deeds
    self.stopsAtFirst = stopsAtFirst
    _ = Engine.make(in: storage, size, c)
    let engine = Engine(OpaquePointer(storage))
    engine.setDelegate(program.delegate)
    if Gestures.attach(engine, Gestures.makeDefault()) | Peek.attach(engine, Peek.makeDefault()) | Transitions.attach(engine, t) != 0 {
      program.note("not attached")
    }
    _ = Transitions(engine)?.bind(1, UInt32(PRESS_DRIVER_PREVIEW), target: 0, dx: 0, dy: 0)
    _ = engine.add(Self.target(1))
    _ = engine.add(Self.target(2))
    _ = engine.tick(1_000_000)
  }

  deinit {
    storage.deallocate()
    second.deallocate()
  }

  /// The first takes part in everything, the second, beside it, in previews and taps.
  static func target(_ id: UInt32, traits: Int? = nil) -> press_target {
    var target = press_target()
    target.size = UInt32(MemoryLayout<press_target>.size)
    target.id = id
    target.x = id == 1 ? 0 : 100 << 16
    target.width = 100 << 16
    target.height = 100 << 16
    let all = PRESS_TARGET_TAP | PRESS_TARGET_DOUBLE_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_SCROLL | PRESS_TARGET_PEEK
    target.traits = UInt32(traits ?? (id == 1 ? all : PRESS_TARGET_TAP | PRESS_TARGET_PREVIEW))
    return target
  }

  /// `limit`: states from which it goes on, nearest first.
  func run(limit: Int) -> Report {
    keep(storage, "")
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      if next <= limit && !(stopsAtFirst && !report.wrong.isEmpty) {
        for action in Action.allCases { expand(node, action) }
      } else {
        report.isComplete = false
      }
      node.bytes.deallocate()
    }
    report.states = known.count
    return report
  }

  private func expand(_ node: Node, _ action: Action) {
    step(node, action, storage, nil, 0)
    let log = program.log
    let places = program.visited
    let plain = abstract(storage)
    step(node, action, second, nil, 0)
    expect(abstract(second) == plain && equal(log, program.log), "differs in a copy at another address", "\(node.path) \(action)")
    keep(second, "\(node.path) \(action)")
    for place in places {
      for deed in deeds {
        step(node, action, storage, deed, place)
        keep(storage, "\(node.path) \(action)(\(deed) at \(place))")
      }
    }
  }

  private func expect(_ isRight: Bool, _ what: String, _ path: String) {
    if !isRight && report.wrong[what] == nil { report.wrong[what] = path }
  }

  private func step(_ node: Node, _ action: Action, _ into: UnsafeMutableRawPointer, _ deed: InteractionProgram.Deed?, _ place: UInt32) {
    into.copyMemory(from: node.bytes, byteCount: size)
    let engine = Engine(OpaquePointer(into))
    program.start(node.ledger, deed, at: place)
    perform(action, engine)
    settle(engine)
    if action == .reset && deed == nil && !program.ledger.isEmpty { program.note("something outlives a reset") }
    report.edges += 1
    report.calls += program.log.count
    if let wrong = program.wrong { expect(false, wrong, "\(node.path) \(action)" + (deed.map { " (\($0) at \(place))" } ?? "")) }
  }

  private func perform(_ action: Action, _ engine: Engine) {
    let peek = Peek(engine)
    let transitions = Transitions(engine)
    switch action {
    case .force0: feed(engine, 0, 50, 90)
    case .force1: feed(engine, 1, 50, 90)
    case .force2: feed(engine, 2, 50, 90)
    case .force3: feed(engine, 3, 50, 90)
    case .force4: feed(engine, 4, 50, 90)
    case .nudge: feed(engine, 1, 53, 90)
    case .slide: feed(engine, 1, 70, 90)
    case .up: feed(engine, 3, 50, 40)
    case .onAction: feed(engine, 1, 220, 5)
    case .onGroup: feed(engine, 1, 220, 15)
    case .aside: feed(engine, 1, 150, 90)
    case .press2: feed(engine, 2, 150, 90)
    case .liftOnAction: feed(engine, 0, 220, 5)
    case .liftOnGroup: feed(engine, 0, 220, 15)
    case .liftAside: feed(engine, 0, 150, 90)
    case .short: if engine.tick(engine.now + Self.short) != Status.ok { program.note("a tick was refused") }
    case .long: if engine.tick(engine.now + Self.long) != Status.ok { program.note("a tick was refused") }
    case .lost: feed(engine, 2, 50, 90, UInt32(PRESS_SAMPLE_LOST))
    case .palm: feed(engine, 2, 50, 90, UInt32(PRESS_SAMPLE_PALM))
    case .cancelPreview: _ = engine.cancelPreview(0)
    case .cancelGesture: _ = Gestures(engine)?.cancel(0)
    case .activate: _ = Gestures(engine)?.activate(1)
    case .open: _ = peek?.open(1)
    case .pop: _ = peek?.pop()
    case .dismiss: _ = peek?.dismiss()
    case .reveal: _ = peek?.revealNow()
    case .perform: _ = peek?.perform(11)
    case .enter: _ = peek?.perform(12)
    case .back: _ = peek?.closeGroup()
    case .start: _ = transitions?.start(1, nil)
    case .update: _ = transitions?.update(1, 32768)
    case .finish: _ = transitions?.finish(1)
    case .cancel: _ = transitions?.cancel(1)
    case .pause: _ = transitions?.pause(1)
    case .reset: engine.reset()
    case .remove: _ = engine.remove(1)
    case .add: _ = engine.add(Self.target(1))
    case .loseTraits: _ = engine.update(Self.target(1, traits: PRESS_TARGET_TAP))
    case .gainTraits: _ = engine.update(Self.target(1))
    }
  }

  private func feed(_ engine: Engine, _ force: Int, _ x: Int32, _ y: Int32, _ flags: UInt32 = 0) {
    var sample = press_sample(
      t_us: engine.now + Self.short, contact: 0, flags: flags, force: Self.forces[force], x: x << 16, y: y << 16, reserved: 0)
    let status = engine.feed(&sample, 1)
    if status != 1 { program.note("a sample was refused: \(status)") }
  }

  /// What a call leaves behind: nothing owed, and books that say what the engine says.
  private func settle(_ engine: Engine) {
    let s = engine.state.pointee
    if s.isBusy || s.owing != 0 { program.note("busy or owing after the call") }
    let ledger = program.ledger
    let contact = engine.contacts[0]
    let isDown = s.occupied & 1 != 0 && contact.phase == .down
    if isDown != ledger.isOpen { program.note("down \(isDown), told \(ledger.isOpen)") }
    if (isDown && contact.preview.isRunning) != ledger.hasPreview { program.note("the preview and what was told of it differ") }
    if (isDown && contact.claim == .hold) != ledger.isHolding { program.note("the hold and what was told of it differ") }
    if (isDown && contact.claim == .scroll) != ledger.isScrolling { program.note("the scroll and what was told of it differ") }
    let peek = engine.attachment(.peek, PeekState.self)!.pointee
    if (peek.phase == .shown || peek.phase == .revealed) != ledger.isShown { program.note("the peek and what was told of it differ") }
    if ledger.isShown && (peek.phase == .revealed) != ledger.isRevealed { program.note("the actions and what was told of them differ") }
    let lives = Transitions(engine)!.get(1).state != 0
    if lives != ledger.transitions.contains(1) { program.note("the transition and what was told of it differ") }
    let isWaiting = engine.attachment(.gestures, GesturesState.self)!.pointee.isWaiting
    if isWaiting && !ledger.mayWait { program.note("a tap waits that nobody made") }
    program.ledger.mayWait = isWaiting
  }

  private func keep(_ from: UnsafeMutableRawPointer, _ path: @autoclosure () -> String) {
    if !known.insert(abstract(from)).inserted { return }
    let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    copy.copyMemory(from: from, byteCount: size)
    queue.append(Node(bytes: copy, ledger: program.ledger, path: path()))
  }

  /// 0: due with the short step, 1: with the long one, 2: later or never.
  private func due(_ t: UInt64, _ now: UInt64) -> Int { t <= now + Self.short ? 0 : t <= now + Self.long ? 1 : 2 }

  private func abstract(_ storage: UnsafeMutableRawPointer) -> Abstract {
    let engine = Engine(OpaquePointer(storage))
    let s = engine.state.pointee
    var codes: [Int] = [Int(s.targetCount)]
    for i in 0..<Int(s.targetCount) { codes.append(Int(engine.targets[i].spec.id) << 16 | Int(engine.targets[i].spec.traits)) }
    let gestures = engine.attachment(.gestures, GesturesState.self)!
    let place = UnsafeMutableRawPointer(gestures).advanced(by: Engine.roundedUp(MemoryLayout<GesturesState>.size))
    let gesture = place.assumingMemoryBound(to: Gesture.self).pointee
    codes.append(gestures.pointee.isWaiting ? 1 + due(gestures.pointee.waitsUntil, s.now) : 0)
    if s.occupied & 1 != 0 {
      let c = engine.contacts[0]
      codes += [1 + Int(c.phase.rawValue)]
      if c.phase == .down {
        let can = (gesture.canTap ? 1 : 0) | (gesture.canHold ? 2 : 0) | (gesture.canScroll ? 4 : 0) | (gesture.canDoubleTap ? 8 : 0)
        codes += [Int(c.claim.rawValue), Int(c.preview.state.rawValue), Int(c.hit), Int(c.touch.target), can, gesture.isSecond ? 1 : 0]
        // Where it began matters while it may still move away or scroll.
        codes += [c.claim == .open ? Int(c.startX >> 16) : 0, c.claim == .open ? due(gesture.holdAt, s.now) : 0]
        report.seen.insert("claim \(c.claim)")
      }
    }
    let peek = engine.attachment(.peek, PeekState.self)!.pointee
    codes += [Int(peek.phase.rawValue), peek.slot, peek.isOperating ? 1 : 0, Int(peek.highlighted), peek.depth, Int(peek.target)]
    if peek.phase == .shown { codes.append(Int(peek.shownY >> 16)) }
    report.seen.insert("peek \(peek.phase)")
    let slot = Transitions(engine)!.slots[0]
    let fraction = slot.machine.fraction
    codes += [Int(slot.machine.state.rawValue), slot.binding.isDriving ? 1 : 0, Int(slot.binding.slot), slot.binding.wantsFinish ? 1 : 0]
    codes += [fraction == 0 ? 0 : fraction == 65536 ? 2 : 1, slot.machine.isRunning ? due(slot.machine.due, s.now) : 0]
    report.seen.insert("transition \(slot.machine.state)")
    return Abstract(codes: codes, ledger: program.ledger)
  }

  private func equal(_ a: [press_event], _ b: [press_event]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { x, y in
      withUnsafeBytes(of: x) { p in withUnsafeBytes(of: y) { q in p.elementsEqual(q) } }
    }
  }
}
