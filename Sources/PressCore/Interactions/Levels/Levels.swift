import CPress

/// The levels of the contacts of an engine, and their accelerator. A handle, as Engine is.
package struct Levels: Interaction {
  static var kind: Attachment { .levels }
  let engine: Engine
  let memory: UnsafeMutablePointer<LevelsState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<LevelsState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var climbsOffset: Int { Layout.aligned(MemoryLayout<LevelsState>.size) }
  package static func size(_ config: press_levels_config, contacts: Int) -> Int {
    AttachmentHead.size &+ climbsOffset &+ contacts &* MemoryLayout<Climb>.stride
  }

  var climbs: UnsafeMutablePointer<Climb> { memory.behind(Levels.climbsOffset, Climb.self) }

  /// The config is valid. A sample brings one event, and what it begins ends.
  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_levels_config) -> Int32 {
    let (status, own) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: config.ends(contacts: engine.maxContacts), ofASample: 2),
      .began | .sampled | .fell | .ended | .deadline
    ) {
      Levels($0, $1.assumingMemoryBound(to: LevelsState.self)).observe($2)
    }
    guard let own else { return status }
    own.memory.initialize(to: LevelsState(config))
    own.climbs.initialize(repeating: Climb(), count: engine.maxContacts)
    return status
  }

  /// The config that was given last, whether it counts yet or not.
  package var given: press_levels_config { state.given }

  package func set(_ config: press_levels_config) -> Int32 {
    state.given = config
    state.isChanged = true
    return Status.ok
  }

  /// Nil: the contact is not down.
  package func get(_ contact: UInt32) -> press_levels_status? {
    let slot = engine.downSlot(of: contact)
    if slot < 0 { return nil }
    let climb = climbs[slot]
    var status = press_levels_status()
    status.level = UInt32(climb.level)
    status.highest = UInt32(climb.highest)
    status.repeats = climb.level == 0 ? 0 : climb.repeats
    status.interval_us = climb.interval
    return status
  }

  package func cancel(_ contact: UInt32) -> Int32 {
    let slot = engine.downSlot(of: contact)
    if slot < 0 { return Status.notFound }
    if climbs[slot].level == 0 { return Status.state }
    spend(slot, Reason.program)
    engine.flushFromOutside()
    return Status.ok
  }

  // MARK: Notices

  func began(_ slot: Int) {
    if state.isChanged && engine.isAlone(slot) {
      state.settings = LevelsSettings(state.given)
      state.isChanged = false
    }
    climbs[slot] = Climb()
  }

  func sampled(_ slot: Int, read force: Int32, isSensed: Bool) {
    let climb = climbs + slot
    if climb.pointee.isSpent { return }
    if isMoving(slot) { return spend(slot, Reason.moved) }
    let pressure = engine.contacts[slot].touch.pressure
    let felt = isSensed ? engine.felt(slot, read: force) : pressure
    if climb.pointee.isWell(within: felt, pressure, state.settings) && !(state.settings.repeats && climb.pointee.level != 0) { return }
    let reached = state.settings.reached(felt)
    let settled = climb.pointee.settled(reached, isSensed: isSensed)
    let before = climb.pointee.level
    let mayBegin = before != 0 || settled == 0 || hasRoomToBegin(slot)
    if climb.pointee.step(pressure, settled: settled, state.settings, mayBegin: mayBegin) { mark(slot) }
    let level = climb.pointee.level
    if level == 0 { return climb.pointee.end(Reason.none) }
    if !state.settings.repeats { return }
    let rate = state.settings.rate(pressure, level)
    if before == 0 {
      climb.pointee.startRepeating(rate, after: state.settings.delay, at: engine.now)
    } else {
      climb.pointee.repeats(at: rate, engine.now, after: state.settings.delay)
    }
    engine.schedule(climb.pointee.repeatAt)
  }

  func fell(_ slot: Int) { climbs[slot].restart() }

  @inline(never)
  func ended(_ slot: Int, _ reason: Int32) {
    if climbs[slot].level == 0 { return }
    climbs[slot].end(reason)
    mark(slot)
  }

  /// At no level until its contact lifts.
  private func spend(_ slot: Int, _ reason: Int32) {
    climbs[slot].isSpent = true
    ended(slot, reason)
  }

  private func isMoving(_ slot: Int) -> Bool {
    if UInt32(state.settings.flags) & LevelsFlag.notWhileMoving == 0 { return false }
    let claim = engine.contacts[slot].claim
    return claim == .scroll || claim == .drag || claim == .pinch
  }

  /// Its end will have room, or none is needed.
  private func hasRoomToBegin(_ slot: Int) -> Bool {
    if !climbs[slot].hasRoom { climbs[slot].hasRoom = engine.holdRoom(more: 1, spare: 1) }
    return climbs[slot].hasRoom || !engine.isPolled
  }

  private func mark(_ slot: Int) {
    state.pending |= engine.bit(slot)
    markPending()
  }

  // MARK: Time

  var deadline: UInt64 {
    var first = Engine.never
    if !state.settings.repeats { return first }
    engine.eachOccupied { slot in
      if engine.contacts[slot].phase == .down { first = min(first, climbs[slot].repeatAt) }
    }
    return first
  }

  @inline(never)
  func fire(_ t: UInt64, more: UInt64) {
    var slot = 0
    while slot < engine.maxContacts {
      if engine.isOccupied(slot) && engine.contacts[slot].phase == .down && climbs[slot].repeatAt <= t { return repeats(slot, more: more) }
      slot &+= 1
    }
  }

  private func repeats(_ slot: Int, more: UInt64) {
    let due = climbs[slot].repeatAt
    // A program that polls too late misses repeats, never an end.
    if !climbs[slot].repeatNow(more: more) || !engine.hasRoomBeyondReserve(for: 1) { return }
    // Its finger may have been about to lift when it was due.
    engine.setLate(slot, engine.lateness(due))
    climbs[slot].isRepeatPending = true
    mark(slot)
  }

  // MARK: Delivery

  func deliver() -> Bool {
    if state.pending == 0 { return false }
    let slot = state.pending.trailingZeroBitCount
    if !deliver(slot) { state.pending &= ~engine.bit(slot) }
    return true
  }

  private func deliver(_ slot: Int) -> Bool {
    let climb = climbs + slot
    let (level, delivered) = (climb.pointee.level, climb.pointee.delivered)
    if level == 0 && climb.pointee.hasRoom {
      climb.pointee.hasRoom = false
      engine.giveBackRoom()
    }
    if level != delivered {
      climb.pointee.delivered = level
      post(type(from: delivered, to: level, Int32(climb.pointee.reason)), slot, value2: Int32(delivered), Int32(climb.pointee.reason))
      return true
    }
    if !climb.pointee.isRepeatPending { return false }
    climb.pointee.isRepeatPending = false
    post(EventType.levelRepeated, slot, value2: Int32(truncatingIfNeeded: climb.pointee.repeats), Reason.none)
    return true
  }

  private func type(from delivered: UInt8, to level: UInt8, _ reason: Int32) -> UInt32 {
    if level != 0 { return delivered == 0 ? EventType.levelsBegan : level > delivered ? EventType.levelEntered : EventType.levelLeft }
    return reason == Reason.none || reason == Reason.lifted ? EventType.levelsEnded : EventType.levelsCancelled
  }

  private func post(_ type: UInt32, _ slot: Int, value2: Int32, _ reason: Int32) {
    var event = engine.event(type, slot, target: engine.contacts[slot].hit, reason)
    event.value = Int32(climbs[slot].level)
    event.value2 = value2
    engine.post(&event)
  }
}

