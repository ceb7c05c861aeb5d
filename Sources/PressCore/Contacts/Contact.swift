import CPress

/// One finger, from its first sample to its lift. Lives in a slot of the engine.
///
/// | phase   | what comes                                   | next    | what is pending                            |
/// |---------|----------------------------------------------|---------|--------------------------------------------|
/// | free    | force at or above touch                      | down    |                                            |
/// | free    | lost, palm                                   | barred  |                                            |
/// | free    | at or above touch, the first that a pad reads | resting |                                           |
/// | down    | force at or above release                    | down    |                                            |
/// | down    | force below release, with a grace            | lifting |                                            |
/// | down    | force below release, without                 | free    | preview cancelled if running; ended        |
/// | down    | force that lies flat (`HeldForce.isFlat`) below touch and a quarter of its peak | loaded | preview cancelled if running; ended, late |
/// | lifting | force at or above release                    | down    | deadlines that waited for the finger       |
/// | lifting | the same, after it may have been away for more than 50 ms (`Engine.endIfAway`) | free, down | ended, late |
/// | lifting | force below release                          | lifting |                                            |
/// | lifting | lift_us after the fall; its place is needed  | free    | preview cancelled if running; ended, late  |
/// | down, lifting | lost, palm, silent, reset              | barred  | preview cancelled if running; cancelled    |
/// | barred  | force below release                          | free    |                                            |
/// | barred  | below a quarter of the most since, for 50 ms, but not of a palm | loaded |                          |
/// | barred  | at or above touch, of a pad or grid, but not of a palm | resting |                                  |
/// | barred  | any other                                    | barred  |                                            |
/// | resting | force below release                          | free    | ended                                      |
/// | resting | below a quarter of the most since, for 50 ms | loaded  | ended, late                                |
/// | resting | lost, palm, silent, reset                    | barred  | cancelled                                  |
/// | resting | any other                                    | resting |                                            |
/// | loaded  | force below release                          | free    |                                            |
/// | loaded  | force at or above touch over the least since | down    |                                            |
/// | loaded  | lost, palm                                   | barred  |                                            |
/// | loaded  | any other                                    | loaded  |                                            |
///
/// A force that a sensor keeps after its finger lifted is `loaded`: levels and pressure of the next contact count from it,
/// until the force was below release. Such a contact that lifts while the sensor still keeps something is `loaded` again.
///
/// A load that lies on a pad before anybody pressed is `resting`: its beginning is delivered, but it becomes nothing else, and no attachment sees it.
///
/// Ends are not delivered where they are found: they are pending, and flushed in order. So a callback can end anything.
struct Contact {
  enum Phase: UInt8 {
    case free, down, lifting, loaded, barred, resting
  }

  /// The touch after the latest sample that was down. Comes first: callbacks are handed a pointer to it. `target` is that of
  /// the preview: the one hit or the nearest container of it with the trait; the one hit where none has it.
  var touch: press_touch
  /// While down or resting: when silence cancels it. While lifting: when it has lifted.
  var deadline = UInt64.max
  /// Where it began, or where its place had settled; and the topmost target where it began, 0: the surface.
  private(set) var startX, startY: Int32
  var hit: UInt32
  var preview: Preview
  private(set) var claim = Claim.open
  var phase = Phase.down
  /// Why its preview and it end, and in the highest bit whether that is pending.
  private var ends: (preview: UInt8, own: UInt8) = (0, 0)
  /// The greatest force that was read of it; while barred or resting: since just before that.
  var peak: Int32
  /// How much earlier than now what is delivered of it happened, microseconds.
  var late: UInt32 = 0
  /// Newtons that the sensor kept of the contact before: levels count from there.
  var residue: Int32 = 0
  /// And with what it has climbed by itself since: pressure counts from there.
  var unpressed: Int32 = 0
  /// While down.
  var held: HeldForce

  /// While lifting: the force of the sample with which it fell below release.
  var fallen: Int32 {
    get { held.force }
    set { held.force = newValue }
  }

  /// While barred or resting, and `residue` is not 0: since when the force is below a quarter of the peak.
  var lowSince: UInt32 {
    get { late }
    set { late = newValue }
  }

  /// While lifting: how long it may stay there.
  var grace: UInt32 {
    get { held.bits }
    set { held.bits = newValue }
  }

