import CPress

/// The strikes of an engine, and its lifts. A handle, as Engine is.
package struct Strikes: Interaction {
  static var kind: Attachment { .strike }
  let engine: Engine
  let memory: UnsafeMutablePointer<StrikeState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<StrikeState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var sourcesOffset: Int { Layout.aligned(MemoryLayout<StrikeState>.size) }
  private static func sources(_ c: press_strike_config, _ contacts: Int) -> Int { max(Int(c.sources), contacts) }

  package static func size(_ config: press_strike_config, contacts: Int) -> Int {
    AttachmentHead.size &+ liftsOffset(sources(config, contacts)) &+ contacts &* MemoryLayout<Lift>.stride
  }

  private static func liftsOffset(_ sources: Int) -> Int { sourcesOffset &+ sources &* MemoryLayout<Strike>.stride }

  private var strikes: UnsafeMutablePointer<Strike> { memory.behind(Strikes.sourcesOffset, Strike.self) }
  /// One for each slot.
  var lifts: UnsafeMutablePointer<Lift> { memory.behind(Strikes.liftsOffset(state.sources), Lift.self) }

  /// The config is valid.
  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_strike_config) -> Int32 {
    let (status, own) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: config.ends(contacts: engine.maxContacts), ofASample: 2),
      resting
    ) {
      Strikes($0, $1.assumingMemoryBound(to: StrikeState.self)).observe($2)
    }
    guard let own else {
      // It was attached in another process.
      if status == Status.ok { attached(to: engine)?.memory.pointee.watch.hook = StrikeState.readApart }
      return status
    }
    own.memory.initialize(to: StrikeState(config, sources: sources(config, engine.maxContacts)))
    own.strikes.initialize(repeating: Strike(), count: own.state.sources)
    own.lifts.initialize(repeating: Lift(), count: engine.maxContacts)
    engine.watchIdle(Layout.address(of: &own.memory.pointee.watch))
    return status
  }

  /// The config that was given last, whether it counts yet or not.
  package var given: press_strike_config { state.next.size != 0 ? state.next : state.settings }

  package func set(_ config: press_strike_config) -> Int32 {
    if config.sources != state.settings.sources { return Status.invalid }
    state.next = config
    if state.open == 0 { adopt() }
    return Status.ok
  }

  /// The strike of the latest contact with this id.
  package func strike(of contact: UInt32) -> press_strike? {
    guard let at = search(contact, remembers: false) else { return nil }
    let strike = strikes[at]
    if strike.phase == .apart { return nil }
    var found = press_strike()
    found.began_us = strike.beganAt
    found.speed = strike.speed
    let isDecided = strike.phase != .measuring
    found.velocity = isDecided ? UInt32(strike.velocity) : state.velocity(strike.speed)
    found.delay_us = isDecided ? strike.delay : UInt32(clamping: strike.latest &- strike.beganAt)
    found.known = !isDecided ? 0 : isKnown(strike.speed, strike.isKnown) ? 1 : 2
    return found
  }

  // MARK: Notices

  /// The notices that are needed while nothing is measured; below, those in addition while a strike is measured, and while a lift may be.
  private static var resting: Notices { .apart | .began | .ended | .reset }

  private func observeWhatIsOpen() {
    let strikes: Notices = state.open == 0 ? .none : .sampled | .fell
    let lifts: Notices = state.held == 0 ? .none : .sampled | .falls
    choose(Strikes.resting | strikes | lifts)
  }

  func apart(_ sample: UnsafePointer<Sample>) {
    let t = sample.pointee.takenAt
    guard let at = find(sample.pointee.contact) ?? place(for: sample.pointee.contact, at: t) else { return }
    if strikes[at].isOpen { return }
    if Engine.isUnknown(sample) { return strikes[at].forgetReadings() }
    strikes[at].isLate = sample.pointee.isSensed
    _ = strikes[at].read(sample.pointee.unfiltered, at: t)
  }

  @inline(__always)
  fileprivate var recent: UnsafeMutablePointer<Strike> { strikes + Int(state.recent) }

  /// A reading while nothing touches, so that no strike is open; then it is handed on.
  @inline(never)
  fileprivate func readApart(_ contact: UInt32, _ force: Int32, at t: UInt64) -> Int32 {
    if let at = find(contact) ?? place(for: contact, at: t) {
      strikes[at].isLate = engine.isSensed
      _ = strikes[at].read(force, at: t)
    }
    return state.watch.handOn(engine, contact, force, t)
  }

  func began(_ slot: Int) {
    let touch = engine.touch(slot)
    guard let at = find(touch.pointee.contact) ?? place(for: touch.pointee.contact, at: engine.sampledAt) else { return }
    if state.open == 0 && state.next.size != 0 { adopt() }
    if strikes[at].isOpen { return }
    strikes[at].begin(at: engine.sampledAt)
    strikes[at].hasRoom = engine.holdRoom()
    state.open &+= 1
    hold(slot, isLate: strikes[at].isLate)
    observeWhatIsOpen()
  }

  private func hold(_ slot: Int, isLate: Bool) {
    if lifts[slot].isOpen { return }
    lifts[slot].begin(isLate: isLate)
    lifts[slot].hasRoom = engine.holdRoom()
    state.held &+= 1
  }

  func sampled(_ slot: Int, read force: Int32) {
    let touch = engine.touch(slot)
    if lifts[slot].isOpen { lifts[slot].read(force, at: engine.sampledAt) }
    if state.open == 0 { return }
    guard let at = find(touch.pointee.contact), strikes[at].phase == .measuring else { return }
    let isPast = strikes[at].read(force, at: engine.sampledAt)
    if isPast || strikes[at].isLast(within: state.settings.window_us) { decide(at: at) }
  }

  func falls(_ slot: Int, read force: Int32) {
    if !lifts[slot].isOpen { return }
    lifts[slot].read(force, at: engine.sampledAt)
    lifts[slot].fall()
  }

  func fell(_ slot: Int) {
    guard let at = find(engine.touch(slot).pointee.contact), strikes[at].phase == .measuring, strikes[at].hasRisen else { return }
    decide(at: at)
  }

  private func decide(at: Int) {
    strikes[at].decide(at: engine.time)
    let speed = strikes[at].speed
    strikes[at].velocity = UInt8(truncatingIfNeeded: velocity(speed, isKnown: isKnown(speed, strikes[at].isKnown)))
    mark()
  }

  /// One more is pending.
  private func mark() {
    state.pending &+= 1
    markPending()
    engine.markFirst(Self.kind)
  }

  /// A speed is known if it was seen, or is at least the greatest that matters.
  private func isKnown(_ speed: Int32, _ isSeen: Bool) -> Bool { isSeen || speed >= state.settings.max_speed }

  private func velocity(_ speed: Int32, isKnown: Bool) -> UInt32 {
    let fixed = UInt32(state.settings.unknown_velocity)
    return isKnown || fixed == 0 ? state.velocity(speed) : fixed
  }

  func ended(_ slot: Int, _ reason: Int32) {
    endLift(slot, reason)
    guard let at = find(engine.touch(slot).pointee.contact) else { return }
    strikes[at].forgetReadings()
    if reason == Reason.lifted && strikes[at].hasRisen {
      if strikes[at].phase == .measuring { decide(at: at) }
    } else if strikes[at].isOpen {
      close(at)
      strikes[at].phase = .apart
    }
  }

  private func endLift(_ slot: Int, _ reason: Int32) {
    if !lifts[slot].isOpen { return }
    lifts[slot].end(isLifted: reason == Reason.lifted)
    if !lifts[slot].isOpen { return letGo(slot) }
    mark()
  }

  /// Contacts have ended.
  func reset() {
    var at = 0
    while at < state.sources {
      if !strikes[at].isOpen { strikes[at] = Strike() }
      at &+= 1
    }
  }

  // MARK: Delivery

  func deliverFirst() -> Bool { deliver() }

  func deliver() -> Bool {
    if state.pending == 0 { return false }
    deliverOne()
    return state.pending != 0
  }

  private func deliverOne() {
    var at = 0
    while at < state.sources && strikes[at].phase != .pending { at &+= 1 }
    if at == state.sources { return deliverLift() }
    // Only the ends of contacts come where samples have left no room.
    let fits = strikes[at].hasRoom || engine.hasRoomBeyondReserve(for: 1)
    close(at)
    strikes[at].phase = .known
    let slot = engine.slot(of: strikes[at].contact)
    if !fits || slot < 0 { return }
    let speed = strikes[at].speed
    var event = self.event(EventType.struck, slot, speed, UInt32(strikes[at].velocity), isKnown: isKnown(speed, strikes[at].isKnown))
    event.late_us = engine.lateness(strikes[at].beganAt)
    engine.post(&event)
  }

  /// One is pending.
  private func deliverLift() {
    var slot = 0
    while lifts[slot].phase != .pending { slot &+= 1 }
    let fits = lifts[slot].hasRoom || engine.hasRoomBeyondReserve(for: 1)
    state.pending &-= 1
    lifts[slot].close()
    letGo(slot)
    let speed = lifts[slot].falls.speed
    let isKnown = isKnown(speed, lifts[slot].falls.isKnown)
    if !fits { return }
    var event = self.event(EventType.letGo, slot, speed, velocity(speed, isKnown: isKnown), isKnown: isKnown)
    engine.post(&event)
  }

  @inline(never)
  private func event(_ type: UInt32, _ slot: Int, _ speed: Int32, _ velocity: UInt32, isKnown: Bool) -> press_event {
    var event = engine.event(type, slot, target: engine.contacts[slot].hit)
    event.value = speed
    event.value2 = Int32(truncatingIfNeeded: velocity) << 16
    if !isKnown { event.flags = EventFlag.unknown }
    return event
  }

  /// Called while its phase still has the old value.
  private func close(_ at: Int) {
    if strikes[at].phase == .pending { state.pending &-= 1 }
    if strikes[at].hasRoom { engine.giveBackRoom() }
    strikes[at].hasRoom = false
    state.open &-= 1
    observeWhatIsOpen()
  }

  private func letGo(_ slot: Int) {
    if lifts[slot].hasRoom { engine.giveBackRoom() }
    lifts[slot].hasRoom = false
    state.held &-= 1
    observeWhatIsOpen()
  }

  // MARK: Sources

  @inline(__always)
  private func find(_ contact: UInt32) -> Int? {
    let recent = Int(state.recent)
    return strikes[recent].contact == contact ? recent : search(contact)
  }

  /// `remembers`: it is found at once the next time. A question writes nothing.
  @inline(never)
  private func search(_ contact: UInt32, remembers: Bool = true) -> Int? {
    var at = 0
    while at < state.sources {
      if strikes[at].contact == contact {
        if remembers { state.recent = UInt16(truncatingIfNeeded: at) }
        return at
      }
      at &+= 1
    }
    return nil
  }

  /// The place of one that was never there, or else of the one that was read longest ago.
  @inline(never)
  private func place(for contact: UInt32, at t: UInt64) -> Int? {
    var found: Int?
    var oldest: UInt64 = 0
    var at = 0
    while at < state.sources {
      let age = strikes[at].contact == Engine.noContact ? UInt64.max : t &- strikes[at].latest
      if !strikes[at].isOpen && age >= oldest {
        oldest = age
        found = at
      }
      at &+= 1
    }
    if let found { strikes[found] = Strike(of: contact) }
    return found
  }

  private func adopt() {
    state.take(state.next)
    state.next.size = 0
  }
}

