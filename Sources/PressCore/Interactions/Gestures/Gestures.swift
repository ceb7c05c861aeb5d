import CPress

/// Taps, double taps, holds and scrolls of an engine: a handle. `Claim` decides what a contact may become.
package struct Gestures: Interaction {
  static var kind: Attachment { .gestures }
  let engine: Engine
  let memory: UnsafeMutablePointer<GesturesState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<GesturesState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var gesturesOffset: Int { Layout.aligned(MemoryLayout<GesturesState>.size) }
  package static func size(_ config: press_gestures_config, contacts: Int) -> Int {
    AttachmentHead.size &+ Layout.aligned(gesturesOffset &+ contacts &* MemoryLayout<Gesture>.stride)
  }

  var gestures: UnsafeMutablePointer<Gesture> {
    memory.behind(Gestures.gesturesOffset, Gesture.self)
  }

  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_gestures_config) -> Int32 {
    let contacts = engine.maxContacts
    // Each contact may have an end; besides a tap that waited, and what the program activates.
    let (status, gestures) = attach(
      to: engine, bytes: size(config, contacts: contacts), room: Room(ends: config.ends(contacts: engine.maxContacts)),
      .apart | .began | .sampled | .becomes | .released | .ended | .removed | .changed | .reached | .reset
        | .deadline
    ) { Gestures($0, $1.assumingMemoryBound(to: GesturesState.self)).observe($2) }
    guard let gestures else { return status }
    gestures.memory.initialize(to: GesturesState(config))
    gestures.gestures.initialize(repeating: Gesture(), count: contacts)
    return status
  }

  func apart(_ sample: UnsafePointer<Sample>) {
    state.forceful = sample.pointee.flags & SampleFlag.hasForce != 0 ? sample.pointee.contact : UInt32.max
  }

  func becomes(_ slot: Int) { stopWaiting(gestures[slot].isSecond) }

  func reset() { state.isWaiting = false }

  // MARK: Samples

  func began(_ slot: Int) {
    let contact = engine.contacts + slot
    let hit = contact.pointee.hit
    if state.next.size != 0 { adopt(slot) }
    var g = Gesture()
    g.beganAt = engine.sampledAt
    (g.canTap, g.tapTarget) = engine.nearest(hit, with: Trait.tap)
    (g.canHold, g.holdTarget) = engine.nearest(hit, with: Trait.hold)
    (g.canScroll, g.scrollTarget) = engine.nearest(hit, with: Trait.scroll)
    g.canDoubleTap = g.canTap && engine.traits(of: g.tapTarget) & Trait.doubleTap != 0
    g.isInside = g.canTap && isWithin(g.tapTarget, contact)
    if g.canHold { g.holdAt = Wide.addSaturating(g.beganAt, UInt64(state.settings.hold_us)) }
    let isForceful = state.forceful == contact.pointee.touch.contact
    if state.settings.force_from_hold_us != 0 && !isForceful {
      g.risesAt = Wide.addSaturating(g.beganAt, UInt64(state.settings.force_from_hold_delay_us))
    }
    if state.isWaiting {
      let near = Engine.isWithin(
        state.settings.double_tap_slop, contact.pointee.startX, contact.pointee.startY, state.waiting.x, state.waiting.y)
      g.isSecond = near && g.canDoubleTap && g.tapTarget == state.waiting.target
      if g.isSecond { state.waitsUntil = Engine.never } else { stopWaiting(true) }
    }
    gestures[slot] = g
    engine.schedule(min(min(g.holdAt, g.risesAt), tapFails(slot)))
  }

  /// Whether a contact lies in a target; in the surface, 0, none does.
  private func isWithin(_ id: UInt32, _ contact: UnsafePointer<Contact>) -> Bool {
    engine.contains(id, contact.pointee.touch.x, contact.pointee.touch.y)
  }

  func sampled(_ slot: Int) {
    let contact = engine.contacts + slot
    if contact.pointee.claim == .open { stray(slot) }
    if contact.pointee.claim == .preview && gestures[slot].canTap && maySayTap(slot) { strayAsPreview(slot) }
    if contact.pointee.claim == .scroll { markPending(slot, .scrollMoved) }
    raise(slot)
  }

  /// How far an open contact is from where it began decides what it may still become.
  private func stray(_ slot: Int) {
    let contact = engine.contacts + slot
    let isBeyond = engine.hasMoved(slot, state.settings.slop)
    let isBeyondHold = engine.hasMoved(slot, state.settings.hold_slop)
    if isBeyondHold {
      gestures[slot].holdAt = Engine.never
      // It does not hold still any more: what force it has is its own.
      gestures[slot].risesAt = Engine.never
    }
    let scrolls = gestures[slot].canScroll
    if scrolls && engine.hasMoved(slot, state.settings.scroll_slop) && !engine.isClaimed(slot, .scroll) && takesTurn(slot) { return scroll(slot) }
    // It has become something else: a swipe.
    if contact.pointee.claim != .open { return }
    if isBeyond {
      failTap(slot, Reason.moved)
    } else if gestures[slot].isInside && gestures[slot].canTap && !isWithin(gestures[slot].tapTarget, contact) {
      failTap(slot, Reason.leftTarget)
    }
    if isBeyond && isBeyondHold && !scrolls { engine.become(slot, .moved) }
  }

  /// A preview that moved, or left its target, is no tap any more. Nobody expects one: nothing says so.
  @inline(never)
  private func strayAsPreview(_ slot: Int) {
    let isOutside = gestures[slot].isInside && !isWithin(gestures[slot].tapTarget, engine.contacts + slot)
    if isOutside || engine.hasMoved(slot, state.settings.slop) { gestures[slot].canTap = false }
  }

  /// Whether a contact may scroll its target now: one at a time does. While the finger of another lies on it, or may come back to where its
  /// content stands still, it waits, and from then on it moves by slop again. It takes over where content goes on without that finger.
  @inline(never)
  private func takesTurn(_ slot: Int) -> Bool {
    let (x, y) = (engine.contacts[slot].touch.x, engine.contacts[slot].touch.y)
    let other = scroller(of: gestures[slot].scrollTarget)
    if other >= 0 && !gestures[other].yields {
      (gestures[slot].turn, gestures[slot].fromX, gestures[slot].fromY) = (.waits, x, y)
      return false
    }
    let isNear = Engine.isWithin(state.settings.scroll_slop, x, y, gestures[slot].fromX, gestures[slot].fromY)
    if gestures[slot].turn == .waits && isNear { return false }
    if other >= 0 {
      // Its end comes before this beginning, whichever slot is the lower.
      gestures[other].goesFirst = true
      cancel(other, Reason.touched)
      engine.markFirst(Self.kind)
    }
    return true
  }

  /// The contact that scrolls a target, -1: none does.
  func scroller(of target: UInt32) -> Int {
    var found = -1
    engine.eachOccupied { slot in
      let scrolls = engine.contacts[slot].isOpen && engine.contacts[slot].claim == .scroll
      if scrolls && gestures[slot].scrollTarget == target { found = slot }
    }
    return found
  }

  /// The stages of `reached`: a contact is about to scroll its target; its scroll was cancelled.
  static var scrolls: UInt8 { 1 }
  static var scrollsNoMore: UInt8 { 2 }

  private func scroll(_ slot: Int) {
    stopWaiting(gestures[slot].isSecond)
    gestures[slot].risesAt = Engine.never
    engine.become(slot, .scroll)
    engine.notify(.reached(slot, Self.kind, stage: Gestures.scrolls, target: gestures[slot].scrollTarget))
    let contact = engine.contacts + slot
    let counts = state.settings.flags & GesturesFlag.scrollFromTouch != 0 && gestures[slot].turn == .free
    gestures[slot].fromX = counts ? contact.pointee.startX : contact.pointee.touch.x
    gestures[slot].fromY = counts ? contact.pointee.startY : contact.pointee.touch.y
    engine.stopPreview(slot, Reason.none)
    markPending(slot, .scrollBegan)
  }

  /// A scroll is further by so much than its finger, from now on.
  func move(_ slot: Int, by dx: Int32, _ dy: Int32) {
    (gestures[slot].fromX, gestures[slot].fromY) = (Q16.subtract(gestures[slot].fromX, dx), Q16.subtract(gestures[slot].fromY, dy))
  }

  /// How far a scroll is.
  func way(_ slot: Int) -> (x: Int32, y: Int32) {
    let touch = engine.contacts[slot].touch
    return (Q16.subtract(touch.x, gestures[slot].fromX), Q16.subtract(touch.y, gestures[slot].fromY))
  }

  /// A contact that caught what was thrown is no tap.
  func reached(_ slot: Int, _ who: Attachment, stage: UInt8, target: UInt32) {
    if who == .scroll && stage == Scrolls.caught { gestures[slot].canTap = false }
  }

  /// An open contact cannot be a tap any more. Said once, where nothing else says it.
  @inline(never)
  func failTap(_ slot: Int, _ reason: Int32) {
    stopWaiting(gestures[slot].isSecond)
    if !gestures[slot].canTap { return }
    gestures[slot].canTap = false
    gestures[slot].tapReason = UInt8(truncatingIfNeeded: reason)
    markPending(slot, .tapFailed)
  }

  func ended(_ slot: Int, _ reason: Int32) {
    let contact = engine.contacts + slot
    let isLifted = reason == Reason.lifted
    gestures[slot].reason = reason
    forget(slot, .holdRepeated)
    switch contact.pointee.claim {
    case .open: if isLifted { lifted(slot) } else { stopWaiting(gestures[slot].isSecond) }
    case .hold: markPending(slot, isLifted ? .holdEnded : .holdCancelled)
    case .scroll:
      if !isLifted { forget(slot, .scrollMoved) }
      markPending(slot, isLifted ? .scrollEnded : .scrollCancelled)
    // It came as the second touch, before something was on show, or dragged.
    case .actions, .drag, .lifted, .pinch, .over: stopWaiting(gestures[slot].isSecond)
    case .preview: if isLifted && maySayTap(slot) { lifted(slot) }
    case .moved: break
    }
  }

  /// Whether a contact that previews is still a tap where it lifts soon: a quick press is one, however hard it was.
  private func maySayTap(_ slot: Int) -> Bool {
    engine.settings.previewAfter != 0 && engine.contacts[slot].preview.state == .previewing
  }

  /// An open contact lifted: a tap, if its target takes taps and it was short enough.
  private func lifted(_ slot: Int) {
    let g = gestures[slot]
    // When the force fell.
    let t = engine.contacts[slot].touch.t_us &- UInt64(engine.contacts[slot].late)
    let isPreview = engine.contacts[slot].claim == .preview
    let longest = state.settings.tap_us == 0 && isPreview ? state.settings.hold_us : state.settings.tap_us
    let isShort = longest == 0 || t <= Wide.addSaturating(g.beganAt, UInt64(longest))
    if !g.canTap || !isShort {
      stopWaiting(g.isSecond)
    } else if g.isSecond {
      takeWaiting()
      markPending(slot, .doubleTapped)
    } else if g.canDoubleTap && state.settings.double_tap_us != 0 {
      stopWaiting(true)
      if state.isTapPending { return markPending(slot, .tapped) }
      state.waiting = engine.event(EventType.tapped, slot, target: g.tapTarget)
      state.waiting.t_us = t
      state.isWaiting = true
      state.waitsUntil = Wide.addSaturating(t, UInt64(state.settings.double_tap_us))
      engine.schedule(state.waitsUntil)
    } else {
      markPending(slot, .tapped)
    }
  }

  /// The tap that waited for a second one is a tap. It comes before whatever the second touch becomes, which is none any more.
  @inline(never)
  func stopWaiting(_ really: Bool) {
    if !really || !state.isWaiting { return }
    takeWaiting()
    state.isTapPending = true
    engine.markFirst(Self.kind)
  }

  /// Whatever else came second to it is second to nothing any more.
  private func takeWaiting() {
    state.isWaiting = false
    var slot = 0
    while slot < engine.maxContacts {
      gestures[slot].isSecond = false
      slot &+= 1
    }
  }

  /// The program releases a contact.
  func released(_ slot: Int) {
    stopWaiting(gestures[slot].isSecond)
    let claim = engine.contacts[slot].claim
    if claim == .hold || claim == .scroll { cancel(slot, Reason.program) }
  }

  /// A target lost traits: what needs them ends as if it had been removed.
  func changed(_ id: UInt32) {
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

  /// Ends that the removal causes name the target a last time; ends that had another cause do not.
  func removed(_ id: UInt32) {
    forgetActivated(id)
    if state.waiting.target == id {
      state.isWaiting = false
      state.isTapPending = false
    }
    var slot = 0
    while slot < engine.maxContacts {
      if gestures[slot].tapTarget == id {
        gestures[slot].canTap = false
        gestures[slot].pending &= ~(Gesture.Pending.tapped.rawValue | Gesture.Pending.doubleTapped.rawValue | Gesture.Pending.tapFailed.rawValue)
      }
      removed(id, from: slot)
      slot &+= 1
    }
  }

  private func removed(_ id: UInt32, from slot: Int) {
    let isOpen = engine.isOccupied(slot) && engine.contacts[slot].isOpen
    let claim = engine.contacts[slot].claim
    if gestures[slot].holdTarget == id {
      if isOpen { loseHold(slot) }
      if isOpen && claim == .hold { gestures[slot].goesFirst = true } else { gestures[slot].holdTarget = 0 }
    }
    if gestures[slot].scrollTarget == id {
      if isOpen { loseScroll(slot) }
      if isOpen && claim == .scroll { gestures[slot].goesFirst = true } else { gestures[slot].scrollTarget = 0 }
    }
  }

  @inline(never)
  func cancel(_ slot: Int, _ reason: Int32) {
    gestures[slot].reason = reason
    forget(slot, .scrollMoved)
    forget(slot, .holdRepeated)
    let isHold = engine.contacts[slot].claim == .hold
    let began = (isHold ? Gesture.Pending.holdBegan : .scrollBegan).rawValue
    // If the beginning was not delivered, the end is not delivered either.
    if gestures[slot].pending & began == 0 { markPending(slot, isHold ? .holdCancelled : .scrollCancelled) }
    gestures[slot].pending &= ~began
    gestures[slot].isSecond = false
    engine.become(slot, .over)
    if !isHold { engine.notify(.reached(slot, Self.kind, stage: Gestures.scrollsNoMore, target: gestures[slot].scrollTarget)) }
  }

  /// Drops pending events.
  private func forget(_ slot: Int, _ what: Gesture.Pending) { gestures[slot].pending &= ~what.rawValue }
}

