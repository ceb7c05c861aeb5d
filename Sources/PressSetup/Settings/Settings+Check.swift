import CPress
import PressCore
import PressDevice

/// What a config is for.
public enum SetupSource: UInt32 {
  /// Sensors behind converters on a bus.
  case converters = 1
  /// Codes from elsewhere, as from a file.
  case codes
  /// An IIO device of Linux.
  case iio
  /// Sensors behind converters that are to be calibrated.
  case calibration
}

/// Rules that join several keys: those of pressd, and what the library says.
extension Settings {
  /// Whether something is wrong, which `complaint` says then.
  public mutating func refuses(_ source: SetupSource) -> Bool {
    if refusesChannels(source) || refusesInteractions() || refusesKeys() || refusesFeedback(source) { return true }
    switch source {
    case .codes, .iio: return false
    case .converters, .calibration: return refusesConverters(calibrates: source == .calibration)
    }
  }

  /// What the library says, but of circuits.
  public mutating func refusesConfigs() -> Bool {
    if let why = press_config.refusal(&engine.config) { return complain(Place(.engine), library: why) }
    if let why = press_pad_config.refusal(&pad.config) { return complain(Place(.pad), library: why) }
    return refusesAttached() || (feedback.enabled && refusesFeedbackConfigs())
  }

  /// What the library says of sensors, once full_scale is known.
  public mutating func refusesSensors() -> Bool {
    for i in 0..<count(.sensor) {
      if let why = press_circuit.refusal(&sensor[i].sensor.circuit) { return complain(Place(.sensor, i), library: why) }
      if let why = press_sensor.refusal(&sensor[i].sensor) { return complain(Place(.sensor, i), library: why) }
    }
    return false
  }

  /// Everything that is known when all was read. `tables` are filled. @return whether nothing is wrong.
  static func verify(
    _ settings: UnsafeMutablePointer<Settings>, _ source: SetupSource, _ tables: UnsafeMutablePointer<PeekTables>
  ) -> Bool {
    if settings.pointee.refuses(source) || settings.pointee.refusesConfigs() { return false }
    if source != .iio && settings.pointee.refusesSensors() { return false }
    return PeekTables.fill(tables, settings)
  }

  private mutating func refusesChannels(_ source: SetupSource) -> Bool {
    for i in 0..<count(.sensor) {
      for j in 0..<i where wire(i) == wire(j) { return complain(Place(.sensor, i), "channel", "two sensors have the same channel") }
      if case .iio = source, sensor[i].channel.converter > 0 {
        return complain(Place(.sensor, i), "channel", "sensor.channel of an IIO device must be a number: N of in_voltageN_raw")
      }
    }
    return false
  }

  private mutating func refusesKeys() -> Bool {
    for i in 0..<InputKey.count {
      guard let key = InputKey(rawValue: i), uinput.code(key) != 0 else { continue }
      for j in 0..<i where InputKey(rawValue: j).map({ uinput.code($0) }) == uinput.code(key) {
        return complain(Place(.uinput), key.key, "uinput: two keys have the same code")
      }
    }
    return false
  }

  private mutating func refusesConverters(calibrates: Bool) -> Bool {
    for i in 0..<count(.sensor) {
      let wire = wire(i)
      if wire.converter < count(.converter) && wire.channel < converter[wire.converter].model.channels { continue }
      return complain(Place(.sensor, i), "channel", channelsThereAre())
    }
    for c in 0..<count(.converter) {
      if channels(ofConverter: c) == 0 {
        let first = c == 0 ? 0 : converter[0].model.channels
        return complain(
          Place(.converter, c), "",
          "no sensor is on \(Place(.converter, c)): sensor.channel \(first) to \(first + converter[c].model.channels - 1)")
      }
      if refusesConverter(c, calibrates: calibrates) || refusesCodes(c) { return true }
    }
    if count(.converter) == 2 && converter[0].ads1x15.address == converter[1].ads1x15.address {
      return complain(Place(.converter, 1), "address", "converter and converter2 have the same address")
    }
    return false
  }

  /// The highest code that counts is one that the converter can give.
  private mutating func refusesCodes(_ c: Int) -> Bool {
    let model = converter[c].model
    let largest = converter[c].largestCode
    for i in 0..<count(.sensor) where wire(i).converter == c {
      let circuit = sensor[i].sensor.circuit
      if max(circuit.max_code, 0) > largest {
        return complain(
          Place(.sensor, i), "max_code",
          "sensor.max_code is above the largest code of \(model.article) \(model.name), \(largest)")
      }
      if circuit.full_scale <= largest || circuit.max_code > 0 { continue }
      if converter[c].isRatiometric {
        return complain(
          Place(.sensor, i), "full_scale",
          "sensor.full_scale is above the largest code of \(model.article) \(model.name), \(largest): that is the code at its supply")
      }
      let millivolts = UInt32(truncatingIfNeeded: converter[c].rangeMillivolts)
      return complain(
        Place(.sensor, i), "full_scale",
        "sensor.full_scale is above the largest code of \(model.article) \(model.name), \(largest): it is supply / range * \(largest + 1) (\(3300 * (UInt32(truncatingIfNeeded: largest) + 1) / millivolts) at 3.3 V and \(millivolts) mV); where the range is less than the supply, max_code says at which code it clips"
      )
    }
    return false
  }

  private mutating func channelsThereAre() -> Message {
    let first = converter[0].model.channels
    if count(.converter) == 1 {
      return
        "sensor.channel of a converter must be 0 to \(first - 1) (AIN0 to AIN\(first - 1)); higher ones are those of converter2, if there is that section"
    }
    let second = converter[1].model.channels
    return
      "sensor.channel must be 0 to \(first - 1) (AIN0 to AIN\(first - 1) of converter) or \(first) to \(first + second - 1) (of converter2)"
  }

  /// Whether a frame comes when the one before it counts as stale already.
  public mutating func isStale(rate: UInt64) -> Bool {
    pad.config.stale_after_us > 0 && rate > 0 && 1_000_000 >= UInt64(pad.config.stale_after_us) * rate
  }
}
