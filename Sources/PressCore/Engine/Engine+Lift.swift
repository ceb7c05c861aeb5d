import CPress

/// How a contact ends by itself, and how its finger becomes free again: the phases lifting, barred and loaded of `Contact`.
extension Engine {
  // MARK: The grace of a lift

  /// How long a force that falls now may be below release before its contact has lifted: as configured. By default the interval
  /// between the samples of its contact is taken off, so that an end comes as long after the fall at any rate; and it is at least
  /// 2.2 intervals, so that one low reading ends nothing.
  func grace(of interval: UInt64) -> UInt32 {
    let isRate = state.stats.samples >= Engine.fewest && interval <= Engine.longestInterval
    return isRate ? grace(bridging: interval) : state.settings.liftAfter
  }

  /// What is left of it at a low sample that comes so long after the fall: where what passed before the fall was a pause, samples
  /// that come faster say so.
  func shortened(_ grace: UInt32, after passed: UInt64) -> UInt32 {
    let enough = self.grace(bridging: min(passed, Engine.longestInterval))
    return grace >> 1 > enough && passed < UInt64(enough) ? enough : grace
  }

  @inline(never)
  private func grace(bridging interval: UInt64) -> UInt32 {
    let configured = state.settings.liftAfter
    let step = UInt32(truncatingIfNeeded: interval)
    return configured == Config.measuredLift ? max(configured &- min(step, configured), (step &* 2253) &>> 10) : configured
  }

  /// Samples that are further apart come when something happens, not at a rate; and fewer samples have none yet.
  private static var longestInterval: UInt64 { 125_000 }
  private static var fewest: UInt64 { 16 }

  // MARK: Lifts

  /// The force fell below release. Nothing ends in a dip that is shorter than the grace.
  func fall(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contacts + slot
    // The sensor kept nothing after all.
    if contact.pointee.kept != 0 && !isTouching(sample, state.settings.releaseForce) { setKept(slot, 0) }
    if contact.pointee.phase == .lifting { return shorten(slot) }
    notify(.falls(slot, read: sample.pointee.unfiltered))
    // Of the last two the shorter one: a pause is no rate.
    let interval = min(state.now &- sampledAt(slot), interval(slot))
    contact.pointee.preview.restart()
    contact.pointee.fallen = max(sample.pointee.force, 0)
    contact.pointee.phase = .lifting
    contact.pointee.grace = grace(of: interval)
    contact.pointee.deadline = Wide.addSaturating(state.now, UInt64(contact.pointee.grace))
    if contact.pointee.grace == 0 {
      lift(slot)
    } else {
      state.earliest = min(state.earliest, contact.pointee.deadline)
      notify(.fell(slot))
    }
    flush()
  }

  /// When the latest sample of a contact that is down was taken. The time of its touch may be that of a hold.
  private func sampledAt(_ slot: Int) -> UInt64 {
    let silence = state.settings.lostAfter
    return silence == Engine.never ? contacts[slot].touch.t_us : contacts[slot].deadline &- silence
  }

  /// Between the latest two of those; the most there is where that is not known.
  private func interval(_ slot: Int) -> UInt64 {
    state.settings.lostAfter == Engine.never ? Engine.never : contacts[slot].held.interval(until: contacts[slot].deadline)
  }

  /// A low sample in the grace.
  private func shorten(_ slot: Int) {
    let contact = contacts + slot
    let fell = contact.pointee.deadline &- UInt64(contact.pointee.grace)
    contact.pointee.grace = shortened(contact.pointee.grace, after: state.now &- fell)
    contact.pointee.deadline = fell &+ UInt64(contact.pointee.grace)
    state.earliest = min(state.earliest, contact.pointee.deadline)
  }

  /// The grace is over, or cut short: the finger lifted when the force fell.
  @inline(never)
  func lift(_ slot: Int) {
    let contact = contacts + slot
    contact.pointee.late = lateness(contact.pointee.deadline &- UInt64(contact.pointee.grace))
    contact.pointee.touch.t_us = state.now
    contact.pointee.touch.force = contact.pointee.fallen
    contact.pointee.touch.pressure = pressure(of: contact.pointee.fallen &- contact.pointee.unpressed)
    end(slot, Reason.lifted)
  }

