import CPress
import CPressLinux
import PressSetup

/// An LED of the kernel's: bright as strong, for as long as an effect lasts.
struct Light {
  private var fd: Int32 = -1
  private var most: UInt64 = 0
  /// When it changes, and how often still: on and off in turn.
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
    fd = status < 0 ? status : path.call { linux_open_write($0) }
    if fd >= 0 { return ExitCode.ok }
    report(fd, program)
    return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
  }

  private static func number(in folder: Path, _ name: StaticString) -> (UInt64, Int32) {
    var path = folder
    path.append(name)
    let file = path.call { linux_open_read($0) }
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

  /// @return when it changes next.
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
