import CPress
import Testing
@testable import PressCore

/// The calls of a program that affect levels. The walk makes each from outside, and from inside every callback.
enum LevelsCall: CaseIterable { case cancel, release, reset, set, setBack, remove }

/// The levels that were delivered of one contact, stated from the header.
struct LevelsLedger: WalkBooks {
  var events = EventLedger()
  private(set) var level: Int32 = 0
  private(set) var repeats: Int32 = 0

  func put(into code: inout InteractionCode) { code.put(events.runs(.contact), events.runs(.scroll), level == 1, level == 2, repeats > 0) }

  /// Checks an event before it is booked. Returns what is wrong with it.
  mutating func book(_ e: press_event) -> String? {
    let before = repeats
    switch e.type {
    case EventType.levelRepeated:
      repeats = e.value2
      return e.value != level || level == 0 ? "repeated elsewhere" : repeats <= before ? "counted back" : nil
    case EventType.levelsBegan, EventType.levelEntered, EventType.levelLeft, EventType.levelsEnded, EventType.levelsCancelled: return climb(e)
    default: return nil
    }
  }

  private mutating func climb(_ e: press_event) -> String? {
    let from = level
    level = e.value
    if level == 0 { repeats = 0 }
    if e.value2 != from || level == from { return "from where it was not" }
    let says = e.reason != Reason.none && e.reason != Reason.lifted
    let type =
      level == 0
      ? says ? EventType.levelsCancelled : EventType.levelsEnded
      : from == 0 ? EventType.levelsBegan : level > from ? EventType.levelEntered : EventType.levelLeft
    return e.type == type ? nil : "called by another name"
  }
}

/// The program behind it.
final class LevelsProgram: WalkProgram<LevelsCall, Refusal, LevelsLedger> {
  let setup: LevelsSetup

  init(_ setup: LevelsSetup, size: Int) {
    self.setup = setup
    super.init(LevelsLedger(), LevelsCall.allCases, size: size)
  }

  override func send(_ call: LevelsCall, _ engine: Engine) -> Int32 {
    switch call {
    case .cancel: return Levels(engine)!.cancel(0)
    case .release: return engine.release(0)
    case .set: return Levels(engine)!.set(setup.levels(second: true))
    case .setBack: return Levels(engine)!.set(setup.levels())
    case .remove: return engine.remove(1)
    case .reset:
      engine.reset()
      return Status.ok
    }
  }

  override func make(_ call: LevelsCall, _ engine: Engine) {
    if call == .reset { ledger.events.restarts += 1 }
    super.make(call, engine)
  }

  override func book(_ event: press_event) -> String? { ledger.book(event) }

  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.on_event = { engine, event, user in
      Unmanaged<LevelsProgram>.fromOpaque(user!).takeUnretainedValue().receive(Engine(engine!), event!.pointee)
    }
    return d
  }
}

/// The settings in which the walks differ. Times are multiples of 25 ms: the second of the two levels repeats twice as often.
struct LevelsSetup: CustomStringConvertible, Sendable {
  var delay: UInt32 = 0
  var lift: UInt32 = 0
  var repeats = true
  var stops = false

  static let walked = [
    LevelsSetup(), LevelsSetup(delay: 300_000), LevelsSetup(lift: 150_000), LevelsSetup(repeats: false), LevelsSetup(stops: true),
    LevelsSetup(delay: 300_000, lift: 150_000, stops: true),
  ]

  var description: String {
    "levels" + (repeats ? ", an accelerator" : "") + (delay > 0 ? ", a delay" : "") + (lift > 0 ? ", a grace" : "")
      + (stops ? ", not while moving" : "")
  }

  var engine: press_config {
    var c = press_config.makeDefault
    (c.creep_limit, c.traits, c.max_contacts, c.max_targets, c.max_events, c.lost_after_us, c.lift_us) = (0, 0, 1, 1, 0, 0, lift)
    c.zero_force = 1 << 16
    return c
  }

