import CPress
import CPressLinux
import PressSetup

/// Messages about problems of an input, with advice what to check: at the start and while it runs.
enum Advice {
  enum Subject {
    case node
    case converter(Int)
    case iio
  }

  /// The advice for a status, and its exit code.
  private struct Answer {
    let code: Int32
    /// An explanation, if it says more than the message of the system.
    var meaning: StaticString?
    var check: StaticString = ""
    /// Whether to advise i2cdetect, which shows more.
    var asksBus = false
  }

  /// Reports a status. @return its exit code.
  static func report(
    _ program: UnsafeMutablePointer<Program>, _ named: Subject, _ status: Int32, _ level: Level = .error
  ) -> Int32 {
    var subject = named
    if case .converter = named, status == Errno.busy { subject = .converter(program.pointee.takenConverter) }
    let answer =
      switch subject {
      case .node: node(status)
      case .converter(let c): converter(status, program.pointee.settings.converter[c].model.isADS1x15)
      case .iio: device(status)
      }
    if program.pointee.options.checks {
      // A check reports it as a finding, if there is one for it.
      if case .iio = subject {
      } else {
        program.pointee.problem = status
        return answer.code
      }
    }
    name(program, subject, level)
    if let meaning = answer.meaning {
      program.pointee.err.say(": \(meaning)")
    } else if case .converter = subject, status == Errno.busy {
      program.pointee.err.say(": \(linux_i2c_holder()) reads this converter already, and it has one reader. \(linux_i2c_holder_advice())")
    } else {
      program.pointee.err.say(": \(linux_strerror(status))")
    }
    program.pointee.err.text(answer.check)
    if answer.asksBus {
      if case .i2c = program.pointee.options.source {
        program.pointee.options.node.withText {
          program.pointee.err.say("; i2cdetect -y \($0.dropping(($0.lastIndex(of: UInt8(ascii: "-")) ?? -1) + 1)) shows which addresses answer")
        }
      }
      program.pointee.err.text(".")
    }
    program.pointee.err.text("\n")
    program.pointee.err.flush()
    return answer.code
  }

  /// Reports that a device that was absent answers again.
  static func reportRecovery(_ program: UnsafeMutablePointer<Program>, _ subject: Subject, afterUs us: UInt64) {
    name(program, subject, .notice)
    program.pointee.err.say(": answers again after \(us / 1_000_000).")
    program.pointee.err.unsigned(us % 1_000_000 / 1000, width: 3, zeros: true)
    program.pointee.err.text(" s\n")
    program.pointee.err.flush()
  }

  /// Reports that a converter answers, but another program has set it up.
  static func reportConflict(_ program: UnsafeMutablePointer<Program>, _ converter: Int) {
    name(program, .converter(converter), .warning)
    program.pointee.err.text(
      ": its settings are not those of pressd. Such readings are not used. Does another program write to it, or does its power fail?\n")
    program.pointee.err.flush()
  }

  private static func name(_ program: UnsafeMutablePointer<Program>, _ subject: Subject, _ level: Level) {
    program.pointee.err.begin(level)
    switch program.pointee.options.source {
    case .i2c: program.pointee.options.node.withText { program.pointee.err.foreign($0) }
    case .iio: program.pointee.options.node.withText { program.pointee.err.say("iio:\($0)") }
    case .simulation, .trace: program.pointee.err.text("simulated bus")
    }
    if case .converter(let c) = subject {
      program.pointee.err.say(", address \(hex: program.pointee.settings.converter[c].address)")
    }
  }

  private static func node(_ status: Int32) -> Answer {
    if Errno.isAbsent(status) {
      return Answer(
        code: ExitCode.noInput,
        check:
          ". Is the bus switched on and the i2c-dev module loaded (modprobe i2c-dev)? ls /dev/i2c-* lists the buses that are there.")
    }
    if Errno.isForbidden(status) {
      return Answer(
        code: ExitCode.noPermission,
        check:
          ". Join the group i2c (usermod -aG i2c USER, then log in again), or allow it with a udev rule; to the service systemctl edit allows it: DeviceAllow=NODE rw."
      )
    }
    if status == Errno.notThatKind || status == Errno.invalid || status == Errno.notSupported {
      return Answer(
        code: ExitCode.noInput,
        check: ". This is not an I2C adapter that can do plain transfers; ls /dev/i2c-* lists the buses that are there.")
    }
    return Answer(code: ExitCode.inputOutput)
  }

