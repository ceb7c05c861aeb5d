import CPress

/// The levels of the contacts of an engine, and their accelerator. A handle, as Engine is.
public struct Levels: Interaction {
  static var kind: Attachment { .levels }
  let engine: Engine
  let memory: UnsafeMutablePointer<LevelsState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<LevelsState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  public init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var climbsOffset: Int { Layout.aligned(MemoryLayout<LevelsState>.size) }
  public static func size(_ config: press_levels_config, contacts: Int) -> Int {
    AttachmentHead.size &+ climbsOffset &+ contacts &* MemoryLayout<Climb>.stride
  }

  var climbs: UnsafeMutablePointer<Climb> { memory.behind(Levels.climbsOffset, Climb.self) }

  /// The config is valid. A sample brings one event, and what it begins ends.
  public static func attach(_ engine: Engine, _ config: press_levels_config) -> Int32 {
    let (status, own) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: 0, ofASample: 2),
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
  public var given: press_levels_config { state.given }

  public func set(_ config: press_levels_config) -> Int32 {
    state.given = config
    state.isChanged = true
    return Status.ok
  }

  /// Nil: the contact is not down.
  public func get(_ contact: UInt32) -> press_levels_status? {
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

  public func cancel(_ contact: UInt32) -> Int32 {
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
    let reached = state.settings.reached(isSensed ? engine.felt(slot, read: force) : pressure)
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
    engine.contacts[slot].late = engine.lateness(due)
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