  func levels(second: Bool = false) -> press_levels_config {
    var c = press_levels_config.makeDefault
    (c.first_pressure, c.last_pressure, c.hysteresis) = (second ? 27_000 : 19_661, 52_429, 13_108)
    c.flags = LevelsFlag.stepped | (stops ? LevelsFlag.notWhileMoving : 0)
    (c.repeat_us, c.repeat_fast_us, c.repeat_delay_us) = (repeats ? 200_000 : 0, 100_000, delay)
    return c
  }
}

/// Every state that one contact reaches with levels, for a StateWalk. It may scroll.
final class LevelsWalk: EngineWorld {
  enum Action {
    case touch(Force, slid: Bool)
    case lost, palm, short, long
    case call(LevelsCall)
  }

  /// Below release; below what leaves the first level, between that and what enters it, at it; the same of the second.
  enum Force: Int32, CaseIterable { case none = 0, light = 98_304, near = 131_072, first = 196_608, between = 258_000, second = 327_680 }

  let actions: [Action]
  let program: LevelsProgram
  let size: Int
  private let setup: LevelsSetup
  private static let unit: UInt64 = 25_000

  init(_ setup: LevelsSetup) {
    self.setup = setup
    actions =
      Force.allCases.map { .touch($0, slid: false) } + [.touch(.first, slid: true), .lost, .palm, .short, .long]
      + LevelsCall.allCases.map { .call($0) }
    size =
      Engine.size(setup.engine) + Gestures.size(press_gestures_config.makeDefault, contacts: 1) + Levels.size(setup.levels(), contacts: 1) + 24
    program = LevelsProgram(setup, size: size)
  }

  func setUp(_ engine: Engine) {
    _ = Engine.make(in: UnsafeMutableRawPointer(engine.memory), size, setup.engine)
    engine.setDelegate(program.delegate)
    var target = press_target()
    (target.size, target.id) = (UInt32(MemoryLayout<press_target>.size), 1)
    (target.width, target.height, target.traits) = (200 << 16, 200 << 16, UInt32(PRESS_TARGET_SCROLL))
    let status = Gestures.attach(engine, press_gestures_config.makeDefault) | Levels.attach(engine, setup.levels()) | engine.add(target)
    if status != 0 { program.note("not set up") }
    _ = engine.tick(1_000_000)
  }

  func take(_ action: Action, _ deed: LevelsProgram.Deed?, at place: Int, _ books: LevelsLedger, _ engine: Engine) {
    program.start(books, deed, at: place, engine.now)
    let before = climb(engine)
    switch action {
    case .touch(let force, let slid): feed(engine, force.rawValue, slid ? 60 : 10, 0)
    case .lost: feed(engine, Force.first.rawValue, 10, UInt32(PRESS_SAMPLE_LOST))
    case .palm: feed(engine, Force.first.rawValue, 10, UInt32(PRESS_SAMPLE_PALM))
    case .short: if engine.tick(engine.now + 4 * Self.unit) != Status.ok { program.note("a tick was refused") }
    case .long: if engine.tick(engine.now + 40 * Self.unit) != Status.ok { program.note("a tick was refused") }
    case .call(let call): if !program.isRefused(call, engine) { program.make(call, engine) }
    }
    settle(action, deed, engine, before)
  }

  private func climb(_ engine: Engine) -> Climb { Levels(engine)!.climbs[0] }

  private func feed(_ engine: Engine, _ force: Int32, _ x: Int32, _ flags: UInt32) {
    var sample = press_sample(t_us: engine.now + 4 * Self.unit, contact: 0, flags: flags, force: force, x: x << 16, y: 10 << 16, reserved: 0)
    let status = engine.feed(&sample, 1)
    if status != 1 { program.note("a sample was refused: \(status)") }
  }

