import CPress
@testable import PressCore

/// Walks every state that one contact reaches with gestures, peeks and a transition attached: law 5 makes a copy of the bytes
/// a copy of the engine. From each state every action is done plainly, and then once more for every place where the program
/// was called, and every deed that it can do there.
///
/// Two engines are in one state when all that decides what comes next is the same: phases, claims, what may still become of
/// the contact, the books of what was told; times, as they lie from now in steps of 25 ms; places where they still matter;
/// fractions and pressure in sixteenths. Alphabet and config are chosen so that times and fractions take few values and none lies
/// between two steps. That nothing which matters was left out is checked: of each state a second engine, which came there on another way,
/// must go where the first one went.
///
/// One slot: what a second finger does is left to the walk of the engine and to the random calls.
final class InteractionWalk {
  enum Action: Equatable {
    /// A sample, 100 ms after the last: the force, and where.
    case touch(Force, Place)
    case short, long, lost, palm
    case call(InteractionCall)
  }

  enum Force: Int32, CaseIterable {
    /// Below release, between touch and preview, half way to commit, half way from there to completion, at that. None but the
    /// first is less than a quarter of another: what a sensor keeps is left to the walk of the engine.
    case none = 0, light = 61_440, preview = 122_880, commit = 204_800, full = 245_760
  }

  enum Place: CaseIterable {
    /// On the first target; a little and much further; up, so far that actions are revealed; on the second; on an action, on a
    /// group, and on no target.
    case on, nudged, slid, up, second, action, group, outside

    var point: (x: Int32, y: Int32) {
      switch self {
      case .on: (50, 90)
      case .nudged: (53, 90)
      case .slid: (70, 90)
      case .up: (50, 40)
      case .second: (150, 90)
      case .action: (220, 5)
      case .group: (220, 15)
      case .outside: (220, 90)
      }
    }
  }

  static let actions: [Action] =
    Force.allCases.map { .touch($0, .on) } + [
      .touch(.light, .nudged), .touch(.light, .slid), .touch(.commit, .up), .touch(.light, .second), .touch(.preview, .second),
      .touch(.light, .action), .touch(.light, .group), .touch(.preview, .outside), .touch(.none, .action), .touch(.none, .group),
      .touch(.none, .second), .short, .long, .lost, .palm,
    ] + InteractionCall.allCases.map { .call($0) }

  struct Report {
    var states = 0
    var edges = 0
    /// Deeds that were refused and changed nothing: they lead where the action leads without them.
    var refused = 0
    var events = 0
    /// States that a second engine reached on another way, and went on from.
    var confirmed = 0
    var isComplete = true
    /// What went wrong, with the shortest way there.
    var wrong: [String: String] = [:]
    /// The claims, peek phases and transition states that were seen, by name.
    var seen: Set<String> = []

    var summary: String {
      "\(states) states, \(edges) edges and \(refused) with a refused deed, \(events) events, complete: \(isComplete ? "yes" : "NO"); \(confirmed) states entered twice"
    }
  }

  private struct Node {
    let bytes: UnsafeMutableRawPointer
    /// The last other engine that came here.
    var other: UnsafeMutableRawPointer?
    let ledger: InteractionLedger
    let from: Int
    let step: Step
    /// Where each action leads.
    var next: [Int32] = []
  }

  private struct Step {
    let action: Action
    var deed: InteractionProgram.Deed?
    var place = -1
  }

  let program: InteractionProgram
  private let size: Int
  private let storage, second: UnsafeMutableRawPointer
  private let hasDeeds, rises, byMotion: Bool
  private let stopsAtFirst: Bool
  private var report = Report()
  private var known: [InteractionCode: Int] = [:]
  private var nodes: [Node] = []

  private static let unit: UInt64 = 25_000
  private static let short = 4 * unit
  private static let long = 40 * unit

  init(_ setup: InteractionSetup = InteractionSetup(), hasDeeds: Bool, stopsAtFirst: Bool = false) {
    let (c, t) = (setup.config, setup.transitions)
    size = Engine.size(c) + Gestures.size(1) + Peek.size + Transitions.size(t) + 24
    program = InteractionProgram(setup, size: size)
    storage = .allocate(byteCount: size, alignment: 8)
    second = .allocate(byteCount: size, alignment: 8)
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    self.hasDeeds = hasDeeds
    rises = setup.risesFromHold
    byMotion = setup.driver == PRESS_DRIVER_MOTION
    self.stopsAtFirst = stopsAtFirst
    _ = Engine.make(in: storage, size, c)
    let engine = Engine(OpaquePointer(storage))
    engine.setDelegate(program.delegate)
    let attached = Gestures.attach(engine, setup.gestures) | Peek.attach(engine, PeekConfig.makeDefault()) | Transitions.attach(engine, t)
    if attached | setup.bind(engine) | engine.add(InteractionCall.target(1)) | engine.add(InteractionCall.target(2)) != 0 {
      program.note("not set up")
    }
    _ = engine.tick(1_000_000)
  }

