import CPress

/// Samples and time: what comes in, and whether there is room for what it causes.
extension Engine {
  // MARK: Samples and time

  /// Most samples of most programs say that nothing touches: for those this is all, without a call.
  @inline(__always)
  public func feed(_ samples: UnsafePointer<press_sample>, _ count: Int) -> Int32 {
    if state.isBusy { return Status.busy }
    var taken = 0
    while taken < count && idle(samples + taken) { taken &+= 1 }
    if taken < count { return count == 1 ? feed(samples, isFirst: true) : feed(samples, count, from: taken) }
    state.stats.samples &+= UInt64(truncatingIfNeeded: taken)
    return Int32(truncatingIfNeeded: taken)
  }

  @inline(never)
  private func feed(_ samples: UnsafePointer<press_sample>, _ count: Int, from first: Int) -> Int32 {
    state.stats.samples &+= UInt64(truncatingIfNeeded: first)
    var taken = first
    var isFirst = first == 0
    while taken < count {
      if idle(samples + taken) {
        state.stats.samples &+= 1
      } else {
        let answer = feed(samples + taken, isFirst: isFirst)
        if answer < 0 { return taken > 0 ? Int32(truncatingIfNeeded: taken) : answer }
      }
      isFirst = false
      taken &+= 1
    }
    return Int32(truncatingIfNeeded: taken)
  }

  public func tick(_ t: UInt64) -> Int32 {
    if state.isBusy { return Status.busy }
    if t < state.now { return Status.time }
    state.isBusy = true
    if expire(upTo: t) { state.now = t }
    state.isBusy = false
    return Status.ok
  }