  /// The level of a pressure after the level before, by the rule of the header.
  private func expected(_ pressure: Int32, from before: UInt8, _ c: press_levels_config) -> UInt8 {
    let below = Int32((Int64(c.last_pressure - c.first_pressure) * Int64(c.hysteresis)) >> 16)
    if pressure >= c.last_pressure || before == 2 && pressure >= c.last_pressure - below { return 2 }
    return pressure >= c.first_pressure || before > 0 && pressure >= c.first_pressure - below ? 1 : 0
  }

  private func settle(_ action: Action, _ deed: LevelsProgram.Deed?, _ engine: Engine, _ before: Climb) {
    let (s, contact, climb) = (engine.state, engine.contacts[0], climb(engine))
    if s.isBusy || s.pending != 0 || Levels(engine)!.state.pending != 0 { program.note("busy or pending after the call") }
    if engine.nextDeadline < s.now { program.note("a deadline has passed") }
    if s.earliest > engine.nextDeadline { program.note("a deadline would be missed") }
    let isDown = s.occupied & 1 != 0 && contact.isOpen
    if isDown != program.ledger.events.runs(.contact) { program.note("down \(isDown), the events say \(!isDown)") }
    if Int32(climb.level) != program.ledger.level || climb.delivered != climb.level { program.note("the level and what was delivered of it differ") }
    if climb.level != 0 && (!isDown || climb.isSpent) { program.note("climbs, and may not") }
    if climb.hasRoom { program.note("room is kept where there is no queue") }
    let isDue = climb.level != 0 && setup.repeats
    if isDue != (climb.repeatAt != Engine.never) || isDue && contact.phase == .down && climb.repeatAt <= s.now {
      program.note("repeats are not due as they are")
    }
    if climb.level != 0 && (climb.highest < climb.level || climb.highest > 2) { program.note("the highest is another") }
    if climb.level == 0 && climb.highest != 0 { program.note("the highest is remembered") }
    if setup.stops && isDown && contact.phase == .down && contact.claim == .scroll && climb.level != 0 { program.note("climbs while it scrolls") }
    guard case .touch(_, let slid) = action, deed == nil, isDown, contact.phase == .down, !climb.isSpent, !slid else { return }
    // A new contact begins at no level, with the config that is in use then.
    let isNew = program.log.contains { $0.type == EventType.contactBegan }
    let config = Levels(engine)!.state.settings.enters(1) == setup.levels().first_pressure ? setup.levels() : setup.levels(second: true)
    if climb.level != expected(contact.touch.pressure, from: isNew ? 0 : before.level, config) {
      program.note("at another level than the header says")
    }
  }

  func see(_ engine: Engine, _ seen: inout Set<String>) {
    let climb = climb(engine)
    seen.insert("level \(climb.level)")
    if climb.isSpent { seen.insert("spent") }
    if climb.repeats > 0 { seen.insert("repeats") }
    if engine.contacts[0].claim == .scroll { seen.insert("scrolls") }
  }

  // MARK: The state

  func code(_ engine: Engine) -> InteractionCode {
    var code = InteractionCode()
    program.ledger.put(into: &code)
    let (s, c, climb, levels) = (engine.state, engine.contacts[0], climb(engine), Levels(engine)!.state)
    let gestures = Gestures(engine)!.gestures[0]
    let isDown = s.occupied != 0 && c.isOpen
    code.put(s.occupied == 0 ? 0 : 1 + Int(c.phase.rawValue))
    code.put(isDown && c.phase == .lifting ? 1 + left(c.deadline, s.now) : 0)
    code.put(s.occupied != 0 && c.phase == .barred && c.endReason == Reason.palm)
    code.put(isDown ? Int(c.claim.rawValue) : 0)
    code.put(isDown && c.claim == .open ? Int(c.startX >> 16) : 0)
    code.put(isDown && gestures.canScroll, isDown && c.hit == 1, engine.target(1) != nil)
    // What another interaction leaves open is spent with its contact.
    code.put(isDown && climb.isSpent, isDown && climb.level != 0 && climb.repeats > 0)
    code.put(Int(climb.level))
    code.put(climb.level == 0 ? 0 : Int(climb.highest))
    code.put(climb.level == 0 || !setup.repeats ? 0 : 1 + left(climb.repeatAt, s.now))
    code.put(!levels.isChanged ? 0 : levels.given.first_pressure == setup.levels().first_pressure ? 1 : 2)
    code.put(levels.settings.enters(1) == setup.levels().first_pressure)
    return code
  }

