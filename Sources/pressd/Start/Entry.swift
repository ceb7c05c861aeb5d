import CPress
import CPressLinux
import PressSetup

@_cdecl("main")
package func main(
  _ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  linux_keep_standard_files()
  guard let program = Program.make(words) else { return ExitCode.inputOutput }
  // Settings alone take 24 KB, and copies of them are on the stack, which a limit of the shell may make small.
  linux_with_stack(
    1 << 20,
    {
      guard let program = $0?.assumingMemoryBound(to: Program.self) else { return }
      program.pointee.code = start(program)
    }, program)
  program.pointee.out.flush()
  program.pointee.err.flush()
  let code = program.pointee.code
  return code == ExitCode.ok && linux_reloads() ? startAgain(program) : code
}

private func start(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  program.pointee.err.isJournal = linux_is_journal(2)
  if case .exit(let code) = CommandLine(program: program).parse() { return code == ExitCode.ok ? answered(program) : code }
  let runs = !program.pointee.options.testsConfig && !program.pointee.options.compiles
  if runs { linux_catch_signals(program.pointee.options.reloads) } else { linux_let_signals_end() }
  let code = program.loadSettings()
  // A signal ends the reading of a file, too.
  if code != ExitCode.ok { return runs && isStopped(program, code) ? ExitCode.ok : code }
  if program.pointee.options.format == nil {
    program.pointee.options.format = program.pointee.options.draws || program.pointee.options.checks ? .text : .json
  }
  program.pointee.out.isPlain = !Terminal.hasUnicode
  program.pointee.err.isPlain = !Terminal.hasUnicode
  if program.pointee.options.testsConfig { return test(program) }
  if program.pointee.options.compiles {
    let code = Compile.run(program)
    return code == ExitCode.ok ? answered(program) : code
  }
  return program.pointee.options.checks ? check(program) : run(program)
}

/// Whether a signal stopped the program before it began: then opening or reading something has failed. Reports that.
func isStopped(_ program: UnsafeMutablePointer<Program>, _ code: Int32) -> Bool {
  if linux_signal() == 0 || linux_reloads() || (code != ExitCode.inputOutput && code != ExitCode.noInput) { return false }
  program.say("stopped by a signal before it began", .notice)
  return true
}

private func check(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  if case .simulation = program.pointee.options.source, !program.pointee.options.hasScript {
    program.pointee.options.source = .simulation(.check)
  }
  switch program.pointee.options.source {
  case .simulation: return Check<Simulation>.run(program)
  case .i2c: return Check<I2C>.run(program)
  case .iio: return Check<IIO>.run(program)
  case .trace:
    program.say("--check requires a sensor, or a simulated one; libpress check --trace checks what was recorded")
    return ExitCode.usage
  }
}

/// --test-config: tests everything that needs no sensor.
private func test(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  let code =
    switch program.pointee.options.source {
    case .simulation: Run<Simulation>.test(program)
    case .trace: Run<Trace>.test(program)
    case .i2c: Run<I2C>.test(program)
    case .iio: Run<IIO>.test(program)
    }
  if code != ExitCode.ok { return code }
  program.pointee.out.say("\(program.pointee.options.configPath): ok\n")
  return answered(program)
}

/// Runs the input of the options.
private func run(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  switch program.pointee.options.source {
  case .simulation: Run<Simulation>.run(program)
  case .trace: Run<Trace>.run(program)
  case .i2c: Run<I2C>.run(program)
  case .iio: Run<IIO>.run(program)
  }
}

/// Starts the program again after a reload, as this process, with the same words. @return an exit code, if that fails or a signal ends it.
private func startAgain(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  let status = linux_start_again(program.pointee.words)
  if status == 0 { return ExitCode.ok }
  program.say("cannot start again: \(linux_strerror(status))")
  return ExitCode.inputOutput
}

/// Prints the answer that an option asks for.
private func answered(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  program.pointee.out.flush()
  if program.pointee.out.error == 0 { return ExitCode.ok }
  program.say("cannot write: \(linux_strerror(program.pointee.out.error))")
  return ExitCode.inputOutput
}

