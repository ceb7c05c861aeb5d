import CPress

/// What gestures know of an engine; one `Gesture` for each slot lies behind it.
struct GesturesState {
  var settings: press_gestures_config
  /// What counts from the next contact on that comes alone; size 0: nothing waits.
  var next = press_gestures_config()
  /// A tap that waits for a second one, as it will be delivered; until when, and whether a second touch is there.
  var waiting = press_event()
  var waitsUntil: UInt64 = UInt64.max
  /// Targets that the program activated and that are not delivered yet; how many it activated from callbacks at one time, and which
  /// time that was.
  var activatedAt: UInt64 = 0
  var activated = InlineArray<8, UInt32>(repeating: 0)
  var activatedInside: UInt32 = 0
  /// The contact of the latest sample whose own force counts.
  var forceful: UInt32 = UInt32.max
  private var pendingActivations: UInt8 = 0
  var activatedCount: Int {
    get { Int(pendingActivations) }
    set { pendingActivations = UInt8(truncatingIfNeeded: newValue) }
  }
  var isWaiting = false
  /// It waits no longer: it is pending.
  var isTapPending = false
  /// Slots of which something may be pending.
  var pendingSlots: UInt32 = 0

  init(_ c: press_gestures_config) {
    settings = c
  }
}
