import CPress

/// How contacts begin, move and end, and the deadlines that are due.
extension Engine {
  func begin(_ sample: UnsafePointer<Sample>) {
    var slot = availableSlot(at: sample.pointee.takenAt)
    if slot >= 0 && isOccupied(slot) && contacts[slot].phase == .lifting {
      // It gives up its place: a finger that comes back to it now is another contact. That one is not late.
      state.late = 0
      lift(slot)
      flush()
      state.late = sample.pointee.late
      // A callback may have reset the engine: time is another. Else the place is this one, also where its sensor keeps a force.
      if state.now != sample.pointee.t_us { slot = -1 }
    }
    if slot >= 0 { begin(sample, slot, residue: 0, as: begun(by: sample)) }
  }

  /// The phase of a contact that this sample begins.
  private func begun(by sample: UnsafePointer<Sample>) -> Contact.Phase { sample.pointee.source == .first ? .resting : .down }

  /// `residue`: what the sensor kept of the contact that was in this slot.
  @inline(never)
  func begin(_ sample: UnsafePointer<Sample>, _ slot: Int, residue: Int32, as phase: Contact.Phase) {
    followInterval()
    let hit = hit(at: sample.pointee.x, sample.pointee.y)
    let (has, previewTarget) = nearest(hit, with: state.previewTraits)
    let contact = contactSlots + slot
    let preview = has && phase == .down ? newPreview : Preview(.none)
    contact.initialize(to: Contact(sample, hit: hit, target: has ? previewTarget : hit, preview))
    contact.pointee.phase = phase
    setResidue(slot, phase == .down ? residue : 0)
    moveOnSlowPath(contact, sample)
    schedule(due(slot))
    if state.occupied == 0 { looksAt = sample.pointee.t_us &+ HeldForce.period }
    schedule(looksAt)
    state.occupied |= bit(slot)
    if Engine.guesses(state.maxContacts) { guess(sample.pointee.contact).pointee = UInt8(truncatingIfNeeded: slot) }
    deliver(EventType.contactBegan, slot)
    // It rests, or a callback has ended it.
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
    contact.pointee.deadline = Wide.addSaturating(t, state.silence)
  }

  /// The pressure of a force, from which what the sensor keeps and has crept was taken off.
  @inline(__always)
  func pressure(of force: Int32) -> Int32 {
    withUnsafeMutablePointer(to: &state.settings.pressure) { Pressure.of(force, by: UnsafePointer($0)) }
  }

  /// The same, where it is not done for each sample: inlined, it would be in the library three times.
  @inline(never)
  func moveOnSlowPath(_ contact: UnsafeMutablePointer<Contact>, _ sample: UnsafePointer<Sample>) {
    let isFirst = contact.pointee.deadline == Engine.never
    let before = contact.pointee.touch
    move(contact, sample, force: max(sample.pointee.force, 0))
    contact.pointee.peak = max(contact.pointee.peak, sample.pointee.unfiltered)
    if isFirst { contact.pointee.held.sampledFirst(contact.pointee.deadline) }
    state.earliest = min(state.earliest, contact.pointee.deadline)
    if sample.pointee.flags & SampleFlag.settling != 0 {
      contact.pointee.settle(after: before, force: sample.pointee.unfiltered)
    }
  }

  /// A sample of a contact that is open: it goes on, falls, comes back, or is cancelled.
  func changeOpen(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contactSlots + slot
    if Engine.isUnknown(sample) {
      let isPalm = sample.pointee.flags & SampleFlag.palm != 0
      contact.pointee.touch.t_us = sample.pointee.t_us
      end(slot, isPalm ? Reason.palm : Reason.lost)
      flush()
    } else if isHeld(slot, sample) {
      if contact.pointee.phase == .lifting { comeBack(slot) }
      // A callback may have ended it.
      if contact.pointee.phase != .down { return }
      moveOnSlowPath(contact, sample)
      sampled(slot, read: sample.pointee.unfiltered, isSensed: sample.pointee.isSensed)
      advance(slot, sample)
    } else {
      fall(slot, sample)
    }
  }

  /// Ends a contact that is open; what is pending is delivered by the next `flush`.
  @inline(never)
  func end(_ slot: Int, _ reason: Int32) {
    let contact = contactSlots + slot
    if contact.pointee.phase != .resting { notify(.ended(slot, reason: reason)) }
    stopPreviewAlone(slot, reason)
    if reason == Reason.lifted {
      contact.pointee.phase = contact.pointee.residue == 0 ? .free : .loaded
    } else {
      contact.pointee.phase = .barred
      contact.pointee.peak = contact.pointee.touch.force
      contact.pointee.residue = 0
      contact.pointee.late = 0
    }
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
    let contact = contactSlots + slot
    if contact.pointee.preview.stop() {
      contact.pointee.isPreviewCancelPending = true
      contact.pointee.previewReason = reason
      state.pending |= pendingBit(slot)
    }
  }