/// The settings of the files and the command line.
extension UnsafeMutablePointer<Program> {
  /// Replaces all settings by those of the files and the command line. @return an exit code; errors were reported.
  ///
  /// Each of these overrides those before it: the defaults, the config, the profile, --set, saved values, values set over the socket.
  func loadSettings() -> Int32 {
    linux_forget_read()
    let line = CommandLine(program: self)
    let options = pointee.options
    pointee.settings = Settings()
    pointee.settings.begin()
    pointee.settings.calibrations = CalibrationFile.reader
    if let path = options.configPath {
      let code = ConfigFile(program: self, path: path).load()
      if code != ExitCode.ok { return code }
    }
    if case .exit(let code) = line.applySettings() { return code }
    pointee.base.initialize(to: pointee.settings)
    if Profile.isGiven(self) {
      let code = Profile.load(self)
      if code != ExitCode.ok { return code }
      if case .exit(let code) = line.applySettings() { return code }
    }
    pointee.settings.complete(options.source.setup, address: options.hasAddress ? options.address : nil)
    // Options of the command line override the file.
    if options.needsInput { pointee.settings.uinput.enabled = true }
    reportUnused()
    return ExitCode.ok
  }

  /// Says which keys of the command line have no effect, as their section is off.
  private func reportUnused() {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), !pointee.settings.isAttached(section) else { continue }
      for key in 0..<section.keyCount where pointee.settings.given.line(Place(section), key) == Given.onCommandLine {
        let name = Slice(section.key(key).name)
        if name == "enabled" { break }
        say("--set \(section.name).\(name) has no effect: [\(section.name)] is off", .warning)
      }
    }
  }
}

/// A config, or the profile of a person, in a file.
struct ConfigFile {
  let program: UnsafeMutablePointer<Program>
  let path: UnsafePointer<CChar>
  /// Whether the file is the profile of a person: its sections attach nothing.
  var isProfile = false

  /// @return an exit code; errors were reported.
  func load() -> Int32 {
    let fd = linux_open_file(path)
    if fd < 0 {
      let option: StaticString = isProfile ? "--profile" : program.pointee.options.configOption
      program.say("\(option) \(path): \(Errno.why(fd))")
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
        let code = wrong(lines) {
          $0.say(problem)
          if case .key(.noKey, _, let key) = problem { $0.sayCalled(key) }
        }
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

/// The profile of a person. It overrides the config, and --set overrides it.
enum Profile {
  static func isGiven(_ program: UnsafeMutablePointer<Program>) -> Bool {
    program.pointee.options.profilePath != nil || !program.pointee.settings.profile.file.isEmpty
  }

  /// @return an exit code; errors were reported.
  static func load(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if let path = program.pointee.options.profilePath, !program.pointee.settings.profile.file.set(file: Slice(cString: path)) {
      program.say("--profile \(path): the path is too long")
      return ExitCode.usage
    }
    let path = program.pointee.settings.profile.file
    let code = path.call { ConfigFile(program: program, path: $0, isProfile: true).load() }
    if code != ExitCode.ok { return code }
    return path.call {
      reportUnused(program, $0)
      return ExitCode.ok
    }
  }

  /// Says which sections have no effect.
  private static func reportUnused(_ program: UnsafeMutablePointer<Program>, _ path: UnsafePointer<CChar>) {
    program.pointee.settings.eachUnusedOfProfile { program.say("\(path): [\($0.name)] has no effect: the config does not attach it", .warning) }
  }
}

/// A calibration that a program stored.
enum CalibrationFile {
  static let reader = CalibrationReader(read: { path, bytes, capacity, reason, _ in
    guard let path, let bytes else { return 0 }
    var count = 0
    var got = linux_open_file(path)
    let fd = got
    while got >= 0 && count < capacity {
      let now = linux_read(fd, bytes + count, capacity - count)
      if now <= 0 { got = Int32(truncatingIfNeeded: now) }
      if now <= 0 { break }
      count += now
    }
    if fd >= 0 { _ = linux_close(fd) }
    if got < 0 { reason?.pointee = Errno.why(got) }
    return got < 0 ? got : Int32(truncatingIfNeeded: count)
  })
}
