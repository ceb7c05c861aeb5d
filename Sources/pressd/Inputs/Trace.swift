import CPress
import CPressLinux

/// What was recorded: a trace of --record, or a CSV of codes.
enum Trace: Input {
  static var isLive: Bool { false }

  static func rate(_ program: UnsafeMutablePointer<Program>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    (asked, ExitCode.ok)
  }

  static func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    guard case .trace(let path) = program.pointee.options.source else { return ExitCode.ok }
    let fd = linux_open_read(path)
    if fd == Errno.interrupted { return ExitCode.ok }  // a signal, while nobody opened the other end of a pipe
    if fd < 0 {
      program.say("--source trace:\(path): \(linux_strerror(fd))")
      return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
    }
    let lines = LineReader(fd: fd, buffer: program.pointee.readBuffer, capacity: Program.readCapacity)
    program.pointee.trace = TraceReader(lines: lines, rate: program.pointee.options.rate, program: program)
    return ExitCode.ok
  }

  static func now(_ program: UnsafeMutablePointer<Program>) -> UInt64 { program.pointee.lastUs }

  static func next(_ program: UnsafeMutablePointer<Program>) -> Moment {
    guard case .trace(let path) = program.pointee.options.source, let next = program.pointee.trace?.next() else {
      return .end(atUs: 0)
    }
    let line = program.pointee.trace?.line ?? 0
    switch next {
    case .frame(let frame):
      // The recording begins with its first frame.
      if program.pointee.statistics.frames == 0 { program.pointee.originUs = linux_now_us() &- frame.t_us }
      program.pointee.pending = frame
      return frame.t_us > duration(program) ? .end(atUs: duration(program)) : .frame(atUs: frame.t_us)
    case .end(let us): return .end(atUs: us)
    case .broken(let reason):
      program.say("\(path):\(line): \(reason)")
      return .failed(ExitCode.badData)
    case .tooSlow: return .failed(checkStale(program, UInt64(program.pointee.options.rate)))
    case .wantsRate:
      program.say("--rate is missing: a CSV without times wants frames per second, 1 to 3300")
      return .failed(ExitCode.usage)
    case .failed(let status):
      if linux_signal() != 0 { return .end(atUs: 0) }  // while waiting for a pipe
      program.say("\(path):\(line): \(linux_strerror(status))")
      return .failed(ExitCode.inputOutput)
    }
  }

  static func read(_ program: UnsafeMutablePointer<Program>) -> press_frame { program.pointee.pending }

  static func close(_ program: UnsafeMutablePointer<Program>) {}
}
