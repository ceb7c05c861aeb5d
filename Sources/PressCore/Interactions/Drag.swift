import CPress

/// The drags of an engine: a handle, as Engine is. What a session is stands in DragSession; here is what moves it. What is
/// told of it, and asked, stands in Drag+Telling; calls of the program in Drag+Program.
public struct Drag: Interaction {
  static var kind: Attachment { .drag }
  let engine: Engine
  let memory: UnsafeMutablePointer<DragState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<DragState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  public init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  // MARK: Layout

  var sessions: UnsafeMutablePointer<DragSession> { memory.behind(state.sessionsAt, DragSession.self) }
  var scratch: UnsafeMutablePointer<press_drag_item> { memory.behind(state.scratchAt, press_drag_item.self) }
  var tracks: UnsafeMutablePointer<DragTrack> { memory.behind(state.tracksAt, DragTrack.self) }
  var undos: UnsafeMutablePointer<DragUndo> { memory.behind(state.undosAt, DragUndo.self) }
  func items(_ i: Int) -> UnsafeMutablePointer<DragItem> { memory.behind(DragState.itemsAt, DragItem.self) + i &* mostItems }
  func undoItems(_ i: Int) -> UnsafeMutablePointer<DragUndo.Item> {
    memory.behind(state.undoItemsAt, DragUndo.Item.self) + i &* mostItems
  }
  var count: Int { Int(state.config.max_sessions) }
  var mostItems: Int { Int(state.config.max_items) }

  // MARK: Config

