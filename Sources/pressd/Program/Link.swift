/// Whether a converter answers. One that does not is asked again after pauses that double.
struct Link {
  private static let longestPauseUs: UInt64 = 1_000_000

  private(set) var isDown = false
  private(set) var downSinceUs: UInt64 = 0
  /// When it may be asked again.
  private(set) var askUs: UInt64 = 0
  /// Why it is down.
  private(set) var status: Int32 = 0
  /// Whether that was reported.
  var isReported = false
  private var pauseUs: UInt64 = 0

  init() {}

  func mayBeAsked(atUs us: UInt64) -> Bool { !isDown || us >= askUs }

  mutating func failed(_ status: Int32, atUs us: UInt64, firstPauseUs: UInt64) {
    if isDown {
      pauseUs = min(pauseUs * 2, Self.longestPauseUs)
    } else {
      isDown = true
      downSinceUs = us
      pauseUs = min(firstPauseUs, Self.longestPauseUs)
    }
    self.status = status
    askUs = us + pauseUs
  }

  mutating func answered() { isDown = false }
}
