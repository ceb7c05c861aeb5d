import CPress
@testable import PressCore

/// Every state that an engine reaches over a small alphabet, for a StateWalk.
final class EngineWalk: EngineWorld {
  enum Action {
    case sample(UInt32, force: Int32, after: UInt64)
    case lost(UInt32), cancel(UInt32)
    case tick(UInt64)
    case call(EngineCall)
    /// Samples that are refused and must change nothing.
    case backwards, badFlags
  }

  /// All that decides what an engine does next, times as they lie from now.
  struct Code: Hashable {
    var slots: [UInt64] = []
    var targets: UInt32 = 0
    var ledger: EngineLedger
  }

  let program: EngineProgram
  let size: Int
  let actions: [Action]
  private let config: press_config
  private let elsewhere: UnsafeMutableRawPointer

  private static let short: UInt64 = 100_000
  private static let long: UInt64 = 200_000
  private static let least: Int32 = 20_000

  /// Silence of 150 ms loses a contact: a short step keeps it, two lose it. So does a lift, where there is a grace. `age`: from which on
  /// previews are asked for.
  init(contacts: UInt16, ids: UInt32, hasGrace: Bool = false, age: UInt32 = 0) {
    var c = press_config.makeDefault
    c.creep_limit = 0
    c.max_contacts = contacts
    c.max_targets = 1
    c.max_events = 16
    c.lost_after_us = 150_000
    c.lift_us = hasGrace ? 150_000 : 0
    c.preview_after_us = age
    c.flags = UInt32(PRESS_CONFIG_TELL_MOVED)
    config = c
    size = Engine.size(c)
    elsewhere = .allocate(byteCount: size, alignment: 8)
    program = EngineProgram(lift: c.lift_us, size: size)
    // Below release, between release and touch, in the preview, past commit, past completion.
    let forces: [Int32] = [0, Self.least, 120_000, 200_000, 327_680]
    let calls: [EngineCall] = [.reset, .remove, .add, .loseTrait, .gainTrait]
    var actions: [Action] = [.tick(Self.short), .tick(Self.long), .backwards, .badFlags] + calls.map { .call($0) }
    for id in 0..<ids {
      for force in forces { actions.append(.sample(id, force: force, after: Self.short)) }
      for force in [0, 120_000] as [Int32] { actions.append(.sample(id, force: force, after: Self.long)) }
      actions += [.lost(id), .cancel(id)]
    }
    self.actions = actions
  }

  deinit { elsewhere.deallocate() }

  func setUp(_ engine: Engine) {
    _ = Engine.make(in: UnsafeMutableRawPointer(engine.memory), size, config)
    engine.setDelegate(program.delegate)
  }

  func take(_ action: Action, _ deed: EngineProgram.Deed?, at place: Int, _ books: EngineLedger, _ engine: Engine) {
    if deed != nil { return step(action, deed, place, books, engine) }
    // The same bytes elsewhere are the same engine.
    let copy = Engine(OpaquePointer(elsewhere))
    let triesEverywhere = program.triesEverywhere
    program.triesEverywhere = false
    elsewhere.copyMemory(from: engine.memory, byteCount: size)
    step(action, nil, -1, books, copy)
    let (there, log) = (code(copy), program.log)
    program.triesEverywhere = triesEverywhere
    step(action, nil, -1, books, engine)
    let isSame = log.withUnsafeBytes { a in program.log.withUnsafeBytes { b in a.elementsEqual(b) } }
    if !isSame || code(engine) != there { program.note("differs in a copy at another address") }
  }

  private func step(_ action: Action, _ deed: EngineProgram.Deed?, _ place: Int, _ books: EngineLedger, _ engine: Engine) {
    program.start(books, deed, at: place)
    perform(action, engine)
    program.settle(engine)
  }

  private func perform(_ action: Action, _ engine: Engine) {
    let now = engine.state.now
    switch action {
    case .sample(let id, let force, let after): feed(engine, now + after, id, force, 0)
    case .lost(let id): feed(engine, now + Self.short, id, 200_000, UInt32(PRESS_SAMPLE_LOST))
    case .tick(let after): if engine.tick(now + after) != Status.ok { program.note("a tick was refused") }
    case .cancel(let id):
      let entry = program.ledger.entries[Int(id)]
      let status = engine.cancelPreview(id)
      if status != (entry.hasPreview ? Status.ok : entry.isOpen ? Status.state : Status.notFound) { program.note("cancel answered \(status)") }
    case .call(let call): program.make(call, engine)
    case .backwards: if now > 0 { refuse(engine, now - 1, 0, Status.time) }
    case .badFlags: refuse(engine, now, 32, Status.invalid)
    }
  }

