import CPress

/// What throws and swipes know of an engine; a `Throw` for each target that is thrown or declared lies behind it, and a `ScrollTrack` for
/// each slot.
struct ScrollState {
  var config: press_scroll_config
  let count: Int

  init(_ c: press_scroll_config) {
    config = c
    count = Int(c.max_throws)
  }
}

/// The throws and swipes of an engine. A handle, as Engine is.
package struct Scrolls: Interaction {
  static var kind: Attachment { .scroll }
  let engine: Engine
  let memory: UnsafeMutablePointer<ScrollState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<ScrollState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  private static var throwsOffset: Int { Layout.aligned(MemoryLayout<ScrollState>.size) }
  private static func tracksOffset(_ count: Int) -> Int { throwsOffset &+ count &* MemoryLayout<Throw>.stride }

  package static func size(_ config: press_scroll_config, contacts: Int) -> Int {
    AttachmentHead.size &+ Layout.aligned(tracksOffset(Int(config.max_throws)) &+ contacts &* MemoryLayout<ScrollTrack>.stride)
  }

  /// Each thrown target has one of them.
  var all: UnsafeMutablePointer<Throw> { memory.behind(Scrolls.throwsOffset, Throw.self) }
  var tracks: UnsafeMutablePointer<ScrollTrack> { memory.behind(Scrolls.tracksOffset(state.count), ScrollTrack.self) }

  var rule: Trail.Rule { Trail.Rule(window: state.config.velocity_us, still: state.config.still_us) }

  /// The notices that are observed while no contact may scroll or swipe.
  private static var resting: Notices { .began | .ended | .claims | .reached | .removed | .changed | .reset | .deadline }

  /// The config is valid.
  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_scroll_config) -> Int32 {
    let (status, own) = attach(
      to: engine, bytes: size(config, contacts: engine.maxContacts), room: Room(ends: config.ends(contacts: engine.maxContacts)), resting
    ) { Scrolls($0, $1.assumingMemoryBound(to: ScrollState.self)).observe($2) }
    guard let own else { return status }
    own.memory.initialize(to: ScrollState(config))
    own.all.initialize(repeating: Throw(), count: own.state.count)
    own.tracks.initialize(repeating: ScrollTrack(), count: engine.maxContacts)
    return status
  }

  // MARK: Contacts

  func began(_ slot: Int) {
    let contact = engine.contacts + slot
    let hit = contact.pointee.hit
    let track = tracks + slot
    track.pointee.begin()
    (track.pointee.canScroll, track.pointee.target) = engine.nearest(hit, with: Trait.scroll)
    let (swipes, target) = engine.nearest(hit, with: Trait.swipeX | Trait.swipeY)
    let traits = swipes ? engine.traits(of: target) : 0
    (track.pointee.swipesX, track.pointee.swipesY, track.pointee.swipeTarget) = (traits & Trait.swipeX != 0, traits & Trait.swipeY != 0, target)
    if track.pointee.isActive { observe() }
    if !track.pointee.canScroll { return }
    let at = find(track.pointee.target)
    if at < 0 || !all[at].runs { return }
    // The contact with which it coasts throws it no more.
    if all[at].coasts { tracks[all[at].slot].isCaught = true }
    catches(at)
    engine.notify(.reached(slot, Self.kind, stage: Scrolls.caught, target: track.pointee.target))
  }

  /// Stops a target that moves without a finger.
  private func catches(_ at: Int) {
    if all[at].coasts { return stop(at) }
    end(at, Reason.touched)
    // Before the scroll that catches it begins.
    all[at].goesFirst = all[at].pending != 0
    if all[at].goesFirst { engine.markFirst(Self.kind) }
  }

  /// One thing moves content at a time: what a scroll finds in motion it catches, and what coasts stops with its scroll.
  func reached(_ slot: Int, _ who: Attachment, stage: UInt8, target: UInt32) {
    if who != .gestures { return }
    let at = find(target)
    if at < 0 || !all[at].runs { return }
    if stage == Gestures.scrolls || (all[at].coasts && all[at].slot == slot) { catches(at) }
  }

  /// The stage of `reached`: a contact caught what was thrown.
  static var caught: UInt8 { 1 }

  private func observe() {
    var isActive = false
    var slot = 0
    while slot < engine.maxContacts {
      isActive = isActive || tracks[slot].isActive
      slot &+= 1
    }
    choose(isActive ? Scrolls.resting | .sampled | .fell : Scrolls.resting)
  }

  func sampled(_ slot: Int) {
    if !tracks[slot].isActive { return }
    let touch = engine.touch(slot).pointee
    if tracks[slot].isCaught || coasting(slot) >= 0 { catchUp(slot) }
    tracks[slot].trail.add(touch.x, touch.y, at: engine.sampledAt, rule)
    if engine.contacts[slot].claim == .scroll { follow(slot) } else { _ = swipe(slot) }
  }

  /// Content that is declared moves with its scroll, from where that counts.
  private func follow(_ slot: Int) {
    let contact = engine.contacts + slot
    let at = find(tracks[slot].target)
    let (x, y) = (contact.pointee.touch.x, contact.pointee.touch.y)
    if !tracks[slot].isMoving, let gestures = Gestures(engine)?.gestures {
      (tracks[slot].x, tracks[slot].y) = (gestures[slot].fromX, gestures[slot].fromY)
    }
    if at >= 0 { all[at].move(by: Q16.subtract(x, tracks[slot].x), Q16.subtract(y, tracks[slot].y), in: band(tracks[slot].target)) }
    (tracks[slot].isMoving, tracks[slot].x, tracks[slot].y) = (true, x, y)
  }

  /// How long the rubber band of a target is; the surface, which has no size, has none.
  private func band(_ target: UInt32) -> (width: Int32, height: Int32) {
    if state.config.flags & ScrollFlag.noRubberBand != 0 { return (0, 0) }
    guard let target = engine.target(target) else { return (0, 0) }
    return (target.width, target.height)
  }

  /// A scroll waits while its contact may still swipe. How fast what drags is counts from here on.
  func claims(_ slot: Int, _ claim: Claim) -> Bool {
    if claim == .drag || claim == .lifted {
      tracks[slot].drags = true
      observe()
    }
    return claim == .scroll && swipe(slot)
  }

  /// Returns whether it swipes, or may.
  private func swipe(_ slot: Int) -> Bool {
    let contact = engine.contacts + slot
    let claim = contact.pointee.claim
    if claim != .open && claim != .moved { return false }
    let (dx, dy) = (Int64(contact.pointee.touch.x) &- Int64(contact.pointee.startX), Int64(contact.pointee.touch.y) &- Int64(contact.pointee.startY))
    switch tracks[slot].swipe(dx, dy, at: engine.sampledAt, state.config, rule) {
    case .none: return false
    case .waits: return true
    case .swiped:
      engine.notify(.becomes(slot))
      engine.become(slot, .over)
      engine.stopPreview(slot, Reason.none)
      tracks[slot].isSwipePending = true
      markPending()
      return true
    }
  }

  // MARK: Lifts

  /// If it was a lift its scroll goes on from here: so it does, until that is certain.
  func fell(_ slot: Int) {
    if state.config.flags & ScrollFlag.noCoast != 0 || !mayThrow(slot) { return }
    let speed = tracks[slot].trail.speed(at: engine.sampledAt, rule)
    if fast(speed.x) | fast(speed.y) == 0 || start(tracks[slot].target, speed.x, speed.y, from: slot, coasts: true) != Status.ok { return }
    Gestures(engine)?.gestures[slot].yields = true
    step(find(tracks[slot].target), engine.now, more: 0)
  }

  /// Whether its lift throws its target. It does not where another finger caught it, or moves it on.
  private func mayThrow(_ slot: Int) -> Bool {
    engine.contacts[slot].claim == .scroll && tracks[slot].canScroll && !tracks[slot].isCaught && successor(of: slot) < 0
  }

  /// A contact that waits to scroll the target of another, and moves; -1: there is none.
  private func successor(of slot: Int) -> Int {
    guard let gestures = Gestures(engine)?.gestures else { return -1 }
    var found = -1
    engine.eachOccupied { other in
      let waits = other != slot && engine.contacts[other].claim == .open && gestures[other].turn == .waits
      if waits && tracks[other].canScroll && tracks[other].target == tracks[slot].target {
        let speed = tracks[other].trail.speed(at: engine.now, rule)
        if fast(speed.x) | fast(speed.y) != 0 { found = other }
      }
    }
    return found
  }

  /// The finger came back: content is where it is, and follows from there.
  private func catchUp(_ slot: Int) {
    let touch = engine.touch(slot).pointee
    stop(coasting(slot))
    tracks[slot].isCaught = false
    Gestures(engine)?.gestures[slot].yields = false
    // Its scroll does not jump either.
    Gestures(engine)?.move(slot, by: Q16.subtract(tracks[slot].x, touch.x), Q16.subtract(tracks[slot].y, touch.y))
    (tracks[slot].x, tracks[slot].y) = (touch.x, touch.y)
  }

  /// Content that coasts rests where it is.
  private func stop(_ at: Int) {
    if at < 0 { return }
    advance(at, engine.now)
    all[at].halt(at: engine.now)
    leave(at)
  }

  func ended(_ slot: Int, _ reason: Int32) {
    if !tracks[slot].isActive { return }
    let throwsIt = reason == Reason.lifted && mayThrow(slot)
    // A contact that waited for its turn now moves the content.
    let next = engine.contacts[slot].claim == .scroll ? successor(of: slot) : -1
    if next >= 0 { Gestures(engine)?.gestures[next].turn = .goes }
    tracks[slot].forget()
    observe()
    let at = coasting(slot)
    if at >= 0 {
      if !throwsIt { return stop(at) }
      advance(at, engine.now)
      all[at].launch(late: engine.contacts[slot].late, at: engine.now)
      return schedule(at)
    }
    if !throwsIt { return }
    let speed = tracks[slot].trail.speed(at: engine.time &- UInt64(engine.contacts[slot].late), rule)
    _ = start(tracks[slot].target, speed.x, speed.y, from: slot)
  }

  // MARK: Throws

  /// The index of the throw of a target, -1: there is none.
  func find(_ target: UInt32) -> Int {
    var at = 0
    while at < state.count {
      if all[at].isTaken && all[at].target == target { return at }
      at &+= 1
    }
    return -1
  }

  /// The same, or a place that is free; -1: there is none.
  func place(for target: UInt32) -> Int {
    let found = find(target)
    if found >= 0 { return found }
    var at = 0
    while at < state.count && all[at].isTaken { at &+= 1 }
    return at == state.count ? -1 : at
  }

  /// Throws it. `slot`: the contact that scrolled it; -1: the program. What is refused changes nothing.
  func start(_ target: UInt32, _ vx: Int32, _ vy: Int32, from slot: Int, coasts: Bool = false) -> Int32 {
    let at = place(for: target)
    if at < 0 { return Status.noSpace }
    var content = all[at]
    content.take(target)
    if slot >= 0 && !content.isDeclared {
      let way = Gestures(engine)?.way(slot) ?? (x: 0, y: 0)
      content.move(by: way.x, way.y)
    }
    content.look(at: engine.now)
    // A finger that moves went on since its latest place.
    let (vx, vy) = slot < 0 ? (vx, vy) : content.held(vx, vy, in: band(target))
    let late = slot < 0 ? 0 : engine.contacts[slot].late
    let isLeft = slot >= 0 && late == 0 && fast(vx) | fast(vy) != 0
    let from = isLeft ? tracks[slot].trail.left(before: engine.now, drawn: engine.ticked) : engine.now
    if !content.start(fast(vx), fast(vy), at: from, state.config, coasts: coasts ? slot : -1) { return Status.state }
    if !coasts && !content.isDelivered { content.late = late }
    // One that is thrown has room for its end.
    if !all[at].runs {
      let refusal = hold(&content)
      if refusal != Status.ok { return refusal }
    }
    if !coasts { content.catchUp(to: engine.now) }
    all[at] = content
    schedule(at)
    return Status.ok
  }

  /// Keeps room for the end of a throw, which may not be dropped, and looks whether there is some for its beginning.
  private func hold(_ content: inout Throw) -> Int32 {
    if !engine.hasRoomBeyondReserve(for: 2) { return Status.full }
    if content.hasRoom { return Status.ok }
    content.hasRoom = engine.holdRoom()
    return content.hasRoom || !engine.isPolled ? Status.ok : Status.tooFewEvents
  }

  private func fast(_ speed: Int32) -> Int32 { speed.magnitude < state.config.min_speed.magnitude ? 0 : speed }

  func schedule(_ at: Int) {
    engine.schedule(all[at].due)
    markPending()
  }

  /// Nothing of it is kept that nobody asked for.
  func leave(_ at: Int) {
    if all[at].runs || all[at].pending != 0 { return }
    if all[at].hasRoom { engine.giveBackRoom() }
    all[at].hasRoom = false
    if !all[at].isDeclared { all[at].isTaken = false }
  }

  func end(_ at: Int, _ reason: Int32) {
    all[at].end(reason, at: engine.time)
    leave(at)
    markPending()
  }

  var deadline: UInt64 {
    @inline(never) get {
      var first = Engine.never
      var at = 0
      while at < state.count {
        first = min(first, all[at].due)
        at &+= 1
      }
      return first
    }
  }

  @inline(never)
  func fire(_ t: UInt64, more: UInt64) {
    var at = 0
    while at < state.count {
      if all[at].due <= t { step(at, engine.now, more: more) }
      at &+= 1
    }
  }

  /// A frame.
  @inline(never)
  private func step(_ at: Int, _ t: UInt64, more: UInt64) {
    let hasRoom = engine.hasRoomBeyondReserve(for: 1)
    let coasts = all[at].coasts
    if coasts { advance(at, t) }
    all[at].step(to: t, more: more, UInt64(state.config.frame_us), hasRoom: hasRoom)
    if coasts && hasRoom { Gestures(engine)?.markPending(all[at].slot, .scrollMoved) }
    leave(at)
    markPending()
  }

  /// The index of the throw that coasts after a contact, -1: none does.
  private func coasting(_ slot: Int) -> Int {
    let at = find(tracks[slot].target)
    return at >= 0 && all[at].coasts && all[at].slot == slot ? at : -1
  }

  /// Lets a target that coasts go on with the scroll of its contact.
  private func advance(_ at: Int, _ t: UInt64) {
    let (x, y) = (all[at].content.x, all[at].content.y)
    all[at].look(at: t)
    Gestures(engine)?.move(all[at].slot, by: Q16.subtract(all[at].content.x, x), Q16.subtract(all[at].content.y, y))
  }

  // MARK: Targets, resets

  func removed(_ id: UInt32) {
    lose(id, with: Trait.scroll | Trait.swipeX | Trait.swipeY)
    var slot = 0
    while slot < engine.maxContacts {
      if tracks[slot].swipeTarget == id { tracks[slot].isSwipePending = false }
      slot &+= 1
    }
    let at = find(id)
    if at < 0 { return }
    all[at].lose(at: engine.time)
    leave(at)
    markPending()
  }

  func changed(_ id: UInt32) {
    let lost = ~engine.traits(of: id)
    lose(id, with: lost)
    let at = find(id)
    if at >= 0 && lost & Trait.scroll != 0 && all[at].isThrown { end(at, Reason.targetRemoved) }
  }

  /// A target lost traits.
  private func lose(_ id: UInt32, with traits: UInt32) {
    var slot = 0
    while slot < engine.maxContacts {
      let track = tracks[slot]
      if track.target == id && traits & Trait.scroll != 0 { tracks[slot].canScroll = false }
      if track.swipeTarget == id && traits & Trait.swipeX != 0 { tracks[slot].swipesX = false }
      if track.swipeTarget == id && traits & Trait.swipeY != 0 { tracks[slot].swipesY = false }
      slot &+= 1
    }
  }

  func reset() {
    var at = 0
    while at < state.count {
      if all[at].isThrown { end(at, Reason.reset) }
      at &+= 1
    }
  }

  // MARK: Delivery

  /// Delivers the end of a throw whose target is gone.
  func deliverFirst() -> Bool {
    var at = 0
    while at < state.count && !all[at].goesFirst { at &+= 1 }
    if at == state.count { return false }
    deliver(at)
    return true
  }

  func deliver() -> Bool {
    var slot = 0
    while slot < engine.maxContacts && !tracks[slot].isSwipePending { slot &+= 1 }
    if slot < engine.maxContacts {
      tracks[slot].isSwipePending = false
      deliverSwipe(slot)
      return true
    }
    var at = 0
    while at < state.count && all[at].pending == 0 { at &+= 1 }
    if at == state.count { return false }
    deliver(at)
    return true
  }

  private func deliver(_ at: Int) {
    let what = all[at].take()
    post(at, what == Throw.began ? EventType.throwBegan : what == Throw.moved ? EventType.throwMoved : EventType.throwEnded)
    leave(at)
  }

  private func deliverSwipe(_ slot: Int) {
    if !engine.isOccupied(slot) { return }
    var event = engine.event(EventType.swiped, slot, target: tracks[slot].swipeTarget)
    event.value = tracks[slot].direction
    event.value2 = tracks[slot].speed
    engine.post(&event)
  }

  private func post(_ at: Int, _ type: UInt32) {
    var event = press_event()
    event.type = type
    event.contact = Engine.noContact
    (event.target, event.subject) = (all[at].target, all[at].target)
    (event.x, event.y) = (all[at].content.x, all[at].content.y)
    if type == EventType.throwBegan { event.late_us = all[at].late }
    if type == EventType.throwEnded { event.reason = all[at].reason } else { (event.value, event.value2) = (all[at].vx, all[at].vy) }
    engine.post(&event)
  }
}

