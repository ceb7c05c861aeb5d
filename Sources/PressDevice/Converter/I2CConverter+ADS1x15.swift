import CPress
import PressCore

/// States of an ADS1115, ADS1015 and TLA2024. A code is used only if the converter had the config that was written, and was ready:
/// docs/hardware/codes.md has the cost of these checks.
extension I2CConverter {
  /// With READY_PIN the thresholds are written again once in this many frames, in case the converter was reset.
  private static let framesPerThresholds: UInt32 = 64
  /// The number of starts that were alone for each conversion that is made again: if few starts on a bus are alone, few are made again.
  static let startsPerRepeat: UInt8 = 4

  // MARK: States

  mutating func look(_ now: UInt64) -> Bool {
    var config: UInt16 = 0
    let status = readWord(ADS1x15Config.config, &config)
    if status != 0 { return fail(status, now) }
    if config & ADS1x15Config.singleShot != 0 && config & ADS1x15Config.operate != 0 { return enterIdle(now) }
    // A conversion runs: this driver left it, or another program began it.
    if written != ADS1x15Config.atReset && !holds(config) { noteConflict() }
    drainUs = ADS1x15Config.conversionUs(samplesPerSecond: ADS1x15Config.samplesPerSecond(config: config, is1015: is1015))
    return enter(.halting, now, 0)
  }

  mutating func halt(_ now: UInt64) -> Bool {
    written = idleConfig
    let status = writeWord(ADS1x15Config.config, written)
    if status != 0 { return fail(status, now) }
    return enter(.confirming, now, 0)
  }

  mutating func confirm(_ now: UInt64) -> Bool {
    var config: UInt16 = 0
    let status = readWord(ADS1x15Config.config, &config)
    if status != 0 { return fail(status, now) }
    if !holds(config) {
      noteConflict()
      return failChannel(now)
    }
    polls = 0
    return enterAfterTransfer(.draining, now, drainUs)
  }

  mutating func drain(_ now: UInt64) -> Bool {
    var config: UInt16 = 0
    let status = readWord(ADS1x15Config.config, &config)
    if status != 0 { return fail(status, now) }
    if !holds(config) { return restart(now) }
    return config & ADS1x15Config.operate != 0 ? enterIdle(now) : pollAgain(.draining, now, (drainUs &>> 3) &+ 1)
  }

  /// ALERT/RDY means "ready" when the thresholds are the wrong way round.
  mutating func setLowThreshold(_ now: UInt64) -> Bool {
    let status = writeWord(ADS1x15Config.lowThreshold, 0x0000)
    if status != 0 { return fail(status, now) }
    return enter(.highThreshold, now, 0)
  }

  mutating func setHighThreshold(_ now: UInt64) -> Bool {
    let status = writeWord(ADS1x15Config.highThreshold, 0x8000)
    if status != 0 { return fail(status, now) }
    codes = 0
    return enter(.selecting, now, 0)
  }

  mutating func select(_ now: UInt64) -> Bool {
    if !isAsked && isLate(now) { return enter(.looking, now, 0) }
    polls = 0
    written = channelConfig
    let isContinuous = has(ConverterFlag.continuous)
    let status = writeWord(ADS1x15Config.config, written | (isContinuous ? 0 : ADS1x15Config.operate))
    if status != 0 { return fail(status, now) }
    isStartAlone = bus.wait == nil || time(now) &- idleUs <= seenUs &* UInt64(transfers)
    if isContinuous {
      if isToRepeat() { return enter(.looking, now, 0) }
      // After two periods a reading is of a conversion that began with this setting.
      return enterAfterTransfer(.streaming, now, longestUs &+ longestUs)
    }
    let isEntered = enterAfterTransfer(.converting, now, has(ConverterFlag.readyPin) ? longestUs : readyUs)
    takenUs = UInt32(truncatingIfNeeded: sinceUs) &+ ADS1x15Config.wakeUs &+ periodUs &>> 1
    return isEntered
  }

  /// @param isEarly the caller came before the time of the state; with READY_PIN that may be an edge.
  mutating func convert(_ now: UInt64, isEarly: Bool) -> Bool {
    if isEarly && !mayBeReady(now) { return false }
    var config: UInt16 = 0
    let status = readWord(ADS1x15Config.config, &config)
    if status != 0 { return fail(status, now) }
    if !holds(config) { return restart(now) }
    let isReady = config & ADS1x15Config.operate != 0
    if !isEarly && polls == 0 { learn(isReady) }
    if !isReady { return isEarly ? false : pollAgain(.converting, now, pollUs) }
    seeIdle(now)
    return enter(isToRepeat() ? .selecting : .fetching, now, 0)
  }