extension StrikeState {
  @inline(__always)
  static var readApart: IdleWatch.Hook {
    { engine, watch, contact, force, t in
      let own = Strikes(engine, UnsafeMutableRawPointer(watch).assumingMemoryBound(to: StrikeState.self))
      let recent = own.recent
      let isSame = recent.pointee.contact == contact && recent.pointee.isLate == engine.isSensed
      if !isSame || !recent.pointee.isKept(force, at: t) { return own.readApart(contact, force, at: t) }
      return watch.pointee.handOn(engine, contact, force, t)
    }
  }
}

/// The state of strikes; a `Strike` for each source lies behind it, and a `Lift` for each slot.
struct StrikeState {
  var watch = IdleWatch(hook: StrikeState.readApart)
  private(set) var settings: press_strike_config
  /// log2 of the least speed, and how many octaves the most is above it; Q24.
  private var least: Int32 = 0
  private var octaves: Int32 = 0
  /// The config that is used from the next strike on that begins while no other contact is struck; size 0: none waits.
  var next = press_strike_config()
  private let most: UInt32
  var sources: Int { Int(truncatingIfNeeded: most) }
  /// How many are measured or pending.
  var open: UInt16 = 0
  /// The place of the source that was found last: mostly the next is the same.
  var recent: UInt16 = 0
  /// How many contacts are down, or their lift is pending, of which that is looked for.
  var held: UInt16 = 0
  /// How many strikes and lifts are pending.
  var pending: UInt16 = 0

