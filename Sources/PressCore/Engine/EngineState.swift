import CPress

/// What an engine knows, at the start of the caller's storage; contacts, targets and events lie behind it, at offsets.
/// It holds no pointer but those that the program gave: copying the storage copies the engine.
struct EngineState {
  /// Delivers an engine from storage that was never one.
  var signature: UInt32
  var isBusy: Bool
  var hasDelegate: Bool
  var contactFromFlag: Bool
  var deliversMoved: Bool
  let maxContacts, maxTargets: UInt16
  let eventsOffset: UInt32
  /// Storage given and taken; what is left is for attachments.
  let bytes: UInt32
  var bytesTaken: UInt32
  /// Events that attachments may need at any time for their ends.
  var reserve: Int
  /// Where the head of the first attachment lies, 0: there is none; and what any of them observes.
  var attached: UInt32
  var observed: Notices
  var targetCount: UInt16
  /// Where the target lay that was hit last: most that are looked up are it.
  var recentTarget: UInt16
  /// Slots of contacts that are not free.
  var occupied: UInt32
  /// What has an event pending: a bit for each attachment, then one for each slot. The lowest is delivered first. The highest: time
  /// starts again.
  var pending: UInt64
  /// Of the surface; and those that a preview can begin on.
  let traits: UInt32
  var previewTraits: UInt32
  let touchForce, releaseForce: Int32
  /// Of a sample that says that nothing touches: flags that it may carry, which one of a finger is taken to carry, and what
  /// its force is below.
  let idleFlags: UInt32
  let idleBelow: Int32
  /// The most there is: silence is no reason.
  let lostAfter: UInt64
  /// How long a force may be below release before its contact has lifted, 0: not at all.
  let liftAfter: UInt32
  let pressure: Ramp
  var levels: Preview.Levels
  var now: UInt64
  /// Counts resets.
  var epoch: UInt32
  /// No deadline of a contact is earlier than this.
  var earliest: UInt64
  var delegate: press_delegate
  var outbox: Outbox
  var stats: press_engine_stats

  static var signature: UInt32 { 0x5052_4553 }

  init(_ c: press_config, eventsOffset: Int, bytes: Int) {
    signature = EngineState.signature
    isBusy = false
    hasDelegate = false
    contactFromFlag = c.flags & ConfigFlag.contactFromFlag != 0
    deliversMoved = c.flags & ConfigFlag.tellMoved != 0
    maxContacts = c.max_contacts
    maxTargets = c.max_targets
    self.eventsOffset = UInt32(truncatingIfNeeded: eventsOffset)
    self.bytes = UInt32(clamping: bytes)
    bytesTaken = UInt32(truncatingIfNeeded: Engine.size(c))
    reserve = 0
    attached = 0
    observed = Notices(bits: 0)
    targetCount = 0
    recentTarget = 0
    occupied = 0
    pending = 0
    traits = c.traits
    previewTraits = Trait.preview
    touchForce = c.touch_force
    releaseForce = c.release_force
    idleFlags = contactFromFlag ? 0 : SampleFlag.down
    idleBelow = contactFromFlag ? Int32.max : c.touch_force
    lostAfter = c.lost_after_us == 0 ? UInt64.max : UInt64(c.lost_after_us)
    liftAfter = contactFromFlag ? 0 : c.lift_us
    pressure = Ramp(from: c.zero_force, to: c.full_force)
    levels = Preview.Levels(
      preview: c.preview_pressure, commit: c.commit_pressure, complete: c.complete_pressure,
      smallestStep: c.min_progress_step)
    now = 0
    epoch = 0
    earliest = UInt64.max
    delegate = press_delegate()
    outbox = Outbox(capacity: Config.events(c))
    stats = press_engine_stats()
  }
}
