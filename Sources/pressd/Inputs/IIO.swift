import CPress
import CPressLinux
import PressSetup

/// A converter behind a driver of the kernel (IIO), read through sysfs: one file for each channel, one conversion for each read.
/// KernelDriver has the differences of the drivers.
struct IIO: TickedInput {
  let program: UnsafeMutablePointer<Program>
  var ticker = Ticker()
  private var number: UInt64 = 0
  /// The files of the channels, open while pressd runs.
  private var files = InlineArray<8, Int32>(repeating: -1)
  private var offsets = InlineArray<8, Int64>(repeating: 0)
  /// The number of low bits that are dropped from codes that are too fine for the library.
  private var shifts = InlineArray<8, Int64>(repeating: 0)
  private var driver = KernelDriver()

  init(_ program: UnsafeMutablePointer<Program>) { self.program = program }

  private static let mostDevices: UInt64 = 64
  private static let textCapacity = 64

  static var isLive: Bool { true }

  /// The rate. How long the driver takes is not known: deadlines that it misses are counted.
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

  /// in_voltage0_scale, in_voltage0-voltage1_scale; `shared`: the same of all channels, or of all pairs. A converter with one input has no number.
  private static func path(
    _ input: UnsafeMutablePointer<Self>, _ channel: Channel, _ attribute: Attribute, shared: Shared = .none
  ) -> Path {
    var path = folder(input, input.pointee.number)
    path.append("/in_voltage")
    switch shared {
    case .none:
      path.append(UInt64(channel.number))
      if channel.pairedWith > 0 {
        path.append("-voltage")
        path.append(UInt64(channel.pairedWith - 1))
      }
    case .pairs: path.append("-voltage")
    case .all: break
    }
    switch attribute {
    case .raw: path.append("_raw")
    case .scale: path.append("_scale")
    case .offset: path.append("_offset")
    }
    return path
  }

  private enum Shared {
    case none, pairs, all
  }

  /// The text of the file of a channel, else of the one that all pairs, or all channels, share.
  private static func text(
    _ input: UnsafeMutablePointer<Self>, _ channel: Channel, _ attribute: Attribute
  ) -> (status: Int32, text: Slice, shared: Shared) {
    let own = text(input, path(input, channel, attribute))
    if !Errno.isAbsent(own.status) { return (own.status, own.text, .none) }
    if channel.pairedWith > 0 {
      let ofPairs = text(input, path(input, channel, attribute, shared: .pairs))
      if !Errno.isAbsent(ofPairs.status) { return (ofPairs.status, ofPairs.text, .pairs) }
    }
    let ofAll = text(input, path(input, channel, attribute, shared: .all))
    return (ofAll.status, ofAll.text, Errno.isAbsent(ofAll.status) ? .none : .all)
  }

  /// The file of the codes of a channel. @return a descriptor, or a negative error.
  private static func openRaw(_ input: UnsafeMutablePointer<Self>, _ channel: Channel) -> Int32 {
    let file = path(input, channel, .raw).call { linux_open_file($0) }
    if !Errno.isAbsent(file) || channel.number > 0 || channel.pairedWith > 0 { return file }
    let bare = path(input, channel, .raw, shared: .all).call { linux_open_file($0) }
    return bare < 0 ? file : bare
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
    if input.pointee.driver.isOfLoadCells { input.program.pointee.settings.completeHeavyCells() }
    let frame = readDevice(input)
    if frame.failed == 0 || linux_signal() != 0 { return ExitCode.ok }
    return Advice.report(input.program, .iio, input.program.pointee.links[0].status)
  }

  /// Finds the device by number, deviceN or iio:deviceN; by its file "name", which may be its address on a bus; by its chip, or its driver.
  private static func find(_ input: UnsafeMutablePointer<Self>) -> Bool {
    input.program.pointee.options.node.withText { asked in
      var digits = asked
      if digits.starts("iio:") { digits = digits.dropping(4) }
      if digits.starts("device"), let number = Number.unsigned(digits.dropping(6), most: 9999) {
        guard let driver = named(input, number) else { return false }
        (input.pointee.number, input.pointee.driver) = (number, driver)
        return true
      }
      for way in 0..<3 {
        for number in 0..<mostDevices {
          guard let driver = named(input, number), driver.name(way).withText({ $0 == asked }) else { continue }
          (input.pointee.number, input.pointee.driver) = (number, driver)
          return true
        }
      }
      return false
    }
  }

