import CPress

/// Traits that want a section.
enum Traits {
  /// Of [gestures]; scroll is of [drag], too.
  static let gestures = UInt32(PRESS_TARGET_TAP) | UInt32(PRESS_TARGET_DOUBLE_TAP) | UInt32(PRESS_TARGET_HOLD)
}
