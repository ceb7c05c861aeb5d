import CPress

/// What is pending is delivered here, one event after the other, to callbacks and to the queue.
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
      // Before the slots and behind them are attachments.
      if slot < 0 || slot >= Int(press_config.mostContacts) {
        if !deliver(UInt8(truncatingIfNeeded: whose & (Attachment.most &- 1))) { state.pending &= ~(1 &<< UInt64(truncatingIfNeeded: whose)) }
        continue
      }
      let contact = contacts + slot
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

  /// After a call from the program: inside a callback the engine flushes by itself once that returns.
  func flushFromOutside() {
    if state.isBusy { return }
    state.isBusy = true
    flush()
    state.isBusy = false
  }

  /// For callbacks. It lies in the engine: no callback can change it but through the engine.
  @inline(__always)
  func touch(_ slot: Int) -> UnsafePointer<press_touch> {
    UnsafeRawPointer(contacts + slot).assumingMemoryBound(to: press_touch.self)
  }

  @inline(never)
  func deliver(_ type: UInt32, _ slot: Int) {
    post(type, slot, Reason.none)
    flush()
  }

  @inline(__always)
  func deliverProgress(_ type: UInt32, _ slot: Int, ended: Bool) {
    let progress = contacts[slot].preview.progress
    let flags = ended ? EventFlag.ended : 0
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

  /// Progress for an on_event without a queue. The event is as it was before the callback, as one that is kept would be.
  @inline(never)
  func deliverUnkept(_ type: UInt32, _ slot: Int, _ ended: Bool) {
    let progress = contacts[slot].preview.progress
    let update =
      type == EventType.previewUpdated
      ? state.delegate.preview_did_update : state.delegate.commit_did_update
    var event = press_event()
    writeRarely(&event, type, slot, Reason.none, progress, ended ? EventFlag.ended : 0)
    if let update { update(opaque, touch(slot), progress, ended, state.delegate.user) }
    pass(&event)
  }

  /// Where it is pending that a preview is cancelled, that; else false.
  @inline(never)
  func deliverPreviewEnd(_ slot: Int) -> Bool {
    let contact = contacts + slot
    if !contact.pointee.isPreviewCancelPending { return false }
    contact.pointee.isPreviewCancelPending = false
    var event = press_event()
    writeRarely(&event, EventType.previewCancelled, slot, contact.pointee.previewReason, contact.pointee.preview.progress, 0)
    if state.outbox.capacity != 0 { (events + nextRoom()).initialize(to: event) }
    if let didCancel = state.delegate.preview_did_cancel { didCancel(opaque, touch(slot), state.delegate.user) }
    pass(&event)
    return true
  }

  @inline(never)
  func post(_ type: UInt32, _ slot: Int, _ reason: Int32) {
    if state.outbox.capacity != 0 {
      let room = events + nextRoom()
      writeRarely(room, type, slot, reason, 0, 0)
      pass(room)
    } else if state.delegate.on_event != nil {
      var event = press_event()
      writeRarely(&event, type, slot, reason, 0, 0)
      pass(&event)
    }
  }

  /// Writes an event for press_poll. Nothing else is written there until the callbacks of this event are through.
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

  /// To the delegate's on_event.
  @inline(__always)
  private func pass(_ event: UnsafePointer<press_event>) {
    if let onEvent = state.delegate.on_event { onEvent(opaque, event, state.delegate.user) }
  }

  /// An event of a contact, for attachments.
  func event(_ type: UInt32, _ slot: Int, target: UInt32, _ reason: Int32 = 0) -> press_event {
    var event = press_event()
    write(&event, type, slot, reason, 0, 0)
    event.target = target
    return event
  }

  /// Delivers an event that an attachment or a pad made, now. What else is pending is delivered by the caller.
  @inline(never)
  func post(_ event: UnsafeMutablePointer<press_event>) {
    event.pointee.t_us = state.now
    if state.outbox.capacity != 0 { (events + nextRoom()).initialize(to: event.pointee) }
    pass(event)
  }

  /// The same, where it is not done for each sample.
  @inline(never)
  private func writeRarely(
    _ event: UnsafeMutablePointer<press_event>, _ type: UInt32, _ slot: Int, _ reason: Int32, _ progress: Int32, _ flags: UInt32
  ) { write(event, type, slot, reason, progress, flags) }

  @inline(__always)
  private func write(
    _ event: UnsafeMutablePointer<press_event>, _ type: UInt32, _ slot: Int, _ reason: Int32, _ progress: Int32, _ flags: UInt32
  ) {
    let contact = contacts + slot
    // What is delivered of the contact itself names the target that was hit, the rest that of the interaction.
    let target = type <= EventType.contactCancelled ? contact.pointee.hit : contact.pointee.touch.target
    event.initialize(
      to: press_event(
        t_us: state.now, type: type, contact: contact.pointee.touch.contact, target: target, flags: flags,
        reason: reason, x: contact.pointee.touch.x, y: contact.pointee.touch.y, force: contact.pointee.touch.force,
        pressure: contact.pointee.touch.pressure, progress: progress, subject: 0, value: 0, value2: 0,
        late_us: contact.pointee.late))
  }

  public func poll(_ out: UnsafeMutablePointer<press_event>, _ capacity: Int) -> Int32 {
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