  deinit {
    storage.deallocate()
    second.deallocate()
    for node in nodes {
      node.bytes.deallocate()
      node.other?.deallocate()
    }
  }

  /// Stops, incomplete, once there are so many states.
  func run(limit: Int) -> Report {
    enter(storage, Step(action: .short), from: -1)
    var next = 0
    while next < nodes.count && nodes.count <= limit && !(stopsAtFirst && !report.wrong.isEmpty) {
      for action in Self.actions { expand(next, action) }
      next += 1
    }
    report.isComplete = next == nodes.count
    if report.isComplete { for node in nodes.indices { confirm(node) } }
    report.states = nodes.count
    return report
  }

  private func expand(_ node: Int, _ action: Action) {
    program.triesEverywhere = hasDeeds
    take(Step(action: action), from: node, nodes[node].bytes, in: storage)
    program.triesEverywhere = false
    nodes[node].next.append(Int32(enter(storage, Step(action: action), from: node)))
    let (places, deeds) = (program.places, program.taken)
    if hasDeeds { report.refused += places.count * InteractionCall.allCases.count + places.count { $0 != .event } - deeds.count }
    for (place, deed) in deeds {
      let step = Step(action: action, deed: deed, place: place)
      take(step, from: node, nodes[node].bytes, in: storage)
      enter(storage, step, from: node)
    }
  }

  /// The other engine that came to this state goes the same ways, at another address.
  private func confirm(_ node: Int) {
    guard let other = nodes[node].other else { return }
    report.confirmed += 1
    for (index, action) in Self.actions.enumerated() {
      take(Step(action: action), from: node, other, in: second)
      let there = known[code(second)]
      if there != Int(nodes[node].next[index]) {
        note("two engines in one state part", Step(action: action), from: node)
      }
    }
  }

  private func note(_ what: String, _ step: Step, from node: Int) {
    if report.wrong[what] == nil { report.wrong[what] = path(node) + describe(step) }
  }

  private func path(_ node: Int) -> String {
    nodes[node].from < 0 ? "" : path(nodes[node].from) + describe(nodes[node].step) + ", "
  }

  private func describe(_ step: Step) -> String {
    "\(step.action)" + (step.deed.map { " with \($0) at place \(step.place)" } ?? "")
  }

  private func take(_ step: Step, from node: Int, _ bytes: UnsafeMutableRawPointer, in storage: UnsafeMutableRawPointer) {
    storage.copyMemory(from: bytes, byteCount: size)
    let engine = Engine(OpaquePointer(storage))
    program.start(nodes[node].ledger, step.deed, at: step.place)
    let before = engine.now
    let drove = Transitions(engine)!.slots[0].binding.isDriving
    perform(step.action, engine)
    settle(step, engine, before, drove)
    report.edges += 1
    report.events += program.log.count
    if let wrong = program.wrong { note(wrong, step, from: node) }
  }

  private func perform(_ action: Action, _ engine: Engine) {
    switch action {
    case .touch(let force, let place): feed(engine, force, place, 0)
    case .lost: feed(engine, .preview, .on, UInt32(PRESS_SAMPLE_LOST))
    case .palm: feed(engine, .preview, .on, UInt32(PRESS_SAMPLE_PALM))
    case .short: if engine.tick(engine.now + Self.short) != Status.ok { program.note("a tick was refused") }
    case .long: if engine.tick(engine.now + Self.long) != Status.ok { program.note("a tick was refused") }
    case .call(let call):
      _ = program.isRefused(call, engine)
      program.make(call, engine)
    }
  }

  private func feed(_ engine: Engine, _ force: Force, _ place: Place, _ flags: UInt32) {
    let (x, y) = place.point
    var sample = press_sample(
      t_us: engine.now + Self.short, contact: 0, flags: flags, force: force.rawValue, x: x << 16, y: y << 16, reserved: 0)
    // The sample after a grace is that of another contact; and levels count from what its sensor kept.
    let c = engine.contacts[0]
    let isOver = c.phase == .lifting && c.deadline < sample.t_us
    if flags == 0 && !isOver && engine.state.occupied != 0 && force.rawValue - c.kept >= engine.state.releaseForce { program.ledger.sample(sample.t_us, sample.x, sample.y) }
    let status = engine.feed(&sample, 1)
    if status != 1 { program.note("a sample was refused: \(status)") }
  }

