import CPress
import PressDevice
import PressSetup

/// A converter behind its driver.
enum Converter {
  case none
  case ads1x15(press_ads1x15)
  case part(press_converter)

  /// @return 0 or a negative status.
  mutating func start(_ settings: ConverterKeys, channels: UInt16, _ bus: inout press_bus) -> Int32 {
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

  /// What the driver answers: both have functions of their own for the same. `none` without one.
  private mutating func ask<Answer>(
    none: Answer, _ ads1x15: (inout press_ads1x15) -> Answer, _ part: (inout press_converter) -> Answer
  ) -> Answer {
    let answer: Answer
    switch self {
    case .none: return none
    case .ads1x15(var driver):
      answer = ads1x15(&driver)
      self = .ads1x15(driver)
    case .part(var driver):
      answer = part(&driver)
      self = .part(driver)
    }
    return answer
  }

  /// Does what is due. @return whether the frame is complete.
  mutating func step(_ nowUs: UInt64, _ frame: inout press_frame) -> Bool {
    ask(none: 0, { press_ads1x15_step(&$0, nowUs, &frame) }, { press_converter_step(&$0, nowUs, &frame) }) == 1
  }

  /// When the next step is due.
  var nextUs: UInt64 {
    mutating get { ask(none: UInt64.max, { press_ads1x15_next_deadline(&$0) }, { press_converter_next_deadline(&$0) }) }
  }

  var lastError: Int32 {
    mutating get { ask(none: 0, { press_ads1x15_last_error(&$0) }, { press_converter_last_error(&$0) }) }
  }

  /// Lets its comparator watch a channel, where it has one. One that fails is found by the next frame.
  mutating func watch(channel: UInt32, low: Int32, high: Int32) {
    guard case .ads1x15(var driver) = self else { return }
    _ = press_ads1x15_watch(&driver, channel, low, high)
    self = .ads1x15(driver)
  }

  /// Puts it to sleep.
  mutating func stop() { _ = ask(none: 0, { press_ads1x15_stop(&$0) }, { press_converter_stop(&$0) }) }
}
