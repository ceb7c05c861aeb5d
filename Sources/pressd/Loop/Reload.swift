import CPressLinux
import PressSetup

/// SIGHUP asks that the config is read again. A child tries it, with a copy of everything, while frames go on. What it accepts ends the run
/// as a signal does, and the program starts again as the same process; what it refuses changes nothing.
enum Reload {
  /// Between two frames. @return true: this is the child; its exit code says whether the config is accepted.
  static func mustTry(_ program: UnsafeMutablePointer<Program>) -> Bool {
    let code = linux_child_code()
    if code == Errno.again { return false }
    if code != Errno.noChild { judged(program, code) }
    if linux_signal() != 0 || !linux_is_reload_asked() { return false }
    if let path = program.pointee.options.recordPath {
      program.say("SIGHUP: the config is not read again: --record \(path) would be destroyed", .warning)
      return false
    }
    linux_notify_reloading()
    let status = linux_fork()
    if status < 0 {
      program.say("SIGHUP: the config is not read again: \(linux_strerror(status))", .warning)
      notifyReady(program)
    }
    return status == 0
  }

  /// Of the child. What waits to be written to the log is its parent's.
  static func end(_ program: UnsafeMutablePointer<Program>, _ code: Int32) {
    program.pointee.err.flush()
    linux_exit(code)
  }

  private static func judged(_ program: UnsafeMutablePointer<Program>, _ code: Int32) {
    if code == ExitCode.ok {
      program.say("the config was read again and is accepted; pressd starts again with it", .notice)
      return linux_end_for_reload()
    }
    program.say("the config was read again and is refused; what ran goes on", .warning)
    notifyReady(program)
  }

  static func notifyReady(_ program: UnsafeMutablePointer<Program>) {
    let status = linux_notify_ready()
    if status < 0 { program.say("the service manager cannot be notified that pressd is ready (NOTIFY_SOCKET): \(linux_strerror(status))", .warning) }
  }
}
