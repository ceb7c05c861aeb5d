import CPress
import CPressLinux
import PressSetup

@_cdecl("main")
public func main(
  _ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  linux_keep_standard_files()
  guard let program = Program.make(words) else { return ExitCode.inputOutput }
  // Settings alone take 24 KB, and copies of them lie on the stack, which a limit of the shell may make small.
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
  let code = program.loadSettings()
  if code != ExitCode.ok { return code }
  if program.pointee.options.format == nil {
    program.pointee.options.format = program.pointee.options.draws || program.pointee.options.checks ? .text : .json
  }
  program.pointee.out.isPlain = !Terminal.hasUnicode
  program.pointee.err.isPlain = !Terminal.hasUnicode
  if program.pointee.options.testsConfig { return test(program) }
  linux_catch_signals(program.pointee.options.reloads)
  return program.pointee.options.checks ? check(program) : run(program)
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

/// --test-config: what can be known without a sensor.
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

/// What was asked for is printed.
private func answered(_ program: UnsafeMutablePointer<Program>) -> Int32 {
  program.pointee.out.flush()
  if program.pointee.out.error == 0 { return ExitCode.ok }
  program.say("cannot write: \(linux_strerror(program.pointee.out.error))")
  return ExitCode.inputOutput
}
