import CPress
@testable import PressCore

/// One walk of drags. Everything that drags can do has too many states for one walk, so each walk takes a part: features that
/// meet in one drag are in one setup. Every walk runs to its end, with deeds inside callbacks.
///
/// The targets: a source (2) in a container (1); beside it another destination (3), in which a second source (4) lies.
struct DragSetup: CustomStringConvertible, Sendable {
  var name: String
  var sessions: UInt16 = 1
  var depth: UInt16 = 0
  var flags = 0
  /// The flags of every proposal that the program makes.
  var proposal = 0
  var dropPressure: Int32 = 2 << 16
  var items: UInt16 = 2
  var slow: UInt32 = 200_000
  /// How long a force may be below release.
  var lift: UInt32 = 0
  /// The second source covers the middle of its container.
  var covers = false
  var traits: [Int] = [0, 0, PRESS_TARGET_DRAG_SOURCE, PRESS_TARGET_DROP, PRESS_TARGET_DRAG_SOURCE]
  var actions: [DragWalk.Action] = []
  var calls: [DragCall] = []
  var answers: [DragAnswer] = []
  /// The events that the walk must reach.
  var reaches: [String] = []

  var description: String { name }
  var isInactive: Bool { traits[1] & PRESS_TARGET_INACTIVE != 0 }

  /// Times in multiples of 25 ms come out of these, and nothing between.
  var engine: press_config {
    var c = press_config.makeDefault
    c.max_contacts = 2
    c.max_targets = 4
    c.max_events = 0
    c.lost_after_us = 0
    c.lift_us = lift
    c.complete_pressure = 49152
    c.zero_force = 0
    return c
  }

  var config: press_drag_config {
    var c = press_drag_config.makeDefault
    c.max_sessions = sessions
    c.max_items = items
    c.undo_depth = depth
    // The speed is a straight line here; AutoscrollTests has its squares.
    c.flags = UInt32(flags | PRESS_DRAG_FLAG_LINEAR_SCROLL)
    c.scroll_full = 0
    c.drop_pressure = dropPressure
    c.hold_us = 200_000
    c.spring_dwell_us = 200_000
    c.spring_activating_us = 100_000
    c.scroll_edge = 16 << 16
    c.scroll_ramp_us = 200_000
    c.frame_us = 100_000
    c.slow_us = slow
    return c
  }

  func container(_ id: UInt32) -> UInt32 { id == 2 ? 1 : id == 4 ? 3 : 0 }

  func target(_ id: UInt32, traits: Int? = nil) -> press_target {
    var target = press_target()
    target.size = UInt32(MemoryLayout<press_target>.size)
    target.id = id
    target.container = container(id)
    let (x, y, size): (Int32, Int32, Int32) = [(0, 0, 100), (10, 10, 30), (100, 0, 100), (110, 10, covers ? 60 : 30)][Int(id) - 1]
    (target.x, target.y, target.width, target.height) = (x << 16, y << 16, size << 16, size << 16)
    target.traits = UInt32(traits ?? self.traits[Int(id)])
    return target
  }

  /// The topmost target at a point: a target that lies in another has the greater id, and no others overlap.
  func target(_ traits: SIMD8<UInt32>, at x: Int32, _ y: Int32) -> UInt32 {
    for id: UInt32 in [4, 3, 2, 1] where traits[Int(id)] != DragLedger.gone && contains(id, x, y) { return id }
    return 0
  }

  func contains(_ id: UInt32, _ x: Int32, _ y: Int32) -> Bool {
    let t = target(id)
    return x >= t.x && x < t.x + t.width && y >= t.y && y < t.y + t.height
  }

  // MARK: The walks

  private static func touches(_ places: [DragWalk.Place]) -> [DragWalk.Action] { places.map { .touch(0, .light, $0) } }
  private static let taps: [DragWalk.Action] = [.touch(1, .light, .second), .lift(1)]

  /// Enter, leave, drop, refuse, launch, add items; modifiers.
  static let drops = DragSetup(
    name: "drops",
    traits: [
      0, PRESS_TARGET_DROP, PRESS_TARGET_DRAG_SOURCE, PRESS_TARGET_DROP,
      PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_DROP,
    ],
    actions: touches([.source, .container, .destination, .second, .outside]) + [.lift(0), .lost(0)] + taps,
    calls: [
      .cancel(at: 0), .modifiers(0), .modifiers(1), .reset, .remove(1), .remove(3), .remove(4), .put(1), .put(2), .put(3), .put(4),
    ],
    answers: [.nothing, .no, .forbidden, .useless, .one, .exact, .launch], reaches: ["dragging", "two items"])

