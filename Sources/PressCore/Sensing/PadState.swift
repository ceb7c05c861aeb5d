import CPress

/// What a pad knows, at the start of the caller's storage; the sensors lie behind it.
struct PadState {
  static var signature: UInt32 { 0x5041_4450 }

  var config: press_pad_config
  /// What counts once nothing presses; size 0: nothing waits.
  var next = press_pad_config()
  private let count: UInt8
  /// A bit for each.
  let sensorBits: UInt32
  var now: UInt64 = 0
  var frameAt: UInt64 = 0
  var isStarted = false
  /// The zero is being watched, and forces are 0: until `startUntil`, once that is set by the first frame.
  var isStarting = false
  /// Something pressed meanwhile: the zero is learnt at the first quiet stretch, which would last until `startUntil`; 0: none
  /// has begun.
  var awaitsZero = false
  /// The zero is learnt whatever presses; and first the contact is to be cancelled.
  var isForced = false
  var isLostPending = false
  /// A callback may be running.
  var isBusy = false
  /// See `Pad.findPlain`.
  var isPlain = false
  var startUntil: UInt64 = 0
  var startReason: Int32 = Reason.start
  /// How many sensors are faulty.
  var faulty: UInt8 = 0
  var isTouched = false
  /// A code of this touch was at the end of its range; and a bit for each sensor of which that was delivered.
  var isAtEnd = false
  var saturatedDelivered: UInt8 = 0
  /// Some sensor has a span; bits of those that were delivered as beyond theirs in this touch, and of those whose zero was delivered
  /// to be too far from the stored one.
  var hasSpan = false
  var spanDelivered: UInt8 = 0
  var zeroDelivered: UInt8 = 0
  // This and the outages fill gaps.
  let signature = PadState.signature
  var touchedSince: UInt64 = 0
  var frozenUntil: UInt64 = 0
  /// Its contact is down, as far as forces say; the filter runs.
  var isDown = false
  /// Where sensors are read one after the other: there was enough force for a place at the moment for which it is worked out;
  /// a contact waits for that.
  var isLocated = false
  var isWaiting = false
  /// Of each sensor that events name for its supply, why that is out, in four bits; 0: it is not.
  private var outages: UInt32 = 0
  /// The place of a contact is being found, at most until then; the greatest force of it so far, and how many frames it did
  /// not grow.
  private var settlesUntil: UInt64 = 0
  private var greatest: Int32 = 0
  private var steady: UInt8 = 0
  var filter: press_one_euro
  var pace = OneEuro.Pace()
  var rate = FrameRate()
  /// Newtons, Q16: the sum of the sensors, and filtered.
  var total: Int32 = 0
  /// How far the lowest sensor is above its zero, microsiemens Q16; and whether any was under it before.
  var leastAbove: Int32 = 0
  var wasBelow = false
  var force: Int32 = 0
  private(set) var x: Int32 = 0
  private(set) var y: Int32 = 0
  private var isCorrected: Bool
  /// Sensors are read at different times: where they say the finger is, is brought to one.
  var isSkewed = false
  /// The force of just before, and when it was seen.
  private var recent: Int32 = 0
  /// It is less than 13/16 of that.
  private var isFalling = false
  private var locatedAt: UInt64 = 0
  var stats = press_pad_stats()

  init(_ given: UnsafePointer<press_pad_config>, sensorCount: Int) {
    config = given.pointee
    count = UInt8(truncatingIfNeeded: sensorCount)
    sensorBits = (1 &<< UInt32(truncatingIfNeeded: sensorCount)) &- 1
    isCorrected = !Correction.isIdentity(config.correction)
    filter = press_one_euro()
    filter.min_cutoff_hz = FrameRate.cutoffBefore
    setFilter()
    isStarting = config.start_us != 0 && config.flags & PadFlag.noBaseline == 0
  }

  var sensorCount: Int { Int(count) }

  func outage(_ sensor: Int) -> Int32 {
    let bits = Int32(truncatingIfNeeded: outages >> UInt32(truncatingIfNeeded: sensor &* 4) & 15)
    return bits == 0 ? Reason.none : bits &+ PadState.beforeFaults
  }

  mutating func setOutage(_ sensor: Int, _ reason: Int32) {
    let at = UInt32(truncatingIfNeeded: sensor &* 4)
    let bits = reason == Reason.none ? 0 : UInt32(truncatingIfNeeded: reason &- PadState.beforeFaults)
    outages = outages & ~(15 &<< at) | bits &<< at
  }

  private static var beforeFaults: Int32 { Reason.open &- 1 }

  private mutating func setFilter() {
    pace = OneEuro.Pace()
    if config.min_cutoff_hz != 0 { filter.min_cutoff_hz = config.min_cutoff_hz }
    filter.beta = config.beta
    filter.derivative_cutoff_hz = config.derivative_cutoff_hz
  }

  /// The config that waits counts from now on. A start that is under way goes on.
  mutating func adopt() {
    let wasSet = config.min_cutoff_hz != 0
    config = next
    next.size = 0
    // By the rate again.
    if wasSet && config.min_cutoff_hz == 0 { filter.min_cutoff_hz = rate.isKnown ? rate.cutoff : FrameRate.cutoffBefore }
    isCorrected = !Correction.isIdentity(config.correction)
    setFilter()
    if config.flags & PadFlag.noBaseline != 0 { awaitsZero = false }
  }

  /// The force of just before as far as it is not forgotten: over 65 ms.
  private var remembered: Int32 {
    let elapsed = Int64(truncatingIfNeeded: min(frameAt &- locatedAt, 1 << 16))
    return recent &- Int32(truncatingIfNeeded: (Int64(recent) &* elapsed) >> 16)
  }

  /// Whether it is more than twice the force of just before: a finger comes.
  func isOnset(_ force: Int32) -> Bool { remembered < force >> 1 }

  /// Whether it is less than three quarters of the force of just before.
  mutating func isDip(_ force: Int32) -> Bool {
    recent = max(force, remembered)
    locatedAt = frameAt
    isFalling = force < recent &- (recent >> 3 &+ recent >> 4)
    return force < recent &- recent >> 2
  }

  /// Its contact begins.
  mutating func comeDown() {
    isDown = true
    settlesUntil = sensorCount > 1 ? Wide.addSaturating(now, 250_000) : 0
    greatest = 0
    steady = 0
  }

  /// Whether the place is still being found: where little force lies on a plate, hysteresis, gains and zeros of its sensors
  /// weigh much. So until the force has not grown by a sixteenth in two frames, and for 250 ms at most; and as it falls.
  @inline(__always)
  mutating func isSettling(_ force: Int32) -> Bool { isFalling || (settlesUntil > now && isDown && watch(force)) }

  @inline(never)
  private mutating func watch(_ force: Int32) -> Bool {
    if force > greatest &+ greatest >> 4 {
      greatest = force
      steady = 0
      return true
    }
    steady &+= 1
    if steady == 2 { settlesUntil = 0 }
    return steady < 2
  }

  @inline(__always)
  mutating func place(_ x: Int32, _ y: Int32) {
    (self.x, self.y) = isCorrected ? Correction.apply(config.correction, x, y) : (x, y)
  }
}