  init(_ c: press_strike_config, sources: Int) {
    settings = c
    most = UInt32(truncatingIfNeeded: sources)
    take(c)
  }

  mutating func take(_ c: press_strike_config) {
    settings = c
    least = Logarithm.log2Q24(UInt32(truncatingIfNeeded: c.min_speed))
    octaves = Logarithm.log2Q24(UInt32(truncatingIfNeeded: c.max_speed)) &- least
  }

  /// 0...127 of a speed, N/s.
  func velocity(_ speed: Int32) -> UInt32 {
    if speed < settings.min_speed { return 0 }
    // The way from the least to the most speed, Q16.
    var way = Q16.one
    if speed < settings.max_speed {
      way =
        settings.curve == StrikeCurve.log
        ? Fraction.q16(above(speed), of: UInt64(truncatingIfNeeded: max(octaves, 0)))
        : Fraction.q16(
          UInt64(truncatingIfNeeded: speed &- settings.min_speed), of: UInt64(truncatingIfNeeded: settings.max_speed &- settings.min_speed))
      if settings.curve == StrikeCurve.power {
        let octaves = Int64(Logarithm.log2Q24(UInt32(truncatingIfNeeded: way))) &- 16 << 24
        way = way == 0 ? 0 : Logarithm.exp2(q24: (octaves &* Int64(settings.exponent)) >> 16, times: Q16.one)
      }
    }
    return 1 &+ UInt32(truncatingIfNeeded: (Int64(way) &* 126 &+ 32768) >> 16)
  }

