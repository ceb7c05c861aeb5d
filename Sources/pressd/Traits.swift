import CPress

/// The names of traits.
enum Traits {
  static let accepted: StaticString = "none, or any of preview peek tap double_tap hold scroll drag_source drop spring inactive"
  /// Of [gestures]; scroll is of [drag], too.
  static let gestures = UInt32(PRESS_TARGET_TAP) | UInt32(PRESS_TARGET_DOUBLE_TAP) | UInt32(PRESS_TARGET_HOLD)

  static func set(_ value: Slice, _ field: inout UInt32) -> SetResult {
    var words = value.trimmed
    var traits: UInt32 = 0
    if words.isEmpty { return .badValue(accepted) }
    while !words.isEmpty {
      let word = words.takeWord()
      if word == "preview" {
        traits |= UInt32(PRESS_TARGET_PREVIEW)
      } else if word == "peek" {
        traits |= UInt32(PRESS_TARGET_PEEK)
      } else if word == "tap" {
        traits |= UInt32(PRESS_TARGET_TAP)
      } else if word == "double_tap" {
        traits |= UInt32(PRESS_TARGET_DOUBLE_TAP)
      } else if word == "hold" {
        traits |= UInt32(PRESS_TARGET_HOLD)
      } else if word == "scroll" {
        traits |= UInt32(PRESS_TARGET_SCROLL)
      } else if word == "drag_source" {
        traits |= UInt32(PRESS_TARGET_DRAG_SOURCE)
      } else if word == "drop" {
        traits |= UInt32(PRESS_TARGET_DROP)
      } else if word == "spring" {
        traits |= UInt32(PRESS_TARGET_SPRING)
      } else if word == "inactive" {
        traits |= UInt32(PRESS_TARGET_INACTIVE)
      } else if !(word == "none") {
        return .badValue(accepted)
      }
    }
    field = traits
    return .ok
  }
}
