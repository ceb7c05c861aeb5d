import CPress
import CPressLinux
import PressSetup

/// Draws the force over time. A run of any length fits: when the bins are full, neighbours are merged.
struct Chart {
  private struct Bin {
    var force: Int32 = 0
    var phase: UInt8 = 0
  }

  private static let capacity = 2048
  private static let rows = 14
  private static let labelWidth = 16
  /// The width of labels without the forces of the levels, for narrow drawings.
  private static let narrowLabelWidth = 9
  private static let leastColumns = 20

  private var bins = InlineArray<2048, Bin>(repeating: Bin())
  private var count = 0
  private var binUs: UInt64 = 5_000
  /// The full second in which the first frame came.
  private var beginUs: UInt64 = 0
  private var phase = Phase.idle
  private var isFaulty = false
  /// The highest phase that an event has delivered since the last frame: it is shown even if it is over by the next frame.
  private var passing: UInt8 = 0

  init() {}

  var phaseNow: Phase { isFaulty ? .fault : phase }

  mutating func event(_ event: press_event) {
    let ended = event.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0
    switch Int(event.type) {
    case PRESS_EVENT_CONTACT_BEGAN: phase = .touch
    case PRESS_EVENT_CONTACT_ENDED, PRESS_EVENT_CONTACT_CANCELLED: phase = .idle
    case PRESS_EVENT_HOLD_BEGAN: phase = .hold
    case PRESS_EVENT_ACTIONS_REVEALED where phase != .idle: phase = .actions
    case PRESS_EVENT_PREVIEW_BEGAN: phase = .preview
    case PRESS_EVENT_PREVIEW_UPDATED where ended: phase = .commit
    case PRESS_EVENT_COMMIT_UPDATED where ended: phase = .completed
    case PRESS_EVENT_PREVIEW_CANCELLED: phase = .cancelled
    case PRESS_EVENT_SENSOR_FAULT: isFaulty = true
    case PRESS_EVENT_SENSOR_RECOVERED: isFaulty = false
    default: return
    }
    passing = max(passing, phase.rawValue)
  }

  mutating func frame(atUs us: UInt64, force: Int32) {
    if count == 0 { beginUs = us / 1_000_000 * 1_000_000 }
    let us = us - min(beginUs, us)
    while us / binUs >= UInt64(Self.capacity) { merge() }
    let index = Int(us / binUs)
    // A short gap between frames shows the last bin.
    var gap = Bin(force: 0, phase: isFaulty ? Phase.fault.rawValue : Phase.idle.rawValue)
    if !isFaulty && count > 0 && index > count && UInt64(index - count) * binUs < 250_000 { gap = bins[count - 1] }
    while count < index {
      bins[count] = gap
      count += 1
    }
    if count == index {
      bins[index] = Bin()
      count += 1
    }
    let now = isFaulty ? Phase.fault.rawValue : max(phase.rawValue, passing)
    passing = 0
    bins[index].force = max(bins[index].force, force)
    bins[index].phase = max(bins[index].phase, now)
  }

  private mutating func merge() {
    let half = (count + 1) / 2
    for i in 0..<half {
      let second = 2 * i + 1 < count ? bins[2 * i + 1] : Bin()
      bins[i].force = max(bins[2 * i].force, second.force)
      bins[i].phase = max(bins[2 * i].phase, second.phase)
    }
    count = half
    binUs *= 2
  }

  // MARK: Drawing

  /// The width of the drawing, and whether it has color.
  struct Style {
    var width: Int
    var hasColor: Bool

    fileprivate var labels: Int { width >= labelWidth + 1 + leastColumns ? labelWidth : narrowLabelWidth }
    fileprivate var columns: Int { max(width - labels - 1, 8) }
  }

