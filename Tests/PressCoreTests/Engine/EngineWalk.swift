import CPress
@testable import PressCore

/// Walks every abstract state that an engine reaches over a small alphabet, with the real engine in copied storage: law 5
/// makes a copy of the bytes a copy of the engine. From each state every action is done plainly, and then once more for
/// every place where the program was called and everything that it can do there.
final class EngineWalk {
  enum Action {
    case sample(UInt32, force: Int32, after: UInt64)
    case lost(UInt32)
    case tick(UInt64)
    case cancel(UInt32)
    case reset, remove, add, loseTrait, gainTrait
    /// Samples that are refused and must change nothing.
    case backwards, badFlags
  }

  struct Report {
    var states = 0
    var edges = 0
    var calls = 0
    /// What went wrong, with the shortest way there.
    var wrong: [String: String] = [:]
    var wrongEdges = 0

    mutating func expect(_ isRight: Bool, _ what: @autoclosure () -> String, _ path: @autoclosure () -> String) {
      if isRight { return }
      wrongEdges += 1
      let what = what()
      if wrong[what] == nil { wrong[what] = path() }
    }
  }

  /// All that decides what an engine does next, times as they lie from now.
  private struct Abstract: Hashable {
    var slots: [UInt64] = []
    var targets: UInt32 = 0
    var ledger: EngineLedger
  }

  private struct Node {
    let bytes: UnsafeMutableRawPointer
    let ledger: EngineLedger
    let path: String
  }

  let recorder = EngineRecorder()
  private let config: press_config
  private let size: Int
  private let first, second: UnsafeMutableRawPointer
  private let deeds: [EngineRecorder.Deed]
  private let actions: [Action]
  private var report = Report()
  private var seen: Set<Abstract> = []
  private var queue: [Node] = []

  private static let short: UInt64 = 100_000
  private static let long: UInt64 = 200_000

  /// Silence of 150 ms loses a contact: a short step keeps it, two lose it. So does a lift, where there is a grace.
  init(contacts: UInt16, ids: UInt32, deeds: [EngineRecorder.Deed], hasGrace: Bool = false) {
    var c = Config.makeDefault()
    c.max_contacts = contacts
    c.max_targets = 1
    c.max_events = 16
    c.lost_after_us = 150_000
    c.lift_us = hasGrace ? 150_000 : 0
    c.flags = UInt32(PRESS_CONFIG_TELL_MOVED)
    config = c
    size = Engine.size(c)
    first = .allocate(byteCount: size, alignment: 8)
    second = .allocate(byteCount: size, alignment: 8)
    self.deeds = deeds
    // Below release, between release and touch, in the preview, past commit, past completion.
    let forces: [Int32] = [0, 20_000, 120_000, 200_000, 327_680]
    var actions: [Action] = [.tick(Self.short), .tick(Self.long), .reset, .remove, .add, .loseTrait, .gainTrait, .backwards, .badFlags]
    for id in 0..<ids {
      for force in forces { actions.append(.sample(id, force: force, after: Self.short)) }
      for force in [0, 120_000] as [Int32] { actions.append(.sample(id, force: force, after: Self.long)) }
      actions += [.lost(id), .cancel(id)]
    }
    self.actions = actions
  }

  deinit {
    first.deallocate()
    second.deallocate()
  }

  static func target(_ traits: Int) -> press_target {
    var target = press_target()
    target.size = UInt32(MemoryLayout<press_target>.size)
    target.id = 1
    target.width = 100 << 16
    target.height = 100 << 16
    target.traits = UInt32(traits)
    return target
  }

  func run(limit: Int = 200_000) -> Report {
    _ = Engine.make(in: first, Engine.size(config), config)
    Engine(OpaquePointer(first)).setDelegate(recorder.delegate)
    var ledger = EngineLedger()
    ledger.lift = UInt64(config.lift_us)
    recorder.start(ledger, .nothing, at: nil)
    keep(first, "")
    var next = 0
    while next < queue.count, seen.count < limit {
      let node = queue[next]
      next += 1
      for action in actions { expand(node, action) }
      node.bytes.deallocate()
    }
    for node in queue[next...] { node.bytes.deallocate() }
    report.states = seen.count
    return report
  }

  private func expand(_ node: Node, _ action: Action) {
    step(node, action, first, .nothing, nil)
    let plainLog = recorder.log
    var places: [EngineRecorder.Place] = []
    for place in recorder.visited where !places.contains(place) { places.append(place) }
    let plain = abstract(first)
    // The same bytes elsewhere are the same engine.
    step(node, action, second, .nothing, nil)
    report.expect(abstract(second) == plain && Self.equal(recorder.log, plainLog), "differs in a copy at another address", "\(node.path) \(action)")
    keep(second, "\(node.path) \(action);")
    for place in places {
      for deed in deeds where deed != .nothing {
        if deed == .refuse && place != .ask { continue }
        step(node, action, first, deed, place)
        keep(first, "\(node.path) \(action) (\(deed) at \(place));")
      }
    }
  }

  private func step(_ node: Node, _ action: Action, _ storage: UnsafeMutableRawPointer, _ deed: EngineRecorder.Deed, _ place: EngineRecorder.Place?) {
    storage.copyMemory(from: node.bytes, byteCount: size)
    recorder.start(node.ledger, deed, at: place)
    perform(action, Engine(OpaquePointer(storage)))
    recorder.settle(Engine(OpaquePointer(storage)))
    report.edges += 1
    report.calls += recorder.visited.count
    report.expect(recorder.wrong == nil, recorder.wrong!, "\(node.path) \(action)" + (place.map { ", \(deed) at \($0)" } ?? ""))
  }

