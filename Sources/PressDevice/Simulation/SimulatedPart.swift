/// A converter of ConverterPart at register level: what is written and read on the bus, and conversions that take their time.
public struct SimulatedPart: SimulatedChip {
  /// MCP342x: the data sheet has no limits for single parts; its conversions are up to a third slower or faster.
  public var oscillatorError = 0.0
  public var isStuck = false
  public private(set) var conversions: UInt64 = 0
  /// At its reference or supply, volts, without gain.
  public var referenceVolts = 3.3

  private let part: ConverterPart
  private var channel = 0
  /// ADC121C021: which register is read; its config. MCP342x: the config without RDY. MAX1161x: setup and config.
  private var pointer: UInt8 = 0
  private var setup: UInt8 = 0
  private var config: UInt8 = 0
  /// The result, and of those that give it at the next reading only, that of before.
  private var result = 0
  private var isNew = false
  private var isRunning = false
  private var doneNs: UInt64 = 0
  private var middleNs: UInt64 = 0

  public init?(_ number: UInt8) {
    guard let part = ConverterPart(number) else { return nil }
    self.part = part
    if part.family.referenceMillivolts > 0 { referenceVolts = Double(part.family.referenceMillivolts) / 1000.0 }
    reset()
  }

  public mutating func reset() {
    channel = 0
    pointer = 0
    setup = 0x80
    isNew = false
    isRunning = false
    result = 0
    switch part.family {
    case .pcf8591: result = 0x80  // the first byte after power-on
    case .max1161x: config = 0x01
    case .mcp342x:
      config = 0x10  // continuous, channel 1, 240 a second, gain 1
      begin(0)
    case .ads78x, .mcp3221, .adc121: config = 0
    }
  }

  public mutating func delay(untilNs ns: UInt64) {
    if isRunning { doneNs = max(doneNs, ns) }
  }

  public var signalsReady: Bool { false }
  public var readyNs: UInt64? { nil }

  // MARK: Written

  public mutating func write(_ bytes: UnsafePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    advance(ns, &wires)
    for i in 0..<count {
      switch part.family {
      case .ads78x: command(bytes[i], ns, &wires)
      case .pcf8591:
        if i == 0 { config = bytes[0] }  // a second byte is for the analog output
      case .mcp3221: break
      case .adc121:
        if i == 0 { pointer = bytes[0] & 7 }
        if i == 1 && pointer == ConverterFamily.ADC121Register.config { config = bytes[1] }
      case .max1161x:
        if bytes[i] & 0x80 == 0 { config = bytes[i] } else { set(bytes[i]) }
      case .mcp342x:
        if i == 0 { start(bytes[0], ns) }
      }
    }
  }

  /// ADS78x: SD C2 C1 C0 PD1 PD0. Differential pairs read 0 here.
  private mutating func command(_ byte: UInt8, _ ns: UInt64, _ wires: inout SimulatedWires) {
    let selected = Int(byte >> 4)
    channel = (selected & 3) * 2 + (selected >> 2 & 1)
    result = byte & 0x80 == 0 ? 0 : sample(channel, ns, &wires)
  }

  /// MAX1161x: bit 1 of the setup is 0 to reset the config.
  private mutating func set(_ byte: UInt8) {
    setup = byte
    if byte & 2 == 0 { config = 0x01 }
  }

  private mutating func start(_ byte: UInt8, _ ns: UInt64) {
    config = byte & 0x7F
    isRunning = false
    if byte & 0x80 != 0 || config & 0x10 != 0 { begin(ns) }
  }

  // MARK: Read

  public mutating func read(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    advance(ns, &wires)
    for i in 0..<count {
      switch part.family {
      case .ads78x: bytes[i] = part.mostBits == 8 ? UInt8(truncatingIfNeeded: result) : half(result, i)
      case .pcf8591: bytes[i] = readAndConvert(ns, &wires)
      case .mcp3221:
        if i & 1 == 0 { result = sample(0, ns, &wires) }
        bytes[i] = half(result, i)
      case .adc121: bytes[i] = readRegister(i, ns, &wires)
      case .max1161x:
        if i & 1 == 0 { result = sample(scanned(i / 2), ns, &wires) }
        bytes[i] = half(0xF000 | result, i)
      case .mcp342x: bytes[i] = readResult(i)
      }
    }
  }

  private func half(_ word: Int, _ i: Int) -> UInt8 { UInt8(truncatingIfNeeded: i & 1 == 0 ? word >> 8 : word) }

  /// PCF8591: each byte is the conversion that the one before it began.
  private mutating func readAndConvert(_ ns: UInt64, _ wires: inout SimulatedWires) -> UInt8 {
    let before = result
    result = sample(Int(config & 3), ns, &wires)
    if config & 4 != 0 { config = config & ~3 | (config + 1) & 3 }
    return UInt8(truncatingIfNeeded: before)
  }

  private mutating func readRegister(_ i: Int, _ ns: UInt64, _ wires: inout SimulatedWires) -> UInt8 {
    if pointer == ConverterFamily.ADC121Register.config { return config }
    if pointer != ConverterFamily.ADC121Register.result { return 0 }
    let byte = half(result, i)
    if i & 1 == 1 { result = sample(0, ns, &wires) }
    return byte
  }

  /// MAX1161x: SCAN1 SCAN0 of the config; 3: one channel, else here all from 0 up to it.
  private func scanned(_ n: Int) -> Int {
    let last = Int(config >> 1 & 15)
    return config >> 5 & 3 == 3 ? last : n % (last + 1)
  }

  private mutating func readResult(_ i: Int) -> UInt8 {
    let size = config >> 2 & 3 == 3 ? 3 : 2
    if i < size { return UInt8(truncatingIfNeeded: result >> (8 * (size - 1 - i))) }
    let ready: UInt8 = isNew ? 0 : 0x80
    isNew = false
    return config | ready
  }

  // MARK: Conversions

  private mutating func begin(_ ns: UInt64) {
    let length = UInt64(Double(part.family.periodUs(rateCode: config >> 2 & 3)) * 1000.0 * (1.0 + oscillatorError))
    isRunning = true
    middleNs = ns + length / 2
    doneNs = ns + length
  }

  private mutating func advance(_ ns: UInt64, _ wires: inout SimulatedWires) {
    while isRunning && doneNs <= ns {
      let done = doneNs
      let code = sample(Int(config >> 5 & 3), middleNs, &wires)
      result = code
      isNew = true
      isRunning = false
      if config & 0x10 != 0 { begin(done) }
    }
  }

  /// A code of the part; signed where it has a sign. A channel that it does not have is one that it has.
  private mutating func sample(_ asked: Int, _ ns: UInt64, _ wires: inout SimulatedWires) -> Int {
    conversions += 1
    let volts = wires.volts(asked % Int(part.channels) % SimulatedWires.capacity, ns)
    if isStuck { return result }
    let isSigned = part.family == .mcp342x
    let most = Int(part.largestCode(isSigned ? config >> 2 & 3 : 0))
    let gain = Double(isSigned ? 1 << (config & 3) : 1)
    let scaled = volts / referenceVolts * gain * Double(most + 1)
    return min(max(Int(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5), isSigned ? -most - 1 : 0), most)
  }
}
