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
    AttachmentHead.size &+ Layout.aligned(gesturesOffset &+ Int(contacts) &* MemoryLayout<Gesture>.stride)
  }
  var gestures: UnsafeMutablePointer<Gesture> {
    memory.behind(Gestures.gesturesOffset, Gesture.self)
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
    case .deliver: return .more(deliverOne())
    case .ask, .previewUpdated, .commitUpdated, .previewStopped, .fell, .held, .peeked: break
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
    if contact.pointee.claim == .scroll { markPending(slot, .scrollMoved) }
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
      markPending(slot, .scrollBegan)
    }
  }

  private func ended(_ slot: Int, _ reason: Int32) {
    let contact = engine.contacts + slot
    let isLifted = reason == Reason.lifted
    gestures[slot].reason = reason
    switch contact.pointee.claim {
    case .open: if isLifted { lifted(slot) } else { stopWaiting(gestures[slot].isSecond) }
    case .hold: markPending(slot, isLifted ? .holdEnded : .holdCancelled)
    case .scroll:
      if !isLifted { forgetMoved(slot) }
      markPending(slot, isLifted ? .scrollEnded : .scrollCancelled)
    // It came as the second touch, before something was on show, or dragged.
    case .actions, .drag, .lifted, .over: stopWaiting(gestures[slot].isSecond)
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
      markPending(slot, .doubleTapped)
    } else if g.canDoubleTap && state.doubleTapWithin != 0 {
      stopWaiting(true)
      if state.isTapPending { return markPending(slot, .tapped) }
      state.waiting = engine.event(EventType.tapped, slot, target: g.tapTarget)
      state.waiting.t_us = t
      state.isWaiting = true
      state.waitsUntil = Wide.addSaturating(t, state.doubleTapWithin)
      engine.schedule(state.waitsUntil)
    } else {
      markPending(slot, .tapped)
    }
  }

  /// The tap that waited for a second one is a tap.
  @inline(never)
  func stopWaiting(_ really: Bool) {
    if !really || !state.isWaiting { return }
    state.isWaiting = false
    state.isTapPending = true
    markPending()
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

  func removed(_ id: UInt32) {
    if state.waiting.target == id {
      state.isWaiting = false
      state.isTapPending = false
    }
    var slot = 0
    while slot < engine.maxContacts {
      if gestures[slot].tapTarget == id {
        gestures[slot].canTap = false
        gestures[slot].pending &= ~(Gesture.Pending.tapped.rawValue | Gesture.Pending.doubleTapped.rawValue)
      }
      if engine.contacts[slot].isOpen && engine.isOccupied(slot) { removed(id, from: slot) }
      slot &+= 1
    }
  }

  func removed(_ id: UInt32, from slot: Int) {
    if gestures[slot].holdTarget == id { loseHold(slot) }
    if gestures[slot].scrollTarget == id { loseScroll(slot) }
  }

  @inline(never)
  func cancel(_ slot: Int, _ reason: Int32) {
    gestures[slot].reason = reason
    forgetMoved(slot)
    let isHold = engine.contacts[slot].claim == .hold
    let began = (isHold ? Gesture.Pending.holdBegan : .scrollBegan).rawValue
    // What was not delivered to begin is not delivered to end.
    if gestures[slot].pending & began == 0 { markPending(slot, isHold ? .holdCancelled : .scrollCancelled) }
    gestures[slot].pending &= ~began
    gestures[slot].isSecond = false
    engine.contacts[slot].become(.over)
  }

  /// A move that is not delivered yet is not delivered any more.
  private func forgetMoved(_ slot: Int) { gestures[slot].pending &= ~Gesture.Pending.scrollMoved.rawValue }
}