  var previewReason: Int32 {
    get { Int32(ends.preview & 0x7f) }
    set { ends.preview = ends.preview & 0x80 | UInt8(truncatingIfNeeded: newValue) }
  }

  var isPreviewCancelPending: Bool {
    get { ends.preview & 0x80 != 0 }
    set { ends.preview = ends.preview & 0x7f | (newValue ? 0x80 : 0) }
  }

  var endReason: Int32 {
    get { Int32(ends.own & 0x7f) }
    set { ends.own = ends.own & 0x80 | UInt8(truncatingIfNeeded: newValue) }
  }

  var isEndPending: Bool {
    get { ends.own & 0x80 != 0 }
    set { ends.own = ends.own & 0x7f | (newValue ? 0x80 : 0) }
  }

  /// Its deadline is that of silence, which is longer from now on by an even number of microseconds.
  mutating func lengthen(_ more: UInt64) {
    if deadline == UInt64.max { return }
    deadline = Wide.addSaturating(deadline, more)
    held.lengthen(more)
  }

  /// How far a place drifts in a microsecond as its force begins to fall: 153 points a second, Q16. A finger that moves goes further.
  private static var drift: Int64 { 10 }

  /// Its place moved from where it was to where it is, and that is no movement of its finger: it counts for no distance, unless these have made it
  /// something. At half of its greatest force a place is drawn four times as far as at all of it.
  @inline(never)
  mutating func settle(after before: press_touch, force: Int32) {
    if claim != .open && claim != .preview { return }
    if force < peak &- peak >> 5 {
      let share = min(Wide.divide(Int64(peak) << 8, by: Int64(max(force, 1))), 4096)
      let passed = Int64(truncatingIfNeeded: min(touch.t_us &- before.t_us, 100_000))
      let most = UInt64(truncatingIfNeeded: (passed &* Contact.drift &* (share &* share >> 8)) >> 8)
      if (Int64(touch.x) &- Int64(before.x)).magnitude > most || (Int64(touch.y) &- Int64(before.y)).magnitude > most { return }
    }
    startX = Contact.moved(startX, from: before.x, to: touch.x)
    startY = Contact.moved(startY, from: before.y, to: touch.y)
  }

  private static func moved(_ start: Int32, from: Int32, to: Int32) -> Int32 { Int32(clamping: Int64(start) &+ Int64(to) &- Int64(from)) }

  /// The only way to change the claim. Returns whether the contact has that claim now.
  @inline(__always)
  @discardableResult
  mutating func become(_ next: Claim) -> Bool {
    if !claim.may(next) { return claim == next }
    claim = next
    return true
  }

  /// It has begun and not ended.
  @inline(__always)
  var isOpen: Bool { phase == .down || phase == .lifting }

  /// Its beginning was delivered, and its end is to be.
  var isThere: Bool { isOpen || phase == .resting }

  init(_ sample: UnsafePointer<Sample>, hit: UInt32, target: UInt32, _ preview: Preview) {
    touch = press_touch()
    touch.contact = sample.pointee.contact
    touch.target = target
    touch.x = sample.pointee.x
    touch.y = sample.pointee.y
    startX = sample.pointee.x
    startY = sample.pointee.y
    self.hit = hit
    self.preview = preview
    peak = 0
    held = HeldForce(sample.pointee.force)
  }
}

/// The claim on a contact: the interaction that it belongs to. `Contact.become` alone changes it, by this table;
/// docs/interactions/contact.md shows it too, with a picture, and Tests/PressCoreTests hold both against the code.
///
/// | a contact that is | may become                                                            |
/// |-------------------|-----------------------------------------------------------------------|
/// | open              | tap, moved, hold, lifted, scroll, preview, actions, drag, pinch, over |
/// | moved             | preview, drag, pinch, over                                            |
/// | hold              | drag, over                                                            |
/// | lifted            | drag, over                                                            |
/// | scroll            | over                                                                  |
/// | preview           | tap, drag, pinch, over                                                |
/// | actions           | over                                                                  |
/// | drag              | open, over                                                            |
/// | pinch             | over                                                                  |
/// | over              |                                                                       |
package enum Claim: UInt8 {
  case open, moved, hold, scroll, preview, actions, over, drag, lifted, pinch

  @inline(__always)
  package func may(_ next: Claim) -> Bool {
    switch self {
    case .open: next != .open
    case .moved: next == .preview || next == .drag || next == .pinch || next == .over
    case .preview: next == .drag || next == .pinch || next == .over
    case .hold, .lifted: next == .drag || next == .over
    case .scroll, .actions, .pinch: next == .over
    case .drag: next == .open || next == .over
    case .over: false
    }
  }
}

