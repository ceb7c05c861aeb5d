import CPress
import CPressLinux
import PressDevice
import PressSetup

/// The bus of one or two converters, real or simulated. Their drivers are those of the setup and keep pointers to the board.
struct Board {
  let program: UnsafeMutablePointer<Program>
  var bus = SimulatedBus(SimulatedPart(ConverterModel.ads1115.number)!)
  var motor = Motor()
  var references = References()
  /// The file of the I2C bus.
  var fd: Int32 = -1
  var readyPins = InlineArray<2, Int32>(repeating: -1)
  /// No converter is read; comparators report when a finger comes.
  var isWatching = false
  /// Conflicts of each converter that were reported.
  var conflicts = InlineArray<2, UInt32>(repeating: 0)
  /// Bits of the converters whose conflicts were reported.
  var reported: UInt32 = 0

  init(_ program: UnsafeMutablePointer<Program>) { self.program = program }

  /// How often converters that do not answer are asked at the start.
  private static let attempts = 3

  /// Opens the bus and asks each converter whether it answers. @return an exit code; errors were reported.
  static func open(_ board: UnsafeMutablePointer<Board>) -> Int32 {
    let opened = Bus.open(board)
    if opened != 0 { return Advice.report(board.program, opened == Errno.busy ? .converter(0) : .node, opened) }
    let code = Bus.openReadyPins(board)
    if code != ExitCode.ok { return code }
    var functions = Bus.functions(board)
    let made = Setup.open(board.setup, &functions)
    if made != 0 {
      board.program.say("the converter's config is not accepted: \(press_strerror(made))")
      return ExitCode.config
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

  /// Reads a frame, with the codes in the order of the sensors. A sensor that cannot be read is marked as failed.
  static func read(_ board: UnsafeMutablePointer<Board>) -> press_frame {
    endRest(board)
    let begin = Bus.wait(board, 0)
    let asked = askable(board, begin)
    let done = asked == 0 ? 0 : step(board, asked, begin)
    let end = Bus.wait(board, 0)
    let frameUs = board.program.pointee.settings.frameUs()
    for c in 0..<board.program.pointee.settings.count(.converter) where asked >> UInt32(c) & 1 != 0 {
      let isRead = Setup.hasRead(board.setup, c)
      lookForConflicts(board, c, isRead: isRead && !board.program.pointee.links[c].isDown)
      if isRead {
        board.program.pointee.links[c].answered()
      } else {
        let isDone = done >> UInt32(c) & 1 != 0
        let status = isDone ? press_converter_last_error(Setup.converter(board.setup, c)) : Int32(PRESS_ERR_TIMEDOUT)
        board.program.pointee.links[c].failed(status, atUs: end, firstPauseUs: max(frameUs, 5000))
      }
    }
    return Setup.take(board.setup, end)
  }

  /// Counts conflicts, and reports the first one after which a frame was read all the same. Without a frame, the error of the converter says why.
  private static func lookForConflicts(_ board: UnsafeMutablePointer<Board>, _ c: Int, isRead: Bool) {
    let conflicts = press_converter_conflicts(Setup.converter(board.setup, c))
    let new = conflicts &- board.pointee.conflicts[c]
    if new == 0 { return }
    let bit: UInt32 = 1 &<< UInt32(c)
    if isRead && board.pointee.reported & bit == 0 && !board.program.pointee.options.checks {
      Advice.reportConflict(board.program, c)
      board.pointee.reported |= bit
    }
    board.pointee.conflicts[c] = conflicts
    board.program.pointee.statistics.conflicts += UInt64(new)
  }

  /// The bits of the converters that may be asked. If none answers any more, opens the node again first.
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

  /// Steps drivers until each has its frame. @return the bits of the converters with a frame.
  private static func step(_ board: UnsafeMutablePointer<Board>, _ asked: UInt32, _ begin: UInt64) -> UInt32 {
    let limit = begin + board.program.pointee.settings.frameUs() * 4 + 500_000
    var now = begin
    var done: UInt32 = 0
    while done != asked && now < limit {
      done = Setup.step(board.setup, now, only: asked)
      now = Bus.wait(board, 0)
      if done != asked { now = Bus.wait(board, min(Setup.next(board.setup, only: asked), limit)) }
    }
    return done
  }

  /// Does the work of other chips on the bus until `beforeUs`. @return the time at which more is due.
  static func work(_ board: UnsafeMutablePointer<Board>, beforeUs: UInt64) -> UInt64 {
    // Works on copies, because their bus functions access the board.
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
      _ = press_converter_stop(Setup.converter(board.setup, c))
    }
    Bus.close(board)
  }
}

extension UnsafeMutablePointer<Board> {
  var program: UnsafeMutablePointer<Program> { pointee.program }
  var setup: UnsafeMutablePointer<Setup> { pointee.program.pointee.setup }
}

/// The bus that the converters are on, real or simulated, and the clock that goes with it.
enum Bus {
  /// None of these converters holds the clock: an adapter that waits longer than this waits in vain. It is less than
  /// pad.stale_after_us, so that the failure is found before the sensor is stale.
  private static let timeoutMs: UInt32 = 50

