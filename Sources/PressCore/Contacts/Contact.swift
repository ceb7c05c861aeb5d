import CPress

/// One finger, from its first sample to its lift. Lives in a slot of the engine.
///
/// | phase  | sample                     | next   | what it owes                                 |
/// |--------|----------------------------|--------|----------------------------------------------|
/// | free   | force at or above touch    | down   |                                              |
/// | down   | force at or above release  | down   |                                              |
/// | down   | force below release        | free   | preview cancelled if running; ended          |
/// | down   | lost, palm, silent, reset  | barred | preview cancelled if running; cancelled      |
/// | barred | force below release        | free   |                                              |
/// | barred | force at or above release  | barred |                                              |
///
/// Ends are not told where they are found but owed, and settled in order: so a callback can end anything at any time.
struct Contact {
  enum Phase: UInt8 {
    case free, down, barred
  }

  /// As the latest sample that was down left it. Comes first: callbacks are handed a pointer to it. `target` is that of
  /// the preview: the one hit or the nearest container of it with the trait; the one hit where none has it.
  var touch: press_touch
  /// When silence cancels it.
  var deadline: UInt64 = 0
  /// Where it began, and the topmost target there, 0: the surface.
  let startX, startY: Int32
  var hit: UInt32
  var preview: Preview
  var claim = Claim.open
  var phase = Phase.down
  var owesPreviewCancelled = false
  var owesEnd = false
  /// Why, for what it owes.
  var previewReason: Int32 = 0
  var endReason: Int32 = 0

  init(_ sample: UnsafePointer<press_sample>, hit: UInt32, target: UInt32, _ preview: Preview) {
    touch = press_touch()
    touch.contact = sample.pointee.contact
    touch.target = target
    startX = sample.pointee.x
    startY = sample.pointee.y
    self.hit = hit
    self.preview = preview
  }
}