  mutating func fetch(_ now: UInt64) -> Bool {
    var raw: UInt16 = 0
    let status = readWord(ADS1x15Config.conversion, &raw)
    if status != 0 { return fail(status, now) }
    pending = code(raw)
    // Within this time no conversion can have begun and ended since the config was right.
    let isSafe = bus.wait != nil && time(now) &- idleUs < UInt64(shortestUs)
    // A converter that was reset meanwhile holds 0; a bus that nothing drives reads all ones.
    return isSafe && raw != 0 && raw != 0xFFFF ? takeCode(takenUs, now) : enter(.checking, now, 0)
  }

  mutating func stream(_ now: UInt64, isEarly: Bool) -> Bool {
    if isEarly {
      // While the new setting settles an edge means nothing.
      if waitUs != periodUs || !mayBeReady(now) { return false }
      // The conversion ended with the edge.
      return readStream(now, since: now, middle: periodUs &>> 1)
    }
    // The conversion ended at any time within the last period. A step that is late by less than a period delays no later one: a loop that wakes some
    // microseconds after each deadline reads as often as the converter converts.
    let dueUs = sinceUs &+ UInt64(waitUs)
    let isInStep = !has(ConverterFlag.readyPin) && now &- dueUs < UInt64(periodUs)
    return readStream(now, since: isInStep ? dueUs : now, middle: periodUs)
  }

  mutating func check(_ now: UInt64) -> Bool {
    var config: UInt16 = 0
    let status = readWord(ADS1x15Config.config, &config)
    if status != 0 { return fail(status, now) }
    if !holds(config) { return restart(now) }
    let isDone = has(ConverterFlag.continuous) || config & ADS1x15Config.operate != 0
    return isDone ? takeCode(takenUs, now) : pollAgain(.converting, now, pollUs)
  }

  /// Enters the state of the next channel.
  mutating func goOn(_ now: UInt64, isComplete: Bool) {
    if has(ConverterFlag.continuous) {
      _ = enter(.streaming, streamedUs, periodUs)
    } else {
      let isDue = isComplete && has(ConverterFlag.readyPin) && codes >= Self.framesPerThresholds
      _ = enter(isDue ? .lowThreshold : .selecting, now, 0)
    }
  }

  // MARK: Parts of states

  func has(_ flag: UInt8) -> Bool { config.flags & flag != 0 }
  private var is1015: Bool { part.mostBits < 15 }
  private var pollUs: UInt32 { (periodUs &>> 3) &+ 1 }
  /// The shortest time of a conversion: at the highest rate, by an oscillator that is a quarter fast.
  private var shortestUs: UInt32 { is1015 ? 227 : 872 }

  /// Whether an early step may be the edge of the ready pin: it cannot come before 1/1.1 of a period has passed.
  private func mayBeReady(_ now: UInt64) -> Bool {
    has(ConverterFlag.readyPin) && now &- sinceUs >= UInt64(periodUs) &- UInt64(periodUs &>> 3)
  }

  /// Adapts the time of the first look at the ready bit: a 32nd of a period later if it was too early, else a 512th earlier. So one look in
  /// 17 is too early, which costs less than waiting for the slowest oscillator each time.
  private mutating func learn(_ isReady: Bool) {
    if !isReady {
      readyUs = min(readyUs &+ periodUs &>> 5, longestUs &+ periodUs &>> 2)
    } else if readyUs > periodUs &- periodUs &>> 2 {
      readyUs &-= periodUs &>> 9 &+ 1
    }
  }

  /// Notes that the converter is idle, by a transfer that began at `began`.
  private mutating func seeIdle(_ began: UInt64) {
    idleUs = time(began)
    seenUs = idleUs &- began
    transfers = 0
    isAsked = true
  }

  /// Goes on from an idle converter, whatever the state before was.
  private mutating func enterIdle(_ now: UInt64) -> Bool {
    seeIdle(now)
    return enter(has(ConverterFlag.readyPin) ? .lowThreshold : .selecting, now, 0)
  }

  /// Whether too much time has passed since the converter was seen idle for a start to be alone.
  private func isLate(_ now: UInt64) -> Bool {
    bus.wait != nil && now &- idleUs > seenUs &* UInt64(transfers) &+ seenUs &>> 2
  }

