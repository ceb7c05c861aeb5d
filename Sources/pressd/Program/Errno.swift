/// The errors of the system that mean something here; negative, as CPressLinux answers them.
enum Errno {
  static let notPermitted: Int32 = -1  // EPERM
  static let noEntry: Int32 = -2  // ENOENT
  static let interrupted: Int32 = -4  // EINTR
  static let noSuchAddress: Int32 = -6  // ENXIO
  static let noChild: Int32 = -10  // ECHILD
  static let again: Int32 = -11  // EAGAIN
  static let noMemory: Int32 = -12  // ENOMEM
  static let noAccess: Int32 = -13  // EACCES
  static let busy: Int32 = -16  // EBUSY
  static let exists: Int32 = -17  // EEXIST
  static let isFolder: Int32 = -21  // EISDIR
  static let noDevice: Int32 = -19  // ENODEV
  static let invalid: Int32 = -22  // EINVAL
  static let notThatKind: Int32 = -25  // ENOTTY
  static let brokenPipe: Int32 = -32  // EPIPE
  static let isLink: Int32 = -40  // ELOOP
  static let notSupported: Int32 = -95  // EOPNOTSUPP
  static let aborted: Int32 = -103  // ECONNABORTED
  static let inUse: Int32 = -98  // EADDRINUSE

  static func isAbsent(_ status: Int32) -> Bool { status == noEntry || status == noSuchAddress || status == noDevice }
  /// What a file that is there cannot be read for ends with.
  static func exitCode(_ status: Int32) -> Int32 {
    isForbidden(status) ? ExitCode.noPermission : isAbsent(status) || status == isFolder || status == isLink ? ExitCode.noInput : ExitCode.inputOutput
  }

  static func isForbidden(_ status: Int32) -> Bool { status == notPermitted || status == noAccess }
}
