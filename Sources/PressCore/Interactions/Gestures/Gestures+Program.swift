import CPress

/// Calls of the program.
extension Gestures {
  public func stateOf(_ contact: UInt32) -> Int32 {
    let slot = engine.downSlot(of: contact)
    return slot < 0 ? Status.notFound : Int32(engine.contacts[slot].claim.rawValue)
  }

  @inline(never)
  public func cancel(_ contact: UInt32) -> Int32 {
    let slot = engine.downSlot(of: contact)
    if slot < 0 { return Status.notFound }
    let claim = engine.contacts[slot].claim
    if !engine.contacts[slot].isOpen || (claim != .hold && claim != .scroll) { return Status.state }
    cancel(slot, Reason.program)
    engine.flushFromOutside()
    return Status.ok
  }

  public func activate(_ id: UInt32) -> Int32 {
    guard let target = engine.target(id) else { return Status.notFound }
    if target.traits & Trait.tap == 0 { return Status.state }
    if !engine.hasRoomBeyondReserve(for: 1) { return Status.full }
    if !mayActivate { return Status.noSpace }
    if engine.isBusy { state.activatedInside &+= 1 }
    state.activated[unchecked: state.activatedCount] = id
    state.activatedCount &+= 1
    markPending()
    engine.flushFromOutside()
    return Status.ok
  }

  /// From callbacks 8 at one time: a callback that activates what calls it ends.
  private var mayActivate: Bool {
    let now = engine.state.now &+ engine.state.stats.samples
    if !engine.isBusy || state.activatedAt != now {
      state.activatedAt = now
      state.activatedInside = 0
    }
    return state.activatedInside < 8
  }

  /// Its target is gone.
  func forgetActivated(_ id: UInt32) {
    var i = 0
    while i < state.activatedCount {
      if state.activated[unchecked: i] == id { state.activated[unchecked: i] = 0 }
      i &+= 1
    }
  }

  /// A config counts from the next contact on that comes while no other is down and no tap waits.
  /// The config that was given last, whether it counts yet or not.
  public var given: press_gestures_config { state.next.size != 0 ? state.next : state.settings }

  public func set(_ config: press_gestures_config) -> Int32 {
    state.next = config
    return Status.ok
  }

  func adopt(_ slot: Int) {
    if state.isWaiting || !engine.isAlone(slot) { return }
    state.settings = state.next
    state.next.size = 0
  }

  func deliverActivated() {
    var event = press_event()
    event.type = EventType.tapped
    event.contact = UInt32.max
    event.target = state.activated[unchecked: 0]
    event.reason = Reason.program
    state.activatedCount &-= 1
    var i = 0
    while i < state.activatedCount {
      state.activated[unchecked: i] = state.activated[unchecked: i &+ 1]
      i &+= 1
    }
    // A callback may have removed it: it is 0.
    guard let target = engine.target(event.target) else { return }
    event.x = Q16.add(target.x, target.width >> 1)
    event.y = Q16.add(target.y, target.height >> 1)
    engine.post(&event)
  }
}
