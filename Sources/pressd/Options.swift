/// What the command line says.
struct Options {
  enum Source {
    case simulation(SimulationScript)
    case trace(UnsafePointer<CChar>)
    case i2c
  }

  enum Format {
    case json
    case text
  }

  static let pathCapacity = 256

  var source = Source.simulation(.press)
  /// i2c:PATH without the address.
  var node = InlineArray<256, CChar>(repeating: 0)
  var hasAddress = false
  var address: UInt8 = 0
  var configPath: UnsafePointer<CChar>?
  var recordPath: UnsafePointer<CChar>?
  var rate: UInt32 = 0            // 0: not given
  var durationUs: UInt64 = 0      // 0: not given
  var seed: UInt64 = 1
  var format: Format?
  var draws = false
  var isFast = false
  var isQuiet = false
  var tellsStatistics = false
}