  /// The names of a device; nil: there is no such device.
  private static func named(_ input: UnsafeMutablePointer<Self>, _ number: UInt64) -> KernelDriver? {
    var path = folder(input, number)
    path.append("/name")
    let name = text(input, path)
    if name.status != 0 { return nil }
    var driver = KernelDriver()
    driver.device = Path(name.text)
    // The folder above is that of the chip.
    path = folder(input, number)
    path.append("/../name")
    let chip = text(input, path)
    if chip.status == 0 { driver.chip = Path(chip.text) }
    path = folder(input, number)
    path.append("/../driver")
    let buffer = input.program.pointee.readBuffer
    let count = path.call { linux_link_name($0, buffer, textCapacity) }
    if count > 0 { driver.driver = Path(Slice(base: buffer, count: Int(count))) }
    return driver
  }

  // MARK: Channels

  private static func openChannel(_ input: UnsafeMutablePointer<Self>, _ i: Int) -> Int32 {
    let channel = input.program.pointee.settings.sensor[i].channel
    let raw = path(input, channel, .raw)
    let file = openRaw(input, channel)
    if file < 0 {
      let isForbidden = Errno.isForbidden(file)
      say(input, raw, file, isForbidden ? ". Allow reading it with a udev rule." : ". sensor.channel is N of in_voltageN_raw. ")
      if !isForbidden { sayChannels(input) }
      return isForbidden ? ExitCode.noPermission : ExitCode.noInput
    }
    input.pointee.files[i] = file
    let offset = text(input, channel, .offset)
    if offset.status == 0 {
      guard let value = Number.signed(offset.text) else {
        say(input, path(input, channel, .offset), 0, "not a whole number")
        return ExitCode.config
      }
      input.pointee.offsets[i] = value
    }
    if input.pointee.driver.isOfLoadCells { return loadCell(input, i, hasOffset: offset.status == 0) }
    return input.program.pointee.settings.sensor[i].sensor.circuit.full_scale != 0 ? ExitCode.ok : scale(input, i, channel)
  }

  /// The upper 16 of 24 bits with 32768 for 0 V, as the library's own driver gives them: the scale in the chip does not matter.
  private static func loadCell(_ input: UnsafeMutablePointer<Self>, _ i: Int, hasOffset: Bool) -> Int32 {
    if !input.pointee.driver.isOffsetBinary || hasOffset { input.pointee.offsets[i] += KernelDriver.middleOf24Bits }
    input.pointee.shifts[i] = 8
    if input.program.pointee.settings.takeLoadCell(i) { return ExitCode.ok }
    input.program.say("\(Place(.sensor, i)).curve: a load cell has none by default: calibrate it, or give a table and zero")
    return ExitCode.config
  }

  /// Sets full_scale by the kernel's value of one code, and the highest code.
  private static func scale(_ input: UnsafeMutablePointer<Self>, _ i: Int, _ channel: Channel) -> Int32 {
    let scale = text(input, channel, .scale)
    let name = path(input, channel, .scale, shared: scale.shared)
    if scale.status != 0 {
      say(
        input, name, scale.status,
        Errno.isAbsent(scale.status)
          ? ". Give sensor.full_scale instead: the code at the supply voltage."
          : ": the driver does not know its reference (a regulator of the device tree). Give sensor.full_scale instead: the code at the supply voltage."
      )
      return ExitCode.config
    }
    let isInVolts = input.pointee.driver.isInVolts(scale.text)
    let supply = UInt64(input.program.pointee.settings.iio.supplyMv)
    guard var codes = Number.quotient(supply, by: scale.text, thousandths: isInVolts) else {
      let isZero = Number.quotient(1, by: scale.text, thousandths: false) == nil && Number.q16(scale.text) == 0
      say(
        input, name, 0,
        isZero
          ? "it is 0: the driver does not know its reference (a regulator, or a property of the device tree). Give sensor.full_scale instead: the code at the supply voltage."
          : "millivolts per code expected, a decimal above 0. Give sensor.full_scale instead: the code at the supply voltage.")
      return ExitCode.config
    }
    while codes > KernelDriver.mostCodes {
      codes = (codes + 1) / 2
      input.pointee.shifts[i] += 1
    }
    if codes < 1 || input.pointee.shifts[i] > 16 {
      say(
        input, name, 0,
        codes < 1
          ? "a code is worth more than iio.supply_mv. Give sensor.full_scale instead: the code at the supply voltage."
          : "a code is worth less than a millionth of a millivolt. Give sensor.full_scale instead: the code at the supply voltage.")
      return ExitCode.config
    }
    input.program.pointee.settings.sensor[i].sensor.circuit.full_scale = Int32(codes)
    let last = input.pointee.driver.largestCode(scale.text) >> input.pointee.shifts[i]
    if last > 0 && input.program.pointee.settings.sensor[i].sensor.circuit.max_code <= 0 {
      input.program.pointee.settings.sensor[i].sensor.circuit.max_code = Int32(min(last, Int64(codes)))
    }
    return ExitCode.ok
  }

