import CPress
import PressCore

/// The registers that are used, and their values (TI, DRV2605L, Rev. C, "Register map").
enum DRV2605LRegister {
  static let status: UInt8 = 0x00
  static let mode: UInt8 = 0x01
  static let realTime: UInt8 = 0x02
  static let sequence: UInt8 = 0x04
  static let go: UInt8 = 0x0C
  static let rated: UInt8 = 0x16
  static let compensation: UInt8 = 0x18

  // MODE
  static let atLevel: UInt8 = 5
  static let calibrating: UInt8 = 7
  static let standby: UInt8 = 0x40

  /// CONTROL4, the ninth from RATED_VOLTAGE on: the longest calibration; nothing is burnt.
  static let control4: UInt8 = 0x30

  // STATUS
  static let calibrationFailed: UInt8 = 8
  static let overTemperature: UInt8 = 2
  static let overCurrent: UInt8 = 1
}

extension press_drv2605l_config {
  var isLRA: Bool { motor == MotorKind.lra }
  private var isClosedLoop: Bool { isLRA || flags & DRV2605LFlag.closedLoop != 0 }

  /// The library of effects, as its register takes it.
  var libraryBits: UInt8 { library != 0 ? library : isLRA ? 6 : 1 }

  /// Volts of the equations of the data sheet ("Rated voltage programming", "Overdrive voltage-clamp programming"), in
  /// microvolts for each step: tDRIVE of an ERM 4.8 ms, tIDISS and tBLANK 75 us, tSAMPLE 300 us.
  private var ratedBits: UInt64 {
    if !isLRA { return Self.bits(UInt64(rated_mv) &* 1000, 21_180) }
    // 20.58 mV / sqrt(1 - (4 * 300 us + 300 us) * f), with the root by its series: up to 300 Hz it is 0.4 % too large at most.
    let x = 15 &* UInt64(frequency_hz)
    let root = 10_000 &- Wide.divide(x, by: 2) &- Wide.divide(x &* x, by: 80_000) &- Wide.divide(x &* x &* x, by: 1_600_000_000)
    return Self.bits(UInt64(rated_mv) &* root, 205_800)
  }

  private var clampBits: UInt64 { Self.bits(UInt64(clamp_mv) &* 1000, isLRA ? 21_220 : isClosedLoop ? 19_673 : 21_590) }

  @inline(never)
  private static func bits(_ volts: UInt64, _ step: UInt64) -> UInt64 { min(max(Wide.divideRounded(volts, by: step), 1), 255) }

  /// DRIVE_TIME: half the period of an LRA, as 0.5 ms plus a number of tenths of a millisecond; 4.8 ms for an ERM.
  private var driveTime: UInt64 {
    if !isLRA { return 0x13 }
    let half = Wide.divide(500_000, by: UInt64(frequency_hz))
    return min(Wide.divide(max(half, 450) &- 450, by: 100), 31)
  }

  /// The values for the eight registers from RATED_VOLTAGE on, the first in the lowest byte.
  @inline(never)
  func setup(_ results: DRV2605LResults) -> UInt64 {
    // FEEDBACK_CONTROL: brake factor 2 and loop gain 2, as calibration takes them. CONTROL1: start-up boost. CONTROL2: the
    // input in both directions, brake stabilizer, times as above. CONTROL3: noise gate 4 %, signed levels.
    ratedBits | clampBits &<< 8 | UInt64(results.compensation) &<< 16 | UInt64(results.backEMF) &<< 24
      | UInt64((isLRA ? 0x80 : 0) | 0x28 | results.gain) &<< 32 | (0x80 | driveTime) &<< 40 | 0xF5 &<< 48
      | (isClosedLoop ? 0x80 : 0xA0) &<< 56
  }
}

/// The results of a calibration.
struct DRV2605LResults {
  var compensation: UInt8
  var backEMF: UInt8
  var gain: UInt8
}

/// The effects of the library that stand for kinds and strengths.
enum DRV2605LEffect {
  /// 0: nothing. Numbers and percents as the library has them ("Waveform library effects list").
  static func number(_ kind: UInt32, _ strength: Int32) -> UInt8 {
    let percent = (strength &* 100) >> 16
    switch kind {
    // Sharp tick, 100, 80, 60 %.
    case EffectKind.tick: return percent >= 90 ? 24 : percent >= 70 ? 25 : 26
    // Soft bump, 100, 60, 30 %.
    case EffectKind.soft: return percent >= 80 ? 7 : percent >= 45 ? 8 : 9
    // Strong click, 100, 60, 30 %.
    case EffectKind.firm: return percent >= 80 ? 1 : percent >= 45 ? 2 : 3
    // Double click, 100, 60 %.
    case EffectKind.double: return percent >= 80 ? 10 : 11
    default: return 0
    }
  }
}