/// The state of levels; a `Climb` for each slot lies behind it.
struct LevelsState {
  var settings: LevelsSettings
  /// The last config that was given, and whether it waits until a contact begins while no other is down.
  var given: press_levels_config
  var isChanged = false
  /// Slots of which something may be pending.
  var pending: UInt32 = 0

  init(_ c: press_levels_config) { (settings, given) = (LevelsSettings(c), c) }
}

/// Where the levels lie, and how fast the accelerator repeats. Made once from a config.
struct LevelsSettings {
  private let count: UInt8
  let flags: UInt8
  let delay: UInt32
  /// Where each is entered; and how far below that it is left.
  private var enters = InlineArray<8, Int32>(repeating: Int32.max)
  private let hysteresis: Int32
  private let ramp: Ramp
  /// Repeats a microsecond, Q48, at the first level and at the last; 0: none.
  private let slow, fast: UInt64

  init(_ c: press_levels_config) {
    count = UInt8(truncatingIfNeeded: c.count)
    flags = UInt8(truncatingIfNeeded: c.flags)
    delay = c.repeat_delay_us
    ramp = Ramp(from: c.first_pressure, to: c.last_pressure)
    slow = c.repeat_us == 0 ? 0 : LevelsSettings.rate(c.repeat_us)
    fast = LevelsSettings.rate(c.repeat_fast_us)
    let span = UInt64(truncatingIfNeeded: c.last_pressure &- c.first_pressure)
    let distances = UInt64(c.count &- 1)
    hysteresis = Int32(truncatingIfNeeded: Wide.divide((span &* UInt64(truncatingIfNeeded: c.hysteresis)) &>> 16, by: distances))
    var i = 0
    while i < Int(count) {
      let above = Wide.divide(span &* UInt64(truncatingIfNeeded: i), by: distances)
      enters[unchecked: i] = c.first_pressure &+ Int32(truncatingIfNeeded: above)
      i &+= 1
    }
  }