extension press_scroll_content {
  package static var anywhere: press_scroll_content {
    var c = press_scroll_content()
    c.size = UInt32(truncatingIfNeeded: MemoryLayout<press_scroll_content>.size)
    (c.min_x, c.max_x, c.min_y, c.max_y) = (Int32.min, 32767 << 16, Int32.min, 32767 << 16)
    return c
  }

  package var isValid: Bool {
    size == UInt32(truncatingIfNeeded: MemoryLayout<press_scroll_content>.size) && min_x <= max_x && min_y <= max_y && snap_x >= 0
      && snap_y >= 0
  }
}

/// Calls of the program.
extension Scrolls {
  /// A throw goes on with the settings that it began with.
  package var given: press_scroll_config { state.config }

  package func set(_ config: press_scroll_config) -> Int32 {
    if config.max_throws != state.config.max_throws { return Status.invalid }
    state.config = config
    return Status.ok
  }

  private func isThere(_ target: UInt32) -> Bool { target == 0 ? engine.targetCount == 0 : engine.target(target) != nil }

  /// The content is valid.
  package func declare(_ content: press_scroll_content) -> Int32 {
    if !isThere(content.target) { return Status.notFound }
    let at = place(for: content.target)
    if at < 0 { return Status.noSpace }
    if !all[at].isTaken { all[at] = Throw(of: content.target) }
    all[at].look(at: engine.now)
    let (vx, vy) = (all[at].vx, all[at].vy)
    all[at].declare(content)
    all[at].isDeclared = true
    if all[at].runs && all[at].start(vx, vy, at: engine.now, state.config) { schedule(at) }
    engine.flushFromOutside()
    return Status.ok
  }

