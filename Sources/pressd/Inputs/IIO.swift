import CPress
import CPressLinux

/// A converter behind a driver of the kernel's (IIO), read through sysfs: a file a channel, a conversion a read.
struct IIO {
  private static let mostDevices: UInt64 = 64
  private static let textCapacity = 64

  private var number: UInt64 = 0
  private var files = InlineArray<8, Int32>(repeating: -1)
  private var offsets = InlineArray<8, Int64>(repeating: 0)

  init() {}

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

  /// @return an exit code; what is wrong was told.
  static func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    guard find(program) else { return tellNotFound(program) }
    for i in 0..<program.pointee.settings.sensorCount {
      let code = openChannel(program, i)
      if code != ExitCode.ok { return code }
    }
    let frame = read(program)
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
    let channel = program.pointee.settings.sensors[i].channel
    let raw = path(program, number, .raw, channel)
    let file = raw.call { linux_open_read($0) }
    if file < 0 {
      begin(program, raw)
      program.pointee.err.cString(linux_strerror(file))
      if Errno.isForbidden(file) {
        program.pointee.err.text(". Allow reading it with a udev rule.\n")
        return ExitCode.noPermission
      }
      program.pointee.err.text(". The device has no such channel: sensor.channel must be one of its in_voltageN_raw.\n")
      return ExitCode.noInput
    }
    program.pointee.iio.files[i] = file
    var offset = text(program, path(program, number, .offset, channel))
    if offset.status != 0 { offset = text(program, path(program, number, .offset, nil)) }
    if offset.status == 0 {
      guard let value = Number.signed(offset.text) else {
        begin(program, path(program, number, .offset, channel))
        program.pointee.err.text("not a whole number\n")
        return ExitCode.config
      }
      program.pointee.iio.offsets[i] = value
    }
    return program.pointee.settings.sensors[i].hasFullScale ? ExitCode.ok : scale(program, i, channel)
  }

  /// full_scale from what the kernel says that a code is worth.
  private static func scale(_ program: UnsafeMutablePointer<Program>, _ i: Int, _ channel: UInt32) -> Int32 {
    let number = program.pointee.iio.number
    var scale = text(program, path(program, number, .scale, channel))
    if scale.status != 0 { scale = text(program, path(program, number, .scale, nil)) }
    if scale.status == 0, let codes = Number.quotient(UInt64(program.pointee.settings.iio.supplyMillivolts), by: scale.text),
      codes >= 1, codes <= 16_777_215
    {
      program.pointee.settings.sensors[i].sensor.circuit.full_scale = Int32(codes)
      return ExitCode.ok
    }
    begin(program, path(program, number, .scale, channel))
    if scale.status != 0 {
      program.pointee.err.cString(linux_strerror(scale.status))
    } else {
      program.pointee.err.text("millivolts per code expected, a decimal above 0")
    }
    program.pointee.err.text(". Give sensor.full_scale instead: the code at the supply voltage.\n")
    return ExitCode.config
  }

  private static func begin(_ program: UnsafeMutablePointer<Program>, _ path: Path) {
    program.pointee.err.text("pressd: ")
    path.write(&program.pointee.err)
    program.pointee.err.text(": ")
  }

  private static func tellNotFound(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    program.pointee.err.text("pressd: iio:")
    program.pointee.options.node.write(&program.pointee.err)
    program.pointee.err.text(": no such device in ")
    program.pointee.settings.iio.root.write(&program.pointee.err)
    var isFirst = true
    for number in 0..<mostDevices {
      let name = text(program, named(program, number))
      if name.status != 0 { continue }
      program.pointee.err.text(isFirst ? "; there are device" : ", device")
      program.pointee.err.unsigned(number)
      program.pointee.err.text(" (")
      program.pointee.err.slice(name.text)
      program.pointee.err.text(")")
      isFirst = false
    }
    program.pointee.err.text(isFirst ? ", nor any other. Is the converter in the device tree, and its driver loaded (for an ADS1115: modprobe ti-ads1015)?\n" : "\n")
    return ExitCode.noInput
  }

  // MARK: Reading

  /// A frame; the time is that of its last code.
  static func read(_ program: UnsafeMutablePointer<Program>) -> press_frame {
    var frame = press_frame()
    let count = program.pointee.settings.sensorCount
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
    for i in 0..<program.pointee.settings.sensorCount {
      let channel = program.pointee.settings.sensors[i].channel
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

  private static func now(_ program: UnsafeMutablePointer<Program>) -> UInt64 { linux_now_us() &- program.pointee.originUs }
}
