import CPressLinux

/// The [uinput] section.
struct InputSettings {
  var isEnabled = false
  var node = Path()
  var name = Path()
  /// As a touch screen: what is touched is what is meant. Otherwise as a touch pad.
  var isDirect = true
  /// Steps of ABS_X and ABS_Y per point.
  var stepsPerPoint: UInt32 = 10
  /// 0: none.
  var keys = InlineArray<9, UInt16>(repeating: 0)

  init() {
    node.append("/dev/uinput")
    name.append("pressd")
  }

  mutating func set(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "enabled" { return Setting.bool(value, &isEnabled) }
    if key == "node" { return node.set(value) ? .ok : .badValue("a device node, as in /dev/uinput") }
    if key == "name" { return value.count < 80 && name.set(value) ? .ok : .badValue("1 to 79 bytes of UTF-8") }
    if key == "steps_per_point" { return Setting.u32(value, &stepsPerPoint, 1, 1000, "1 to 1000") }
    if key == "kind" {
      if value == "screen" {
        isDirect = true
      } else if value == "touchpad" {
        isDirect = false
      } else {
        return .badValue("screen or touchpad")
      }
      return .ok
    }
    if let role = InputKey(key) {
      guard let code = InputKey.code(value), code != UInt16(LINUX_BTN_TOUCH.rawValue),
        code != UInt16(LINUX_BTN_TOOL_FINGER.rawValue)
      else {
        return .badValue("none, btn_left, btn_right, btn_middle, key_enter, key_esc, key_space, key_tab, key_up, key_down, key_left, key_right, key_back, key_menu, or a code of linux/input-event-codes.h, 1 to 767, but not btn_touch or btn_tool_finger")
      }
      keys[role.rawValue] = code
      return .ok
    }
    return .unknownKey("enabled, node, name, kind, steps_per_point, preview_key, commit_key, hold_key, peek_key, button_key, completed_key, popped_key, tapped_key, double_tapped_key")
  }

  var problem: StaticString? {
    for i in 0..<InputKey.count where keys[i] != 0 {
      for j in 0..<i where keys[j] == keys[i] { return "uinput: two keys have the same code" }
    }
    return nil
  }
}