  func pendingBit(_ slot: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: slot &+ Attachment.most) }

  /// The next time at which an open contact needs a step: its deadline, or the age at which it may begin a preview.
  @inline(never)
  func due(_ slot: Int) -> UInt64 {
    let contact = contactSlots + slot
    if contact.pointee.phase != .down { return contact.pointee.deadline }
    return min(contact.pointee.deadline, contact.pointee.preview.growsAt(now: state.now) ?? Engine.never)
  }

  /// When that is done next: near now while a contact is down.
  var looksAt: UInt64 {
    get { state.now &+ UInt64(bitPattern: Int64(Int32(bitPattern: state.looks &- UInt32(truncatingIfNeeded: state.now)))) }
    nonmutating set { state.looks = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The slow rise of the contacts that are down changes no pressure, and the residue that a sensor keeps of a press holds no contact.
  @inline(never)
  func lookAtHeld(_ t: UInt64) {
    let next = state.occupied == 0 ? 0 : looksAt &+ HeldForce.period
    looksAt = next > t ? next : t &+ HeldForce.period
    measure(t)
    var left = state.settings.creepLimit == 0 ? 0 : state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      let contact = contactSlots + slot
      left &= left &- 1
      if contact.pointee.phase != .down { continue }
      let (residue, force) = (contact.pointee.residue, contact.pointee.touch.force)
      let mayBeKept = force < contact.pointee.peak >> 2 && force &- residue &- HeldForce.least < state.settings.touchForce
      if mayBeKept && !state.settings.contactFromFlag {
        if contact.pointee.held.isFlat(force) { keep(slot) }
      } else {
        let crept = contact.pointee.unpressed &- residue
        contact.pointee.unpressed = residue &+ contact.pointee.held.look(max(force &- residue, 0), crept: crept, state.settings.creepLimit)
      }
    }
  }

  /// The finger lifted when the force began to lie flat; the next contact counts from what is kept.
  private func keep(_ slot: Int) {
    let contact = contactSlots + slot
    let (residue, flatFor) = (contact.pointee.touch.force, contact.pointee.held.flatFor)
    notify(.falls(slot, read: residue))
    contact.pointee.fallen = residue
    contact.pointee.grace = flatFor
    contact.pointee.deadline = state.now
    contact.pointee.residue = residue
    lift(slot)
    flush()
  }

  /// Fires the deadlines up to and including t, earliest first: of attachments, and of contacts that lifted or were silent too long. Returns whether
  /// time goes on to there: a callback may reset the engine.
  @inline(never) @discardableResult
  func expire(upTo t: UInt64) -> Bool {
    state.isRestarted = false
    while !state.isRestarted {
      var first = -1
      var left = state.occupied
      var next = Engine.never
      while left != 0 {
        let slot = left.trailingZeroBitCount
        left &= left &- 1
        let due = due(slot)
        if contacts[slot].isThere && due < next {
          next = due
          first = slot
        }
      }
      let attached = attachedDeadline
      let earliest = min(next, attached.at)
      // A sample that comes later than that is no common one.
      state.earliest = min(earliest, looksAt)
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

/// How a contact ends by itself, and how its finger becomes free again: the phases lifting, barred and loaded of `Contact`.
extension Engine {
  // MARK: The grace of a lift

  /// How long a force that falls now may be below release before its contact has lifted: as configured. By default the interval between the
  /// samples of its contact is subtracted, so that an end comes as long after the fall at any rate. It is at least 2.2 intervals, so that
  /// one low reading, or two, end nothing. From 10 samples a second down two are a lift: 1.5 intervals.
  ///
  /// `gap`: since the sample before the fall. Where samples come in bursts the finger may have lifted so long before: it is taken off instead of
  /// the interval, so that an end comes as long after that sample in any pattern. A longer one is a pause, which says nothing.
  func grace(of interval: UInt64, after gap: UInt64 = 0) -> UInt32 {
    let isRate = state.stats.samples >= Engine.fewest && interval <= Engine.longestInterval
    let isBurst = gap > interval && gap <= UInt64(state.settings.liftAfter)
    return isRate ? grace(bridging: interval, without: isBurst ? gap : interval) : state.settings.liftAfter
  }

  /// The grace that remains at a low sample, `passed` microseconds after the fall. If the interval before the fall was a pause,
  /// the grace is too long, and faster samples now shorten it.
  func shortened(_ grace: UInt32, after passed: UInt64) -> UInt32 {
    let step = min(passed, Engine.longestInterval)
    let enough = self.grace(bridging: step, without: step)
    return grace >> 1 > enough && passed < UInt64(enough) ? enough : grace
  }

  @inline(never)
  private func grace(bridging interval: UInt64, without gap: UInt64) -> UInt32 {
    let configured = state.settings.liftAfter
    let step = UInt32(truncatingIfNeeded: interval)
    if configured != Config.measuredLift { return configured }
    let least = max(min((step &* 2253) &>> 10, Engine.leastOfTwo), step &+ step >> 1)
    return max(configured &- min(UInt32(truncatingIfNeeded: gap), configured), least)
  }

  /// Samples that are further apart come when something happens, not at a rate; and fewer samples have none yet.
  private static var longestInterval: UInt64 { 125_000 }
  private static var fewest: UInt64 { 16 }
  /// Microseconds; between 15 and 10 samples a second.
  private static var leastOfTwo: UInt32 { 150_000 }

  // MARK: Silence

  /// A frame of a grid that nothing touches is no sample.
  func passes(_ t: UInt64) {
    if t < looksAt { return }
    looksAt = t &+ HeldForce.period
    measure(t, least: 1)
  }

  /// How far apart samples come, by their number since the look before. Samples of several contacts that come together are one: all but
  /// the first of them came soon after that look.
  private func measure(_ t: UInt64, least: UInt32 = 0) {
    let (now, last) = (UInt32(truncatingIfNeeded: t), UInt32(truncatingIfNeeded: state.now))
    let (passed, spread) = (now &- state.rhythm.at, last &- state.rhythm.at)
    let isTogether = spread <= (now &- last) >> 6
    let count = max(UInt32(truncatingIfNeeded: state.stats.samples) &- state.rhythm.count, least)
    state.rhythm.at = now
    state.rhythm.count = UInt32(truncatingIfNeeded: state.stats.samples)
    if count == 0 || passed == 0 { return }
    // Several say by themselves whether the last was a pause.
    if !isTogether && !state.rhythm.interval.isKnown { state.rhythm.interval.pass(UInt64(spread / max(count &- 1, 1))) }
    state.rhythm.interval.pass(UInt64(isTogether ? passed : passed / count))
    followInterval()
    // If there is nothing else to look at, and samples come often, look less often.
    if state.occupied == 0 && passed < 1 << 18 { looksAt = t &+ 4 &* HeldForce.period }
  }

  /// How long silence is that cancels a contact: longer at once where samples come seldom, and shorter with the next first contact.
  private func followInterval() {
    let silence = state.followed
    if silence <= state.silence && state.occupied != 0 { return }
    let more = silence &- state.silence
    state.silence = silence
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if contactSlots[slot].phase == .down || contactSlots[slot].phase == .resting { contactSlots[slot].lengthen(more) }
    }
  }

  // MARK: Lifts

  /// The force fell below release. Nothing ends in a dip that is shorter than the grace.
  func fall(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contactSlots + slot
    // The sensor kept nothing after all.
    if contact.pointee.residue != 0 && !isTouching(sample, state.settings.releaseForce) { setResidue(slot, 0) }
    if contact.pointee.phase == .lifting { return shorten(slot) }
    notify(.falls(slot, read: sample.pointee.unfiltered))
    // The shorter one of the last two intervals: a pause is no rate.
    let gap = state.now &- sampledAt(slot)
    let before = interval(slot)
    let interval = min(gap, before)
    contact.pointee.preview.bridged = bridged(gap, before, isSensed: sample.pointee.isSensed)
    contact.pointee.fallen = max(sample.pointee.force, 0)
    contact.pointee.phase = .lifting
    let grace = grace(of: interval, after: gap)
    // It fell when the sample was taken, and has from now on to come back: those that are late come at once.
    contact.pointee.grace = grace &+ state.late
    contact.pointee.deadline = Wide.addSaturating(state.now, UInt64(grace))
    if grace == 0 {
      lift(slot)
    } else {
      state.earliest = min(state.earliest, contact.pointee.deadline)
      notify(.fell(slot))
    }
    flush()
  }

  /// When the latest sample of a contact that is down was taken. The time of its touch may be that of a hold.
  private func sampledAt(_ slot: Int) -> UInt64 {
    let silence = state.silence
    return silence == Engine.never ? contacts[slot].touch.t_us : contacts[slot].deadline &- silence
  }

  /// Between the latest two of those; the most there is where that is not known.
  private func interval(_ slot: Int) -> UInt64 {
    state.silence == Engine.never ? Engine.never : contacts[slot].held.interval(until: contacts[slot].deadline)
  }

  /// How long after the fall a finger may come back, in units of 2 ms, and one more: it may have lifted right after the sample before the fall, and
  /// was away for 55 ms at most, where samples come unevenly 50. Behind a median that is the sample before: the first low reading does not show.
  /// 0: any, where the rate is so low that it decides, or a sample was late.
  private func bridged(_ gap: UInt64, _ before: UInt64, isSensed: Bool) -> UInt8 {
    let (less, more) = (min(gap, before), max(gap, before))
    let most = UInt64(Config.measuredLift)
    if state.settings.liftAfter != Config.measuredLift || more > most || less &* 3 > most { return 0 }
    let passed = isSensed ? gap &+ before : gap
    let isUneven = more &- less > max(less >> 3, 1300)
    let longest: UInt64 = isUneven ? 50_000 : most &+ 1999
    let left = UInt8(truncatingIfNeeded: UInt32(truncatingIfNeeded: longest &- min(passed, longest)) / 2000 &+ 1)
    return isUneven ? left | Engine.uneven : left
  }

  /// Values in the result of `bridged`.
  private static var uneven: UInt8 { 32 }
  private static var isAway: UInt8 { 63 }

  /// `late`: how much of what passed since the fall is since the sample was taken.
  private func isAway(_ slot: Int, for passed: UInt64, _ late: UInt32) -> Bool {
    let bridged = contacts[slot].preview.bridged
    return bridged != 0 && passed > UInt64(bridged & 31 &- 1) &* 2000 &+ UInt64(late)
  }

  /// A finger comes back to a contact that may be lifting: what was away for longer than that lifted when it fell. Behind a median the reading before
  /// this one was high already: the low samples have said so.
  @inline(never)
  func endIfAway(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contactSlots + slot
    if contact.pointee.deadline <= sample.pointee.t_us { return }
    let passed = sample.pointee.t_us &- contact.pointee.deadline &+ UInt64(contact.pointee.grace)
    if contact.pointee.preview.bridged != Engine.isAway && (sample.pointee.isSensed || !isAway(slot, for: passed, sample.pointee.late)) { return }
    contact.pointee.grace = UInt32(truncatingIfNeeded: passed)
    contact.pointee.deadline = sample.pointee.t_us
    state.earliest = min(state.earliest, sample.pointee.t_us)
  }

  /// A low sample in the grace.
  private func shorten(_ slot: Int) {
    let contact = contactSlots + slot
    let fell = contact.pointee.deadline &- UInt64(contact.pointee.grace)
    let passed = state.now &- fell
    let bridged = contact.pointee.preview.bridged
    // A sample that comes sooner than those before the fall did shows that they come unevenly.
    if bridged &- 1 < Engine.uneven &- 1 && passed &* 4 < UInt64(Config.measuredLift &- contact.pointee.grace) &* 3 {
      contact.pointee.preview.bridged = (bridged > 3 ? bridged &- 3 : 1) | Engine.uneven
    }
    if isAway(slot, for: passed, state.late) { contact.pointee.preview.bridged = Engine.isAway }
    contact.pointee.grace = shortened(contact.pointee.grace, after: passed)
    contact.pointee.deadline = fell &+ UInt64(contact.pointee.grace)
    state.earliest = min(state.earliest, contact.pointee.deadline)
  }

  /// The grace is over, or cut short: the finger lifted when the force fell.
  @inline(never)
  func lift(_ slot: Int) {
    let contact = contactSlots + slot
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
    contactSlots[slot].touch.t_us = state.now
    end(slot, Reason.silent)
  }

  /// The finger was there all the time. Events that became due meanwhile are due now.
  func comeBack(_ slot: Int) {
    contactSlots[slot].phase = .down
    contactSlots[slot].preview.restart()
    contactSlots[slot].held = HeldForce(Q16.subtract(contacts[slot].touch.force, contacts[slot].unpressed))
    contactSlots[slot].deadline = Engine.never
    // A preview that waited for the finger, which nothing else can be due of here, is asked for where the force stands now.
    while due(slot) <= state.now && due(slot) != Engine.never { contactSlots[slot].preview.grow() }
    schedule(due(slot))
    if state.attached != 0 { expire(upTo: state.now) }
    contactSlots[slot].late = 0
  }

  /// Levels of a contact count from there.
  func setResidue(_ slot: Int, _ residue: Int32) {
    contactSlots[slot].residue = residue
    contactSlots[slot].unpressed = residue
  }

  /// How long ago t was, for late_us.
  func lateness(_ t: UInt64) -> UInt32 { UInt32(clamping: state.now &- min(t, state.now)) }

  // MARK: After a contact was cancelled

  private static var freeAfter: UInt32 { 50_000 }

  /// A sensor that cannot say what touches it, or a palm, where no contact is down: nothing begins before a lift.
  @inline(never)
  func barUnknown(_ sample: UnsafePointer<Sample>) {
    let slot = (~state.occupied).trailingZeroBitCount
    if !Engine.isUnknown(sample) || slot >= Int(state.maxContacts) { return }
    contactSlots[slot].touch.contact = sample.pointee.contact
    contactSlots[slot].isEndPending = false
    contactSlots[slot].isPreviewCancelPending = false
    state.occupied |= bit(slot)
    bar(slot, sample)
  }

  /// Nothing was felt yet.
  private func bar(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contactSlots + slot
    contact.pointee.phase = .barred
    contact.pointee.deadline = Engine.never
    contact.pointee.peak = 0
    contact.pointee.residue = 0
    let isPalm = sample.pointee.flags & SampleFlag.palm != 0
    // A palm gives up its place last.
    contact.pointee.touch.t_us = isPalm ? Engine.never : sample.pointee.t_us
    contact.pointee.endReason = isPalm ? Reason.palm : Reason.lost
  }

  /// Watches a contact that is barred or rests. `residue` is the least force since it fell below a quarter of `peak`.
  @inline(never)
  func watchBarred(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contactSlots + slot
    let isResting = contact.pointee.phase == .resting
    if Engine.isUnknown(sample) {
      let isPalm = sample.pointee.flags & SampleFlag.palm != 0
      if isResting {
        leave(slot, isPalm ? Reason.palm : Reason.lost)
      } else if isPalm {
        contact.pointee.endReason = Reason.palm
      }
      return contact.pointee.residue = 0
    }
    if isResting { moveOnSlowPath(contact, sample) }
    let now = UInt32(truncatingIfNeeded: state.now)
    let passed = contact.pointee.residue == 0 ? 0 : now &- contact.pointee.lowSince
    if isLifted(sample) {
      contact.pointee.residue = 0
      contact.pointee.late = passed
      return isResting ? leave(slot, Reason.lifted) : free(slot)
    }
    let isPalm = !isResting && contact.pointee.endReason == Reason.palm
    let force = max(sample.pointee.force, 0)
    let peak = max(contact.pointee.peak, force)
    contact.pointee.peak = peak
    if force >= peak >> 2 || isPalm || state.settings.contactFromFlag {
      contact.pointee.residue = 0
      if isResting || isPalm || sample.pointee.source == .program || !isTouching(sample, state.settings.touchForce) { return }
      begin(sample, slot, residue: 0, as: .resting)
      return contact.pointee.peak = peak
    }
    if contact.pointee.residue == 0 {
      contact.pointee.lowSince = now
      contact.pointee.residue = force
    }
    contact.pointee.residue = min(contact.pointee.residue, force)
    if passed < Engine.freeAfter { return }
    contact.pointee.late = passed
    if isResting { leave(slot, Reason.lifted) } else { contact.pointee.phase = .loaded }
  }

  /// A load that rested is gone.
  @inline(never)
  private func leave(_ slot: Int, _ reason: Int32) {
    contactSlots[slot].touch.t_us = state.now
    end(slot, reason)
    flush()
  }

  /// `residue` is the least force since.
  @inline(never)
  func watchLoaded(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    let contact = contactSlots + slot
    if isLifted(sample) { return free(slot) }
    if Engine.isUnknown(sample) {
      bar(slot, sample)
    } else if isTouching(sample, Q16.add(state.settings.touchForce, contact.pointee.residue)) {
      if !isHeldBack(sample) { begin(sample, slot, residue: contact.pointee.residue, as: begun(by: sample)) }
    } else {
      contact.pointee.residue = min(contact.pointee.residue, max(sample.pointee.force, 0))
    }
  }

  func free(_ slot: Int) { state.occupied &= ~bit(slot) }

  /// Neither touching nor lost nor a palm.
  func isLifted(_ sample: UnsafePointer<Sample>) -> Bool {
    !Engine.isUnknown(sample) && !isTouching(sample, state.settings.releaseForce)
  }
}
