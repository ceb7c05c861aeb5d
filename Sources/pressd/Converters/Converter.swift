import CPress
import PressDevice
import PressSetup

/// A converter behind its driver.
enum Converter {
  case none
  case ads1x15(press_ads1x15)
  case part(press_converter)

  /// @return 0 or a negative status.
  mutating func start(_ settings: ConverterKeys, channels: UInt16, _ bus: inout press_bus) -> Int32 {
    if let number = settings.model.partNumber {
      var driver = press_converter()
      var config = settings.partConfig(number, channels)
      let status = press_converter_init(&driver, &config, &bus)
      self = .part(driver)
      return status
    }
    var driver = press_ads1x15()
    var config = settings.ads1x15Config(channels)
    let status = press_ads1x15_init(&driver, &config, &bus)
    self = .ads1x15(driver)
    return status
  }

  /// What the driver answers: both have functions of their own for the same. `none` without one.
  private mutating func ask<Answer>(
    none: Answer, _ ads1x15: (inout press_ads1x15) -> Answer, _ part: (inout press_converter) -> Answer
  ) -> Answer {
    let answer: Answer
    switch self {
    case .none: return none
    case .ads1x15(var driver):
      answer = ads1x15(&driver)
      self = .ads1x15(driver)
    case .part(var driver):
      answer = part(&driver)
      self = .part(driver)
    }
    return answer
  }

  /// Does what is due. @return whether the frame is complete.
  mutating func step(_ nowUs: UInt64, _ frame: inout press_frame) -> Bool {
    ask(none: 0, { press_ads1x15_step(&$0, nowUs, &frame) }, { press_converter_step(&$0, nowUs, &frame) }) == 1
  }

  /// When the next step is due.
  var nextUs: UInt64 {
    mutating get { ask(none: UInt64.max, { press_ads1x15_next_deadline(&$0) }, { press_converter_next_deadline(&$0) }) }
  }

  var lastError: Int32 {
    mutating get { ask(none: 0, { press_ads1x15_last_error(&$0) }, { press_converter_last_error(&$0) }) }
  }

  /// How often it was found set up in another way.
  var conflicts: UInt32 {
    mutating get { ask(none: 0, { press_ads1x15_conflicts(&$0) }, { press_converter_conflicts(&$0) }) }
  }

  /// Lets its comparator watch a channel, where it has one. One that fails is found by the next frame.
  mutating func watch(channel: UInt32, low: Int32, high: Int32) {
    guard case .ads1x15(var driver) = self else { return }
    _ = press_ads1x15_watch(&driver, channel, low, high)
    self = .ads1x15(driver)
  }

  /// Puts it to sleep.
  mutating func stop() { _ = ask(none: 0, { press_ads1x15_stop(&$0) }, { press_converter_stop(&$0) }) }
}

/// How fast converters are, and what the simulated ones are like.
extension ConverterKeys {
  /// The voltage of the largest code plus 1, where the supply is 3.3 V.
  var rangeVolts: Double { rangeMillivolts == 0 ? 3.3 : Double(rangeMillivolts) / 1000.0 }

  /// Of an NAU7802: volts for a code of its 16 bits, with its LDO of 3.0 V.
  var bridgeVolts: Double { 1.5 / 32768.0 / Double(part.gain == 0 ? 128 : part.gain) }

  /// How long it is set up before the first conversion. NAU7802: its LDO, a calibration for each channel, settling.
  var setupUs: UInt64 { model == .nau7802 ? 1_500_000 + 20 * periodUs : 0 }

  /// The longest that a conversion takes.
  var conversionUs: UInt64 {
    if let part = model.part { return UInt64(part.family.periodUs(rateCode: rateCode)) * 9 / 8 }
    return 1_000_000 / UInt64(ads1x15.rate_sps) * 11 / 10 + 20
  }

  /// From one conversion to the next of another channel, or, where it converts without pause, of the same.
  var periodUs: UInt64 {
    model.part == nil && mode == .continuous ? 1_000_000 / UInt64(ads1x15.rate_sps) : conversionUs
  }

