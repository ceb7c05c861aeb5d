import CPress
import Glibc
@testable import PressCore

/// Normalises an engine without changing its behaviour: times are shifted to a fixed moment, and values that nothing reads any more become
/// 0. So two engines of a walk are in one state if their bytes are equal, and no code of the state can leave out anything that matters.
final class RoomNormal {
  /// When a step begins. No other number in an engine is near it.
  static let start: UInt64 = 0x7A5A_4000_0000
  private static let near: UInt64 = 1 << 30
  /// Older times are set to this age.
  private static let oldest = 3 * RoomSetup.unit

  let setup: RoomSetup
  let size: Int
  /// Masks of the storage, by which attachments lie where.
  private var masks: [UInt64: [UInt64]] = [:]

  init(setup: RoomSetup, size: Int) { (self.setup, self.size) = (setup, size) }

  private func mask(_ engine: Engine) -> [UInt64] {
    var (at, key) = (engine.state.attached, UInt64(0))
    while at != 0 {
      key = (key ^ UInt64(at)) &* 0xFF51_AFD7_ED55_8CCD
      at = engine.head(at).pointee.next
    }
    if let known = masks[key] { return known }
    masks[key] = RoomMask(engine, contacts: setup.contacts, size: size).words
    return masks[key]!
  }

  func make(_ engine: Engine) {
    clearEngine(engine)
    if setup.coasts { return makeCoasting(engine) }
    clearContacts(engine)
    clearTargets(engine)
    if let gestures = Gestures(engine) { clear(gestures) }
    if let button = Buttons(engine) { clear(button) }
    if let strikes = Strikes(engine) { clear(strikes) }
    if let scrolls = Scrolls(engine) { clear(scrolls) }
    if let levels = Levels(engine) { clear(levels) }
    if let peek = Peeks(engine) { clear(peek) }
    if let transitions = Transitions(engine) { clear(transitions) }
    if let drag = Drags(engine) { clear(drag) }
    if let pinches = Pinches(engine) { clear(pinches) }
    shift(engine)
  }

  /// Places and speeds count, so nothing is left out but time.
  private func makeCoasting(_ engine: Engine) {
    for slot in 0..<setup.contacts where !engine.isOccupied(slot) && engine.state.waiting == 0 {
      memset(engine.contactSlots + slot, 0, MemoryLayout<Contact>.size)
    }
    if let scrolls = Scrolls(engine) {
      for slot in 0..<setup.contacts { shift(bytes(scrolls.tracks + slot, \ScrollTrack.trail), isOpen(engine, slot), engine.now) }
    }
    // The trail of a transition begins 8 bytes in, behind the slot of its contact.
    if let runs = Transitions(engine) { shift(bytes(runs.slots, \TransitionSlot.binding.trail) + 8, isOpen(engine, 0), engine.now) }
    shift(engine)
  }

  /// Shifts the times of a trail, which have 32 bits. A trail that is older than its window is never read: it is cleared.
  private func shift(_ trail: UnsafeMutableRawPointer, _ isOpen: Bool, _ now: UInt64) {
    precondition(MemoryLayout<Trail>.size == 160)
    let all = trail.assumingMemoryBound(to: Trail.self)
    if !isOpen || now &- all.pointee.latestAt > UInt64(Trail.Rule().window) { return all.pointee = Trail() }
    let by = UInt32(truncatingIfNeeded: now &- Self.start)
    for place in [4] + (0..<11).map({ 24 + 12 * $0 }) {
      trail.storeBytes(of: trail.load(fromByteOffset: place, as: UInt32.self) &- by, toByteOffset: place, as: UInt32.self)
    }
  }

  private func clearEngine(_ engine: Engine) {
    memset(engine.events, 0, engine.state.outbox.capacity * MemoryLayout<press_event>.stride)
    engine.state.outbox.first = 0
    engine.state.stats = EngineState.Counts()
    (engine.state.recentTarget, engine.state.isRestarted, engine.state.ticked, engine.state.looks) = (0, false, 0, 0)
    let due = engine.nextDeadline
    // `earliest` is a lower bound: looking for due deadlines too early does no harm.
    if engine.state.earliest <= due { engine.state.earliest = engine.state.earliest <= engine.now ? engine.now : due }
  }

