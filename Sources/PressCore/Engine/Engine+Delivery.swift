import CPress

/// Delivers pending events, one after the other, to callbacks and to the queue.
extension Engine {
  /// Delivers until nothing is pending. A preview ends before its contact.
  @inline(__always)
  func flush() {
    if state.pending != 0 { flushAll() }
  }

  @inline(never)
  private func flushAll() {
    while state.pending != 0 {
      let whose = state.pending.trailingZeroBitCount
      let slot = whose &- Attachment.most
      // The bits below those of the slots and above them are those of attachments.
      if slot < 0 || slot >= Int(press_config.mostContacts) {
        if !deliver(UInt8(truncatingIfNeeded: whose & (Attachment.most &- 1))) { state.pending &= ~(1 &<< UInt64(truncatingIfNeeded: whose)) }
        continue
      }
      let contact = contactSlots + slot
      if deliverPreviewEnd(slot) {
        continue
      } else if contact.pointee.isEndPending {
        contact.pointee.isEndPending = false
        if contact.pointee.phase == .free { state.occupied &= ~bit(slot) }
        let isLifted = contact.pointee.endReason == Reason.lifted
        post(isLifted ? EventType.contactEnded : EventType.contactCancelled, slot, contact.pointee.endReason)
      } else {
        state.pending &= ~pendingBit(slot)
      }
    }
  }

  /// Delivers what a call of the program made pending. Inside a callback it does nothing: the engine flushes when the callback returns.
  func flushFromOutside() {
    if state.isBusy { return }
    state.isBusy = true
    flush()
    state.isBusy = false
  }

  /// The touch that callbacks are handed. It lies in the storage of the engine, so it has the latest values also after a call that changes it.
  @inline(__always)
  func touch(_ slot: Int) -> UnsafePointer<press_touch> {
    UnsafeRawPointer(contactSlots + slot).assumingMemoryBound(to: press_touch.self)
  }

  @inline(never)
  func deliver(_ type: UInt32, _ slot: Int) {
    post(type, slot, Reason.none)
    flush()
  }

  @inline(__always)
  func deliverProgress(_ type: UInt32, _ slot: Int, ended: Bool) {
    let progress = contacts[slot].preview.progress
    let flags = ended ? flagsOfEnd : 0
    let update =
      type == EventType.previewUpdated
      ? state.delegate.preview_did_update : state.delegate.commit_did_update
    let isKept = state.outbox.capacity != 0
    if !isKept && state.delegate.on_event != nil {
      deliverUnkept(type, slot, ended)
    } else {
      let kept = isKept ? keep(type, slot, Reason.none, progress, flags) : nil
      if let update { update(opaque, touch(slot), progress, ended, state.delegate.user) }
      if let kept { pass(kept) }
    }
    let isCommit = type == EventType.commitUpdated
    if state.observed.has(isCommit ? .commitUpdated : .previewUpdated) && contacts[slot].preview.isRunningOrCompleted {
      notify(isCommit ? .commitUpdated(slot, isEnd: ended) : .previewUpdated(slot, isEnd: ended))
    }
    flush()
  }

  /// Flags of the last update of a phase. `button` says that only a force button answers the press: nothing takes previews.
  private var flagsOfEnd: UInt32 {
    isPreviewTaken || attachment(.button) == nil ? EventFlag.ended : EventFlag.ended | EventFlag.button
  }

  /// Whether a callback of the delegate or an attachment takes previews.
  private var isPreviewTaken: Bool {
    let delegate = state.delegate
    return delegate.preview_should_begin != nil || delegate.preview_did_update != nil || delegate.commit_did_update != nil
      || delegate.preview_did_cancel != nil || observer(of: .previewUpdated | .commitUpdated, from: state.attached) != 0
  }

  /// Delivers progress to on_event where no queue keeps it. The event has the values from before the callback of progress, like one in a queue.
  @inline(never)
  func deliverUnkept(_ type: UInt32, _ slot: Int, _ ended: Bool) {
    let progress = contacts[slot].preview.progress
    let update =
      type == EventType.previewUpdated
      ? state.delegate.preview_did_update : state.delegate.commit_did_update
    var event = press_event()
    writeOnSlowPath(&event, type, slot, Reason.none, progress, ended ? flagsOfEnd : 0)
    if let update { update(opaque, touch(slot), progress, ended, state.delegate.user) }
    pass(&event)
  }

