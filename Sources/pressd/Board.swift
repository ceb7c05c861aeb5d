import CPress
import CPressLinux
import PressDevice

/// The converter, real or simulated, behind the driver.
enum Board {
  /// How often a converter that does not answer is asked at the start.
  private static let attempts = 3

  /// Puts the simulated board together as the config describes it.
  static func assemble(_ program: UnsafeMutablePointer<Program>, _ script: SimulationScript) {
    let settings = program.pointee.settings
    let is1015 = settings.converter.model == UInt8(PRESS_ADS1015)
    var bus = SimulatedBus(is1015: is1015, address: settings.converter.address, seed: program.pointee.options.seed)
    for i in 0..<settings.sensorCount {
      let circuit = settings.sensors[i].sensor.circuit
      var sensor = SimulatedFSR()
      sensor.resistorOhm = Double(circuit.resistor_ohm)
      sensor.isPulledUp = circuit.flags & UInt32(PRESS_CIRCUIT_PULL_UP) != 0
      sensor.parallelOhm = Double(circuit.parallel_ohm)
      sensor.spikeOnceIn = 400
      // The supply is what full_scale says.
      let steps = is1015 ? 2048.0 : 32768.0
      sensor.supplyVolts = Double(circuit.full_scale) / steps * Double(settings.converter.range_mv) / 1000.0
      bus.converter.supplyVolts = sensor.supplyVolts
      let channel = Int(settings.sensors[i].channel & 3)
      bus.converter.inputs[channel] = .sensor(sensor, share: 1.0 / Double(settings.sensorCount))
    }
    bus.converter.oscillatorError = 0.03
    script.prepare(&bus)
    program.pointee.bus = bus
  }

