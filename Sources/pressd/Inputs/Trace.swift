import CPress
import CPressLinux
import PressSetup

/// What was recorded: a trace of --record, or a CSV of codes.
struct Trace: Input {
  let program: UnsafeMutablePointer<Program>
  private var trace: TraceReader?
  /// The frame that is due.
  private var pending = press_frame()

  init(_ program: UnsafeMutablePointer<Program>) { self.program = program }

  static var isLive: Bool { false }

  static func rate(_ input: UnsafeMutablePointer<Self>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    (asked, ExitCode.ok)
  }

  static func open(_ input: UnsafeMutablePointer<Self>) -> Int32 {
    guard case .trace(let path) = input.program.pointee.options.source else { return ExitCode.ok }
    let fd = linux_open_read(path)
    if fd == Errno.interrupted { return ExitCode.ok }  // a signal, while nobody opened the other end of a pipe
    if fd < 0 {
      input.program.say("--source trace:\(path): \(linux_strerror(fd))")
      return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
    }
    let lines = LineReader(fd: fd, buffer: input.program.pointee.readBuffer, capacity: Program.readCapacity)
    input.pointee.trace = TraceReader(lines: lines, rate: input.program.pointee.options.rate, program: input.program)
    return ExitCode.ok
  }

  static func now(_ input: UnsafeMutablePointer<Self>) -> UInt64 { input.program.pointee.lastUs }

  static func next(_ input: UnsafeMutablePointer<Self>) -> Moment {
    guard case .trace(let path) = input.program.pointee.options.source, let next = input.pointee.trace?.next() else {
      return .end(atUs: 0)
    }
    let line = input.pointee.trace?.line ?? 0
    switch next {
    case .frame(let frame):
      // The recording begins with its first frame.
      if input.program.pointee.statistics.frames == 0 { input.program.pointee.originUs = linux_now_us() &- frame.t_us }
      input.pointee.pending = frame
      return frame.t_us > duration(input) ? .end(atUs: duration(input)) : .frame(atUs: frame.t_us)
    case .slept(let us): return us > duration(input) ? .end(atUs: duration(input)) : .slept(atUs: us)
    case .end(let us): return .end(atUs: us)
    case .broken(let reason):
      input.program.say("\(path):\(line): \(reason)")
      return .failed(ExitCode.badData)
    case .tooSlow: return .failed(checkStale(input, UInt64(input.program.pointee.options.rate)))
    case .needsRate:
      input.program.say("--rate is missing: a CSV without times requires the frames per second, 1 to 3300")
      return .failed(ExitCode.usage)
    case .failed(let status):
      if linux_signal() != 0 { return .end(atUs: 0) }  // while waiting for a pipe
      input.program.say("\(path):\(line): \(linux_strerror(status))")
      return .failed(Errno.exitCode(status))
    }
  }

  static func read(_ input: UnsafeMutablePointer<Self>) -> press_frame { input.pointee.pending }

  static func before(_ input: UnsafeMutablePointer<Self>) -> BeforeFrame { input.pointee.trace?.takeBefore() ?? BeforeFrame() }

  static func close(_ input: UnsafeMutablePointer<Self>) {}
}
