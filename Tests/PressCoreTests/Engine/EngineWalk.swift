import CPress
import Testing
@testable import PressCore

/// Every state that an engine reaches over a small alphabet, for a StateWalk.
final class EngineWalk: EngineWorld {
  enum Action {
    case sample(UInt32, force: Int32, after: UInt64)
    /// Earlier than the engine's time, as far as one may be.
    case late(UInt32, force: Int32)
    case lost(UInt32), cancel(UInt32)
    case tick(UInt64)
    case call(EngineCall)
    /// Samples that are refused and must change nothing.
    case backwards, badFlags
  }

  /// Everything that decides what an engine does next. Times are relative to now.
  struct Code: Hashable {
    var slots: [UInt64] = []
    var targets: UInt32 = 0
    /// Since time started again as much has passed as a sample may be late.
    var mayBeLate = false
    var ledger: EngineLedger
  }

  let program: EngineProgram
  let size: Int
  let actions: [Action]
  private let config: press_config
  private let elsewhere: UnsafeMutableRawPointer

  private static let short: UInt64 = 100_000
  private static let long: UInt64 = 200_000
  private static let limit: UInt64 = 40_000
  private static let least: Int32 = 20_000

  /// Silence of 150 ms loses a contact: one short step keeps it, two lose it. With a grace, two short steps below release are a lift. `age`: how
  /// old a contact must be before a preview is asked for.
  init(contacts: UInt16, ids: UInt32, hasGrace: Bool = false, age: UInt32 = 0) {
    var c = press_config.makeDefault
    c.creep_limit = 0
    c.max_contacts = contacts
    c.max_targets = 1
    c.max_events = 16
    c.lost_after_us = 150_000
    c.lift_us = hasGrace ? 150_000 : 0
    c.preview_after_us = age
    c.late_limit_us = UInt32(Self.limit)
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
      actions += [.lost(id), .cancel(id), .late(id, force: 0), .late(id, force: 200_000)]
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
    program.start(books, deed, at: place, engine.now)
    perform(action, engine)
    program.settle(engine)
  }

  private func perform(_ action: Action, _ engine: Engine) {
    let now = engine.state.now
    switch action {
    case .sample(let id, let force, let after): feed(engine, now + after, id, force, 0)
    case .late(let id, let force): if now >= Self.limit { feed(engine, now - Self.limit, id, force, 0) }
    case .lost(let id): feed(engine, now + Self.short, id, 200_000, UInt32(PRESS_SAMPLE_LOST))
    case .tick(let after): if engine.tick(now + after) != Status.ok { program.note("a tick was refused") }
    case .cancel(let id):
      let (hasPreview, isOpen) = (program.ledger.hasPreview(Int(id)), program.ledger.isOpen(Int(id)))
      let status = engine.cancelPreview(id)
      if status != (hasPreview ? Status.ok : isOpen ? Status.state : Status.notFound) { program.note("cancel answered \(status)") }
    case .call(let call): program.make(call, engine)
    case .backwards: if now > Self.limit { refuse(engine, now - Self.limit - 1, 0, Status.time) }
    case .badFlags: refuse(engine, now, 32, Status.invalid)
    }
  }