  /// Drops that take time, start tasks, must be confirmed.
  static let transfers = DragSetup(
    name: "transfers", proposal: PRESS_PROPOSAL_TRANSFERS,
    actions: touches([.source, .destination, .outside]) + [.lift(0), .lost(0), .short] + taps,
    calls: [
      .cancel(at: 0), .confirm(at: 0, true), .confirm(at: 0, false), .update(at: 0, 0), .update(at: 0, DragProgram.item(2)),
      .finish(at: 0, 0, true), .finish(at: 0, 0, false), .finish(at: 0, DragProgram.item(2), true),
      .finish(at: 0, DragProgram.item(4), false), .add(at: 0, 4), .reset, .remove(1), .remove(3), .remove(4), .lose(2), .put(1), .put(2), .put(3),
      .put(4),
      .gain(2),
    ],
    answers: [.no, .forbidden, .task, .irreversible, .launch, .one, .picky, .foreign],
    reaches: ["confirming", "dropping", "task", "two items"])

  /// Springs and scrollers, by time and by force; dropping by force.
  static let springs = DragSetup(
    name: "springs", dropPressure: 49152,
    traits: [0, PRESS_TARGET_SCROLL, PRESS_TARGET_DRAG_SOURCE, PRESS_TARGET_DROP | PRESS_TARGET_SPRING, PRESS_TARGET_SPRING],
    actions: touches([.source, .container, .edge, .destination, .second, .outside]) + [
      .touch(0, .firm, .destination), .touch(0, .firm, .second), .touch(0, .hard, .destination), .lift(0), .lost(0), .short, .long,
    ],
    calls: [
      .cancel(at: 0), .modifiers(0), .modifiers(1), .reset, .remove(1), .remove(2), .remove(3), .remove(4), .put(1), .put(2), .put(3),
      .put(4), .lose(3), .gain(3), .lose(1), .gain(1),
    ],
    answers: [.nothing, .no, .forbidden, .irreversible, .closed, .launch],
    reaches: ["spring possible", "spring activating", "spring activated", "spring refused", "scrolls"])

  /// The same with a grace of 150 ms, during which springs and drops wait for the finger.
  static let dips: DragSetup = {
    var setup = springs
    setup.name = "springs, with a grace"
    setup.lift = 150_000
    return setup
  }()

  /// Two drags by two fingers, and one from code.
  static let two = DragSetup(
    name: "two sessions", sessions: 2, proposal: PRESS_PROPOSAL_TRANSFERS, items: 1, slow: UInt32.max,
    actions: touches([.source, .destination, .outside]) + [
      .lift(0), .lost(0), .touch(1, .light, .second), .touch(1, .light, .destination), .lift(1), .short,
    ],
    calls: [
      .cancel(at: 0), .cancel(at: 1), .finish(at: 0, 0, true), .finish(at: 1, 0, false), .begin(2), .over(3), .moveAway, .drop,
      .perform(2, 3), .reset, .remove(3), .put(3), .put(4),
    ],
    answers: [.nothing, .no], reaches: ["two sessions", "from code", "dropping"])

  /// A drag from code. A target lies on a destination.
  static let code = DragSetup(
    name: "from code", covers: true,
    traits: [0, PRESS_TARGET_DROP, PRESS_TARGET_DRAG_SOURCE, PRESS_TARGET_DROP, PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_DROP], actions: taps,
    calls: [
      .begin(2), .begin(4), .add(at: 0, 4), .over(1), .over(3), .moveAway, .moveOn, .drop, .perform(2, 1), .perform(2, 3), .cancel(at: 0),
      .confirm(at: 0, true), .reset, .remove(2), .remove(3), .put(2), .put(3), .put(4),
    ],
    answers: [.nothing, .forbidden, .irreversible, .launch], reaches: ["from code", "two items", "confirming"])

  /// Undone, and done again.
  static let undone = DragSetup(
    name: "undone", depth: 2,
    traits: [0, PRESS_TARGET_DROP, PRESS_TARGET_DRAG_SOURCE, PRESS_TARGET_DROP, PRESS_TARGET_DRAG_SOURCE], actions: [],
    calls: [
      .begin(2), .add(at: 0, 4), .over(3), .drop, .perform(2, 1), .undo, .redo, .reset, .remove(2), .remove(3), .put(2), .put(3), .put(4),
    ],
    answers: [], reaches: ["two items", "0 to undo", "1 to undo", "2 to undo", "2 to redo"])