  /// What an action leaves behind: nothing owed, nothing overdue, and books that say what the engine says.
  private func settle(_ step: Step, _ engine: Engine, _ before: UInt64, _ drove: Bool) {
    let s = engine.state
    if s.isBusy || s.pending != 0 { program.note("busy or owing after the call") }
    if engine.nextDeadline < s.now { program.note("a deadline has passed") }
    if s.earliest > engine.nextDeadline { program.note("a deadline would be missed") }
    let contact = engine.contacts[0]
    let isDown = s.occupied & 1 != 0 && contact.isOpen
    let gestures = Gestures(engine)!.state
    program.note(program.ledger.settle(isWaiting: gestures.isWaiting, isOperating: isDown && contact.claim == .actions))
    let ledger = program.ledger
    if isDown != ledger.isOpen { program.note("down \(isDown), told \(ledger.isOpen)") }
    if (isDown && contact.preview.isRunning) != ledger.hasPreview { program.note("the preview and what was told of it differ") }
    if (isDown && contact.claim == .hold) != ledger.isHolding { program.note("the hold and what was told of it differ") }
    if (isDown && contact.claim == .scroll) != ledger.isScrolling { program.note("the scroll and what was told of it differ") }
    let peek = Peek(engine)!.state
    if (peek.phase == .shown || peek.phase == .revealed) != ledger.isShown { program.note("the peek and what was told of it differ") }
    if ledger.isShown && (peek.phase == .revealed) != ledger.isRevealed { program.note("the actions and what was told of them differ") }
    let transition = Transitions(engine)!.slots[0]
    if (transition.machine.state != .none) != ledger.lives { program.note("the transition and what was told of it differ") }
    switch step.action {
    case .touch(.none, _), .lost, .palm:
      if ledger.isOpen && contact.phase != .lifting { program.note("down after the lift") }
      if !isDown && drove && step.deed == nil && transition.machine.state == .interactive { program.note("nobody drives it, and it stands still") }
    case .long where s.now == before + Self.long && step.deed == nil:
      if transition.machine.isRunning || gestures.isWaiting && !isDown || contact.phase == .lifting && isDown { program.note("time does not end it") }
    case .call(.reset) where step.deed == nil:
      if !ledger.isEmpty { program.note("something outlives a reset") }
    default: break
    }
    if program.ignoresRefusal { program.note("what was refused began") }
    if step.deed == .call(.reset) && !program.resetEndsContacts { program.note("a contact outlives a reset") }
  }

  /// Returns which state it is.
  @discardableResult
  private func enter(_ from: UnsafeMutableRawPointer, _ step: Step, from node: Int) -> Int {
    let code = code(from)
    if let there = known[code] {
      if there == 0 && nodes.count == 1 { return there }
      let other = nodes[there].other ?? .allocate(byteCount: size, alignment: 8)
      other.copyMemory(from: from, byteCount: size)
      nodes[there].other = other
      return there
    }
    known[code] = nodes.count
    let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    copy.copyMemory(from: from, byteCount: size)
    nodes.append(Node(bytes: copy, ledger: program.ledger, from: node, step: step))
    see(from)
    return nodes.count - 1
  }

  private func see(_ storage: UnsafeMutableRawPointer) {
    let engine = Engine(OpaquePointer(storage))
    if engine.contacts[0].isOpen { report.seen.insert("claim \(engine.contacts[0].claim)") }
    report.seen.insert("peek \(Peek(engine)!.state.phase)")
    report.seen.insert("transition \(Transitions(engine)!.slots[0].machine.state)")
  }

  // MARK: The state

  /// How long until t: in units, as far as the alphabet reaches.
  private func left(_ t: UInt64, _ now: UInt64) -> Int { t <= now ? 0 : Int(min((t - now + Self.unit - 1) / Self.unit, 40)) }

  private func code(_ storage: UnsafeMutableRawPointer) -> InteractionCode {
    let engine = Engine(OpaquePointer(storage))
    var code = InteractionCode()
    program.ledger.put(into: &code)
    putTargets(engine, &code)
    putContact(engine, &code)
    putPeek(engine, &code)
    putTransition(engine, &code)
    return code
  }

  /// They do not overlap, and none lies in another: their order does not matter.
  private func putTargets(_ engine: Engine, _ code: inout InteractionCode) {
    let traits = engine.target(1)?.traits
    code.put(traits == nil ? 0 : traits! == UInt32(InteractionCall.fewTraits) ? 1 : 2)
  }

