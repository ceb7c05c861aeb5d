import CPress

/// What an engine knows, at the start of the caller's storage; contacts, targets and events lie behind it, at offsets.
/// It holds no pointer but those that the program gave: copying the storage copies the engine.
struct EngineState {
  /// Distinguishes an initialised engine from storage that was never one.
  var signature: UInt32
  let eventsOffset: UInt32
  /// Storage given and taken; what is left is for attachments.
  let bytes: UInt32
  var bytesTaken: UInt32
  /// Events that attachments may need at any time for their ends.
  private var kept: UInt16
  /// What a preview can begin on.
  private var previewBits: UInt16
  var reserve: Int { Int(kept) &+ Int(lent) }
  /// Where the head of the first attachment lies, 0: there is none; and what any of them observes, or has observed.
  var attached: UInt32
  var observed: Notices
  var targetCount: UInt16
  /// Where the target lay that was hit last: most that are looked up are it.
  var recentTarget: UInt16
  /// Samples with which nothing touches are looked at one by one: an attachment observes them.
  var watchesIdle: Bool
  /// What a sample begins ends, too: two events for a contact, and what attachments ask for.
  private(set) var ends: UInt8
  /// Attachments of which something pending waits for room, a bit for each.
  var waiting: UInt16
  /// Slots of contacts that are not free.
  var occupied: UInt32
  /// Counts resets.
  var epoch: UInt32
  /// When forces that are held are looked at next: the low half of a time.
  var looks: UInt32
  /// What has an event pending: a bit for each attachment, then one for each slot. The lowest is delivered first. The last:
  /// `Engine.restart`.
  var pending: UInt64
  var settings: EngineSettings
  // Those that follow fill the gap behind the settings.
  var work: Work
  var hasDelegate: Bool
  let maxContacts, maxTargets: UInt16
  var now: UInt64
  /// No deadline of a contact is earlier than this.
  var earliest: UInt64
  var delegate: press_delegate
  var outbox: Outbox
  /// Places that are theirs for a while beside what is kept.
  private var lent: UInt16
  var stats: Counts

  /// As press_engine_stats has them.
  struct Counts {
    var samples: UInt64 = 0
    var refused: UInt32 = 0
    var backwards: UInt32 = 0
    var merged: UInt32 = 0
    var overwritten: UInt32 = 0
  }

  static var signature: UInt32 { 0x5052_4553 }

  /// What is being done: callbacks cannot feed meanwhile.
  enum Work: UInt8 { case none, other, sample }

  /// The least `max_events` that holds the ends of all that can run, and more than that may not be lent.
  var leastEvents: Int { 8 &+ 2 &* Int(maxContacts) &+ Int(kept) }
  var mostLent: Int { leastEvents &+ Int(lent) }
  var endsOfASample: Int { Int(ends) }

  /// What attachments ask for in all.
  var room: Room {
    // Without a queue they may be more than fit; then they do not count.
    get { Room(ends: Int(kept), ofASample: ends &- 2) }
    set { (kept, ends) = (UInt16(clamping: newValue.ends), 2 &+ newValue.ofASample) }
  }

  mutating func lend(_ events: Int) { lent = UInt16(truncatingIfNeeded: Int(lent) &+ events) }

  var previewTraits: UInt32 {
    get { UInt32(previewBits) }
    set { previewBits = UInt16(truncatingIfNeeded: newValue) }
  }

  var isBusy: Bool {
    get { work != .none }
    set { work = newValue ? .other : .none }
  }

  init(_ c: press_config, eventsOffset: Int, bytes: Int) {
    signature = EngineState.signature
    work = .none
    hasDelegate = false
    ends = 2
    maxContacts = c.max_contacts
    maxTargets = c.max_targets
    self.eventsOffset = UInt32(truncatingIfNeeded: eventsOffset)
    self.bytes = UInt32(clamping: bytes)
    bytesTaken = UInt32(truncatingIfNeeded: Engine.size(c))
    kept = 0
    lent = 0
    previewBits = UInt16(truncatingIfNeeded: Trait.preview)
    attached = 0
    observed = .none
    targetCount = 0
    recentTarget = 0
    watchesIdle = false
    waiting = 0
    occupied = 0
    pending = 0
    settings = EngineSettings(c)
    now = 0
    epoch = 0
    earliest = UInt64.max
    looks = 0
    delegate = press_delegate()
    outbox = Outbox(capacity: Config.events(c))
    stats = Counts()
  }
}