  /// The deadline of an open contact has come: time stands at it.
  func endOverdue(_ slot: Int) {
    if contacts[slot].phase == .lifting { return lift(slot) }
    if contacts[slot].deadline > state.now { return growOld(slot) }
    contacts[slot].touch.t_us = state.now
    end(slot, Reason.silent)
  }

  /// The finger was there all the time. What was due for it meanwhile is due now.
  func comeBack(_ slot: Int) {
    contacts[slot].phase = .down
    contacts[slot].held = HeldForce(Q16.subtract(contacts[slot].touch.force, contacts[slot].unpressed))
    contacts[slot].deadline = Engine.never
    // A preview that waited for the finger, which nothing else can be due of here, is asked for where the force stands now.
    while due(slot) <= state.now && due(slot) != Engine.never { contacts[slot].preview.grow() }
    schedule(due(slot))
    if state.attached != 0 { expire(upTo: state.now) }
    contacts[slot].late = 0
  }

  /// Levels of a contact count from there.
  func setKept(_ slot: Int, _ kept: Int32) {
    contacts[slot].kept = kept
    contacts[slot].unpressed = kept
  }

  /// How long ago t was, for late_us.
  func lateness(_ t: UInt64) -> UInt32 { UInt32(clamping: state.now &- min(t, state.now)) }

  // MARK: After a contact was cancelled

  private static var freeAfter: UInt64 { 50_000 }

  /// A sensor that cannot say what touches it, or a palm, where no contact is down: nothing begins before a lift.
  @inline(never)
  func barUnknown(_ sample: UnsafePointer<Sample>) {
    let slot = (~state.occupied).trailingZeroBitCount
    if !Engine.isUnknown(sample) || slot >= Int(state.maxContacts) { return }
    contacts[slot].touch.contact = sample.pointee.contact
    contacts[slot].isEndPending = false
    contacts[slot].isPreviewCancelPending = false
    state.occupied |= bit(slot)
    bar(slot, sample)
  }

  /// Nothing was felt yet.
  private func bar(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contacts + slot
    contact.pointee.phase = .barred
    contact.pointee.deadline = Engine.never
    contact.pointee.touch.force = 0
    contact.pointee.kept = 0
    let isPalm = sample.pointee.flags & SampleFlag.palm != 0
    // A palm gives up its place last.
    contact.pointee.touch.t_us = isPalm ? Engine.never : sample.pointee.t_us
    contact.pointee.endReason = isPalm ? Reason.palm : Reason.lost
  }

  /// `touch.force` is the most since just before it was barred, `kept` the least since it fell below a quarter of that.
  @inline(never)
  func watchBarred(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contacts + slot
    if isLifted(sample) { return free(slot) }
    let force = max(sample.pointee.force, 0)
    if Engine.isUnknown(sample) {
      if sample.pointee.flags & SampleFlag.palm != 0 { contact.pointee.endReason = Reason.palm }
      contact.pointee.deadline = Engine.never
      return
    }
    contact.pointee.touch.force = max(contact.pointee.touch.force, force)
    let isLow = force < contact.pointee.touch.force >> 2
    if !isLow || contact.pointee.endReason == Reason.palm || state.settings.contactFromFlag {
      contact.pointee.deadline = Engine.never
      return
    }
    if contact.pointee.deadline == Engine.never {
      contact.pointee.deadline = Wide.addSaturating(state.now, Engine.freeAfter)
      contact.pointee.kept = force
    }
    contact.pointee.kept = min(contact.pointee.kept, force)
    if state.now >= contact.pointee.deadline { contact.pointee.phase = .loaded }
  }

  /// `kept` is the least force since.
  @inline(never)
  func watchLoaded(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contacts + slot
    if isLifted(sample) { return free(slot) }
    if Engine.isUnknown(sample) {
      bar(slot, sample)
    } else if isTouching(sample, Q16.add(state.settings.touchForce, contact.pointee.kept)) {
      begin(sample, slot, kept: contact.pointee.kept)
    } else {
      contact.pointee.kept = min(contact.pointee.kept, max(sample.pointee.force, 0))
    }
  }

  func free(_ slot: Int) { state.occupied &= ~bit(slot) }

  /// Neither touching nor lost nor a palm.
  func isLifted(_ sample: UnsafePointer<Sample>) -> Bool {
    !Engine.isUnknown(sample) && !isTouching(sample, state.settings.releaseForce)
  }
}