  func draw(_ config: press_config, _ style: Style, _ out: inout Writer) {
    if count == 0 { return }
    let levels: InlineArray<4, Int32> = [
      config.touch_force, level(config, config.preview_pressure), level(config, config.commit_pressure),
      level(config, config.complete_pressure),
    ]
    var top: Int32 = 65536
    for i in 0..<count { top = max(top, bins[i].force) }
    // A level far above all forces is left out: it would make the drawing flat.
    for i in 0..<4 where levels[i] / 3 < top { top = max(top, levels[i]) }
    // The top is the next half newton.
    let half: Int64 = 32768
    let span = (Int64(top) / half + 1) * half

    out.text("\n")
    var row = Self.rows - 1
    while row >= 0 {
      drawRow(row, span, levels, style, &out)
      row -= 1
    }
    drawAxis(style, &out)
    drawPhases(style, &out)
  }

  private func level(_ config: press_config, _ pressure: Int32) -> Int32 {
    var newtons: press_q16 = 0
    var config = config
    if press_config_force(&config, pressure, &newtons) >= 0 { return newtons }
    // A pressure above 1 is never reached by force.
    let above = Int64(config.zero_force) + (Int64(config.full_force) - Int64(config.zero_force)) * Int64(pressure) / 65536
    return Int32(clamping: above)
  }

  private func rowOf(_ force: Int32, _ span: Int64) -> Int {
    Int(Int64(force) * Int64(Self.rows) / span)
  }

  private func drawRow(
    _ row: Int, _ span: Int64, _ levels: borrowing InlineArray<4, Int32>, _ style: Style, _ out: inout Writer
  ) {
    var here = -1
    for i in 0..<4 where rowOf(levels[i], span) == row { here = i }
    if here >= 0 {
      let name = Words("touch,preview,commit,complete")[here]
      out.spaces(8 - name.count)
      out.slice(name)
      if style.labels == Self.labelWidth {
        out.q16(levels[here], digits: 2, width: 5)
        out.text(" N")
      }
      out.text(" ")
      Glyph.tick(&out)
    } else {
      out.spaces(style.labels)
      Glyph.axis(&out)
    }
    var shown = Phase.idle
    for column in 0..<style.columns {
      let bin = columnBin(column, style.columns)
      let eighths = Int(Int64(bin.force) * Int64(Self.rows) * 8 / span) - row * 8
      let isLine = here >= 0 && eighths <= 0
      let phase = isLine || eighths <= 0 ? Phase.idle : Phase(rawValue: bin.phase) ?? .idle
      if style.hasColor && phase != shown && (isLine || eighths > 0) {
        out.say("\u{1B}[\(phase == .idle ? Slice("0") : phase.color)m")
        shown = phase
      }
      if isLine {
        Glyph.level(&out)
      } else if here >= 0 && eighths >= 8 {
        Glyph.levelThrough(&out)
      } else {
        Glyph.block(min(max(eighths, 0), 8), &out)
      }
    }
    if style.hasColor { out.text("\u{1B}[0m") }
    out.text("\n")
  }

  private func columnBin(_ column: Int, _ columns: Int) -> Bin {
    var from = column * count / columns
    let to = max((column + 1) * count / columns, from + 1)
    var bin = Bin()
    while from < to && from < count {
      bin.force = max(bin.force, bins[from].force)
      bin.phase = max(bin.phase, bins[from].phase)
      from += 1
    }
    return bin
  }

  private var totalUs: UInt64 { UInt64(count) * binUs }

  /// The time at the end of a column. Whole and rest are multiplied separately, so that no product overflows in a long run.
  private func endUs(_ column: Int, _ columns: Int) -> UInt64 {
    let (whole, rest) = (totalUs / UInt64(columns), totalUs % UInt64(columns))
    return whole * UInt64(column + 1) + rest * UInt64(column + 1) / UInt64(columns)
  }

  /// Whole seconds per mark, so that marks are at least eight columns apart.
  private func secondsPerMark(_ columns: Int) -> UInt64 {
    var seconds: UInt64 = 1
    while seconds * 1_000_000 / 8 < totalUs / UInt64(columns) {
      switch leadingDigit(seconds) {
      case 2: seconds = seconds / 2 * 5
      default: seconds *= 2
      }
    }
    return seconds
  }

  private func leadingDigit(_ value: UInt64) -> UInt64 {
    var digit = value
    while digit >= 10 { digit /= 10 }
    return digit
  }