  private static func rate(_ interval: UInt32) -> UInt64 { Wide.divideRounded(1 << 48, by: UInt64(interval)) }
  static func interval(_ rate: UInt64) -> UInt64 { max(Wide.divideRounded(1 << 48, by: rate), 1) }

  /// The highest level that is at or below a pressure, 0: there is none.
  func reached(_ pressure: Int32) -> UInt8 {
    var level: UInt8 = 0
    while level < count && pressure >= enters[unchecked: Int(level)] { level &+= 1 }
    return level
  }

  /// Whether that is the highest level which is at or below a pressure.
  @inline(__always)
  func isAt(_ level: UInt8, _ pressure: Int32) -> Bool {
    (level == 0 || pressure >= enters(level)) && (level == count || pressure < enters[unchecked: Int(level)])
  }

  /// A level from 1 on is entered at this pressure.
  func enters(_ level: UInt8) -> Int32 { enters[unchecked: Int(level &- 1)] }

  /// It is left below this. Without pressure every one is.
  func leaves(_ level: UInt8) -> Int32 { max(enters(level) &- hysteresis, 1) }

  var repeats: Bool { slow != 0 }

  /// Repeats a microsecond at a pressure, at that level; 0: none.
  func rate(_ pressure: Int32, _ level: UInt8) -> UInt64 {
    if slow == 0 { return 0 }
    let isStepped = UInt32(flags) & LevelsFlag.stepped != 0
    let share = Int64(ramp(isStepped ? enters(level) : pressure))
    let more = (Int64(truncatingIfNeeded: fast) &- Int64(truncatingIfNeeded: slow)) &* share
    return slow &+ UInt64(bitPattern: more >> 16)
  }
}

/// Where one contact is among the levels, as a value, and when it repeats.
///
/// | at    | what comes                                                        | next  | delivers                          |
/// |-------|-------------------------------------------------------------------|-------|-----------------------------------|
/// | 0     | a pressure below the first level                                  | 0     |                                   |
/// | 0     | one at or above level m, no room is left                          | 0     |                                   |
/// | 0     | one at or above level m                                           | m     | began                             |
/// | n     | one at or above a higher level m                                  | m     | entered                           |
/// | n     | one below level n, by less than the hysteresis                    | n     |                                   |
/// | n     | one that is so much below levels n to m + 1                       | m     | left                              |
/// | n     | one that is so much below the first, or none                      | 0     | ended                             |
/// | n     | a repeat is due, its contact is down                              | n     | repeated                          |
/// | n     | its contact lifts                                                 | 0     | ended: lifted                     |
/// | n     | its contact is cancelled                                          | 0     | cancelled: as its contact         |
/// | n     | the program cancels it                                            | spent | cancelled: program                |
/// | any   | its contact scrolls, drags or pinches, if that is so configured   | spent | cancelled: moved, from a level    |
/// | spent | anything but the end of its contact                               | spent |                                   |
/// | any   | the force falls below release, within the grace                   | same  | no repeat before it comes back    |
///
/// A sample of a sensor is at or above a level once three in a row are. Between two deliveries only where it is then and where it was
/// count: what cancels out is not delivered.
struct Climb {
  /// 0: at none; as it is, as it was delivered, and the highest since it began.
  private(set) var level: UInt8 = 0
  var delivered: UInt8 = 0
  private(set) var highest: UInt8 = 0
  var isSpent = false
  /// The engine keeps room for its end.
  var hasRoom = false
  var isRepeatPending = false
  /// Why it is at none any more.
  private(set) var reason: Int16 = 0
  /// The levels that its latest three samples were at, four bits each, the newest lowest.
  private(set) var recent: UInt16 = 0
  private(set) var repeats: UInt32 = 0
  /// When it repeats next, and repeats a microsecond until then.
  private(set) var repeatAt = Engine.never
  private var rate: UInt64 = 0

