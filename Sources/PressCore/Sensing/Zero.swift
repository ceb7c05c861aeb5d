/// The zero of one sensor: the conductance that it reads when nothing is on it, where it comes from, and whether it is known. Microsiemens.
///
/// A zero is *known* if the sensor declares it (a preload, a stored zero), or once nothing was on the pad for a second since it was learnt.
/// If something pressed meanwhile, it takes ten seconds: no hand is so still. A former known zero is remembered. Time counts only in frames
/// without anything on the pad.
///
/// | the sensor reads, and nothing is on the pad | for              | its zero is not known        | its zero is known                         |
/// |---------------------------------------------|------------------|------------------------------|-------------------------------------------|
/// | about the zero                              | each frame       | follows slowly               | follows slowly                            |
/// | the same                                    | 1 s (10) in all  | is known                     |                                           |
/// | below it by more than noise                 | less than 50 ms  | stays                        | stays                                     |
/// | the same                                    | 50 ms            | the reading, not known       | stays                                     |
/// | the same                                    | 1 s              |                              | stays: `below_zero`, once                 |
/// | the same                                    | `below_zero_us`  |                              | the reading, known: `below_zero`          |
/// | below it, and about the one remembered      | 50 ms            | the reading, not known       | the one remembered, known: `returned`     |
/// | about the zero again                        | at once          | stays                        | stays; `returned` if `below_zero` was said |
///
/// While something is on the pad no zero moves and no time counts. There are two exceptions: a program asks for it (a tare by force,
/// `longest_contact_us`), or the load on the pad is no finger, but one that lay there before:
///
/// | all sensors read their zero, or one that is remembered and higher | for  | then                                                            |
/// |------------------------------------------------------------------|------|-----------------------------------------------------------------|
/// | within noise, and no contact is down                              |      | the force is 0                                                  |
/// | within noise                                                      | 1 s  | the one remembered is the zero: `returned`                      |
/// | within an eighth of the way to it                                 | 10 s | the reading is the zero: `returned`                             |
struct Zero {
  enum Origin: UInt8 {
    /// The sensor declares nothing.
    case none
    /// `preload_force` or `zero` of the sensor.
    case declared
    /// The reading while nothing was on the sensor, as far as can be known.
    case learnt
    /// The reading under a load: a contact that lasted too long, or a tare by force.
    case taken
  }

  /// The consequence of a reading below the zero.
  enum Fate {
    case stays, delivered, corrected, stepped, returned
  }

  /// The times of the table, microseconds.
  private var knownAfter: UInt32 { origin == .taken ? 10_000_000 : 1_000_000 }
  private static var correctedAfter: UInt32 { 50_000 }
  private static var deliveredAfter: UInt32 { 1_000_000 }
  /// For this long it may be noise that is larger than `below_zero`: the zero follows a little. Microseconds.
  private static var brief: UInt32 { 100_000 }
  private static var never: UInt32 { UInt32.max }

  /// The zero, Q32, so that slow drift is not lost to rounding.
  private var exact: Int64 = 0
  /// The conductances that were watched: their sum, number, least and greatest.
  private var sum: Int64 = 0
  private(set) var count: UInt32 = 0
  private(set) var lowest: Int32 = Int32.max
  private(set) var highest: Int32 = Int32.min
  /// The zero, rounded to Q16.
  private(set) var value: Int32 = 0
  /// The zero that was delivered last, Q16.
  private(set) var delivered: Int32 = 0
  /// The former zero, or the declared one, Q16; the present zero if there is no other.
  private(set) var remembered: Int32 = 0
  /// Microseconds without anything on the pad: since this is the zero, until it is known; since the sensor reads below it; and since it reads
  /// about the remembered zero. `never`: it does not.
  private var heldFor: UInt32 = 0
  private var belowFor: UInt32 = Zero.never
  private var backFor: UInt32 = Zero.never
  private(set) var origin = Origin.none
  private(set) var isKnown = false
  private var isBelowDelivered = false
  /// The zero is known, and the sensor does not read below it: the zero only follows.
  private(set) var isSettled = false

  // MARK: It is set

  /// Begins with the zero that the sensor declares; 0: it declares none.
  mutating func declare(_ conductance: Int32) {
    self = Zero()
    remembered = conductance
    begin(conductance, conductance == 0 ? .none : .declared, isKnown: conductance != 0)
  }

  /// Sets another zero. The former one is remembered if it differs by more than noise.
  mutating func set(_ conductance: Int32, _ origin: Origin, isKnown: Bool, noise: Int32) {
    let differs = (Int64(conductance) &- Int64(value)).magnitude > UInt64(UInt32(bitPattern: noise))
    if differs && (self.origin != .taken || self.isKnown) { remembered = value }
    begin(conductance, origin, isKnown: isKnown)
  }

  private mutating func begin(_ conductance: Int32, _ origin: Origin, isKnown: Bool) {
    exact = Int64(conductance) << 16
    value = conductance
    delivered = conductance
    self.origin = origin
    self.isKnown = isKnown
    isSettled = isKnown
    heldFor = 0
    belowFor = Zero.never
    backFor = Zero.never
    isBelowDelivered = false
  }