  private func feed(_ engine: Engine, _ t: UInt64, _ id: UInt32, _ force: Int32, _ flags: UInt32) {
    var sample = press_sample(t_us: t, contact: id, flags: flags, force: force, x: 10 << 16, y: 10 << 16, reserved: 0)
    let slot = engine.slot(of: id)
    let wasFull = slot < 0 && engine.state.occupied.nonzeroBitCount == Int(config.max_contacts)
    // The levels of a contact count from what its sensor kept, while that is above release.
    let kept = slot < 0 ? 0 : engine.contacts[slot].residue
    program.ledger.late = UInt32(engine.state.now - min(t, engine.state.now))
    if flags == 0 { program.ledger.sample(id, force - kept >= config.release_force, at: max(t, engine.state.now)) }
    let status = engine.feed(&sample, 1)
    program.ledger.late = 0
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
    // If a contact is not open, only the phase of its slot matters.
    for c in 0..<2 where !a.ledger.isOpen(c) { a.ledger.entries[c] = .init() }
    for c in 0..<2 where a.ledger.entries[c].fellAt != nil { (a.ledger.entries[c].fellAt, a.ledger.entries[c].fellLate) = (0, 0) }
    a.ledger.events = a.ledger.events.code
    a.mayBeLate = s.now >= Self.limit
    a.targets = s.targetCount == 0 ? 0 : 1 + engine.targets[0].spec.traits
    for slot in 0..<Int(s.maxContacts) {
      if !engine.isOccupied(slot) {
        a.slots.append(0)
        continue
      }
      let c = engine.contacts[slot]
      let isBarred = c.phase == .barred
      var code = UInt64(c.phase.rawValue) << 1 | UInt64(c.touch.contact) << 4
      // When it is barred, one thing matters about the highest force: whether the lowest of the alphabet would be low.
      if c.isOpen && c.touch.force >> 2 > Self.least || isBarred && c.peak >> 2 > Self.least { code |= 1 }
      if c.isOpen {
        code |= UInt64(c.preview.state.rawValue) << 8 | UInt64(c.hit) << 12 | UInt64(c.touch.target) << 14
        code |= (c.deadline &- s.now) << 16
      }
      a.slots.append(code)
      // When it fell: of a sample that was late its grace began before.
      if c.phase == .lifting { a.slots.append(UInt64(c.grace)) }
      if c.isOpen, let grows = c.preview.growsAt(now: s.now) {
        // A preview begins, or its phase ends, without a sample, at the present force. Times are rounded up to 1024 microseconds.
        a.slots += [(grows &- s.now) / 10_000, UInt64(UInt32(bitPattern: c.touch.pressure))]
      }
      // The residue that the sensor kept; for a barred contact whether it counts as let go, and whether it is a palm.
      a.slots.append(UInt64(UInt32(bitPattern: c.residue)))
      if isBarred { a.slots.append(c.residue == 0 ? 1 : 2 + 50_000 - UInt64(min(UInt32(truncatingIfNeeded: s.now) &- c.lowSince, 50_000))) }
      if isBarred && c.endReason == Reason.palm { a.slots.append(1) }
    }
    return a
  }
}

/// Calls of the program that can change what an engine does.
enum EngineCall: CaseIterable {
  /// The preview of the contact that the callback is about, or of the other one.
  case cancelThis, cancelOther
  case remove, add, loseTrait, gainTrait, reset, poll
}

/// The program behind the walk of the engine, with all functions of the delegate.
final class EngineProgram: WalkProgram<EngineCall, Refusal, EngineLedger> {
  /// A deed in one of these functions is repeated in all later calls of that function; a deed at an event, at all later events of its type.
  private enum Function: Int { case ask = -6, preview, previewEnded, commit, commitEnded, cancel }

  /// A delegate function was called; its event must follow at once.
  private var pending: (type: UInt32, progress: Int32)?
  /// Whom the callback is about.
  private var contact: UInt32 = 0
  private var polled = [press_event](repeating: press_event(), count: 32)

  /// `size`: of the engine's storage. `lift`: the grace.
  init(lift: UInt32, size: Int) { super.init(EngineLedger(lift: UInt64(lift)), EngineCall.allCases, size: size) }

  override func start(_ ledger: EngineLedger, _ deed: Deed?, at place: Int, _ now: UInt64) {
    super.start(ledger, deed, at: place, now)
    pending = nil
  }

