import CPress
import PressCore

/// One function for each state, called when the state is due. It returns whether a frame is complete.
extension I2CConverter {
  // MARK: States

  /// An ADC121C021 may have been left converting by itself. The reference of an ADS7828 is off after a reset.
  mutating func prepare(_ now: UInt64) -> Bool {
    if config.reference_mv != 0 {
      let status = write(command.first, 0, count: 1)
      if status != 0 { return fail(status, now) }
      return enter(.reading, now, Self.referenceUs)
    }
    let status = write(ConverterFamily.ADC121Register.config, 0, count: 2)
    if status != 0 { return fail(status, now) }
    return enter(.verifying, now, 0)
  }

  mutating func verify(_ now: UInt64) -> Bool {
    var bytes: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    let status = read((1, ConverterFamily.ADC121Register.config, 0), &bytes, count: 1)
    if status != 0 { return fail(status, now) }
    if bytes.0 != 0 { return restart(now) }
    codes = 0
    return enter(.reading, now, 0)
  }

  mutating func start(_ now: UInt64) -> Bool {
    let command = command
    let status = write(command.first, command.second, count: command.count)
    if status != 0 { return fail(status, now) }
    polls = 0
    // This part converts when it is read.
    if periodUs == 0 { return enter(.reading, now, 0) }
    let isEntered = enterAfterTransfer(.reading, now, periodUs)
    takenUs = UInt32(truncatingIfNeeded: sinceUs) &+ periodUs &>> 1
    return isEntered
  }

  mutating func read(_ now: UInt64) -> Bool {
    let command = command
    var bytes: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    let isStarted = part.family.isStarted
    let errorBefore = lastError
    lastError = 0
    let status = read(isStarted ? (0, 0, 0) : command, &bytes, count: part.family.answerCount(bits: bits))
    if status != 0 { return fail(status, now) }
    let isRetried = lastError != 0
    if !isRetried { lastError = errorBefore }
    switch part.family.decode(bytes, bits: bits, command: command.first, channel: channel) {
    case .wrong: return setUpAgain(now)
    // The try that failed has reached the converter, and its conversion counts as read.
    case .unready where isRetried: return again(now, state: first)
    case .unready: return pollAgain(now)
    case .code(let code):
      pending = max(code, 0)
      if part.family == .nau7802 {
        if drops > 0 { return drop(now) }
        return isDoubtful(bytes, now) ? enter(.proving, now, 0) : takeCode(takenUs, now)
      }
      if periodUs == 0 { takenUs = UInt32(truncatingIfNeeded: now) }
      // The channel in the answer does not prove the rest of the setting.
      return part.family == .tla2528 ? enter(.proving, now, 0) : takeCode(takenUs, now)
    }
  }

  mutating func takeCode(_ us: UInt32, _ now: UInt64) -> Bool {
    frame.take(pending, at: index, us: us)
    if part.family != .ads1x15 { codes &+= 1 }
    return nextChannel(now, failed: false)
  }

  // MARK: Parts of states

  mutating func enter(_ state: State, _ now: UInt64, _ waitUs: UInt32) -> Bool {
    self.state = state
    self.sinceUs = now
    self.waitUs = waitUs
    return false
  }

  /// Enters a state whose wait begins with the end of the transfer, not with the step.
  mutating func enterAfterTransfer(_ state: State, _ now: UInt64, _ waitUs: UInt32) -> Bool {
    bus.wait == nil ? enter(state, now, waitUs &+ Self.slowTransferUs) : enter(state, time(now), waitUs)
  }

  /// The time after a transfer that began at `began`; without a clock, `began`.
  func time(_ began: UInt64) -> UInt64 { bus.wait.map { max($0(0, bus.user), began) } ?? began }

  /// Waits for an eighth of a conversion, because it is not done; a limited number of times.
  mutating func pollAgain(_ now: UInt64) -> Bool {
    pollAgain(part.family == .nau7802 ? .asking : .reading, now, (periodUs &>> 3) &+ 1)
  }

  mutating func pollAgain(_ state: State, _ now: UInt64, _ waitUs: UInt32) -> Bool {
    if polls >= config.ready_polls {
      lastError = Status.timedOut
      // A running NAU7802 gives conversions; this one does not, so all settings are written again.
      scriptStep = NAU7802Script.beginning
      return failChannel(now)
    }
    polls &+= 1
    return enter(state, now, waitUs)
  }

