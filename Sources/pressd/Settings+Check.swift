import CPress

/// Rules that join several keys.
extension Settings {
  /// What is wrong, or nil.
  func problem(isTrace: Bool) -> StaticString? {
    if engine.release_force > engine.touch_force { return "engine.release_force must be at most engine.touch_force" }
    if engine.zero_force >= engine.full_force { return "engine.zero_force must be below engine.full_force" }
    if engine.preview_pressure > engine.commit_pressure { return "engine.preview_pressure must be at most engine.commit_pressure" }
    if engine.commit_pressure > engine.complete_pressure { return "engine.commit_pressure must be at most engine.complete_pressure" }
    for i in 0..<sensorCount {
      for j in 0..<i where sensors[i].channel == sensors[j].channel {
        return "two sensors have the same channel"
      }
    }
    if let problem = interactions.problem(engine) { return problem }
    return isTrace ? nil : converterProblem
  }

  private var converterProblem: StaticString? {
    let is1015 = converter.model == UInt8(PRESS_ADS1015)
    if !hasRate(is1015) {
      return is1015
        ? "converter.rate_sps of an ads1015 must be 128, 250, 490, 920, 1600, 2400 or 3300"
        : "converter.rate_sps of an ads1115 must be 8, 16, 32, 64, 128, 250, 475 or 860"
    }
    if sensorCount > 4 { return "a converter has four channels: at most sensor, sensor2, sensor3 and sensor4" }
    if sensorCount > 1 && converter.flags & UInt8(PRESS_ADS1X15_CONTINUOUS) != 0 {
      return "converter.mode = continuous reads one sensor only; use single"
    }
    for i in 0..<sensorCount {
      if sensors[i].channel > 3 { return "sensor.channel of a converter must be 0 to 3 (AIN0 to AIN3)" }
      if sensors[i].sensor.circuit.full_scale > (is1015 ? 2047 : 32767) {
        return is1015
          ? "sensor.full_scale is above the largest code of an ads1015, 2047: it is supply / range * 2048 (1650 at 3.3 V and 4096 mV)"
          : "sensor.full_scale is above the largest code of an ads1115, 32767: it is supply / range * 32768 (26400 at 3.3 V and 4096 mV)"
      }
    }
    return nil
  }

  private func hasRate(_ is1015: Bool) -> Bool {
    switch converter.rate_sps {
    case 128, 250: return true
    case 8, 16, 32, 64, 475, 860: return !is1015
    case 490, 920, 1600, 2400, 3300: return is1015
    default: return false
    }
  }

  /// Least time for a frame, without the time on the bus.
  var frameUs: UInt64 {
    let period = 1_000_000 / UInt64(converter.rate_sps)
    if converter.flags & UInt8(PRESS_ADS1X15_CONTINUOUS) != 0 { return period }
    return (period * 11 / 10 + 20) * UInt64(sensorCount)
  }

  /// The same with the time on the bus at 400 kHz.
  var frameOnBusUs: UInt64 { frameUs + 300 * UInt64(sensorCount) }

  /// Whether a frame comes when the one before it counts as stale already.
  func isStale(rate: UInt64) -> Bool {
    pad.stale_after_us > 0 && rate > 0 && 1_000_000 >= UInt64(pad.stale_after_us) * rate
  }

  /// Which channels the converter reads.
  var channels: UInt8 {
    var bits: UInt8 = 0
    for i in 0..<sensorCount { bits |= 1 << UInt8(sensors[i].channel & 3) }
    return bits
  }

  /// Where the driver, which reads channels in rising order, puts the code of a sensor.
  func place(ofSensor index: Int) -> Int {
    let below = UInt8(1) << UInt8(sensors[index].channel & 3) - 1
    return (channels & below).nonzeroBitCount
  }
}
