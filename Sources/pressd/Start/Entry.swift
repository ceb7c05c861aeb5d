import CPress
import CPressLinux

@_cdecl("main")
public func main(
  _ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  linux_keep_standard_files()
  guard let program = Program.make(words) else { return ExitCode.inputOutput }
  let code = start(program)
  program.pointee.out.flush()
  program.pointee.err.flush()
  return code == ExitCode.ok && linux_reloads() ? startAgain(program) : code
}

private func start(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  if case .exit(let code) = CommandLine(program: program).parse() { return code == ExitCode.ok ? answered(program) : code }
  let code = program.loadSettings()
  if code != ExitCode.ok { return code }
  if program.pointee.options.format == nil {
    program.pointee.options.format = program.pointee.options.draws || program.pointee.options.checks ? .text : .json
  }
  program.pointee.out.isPlain = !Terminal.hasUnicode
  program.pointee.err.isPlain = !Terminal.hasUnicode
  linux_catch_signals(program.pointee.options.reloads)
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

/// After a reload: as this process, with the same words. @return an exit code, where it cannot, or where a signal ends it after all.
private func startAgain(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  let status = linux_start_again(program.pointee.words)
  if status == 0 { return ExitCode.ok }
  program.say("cannot start again: \(linux_strerror(status))")
  return ExitCode.inputOutput
}

/// After --help or --version.
private func answered(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  program.pointee.out.flush()
  if program.pointee.out.error == 0 { return ExitCode.ok }
  program.say("cannot write: \(linux_strerror(program.pointee.out.error))")
  return ExitCode.inputOutput
}
