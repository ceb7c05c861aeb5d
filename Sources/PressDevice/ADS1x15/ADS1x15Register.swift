/// The registers of the converter, as the pointer byte names them.
enum ADS1x15Register {
  static let conversion: UInt8 = 0
  static let config: UInt8 = 1
  static let lowThreshold: UInt8 = 2
  static let highThreshold: UInt8 = 3
}