  /// Whether the last conversion must be made again. A start while a conversion runs has no effect, and no register says whose
  /// conversion it is. But a start is alone if it follows a look at the idle converter so closely that no transfer of another program
  /// fits between them. If only few starts on a bus are so close, their conversions are used as they are.
  private mutating func isToRepeat() -> Bool {
    if isStartAlone && !isRepeat && credit < 2 &* Self.startsPerRepeat { credit &+= 1 }
    isRepeat = !isStartAlone && !isRepeat && credit >= Self.startsPerRepeat
    if isRepeat { credit &-= Self.startsPerRepeat }
    return isRepeat
  }

  /// @param since when the period of the next reading begins.
  /// @param middle how long before now the middle of the conversion was.
  private mutating func readStream(_ now: UInt64, since: UInt64, middle: UInt32) -> Bool {
    takenUs = UInt32(truncatingIfNeeded: now) &- middle
    streamedUs = since
    var raw: UInt16 = 0
    let status = readWord(ADS1x15Config.conversion, &raw)
    if status != 0 { return fail(status, now) }
    pending = code(raw)
    // The config after the code: another program's conversion may end between the two.
    return enter(.checking, now, 0)
  }

  // MARK: Registers

  private var channelConfig: UInt16 {
    let comparator: UInt16 = has(ConverterFlag.readyPin) ? 0 : ADS1x15Config.comparatorOff
    let mode: UInt16 = has(ConverterFlag.continuous) ? 0 : ADS1x15Config.singleShot
    return ADS1x15Config.multiplexer(channel: channel) | gainAndRate | mode | comparator
  }

  var idleConfig: UInt16 {
    ADS1x15Config.multiplexer(channel: channel) | gainAndRate | ADS1x15Config.singleShot | ADS1x15Config.comparatorOff
  }

  private var gainAndRate: UInt16 {
    ADS1x15Config.gain(rangeMillivolts: config.range_mv) | ADS1x15Config.dataRate(rateCode, is1015: is1015)
  }

  private func holds(_ config: UInt16) -> Bool { (config ^ written) & ~ADS1x15Config.operate == 0 }

  /// The code of a raw word. A negative one reads as 0: it is noise about ground. The low bits of an ADS1015 are not always 0.
  private func code(_ raw: UInt16) -> Int32 {
    let signed = max(Int32(Int16(bitPattern: raw)), 0)
    return is1015 ? signed &>> 4 : signed
  }

  /// Lets the comparator watch a channel; the next step begins again.
  package mutating func watch(channel: UInt32, low: Int32, high: Int32) -> Int32 {
    let isRead = channel < 4 && config.channels &>> UInt16(truncatingIfNeeded: channel) & 1 != 0
    guard part.family == .ads1x15, part.hasComparator, isRead, low <= high else { return Status.invalid }
    beginAgain()
    let most = part.largestCode(0)
    let shift = is1015 ? UInt16(4) : 0
    // With `low` 0 no code is too low: noise about ground is below 0. The low bits of an ADS1015 may be 1.
    let lowest: UInt16 = low > 0 ? UInt16(truncatingIfNeeded: min(low, most)) &<< shift : 0x8000
    let highest = UInt16(truncatingIfNeeded: min(max(high, 0), most)) &<< shift | (is1015 ? 15 : 0)
    var status = writeWord(ADS1x15Config.lowThreshold, lowest)
    if status == 0 { status = writeWord(ADS1x15Config.highThreshold, highest) }
    written =
      ADS1x15Config.multiplexer(channel: UInt8(truncatingIfNeeded: channel)) | gainAndRate | ADS1x15Config.window | ADS1x15Config.afterTwo
    if status == 0 { status = writeWord(ADS1x15Config.config, written) }
    return status
  }

  mutating func writeWord(_ register: UInt8, _ value: UInt16) -> Int32 {
    if transfers < UInt8.max { transfers &+= 1 }
    return write((register, UInt8(truncatingIfNeeded: value &>> 8), UInt8(truncatingIfNeeded: value)), count: 3)
  }

  private mutating func readWord(_ register: UInt8, _ value: inout UInt16) -> Int32 {
    if transfers < UInt8.max { transfers &+= 1 }
    var bytes: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    let status = read((1, register, 0), &bytes, count: 2)
    if status == 0 { value = UInt16(bytes.0) &<< 8 | UInt16(bytes.1) }
    return status
  }
}