  @inline(never)
  public static func makeDefault() -> press_drag_config {
    var c = press_drag_config()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_drag_config>.size)
    c.max_sessions = 2
    c.max_items = 8
    c.undo_depth = 4
    c.slop = 3 << 16
    c.still_slop = 10 << 16
    c.start_pressure = 16384
    c.hold_us = 500_000
    c.spring_dwell_us = 500_000
    c.spring_activating_us = 250_000
    c.spring_pressure = 32768
    c.drop_pressure = 2 << 16
    c.scroll_edge = 40 << 16
    c.scroll_speed = 800 << 16
    c.scroll_ramp_us = 500_000
    c.frame_us = 16_667
    c.slow_us = 1_000_000
    return c
  }

  /// What may be wrong with one, in the order of the fields. The texts stand in PressABI/Drag.swift.
  public enum Rule: UInt8 { case size, flags, sessions, items, undo, slop, stillSlop, scrollEdge, scrollSpeed, frame, reserved }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_drag_config) -> Rule? {
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_drag_config>.size) { return .size }
    if c.flags & ~DragFlag.all != 0 { return .flags }
    if c.max_sessions < 1 || c.max_sessions > 16 { return .sessions }
    if c.max_items < 1 || c.max_items > 64 { return .items }
    if c.undo_depth > 16 { return .undo }
    if c.slop < 0 { return .slop }
    if c.still_slop < 0 { return .stillSlop }
    if c.scroll_edge < 0 { return .scrollEdge }
    if c.scroll_speed < 0 { return .scrollSpeed }
    if c.frame_us == 0 { return .frame }
    return UInt32(c.reserved) | c.reserved2.0 | c.reserved2.1 | c.reserved2.2 != 0 ? .reserved : nil
  }

  func has(_ flag: UInt32) -> Bool { state.config.flags & flag != 0 }

  public static func size(_ config: press_drag_config, _ contacts: UInt16) -> Int { DragState(config, contacts: Int(contacts)).size }

  public static func attach(_ engine: Engine, _ config: press_drag_config) -> Int32 {
    let contacts = engine.maxContacts
    let state = DragState(config, contacts: contacts)
    // Of each session four ends. The room of one is that of the preview that a contact which drags does not have; and from
    // code nothing scrolls. The rest of a drop waits for room.
    let (status, drag) = attach(
      to: engine, bytes: state.size, reserve: 3 &* Int(config.max_sessions), .began | .sampled | .ended | .removed | .changed | .reset
    ) { Drag($0, $1.assumingMemoryBound(to: DragState.self)).observe($2) }
    guard let drag else { return status }
    drag.memory.initialize(to: state)
    drag.sessions.initialize(repeating: DragSession(), count: drag.count)
    drag.tracks.initialize(repeating: DragTrack(), count: contacts)
    return status
  }

  func observe(_ notice: Notice) -> Answer {
    switch notice {
    case .began(let slot): began(slot)
    case .sampled(let slot): sampled(slot)
    case .ended(let slot, let reason): ended(slot, reason)
    case .removed(let id): removed(id)
    case .changed(let id): changed(id)
    case .reset: reset()
    case .deadline: return .due(deadline)
    case .fire(let t, let more): fire(t, more: more)
    case .settle: return .more(tellOne())
    case .ask, .previewBegan, .previewTold, .commitTold, .previewStopped, .fell: break
    }
    return .none
  }

  // MARK: A contact

  private func began(_ slot: Int) {
    let contact = engine.contacts + slot
    var track = DragTrack()
    (track.canDrag, track.source) = engine.nearest(contact.pointee.hit, with: Trait.dragSource)
    let needsHold = has(DragFlag.afterHold) || (has(DragFlag.holdInScroll)
      && engine.nearest(track.source, with: Trait.scroll).0)
    if track.canDrag && needsHold {
      track.readyAt = Wide.addSaturating(contact.pointee.touch.t_us, UInt64(state.config.hold_us))
      engine.schedule(track.readyAt)
    }
    track.isHeld = !needsHold
    track.isPressed = !has(DragFlag.byForce)
    tracks[slot] = track
  }

  private func sampled(_ slot: Int) {
    let i = index(of: slot)
    if i >= 0 {
      sessions[i].testsLeft = 8
      return moved(i, engine.contacts[slot].touch)
    }
    if !tracks[slot].canDrag { return }
    let contact = engine.contacts + slot
    if contact.pointee.touch.pressure >= state.config.start_pressure { tracks[slot].isPressed = true }
    // It did not hold still: nothing to wait for any more.
    if !tracks[slot].isHeld && engine.hasMoved(slot, state.config.still_slop) { tracks[slot].canDrag = false }
    if !tracks[slot].isHeld || !tracks[slot].isPressed { return }
    if !contact.pointee.claim.may(.drag) { return }
    let isPreviewing = contact.pointee.claim == .preview
    if isPreviewing && !(has(DragFlag.fromPreview) && contact.pointee.preview.state == .previewing) { return }
    if engine.hasMoved(slot, isPreviewing ? state.config.still_slop : state.config.slop) { start(slot) }
  }

  /// A contact left its source. Whether anything is dragged is asked when nothing else is being told.
  private func start(_ slot: Int) {
    let i = freeSession
    tracks[slot].canDrag = false
    if i < 0 { return }
    let contact = engine.contacts + slot
    make(i, tracks[slot].source, contact.pointee.touch, contact.pointee.startX, contact.pointee.startY)
    sessions[i].slot = slot
    // A preview goes on until there is something to drag.
    if contact.pointee.claim != .preview { contact.pointee.become(.drag) }
    owe()
  }

  @inline(never)
  func make(_ i: Int, _ source: UInt32, _ touch: press_touch, _ x: Int32, _ y: Int32) {
    var session = DragSession()
    state.serial = state.serial < 0x7fff_ffff ? state.serial &+ 1 : 1
    session.id = state.serial
    session.phase = .asking
    session.contact = touch.contact
    session.source = source
    let place = engine.target(source)
    session.originX = Q16.subtract(x, place?.x ?? 0)
    session.originY = Q16.subtract(y, place?.y ?? 0)
    session.x = touch.x
    session.y = touch.y
    session.force = touch.force
    session.pressure = touch.pressure
    sessions[i] = session
  }

  func moved(_ i: Int, _ touch: press_touch) {
    let s = sessions + i
    if s.pointee.phase != .dragging { return }
    s.pointee.late = 0
    if touch.x != s.pointee.x || touch.y != s.pointee.y {
      s.pointee.x = touch.x
      s.pointee.y = touch.y
      s.pointee.told.isMoved = false
      s.pointee.needsTest = true
      let isExact = s.pointee.proposal.flags & ProposalFlag.exact != 0
      if s.pointee.destination != 0 && isExact { s.pointee.mustAsk = true }
    }
    s.pointee.force = touch.force
    s.pointee.pressure = touch.pressure
    if !has(DragFlag.noSpringForce) { s.pointee.spring.press(touch.pressure, state.config.spring_pressure) }
    if touch.pressure < state.config.drop_pressure {
      s.pointee.isArmed = true
    } else if s.pointee.isArmed {
      s.pointee.slot = -1
      s.pointee.phase = .releasing
    }
    owe()
  }

  private func ended(_ slot: Int, _ reason: Int32) {
    let isLifted = reason == Reason.lifted
    let i = index(of: slot)
    if i >= 0 {
      sessions[i].slot = -1
      sessions[i].late = engine.contacts[slot].late
      if isLifted { letGo(i) } else { cancel(i, reason) }
    } else if isLifted {
      tapped(slot)
    }
  }

  func letGo(_ i: Int) {
    if sessions[i].phase == .dragging { sessions[i].phase = .releasing }
    sessions[i].testsLeft = 8
    owe()
  }

  /// A contact that drags nothing lifted: on a source, beside a drag, it adds to it; elsewhere it activates what is inactive.
  private func tapped(_ slot: Int) {
    let contact = engine.contacts + slot
    let i = newestDragging
    if i >= 0 && tracks[slot].canDrag && contact.pointee.claim == .open && !sessions[i].isAdding {
      contact.pointee.become(.over)
      sessions[i].isAdding = true
      sessions[i].testsLeft = 8
      sessions[i].adding = contact.pointee.touch
      sessions[i].adding.target = tracks[slot].source
      owe()
    } else if contact.pointee.claim != .drag {
      let (isInactive, container) = engine.nearest(contact.pointee.hit, with: Trait.inactive)
      if !isInactive { return }
      state.isActivated = true
      state.activated = container
      state.activatedBy = contact.pointee.touch
      owe()
    }
  }

  // MARK: Sessions

  /// That of a slot's contact, -1: none.
  func index(of slot: Int) -> Int {
    var i = 0
    while i < count {
      if sessions[i].phase != .free && sessions[i].slot == slot { return i }
      i &+= 1
    }
    return -1
  }

  /// Of an id, -1: none.
  @inline(never)
  func index(session id: UInt32) -> Int {
    var i = 0
    while i < count {
      if sessions[i].phase != .free && sessions[i].phase != .asking && sessions[i].id == id { return i }
      i &+= 1
    }
    return -1
  }

  var freeSession: Int {
    var i = 0
    while i < count {
      if sessions[i].phase == .free { return i }
      i &+= 1
    }
    return -1
  }

  private var newestDragging: Int {
    var found = -1
    var i = 0
    while i < count {
      if sessions[i].phase == .dragging && (found < 0 || sessions[i].id > sessions[found].id) { found = i }
      i &+= 1
    }
    return found
  }

  /// Ends a session; what is owed is told by the next `settle`.
  @inline(never)
  func cancel(_ i: Int, _ reason: Int32) {
    let s = sessions + i
    owe()
    switch s.pointee.phase {
    case .free, .cancelling: break
    case .asking:
      s.pointee.phase = .free
      let slot = s.pointee.slot
      if slot >= 0 { engine.contacts[slot].become(.open) }
    case .dragging, .releasing, .confirming, .letting:
      s.pointee.phase = .cancelling
      s.pointee.reason = reason
      s.pointee.slot = -1
      s.pointee.isAdding = false
      leaveAll(i)
    case .dropping:
      // What ended it first is why.
      if s.pointee.reason == Reason.none { s.pointee.reason = reason }
      fail(i, s.pointee.reason)
    }
  }

  /// Nothing is under it any more.
  func leaveAll(_ i: Int) {
    sessions[i].destination = 0
    sessions[i].hint = 0
    stopUnder(i)
  }

  /// It neither opens nor scrolls anything any more.
  func stopUnder(_ i: Int) {
    sessions[i].spring = Spring()
    sessions[i].scroll.stop()
  }

  /// What is not through fails.
  private func fail(_ i: Int, _ reason: Int32) {
    var n = 0
    while n < sessions[i].items {
      let item = items(i) + n
      switch item.pointee.stage {
      case .toBegin:
        item.pointee.stage = .idle
        sessions[i].lost &+= 1
      case .transferring:
        item.pointee.reason = reason
        item.pointee.isUpdated = false
        item.pointee.stage = .toEnd
      case .idle, .toEnd, .toSelect, .toClear: break
      }
      n &+= 1
    }
    sessions[i].slowAt = Engine.never
    sessions[i].isSlow = false
    switch sessions[i].task {
    case .none, .toEnd: break
    case .toBegin: sessions[i].task = .none
    case .running:
      sessions[i].taskReason = reason
      sessions[i].isTaskUpdated = false
      sessions[i].task = .toEnd
    }
  }

  // MARK: Targets

  private func removed(_ id: UInt32) {
    if state.isActivated && state.activated == id { state.isActivated = false }
    forgetUndo(id)
    lose(id)
    loseConfirming(id)
    var i = 0
    while i < count {
      let s = sessions + i
      let drops = s.pointee.phase == .dropping || s.pointee.phase == .letting
      if drops && s.pointee.droppedOn == id { cancel(i, Reason.targetRemoved) }
      if s.pointee.destination == id { s.pointee.destination = 0 }
      if s.pointee.spring.target == id { s.pointee.spring = Spring() }
      if s.pointee.scroll.container == id { s.pointee.scroll.stop() }
      i &+= 1
    }
    testAgain()
  }

  private func changed(_ id: UInt32) {
    if engine.traits(of: id) & Trait.drop == 0 { loseConfirming(id) }
    if engine.traits(of: id) & Trait.dragSource == 0 { lose(id) }
    testAgain()
  }

  /// A target is no destination any more.
  private func loseConfirming(_ id: UInt32) {
    var i = 0
    while i < count {
      if sessions[i].phase == .confirming && sessions[i].destination == id { cancel(i, Reason.targetRemoved) }
      i &+= 1
    }
  }

  /// A target is no source any more. A drop that has begun is not concerned: a move takes its source away.
  private func lose(_ id: UInt32) {
    var slot = 0
    while slot < engine.maxContacts {
      if tracks[slot].source == id { tracks[slot].canDrag = false }
      slot &+= 1
    }
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.isAdding && s.pointee.adding.target == id { s.pointee.isAdding = false }
      if !s.pointee.isOver && s.pointee.source == id { cancel(i, Reason.targetRemoved) } else if !s.pointee.isOver { loseItems(i, id) }
      i &+= 1
    }
  }

  /// Items that were added from a source that is gone are not dragged any more.
  private func loseItems(_ i: Int, _ source: UInt32) {
    var kept = 0
    var n = 0
    while n < sessions[i].items {
      if items(i)[n].spec.source != source {
        if kept != n { items(i)[kept] = items(i)[n] }
        kept &+= 1
      }
      n &+= 1
    }
    if kept == sessions[i].items { return }
    sessions[i].items = kept
    sessions[i].mustAsk = true
    owe()
    if sessions[i].phase != .confirming && sessions[i].phase != .letting { return }
    // Nobody is asked again: what was proposed holds for what is left.
    sessions[i].accepted = choose(i, sessions[i].proposal, marks: false)
    if sessions[i].accepted == 0 { cancel(i, Reason.targetRemoved) }
  }

  /// What is under the fingers may be something else now, though they did not move.
  func testAgain() {
    var i = 0
    while i < count {
      if sessions[i].phase == .dragging || sessions[i].phase == .releasing {
        sessions[i].needsTest = true
        sessions[i].mustAsk = true
        if !engine.isBusy { sessions[i].testsLeft = 8 }
        owe()
      }
      i &+= 1
    }
  }

  private func reset() {
    state.isActivated = false
    var i = 0
    while i < count {
      cancel(i, Reason.reset)
      i &+= 1
    }
  }

  // MARK: Time

  private var deadline: UInt64 {
    var first = Engine.never
    if state.isPaused && engine.hasRoomBeyondReserve(for: 1) { first = engine.now }
    var slot = 0
    while slot < engine.maxContacts {
      if isWaiting(slot) { first = min(first, tracks[slot].readyAt) }
      slot &+= 1
    }
    var i = 0
    while i < count {
      switch sessions[i].phase {
      case .dragging: first = min(first, due(i))
      case .dropping: first = min(first, sessions[i].slowAt)
      case .free, .asking, .releasing, .confirming, .letting, .cancelling: break
      }
      i &+= 1
    }
    return first
  }

  /// What opens and scrolls under a finger waits while that may be lifting.
  private func due(_ i: Int) -> UInt64 {
    let slot = sessions[i].slot
    if slot >= 0 && engine.contacts[slot].phase == .lifting { return Engine.never }
    return min(sessions[i].spring.due, sessions[i].scroll.due)
  }

  private func isWaiting(_ slot: Int) -> Bool {
    tracks[slot].canDrag && !tracks[slot].isHeld && engine.isOccupied(slot) && engine.contacts[slot].phase == .down
      && (engine.contacts[slot].claim == .open || engine.contacts[slot].claim == .preview)
  }

  private func fire(_ t: UInt64, more: UInt64) {
    if state.isPaused { owe() }
    var slot = 0
    while slot < engine.maxContacts {
      if isWaiting(slot) && tracks[slot].readyAt <= t { tracks[slot].isHeld = true }
      slot &+= 1
    }
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.phase == .dragging && due(i) <= t {
        s.pointee.testsLeft = 8
        s.pointee.late = engine.lateness(due(i))
        s.pointee.spring.fire(engine.now, activating: UInt64(state.config.spring_activating_us))
        s.pointee.scroll.fire(engine.now, more: more, state.config)
        owe()
      } else if s.pointee.phase == .dropping && s.pointee.slowAt <= t {
        s.pointee.slowAt = Engine.never
        s.pointee.isSlow = true
        owe()
      }
      i &+= 1
    }
  }
}
