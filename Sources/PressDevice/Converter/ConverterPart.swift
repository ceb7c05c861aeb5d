import CPress
import CPress
import PressCore

/// The properties of a part. Differences between the parts of a family are in its row; differences between families in
/// ConverterFamily.swift. The driver, the simulated part, pressd and press_converter_part_get read it; tests hold the documents and Python
/// to it.
package struct ConverterPart {
  package let name: UnsafePointer<CChar>
  package let family: ConverterFamily
  package let firstAddress: UInt8
  /// Bit n: the part can have the address firstAddress + n.
  package let addresses: UInt16
  package let usualAddress: UInt8
  package let channels: UInt8
  /// Bits of a code without its sign, at the slowest rate.
  package let mostBits: UInt8
  /// Whether an ADS1x15 has the pin ALERT/RDY.
  package let hasComparator: Bool

  /// The rows. Sources: the data sheets of the makers, and what the drivers of Linux write to the same registers
  /// (hwmon/ads7828.c, hwmon/pcf8591.c, hwmon/mcp3021.c, iio/adc/ti-adc081c.c, iio/adc/max1363.c, iio/adc/mcp3422.c, iio/adc/nau7802.c,
  /// iio/adc/ti-ads7138.c, iio/adc/ti-ads1015.c).
  package init?(_ part: UInt8) {
    switch part {
    // ADS7828 and ADS7830, TI, p. 11: 10010 A1 A0; eight inputs against COM.
    case PartNumber.ads7828: self.init("ADS7828", .ads78x, 0x48, 0x000F, 0x48, channels: 8, bits: 12)
    case PartNumber.ads7830: self.init("ADS7830", .ads78x, 0x48, 0x000F, 0x48, channels: 8, bits: 8)
    // PCF8591, NXP, "Addressing": 1001 A2 A1 A0.
    case PartNumber.pcf8591: self.init("PCF8591", .pcf8591, 0x48, 0x00FF, 0x48, channels: 4, bits: 8)
    // MCP3221, Microchip, "Device addressing": 1001 A2 A1 A0 by the suffix of the part; A5 is what shops keep.
    case PartNumber.mcp3221: self.init("MCP3221", .mcp3221, 0x48, 0x00FF, 0x4D, channels: 1, bits: 12)
    // ADC121C021, TI, p. 18: nine addresses by ADR0 and ADR1; the part with six pins has 0x54.
    case PartNumber.adc121c021: self.init("ADC121C021", .adc121, 0x50, 0x0777, 0x54, channels: 1, bits: 12)
    // MAX11612 to MAX11617, Maxim, "Slave address": fixed.
    case PartNumber.max11612: self.init("MAX11612", .max1161x, 0x34, 1, 0x34, channels: 4, bits: 12)
    case PartNumber.max11613: self.init("MAX11613", .max1161x, 0x34, 1, 0x34, channels: 4, bits: 12)
    case PartNumber.max11614: self.init("MAX11614", .max1161x, 0x33, 1, 0x33, channels: 8, bits: 12)
    case PartNumber.max11615: self.init("MAX11615", .max1161x, 0x33, 1, 0x33, channels: 8, bits: 12)
    case PartNumber.max11616: self.init("MAX11616", .max1161x, 0x35, 1, 0x35, channels: 12, bits: 12)
    case PartNumber.max11617: self.init("MAX11617", .max1161x, 0x35, 1, 0x35, channels: 12, bits: 12)
    // MCP3421 to MCP3428, Microchip, "Device addressing": 1101 A2 A1 A0 by pins or by the suffix of the part; 000 is usual.
    case PartNumber.mcp3421: self.init("MCP3421", .mcp342x, 0x68, 0x00FF, 0x68, channels: 1, bits: 17)
    case PartNumber.mcp3422: self.init("MCP3422", .mcp342x, 0x68, 0x00FF, 0x68, channels: 2, bits: 17)
    case PartNumber.mcp3423: self.init("MCP3423", .mcp342x, 0x68, 0x00FF, 0x68, channels: 2, bits: 17)
    case PartNumber.mcp3424: self.init("MCP3424", .mcp342x, 0x68, 0x00FF, 0x68, channels: 4, bits: 17)
    case PartNumber.mcp3425: self.init("MCP3425", .mcp342x, 0x68, 0x00FF, 0x68, channels: 1, bits: 15)
    case PartNumber.mcp3426: self.init("MCP3426", .mcp342x, 0x68, 0x00FF, 0x68, channels: 2, bits: 15)
    case PartNumber.mcp3427: self.init("MCP3427", .mcp342x, 0x68, 0x00FF, 0x68, channels: 2, bits: 15)
    case PartNumber.mcp3428: self.init("MCP3428", .mcp342x, 0x68, 0x00FF, 0x68, channels: 4, bits: 15)
    // NAU7802, Nuvoton, Rev. 2.1, "Serial interface": fixed.
    case PartNumber.nau7802: self.init("NAU7802", .nau7802, 0x2A, 1, 0x2A, channels: 2, bits: 16)
    // MCP3021, Microchip, "Device addressing": as an MCP3221.
    case PartNumber.mcp3021: self.init("MCP3021", .mcp3221, 0x48, 0x00FF, 0x4D, channels: 1, bits: 10)
    // ADC101C021 and ADC081C021, TI: as an ADC121C021, the lowest bits 0.
    case PartNumber.adc101c021: self.init("ADC101C021", .adc121, 0x50, 0x0777, 0x54, channels: 1, bits: 10)
    case PartNumber.adc081c021: self.init("ADC081C021", .adc121, 0x50, 0x0777, 0x54, channels: 1, bits: 8)
    // MAX11600 to MAX11605 and MAX11606 to MAX11611, Maxim, "Slave address": fixed, the latter as those of 12 bit.
    case PartNumber.max11600: self.init("MAX11600", .max1161x, 0x64, 1, 0x64, channels: 4, bits: 8)
    case PartNumber.max11601: self.init("MAX11601", .max1161x, 0x64, 1, 0x64, channels: 4, bits: 8)
    case PartNumber.max11602: self.init("MAX11602", .max1161x, 0x6D, 1, 0x6D, channels: 8, bits: 8)
    case PartNumber.max11603: self.init("MAX11603", .max1161x, 0x6D, 1, 0x6D, channels: 8, bits: 8)
    case PartNumber.max11604: self.init("MAX11604", .max1161x, 0x65, 1, 0x65, channels: 12, bits: 8)
    case PartNumber.max11605: self.init("MAX11605", .max1161x, 0x65, 1, 0x65, channels: 12, bits: 8)
    case PartNumber.max11606: self.init("MAX11606", .max1161x, 0x34, 1, 0x34, channels: 4, bits: 10)
    case PartNumber.max11607: self.init("MAX11607", .max1161x, 0x34, 1, 0x34, channels: 4, bits: 10)
    case PartNumber.max11608: self.init("MAX11608", .max1161x, 0x33, 1, 0x33, channels: 8, bits: 10)
    case PartNumber.max11609: self.init("MAX11609", .max1161x, 0x33, 1, 0x33, channels: 8, bits: 10)
    case PartNumber.max11610: self.init("MAX11610", .max1161x, 0x35, 1, 0x35, channels: 12, bits: 10)
    case PartNumber.max11611: self.init("MAX11611", .max1161x, 0x35, 1, 0x35, channels: 12, bits: 10)
    // TLA2528 and ADS7138, TI, "I2C address selector": eight addresses by a resistor at ADDR, none is 0x10.
    case PartNumber.tla2528: self.init("TLA2528", .tla2528, 0x10, 0x00FF, 0x10, channels: 8, bits: 12)
    case PartNumber.ads7138: self.init("ADS7138", .tla2528, 0x10, 0x00FF, 0x10, channels: 8, bits: 12)
    // ADS1115, ADS1015 and TLA2024, TI, "I2C address selection": 10010 and ADDR to GND, VDD, SDA, SCL.
    case PartNumber.ads1115: self.init("ADS1115", .ads1x15, 0x48, 0x000F, 0x48, channels: 4, bits: 15)
    case PartNumber.ads1015: self.init("ADS1015", .ads1x15, 0x48, 0x000F, 0x48, channels: 4, bits: 11)
    case PartNumber.tla2024: self.init("TLA2024", .ads1x15, 0x48, 0x000F, 0x48, channels: 4, bits: 11, hasComparator: false)
    default: return nil
    }
  }

  // Inlined, so that each name is a constant: no check is needed to take its address.
  @inline(__always)
  private init(
    _ name: StaticString, _ family: ConverterFamily, _ firstAddress: UInt8, _ addresses: UInt16, _ usualAddress: UInt8,
    channels: UInt8, bits: UInt8, hasComparator: Bool = true
  ) {
    self.name = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    self.family = family
    self.firstAddress = firstAddress
    self.addresses = addresses
    self.usualAddress = usualAddress
    self.channels = channels
    mostBits = bits
    self.hasComparator = hasComparator
  }

  package func has(address: UInt8) -> Bool {
    address >= firstAddress && address &- firstAddress < 16 && addresses &>> UInt16(address &- firstAddress) & 1 != 0
  }

  /// The code of a rate in the part's register, 0 the fastest; nil: it has no such rate.
  package func rateCode(_ samplesPerSecond: UInt16) -> UInt8? {
    if samplesPerSecond == 0 { return 0 }
    var code: UInt8 = 0
    while code < UInt8(truncatingIfNeeded: PRESS_PART_RATES) {
      if rate(code) == samplesPerSecond { return code }
      code &+= 1
    }
    return nil
  }

  /// The rate of a code, samples a second; 0: there is none.
  package func rate(_ code: UInt8) -> UInt16 { bits(code) > mostBits ? 0 : family.rate(code, bits: mostBits) }

  /// Bits of a code without its sign, at a rate.
  package func bits(_ rateCode: UInt8) -> UInt8 { family == .mcp342x ? 11 &+ 2 &* rateCode : mostBits }

  package func largestCode(_ rateCode: UInt8) -> Int32 { (1 &<< Int32(bits(rateCode))) &- 1 }

  /// The typical time of a conversion that has to be waited for; 0: the part converts while it is read.
  func periodUs(_ rateCode: UInt8) -> UInt32 { family.periodUs(rateCode: rateCode, bits: mostBits) }

  /// The longest. For most parts the data sheets have no limit: an eighth more.
  package func conversionUs(_ rateCode: UInt8) -> UInt32 {
    let period = periodUs(rateCode)
    return family == .ads1x15 ? ADS1x15Config.conversionUs(samplesPerSecond: rate(rateCode)) : period &+ period &>> 3
  }

  /// The voltage of largestCode + 1; 0: that of its supply or of its pin REF.
  package func rangeMillivolts(_ c: press_converter_config) -> UInt16 {
    if family == .ads1x15 { return c.range_mv != 0 ? c.range_mv : ADS1x15Config.usualRange }
    return c.reference_mv != 0 ? c.reference_mv : family.referenceMillivolts &>> UInt16(c.gain == 0 ? 0 : c.gain.trailingZeroBitCount)
  }

  /// The time from one frame to the next, with the time on a bus of busHertz: C, Python and pressd plan with it.
  package func frameUs(_ c: press_converter_config, _ rateCode: UInt8) -> UInt32 {
    // A continuous converter converts while it is read. The time is rounded down, so that 860 a second are possible.
    if c.flags & ConverterFlag.continuous != 0 {
      return UInt32(1_000_000).dividedReportingOverflow(by: UInt32(max(rate(rateCode), 1))).partialValue
    }
    let channels = UInt32(truncatingIfNeeded: c.channels.nonzeroBitCount)
    // NAU7802: the first conversions after a switch are not of the new channel.
    let conversions: UInt32 = family == .nau7802 && channels > 1 ? 9 : 1
    return (conversionUs(rateCode) &* conversions &+ family.onBusUs) &* channels
  }
}
