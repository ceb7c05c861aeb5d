import CPress
import PressCore

/// Driver of the Texas Instruments DRV2605L and DRV2605.
///
/// A step does at most one transfer (and its retries) and never waits. Time is an argument. One function per state.
package struct DRV2605L {
  static let isSetUp: UInt32 = 0x3562_7264
  /// The pause after a failure; twice as long after each further one.
  static let firstPauseUs: UInt32 = 50_000
  static let longestPauseUs: UInt32 = 5_000_000
  /// The time between polls for the end of an effect, or of a calibration; and the number of polls after which it counts as endless.
  static let pollUs: UInt32 = 20_000
  static let mostPolls: UInt16 = 500
  static let calibrationPollUs: UInt32 = 50_000
  static let mostCalibrationPolls: UInt16 = 40
  static let never = UInt32.max

  ///     identifying ─► waking ─► configuring ─► verifying ─► ready ─► asleep
  ///                      ▲                          │          │  ▲
  ///                      └── calibration ◄──────────┘       armed └── verifying ◄── checking ◄─┐
  ///                                                            ▼                              │
  ///                                               starting ─► playing ─────────────────────────┤
  ///                                               atLevel ─────────────────────────────────────┘
  ///
  /// | `ready(for:)` comes while it is   | then                                                            |
  /// |----------------------------------|-----------------------------------------------------------------|
  /// | ready, asleep                    | armed: mode and library in one transfer, for the time that is left |
  /// | armed                            | armed, for the new time from now on                             |
  /// | setting up, playing, at a level  | armed once that is over, if there is time left; without a transfer if the library is there |
  /// | armed, and the time is over      | asleep                                                          |
  /// | armed, an effect comes           | playing: one transfer                                           |
  /// | armed, 0 comes                   | asleep at the next step                                         |
  ///
  /// Every failure leads back to identifying: a transfer that failed may all the same have reached the chip.
  enum State: UInt8 {
    case identifying  // is it such a chip?
    case waking  // out of standby
    case configuring  // write all settings
    case verifying  // read them back
    case calibrationMode, calibrationStarting, calibrating, calibrationJudging, calibrationReading
    case ready
    case asleep
    case armed  // as ready, with its library
    case starting  // out of standby, with its library: write the sequence and GO in one transfer
    case playing
    case atLevel
    case checking  // read the faults of the effect
  }

  /// The kind of request that waits to be played.
  enum Request: UInt8 { case none, sequence, level }

  var mark: UInt32
  var state: State
  var request: Request
  var isProven: Bool  // since the last failure the settings were read back as they were written
  var requiresCalibration: Bool
  var isCalibrated: Bool
  var hasLibrary: Bool  // the library was written since standby
  var isToBeArmed: Bool
  var level: UInt8  // the level that waits, or that is on
  var results: DRV2605LResults
  var polls: UInt16
  var pauseUs: UInt32
  var requestUs: UInt64  // time at which the request came
  var levelUs: UInt64  // time at which the level was last set
  var sinceUs: UInt64  // the state is due waitUs after sinceUs
  var waitUs: UInt32
  var armedUs: UInt64  // time of the last call of `ready(for:)`
  var armedForUs: UInt32
  var lastError: Int32
  var faults: UInt32
  var played: UInt32
  var dropped: UInt32
  var sequence: UInt64  // up to eight numbers, the first in the lowest byte
  var config: press_drv2605l_config
  var bus: press_bus

  // MARK: Setting up

  /// The config is valid, the bus usable.
  package init(config: press_drv2605l_config, bus: press_bus) {
    mark = Self.isSetUp
    state = .identifying
    request = .none
    isProven = false
    requiresCalibration = config.flags & DRV2605LFlag.calibrate != 0
    isCalibrated = !requiresCalibration && config.flags & DRV2605LFlag.calibrated != 0
    hasLibrary = false
    isToBeArmed = false
    level = 0
    results = DRV2605LResults(compensation: 0x0C, backEMF: 0x6C, gain: 2)
    if isCalibrated { results = DRV2605LResults(compensation: config.compensation, backEMF: config.back_emf, gain: config.gain) }
    polls = 0
    pauseUs = Self.firstPauseUs
    requestUs = 0
    levelUs = 0
    sinceUs = 0
    waitUs = 0
    armedUs = 0
    armedForUs = 0
    lastError = 0
    faults = 0
    played = 0
    dropped = 0
    sequence = 0
    self.config = config
    self.bus = bus
  }

  /// The driver in the caller's storage; nil: none was set up.
  package static func inside(_ storage: UnsafeRawPointer) -> UnsafeMutablePointer<DRV2605L>? {
    let driver = UnsafeMutableRawPointer(mutating: storage).assumingMemoryBound(to: DRV2605L.self)
    return driver.pointee.mark == isSetUp ? driver : nil
  }

  // MARK: Asking

  /// When the next step is due; 0: at once.
  package var nextUs: UInt64 {
    if waitUs == 0 || isRequired { return 0 }
    if waitUs == Self.never { return UInt64.max }
    let (due, overflow) = sinceUs.addingReportingOverflow(UInt64(waitUs))
    return overflow ? UInt64.max &- 1 : due
  }

  /// Whether a waiting request ends the present state.
  private var isInterruptible: Bool { isIdle || state == .armed || state == .playing || state == .atLevel }
  private var isIdle: Bool { state == .ready || state == .asleep }
  /// Whether there is something to do, whatever the time.
  private var isRequired: Bool { request != .none && isInterruptible || isToBeArmed && isIdle }

  private var publicState: UInt32 {
    switch state {
    case .identifying, .waking, .configuring: DRV2605LState.settingUp
    case .verifying: isProven ? DRV2605LState.ready : DRV2605LState.settingUp
    case .calibrationMode, .calibrationStarting, .calibrating, .calibrationJudging, .calibrationReading: DRV2605LState.calibrating
    case .ready, .asleep, .checking: DRV2605LState.ready
    case .armed: DRV2605LState.armed
    case .starting, .playing: DRV2605LState.playing
    case .atLevel: DRV2605LState.atLevel
    }
  }

  /// All but the size.
  package func describe(_ status: inout press_drv2605l_status) {
    status.state = publicState
    status.faults = faults
    status.last_error = lastError
    status.played = played
    status.dropped = dropped
    status.is_calibrated = isCalibrated ? 1 : 0
    status.compensation = results.compensation
    status.back_emf = results.backEMF
    status.gain = results.gain
  }

  // MARK: Playing

  /// The strength is 0..1.
  package mutating func play(_ kind: UInt32, _ strength: Int32, _ nowUs: UInt64) {
    if kind == EffectKind.level {
      ask(.level, nowUs)
      level = UInt8(truncatingIfNeeded: (strength &* 127 &+ 0x8000) >> 16)
      return
    }
    let number = DRV2605LEffect.number(kind, strength)
    if strength == 0 || number == 0 { return }
    ask(.sequence, nowUs)
    sequence = UInt64(number)
  }

  /// Whether these are numbers of effects and pauses.
  package static func isSequence(_ numbers: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    if count <= 0 || count > Int(truncatingIfNeeded: PRESS_DRV2605L_SEQUENCE) { return false }
    var i = 0
    while i < count {
      if numbers[i] == 0 || numbers[i] == 128 || numbers[i] > 123 && numbers[i] < 128 { return false }
      i &+= 1
    }
    return true
  }

  /// `isSequence`
  package mutating func play(_ numbers: UnsafePointer<UInt8>, _ count: Int, _ nowUs: UInt64) {
    ask(.sequence, nowUs)
    sequence = 0
    var i = count
    while i > 0 {
      i &-= 1
      sequence = sequence &<< 8 | UInt64(numbers[i])
    }
  }

  /// An effect may come.
  package mutating func ready(for us: UInt32, _ nowUs: UInt64) {
    (armedUs, armedForUs) = (nowUs, us)
    if state == .armed { return enter(.armed, nowUs, us) }
    isToBeArmed = us != 0
  }

  /// How much longer the chip is to be armed, microseconds.
  func armedLeft(_ now: UInt64) -> UInt32 {
    let passed = now > armedUs ? now &- armedUs : 0
    return passed < UInt64(armedForUs) ? armedForUs &- UInt32(truncatingIfNeeded: passed) : 0
  }

  private mutating func ask(_ new: Request, _ nowUs: UInt64) {
    if request == .sequence || request == .level && level != 0 { dropped &+= 1 }
    request = new
    requestUs = nowUs
  }

  // MARK: Stepping

  /// @return whether the state has changed, or a fault was found.
  package mutating func step(nowUs: UInt64) -> Bool {
    let (before, faultsBefore) = (publicState, faults)
    // The clock stepped back: wait once more, but not for ever.
    if nowUs < sinceUs { sinceUs = nowUs }
    if nowUs < requestUs { requestUs = nowUs }
    if nowUs < levelUs { levelUs = nowUs }
    if nowUs < armedUs { armedUs = nowUs }
    let isDue = waitUs != Self.never && nowUs &- sinceUs >= UInt64(waitUs)
    if isDue || isRequired { act(nowUs) }
    return before != publicState || faultsBefore != faults
  }

  private mutating func act(_ now: UInt64) {
    switch state {
    case .identifying: identify(now)
    case .waking: send(DRV2605LRegister.mode, 0, then: .configuring, now)
    case .configuring: configure(now)
    case .verifying: verify(now)
    case .calibrationMode: send(DRV2605LRegister.mode, UInt64(DRV2605LRegister.calibrating), then: .calibrationStarting, now)
    case .calibrationStarting:
      polls = 0
      send(DRV2605LRegister.go, 1, then: .calibrating, now, Self.calibrationPollUs)
    case .calibrating: pollCalibration(now)
    case .calibrationJudging: judgeCalibration(now)
    case .calibrationReading: readCalibration(now)
    case .ready where request == .none, .asleep where request == .none, .armed where request == .none: rest(now)
    case .ready, .asleep, .armed: take(now)
    case .starting: take(now)
    case .playing where request == .none: poll(now)
    case .playing: send(DRV2605LRegister.go, 0, then: .ready, now, config.standby_us)
    case .atLevel where request == .none: endLevel(now)
    case .atLevel: take(now)
    case .checking: check(now)
    }
  }

  /// Stops what plays and goes to standby; the next step begins again.
  package mutating func stop() -> Int32 {
    let first = write(DRV2605LRegister.go, 0)
    let second = write(DRV2605LRegister.mode, UInt64(DRV2605LRegister.standby))
    if request != .none { dropped &+= 1 }
    (request, state, isProven, hasLibrary, isToBeArmed, waitUs) = (.none, .identifying, false, false, false, 0)
    return first != 0 ? first : second
  }
}
