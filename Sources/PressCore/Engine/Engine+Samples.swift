import CPress

/// Takes samples and ticks, if the queue has room for the events that they cause.
extension Engine {
  // MARK: Samples and time

  /// Most samples of most programs say that nothing touches: for those this is all, without a call.
  @inline(__always)
  package func feed(_ samples: UnsafePointer<press_sample>, _ count: Int) -> Int32 {
    if state.isBusy { return Status.busy }
    var taken = 0
    while taken < count {
      let idleness = idleness(of: samples + taken)
      if idleness == .watched && count == 1 {
        return watch(samples.pointee.t_us, samples.pointee.contact, read: samples.pointee.force, isSensed: false)
      }
      if idleness != .idle {
        if count != 1 { return feed(samples, count, from: taken) }
        return state.occupied == 0 ? feedOnSlowPath(samples, true) : feed(samples, isFirst: true)
      }
      taken &+= 1
    }
    state.stats.samples &+= UInt64(truncatingIfNeeded: taken)
    return Int32(truncatingIfNeeded: taken)
  }

  @inline(never)
  private func feed(_ samples: UnsafePointer<press_sample>, _ count: Int, from first: Int) -> Int32 {
    state.stats.samples &+= UInt64(truncatingIfNeeded: first)
    var taken = first
    var isFirst = first == 0
    while taken < count {
      let sample = samples + taken
      switch idleness(of: sample) {
      case .idle: state.stats.samples &+= 1
      case .watched: _ = watch(sample.pointee.t_us, sample.pointee.contact, read: sample.pointee.force, isSensed: false)
      case .none:
        let answer = feed(sample, isFirst: isFirst)
        if answer < 0 { return taken > 0 ? Int32(truncatingIfNeeded: taken) : answer }
      }
      isFirst = false
      taken &+= 1
    }
    return Int32(truncatingIfNeeded: taken)
  }

  package func tick(_ t: UInt64) -> Int32 {
    if state.isBusy { return Status.busy }
    if t == Engine.never { return Status.invalid }
    if isTooLate(t) { return Status.time }
    state.isBusy = true
    let t = max(t, state.now)
    if expire(upTo: t) { state.now = t }
    state.noteTick(t)
    state.isBusy = false
    return Status.ok
  }

  /// Whether a time is earlier than the time of the engine by more than `late_limit_us`.
  @inline(__always)
  package func isTooLate(_ t: UInt64) -> Bool { isTooLate(t, for: state.now) }

  @inline(__always)
  func isTooLate(_ t: UInt64, for now: UInt64) -> Bool { t < now && now &- t > UInt64(state.settings.lateLimit) }

