import CPress
import CPressLinux
import PressSetup

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
