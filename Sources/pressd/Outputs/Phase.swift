/// Where the interaction stands, for the drawing. Where several fall into one cell, the highest is shown.
enum Phase: UInt8 {
  case idle, touch, hold, preview, commit, actions, completed, cancelled, fault

  var name: StaticString {
    switch self {
    case .idle: return "idle"
    case .touch: return "touch"
    case .hold: return "hold"
    case .actions: return "actions"
    case .preview: return "preview"
    case .commit: return "commit"
    case .completed: return "completed"
    case .cancelled: return "cancelled"
    case .fault: return "fault"
    }
  }

  /// Those that only some configs can reach are explained where they were seen.
  var isAlwaysExplained: Bool { self != .hold && self != .actions }

  var color: StaticString {
    switch self {
    case .idle: return "\u{1B}[90m"
    case .touch: return "\u{1B}[36m"
    case .hold: return "\u{1B}[96m"
    case .actions: return "\u{1B}[95m"
    case .preview: return "\u{1B}[34m"
    case .commit: return "\u{1B}[35m"
    case .completed: return "\u{1B}[32m"
    case .cancelled: return "\u{1B}[33m"
    case .fault: return "\u{1B}[31m"
    }
  }

  var glyph: StaticString {
    switch self {
    case .idle: return "·"
    case .touch: return "t"
    case .hold: return "h"
    case .actions: return "A"
    case .preview: return "P"
    case .commit: return "C"
    case .completed: return "#"
    case .cancelled: return "x"
    case .fault: return "!"
    }
  }
}
