import CPress
import PressCore

/// The setup of an NAU7802, a step for each transfer (Rev. 2.1, "Power-up sequencing", "Calibration"; waits of the LDO
/// and of a calibration are those of the libraries of SparkFun and Adafruit).
enum NAU7802Script {
  typealias Register = ConverterFamily.NAU7802Register

  enum Step {
    case write(UInt8, UInt8, thenUs: UInt32)
    /// Polls a register until these bits have this value: with a pause between polls, and a limited number of times.
    case until(UInt8, mask: UInt8, value: UInt8, everyUs: UInt32, most: UInt8)
    case done
  }

  /// The first step, for a converter whose state is unknown; and the step after the last, for one that is set up.
  static let beginning: UInt8 = 0
  static let done = UInt8.max

  /// VLDO 101: 3.0 V, 0.3 V below a supply of 3.3 V.
  static func control1(_ gainCode: UInt8) -> UInt8 { 0x28 | gainCode }

  /// CRS of a rate code; CHS of channel 2.
  static func control2(_ rateCode: UInt8, _ channel: UInt8) -> UInt8 {
    (rateCode == 0 ? 7 : 4 &- rateCode) &<< 4 | (channel & 1) &<< 7
  }

  /// AVDDS: the LDO is on.
  static func ldo(_ config: press_converter_config) -> UInt8 { config.external_avdd != 0 ? 0 : 0x80 }

  static func step(_ number: UInt8, rateCode: UInt8, gainCode: UInt8, ldo: UInt8, channels: UInt16) -> Step {
    let first: UInt8 = channels & 1 != 0 ? 0 : 1
    switch number {
    // RR resets all registers; PUD 1 then wakes the digital part, which says PUR within 200 us.
    case 0: return .write(Register.powerUp, 0x01, thenUs: 0)
    case 1: return .write(Register.powerUp, 0x02, thenUs: 1_000)
    case 2: return .until(Register.powerUp, mask: 0x08, value: 0x08, everyUs: 1_000, most: 20)
    case 3: return .write(Register.control1, control1(gainCode), thenUs: 0)
    // Another chip does not keep this value.
    case 4: return .until(Register.control1, mask: 0xFF, value: control1(gainCode), everyUs: 0, most: 1)
    // While a calibration of another program runs, writes to this register, and our calibration, have no effect.
    case 5: return .until(Register.control2, mask: Register.calibrating, value: 0, everyUs: 20_000, most: 50)
    case 6: return .write(Register.control2, control2(rateCode, first), thenUs: 0)
    // REG_CHPS 11, as recommended.
    case 7: return .write(Register.adc, 0x30, thenUs: 0)
    // PGA_CAP_EN: a capacitor across the pins of channel 2 takes noise off channel 1. A sensor there has it off.
    case 8: return .write(Register.power, channels == 1 ? 0x80 : 0, thenUs: 0)
    // AVDDS, PUA, PUD; CS: conversions begin. The LDO settles.
    case 9: return .write(Register.powerUp, 0x16 | ldo, thenUs: 250_000)
    // CALMOD 00: calibrates the internal offset; once for each channel.
    case 10: return .write(Register.control2, control2(rateCode, first) | Register.calibrating, thenUs: 50_000)
    case 12 where channels == 3:
      return .write(Register.control2, control2(rateCode, 1) | Register.calibrating, thenUs: 50_000)
    case 11,
      13 where channels == 3:
      return .until(
        Register.control2, mask: Register.calibrating | Register.failed, value: 0, everyUs: 20_000, most: 50)
    default: return .done
    }
  }
}

/// The registers that set up a TLA2528: those whose value differs from that after a reset.
enum TLA2528Script {
  typealias Register = ConverterFamily.TLA2528Register

  static func step(_ number: UInt8) -> NAU7802Script.Step {
    switch number {
    case 0: return .write(Register.data, Register.appendsChannel, thenUs: 0)
    // OSR_CFG: no mean of several. OPMODE_CFG: the fast oscillator, nothing converts by itself. PIN_CFG, which is 05: inputs.
    case 1, 2, 3: return .write(Register.data &+ number, 0, thenUs: 0)
    // The manual mode: a conversion is of the channel that is written.
    case 4: return .write(Register.sequence, 0, thenUs: 0)
    default: return .done
    }
  }
}