  /// How many octaves, Q24, a speed is above the least.
  private func above(_ speed: Int32) -> UInt64 {
    UInt64(truncatingIfNeeded: max(Logarithm.log2Q24(UInt32(truncatingIfNeeded: speed)) &- least, 0))
  }
}

/// How one contact is struck, as a value: its readings from before it touched, and the steepest rise since.
///
/// | phase     | what comes                                                             | next      | delivers |
/// |-----------|------------------------------------------------------------------------|-----------|----------|
/// | apart     | a reading; one that is 100 ms later than the one before begins again   | apart     |          |
/// | apart     | it cannot be read, a palm                                              | apart: nothing is known |  |
/// | apart     | its contact begins                                                     | measuring |          |
/// | measuring | a reading; the next comes within the window, and the rise goes on      | measuring |          |
/// | measuring | the latest reading within the window, or one after 12 ms that rises at less than half of the steepest | pending | |
/// | measuring | the force falls below release, or it lifts, with a rise that is known  | pending   |          |
/// | measuring | it lifts without one, or is cancelled                                  | apart     |          |
/// | pending   | it is its turn                                                         | known     | struck   |
/// | pending   | its contact is cancelled                                               | apart     |          |
/// | known     | its contact ends                                                       | known: its readings are forgotten | |
/// | any       | a reset                                                                | apart: nothing is known   | |
struct Strike {
  enum Phase: UInt8 { case apart, measuring, pending, known }

  struct Reading {
    /// The lower bits of the time.
    var t: UInt32 = 0
    var force: Int32 = 0
  }

  /// Contact id; `Engine.noContact`: free.
  var contact: UInt32 = Engine.noContact
  var phase = Phase.apart
  /// The engine keeps room for it in its queue.
  var hasRoom = false
  /// The newest of the ring is so far from the one before it that the next reading comes behind it, not in its place.
  private var isApart = false
  /// Readings come one reading late, behind a median.
  var isLate = false
  /// A ring as that of a lift, which reaches 8 ms back.
  private(set) var readings = InlineArray<6, Reading>(repeating: Reading())
  private(set) var newest: UInt8 = 0
  private(set) var count: UInt8 = 0
  /// A rise is known.
  private(set) var hasRisen = false
  var velocity: UInt8 = 0
  /// Between the latest two readings.
  private(set) var interval: UInt32 = 0
  private(set) var beganAt: UInt64 = 0
  private(set) var latest: UInt64 = 0
  private var rises = Steepest()
  private(set) var delay: UInt32 = 0

