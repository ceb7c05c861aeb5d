import CPress
import PressCore

/// Driver of the converters of ConverterPart.
///
/// A step does at most one transfer (and its retries) and never waits. Time is an argument. One function per state.
package struct I2CConverter: Driver {
  static let isSetUp: UInt32 = 0x3263_6e76
  /// A part whose config is verified is verified once in this many codes.
  static let codesPerVerification: UInt32 = 64
  /// The pause after a frame with a failure: a caller that steps whenever something is due then does not flood a bus that is down.
  static let pauseUs: UInt32 = 1_000
  /// The time to write a config at 100 kHz, for a bus without a clock.
  static let slowTransferUs: UInt32 = 400
  /// The time in which the reference of an ADS7828 settles: it charges the capacitor at REF ("Reading with reference on/off" gives no limit).
  static let referenceUs: UInt32 = 20_000

  ///     preparing ─► verifying ─► starting ─► reading ─► starting (next channel)
  ///      (where it is verified, or     (where a conversion is started)
  ///       makes its reference)
  ///     scripted ─► switching ─► asking ─► reading ─► switching (next channel)
  ///      (NAU7802)  (two channels)           └► proving (a code that is 0 or late)
  ///     scripted ─► starting ─► reading ─► proving ─► starting (next channel)
  ///      (TLA2528)
  ///     looking ──idle──► lowThreshold ─► highThreshold ─► selecting ─► converting ─► fetching ─► selecting (next channel)
  ///       │ busy             (READY_PIN only)                  │            ▲            │ code 0, or late
  ///       ▼                                                    │            └─ not done ─┤
  ///     halting ─► confirming ─► draining ─► as from idle      │                         ▼
  ///      (ADS1115, ADS1015, TLA2024)                           └─ continuous ─► streaming ◄─► checking
  ///
  /// Every failure leads back to the beginning: a transfer that failed may all the same have reached the converter.
  enum State: UInt8 {
    case preparing  // write the config, or switch the reference on
    case verifying  // read it back
    case starting  // start a conversion
    case reading
    case scripted  // a step of NAU7802Script or TLA2528Script
    case switching  // to the channel
    case asking  // is there a new conversion with this setting?
    case proving  // does the converter still have this setting?
    case looking  // read the config: is a conversion running, left by an earlier program?
    case halting  // write the config: single shot, no start
    case confirming  // read it back: another chip does not keep it, and has no conversion to wait for
    case draining  // let the running conversion end, and ask whether it has ended
    case lowThreshold, highThreshold
    case selecting  // write the config: the channel, and start
    case converting  // wait, and ask the ready bit
    case fetching  // read the code
    case streaming  // continuous: read the code once per period
    case checking  // read the config back before a code is used that may be of another setting
  }

  var mark: UInt32
  var state: State
  var channel: UInt8  // the part's number
  var index: UInt32  // its place in the frame
  var polls: UInt16  // of this conversion
  var restarts: UInt16  // of this channel, because the answer was wrong
  var codes: UInt32  // codes since the config was last verified; ADS1x15: frames since the thresholds were written
  var pending: Int32  // the last code that was read, until its setting is proven
  package internal(set) var conflicts: UInt32
  var lastError: Int32
  var sinceUs: UInt64  // the state is due waitUs after sinceUs
  var waitUs: UInt32
  var takenUs: UInt32  // the middle of the conversion, the low bits of the time
  var rateCode: UInt8
  var scriptStep: UInt8
  var drops: UInt8  // conversions that are not of this setting yet
  // Fields of an ADS1x15:
  var transfers: UInt8  // since the converter was last seen idle
  var isAsked: Bool  // the converter was seen idle for the conversion that is next
  var isStartAlone: Bool  // no other program can have started a conversion between idleUs and the start of this one
  var isRepeat: Bool  // the conversion was made again
  var credit: UInt8  // starts that were alone; a conversion that is made again costs startsPerRepeat of them
  var written: UInt16  // the config that the converter should hold
  var readyUs: UInt32  // time from a start to the first look at the ready bit: learned, because oscillators differ
  var drainUs: UInt32
  var streamedUs: UInt64  // continuous: time of the last reading, or at which it was due
  var idleUs: UInt64  // time at which the converter was last seen idle, or its config right
  var seenUs: UInt64  // duration of the transfer that saw it idle
  let part: ConverterPart
  var config: press_converter_config
  var bus: press_bus
  var frame: press_frame

  // MARK: Setting up

  /// The config is valid, the bus usable.
  /// Not failable: on WebAssembly an Optional of it would be nil if `bus` began with the function number 1, which is valid there.
  package init(_ part: ConverterPart, config: press_converter_config, bus: press_bus) {
    mark = Self.isSetUp
    state = .starting
    channel = 0
    index = 0
    polls = 0
    restarts = 0
    codes = 0
    pending = 0
    conflicts = 0
    lastError = 0
    sinceUs = 0
    waitUs = 0
    takenUs = 0
    rateCode = part.rateCode(config.rate_sps) ?? 0
    scriptStep = NAU7802Script.beginning
    drops = 0
    self.part = part
    self.config = config
    if config.gain == 0 { self.config.gain = part.family.usualGain }
    if config.address == 0 { self.config.address = part.usualAddress }
    self.bus = bus
    transfers = 0
    isAsked = false
    isStartAlone = true
    isRepeat = false
    credit = Self.startsPerRepeat
    written = ADS1x15Config.atReset
    readyUs = 0
    drainUs = 0
    streamedUs = 0
    idleUs = 0
    seenUs = 0
    frame = press_frame()
    readyUs = has(ConverterFlag.pollReady) ? periodUs &+ ADS1x15Config.wakeUs : longestUs
    beginFrame()
    state = first
  }

  /// The driver in the caller's storage; nil: none was set up.
  package static func inside(_ storage: UnsafeRawPointer) -> UnsafeMutablePointer<I2CConverter>? {
    let driver = UnsafeMutableRawPointer(mutating: storage).assumingMemoryBound(to: I2CConverter.self)
    return driver.pointee.mark == isSetUp ? driver : nil
  }

  /// The config is valid. @return a status.
  @inline(never)
  package static func make(
    _ storage: UnsafeMutablePointer<press_converter>, _ config: press_converter_config, _ bus: UnsafePointer<press_bus>
  ) -> Int32 {
    guard let part = ConverterPart(config.part), let functions = press_bus.usable(bus) else { return Status.invalid }
    let driver = I2CConverter(part, config: config, bus: functions)
    UnsafeMutableRawPointer(storage).assumingMemoryBound(to: I2CConverter.self).initialize(to: driver)
    return Status.ok
  }

  /// @return 1: the frame was written; 0; or a status.
  @inline(never)
  package static func step(
    _ storage: UnsafeMutablePointer<press_converter>, _ nowUs: UInt64, _ frame: UnsafeMutablePointer<press_frame>
  ) -> Int32 {
    guard nowUs != UInt64.max, let driver = inside(storage) else { return Status.invalid }
    return driver.pointee.step(nowUs: nowUs, frame: frame) ? 1 : 0
  }

  package static func next(_ storage: UnsafePointer<press_converter>) -> UInt64 { inside(storage)?.pointee.nextUs ?? UInt64.max }

  /// Describes the part of a valid config.
  package static func describe(_ c: press_converter_config, _ out: inout press_converter_part) {
    guard let part = ConverterPart(c.part), let rateCode = part.rateCode(c.rate_sps) else { return }
    let family = part.family
    out.bits = part.bits(rateCode)
    out.flags = family.isRecognized(bits: out.bits) ? PartFlag.recognized : 0
    out.largest_code = part.largestCode(rateCode)
    out.range_mv = UInt32(part.rangeMillivolts(c))
    out.conversion_us = part.conversionUs(rateCode)
    out.frame_us = part.frameUs(c, rateCode)
    out.bus_hz = family.busHertz
    out.first_address = part.firstAddress
    out.addresses = part.addresses
    out.usual_address = part.usualAddress
    out.channels = part.channels
    out.highest_gain = family.highestGain
    out.rates = (part.rate(0), part.rate(1), part.rate(2), part.rate(3), part.rate(4), part.rate(5), part.rate(6), part.rate(7))
  }

  // MARK: Asking

  package var error: Int32 { lastError }

  package var nextUs: UInt64 { dueUs }

  static func gainCode(_ config: press_converter_config) -> UInt8 {
    config.gain == 0 ? 0 : UInt8(truncatingIfNeeded: config.gain.trailingZeroBitCount)
  }

  // Inlined: a call would copy the driver to the stack.
  @inline(__always)
  var bits: UInt8 { part.bits(rateCode) }
  @inline(__always)
  var periodUs: UInt32 { part.periodUs(rateCode) }
  /// After this long a conversion of an ADS1x15 is done for certain.
  var longestUs: UInt32 { part.conversionUs(rateCode) }
  /// The state in which the driver begins, and begins again after a failure.
  @inline(__always)
  var first: State {
    if part.family.isScripted && scriptStep < NAU7802Script.done { return .scripted }
    if part.family == .nau7802 { return isAlone ? .asking : .switching }
    if part.family == .ads1x15 { return .looking }
    return part.family.isVerified || config.reference_mv != 0 ? .preparing : part.family.isStarted ? .starting : .reading
  }
  /// Whether an NAU7802 reads one input only.
  var isAlone: Bool { config.channels != 3 }
  @inline(__always)
  var command: (count: Int, first: UInt8, second: UInt8) {
    part.family.command(
      channel: channel, rateCode: rateCode, gainCode: Self.gainCode(config), hasReference: config.reference_mv != 0)
  }

  // MARK: Stepping

  /// @return whether `out` was written.
  @inline(never)
  package mutating func step(nowUs: UInt64, frame out: UnsafeMutablePointer<press_frame>) -> Bool {
    if nowUs < sinceUs { sinceUs = nowUs }  // the clock stepped back: wait once more, but not for ever
    let isEarly = nowUs &- sinceUs < UInt64(waitUs)
    if isEarly && state != .converting && state != .streaming { return false }
    let complete: Bool
    switch state {
    case .preparing: complete = prepare(nowUs)
    case .verifying: complete = verify(nowUs)
    case .starting: complete = start(nowUs)
    case .reading: complete = read(nowUs)
    case .scripted: complete = follow(nowUs)
    case .switching: complete = choose(nowUs)
    case .asking: complete = ask(nowUs)
    case .proving: complete = prove(nowUs)
    case .looking: complete = look(nowUs)
    case .halting: complete = halt(nowUs)
    case .confirming: complete = confirm(nowUs)
    case .draining: complete = drain(nowUs)
    case .lowThreshold: complete = setLowThreshold(nowUs)
    case .highThreshold: complete = setHighThreshold(nowUs)
    case .selecting: complete = select(nowUs)
    case .converting: complete = convert(nowUs, isEarly: isEarly)
    case .fetching: complete = fetch(nowUs)
    case .streaming: complete = stream(nowUs, isEarly: isEarly)
    case .checking: complete = check(nowUs)
    }
    if complete { handOver(nowUs, out) }
    return complete
  }

  /// Steps and waits until a frame is complete.
  package mutating func read(timeoutUs: UInt32, frame out: UnsafeMutablePointer<press_frame>) -> Int32 {
    readFrame(timeoutUs: timeoutUs, frame: out)
  }

  /// Puts the converter to sleep; the next step begins again.
  package mutating func stop() -> Int32 {
    let status = sleep()
    beginAgain()
    return status
  }

  mutating func beginAgain() {
    scriptStep = NAU7802Script.beginning
    state = first
    waitUs = 0
    beginFrame()
  }

  private mutating func sleep() -> Int32 {
    switch part.family {
    // PD 00: power down between conversions.
    case .ads78x: return write(0x80, 0, count: 1)
    case .nau7802: return write(ConverterFamily.NAU7802Register.powerUp, 0, count: 2)
    case .ads1x15:
      written = idleConfig
      return writeWord(ADS1x15Config.config, written)
    // The others sleep by themselves.
    case .pcf8591, .mcp3221, .adc121, .max1161x, .mcp342x, .tla2528: return 0
    }
  }
}

