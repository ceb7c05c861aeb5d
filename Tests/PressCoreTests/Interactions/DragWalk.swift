import CPress
@testable import PressCore

/// Walks every state that drags reach in a setup, as InteractionWalk does for the other interactions: from each state every
/// action is done plainly, and then once more for every place where the program was called, and every deed that it can do
/// there.
///
/// Two engines are in one state when all that decides what comes next is the same; session numbers count only by their order,
/// times only from now on, in steps of 25 ms. Alphabet and config are chosen so that none lies between two steps. That nothing
/// which matters was left out is checked: of each state a second engine, which came there on another way, must go where the first one
/// went.
final class DragWalk {
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

  struct Report {
    var states = 0
    var edges = 0
    var events = 0
    /// States that a second engine reached on another way, and went on from.
    var confirmed = 0
    var isComplete = true
    /// What went wrong, with the shortest way there.
    var wrong: [String: String] = [:]
    /// What sessions were seen to be.
    var seen: Set<String> = []

    var summary: String {
      "\(states) states, \(edges) edges, \(events) events, complete: \(isComplete ? "yes" : "NO"); \(confirmed) states entered twice"
    }
  }

  private struct Node {
    let bytes: UnsafeMutableRawPointer
    let ledger: DragLedger
    /// The last other engine that came here, with its books.
    var other: UnsafeMutableRawPointer?
    var otherLedger: DragLedger?
    let from: Int
    let step: Step
    /// Where each action leads.
    var next: [Int32] = []
    /// How the second engine came here.
    var otherFrom = -1
    var otherStep = Step(action: .short)
  }

  private struct Step {
    let action: Action
    var deed: DragProgram.Deed?
    var place = -1
  }

  let program: DragProgram
  private let setup: DragSetup
  private let actions: [Action]
  private let size: Int
  private let storage, second: UnsafeMutableRawPointer
  private let hasDeeds, stopsAtFirst: Bool
  private var report = Report()
  private var known: [DragCode: Int] = [:]
  private var nodes: [Node] = []
  /// How the second engine that is tried came to its state.
  private var way: (from: Int, step: Step)?

  private static let unit: UInt64 = 25_000
  private static let short = 4 * unit
  private static let long = 40 * unit

