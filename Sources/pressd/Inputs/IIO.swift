import CPress
import CPressLinux
import PressSetup

/// A converter behind a driver of the kernel's (IIO), read through sysfs: a file a channel, a conversion a read.
struct IIO: TickedInput {
  let program: UnsafeMutablePointer<Program>
  var ticker = Ticker()
  private var number: UInt64 = 0
  /// Of the channels, open while it runs.
  private var files = InlineArray<8, Int32>(repeating: -1)
  private var offsets = InlineArray<8, Int64>(repeating: 0)

  init(_ program: UnsafeMutablePointer<Program>) { self.program = program }

  private static let mostDevices: UInt64 = 64
  private static let textCapacity = 64

  static var isLive: Bool { true }

  /// How long its driver takes is not known: deadlines that it misses are counted.
  static func rate(_ input: UnsafeMutablePointer<Self>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    let rate = asked > 0 ? asked : 200
    return (rate, checkRate(input, rate))
  }

  static func open(_ input: UnsafeMutablePointer<Self>) -> Int32 { ExitCode.ok }

  static func now(_ input: UnsafeMutablePointer<Self>) -> UInt64 { linux_now_us() &- input.program.pointee.originUs }

  static func next(_ input: UnsafeMutablePointer<Self>) -> Moment { nextTick(input, endUs: duration(input)) }

  static func read(_ input: UnsafeMutablePointer<Self>) -> press_frame {
    ticked(input, readDevice(input), askUs: input.program.pointee.links[0].askUs)
  }

  private enum Attribute {
    case raw, scale, offset
  }

  private static func folder(_ input: UnsafeMutablePointer<Self>, _ number: UInt64) -> Path {
    var path = input.program.pointee.settings.iio.root
    path.append("/iio:device")
    path.append(number)
    return path
  }