  package func throwTarget(_ target: UInt32, _ vx: Int32, _ vy: Int32) -> Int32 {
    if !isThere(target) { return Status.notFound }
    let isScrolled = (Gestures(engine)?.scroller(of: target) ?? -1) >= 0
    if engine.traits(of: target) & Trait.scroll == 0 || isScrolled { return Status.state }
    let status = start(target, vx, vy, from: -1)
    if status == Status.ok { engine.flushFromOutside() }
    return status
  }

  package func aim(_ target: UInt32, _ x: Int32, _ y: Int32) -> Int32 {
    let at = find(target)
    if at < 0 || !all[at].isThrown { return Status.state }
    all[at].look(at: engine.now)
    _ = all[at].go(x, y, all[at].vx, all[at].vy, at: engine.now, state.config)
    schedule(at)
    engine.flushFromOutside()
    return Status.ok
  }

  package func stop(_ target: UInt32) -> Int32 {
    let at = find(target)
    if at < 0 || !all[at].isThrown { return Status.state }
    end(at, Reason.program)
    engine.flushFromOutside()
    return Status.ok
  }

  package func get(_ target: UInt32) -> press_scroll_status? {
    let at = find(target)
    if at < 0 { return nil }
    var content = all[at]
    content.look(at: engine.now)
    var now = press_scroll_status()
    now.is_thrown = content.isThrown ? 1 : 0
    (now.x, now.y, now.vx, now.vy) = (content.content.x, content.content.y, content.vx, content.vy)
    (now.end_x, now.end_y, now.ends_us) = (content.goal.x, content.goal.y, content.endsAt)
    return now
  }

  /// While its end is delivered: before its force fell.
  package func velocity(of contact: UInt32) -> (x: Int32, y: Int32)? {
    let slot = engine.downSlot(of: contact)
    if slot < 0 { return nil }
    let isOpen = engine.contacts[slot].isOpen
    if isOpen && !tracks[slot].isActive { return nil }
    return tracks[slot].trail.speed(at: engine.now &- (isOpen ? 0 : UInt64(engine.contacts[slot].late)), rule)
  }
}