  /// Lists the channels of the device.
  private static func sayChannels(_ input: UnsafeMutablePointer<Self>) {
    input.program.pointee.err.begin(.error)
    input.program.pointee.err.text("the device has")
    var isFirst = true
    var channel = Channel()
    func sayIfThere(_ channel: Channel, _ shared: Shared) -> Bool {
      let file = path(input, channel, .raw, shared: shared).call { linux_open_file($0) }
      if file < 0 { return false }
      _ = linux_close(file)
      input.program.pointee.err.say("\(isFirst ? " sensor.channel " : ", ")\(channel.number)")
      if channel.pairedWith > 0 { input.program.pointee.err.say("-\(channel.pairedWith - 1)") }
      isFirst = false
      return true
    }
    if !sayIfThere(channel, .all) {
      for number in 0..<UInt32(32) {
        channel.number = number
        _ = sayIfThere(channel, .none)
      }
    }
    for number in 0..<UInt32(16) {
      for other in 0..<UInt32(16) where other != number {
        channel.number = number
        channel.pairedWith = other + 1
        _ = sayIfThere(channel, .none)
      }
    }
    input.program.pointee.err.text(isFirst ? " no channel of voltage\n" : "\n")
    input.program.pointee.err.flush()
  }

  /// Reports a problem with a file: the system's reason, if it has one, and more.
  private static func say(_ input: UnsafeMutablePointer<Self>, _ path: Path, _ status: Int32, _ more: StaticString) {
    path.withText { input.program.say("\($0): \(status < 0 ? linux_strerror(status) : nil)\(more)") }
  }

  private static func reportNotFound(_ input: UnsafeMutablePointer<Self>) -> Int32 {
    input.program.pointee.err.begin(.error)
    let isOfHwmon = input.program.pointee.options.node.withText { Words("ads7828,ads7830,pcf8591").index(of: $0) != nil }
    input.program.pointee.options.node.withText { input.program.pointee.err.say("iio:\($0): no such device in ") }
    input.program.pointee.settings.iio.root.withText { input.program.pointee.err.foreign($0) }
    var isFirst = true
    for number in 0..<mostDevices {
      guard let driver = named(input, number) else { continue }
      input.program.pointee.err.say("\(isFirst ? "; there are" : ",") device\(number) (")
      driver.device.withText { input.program.pointee.err.foreign($0) }
      if driver.isNamedByAddress && !driver.chip.isEmpty {
        input.program.pointee.err.text(": ")
        driver.chip.withText { input.program.pointee.err.foreign($0) }
      }
      input.program.pointee.err.text(")")
      isFirst = false
    }
    if isOfHwmon {
      input.program.pointee.err.text(". The kernel's driver of this chip is of hwmon, which has no raw codes: read it with --source i2c\n")
    } else {
      input.program.pointee.err.text(
        isFirst ? "; there is no IIO device. Is the converter in the device tree, and its driver loaded (ADS1115: modprobe ti-ads1015)?\n" : "\n")
    }
    return ExitCode.noInput
  }

  // MARK: Reading

  /// Reads a frame; its time is that of its last code.
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
      // If one channel fails, the others would fail, too, after the same time.
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
    let (sum, overflow) = raw.addingReportingOverflow(input.pointee.offsets[i])
    if overflow { return Errno.invalid }
    frame.setCode(i, Int32(clamping: sum >> input.pointee.shifts[i]))
    frame.present |= 1 << UInt32(i)
    return 0
  }

  /// Opens the device again: after unbinding or unplugging it has new files, and perhaps another number.
  private static func reopen(_ input: UnsafeMutablePointer<Self>) -> Int32 {
    close(input)
    guard find(input) else { return Errno.noDevice }
    for i in 0..<input.program.pointee.settings.count(.sensor) {
      let file = openRaw(input, input.program.pointee.settings.sensor[i].channel)
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