  /// How long until t, in units; no time lies between two units.
  private func left(_ t: UInt64, _ now: UInt64) -> Int {
    if t <= now { return 0 }
    if (t - now) % Self.unit != 0 { program.note("a time between two steps: \(t - now)") }
    return Int((t - now) / Self.unit)
  }
}

@Suite("Levels: every state they reach")
struct LevelsWalkTests {
  @Test("every climb finds exactly one end, and levels are where the header says, whatever is done from wherever", arguments: LevelsSetup.walked)
  func everyState(setup: LevelsSetup) {
    let report = StateWalk(LevelsWalk(setup)).run(limit: 200_000)
    print("Levels, \(setup): \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for level in 0...2 { #expect(report.seen.contains("level \(level)")) }
    for what in ["spent", "scrolls"] + (setup.repeats ? ["repeats"] : []) { #expect(report.seen.contains(what)) }
  }

  @Test(
    "the walk finds an event that is forgotten, delivered twice or delivered late",
    arguments: [EventType.levelsBegan, EventType.levelEntered, EventType.levelLeft, EventType.levelsEnded, EventType.levelsCancelled])
  func findsPlantedFaults(type: UInt32) {
    for fault in [DeliveryFault.forgets(type), .deliversTwice(type), .deliversLate(type)] {
      let world = LevelsWalk(LevelsSetup())
      world.program.fault = fault
      let report = StateWalk(world, hasDeeds: false, stopsAtFirst: true).run(limit: 3000)
      #expect(!report.wrong.isEmpty, "\(fault)")
    }
  }

  @Test("of all counts a level is entered at its place and left below it, against a plain search")
  func places() {
    var random = SplitMix(7)
    for _ in 0..<300 {
      var c = press_levels_config.makeDefault
      c.count = 2 + UInt32(random.next() % 7)
      c.first_pressure = 1 + Int32(random.next() % 30_000)
      c.last_pressure = c.first_pressure + 1 + Int32(random.next() % UInt64(65_535 - c.first_pressure))
      c.hysteresis = Int32(random.next() % 58_983)
      let settings = LevelsSettings(c)
      let span = Int64(c.last_pressure - c.first_pressure)
      var climb = Climb()
      var level = 0
      for _ in 0..<200 {
        let pressure = Int32(random.next() % 65_537)
        let places = (0..<Int64(c.count)).map { Int64(c.first_pressure) + span * $0 / Int64(c.count - 1) }
        let below = ((span * Int64(c.hysteresis)) >> 16) / Int64(c.count - 1)
        let reached = places.count { Int64(pressure) >= $0 }
        let kept = (0..<level).filter { Int64(pressure) >= max(places[$0] - below, 1) }.count
        level = max(reached, min(kept, level))
        let settled = climb.settled(settings.reached(pressure), isSensed: false)
        _ = climb.step(pressure, settled: settled, settings, mayBegin: true)
        #expect(Int(climb.level) == level)
      }
    }
  }

  @Test("a sensor is at a level once three samples in a row are, and leaves it at once")
  func threeInARow() {
    let settings = LevelsSettings(press_levels_config.makeDefault)
    var climb = Climb()
    func level(_ pressure: Int32) -> UInt8 {
      let settled = climb.settled(settings.reached(pressure), isSensed: true)
      _ = climb.step(pressure, settled: settled, settings, mayBegin: true)
      return climb.level
    }
    let taken = [0, 65_536, 65_536, 0, 20_000, 65_536, 20_000, 65_536, 65_536, 65_536, 20_000, 0].map { level(Int32($0)) }
    #expect(taken == [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 1, 0])
  }
}
