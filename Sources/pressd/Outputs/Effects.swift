import CPress
import CPressLinux
import PressSetup

/// Effects that answer events, on a DRV2605L (Motor.swift plays them), an input device with force feedback, an LED.
struct Effects: Output {
  private var table = press_feedback()
  private var isOpen = false
  private var rumble = Rumble()
  private var light = Light()
  /// Keys are typed for previews.
  private var takesPreviews = false
  /// The effect that answered the last event; nil: none.
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
    let keys = program.pointee.settings.uinput
    takesPreviews = keys.enabled && (keys.code(.preview) != 0 || keys.code(.commit) != 0 || keys.code(.completed) != 0)
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
      if takesPreviews { event.flags &= ~UInt32(PRESS_EVENT_FLAG_BUTTON) }
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

  /// Ends effects that are over. @return the time of the next call.
  mutating func work(atUs us: UInt64, _ program: UnsafeMutablePointer<Program>) -> UInt64 { light.work(us, program) }
}

extension press_effect {
  /// The duration of an effect on an LED, and on a device without a better one, milliseconds; for a double, that of each half and of the pause.
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

/// An input device with force feedback. All effects are uploaded at the start, so that playing one is a write.
struct Rumble {
  private static let kinds = Int(PRESS_EFFECT_DOUBLE) + 1

  private var fd: Int32 = -1
  private var ids = InlineArray<6, Int32>(repeating: -1)
  private var hasGain = false
  private var isLevelOn = false
  private var isReported = false

  init() {}

  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if program.pointee.settings.feedback.device.isEmpty { return ExitCode.ok }
    fd = program.pointee.settings.feedback.device.call { linux_ff_open($0) }
    var status = min(fd, 0)
    for kind in Int(PRESS_EFFECT_LEVEL)..<Self.kinds where status >= 0 {
      let length = press_effect.milliseconds(UInt32(kind))
      ids[kind] = linux_ff_upload(fd, UInt16(length), kind == PRESS_EFFECT_DOUBLE ? UInt16(length) : 0)
      status = ids[kind]
    }
    if status >= 0 {
      hasGain = linux_ff_has_gain(fd)
      return ExitCode.ok
    }
    report(status, program)
    return Errno.isForbidden(status) ? ExitCode.noPermission : ExitCode.noInput
  }

  private func report(_ status: Int32, _ program: UnsafeMutablePointer<Program>) {
    let service: StaticString =
      Errno.isForbidden(status) ? "; to the service systemctl edit allows it: DeviceAllow=NODE rw, SupplementaryGroups=input" : ""
    program.pointee.settings.feedback.device.withText {
      program.say(
        "feedback.device \($0): \(linux_strerror(status)). It is the event node of a device that rumbles (FF_RUMBLE), which this user may write\(service)"
      )
    }
  }

  mutating func play(_ effect: press_effect, _ program: UnsafeMutablePointer<Program>) {
    if fd < 0 { return }
    let isLevel = effect.kind == PRESS_EFFECT_LEVEL
    var status: Int32 = 0
    // The next effect after a level ends the level.
    if isLevelOn && (!isLevel || effect.strength == 0) {
      status = linux_ff_play(fd, ids[Int(PRESS_EFFECT_LEVEL)], 0)
      isLevelOn = false
    }
    if effect.strength > 0 && status >= 0 {
      if hasGain { status = linux_ff_gain(fd, UInt16(clamping: (Int64(effect.strength) * 65535 + 32768) >> 16)) }
      let isOn = isLevel && isLevelOn
      let times: Int32 = effect.kind == PRESS_EFFECT_DOUBLE ? 2 : 1
      if status >= 0 && !isOn { status = linux_ff_play(fd, ids[Int(effect.kind)], times) }
      isLevelOn = isLevel
    }
    if status >= 0 || isReported { return }
    isReported = true
    report(status, program)
  }

  /// Closing the device makes the kernel drop the uploaded effects.
  mutating func close() {
    if fd < 0 { return }
    if isLevelOn { _ = linux_ff_play(fd, ids[Int(PRESS_EFFECT_LEVEL)], 0) }
    _ = linux_close(fd)
    fd = -1
  }
}

/// An LED of the kernel: it lights as long as an effect lasts, as bright as the effect is strong.
struct Light {
  private var fd: Int32 = -1
  private var most: UInt64 = 0
  /// The time of the next change, on and off in turn, and the number of changes that remain.
  private var changeUs = UInt64.max
  private var changes = 0
  private var spanUs: UInt64 = 0
  private var brightness: UInt64 = 0
  private var isReported = false

  init() {}

  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    let folder = program.pointee.settings.feedback.led
    if folder.isEmpty { return ExitCode.ok }
    let (found, status) = Self.number(in: folder, "/max_brightness")
    most = found
    var path = folder
    path.append("/brightness")
    if path.call({ program.needs($0) ? 1 : 0 }) != 0 {
      path.withText { program.say("feedback.led: \($0): this file is read, or values are saved in it; an LED would destroy it") }
      return ExitCode.config
    }
    fd = status < 0 ? status : path.call { linux_open_write($0) }
    if fd >= 0 { return ExitCode.ok }
    report(fd, program)
    return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
  }

  private static func number(in folder: Path, _ name: StaticString) -> (UInt64, Int32) {
    var path = folder
    path.append(name)
    let file = path.call { linux_open_file($0) }
    if file < 0 { return (0, file) }
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    let got = withUnsafeMutablePointer(to: &bytes) { linux_read(file, $0, 16) }
    _ = linux_close(file)
    var value: UInt64 = 0
    for i in 0..<max(Int(got), 0) {
      if bytes[i] < UInt8(ascii: "0") || bytes[i] > UInt8(ascii: "9") { break }
      value = value * 10 + UInt64(bytes[i] - UInt8(ascii: "0"))
    }
    return value == 0 ? (0, Errno.invalid) : (value, 0)
  }

  private func report(_ status: Int32, _ program: UnsafeMutablePointer<Program>) {
    program.pointee.settings.feedback.led.withText {
      program.say("feedback.led \($0): \(linux_strerror(status)). It is a folder in /sys/class/leds, whose brightness this user may write")
    }
  }

  mutating func play(_ effect: press_effect, _ program: UnsafeMutablePointer<Program>) {
    if fd < 0 { return }
    brightness = (UInt64(max(effect.strength, 0)) * most + 32768) >> 16
    spanUs = UInt64(press_effect.milliseconds(effect.kind)) * 1000
    changes = spanUs == 0 ? 0 : effect.kind == PRESS_EFFECT_DOUBLE ? 3 : 1
    changeUs = changes == 0 ? UInt64.max : effect.t_us + spanUs
    set(brightness, program)
  }

  /// Makes the changes that are due. @return the time of the next change.
  mutating func work(_ us: UInt64, _ program: UnsafeMutablePointer<Program>) -> UInt64 {
    while changeUs <= us {
      changes -= 1
      changeUs = changes == 0 ? UInt64.max : changeUs + spanUs
      set(changes & 1 == 0 ? 0 : brightness, program)
    }
    return changeUs
  }

  private mutating func set(_ value: UInt64, _ program: UnsafeMutablePointer<Program>?) {
    var text = Path()
    text.append(value)
    text.append("\n")
    let file = fd
    let status = text.withText { linux_write(file, $0.base, $0.count) }
    if status >= 0 || isReported { return }
    isReported = true
    if let program { report(status, program) }
  }

  mutating func close() {
    if fd < 0 { return }
    set(0, nil)
    _ = linux_close(fd)
    (fd, changeUs) = (-1, UInt64.max)
  }
}
