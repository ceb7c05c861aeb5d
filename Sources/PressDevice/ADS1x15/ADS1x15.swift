import CPress
import PressCore

/// Driver of the Texas Instruments ADS1115 and ADS1015.
///
/// A step does at most one transfer (and its retries) and never waits. Time is an argument. One function per state.
public struct ADS1x15 {
  private static let isSetUp: UInt32 = 0x3161_6473
  /// The config is read back once in so many codes, in case the converter was reset, or hangs, unseen.
  private static let codesPerVerification: UInt32 = 64
  /// With READY_PIN the thresholds are written again once in so many frames, for the same reason.
  private static let framesPerThresholds: UInt32 = 64
  /// Writing the config at 100 kHz, for a bus that cannot tell the time.
  private static let slowTransferUs: UInt32 = 400
  /// A clock that stands still this many waits long will not go on.
  private static let waitsWithoutTime: UInt32 = 1_000_000

  private var mark: UInt32
  private var state: ADS1x15State
  private var channel: UInt8       // AINn of now
  private var index: UInt32        // its place in the frame
  private var polls: UInt16        // of the ready bit, for this conversion
  private var restarts: UInt16     // of this channel, because the config was lost
  private var isProven: Bool       // since the last failure the config was read back as it was written
  private var codes: UInt32        // since the config was last read back
  private var frames: UInt32       // since the thresholds were last written
  private var lastError: Int32
  private var sinceUs: UInt64      // the state is due waitUs after sinceUs
  private var waitUs: UInt32
  private var drainUs: UInt32
  private var pending: Int32       // the code that is being verified
  private var takenUs: UInt32      // the middle of its conversion, the low bits of the time
  private var written: UInt16      // the config that the converter should hold
  private var config: press_ads1x15_config
  private var bus: press_bus
  private var frame: press_frame

  // MARK: Setting up

  public static func setDefaults(_ config: inout press_ads1x15_config) {
    config = press_ads1x15_config()
    config.size = UInt32(truncatingIfNeeded: MemoryLayout<press_ads1x15_config>.size)
    config.model = ADS1x15Model.ads1115
    config.address = 0x48
    config.channels = 1
    config.range_mv = 4096
    config.rate_sps = 860
    config.retries = 1
    config.ready_polls = 16
  }

  /// What may be wrong with a config, in the order of the fields. The texts stand in PressABI/Ads1x15.swift.
  public enum Rule: UInt8 { case size, model, address, channels, flags, continuous, range, rate }

  /// The first rule that it breaks. Nil: it is valid.
  @inline(never)
  public static func brokenRule(_ c: press_ads1x15_config) -> Rule? {
    let is1015 = c.model == ADS1x15Model.ads1015
    if c.size != UInt32(truncatingIfNeeded: MemoryLayout<press_ads1x15_config>.size) { return .size }
    if !is1015 && c.model != ADS1x15Model.ads1115 { return .model }
    if c.address < 0x48 || c.address > 0x4B { return .address }
    if c.channels == 0 || c.channels & 0xF0 != 0 { return .channels }
    if c.flags & ~ADS1x15Flag.all != 0 { return .flags }
    // Several channels in turn have to stop the converter between them anyway.
    let isOne = c.channels & (c.channels &- 1) == 0
    if !isOne && c.flags & ADS1x15Flag.continuous != 0 { return .continuous }
    if ADS1x15Config.gain(rangeMillivolts: c.range_mv) == nil { return .range }
    return ADS1x15Config.dataRate(samplesPerSecond: c.rate_sps, is1015: is1015) == nil ? .rate : nil
  }

  public static func isUsable(_ bus: press_bus) -> Bool {
    bus.size == UInt32(truncatingIfNeeded: MemoryLayout<press_bus>.size) && bus.transfer != nil
  }

