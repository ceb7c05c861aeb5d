import CPress
import PressSetup

/// The spare inputs that the supply is wired to, each behind a driver of its own: it and that of the sensors write the config of their
/// converter before every conversion. They are read between frames.
struct References {
  /// Often enough for a supply that falls by a tenth in a second.
  private static let intervalUs: UInt64 = 100_000

  private var drivers = InlineArray<2, Converter>(repeating: .none)
  private var codes = InlineArray<2, Int32?>(repeating: nil)
  private var dueUs: UInt64 = 0

  init() {}

  /// @return 0 or a negative status.
  mutating func start(_ settings: inout Settings, _ bus: inout press_bus) -> Int32 {
    for c in 0..<settings.count(.converter) {
      guard let channel = settings.converter[c].reference.channel else { continue }
      var one = settings.converter[c]
      one.mode = .single
      let status = drivers[c].start(one, channels: 1 << UInt16(channel), &bus)
      if status != 0 { return status }
    }
    return 0
  }

  /// What was read since the last call.
  mutating func take() -> InlineArray<2, Int32?> {
    let taken = codes
    codes = InlineArray(repeating: nil)
    return taken
  }

  /// Reads them if it is time, and there is some before then. @return when it is due again.
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
      if drivers[c].step(now, &frame) { return frame.present != 0 ? frame.codeAt(0) : PRESS_SUPPLY_FAILED }
      now = Bus.wait(board, drivers[c].nextUs)
    }
    return PRESS_SUPPLY_FAILED
  }
}
