import CPress
import PressCore

/// Driver of the Texas Instruments ADS1115 and ADS1015.
///
/// A step does at most one transfer (and its retries) and never waits. Time is an argument. One function per state.
public struct ADS1x15: Driver {
  static let isSetUp: UInt32 = 0x3161_6473
  /// With READY_PIN the thresholds are written again once in so many frames, in case the converter was reset.
  static let framesPerThresholds: UInt32 = 64
  /// So that on a bus where starts are seldom alone few are made again.
  static let startsPerRepeat: UInt8 = 4
  /// Writing the config at 100 kHz, for a bus without a clock.
  static let slowTransferUs: UInt32 = 400

  var mark: UInt32
  var state: ADS1x15State
  var channel: UInt8  // AINn of now
  var index: UInt32  // its place in the frame
  var polls: UInt16  // of the ready bit, for this conversion
  var restarts: UInt16  // of this channel, because the config was lost
  var transfers: UInt8  // since the converter was last seen idle
  var isAsked: Bool  // that look was made for the conversion that is next
  var isStartAlone: Bool  // no other program can have started a conversion between idleUs and the start of this one
  var isRepeat: Bool  // it was made again
  var credit: UInt8  // of starts that were alone; one that is made again costs startsPerRepeat of them
  var readyUs: UInt32  // how long after a start the ready bit is asked for first: learned, oscillators differ
  public internal(set) var conflicts: UInt32
  var frames: UInt32  // since the thresholds were last written
  var lastError: Int32
  var sinceUs: UInt64  // the state is due waitUs after sinceUs
  var waitUs: UInt32
  var drainUs: UInt32
  var pending: Int32  // the code that is being verified
  var takenUs: UInt32  // the middle of its conversion, the low bits of the time
  var streamedUs: UInt64  // continuous: when it was read, or was to be read
  var written: UInt16  // the config that the converter should hold
  var idleUs: UInt64  // when the converter was last seen idle, or its config right
  var seenUs: UInt64  // what the transfer took that saw it
  var config: press_ads1x15_config
  var bus: press_bus
  var frame: press_frame

  // MARK: Setting up

  /// The config is valid, the bus usable.
  public init(config: press_ads1x15_config, bus: press_bus) {
    mark = Self.isSetUp
    state = .asking
    channel = 0
    index = 0
    polls = 0
    restarts = 0
    transfers = 0
    isAsked = false
    isStartAlone = true
    isRepeat = false
    credit = Self.startsPerRepeat
    readyUs = 0
    conflicts = 0
    frames = 0
    lastError = 0
    sinceUs = 0
    waitUs = 0
    drainUs = 0
    pending = 0
    takenUs = 0
    streamedUs = 0
    written = ADS1x15Config.atReset
    idleUs = 0
    seenUs = 0
    self.config = config
    self.bus = bus
    frame = press_frame()
    readyUs = has(ADS1x15Flag.pollReady) ? periodUs &+ ADS1x15Config.wakeUs : conversionUs
    beginFrame()
  }

  /// The driver that lives in the caller's storage, or nil where none was set up.
  public static func inside(_ storage: UnsafeMutableRawPointer) -> UnsafeMutablePointer<ADS1x15>? {
    let driver = storage.assumingMemoryBound(to: ADS1x15.self)
    return driver.pointee.mark == isSetUp ? driver : nil
  }

  /// @return a status.
  @inline(never)
  public static func make(
    _ storage: UnsafeMutablePointer<press_ads1x15>, _ config: press_ads1x15_config, _ bus: UnsafePointer<press_bus>
  ) -> Int32 {
    guard let functions = press_bus.usable(bus) else { return Status.invalid }
    UnsafeMutableRawPointer(storage).assumingMemoryBound(to: ADS1x15.self).initialize(to: ADS1x15(config: config, bus: functions))
    return Status.ok
  }

