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
    if state.activatedCount == 8 || !engine.hasRoomBeyondReserve(for: 1) { return Status.noSpace }
    state.activated[unchecked: state.activatedCount] = id
    state.activatedCount &+= 1
    markPending()
    engine.flushFromOutside()
    return Status.ok
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
    // A callback may have removed it.
    guard let target = engine.target(event.target) else { return }
    event.x = Q16.add(target.x, target.width >> 1)
    event.y = Q16.add(target.y, target.height >> 1)
    engine.post(event)
  }
}
