/// A converter of ConverterPart at register level: writes and reads on the bus, and conversions that take their time.
package struct SimulatedPart: SimulatedChip {
  /// MCP342x: the data sheet has no limits for single parts; its conversions are up to a third slower or faster.
  package var oscillatorError = 0.0
  package var isStuck = false
  package private(set) var conversions: UInt64 = 0
  /// At its reference or supply, volts, without gain.
  package var referenceVolts = 3.3

  private let part: ConverterPart
  private var channel = 0
  /// ADC121C021: which register is read; its config. MCP342x: the config without RDY. MAX1161x: setup and config. TLA2528: the opcode is
  /// the setup.
  private var pointer: UInt8 = 0
  private var setup: UInt8 = 0
  private var config: UInt8 = 0
  /// The result; and the result before, for parts that give a result at the next reading only.
  private var result = 0
  private var isNew = false
  private var isRunning = false
  private var doneNs: UInt64 = 0
  private var middleNs: UInt64 = 0
  /// ADS78x: since when its own reference is on.
  private var referenceNs: UInt64?
  /// The registers of an NAU7802 or a TLA2528.
  private var registers = InlineArray<32, UInt8>(repeating: 0)
  private var calibratedNs: UInt64 = 0
  private var settling = 0
  private var isCalibrated = false
  /// The converter, if the part is an ADS1x15.
  private var ads1x15 = SimulatedADS1x15()

  package init?(_ number: UInt8) {
    guard let part = ConverterPart(number) else { return nil }
    self.part = part
    ads1x15.is1015 = part.mostBits < 15
    if part.family.referenceMillivolts > 0 { referenceVolts = Double(part.family.referenceMillivolts) / 1000.0 }
    reset()
  }

  package mutating func reset() {
    channel = 0
    pointer = 0
    setup = 0x80
    isNew = false
    isRunning = false
    calibratedNs = 0
    referenceNs = nil
    result = 0
    switch part.family {
    case .pcf8591: result = 0x80  // the first byte after power-on
    case .max1161x: config = 0x01
    case .mcp342x:
      config = 0x10  // continuous, channel 1, 240 a second, gain 1
      begin(0)
    case .nau7802:
      registers = InlineArray<32, UInt8>(repeating: 0)
      registers[0x1F] = 0x0F  // the revision
      isCalibrated = false
    case .tla2528:
      registers = InlineArray<32, UInt8>(repeating: 0)
      registers[0] = 0x81  // the supply was gone
      setup = 0
    case .ads1x15: ads1x15.reset()
    case .ads78x, .mcp3221, .adc121: config = 0
    }
  }

  package mutating func delay(untilNs ns: UInt64) {
    if isRunning { doneNs = max(doneNs, ns) }
    ads1x15.delay(untilNs: ns)
  }

  package var signalsReady: Bool { part.family == .ads1x15 && ads1x15.signalsReady }
  package var readyNs: UInt64? { ads1x15.readyNs }

  package mutating func alert(beforeNs ns: UInt64, _ wires: inout SimulatedWires) -> UInt64? {
    isADS1x15() ? ads1x15.alert(beforeNs: ns, &wires) : nil
  }

  /// Whether the part is an ADS1x15; then hands it the troubles of the part.
  private mutating func isADS1x15() -> Bool {
    ads1x15.oscillatorError = oscillatorError
    ads1x15.isStuck = isStuck
    return part.family == .ads1x15
  }

  // MARK: Written

  package mutating func write(_ bytes: UnsafePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    if isADS1x15() { return ads1x15.write(bytes, count: count, ns: ns, &wires) }
    advance(ns, &wires)
    for i in 0..<count {
      switch part.family {
      case .ads1x15: break
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
      case .nau7802:
        if i == 0 { pointer = bytes[0] & 31 } else { setRegister(bytes[i], ns) }
      case .tla2528: take(bytes[i], i)
      }
    }
  }

  /// ADS78x: SD C2 C1 C0 PD1 PD0. Differential pairs read 0 here.
  private mutating func command(_ byte: UInt8, _ ns: UInt64, _ wires: inout SimulatedWires) {
    let selected = Int(byte >> 4)
    channel = (selected & 3) * 2 + (selected >> 2 & 1)
    // PD1: its own reference, which charges a capacitor first.
    if byte & 8 == 0 { referenceNs = nil } else if referenceNs == nil { referenceNs = ns }
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
    if byte & 0x80 == 0 && config & 0x10 == 0 { return }
    isNew = false
    begin(ns)
  }

  // MARK: Read

  package mutating func read(_ bytes: UnsafeMutablePointer<UInt8>, count: Int, ns: UInt64, _ wires: inout SimulatedWires) {
    if isADS1x15() { return ads1x15.read(bytes, count: count, ns: ns, &wires) }
    advance(ns, &wires)
    for i in 0..<count {
      switch part.family {
      case .ads1x15: break
      case .ads78x: bytes[i] = part.mostBits == 8 ? UInt8(truncatingIfNeeded: result) : half(result, i)
      case .pcf8591: bytes[i] = readAndConvert(ns, &wires)
      case .mcp3221:
        if i & 1 == 0 { result = sample(0, ns, &wires) }
        bytes[i] = half(result << (12 - Int(part.mostBits)), i)
      case .adc121: bytes[i] = readRegister(i, ns, &wires)
      case .max1161x:
        let isByte = part.mostBits == 8
        if isByte || i & 1 == 0 { result = sample(scanned(isByte ? i : i / 2), ns, &wires) }
        bytes[i] = isByte ? UInt8(truncatingIfNeeded: result) : half(0xFFFF << Int(part.mostBits) | result, i)
      case .mcp342x: bytes[i] = readResult(i)
      case .nau7802: bytes[i] = nextRegister(ns)
      case .tla2528: bytes[i] = answer(i, ns, &wires)
      }
    }
    if part.family == .tla2528 { setup = 0 }
  }

  private func half(_ word: Int, _ i: Int) -> UInt8 { UInt8(truncatingIfNeeded: i & 1 == 0 ? word >> 8 : word) }

  /// PCF8591: each byte is the conversion that the one before it began.
  private mutating func readAndConvert(_ ns: UInt64, _ wires: inout SimulatedWires) -> UInt8 {
    let before = result
    result = sample(Int(config & 3), ns, &wires)
    if config & 4 != 0 { config = config & ~3 | (config + 1) & 3 }
    return UInt8(truncatingIfNeeded: before)
  }

  /// Its cycle times; 0: it converts when it is read.
  private static let cyclesUs: InlineArray<8, UInt64> = [0, 37, 74, 149, 294, 588, 1111, 2500]

  private mutating func readRegister(_ i: Int, _ ns: UInt64, _ wires: inout SimulatedWires) -> UInt8 {
    if pointer == ConverterFamily.ADC121Register.config { return config }
    if pointer != ConverterFamily.ADC121Register.result { return 0 }
    let cycleUs = Self.cyclesUs[Int(config >> 5)]
    if cycleUs > 0 {
      // By itself: the newest.
      result = sample(0, ns / (cycleUs * 1000) * (cycleUs * 1000), &wires)
    }
    let word = result << (12 - Int(part.mostBits))
    let byte = half(config & 8 != 0 && word > 16 ? 0x8000 | word : word, i)
    if i & 1 == 1 && cycleUs == 0 { result = sample(0, ns, &wires) }
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

  package mutating func disturb(_ way: UInt64, ns: UInt64, _ wires: inout SimulatedWires) {
    let isFirst = way & 1 == 0
    switch part.family {
    case .ads1x15: ads1x15.disturb(way, ns: ns, &wires)
    case .ads78x: exchange([isFirst ? 0x04 : 0xFC, 0, 0], count: 1, reads: 2, ns: ns, &wires)
    case .pcf8591: exchange([isFirst ? 0x44 : 0x03, 0, 0], count: 1, reads: 5, ns: ns, &wires)
    case .mcp3221: exchange([0, 0, 0], count: 0, reads: 4, ns: ns, &wires)
    // Lets the part convert by itself, every 2.5 ms; or show alerts, above a limit of 16.
    case .adc121: exchange([2, isFirst ? 0xE0 : 0x2C, 0], count: 2, reads: 0, ns: ns, &wires)
    case .max1161x: exchange([isFirst ? 0x80 : 0xD6, 0x06, 0], count: isFirst ? 1 : 2, reads: 4, ns: ns, &wires)
    case .mcp342x: exchange([0x90 | 3 << 5, 0, 0], count: isFirst ? 1 : 0, reads: isFirst ? 0 : 3, ns: ns, &wires)
    case .nau7802: exchange([isFirst ? 1 : 2, isFirst ? 0x2C : 0xF0, 0], count: 2, reads: 0, ns: ns, &wires)
    // Another channel, or the mean of eight.
    case .tla2528: exchange([0x08, isFirst ? 0x11 : 0x03, 3], count: 3, reads: 2, ns: ns, &wires)
    }
  }

  // MARK: Conversions

  /// NAU7802: CRS of CTRL2 as the table counts rates.
  private var rateCode: UInt8 {
    if part.family != .nau7802 { return config >> 2 & 3 }
    let crs = registers[2] >> 4 & 7
    return crs > 3 ? 0 : 4 - crs
  }

  private mutating func begin(_ ns: UInt64) {
    let length = UInt64(Double(part.periodUs(rateCode)) * 1000.0 * (1.0 + oscillatorError))
    isRunning = true
    middleNs = ns + length / 2
    doneNs = ns + length
  }

  private mutating func advance(_ ns: UInt64, _ wires: inout SimulatedWires) {
    while isRunning && doneNs <= ns {
      let done = doneNs
      isRunning = false
      if part.family == .nau7802 {
        result = sampleBridge(Int(registers[2] >> 7), middleNs, &wires)
        // After a start or a switch, conversions are partly those of before; without a calibration they have an offset.
        if settling > 0 { result += 40_000 * settling }
        if !isCalibrated { result += 600_000 }
        result = min(result, 8_388_607)
        settling = max(settling - 1, 0)
        isNew = true
        begin(done)
        continue
      }
      result = sample(Int(config >> 5 & 3), middleNs, &wires)
      isNew = true
      if config & 0x10 != 0 { begin(done) }
    }
  }

  /// A code of the part, signed if the part has a sign. The number of a channel that it does not have wraps to one that it has.
  private mutating func sample(_ asked: Int, _ ns: UInt64, _ wires: inout SimulatedWires) -> Int {
    conversions += 1
    let volts = wires.volts(asked % Int(part.channels) % SimulatedWires.capacity, ns)
    if isStuck { return result }
    let isSigned = part.family == .mcp342x
    let most = Int(part.largestCode(isSigned ? config >> 2 & 3 : 0))
    let gain = Double(isSigned ? 1 << (config & 3) : 1)
    let reference = referenceNs.map { ns < $0 + 5_000_000 ? 1.0 : 2.5 } ?? referenceVolts
    let scaled = volts / reference * gain * Double(most + 1)
    return min(max(Int(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5), isSigned ? -most - 1 : 0), most)
  }
}

/// The opcodes of a TLA2528.
extension SimulatedPart {
  private typealias Register = ConverterFamily.TLA2528Register

  private mutating func take(_ byte: UInt8, _ i: Int) {
    switch i {
    case 0: setup = byte
    case 1: pointer = byte & 31
    default:
      let before = registers[Int(pointer)]
      switch setup {
      case Register.write where i == 2: registers[Int(pointer)] = byte
      case 0x18: registers[Int(pointer)] = before | byte
      case 0x20: registers[Int(pointer)] = before & ~byte
      case 0x28:
        registers[Int(pointer)] = byte
        pointer = (pointer + 1) & 31
      default: return
      }
      if registers[1] & 1 != 0 { reset() }
    }
  }

  /// Reads registers if an opcode asks for them; else a conversion every two bytes, of 12 bits and the channel, or of the mean of several.
  private mutating func answer(_ i: Int, _ ns: UInt64, _ wires: inout SimulatedWires) -> UInt8 {
    if setup == 0x10 || setup == Register.readBlock {
      if setup == 0x10 && i > 0 { return 0 }
      defer { pointer = (pointer + 1) & 31 }
      return registers[Int(pointer)]
    }
    let (appends, isMean) = (registers[2] & 0x10 != 0, registers[3] & 7 != 0)
    let size = appends && isMean ? 3 : 2
    let channel = Int(registers[Int(Register.channel)] & 15)
    if i % size == 0 {
      let code = registers[5] >> UInt8(channel & 7) & 1 != 0 ? 4095 : sample(channel, ns, &wires)
      result = isMean ? code << 4 | 7 : code << 4 | (appends ? channel : 0)
    }
    return i % size == 2 ? UInt8(channel << 4) : half(result, i % size)
  }
}

/// The registers of an NAU7802.
extension SimulatedPart {
  private static let calibrationNs: UInt64 = 344_000_000

  private mutating func setRegister(_ value: UInt8, _ ns: UInt64) {
    let register = Int(pointer)
    pointer = (pointer + 1) & 31
    if register == 0 {
      if value & 1 != 0 { reset() }
      let wasRunning = registers[0] & 0x16 == 0x16
      // PUR follows PUD; CR and PUR cannot be written.
      registers[0] = value & 0xD7 | (value & 2 != 0 ? 0x08 : 0)
      if registers[0] & 0x16 != 0x16 {
        isRunning = false
        isNew = false
      } else if !wasRunning {
        settle(ns)
      }
      return
    }
    if register == 2 {
      if ns < calibratedNs { return }  // writes are ignored meanwhile
      let isSwitched = (registers[2] ^ value) & 0xF0 != 0
      registers[2] = value & 0xF7
      if value & 4 != 0 {
        calibratedNs = ns + Self.calibrationNs
        isCalibrated = true
      }
      if (isSwitched || value & 4 != 0) && isRunning { settle(ns) }
      return
    }
    if register < 0x12 || register > 0x14 { registers[register] = value }
  }

  private mutating func settle(_ ns: UInt64) {
    isNew = false
    settling = 5
    begin(ns)
  }

  private mutating func nextRegister(_ ns: UInt64) -> UInt8 {
    let register = Int(pointer)
    pointer = (pointer + 1) & 31
    switch register {
    case 0: return registers[0] | (isNew ? 0x20 : 0)
    case 2: return registers[2] & 0xFB | (ns < calibratedNs ? 4 : 0)
    case 0x12...0x14:
      isNew = false
      return UInt8(truncatingIfNeeded: result >> (8 * (0x14 - register)))
    default: return registers[register]
    }
  }

  /// 24 bits: full scale is half of the LDO's voltage, divided by the gain.
  private mutating func sampleBridge(_ channel: Int, _ ns: UInt64, _ wires: inout SimulatedWires) -> Int {
    conversions += 1
    let volts = wires.volts(channel % SimulatedWires.capacity, ns)
    if isStuck { return result }
    let gain = Double(1 << Int(registers[1] & 7))
    // VLDO: 4.5 V to 2.4 V.
    let supply = 4.5 - 0.3 * Double(registers[1] >> 3 & 7)
    let scaled = volts * gain / (supply / 2.0) * 8_388_608.0
    return min(max(Int(scaled < 0.0 ? scaled - 0.5 : scaled + 0.5), -8_388_608), 8_388_607)
  }
}