  /// The level of a sample of a sensor: the level that all of the latest three reach.
  mutating func settled(_ reached: UInt8, isSensed: Bool) -> UInt8 {
    recent = isSensed ? recent << 4 | UInt16(reached) : UInt16(reached) &* 0x111
    return UInt8(truncatingIfNeeded: min(min(recent & 15, recent >> 4 & 15), recent >> 8 & 15))
  }

  /// Whether a sample changes nothing: the level is settled, and it lies above where that is entered and below where the next one is. `felt`: by
  /// which pressure it reaches a level.
  @inline(__always)
  func isWell(within felt: Int32, _ pressure: Int32, _ settings: borrowing LevelsSettings) -> Bool {
    if recent != UInt16(level) &* 0x111 { return false }
    if level != 0 { if pressure < settings.enters(level) { return false } }
    return settings.isAt(level, felt)
  }

  /// Clears the debounce.
  mutating func restart() { recent = 0 }

  /// A sample of a pressure, which is settled at a level. Returns whether it is at another one than before.
  mutating func step(_ pressure: Int32, settled: UInt8, _ settings: borrowing LevelsSettings, mayBegin: Bool) -> Bool {
    let before = level
    while level > 0 {
      if pressure >= settings.leaves(level) { break }
      level &-= 1
    }
    if before == 0 && !mayBegin { return false }
    level = max(level, settled)
    highest = level == 0 ? 0 : max(highest, level)
    reason = 0
    return level != before
  }

  /// At no level any more.
  mutating func end(_ reason: Int32) {
    (level, highest) = (0, 0)
    self.reason = Int16(truncatingIfNeeded: reason)
    (repeatAt, isRepeatPending) = (Engine.never, false)
  }

  // MARK: The accelerator

  /// It came to a level.
  mutating func startRepeating(_ rate: UInt64, after delay: UInt32, at t: UInt64) {
    repeats = 0
    self.rate = rate
    repeatAt = rate == 0 ? Engine.never : Wide.addSaturating(t, delay == 0 ? LevelsSettings.interval(rate) : UInt64(delay))
  }

  /// Repeats at another rate from here on. The rest until the next repeat stays the same part of an interval.
  mutating func repeats(at rate: UInt64, _ t: UInt64, after delay: UInt32) {
    if rate == self.rate { return }
    let isDelayed = repeats == 0 && delay != 0
    if !isDelayed && repeatAt > t && repeatAt != Engine.never {
      repeatAt = Wide.addSaturating(t, max(Wide.divideRounded((repeatAt &- t) &* self.rate, by: rate), 1))
    }
    self.rate = rate
  }

  /// A repeat is due. `more`: how far the clock jumps past the deadline; of the repeats in that time only the newest is delivered.
  mutating func repeatNow(more: UInt64) -> Bool {
    let interval = LevelsSettings.interval(rate)
    let skipped = Wide.divide(more, by: interval)
    let count = max(skipped, 1)
    repeats = UInt32(truncatingIfNeeded: min(UInt64(repeats) &+ min(count, Climb.mostRepeats), Climb.mostRepeats))
    repeatAt = Wide.addSaturating(repeatAt, count &* interval)
    return skipped == 0
  }

  /// The highest number of repeats that an event can carry.
  private static var mostRepeats: UInt64 { UInt64(Int32.max) }

  var interval: UInt32 { repeatAt == Engine.never ? 0 : UInt32(truncatingIfNeeded: LevelsSettings.interval(rate)) }
}
