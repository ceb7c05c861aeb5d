import CPress
import PressCore

/// One function for each state, called when the state is due; it does one transfer.
extension DRV2605L {
  // MARK: Setting up

  mutating func identify(_ now: UInt64) {
    if readStatus(now) != nil { enter(.waking, now, 0) }
  }

  mutating func configure(_ now: UInt64) {
    send(DRV2605LRegister.rated, config.setup(results), DRV2605LRegister.control4, count: 9, then: .verifying, now)
  }

  /// Verifies that the chip was not reset and keeps its settings. CONTROL4 is not compared: one of its bits is the chip's.
  mutating func verify(_ now: UInt64) {
    guard let found = receive(DRV2605LRegister.rated, count: 8, now) else { return }
    if found != config.setup(results) { return fail(Status.state, now) }
    isProven = true
    pauseUs = Self.firstPauseUs
    if requiresCalibration { return enter(.calibrationMode, now, 0) }
    isToBeArmed = armedLeft(now) > 0
    enter(.ready, now, config.standby_us)
  }

  // MARK: Calibration

  mutating func pollCalibration(_ now: UInt64) {
    guard let isBusy = readGo(now) else { return }
    if !isBusy { return enter(.calibrationJudging, now, 0) }
    polls &+= 1
    if polls < Self.mostCalibrationPolls { return enter(.calibrating, now, Self.calibrationPollUs) }
    endCalibration(failed: true)
    send(DRV2605LRegister.go, 0, then: .waking, now)
  }

  mutating func judgeCalibration(_ now: UInt64) {
    guard let status = readStatus(now) else { return }
    if status & DRV2605LRegister.calibrationFailed == 0 { return enter(.calibrationReading, now, 0) }
    endCalibration(failed: true)
    enter(.waking, now, 0)
  }

  mutating func readCalibration(_ now: UInt64) {
    guard let found = receive(DRV2605LRegister.compensation, count: 3, now) else { return }
    results.compensation = UInt8(truncatingIfNeeded: found)
    results.backEMF = UInt8(truncatingIfNeeded: found &>> 8)
    results.gain = UInt8(truncatingIfNeeded: found &>> 16) & 3
    endCalibration(failed: false)
    enter(.waking, now, 0)
  }

  private mutating func endCalibration(failed: Bool) {
    requiresCalibration = false
    isProven = false
    isCalibrated = !failed
    if failed { faults |= DRV2605LFault.calibration }
  }

  // MARK: Playing

  /// Begins the request that waits, or goes on with it, unless it is too late.
  mutating func take(_ now: UInt64) {
    if request == .level && level == 0 { return endLevel(now) }
    if request != .none && now &- requestUs > UInt64(config.stale_us) {
      request = .none
      dropped &+= 1
    }
    switch request {
    case .none: if state == .starting { enter(.ready, now, config.standby_us) }
    case .level: setLevel(now)
    case .sequence where state == .starting || state != .atLevel && hasLibrary: start(now)
    case .sequence: load(now)
    }
  }

  /// Leaves standby, with no level, and writes the library: a DRV2605 loses both in standby.
  private mutating func load(_ now: UInt64, then next: State = .starting, _ wait: UInt32 = 0) {
    hasLibrary = true
    send(DRV2605LRegister.mode, UInt64(config.libraryBits) &<< 16, count: 3, then: next, now, wait)
  }

  /// Arms the chip if an effect may come, else lets it sleep; nothing is to be played.
  mutating func rest(_ now: UInt64) {
    let left = armedLeft(now)
    let isToBeArmed = isToBeArmed && left > 0
    self.isToBeArmed = false
    if isToBeArmed { return hasLibrary ? enter(.armed, now, left) : load(now, then: .armed, left) }
    if state == .asleep { return }
    hasLibrary = false
    send(DRV2605LRegister.mode, UInt64(DRV2605LRegister.standby), then: .asleep, now, Self.never)
  }

  private mutating func start(_ now: UInt64) {
    request = .none
    polls = 0
    send(DRV2605LRegister.sequence, sequence, 1, count: 9, then: .playing, now, Self.pollUs)
    count()
  }

  /// Counts a request as played or as dropped.
  private mutating func count() { if isProven { played &+= 1 } else { dropped &+= 1 } }