/// A sample as contacts and attachments are handed it: what was fed, and the force as it was read, before a pad filtered it.
struct Sample {
  var t_us: UInt64
  /// How much later than it was taken it counts.
  var late: UInt32 = 0
  let contact, flags: UInt32
  let force, x, y: Int32
  let unfiltered: Int32
  /// Whether a sensor read it: then two readings in a row may be wrong.
  let isSensed: Bool
  var source = Source.program
  /// How an engine steps the preview of its contact. Behind a pointer, so that a program without sensors links nothing that is for these.
  let advance: Advance

  /// When it was taken: what was due before comes before it.
  var takenAt: UInt64 { t_us &- UInt64(late) }

  typealias Advance = @convention(thin) (OpaquePointer, Int, Int32) -> Void

  /// The origin of a sample. `first`: the first reading of a pad or a grid since it began, or since its readings were lost.
  enum Source: UInt8 { case program, sensor, first }
}

/// What somebody holds of the force of one contact, and what its sensor climbs by itself: under a constant finger
/// a sensor reads more with every tenfold of time.
///
/// Checked every eighth of a second. While the force, less the creep, is within an eighth of the held force, as when a hand wanders:
///
/// | since it was changed last                       | what is held      | what counts as crept                                          |
/// |-------------------------------------------------|-------------------|---------------------------------------------------------------|
/// | less than a second                              | follows the force | stays                                                         |
/// | a second or more                                | stays             | follows the force, no faster than creep can be at such an age; |
/// |                                                 |                   | down at most at five eighths of that: most of it is a hand that wanders |
/// | the same, but less is read by a thirty-second   | falls as slowly   | stays: what wanders comes back                                |
///
/// Further away somebody has changed it: that is held now, and the second begins again. A load that was added counts whole, whenever it
/// came; what is taken off takes its part of what has crept with it.
struct HeldForce {
  /// Microseconds between two looks.
  static var period: UInt64 { 125_000 }
  /// Looks until it is settled.
  private static var settled: UInt16 { 8 }
  /// Looks until what lies flat is what a sensor keeps; and how flat, newtons.
  private static var flat: UInt16 { 16 }
  private static var noise: UInt32 { 393 }
  /// A change of a force that is nearly none: 0.02 N.
  static var least: Int32 { 1311 }
  /// Newtons, without what has crept.
  var force: Int32
  /// Looks since it was changed last.
  private var age: UInt16 = 0
  /// Half the deadline that silence had before the latest sample: how far it moved is how far that was from the one before.
  private var half: UInt16 = 0

  init(_ force: Int32) { self.force = max(force, 0) }

  /// All but the force.
  var bits: UInt32 {
    get { UInt32(half) << 16 | UInt32(age) }
    set { (half, age) = (UInt16(truncatingIfNeeded: newValue >> 16), UInt16(truncatingIfNeeded: newValue)) }
  }

  @inline(__always)
  mutating func sampled(before deadline: UInt64) { half = UInt16(truncatingIfNeeded: deadline >> 1) }

  mutating func lengthen(_ more: UInt64) { half &+= UInt16(truncatingIfNeeded: more >> 1) }

  /// There was none before: the longest interval there is, 131 ms.
  mutating func sampledFirst(_ deadline: UInt64) { half = UInt16(truncatingIfNeeded: deadline >> 1) &+ 1 }

  /// Between the latest two samples, microseconds. Longer ones than 131 ms, which have no rate, are any.
  func interval(until deadline: UInt64) -> UInt64 {
    UInt64(UInt16(truncatingIfNeeded: deadline >> 1) &- half) << 1
  }

  /// Looks at what is read now, which like what has crept is not below 0. `share`: the most that it climbs in a tenfold of time, as a
  /// part of it, Q16. Returns what has crept.
  mutating func look(_ read: Int32, crept: Int32, _ share: Int32) -> Int32 {
    let change = read &- crept &- force
    if change.magnitude > UInt32(bitPattern: force >> 3 &+ HeldForce.least) { return changed(read, crept) }
    if age < HeldForce.settled {
      age &+= 1
      force = max(read &- crept, 0)
      return crept
    }
    let most = fastest(share)
    if age < UInt16.max { age &+= 1 }
    let step = min(max(change, 0 &- most), most)
    if change >= 0 &- (force >> 5) &- HeldForce.least { return max(crept &+ (step < 0 ? (step &* 5) >> 3 : step), 0) }
    force = max(force &+ step, 0)
    return crept
  }

