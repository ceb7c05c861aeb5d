import CPress

/// Taps, double taps, holds and scrolls of an engine: a handle. What a contact may become is decided by `Claim`.
public struct Gestures: Interaction {
  static var kind: Attachment { .gestures }
  let engine: Engine
  let memory: UnsafeMutablePointer<GesturesState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<GesturesState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  public init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var gesturesOffset: Int { Layout.aligned(MemoryLayout<GesturesState>.size) }
  public static func size(_ contacts: UInt16) -> Int {
    Layout.aligned(gesturesOffset &+ Int(contacts) &* MemoryLayout<Gesture>.stride)
  }
  private var gestures: UnsafeMutablePointer<Gesture> {
    memory.behind(Gestures.gesturesOffset, Gesture.self)
  }

  // MARK: Config

  public static func makeDefault() -> press_gestures_config {
    var c = press_gestures_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_gestures_config>.size)
    c.hold_us = 500_000
    c.double_tap_us = 300_000
    c.slop = 10 << 16
    c.double_tap_slop = 40 << 16
    c.force_from_hold_delay_us = 200_000
    c.frame_us = 16_667
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/Gestures.swift.
  public enum Rule: UInt8 { case size, hold, slop, doubleTapSlop, frame, reserved }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_gestures_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_gestures_config>.size) { return .size }
    if c.hold_us == 0 { return .hold }
    if c.slop < 0 { return .slop }
    if c.double_tap_slop < 0 { return .doubleTapSlop }
    if c.frame_us == 0 { return .frame }
    return c.reserved.0 | c.reserved.1 | c.reserved.2 != 0 ? .reserved : nil
  }

  public static func attach(_ engine: Engine, _ config: press_gestures_config) -> Int32 {
    let contacts = engine.maxContacts
    // Of each contact an end; a tap that waited, and what the program activates.
    let (status, gestures) = attach(
      to: engine, bytes: size(UInt16(truncatingIfNeeded: contacts)), reserve: contacts &+ 2,
      .began | .sampled | .previewBegan | .ended | .removed | .changed | .reset
    ) { Gestures($0, $1.assumingMemoryBound(to: GesturesState.self)).observe($2) }
    guard let gestures else { return status }
    gestures.memory.initialize(to: GesturesState(config))
    gestures.gestures.initialize(repeating: Gesture(), count: contacts)
    return status
  }

  func observe(_ notice: Notice) -> Answer {
    switch notice {
    case .began(let slot): began(slot)
    case .sampled(let slot): sampled(slot)
    case .previewBegan(let slot): stopWaiting(gestures[slot].isSecond)
    case .ended(let slot, let reason): ended(slot, reason)
    case .removed(let id): removed(id)
    case .changed(let id): changed(id)
    case .reset: state.isWaiting = false
    case .deadline: return .due(deadline)
    case .fire(let t, let more): fire(t, more: more)
    case .settle: return .more(tellOne())
    case .ask, .previewTold, .commitTold, .previewStopped, .fell: break
    }
    return .none
  }

  // MARK: Samples

  private func began(_ slot: Int) {
    let contact = engine.contacts + slot
    let hit = contact.pointee.hit
    var g = Gesture()
    g.beganAt = contact.pointee.touch.t_us
    (g.canTap, g.tapTarget) = engine.nearest(hit, with: Trait.tap)
    (g.canHold, g.holdTarget) = engine.nearest(hit, with: Trait.hold)
    (g.canScroll, g.scrollTarget) = engine.nearest(hit, with: Trait.scroll)
    g.canDoubleTap = g.canTap && engine.traits(of: g.tapTarget) & Trait.doubleTap != 0
    if g.canHold { g.holdAt = Wide.addSaturating(g.beganAt, state.holdAfter) }
    if state.riseWithin != 0 { g.risesAt = Wide.addSaturating(g.beganAt, state.riseDelay) }
    engine.schedule(min(g.holdAt, g.risesAt))
    if state.isWaiting {
      let near = Engine.isWithin(state.doubleTapSlop, contact.pointee.startX, contact.pointee.startY, state.waiting.x, state.waiting.y)
      g.isSecond = near && g.canDoubleTap && g.tapTarget == state.waiting.target
      if g.isSecond { state.waitsUntil = Engine.never } else { stopWaiting(true) }
    }
    gestures[slot] = g
  }

  private func sampled(_ slot: Int) {
    let contact = engine.contacts + slot
    if contact.pointee.claim == .open && engine.hasMoved(slot, state.slop) { moved(slot) }
    if contact.pointee.claim == .scroll { owe(slot, .scrollMoved) }
    raise(slot)
  }

  /// The contact left the place where it began.
  private func moved(_ slot: Int) {
    let contact = engine.contacts + slot
    stopWaiting(gestures[slot].isSecond)
    // It does not hold still any more: what force it has is its own.
    gestures[slot].risesAt = Engine.never
    let scrolls = gestures[slot].canScroll && contact.pointee.claim.may(.scroll)
    contact.pointee.become(scrolls ? .scroll : .moved)
    if scrolls {
      engine.stopPreview(slot, Reason.none)
      owe(slot, .scrollBegan)
    }
  }

  private func ended(_ slot: Int, _ reason: Int32) {
    let contact = engine.contacts + slot
    let isLifted = reason == Reason.lifted
    gestures[slot].reason = reason
    switch contact.pointee.claim {
    case .open: if isLifted { lifted(slot) } else { stopWaiting(gestures[slot].isSecond) }
    case .hold: owe(slot, isLifted ? .holdEnded : .holdCancelled)
    case .scroll:
      if !isLifted { forgetMoved(slot) }
      owe(slot, isLifted ? .scrollEnded : .scrollCancelled)
    // It came as the second touch, before something was on show, or dragged.
    case .actions, .drag, .over: stopWaiting(gestures[slot].isSecond)
    case .moved, .preview: break
    }
  }

  /// An open contact lifted: a tap, if its target takes taps and it was short enough.
  private func lifted(_ slot: Int) {
    let g = gestures[slot]
    // When the force fell.
    let t = engine.contacts[slot].touch.t_us &- UInt64(engine.contacts[slot].late)
    let isShort = state.tapWithin == 0 || t &- g.beganAt <= state.tapWithin
    if !g.canTap || !isShort || !engine.contacts[slot].claim.mayTap {
      stopWaiting(g.isSecond)
    } else if g.isSecond {
      state.isWaiting = false
      owe(slot, .doubleTapped)
    } else if g.canDoubleTap && state.doubleTapWithin != 0 {
      stopWaiting(true)
      if state.owesWaiting { return owe(slot, .tapped) }
      state.waiting = engine.event(EventType.tapped, slot, target: g.tapTarget)
      state.waiting.t_us = t
      state.isWaiting = true
      state.waitsUntil = Wide.addSaturating(t, state.doubleTapWithin)
      engine.schedule(state.waitsUntil)
    } else {
      owe(slot, .tapped)
    }
  }

  /// The tap that waited for a second one is a tap.
  @inline(never)
  private func stopWaiting(_ really: Bool) {
    if !really || !state.isWaiting { return }
    state.isWaiting = false
    state.owesWaiting = true
    owe()
  }

  /// A target lost traits: what needs them ends as if it had been removed.
  private func changed(_ id: UInt32) {
    let traits = engine.traits(of: id)
    var slot = 0
    while slot < engine.maxContacts {
      if engine.isOccupied(slot) && engine.contacts[slot].isOpen {
        let g = gestures[slot]
        if g.tapTarget == id && traits & Trait.tap == 0 { gestures[slot].canTap = false }
        if g.holdTarget == id && traits & Trait.hold == 0 { loseHold(slot) }
        if g.scrollTarget == id && traits & Trait.scroll == 0 { loseScroll(slot) }
      }
      slot &+= 1
    }
  }

  private func loseHold(_ slot: Int) {
    gestures[slot].canHold = false
    gestures[slot].holdAt = Engine.never
    if engine.contacts[slot].claim == .hold { cancel(slot, Reason.targetRemoved) }
  }

  private func loseScroll(_ slot: Int) {
    gestures[slot].canScroll = false
    if engine.contacts[slot].claim == .scroll { cancel(slot, Reason.targetRemoved) }
  }

  private func removed(_ id: UInt32) {
    if state.waiting.target == id {
      state.isWaiting = false
      state.owesWaiting = false
    }
    var slot = 0
    while slot < engine.maxContacts {
      if gestures[slot].tapTarget == id {
        gestures[slot].canTap = false
        gestures[slot].owes &= ~(Gesture.Debt.tapped.rawValue | Gesture.Debt.doubleTapped.rawValue)
      }
      if engine.contacts[slot].isOpen && engine.isOccupied(slot) { removed(id, from: slot) }
      slot &+= 1
    }
  }

  private func removed(_ id: UInt32, from slot: Int) {
    if gestures[slot].holdTarget == id { loseHold(slot) }
    if gestures[slot].scrollTarget == id { loseScroll(slot) }
  }

  @inline(never)
  private func cancel(_ slot: Int, _ reason: Int32) {
    gestures[slot].reason = reason
    forgetMoved(slot)
    let isHold = engine.contacts[slot].claim == .hold
    let began = (isHold ? Gesture.Debt.holdBegan : .scrollBegan).rawValue
    // What was not told to begin is not told to end.
    if gestures[slot].owes & began == 0 { owe(slot, isHold ? .holdCancelled : .scrollCancelled) }
    gestures[slot].owes &= ~began
    gestures[slot].isSecond = false
    engine.contacts[slot].become(.over)
  }

  /// A move that is not told yet is not told any more.
  private func forgetMoved(_ slot: Int) { gestures[slot].owes &= ~Gesture.Debt.scrollMoved.rawValue }

  // MARK: Time

  private var deadline: UInt64 {
    var first = state.isWaiting ? state.waitsUntil : Engine.never
    var slot = 0
    while slot < engine.maxContacts {
      if engine.isOccupied(slot) && engine.contacts[slot].phase == .down {
        if engine.contacts[slot].claim.may(.hold) { first = min(first, gestures[slot].holdAt) }
        if isRising(slot) { first = min(first, gestures[slot].risesAt) }
      }
      slot &+= 1
    }
    return first
  }

  /// Time goes on for so long after this deadline, as far as is known.
  private func fire(_ t: UInt64, more: UInt64) {
    if state.isWaiting && state.waitsUntil <= t { return stopWaiting(true) }
    var slot = 0
    while slot < engine.maxContacts {
      if engine.isOccupied(slot) && engine.contacts[slot].phase == .down {
        if engine.contacts[slot].claim.may(.hold) && gestures[slot].holdAt <= t { return hold(slot) }
        if isRising(slot) && gestures[slot].risesAt <= t { return rise(slot, more: more) }
      }
      slot &+= 1
    }
  }

  private func hold(_ slot: Int) {
    stopWaiting(gestures[slot].isSecond)
    engine.contacts[slot].become(.hold)
    engine.contacts[slot].touch.t_us = engine.now
    // Its finger may have been about to lift when it was due.
    engine.contacts[slot].late = engine.lateness(gestures[slot].holdAt)
    engine.stopPreview(slot, Reason.none)
    owe(slot, .holdBegan)
  }

  /// Whether holding still stands in for force: as long as nothing else became of the contact, and it may get further.
  private func isRising(_ slot: Int) -> Bool {
    let c = engine.contacts[slot]
    return state.riseWithin != 0 && (c.claim == .open || c.claim == .preview)
      && c.touch.pressure < Q16.one && c.preview.mayStep
  }

  /// A frame of rising pressure without a sample.
  private func rise(_ slot: Int, more: UInt64) {
    let t = engine.now
    engine.contacts[slot].touch.t_us = t
    engine.contacts[slot].late = engine.lateness(gestures[slot].risesAt)
    raise(slot)
    // Of the frames that a jump of time passes the newest will do.
    let frames = max(Wide.divide(more, by: state.frame), 1)
    gestures[slot].risesAt = Wide.addSaturating(t, frames &* state.frame)
    engine.advance(slot)
  }

  @inline(never)
  private func raise(_ slot: Int) {
    let contact = engine.contacts + slot
    // A contact that was down before gestures were attached never rises.
    if gestures[slot].risesAt == Engine.never || !(contact.pointee.claim == .open || contact.pointee.claim == .preview) { return }
    let start = Wide.addSaturating(gestures[slot].beganAt, state.riseDelay)
    if contact.pointee.touch.t_us <= start { return }
    let held = min(contact.pointee.touch.t_us &- start, state.riseWithin)
    let risen = Int32(truncatingIfNeeded: Wide.divide(held << 16, by: state.riseWithin))
    contact.pointee.touch.pressure = max(contact.pointee.touch.pressure, risen)
    // It was full in between: no frame is due in the past.
    if gestures[slot].risesAt < contact.pointee.touch.t_us { gestures[slot].risesAt = contact.pointee.touch.t_us }
  }

  // MARK: Telling

  @inline(never)
  private func owe(_ slot: Int, _ debt: Gesture.Debt) {
    gestures[slot].owes |= debt.rawValue
    owe()
  }

  private func tellOne() -> Bool {
    if state.owesWaiting {
      state.owesWaiting = false
      var event = state.waiting
      event.late_us = engine.lateness(event.t_us)
      engine.post(event)
      return true
    }
    if state.activatedCount > 0 {
      tellActivated()
      return true
    }
    var slot = 0
    while slot < engine.maxContacts {
      let owes = gestures[slot].owes
      let first = owes & (0 &- owes)
      gestures[slot].owes = owes & ~first
      if let debt = Gesture.Debt(rawValue: first) {
        tell(debt, slot)
        return true
      }
      slot &+= 1
    }
    return false
  }

  private func tell(_ debt: Gesture.Debt, _ slot: Int) {
    let g = gestures[slot]
    switch debt {
    case .tapped: engine.post(engine.event(EventType.tapped, slot, target: g.tapTarget))
    case .doubleTapped: engine.post(engine.event(EventType.doubleTapped, slot, target: g.tapTarget))
    case .holdBegan: engine.post(engine.event(EventType.holdBegan, slot, target: g.holdTarget))
    case .holdEnded: engine.post(engine.event(EventType.holdEnded, slot, target: g.holdTarget, g.reason))
    case .holdCancelled: engine.post(engine.event(EventType.holdCancelled, slot, target: g.holdTarget, g.reason))
    case .scrollBegan: engine.post(engine.event(EventType.scrollBegan, slot, target: g.scrollTarget))
    case .scrollMoved: engine.post(scrolled(EventType.scrollMoved, slot, 0))
    case .scrollEnded: engine.post(scrolled(EventType.scrollEnded, slot, g.reason))
    case .scrollCancelled: engine.post(scrolled(EventType.scrollCancelled, slot, g.reason))
    }
  }

  @inline(never)
  private func scrolled(_ type: UInt32, _ slot: Int, _ reason: Int32) -> press_event {
    var event = engine.event(type, slot, target: gestures[slot].scrollTarget, reason)
    event.value = Q16.subtract(engine.contacts[slot].touch.x, engine.contacts[slot].startX)
    event.value2 = Q16.subtract(engine.contacts[slot].touch.y, engine.contacts[slot].startY)
    return event
  }

  // MARK: Calls of the program

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
    engine.settleFromOutside()
    return Status.ok
  }

  public func activate(_ id: UInt32) -> Int32 {
    guard let target = engine.target(id) else { return Status.notFound }
    if target.traits & Trait.tap == 0 { return Status.state }
    if state.activatedCount == 8 || !engine.hasRoomBeyondReserve(for: 1) { return Status.noSpace }
    state.activated[unchecked: state.activatedCount] = id
    state.activatedCount &+= 1
    owe()
    engine.settleFromOutside()
    return Status.ok
  }

  private func tellActivated() {
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
