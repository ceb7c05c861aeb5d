import CPress

/// Defaults and limits of press_config. docs/design/defaults.md says where the defaults come from.
package enum Config {
  /// The value of lift_us with which `Engine.grace(of:)` follows the rate.
  static var measuredLift: UInt32 { 55_000 }
  /// The value of lost_after_us with which silence follows the interval of the samples.
  static var measuredSilence: UInt64 { 250_000 }

  /// Events that are kept: none, or so many that what a sample can cause fits beside the ends of all that runs.
  package static func events(_ c: press_config) -> Int { c.max_events == 0 ? 0 : max(Int(c.max_events), leastEvents(contacts: c.max_contacts)) }

  /// The least number of events that an engine keeps that is polled, with nothing attached.
  package static func leastEvents(contacts: UInt16) -> Int { 8 &+ 2 &* Int(contacts) }

  package static func pressure(_ c: press_config, of force: Int32) -> Int32 {
    var curve = Pressure(from: c.zero_force, to: c.full_force, firmness: c.firmness)
    return Pressure.of(force, by: &curve)
  }

  /// The least force with such a pressure, which is at most 1.
  package static func force(_ c: press_config, at pressure: Int32) -> Int32 {
    var curve = Pressure(from: c.zero_force, to: c.full_force, firmness: c.firmness)
    if pressure <= 0 { return c.zero_force }
    var (below, enough) = (c.zero_force, c.full_force)
    while enough &- below > 1 {
      let middle = below &+ ((enough &- below) >> 1)
      if Pressure.of(middle, by: &curve) >= pressure { enough = middle } else { below = middle }
    }
    return enough
  }
}

/// The settings of press_config that may change while an engine is used, in the form that the engine uses.
struct EngineSettings {
  /// The traits of the surface.
  let traits: UInt32
  let touchForce, releaseForce: Int32
  /// A sample without a touch carries no flags but these, and its force is below `idleBelow`. A sample of a finger is taken to
  /// carry them.
  let idleFlags: UInt32
  var idleBelow: Int32
  /// How long a force may be below release before its contact has lifted, 0: not at all.
  let liftAfter: UInt32
  /// How old a contact is before its preview is asked for.
  let previewAfter: UInt32
  /// The most that a held force climbs by itself in a tenfold of time, as a part of it, Q16.
  let creepLimit: Int32
  /// The most there is: silence is no reason.
  let lostAfter: UInt64
  var pressure: Pressure
  /// Where the first `IdleWatch` of an attachment lies that is shown samples with which nothing touches, 0: there is none. Below 0: the same, but
  /// settings wait, which look at those samples, too, or samples say by a flag that they touch: then none is common.
  var watcher: Int32 = 0
  var thresholds: Preview.Thresholds
  /// How much earlier than the engine's time a sample, a frame or a tick may be.
  let lateLimit: UInt32
  let contactFromFlag: Bool
  let deliversMoved: Bool

  @inline(__always)
  init(_ c: press_config) {
    contactFromFlag = c.flags & ConfigFlag.contactFromFlag != 0
    deliversMoved = c.flags & ConfigFlag.tellMoved != 0
    traits = c.traits
    touchForce = c.touch_force
    releaseForce = contactFromFlag ? 0 : c.release_force
    idleFlags = contactFromFlag ? 0 : SampleFlag.down
    idleBelow = contactFromFlag ? Int32.max : c.touch_force
    lostAfter = c.lost_after_us == 0 ? UInt64.max : UInt64(c.lost_after_us)
    liftAfter = contactFromFlag ? 0 : c.lift_us
    lateLimit = c.late_limit_us
    previewAfter = c.preview_after_us
    creepLimit = c.creep_limit
    pressure = Pressure(from: c.zero_force, to: c.full_force, firmness: c.firmness)
    thresholds = Preview.Thresholds(
      preview: c.preview_pressure, commit: c.commit_pressure, complete: c.complete_pressure,
      smallestStep: c.min_progress_step)
  }

  /// All but the capacities.
  var config: press_config {
    var c = press_config.makeDefault
    c.flags = (contactFromFlag ? ConfigFlag.contactFromFlag : 0) | (deliversMoved ? ConfigFlag.tellMoved : 0)
    c.traits = traits
    c.touch_force = touchForce
    c.release_force = releaseForce
    c.lost_after_us = UInt32(truncatingIfNeeded: lostAfter == UInt64.max ? 0 : lostAfter)
    c.lift_us = liftAfter
    c.late_limit_us = lateLimit
    c.preview_after_us = previewAfter
    c.creep_limit = creepLimit
    c.zero_force = pressure.low
    c.full_force = pressure.high
    c.firmness = pressure.firmness
    c.preview_pressure = thresholds.preview
    c.commit_pressure = thresholds.commit
    c.complete_pressure = thresholds.complete
    c.min_progress_step = thresholds.smallestStep
    return c
  }
}

