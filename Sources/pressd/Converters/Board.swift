import CPress
import CPressLinux
import PressDevice
import PressSetup

/// One or two converters, real or simulated, each behind its driver. The drivers keep pointers to it.
struct Board {
  let program: UnsafeMutablePointer<Program>
  var converters = InlineArray<2, Converter>(repeating: .none)
  var bus = SimulatedBus(SimulatedConverter(.ads1115))
  var motor = Motor()
  var references = References()
  /// Of the I2C bus.
  var fd: Int32 = -1
  var readyPins = InlineArray<2, Int32>(repeating: -1)
  /// Nobody reads, and comparators say when a finger comes.
  var isWatching = false

  init(_ program: UnsafeMutablePointer<Program>) { self.program = program }

  /// How often converters that do not answer are asked at the start.
  private static let attempts = 3

  /// Opens the bus and asks each converter whether it answers. @return an exit code; what is wrong was reported.
  static func open(_ board: UnsafeMutablePointer<Board>) -> Int32 {
    let opened = Bus.open(board)
    if opened != 0 { return Advice.report(board.program, opened == Errno.busy ? .converter(0) : .node, opened) }
    let code = Bus.openReadyPins(board)
    if code != ExitCode.ok { return code }
    var functions = Bus.functions(board)
    for c in 0..<board.program.pointee.settings.count(.converter) {
      let channels = board.program.pointee.settings.channels(ofConverter: c)
      let status = board.pointee.converters[c].start(board.program.pointee.settings.converter[c], channels: channels, &functions)
      if status != 0 {
        board.program.say("the converter's config is not accepted: \(press_strerror(status))")
        return ExitCode.config
      }
    }
    let reading = board.pointee.references.start(&board.program.pointee.settings, &functions)
    if reading != 0 {
      board.program.say("the reference of a converter is not accepted: \(press_strerror(reading))")
      return ExitCode.config
    }
    let status = board.pointee.motor.start(&board.program.pointee.settings, &functions)
    if status != 0 {
      board.program.say("the config of feedback is not accepted: \(press_strerror(status))")
      return ExitCode.config
    }
    for attempt in 1...attempts {
      _ = read(board)
      if linux_signal() != 0 { return ExitCode.ok }
      var absent = -1
      for c in 0..<board.program.pointee.settings.count(.converter) where board.program.pointee.links[c].isDown { absent = c }
      if absent < 0 { return ExitCode.ok }
      if attempt == attempts { return Advice.report(board.program, .converter(absent), board.program.pointee.links[absent].status) }
      _ = Bus.wait(board, askUs(board))
    }
    return ExitCode.ok
  }

  /// When a converter that does not answer may be asked again.
  static func askUs(_ board: UnsafeMutablePointer<Board>) -> UInt64 {
    var first = UInt64.max
    for c in 0..<board.program.pointee.settings.count(.converter) where board.program.pointee.links[c].isDown {
      first = min(first, board.program.pointee.links[c].askUs)
    }
    return first
  }

  /// A frame, codes in the order of the sensors. One that cannot be read is marked as failed.
  static func read(_ board: UnsafeMutablePointer<Board>) -> press_frame {
    endRest(board)
    var codes = InlineArray<2, press_frame>(repeating: press_frame())
    let begin = Bus.wait(board, 0)
    let asked = askable(board, begin)
    let done = asked == 0 ? 0 : step(board, asked, begin, &codes)
    let end = Bus.wait(board, 0)
    let frameUs = board.program.pointee.settings.frameUs()
    for c in 0..<board.program.pointee.settings.count(.converter) where asked >> UInt32(c) & 1 != 0 {
      if codes[c].present != 0 {
        board.program.pointee.links[c].answered()
      } else {
        let isDone = done >> UInt32(c) & 1 != 0
        let status = isDone ? board.pointee.converters[c].lastError : Int32(PRESS_ERR_TIMEDOUT)
        board.program.pointee.links[c].failed(status, atUs: end, firstPauseUs: max(frameUs, 5000))
      }
    }
    return withUnsafePointer(to: &codes) {
      board.program.pointee.settings.joined(UnsafeRawPointer($0).assumingMemoryBound(to: press_frame.self), at: end)
    }
  }

  /// Bits of the converters that may be asked. Where none answers any more, the node is opened again first.
  private static func askable(_ board: UnsafeMutablePointer<Board>, _ now: UInt64) -> UInt32 {
    var asked: UInt32 = 0
    var areAllDown = true
    for c in 0..<board.program.pointee.settings.count(.converter) {
      if board.program.pointee.links[c].mayBeAsked(atUs: now) { asked |= 1 << UInt32(c) }
      if !board.program.pointee.links[c].isDown { areAllDown = false }
    }
    if asked == 0 || !areAllDown { return asked }
    let status = Bus.open(board)
    if status == 0 { return asked }
    for c in 0..<board.program.pointee.settings.count(.converter) where asked >> UInt32(c) & 1 != 0 {
      board.program.pointee.links[c].failed(status, atUs: now, firstPauseUs: 0)
    }
    return 0
  }

  /// Steps drivers in turn, so that their conversions overlap, until each has its frame.
  /// @return bits of those that have.
  private static func step(
    _ board: UnsafeMutablePointer<Board>, _ asked: UInt32, _ begin: UInt64, _ codes: inout InlineArray<2, press_frame>
  ) -> UInt32 {
    let limit = begin + board.program.pointee.settings.frameUs() * 4 + 500_000
    var now = begin
    var done: UInt32 = 0
    while done != asked && now < limit {
      var next = limit
      for c in 0..<board.program.pointee.settings.count(.converter) where (asked & ~done) >> UInt32(c) & 1 != 0 {
        if board.pointee.converters[c].step(now, &codes[c]) {
          done |= 1 << UInt32(c)
        } else {
          next = min(next, board.pointee.converters[c].nextUs)
        }
        now = Bus.wait(board, 0)
      }
      if done != asked { now = Bus.wait(board, next) }
    }
    return done
  }

  /// What else is on the bus works until then. @return when it is due again.
  static func work(_ board: UnsafeMutablePointer<Board>, beforeUs: UInt64) -> UInt64 {
    // Out and in again: their bus leads back to the board.
    var references = board.pointee.references
    let due = references.work(board, beforeUs: beforeUs)
    board.pointee.references = references
    var motor = board.pointee.motor
    let next = motor.work(board, beforeUs: beforeUs)
    board.pointee.motor = motor
    return min(due, next)
  }

  /// Puts the converters to sleep.
  static func stop(_ board: UnsafeMutablePointer<Board>) {
    var motor = board.pointee.motor
    motor.stop()
    board.pointee.motor = motor
    for c in 0..<board.program.pointee.settings.count(.converter) where !board.program.pointee.links[c].isDown {
      board.pointee.converters[c].stop()
    }
    Bus.close(board)
  }
}

extension UnsafeMutablePointer<Board> {
  var program: UnsafeMutablePointer<Program> { pointee.program }
}
