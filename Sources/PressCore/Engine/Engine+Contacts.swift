import CPress

/// How contacts begin, move and end, and the deadlines that are due.
extension Engine {
  func begin(_ sample: UnsafePointer<Sample>) {
    var slot = availableSlot(at: sample.pointee.t_us)
    if slot >= 0 && isOccupied(slot) && contacts[slot].phase == .lifting {
      // It gives up its place: a finger that comes back to it now is another contact.
      lift(slot)
      flush()
      // A callback may have reset the engine: time is another. Else the place is this one, also where its sensor keeps a force.
      if state.now != sample.pointee.t_us { slot = -1 }
    }
    if slot >= 0 { begin(sample, slot, kept: 0) }
  }

  /// `kept`: what the sensor kept of the contact that was in this slot.
  @inline(never)
  func begin(_ sample: UnsafePointer<Sample>, _ slot: Int, kept: Int32) {
    let hit = hit(at: sample.pointee.x, sample.pointee.y)
    let (has, previewTarget) = nearest(hit, with: state.previewTraits)
    let contact = contacts + slot
    contact.initialize(to: Contact(sample, hit: hit, target: has ? previewTarget : hit, has ? newPreview : Preview(.none)))
    setKept(slot, kept)
    moveRarely(contact, sample)
    schedule(due(slot))
    if state.occupied == 0 { looksAt = sample.pointee.t_us &+ HeldForce.period }
    schedule(state.settings.creepLimit == 0 ? Engine.never : looksAt)
    state.occupied |= bit(slot)
    if Engine.guesses(state.maxContacts) { guess(sample.pointee.contact).pointee = UInt8(truncatingIfNeeded: slot) }
    deliver(EventType.contactBegan, slot)
    // A callback may have ended it.
    if !contact.pointee.isOpen { return }
    notify(.began(slot))
    sampled(slot, read: sample.pointee.unfiltered, isSensed: sample.pointee.isSensed)
    advance(slot, sample)
  }

  private var newPreview: Preview {
    let after = state.settings.previewAfter
    return after == 0 ? Preview(.waiting) : Preview(at: state.now, youngFor: UInt64(after))
  }

  /// Takes in where a contact is, and how hard it presses.
  @inline(__always)
  func move(_ contact: UnsafeMutablePointer<Contact>, _ sample: UnsafePointer<Sample>, force: Int32) {
    move(contact, sample.pointee.t_us, force, sample.pointee.x, sample.pointee.y)
  }

  @inline(__always)
  func move(_ contact: UnsafeMutablePointer<Contact>, _ t: UInt64, _ force: Int32, _ x: Int32, _ y: Int32) {
    contact.pointee.touch.t_us = t
    contact.pointee.touch.x = x
    contact.pointee.touch.y = y
    contact.pointee.touch.force = force
    contact.pointee.touch.pressure = pressure(of: force &- contact.pointee.unpressed)
    contact.pointee.held.sampled(before: contact.pointee.deadline)
    contact.pointee.deadline = Wide.addSaturating(t, state.settings.lostAfter)
  }

  /// Of newtons without what its sensor keeps and has crept.
  @inline(__always)
  func pressure(of force: Int32) -> Int32 {
    withUnsafeMutablePointer(to: &state.settings.pressure) { Pressure.of(force, by: UnsafePointer($0)) }
  }

  /// The same, where it is not done for each sample: inlined, it would be in the library three times.
  @inline(never)
  func moveRarely(_ contact: UnsafeMutablePointer<Contact>, _ sample: UnsafePointer<Sample>) {
    let isFirst = contact.pointee.deadline == Engine.never
    move(contact, sample, force: max(sample.pointee.force, 0))
    if isFirst { contact.pointee.held.sampledFirst(contact.pointee.deadline) }
    state.earliest = min(state.earliest, contact.pointee.deadline)
    if sample.pointee.flags & SampleFlag.settling != 0 { contact.pointee.settle() }
  }