  /// Conversions for a code. NAU7802: the first six after a switch are not of the new channel.
  func conversions(channels: UInt16) -> UInt64 { model == .nau7802 && channels.nonzeroBitCount > 1 ? 9 : 1 }

  /// What a channel takes on the bus, at 400 kHz or as fast as the part is. An ADS1115 that is started: a start, the code, and the part of the
  /// question for its ready bit that comes after the end of the conversion.
  var onBusUs: UInt64 { busHertz < 400_000 || model.part?.family == .tla2528 ? 600 : 300 }

  var busHertz: UInt64 { model.part.map { UInt64($0.family.busHertz) } ?? 400_000 }
}

/// The spare inputs that the supply is wired to, each behind a driver of its own: it and that of the sensors write the config of their
/// converter before every conversion. They are read between frames.
struct References {
  /// Often enough for a supply that falls by a tenth in a second.
  private static let intervalUs: UInt64 = 100_000

  private var drivers = InlineArray<2, Converter>(repeating: .none)
  private var codes = InlineArray<2, Int32?>(repeating: nil)
  private var dueUs: UInt64 = 0

  init() {}

  /// @return 0 or a negative status.
  mutating func start(_ settings: inout Settings, _ bus: inout press_bus) -> Int32 {
    for c in 0..<settings.count(.converter) {
      guard let channel = settings.converter[c].reference.channel else { continue }
      var one = settings.converter[c]
      one.mode = .single
      let status = drivers[c].start(one, channels: 1 << UInt16(channel), &bus)
      if status != 0 { return status }
    }
    return 0
  }

  /// What was read since the last call.
  mutating func take() -> InlineArray<2, Int32?> {
    let taken = codes
    codes = InlineArray(repeating: nil)
    return taken
  }

  /// Reads them if it is time, and there is some before then. @return when it is due again.
  mutating func work(_ board: UnsafeMutablePointer<Board>, beforeUs: UInt64) -> UInt64 {
    let needed = board.program.pointee.settings.referencesUs()
    if needed == 0 { return UInt64.max }
    let now = Bus.wait(board, 0)
    if max(dueUs, now) + needed > beforeUs { return UInt64.max }
    if dueUs > now { return dueUs }
    dueUs = now + Self.intervalUs
    for c in 0..<board.program.pointee.settings.count(.converter) {
      if board.program.pointee.settings.converter[c].reference.channel != nil && !board.program.pointee.links[c].isDown {
        codes[c] = read(board, c)
      }
    }
    return UInt64.max
  }

  private mutating func read(_ board: UnsafeMutablePointer<Board>, _ c: Int) -> Int32 {
    var frame = press_frame()
    var now = Bus.wait(board, 0)
    let limit = now + 500_000 + board.program.pointee.settings.conversionUs()
    while now < limit {
      if drivers[c].step(now, &frame) { return frame.present != 0 ? frame.codeAt(0) : PRESS_SUPPLY_FAILED }
      now = Bus.wait(board, drivers[c].nextUs)
    }
    return PRESS_SUPPLY_FAILED
  }
}

/// The chip, for the simulated bus.
enum SimulatedConverter: SimulatedChip {
  case ads1x15(SimulatedADS1x15)
  case part(SimulatedPart)

  init(_ model: ConverterModel) {
    if let number = model.partNumber, let chip = SimulatedPart(number) {
      self = .part(chip)
    } else {
      self = .ads1x15(SimulatedADS1x15(is1015: model.isADS1015))
    }
  }

  /// What the chip answers that is there; both are asked the same.
  private mutating func ask<Answer>(
    _ ads1x15: (inout SimulatedADS1x15) -> Answer, _ part: (inout SimulatedPart) -> Answer
  ) -> Answer {
    let answer: Answer
    switch self {
    case .ads1x15(var chip):
      answer = ads1x15(&chip)
      self = .ads1x15(chip)
    case .part(var chip):
      answer = part(&chip)
      self = .part(chip)
    }
    return answer
  }