  init(_ setup: DragSetup, hasDeeds: Bool = true, stopsAtFirst: Bool = false) {
    self.setup = setup
    (self.hasDeeds, self.stopsAtFirst) = (hasDeeds, stopsAtFirst)
    actions = setup.actions + setup.calls.map { .call($0) }
    size = Engine.size(setup.engine) + Drag.size(setup.config, setup.engine.max_contacts) + 8
    program = DragProgram(setup, size: size)
    storage = .allocate(byteCount: size, alignment: 8)
    second = .allocate(byteCount: size, alignment: 8)
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    _ = Engine.make(in: storage, size, setup.engine)
    let engine = Engine(OpaquePointer(storage))
    engine.setDelegate(program.delegate)
    var status = Drag.attach(engine, setup.config)
    for id: UInt32 in 1...4 { status |= engine.add(setup.target(id)) }
    if status != 0 { report.wrong["not set up"] = "" }
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
      for action in actions { expand(next, action) }
      next += 1
    }
    report.isComplete = next == nodes.count
    if report.isComplete { for node in nodes.indices { confirm(node) } }
    report.states = nodes.count
    return report
  }

  private func expand(_ node: Int, _ action: Action) {
    program.triesEverywhere = hasDeeds
    take(Step(action: action), from: node, nodes[node].bytes, nodes[node].ledger, in: storage)
    program.triesEverywhere = false
    nodes[node].next.append(Int32(enter(storage, Step(action: action), from: node)))
    for (place, deed) in program.taken {
      let step = Step(action: action, deed: deed, place: place)
      take(step, from: node, nodes[node].bytes, nodes[node].ledger, in: storage)
      enter(storage, step, from: node)
    }
  }

  /// The other engine that came to this state goes the same ways, at another address.
  private func confirm(_ node: Int) {
    guard let other = nodes[node].other, let ledger = nodes[node].otherLedger else { return }
    report.confirmed += 1
    for (index, action) in actions.enumerated() {
      way = (nodes[node].otherFrom, nodes[node].otherStep)
      defer { way = nil }
      take(Step(action: action), from: node, other, ledger, in: second)
      if known[code(second)] != Int(nodes[node].next[index]) { note("two engines in one state part", Step(action: action), from: node) }
    }
  }

  private func note(_ what: String, _ step: Step, from node: Int) {
    if report.wrong[what] != nil { return }
    let before = way.map { path($0.from) + describe($0.step) + ", " } ?? path(node)
    report.wrong[what] = before + describe(step)
  }

  private func path(_ node: Int) -> String {
    nodes[node].from < 0 ? "" : path(nodes[node].from) + describe(nodes[node].step) + ", "
  }

  private func describe(_ step: Step) -> String {
    "\(step.action)" + (step.deed.map { " with \($0) at place \(step.place)" } ?? "")
  }

  private func take(
    _ step: Step, from node: Int, _ bytes: UnsafeMutableRawPointer, _ ledger: DragLedger, in storage: UnsafeMutableRawPointer
  ) {
    storage.copyMemory(from: bytes, byteCount: size)
    let engine = Engine(OpaquePointer(storage))
    program.start(ledger, step.deed, at: step.place)
    perform(step.action, engine)
    settle(step, engine)
    report.edges += 1
    report.events += program.events
    if let wrong = program.wrong { note(wrong, step, from: node) }
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

  /// What an action leaves behind: nothing owed, nothing overdue, and books that say what the engine says.
  private func settle(_ step: Step, _ engine: Engine) {
    let s = engine.state
    program.note(s.isBusy || s.pending != 0 ? "busy or owing after the call" : nil)
    program.note(engine.nextDeadline < s.now ? "a deadline has passed" : nil)
    program.note(s.earliest > engine.nextDeadline ? "a deadline would be missed" : nil)
    program.note(program.ledger.settle(engine, setup))
    if case .call(.reset) = step.action, step.deed == nil, !program.ledger.isEmpty { program.note("something outlives a reset") }
  }

  /// Returns which state it is.
  @discardableResult
  private func enter(_ from: UnsafeMutableRawPointer, _ step: Step, from node: Int) -> Int {
    let code = code(from)
    if let there = known[code] {
      let other = nodes[there].other ?? .allocate(byteCount: size, alignment: 8)
      other.copyMemory(from: from, byteCount: size)
      nodes[there].other = other
      nodes[there].otherLedger = program.ledger
      (nodes[there].otherFrom, nodes[there].otherStep) = (node, step)
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
    let drag = Drag(Engine(OpaquePointer(storage)))!
    for i in 0..<drag.count {
      let s = drag.sessions[i]
      report.seen.insert("\(s.phase)")
      report.seen.insert("spring \(s.spring.state)")
      if s.phase == .dropping && s.task == .running { report.seen.insert("task") }
      if s.phase == .dragging && s.items == 2 { report.seen.insert("two items") }
      if s.phase == .dragging && s.contact == UInt32.max { report.seen.insert("from code") }
      if s.scroll.container != 0 { report.seen.insert("scrolls") }
    }
    if (0..<drag.count).filter({ drag.sessions[$0].phase != .free }).count == 2 { report.seen.insert("two sessions") }
    report.seen.insert("\(drag.state.undoCount) to undo")
  }

  // MARK: The state

  /// How long until t: in units, as far as the alphabet reaches.
  private func left(_ t: UInt64, _ now: UInt64) -> Int { t == Engine.never ? 41 : t <= now ? 0 : Int(min((t - now + Self.unit - 1) / Self.unit, 40)) }

  private func code(_ storage: UnsafeMutableRawPointer) -> DragCode {
    let engine = Engine(OpaquePointer(storage))
    let drag = Drag(engine)!
    var code = DragCode()
    for id: UInt32 in 1...4 { code.put(engine.target(id).map { $0.traits == 0 ? 1 : 2 } ?? 0) }
    code.put(Int(drag.state.modifiers))
    for slot in 0..<2 { putContact(engine, drag, slot, &code) }
    for i in 0..<drag.count { putSession(engine, drag, i, &code) }
    if drag.count == 2 { code.put(drag.sessions[0].id > drag.sessions[1].id) }
    code.put(drag.state.undoCount)
    for u in 0..<drag.state.undoCount {
      code.put(Int(drag.undos[u].operation))
      code.put(Int(drag.undos[u].destination))
      code.put(drag.undos[u].items)
      for n in 0..<drag.undos[u].items { code.put(Int(drag.undoItems(u)[n].source)) }
    }
    return code
  }

  private func putContact(_ engine: Engine, _ drag: Drag, _ slot: Int, _ code: inout DragCode) {
    let c = engine.contacts[slot]
    let isOccupied = engine.isOccupied(slot)
    let isDown = isOccupied && c.isOpen
    code.put(isDown && c.phase == .lifting ? left(c.deadline, engine.now) : 0)
    code.put(isOccupied ? 1 + Int(c.phase.rawValue) : 0)
    code.put(isOccupied ? 1 + Int(c.touch.contact) : 0)
    let track = drag.tracks[slot]
    let canDrag = isDown && track.canDrag
    code.put(canDrag ? 1 + Int(track.source) : 0)
    code.put(canDrag ? Int(c.startX >> 16) : 0)
    code.put(canDrag && track.isHeld)
    code.put(canDrag && track.isPressed)
    code.put(canDrag && !track.isHeld ? left(track.readyAt, engine.now) : 0)
    // A contact that drags nothing any more may activate what is inactive.
    code.put(isDown && (canDrag || setup.isInactive) ? Int(c.claim.rawValue) : 0)
    code.put(isDown && setup.isInactive ? 1 + Int(c.hit) : 0)
    code.put(isDown ? Int(c.preview.state.rawValue) : 0)
  }

  private func putSession(_ engine: Engine, _ drag: Drag, _ i: Int, _ code: inout DragCode) {
    let s = drag.sessions[i]
    code.put(Int(s.phase.rawValue))
    if s.phase == .free { return }
    code.put(s.items)
    for n in 0..<s.items { code.put(Int(drag.items(i)[n].spec.source)) }
    if s.phase == .dropping { return putDrop(engine, drag, i, &code) }
    code.put(s.slot + 1)
    code.put(Int(truncatingIfNeeded: s.contact &+ 1))
    code.put(Int(s.source))
    code.put(Int(s.destination))
    if s.destination != 0 {
      code.put(Int(s.proposal.operation))
      code.put(Int(s.proposal.flags))
      code.put(Int(s.proposal.item_count))
      code.put(s.proposal.accept_count == 0 ? 0 : Int(s.proposal.accepts[0]))
      code.put(s.accepted)
    }
    if s.phase == .confirming { return }
    // What is under it is looked at again when it drops without moving.
    code.put(Int(s.x >> 16) & 255)
    code.put(Int(s.y >> 16) & 255)
    code.put(Int(s.pressure >> 12))
    code.put(s.testsLeft == 0, s.needsTest, s.mustAsk, s.isAdding, s.isArmed && setup.dropPressure <= 65536)
    code.put(Int(s.spring.target))
    code.put(Int(s.spring.state.rawValue))
    code.put(s.spring.isArmed)
    code.put(left(s.spring.due, engine.now))
    code.put(Int(s.scroll.container))
    code.put(left(s.scroll.due, engine.now))
    // What is due waits while the finger may be lifting; how fast it scrolls then depends on how long.
    let waits = s.slot >= 0 && engine.contacts[s.slot].phase == .lifting
    code.put(waits && s.scroll.due < engine.now ? Int(min((engine.now - s.scroll.due) / Self.unit, 40)) : 0)
    code.put(waits && s.spring.due < engine.now ? Int(min((engine.now - s.spring.due) / Self.unit, 40)) : 0)
    // In eighths of the full speed.
    code.put((Int(s.scroll.y) / 65536 + 800) / 100)
  }

  private func putDrop(_ engine: Engine, _ drag: Drag, _ i: Int, _ code: inout DragCode) {
    let s = drag.sessions[i]
    code.put(Int(s.droppedOn))
    code.put(Int(s.task.rawValue))
    code.put(left(s.slowAt, engine.now))
    for n in 0..<s.items {
      code.put(Int(drag.items(i)[n].stage.rawValue))
      // Kept for undoing it.
      code.put(setup.depth > 0 && drag.items(i)[n].hasArrived)
    }
    if setup.depth == 0 { return }
    code.put(Int(s.proposal.operation))
    code.put(Int(s.proposal.flags))
  }
}
