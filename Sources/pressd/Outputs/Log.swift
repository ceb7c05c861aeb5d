import CPress
import CPressLinux

/// The events as lines on stdout.
struct Log: Output {
  /// Text form: what was shown last.
  private var thinning = Thinning()

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    switch notice {
    case .event(let event):
      if program.pointee.options.isQuiet { return }
      if program.pointee.options.format == .json {
        EventPrinter.json(event, &program.pointee.out)
      } else if thinning.isWorth(event) {
        EventPrinter.text(event, &program.pointee.out)
      }
    case .frame: break
    case .flush, .end: program.pointee.out.flush()
    }
  }

  /// What answers the event before it.
  func note(_ effect: press_effect, _ program: UnsafeMutablePointer<Program>) {
    if program.pointee.options.isQuiet { return }
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
