import CPress
import PressDevice

/// A converter behind its driver.
enum Converter {
  case none
  case ads1x15(press_ads1x15)
  case part(press_converter)

  /// @return 0 or a negative status.
  mutating func start(_ settings: ConverterSettings, channels: UInt16, _ bus: inout press_bus) -> Int32 {
    if let number = settings.model.partNumber {
      var driver = press_converter()
      var config = settings.partConfig(number, channels)
      let status = press_converter_init(&driver, &config, &bus)
      self = .part(driver)
      return status
    }
    var driver = press_ads1x15()
    var config = settings.ads1x15Config(channels)
    let status = press_ads1x15_init(&driver, &config, &bus)
    self = .ads1x15(driver)
    return status
  }

  /// Does what is due. @return whether the frame is complete.
  mutating func step(_ nowUs: UInt64, _ frame: inout press_frame) -> Bool {
    switch self {
    case .none: return false
    case .ads1x15(var driver):
      let status = press_ads1x15_step(&driver, nowUs, &frame)
      self = .ads1x15(driver)
      return status == 1
    case .part(var driver):
      let status = press_converter_step(&driver, nowUs, &frame)
      self = .part(driver)
      return status == 1
    }
  }

  /// When the next step is due.
  var nextUs: UInt64 {
    switch self {
    case .none: return UInt64.max
    case .ads1x15(var driver): return press_ads1x15_next(&driver)
    case .part(var driver): return press_converter_next(&driver)
    }
  }

  var lastError: Int32 {
    switch self {
    case .none: return 0
    case .ads1x15(var driver): return press_ads1x15_last_error(&driver)
    case .part(var driver): return press_converter_last_error(&driver)
    }
  }

  /// Lets its comparator watch a channel, where it has one. One that fails is found by the next frame.
  mutating func watch(channel: UInt32, low: Int32, high: Int32) {
    guard case .ads1x15(var driver) = self else { return }
    _ = press_ads1x15_watch(&driver, channel, low, high)
    self = .ads1x15(driver)
  }

  /// Puts it to sleep.
  mutating func stop() {
    switch self {
    case .none: break
    case .ads1x15(var driver):
      _ = press_ads1x15_stop(&driver)
      self = .ads1x15(driver)
    case .part(var driver):
      _ = press_converter_stop(&driver)
      self = .part(driver)
    }
  }
}
