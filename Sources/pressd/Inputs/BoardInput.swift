import CPress

/// An input that reads converters on a bus.
protocol BoardInput: TickedInput {
  var board: Board { get set }
}

extension BoardInput {
  static func rate(_ input: UnsafeMutablePointer<Self>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    busRate(input, asked: asked)
  }

  static func read(_ input: UnsafeMutablePointer<Self>) -> press_frame {
    ticked(input, Board.read(input.board), askUs: Board.askUs(input.board))
  }

  static func work(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64 { Board.work(input.board, beforeUs: beforeUs) }

  static func rest(_ input: UnsafeMutablePointer<Self>, untilUs: UInt64, _ codes: RestCodes) {
    input.pointee.ticker.rest(untilUs: Board.rest(input.board, untilUs: untilUs, codes))
  }

  static func alarm(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64 { Board.alarmUs(input.board, beforeUs: beforeUs) }

  static func wake(_ input: UnsafeMutablePointer<Self>) {
    Board.endRest(input.board)
    input.pointee.ticker.wake(nowUs: now(input))
  }

  static func before(_ input: UnsafeMutablePointer<Self>) -> BeforeFrame {
    var before = BeforeFrame()
    before.references = input.pointee.board.references.take()
    return before
  }

  static func close(_ input: UnsafeMutablePointer<Self>) { Board.stop(input.board) }
}

extension UnsafeMutablePointer where Pointee: BoardInput {
  var board: UnsafeMutablePointer<Board> { withUnsafeMutablePointer(to: &pointee.board) { $0 } }
}
