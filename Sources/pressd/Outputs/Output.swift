import CPress
import CPressLinux
import PressSetup

/// What an output receives.
enum Notice {
  case event(press_event)
  /// A frame was fed; the force of now.
  case frame(press_frame, force: press_q16)
  /// What was delivered so far becomes visible now.
  case flush
  /// Nothing more comes; the run went on until then.
  case end(atUs: UInt64)
}

/// Where the run goes to.
protocol Output {
  /// @return an exit code; what is wrong was reported.
  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32
  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>)
  /// When all is over. @return an exit code; what is wrong was reported.
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
    // That a contact moved is for an input device, unless the log is to have it.
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

  /// What a replay of the frames needs beside them.
  mutating func note(_ before: BeforeFrame) { recording.note(before) }
  mutating func noteSleep(atUs us: UInt64) { recording.noteSleep(atUs: us) }

  /// What outputs have to do by then. @return when there is more.
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