  override func send(_ call: EngineCall, _ engine: Engine) -> Int32 {
    switch call {
    case .cancelThis: return engine.cancelPreview(contact)
    case .cancelOther: return engine.cancelPreview(1 - contact)
    case .remove: return engine.remove(1)
    case .add: return engine.add(Self.target(PRESS_TARGET_PREVIEW))
    case .loseTrait: return engine.update(Self.target(PRESS_TARGET_TAP))
    case .gainTrait: return engine.update(Self.target(PRESS_TARGET_PREVIEW))
    case .reset: engine.reset()
    case .poll: _ = engine.poll(&polled, 32)
    }
    return Status.ok
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

  /// Ends that a call in a callback causes must be delivered before anything else.
  override func make(_ call: EngineCall, _ engine: Engine) {
    let before = [0, 1].map { Self.life($0, engine) }
    if call == .reset { ledger.events.restarts += 1 }
    let isDone = send(call, engine) >= 0
    for c in 0..<2 where engine.state.isBusy {
      let after = Self.life(c, engine)
      if ledger.isOpen(c) && before[c].isDown && !after.isDown { ledger.entries[c].isDoomed = true }
      if before[c].isRunning && !after.isRunning { ledger.entries[c].isPreviewDoomed = true }
    }
    if call == .reset { expectNoContact(engine) }
    if call == .remove || call == .loseTrait && isDone { expectNoPreview(engine) }
  }

  /// Whether a contact is down, and its preview runs.
  private static func life(_ contact: Int, _ engine: Engine) -> (isDown: Bool, isRunning: Bool) {
    let slot = engine.slot(of: UInt32(contact))
    let isDown = slot >= 0 && engine.contacts[slot].isOpen
    return (isDown, isDown && engine.contacts[slot].preview.isRunning)
  }

  /// Checks that no preview is left after its target was removed or lost the trait.
  private func expectNoPreview(_ engine: Engine) {
    for slot in 0..<Int(engine.state.maxContacts) where engine.isOccupied(slot) {
      let contact = engine.contacts[slot]
      if contact.isOpen && contact.touch.target == 1 && contact.preview.isRunning { note("a preview runs on without its target") }
    }
  }

  /// Checks that no contact is left after a reset.
  private func expectNoContact(_ engine: Engine) {
    for c in 0..<2 where Self.life(c, engine).isDown { note("a contact outlives a reset") }
    if engine.nextDeadline != UInt64.max { note("a deadline outlives a reset") }
  }

  // MARK: The functions that the engine calls

  /// Returns whether the program says yes.
  @discardableResult
  private func visit(_ engine: Engine, _ kind: Int, of contact: UInt32) -> Bool {
    self.contact = contact
    return visit(engine, answers: kind == Function.ask.rawValue ? [.no] : [], kind: kind) == nil
  }

  private func ask(_ engine: Engine, _ touch: press_touch) -> Bool {
    note(ledger.ask(touch.contact))
    return visit(engine, Function.ask.rawValue, of: touch.contact)
  }

  private func receiveProgress(_ engine: Engine, _ touch: press_touch, _ type: UInt32, _ function: Function, _ progress: Int32) {
    if pending != nil { note("two delegate functions for one event") }
    pending = (type, progress)
    let isDoomed = ledger.entries[Int(touch.contact)].isPreviewDoomed
    if isDoomed && type != EventType.previewCancelled { note("the delegate was called for a preview that was cancelled") }
    visit(engine, function.rawValue, of: touch.contact)
  }

  private static func isProgress(_ event: press_event) -> Bool {
    event.type == EventType.previewUpdated || event.type == EventType.commitUpdated
  }

  override func receive(_ engine: Engine, _ event: press_event) {
    let isProgress = Self.isProgress(event)
    let follows = pending.map { $0.type == event.type && ($0.progress == event.progress || !isProgress) }
    if follows != (isProgress || event.type == EventType.previewCancelled ? true : nil) {
      note("event \(event.type) does not follow its delegate function")
    }
    pending = nil
    deliver(event)
    visit(engine, Int(event.type), of: event.contact)
  }

  override func book(_ event: press_event) -> String? {
    if !Self.isProgress(event) { return ledger.book(event) }
    // A callback of this very event may have doomed what it belongs to.
    let (c, entry) = (Int(event.contact), ledger.entries[Int(event.contact)])
    (ledger.entries[c].isDoomed, ledger.entries[c].isPreviewDoomed) = (false, false)
    let wrong = ledger.book(event)
    (ledger.entries[c].isDoomed, ledger.entries[c].isPreviewDoomed) = (entry.isDoomed, entry.isPreviewDoomed)
    return wrong
  }

  /// Checks after each call that nothing is pending, and that the books agree with the engine.
  func settle(_ engine: Engine) {
    if pending != nil { note("a delegate function without its event") }
    if engine.state.isBusy || engine.state.pending != 0 { note("busy or pending after the call") }
    for c in 0..<2 {
      let entry = ledger.entries[c]
      if entry.isDoomed || entry.isPreviewDoomed { note("contact \(c): an end was not delivered") }
      let (isDown, isRunning) = Self.life(c, engine)
      if isDown != ledger.isOpen(c) { note("contact \(c): down \(isDown), the events say \(!isDown)") }
      if isRunning != ledger.hasPreview(c) { note("contact \(c): preview runs \(isRunning), the events say \(!isRunning)") }
      let slot = engine.slot(of: UInt32(c))
      if slot >= 0 && (engine.contacts[slot].isEndPending || engine.contacts[slot].isPreviewCancelPending) { note("contact \(c): an end is pending") }
    }
  }

  /// The delegate that leads here.
  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.preview_should_begin = { engine, touch, user in of(user).ask(Engine(engine!), touch!.pointee) }
    d.preview_did_update = { engine, touch, progress, ended, user in
      of(user).receiveProgress(Engine(engine!), touch!.pointee, EventType.previewUpdated, ended ? .previewEnded : .preview, progress)
    }
    d.commit_did_update = { engine, touch, progress, ended, user in
      of(user).receiveProgress(Engine(engine!), touch!.pointee, EventType.commitUpdated, ended ? .commitEnded : .commit, progress)
    }
    d.preview_did_cancel = { engine, touch, user in of(user).receiveProgress(Engine(engine!), touch!.pointee, EventType.previewCancelled, .cancel, 0)
    }
    d.on_event = { engine, event, user in of(user).receive(Engine(engine!), event!.pointee) }
    return d
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> EngineProgram {
  Unmanaged<EngineProgram>.fromOpaque(user!).takeUnretainedValue()
}

@Suite("Engine: every state it reaches")
struct EngineWalkTests {
  @Test(
    "every beginning finds exactly one end, with one contact, two that need one slot, and two, a grace, previews that wait, and whatever callbacks do",
    arguments: WalkExtent.walked(
      few: [
        (1, 1, false, 0, 100), (1, 2, false, 0, 200), (2, 2, false, 0, 5000), (1, 1, true, 0, 200), (1, 2, true, 0, 400),
        (1, 1, false, 100_000, 100), (1, 2, true, 150_000, 500), (1, 1, true, 250_000, 200),
      ],
      most: [(2, 2, true, 0, 10_000), (2, 2, false, 150_000, 5000)]) as [(UInt16, UInt32, Bool, UInt32, Int)])
  func everyState(contacts: UInt16, ids: UInt32, hasGrace: Bool, age: UInt32, least: Int) {
    let report = StateWalk(EngineWalk(contacts: contacts, ids: ids, hasGrace: hasGrace, age: age)).run(limit: 50_000)
    print("Engine, \(ids) contacts in \(contacts)\(hasGrace ? ", with a grace" : ""), previews after \(age) us: \(report.summary)")
    #expect(report.isComplete && report.states > least)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for phase in ["down", "barred", "loaded"] + (hasGrace ? ["lifting"] : []) { #expect(report.seen.contains(phase)) }
    for state in (age == 0 ? [] : ["young"]) + ["none", "waiting", "previewing", "committing", "completed", "over"] {
      #expect(report.seen.contains("preview \(state)"))
    }
  }

  @Test(
    "the walk finds an event that is forgotten or delivered twice",
    arguments: [
      EventType.contactBegan, EventType.contactEnded, EventType.contactCancelled, EventType.previewBegan, EventType.previewCancelled,
      EventType.previewRefused,
    ])
  func findsPlantedFaults(type: UInt32) {
    for fault in [DeliveryFault.forgets(type), .deliversTwice(type)] {
      let world = EngineWalk(contacts: 1, ids: 1)
      world.program.fault = fault
      let report = StateWalk(world, stopsAtFirst: true).run(limit: 50_000)
      // Nobody keeps books of a refusal that was not delivered.
      if case .forgets(EventType.previewRefused) = fault { #expect(report.wrong.isEmpty) } else { #expect(!report.wrong.isEmpty, "\(fault)") }
    }
  }
}