  /// The config is valid, the bus usable.
  public init(config: press_ads1x15_config, bus: press_bus) {
    mark = Self.isSetUp
    state = .asking
    channel = 0
    index = 0
    polls = 0
    restarts = 0
    isProven = false
    codes = 0
    frames = 0
    lastError = 0
    sinceUs = 0
    waitUs = 0
    drainUs = 0
    pending = 0
    takenUs = 0
    written = ADS1x15Config.atReset
    self.config = config
    self.bus = bus
    frame = press_frame()
    beginFrame()
  }

  /// The driver that lives in the caller's storage, or nil where none was set up.
  public static func inside(_ storage: UnsafeMutableRawPointer) -> UnsafeMutablePointer<ADS1x15>? {
    let driver = storage.assumingMemoryBound(to: ADS1x15.self)
    return driver.pointee.mark == isSetUp ? driver : nil
  }

  public static func inside(_ storage: UnsafeRawPointer) -> UnsafePointer<ADS1x15>? {
    let driver = storage.assumingMemoryBound(to: ADS1x15.self)
    return driver.pointee.mark == isSetUp ? driver : nil
  }

  // MARK: Asking

  public var error: Int32 { lastError }

  public var nextUs: UInt64 {
    if waitUs == 0 { return 0 }
    let (due, overflow) = sinceUs.addingReportingOverflow(UInt64(waitUs))
    return overflow ? UInt64.max &- 1 : due
  }

  private var is1015: Bool { config.model == ADS1x15Model.ads1015 }
  private func has(_ flag: UInt8) -> Bool { config.flags & flag != 0 }
  private var asksReadyBit: Bool { has(ADS1x15Flag.pollReady) || has(ADS1x15Flag.readyPin) }
  private var conversionUs: UInt32 { ADS1x15Config.conversionUs(samplesPerSecond: config.rate_sps) }
  private var periodUs: UInt32 { ADS1x15Config.periodUs(samplesPerSecond: config.rate_sps) }

  // MARK: Stepping

