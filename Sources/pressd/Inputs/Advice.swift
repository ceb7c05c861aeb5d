import CPress
import CPressLinux

/// What is wrong with a source, and what to check: to stderr, at the start and while it runs.
enum Advice {
  enum Subject {
    case node
    case converter(Int)
    case iio
  }

  /// @return the exit code for it.
  static func tell(_ program: UnsafeMutablePointer<Program>, _ subject: Subject, _ status: Int32) -> Int32 {
    name(program, subject)
    program.pointee.err.text(": ")
    let code: Int32
    switch subject {
    case .node: code = node(program, status)
    case .converter: code = converter(program, status)
    case .iio: code = device(program, status)
    }
    program.pointee.err.text("\n")
    program.pointee.err.flush()
    return code
  }

  /// Somebody who was told to be absent is there again.
  static func tellBack(_ program: UnsafeMutablePointer<Program>, _ subject: Subject, afterUs us: UInt64) {
    name(program, subject)
    program.pointee.err.text(": answers again after ")
    program.pointee.err.unsigned(us / 1_000_000)
    program.pointee.err.text(".")
    program.pointee.err.unsigned(us % 1_000_000 / 1000, width: 3, zeros: true)
    program.pointee.err.text(" s\n")
    program.pointee.err.flush()
  }

  private static func name(_ program: UnsafeMutablePointer<Program>, _ subject: Subject) {
    program.pointee.err.text("pressd: ")
    switch program.pointee.options.source {
    case .i2c: program.pointee.options.node.write(&program.pointee.err)
    case .iio:
      program.pointee.err.text("iio:")
      program.pointee.options.node.write(&program.pointee.err)
    case .simulation, .trace: program.pointee.err.text("simulated bus")
    }
    if case .converter(let c) = subject {
      program.pointee.err.text(", address ")
      program.pointee.err.hex(program.pointee.settings.converters[c].config.address)
    }
  }

  private static func node(_ program: UnsafeMutablePointer<Program>, _ status: Int32) -> Int32 {
    program.pointee.err.cString(linux_strerror(status))
    if Errno.isAbsent(status) {
      program.pointee.err.text(
        ". Is the bus switched on and the i2c-dev module loaded (modprobe i2c-dev)? ls /dev/i2c-* lists the buses that are there.")
      return ExitCode.noInput
    }
    if Errno.isForbidden(status) {
      program.pointee.err.text(". Join the group i2c (usermod -aG i2c USER, then log in again), or allow it with a udev rule.")
      return ExitCode.noPermission
    }
    if status == Errno.notThatKind || status == Errno.invalid || status == Errno.notSupported {
      program.pointee.err.text(". This is not an I2C adapter that can do plain transfers; ls /dev/i2c-* lists the buses that are there.")
      return ExitCode.noInput
    }
    return ExitCode.inputOutput
  }

  private static func converter(_ program: UnsafeMutablePointer<Program>, _ status: Int32) -> Int32 {
    switch Int(status) {
    case PRESS_ERR_NACK:
      program.pointee.err.text(
        "no converter answers. Check its power, SDA and SCL, and the ADDR pin (GND 0x48, VDD 0x49, SDA 0x4a, SCL 0x4b)")
      if case .i2c = program.pointee.options.source {
        program.pointee.err.text("; i2cdetect -y ")
        program.pointee.options.node.withText {
          program.pointee.err.slice($0.dropping(($0.lastIndex(of: UInt8(ascii: "-")) ?? -1) + 1))
        }
        program.pointee.err.text(" shows who is there")
      }
      program.pointee.err.text(".")
      return ExitCode.unavailable
    case PRESS_ERR_TIMEDOUT:
      program.pointee.err.text(
        "the bus hangs or the conversion never ends. Is SDA or SCL held low or without pull-ups? Switch the converter's power off and on.")
      return ExitCode.timedOut
    case PRESS_ERR_STATE:
      program.pointee.err.text(
        "who answers does not keep what is written to it. Is it another chip (ADS7828, PCF8591 and temperature sensors use these addresses too), or does its power fail?")
      return ExitCode.unavailable
    case PRESS_ERR_IO:
      program.pointee.err.text("transfers fail. Check pull-ups, the length of the cable and the bus speed.")
      return ExitCode.inputOutput
    default:
      // The adapter is gone, or was not there when the node was opened anew.
      return node(program, status)
    }
  }

  private static func device(_ program: UnsafeMutablePointer<Program>, _ status: Int32) -> Int32 {
    program.pointee.err.cString(linux_strerror(status))
    if Errno.isForbidden(status) {
      program.pointee.err.text(". Allow reading in_voltage*_raw with a udev rule.")
      return ExitCode.noPermission
    }
    if status == Errno.busy {
      program.pointee.err.text(". Another program captures from it: echo 0 > buffer/enable in its folder stops that.")
      return ExitCode.inputOutput
    }
    switch Int(status) {
    case Int(Errno.noDevice), Int(Errno.noEntry):
      program.pointee.err.text(". The device is gone: is it plugged in, and its driver bound?")
      return ExitCode.noInput
    case PRESS_ERR_NACK, Int(Errno.noSuchAddress):
      program.pointee.err.text(". The converter does not answer its driver: check its power, SDA and SCL; dmesg may say more.")
      return ExitCode.unavailable
    case PRESS_ERR_TIMEDOUT:
      program.pointee.err.text(". The bus hangs or the conversion never ends: is SDA or SCL held low?")
      return ExitCode.timedOut
    case Int(Errno.invalid):
      program.pointee.err.text(". in_voltage*_raw holds no whole number.")
      return ExitCode.inputOutput
    default:
      program.pointee.err.text(". The driver cannot read the converter: check its wiring; dmesg may say more.")
      return ExitCode.inputOutput
    }
  }