  /// By how much a time is earlier than the engine's; 0 where it is not. The caller has checked `isTooLate`.
  @inline(__always)
  func behind(_ t: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: state.now &- min(t, state.now)) }

  /// When the sample was taken that attachments are shown. Speeds are measured with it, not with the time at which the sample came.
  var sampledAt: UInt64 {
    let now = now
    return now &- min(now, UInt64(state.late))
  }

  /// The time of the latest sample or tick. During a reset, ends have this time, and anything that starts has `now`.
  package var time: UInt64 { state.now }

  package var nextDeadline: UInt64 {
    var first = Engine.never
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if contacts[slot].isThere { first = min(first, due(slot)) }
    }
    return min(first, attachedDeadline.at)
  }

  func countRefusal(_ refusal: Int32) {
    state.stats.refused &+= 1
    if refusal == Status.time { state.stats.backwards &+= 1 }
  }

  /// What becomes of a sample while nothing touches, nothing touched before, and nothing is due. `idle`: it changes only the time, and is
  /// taken. `watched`: attachments are shown it (`watch`). `none`: it is no such sample.
  enum Idleness {
    case idle, watched, none
  }

  @inline(__always)
  func idleness(of sample: UnsafePointer<press_sample>) -> Idleness {
    idleness(sample.pointee.t_us, sample.pointee.contact, sample.pointee.flags, reserved: sample.pointee.reserved, sample.pointee.force)
  }

  @inline(__always)
  func idleness(_ t: UInt64, _ contact: UInt32, _ flags: UInt32, reserved: UInt32, _ force: Int32) -> Idleness {
    let isPlain =
      state.occupied == 0 && t >= state.now && t < state.earliest && (flags & ~state.settings.idleFlags) | reserved == 0
      && contact != Engine.noContact
    if !isPlain { return .none }
    if force < state.settings.idleBelow {
      state.now = t
      return .idle
    }
    return state.settings.watcher > 0 && force < state.settings.touchForce && state.waiting == 0 ? .watched : .none
  }

  /// Takes a sample: 1, or its error, which counts if it is the first of its call. What nearly every one does with a finger
  /// that presses stands here, the rest is calls.
  @inline(never)
  func feed(_ sample: UnsafePointer<press_sample>, isFirst: Bool) -> Int32 {
    let t = sample.pointee.t_us
    // Down, and no other flag.
    if t >= state.now && t < state.earliest
      && ((sample.pointee.flags | state.settings.idleFlags) ^ SampleFlag.down) | sample.pointee.reserved == 0
    {
      let slot = slot(of: sample.pointee.contact)
      if follows(slot, sample.pointee.force) {
        follow(slot, t, sample.pointee.force, read: contacts[slot].touch.force, isSensed: false, sample.pointee.x, sample.pointee.y)
        return 1
      }
    }
    return feedOnSlowPath(sample, isFirst)
  }

  var thresholds: UnsafePointer<Preview.Thresholds> {
    withUnsafeMutablePointer(to: &state.settings.thresholds) { UnsafePointer($0) }
  }

  /// Whether the contact in a slot is down, this force keeps it down, and the queue has room for its events.
  @inline(__always)
  func follows(_ slot: Int, _ force: Int32) -> Bool {
    slot >= 0 && contacts[slot].phase == .down && isAtRelease(slot, force) && hasRoom(for: Engine.mostEventsOfASample)
  }

  /// Whether a force is at least the release level of a contact.
  @inline(__always)
  private func isAtRelease(_ slot: Int, _ force: Int32) -> Bool {
    let (above, isBelow) = force.subtractingReportingOverflow(contacts[slot].residue)
    return !isBelow && above >= state.settings.releaseForce
  }

  /// Takes a sample of a contact that `follows`.
  @_transparent
  func follow(_ slot: Int, _ t: UInt64, _ force: Int32, read unfiltered: @autoclosure () -> Int32, isSensed: Bool, _ x: Int32, _ y: Int32) {
    state.work = .sample
    state.stats.samples &+= 1
    state.now = t
    // The release level is not below 0.
    move(contactSlots + slot, t, force, x, y)
    if unfiltered() > contacts[slot].peak { contactSlots[slot].peak = unfiltered() }
    sampled(slot, read: unfiltered(), isSensed: isSensed)
    switch contactSlots[slot].preview.follow(contactSlots[slot].touch.pressure, thresholds) {
    case .unchanged: break
    case .progress: deliverProgress(EventType.previewUpdated, slot, ended: false)
    case .other: if isSensed { advance(slot, read: unfiltered()) } else { advance(slot) }
    }
    state.work = .none
  }

  @inline(never)
  private func feedOnSlowPath(_ fed: UnsafePointer<press_sample>, _ isFirst: Bool) -> Int32 {
    var sample = Sample(fed.pointee)
    let refusal = take(&sample, isValid: fed.pointee.reserved == 0)
    if refusal == Status.ok { return 1 }
    if isFirst { countRefusal(refusal) }
    return refusal
  }

  /// Takes a sample that may begin or end something. One that is late counts at the time of the engine.
  @inline(never)
  func take(_ sample: UnsafeMutablePointer<Sample>, isValid: Bool) -> Int32 {
    if sample.pointee.t_us < state.now {
      if isTooLate(sample.pointee.t_us) { return Status.time }
      sample.pointee.late = behind(sample.pointee.t_us)
      sample.pointee.t_us = state.now
    }
    if !isValid || sample.pointee.t_us == Engine.never || sample.pointee.flags & ~SampleFlag.all != 0 || sample.pointee.contact == Engine.noContact {
      return Status.invalid
    }
    state.work = .sample
    let refusal = change(sample)
    state.late = 0
    state.work = .none
    if refusal == Status.ok { state.stats.samples &+= 1 }
    return refusal
  }

  /// Takes a valid sample that begins or ends something, or after which a deadline is due.
  @inline(never)
  func change(_ sample: UnsafePointer<Sample>) -> Int32 {
    // Only a sample that touches may be refused: for the ends of all that runs there is always room.
    let before = slot(of: sample.pointee.contact)
    if isTouching(sample, before >= 0 ? state.settings.releaseForce : state.settings.touchForce) {
      if before < 0 && availableSlot(at: sample.pointee.takenAt) < 0 { return state.maxContacts == 0 ? Status.invalid : Status.noSpace }
      if !hasRoom(for: Engine.mostEventsOfASample) { return Status.full }
      if before >= 0 && contacts[before].phase == .lifting { endIfAway(before, sample) }
    }
    if sample.pointee.t_us >= looksAt || state.occupied == 0 { lookAtHeld(sample.pointee.t_us) }
    // With a queue, a deadline may have passed that waited for room.
    let isDue = sample.pointee.t_us >= state.earliest || isPolled
    let goesOn = !isDue || expire(upTo: sample.pointee.takenAt)
    let slot = slot(of: sample.pointee.contact)
    if goesOn {
      state.now = sample.pointee.t_us
      state.late = sample.pointee.late
    } else if slot < 0 || !isLifted(sample) {
      // A callback reset the engine, so the sample is of the time before the reset. It counts only as a lift.
      return Status.ok
    }
    if slot < 0 {
      let isHeldBack = isHeldBack(sample)
      if !isTouching(sample, state.settings.touchForce) { barUnknown(sample) } else if !isHeldBack { begin(sample) }
      return Status.ok
    }
    switch contacts[slot].phase {
    case .down, .lifting: changeOpen(slot, sample)
    case .barred, .resting: watchBarred(slot, sample)
    case .loaded: watchLoaded(slot, sample)
    case .free: break
    }
    return Status.ok
  }

  /// Whether an attachment does not let a sample begin a contact.
  func isHeldBack(_ sample: UnsafePointer<Sample>) -> Bool { notify(.apart(sample)).value != 0 }

  @inline(never)
  func isTouching(_ sample: UnsafePointer<Sample>, _ level: Int32) -> Bool {
    if Engine.isUnknown(sample) { return false }
    if !state.settings.contactFromFlag { return sample.pointee.force >= level }
    return sample.pointee.flags & SampleFlag.down != 0
  }

  /// Whether a sample keeps an open contact down.
  @inline(__always)
  func isHeld(_ slot: Int, _ sample: UnsafePointer<Sample>) -> Bool {
    isTouching(sample, Q16.add(state.settings.releaseForce, contacts[slot].residue))
  }

  /// Whether the sample says that its contact was lost, or is a palm.
  @inline(__always)
  static func isUnknown(_ sample: UnsafePointer<Sample>) -> Bool {
    sample.pointee.flags & (SampleFlag.lost | SampleFlag.palm) != 0
  }

  /// The slot of a contact that is not free, or -1.
  @inline(__always)
  func slot(of contact: UInt32) -> Int {
    if state.occupied == 0 { return -1 }
    let first = state.occupied.trailingZeroBitCount
    return contacts[first].touch.contact == contact ? first : slot(ofAnother: contact)
  }

  /// The slot of a contact that is not in the first slot that is taken, or -1.
  @inline(never)
  private func slot(ofAnother contact: UInt32) -> Int {
    var left = state.occupied & (state.occupied &- 1)
    if left != 0 && Engine.guesses(state.maxContacts) {
      let guess = Int(guess(contact).pointee)
      if isOccupied(guess) && contacts[guess].touch.contact == contact { return guess }
    }
    while left != 0 {
      let slot = left.trailingZeroBitCount
      if contacts[slot].touch.contact == contact { return slot }
      left &= left &- 1
    }
    return -1
  }

  /// The slot for a contact that begins at `t`: a free one; else that of the contact that has been lifting longest; else of the one that has
  /// been barred longest; else of one that silence cancels by `t`. -1: there is none.
  func availableSlot(at t: UInt64) -> Int {
    var lifting = -1
    var barred = -1
    var slot = 0
    var expires = -1
    while slot < Int(state.maxContacts) {
      if state.occupied & (1 &<< UInt32(truncatingIfNeeded: slot)) == 0 { return slot }
      let contact = contactSlots + slot
      switch contact.pointee.phase {
      case .lifting: if lifting < 0 || contact.pointee.deadline < contacts[lifting].deadline { lifting = slot }
      case .barred, .loaded: if barred < 0 || contact.pointee.touch.t_us < contacts[barred].touch.t_us { barred = slot }
      case .down, .resting, .free: if contact.pointee.deadline <= t && contact.pointee.deadline != Engine.never { expires = slot }
      }
      slot &+= 1
    }
    return lifting >= 0 ? lifting : barred >= 0 ? barred : expires
  }

  @inline(__always)
  func bit(_ slot: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: slot) }
}

