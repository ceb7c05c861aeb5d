import CPress
import PressDevice

/// The converters that pressd knows; `model` of docs/pressd.md lists them. Each says here what it is, and which driver reads it.
extension ConverterModel {
  var name: StaticString {
    switch self {
    case .ads1115: "ads1115"
    case .ads1015: "ads1015"
    }
  }

  /// AIN0 and on.
  var channels: Int {
    switch self {
    case .ads1115, .ads1015: 4
    }
  }

  var largestCode: Int32 {
    switch self {
    case .ads1115: 32767
    case .ads1015: 2047
    }
  }
}

extension ConverterSettings {
  /// What is wrong with the section, or nil. `channels`: the bits of those that are read.
  func complaint(_ index: Int, channels: UInt16) -> Complaint? {
    switch model {
    case .ads1115, .ads1015: ads1x15Complaint(Place(.converter, index), channels)
    }
  }

  /// The longest that a conversion takes.
  var conversionUs: UInt64 {
    switch model {
    case .ads1115, .ads1015: 1_000_000 / UInt64(ads1x15.rate_sps) * 11 / 10 + 20
    }
  }

  /// From one conversion to the next of another channel, or, where it converts without pause, of the same.
  var periodUs: UInt64 {
    switch model {
    case .ads1115, .ads1015:
      let period = 1_000_000 / UInt64(ads1x15.rate_sps)
      return mode == .continuous ? period : period * 11 / 10 + 20
    }
  }

  private func ads1x15Complaint(_ place: Place, _ channels: UInt16) -> Complaint? {
    let rates = model == .ads1015 ? Words("128,250,490,920,1600,2400,3300") : Words("8,16,32,64,128,250,475,860")
    if !rates.hold(UInt64(ads1x15.rate_sps)) {
      return Complaint(
        place, "rate_sps",
        model == .ads1015
          ? "converter.rate_sps of an ads1015 must be 128, 250, 490, 920, 1600, 2400 or 3300"
          : "converter.rate_sps of an ads1115 must be 8, 16, 32, 64, 128, 250, 475 or 860")
    }
    if channels.nonzeroBitCount > 1 && mode == .continuous {
      return Complaint(place, "mode", "converter.mode = continuous reads one sensor only; use single")
    }
    return nil
  }

  /// The config of the driver.
  fileprivate func ads1x15Config(_ channels: UInt16) -> press_ads1x15_config {
    var config = ads1x15
    config.model = UInt8(model == .ads1015 ? PRESS_ADS1015 : PRESS_ADS1115)
    config.channels = UInt8(truncatingIfNeeded: channels)
    config.flags = readyPin.chip.isEmpty ? 0 : UInt8(PRESS_ADS1X15_READY_PIN)
    switch mode {
    case .single: break
    case .singlePoll: config.flags |= UInt8(PRESS_ADS1X15_POLL_READY)
    case .continuous: config.flags |= UInt8(PRESS_ADS1X15_CONTINUOUS)
    }
    return config
  }
}

/// A converter behind its driver.
enum Converter {
  case none
  case ads1x15(press_ads1x15)

  /// @return 0 or a negative status.
  mutating func start(_ settings: ConverterSettings, channels: UInt16, _ bus: inout press_bus) -> Int32 {
    switch settings.model {
    case .ads1115, .ads1015:
      var driver = press_ads1x15()
      var config = settings.ads1x15Config(channels)
      let status = press_ads1x15_init(&driver, &config, &bus)
      self = .ads1x15(driver)
      return status
    }
  }

  /// Does what is due. @return whether the frame is complete.
  mutating func step(_ nowUs: UInt64, _ frame: inout press_frame) -> Bool {
    switch self {
    case .none: return false
    case .ads1x15(var driver):
      let status = press_ads1x15_step(&driver, nowUs, &frame)
      self = .ads1x15(driver)
      return status == 1
    }
  }

  /// When the next step is due.
  var nextUs: UInt64 {
    switch self {
    case .none: return UInt64.max
    case .ads1x15(var driver): return press_ads1x15_next(&driver)
    }
  }

  var lastError: Int32 {
    switch self {
    case .none: return 0
    case .ads1x15(var driver): return press_ads1x15_last_error(&driver)
    }
  }

  /// Puts it to sleep.
  mutating func stop() {
    switch self {
    case .none: break
    case .ads1x15(var driver):
      _ = press_ads1x15_stop(&driver)
      self = .ads1x15(driver)
    }
  }
}

/// The chip, for the simulated bus.
enum SimulatedConverter: SimulatedChip {
  case ads1x15(SimulatedADS1x15)

  init(_ model: ConverterModel) {
    switch model {
    case .ads1115, .ads1015: self = .ads1x15(SimulatedADS1x15(is1015: model == .ads1015))
    }
  }

  var oscillatorError: Double {
    get {
      switch self {
      case .ads1x15(let chip): chip.oscillatorError
      }
    }
    set {
      switch self {
      case .ads1x15(var chip):
        chip.oscillatorError = newValue
        self = .ads1x15(chip)
      }
    }
  }

  var isStuck: Bool {
    get {
      switch self {
      case .ads1x15(let chip): chip.isStuck
      }
    }
    set {
      switch self {
      case .ads1x15(var chip):
        chip.isStuck = newValue
        self = .ads1x15(chip)
      }
    }
  }

  var signalsReady: Bool {
    switch self {
    case .ads1x15(let chip): chip.signalsReady
    }
  }

  var readyNs: UInt64? {
    switch self {
    case .ads1x15(let chip): chip.readyNs
    }
  }

  mutating func reset() {
    switch self {
    case .ads1x15(var chip):
      chip.reset()
      self = .ads1x15(chip)
    }
  }

  mutating func delay(untilNs ns: UInt64) {
    switch self {
    case .ads1x15(var chip):
      chip.delay(untilNs: ns)
      self = .ads1x15(chip)
    }
  }

  mutating func write(_ bytes: UnsafePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    switch self {
    case .ads1x15(var chip):
      chip.write(bytes, count: count, ns: ns, &wires)
      self = .ads1x15(chip)
    }
  }

  mutating func read(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    switch self {
    case .ads1x15(var chip):
      chip.read(bytes, count: count, ns: ns, &wires)
      self = .ads1x15(chip)
    }
  }
}