  /// Delivers the cancellation of a preview, if one is pending. Returns whether one was.
  @inline(never)
  func deliverPreviewEnd(_ slot: Int) -> Bool {
    let contact = contactSlots + slot
    if !contact.pointee.isPreviewCancelPending { return false }
    contact.pointee.isPreviewCancelPending = false
    var event = press_event()
    writeOnSlowPath(&event, EventType.previewCancelled, slot, contact.pointee.previewReason, contact.pointee.preview.progress, 0)
    enqueue(&event)
    if let didCancel = state.delegate.preview_did_cancel { didCancel(opaque, touch(slot), state.delegate.user) }
    pass(&event)
    return true
  }

  @inline(never)
  func post(_ type: UInt32, _ slot: Int, _ reason: Int32) {
    if state.outbox.capacity == 0 && state.delegate.on_event == nil { return }
    var event = press_event()
    writeOnSlowPath(&event, type, slot, reason, 0, contacts[slot].phase == .resting ? EventFlag.resting : 0)
    enqueue(&event)
    pass(&event)
  }

  /// Adds an event to the queue of press_poll, if there is one.
  @inline(never)
  private func enqueue(_ event: UnsafePointer<press_event>) {
    if state.outbox.capacity != 0 { (events + nextRoom()).initialize(to: event.pointee) }
  }

  /// Writes an event into the queue of press_poll. Its place is not written again until the callbacks of this event have returned.
  @inline(__always)
  private func keep(_ type: UInt32, _ slot: Int, _ reason: Int32, _ progress: Int32, _ flags: UInt32) -> UnsafeMutablePointer<press_event> {
    let room = events + nextRoom()
    write(room, type, slot, reason, progress, flags)
    return room
  }

  @inline(__always)
  private func nextRoom() -> Int {
    if state.outbox.isFull { state.stats.overwritten &+= 1 }
    return state.outbox.append()
  }

  /// Hands an event to on_event of the delegate.
  @inline(__always)
  private func pass(_ event: UnsafePointer<press_event>) {
    if state.delegate.on_event != nil { passOn(event) }
  }

  @inline(never)
  private func passOn(_ event: UnsafePointer<press_event>) {
    if state.leavesProgressOut && event.pointee.isProgress { return }
    if let onEvent = state.delegate.on_event { onEvent(opaque, event, state.delegate.user) }
  }

  /// Makes an event of a contact, for an attachment that delivers it.
  func event(_ type: UInt32, _ slot: Int, target: UInt32, _ reason: Int32 = 0) -> press_event {
    var event = press_event()
    write(&event, type, slot, reason, 0, 0)
    event.target = target
    return event
  }

  /// Delivers an event that an attachment or a pad made. The caller flushes what else is pending.
  @inline(never)
  func post(_ event: UnsafeMutablePointer<press_event>) {
    event.pointee.t_us = state.now
    event.pointee.late_us = max(event.pointee.late_us, state.late)
    if state.outbox.capacity != 0 { (events + nextRoom()).initialize(to: event.pointee) }
    pass(event)
  }

  /// `write` as a function of its own, for events that are not delivered with each sample.
  @inline(never)
  private func writeOnSlowPath(
    _ event: UnsafeMutablePointer<press_event>, _ type: UInt32, _ slot: Int, _ reason: Int32, _ progress: Int32, _ flags: UInt32
  ) { write(event, type, slot, reason, progress, flags) }

  @inline(__always)
  private func write(
    _ event: UnsafeMutablePointer<press_event>, _ type: UInt32, _ slot: Int, _ reason: Int32, _ progress: Int32, _ flags: UInt32
  ) {
    let contact = contactSlots + slot
    // Events of the contact itself name the target that was hit, the others the target of the interaction.
    let target = type <= EventType.contactCancelled ? contact.pointee.hit : contact.pointee.touch.target
    event.initialize(
      to: press_event(
        t_us: state.now, type: type, contact: contact.pointee.touch.contact, target: target, flags: flags,
        reason: reason, x: contact.pointee.touch.x, y: contact.pointee.touch.y, force: contact.pointee.touch.force,
        pressure: contact.pointee.touch.pressure, progress: progress, subject: 0, value: 0, value2: 0,
        late_us: max(contact.pointee.late, state.late)))
  }

  /// Whether there is a queue to poll.
  package var keepsEvents: Bool { state.outbox.capacity != 0 }

  package func poll(_ out: UnsafeMutablePointer<press_event>, _ capacity: Int) -> Int32 {
    var taken = 0
    while taken < capacity && state.outbox.count > 0 {
      out[taken] = state.outbox.pop(events)
      taken &+= 1
    }
    if taken > 0 && !state.hasDelegate { roomCameUp() }
    if state.waiting != 0 {
      state.pending |= UInt64(state.waiting)
      flushFromOutside()
    }
    return Int32(truncatingIfNeeded: taken)
  }
}

