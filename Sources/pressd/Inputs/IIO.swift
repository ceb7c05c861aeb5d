import CPress
import CPressLinux

/// The files of a device, which are open while it runs.
struct IIODevice {
  fileprivate var number: UInt64 = 0
  fileprivate var files = InlineArray<8, Int32>(repeating: -1)
  fileprivate var offsets = InlineArray<8, Int64>(repeating: 0)
}

/// A converter behind a driver of the kernel's (IIO), read through sysfs: a file a channel, a conversion a read.
enum IIO: Input {
  private static let mostDevices: UInt64 = 64
  private static let textCapacity = 64

  static var isLive: Bool { true }

  /// How long its driver takes is not known: deadlines that it misses are counted.
  static func rate(_ program: UnsafeMutablePointer<Program>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    let rate = asked > 0 ? asked : 200
    return (rate, checkStale(program, rate))
  }

  static func open(_ program: UnsafeMutablePointer<Program>) -> Int32 { ExitCode.ok }

  static func now(_ program: UnsafeMutablePointer<Program>) -> UInt64 { linux_now_us() &- program.pointee.originUs }

  static func next(_ program: UnsafeMutablePointer<Program>) -> Moment { nextTick(program, endUs: duration(program)) }

  static func read(_ program: UnsafeMutablePointer<Program>) -> press_frame {
    ticked(program, readDevice(program), askUs: program.pointee.links[0].askUs)
  }

  private enum Attribute {
    case raw, scale, offset
  }

  private static func folder(_ program: UnsafeMutablePointer<Program>, _ number: UInt64) -> Path {
    var path = program.pointee.settings.iio.root
    path.append("/iio:device")
    path.append(number)
    return path
  }

  /// in_voltageN_scale, or, for all channels, in_voltage_scale.
  private static func path(
    _ program: UnsafeMutablePointer<Program>, _ number: UInt64, _ attribute: Attribute, _ channel: UInt32?
  ) -> Path {
    var path = folder(program, number)
    path.append("/in_voltage")
    if let channel { path.append(UInt64(channel)) }
    switch attribute {
    case .raw: path.append("_raw")
    case .scale: path.append("_scale")
    case .offset: path.append("_offset")
    }
    return path
  }

  /// The text of a small file, without the end of its line. It is valid until the next call.
  private static func text(_ program: UnsafeMutablePointer<Program>, _ path: Path) -> (status: Int32, text: Slice) {
    let buffer = program.pointee.readBuffer
    let file = path.call { linux_open_read($0) }
    if file < 0 { return (file, Slice(base: buffer, count: 0)) }
    let got = linux_read(file, buffer, textCapacity)
    _ = linux_close(file)
    if got < 0 { return (Int32(got), Slice(base: buffer, count: 0)) }
    var text = Slice(base: buffer, count: got)
    if !text.isEmpty && text[text.count - 1] == UInt8(ascii: "\n") { text.count -= 1 }
    return (0, text.trimmed)
  }

  // MARK: Opening

  static func identify(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    guard find(program) else { return tellNotFound(program) }
    for i in 0..<program.pointee.settings.count(.sensor) {
      let code = openChannel(program, i)
      if code != ExitCode.ok { return code }
    }
    let frame = readDevice(program)
    if frame.failed == 0 || linux_signal() != 0 { return ExitCode.ok }
    return Advice.tell(program, .iio, program.pointee.links[0].status)
  }

  /// By number, deviceN or iio:deviceN, or by what its file "name" says.
  private static func find(_ program: UnsafeMutablePointer<Program>) -> Bool {
    program.pointee.options.node.withText { wanted in
      var digits = wanted
      if digits.starts("iio:") { digits = digits.dropping(4) }
      if digits.starts("device"), let number = Number.unsigned(digits.dropping(6), most: 9999) {
        program.pointee.iio.number = number
        return text(program, named(program, number)).status == 0
      }
      for number in 0..<mostDevices {
        let name = text(program, named(program, number))
        if name.status == 0 && name.text == wanted {
          program.pointee.iio.number = number
          return true
        }
      }
      return false
    }
  }

  private static func named(_ program: UnsafeMutablePointer<Program>, _ number: UInt64) -> Path {
    var path = folder(program, number)
    path.append("/name")
    return path
  }

  private static func openChannel(_ program: UnsafeMutablePointer<Program>, _ i: Int) -> Int32 {
    let number = program.pointee.iio.number
    let channel = program.pointee.settings.sensor[i].channel.number
    let raw = path(program, number, .raw, channel)
    let file = raw.call { linux_open_read($0) }
    if file < 0 {
      let isForbidden = Errno.isForbidden(file)
      say(
        program, raw, file,
        isForbidden
          ? ". Allow reading it with a udev rule."
          : ". The device has no such channel: sensor.channel must be one of its in_voltageN_raw.")
      return isForbidden ? ExitCode.noPermission : ExitCode.noInput
    }
    program.pointee.iio.files[i] = file
    var offset = text(program, path(program, number, .offset, channel))
    if offset.status != 0 { offset = text(program, path(program, number, .offset, nil)) }
    if offset.status == 0 {
      guard let value = Number.signed(offset.text) else {
        say(program, path(program, number, .offset, channel), 0, "not a whole number")
        return ExitCode.config
      }
      program.pointee.iio.offsets[i] = value
    }
    return program.pointee.settings.sensor[i].sensor.circuit.full_scale != 0 ? ExitCode.ok : scale(program, i, channel)
  }

