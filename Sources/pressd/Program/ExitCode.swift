/// What the program ends with; the numbers of sysexits.h. docs/pressd.md lists them.
enum ExitCode {
  static let ok: Int32 = 0
  static let usage: Int32 = 64  // an option
  static let badData: Int32 = 65  // a trace is broken
  static let noInput: Int32 = 66  // a file or device node is not there
  static let unavailable: Int32 = 69  // no converter answers
  static let cannotCreate: Int32 = 73  // the record file
  static let inputOutput: Int32 = 74  // the bus or a file fails
  static let timedOut: Int32 = 75  // the bus or the converter hangs
  static let noPermission: Int32 = 77
  static let config: Int32 = 78  // the config
  static let signal: Int32 = 128  // and the number of the signal that stopped a check
}