  private func drawAxis(_ style: Style, _ out: inout Writer) {
    let step = secondsPerMark(style.columns)
    out.spaces(style.labels)
    Glyph.corner(&out)
    var next = step
    for column in 0..<style.columns {
      let isMark = endUs(column, style.columns) / 1_000_000 >= next && endUs(column, style.columns) > next * 1_000_000
      Glyph.base(isMark: isMark, &out)
      if isMark { next += step }
    }
    out.text("\n")
    out.spaces(style.labels)
    let begin = beginUs / 1_000_000
    out.say("\(begin) s")
    next = step
    var column = 1 + Self.digits(begin)
    while column < style.columns {
      let width = Self.digits(begin + next)
      if endUs(column, style.columns) > next * 1_000_000 {
        if column + width + 4 < style.columns {
          out.say("\(begin + next) s")
          column += width + 2
          next += step
          continue
        }
        next += step
      }
      out.text(" ")
      column += 1
    }
    out.text("\n")
  }

  private static func digits(_ value: UInt64) -> Int {
    var rest = value
    var digits = 1
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    return digits
  }

  private func drawPhases(_ style: Style, _ out: inout Writer) {
    out.spaces(style.labels - 6)
    out.text("phase  ")
    var shown = Phase.touch
    for column in 0..<style.columns {
      let phase = Phase(rawValue: columnBin(column, style.columns).phase) ?? .idle
      if style.hasColor && (column == 0 || phase != shown) { out.say("\u{1B}[\(phase.color)m") }
      shown = phase
      Glyph.phase(phase, &out)
    }
    if style.hasColor { out.text("\u{1B}[0m") }
    out.text("\n")
    drawLegend(style, &out)
  }

  private func drawLegend(_ style: Style, _ out: inout Writer) {
    var left = 0
    var code: UInt8 = 1
    while let phase = Phase(rawValue: code) {
      code += 1
      if !phase.isAlwaysExplained && !hasSeen(phase) { continue }
      let width = phase.name.count + 4
      if width - 2 > left {
        if code > 2 { out.text("\n") }
        out.spaces(style.labels + 1)
        left = style.columns
      }
      Glyph.phase(phase, &out)
      out.text(" ")
      out.slice(phase.name)
      if left > width { out.text("  ") }
      left -= width
    }
    out.text("\n")
  }

  private func hasSeen(_ phase: Phase) -> Bool {
    for i in 0..<count where bins[i].phase == phase.rawValue { return true }
    return false
  }
}

/// Draws the run at its end, and, on a terminal, the present force under the events.
struct Drawing: Output {
  private var chart = Chart()
  private var liveLine = LiveLine()

  mutating func open(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    let options = program.pointee.options
    let width = Int(linux_terminal_width(1))
    if width > 0 { liveLine.width = width }
    liveLine.isOn =
      options.draws && options.format == .text && !options.isFast && !options.isQuiet && linux_is_terminal(1)
      && !Terminal.isDumb && liveLine.width > 22
    return ExitCode.ok
  }

  mutating func receive(_ notice: Notice, _ program: UnsafeMutablePointer<Program>) {
    if !program.pointee.options.draws { return }
    switch notice {
    case .event(let event):
      chart.event(event)
      liveLine.hide(&program.pointee.out)
    case .frame(let frame, let force):
      chart.frame(atUs: frame.t_us, force: force)
      liveLine.show(
        atUs: frame.t_us, force: force, fullForce: program.pointee.settings.engine.config.full_force,
        phase: chart.phaseNow.name, &program.pointee.out)
    case .flush: break
    case .end:
      liveLine.hide(&program.pointee.out)
      draw(program)
    }
  }

