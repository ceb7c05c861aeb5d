import CPress
import CPressLinux

/// Converters on a Linux I2C bus.
enum I2C: Input {
  static var isLive: Bool { true }

  static func rate(_ program: UnsafeMutablePointer<Program>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    busRate(program, asked: asked)
  }

  static func open(_ program: UnsafeMutablePointer<Program>) -> Int32 { Board.open(program) }

  static func now(_ program: UnsafeMutablePointer<Program>) -> UInt64 { linux_now_us() &- program.pointee.originUs }

  static func next(_ program: UnsafeMutablePointer<Program>) -> Moment { nextTick(program, endUs: duration(program)) }

  static func read(_ program: UnsafeMutablePointer<Program>) -> press_frame {
    ticked(program, Board.read(program), askUs: Board.askUs(program))
  }

  static func close(_ program: UnsafeMutablePointer<Program>) { Board.stop(program) }
}
