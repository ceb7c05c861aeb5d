/// What a key of the input device can stand for: the first ones are held from a beginning to its end, the others clicked.
enum InputKey: Int {
  case preview, commit, hold, peek, button
  case completed, popped, tapped, doubleTapped

  static let count = 9

  /// As in the config: NAME_key.
  init?(_ name: Slice) {
    if name == "preview_key" {
      self = .preview
    } else if name == "commit_key" {
      self = .commit
    } else if name == "hold_key" {
      self = .hold
    } else if name == "peek_key" {
      self = .peek
    } else if name == "button_key" {
      self = .button
    } else if name == "completed_key" {
      self = .completed
    } else if name == "popped_key" {
      self = .popped
    } else if name == "tapped_key" {
      self = .tapped
    } else if name == "double_tapped_key" {
      self = .doubleTapped
    } else {
      return nil
    }
  }

  /// The code of a name of linux/input-event-codes.h, in small letters, or a number.
  static func code(_ value: Slice) -> UInt16? {
    if value == "none" { return 0 }
    if value == "btn_left" { return 0x110 }
    if value == "btn_right" { return 0x111 }
    if value == "btn_middle" { return 0x112 }
    if value == "key_esc" { return 1 }
    if value == "key_tab" { return 15 }
    if value == "key_enter" { return 28 }
    if value == "key_space" { return 57 }
    if value == "key_up" { return 103 }
    if value == "key_left" { return 105 }
    if value == "key_right" { return 106 }
    if value == "key_down" { return 108 }
    if value == "key_menu" { return 139 }
    if value == "key_back" { return 158 }
    guard let code = Number.unsigned(value, most: 0x2FF), code > 0 else { return nil }
    return UInt16(code)
  }
}
