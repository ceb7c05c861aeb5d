import CPress
import PressCore

/// The config register, and what its fields mean in volts and time.
public enum ADS1x15Config {
  /// Written 1: start a conversion. Read 1: none is running.
  public static let operate: UInt16 = 0x8000
  public static let singleShot: UInt16 = 0x0100
  public static let comparatorOff: UInt16 = 0x0003
  /// The comparator: beyond a window, for two conversions in a row; the pin is low as long as that is so.
  static let window: UInt16 = 0x0010
  static let afterTwo: UInt16 = 0x0001
  public static let atReset: UInt16 = 0x8583

  static let channelAgainstGround: UInt16 = 4
  static let microsecondsPerSecond: UInt32 = 1_000_000
  /// A converter that is asleep needs this long to wake before it converts.
  static let wakeUs: UInt32 = 20

  /// The MUX field for AINn against ground.
  static func multiplexer(channel: UInt8) -> UInt16 {
    (channelAgainstGround &+ UInt16(channel & 3)) &<< 12
  }

  /// The PGA field, or nil for a range that the converter does not have.
  public static func gain(rangeMillivolts: UInt16) -> UInt16? {
    switch rangeMillivolts {
    case 6144: return 0 &<< 9
    case 4096: return 1 &<< 9
    case 2048: return 2 &<< 9
    case 1024: return 3 &<< 9
    case 512: return 4 &<< 9
    case 256: return 5 &<< 9
    default: return nil
    }
  }

  /// The DR field, or nil for a rate that the model does not have.
  public static func dataRate(samplesPerSecond: UInt16, is1015: Bool) -> UInt16? {
    if is1015 {
      switch samplesPerSecond {
      case 128: return 0 &<< 5
      case 250: return 1 &<< 5
      case 490: return 2 &<< 5
      case 920: return 3 &<< 5
      case 1600: return 4 &<< 5
      case 2400: return 5 &<< 5
      case 3300: return 6 &<< 5
      default: return nil
      }
    }
    switch samplesPerSecond {
    case 8: return 0 &<< 5
    case 16: return 1 &<< 5
    case 32: return 2 &<< 5
    case 64: return 3 &<< 5
    case 128: return 4 &<< 5
    case 250: return 5 &<< 5
    case 475: return 6 &<< 5
    case 860: return 7 &<< 5
    default: return nil
    }
  }

  /// The rate that a config register stands for.
  public static func samplesPerSecond(config: UInt16, is1015: Bool) -> UInt16 {
    switch ((config &>> 5) & 7, is1015) {
    case (0, false): return 8
    case (1, false): return 16
    case (2, false): return 32
    case (3, false): return 64
    case (4, false): return 128
    case (5, false): return 250
    case (6, false): return 475
    case (_, false): return 860
    case (0, true): return 128
    case (1, true): return 250
    case (2, true): return 490
    case (3, true): return 920
    case (4, true): return 1600
    case (5, true): return 2400
    case (_, true): return 3300
    }
  }

  /// 1/DR, rounded up.
  static func periodUs(samplesPerSecond: UInt16) -> UInt32 {
    let rate = UInt32(samplesPerSecond)
    return (microsecondsPerSecond &+ rate &- 1).dividedReportingOverflow(by: rate).partialValue
  }

  /// After this long a conversion is done for certain: 1.1/DR, because the oscillator may be 10 % slow, and the wake-up.
  public static func conversionUs(samplesPerSecond: UInt16) -> UInt32 {
    let period = periodUs(samplesPerSecond: samplesPerSecond)
    return period &+ (period &+ 9).dividedReportingOverflow(by: 10).partialValue &+ wakeUs
  }
}

extension press_ads1x15_config {
  public static func brokenRelation(_ c: UnsafePointer<Self>) -> UInt32 {
    let is1015 = c.pointee.model == ADS1x15Model.ads1015
    if ADS1x15Config.dataRate(samplesPerSecond: c.pointee.rate_sps, is1015: is1015) == nil { return Rule.ofRelation }
    // Several channels in turn have to stop the converter between them anyway.
    let isOne = c.pointee.channels & (c.pointee.channels &- 1) == 0
    return isOne || c.pointee.flags & ADS1x15Flag.continuous == 0 ? 0 : Rule.ofRelation + 1
  }

  @inline(never)
  public static func words(ofRelation rule: UInt32) -> UnsafePointer<CChar> {
    rule == Rule.ofRelation ? text("rate_sps: one of the model's rates") : text("flags: PRESS_ADS1X15_CONTINUOUS with one channel only")
  }
}
