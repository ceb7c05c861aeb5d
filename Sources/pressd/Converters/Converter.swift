import CPress
import PressDevice
import PressSetup

/// The properties of simulated converters.
extension ConverterKeys {
  /// The voltage of the largest code plus 1, with a supply of 3.3 V.
  var rangeVolts: Double { rangeMillivolts == 0 ? 3.3 : Double(rangeMillivolts) / 1000.0 }

  /// Volts for a code of the 16 bits of an NAU7802, with its LDO of 3.0 V.
  var bridgeVolts: Double { 1.5 / 32768.0 / Double(part.gain == 0 ? 128 : part.gain) }

  /// The time of the setup before the first conversion. NAU7802: its LDO, a calibration for each channel, settling.
  var setupUs: UInt64 { model == .nau7802 ? 1_500_000 + 20 * conversionUs : 0 }
}

/// The spare inputs that the supply is wired to, read between frames. Each has its own driver, which, as that of the sensors, writes the
/// config of the converter before every conversion.
struct References {
  /// The time between readings: short enough for a supply that falls by a tenth in a second.
  private static let intervalUs: UInt64 = 100_000

  private var drivers = InlineArray<2, press_converter>(repeating: press_converter())
  private var codes = InlineArray<2, Int32?>(repeating: nil)
  private var dueUs: UInt64 = 0

  init() {}

  /// @return 0 or a negative status.
  mutating func start(_ settings: inout Settings, _ bus: inout press_bus) -> Int32 {
    for c in 0..<settings.count(.converter) {
      guard var config = settings.reference(ofConverter: c) else { continue }
      let status = press_converter_init(&drivers[c], &config, &bus)
      if status != 0 { return status }
    }
    return 0
  }

  /// Takes the codes that were read since the last call.
  mutating func take() -> InlineArray<2, Int32?> {
    let taken = codes
    codes = InlineArray(repeating: nil)
    return taken
  }

  /// Reads the inputs if they are due, and there is enough time before `beforeUs`. @return the time at which they are due again.
  mutating func work(_ board: UnsafeMutablePointer<Board>, beforeUs: UInt64) -> UInt64 {
    let needed = board.program.pointee.settings.referencesUs()
    if needed == 0 { return UInt64.max }
    let now = Bus.wait(board, 0)
    if max(dueUs, now) + needed > beforeUs { return UInt64.max }
    if dueUs > now { return dueUs }
    dueUs = now + Self.intervalUs
    for c in 0..<board.program.pointee.settings.count(.converter) {
      if board.program.pointee.settings.converter[c].reference.channel != nil && !board.program.pointee.links[c].isDown {
        codes[c] = read(board, c)
      }
    }
    return UInt64.max
  }

  private mutating func read(_ board: UnsafeMutablePointer<Board>, _ c: Int) -> Int32 {
    var frame = press_frame()
    var now = Bus.wait(board, 0)
    let limit = now + 500_000 + board.program.pointee.settings.conversionUs()
    while now < limit {
      if press_converter_step(&drivers[c], now, &frame) == 1 { return frame.present != 0 ? frame.codeAt(0) : PRESS_SUPPLY_FAILED }
      now = Bus.wait(board, press_converter_next_deadline(&drivers[c]))
    }
    return PRESS_SUPPLY_FAILED
  }
}

extension Settings {
  /// The longest setup of a converter before its first code.
  mutating func setupUs() -> UInt64 {
    var longest: UInt64 = 0
    for c in 0..<count(.converter) { longest = max(longest, converter[c].setupUs) }
    return longest
  }
}