/// Questions of a pad to its engine.
extension Engine {
  /// Newtons from which contacts begin; nil where samples say by a flag that they are there.
  var touchForce: Int32? { state.settings.contactFromFlag ? nil : state.settings.touchForce }

  /// The forces in newtons from which a contact in a slot begins and below which it ends, with what its sensor kept.
  @inline(__always)
  func touchThresholds(ofSlot slot: Int) -> (touch: Int32, release: Int32) {
    let residue = slot < 0 || contacts[slot].phase.rawValue >= Contact.Phase.barred.rawValue ? 0 : contacts[slot].residue
    if residue == 0 { return (state.settings.touchForce, state.settings.releaseForce) }
    return (Q16.add(state.settings.touchForce, residue), Q16.add(state.settings.releaseForce, residue))
  }

  /// Takes a sample if nothing touches and it changes nothing but the time. Returns whether it was such a sample.
  @_transparent
  func takesIdle(_ t: UInt64, _ contact: UInt32, _ flags: UInt32, _ force: Int32) -> Bool {
    if idleness(t, contact, flags, reserved: 0, force) != .idle { return false }
    state.stats.samples &+= 1
    return true
  }

  /// Takes a sample of a finger that was down and still is, with no flag but that, after `checkFeed` of its time. Returns whether it was one.
  @_transparent
  func takes(_ slot: Int, _ t: UInt64, _ flags: UInt32, _ force: Int32, unfiltered: @autoclosure () -> Int32, isSensed: Bool, _ x: Int32, _ y: Int32)
    -> Bool
  {
    if t < state.now || t >= state.earliest || flags | state.settings.idleFlags != SampleFlag.down || !follows(slot, force) { return false }
    follow(slot, t, force, read: unfiltered(), isSensed: isSensed, x, y)
    return true
  }
}

/// The board slept.
extension Engine {
  /// Cancels every contact that is open, at the time of what came last: no deadline of the time between counts for it.
  @inline(never)
  func cancelAll(_ reason: Int32) {
    state.isBusy = true
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if contacts[slot].isThere {
        contactSlots[slot].late = 0
        end(slot, reason)
      }
    }
    flush()
    state.isBusy = false
  }
}