  private func isOpen(_ engine: Engine, _ slot: Int) -> Bool { engine.isOccupied(slot) && engine.contacts[slot].isOpen }

  private func clearContacts(_ engine: Engine) {
    let hasPlace = setup.has(.gestures) || setup.has(.peek) || setup.has(.drag) || setup.has(.pinch)
    for slot in 0..<setup.contacts {
      let c = engine.contactSlots + slot
      if !engine.isOccupied(slot) && engine.state.waiting == 0 { memset(c, 0, MemoryLayout<Contact>.size) }
      c.pointee.late = 0
      c.pointee.peak = 0
      if c.pointee.phase != .lifting { (c.pointee.grace, c.pointee.fallen) = (0, 0) }
      if c.pointee.phase != .barred { c.pointee.endReason = 0 }
      c.pointee.previewReason = 0
      // No force of the walk but 0 is less than a quarter of another, so no sensor keeps a residue.
      if c.pointee.phase == .barred || !setup.has(.button) { c.pointee.touch.force = 0 }
      // Progress is not thinned; samples step a preview if it grows or if pressure rises.
      let preview = c.pointee.preview
      let isYoung = preview.state == .young
      let asksAt = Int32(truncatingIfNeeded: (preview.growsAt(now: engine.now) ?? 0) &- engine.now &+ Self.start)
      let endsAt = (preview.mayEndAt(now: engine.now) &- engine.now) / RoomSetup.unit * RoomSetup.unit &+ Self.start
      if !isYoung && !(isOpen(engine, slot) && preview.growsAt(now: engine.now) != nil)
        && !(setup.rises && isOpen(engine, slot) && c.pointee.preview.mayStep)
      {
        c.pointee.touch.pressure = 0
      }
      // The levels of its samples say more than its next sample only if it may grow without a sample.
      let risen = preview.growsAt(now: engine.now) == nil ? 0 : (bytes(c, \Contact.preview) + 1).load(as: UInt8.self) & 0x3f
      memset(bytes(c, \Contact.preview) + 1, 0, MemoryLayout<Preview>.size - 1)
      (bytes(c, \Contact.preview) + 1).storeBytes(of: risen, as: UInt8.self)
      if isYoung { (bytes(c, \Contact.preview) + MemoryLayout<Preview>.offset(of: \Preview.progress)!).storeBytes(of: asksAt, as: Int32.self) }
      if preview.early != 0 && (isYoung || preview.growsAt(now: engine.now) != nil) {
        let early = UInt16(truncatingIfNeeded: (endsAt &+ 1023) >> 10)
        (bytes(c, \Contact.preview) + MemoryLayout<Preview>.offset(of: \Preview.early)!).storeBytes(of: early, as: UInt16.self)
      }
      let isStill = c.pointee.claim == .open || c.pointee.claim == .preview
      if !isStill || !hasPlace { memset(bytes(c, \Contact.startX), 0, 8) }
      if !hasPlace { (c.pointee.touch.x, c.pointee.touch.y) = (0, 0) }
      if engine.isOccupied(slot) { c.pointee.touch.t_us = engine.now &- age(engine, slot) }
    }
  }

  /// The contact that has been barred longest gives up its place.
  private func age(_ engine: Engine, _ slot: Int) -> UInt64 {
    if engine.contacts[slot].phase != .barred { return 0 }
    let isOldest = (0..<setup.contacts).allSatisfy {
      engine.contacts[$0].phase != .barred || engine.contacts[$0].touch.t_us >= engine.contacts[slot].touch.t_us
    }
    return isOldest ? RoomSetup.unit : 0
  }

  /// There are two, which do not touch: their order does not matter.
  private func clearTargets(_ engine: Engine) {
    for i in 0..<engine.targetCapacity { engine.targets[i].entry = 0 }
    if engine.state.targetCount == 1 { memset(engine.targets + 1, 0, MemoryLayout<Target>.stride) }
    if engine.state.targetCount == 2 && engine.targets[0].spec.id == 2 { swap(&engine.targets[0], &engine.targets[1]) }
  }