  /// Conditions of a drag: holding, force, a preview that is given up; and inactive containers.
  static let starts: [DragSetup] = [
    (PRESS_DRAG_FLAG_AFTER_HOLD, "hold"), (PRESS_DRAG_FLAG_HOLD_IN_SCROLL, "hold where it scrolls"), (PRESS_DRAG_FLAG_BY_FORCE, "force"),
    (PRESS_DRAG_FLAG_FROM_PREVIEW, "preview"), (PRESS_DRAG_FLAG_FROM_PREVIEW | PRESS_DRAG_FLAG_AFTER_HOLD, "preview and hold"), (0, "nothing"),
  ].map { flags, name in
    DragSetup(
      name: "starts after \(name)", flags: flags,
      traits: [
        0, PRESS_TARGET_SCROLL | PRESS_TARGET_INACTIVE, PRESS_TARGET_DRAG_SOURCE | PRESS_TARGET_PREVIEW, PRESS_TARGET_DROP,
        PRESS_TARGET_DRAG_SOURCE,
      ],
      actions: touches([.source, .near, .container, .outside]) + taps + [
        .touch(0, .preview, .source), .touch(0, .hard, .source), .touch(0, .preview, .container), .lift(0), .lost(0), .short, .long,
      ],
      calls: [.cancel(at: 0), .cancelPreview, .reset, .remove(1), .remove(2), .put(1), .put(2), .lose(1), .gain(1), .lose(2), .gain(2)],
      answers: [.nothing], reaches: ["dragging"])
  }
}

/// Every call of the program that can change a drag. The walk makes each from outside, and from inside every callback.
/// `at`: which of the engine's sessions.
enum DragCall: Hashable {
  case cancel(at: Int), confirm(at: Int, Bool), update(at: Int, UInt32), finish(at: Int, UInt32, Bool)
  case undo, modifiers(UInt32)
  case redo, begin(UInt32), add(at: Int, UInt32), over(UInt32), moveAway, moveOn, drop, perform(UInt32, UInt32)
  case reset, remove(UInt32), put(UInt32), lose(UInt32), gain(UInt32)
  case cancelPreview

  func make(_ engine: Engine, _ setup: DragSetup) -> Int32 {
    let drag = Drags(engine)!
    func id(_ at: Int) -> UInt32 { drag.sessions[at].id }
    var coded: UInt32 { UInt32(max(drag.session(of: UInt32.max), 0)) }
    switch self {
    case .cancel(let at): return drag.cancel(session: id(at))
    case .confirm(let at, let yes): return drag.confirm(id(at), yes)
    case .update(let at, let item): return drag.update(id(at), item, 32768)
    case .finish(let at, let item, let success): return drag.finish(id(at), item, success)
    case .undo: return drag.undo()
    case .redo: return drag.redo()
    case .add(let at, let source): return drag.add(id(at), source)
    case .modifiers(let modifiers): return drag.setModifiers(modifiers)
    case .begin(let source): return drag.begin(source)
    case .over(let target): return drag.over(coded, target)
    case .moveAway: return drag.move(coded, DragWalk.Place.outside.x << 16, DragWalk.Place.outside.y << 16)
    case .moveOn: return drag.move(coded, 155 << 16, 45 << 16)
    case .drop: return drag.drop(coded)
    case .perform(let source, let destination): return drag.perform(source, destination)
    case .reset:
      engine.reset()
      return Status.ok
    case .remove(let target): return engine.remove(target)
    case .put(let target): return engine.add(setup.target(target))
    case .lose(let target): return engine.update(setup.target(target, traits: 0))
    case .gain(let target): return engine.update(setup.target(target))
    case .cancelPreview: return engine.cancelPreview(0)
    }
  }
}

/// A state of the walk of drags in a few bytes, as InteractionCode is of the other interactions.
struct DragCode: Hashable {
  private var low = SIMD64<UInt8>()
  private var high = SIMD64<UInt8>()
  private var count = 0

  /// A value that does not fit into a byte is a mistake of the walk, and traps.
  mutating func put(_ value: Int) {
    if count < 64 { low[count] = UInt8(value) } else { high[count - 64] = UInt8(value) }
    count += 1
  }

  mutating func put(_ values: Bool...) { put(values.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }) }

  static func == (a: DragCode, b: DragCode) -> Bool { a.low == b.low && a.high == b.high }

  func hash(into hasher: inout Hasher) {
    withUnsafeBytes(of: low) { hasher.combine(bytes: $0) }
    withUnsafeBytes(of: high) { hasher.combine(bytes: $0) }
  }
}

/// Writes everything that decides what drags do next into the code of a state.
struct DragCoder {
  private let isInactive, mayDropByForce: Bool
  private let depth: Int

