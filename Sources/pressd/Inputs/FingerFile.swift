import CPressLinux
import PressDevice
import PressSetup

/// What a simulated finger does: a line for each key point, "TIME NEWTONS [X Y]", comments after #.
struct FingerFile {
  /// So long the run goes on after the last line.
  static let restUs: UInt64 = 500_000

  let program: UnsafeMutablePointer<Program>

  /// @return an exit code; what is wrong was reported.
  func load(_ finger: inout SimulatedFinger, on plate: SimulatedPlate) -> Int32 {
    let fd = linux_open_read(program.pointee.options.fingerPath)
    if fd == Errno.interrupted { return ExitCode.ok }
    if fd < 0 {
      program.say("--source finger:\(program.pointee.options.fingerPath): \(linux_strerror(fd))")
      return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
    }
    var lines = LineReader(fd: fd, buffer: program.pointee.readBuffer, capacity: Program.readCapacity)
    let code = load(&lines, &finger, plate)
    _ = linux_close(fd)
    return code
  }

  private func load(_ lines: inout LineReader, _ finger: inout SimulatedFinger, _ plate: SimulatedPlate) -> Int32 {
    // In the middle of the plate, until a line says where.
    var x = plate.left + plate.width / 2.0
    var y = plate.top + plate.height / 2.0
    while true {
      switch lines.next() {
      case .end:
        return finger.count > 0 ? ExitCode.ok : broken(lines, "the file has no line TIME NEWTONS [X Y]")
      case .tooLong:
        return broken(lines, "the line is too long")
      case .failed(let status):
        _ = broken(lines, "\(linux_strerror(status))")
        return Errno.exitCode(status)
      case .line(let raw):
        var line = raw
        var words = line.takeField(UInt8(ascii: "#")).trimmed
        if words.isEmpty { continue }
        guard let us = Number.microseconds(words.takeWord(), most: UInt64(Int64.max)) else {
          return broken(lines, "the first field must be a time: microseconds, or a number with us, ms or s")
        }
        guard let force = Number.q16(words.takeWord(), least: 0) else {
          return broken(lines, "the second field must be a force: newtons, a decimal from 0")
        }
        if !words.isEmpty {
          guard let toX = Number.q16(words.takeWord()), let toY = Number.q16(words.takeWord()), words.isEmpty else {
            return broken(lines, "after time and force there must be nothing, or X and Y in points")
          }
          x = Double(toX) / 65536.0
          y = Double(toY) / 65536.0
        }
        if finger.count == SimulatedFinger.capacity { return broken(lines, "more than 128 lines") }
        if !finger.add(FingerKey(us: us, newtons: Double(force) / 65536.0, x: x, y: y)) {
          return broken(lines, "the time is not later than in the line before")
        }
      }
    }
  }

  private func broken(_ lines: LineReader, _ reason: Message) -> Int32 {
    program.pointee.err.begin(.error)
    program.pointee.err.say("\(program.pointee.options.fingerPath):\(lines.number): ")
    program.pointee.err.say(reason)
    program.pointee.err.text("\n")
    return ExitCode.badData
  }
}