  public var nextDeadline: UInt64 {
    var first = Engine.never
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if contacts[slot].isOpen { first = min(first, due(slot)) }
    }
    return min(first, attachedDeadline.at)
  }

  private func countRefusal(_ refusal: Int32) {
    state.stats.refused &+= 1
    if refusal == Status.time { state.stats.backwards &+= 1 }
  }

  /// Takes a sample with which nothing touches, where nothing touched before and nothing is due. Returns whether it was one.
  @inline(__always)
  private func idle(_ sample: UnsafePointer<press_sample>) -> Bool {
    let isIdle = state.occupied == 0 && sample.pointee.t_us >= state.now && sample.pointee.t_us < state.earliest
      && (sample.pointee.flags & ~state.settings.idleFlags) | sample.pointee.reserved == 0
      && sample.pointee.force < state.settings.idleBelow && sample.pointee.contact != Engine.noContact
    if isIdle { state.now = sample.pointee.t_us }
    return isIdle
  }

  /// Takes a sample: 1, or its error, which counts if it is the first of its call. What nearly every one does with a finger
  /// that presses stands here, the rest is calls.
  @inline(never)
  private func feed(_ sample: UnsafePointer<press_sample>, isFirst: Bool) -> Int32 {
    let t = sample.pointee.t_us
    // Down, and no other flag.
    if t >= state.now && t < state.earliest
      && ((sample.pointee.flags | state.settings.idleFlags) ^ SampleFlag.down) | sample.pointee.reserved == 0 {
      let slot = slot(of: sample.pointee.contact)
      if follows(slot, sample.pointee.force) {
        follow(slot, sample.pointee.t_us, sample.pointee.force, sample.pointee.x, sample.pointee.y)
        return 1
      }
    }
    return feedRarely(sample, isFirst)
  }

  var levels: UnsafePointer<Preview.Levels> {
    withUnsafeMutablePointer(to: &state.settings.levels) { UnsafePointer($0) }
  }

  /// Whether a finger that was down still is.
  @inline(__always)
  func follows(_ slot: Int, _ force: Int32) -> Bool {
    slot >= 0 && contacts[slot].phase == .down && isAtRelease(slot, force) && hasRoom(for: Engine.mostEventsOfASample)
  }

  /// Whether a force is at least the release level of a contact.
  @inline(__always)
  private func isAtRelease(_ slot: Int, _ force: Int32) -> Bool {
    let (above, isBelow) = force.subtractingReportingOverflow(contacts[slot].kept)
    return !isBelow && above >= state.settings.releaseForce
  }

  /// Takes a sample of it.
  @_transparent
  func follow(_ slot: Int, _ t: UInt64, _ force: Int32, _ x: Int32, _ y: Int32) {
    state.work = .sample
    state.stats.samples &+= 1
    state.now = t
    // Its level is not below 0.
    move(contacts + slot, t, force, x, y)
    sampled(slot)
    switch contacts[slot].preview.follow(contacts[slot].touch.pressure, levels) {
    case .unchanged: break
    case .progress: deliverProgress(EventType.previewUpdated, slot, ended: false)
    case .other: advance(slot)
    }
    state.work = .none
  }

  @inline(never)
  private func feedRarely(_ sample: UnsafePointer<press_sample>, _ isFirst: Bool) -> Int32 {
    var refusal = Status.time
    if sample.pointee.t_us >= state.now {
      refusal = Status.invalid
      if (sample.pointee.flags & ~SampleFlag.all) | sample.pointee.reserved == 0 && sample.pointee.contact != Engine.noContact {
        state.work = .sample
        refusal = change(sample)
        state.work = .none
      }
    }
    if refusal == Status.ok {
      state.stats.samples &+= 1
      return 1
    }
    if isFirst { countRefusal(refusal) }
    return refusal
  }

  /// A sample that begins or ends something, or meets a deadline.
  @inline(never)
  func change(_ sample: UnsafePointer<press_sample>) -> Int32 {
    // The ends of what runs have room in any case.
    let isDown = slot(of: sample.pointee.contact) >= 0
    if isTouching(sample, isDown ? state.settings.releaseForce : state.settings.touchForce) {
      if !isDown && availableSlot(at: sample.pointee.t_us) < 0 { return Status.noSpace }
      if !hasRoom(for: Engine.mostEventsOfASample) { return Status.full }
    }
    if sample.pointee.t_us >= looksAt { lookAtHeld(sample.pointee.t_us) }
    let goesOn = expire(upTo: sample.pointee.t_us)
    let slot = slot(of: sample.pointee.contact)
    if goesOn {
      state.now = sample.pointee.t_us
    } else if slot < 0 || !isLifted(sample) {
      // A callback reset the engine: the sample is of the time before. All that it can say is that its finger lifted.
      return Status.ok
    }
    if slot < 0 {
      notify(.apart(sample))
      if isTouching(sample, state.settings.touchForce) { begin(sample) } else { barUnknown(sample) }
      return Status.ok
    }
    switch contacts[slot].phase {
    case .down, .lifting: changeOpen(slot, sample)
    case .barred: watchBarred(slot, sample)
    case .loaded: watchLoaded(slot, sample)
    case .free: break
    }
    return Status.ok
  }

  /// A contact and a preview begin, a phase ends, progress and a move are delivered; and a button is pressed whose room went to the end
  /// of the press before, which was due before the sample.
  static var mostEventsOfASample: Int { 6 }
  /// What it begins ends, too: two events for a contact, and, where strikes are attached, the strike of one that it begins. From then
  /// on that is in the reserve.
  var endsOfASample: Int { state.watchesIdle ? 3 : 2 }

  /// Whether so many events fit beside what the sample that is fed brings and begins, and beside the ends of everything that runs.
  /// With a delegate they are delivered anyway.
  func hasRoomBeyondReserve(for events: Int) -> Bool {
    if state.hasDelegate || state.outbox.capacity == 0 { return true }
    let sample = state.work == .sample ? Engine.mostEventsOfASample &+ endsOfASample : 0
    let free = state.outbox.capacity &- state.outbox.count
    return free >= events &+ sample &+ 2 &* state.occupied.nonzeroBitCount &+ state.reserve
  }

  /// Whether so many more events fit, and then still every end of what runs; and `atMost` more, as far as the queue is
  /// large enough for that at all.
  @inline(__always)
  private func hasRoom(for more: Int, atMost extra: Int = 0) -> Bool {
    state.hasDelegate || state.outbox.capacity == 0 || makesRoom(for: more, atMost: extra)
  }

  @inline(never)
  private func makesRoom(for more: Int, atMost extra: Int) -> Bool {
    let needed = min(
      more &+ extra &+ 2 &* state.occupied.nonzeroBitCount &+ endsOfASample &+ state.reserve,
      state.outbox.capacity)
    if state.outbox.capacity &- state.outbox.count >= needed { return true }
    state.stats.merged &+= state.outbox.merge(events)
    return state.outbox.capacity &- state.outbox.count >= needed
  }

  @inline(never)
  func isTouching(_ sample: UnsafePointer<press_sample>, _ level: Int32) -> Bool {
    if Engine.isUnknown(sample) { return false }
    if !state.settings.contactFromFlag { return sample.pointee.force >= level }
    return sample.pointee.flags & SampleFlag.down != 0
  }

  /// Whether an open contact presses on.
  @inline(__always)
  func isHeld(_ slot: Int, _ sample: UnsafePointer<press_sample>) -> Bool { isTouching(sample, Q16.add(state.settings.releaseForce, contacts[slot].kept)) }

  /// Lost, or of a palm.
  @inline(__always)
  static func isUnknown(_ sample: UnsafePointer<press_sample>) -> Bool {
    sample.pointee.flags & (SampleFlag.lost | SampleFlag.palm) != 0
  }

  /// The slot of a contact that is not free, or -1.
  @inline(__always)
  func slot(of contact: UInt32) -> Int {
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      if contacts[slot].touch.contact == contact { return slot }
      left &= left &- 1
    }
    return -1
  }

  /// A free slot; else that of the contact that is lifting longest, of the one barred longest, of one that came as a palm, or of
  /// one that silence will have cancelled by then; or -1.
  func availableSlot(at t: UInt64) -> Int {
    var lifting = -1
    var barred = -1
    var slot = 0
    var expires = -1
    while slot < Int(state.maxContacts) {
      if state.occupied & (1 &<< UInt32(truncatingIfNeeded: slot)) == 0 { return slot }
      let contact = contacts + slot
      switch contact.pointee.phase {
      case .lifting: if lifting < 0 || contact.pointee.deadline < contacts[lifting].deadline { lifting = slot }
      case .barred, .loaded: if barred < 0 || contact.pointee.touch.t_us < contacts[barred].touch.t_us { barred = slot }
      case .down, .free: if contact.pointee.deadline <= t && contact.pointee.deadline != Engine.never { expires = slot }
      }
      slot &+= 1
    }
    return lifting >= 0 ? lifting : barred >= 0 ? barred : expires
  }

  @inline(__always)
  func bit(_ slot: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: slot) }

  // MARK: For the pad

  /// Whether a sample at `t` and `more` events beside it would be taken. The engine is not busy.
  public func checkFeed(_ t: UInt64, moreEvents more: Int) -> Int32 {
    if t < state.now { return Status.time }
    return hasRoom(for: Engine.mostEventsOfASample, atMost: more) ? Status.ok : Status.full
  }

  /// Whether the queue of an engine that is polled holds so many events beside the ends of all that can run, when it is empty.
  @inline(__always)
  public func canKeep(moreEvents more: Int) -> Bool {
    state.hasDelegate || state.outbox.capacity == 0 || state.outbox.capacity >= state.leastEvents &+ more
  }

  /// Takes the sample. `checkFeed` said yes.
  func feedChecked(_ sample: UnsafePointer<press_sample>) -> Int32 {
    if idle(sample) {
      state.stats.samples &+= 1
      return Status.ok
    }
    return min(feed(sample, isFirst: true), Status.ok)
  }

  /// Delivers what happened to a sensor. `checkFeed` said yes.
  public func deliverSensor(_ event: press_event) {
    state.work = .sample
    // Beside ends, deadlines deliver only what leaves room for the events of a frame.
    let room = 3 &* Int(PRESS_PAD_SENSORS)
    state.lend(room)
    if expire(upTo: event.t_us) { state.now = max(state.now, event.t_us) }
    state.lend(0 &- room)
    post(event)
    flush()
    state.work = .none
  }
}