  private func perform(_ action: Action, _ engine: Engine) {
    let now = engine.state.now
    switch action {
    case .sample(let id, let force, let after): feed(engine, now + after, id, force, 0)
    case .lost(let id): feed(engine, now + Self.short, id, 200_000, UInt32(PRESS_SAMPLE_LOST))
    case .tick(let after): if engine.tick(now + after) != Status.ok { recorder.note("a tick was refused") }
    case .cancel(let id):
      let isRunning = recorder.ledger.entries[Int(id)].hasPreview
      let isOpen = recorder.ledger.entries[Int(id)].isOpen
      let status = engine.cancelPreview(id)
      if status != (isRunning ? Status.ok : isOpen ? Status.state : Status.notFound) { recorder.note("cancel answered \(status)") }
    case .reset:
      recorder.ledger.restarts += 1
      engine.reset()
      recorder.expectNoContact(engine)
    case .remove:
      _ = engine.remove(1)
      recorder.expectNoPreview(engine, on: 1)
    case .add: _ = engine.add(Self.target(PRESS_TARGET_PREVIEW))
    case .loseTrait:
      if engine.update(Self.target(PRESS_TARGET_TAP)) == Status.ok { recorder.expectNoPreview(engine, on: 1) }
    case .gainTrait: _ = engine.update(Self.target(PRESS_TARGET_PREVIEW))
    case .backwards: if now > 0 { refuse(engine, now - 1, 0, Status.time) }
    case .badFlags: refuse(engine, now, 32, Status.invalid)
    }
  }

  private func feed(_ engine: Engine, _ t: UInt64, _ id: UInt32, _ force: Int32, _ flags: UInt32) {
    var sample = press_sample(t_us: t, contact: id, flags: flags, force: force, x: 10 << 16, y: 10 << 16, reserved: 0)
    let wasFull = engine.slot(of: id) < 0 && engine.state.occupied.nonzeroBitCount == Int(config.max_contacts)
    if flags == 0 { recorder.ledger.sample(id, force - kept(engine, id) >= config.release_force, at: t) }
    let status = engine.feed(&sample, 1)
    if status == 1 || status == Status.noSpace && wasFull { return }
    recorder.note("a sample was refused: \(status)")
  }

  /// The levels of a contact count from what its sensor kept, while that is above release.
  private func kept(_ engine: Engine, _ id: UInt32) -> Int32 {
    let slot = engine.slot(of: id)
    return slot < 0 ? 0 : engine.contacts[slot].kept
  }

  private func refuse(_ engine: Engine, _ t: UInt64, _ flags: UInt32, _ right: Int32) {
    var sample = press_sample(t_us: t, contact: 0, flags: flags, force: 200_000, x: 0, y: 0, reserved: 0)
    let before = abstract(UnsafeMutableRawPointer(engine.memory))
    let status = engine.feed(&sample, 1)
    if status != right { recorder.note("answered \(status), not \(right)") }
    if abstract(UnsafeMutableRawPointer(engine.memory)) != before { recorder.note("a refused sample changed something") }
  }

  private func keep(_ storage: UnsafeMutableRawPointer, _ path: @autoclosure () -> String) {
    if !seen.insert(abstract(storage)).inserted { return }
    let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    copy.copyMemory(from: storage, byteCount: size)
    queue.append(Node(bytes: copy, ledger: recorder.ledger, path: path()))
  }

  private func abstract(_ storage: UnsafeMutableRawPointer) -> Abstract {
    let engine = Engine(OpaquePointer(storage))
    let s = engine.state
    var a = Abstract(ledger: recorder.ledger)
    // Of a contact that is not open only the phase of its slot matters.
    for c in 0..<2 where !a.ledger.entries[c].isOpen { a.ledger.entries[c] = .init() }
    for c in 0..<2 where a.ledger.entries[c].fellAt != nil { a.ledger.entries[c].fellAt = 0 }
    a.ledger.deliveredAt = 0
    a.ledger.restarts = 0
    a.targets = s.targetCount == 0 ? 0 : 1 + engine.targets[0].spec.traits
    for slot in 0..<Int(s.maxContacts) {
      if s.occupied & (1 << UInt32(slot)) == 0 {
        a.slots.append(0)
        continue
      }
      let c = engine.contacts[slot]
      var code = UInt64(c.phase.rawValue) << 1 | UInt64(c.touch.contact) << 4
      if c.isOpen {
        code |= UInt64(c.preview.state.rawValue) << 8 | UInt64(c.hit) << 12 | UInt64(c.touch.target) << 14
        code |= (c.deadline &- s.now) << 16
      }
      a.slots.append(code)
      // What the sensor kept; of a barred one the most it felt, whether it counts as let go, and whether it is a palm.
      let isBarred = c.phase == .barred
      a.slots.append(UInt64(UInt32(bitPattern: isBarred && c.deadline == .max ? 0 : c.kept)) << 32 | UInt64(UInt32(bitPattern: isBarred ? c.touch.force : 0)))
      if isBarred { a.slots.append(c.deadline == .max ? 1 : 2 + (max(c.deadline, s.now) - s.now)) }
      if isBarred && c.endReason == Reason.palm { a.slots.append(1) }
    }
    return a
  }

  private static func equal(_ a: [press_event], _ b: [press_event]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { x, y in
      withUnsafeBytes(of: x) { p in withUnsafeBytes(of: y) { q in p.elementsEqual(q) } }
    }
  }
}