/// The state of gestures; one `Gesture` for each slot lies behind it.
struct GesturesState {
  var settings: press_gestures_config
  /// Applied when a contact begins while no other is down; size 0: nothing waits.
  var next = press_gestures_config()
  /// A tap that waits for a second one, as it will be delivered; until when, and whether a second touch is there.
  var waiting = press_event()
  var waitsUntil: UInt64 = UInt64.max
  /// Targets that the program activated and that are not delivered yet; how many it activated from callbacks at one time, and which
  /// time that was.
  var activatedAt: UInt64 = 0
  var activated = InlineArray<8, UInt32>(repeating: 0)
  var activatedInside: UInt32 = 0
  /// The contact of the latest sample whose own force counts.
  var forceful: UInt32 = UInt32.max
  private var pendingActivations: UInt8 = 0
  var activatedCount: Int {
    get { Int(pendingActivations) }
    set { pendingActivations = UInt8(truncatingIfNeeded: newValue) }
  }
  var isWaiting = false
  /// It waits no longer: it is pending.
  var isTapPending = false
  /// Slots of which something may be pending.
  var pendingSlots: UInt32 = 0

  init(_ c: press_gestures_config) {
    settings = c
  }
}

/// The interactions that one contact may still become besides a preview, and its pending events.
struct Gesture {
  /// What is delivered, in this order. Bits, and no OptionSet: its array literal allocates.
  enum Pending: UInt16 {
    case tapped = 1
    case doubleTapped = 2
    case holdBegan = 4
    case holdEnded = 8
    case holdCancelled = 16
    case scrollBegan = 32
    case scrollMoved = 64
    case scrollEnded = 128
    case scrollCancelled = 256
    case tapFailed = 512
    case holdRepeated = 1024
  }