  /// @return 1: the frame was written; 0; or a status.
  @inline(never)
  public static func step(
    _ storage: UnsafeMutablePointer<press_ads1x15>, _ nowUs: UInt64, _ frame: UnsafeMutablePointer<press_frame>
  ) -> Int32 {
    guard nowUs != UInt64.max, let driver = inside(UnsafeMutableRawPointer(storage)) else { return Status.invalid }
    return driver.pointee.step(nowUs: nowUs, frame: frame) ? 1 : 0
  }

  public static func next(_ storage: UnsafePointer<press_ads1x15>) -> UInt64 {
    inside(UnsafeRawPointer(storage))?.pointee.nextUs ?? UInt64.max
  }

  public static func inside(_ storage: UnsafeRawPointer) -> UnsafePointer<ADS1x15>? {
    let driver = storage.assumingMemoryBound(to: ADS1x15.self)
    return driver.pointee.mark == isSetUp ? driver : nil
  }

  // MARK: Asking

  public var error: Int32 { lastError }

  public var nextUs: UInt64 { dueUs }

  var is1015: Bool { config.model == ADS1x15Model.ads1015 }
  func has(_ flag: UInt8) -> Bool { config.flags & flag != 0 }
  var conversionUs: UInt32 { ADS1x15Config.conversionUs(samplesPerSecond: config.rate_sps) }
  var periodUs: UInt32 { ADS1x15Config.periodUs(samplesPerSecond: config.rate_sps) }
  var pollUs: UInt32 { (periodUs &>> 3) &+ 1 }
  /// A conversion at the highest rate, by an oscillator that is a quarter fast.
  var shortestUs: UInt32 { is1015 ? 227 : 872 }

  // MARK: Stepping

  /// @return whether `out` was written.
  @inline(never)
  public mutating func step(nowUs: UInt64, frame out: UnsafeMutablePointer<press_frame>) -> Bool {
    if nowUs < sinceUs { sinceUs = nowUs }  // the clock stepped back: wait once more, but not for ever
    let event: ADS1x15Event = nowUs &- sinceUs >= UInt64(waitUs) ? .due : .early
    let complete: Bool
    switch state {
    case .asking: complete = ask(event, nowUs)
    case .halting: complete = halt(event, nowUs)
    case .confirming: complete = confirm(event, nowUs)
    case .draining: complete = drain(event, nowUs)
    case .lowThreshold: complete = setLowThreshold(event, nowUs)
    case .highThreshold: complete = setHighThreshold(event, nowUs)
    case .selecting: complete = select(event, nowUs)
    case .converting: complete = convert(event, nowUs)
    case .reading: complete = read(event, nowUs)
    case .streaming: complete = stream(event, nowUs)
    case .verifying: complete = verify(event, nowUs)
    }
    if complete { handOver(nowUs, out) }
    return complete
  }

  /// Steps and waits until a frame is complete.
  public mutating func read(timeoutUs: UInt32, frame out: UnsafeMutablePointer<press_frame>) -> Int32 {
    readFrame(timeoutUs: timeoutUs, frame: out)
  }

  /// Puts the converter to sleep; the next step begins again.
  public mutating func stop() -> Int32 {
    written = idleConfig
    let status = write(ADS1x15Register.config, written)
    beginAgain()
    return status
  }

  /// Lets the comparator watch a channel; the next step begins again.
  public mutating func watch(channel: UInt32, low: Int32, high: Int32) -> Int32 {
    if channel > 3 || config.channels &>> UInt8(truncatingIfNeeded: channel) & 1 == 0 || low > high { return Status.invalid }
    beginAgain()
    var status = write(ADS1x15Register.lowThreshold, threshold(low: low))
    if status == 0 { status = write(ADS1x15Register.highThreshold, threshold(high: high)) }
    written = watchConfig(UInt8(truncatingIfNeeded: channel))
    if status == 0 { status = write(ADS1x15Register.config, written) }
    return status
  }

  private mutating func beginAgain() {
    state = .asking
    waitUs = 0
    beginFrame()
  }
}
