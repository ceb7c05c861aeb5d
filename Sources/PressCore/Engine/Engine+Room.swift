import CPress

/// What an attachment asks for of the queue of an engine that is polled.
struct Room {
  /// So many events may be pending by it at any time.
  let ends: Int
  /// What a sample begins of it ends, too: so many more for each sample, which from then on it holds (`Engine.holdRoom`).
  var ofASample: UInt8 = 0

  static func + (a: Room, b: Room) -> Room { Room(ends: a.ends &+ b.ends, ofASample: a.ofASample &+ b.ofASample) }
}

/// Whether there is room for what comes. Attachments say how much they ask for; with a delegate everything is delivered anyway.
extension Engine {
  /// A contact and a preview begin, a phase ends, progress and a move are delivered; and one of an attachment whose room went to an end
  /// that was due before the sample.
  static var mostEventsOfASample: Int { 6 }

  /// Whether its events wait in a queue. Where not, a delegate takes each at once, or none is kept.
  @inline(__always)
  var isPolled: Bool { !state.hasDelegate && state.outbox.capacity != 0 }

  /// Whether so many events fit beside what the sample that is fed brings and begins, and beside the ends of everything that runs.
  /// With a delegate they are delivered anyway.
  func hasRoomBeyondReserve(for events: Int) -> Bool {
    if !isPolled { return true }
    let sample = state.work == .sample ? Engine.mostEventsOfASample &+ state.endsOfASample : 0
    let free = state.outbox.capacity &- state.outbox.count
    return free >= events &+ sample &+ 2 &* state.occupied.nonzeroBitCount &+ state.reserve
  }

  /// Whether so many more events fit, and then still every end of what runs; and `atMost` more, as far as the queue is
  /// large enough for that at all.
  @inline(__always)
  func hasRoom(for more: Int, atMost extra: Int = 0) -> Bool {
    !isPolled || makesRoom(for: more, atMost: extra)
  }

  @inline(never)
  private func makesRoom(for more: Int, atMost extra: Int) -> Bool {
    let needed = min(
      more &+ extra &+ 2 &* state.occupied.nonzeroBitCount &+ state.endsOfASample &+ state.reserve,
      state.outbox.capacity)
    if state.outbox.capacity &- state.outbox.count >= needed { return true }
    state.stats.merged &+= state.outbox.merge(events)
    return state.outbox.capacity &- state.outbox.count >= needed
  }

  // MARK: Of attachments

  /// Keeps room for an event of an attachment until it is delivered, where the queue is large enough for that beside all that may run, and has
  /// room for it beside what runs: a lift that was due before the sample may have filled what the sample was taken with.
  /// `more`: events that come with what it is the end of. `spare`: one, for what only contacts that are down may have: `leastEvents` counts the two
  /// ends of a contact that a sample begins beside those of all that may be down, and that contact is one of these.
  func holdRoom(more: Int = 0, spare: Int = 0) -> Bool {
    if state.outbox.capacity &+ spare <= state.mostLent || !hasRoomWithin(for: more &+ 1) { return false }
    state.lend(1)
    return true
  }

  /// Whether so many events fit beside those of a sample whose contact has begun, and the ends of everything that runs. What is barred has ended.
  /// It counts above all the same: without it a drag and a pinch beside it overwrite an event (RoomWalkTests).
  private func hasRoomWithin(for events: Int) -> Bool {
    if state.hasDelegate { return true }
    var needed = events &+ state.reserve &+ (state.work == .sample ? Engine.mostEventsOfASample &- 1 : 0)
    eachOccupied { slot in if contacts[slot].phase != .barred { needed &+= 2 } }
    return state.outbox.capacity &- state.outbox.count >= needed
  }

  func giveBackRoom() { state.lend(-1) }

  /// Whether something pending of an attachment waits for room: it may deliver again whenever events were polled.
  func waitsForRoom(_ kind: Attachment) -> Bool { state.waiting & (1 &<< UInt16(kind.rawValue)) != 0 }

  func setWaitsForRoom(_ kind: Attachment, _ waits: Bool) {
    let bit: UInt16 = 1 &<< UInt16(kind.rawValue)
    state.waiting = waits ? state.waiting | bit : state.waiting & ~bit
  }

  // MARK: For the pad

  /// Whether a sample at `t` and `more` events beside it would be taken. The engine is not busy.
  public func checkFeed(_ t: UInt64, moreEvents more: Int) -> Int32 {
    if t < state.now { return Status.time }
    return hasRoom(for: Engine.mostEventsOfASample, atMost: more) ? Status.ok : Status.full
  }

  /// Whether the queue of an engine that is polled holds so many events beside the ends of all that can run, when it is empty.
  @inline(__always)
  public func canKeep(moreEvents more: Int) -> Bool {
    !isPolled || state.outbox.capacity >= state.leastEvents &+ more
  }

  /// Takes a sample of a pad or a grid that `takes` does not take. `checkFeed` said yes.
  func feedChecked(_ sample: UnsafePointer<Sample>) -> Int32 {
    if isIdle(sample.pointee.t_us, sample.pointee.contact, sample.pointee.flags, reserved: 0, sample.pointee.force) {
      state.stats.samples &+= 1
      return Status.ok
    }
    let refusal = take(sample, isValid: true)
    if refusal != Status.ok { countRefusal(refusal) }
    return refusal
  }

  /// Delivers what happened to a sensor. `checkFeed` said yes.
  public func deliverSensor(_ event: UnsafeMutablePointer<press_event>) {
    state.work = .sample
    // Beside ends, deadlines deliver only what leaves room for the events of a frame.
    let room = 3 &* Int(PRESS_PAD_SENSORS)
    state.lend(room)
    let t = event.pointee.t_us
    if expire(upTo: t) { state.now = max(state.now, t) }
    state.lend(0 &- room)
    post(event)
    flush()
    state.work = .none
  }
}