  static func functions(_ board: UnsafeMutablePointer<Board>) -> press_bus {
    var functions = press_bus()
    functions.size = UInt32(MemoryLayout<press_bus>.size)
    functions.user = UnsafeMutableRawPointer(board)
    functions.transfer = { address, out, outCount, into, inCount, user in
      guard let user else { return Int32(PRESS_ERR_INVAL) }
      return Bus.transfer(user.assumingMemoryBound(to: Board.self), address, out, outCount, into, inCount)
    }
    functions.wait = { untilUs, user in
      guard let user else { return 0 }
      return Bus.wait(user.assumingMemoryBound(to: Board.self), untilUs)
    }
    return functions
  }

  /// Opens the node, or opens it again: an adapter that was unplugged comes back as another one. Each converter on it is claimed.
  /// @return 0 or a negative errno; EBUSY: another process reads one of them.
  static func open(_ board: UnsafeMutablePointer<Board>) -> Int32 {
    guard case .i2c = board.program.pointee.options.source else { return 0 }
    close(board)
    let fd = board.program.pointee.options.node.call { linux_i2c_open($0, timeoutMs) }
    if fd < 0 { return fd }
    board.pointee.fd = fd
    for c in 0..<board.program.pointee.settings.count(.converter) {
      let status = linux_i2c_claim(fd, board.program.pointee.settings.converter[c].address)
      if status < 0 {
        board.program.pointee.takenConverter = c
        close(board)
        return status
      }
    }
    return 0
  }

  /// Closes the node: while it is open the kernel cannot release an adapter that is gone.
  static func close(_ board: UnsafeMutablePointer<Board>) {
    if board.pointee.fd >= 0 {
      // A child process may have the file open, too.
      for c in 0..<board.program.pointee.settings.count(.converter) {
        linux_i2c_release(board.pointee.fd, board.program.pointee.settings.converter[c].address)
      }
      _ = linux_close(board.pointee.fd)
    }
    board.pointee.fd = -1
  }

  /// @return an exit code; errors were reported.
  static func openReadyPins(_ board: UnsafeMutablePointer<Board>) -> Int32 {
    guard case .i2c = board.program.pointee.options.source else { return ExitCode.ok }
    for c in 0..<board.program.pointee.settings.count(.converter) where !board.program.pointee.settings.converter[c].readyPin.chip.isEmpty {
      let line = board.program.pointee.settings.converter[c].readyPin.line
      let fd = board.program.pointee.settings.converter[c].readyPin.chip.call { linux_gpio_open($0, line) }
      if fd < 0 { return Advice.reportReadyPin(board.program, c, fd) }
      board.pointee.readyPins[c] = fd
    }
    return ExitCode.ok
  }

  private static func transfer(
    _ board: UnsafeMutablePointer<Board>, _ address: UInt8, _ out: UnsafePointer<UInt8>?, _ outCount: Int,
    _ into: UnsafeMutablePointer<UInt8>?, _ inCount: Int
  ) -> Int32 {
    let status: Int32
    if case .i2c = board.program.pointee.options.source {
      status = linux_i2c_transfer(board.pointee.fd, address, out, outCount, into, inCount)
    } else {
      status = board.pointee.bus.transfer(address, out, outCount, into, inCount)
    }
    board.program.pointee.statistics.transfer(status)
    return status
  }