  var oscillatorError: Double {
    get {
      switch self {
      case .ads1x15(let chip): chip.oscillatorError
      case .part(let chip): chip.oscillatorError
      }
    }
    set { ask({ $0.oscillatorError = newValue }, { $0.oscillatorError = newValue }) }
  }

  var isStuck: Bool {
    get {
      switch self {
      case .ads1x15(let chip): chip.isStuck
      case .part(let chip): chip.isStuck
      }
    }
    set { ask({ $0.isStuck = newValue }, { $0.isStuck = newValue }) }
  }

  var signalsReady: Bool {
    switch self {
    case .ads1x15(let chip): chip.signalsReady
    case .part(let chip): chip.signalsReady
    }
  }

  var readyNs: UInt64? {
    switch self {
    case .ads1x15(let chip): chip.readyNs
    case .part(let chip): chip.readyNs
    }
  }

  mutating func alert(beforeNs ns: UInt64, _ wires: inout SimulatedWires) -> UInt64? {
    ask({ $0.alert(beforeNs: ns, &wires) }, { _ in nil })
  }

  mutating func reset() { ask({ $0.reset() }, { $0.reset() }) }

  mutating func delay(untilNs ns: UInt64) { ask({ $0.delay(untilNs: ns) }, { $0.delay(untilNs: ns) }) }

  mutating func disturb(_ way: UInt64, ns: UInt64, _ wires: inout SimulatedWires) {
    ask({ $0.disturb(way, ns: ns, &wires) }, { $0.disturb(way, ns: ns, &wires) })
  }

  mutating func write(_ bytes: UnsafePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    ask({ $0.write(bytes, count: count, ns: ns, &wires) }, { $0.write(bytes, count: count, ns: ns, &wires) })
  }

  mutating func read(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    ask({ $0.read(bytes, count: count, ns: ns, &wires) }, { $0.read(bytes, count: count, ns: ns, &wires) })
  }
}

/// How long it takes to read the sensors.
extension Settings {
  /// How long a reading of all references takes; 0: there are none.
  mutating func referencesUs() -> UInt64 {
    var us: UInt64 = 0
    for c in 0..<count(.converter) where converter[c].reference.channel != nil { us += converter[c].periodUs + converter[c].onBusUs }
    return us
  }

  /// Least time for a frame, with or without the time on the bus. Two converters convert at the same time.
  private mutating func frameUs(onBus: Bool) -> UInt64 {
    var longest: UInt64 = 0
    for c in 0..<count(.converter) {
      let each = converter[c].periodUs * converter[c].conversions(channels: channels(ofConverter: c)) + (onBus ? converter[c].onBusUs : 0)
      longest = max(longest, each * UInt64(channels(ofConverter: c).nonzeroBitCount))
    }
    return longest
  }

  /// How long converters are set up before their first code.
  mutating func setupUs() -> UInt64 {
    var longest: UInt64 = 0
    for c in 0..<count(.converter) { longest = max(longest, converter[c].setupUs) }
    return longest
  }

  /// The longest that a conversion takes.
  mutating func conversionUs() -> UInt64 {
    var longest: UInt64 = 0
    for c in 0..<count(.converter) { longest = max(longest, converter[c].conversionUs) }
    return longest
  }

  /// Without the time on the bus.
  mutating func frameUs() -> UInt64 { frameUs(onBus: false) }

  /// With the time on the bus, at 400 kHz or as fast as the converter takes it. The second converter begins, and ends, that
  /// much later, and one that converts while it is read has the bus to itself.
  mutating func frameOnBusUs() -> UInt64 {
    if count(.converter) == 1 { return frameUs(onBus: true) + referencesUs() }
    var others: UInt64 = 0
    for c in 0..<2 {
      let isAtOnce = converter[c].periodUs == 0
      others = max(others, converter[c].onBusUs * (isAtOnce ? UInt64(channels(ofConverter: c).nonzeroBitCount) : 1))
    }
    return frameUs(onBus: true) + others + referencesUs()
  }
}