  /// @return whether `out` was written.
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
    if complete {
      frame.t_us = nowUs
      ageCodes(nowUs)
      out.pointee = frame
      beginFrame()
    }
    return complete
  }

  /// Steps and waits until a frame is complete.
  public mutating func read(timeoutUs: UInt32, frame out: UnsafeMutablePointer<press_frame>) -> Int32 {
    guard let wait = bus.wait else { return Status.invalid }
    var now = wait(0, bus.user)
    let begin = now
    var stood: UInt32 = 0
    while true {
      if step(nowUs: now, frame: out) { return 0 }
      if now < begin || now &- begin >= UInt64(timeoutUs) || stood >= Self.waitsWithoutTime {
        return Status.timedOut
      }
      let (end, overflow) = begin.addingReportingOverflow(UInt64(timeoutUs))
      let next = nextUs
      let later = wait(overflow || next < end ? next : end, bus.user)
      stood = later == now ? stood &+ 1 : 0
      now = later
    }
  }

  /// Puts the converter to sleep; the next step begins anew.
  public mutating func stop() -> Int32 {
    let status = write(ADS1x15Register.config, idleConfig)
    state = .asking
    waitUs = 0
    beginFrame()
    return status
  }

  // MARK: States

  private mutating func ask(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      var config: UInt16 = 0
      let status = readRegister(ADS1x15Register.config, &config)
      if status != 0 { return fail(status, now) }
      if config & ADS1x15Config.singleShot != 0 && config & ADS1x15Config.operate != 0 {
        return enterIdle(now)
      }
      drainUs = ADS1x15Config.conversionUs(
        samplesPerSecond: ADS1x15Config.samplesPerSecond(config: config, is1015: is1015))
      return enter(.halting, now, 0)
    }
  }

  private mutating func halt(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      let status = write(ADS1x15Register.config, idleConfig)
      if status != 0 { return fail(status, now) }
      return enter(.confirming, now, 0)
    }
  }

  private mutating func confirm(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      var config: UInt16 = 0
      let status = readRegister(ADS1x15Register.config, &config)
      if status != 0 { return fail(status, now) }
      if (config ^ idleConfig) & ~ADS1x15Config.operate != 0 { return failUnkept(now) }
      return enterAfterTransfer(.draining, now, drainUs)
    }
  }

  private mutating func drain(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due: return enterIdle(now)
    }
  }

  private mutating func setLowThreshold(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      let status = write(ADS1x15Register.lowThreshold, 0x0000)
      if status != 0 { return fail(status, now) }
      return enter(.highThreshold, now, 0)
    }
  }

  private mutating func setHighThreshold(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      let status = write(ADS1x15Register.highThreshold, 0x8000)
      if status != 0 { return fail(status, now) }
      frames = 0
      return enter(.selecting, now, 0)
    }
  }

  private mutating func select(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      polls = 0
      written = channelConfig
      let start = has(ADS1x15Flag.continuous) ? 0 : ADS1x15Config.operate
      let status = write(ADS1x15Register.config, written | start)
      if status != 0 { return fail(status, now) }
      if has(ADS1x15Flag.continuous) {
        // Two periods: what is read after them was begun under this setting.
        return enterAfterTransfer(.streaming, now, conversionUs &+ conversionUs)
      }
      let isEntered = enterAfterTransfer(.converting, now, conversionUs)
      takenUs = UInt32(truncatingIfNeeded: sinceUs) &+ ADS1x15Config.wakeUs &+ periodUs &>> 1
      return isEntered
    }
  }

  private mutating func convert(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early:
      if !mayBeReady(now) { return false }
      return askReadyBit(now, mayWait: true)
    case .due:
      if !asksReadyBit {
        state = .reading
        return read(.due, now)
      }
      return askReadyBit(now, mayWait: false)
    }
  }

  private mutating func read(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      var raw: UInt16 = 0
      let status = readRegister(ADS1x15Register.conversion, &raw)
      if status != 0 { return fail(status, now) }
      return take(raw, now)
    }
  }

  private mutating func stream(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early:
      // While the new setting settles an edge means nothing.
      if waitUs != periodUs || !mayBeReady(now) { return false }
      // It ended with the edge.
      return readStream(now, middle: periodUs &>> 1)
    case .due:
      // It ended at any time since the period before.
      return readStream(now, middle: periodUs)
    }
  }

  private mutating func verify(_ event: ADS1x15Event, _ now: UInt64) -> Bool {
    switch event {
    case .early: return false
    case .due:
      var config: UInt16 = 0
      let status = readRegister(ADS1x15Register.config, &config)
      if status != 0 { return fail(status, now) }
      codes = 0
      if !holds(config) { return restartChannel(now) }
      isProven = has(ADS1x15Flag.continuous) || config & ADS1x15Config.operate != 0
      return isProven ? takeCode(now) : pollAgain(now)
    }
  }

  // MARK: Parts of states

  /// Whether an early step may be the edge of the ready pin: it cannot come before 1/1.1 of a period has passed.
  private func mayBeReady(_ now: UInt64) -> Bool {
    has(ADS1x15Flag.readyPin) && now &- sinceUs >= UInt64(periodUs) &- UInt64(periodUs &>> 3)
  }

  /// A converter that was reset meanwhile holds 0; all ones is what a bus reads that nobody drives.
  private func isDoubtful(_ raw: UInt16) -> Bool { raw == 0 || raw == 0xFFFF }

  private mutating func askReadyBit(_ now: UInt64, mayWait: Bool) -> Bool {
    var config: UInt16 = 0
    let status = readRegister(ADS1x15Register.config, &config)
    if status != 0 { return fail(status, now) }
    if !holds(config) { return restartChannel(now) }
    if config & ADS1x15Config.operate != 0 { return enter(.reading, now, 0) }
    return mayWait ? false : pollAgain(now)
  }

  /// The conversion is not done: wait an eighth of a period, a limited number of times.
  private mutating func pollAgain(_ now: UInt64) -> Bool {
    if polls >= config.ready_polls {
      lastError = Status.timedOut
      return failChannel(now)
    }
    polls &+= 1
    return enter(.converting, now, (periodUs &>> 3) &+ 1)
  }

  /// @param middle how long before now the middle of the conversion was.
  private mutating func readStream(_ now: UInt64, middle: UInt32) -> Bool {
    takenUs = UInt32(truncatingIfNeeded: now) &- middle
    var raw: UInt16 = 0
    let status = readRegister(ADS1x15Register.conversion, &raw)
    if status != 0 { return fail(status, now) }
    return take(raw, now)
  }

  /// What was read is a code, or has to be verified first.
  private mutating func take(_ raw: UInt16, _ now: UInt64) -> Bool {
    pending = code(raw)
    codes &+= 1
    if isDoubtful(raw) || !isProven || codes >= Self.codesPerVerification { return enter(.verifying, now, 0) }
    return takeCode(now)
  }

  private mutating func enter(_ state: ADS1x15State, _ now: UInt64, _ waitUs: UInt32) -> Bool {
    self.state = state
    self.sinceUs = now
    self.waitUs = waitUs
    return false
  }

  /// What is waited for began with the end of the transfer, not with the step.
  private mutating func enterAfterTransfer(_ state: ADS1x15State, _ now: UInt64, _ waitUs: UInt32) -> Bool {
    guard let wait = bus.wait else { return enter(state, now, waitUs &+ Self.slowTransferUs) }
    let after = wait(0, bus.user)
    return enter(state, after > now ? after : now, waitUs)
  }

  /// The converter is idle, whatever was before.
  private mutating func enterIdle(_ now: UInt64) -> Bool {
    enter(has(ADS1x15Flag.readyPin) ? .lowThreshold : .selecting, now, 0)
  }

  private mutating func takeCode(_ now: UInt64) -> Bool {
    setCode(pending)
    setTaken(takenUs)
    frame.present |= 1 &<< index
    return nextChannel(now, failed: false)
  }

  private mutating func failChannel(_ now: UInt64) -> Bool {
    isProven = false
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

  private mutating func failUnkept(_ now: UInt64) -> Bool {
    lastError = Status.state
    return failChannel(now)
  }

  /// The converter forgot what was written: it was reset, or is another chip. Begin the channel again, a limited number
  /// of times.
  private mutating func restartChannel(_ now: UInt64) -> Bool {
    isProven = false
    if restarts >= config.retries { return failUnkept(now) }
    restarts &+= 1
    return enter(.asking, now, 0)
  }

  private mutating func nextChannel(_ now: UInt64, failed: Bool) -> Bool {
    index &+= 1
    restarts = 0
    let above = config.channels & ~((2 &<< channel) &- 1)
    let complete = above == 0
    if !complete { channel = UInt8(truncatingIfNeeded: above.trailingZeroBitCount) }
    if failed {
      // A pause, so that a caller who steps whenever something is due does not hammer a bus that is down.
      _ = enter(.asking, now, complete ? conversionUs : 0)
    } else if has(ADS1x15Flag.continuous) {
      _ = enter(.streaming, now, periodUs)
    } else if complete && has(ADS1x15Flag.readyPin) && frames >= Self.framesPerThresholds {
      _ = enter(.lowThreshold, now, 0)
    } else {
      _ = enter(.selecting, now, 0)
    }
    if complete { frames &+= 1 }
    return complete
  }

  private mutating func beginFrame() {
    frame = press_frame()
    index = 0
    channel = UInt8(truncatingIfNeeded: config.channels.trailingZeroBitCount)
  }

  // MARK: Registers

  private var channelConfig: UInt16 {
    let comparator: UInt16 = has(ADS1x15Flag.readyPin) ? 0 : ADS1x15Config.comparatorOff
    let mode: UInt16 = has(ADS1x15Flag.continuous) ? 0 : ADS1x15Config.singleShot
    return ADS1x15Config.multiplexer(channel: channel) | gainAndRate | mode | comparator
  }

  private var idleConfig: UInt16 {
    ADS1x15Config.multiplexer(channel: channel) | gainAndRate | ADS1x15Config.singleShot | ADS1x15Config.comparatorOff
  }

  private var gainAndRate: UInt16 {
    let gain = ADS1x15Config.gain(rangeMillivolts: config.range_mv) ?? 0
    let rate = ADS1x15Config.dataRate(samplesPerSecond: config.rate_sps, is1015: is1015) ?? 0
    return gain | rate
  }

  private func holds(_ config: UInt16) -> Bool {
    (config ^ written) & ~ADS1x15Config.operate == 0
  }

  /// Below 0 reads as 0: that is noise about ground. The low bits of an ADS1015 are not always 0.
  private func code(_ raw: UInt16) -> Int32 {
    let signed = Int32(Int16(bitPattern: raw))
    if signed < 0 { return 0 }
    return is1015 ? signed &>> 4 : signed
  }

  private mutating func setCode(_ code: Int32) {
    withUnsafeMutableBytes(of: &frame.code) { bytes in
      guard let base = bytes.baseAddress else { return }
      base.assumingMemoryBound(to: Int32.self)[Int(truncatingIfNeeded: index & 7)] = code
    }
  }

  /// Until the frame is complete its before_us holds the times themselves.
  private mutating func setTaken(_ us: UInt32) {
    withUnsafeMutableBytes(of: &frame.before_us) { bytes in
      guard let base = bytes.baseAddress else { return }
      base.assumingMemoryBound(to: UInt32.self)[Int(truncatingIfNeeded: index & 7)] = us
    }
  }

  /// A frame is complete: from times to how long before its own they are; 0 where the clock stepped back.
  private mutating func ageCodes(_ now: UInt64) {
    let present = frame.present
    withUnsafeMutableBytes(of: &frame.before_us) { bytes in
      guard let base = bytes.baseAddress else { return }
      let before = base.assumingMemoryBound(to: UInt32.self)
      var i = 0
      while i < 4 {
        if present &>> UInt32(truncatingIfNeeded: i) & 1 != 0 {
          let age = UInt32(truncatingIfNeeded: now) &- before[i]
          before[i] = age &>> 31 == 0 ? age : 0
        }
        i &+= 1
      }
    }
  }

  private mutating func write(_ register: UInt8, _ value: UInt16) -> Int32 {
    var out: (UInt8, UInt8, UInt8) = (register, UInt8(truncatingIfNeeded: value &>> 8), UInt8(truncatingIfNeeded: value))
    let status = withUnsafePointer(to: &out) { tuple in
      transfer(UnsafeRawPointer(tuple).assumingMemoryBound(to: UInt8.self), 3, nil, 0)
    }
    return status
  }

  private mutating func readRegister(_ register: UInt8, _ value: inout UInt16) -> Int32 {
    var out = register
    var into: (UInt8, UInt8) = (0, 0)
    let status = withUnsafePointer(to: &out) { pointer in
      withUnsafeMutablePointer(to: &into) { tuple in
        transfer(pointer, 1, UnsafeMutableRawPointer(tuple).assumingMemoryBound(to: UInt8.self), 2)
      }
    }
    if status == 0 { value = UInt16(into.0) &<< 8 | UInt16(into.1) }
    return status
  }

  /// One transfer and its retries.
  private mutating func transfer(
    _ out: UnsafePointer<UInt8>, _ outCount: Int, _ into: UnsafeMutablePointer<UInt8>?, _ inCount: Int
  ) -> Int32 {
    guard let transfer = bus.transfer else { return Status.invalid }
    var failures: UInt32 = 0
    while true {
      let status = transfer(config.address, out, outCount, into, inCount, bus.user)
      if status >= 0 { return 0 }
      lastError = status
      // A stalled bus was given its time already.
      if failures >= UInt32(config.retries) || status == Status.timedOut { return status }
      failures &+= 1
    }
  }
}
