import CPress

/// What a pad knows, at the start of the caller's storage; the sensors lie behind it.
struct PadState {
  let config: press_pad_config
  let sensorCount: Int
  /// A bit for each.
  let sensorBits: UInt32
  var now: UInt64 = 0
  var frameAt: UInt64 = 0
  var isStarted = false
  /// The zero is being watched: until `startUntil`, once that is set by the first frame.
  var isStarting: Bool {
    get { heldBack & 1 != 0 }
    set { heldBack = newValue ? heldBack | 1 : heldBack & ~1 }
  }
  /// There was a fault: nothing begins before the pad was seen untouched.
  var mustLift: Bool {
    get { heldBack & 2 != 0 }
    set { heldBack = newValue ? heldBack | 2 : heldBack & ~2 }
  }
  /// Both in one byte: mostly neither holds.
  private(set) var heldBack: UInt8 = 0
  /// A callback may be running.
  var isBusy = false
  var startUntil: UInt64 = 0
  var startReason: Int32 = Reason.start
  /// How many sensors are faulty.
  var faulty = 0
  var isTouched = false
  var touchedSince: UInt64 = 0
  var frozenUntil: UInt64 = 0
  var filter: press_one_euro
  /// Newtons, Q16: the sum of the sensors, and filtered.
  var total: Int32 = 0
  /// How far the lowest sensor is above its zero, microsiemens Q16; and whether any was under it before.
  var leastAbove: Int32 = 0
  var wasBelow = false
  var force: Int32 = 0
  var x, y: Int32
  var stats = press_pad_stats()

  init(_ config: press_pad_config, sensorCount: Int, x: Int32, y: Int32) {
    self.config = config
    self.sensorCount = sensorCount
    sensorBits = (1 &<< UInt32(truncatingIfNeeded: sensorCount)) &- 1
    self.x = x
    self.y = y
    filter = press_one_euro()
    filter.min_cutoff_hz = config.min_cutoff_hz
    filter.beta = config.beta
    filter.derivative_cutoff_hz = config.derivative_cutoff_hz
    isStarting = config.start_us != 0 && config.flags & UInt32(truncatingIfNeeded: PRESS_PAD_NO_BASELINE) == 0
  }
}