/// The room that an attachment needs in the queue of an engine that is polled.
struct Room {
  /// How many of its events may be pending at any time.
  let ends: Int
  /// Further slots for each sample: if the sample begins something, one slot stays reserved for its end (`Engine.holdRoom`).
  var ofASample: UInt8 = 0

  static func + (a: Room, b: Room) -> Room { Room(ends: a.ends &+ b.ends, ofASample: a.ofASample &+ b.ofASample) }
}

/// Whether the queue has room. Attachments say how much they need. With a delegate nothing waits for room.
extension Engine {
  /// The most events that one sample causes: a contact and a preview begin, a phase ends, progress and a move are delivered; and one event of
  /// an attachment, whose room an end has used that was due before the sample.
  static var mostEventsOfASample: Int { 6 }

  /// Whether events wait in a queue. Otherwise a delegate takes each at once, or no event is kept.
  @inline(__always)
  var isPolled: Bool { !state.hasDelegate && state.outbox.capacity != 0 }

  /// Whether so many events fit beside the events and ends of the sample that is being fed, and beside the ends of everything that runs.
  /// Without a queue they always do.
  func hasRoomBeyondReserve(for events: Int) -> Bool {
    if !isPolled { return true }
    let sample = state.work == .sample ? Engine.mostEventsOfASample &+ state.endsOfASample : 0
    let free = state.outbox.capacity &- state.outbox.count
    return free >= events &+ sample &+ 2 &* state.occupied.nonzeroBitCount &+ state.reserve
  }

  /// Whether `more` events fit beside every end of what runs. `atMost`: further events, which count only as far as the whole queue is large
  /// enough for them. Merges progress in the queue if that makes the room.
  @inline(__always)
  func hasRoom(for more: Int, atMost extra: Int = 0) -> Bool {
    !isPolled || makesRoom(for: more, atMost: extra)
  }

  @inline(never)
  private func makesRoom(for more: Int, atMost extra: Int) -> Bool {
    let needed = min(
      more &+ extra &+ 2 &* state.occupied.nonzeroBitCount &+ state.endsOfASample &+ state.reserve,
      state.outbox.capacity)
    let lacking = needed &- (state.outbox.capacity &- state.outbox.count)
    if lacking <= 0 { return true }
    // If merging does not suffice, nothing changes: a refusal leaves everything as it is.
    if !state.outbox.canMerge(lacking, events) { return false }
    state.stats.merged &+= state.outbox.merge(events)
    return true
  }

  // MARK: For attachments

  /// Reserves a slot for an event of an attachment until it is delivered. The queue must be large enough for it beside all that may run,
  /// and must have room beside all that runs now: a lift that was due before the sample may have used the slots of the sample. `more`:
  /// events that come with what it is the end of. `spare`: one, for what only contacts that are down may have: `leastEvents` counts the two
  /// ends of a contact that a sample begins beside those of all that may be down, and that contact is one of these.
  func holdRoom(more: Int = 0, spare: Int = 0) -> Bool {
    if state.outbox.capacity &+ spare <= state.mostHeldRoom || !hasRoomWithin(for: more &+ 1) { return false }
    state.holdRoom(1)
    return true
  }

  /// Whether so many events fit beside those of a sample whose contact has begun, and the ends of everything that runs. A barred contact
  /// has ended. The sum above includes it all the same: without it a drag and a pinch beside it overwrite an event (RoomWalkTests).
  private func hasRoomWithin(for events: Int) -> Bool {
    if state.hasDelegate { return true }
    var needed = events &+ state.reserve &+ (state.work == .sample ? Engine.mostEventsOfASample &- 1 : 0)
    eachOccupied { slot in if contacts[slot].phase != .barred { needed &+= 2 } }
    return state.outbox.capacity &- state.outbox.count >= needed
  }

  func giveBackRoom() { state.holdRoom(-1) }

  /// Whether a pending event of an attachment waits for room. The attachment is asked to deliver again after events were polled.
  func waitsForRoom(_ kind: Attachment) -> Bool { state.waiting & (1 &<< UInt16(kind.rawValue)) != 0 }

  func setWaitsForRoom(_ kind: Attachment, _ waits: Bool) {
    let bit: UInt16 = 1 &<< UInt16(kind.rawValue)
    state.waiting = waits ? state.waiting | bit : state.waiting & ~bit
  }

  // MARK: For the pad

  /// Whether a sample at `t` and `more` events beside it would be taken, as a status. The engine is not busy.
  package func checkFeed(_ t: UInt64, moreEvents more: Int) -> Int32 {
    if isTooLate(t) { return Status.time }
    return hasRoom(for: Engine.mostEventsOfASample, atMost: more) ? Status.ok : Status.full
  }