  static var gap: UInt64 { 100_000 }
  private static var most: Int { 6 }
  private static var span: UInt32 { 1800 }
  init() {}

  init(of contact: UInt32) { self.contact = contact }

  var isOpen: Bool { phase == .measuring || phase == .pending }

  mutating func begin(at t: UInt64) {
    phase = .measuring
    beganAt = t
    rises = Steepest()
    hasRisen = false
    // The reading that begins it has been taken in already, where it came while nothing touched.
    if latest != t { return }
    let at = Int(newest)
    if count > 2 { add(Strike.before(at), left: Int(count) &- 2) }
    if count > 1 { _ = rise() }
  }

  /// Takes a reading in. Returns whether the strike is past: it rises at less than half of the steepest.
  mutating func read(_ read: Int32, at t: UInt64) -> Bool {
    let force = max(read, 0)
    if !isKept(force, at: t) {
      if t == latest && count != 0 { return false }
      keep(force, at: t)
    }
    return phase == .measuring && count > 1 && rise() && t &- beganAt >= UInt64(Steepest.least)
  }

  /// Takes a reading, 0 or above, into a ring that is full. Returns whether it is, and no gap lies before the reading.
  @inline(__always)
  mutating func isKept(_ force: Int32, at t: UInt64) -> Bool {
    let passed = t &- latest
    if _slowPath(count < UInt8(truncatingIfNeeded: Strike.most)) { return false }
    if _slowPath(passed &- 1 >= Strike.gap) { return false }
    interval = UInt32(truncatingIfNeeded: passed)
    put(force, at: t, readAt: UInt32(truncatingIfNeeded: isLate ? latest : t), isFirst: false)
    return true
  }

  /// The same into one that is not, or begins again.
  private mutating func keep(_ force: Int32, at t: UInt64) {
    let passed = t &- latest
    if passed > Strike.gap { count = 0 }
    interval = UInt32(clamping: passed)
    let before = newest
    put(force, at: t, readAt: UInt32(truncatingIfNeeded: isLate && count != 0 ? latest : t), isFirst: count < 2)
    if newest != before { count = min(count &+ 1, UInt8(truncatingIfNeeded: Strike.most)) }
  }

  /// Behind the newest, or in its place while that is near the one before it.
  @inline(__always)
  private mutating func put(_ force: Int32, at t: UInt64, readAt: UInt32, isFirst: Bool) {
    var at = Int(newest)
    var before = readings[unchecked: at].t
    latest = t
    if isFirst || isApart {
      at = at &+ 1 == Strike.most ? 0 : at &+ 1
      newest = UInt8(truncatingIfNeeded: at)
    } else {
      before = readings[unchecked: Strike.before(at)].t
    }
    isApart = readAt &- before >= Strike.span
    readings[unchecked: at] = Reading(t: readAt, force: force)
  }

  private static func before(_ at: Int) -> Int { (at == 0 ? most : at) &- 1 }

  private mutating func rise() -> Bool {
    hasRisen = true
    return add(Int(newest), left: Int(count) &- 1)
  }

  @discardableResult
  private mutating func add(_ at: Int, left: Int) -> Bool {
    withUnsafePointer(to: &readings) { ring in
      rises.add(UnsafeRawPointer(ring).assumingMemoryBound(to: Reading.self), Strike.most, at: at, left: left, falling: false)
    }
  }

  /// N/s: the steepest rise.
  var speed: Int32 { rises.speed }
  /// Whether that is how fast it was.
  var isKnown: Bool { rises.isKnown }

  /// Whether the next reading, if it comes as this one did, is beyond the window.
  func isLast(within window: UInt32) -> Bool { hasRisen && latest &- beganAt &+ UInt64(interval) > UInt64(window) }

  mutating func decide(at t: UInt64) {
    phase = .pending
    delay = UInt32(clamping: t &- beganAt)
  }

  /// Forgets the readings, and keeps the strike.
  mutating func forgetReadings() { count = 0 }
}