  /// Ends the channel of a failed transfer; after a time-out, all channels that remain in the frame: the bus would stall for them,
  /// too.
  mutating func fail(_ status: Int32, _ now: UInt64) -> Bool {
    if status != Status.timedOut { return failChannel(now) }
    while !failChannel(now) {}
    return true
  }

  mutating func failChannel(_ now: UInt64) -> Bool {
    frame.failed |= 1 &<< index
    return nextChannel(now, failed: true)
  }

  /// Begins again, because the answer does not fit the settings: the part was reset, another program set it up, or it is another chip.
  mutating func restart(_ now: UInt64, state: State? = nil) -> Bool {
    noteConflict()
    return again(now, state: state ?? first)
  }

  mutating func noteConflict() {
    lastError = Status.state
    conflicts &+= 1
  }

  /// Restarts likewise, and begins the script that sets the converter up again.
  mutating func setUpAgain(_ now: UInt64) -> Bool {
    scriptStep = NAU7802Script.beginning
    return restart(now)
  }

  /// Begins the channel again, a limited number of times.
  private mutating func again(_ now: UInt64, state: State) -> Bool {
    if restarts >= config.retries { return failChannel(now) }
    restarts &+= 1
    polls = 0
    return enter(state, now, 0)
  }

  private mutating func nextChannel(_ now: UInt64, failed: Bool) -> Bool {
    index &+= 1
    restarts = 0
    polls = 0
    isAsked = false
    isRepeat = false
    let above = config.channels & ~((2 &<< UInt16(channel)) &- 1)
    let complete = above == 0
    if !complete { channel = UInt8(truncatingIfNeeded: above.trailingZeroBitCount) }
    if failed {
      // A script that did not come to its end begins again.
      if scriptStep < NAU7802Script.done { scriptStep = NAU7802Script.beginning }
      _ = enter(first, now, complete ? part.family == .ads1x15 ? longestUs : max(periodUs, Self.pauseUs) : 0)
    } else if part.family == .ads1x15 {
      goOn(now, isComplete: complete)
    } else if part.family == .nau7802 {
      _ = enter(isAlone ? .asking : .switching, now, isAlone ? periodUs &- periodUs &>> 3 : 0)
    } else {
      let isDue = part.family.isVerified && codes >= Self.codesPerVerification
      _ = enter(isDue || part.family.isStarted ? first : .reading, now, 0)
    }
    if complete && part.family == .ads1x15 { codes &+= 1 }
    return complete
  }

  mutating func beginFrame() {
    frame = press_frame()
    index = 0
    channel = UInt8(truncatingIfNeeded: config.channels.trailingZeroBitCount)
  }

  // MARK: Transfers

  mutating func write(_ first: UInt8, _ second: UInt8, count: Int) -> Int32 {
    part.family == .tla2528 ? write((ConverterFamily.TLA2528Register.write, first, second), count: 3) : write((first, second, 0), count: count)
  }

  mutating func write(_ bytes: (UInt8, UInt8, UInt8), count: Int) -> Int32 {
    var out = bytes
    return withUnsafePointer(to: &out) { tuple in
      bus.exchange(
        config.address, UnsafeRawPointer(tuple).assumingMemoryBound(to: UInt8.self), count, nil, 0, retries: config.retries, error: &lastError)
    }
  }

  mutating func read(
    _ command: (count: Int, first: UInt8, second: UInt8), _ bytes: inout (UInt8, UInt8, UInt8, UInt8), count: Int
  ) -> Int32 {
    var out: (UInt8, UInt8) = (command.first, command.second)
    return withUnsafePointer(to: &out) { tuple in
      withUnsafeMutablePointer(to: &bytes) { into in
        bus.exchange(
          config.address, command.count == 0 ? nil : UnsafeRawPointer(tuple).assumingMemoryBound(to: UInt8.self), command.count,
          UnsafeMutableRawPointer(into).assumingMemoryBound(to: UInt8.self), count, retries: config.retries, error: &lastError)
      }
    }
  }
}