  /// in_voltageN_scale, or, for all channels, in_voltage_scale.
  private static func path(
    _ input: UnsafeMutablePointer<Self>, _ number: UInt64, _ attribute: Attribute, _ channel: UInt32?
  ) -> Path {
    var path = folder(input, number)
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
  private static func text(_ input: UnsafeMutablePointer<Self>, _ path: Path) -> (status: Int32, text: Slice) {
    let buffer = input.program.pointee.readBuffer
    let file = path.call { linux_open_file($0) }
    if file < 0 { return (file, Slice(base: buffer, count: 0)) }
    let got = linux_read(file, buffer, textCapacity)
    _ = linux_close(file)
    if got < 0 { return (Int32(got), Slice(base: buffer, count: 0)) }
    var text = Slice(base: buffer, count: got)
    if !text.isEmpty && text[text.count - 1] == UInt8(ascii: "\n") { text.count -= 1 }
    return (0, text.trimmed)
  }

  // MARK: Opening

  static func identify(_ input: UnsafeMutablePointer<Self>) -> Int32 {
    guard find(input) else { return reportNotFound(input) }
    for i in 0..<input.program.pointee.settings.count(.sensor) {
      let code = openChannel(input, i)
      if code != ExitCode.ok { return code }
    }
    let frame = readDevice(input)
    if frame.failed == 0 || linux_signal() != 0 { return ExitCode.ok }
    return Advice.report(input.program, .iio, input.program.pointee.links[0].status)
  }

  /// By number, deviceN or iio:deviceN, or by what its file "name" says.
  private static func find(_ input: UnsafeMutablePointer<Self>) -> Bool {
    input.program.pointee.options.node.withText { asked in
      var digits = asked
      if digits.starts("iio:") { digits = digits.dropping(4) }
      if digits.starts("device"), let number = Number.unsigned(digits.dropping(6), most: 9999) {
        input.pointee.number = number
        return text(input, named(input, number)).status == 0
      }
      for number in 0..<mostDevices {
        let name = text(input, named(input, number))
        if name.status == 0 && name.text == asked {
          input.pointee.number = number
          return true
        }
      }
      return false
    }
  }

  private static func named(_ input: UnsafeMutablePointer<Self>, _ number: UInt64) -> Path {
    var path = folder(input, number)
    path.append("/name")
    return path
  }

  private static func openChannel(_ input: UnsafeMutablePointer<Self>, _ i: Int) -> Int32 {
    let number = input.pointee.number
    let channel = input.program.pointee.settings.sensor[i].channel.number
    let raw = path(input, number, .raw, channel)
    let file = raw.call { linux_open_file($0) }
    if file < 0 {
      let isForbidden = Errno.isForbidden(file)
      say(
        input, raw, file,
        isForbidden
          ? ". Allow reading it with a udev rule."
          : ". The device has no such channel: sensor.channel must be one of its in_voltageN_raw.")
      return isForbidden ? ExitCode.noPermission : ExitCode.noInput
    }
    input.pointee.files[i] = file
    var offset = text(input, path(input, number, .offset, channel))
    if offset.status != 0 { offset = text(input, path(input, number, .offset, nil)) }
    if offset.status == 0 {
      guard let value = Number.signed(offset.text) else {
        say(input, path(input, number, .offset, channel), 0, "not a whole number")
        return ExitCode.config
      }
      input.pointee.offsets[i] = value
    }
    return input.program.pointee.settings.sensor[i].sensor.circuit.full_scale != 0 ? ExitCode.ok : scale(input, i, channel)
  }

  /// full_scale from what the kernel says that a code is worth.
  private static func scale(_ input: UnsafeMutablePointer<Self>, _ i: Int, _ channel: UInt32) -> Int32 {
    let number = input.pointee.number
    var scale = text(input, path(input, number, .scale, channel))
    if scale.status != 0 { scale = text(input, path(input, number, .scale, nil)) }
    if scale.status == 0, let codes = Number.quotient(UInt64(input.program.pointee.settings.iio.supplyMv), by: scale.text),
      codes >= 1, codes <= 16_777_215
    {
      input.program.pointee.settings.sensor[i].sensor.circuit.full_scale = Int32(codes)
      return ExitCode.ok
    }
    say(
      input, path(input, number, .scale, channel), scale.status,
      scale.status != 0
        ? ". Give sensor.full_scale instead: the code at the supply voltage."
        : "millivolts per code expected, a decimal above 0. Give sensor.full_scale instead: the code at the supply voltage.")
    return ExitCode.config
  }

  /// What is wrong with a file: the system's reason, if it has one, and more.
  private static func say(_ input: UnsafeMutablePointer<Self>, _ path: Path, _ status: Int32, _ more: StaticString) {
    path.withText { input.program.say("\($0): \(status < 0 ? linux_strerror(status) : nil)\(more)") }
  }

  private static func reportNotFound(_ input: UnsafeMutablePointer<Self>) -> Int32 {
    input.program.pointee.err.begin(.error)
    input.program.pointee.options.node.withText { input.program.pointee.err.say("iio:\($0): no such device in ") }
    input.program.pointee.settings.iio.root.withText { input.program.pointee.err.foreign($0) }
    var isFirst = true
    for number in 0..<mostDevices {
      let name = text(input, named(input, number))
      if name.status != 0 { continue }
      input.program.pointee.err.say("\(isFirst ? "; there are" : ",") device\(number) (\(name.text))")
      isFirst = false
    }
    input.program.pointee.err.text(
      isFirst ? "; there is no IIO device. Is the converter in the device tree, and its driver loaded (ADS1115: modprobe ti-ads1015)?\n" : "\n")
    return ExitCode.noInput
  }

  // MARK: Reading

  /// A frame; the time is that of its last code.
  private static func readDevice(_ input: UnsafeMutablePointer<Self>) -> press_frame {
    var frame = press_frame()
    let count = input.program.pointee.settings.count(.sensor)
    let begin = now(input)
    var taken = InlineArray<8, UInt64>(repeating: 0)
    var status: Int32 = 0
    if !input.program.pointee.links[0].mayBeAsked(atUs: begin) {
      status = input.program.pointee.links[0].status
    } else if input.program.pointee.links[0].isDown {
      status = reopen(input)
    }
    for i in 0..<count {
      // Once one failed the others would too, each for as long.
      let asked = now(input)
      if status == 0 { status = readChannel(input, i, &frame) }
      // The driver converts while it is read.
      taken[i] = asked + (now(input) - asked) / 2
      if frame.present >> UInt32(i) & 1 == 0 { frame.failed |= 1 << UInt32(i) }
    }
    frame.t_us = now(input)
    for i in 0..<count where frame.present >> UInt32(i) & 1 != 0 { frame.setBefore(i, frame.t_us - taken[i]) }
    if !input.program.pointee.links[0].mayBeAsked(atUs: begin) { return frame }
    if status == 0 {
      input.program.pointee.links[0].answered()
    } else {
      input.program.pointee.links[0].failed(status, atUs: frame.t_us, firstPauseUs: 5000)
    }
    return frame
  }

  private static func readChannel(
    _ input: UnsafeMutablePointer<Self>, _ i: Int, _ frame: inout press_frame
  ) -> Int32 {
    let got = linux_read_again(input.pointee.files[i], input.program.pointee.readBuffer, textCapacity)
    let status = got < 0 ? Int32(got) : 0
    input.program.pointee.statistics.transfer(status)
    if status != 0 { return status }
    var text = Slice(base: input.program.pointee.readBuffer, count: got)
    if !text.isEmpty && text[text.count - 1] == UInt8(ascii: "\n") { text.count -= 1 }
    guard let raw = Number.signed(text.trimmed) else { return Errno.invalid }
    frame.setCode(i, Int32(clamping: raw.addingReportingOverflow(input.pointee.offsets[i]).partialValue))
    frame.present |= 1 << UInt32(i)
    return 0
  }

  /// A device that was unbound or unplugged comes back with files of its own, and perhaps another number.
  private static func reopen(_ input: UnsafeMutablePointer<Self>) -> Int32 {
    close(input)
    guard find(input) else { return Errno.noDevice }
    for i in 0..<input.program.pointee.settings.count(.sensor) {
      let channel = input.program.pointee.settings.sensor[i].channel.number
      let file = path(input, input.pointee.number, .raw, channel).call { linux_open_file($0) }
      if file < 0 { return file }
      input.pointee.files[i] = file
    }
    return 0
  }

  static func close(_ input: UnsafeMutablePointer<Self>) {
    for i in 0..<8 where input.pointee.files[i] >= 0 {
      _ = linux_close(input.pointee.files[i])
      input.pointee.files[i] = -1
    }
  }
}
