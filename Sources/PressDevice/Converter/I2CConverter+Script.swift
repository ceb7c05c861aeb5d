import CPress
import PressCore

/// States of an NAU7802: it is set up once, and then converts by itself.
extension I2CConverter {
  private typealias Register = ConverterFamily.NAU7802Register
  /// After a start or a switch six conversions settle, and the part may withhold them ("First data"; iio/adc/nau7802.c drops as
  /// many). The one that is there then is dropped too: it may have begun before.
  private var settlingUs: UInt32 { 6 &* periodUs &+ periodUs &>> 2 }

  mutating func follow(_ now: UInt64) -> Bool {
    let step = NAU7802Script.step(scriptStep, rateCode: rateCode, gainCode: Self.gainCode(config), channels: config.channels)
    switch step {
    case .done: return begin(now)
    case .write(let register, let value, let thenUs):
      let status = write(register, value, count: 2)
      if status != 0 { return fail(status, now) }
      polls = 0
      scriptStep &+= 1
      return enter(.scripted, now, thenUs)
    case .check:
      var value: UInt8 = 0
      let status = readRegister(Register.powerUp, &value)
      if status != 0 { return fail(status, now) }
      let isRunning = value & ~Register.cycleReady == Register.running
      polls = 0
      scriptStep = isRunning ? NAU7802Script.last(config.channels) : NAU7802Script.beginning
      return enter(.scripted, now, 0)
    case .until(let register, let mask, let expected, let everyUs, let most):
      return wait(now, register, mask, expected, everyUs, most)
    }
  }

  private mutating func wait(
    _ now: UInt64, _ register: UInt8, _ mask: UInt8, _ expected: UInt8, _ everyUs: UInt32, _ most: UInt8
  ) -> Bool {
    var value: UInt8 = 0
    let status = readRegister(register, &value)
    if status != 0 { return fail(status, now) }
    if value & mask == expected {
      scriptStep &+= 1
      return enter(.scripted, now, 0)
    }
    polls &+= 1
    if polls <= UInt16(most) { return enter(.scripted, now, everyUs) }
    // It never wakes, or its calibration fails: another chip, or no bridge.
    scriptStep = NAU7802Script.beginning
    lastError = Status.state
    return failChannel(now)
  }

  /// It runs.
  private mutating func begin(_ now: UInt64) -> Bool {
    scriptStep = UInt8.max
    polls = 0
    drops = 1
    return config.channels == 3 ? enter(.switching, now, 0) : enter(.asking, now, settlingUs)
  }

  mutating func choose(_ now: UInt64) -> Bool {
    let status = write(Register.control2, NAU7802Script.control2(rateCode, channel), count: 2)
    if status != 0 { return fail(status, now) }
    polls = 0
    drops = 1
    return enter(.asking, now, settlingUs)
  }

  mutating func ask(_ now: UInt64) -> Bool {
    var value: UInt8 = 0
    let status = readRegister(Register.powerUp, &value)
    if status != 0 { return fail(status, now) }
    if value & ~Register.cycleReady != Register.running {
      scriptStep = NAU7802Script.beginning
      return restart(now)
    }
    if value & Register.cycleReady == 0 { return pollAgain(now) }
    // It ended within the last poll.
    takenUs = UInt32(truncatingIfNeeded: now) &- periodUs &>> 1
    return enter(.reading, now, 0)
  }

  mutating func drop(_ now: UInt64) -> Bool {
    drops &-= 1
    polls = 0
    return enter(.asking, now, periodUs &- periodUs &>> 3)
  }

  private mutating func readRegister(_ register: UInt8, _ value: inout UInt8) -> Int32 {
    var bytes: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    let status = read((1, register, 0), &bytes, count: 1)
    value = bytes.0
    return status
  }
}
