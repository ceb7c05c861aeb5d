import CPress
import CPressLinux
import PressSetup

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
    // What follows a level ends it.
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

  /// The kernel lets go of what was uploaded.
  mutating func close() {
    if fd < 0 { return }
    if isLevelOn { _ = linux_ff_play(fd, ids[Int(PRESS_EFFECT_LEVEL)], 0) }
    _ = linux_close(fd)
    fd = -1
  }
}
