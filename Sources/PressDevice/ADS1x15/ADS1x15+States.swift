import CPress
import PressCore

/// What each state does with an event. A function returns whether a frame is complete.
extension ADS1x15 {
  // MARK: States

  mutating func ask(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      var config: UInt16 = 0
      let status = readRegister(ADS1x15Register.config, &config)
      if status != 0 { return fail(status, now) }
      if config & ADS1x15Config.singleShot != 0 && config & ADS1x15Config.operate != 0 {
        return enterIdle(now)
      }
      // It converts. That is what this driver left, or another program's conversion.
      if written != ADS1x15Config.atReset && !holds(config) { noteConflict() }
      drainUs = ADS1x15Config.conversionUs(
        samplesPerSecond: ADS1x15Config.samplesPerSecond(config: config, is1015: is1015))
      return enter(.halting, now, 0)
    }
  }

  mutating func halt(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      written = idleConfig
      let status = write(ADS1x15Register.config, written)
      if status != 0 { return fail(status, now) }
      return enter(.confirming, now, 0)
    }
  }

  mutating func confirm(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      var config: UInt16 = 0
      let status = readRegister(ADS1x15Register.config, &config)
      if status != 0 { return fail(status, now) }
      if !holds(config) {
        noteConflict()
        return failChannel(now)
      }
      polls = 0
      return enterAfterTransfer(.draining, now, drainUs)
    }
  }

  mutating func drain(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      var config: UInt16 = 0
      let status = readRegister(ADS1x15Register.config, &config)
      if status != 0 { return fail(status, now) }
      if !holds(config) { return restartChannel(now) }
      return config & ADS1x15Config.operate != 0 ? enterIdle(now) : pollAgain(.draining, now, (drainUs &>> 3) &+ 1)
    }
  }

  mutating func setLowThreshold(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      let status = write(ADS1x15Register.lowThreshold, 0x0000)
      if status != 0 { return fail(status, now) }
      return enter(.highThreshold, now, 0)
    }
  }

  mutating func setHighThreshold(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      let status = write(ADS1x15Register.highThreshold, 0x8000)
      if status != 0 { return fail(status, now) }
      frames = 0
      return enter(.selecting, now, 0)
    }
  }

  mutating func select(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      if !isAsked && isLate(now) { return enter(.asking, now, 0) }
      polls = 0
      written = channelConfig
      let start = has(ADS1x15Flag.continuous) ? 0 : ADS1x15Config.operate
      let status = write(ADS1x15Register.config, written | start)
      if status != 0 { return fail(status, now) }
      isStartAlone = bus.wait == nil || time(now) &- idleUs <= seenUs &* UInt64(transfers)
      if has(ADS1x15Flag.continuous) {
        if isToRepeat() { return enter(.asking, now, 0) }
        // Two periods: what is read after them was begun under this setting.
        return enterAfterTransfer(.streaming, now, conversionUs &+ conversionUs)
      }
      let isEntered = enterAfterTransfer(.converting, now, has(ADS1x15Flag.readyPin) ? conversionUs : readyUs)
      takenUs = UInt32(truncatingIfNeeded: sinceUs) &+ ADS1x15Config.wakeUs &+ periodUs &>> 1
      return isEntered
    }
  }

  mutating func convert(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early:
      if !mayBeReady(now) { return false }
      return askReadyBit(now, mayWait: true)
    case .due: return askReadyBit(now, mayWait: false)
    }
  }

  mutating func read(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      var raw: UInt16 = 0
      let status = readRegister(ADS1x15Register.conversion, &raw)
      if status != 0 { return fail(status, now) }
      pending = code(raw)
      // Within this time no conversion can have begun and ended since the config was right.
      let isSafe = bus.wait != nil && time(now) &- idleUs < UInt64(shortestUs)
      return isSafe && !isDoubtful(raw) ? takeCode(now) : enter(.verifying, now, 0)
    }
  }

  mutating func stream(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early:
      // While the new setting settles an edge means nothing.
      if waitUs != periodUs || !mayBeReady(now) { return false }
      // It ended with the edge.
      return readStream(now, since: now, middle: periodUs &>> 1)
    case .due:
      // It ended at any time since the period before. A step that is late by less than a period delays no later one: a loop that wakes some
      // microseconds after each deadline reads as often as the converter converts.
      let dueUs = sinceUs &+ UInt64(waitUs)
      let isInStep = !has(ADS1x15Flag.readyPin) && now &- dueUs < UInt64(periodUs)
      return readStream(now, since: isInStep ? dueUs : now, middle: periodUs)
    }
  }

  mutating func verify(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      var config: UInt16 = 0
      let status = readRegister(ADS1x15Register.config, &config)
      if status != 0 { return fail(status, now) }
      if !holds(config) { return restartChannel(now) }
      let isDone = has(ADS1x15Flag.continuous) || config & ADS1x15Config.operate != 0
      return isDone ? takeCode(now) : pollAgain(.converting, now, pollUs)
    }
  }

  // MARK: Parts of states

  /// Whether an early step may be the edge of the ready pin: it cannot come before 1/1.1 of a period has passed.
  private func mayBeReady(_ now: UInt64) -> Bool {
    has(ADS1x15Flag.readyPin) && now &- sinceUs >= UInt64(periodUs) &- UInt64(periodUs &>> 3)
  }

  /// A converter that was reset meanwhile holds 0; a bus that nothing drives reads all ones.
  private func isDoubtful(_ raw: UInt16) -> Bool { raw == 0 || raw == 0xFFFF }

  private mutating func askReadyBit(_ now: UInt64, mayWait: Bool) -> Bool {
    var config: UInt16 = 0
    let status = readRegister(ADS1x15Register.config, &config)
    if status != 0 { return fail(status, now) }
    if !holds(config) { return restartChannel(now) }
    let isReady = config & ADS1x15Config.operate != 0
    if !mayWait && polls == 0 { learn(isReady) }
    if !isReady { return mayWait ? false : pollAgain(.converting, now, pollUs) }
    seeIdle(now)
    return enter(isToRepeat() ? .selecting : .reading, now, 0)
  }

  /// A 32nd of a period later where the first look was too early, a 512th earlier where it was not: so one look in 17 is, and that costs less
  /// than to wait for the slowest oscillator each time.
  private mutating func learn(_ isReady: Bool) {
    if !isReady {
      readyUs = min(readyUs &+ periodUs &>> 5, conversionUs &+ periodUs &>> 2)
    } else if readyUs > periodUs &- periodUs &>> 2 {
      readyUs &-= periodUs &>> 9 &+ 1
    }
  }

  /// The converter is idle, as a transfer read that began at `began`.
  private mutating func seeIdle(_ began: UInt64) {
    idleUs = time(began)
    seenUs = idleUs &- began
    transfers = 0
    isAsked = true
  }

  /// Too much time has passed since the converter was seen idle for a start to be alone.
  private func isLate(_ now: UInt64) -> Bool {
    bus.wait != nil && now &- idleUs > seenUs &* UInt64(transfers) &+ seenUs &>> 2
  }

  /// Whether the conversion that began last is to be made again. A start while a conversion runs has no effect, and no register says
  /// whose conversion it is. But a start that follows so closely on a look at the idle converter that another program's transfer has
  /// no place between them is alone. On a bus where few are close enough conversions count as they are.
  private mutating func isToRepeat() -> Bool {
    if isStartAlone && !isRepeat && credit < 2 &* Self.startsPerRepeat { credit &+= 1 }
    isRepeat = !isStartAlone && !isRepeat && credit >= Self.startsPerRepeat
    if isRepeat { credit &-= Self.startsPerRepeat }
    return isRepeat
  }

  /// Not done: ask again, a limited number of times.
  private mutating func pollAgain(_ state: ADS1x15State, _ now: UInt64, _ waitUs: UInt32) -> Bool {
    if polls >= config.ready_polls {
      lastError = Status.timedOut
      return failChannel(now)
    }
    polls &+= 1
    return enter(state, now, waitUs)
  }

  /// @param since when the period of the next reading begins.
  /// @param middle how long before now the middle of the conversion was.
  private mutating func readStream(_ now: UInt64, since: UInt64, middle: UInt32) -> Bool {
    takenUs = UInt32(truncatingIfNeeded: now) &- middle
    streamedUs = since
    var raw: UInt16 = 0
    let status = readRegister(ADS1x15Register.conversion, &raw)
    if status != 0 { return fail(status, now) }
    pending = code(raw)
    // The config after the code: another program's conversion may end between the two.
    return enter(.verifying, now, 0)
  }

  private mutating func enter(_ state: ADS1x15State, _ now: UInt64, _ waitUs: UInt32) -> Bool {
    self.state = state
    self.sinceUs = now
    self.waitUs = waitUs
    return false
  }

  /// What is waited for began with the end of the transfer, not with the step.
  private mutating func enterAfterTransfer(_ state: ADS1x15State, _ now: UInt64, _ waitUs: UInt32) -> Bool {
    bus.wait == nil ? enter(state, now, waitUs &+ Self.slowTransferUs) : enter(state, time(now), waitUs)
  }

  /// After a transfer that began then; without a clock, then.
  private func time(_ began: UInt64) -> UInt64 { bus.wait.map { max($0(0, bus.user), began) } ?? began }

  /// The converter is idle, whatever was before.
  private mutating func enterIdle(_ now: UInt64) -> Bool {
    seeIdle(now)
    return enter(has(ADS1x15Flag.readyPin) ? .lowThreshold : .selecting, now, 0)
  }

  private mutating func takeCode(_ now: UInt64) -> Bool {
    frame.take(pending, at: index, us: takenUs)
    return nextChannel(now, failed: false)
  }

  private mutating func failChannel(_ now: UInt64) -> Bool {
    frame.failed |= 1 &<< index
    return nextChannel(now, failed: true)
  }

  /// The bus stalled: it would for the other channels too, each for as long. The whole rest of the frame is given up.
  private mutating func failFrame(_ now: UInt64) -> Bool {
    while !failChannel(now) {}
    return true
  }

  /// What a failed transfer costs: its channel, or, after a time-out, the rest of the frame.
  private mutating func fail(_ status: Int32, _ now: UInt64) -> Bool {
    status == Status.timedOut ? failFrame(now) : failChannel(now)
  }

  private mutating func noteConflict() {
    lastError = Status.state
    conflicts &+= 1
  }

  /// The converter does not hold what was written: another program wrote to it, it was reset, or is another chip. Begin the channel
  /// again, a limited number of times.
  private mutating func restartChannel(_ now: UInt64) -> Bool {
    noteConflict()
    if restarts >= config.retries { return failChannel(now) }
    restarts &+= 1
    return enter(.asking, now, 0)
  }

  private mutating func nextChannel(_ now: UInt64, failed: Bool) -> Bool {
    index &+= 1
    restarts = 0
    isAsked = false
    isRepeat = false
    let above = config.channels & ~((2 &<< channel) &- 1)
    let complete = above == 0
    if !complete { channel = UInt8(truncatingIfNeeded: above.trailingZeroBitCount) }
    if failed {
      // A pause, so that a caller who steps whenever something is due does not hammer a bus that is down.
      _ = enter(.asking, now, complete ? conversionUs : 0)
    } else if has(ADS1x15Flag.continuous) {
      _ = enter(.streaming, streamedUs, periodUs)
    } else if complete && has(ADS1x15Flag.readyPin) && frames >= Self.framesPerThresholds {
      _ = enter(.lowThreshold, now, 0)
    } else {
      _ = enter(.selecting, now, 0)
    }
    if complete { frames &+= 1 }
    return complete
  }

  mutating func beginFrame() {
    frame = press_frame()
    index = 0
    channel = UInt8(truncatingIfNeeded: config.channels.trailingZeroBitCount)
  }
}
