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
  /// When it has been held long enough; max: it need not be held.
  var readyAt: UInt64 = UInt64.max
  /// The hold was long enough, and it has not moved since; where that was; and whether it was delivered.
  var isLifted = false
  var isDelivered = false
  var x: Int32 = 0
  var y: Int32 = 0
  /// Why it is not any more.
  var reason: Int32 = 0
  /// How much earlier than now what is delivered of it happened, microseconds.
  var late: UInt32 = 0
}
