import CPressLinux
import PressSetup

/// A config, or the profile of a person, in a file.
struct ConfigFile {
  let program: UnsafeMutablePointer<Program>
  let path: UnsafePointer<CChar>
  /// It is the profile of a person: its sections attach nothing.
  var isProfile = false

  /// @return an exit code; what is wrong was reported.
  func load() -> Int32 {
    let fd = linux_open_read(path)
    if fd < 0 {
      let option: StaticString = isProfile ? "--profile" : "--config"
      program.say("\(option) \(path): \(linux_strerror(fd))")
      return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
    }
    var lines = LineReader(fd: fd, buffer: program.pointee.readBuffer, capacity: Program.readCapacity)
    let code = load(&lines)
    _ = linux_close(fd)
    return code
  }

  private func load(_ lines: inout LineReader) -> Int32 {
    var reader = ConfigReader(isProfile: isProfile)
    // A test names every line that is wrong.
    var first = ExitCode.ok
    while true {
      switch lines.next() {
      case .end: return first
      case .tooLong: return wrong(lines) { $0.text("the line is too long") }
      case .failed(let status):
        _ = wrong(lines) { $0.cString(linux_strerror(status)) }
        return Errno.exitCode(status)
      case .line(let line):
        let number = UInt32(truncatingIfNeeded: lines.number)
        let problem = withUnsafeMutablePointer(to: &program.pointee.settings) { reader.take(line, number: number, $0) }
        guard let problem else { continue }
        let code = wrong(lines) { $0.say(problem) }
        if !program.pointee.options.testsConfig { return code }
        first = code
      }
    }
  }

  private func wrong(_ lines: LineReader, _ words: (inout Writer) -> Void) -> Int32 {
    program.pointee.err.begin(.error)
    program.pointee.err.say("\(path):\(lines.number): ")
    words(&program.pointee.err)
    program.pointee.err.text("\n")
    return ExitCode.config
  }
}
