import CPress

/// Rules that join several keys: those of pressd, and what the library says.
extension Settings {
  /// What is wrong, or nil.
  func problem(_ source: Options.Source) -> StaticString? {
    for i in 0..<sensorCount {
      for j in 0..<i where sensors[i].channel == sensors[j].channel {
        return "two sensors have the same channel"
      }
    }
    if let problem = interactions.problem(engine) { return problem }
    if let problem = input.problem { return problem }
    switch source {
    case .trace, .iio: return nil
    case .i2c, .simulation: return convertersProblem
    }
  }

  /// What the library says against a section.
  typealias Refusal = (section: StaticString, why: UnsafePointer<CChar>)

  /// But for circuits.
  mutating func refusal() -> Refusal? {
    var why: UnsafePointer<CChar>?
    if press_config_check(&engine, &why) != 0, let why { return ("engine", why) }
    if press_pad_config_check(&pad, &why) != 0, let why { return ("pad", why) }
    return interactions.refusal()
  }

  /// Once full_scale is known: an IIO device says its own.
  mutating func circuitRefusal() -> Refusal? {
    var why: UnsafePointer<CChar>?
    for i in 0..<sensorCount {
      if press_circuit_check(&sensors[i].sensor.circuit, &why) != 0, let why { return ("sensor", why) }
    }
    return nil
  }

  private var convertersProblem: StaticString? {
    for i in 0..<sensorCount where sensors[i].channel > (converterCount == 1 ? 3 : 7) {
      return converterCount == 1
        ? "sensor.channel of a converter must be 0 to 3 (AIN0 to AIN3); 4 to 7 are those of converter2, if there is that section"
        : "sensor.channel must be 0 to 3 (AIN0 to AIN3 of converter) or 4 to 7 (of converter2)"
    }
    for c in 0..<converterCount {
      if let problem = problem(ofConverter: c) { return problem }
    }
    if converterCount == 2 && converters[0].config.address == converters[1].config.address {
      return "converter and converter2 have the same address"
    }
    return nil
  }

  private func problem(ofConverter index: Int) -> StaticString? {
    let converter = converters[index]
    let is1015 = converter.is1015
    if !Self.hasRate(converter.config.rate_sps, is1015) {
      return is1015
        ? "converter.rate_sps of an ads1015 must be 128, 250, 490, 920, 1600, 2400 or 3300"
        : "converter.rate_sps of an ads1115 must be 8, 16, 32, 64, 128, 250, 475 or 860"
    }
    let count = channels(ofConverter: index).nonzeroBitCount
    if count == 0 {
      return index == 0 ? "no sensor is on converter: sensor.channel 0 to 3" : "no sensor is on converter2: sensor.channel 4 to 7"
    }
    if count > 1 && converter.isContinuous {
      return "converter.mode = continuous reads one sensor only; use single"
    }
    for i in 0..<sensorCount where self.converter(ofSensor: i) == index {
      if sensors[i].sensor.circuit.full_scale > (is1015 ? 2047 : 32767) {
        return is1015
          ? "sensor.full_scale is above the largest code of an ads1015, 2047: it is supply / range * 2048 (1650 at 3.3 V and 4096 mV)"
          : "sensor.full_scale is above the largest code of an ads1115, 32767: it is supply / range * 32768 (26400 at 3.3 V and 4096 mV)"
      }
    }
    return nil
  }

  private static func hasRate(_ rate: UInt16, _ is1015: Bool) -> Bool {
    switch rate {
    case 128, 250: return true
    case 8, 16, 32, 64, 475, 860: return !is1015
    case 490, 920, 1600, 2400, 3300: return is1015
    default: return false
    }
  }

  /// Least time for a frame, with so much for a channel on the bus. Two converters convert at the same time.
  private func frameUs(onBusUs: UInt64) -> UInt64 {
    var longest: UInt64 = 0
    for c in 0..<converterCount {
      let period = 1_000_000 / UInt64(converters[c].config.rate_sps)
      let conversion = converters[c].isContinuous ? period : period * 11 / 10 + 20
      longest = max(longest, (conversion + onBusUs) * UInt64(channels(ofConverter: c).nonzeroBitCount))
    }
    return longest
  }

  /// The longest that a conversion takes.
  var conversionUs: UInt64 {
    var longest: UInt64 = 0
    for c in 0..<converterCount { longest = max(longest, 1_000_000 / UInt64(converters[c].config.rate_sps) * 11 / 10 + 20) }
    return longest
  }

  /// Without the time on the bus.
  var frameUs: UInt64 { frameUs(onBusUs: 0) }

  /// With the time on the bus at 400 kHz. The second converter begins, and ends, that much later.
  var frameOnBusUs: UInt64 { frameUs(onBusUs: 300) + 300 * UInt64(converterCount - 1) }

  /// Whether a frame comes when the one before it counts as stale already.
  func isStale(rate: UInt64) -> Bool {
    pad.stale_after_us > 0 && rate > 0 && 1_000_000 >= UInt64(pad.stale_after_us) * rate
  }

  func converter(ofSensor index: Int) -> Int { converterCount == 2 && sensors[index].channel > 3 ? 1 : 0 }

  /// Which channels a converter reads.
  func channels(ofConverter index: Int) -> UInt8 {
    var bits: UInt8 = 0
    for i in 0..<sensorCount where converter(ofSensor: i) == index { bits |= 1 << UInt8(sensors[i].channel & 3) }
    return bits
  }

  /// Where the driver, which reads channels in rising order, puts the code of a sensor.
  func place(ofSensor index: Int) -> Int {
    let below = UInt8(1) << UInt8(sensors[index].channel & 3) - 1
    return (channels(ofConverter: converter(ofSensor: index)) & below).nonzeroBitCount
  }
}