  private static let unit: UInt64 = 25_000

  init(_ setup: DragSetup) {
    isInactive = setup.isInactive
    mayDropByForce = setup.dropPressure <= 65536
    depth = Int(setup.depth)
  }

  /// A walk without inactive targets, drops by force and undo.
  init() { (isInactive, mayDropByForce, depth) = (false, false, 0) }

  func put(_ engine: Engine, _ drag: Drags, _ code: inout DragCode) {
    code.put(Int(drag.state.modifiers))
    for slot in 0..<engine.maxContacts { putContact(engine, drag, slot, &code) }
    for i in 0..<drag.count { putSession(engine, drag, i, &code) }
    if drag.count == 2 { code.put(drag.sessions[0].id > drag.sessions[1].id) }
    code.put(drag.state.undoCount)
    code.put(drag.state.redoCount)
    for u in 0..<drag.state.undoCount + drag.state.redoCount {
      code.put(Int(drag.undos[u].operation))
      code.put(Int(drag.undos[u].destination))
      code.put(drag.undos[u].items)
      for n in 0..<drag.undos[u].items { code.put(Int(drag.undoItems(u)[n].source)) }
    }
  }

  /// How long until t, in units, up to the longest time that the alphabet can wait.
  private func left(_ t: UInt64, _ now: UInt64) -> Int { t == Engine.never ? 41 : t <= now ? 0 : Int(min((t - now + Self.unit - 1) / Self.unit, 40)) }

  private func putContact(_ engine: Engine, _ drag: Drags, _ slot: Int, _ code: inout DragCode) {
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
    // A lift happens at the place that the contact has then.
    code.put(canDrag && !track.isHeld ? Int(c.touch.x >> 16) & 255 : 0)
    code.put(isDown && track.isLifted ? 1 + Int(track.x >> 16) : 0)
    // A contact that can no longer drag may still activate an inactive target.
    code.put(isDown && (canDrag || isInactive) ? Int(c.claim.rawValue) : 0)
    code.put(isDown && isInactive ? 1 + Int(c.hit) : 0)
    code.put(isDown ? Int(c.preview.state.rawValue) : 0)
  }

  private func putSession(_ engine: Engine, _ drag: Drags, _ i: Int, _ code: inout DragCode) {
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
    code.put(Int(s.aim))
    code.put(Int(s.launch.rawValue))
    if s.destination != 0 {
      code.put(Int(s.proposal.operation))
      code.put(Int(s.proposal.flags))
      code.put(Int(s.proposal.item_count))
      code.put(s.proposal.accept_count == 0 ? 0 : Int(s.proposal.accepts[0]))
      code.put(s.accepted)
    }
    if s.phase == .confirming { return }
    // The targets under it are found again when it drops without moving.
    code.put(Int(s.x >> 16) & 255)
    code.put(Int(s.y >> 16) & 255)
    code.put(Int(s.pressure >> 12))
    code.put(s.testsLeft == 0, s.needsTest, s.mustAsk, s.isAdding, s.isArmed && mayDropByForce)
    code.put(Int(s.spring.target))
    code.put(Int(s.spring.state.rawValue))
    code.put(s.spring.isArmed)
    code.put(left(s.spring.due, engine.now))
    code.put(Int(s.scroll.container))
    code.put(left(s.scroll.due, engine.now))
    // Deadlines wait while the finger may be lifting; the speed of scrolling then depends on how long they waited.
    let waits = s.slot >= 0 && engine.contacts[s.slot].phase == .lifting
    code.put(waits && s.scroll.due < engine.now ? Int(min((engine.now - s.scroll.due) / Self.unit, 40)) : 0)
    code.put(waits && s.spring.due < engine.now ? Int(min((engine.now - s.spring.due) / Self.unit, 40)) : 0)
    // In eighths of the full speed.
    code.put((Int(s.scroll.y) / 65536 + 800) / 100)
  }

  private func putDrop(_ engine: Engine, _ drag: Drags, _ i: Int, _ code: inout DragCode) {
    let s = drag.sessions[i]
    code.put(Int(s.droppedOn))
    code.put(Int(s.task.rawValue))
    code.put(left(s.slowAt, engine.now))
    for n in 0..<s.items {
      code.put(Int(drag.items(i)[n].stage.rawValue))
      // Kept for undoing it.
      code.put(depth > 0 && drag.items(i)[n].hasArrived)
    }
    if depth == 0 { return }
    code.put(Int(s.proposal.operation))
    code.put(Int(s.proposal.flags))
  }
}
