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

/// Effects that answer events, on a DRV2605L (Motor.swift plays them), an input device with force feedback, an LED.
struct Effects: Output {
  private var table = press_feedback()
  private var isOpen = false
  private var rumble = Rumble()
  private var light = Light()
  /// What answered the last event.
  private(set) var last: press_effect?

  init() {}

  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if !program.pointee.settings.feedback.enabled { return ExitCode.ok }
    var rows = InlineArray<16, press_feedback_row>(repeating: press_feedback_row())
    let count = program.pointee.settings.count(.effect)
    for i in 0..<count { rows[i] = program.pointee.settings.effect[i].row }
    let status = withUnsafePointer(to: &rows) {
      press_feedback_init(
        &table, &program.pointee.settings.feedback.config,
        count == 0 ? nil : UnsafeRawPointer($0).assumingMemoryBound(to: press_feedback_row.self), count)
    }
    if status != 0 {
      program.say("the config of feedback is not accepted: \(press_strerror(status))")
      return ExitCode.config
    }
    isOpen = true
    var code = rumble.open(program)
    if code == ExitCode.ok { code = light.open(program) }
    return code
  }

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    last = nil
    guard isOpen else { return }
    switch notice {
    case .event(var event):
      var effect = press_effect()
      if press_feedback_expects(&table, &event) == 1 { program.pointee.expectsEffect = true }
      if press_feedback_event(&table, &event, &effect) != 1 { return }
      last = effect
      program.pointee.statistics.effects += 1
      program.pointee.effect = effect
      rumble.play(effect, program)
      light.play(effect, program)
    case .frame, .flush: break
    case .end:
      rumble.close()
      light.close()
    }
  }

  /// Ends what has to end. @return when to be asked again.
  mutating func work(atUs us: UInt64, _ program: UnsafeMutablePointer<Program>) -> UInt64 { light.work(us, program) }
}

extension press_effect {
  /// How long it is to be seen, and felt where a device has nothing better, milliseconds; of a double each half, and the pause.
  static func milliseconds(_ kind: UInt32) -> UInt32 {
    switch Int(kind) {
    case PRESS_EFFECT_TICK: 20
    case PRESS_EFFECT_SOFT: 40
    case PRESS_EFFECT_FIRM: 80
    case PRESS_EFFECT_DOUBLE: 60
    default: 0
    }
  }
}