  private func feed(_ engine: Engine, _ t: UInt64, _ id: UInt32, _ force: Int32, _ flags: UInt32) {
    var sample = press_sample(t_us: t, contact: id, flags: flags, force: force, x: 10 << 16, y: 10 << 16, reserved: 0)
    let slot = engine.slot(of: id)
    let wasFull = slot < 0 && engine.state.occupied.nonzeroBitCount == Int(config.max_contacts)
    // The levels of a contact count from what its sensor kept, while that is above release.
    let kept = slot < 0 ? 0 : engine.contacts[slot].kept
    if flags == 0 { program.ledger.sample(id, force - kept >= config.release_force, at: t) }
    let status = engine.feed(&sample, 1)
    if status != 1 && !(status == Status.noSpace && wasFull) { program.note("a sample was refused: \(status)") }
  }

  private func refuse(_ engine: Engine, _ t: UInt64, _ flags: UInt32, _ right: Int32) {
    var sample = press_sample(t_us: t, contact: 0, flags: flags, force: 200_000, x: 0, y: 0, reserved: 0)
    let before = code(engine)
    let status = engine.feed(&sample, 1)
    if status != right { program.note("answered \(status), not \(right)") }
    if code(engine) != before { program.note("a refused sample changed something") }
  }

  func see(_ engine: Engine, _ seen: inout Set<String>) {
    for slot in 0..<Int(config.max_contacts) where engine.isOccupied(slot) {
      let contact = engine.contacts[slot]
      seen.insert("\(contact.phase)")
      if contact.isOpen { seen.insert("preview \(contact.preview.state)") }
    }
  }

  func code(_ engine: Engine) -> Code {
    let s = engine.state
    var a = Code(ledger: program.ledger)
    // Of a contact that is not open only the phase of its slot matters.
    for c in 0..<2 where !a.ledger.entries[c].isOpen { a.ledger.entries[c] = .init() }
    for c in 0..<2 where a.ledger.entries[c].fellAt != nil { a.ledger.entries[c].fellAt = 0 }
    a.ledger.deliveredAt = 0
    a.ledger.restarts = 0
    a.targets = s.targetCount == 0 ? 0 : 1 + engine.targets[0].spec.traits
    for slot in 0..<Int(s.maxContacts) {
      if !engine.isOccupied(slot) {
        a.slots.append(0)
        continue
      }
      let c = engine.contacts[slot]
      let isBarred = c.phase == .barred
      var code = UInt64(c.phase.rawValue) << 1 | UInt64(c.touch.contact) << 4
      // Of the most it felt only this matters when it is barred: whether the least of the alphabet would be low.
      if c.isOpen && c.touch.force >> 2 > Self.least || isBarred && c.peak >> 2 > Self.least { code |= 1 }
      if c.isOpen {
        code |= UInt64(c.preview.state.rawValue) << 8 | UInt64(c.hit) << 12 | UInt64(c.touch.target) << 14
        code |= (c.deadline &- s.now) << 16
      }
      a.slots.append(code)
      if c.isOpen, let grows = c.preview.growsAt(now: s.now) {
        // It begins, or its phase ends, where the force stands, without a sample. Times are rounded up to 1024 microseconds.
        a.slots += [(grows &- s.now) / 10_000, UInt64(UInt32(bitPattern: c.touch.pressure))]
      }
      // What the sensor kept; of a barred one whether it counts as let go, and whether it is a palm.
      a.slots.append(UInt64(UInt32(bitPattern: c.kept)))
      if isBarred { a.slots.append(c.kept == 0 ? 1 : 2 + 50_000 - UInt64(min(UInt32(truncatingIfNeeded: s.now) &- c.lowSince, 50_000))) }
      if isBarred && c.endReason == Reason.palm { a.slots.append(1) }
    }
    return a
  }
}
