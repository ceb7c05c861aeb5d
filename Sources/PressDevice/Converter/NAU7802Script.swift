import PressCore

/// What an NAU7802 is set up with, a step for each transfer (Rev. 2.1, "Power-up sequencing", "Calibration"; waits of the LDO
/// and of a calibration are those of the libraries of SparkFun and Adafruit).
enum NAU7802Script {
  typealias Register = ConverterFamily.NAU7802Register

  enum Step {
    case write(UInt8, UInt8, thenUs: UInt32)
    /// Until these bits of a register have this value: every so often, and not more often than so.
    case until(UInt8, mask: UInt8, value: UInt8, everyUs: UInt32, most: UInt8)
    /// It runs as it should: nothing but the last step is to be done; else step 1 is next.
    case check
    case done

    /// The gain and the LDO are as they were written.
    static func keeps(_ gainCode: UInt8) -> Step { .until(Register.control1, mask: 0xFF, value: 0x28 | gainCode, everyUs: 0, most: 1) }
  }

  /// The first step of a converter that nothing is known of, and of one that failed.
  static let beginning: UInt8 = 1
  static let checking: UInt8 = 0

  /// A reset since the gain was written has cleared it, and all else that was set up: it does not run as it should.
  static func last(_ channels: UInt16) -> UInt8 { channels != 3 ? 12 : 14 }

  /// CRS of a rate code; CHS of channel 2.
  static func control2(_ rateCode: UInt8, _ channel: UInt8) -> UInt8 {
    (rateCode == 0 ? 7 : 4 &- rateCode) &<< 4 | (channel & 1) &<< 7
  }

  static func step(_ number: UInt8, rateCode: UInt8, gainCode: UInt8, channels: UInt16) -> Step {
    let first: UInt8 = channels & 1 != 0 ? 0 : 1
    switch number {
    case 0: return .check
    // RR resets all registers; PUD 1 then wakes the digital part, which says PUR within 200 us.
    case 1: return .write(Register.powerUp, 0x01, thenUs: 0)
    case 2: return .write(Register.powerUp, 0x02, thenUs: 1_000)
    case 3: return .until(Register.powerUp, mask: 0x08, value: 0x08, everyUs: 1_000, most: 20)
    // VLDO 101: 3.0 V, 0.3 V below a supply of 3.3 V.
    case 4: return .write(Register.control1, 0x28 | gainCode, thenUs: 0)
    // Another chip does not keep it.
    case 5: return .keeps(gainCode)
    case 6: return .write(Register.control2, control2(rateCode, first), thenUs: 0)
    // REG_CHPS 11, as recommended.
    case 7: return .write(Register.adc, 0x30, thenUs: 0)
    // AVDDS, PUA, PUD; the LDO settles.
    case 8: return .write(Register.powerUp, 0x86, thenUs: 250_000)
    // CALMOD 00: the offset inside; one for each channel.
    case 9: return .write(Register.control2, control2(rateCode, first) | Register.calibrating, thenUs: 50_000)
    case last(channels): return .keeps(gainCode)
    case 10, 12:
      return .until(
        Register.control2, mask: Register.calibrating | Register.failed, value: 0, everyUs: 20_000, most: 50)
    case 11:
      return channels != 3
        ? .write(Register.powerUp, 0x96, thenUs: 0)
        : .write(Register.control2, control2(rateCode, 1) | Register.calibrating, thenUs: 50_000)
    // CS: conversions begin.
    case 13 where channels == 3: return .write(Register.powerUp, 0x96, thenUs: 0)
    default: return .done
    }
  }
}