  private static func converter(_ status: Int32, _ isADS1x15: Bool) -> Answer {
    switch Int(status) {
    case PRESS_ERR_NACK:
      return Answer(
        code: ExitCode.unavailable,
        meaning: isADS1x15
          ? "no converter answers. Check its power, SDA and SCL, and the ADDR pin (GND 0x48, VDD 0x49, SDA 0x4a, SCL 0x4b)"
          : "no converter answers. Check its power, SDA and SCL, and its address",
        asksBus: true)
    case PRESS_ERR_TIMEDOUT:
      return Answer(
        code: ExitCode.timedOut,
        meaning:
          "the bus hangs or the conversion never ends. Is SDA or SCL held low or without pull-ups? Switch the converter's power off and on.")
    case PRESS_ERR_STATE:
      return Answer(
        code: ExitCode.unavailable,
        meaning: isADS1x15
          ? "what answers does not keep what is written to it. Is it another chip (ADS7828, PCF8591 and temperature sensors use these addresses too), or does its power fail?"
          : "what answers does not answer as this converter does. Is it another chip, or does its power fail?"
      )
    case Int(Errno.busy):
      return Answer(
        code: ExitCode.unavailable, check: ".")
    case PRESS_ERR_IO:
      return Answer(
        code: ExitCode.inputOutput, meaning: "transfers fail. Check pull-ups, the length of the cable and the bus speed.")
    default:
      // The adapter is gone, or was not there when the node was opened again.
      return node(status)
    }
  }

  private static func device(_ status: Int32) -> Answer {
    if Errno.isForbidden(status) {
      return Answer(code: ExitCode.noPermission, check: ". Allow reading in_voltage*_raw with a udev rule.")
    }
    switch Int(status) {
    case Int(Errno.busy):
      return Answer(
        code: ExitCode.inputOutput,
        check: ". Another program captures from it: echo 0 > buffer/enable in its folder stops that.")
    case Int(Errno.noDevice), Int(Errno.noEntry):
      return Answer(code: ExitCode.noInput, check: ". The device is gone: is it plugged in, and its driver bound?")
    case PRESS_ERR_NACK, Int(Errno.noSuchAddress):
      return Answer(
        code: ExitCode.unavailable,
        check: ". The converter does not answer its driver: check its power, SDA and SCL; dmesg may say more.")
    case PRESS_ERR_TIMEDOUT:
      return Answer(
        code: ExitCode.timedOut, check: ". The bus hangs or the conversion never ends: is SDA or SCL held low?")
    case Int(Errno.invalid):
      return Answer(code: ExitCode.inputOutput, check: ". in_voltage*_raw holds no whole number.")
    default:
      return Answer(
        code: ExitCode.inputOutput,
        check: ". The driver cannot read the converter: check its wiring; dmesg may say more.")
    }
  }

  static func reportReadyPin(_ program: UnsafeMutablePointer<Program>, _ converter: Int, _ status: Int32) -> Int32 {
    let pin = program.pointee.settings.converter[converter].readyPin
    let isForbidden = Errno.isForbidden(status)
    let check: StaticString =
      isForbidden
      ? "Join the group gpio, or allow it with a udev rule; to the service systemctl edit allows it: DeviceAllow=CHIP rw."
      : status == Errno.busy
        ? "Another program or driver has the line; gpioinfo shows which."
        : "gpiodetect lists the chips, gpioinfo their lines; it must be one that can report edges."
    pin.chip.withText { program.say("ready_pin \($0):\(pin.line): \(linux_strerror(status)). \(check)") }
    return isForbidden ? ExitCode.noPermission : ExitCode.noInput
  }
}
