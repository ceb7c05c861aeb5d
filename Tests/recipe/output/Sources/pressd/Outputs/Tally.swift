import CPress
import PressSetup

/// Counts events, and says at the end how many there were.
struct Tally: Output {
  private var count: UInt64 = 0

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    if case .event = notice { count &+= 1 }
  }

  mutating func close(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if program.pointee.settings.tally.enabled { program.pointee.err.say("pressd: \(count) events\n") }
    return ExitCode.ok
  }
}