  private func putContact(_ engine: Engine, _ code: inout InteractionCode) {
    let s = engine.state
    let c = engine.contacts[0]
    let gestures = Gestures(engine)!.memory
    let place = UnsafeMutableRawPointer(gestures).advanced(by: Layout.aligned(MemoryLayout<GesturesState>.size))
    let g = place.assumingMemoryBound(to: Gesture.self).pointee
    let isWaiting = gestures.pointee.isWaiting
    code.put(isWaiting ? 1 + left(gestures.pointee.waitsUntil, s.now) : 0)
    // Near enough for a second tap, or not.
    code.put(isWaiting ? Int(gestures.pointee.waiting.x >> 16) / 100 : 0)
    code.put(isWaiting ? Int(gestures.pointee.waiting.y >> 16) / 50 : 0)
    code.put(s.occupied == 0 ? 0 : 1 + Int(c.phase.rawValue))
    let isDown = s.occupied != 0 && c.isOpen
    code.put(isDown && c.phase == .lifting ? 1 + left(c.deadline, s.now) : 0)
    let isBarred = s.occupied != 0 && c.phase == .barred
    code.put(isBarred && c.endReason == Reason.palm)
    let isOpen = isDown && c.claim == .open
    let mayScroll = isDown && c.claim.may(.scroll)
    code.put(isDown ? Int(c.claim.rawValue) : 0)
    code.put(isDown ? Int(c.preview.state.rawValue) : 0)
    code.put(isDown ? Int(c.hit) : 0)
    code.put(isDown ? Int(c.touch.target) : 0)
    code.put(isOpen && g.canTap, isOpen && g.canHold, mayScroll && g.canScroll, isOpen && g.canDoubleTap, isOpen && g.isSecond)
    // The same places of the alphabet are far from it.
    code.put(isOpen ? Int(c.startX >> 16) / 10 : 0)
    code.put(isDown && byMotion ? Int(c.startX >> 16) : 0)
    code.put(isOpen ? Int(c.startY >> 16) / 10 : 0)
    code.put(isOpen && g.holdAt != Engine.never ? 1 + left(g.holdAt, s.now) : 0)
    // Which target holds, scrolls or takes the tap: what its removal ends.
    code.put(isDown && (c.claim == .hold || isOpen && g.canHold) ? Int(g.holdTarget) : 0)
    code.put(isDown && (c.claim == .scroll || mayScroll && g.canScroll) ? Int(g.scrollTarget) : 0)
    code.put(isOpen && g.canTap ? Int(g.tapTarget) : 0)
    if !rises || !isDown || !(c.claim == .open || c.claim == .preview) || !c.preview.mayStep || g.risesAt == Engine.never { return }
    code.put(Self.sixteenths(c.touch.pressure))
    // A peek may be shown without a sample: from there it is revealed.
    code.put(Int(c.touch.y >> 16))
    code.put(Int(min((s.now - g.beganAt) / Self.unit, 20)))
    code.put(1 + left(g.risesAt, s.now))
  }

  private static func sixteenths(_ fraction: Int32) -> Int { Int((fraction + 2048) >> 12) }

  private func putPeek(_ engine: Engine, _ code: inout InteractionCode) {
    let peek = Peek(engine)!.state
    code.put(Int(peek.phase.rawValue))
    code.put(peek.phase == .none ? 0 : peek.slot + 1)
    code.put(peek.phase != .none && peek.isOperating, peek.known & 1 != 0)
    code.put(Int(peek.highlighted))
    code.put(peek.depth)
    code.put(peek.phase == .none ? 0 : Int(peek.target))
    // From where it is revealed.
    code.put(peek.phase == .shown && peek.slot >= 0 && !peek.isOperating ? Int(peek.shownY >> 16) : 0)
  }

  private func putTransition(_ engine: Engine, _ code: inout InteractionCode) {
    let now = engine.now
    let slot = Transitions(engine)!.slots[0]
    code.put(Int(slot.id))
    code.put(slot.machine.isRunning, slot.binding.isDriving, slot.binding.wantsFinish, slot.binding.slot >= 0)
    code.put(Int(slot.machine.state.rawValue))
    code.put(Int(slot.binding.driver.rawValue))
    if slot.machine.state == .none { return }
    code.put(Self.sixteenths(slot.machine.fraction))
    if !slot.machine.isRunning { return }
    code.put(left(slot.machine.due, now))
    code.put(Self.sixteenths(slot.machine.position(at: now)))
  }
}