  /// Opens the bus and asks whether somebody is there. @return an exit code.
  static func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if case .i2c = program.pointee.options.source {
      let node = nodePath(program)
      let fd = linux_i2c_open(node)
      if fd < 0 { return tellOpen(program, fd) }
      program.pointee.fd = fd
    }
    var functions = press_bus()
    functions.size = UInt32(MemoryLayout<press_bus>.size)
    functions.user = UnsafeMutableRawPointer(program)
    functions.transfer = { address, out, outCount, into, inCount, user in
      guard let user else { return Int32(PRESS_ERR_INVAL) }
      return Board.transfer(user.assumingMemoryBound(to: Program.self), address, out, outCount, into, inCount)
    }
    functions.wait = { untilUs, user in
      guard let user else { return 0 }
      return Board.wait(user.assumingMemoryBound(to: Program.self), untilUs)
    }
    let status = press_ads1x15_init(&program.pointee.adc, &program.pointee.settings.converter, &functions)
    if status != 0 {
      program.pointee.err.text("pressd: the converter's config is not accepted: ")
      program.pointee.err.cString(press_strerror(status))
      program.pointee.err.text("\n")
      return ExitCode.config
    }
    for _ in 0..<attempts {
      if read(program).present != 0 { return ExitCode.ok }
      if linux_signal() != 0 { return ExitCode.ok }
    }
    return tellAbsent(program, press_ads1x15_last_error(&program.pointee.adc))
  }

  /// A frame, codes in the order of the sensors. One that cannot be read is told as failed.
  static func read(_ program: UnsafeMutablePointer<Program>) -> press_frame {
    var codes = press_frame()
    let timeout = UInt32(clamping: program.pointee.settings.frameUs * 4 + 500_000)
    let status = press_ads1x15_read(&program.pointee.adc, timeout, &codes)
    var frame = press_frame()
    let count = program.pointee.settings.sensorCount
    if status != 0 {
      frame.t_us = wait(program, 0)
      frame.failed = 1 << UInt32(count) - 1
      return frame
    }
    frame.t_us = codes.t_us
    for i in 0..<count {
      let place = program.pointee.settings.place(ofSensor: i)
      if codes.present >> UInt32(place) & 1 != 0 {
        frame.present |= 1 << UInt32(i)
        frame.setCode(i, codes.codeAt(place))
      }
      if codes.failed >> UInt32(place) & 1 != 0 { frame.failed |= 1 << UInt32(i) }
    }
    return frame
  }

  private static func transfer(
    _ program: UnsafeMutablePointer<Program>, _ address: UInt8, _ out: UnsafePointer<UInt8>?, _ outCount: Int,
    _ into: UnsafeMutablePointer<UInt8>?, _ inCount: Int
  ) -> Int32 {
    let status: Int32
    if case .i2c = program.pointee.options.source {
      status = linux_i2c_transfer(program.pointee.fd, address, out, outCount, into, inCount)
    } else {
      status = program.pointee.bus.transfer(address, out, outCount, into, inCount)
    }
    if status == Int32(PRESS_ERR_NACK) {
      program.pointee.statistics.nacks += 1
    } else if status == Int32(PRESS_ERR_TIMEDOUT) {
      program.pointee.statistics.timeouts += 1
    } else if status < 0 {
      program.pointee.statistics.busErrors += 1
    }
    return status
  }

  private static func wait(_ program: UnsafeMutablePointer<Program>, _ untilUs: UInt64) -> UInt64 {
    guard case .i2c = program.pointee.options.source else { return program.pointee.bus.wait(untilUs) }
    let now = linux_now_us() &- program.pointee.originUs
    if untilUs <= now { return now }
    linux_sleep_until_us(program.pointee.originUs &+ untilUs)
    return linux_now_us() &- program.pointee.originUs
  }

  // MARK: Messages

  private static func nodePath(_ program: UnsafeMutablePointer<Program>) -> UnsafePointer<CChar> {
    withUnsafePointer(to: &program.pointee.options.node) { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
  }

  private static func begin(_ program: UnsafeMutablePointer<Program>) {
    program.pointee.err.text("pressd: ")
    if case .i2c = program.pointee.options.source {
      program.pointee.err.cString(nodePath(program))
    } else {
      program.pointee.err.text("simulated bus")
    }
  }

  private static func tellOpen(_ program: UnsafeMutablePointer<Program>, _ status: Int32) -> Int32 {
    begin(program)
    program.pointee.err.text(": ")
    program.pointee.err.cString(linux_strerror(status))
    switch status {
    case -2, -6, -19:  // ENOENT, ENXIO, ENODEV
      program.pointee.err.text(
        ". Is the bus switched on and the i2c-dev module loaded (modprobe i2c-dev)? ls /dev/i2c-* lists the buses that are there.\n")
      return ExitCode.noInput
    case -1, -13:  // EPERM, EACCES
      program.pointee.err.text(". Join the group i2c (usermod -aG i2c USER, then log in again), or allow it with a udev rule.\n")
      return ExitCode.noPermission
    case -25, -22, -95:  // ENOTTY, EINVAL, EOPNOTSUPP
      program.pointee.err.text(". This is not an I2C adapter that can do plain transfers; ls /dev/i2c-* lists the buses that are there.\n")
      return ExitCode.noInput
    default:
      program.pointee.err.text("\n")
      return ExitCode.inputOutput
    }
  }

  private static func tellAbsent(_ program: UnsafeMutablePointer<Program>, _ status: Int32) -> Int32 {
    begin(program)
    program.pointee.err.text(", address ")
    program.pointee.err.hex(program.pointee.settings.converter.address)
    switch Int(status) {
    case PRESS_ERR_NACK:
      program.pointee.err.text(
        ": no converter answers. Check its power, SDA and SCL, and the ADDR pin (GND 0x48, VDD 0x49, SDA 0x4a, SCL 0x4b)")
      if case .i2c = program.pointee.options.source {
        program.pointee.err.text("; i2cdetect -y ")
        let path = Slice(cString: nodePath(program))
        program.pointee.err.slice(path.dropping((path.lastIndex(of: UInt8(ascii: "-")) ?? -1) + 1))
        program.pointee.err.text(" shows who is there")
      }
      program.pointee.err.text(".\n")
      return ExitCode.unavailable
    case PRESS_ERR_TIMEDOUT:
      program.pointee.err.text(
        ": the bus hangs or the conversion never ends. Is SDA or SCL held low or without pull-ups? Switch the converter's power off and on.\n")
      return ExitCode.timedOut
    default:
      program.pointee.err.text(
        ": transfers fail. Check pull-ups, the length of the cable and the bus speed, and that it is the model of converter.model.\n")
      return ExitCode.inputOutput
    }
  }
}