  /// Whether the sensor declares its zero: as declared, or as measured at the start.
  var isDeclared: Bool { origin == .declared }

  // MARK: It is watched at the start

  mutating func startWatching() {
    lowest = Int32.max
    highest = Int32.min
    sum = 0
    count = 0
  }

  mutating func watch(_ conductance: Int32) {
    lowest = min(lowest, conductance)
    highest = max(highest, conductance)
    sum &+= Int64(conductance)
    count &+= 1
  }

  /// The mean of the watched conductances.
  var watched: Int32 { Int32(clamping: Wide.divideRounded(sum, by: UInt64(max(count, 1)))) }

  /// The start found the sensor far below a known zero, which stays; that is delivered.
  mutating func startBelow() {
    belowFor = 0
    backFor = Zero.never
    isBelowDelivered = true
    isSettled = false
  }

  // MARK: Nothing is on the pad

  /// Takes in a reading below the zero by more than noise. `passed`: microseconds since the frame before.
  mutating func seeBelow(_ conductance: Int32, for passed: UInt32, noise: Int32, steppedAfter: UInt32) -> Fate {
    isSettled = false
    belowFor = Zero.add(belowFor, passed)
    backFor = isAtRemembered(conductance, noise) ? Zero.add(backFor, passed) : Zero.never
    if !isKnown { return belowFor >= Zero.correctedAfter ? .corrected : .stays }
    if backFor != Zero.never && backFor >= Zero.correctedAfter { return .returned }
    if steppedAfter != 0 && belowFor >= steppedAfter { return .stepped }
    if belowFor < Zero.deliveredAfter || isBelowDelivered { return .stays }
    isBelowDelivered = true
    return .delivered
  }

  /// Whether the sensor reads below the zero since a short time only.
  var isBrieflyBelow: Bool { isKnown && belowFor < Zero.brief }

  /// Takes in a reading that is not below a zero that is not settled. `isQuiet`: nothing was on the pad for a while. Returns whether
  /// `below_zero` was delivered and has ended.
  mutating func seeBack(for passed: UInt32, isQuiet: Bool) -> Bool {
    let ends = isBelowDelivered
    isBelowDelivered = false
    belowFor = Zero.never
    backFor = Zero.never
    if isQuiet && !isKnown {
      heldFor = Zero.add(heldFor, passed)
      isKnown = heldFor >= knownAfter
    }
    isSettled = isKnown
    return ends
  }

  /// Begins the times below the zero again: the board has slept.
  mutating func sleep() {
    belowFor = Zero.never
    backFor = Zero.never
  }

  private static func add(_ time: UInt32, _ passed: UInt32) -> UInt32 {
    time == never ? 0 : UInt32(clamping: min(UInt64(time) &+ UInt64(passed), UInt64(never &- 1)))
  }

  // MARK: The remembered zero

  /// Whether a conductance is the remembered zero, within noise.
  func isAtRemembered(_ conductance: Int32, _ noise: Int32) -> Bool { offRemembered(conductance) <= Int64(noise) }

  func offRemembered(_ conductance: Int32) -> Int64 {
    Int64(truncatingIfNeeded: (Int64(conductance) &- Int64(remembered)).magnitude)
  }

  /// How far the remembered zero is above the present one.
  var risesToRemembered: Int64 { Int64(remembered) &- Int64(value) }

  // MARK: It follows

  /// How far a zero follows in the time between two frames: shares of the way to a reading above it and below it, Q30; `none`: it stays. They
  /// cost divisions, and the next frame mostly comes as this one did.
  struct Pace {
    private(set) var elapsed: UInt32 = 0
    /// The part of `elapsed` that counts: at most the gap.
    private(set) var passed: UInt32 = 0
    private(set) var rise: Int32 = 0
    private(set) var fall: Int32 = 0

    static var none: Int32 { Int32.min }

    @inline(never)
    mutating func set(_ elapsed: UInt64, gap: UInt32, rise: UInt32, fall: UInt32) {
      self.elapsed = UInt32(clamping: elapsed)
      // A change during a pause is not observed drift.
      passed = gap == 0 ? self.elapsed : min(self.elapsed, gap)
      self.rise = Pace.share(passed, rise)
      self.fall = Pace.share(passed, fall)
    }

    private static func share(_ elapsed: UInt32, _ constant: UInt32) -> Int32 {
      constant == 0 ? none : Int32(truncatingIfNeeded: Wide.divide(UInt64(min(elapsed, constant)) << 30, by: UInt64(constant)))
    }
  }

  /// Moves towards the reading as a first-order low-pass. Returns whether that added up to a step worth delivering.
  @inline(__always)
  mutating func follow(_ conductance: Int32, rise: Int32, fall: Int32, step: UInt32) -> Bool {
    let difference = (Int64(conductance) << 16) &- exact
    let share = difference > 0 ? rise : fall
    if share == Pace.none { return false }
    // Between two conductances, so that it fits.
    exact &+= Wide.multiplyFitting(difference, Int64(share), shiftedRight: 30)
    value = Int32(truncatingIfNeeded: (exact &+ 0x8000) >> 16)
    return (Int64(value) &- Int64(delivered)).magnitude >= UInt64(step)
  }

  mutating func markDelivered() { delivered = value }
}