  /// A sample of a contact that is open: it goes on, falls, comes back, or is cancelled.
  func changeOpen(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contacts + slot
    if Engine.isUnknown(sample) {
      let isPalm = sample.pointee.flags & SampleFlag.palm != 0
      contact.pointee.touch.t_us = sample.pointee.t_us
      end(slot, isPalm ? Reason.palm : Reason.lost)
      flush()
    } else if isHeld(slot, sample) {
      if contact.pointee.phase == .lifting { comeBack(slot) }
      // A callback may have ended it.
      if contact.pointee.phase != .down { return }
      moveRarely(contact, sample)
      sampled(slot, read: sample.pointee.unfiltered, isSensed: sample.pointee.isSensed)
      advance(slot, sample)
    } else {
      fall(slot, sample)
    }
  }

  /// Ends a contact that is open; what is pending is delivered by the next `flush`.
  @inline(never)
  func end(_ slot: Int, _ reason: Int32) {
    let contact = contacts + slot
    notify(.ended(slot, reason: reason))
    stopPreviewAlone(slot, reason)
    contact.pointee.phase = reason == Reason.lifted ? (contact.pointee.kept == 0 ? .free : .loaded) : .barred
    contact.pointee.deadline = Engine.never
    contact.pointee.isEndPending = true
    contact.pointee.endReason = reason
    state.pending |= pendingBit(slot)
  }

  /// Ends the preview of a contact that goes on.
  func stopPreview(_ slot: Int, _ reason: Int32) {
    if contacts[slot].preview.isRunning { notify(.previewStopped(slot, reason: reason)) }
    stopPreviewAlone(slot, reason)
  }

  private func stopPreviewAlone(_ slot: Int, _ reason: Int32) {
    let contact = contacts + slot
    if contact.pointee.preview.stop() {
      contact.pointee.isPreviewCancelPending = true
      contact.pointee.previewReason = reason
      state.pending |= pendingBit(slot)
    }
  }

  func pendingBit(_ slot: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: slot &+ Attachment.most) }

  /// What comes next of a contact that is open: its deadline, or that it is old enough.
  @inline(never)
  func due(_ slot: Int) -> UInt64 {
    let contact = contacts + slot
    if contact.pointee.phase != .down { return contact.pointee.deadline }
    return min(contact.pointee.deadline, contact.pointee.preview.growsAt(now: state.now) ?? Engine.never)
  }

  /// When that is done next: near now while a contact is down.
  var looksAt: UInt64 {
    get { state.now &+ UInt64(bitPattern: Int64(Int32(bitPattern: state.looks &- UInt32(truncatingIfNeeded: state.now)))) }
    nonmutating set { state.looks = UInt32(truncatingIfNeeded: newValue) }
  }

  /// What the contacts that are down climb by themselves moves no pressure.
  @inline(never)
  func lookAtHeld(_ t: UInt64) {
    let next = looksAt &+ HeldForce.period
    looksAt = next > t ? next : t &+ HeldForce.period
    var left = state.settings.creepLimit == 0 ? 0 : state.occupied
    while left != 0 {
      let contact = contacts + left.trailingZeroBitCount
      left &= left &- 1
      if contact.pointee.phase == .down {
        let (kept, crept) = (contact.pointee.kept, contact.pointee.unpressed &- contact.pointee.kept)
        let still = contact.pointee.held.look(max(contact.pointee.touch.force &- kept, 0), crept: crept, state.settings.creepLimit)
        contact.pointee.unpressed = kept &+ still
      }
    }
  }

  /// Fires the deadlines up to and including t, earliest first: of attachments, and of contacts that lifted or were silent too long. Returns whether
  /// time goes on to there: a callback may reset the engine.
  @inline(never) @discardableResult
  func expire(upTo t: UInt64) -> Bool {
    let epoch = state.epoch
    while state.epoch == epoch {
      var first = -1
      var left = state.occupied
      var next = Engine.never
      while left != 0 {
        let slot = left.trailingZeroBitCount
        left &= left &- 1
        let due = due(slot)
        if contacts[slot].isOpen && due < next {
          next = due
          first = slot
        }
      }
      let attached = attachedDeadline
      let earliest = min(next, attached.at)
      // A sample that comes later than that is no common one.
      state.earliest = state.settings.creepLimit == 0 ? earliest : min(earliest, looksAt)
      if earliest > t || earliest == Engine.never { return true }
      state.now = max(state.now, earliest)
      if attached.at <= next {
        fire(attached.head, attached.at, more: t &- attached.at)
      } else {
        endOverdue(first)
      }
      flush()
    }
    return false
  }
}
