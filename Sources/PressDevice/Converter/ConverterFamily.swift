import PressCore

/// Parts that are read alike. Bits are those of the data sheets that ConverterPart.swift names.
package enum ConverterFamily: UInt8 {
  case ads78x, pcf8591, mcp3221, adc121, max1161x, mcp342x, nau7802, tla2528, ads1x15

  /// The meaning of the bytes of a reading.
  enum Answer {
    case code(Int32)
    case unready
    /// No such part gives these bytes.
    case wrong
  }

  /// The registers of an ADC121C021 that are used (p. 25).
  package enum ADC121Register {
    package static let result: UInt8 = 0
    package static let config: UInt8 = 2
  }

  /// The registers of an NAU7802 that are used (Rev. 2.1, "Register map").
  package enum NAU7802Register {
    package static let powerUp: UInt8 = 0x00
    package static let control1: UInt8 = 0x01
    package static let control2: UInt8 = 0x02
    package static let result: UInt8 = 0x12
    package static let adc: UInt8 = 0x15
    package static let power: UInt8 = 0x1C
    /// powerUp: cycle start, ready, analog and digital part on, no reset; CR and the LDO apart.
    package static let running: UInt8 = 0x1E
    package static let cycleReady: UInt8 = 0x20
    /// control2: a calibration is under way; it failed.
    package static let calibrating: UInt8 = 0x04
    package static let failed: UInt8 = 0x08
  }

  /// The bytes of a write to a TLA2528 (SBAS961A, "Programming", "Registers"): an opcode, a register, a value.
  package enum TLA2528Register {
    package static let write: UInt8 = 0x08
    package static let readBlock: UInt8 = 0x30
    /// DATA_CFG; behind it OSR_CFG, OPMODE_CFG, PIN_CFG.
    package static let data: UInt8 = 0x02
    package static let sequence: UInt8 = 0x10
    package static let channel: UInt8 = 0x11
    /// data: the channel is appended to a code.
    package static let appendsChannel: UInt8 = 0x10
  }

  // MARK: Properties

  /// The internal reference; 0: the supply, or a pin, is the reference. MCP342x: 2.048 V ("Internal reference").
  package var referenceMillivolts: UInt16 { self == .mcp342x ? 2048 : 0 }

  /// MCP342x: 8 ("Programmable gain amplifier"); NAU7802: 128 (CTRL1, GAINS).
  package var highestGain: UInt16 { self == .mcp342x ? 8 : self == .nau7802 ? 128 : 1 }
  /// The gain if none is given. Load cells give a few millivolts.
  package var usualGain: UInt16 { self == .nau7802 ? 128 : 1 }

  /// Whether an answer distinguishes the part from another chip. It does not for parts of 8 bit, for which any byte is a code.
  func isRecognized(bits: UInt8) -> Bool { self != .pcf8591 && (bits > 8 || self == .adc121) }

  /// PCF8591: 100 kHz ("I2C-bus characteristics"); the others 400 kHz and more.
  package var busHertz: UInt32 { self == .pcf8591 ? 100_000 : 400_000 }

  /// The rate of a code, samples a second, the fastest first; 0: there is none.
  func rate(_ code: UInt8, bits: UInt8) -> UInt16 {
    if self == .ads1x15 { return ADS1x15Config.rate(code, is1015: bits < 15) }
    if self == .nau7802 {
      // CTRL2, CRS 111, 011, 010, 001, 000.
      switch code {
      case 0: return 320
      case 1: return 80
      case 2: return 40
      case 3: return 20
      default: return code == 4 ? 10 : 0
      }
    }
    if self != .mcp342x { return 0 }
    switch code {
    case 0: return 240
    case 1: return 60
    case 2: return 15
    case 3: return 3
    default: return 0
    }
  }

  /// The typical time of a conversion that has to be waited for. MCP342x: 1/240, 1/60, 1/15 and 1/3.75 s.
  func periodUs(rateCode: UInt8, bits: UInt8) -> UInt32 {
    if self == .ads1x15 { return ADS1x15Config.periodUs(samplesPerSecond: rate(rateCode, bits: bits)) }
    if self == .nau7802 { return rateCode == 0 ? 3_125 : 12_500 &<< UInt32(rateCode &- 1) }
    return self == .mcp342x ? 4_167 &<< (2 &* UInt32(rateCode)) : 0
  }

  /// The time that the code of a channel takes on a bus of busHertz. An ADS1x15 that is started: a start, the code, and the part of the poll
  /// of its ready bit that comes after the end of the conversion. A TLA2528: its channel, the code, and its settings.
  package var onBusUs: UInt32 { busHertz < 400_000 || self == .tla2528 ? 600 : 300 }

  // MARK: Writing and reading

  /// Whether the settings are read back after a failure, and once in a number of codes: the answers alone do not show a reset or another
  /// chip. An NAU7802 is checked with each question for a conversion.
  var isVerified: Bool { self == .adc121 }

  /// Whether a write starts a conversion, or selects its channel, before a separate read.
  var isStarted: Bool { self == .mcp342x || self == .tla2528 }

  /// Whether a script sets the part up.
  var isScripted: Bool { self == .nau7802 || self == .tla2528 }

  /// The bytes before the reading of a channel, or those that start its conversion, and how many. `channel`: by the part's numbers.
  func command(channel: UInt8, rateCode: UInt8, gainCode: UInt8, hasReference: Bool) -> (count: Int, first: UInt8, second: UInt8) {
    switch self {
    // SD 1, C2 = the lowest bit of the channel, C1 and C0 the others, PD 01: reference off, converter on; 11: both on.
    case .ads78x: return (1, (hasReference ? 0x8C : 0x84) | (channel & 1) &<< 6 | (channel &>> 1) &<< 4, 0)
    // Four inputs against ground, no analog output, no increment.
    case .pcf8591: return (1, channel & 3, 0)
    case .mcp3221: return (0, 0, 0)
    case .adc121: return (1, ADC121Register.result, 0)
    // Setup: VDD is the reference, internal clock, unipolar, no reset. Config: only this channel, single-ended.
    case .max1161x: return (2, 0x82, 0x61 | channel &<< 1)
    case .nau7802: return (1, NAU7802Register.result, 0)
    case .tla2528: return (2, TLA2528Register.channel, channel)
    // This family has registers of 16 bits: I2CConverter+ADS1x15.swift.
    case .ads1x15: return (0, 0, 0)
    // RDY 1: start; one-shot.
    case .mcp342x: return (1, 0x80 | channel &<< 5 | rateCode &<< 2 | gainCode, 0)
    }
  }

  /// How many bytes a reading has.
  func answerCount(bits: UInt8) -> Int {
    switch self {
    case .ads78x: return bits > 8 ? 2 : 1
    // First comes the conversion that the reading before began.
    case .pcf8591: return 2
    case .mcp3221, .ads1x15: return 2
    case .max1161x: return bits > 8 ? 2 : 1
    case .nau7802: return 3
    // A reading begins a conversion every two bytes; the first may be older.
    case .adc121, .tla2528: return 4
    // Then the config.
    case .mcp342x: return bits > 15 ? 4 : 3
    }
  }

  /// Decodes a reading of a channel. `command`: the first byte that was written before it.
  func decode(_ bytes: (UInt8, UInt8, UInt8, UInt8), bits: UInt8, command: UInt8, channel: UInt8) -> Answer {
    let first = UInt16(bytes.0) &<< 8 | UInt16(bytes.1)
    let second = UInt16(bytes.2) &<< 8 | UInt16(bytes.3)
    switch self {
    case .ads78x where bits == 8, .max1161x where bits == 8: return .code(Int32(bytes.0))
    // Two's complement; the bits below the upper 16 are noise at 320 a second.
    case .nau7802: return .code(Int32(first ^ 0x8000))
    case .pcf8591: return .code(Int32(bytes.1))
    case .ads1x15: return .wrong
    // Parts with fewer bits have them at the upper end of the 12.
    case .ads78x, .mcp3221: return first > 0x0FFF ? .wrong : .code(Int32(first &>> (12 &- UInt16(bits))))
    // Ones before the code.
    case .max1161x: return first < 0xFFFF &<< UInt16(bits) ? .wrong : .code(Int32(first & ~(0xFFFF &<< UInt16(bits))))
    case .tla2528: return bytes.3 & 0x0F == channel ? .code(Int32(second &>> 4)) : .wrong
    case .adc121:
      // Bit 15 is an alert, which is not switched on.
      return (first | second) > 0x0FFF ? .wrong : .code(Int32(second &>> (12 &- UInt16(bits))))
    case .mcp342x:
      let config = bits > 15 ? bytes.3 : bytes.2
      if (config ^ command) & 0x7F != 0 { return .wrong }
      if config & 0x80 != 0 { return .unready }
      var value = Int32(Int16(bitPattern: first))
      if bits > 15 { value = value &<< 8 | Int32(bytes.2) }
      // Bits above the sign repeat it.
      if value > (1 &<< Int32(bits)) &- 1 || value < -1 &<< Int32(bits) { return .wrong }
      return .code(value)
    }
  }
}
