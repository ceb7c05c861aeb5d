import PressSetup

/// How much a line matters; the numbers of syslog.
enum Level: UInt8 {
  /// It cannot go on, or what was asked for is refused.
  case error = 3
  /// It goes on, and somebody should look.
  case warning, notice
}

extension Writer {
  /// How a line for people begins.
  mutating func begin(_ level: Level) {
    if isJournal { say("<\(level.rawValue)>") }
    text("pressd: ")
  }
}
