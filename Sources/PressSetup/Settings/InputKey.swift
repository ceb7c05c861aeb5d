/// What a key of the input device can stand for: the first ones are held from a beginning to its end, the others clicked.
public enum InputKey: Int {
  case preview, commit, hold, peek, button
  case completed, popped, tapped, doubleTapped

  public static let count = 9

  /// As the config calls it.
  public var key: StaticString {
    switch self {
    case .preview: "preview_key"
    case .commit: "commit_key"
    case .hold: "hold_key"
    case .peek: "peek_key"
    case .button: "button_key"
    case .completed: "completed_key"
    case .popped: "popped_key"
    case .tapped: "tapped_key"
    case .doubleTapped: "double_tapped_key"
    }
  }

  private static let touch: UInt64 = 0x14A
  private static let toolFinger: UInt64 = 0x145

  /// The code of a name of linux/input-event-codes.h, in small letters, or a number. The device's own are not for this.
  public static func code(_ value: Slice) -> UInt16? {
    let names = Words(
      "none,btn_left,btn_right,btn_middle,key_esc,key_tab,key_enter,key_space,key_up,key_left,key_right,key_down,key_menu,key_back")
    let codes: InlineArray<14, UInt16> = [0, 0x110, 0x111, 0x112, 1, 15, 28, 57, 103, 105, 106, 108, 139, 158]
    if let index = names.index(of: value) { return codes[Int(index)] }
    guard let code = Number.unsigned(value, most: 0x2FF), code > 0, code != touch, code != toolFinger else { return nil }
    return UInt16(code)
  }
}

extension UinputKeys {
  /// 0: none.
  public func code(_ key: InputKey) -> UInt16 {
    switch key {
    case .preview: previewKey
    case .commit: commitKey
    case .hold: holdKey
    case .peek: peekKey
    case .button: buttonKey
    case .completed: completedKey
    case .popped: poppedKey
    case .tapped: tappedKey
    case .doubleTapped: doubleTappedKey
    }
  }
}
