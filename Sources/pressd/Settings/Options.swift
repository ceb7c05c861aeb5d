/// What the command line says.
struct Options {
  enum Source {
    case simulation(SimulationScript)
    case trace(UnsafePointer<CChar>)
    case i2c
    case iio
  }

  enum Format {
    case json
    case text
  }

  var source = Source.simulation(.press)
  /// Of i2c the path without the address, of iio the device.
  var node = Path()
  var hasAddress = false
  var address: UInt8 = 0
  /// What the simulated finger does, where that stands in a file.
  var fingerPath: UnsafePointer<CChar>?
  var configPath: UnsafePointer<CChar>?
  var recordPath: UnsafePointer<CChar>?
  var rate: UInt32 = 0            // 0: not given
  var durationUs: UInt64 = 0      // 0: not given
  var seed: UInt64 = 1
  var priority: Int32 = 0         // 0: not given
  var format: Format?
  var draws = false
  var isFast = false
  var isQuiet = false
  var tellsStatistics = false
  var wantsInput = false

  /// Whether time is the world's.
  var isLive: Bool {
    switch source {
    case .i2c, .iio: return true
    case .simulation, .trace: return false
    }
  }
}