  private func clear(_ gestures: Gestures) {
    gestures.state.activatedAt = 0
    if !gestures.state.isWaiting { (gestures.state.waiting, gestures.state.waitsUntil) = (press_event(), Engine.never) }
    for slot in 0..<setup.contacts {
      let g = gestures.gestures + slot
      if !isOpen(gestures.engine, slot) && g.pointee.pending == 0 { g.pointee = Gesture() }
      (g.pointee.reason, g.pointee.tapReason) = (0, 0)
      // The claims that a contact with a claim cannot have any more.
      let claim = gestures.engine.contacts[slot].claim
      if claim != .open {
        (g.pointee.canTap, g.pointee.canDoubleTap, g.pointee.canHold, g.pointee.canScroll, g.pointee.isInside) = (false, false, false, false, false)
      }
      if claim != .open && claim != .hold { g.pointee.holdAt = Engine.never }
      if claim != .open && !setup.rises { g.pointee.beganAt = 0 }
      g.pointee.repeats = 0
      if g.pointee.turn != .waits { (g.pointee.fromX, g.pointee.fromY) = (0, 0) }
    }
  }

  private func clear(_ button: Buttons) {
    let place = UnsafeMutableRawPointer(button.memory) + Layout.aligned(MemoryLayout<ButtonState>.size)
    // The tracks hold the speed of contacts, which nothing reads here; and the grace is configured.
    for slot in 0..<setup.contacts { place.assumingMemoryBound(to: ButtonTrack.self)[slot] = ButtonTrack() }
    if button.state.button.state != .lifting {
      button.state.grace = 0
      withUnsafeMutableBytes(of: &button.memory.pointee.button) {
        $0.storeBytes(of: 0, toByteOffset: MemoryLayout<Button>.offset(of: \Button.fellAt)!, as: UInt64.self)
      }
    }
    (button.state.endLate, button.state.pressSlot, button.state.endSlot, button.state.endType, button.state.endReason) = (0, 0, 0, 0, 0)
    button.state.endIsFirst = false
    if !button.state.button.isDown { button.state.heldBy = 0 }
  }

  func strikes(_ strikes: Strikes) -> UnsafeMutablePointer<Strike> {
    (UnsafeMutableRawPointer(strikes.memory) + Layout.aligned(MemoryLayout<StrikeState>.size)).assumingMemoryBound(to: Strike.self)
  }

  private func clear(_ strikes: Strikes) {
    let engine = strikes.engine
    let all = self.strikes(strikes)
    for at in 0..<strikes.state.sources {
      let s = all + at
      let slot = engine.slot(of: s.pointee.contact)
      let isDown = slot >= 0 && engine.contacts[slot].isOpen
      if s.pointee.isOpen {
        keepNewest(s)
      } else if isDown || s.pointee.count == 0 || engine.now &- s.pointee.latest > Strike.gap {
        // Nothing reads its result any more, and its readings begin again.
        s.pointee = Strike(of: s.pointee.contact)
      } else {
        let (force, t) = (s.pointee.readings[Int(s.pointee.newest)].force, s.pointee.latest)
        s.pointee = Strike(of: s.pointee.contact)
        _ = s.pointee.read(force, at: t)
      }
      // A padding byte.
      memset(bytes(s, \Strike.isLate) + 1, 0, 1)
      setReadingTime(s, max(s.pointee.latest &- (engine.now &- Self.start), Self.start &- Self.oldest))
    }
    for slot in 0..<setup.contacts { clear(strikes.lifts + slot) }
  }

  /// The speed of the fall is not compared; the time of the last reading decides whether a reading comes before the fall.
  private func clear(_ lift: UnsafeMutablePointer<Lift>) {
    if !lift.pointee.isOpen { return lift.pointee = Lift() }
    memset(bytes(lift, \Lift.readings), 0, MemoryLayout<InlineArray<24, Strike.Reading>>.size)
    memset(bytes(lift, \Lift.falls), 0, MemoryLayout<Steepest>.size)
    bytes(lift, \Lift.newest).storeBytes(of: 0, as: UInt8.self)
    bytes(lift, \Lift.counted).storeBytes(of: lift.pointee.counted &- lift.pointee.count &+ min(lift.pointee.count, 1), as: UInt8.self)
  }