  static var taps: UInt16 { Pending.tapped.rawValue | Pending.doubleTapped.rawValue }

  var beganAt: UInt64 = 0
  /// When it is a hold, or when a hold repeats; when its pressure rises next.
  var holdAt: UInt64 = UInt64.max
  var risesAt: UInt64 = UInt64.max
  /// The targets with the traits, the one hit or a container; and whether there are any.
  var tapTarget: UInt32 = 0
  var holdTarget: UInt32 = 0
  var scrollTarget: UInt32 = 0
  /// Where a scroll counts from, less what it went on by without its finger. While it waits: where its finger was last.
  var fromX: Int32 = 0
  var fromY: Int32 = 0
  /// How often a hold repeated.
  var repeats: Int32 = 0
  var reason: Int32 = 0
  var pending: UInt16 = 0
  /// Why it cannot be a tap any more.
  var tapReason: UInt8 = 0
  var canTap = false
  var canDoubleTap = false
  var canHold = false
  var canScroll = false
  /// The second touch of what may be a double tap.
  var isSecond = false
  /// It began within the target that would be tapped.
  var isInside = false
  /// Its end comes before all else: its target is gone, or another contact takes over.
  var goesFirst = false
  /// Whether its scroll waits for that of another contact on its target; and, once that is over, whether it moved on by then.
  enum Turn: UInt8 { case free, waits, goes }
  var turn = Turn.free
  /// Its content coasts, or was caught while it coasted: another contact may scroll it.
  var yields = false
}
