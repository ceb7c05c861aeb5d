import CPress
import CPressLinux
import PressSetup

/// Frames that come so many times a second, at deadlines that do not depend on when the last one was read.
struct Ticker {
  private var rate: UInt64 = 1
  private var tick: UInt64 = 0
  private var hasRead = false
  /// Nobody answers before then.
  private var silentUntilUs: UInt64 = 0

  init() {}

  mutating func start(rate: UInt64, nowUs: UInt64) {
    self.rate = rate
    tick = nowUs * rate / 1_000_000 + 1
  }

  /// A frame was read. Where no converter answers, the next frame is when one is asked again.
  mutating func read(silentUntilUs us: UInt64?) {
    hasRead = true
    silentUntilUs = us ?? 0
  }

  /// No frame is due before then.
  mutating func rest(untilUs us: UInt64) { silentUntilUs = max(silentUntilUs, us) }

  /// One is due soon.
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

/// An input that is read at a rate.
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

  /// What was read, and when to ask again where no converter answered.
  static func ticked(_ input: UnsafeMutablePointer<Self>, _ frame: press_frame, askUs: UInt64) -> press_frame {
    input.pointee.ticker.read(silentUntilUs: frame.present == 0 ? askUs : nil)
    if frame.present == 0 { input.program.pointee.statistics.failedFrames += 1 }
    return frame
  }

  /// The rate of converters on a bus.
  static func busRate(_ input: UnsafeMutablePointer<Self>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    let frameUs = input.program.pointee.settings.frameOnBusUs()
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
    return (rate, checkStale(input, rate))
  }
}

extension Input {
  /// A sensor that is read so seldom that it goes stale between two frames would fail and recover for ever.
  static func checkStale(_ input: UnsafeMutablePointer<Self>, _ rate: UInt64) -> Int32 {
    if !input.program.pointee.settings.isStale(rate: rate) { return ExitCode.ok }
    let staleUs = UInt64(input.program.pointee.settings.pad.config.stale_after_us)
    input.program.say(
      "pad.stale_after_us is \(staleUs) us, but at --rate \(rate) a frame comes only every \(1_000_000 / rate) us: use --rate from \(1_000_000 / staleUs + 1), a longer pad.stale_after_us, or 0 (never)"
    )
    return ExitCode.config
  }

  static func duration(_ input: UnsafeMutablePointer<Self>) -> UInt64 {
    input.program.pointee.options.durationUs == 0 ? UInt64.max : input.program.pointee.options.durationUs
  }
}
