import CPress
import CPressLinux
import PressDevice
import PressSetup

/// The bus that the converters are on, real or simulated, and the clock that goes with it.
enum Bus {
  /// No converter here holds the clock: an adapter that waits longer than this waits for nothing. It is less than
  /// pad.stale_after_us, so that the failure is found before its consequence.
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
      let status = linux_i2c_claim(fd, board.program.pointee.settings.converter[c].ads1x15.address)
      if status < 0 {
        board.program.pointee.takenConverter = c
        close(board)
        return status
      }
    }
    return 0
  }

  /// While the node is open the kernel cannot let go of an adapter that is gone.
  static func close(_ board: UnsafeMutablePointer<Board>) {
    if board.pointee.fd >= 0 {
      // A child may have the file, too.
      for c in 0..<board.program.pointee.settings.count(.converter) {
        linux_i2c_release(board.pointee.fd, board.program.pointee.settings.converter[c].ads1x15.address)
      }
      _ = linux_close(board.pointee.fd)
    }
    board.pointee.fd = -1
  }

  /// @return an exit code; what is wrong was reported.
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

  /// Sleeps until then, or until a ready pin falls. @return the time.
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
    // An edge, unless it came already.
    if board.pointee.bus.converter.signalsReady, let ready = board.pointee.bus.converter.readyNs,
      ready / 1000 >= board.pointee.bus.us, ready / 1000 + 1 < until
    {
      board.program.pointee.statistics.readyEdges += 1
      until = ready / 1000 + 1
    }
    return board.pointee.bus.wait(until)
  }
}
