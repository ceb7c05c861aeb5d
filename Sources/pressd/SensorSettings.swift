import CPress

/// One [sensor] section.
struct SensorSettings {
  var channel: UInt32 = 0
  var sensor = press_sensor()
  /// Whether full_scale was given. An IIO device says how much a code is worth.
  var hasFullScale = false

  init() {
    press_sensor_init(&sensor)
  }

  mutating func set(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "channel" { return Setting.u32(value, &channel, 0, 63, "0 to 3 (the converter's AIN), 4 to 7 (of converter2), or up to 63 (of an IIO device; column of a CSV trace)") }
    if key == "full_scale" {
      guard let code = Number.unsigned(value, most: 16_777_215), code >= 1 else { return .badValue("1 to 16777215: the code at the supply voltage") }
      sensor.circuit.full_scale = Int32(code)
      hasFullScale = true
      return .ok
    }
    if key == "resistor_ohm" { return Setting.u32(value, &sensor.circuit.resistor_ohm, 1, 16_777_215, "1 to 16777215 ohms") }
    if key == "parallel_ohm" { return Setting.u32(value, &sensor.circuit.parallel_ohm, 0, 16_777_215, "1 to 16777215 ohms, or 0: none") }
    if key == "max_code" {
      guard let code = Number.unsigned(value, most: 16_777_215) else {
        return .badValue("1 to full_scale: the highest code that the converter gives, or 0: full_scale")
      }
      sensor.circuit.max_code = Int32(code)
      return .ok
    }
    if key == "short_ohm" { return Setting.u32(value, &sensor.circuit.short_ohm, 1, 16_777_215, "1 to 16777215 ohms") }
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
    if key == "x" { return Setting.q16(value, &sensor.x, Int32.min, Int32.max, "a decimal") }
    if key == "y" { return Setting.q16(value, &sensor.y, Int32.min, Int32.max, "a decimal") }
    if key == "lag_us" { return Setting.duration(value, &sensor.lag_us) }
    if key == "creep" { return Setting.q16(value, &sensor.creep, 0, 65536, "a decimal from 0 to 1") }
    if key == "preload_force" { return Setting.q16(value, &sensor.preload_force, 0, Int32.max, Setting.notNegative) }
    if key == "zero" { return Setting.q16(value, &sensor.zero, 0, Int32.max, Setting.notNegative) }
    if key == "zero_limit" { return Setting.q16(value, &sensor.zero_limit, 0, Int32.max, Setting.notNegative) }
    if key == "span" { return Setting.q16(value, &sensor.span, 0, Int32.max, Setting.notNegative) }
    if key == "curve" { return setCurve(value) }
    return .unknownKey("channel, full_scale, resistor_ohm, parallel_ohm, max_code, short_ohm, pull_up, x, y, lag_us, creep, preload_force, zero, zero_limit, span, curve")
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
