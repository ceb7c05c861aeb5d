import CPress
import CPressLinux
import PressSetup

/// The events as lines on stdout.
struct Log: Output {
  /// nil: every event is a line.
  private var thinning: Thinning?

  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    let isJSON = program.pointee.options.format == .json
    switch program.pointee.options.progress {
    case .all: thinning = nil
    case .changed: thinning = Thinning(hundredths: isJSON, everyUs: 0)
    case .rate(let rate): thinning = Thinning(hundredths: isJSON, everyUs: 1_000_000 / rate)
    // A journal keeps what it is given, for months.
    case .usual: thinning = Thinning(hundredths: isJSON, everyUs: linux_is_journal(1) ? 1_000_000 : 0)
    }
    return ExitCode.ok
  }

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    switch notice {
    case .event(let event):
      if program.pointee.options.isQuiet || thinning?.isWorth(event) == false { return }
      if program.pointee.options.format == .json {
        EventPrinter.json(event, &program.pointee.out)
      } else {
        EventPrinter.text(event, &program.pointee.out)
      }
    case .frame: break
    case .flush, .end: program.pointee.out.flush()
    }
  }

  /// What answers the event before it.
  mutating func note(_ effect: press_effect, _ program: UnsafeMutablePointer<Program>) {
    if program.pointee.options.isQuiet || thinning?.isWorth(effect) == false { return }
    if program.pointee.options.format == .json {
      EventPrinter.json(effect, &program.pointee.out)
    } else {
      EventPrinter.text(effect, &program.pointee.out)
    }
  }

  mutating func close(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    program.pointee.out.flush()
    // A broken pipe: the reader of the events has seen enough.
    let error = program.pointee.out.error
    if error == 0 || error == Errno.brokenPipe { return ExitCode.ok }
    program.say("cannot write the events: \(linux_strerror(error))")
    return ExitCode.inputOutput
  }
}
