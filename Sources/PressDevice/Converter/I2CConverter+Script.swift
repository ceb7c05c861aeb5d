import CPress
import PressCore

/// States of an NAU7802: it is set up once, and then converts by itself; and of a TLA2528, which converts when it is read.
extension I2CConverter {
  private typealias Register = ConverterFamily.NAU7802Register
  private typealias TLA2528 = ConverterFamily.TLA2528Register
  /// After a start or a switch six conversions settle, and the part may withhold them ("First data"; iio/adc/nau7802.c drops as
  /// many). The one that is there then is dropped too: it may have begun before.
  private var settlingUs: UInt32 { 6 &* periodUs &+ periodUs &>> 2 }

  mutating func follow(_ now: UInt64) -> Bool {
    let step =
      part.family == .tla2528
      ? TLA2528Script.step(scriptStep)
      : NAU7802Script.step(
        scriptStep, rateCode: rateCode, gainCode: Self.gainCode(config), ldo: NAU7802Script.ldo(config), channels: config.channels)
    switch step {
    case .done: return begin(now)
    case .write(let register, let value, let thenUs):
      let status = write(register, value, count: 2)
      if status != 0 { return fail(status, now) }
      polls = 0
      scriptStep &+= 1
      return enter(.scripted, now, thenUs)
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
    // The part never wakes, or its calibration fails: it is another chip, or has no bridge.
    scriptStep = NAU7802Script.beginning
    lastError = Status.state
    return failChannel(now)
  }

  /// Begins to read: the script is done and the converter runs.
  private mutating func begin(_ now: UInt64) -> Bool {
    scriptStep = NAU7802Script.done
    polls = 0
    drops = 1
    if part.family == .tla2528 { return enter(.starting, now, 0) }
    return isAlone ? enter(.asking, now, settlingUs) : enter(.switching, now, 0)
  }

  mutating func choose(_ now: UInt64) -> Bool {
    let status = write(Register.control2, NAU7802Script.control2(rateCode, channel), count: 2)
    if status != 0 { return fail(status, now) }
    polls = 0
    drops = 1
    return enter(.asking, now, settlingUs)
  }

  mutating func ask(_ now: UInt64) -> Bool {
    var bytes: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    let status = readSetting(&bytes)
    if status != 0 { return fail(status, now) }
    if !isSet(bytes) { return setAgain(bytes, now) }
    if bytes.0 & Register.cycleReady == 0 { return pollAgain(now) }
    // The conversion ended after the poll before; or, at the first poll, within a period.
    takenUs = UInt32(truncatingIfNeeded: now) &- (polls > 0 ? periodUs &>> 1 : periodUs)
    // Only after an unready poll is it known that the next conversion ends much later.
    return enter(.reading, polls > 0 ? sinceUs : 0, 0)
  }

  mutating func prove(_ now: UInt64) -> Bool {
    var bytes: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    let status = readSetting(&bytes)
    if status != 0 { return fail(status, now) }
    if part.family == .tla2528 {
      // 12 bits with their channel, all pins are inputs.
      return bytes == (TLA2528.appendsChannel, 0, 0, 0) ? takeCode(takenUs, now) : setUpAgain(now)
    }
    return isSet(bytes) ? takeCode(takenUs, now) : setAgain(bytes, now)
  }

  /// Whether a code may be of another setting. The code is 0 after a reset. A conversion of another setting can have ended since the poll,
  /// unless the converter was unready shortly before.
  func isDoubtful(_ bytes: (UInt8, UInt8, UInt8, UInt8), _ now: UInt64) -> Bool {
    let end = bus.wait.map { $0(0, bus.user) } ?? now
    return bytes.0 | bytes.1 | bytes.2 == 0 || end &- sinceUs > UInt64(periodUs &>> 1)
  }

  /// PU_CTRL, CTRL1 and CTRL2; of a TLA2528 DATA_CFG, OSR_CFG, OPMODE_CFG and PIN_CFG.
  private mutating func readSetting(_ bytes: inout (UInt8, UInt8, UInt8, UInt8)) -> Int32 {
    part.family == .tla2528 ? read((2, TLA2528.readBlock, TLA2528.data), &bytes, count: 4) : read((1, Register.powerUp, 0), &bytes, count: 3)
  }

  private func isSet(_ bytes: (UInt8, UInt8, UInt8, UInt8)) -> Bool {
    isRunning(bytes) && bytes.2 == NAU7802Script.control2(rateCode, channel)
  }

  /// Whether the converter runs with the supply, the gain, the LDO and the calibration that it was given.
  private func isRunning(_ bytes: (UInt8, UInt8, UInt8, UInt8)) -> Bool {
    bytes.0 & ~Register.cycleReady == Register.running | NAU7802Script.ldo(config) && bytes.1 == NAU7802Script.control1(Self.gainCode(config))
  }

  /// Chooses the channel or the rate again if only these differ; else sets the converter up again, with a calibration.
  private mutating func setAgain(_ bytes: (UInt8, UInt8, UInt8, UInt8), _ now: UInt64) -> Bool {
    if isRunning(bytes) { return restart(now, state: .switching) }
    scriptStep = NAU7802Script.beginning
    return restart(now)
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
