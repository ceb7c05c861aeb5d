import CPress
import CPressLinux
import PressDevice
import PressSetup

/// Between which codes each sensor is at rest, as press_idle_codes gives them.
struct RestCodes {
  var low = InlineArray<8, Int32>(repeating: 0)
  var high = InlineArray<8, Int32>(repeating: 0)

  init() {}
}

extension Settings {
  /// Whether comparators can say that a finger has come: each converter has one, a pin for it, and one input to read.
  fileprivate mutating func canWatch() -> Bool {
    for c in 0..<count(.converter) {
      let isAlone = channels(ofConverter: c).nonzeroBitCount == 1 && converter[c].reference.channel == nil
      if !isAlone || converter[c].readyPin.chip.isEmpty || converter[c].model.part != nil { return false }
    }
    return true
  }
}

/// Converters while nobody touches.
extension Board {
  /// After an alarm that was none they do not watch for so long: a pin that chatters costs no more than readings.
  private static let pauseUs: UInt64 = 50_000

  /// They watch by themselves until then, or power down. @return until when.
  static func rest(_ board: UnsafeMutablePointer<Board>, untilUs: UInt64, _ codes: RestCodes) -> UInt64 {
    let wasRaised = board.program.pointee.alarm.wasRaised
    board.program.pointee.alarm.wasRaised = false
    let count = board.program.pointee.settings.count(.converter)
    var canWatch = board.program.pointee.settings.canWatch()
    for c in 0..<count where board.program.pointee.links[c].isDown { canWatch = false }
    if !canWatch || wasRaised {
      for c in 0..<count where board.program.pointee.settings.converter[c].mode == .continuous && !board.program.pointee.links[c].isDown {
        board.pointee.converters[c].stop()
      }
      return canWatch ? min(untilUs, Bus.wait(board, 0) + pauseUs) : untilUs
    }
    // Stopped, none moves its pin: what comes from here on is an alarm.
    for c in 0..<count { board.pointee.converters[c].stop() }
    withUnsafePointer(to: &board.pointee.readyPins) {
      linux_gpio_forget(UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self), 2)
    }
    for i in 0..<board.program.pointee.settings.count(.sensor) {
      let wire = board.program.pointee.settings.wire(i)
      board.pointee.converters[wire.converter].watch(channel: UInt32(wire.channel), low: codes.low[i], high: codes.high[i])
    }
    board.pointee.isWatching = true
    board.program.pointee.alarm.pins = board.pointee.readyPins
    return untilUs
  }

  /// When the alarm will come, where that is known beforehand.
  static func alarmUs(_ board: UnsafeMutablePointer<Board>, beforeUs: UInt64) -> UInt64 {
    if case .i2c = board.program.pointee.options.source { return UInt64.max }
    return board.pointee.isWatching ? board.pointee.bus.alertUs(beforeUs: beforeUs) ?? UInt64.max : UInt64.max
  }

  /// They are to be read.
  static func endRest(_ board: UnsafeMutablePointer<Board>) {
    board.pointee.isWatching = false
    board.program.pointee.alarm.pins = Alarm.none
  }
}
