/// Whether a contact may become a drag.
struct DragTrack {
  var source: UInt32 = 0
  /// It began on a source, and drag_will_begin has not refused.
  var canDrag = false
  /// It was held as long as is asked for, and pressed as hard.
  var isHeld = false
  var isPressed = false
  /// The program released it.
  var isReleased = false
  /// When it has been held long enough.
  var readyAt: UInt64 = UInt64.max
}
