import CPress

/// One finger, from its first sample to its lift. Lives in a slot of the engine.
///
/// | phase   | what comes                                   | next    | what is pending                            |
/// |---------|----------------------------------------------|---------|--------------------------------------------|
/// | free    | force at or above touch                      | down    |                                            |
/// | free    | lost, palm                                   | barred  |                                            |
/// | down    | force at or above release                    | down    |                                            |
/// | down    | force below release, with a grace            | lifting |                                            |
/// | down    | force below release, without                 | free    | preview cancelled if running; ended        |
/// | lifting | force at or above release                    | down    | deadlines that waited for the finger       |
/// | lifting | force below release                          | lifting |                                            |
/// | lifting | lift_us after the fall; its place is needed  | free    | preview cancelled if running; ended, late  |
/// | down, lifting | lost, palm, silent, reset              | barred  | preview cancelled if running; cancelled    |
/// | barred  | force below release                          | free    |                                            |
/// | barred  | below a quarter of the most since, for 50 ms, but not of a palm | loaded |                          |
/// | barred  | any other                                    | barred  |                                            |
/// | loaded  | force below release                          | free    |                                            |
/// | loaded  | force at or above touch over the least since | down    |                                            |
/// | loaded  | lost, palm                                   | barred  |                                            |
/// | loaded  | any other                                    | loaded  |                                            |
///
/// A force that a sensor keeps after its finger lifted is `loaded`: levels and pressure of the next contact count from it,
/// until the force was below release. Such a contact that lifts while the sensor still keeps something is `loaded` again.
///
/// Ends are not delivered where they are found: they are pending, and flushed in order. So a callback can end anything.
struct Contact {
  enum Phase: UInt8 {
    case free, down, lifting, barred, loaded
  }

  /// As the latest sample that was down left it. Comes first: callbacks are handed a pointer to it. `target` is that of
  /// the preview: the one hit or the nearest container of it with the trait; the one hit where none has it.
  var touch: press_touch
  /// While down: when silence cancels it. While lifting: when it has lifted. While barred: when it is `loaded`.
  var deadline = UInt64.max
  /// Where it began, or where its place had settled; and the topmost target where it began, 0: the surface.
  private(set) var startX, startY: Int32
  var hit: UInt32
  var preview: Preview
  private(set) var claim = Claim.open
  var phase = Phase.down
  var isPreviewCancelPending = false
  var isEndPending = false
  /// Why, for what is pending.
  private var reasons: (preview: Int16, end: Int16) = (0, 0)
  /// How much earlier than now what is delivered of it happened, microseconds.
  var late: UInt32 = 0
  /// Newtons that the sensor kept of the contact before: levels count from there.
  var kept: Int32 = 0
  /// And with what it has climbed by itself since: pressure counts from there.
  var unpressed: Int32 = 0
  /// While down.
  var held: HeldForce

  /// While lifting: the force of the sample with which it fell below release.
  var fallen: Int32 {
    get { held.force }
    set { held.force = newValue }
  }

  /// And how long it may stay there.
  var grace: UInt32 {
    get { held.bits }
    set { held.bits = newValue }
  }

  var previewReason: Int32 {
    get { Int32(reasons.preview) }
    set { reasons.preview = Int16(truncatingIfNeeded: newValue) }
  }

  var endReason: Int32 {
    get { Int32(reasons.end) }
    set { reasons.end = Int16(truncatingIfNeeded: newValue) }
  }

  /// Its place is still being found: distances count from here, unless they have made it something.
  @inline(never)
  mutating func settle() {
    if claim != .open && claim != .preview { return }
    startX = touch.x
    startY = touch.y
  }

  /// The only change of what it is. Returns whether it is that now.
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

  init(_ sample: UnsafePointer<Sample>, hit: UInt32, target: UInt32, _ preview: Preview) {
    touch = press_touch()
    touch.contact = sample.pointee.contact
    touch.target = target
    startX = sample.pointee.x
    startY = sample.pointee.y
    self.hit = hit
    self.preview = preview
    held = HeldForce(sample.pointee.force)
  }
}
