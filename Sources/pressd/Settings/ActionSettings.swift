import CPress

/// One [action] section.
struct ActionSettings {
  private static let titleCapacity = 64

  var id: UInt32 = 0
  /// The id of its peek.
  var peek: UInt32 = 0
  /// The id of the action whose group it is in; 0: none.
  var group: UInt32 = 0
  var style = UInt32(PRESS_ACTION_DEFAULT)
  var isDisabled = false
  /// Ends with a 0.
  var title = InlineArray<64, CChar>(repeating: 0)

  init() {}

  mutating func set(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "id" { return Setting.u32(value, &id, 1, UInt32.max, "1 to 4294967295, unique within its peek") }
    if key == "peek" { return Setting.u32(value, &peek, 0, UInt32.max, "the id of a peek") }
    if key == "group" { return Setting.u32(value, &group, 0, UInt32.max, "the id of another action of the same peek, or 0: none") }
    if key == "disabled" { return Setting.bool(value, &isDisabled) }
    if key == "style" {
      if value == "default" {
        style = UInt32(PRESS_ACTION_DEFAULT)
      } else if value == "selected" {
        style = UInt32(PRESS_ACTION_SELECTED)
      } else if value == "destructive" {
        style = UInt32(PRESS_ACTION_DESTRUCTIVE)
      } else {
        return .badValue("default, selected or destructive")
      }
      return .ok
    }
    if key == "title" {
      if value.count >= Self.titleCapacity { return .badValue("up to 63 bytes of UTF-8") }
      for i in 0..<value.count {
        if value[i] < 32 { return .badValue("text without control characters") }
        title[i] = CChar(truncatingIfNeeded: value[i])
      }
      title[value.count] = 0
      return .ok
    }
    return .unknownKey("id, peek, group, title, style, disabled")
  }
}