/// What an engine knows, at the start of the caller's storage; contacts, targets and events lie behind it, at offsets.
/// It holds no pointer but those that the program gave, and those of the functions of its attachments: copying the storage copies the engine,
/// within one process. `Adoption.swift` has how another process takes it over.
struct EngineState {
  /// Distinguishes an initialised engine from other storage, and from an engine of another build.
  var signature: UInt32
  let eventsOffset: UInt32
  /// Storage given and taken; what is left is for attachments.
  let bytes: UInt32
  var bytesTaken: UInt32
  /// The address of the library that made it, or took it over last (`Engine.here`).
  var home: UInt
  /// Events that attachments may need at any time for their ends.
  private var roomOfEnds: UInt16
  /// Traits of targets on which a preview can begin.
  private var previewBits: UInt16
  var reserve: Int { Int(roomOfEnds) &+ Int(heldRoom) }
  /// Where the head of the first attachment lies, 0: there is none; and what any of them observes, or has observed.
  var attached: UInt32
  var observed: Notices
  var targetCount: UInt16
  /// The index of the target that was hit last: most lookups are for it.
  var recentTarget: UInt16
  /// Slots for the ends of everything that one sample begins: two for a contact, and those that attachments ask for.
  private(set) var ends: UInt8
  /// A reset let time start again, since deadlines began to be fired.
  var isRestarted: Bool
  /// Attachments of which something pending waits for room, a bit for each.
  var waiting: UInt16
  /// Slots of contacts that are not free.
  var occupied: UInt32
  /// The low 32 bits of the time of the last tick: a program ticks once a frame. Ticks less than 6 ms apart are no frames: then the highest bit
  /// is inverted, so that the time looks 36 minutes away.
  var ticked: UInt32
  /// When forces that are held are looked at next: the low half of a time.
  var looks: UInt32
  /// What has an event pending: a bit for each attachment, then one for each slot. The lowest is delivered first. The last:
  /// `Engine.restart`.
  var pending: UInt64
  var settings: EngineSettings
  // The following fields fill the gap behind the settings.
  var work: Work
  private var delegateBits: UInt8
  let maxContacts, maxTargets: UInt16
  /// How much earlier than `now` the sample is that is taken, microseconds; 0 while none is.
  var late: UInt32
  var now: UInt64
  /// How long silence is that cancels a contact. The most there is: it is no reason.
  var silence: UInt64
  var rhythm: Rhythm
  /// No deadline of a contact is earlier than this.
  var earliest: UInt64
  var delegate: press_delegate
  var outbox: Outbox
  /// Places that attachments hold for a while, beside those of ends.
  private var heldRoom: UInt16
  var stats: Counts

  /// How often samples come: their number and the low half of the time at the look before, and how far apart they came.
  struct Rhythm {
    var at: UInt32 = 0
    var count: UInt32 = 0
    var interval = SampleInterval()
  }

  /// How long silence is that cancels a contact, by the interval of the samples.
  var followed: UInt64 {
    let given = settings.lostAfter
    return given == Config.measuredSilence && rhythm.interval.isKnown ? rhythm.interval.stretched(given) & ~1 : given
  }

  /// The counts of press_engine_stats.
  struct Counts {
    var samples: UInt64 = 0
    var refused: UInt32 = 0
    var backwards: UInt32 = 0
    var merged: UInt32 = 0
    var overwritten: UInt32 = 0
  }

  /// The call that runs: callbacks cannot feed meanwhile.
  enum Work: UInt8 { case none, other, sample }

  /// The least `max_events` that holds the ends of everything that can run; the upper bound of slots that may be reserved is `mostHeldRoom`.
  var leastEvents: Int { Config.leastEvents(contacts: maxContacts) &+ Int(roomOfEnds) }
  var mostHeldRoom: Int { leastEvents &+ Int(heldRoom) }
  var endsOfASample: Int { Int(ends) }

  /// The room that all attachments need.
  var room: Room {
    // Without a queue they may be more than fit; then they do not count.
    get { Room(ends: Int(roomOfEnds), ofASample: ends &- 2) }
    set { (roomOfEnds, ends) = (UInt16(clamping: newValue.ends), 2 &+ newValue.ofASample) }
  }

  mutating func holdRoom(_ events: Int) { heldRoom = UInt16(truncatingIfNeeded: Int(heldRoom) &+ events) }

  var previewTraits: UInt32 {
    get { UInt32(previewBits) }
    set { previewBits = UInt16(truncatingIfNeeded: newValue) }
  }

  mutating func noteTick(_ t: UInt64) {
    let now = UInt32(truncatingIfNeeded: t)
    ticked = (now &- ticked) & 0x7FFF_FFFF < 6000 ? now ^ 0x8000_0000 : now
  }

  var hasDelegate: Bool {
    get { delegateBits & 1 != 0 }
    set { delegateBits = delegateBits & ~1 | (newValue ? 1 : 0) }
  }
  /// The sample that attachments watch is of a sensor.
  var isSensed: Bool {
    get { delegateBits & 4 != 0 }
    set { delegateBits = delegateBits & ~4 | (newValue ? 4 : 0) }
  }
  /// Whether on_event is not called for progress.
  var leavesProgressOut: Bool {
    get { delegateBits & 2 != 0 }
    set { delegateBits = delegateBits & ~2 | (newValue ? 2 : 0) }
  }

  var isBusy: Bool {
    get { work != .none }
    set { work = newValue ? .other : .none }
  }

  /// `size`: of an engine without attachments.
  init(_ c: press_config, eventsOffset: Int, size: Int, bytes: Int) {
    signature = EngineState.signature
    home = Engine.here
    work = .none
    delegateBits = 0
    ends = 2
    isRestarted = false
    maxContacts = c.max_contacts
    maxTargets = c.max_targets
    self.eventsOffset = UInt32(truncatingIfNeeded: eventsOffset)
    self.bytes = UInt32(clamping: bytes)
    bytesTaken = UInt32(truncatingIfNeeded: size)
    roomOfEnds = 0
    heldRoom = 0
    previewBits = UInt16(truncatingIfNeeded: Trait.preview)
    attached = 0
    observed = .none
    targetCount = 0
    recentTarget = 0
    waiting = 0
    occupied = 0
    pending = 0
    settings = EngineSettings(c)
    silence = settings.lostAfter
    rhythm = Rhythm()
    now = 0
    late = 0
    ticked = 0x8000_0000
    earliest = 0  // the first sample is looked at
    looks = 0
    delegate = press_delegate()
    outbox = Outbox(capacity: Config.events(c))
    stats = Counts()
  }
}
