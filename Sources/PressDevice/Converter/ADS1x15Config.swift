import PressCore

/// The registers of an ADS1115, ADS1015 and TLA2024, and what their fields mean in volts and time.
package enum ADS1x15Config {
  /// Registers, as the pointer byte numbers them.
  static let conversion: UInt8 = 0
  static let config: UInt8 = 1
  static let lowThreshold: UInt8 = 2
  static let highThreshold: UInt8 = 3

  /// Written 1: start a conversion. Read 1: none is running.
  package static let operate: UInt16 = 0x8000
  package static let singleShot: UInt16 = 0x0100
  package static let comparatorOff: UInt16 = 0x0003
  /// Comparator: the pin is low as long as codes are beyond a window, from the second conversion in a row on.
  static let window: UInt16 = 0x0010
  static let afterTwo: UInt16 = 0x0001
  package static let atReset: UInt16 = 0x8583

  static let channelAgainstGround: UInt16 = 4
  /// A converter that is asleep needs this long to wake before it converts.
  static let wakeUs: UInt32 = 20
  /// The range of a config that gives none, millivolts.
  package static let usualRange: UInt16 = 4096

  /// The MUX field for AINn against ground.
  static func multiplexer(channel: UInt8) -> UInt16 {
    (channelAgainstGround &+ UInt16(channel & 3)) &<< 12
  }

  /// The PGA field.
  package static func gain(rangeMillivolts: UInt16) -> UInt16 {
    switch rangeMillivolts {
    case 6144: return 0 &<< 9
    case 2048: return 2 &<< 9
    case 1024: return 3 &<< 9
    case 512: return 4 &<< 9
    case 256: return 5 &<< 9
    default: return 1 &<< 9
    }
  }

  /// The DR field of a rate code, which is 0 for the fastest.
  static func dataRate(_ rateCode: UInt8, is1015: Bool) -> UInt16 { UInt16((is1015 ? 6 : 7) &- min(rateCode, is1015 ? 6 : 7)) &<< 5 }

  /// The rate code of a config register.
  static func rateCode(config: UInt16, is1015: Bool) -> UInt8 {
    let field = UInt8(truncatingIfNeeded: config &>> 5) & 7
    return is1015 ? 6 &- min(field, 6) : 7 &- field
  }

  /// The rate of a code, samples a second, the fastest first; 0: there is none.
  static func rate(_ rateCode: UInt8, is1015: Bool) -> UInt16 {
    if is1015 {
      switch rateCode {
      case 0: return 3300
      case 1: return 2400
      case 2: return 1600
      case 3: return 920
      case 4: return 490
      case 5: return 250
      default: return rateCode == 6 ? 128 : 0
      }
    }
    switch rateCode {
    case 0: return 860
    case 1: return 475
    case 2: return 250
    case 3: return 128
    default: return rateCode < 8 ? 512 &>> UInt16(rateCode &- 1) : 0
    }
  }

  /// The rate in a config register, samples a second.
  package static func samplesPerSecond(config: UInt16, is1015: Bool) -> UInt16 { rate(rateCode(config: config, is1015: is1015), is1015: is1015) }

  /// 1/DR, rounded up.
  static func periodUs(samplesPerSecond: UInt16) -> UInt32 {
    let rate = UInt32(max(samplesPerSecond, 1))
    return (999_999 &+ rate).dividedReportingOverflow(by: rate).partialValue
  }

  /// After this long a conversion is done for certain: 1.1/DR, because the oscillator may be 10 % slow, and the wake-up.
  package static func conversionUs(samplesPerSecond: UInt16) -> UInt32 {
    let period = periodUs(samplesPerSecond: samplesPerSecond)
    return period &+ (period &+ 9).dividedReportingOverflow(by: 10).partialValue &+ wakeUs
  }
}
