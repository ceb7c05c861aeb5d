import CPress
import CPressLinux
import PressSetup

/// A message to the outputs.
enum Notice {
  case event(press_event)
  /// A frame was fed; with the present force.
  case frame(press_frame, force: press_q16)
  /// Everything that was delivered so far must become visible now.
  case flush
  /// Nothing more comes; the run lasted until `atUs`.
  case end(atUs: UInt64)
}

/// A receiver of the events of a run.
protocol Output {
  /// @return an exit code; errors were reported.
  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32
  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>)
  /// Closes the output at the end of the run. @return an exit code; errors were reported.
  mutating func close(_ program: UnsafeMutablePointer<Program>) -> Int32
}

extension Output {
  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 { ExitCode.ok }
  mutating func close(_ program: UnsafeMutablePointer<Program>) -> Int32 { ExitCode.ok }
}

/// The outputs, in the order in which they receive notices.
struct Outputs {
  let program: UnsafeMutablePointer<Program>
  private var device = InputDevice()
  private var warnings = Warnings()
  private var drawing = Drawing()
  private var log = Log()
  private var recording = Recording()
  private var effects = Effects()

  init(_ program: UnsafeMutablePointer<Program>) { self.program = program }

  mutating func open() -> Int32 {
    var code = drawing.open(program)
    if code == ExitCode.ok { code = log.open(program) }
    if code == ExitCode.ok { code = recording.open(program) }
    if code == ExitCode.ok { code = device.open(program) }
    if code == ExitCode.ok { code = effects.open(program) }
    return code
  }

  mutating func receive(_ notice: Notice) {
    effects.receive(notice, program)
    let answer = effects.last
    device.receive(notice, program)
    // A contact_moved is only for the input device and effects, unless the config asks for it.
    if case .event(let event) = notice, event.type == PRESS_EVENT_CONTACT_MOVED, !program.pointee.deliversMoved {
      if let answer { log.note(answer, program) }
      return
    }
    warnings.receive(notice, program)
    drawing.receive(notice, program)
    log.receive(notice, program)
    if let answer { log.note(answer, program) }
    recording.receive(notice, program)
  }

  /// Records the readings that a replay needs beside the frames.
  mutating func note(_ before: BeforeFrame) { recording.note(before) }
  mutating func noteSleep(atUs us: UInt64) { recording.noteSleep(atUs: us) }

  /// Does the work of outputs that is due. @return the time at which more is due.
  mutating func work(atUs us: UInt64) -> UInt64 { effects.work(atUs: us, program) }

  var mustStop: Bool { device.mustStop || program.pointee.out.error != 0 }

  /// @return the first exit code that is not 0.
  mutating func close() -> Int32 {
    var code = device.close(program)
    let logged = log.close(program)
    if code == ExitCode.ok { code = logged }
    let recorded = recording.close(program)
    return code == ExitCode.ok ? recorded : code
  }
}
