import CPress
import CPressLinux

@_cdecl("main")
public func main(
  _ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  linux_keep_standard_files()
  guard let program = Program.make() else { return ExitCode.inputOutput }
  let code = start(program, CommandLine(program: program, count: Int(count), words: words))
  program.pointee.out.flush()
  program.pointee.err.flush()
  return code
}

private func start(_ program: UnsafeMutablePointer<Program>, _ line: CommandLine) -> Int32 {
  program.pointee.settings.begin()
  if case .exit(let code) = line.parse() { return code == ExitCode.ok ? answered(program) : code }
  if let path = program.pointee.options.configPath {
    let code = ConfigFile(program: program, path: path).load()
    if code != ExitCode.ok { return code }
  }
  if case .exit(let code) = line.applySettings() { return code }
  if Profile.isGiven(program) {
    let code = Profile.load(program)
    if code != ExitCode.ok { return code }
    if case .exit(let code) = line.applySettings() { return code }
  }
  program.pointee.settings.complete(
    program.pointee.options.source, address: program.pointee.options.hasAddress ? program.pointee.options.address : nil)
  // What the command line says goes before the file.
  if program.pointee.options.needsInput { program.pointee.settings.uinput.enabled = true }
  if program.pointee.options.format == nil {
    program.pointee.options.format = program.pointee.options.draws || program.pointee.options.checks ? .text : .json
  }
  program.pointee.out.isPlain = !Terminal.hasUnicode
  program.pointee.err.isPlain = !Terminal.hasUnicode
  linux_catch_signals()
  return program.pointee.options.checks ? check(program) : run(program)
}

private func check(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  if !program.pointee.options.hasSource { program.pointee.options.source = .simulation(.check) }
  switch program.pointee.options.source {
  case .simulation: return Check<Simulation>.run(program)
  case .i2c: return Check<I2C>.run(program)
  case .iio: return Check<IIO>.run(program)
  case .trace:
    program.say("--check requires a sensor, or a simulated one; libpress check --trace checks what was recorded")
    return ExitCode.usage
  }
}

/// The inputs that there are.
private func run(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  switch program.pointee.options.source {
  case .simulation: Run<Simulation>.run(program)
  case .trace: Run<Trace>.run(program)
  case .i2c: Run<I2C>.run(program)
  case .iio: Run<IIO>.run(program)
  }
}

/// After --help or --version.
private func answered(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  program.pointee.out.flush()
  if program.pointee.out.error == 0 { return ExitCode.ok }
  program.say("cannot write: \(linux_strerror(program.pointee.out.error))")
  return ExitCode.inputOutput
}