  /// Looks at what is read now, where it may be what a sensor keeps of a press. Returns whether it has lain flat for two seconds: each
  /// look within 0.006 N of those before, which is the noise of a sensor. A finger that rests lightly wanders more.
  mutating func isFlat(_ read: Int32) -> Bool {
    let change = read &- force
    let isStill = change.magnitude <= HeldForce.noise
    age = isStill ? age &+ 1 : 0
    force = isStill ? force &+ change >> 2 : read
    return age >= HeldForce.flat
  }

  /// How long it has, microseconds.
  var flatFor: UInt32 { UInt32(age) &* UInt32(HeldForce.period) }

  private mutating func changed(_ read: Int32, _ crept: Int32) -> Int32 {
    let before = force &+ crept
    age = 0
    // A fall takes its part of the creep with it; what is left is never more than was read.
    var left = crept
    if read < before {
      let product = UInt64(UInt32(bitPattern: crept)) &* UInt64(UInt32(bitPattern: read))
      left = Int32(truncatingIfNeeded: Wide.divide(product, by: UInt64(UInt32(bitPattern: before))))
    }
    force = read &- left
    return left
  }

  /// What creep can add between two looks: the slope of share * log10(age). At least as much as there is: it is followed for days.
  private func fastest(_ share: Int32) -> Int32 {
    let inDecade = (UInt64(UInt32(bitPattern: force)) &* UInt64(UInt32(bitPattern: share))) >> 16
    return Int32(truncatingIfNeeded: max((UInt32(truncatingIfNeeded: inDecade) / 9 &* 4) / UInt32(max(age, 1)), 1))
  }
}

/// From force to pressure: nothing up to `low`, 1 from `high` on, and a curve between them, straight, or bent to be soft or firm.
///
/// Straight takes what a `Ramp` takes: a curve has a span of 0, so that each force leaves where one does that reaches `high`.
struct Pressure {
  let low: Int32
  private let span: UInt32
  private let reciprocal: UInt64
  let firmness: Int32

  /// low < high. -1...1, 0: straight.
  init(from low: Int32, to high: Int32, firmness: Int32) {
    let ramp = Ramp(from: low, to: high)
    self.low = low
    span = firmness == 0 ? ramp.span : 0
    reciprocal = ramp.reciprocal
    self.firmness = firmness
  }

  /// The `full_force` that was given. It is computed back: no two spans have the same reciprocal.
  var high: Int32 { low &+ Int32(truncatingIfNeeded: Wide.divide(1 << 62, by: reciprocal &- 1)) }

  /// Takes the curve by pointer: a straight curve then loads none of the fields that only a bent one needs.
  @inline(__always)
  static func of(_ force: Int32, by curve: UnsafePointer<Pressure>) -> Int32 {
    if force < curve.pointee.low { return 0 }
    let distance = UInt32(bitPattern: force &- curve.pointee.low)
    if _slowPath(distance >= curve.pointee.span) { return curved(distance, curve) }
    return min(Int32(truncatingIfNeeded: (UInt64(distance) &* curve.pointee.reciprocal) >> 46), Q16.one &- 1)
  }

  /// With u, the part of the way that is behind (firm) or ahead (soft): (1 - c) u + c u^3, of the whole. Each product is rounded down, and rises
  /// with u, so that pressure never falls where force rises.
  @inline(never)
  private static func curved(_ distance: UInt32, _ curve: UnsafePointer<Pressure>) -> Int32 {
    let firmness = curve.pointee.firmness
    let (way, isFar) = UInt64(distance).multipliedReportingOverflow(by: curve.pointee.reciprocal)
    if firmness == 0 || isFar || way >> 62 != 0 { return Q16.one }
    let x = way >> 30
    let u = firmness < 0 ? UInt64(UInt32.max) &- x : x
    let cube = ((u &* u) >> 32 &* u) >> 32
    let share = UInt64(firmness.magnitude)
    let y = (65536 &- share) &* u &+ share &* cube
    return Int32(truncatingIfNeeded: (firmness < 0 ? 1 << 48 &- 1 &- y : y) >> 32)
  }
}
