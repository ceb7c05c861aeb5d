import CPress
import CPressLinux

/// Converters on a Linux I2C bus.
struct I2C: BoardInput {
  let program: UnsafeMutablePointer<Program>
  var ticker = Ticker()
  var board: Board

  init(_ program: UnsafeMutablePointer<Program>) {
    self.program = program
    board = Board(program)
  }

  static var isLive: Bool { true }

  static func open(_ input: UnsafeMutablePointer<Self>) -> Int32 { Board.open(input.board) }

  static func now(_ input: UnsafeMutablePointer<Self>) -> UInt64 { linux_now_us() &- input.program.pointee.originUs }

  static func next(_ input: UnsafeMutablePointer<Self>) -> Moment { nextTick(input, endUs: duration(input)) }
}