  mutating func poll(_ now: UInt64) {
    guard let isBusy = readGo(now) else { return }
    if !isBusy { return enter(.checking, now, 0) }
    polls &+= 1
    if polls < Self.mostPolls { return enter(.playing, now, Self.pollUs) }
    faults |= DRV2605LFault.endless
    send(DRV2605LRegister.go, 0, then: .checking, now)
  }

  /// Begins a level, or changes it.
  private mutating func setLevel(_ now: UInt64) {
    request = .none
    let wait = config.level_us == 0 ? Self.never : config.level_us
    if state == .atLevel { return send(DRV2605LRegister.realTime, UInt64(level), count: 1, then: .atLevel, now, wait) }
    send(DRV2605LRegister.mode, UInt64(level) &<< 8 | UInt64(DRV2605LRegister.atLevel), count: 2, then: .atLevel, now, wait)
    count()
  }

  mutating func endLevel(_ now: UInt64) {
    request = .none
    if state == .atLevel { return send(DRV2605LRegister.mode, 0, count: 2, then: .checking, now) }
    if state == .starting { enter(.ready, now, config.standby_us) }
  }

  mutating func check(_ now: UInt64) {
    if readStatus(now) != nil { enter(.verifying, now, 0) }
  }

  // MARK: Parts of states

  @inline(__always)
  mutating func enter(_ next: State, _ now: UInt64, _ wait: UInt32) {
    (state, sinceUs, waitUs) = (next, now, wait)
  }

  @inline(never)
  mutating func fail(_ status: Int32, _ now: UInt64) {
    lastError = status
    isProven = false
    hasLibrary = false
    enter(.identifying, now, pauseUs)
    pauseUs = min(pauseUs &* 2, Self.longestPauseUs)
  }

  /// Reads STATUS and keeps its faults. Nil: the transfer failed, or it is another chip.
  @inline(never)
  private mutating func readStatus(_ now: UInt64) -> UInt8? {
    guard let found = receive(DRV2605LRegister.status, count: 1, now) else { return nil }
    let status = UInt8(truncatingIfNeeded: found)
    // 7: a DRV2605L, 3: a DRV2605.
    if status >> 5 != 7 && status >> 5 != 3 {
      fail(Status.state, now)
      return nil
    }
    if status & DRV2605LRegister.overCurrent != 0 { faults |= DRV2605LFault.current }
    if status & DRV2605LRegister.overTemperature != 0 { faults |= DRV2605LFault.temperature }
    return status
  }

  private mutating func readGo(_ now: UInt64) -> Bool? { receive(DRV2605LRegister.go, count: 1, now).map { $0 & 1 != 0 } }

  // MARK: Transfers

  /// Writes, and goes on to the next state.
  @inline(never)
  mutating func send(
    _ register: UInt8, _ word: UInt64, _ ninth: UInt8 = 0, count: Int = 1, then next: State, _ now: UInt64, _ wait: UInt32 = 0
  ) {
    let status = write(register, word, ninth, count: count)
    if status != 0 { return fail(status, now) }
    enter(next, now, wait)
  }

  /// Writes up to nine bytes into consecutive registers: those of the word from the lowest on, then one more.
  @inline(never)
  mutating func write(_ register: UInt8, _ word: UInt64, _ ninth: UInt8 = 0, count: Int = 1) -> Int32 {
    var out = (UInt64(register) | word &<< 8, word &>> 56 | UInt64(ninth) &<< 8)
    return exchange(&out, count &+ 1, nil, 0)
  }

  /// Reads up to eight registers, the first into the lowest byte. Nil: the transfer failed.
  @inline(never)
  private mutating func receive(_ register: UInt8, count: Int, _ now: UInt64) -> UInt64? {
    var (out, found) = (UInt64(register), UInt64(0))
    let status = exchange(&out, 1, &found, count)
    if status == 0 { return found }
    fail(status, now)
    return nil
  }

  @inline(never)
  private mutating func exchange(
    _ out: UnsafeRawPointer, _ outCount: Int, _ into: UnsafeMutableRawPointer?, _ inCount: Int
  ) -> Int32 {
    bus.exchange(
      UInt8(truncatingIfNeeded: PRESS_DRV2605L_ADDRESS), out.assumingMemoryBound(to: UInt8.self), outCount,
      into?.assumingMemoryBound(to: UInt8.self), inCount, retries: config.retries, error: &lastError)
  }
}