  /// Sleeps until `untilUs`, or until a ready pin falls. @return the time.
  static func wait(_ board: UnsafeMutablePointer<Board>, _ untilUs: UInt64) -> UInt64 {
    guard case .i2c = board.program.pointee.options.source else { return waitSimulated(board, untilUs) }
    let now = linux_now_us() &- board.program.pointee.originUs
    if untilUs <= now { return now }
    let until = board.program.pointee.originUs &+ untilUs
    if board.pointee.readyPins[0] >= 0 || board.pointee.readyPins[1] >= 0 {
      // No edge can come before the last part of a conversion; a line that chatters costs nothing until then.
      let part = board.program.pointee.settings.conversionUs() / 4
      if untilUs > now + part { linux_sleep_until_us(until &- part) }
      let came = withUnsafePointer(to: &board.pointee.readyPins) {
        linux_gpio_wait_us(UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self), 2, until)
      }
      if came { board.program.pointee.statistics.readyEdges += 1 }
    } else {
      linux_sleep_until_us(until)
    }
    return linux_now_us() &- board.program.pointee.originUs
  }

  private static func waitSimulated(_ board: UnsafeMutablePointer<Board>, _ untilUs: UInt64) -> UInt64 {
    var until = untilUs
    // Waits only for an edge of the ready pin that has not come yet.
    if board.pointee.bus.converter.signalsReady, let ready = board.pointee.bus.converter.readyNs,
      ready / 1000 >= board.pointee.bus.us, ready / 1000 + 1 < until
    {
      board.program.pointee.statistics.readyEdges += 1
      until = ready / 1000 + 1
    }
    return board.pointee.bus.wait(until)
  }
}

/// The lowest and highest code at rest of each sensor, from press_idle_codes.
struct RestCodes {
  var low = InlineArray<8, Int32>(repeating: 0)
  var high = InlineArray<8, Int32>(repeating: 0)

  init() {}
}

extension Settings {
  /// Whether comparators can report that a finger comes: each converter has a comparator, a pin for it, and one input to read.
  fileprivate mutating func canWatch() -> Bool {
    for c in 0..<count(.converter) {
      let isAlone = channels(ofConverter: c).nonzeroBitCount == 1 && converter[c].reference.channel == nil
      if !isAlone || converter[c].readyPin.chip.isEmpty || !converter[c].model.isADS1x15 { return false }
    }
    return true
  }
}

/// The rest of the converters while nobody touches.
extension Board {
  /// How long converters do not watch after a false alarm: so a pin that chatters costs no more than readings.
  private static let pauseUs: UInt64 = 50_000

  /// Lets the converters watch by themselves until `untilUs`, or power down. @return the end of the rest.
  static func rest(_ board: UnsafeMutablePointer<Board>, untilUs: UInt64, _ codes: RestCodes) -> UInt64 {
    let wasRaised = board.program.pointee.alarm.wasRaised
    board.program.pointee.alarm.wasRaised = false
    let count = board.program.pointee.settings.count(.converter)
    var canWatch = board.program.pointee.settings.canWatch()
    for c in 0..<count where board.program.pointee.links[c].isDown { canWatch = false }
    if !canWatch || wasRaised {
      for c in 0..<count where board.program.pointee.settings.converter[c].mode == .continuous && !board.program.pointee.links[c].isDown {
        _ = press_converter_stop(Setup.converter(board.setup, c))
      }
      return canWatch ? min(untilUs, Bus.wait(board, 0) + pauseUs) : untilUs
    }
    // A stopped converter does not move its pin: an edge from here on is an alarm.
    for c in 0..<count { _ = press_converter_stop(Setup.converter(board.setup, c)) }
    withUnsafePointer(to: &board.pointee.readyPins) {
      linux_gpio_forget(UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self), 2)
    }
    for i in 0..<board.program.pointee.settings.count(.sensor) {
      let wire = board.program.pointee.settings.wire(i)
      // The next frame finds a converter that fails here.
      _ = press_converter_watch(Setup.converter(board.setup, wire.converter), UInt32(wire.channel), codes.low[i], codes.high[i])
    }
    board.pointee.isWatching = true
    board.program.pointee.alarm.pins = board.pointee.readyPins
    return untilUs
  }

  /// The time at which the alarm will come, if it is known beforehand; else UInt64.max.
  static func alarmUs(_ board: UnsafeMutablePointer<Board>, beforeUs: UInt64) -> UInt64 {
    if case .i2c = board.program.pointee.options.source { return UInt64.max }
    return board.pointee.isWatching ? board.pointee.bus.alertUs(beforeUs: beforeUs) ?? UInt64.max : UInt64.max
  }

  /// Ends the rest: the converters are read again.
  static func endRest(_ board: UnsafeMutablePointer<Board>) {
    board.pointee.isWatching = false
    board.program.pointee.alarm.pins = Alarm.none
  }
}
