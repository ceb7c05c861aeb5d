import CPress

/// What a config says of drag and drop.
struct DragSettings {
  /// Traits that want it.
  static let traits = UInt32(PRESS_TARGET_DRAG_SOURCE) | UInt32(PRESS_TARGET_DROP) | UInt32(PRESS_TARGET_SPRING) | UInt32(PRESS_TARGET_INACTIVE)
  private static let pressure: StaticString = "a decimal from 0 to 2; above 1: never"

  var isOn = false
  var config = press_drag_config()

  init() {
    press_drag_config_init(&config)
    config.undo_depth = 0  // nobody here undoes
  }

  mutating func set(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "enabled" { return Setting.bool(value, &isOn) }
    if let result = config.set(key, value) { return result }
    if key == "start_pressure" { return Setting.q16(value, &config.start_pressure, 0, 65536, "a decimal from 0 to 1") }
    if key == "spring_pressure" { return Setting.q16(value, &config.spring_pressure, 0, 2 << 16, Self.pressure) }
    if key == "drop_pressure" { return Setting.q16(value, &config.drop_pressure, 0, 2 << 16, Self.pressure) }
    if key == "after_hold" { return flag(value, PRESS_DRAG_AFTER_HOLD, whenYes: true) }
    if key == "hold_in_scroll" { return flag(value, PRESS_DRAG_HOLD_IN_SCROLL, whenYes: true) }
    if key == "by_force" { return flag(value, PRESS_DRAG_BY_FORCE, whenYes: true) }
    if key == "from_preview" { return flag(value, PRESS_DRAG_FROM_PREVIEW, whenYes: true) }
    if key == "spring_dwell" { return flag(value, PRESS_DRAG_NO_DWELL, whenYes: false) }
    if key == "spring_force" { return flag(value, PRESS_DRAG_NO_SPRING_FORCE, whenYes: false) }
    return .unknownKey(
      "enabled, start_pressure, spring_pressure, drop_pressure, after_hold, hold_in_scroll, by_force, from_preview, spring_dwell, spring_force", .drag)
  }

  private mutating func flag(_ value: Slice, _ bit: Int, whenYes: Bool) -> SetResult {
    var isYes = false
    let result = Setting.bool(value, &isYes)
    if case .ok = result {
      let mask = UInt32(bit)
      config.flags = isYes == whenYes ? config.flags | mask : config.flags & ~mask
    }
    return result
  }
}