extension press_converter_config {
  package static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 {
    guard let part = ConverterPart(c.pointee.part) else { return Rule.ofRelation }
    let (address, channels, gain) = (c.pointee.address, c.pointee.channels, c.pointee.gain)
    if address != 0 && !part.has(address: address) { return Rule.ofRelation + 1 }
    if channels == 0 || UInt32(channels) &>> UInt32(part.channels) != 0 { return Rule.ofRelation + 2 }
    if channels.nonzeroBitCount > 8 { return Rule.ofRelation + 3 }
    if gain > part.family.highestGain || gain & (gain &- 1) != 0 { return Rule.ofRelation + 4 }
    if part.rateCode(c.pointee.rate_sps) == nil { return Rule.ofRelation + 5 }
    if c.pointee.reference_mv != 0 && part.family != .ads78x { return Rule.ofRelation + 6 }
    if c.pointee.external_avdd != 0 && part.family != .nau7802 { return Rule.ofRelation + 7 }
    if c.pointee.range_mv != 0 && part.family != .ads1x15 { return Rule.ofRelation + 8 }
    let flags = c.pointee.flags
    if flags != 0 && part.family != .ads1x15 { return Rule.ofRelation + 9 }
    if flags & ConverterFlag.readyPin != 0 && !part.hasComparator { return Rule.ofRelation + 10 }
    // Several channels in turn have to stop the converter between them anyway.
    return flags & ConverterFlag.continuous != 0 && channels & (channels &- 1) != 0 ? Rule.ofRelation + 11 : 0
  }

  @inline(never)
  package static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> {
    switch rule &- Rule.ofRelation {
    case 0: text("part: PRESS_CONVERTER_...")
    case 1: text("address: 0, or one that the part can have")
    case 2: text("channels: inputs that the part has, at least one")
    case 3: text("channels: eight at most")
    case 4: text("gain: 0, or 1, 2, 4 ... up to that of the part")
    case 5: text("rate_sps: 0, or one of the part's rates")
    case 6: text("reference_mv: 0, or 2500 of an ADS7828 or ADS7830")
    case 7: text("external_avdd: 0, or 1 of an NAU7802")
    case 8: text("range_mv: 0, or one of an ADS1115, ADS1015 or TLA2024")
    case 9: text("flags: 0, or those of an ADS1115, ADS1015 or TLA2024")
    case 10: text("flags: a TLA2024 has no ALERT/RDY")
    default: text("flags: PRESS_CONVERTER_FLAG_CONTINUOUS with one channel only")
    }
  }
}