  private func bytes<T>(_ s: UnsafeMutablePointer<T>, _ key: PartialKeyPath<T>) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(s) + MemoryLayout<T>.offset(of: key)!
  }

  /// A rise is measured from the newest reading to the next.
  private func keepNewest(_ s: UnsafeMutablePointer<Strike>) {
    let newest = s.pointee.readings[Int(s.pointee.newest)]
    let all = bytes(s, \Strike.readings)
    memset(all, 0, MemoryLayout<InlineArray<6, Strike.Reading>>.size)
    all.storeBytes(of: newest, as: Strike.Reading.self)
    bytes(s, \Strike.newest).storeBytes(of: 0, as: UInt8.self)
    bytes(s, \Strike.interval).storeBytes(of: 0, as: UInt32.self)
    bytes(s, \Strike.count).storeBytes(of: min(s.pointee.count, 1), as: UInt8.self)
    s.pointee.velocity = 0
    bytes(s, \Strike.delay).storeBytes(of: 0, as: UInt32.self)
  }

  private func setReadingTime(_ s: UnsafeMutablePointer<Strike>, _ t: UInt64) {
    let newest = bytes(s, \Strike.readings) + Int(s.pointee.newest) * MemoryLayout<Strike.Reading>.stride
    if s.pointee.count > 0 { newest.storeBytes(of: UInt32(truncatingIfNeeded: t), as: UInt32.self) }
  }

  /// Clears speeds, because none has an effect; content at rest is moved to one fixed place.
  private func clear(_ scrolls: Scrolls) {
    for slot in 0..<setup.contacts {
      let t = scrolls.tracks + slot
      t.pointee.trail = Trail()
      t.pointee.drags = false
      if !t.pointee.isActive && !t.pointee.isSwipePending { t.pointee = ScrollTrack() }
      (t.pointee.x, t.pointee.y) = (t.pointee.isMoving ? t.pointee.x : 0, 0)
    }
    let content = scrolls.all
    if content.pointee.isTaken && !content.pointee.runs {
      content.pointee.move(by: (30 << 16) &- content.pointee.content.x, 0 &- content.pointee.content.y)
      let (target, pending, kept) = (content.pointee.target, content.pointee.pending, content.pointee.content)
      if pending == 0 {
        content.pointee = Throw()
        (content.pointee.target, content.pointee.isTaken, content.pointee.isDeclared) = (target, true, true)
        content.pointee.declare(kept)
      }
    }
    // The vertical axis has no bounds: a run is the same at any place of it.
    if content.pointee.runs {
      let by = 0 &- content.pointee.content.y
      content.pointee.move(by: 0, by)
      let (from, goal) = (content.pointee.y.from &+ by, content.pointee.y.goal &+ by)
      let course = bytes(content, \Throw.y)
      (course + MemoryLayout<ThrowCourse>.offset(of: \.from)!).storeBytes(of: from, as: Int32.self)
      (course + MemoryLayout<ThrowCourse>.offset(of: \.goal)!).storeBytes(of: goal, as: Int32.self)
    }
    content.pointee.late = 0
    if !content.pointee.isTaken { content.pointee = Throw() }
  }

  private func clear(_ levels: Levels) {
    for slot in 0..<setup.contacts {
      let c = levels.climbs + slot
      // In programs, the next sample alone says where it is. Nothing asks for its way.
      let (isSpent, level) = (c.pointee.isSpent && isOpen(levels.engine, slot), c.pointee.level)
      if level == 0 {
        let hasRoom = c.pointee.hasRoom
        c.pointee = Climb()
        (c.pointee.isSpent, c.pointee.hasRoom) = (isSpent, hasRoom)
        continue
      }
      memset(bytes(c, \Climb.highest), 0, 1)
      memset(bytes(c, \Climb.recent), 0, MemoryLayout<UInt16>.size)
      memset(bytes(c, \Climb.repeats), 0, MemoryLayout<UInt32>.size)
    }
  }

  private func clear(_ peek: Peeks) {
    for i in peek.state.pendingCount..<Peeks.mostPending { peek.state.pending[i] = PeekState.Pending() }
    if !isOpen(peek.engine, 0) { peek.state.known &= ~1 }
    if setup.contacts > 1 && !isOpen(peek.engine, 1) { peek.state.known &= ~2 }
    if peek.state.phase != .revealed {
      (peek.state.restX, peek.state.restY, peek.state.topY, peek.state.topAction, peek.state.restsSince) = (0, 0, 0, 0, 0)
    }
    if peek.state.holdSlot < 0 { peek.state.holdAt = Engine.never }
    if peek.state.phase != .none { return }
    (peek.state.shownY, peek.state.target, peek.state.highlighted, peek.state.passedOver) = (0, 0, 0, 0)
    peek.state.peek = press_peek()
  }

  private func clear(_ transitions: Transitions) {
    let slot = transitions.slots
    slot.pointee.binding.trail = TransitionTrail()
    if slot.pointee.machine.state == .none { slot.pointee.machine = Transition(frameTime: slot.pointee.machine.frameTime) }
    if slot.pointee.pending.isNothing { slot.pointee.pending = .nothing }
  }

  private func clear(_ pinches: Pinches) {
    let tracks = (0..<setup.contacts).map { pinches.tracks + $0 }
    for slot in 0..<setup.contacts where !isOpen(pinches.engine, slot) { tracks[slot].pointee = PinchTrack() }
    // The contact that came first, and the one that was sampled last, or both at once.
    let (serials, times) = (Set(tracks.map(\.pointee.serial)).sorted(), Set(tracks.map(\.pointee.latest)).sorted())
    for track in tracks {
      track.pointee.serial = UInt32(serials.firstIndex(of: track.pointee.serial)!)
      track.pointee.latest = UInt64(times.firstIndex(of: track.pointee.latest)!)
    }
    pinches.state.serial = UInt32(serials.count)
    for p in 0..<PinchState.pairs(setup.contacts) {
      let pair = pinches.pairs + p
      (pair.pointee.force, pair.pointee.pressure, pair.pointee.reason, pair.pointee.late) = (0, 0, 0, 0)
      pair.pointee.trail = Trail()
      if pair.pointee.phase == .free { pair.pointee = Pinch() }
      if pair.pointee.phase != .pinched { continue }
      // Round and round is as once.
      (pair.pointee.isTurning, pair.pointee.turned, pair.pointee.turnBase, pair.pointee.angle) = (true, 0, 0, 0)
      (pair.pointee.startX, pair.pointee.startY) = (0, 0)
    }
  }

  private func clear(_ drag: Drags) {
    for slot in 0..<setup.contacts {
      let track = drag.tracks + slot
      if !isOpen(drag.engine, slot) && track.pointee.isLifted == track.pointee.isDelivered && !track.pointee.isLifted { track.pointee = DragTrack() }
      track.pointee.late = 0
      if !track.pointee.isLifted { (track.pointee.x, track.pointee.y) = (0, 0) }
      if track.pointee.isLifted == track.pointee.isDelivered { track.pointee.reason = 0 }
      if !track.pointee.canDrag { track.pointee.readyAt = track.pointee.readyAt == Engine.never ? Engine.never : 0 }
    }
    // These values are only reported to programs.
    drag.state.activatedBy = press_touch()
    if !drag.state.isActivated { drag.state.activated = 0 }
    (drag.state.refused.t_us, drag.state.refused.x, drag.state.refused.y, drag.state.refused.force) = (0, 0, 0, 0)
    if !drag.state.isRefused { drag.state.refused = press_touch() }
    let s = drag.sessions
    (s.pointee.originX, s.pointee.originY, s.pointee.force, s.pointee.pressure, s.pointee.arrived, s.pointee.lost) = (0, 0, 0, 0, 0, 0)
    if !s.pointee.isAdding { s.pointee.adding = press_touch() }
    s.pointee.adding.t_us = 0
    // Each call from outside sets the number of tests again.
    if !s.pointee.needsTest { s.pointee.testsLeft = 8 }
    // The cell is a cache: without it the targets are looked up, with the same result.
    s.pointee.cell = Cell.none
    if drag.sessions[0].phase == .free {
      // Names of sessions are given again: there is one.
      drag.sessions[0] = DragSession()
      memset(drag.items(0), 0, MemoryLayout<DragItem>.stride)
      drag.state.serial = 0
    }
    drag.sessions[0].late = 0
  }

  /// Shifts every time so that now becomes `start`.
  private func shift(_ engine: Engine) {
    let by = engine.now &- Self.start
    let first = Self.start &- Self.oldest
    let words = UnsafeMutableRawPointer(engine.memory).assumingMemoryBound(to: UInt64.self)
    let mask = mask(engine)
    for i in 0..<size / 8 {
      words[i] &= mask[i]
      if words[i] &- (Self.start &- Self.near) < 2 * Self.near { words[i] = max(words[i] &- by, first) }
    }
  }
}
