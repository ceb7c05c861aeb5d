// Written by `make contract` from the table of docs/hardware/boards.md.

extension ConverterBoard {
  var model: ConverterModel? {
    switch self {
    case .adafruitAds1115: .ads1115
    case .adafruitAds1015: .ads1015
    case .sparkfunAds1015: .ads1015
    case .groveAds1115: .ads1115
    case .dfrobotAds1115: .ads1115
    case .seeedAds1115: .ads1115
    case .waveshareSenseHatB: .ads1015
    case .groveI2cAdc: .adc121c021
    case .groveI2cAdcV1: .adc121c021
    case .mikroeForceClick: .mcp3221
    case .adafruitPcf8591: .pcf8591
    case .freenoveAds7830: .ads7830
    case .rak16001: .ads7830
    case .adafruitMcp3421: .mcp3421
    case .adcPi: .mcp3424
    case .adcDifferentialPi: .mcp3424
    case .adafruitNau7802: .nau7802
    case .sparkfunQwiicScale: .nau7802
    default: nil
    }
  }

  var address: UInt8? {
    switch self {
    case .adafruitAds1115: 0x48
    case .adafruitAds1015: 0x48
    case .sparkfunAds1015: 0x48
    case .groveAds1115: 0x48
    case .dfrobotAds1115: 0x48
    case .seeedAds1115: 0x48
    case .waveshareSenseHatB: 0x48
    case .groveI2cAdc: 0x50
    case .groveI2cAdcV1: 0x55
    case .mikroeForceClick: 0x4D
    case .adafruitPcf8591: 0x48
    case .freenoveAds7830: 0x4B
    case .rak16001: 0x48
    case .adafruitMcp3421: 0x68
    case .adcPi: 0x68
    case .adcDifferentialPi: 0x68
    case .adafruitNau7802: 0x2A
    case .sparkfunQwiicScale: 0x2A
    default: nil
    }
  }

  /// What an input has where codes end; 0: as the model says.
  var endMillivolts: Int32 {
    switch self {
    case .groveI2cAdc: 6000
    case .groveI2cAdcV1: 6000
    case .rak16001: 3000
    case .adafruitMcp3421: 2048
    case .adcPi: 5060
    case .adcDifferentialPi: 2048
    default: 0
    }
  }
}
