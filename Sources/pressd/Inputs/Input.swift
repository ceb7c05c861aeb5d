import CPress
import CPressLinux
import PressSetup

/// The next step of an input.
enum Moment {
  case frame(atUs: UInt64)
  /// The board slept; a frame was due at this time.
  case slept(atUs: UInt64)
  /// The input has ended. 0: it ended with its last frame.
  case end(atUs: UInt64)
  /// The fault was reported already.
  case failed(Int32)
}

/// Readings that the pad needs before a frame.
struct BeforeFrame {
  /// The code of the reference of each converter; nil: none since the last frame.
  var references = InlineArray<2, Int32?>(repeating: nil)

  init() {}
}

/// A source of frames.
protocol Input {
  var program: UnsafeMutablePointer<Program> { get }
  init(_ program: UnsafeMutablePointer<Program>)
  /// Whether the input runs in real time.
  static var isLive: Bool { get }
  /// Reads the properties of the device, before there is an engine. @return an exit code; errors were reported.
  static func identify(_ input: UnsafeMutablePointer<Self>) -> Int32
  /// The number of frames a second; 0: the frames carry their own times. nil: the error was reported.
  static func rate(_ input: UnsafeMutablePointer<Self>, asked: UInt64) -> (rate: UInt64, code: Int32)
  /// @return an exit code; errors were reported.
  static func open(_ input: UnsafeMutablePointer<Self>) -> Int32
  /// The run begins, at this rate.
  static func start(_ input: UnsafeMutablePointer<Self>, rate: UInt64)
  static func now(_ input: UnsafeMutablePointer<Self>) -> UInt64
  /// Moves an input with its own time to this time of the run.
  static func move(_ input: UnsafeMutablePointer<Self>, toUs us: UInt64)
  /// Does the work that is due before `beforeUs`, beside frames. @return the time of the next call.
  static func work(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64
  /// The next step: a frame and when it is due, or the end.
  static func next(_ input: UnsafeMutablePointer<Self>) -> Moment
  /// The readings that belong before the last frame that was read.
  static func before(_ input: UnsafeMutablePointer<Self>) -> BeforeFrame
  /// Lets the input rest, because nobody touches: no frame is due before `untilUs`, unless a code outside of `codes` comes.
  static func rest(_ input: UnsafeMutablePointer<Self>, untilUs: UInt64, _ codes: RestCodes)
  /// The time at which such a code comes, if it is known beforehand.
  static func alarm(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64
  /// Ends the rest, because such a code came: the next frame is due soon.
  static func wake(_ input: UnsafeMutablePointer<Self>)
  /// Reads the frame that is due.
  static func read(_ input: UnsafeMutablePointer<Self>) -> press_frame
  static func close(_ input: UnsafeMutablePointer<Self>)
}

extension Input {
  static func identify(_ input: UnsafeMutablePointer<Self>) -> Int32 { ExitCode.ok }
  static func start(_ input: UnsafeMutablePointer<Self>, rate: UInt64) {}
  static func before(_ input: UnsafeMutablePointer<Self>) -> BeforeFrame { BeforeFrame() }
  static func rest(_ input: UnsafeMutablePointer<Self>, untilUs: UInt64, _ codes: RestCodes) {}
  static func alarm(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64 { UInt64.max }
  static func wake(_ input: UnsafeMutablePointer<Self>) {}
  static func move(_ input: UnsafeMutablePointer<Self>, toUs us: UInt64) {}
  static func work(_ input: UnsafeMutablePointer<Self>, beforeUs: UInt64) -> UInt64 { UInt64.max }
}

extension UnsafeMutablePointer where Pointee: Input {
  var program: UnsafeMutablePointer<Program> { pointee.program }
}

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

/// The deadlines of frames at a fixed rate. They do not depend on when the last frame was read.
struct Ticker {
  private var rate: UInt64 = 1
  private var tick: UInt64 = 0
  private var hasRead = false
  /// The time before which no frame is due: no converter is asked, or nobody touches; 0: none.
  private var silentUntilUs: UInt64 = 0

  init() {}

  mutating func start(rate: UInt64, nowUs: UInt64) {
    self.rate = rate
    tick = nowUs * rate / 1_000_000 + 1
  }

  /// Notes that a frame was read. If no converter answers, the next frame is due when one is asked again.
  mutating func read(silentUntilUs us: UInt64?) {
    hasRead = true
    silentUntilUs = us ?? 0
  }

  /// Makes no frame due before `us`.
  mutating func rest(untilUs us: UInt64) { silentUntilUs = max(silentUntilUs, us) }

  /// Makes the next frame due soon.
  mutating func wake(nowUs: UInt64) { tick = min(tick, nowUs * rate / 1_000_000 + 1) }

  /// When the next frame is due, and how many deadlines were missed since the last one.
  mutating func next(nowUs: UInt64) -> (dueUs: UInt64, missed: UInt64) {
    var missed: UInt64 = 0
    if hasRead {
      hasRead = false
      tick += 1
      if silentUntilUs > 0 { tick = max(tick, silentUntilUs * rate / 1_000_000 + 1) }
      silentUntilUs = 0
      let current = nowUs * rate / 1_000_000
      if tick < current {
        missed = current - tick
        tick = current
      }
    }
    return (tick * 1_000_000 / rate, missed)
  }
}

/// An input that is read at a fixed rate.
protocol TickedInput: Input {
  var ticker: Ticker { get set }
}

extension TickedInput {
  static func start(_ input: UnsafeMutablePointer<Self>, rate: UInt64) {
    input.pointee.ticker.start(rate: rate, nowUs: now(input))
  }

  static func rest(_ input: UnsafeMutablePointer<Self>, untilUs: UInt64, _ codes: RestCodes) {
    input.pointee.ticker.rest(untilUs: untilUs)
  }

  static func nextTick(_ input: UnsafeMutablePointer<Self>, endUs: UInt64) -> Moment {
    let next = input.pointee.ticker.next(nowUs: now(input))
    input.program.pointee.statistics.missed += next.missed
    return next.dueUs >= endUs ? .end(atUs: endUs) : .frame(atUs: next.dueUs)
  }

  /// Notes a frame that was read, and when to ask again if no converter answered; returns the frame.
  static func ticked(_ input: UnsafeMutablePointer<Self>, _ frame: press_frame, askUs: UInt64) -> press_frame {
    input.pointee.ticker.read(silentUntilUs: frame.present == 0 ? askUs : nil)
    if frame.present == 0 { input.program.pointee.statistics.failedFrames += 1 }
    return frame
  }

  /// The rate of converters on a bus.
  static func busRate(_ input: UnsafeMutablePointer<Self>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    let frameUs = input.program.pointee.settings.frameUs()
    let most = max(1_000_000 / frameUs, 1)
    if asked > most {
      input.program.say(
        "--rate \(asked): the converter needs \(frameUs) us for a frame (converter.rate_sps, mode, number of sensors): it must be up to \(most)")
      return (0, ExitCode.usage)
    }
    let rate = asked > 0 ? asked : min(200, most)
    let feedback = input.program.pointee.settings.feedback
    if feedback.enabled && feedback.drv2605l && 1_000_000 / rate < frameUs + Motor.stepUs {
      input.program.say(
        "--rate \(rate): between two frames the DRV2605L requires \(Motor.stepUs) us of the bus: it must be up to \(1_000_000 / (frameUs + Motor.stepUs))"
      )
      return (0, ExitCode.usage)
    }
    return (rate, checkRate(input, rate))
  }
}

extension Input {
  /// The least number of readings a second that show a strike.
  private static var showsStrikes: UInt64 { 180 }

  /// Checks the rate: a time of the config that is over before the next frame would cause a fault and a recovery, or a beginning and a cancellation,
  /// for ever. Strikes need enough readings.
  static func checkRate(_ input: UnsafeMutablePointer<Self>, _ rate: UInt64) -> Int32 {
    if input.program.pointee.settings.strike.enabled && rate < showsStrikes {
      input.program.say(
        "[strike] with \(rate) readings a second: fewer than \(showsStrikes) do not show a strike, so its speed is an estimate (unknown); a higher --rate, or fewer sensors on one converter, shows it",
        .warning)
    }
    let short = input.program.pointee.settings.tooShort(rate: rate)
    if short.stale | short.gap | short.lost == 0 { return ExitCode.ok }
    // Three frames may be lost, or late.
    let enough = (3000 + rate - 1) / rate
    func named(_ time: UInt32, _ key: StaticString) -> StaticString { time == 0 ? "" : key }
    input.program.say(
      "at --rate \(rate) a frame comes only every \(1_000_000 / rate) us, too late for \(named(short.stale, "pad.stale_after_us, "))\(named(short.gap, "pad.gap_us, "))\(named(short.lost, "engine.lost_after_us, "))as they are set: leave them out, as their defaults follow the rate, or set each to \(enough)ms"
    )
    return ExitCode.config
  }

  static func duration(_ input: UnsafeMutablePointer<Self>) -> UInt64 {
    input.program.pointee.options.durationUs == 0 ? UInt64.max : input.program.pointee.options.durationUs
  }
}