  /// full_scale from what the kernel says that a code is worth.
  private static func scale(_ program: UnsafeMutablePointer<Program>, _ i: Int, _ channel: UInt32) -> Int32 {
    let number = program.pointee.iio.number
    var scale = text(program, path(program, number, .scale, channel))
    if scale.status != 0 { scale = text(program, path(program, number, .scale, nil)) }
    if scale.status == 0, let codes = Number.quotient(UInt64(program.pointee.settings.iio.supplyMv), by: scale.text),
      codes >= 1, codes <= 16_777_215
    {
      program.pointee.settings.sensor[i].sensor.circuit.full_scale = Int32(codes)
      return ExitCode.ok
    }
    say(
      program, path(program, number, .scale, channel), scale.status,
      scale.status != 0
        ? ". Give sensor.full_scale instead: the code at the supply voltage."
        : "millivolts per code expected, a decimal above 0. Give sensor.full_scale instead: the code at the supply voltage.")
    return ExitCode.config
  }

  /// What is wrong with a file: the system's reason, if it has one, and more.
  private static func say(_ program: UnsafeMutablePointer<Program>, _ path: Path, _ status: Int32, _ more: StaticString) {
    path.withText { program.say("\($0): \(status < 0 ? linux_strerror(status) : nil)\(more)") }
  }

  private static func tellNotFound(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    program.pointee.options.node.withText { program.pointee.err.say("pressd: iio:\($0): no such device in ") }
    program.pointee.settings.iio.root.withText { program.pointee.err.foreign($0) }
    var isFirst = true
    for number in 0..<mostDevices {
      let name = text(program, named(program, number))
      if name.status != 0 { continue }
      program.pointee.err.say("\(isFirst ? "; there are" : ",") device\(number) (\(name.text))")
      isFirst = false
    }
    program.pointee.err.text(isFirst ? ", nor any other. Is the converter in the device tree, and its driver loaded (for an ADS1115: modprobe ti-ads1015)?\n" : "\n")
    return ExitCode.noInput
  }

  // MARK: Reading

  /// A frame; the time is that of its last code.
  private static func readDevice(_ program: UnsafeMutablePointer<Program>) -> press_frame {
    var frame = press_frame()
    let count = program.pointee.settings.count(.sensor)
    let begin = now(program)
    var taken = InlineArray<8, UInt64>(repeating: 0)
    var status: Int32 = 0
    if !program.pointee.links[0].mayBeAsked(atUs: begin) {
      status = program.pointee.links[0].status
    } else if program.pointee.links[0].isDown {
      status = reopen(program)
    }
    for i in 0..<count {
      // Once one failed the others would too, each for as long.
      let asked = now(program)
      if status == 0 { status = readChannel(program, i, &frame) }
      // The driver converts while it is read.
      taken[i] = asked + (now(program) - asked) / 2
      if frame.present >> UInt32(i) & 1 == 0 { frame.failed |= 1 << UInt32(i) }
    }
    frame.t_us = now(program)
    for i in 0..<count where frame.present >> UInt32(i) & 1 != 0 { frame.setBefore(i, frame.t_us - taken[i]) }
    if !program.pointee.links[0].mayBeAsked(atUs: begin) { return frame }
    if status == 0 {
      program.pointee.links[0].answered()
    } else {
      program.pointee.links[0].failed(status, atUs: frame.t_us, firstPauseUs: 5000)
    }
    return frame
  }

  private static func readChannel(
    _ program: UnsafeMutablePointer<Program>, _ i: Int, _ frame: inout press_frame
  ) -> Int32 {
    let got = linux_read_again(program.pointee.iio.files[i], program.pointee.readBuffer, textCapacity)
    let status = got < 0 ? Int32(got) : 0
    program.pointee.statistics.transfer(status)
    if status != 0 { return status }
    var text = Slice(base: program.pointee.readBuffer, count: got)
    if !text.isEmpty && text[text.count - 1] == UInt8(ascii: "\n") { text.count -= 1 }
    guard let raw = Number.signed(text.trimmed) else { return Errno.invalid }
    frame.setCode(i, Int32(clamping: raw.addingReportingOverflow(program.pointee.iio.offsets[i]).partialValue))
    frame.present |= 1 << UInt32(i)
    return 0
  }

  /// A device that was unbound or unplugged comes back with files of its own, and perhaps another number.
  private static func reopen(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    close(program)
    guard find(program) else { return Errno.noDevice }
    for i in 0..<program.pointee.settings.count(.sensor) {
      let channel = program.pointee.settings.sensor[i].channel.number
      let file = path(program, program.pointee.iio.number, .raw, channel).call { linux_open_read($0) }
      if file < 0 { return file }
      program.pointee.iio.files[i] = file
    }
    return 0
  }

  static func close(_ program: UnsafeMutablePointer<Program>) {
    for i in 0..<8 where program.pointee.iio.files[i] >= 0 {
      _ = linux_close(program.pointee.iio.files[i])
      program.pointee.iio.files[i] = -1
    }
  }
}