  static func tellReadyPin(_ program: UnsafeMutablePointer<Program>, _ converter: Int, _ status: Int32) -> Int32 {
    program.pointee.err.text("pressd: ready_pin ")
    program.pointee.settings.converters[converter].readyChip.write(&program.pointee.err)
    program.pointee.err.text(":")
    program.pointee.err.unsigned(UInt64(program.pointee.settings.converters[converter].readyLine))
    program.pointee.err.text(": ")
    program.pointee.err.cString(linux_strerror(status))
    if Errno.isForbidden(status) {
      program.pointee.err.text(". Join the group gpio, or allow it with a udev rule.\n")
      return ExitCode.noPermission
    }
    if status == Errno.busy {
      program.pointee.err.text(". Another program or driver has the line; gpioinfo shows who.\n")
      return ExitCode.noInput
    }
    program.pointee.err.text(". gpiodetect lists the chips, gpioinfo their lines; it must be one that can tell edges.\n")
    return ExitCode.noInput
  }

  // MARK: Sensors

  /// A fault of a sensor begins or ends, while it runs.
  static func note(_ event: press_event, _ program: UnsafeMutablePointer<Program>) {
    if case .trace = program.pointee.options.source { return }
    let began = event.type == PRESS_EVENT_SENSOR_FAULT
    if event.type == PRESS_EVENT_SENSOR_SATURATED {
      // Once: whoever presses hard will do so again.
      let bit = UInt32(1) << (event.subject & 7)
      if program.pointee.saturationsTold & bit == 0 {
        tell(program, sensor: event.subject, "pressed to the end of the range; nothing is wrong. A lower resistor_ohm measures more force")
      }
      program.pointee.saturationsTold |= bit
      return
    }
    if event.type == PRESS_EVENT_RECALIBRATE {
      tell(program, sensor: event.subject, event.reason == PRESS_REASON_SPAN
        ? "it conducts much more than its calibration covers (span): is the force that high? If not, calibrate it anew"
        : "its zero is further from the stored one than zero_limit: does something lie on it? If not, calibrate it anew")
      return
    }
    if !began && event.type != PRESS_EVENT_SENSOR_RECOVERED { return }
    if event.reason == PRESS_REASON_BUS {
      noteLink(Int(event.subject), began, event.t_us, program)
      return
    }
    name(program, sensor: event.subject)
    program.pointee.err.cString(press_reason_name(event.reason))
    program.pointee.err.text(began ? check(event.reason) : ": well again")
    program.pointee.err.text("\n")
    program.pointee.err.flush()
  }

  private static func name(_ program: UnsafeMutablePointer<Program>, sensor: UInt32) {
    program.pointee.err.text("pressd: sensor ")
    program.pointee.err.unsigned(UInt64(sensor))
    program.pointee.err.text(" (channel ")
    program.pointee.err.unsigned(UInt64(program.pointee.settings.sensors[Int(sensor & 7)].channel))
    program.pointee.err.text("): ")
  }

  private static func tell(_ program: UnsafeMutablePointer<Program>, sensor: UInt32, _ note: StaticString) {
    name(program, sensor: sensor)
    program.pointee.err.text(note)
    program.pointee.err.text("\n")
    program.pointee.err.flush()
  }

  /// Sensors of one converter fail and come back together: it is told once.
  private static func noteLink(_ sensor: Int, _ began: Bool, _ us: UInt64, _ program: UnsafeMutablePointer<Program>) {
    var c = 0
    var subject = Subject.iio
    if case .iio = program.pointee.options.source {} else {
      c = program.pointee.settings.converter(ofSensor: sensor & 7)
      subject = .converter(c)
    }
    if program.pointee.links[c].isTold == began { return }
    program.pointee.links[c].isTold = began
    if began {
      _ = tell(program, subject, program.pointee.links[c].status)
    } else {
      let since = program.pointee.links[c].downSinceUs
      tellBack(program, subject, afterUs: us > since ? us - since : 0)
    }
  }

  private static func check(_ reason: Int32) -> StaticString {
    switch Int(reason) {
    case PRESS_REASON_OPEN: return ": is its wire broken? Or parallel_ohm is set, and no resistor lies across it"
    case PRESS_REASON_SHORTED:
      return ": is it bridged, or wired to ground (pull_up = yes)? Is full_scale too low? Does the converter clip below the supply (max_code)?"
    case PRESS_REASON_STUCK: return ": the very same code all the time; does the converter still convert? Switch its power off and on"
    case PRESS_REASON_STALE: return ": no code came in time; is --rate too high, or the board too busy?"
    default: return ""
    }
  }
}
