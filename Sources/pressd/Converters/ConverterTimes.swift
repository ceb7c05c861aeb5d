import CPress
import PressDevice
import PressSetup

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

  /// What a channel takes on the bus, at 400 kHz or as fast as the part is.
  var onBusUs: UInt64 { busHertz < 400_000 ? 600 : 300 }

  var busHertz: UInt64 { model.part.map { UInt64($0.family.busHertz) } ?? 400_000 }
}