  /// Draws to stdout if events are text; to stderr if they are for programs.
  private func draw(_ program: UnsafeMutablePointer<Program>) {
    let isText = program.pointee.options.format == .text
    let fd: Int32 = isText ? 1 : 2
    let isTerminal = linux_is_terminal(fd)
    let asked = isTerminal ? Int(linux_terminal_width(fd)) : 0
    let style = Chart.Style(
      width: asked > 0 ? min(asked, 200) : 80,
      hasColor: isTerminal && !Terminal.isDumb && Terminal.environment("NO_COLOR\0").isEmpty)
    let config = program.pointee.settings.engine.config
    if isText {
      chart.draw(config, style, &program.pointee.out)
    } else {
      program.pointee.out.flush()
      chart.draw(config, style, &program.pointee.err)
    }
  }
}

/// The characters of a drawing: Unicode, or ASCII if the writer is plain.
enum Glyph {
  /// A cell that is filled from below by a number of eighths.
  static func block(_ eighths: Int, _ out: inout Writer) {
    out.slice(Words(out.isPlain ? " , , ,.,:,:,#,#,#" : " ,▁,▂,▃,▄,▅,▆,▇,█")[eighths])
  }

  /// A cell that is filled from the left by a number of eighths.
  static func bar(_ eighths: Int, _ out: inout Writer) {
    out.slice(Words(out.isPlain ? " , , , ,=,=,=,=,=" : " ,▏,▎,▍,▌,▋,▊,▉,█")[eighths])
  }

  static func phase(_ phase: Phase, _ out: inout Writer) {
    if out.isPlain && phase == .idle { out.text(".") } else { out.slice(phase.glyph) }
  }

  /// The line of a level in an empty cell, and in a filled one.
  static func level(_ out: inout Writer) { out.text(out.isPlain ? "-" : "╌") }
  static func levelThrough(_ out: inout Writer) { out.text(out.isPlain ? "%" : "▓") }

  static func axis(_ out: inout Writer) { out.text(out.isPlain ? "|" : "│") }
  static func tick(_ out: inout Writer) { out.text(out.isPlain ? "+" : "┤") }
  static func corner(_ out: inout Writer) { out.text(out.isPlain ? "+" : "└") }
  static func base(isMark: Bool, _ out: inout Writer) {
    out.text(isMark ? (out.isPlain ? "+" : "┬") : out.isPlain ? "-" : "─")
  }
}

/// The line under the events that shows the present force, on a terminal.
struct LiveLine {
  /// The time between two updates: short enough to look alive.
  private static let everyUs: UInt64 = 50_000

  var isOn = false
  /// The width in columns. The line must fit, because a wrapped line cannot be erased.
  var width = 80
  private var isShown = false
  private var lastUs: UInt64 = 0

  init() {}

  /// Erases the line, before anything else is printed.
  mutating func hide(_ out: inout Writer) {
    if !isShown { return }
    out.text("\r\u{1B}[K")
    isShown = false
  }

  mutating func show(atUs us: UInt64, force: Int32, fullForce: Int32, phase: Slice, _ out: inout Writer) {
    if !isOn || (lastUs != 0 && us < lastUs + Self.everyUs) { return }
    lastUs = us
    hide(&out)
    EventPrinter.time(us, &out)
    if width >= 40 {
      out.slice(phase)
      out.spaces(18 - phase.count)
    }
    out.q16(force, digits: 2, width: 6)
    out.text(" N  ")
    if width >= 64 {
      let fraction = fullForce > 0 ? Int64(force) * 65536 / Int64(fullForce) : 0
      EventPrinter.bar(Int32(clamping: min(fraction, 65536)), &out)
    }
    isShown = true
  }
}

/// The phase of the interaction, for the drawing. If several fall into one cell, the highest is shown.
enum Phase: UInt8 {
  case idle, touch, hold, preview, commit, actions, completed, cancelled, fault

  var name: Slice { Words("idle,touch,hold,preview,commit,actions,completed,cancelled,fault")[Int(rawValue)] }

  /// Whether the legend always explains the phase. Phases that only some configs can reach are explained if they occurred.
  var isAlwaysExplained: Bool { self != .hold && self != .actions }

  /// The numbers of ECMA-48.
  var color: Slice { Words("90,36,96,34,35,95,32,33,31")[Int(rawValue)] }

  var glyph: Slice { Words("·,t,h,P,C,A,#,x,!")[Int(rawValue)] }
}
