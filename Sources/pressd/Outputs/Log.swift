import CPress
import CPressLinux
import PressSetup

/// Writes the events as lines to stdout.
struct Log: Output {
  /// Thins out progress; nil: every event is a line.
  private var thinning: Thinning?

  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    let isJSON = program.pointee.options.format == .json
    switch program.pointee.options.progress {
    case .all: thinning = nil
    case .changed: thinning = Thinning(hundredths: isJSON, everyUs: 0)
    case .rate(let rate): thinning = Thinning(hundredths: isJSON, everyUs: 1_000_000 / rate)
    // A journal keeps all lines for months.
    case .usual: thinning = Thinning(hundredths: isJSON, everyUs: linux_is_journal(1) ? 1_000_000 : 0)
    }
    return ExitCode.ok
  }

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    switch notice {
    case .event(let event):
      if program.pointee.options.isQuiet || thinning?.isWorth(event) == false { return }
      if program.pointee.options.format == .json {
        EventPrinter.json(event, &program.pointee.out)
      } else {
        EventPrinter.text(event, &program.pointee.out)
      }
    case .frame: break
    case .flush, .end: program.pointee.out.flush()
    }
  }

  /// Writes the effect that answers the event before it.
  mutating func note(_ effect: press_effect, _ program: UnsafeMutablePointer<Program>) {
    if program.pointee.options.isQuiet || thinning?.isWorth(effect) == false { return }
    if program.pointee.options.format == .json {
      EventPrinter.json(effect, &program.pointee.out)
    } else {
      EventPrinter.text(effect, &program.pointee.out)
    }
  }

  mutating func close(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    program.pointee.out.flush()
    // A broken pipe: the reader of the events has seen enough.
    let error = program.pointee.out.error
    if error == 0 || error == Errno.brokenPipe { return ExitCode.ok }
    program.say("cannot write the events: \(linux_strerror(error))")
    return ExitCode.inputOutput
  }
}

/// Decides which progress is new enough to be written to a log. Beginnings, ends and choices always are.
struct Thinning {
  /// The least change that is written: of progress, scale, and force in units of five newtons; of places, and of an angle in degrees.
  private let step: Int64
  private let points: Int64
  /// The least time between two lines of the same progress; 0: there is none.
  private let everyUs: UInt64

  /// The last line of one thing that goes on.
  private struct Line {
    var type: UInt32 = 0
    var contact: UInt32 = 0
    var subject: UInt32 = 0
    var item: UInt32 = 0
    var us: UInt64 = 0
    var value: Int64 = 0
    var x: Int64 = 0
    var y: Int64 = 0
    var angle: Int64 = 0
    /// The kept value is stale, as something began or ended since.
    var isOver = false
  }

  private static let capacity = 16
  private var lines = InlineArray<16, Line>(repeating: Line())
  /// The index of the line that is replaced next.
  private var oldest = 0

  /// `hundredths`: changes count in hundredths, else in tenths, which is enough for people.
  init(hundredths: Bool, everyUs: UInt64) {
    step = hundredths ? 656 : 6553
    points = (hundredths ? 1 : 10) << 16
    self.everyUs = everyUs
  }

  mutating func isWorth(_ event: press_event) -> Bool {
    if Role(event.type).isRepeated { return everyUs == 0 || isWorth(line(event), changed: true) }
    if event.isProgress { return isWorth(line(event), changed: false) }
    for i in 0..<Self.capacity { lines[i].isOver = true }
    return true
  }

  /// Whether an effect that goes on is new enough to be written.
  mutating func isWorth(_ effect: press_effect) -> Bool {
    if everyUs == 0 || effect.kind != PRESS_EFFECT_LEVEL || effect.strength == 0 { return true }
    return isWorth(Line(type: UInt32.max, subject: effect.event, us: effect.t_us), changed: true)
  }

  /// The fields of an event that decide whether it is new enough to be written.
  private func line(_ event: press_event) -> Line {
    var line = Line(type: event.type, us: event.t_us)
    if let life = Role(event.type).goesOnWith { (line.contact, line.subject, line.item) = life.key(event) }
    switch Int(event.type) {
    case PRESS_EVENT_PINCH_CHANGED:
      (line.value, line.x, line.y, line.angle) = (Int64(event.value), Int64(event.x), Int64(event.y), Int64(event.value2))
    case PRESS_EVENT_DRAG_MOVED, PRESS_EVENT_THROW_MOVED: (line.x, line.y) = (Int64(event.x), Int64(event.y))
    case PRESS_EVENT_CONTACT_MOVED: (line.value, line.x, line.y) = (Int64(event.force) / 5, Int64(event.x), Int64(event.y))
    default: (line.value, line.x, line.y) = (Int64(event.progress), Int64(event.value), Int64(event.value2))
    }
    return line
  }

  private mutating func isWorth(_ new: Line, changed: Bool) -> Bool {
    for i in 0..<Self.capacity {
      let old = lines[i]
      if old.type != new.type || old.contact != new.contact || old.subject != new.subject || old.item != new.item { continue }
      if new.us >= old.us && !old.isOver {
        if new.us - old.us < everyUs { return false }
        let isNear =
          abs(new.value - old.value) < step && abs(new.x - old.x) < points && abs(new.y - old.y) < points
          && abs(new.angle - old.angle) < points
        if isNear && !changed { return false }
      }
      lines[i] = new
      return true
    }
    lines[oldest] = new
    oldest = (oldest + 1) % Self.capacity
    return true
  }
}