  /// Whether the queue of an engine that is polled holds so many events beside the ends of all that can run, when it is empty.
  @inline(__always)
  package func canKeep(moreEvents more: Int) -> Bool {
    !isPolled || state.outbox.capacity >= state.leastEvents &+ more
  }

  /// Takes a sample of a pad or a grid for which there is no fast path. The caller has called `checkFeed`.
  func feedChecked(_ sample: UnsafeMutablePointer<Sample>) -> Int32 {
    switch idleness(sample.pointee.t_us, sample.pointee.contact, sample.pointee.flags, reserved: 0, sample.pointee.force) {
    case .idle:
      state.stats.samples &+= 1
      return Status.ok
    case .watched:
      _ = watch(sample.pointee.t_us, sample.pointee.contact, read: sample.pointee.unfiltered, isSensed: sample.pointee.isSensed)
      return Status.ok
    case .none: break
    }
    let refusal = take(sample, isValid: true)
    if refusal != Status.ok { countRefusal(refusal) }
    return refusal
  }

  /// Calls a callback that asks the program something. Meanwhile the program cannot feed.
  @inline(__always)
  func whileBusy<Answer>(_ ask: () -> Answer) -> Answer {
    let work = state.work
    state.work = .other
    let answer = ask()
    state.work = work
    return answer
  }

  /// Delivers an event of a sensor, such as a fault. The caller has called `checkFeed`.
  package func deliverSensor(_ event: UnsafeMutablePointer<press_event>) {
    state.work = .sample
    // Beside ends, deadlines deliver only what leaves room for the events of a frame.
    let room = 3 &* Int(PRESS_PAD_SENSORS)
    state.holdRoom(room)
    let t = event.pointee.t_us
    if expire(upTo: t) { state.now = max(state.now, t) }
    state.holdRoom(0 &- room)
    state.late = behind(t)
    post(event)
    flush()
    state.late = 0
    state.work = .none
  }
}

/// The events kept for press_poll: a ring in the engine's storage. Copied with it: it holds no pointer.
struct Outbox {
  private let places: UInt16
  private var oldest: UInt16 = 0
  private var taken: UInt16 = 0

  init(capacity: Int) { places = UInt16(truncatingIfNeeded: capacity) }

  @inline(__always)
  var capacity: Int { Int(places) }

  /// Index of the oldest.
  @inline(__always)
  var first: Int {
    get { Int(oldest) }
    set { oldest = UInt16(truncatingIfNeeded: newValue) }
  }

  @inline(__always)
  var count: Int {
    get { Int(taken) }
    set { taken = UInt16(truncatingIfNeeded: newValue) }
  }

  @inline(__always)
  private func slot(_ i: Int) -> Int {
    let n = first &+ i
    return n >= capacity ? n &- capacity : n
  }

  var isFull: Bool { count == capacity }

  /// Returns the index of the new newest. In a full ring that is the place of the oldest.
  @inline(__always)
  mutating func append() -> Int {
    if isFull {
      let newest = first
      first = slot(1)
      return newest
    }
    count &+= 1
    return slot(count &- 1)
  }

  mutating func pop(_ ring: UnsafeMutablePointer<press_event>) -> press_event {
    let event = ring[first]
    first = slot(1)
    count &-= 1
    return event
  }

  /// Whether merging would make room for so many.
  func canMerge(_ needed: Int, _ ring: UnsafePointer<press_event>) -> Bool {
    var left = needed
    var i = 0
    while i < count && left > 0 {
      if isSuperseded(ring + slot(i), after: i, ring) { left &-= 1 }
      i &+= 1
    }
    return left <= 0
  }

  /// Drops progress that newer progress of the same contact and phase follows. Returns how many.
  mutating func merge(_ ring: UnsafeMutablePointer<press_event>) -> UInt32 {
    var kept = 0
    var i = 0
    while i < count {
      let event = ring + slot(i)
      if !isSuperseded(event, after: i, ring) {
        ring[slot(kept)] = event.pointee
        kept &+= 1
      }
      i &+= 1
    }
    let merged = UInt32(truncatingIfNeeded: count &- kept)
    count = kept
    return merged
  }

  private func isSuperseded(_ event: UnsafePointer<press_event>, after index: Int, _ ring: UnsafePointer<press_event>) -> Bool {
    if !event.pointee.isProgress { return false }
    var i = index &+ 1
    while i < count {
      let other = ring + slot(i)
      if other.pointee.contact == event.pointee.contact {
        if !other.pointee.isProgress { return false }
        if other.pointee.type == event.pointee.type { return true }
      }
      i &+= 1
    }
    return false
  }
}
