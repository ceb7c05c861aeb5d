import CPress

/// One [peek] section.
struct PeekSettings {
  var target: UInt32 = 0
  var peek = press_peek()

  init() {
    peek.size = UInt32(MemoryLayout<press_peek>.size)
  }

  mutating func set(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "target" { return Setting.u32(value, &target, 0, UInt32.max, "the id of a target, or 0: the whole surface where there are no targets") }
    if key == "id" { return Setting.u32(value, &peek.id, 0, UInt32.max, "0 to 4294967295") }
    if key == "source_x" { return Setting.point(value, &peek.source_x) }
    if key == "source_y" { return Setting.point(value, &peek.source_y) }
    if key == "source_width" { return Setting.size(value, &peek.source_width) }
    if key == "source_height" { return Setting.size(value, &peek.source_height) }
    if key == "width" { return Setting.size(value, &peek.width) }
    if key == "height" { return Setting.size(value, &peek.height) }
    if key == "actions_x" { return Setting.point(value, &peek.actions_x) }
    if key == "actions_y" { return Setting.point(value, &peek.actions_y) }
    if key == "actions_width" { return Setting.size(value, &peek.actions_width) }
    if key == "action_height" { return Setting.size(value, &peek.action_height) }
    return .unknownKey("target, id, source_x, source_y, source_width, source_height, width, height, actions_x, actions_y, actions_width, action_height")
  }
}
