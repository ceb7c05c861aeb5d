import CPress
import CPressLinux

/// One [sensor] section.
struct SensorSettings {
  var channel: UInt32 = 0
  var sensor = press_sensor()
  /// Whether full_scale was given. An IIO device says how much a code is worth.
  var hasFullScale = false

  /// The keys of this section that a calibration would replace.
  private var given: UInt32 = 0

  init() {
    press_sensor_init(&sensor)
  }

  /// The section of a sensor that begins as a copy of another one.
  mutating func beginSection() { given = 0 }

  mutating func set(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "calibration" { return setCalibration(value) }
    let result = setKey(key, value)
    if case .ok = result { given |= Self.bit(key) }
    return result
  }

  private static func bit(_ key: Slice) -> UInt32 {
    if key == "full_scale" { return 1 }
    if key == "resistor_ohm" { return 2 }
    if key == "parallel_ohm" { return 4 }
    if key == "pull_up" { return 8 }
    if key == "x" { return 16 }
    if key == "y" { return 32 }
    if key == "max_code" { return 128 }
    if key == "short_ohm" { return 256 }
    if key == "preload_force" { return 512 }
    if key == "zero" { return 1024 }
    if key == "span" { return 2048 }
    return key == "curve" ? 64 : 0
  }

  private mutating func setKey(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "channel" { return Setting.u32(value, &channel, 0, 63, "0 to 3 (the converter's AIN), 4 to 7 (of converter2), or up to 63 (of an IIO device; column of a CSV trace)") }
    if key == "full_scale" {
      guard let code = Number.unsigned(value, most: 16_777_215), code >= 1 else { return .badValue("1 to 16777215: the code at the supply voltage") }
      sensor.circuit.full_scale = Int32(code)
      hasFullScale = true
      return .ok
    }
    if key == "max_code" {
      guard let code = Number.unsigned(value, most: 16_777_215) else {
        return .badValue("1 to full_scale: the highest code that the converter gives, or 0: full_scale")
      }
      sensor.circuit.max_code = Int32(code)
      return .ok
    }
    if key == "pull_up" {
      if value == "yes" {
        sensor.circuit.flags |= UInt32(PRESS_CIRCUIT_PULL_UP)
      } else if value == "no" {
        sensor.circuit.flags &= ~UInt32(PRESS_CIRCUIT_PULL_UP)
      } else {
        return .badValue("yes (FSR to ground) or no (FSR to the supply)")
      }
      return .ok
    }
    if key == "curve" { return setCurve(value) }
    if let result = sensor.circuit.set(key, value) ?? sensor.set(key, value) { return result }
    return .unknownKey("channel, full_scale, max_code, pull_up, curve, calibration", .sensor)
  }

  /// Takes what a calibration file holds, but for the keys that this section gives itself, before or behind.
  private mutating func setCalibration(_ value: Slice) -> SetResult {
    var path = Path()
    if !path.set(value) { return .badValue("the path of a calibration file, up to 255 bytes") }
    let fd = path.call { linux_open_read($0) }
    if fd < 0 { return .badFile(value, linux_strerror(fd)) }
    // One byte more than a calibration has shows that there are more.
    let capacity = Int(PRESS_CALIBRATION_BYTES) + 1
    var bytes = InlineArray<201, UInt8>(repeating: 0)
    var count = 0
    var failed: Int32 = 0
    var calibration = press_calibration()
    press_calibration_init(&calibration)
    let status = withUnsafeMutablePointer(to: &bytes) {
      let buffer = UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
      while count < capacity {
        let got = linux_read(fd, buffer + count, capacity - count)
        if got < 0 { failed = Int32(truncatingIfNeeded: got) }
        if got <= 0 { break }
        count += got
      }
      return press_calibration_load(buffer, count, &calibration)
    }
    _ = linux_close(fd)
    if failed < 0 { return .badFile(value, linux_strerror(failed)) }
    if status == Int32(PRESS_ERR_INVAL) { return .badFile(value, Self.notACalibration) }
    if status < 0 { return .badFile(value, press_strerror(status)) }
    let own = sensor
    _ = press_calibration_apply(&calibration, &sensor)
    if given & 1 != 0 { sensor.circuit.full_scale = own.circuit.full_scale }
    if given & 2 != 0 { sensor.circuit.resistor_ohm = own.circuit.resistor_ohm }
    if given & 4 != 0 { sensor.circuit.parallel_ohm = own.circuit.parallel_ohm }
    if given & 8 != 0 { sensor.circuit.flags = own.circuit.flags }
    if given & 16 != 0 { sensor.x = own.x }
    if given & 32 != 0 { sensor.y = own.y }
    if given & 64 != 0 { sensor.curve = own.curve }
    if given & 128 != 0 { sensor.circuit.max_code = own.circuit.max_code }
    if given & 256 != 0 { sensor.circuit.short_ohm = own.circuit.short_ohm }
    if given & 512 != 0 { sensor.preload_force = own.preload_force }
    if given & 1024 != 0 { sensor.zero = own.zero }
    if given & 2048 != 0 { sensor.span = own.span }
    hasFullScale = true
    return .ok
  }

  private static var notACalibration: UnsafePointer<CChar> {
    let text: StaticString = "not a calibration, or one with values out of range"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  private mutating func setCurve(_ value: Slice) -> SetResult {
    var words = value
    let kind = words.takeWord()
    if kind == "power" {
      let conductance = Number.q16(words.takeWord())
      let force = Number.q16(words.takeWord())
      let exponent = Number.q16(words.takeWord())
      guard let conductance, let force, let exponent, words.isEmpty,
        press_curve_power(&sensor.curve, conductance, force, exponent) == 0
      else { return .badValue("power MICROSIEMENS NEWTONS EXPONENT, all above 0, exponent 0.25 to 4") }
      return .ok
    }
    let accepted: StaticString = "table MICROSIEMENS:NEWTONS ..., 1 to 16 points, both rising from above 0; or power MICROSIEMENS NEWTONS EXPONENT"
    if !(kind == "table") { return .badValue(accepted) }
    var points = InlineArray<16, press_curve_point>(repeating: press_curve_point())
    var count = 0
    while !words.isEmpty {
      var point = words.takeWord()
      let conductance = Number.q16(point.takeField(UInt8(ascii: ":")))
      guard count < 16, let conductance, let force = Number.q16(point) else { return .badValue(accepted) }
      points[count] = press_curve_point(conductance: conductance, force: force)
      count += 1
    }
    let status = withUnsafePointer(to: &points) {
      press_curve_table(&sensor.curve, UnsafeRawPointer($0).assumingMemoryBound(to: press_curve_point.self), count)
    }
    return status == 0 ? .ok : .badValue(accepted)
  }
}
