import CPress
import CPressLinux
import PressSetup

/// Reads frames from a trace of --record, or from a plain CSV of codes. `libpress` reads any other text of rows; a file that may be one of
/// those is refused here, so that both give the same result for a file that both read.
struct TraceReader {
  enum Frame {
    case frame(press_frame)
    /// The board slept.
    case slept(us: UInt64)
    /// The end; the time to which the recording ran, 0: unknown.
    case end(us: UInt64)
    case broken(StaticString)
    /// A CSV has no times: --rate is required.
    case needsRate
    /// At this rate, a time of the config is over before the next frame.
    case tooSlow
    case failed(Int32)
  }

  private(set) var lines: LineReader
  private var isOurs = false
  private var isStarted = false
  private var endUs: UInt64 = 0
  private var index: UInt64 = 0
  private var lastUs: UInt64 = 0
  private var hasLast = false
  private var hasFrames: Bool { hasLast || index > 0 }
  private var hasEnd = false
  /// The readings before the next frame.
  private var before = BeforeFrame()
  /// The numbers of lost readings of a CSV, of blank lines, and of blank lines that may be the end of the file.
  private(set) var lost: UInt64 = 0
  private var blanks: UInt64 = 0
  private var pendingBlanks: UInt64 = 0
  private var rising = Rising()
  /// The number of columns of the heading; 0: there is none.
  private var headings = 0
  private let rate: UInt32
  private let program: UnsafeMutablePointer<Program>

  init(lines: LineReader, rate: UInt32, program: UnsafeMutablePointer<Program>) {
    self.lines = lines
    self.rate = rate
    self.program = program
  }

  var line: UInt64 { lines.number }

  /// Takes the readings that belong before the last frame that was read.
  mutating func takeBefore() -> BeforeFrame {
    let taken = before
    before = BeforeFrame()
    return taken
  }

  mutating func next() -> Frame {
    while true {
      switch lines.next() {
      case .end:
        if hasFrames || hasEnd { return .end(us: endUs) }
        return .broken(isStarted ? "there is not one reading in it" : "the file is empty")
      case .tooLong:
        return .broken("the line is too long for a trace")
      case .failed(let status):
        return .failed(status)
      case .line(let raw):
        let line = raw.trimmed
        if isOurs && !lines.isWhole { return .broken("the line is cut: the recording ended in the middle of it") }
        if line.isEmpty {
          if isStarted { pendingBlanks += 1 }
          continue
        }
        let isFirst = !isStarted
        isStarted = true
        if line.starts("#") {
          if isFirst && line.starts("# libpress trace ") {
            if let problem = header(line) { return .broken(problem) }
            isOurs = true
          } else if isOurs && line.starts("# end ") {
            guard let end = Number.unsigned(line.dropping(6), most: UInt64.max), end >= lastUs else {
              return .broken("\"# end\" requires a time that is not before the last frame")
            }
            endUs = end
            hasEnd = true
          } else if isOurs && line.starts("# slept ") {
            guard let us = Number.unsigned(line.dropping(8), most: UInt64(Int64.max)), us >= lastUs else {
              return .broken("\"# slept\" requires a time that is not before the last frame")
            }
            return .slept(us: us)
          } else if isOurs && line.starts("# supply ") {
            var words = line.dropping(9)
            guard let c = Number.unsigned(words.takeWord(), most: 1), let code = Number.signed(words), let code = Int32(exactly: code), code >= -1
            else { return .broken("\"# supply\" requires the number of a converter, 0 or 1, and a code, or -1") }
            if program.pointee.settings.converter[Int(c)].reference.channel == nil {
              return .broken("recorded with converter.reference, which the config does not have; use the config it was recorded with")
            }
            before.references[Int(c)] = code
          }
          continue
        }
        if isOurs { return recorded(line) }
        if isFirst && isNumbered(line) && line.columns == 2 {
          return .broken("0,1 may be its heading, or a row; libpress replay reads it, and libpress look shows what it holds")
        }
        if isFirst && (isHeading(line) || isNumbered(line)) {
          (pendingBlanks, headings) = (0, line.columns)
          continue
        }
        switch plain(line) {
        case .lost: continue
        case .read(let frame): return frame
        }
      }
    }
  }

  private func header(_ line: Slice) -> StaticString? {
    var words = line.dropping(17)
    if !(words.takeWord() == "1") { return "a trace of another version; this program reads version 1" }
    var hasSensors = false
    while !words.isEmpty {
      var value = words.takeWord()
      let name = value.takeField(UInt8(ascii: "="))
      if name == "sensors" {
        hasSensors = true
        guard let count = Number.unsigned(value, most: 8) else { return "sensors= requires 1 to 8" }
        if Int(count) != program.pointee.settings.count(.sensor) {
          return "recorded with another number of sensors than the config has [sensor] sections"
        }
      } else if name == "full_scale" {
        for i in 0..<program.pointee.settings.count(.sensor) {
          guard let code = Number.unsigned(value.takeField(UInt8(ascii: ",")), most: 16_777_215) else {
            return "full_scale= requires one code per sensor, with commas"
          }
          if Int32(code) != program.pointee.settings.sensor[i].sensor.circuit.full_scale {
            return
              "recorded with another full_scale than the config has; use the config it was recorded with, or --set sensor.full_scale=CODE as in this line"
          }
        }
      }
    }
    return hasSensors ? nil : "sensors= is missing"
  }

  /// t_us,present,failed,code0[,code1..][,before0[,before1..]]
  private mutating func recorded(_ line: Slice) -> Frame {
    var rest = line
    var frame = press_frame()
    let all = UInt64(1) << UInt64(program.pointee.settings.count(.sensor)) - 1
    guard let us = Number.unsigned(rest.takeField(UInt8(ascii: ",")).trimmed, most: UInt64(Int64.max)) else {
      return .broken("field 1 must be the time in microseconds")
    }
    guard let present = Number.unsigned(rest.takeField(UInt8(ascii: ",")).trimmed, most: all) else {
      return .broken("field 2 must be the bits of the sensors that were read, no more than the config has")
    }
    guard let failed = Number.unsigned(rest.takeField(UInt8(ascii: ",")).trimmed, most: all) else {
      return .broken("field 3 must be the bits of the sensors that failed, no more than the config has")
    }
    if present & failed != 0 { return .broken("a sensor cannot both be read and have failed") }
    frame.t_us = us
    frame.present = UInt32(present)
    frame.failed = UInt32(failed)
    for i in 0..<program.pointee.settings.count(.sensor) {
      guard let code = Number.signed(rest.takeField(UInt8(ascii: ",")).trimmed), let code = Int32(exactly: code) else {
        return .broken("there must be one whole number per sensor after the third field")
      }
      frame.setCode(i, code)
    }
    if !rest.isEmpty {
      for i in 0..<program.pointee.settings.count(.sensor) {
        guard let before = Number.unsigned(rest.takeField(UInt8(ascii: ",")).trimmed, most: UInt64(UInt32.max)) else {
          return .broken("after the codes there must be nothing, or one time in microseconds per sensor")
        }
        frame.setBefore(i, before)
      }
    }
    if !rest.isEmpty { return .broken("more fields than time, present, failed, one code and one time per sensor") }
    if hasLast && us <= lastUs { return .broken("the time is not later than in the frame before") }
    lastUs = us
    hasLast = true
    return .frame(frame)
  }

  private var isTooSlow: Bool {
    let short = program.pointee.settings.tooShort(rate: UInt64(rate))
    return short.stale | short.gap | short.lost != 0
  }

  private enum Row {
    case read(Frame)
    /// No code of the row was read.
    case lost
  }

  /// One code per column; [sensor] channel says which column. A blank line, an empty cell and nan are lost readings.
  private mutating func plain(_ line: Slice) -> Row {
    if rate == 0 { return .read(.needsRate) }
    if index == 0 && isTooSlow { return .read(.tooSlow) }
    (index, lost, blanks, pendingBlanks) = (index + pendingBlanks, lost + pendingBlanks, blanks + pendingBlanks, 0)
    if index < 64 && blanks > 2 && 5 * blanks > 2 * index {
      return .read(.broken("every second line is blank; libpress replay reads it, and libpress look shows what it holds"))
    }
    for i in 0..<line.count where isForeign(line[i]) {
      return .read(
        .broken(
          """
          no plain CSV, which is numbers with commas between; \
          libpress replay reads more, and libpress look shows what the file holds
          """))
    }
    if headings != 0 && line.columns > headings {
      return .read(
        .broken(
          """
          more columns than the heading has, as of decimal commas; \
          libpress replay reads it, and libpress look shows what it holds
          """))
    }
    if let problem = rising.see(line, sensors: sensorColumns, mostColumns: mostColumns) { return .read(.broken(problem)) }
    var frame = press_frame()
    frame.t_us = index * 1_000_000 / UInt64(rate)
    index += 1
    for i in 0..<program.pointee.settings.count(.sensor) {
      var rest = line
      var column: UInt32 = 0
      while column < program.pointee.settings.sensor[i].channel.number && !rest.isEmpty {
        _ = rest.takeField(UInt8(ascii: ","))
        column += 1
      }
      if rest.isEmpty && !line.ends(",") {
        return .read(.broken("fewer columns than sensor.channel asks for (the first column is channel 0)"))
      }
      let cell = rest.takeField(UInt8(ascii: ",")).trimmed
      if cell.isEmpty || cell == "nan" || cell == "NaN" || cell == "NAN" {
        lost += 1
        continue
      }
      guard let code = Number.signed(cell), let code = Int32(exactly: code) else {
        return .read(
          .broken(
            """
            not a whole number in the column of the sensor; \
            libpress replay reads more, and libpress look shows what the file holds
            """))
      }
      frame.setCode(i, code)
      frame.present |= 1 << UInt32(i)
    }
    return frame.present == 0 ? .lost : .read(.frame(frame))
  }

  /// A bit for each of the first eight columns that is a sensor's.
  private var sensorColumns: UInt8 {
    var bits: UInt8 = 0
    for i in 0..<program.pointee.settings.count(.sensor) where program.pointee.settings.sensor[i].channel.number < 8 {
      bits |= 1 << UInt8(program.pointee.settings.sensor[i].channel.number)
    }
    return bits
  }

  /// The most columns: the number of sensors, unless a sensor.channel is given.
  private var mostColumns: Int {
    let count = program.pointee.settings.count(.sensor)
    guard let channel = Section.sensor.key(called: Slice("channel")) else { return Int.max }
    for i in 0..<count where program.pointee.settings.given.line(Place(.sensor, i), channel) != 0 { return Int.max }
    return count
  }

  /// Whether a byte separates or names cells in other kinds of files.
  private func isForeign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "|") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\t")
  }

  /// Whether a line is 0,1,2...: the heading of a table without names.
  private func isNumbered(_ line: Slice) -> Bool {
    var rest = line
    for n in 0..<line.columns where Number.unsigned(rest.takeField(UInt8(ascii: ",")).trimmed, most: 1000) != UInt64(n) { return false }
    return line.columns > 1
  }

  private func isHeading(_ line: Slice) -> Bool {
    for i in 0..<line.count {
      let byte = line[i]
      let isLetter = (byte | 32) >= UInt8(ascii: "a") && (byte | 32) <= UInt8(ascii: "z")
      if isLetter || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "_") || byte >= 0x80 { return true }
    }
    return false
  }
}

extension Slice {
  /// The number of cells between commas.
  fileprivate var columns: Int {
    var found = 1
    for i in 0..<count where self[i] == UInt8(ascii: ",") { found += 1 }
    return found
  }
}

/// Finds columns that are not sensors: they rise in every row, as times and numbers of rows do.
private struct Rising {
  private static let rows = 32
  private var count = 0
  private var last = InlineArray<8, Int64>(repeating: Int64.min)
  /// A bit for each column: whether it rose so far, and whether it rose by 1.
  private var rose: UInt8 = 255
  private var counted: UInt8 = 255

  /// Takes the first columns of a row. @return the problem, once enough rows were seen.
  mutating func see(_ line: Slice, sensors: UInt8, mostColumns: Int) -> StaticString? {
    if count > Rising.rows { return nil }
    var rest = line
    var columns = 0
    while columns < 8 && !rest.isEmpty {
      // Only the digits before a point are compared: they rise, too.
      var cell = rest.takeField(UInt8(ascii: ",")).trimmed
      let bit = UInt8(1) << UInt8(columns)
      let whole = cell.takeField(UInt8(ascii: "."))
      if let value = Number.signed(whole) {
        if value < last[columns] || (value == last[columns] && cell.isEmpty) { rose &= ~bit }
        if count > 0 && (value &- last[columns] != 1 || !cell.isEmpty) { counted &= ~bit }
        last[columns] = value
      } else {
        rose &= ~bit
      }
      columns += 1
    }
    count += 1
    if columns < 8 { rose &= (1 << UInt8(columns)) - 1 }
    if count == 1 && columns > mostColumns {
      return "more columns than sensors, and no sensor.channel that says which; libpress replay finds it, and libpress look shows them"
    }
    if count <= Rising.rows { return nil }
    if rose & sensors != 0 {
      return "the column of the sensor rises in every row, as times and numbers do: set sensor.channel, or let libpress replay find it"
    }
    if rose & ~counted != 0 { return "it has a column of times, which pressd does not use; libpress replay does" }
    return nil
  }
}

/// The input of a recording: a trace of --record, or a CSV of codes.
struct Trace: Input {
  let program: UnsafeMutablePointer<Program>
  private var trace: TraceReader?
  /// The frame that is due.
  private var pending = press_frame()

  init(_ program: UnsafeMutablePointer<Program>) { self.program = program }

  static var isLive: Bool { false }

  static func rate(_ input: UnsafeMutablePointer<Self>, asked: UInt64) -> (rate: UInt64, code: Int32) {
    (asked, ExitCode.ok)
  }

  static func open(_ input: UnsafeMutablePointer<Self>) -> Int32 {
    guard case .trace(let path) = input.program.pointee.options.source else { return ExitCode.ok }
    let fd = linux_open_stream(path)
    if fd == Errno.interrupted { return ExitCode.ok }  // a signal, while nobody opened the other end of a pipe
    if fd < 0 {
      input.program.say("--source trace:\(path): \(linux_strerror(fd))")
      return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
    }
    let lines = LineReader(fd: fd, buffer: input.program.pointee.readBuffer, capacity: Program.readCapacity)
    input.pointee.trace = TraceReader(lines: lines, rate: input.program.pointee.options.rate, program: input.program)
    return ExitCode.ok
  }

  static func now(_ input: UnsafeMutablePointer<Self>) -> UInt64 { input.program.pointee.lastUs }

  static func next(_ input: UnsafeMutablePointer<Self>) -> Moment {
    guard case .trace(let path) = input.program.pointee.options.source, let next = input.pointee.trace?.next() else {
      return .end(atUs: 0)
    }
    let line = input.pointee.trace?.line ?? 0
    switch next {
    case .frame(let frame):
      // The recording begins with its first frame.
      if input.program.pointee.statistics.frames == 0 { input.program.pointee.originUs = linux_now_us() &- frame.t_us }
      input.pointee.pending = frame
      return frame.t_us > duration(input) ? .end(atUs: duration(input)) : .frame(atUs: frame.t_us)
    case .slept(let us): return us > duration(input) ? .end(atUs: duration(input)) : .slept(atUs: us)
    case .end(let us):
      let lost = input.pointee.trace?.lost ?? 0
      if lost > 0 { input.program.say("\(path): \(lost) readings lost: blank lines, empty cells, nan", .warning) }
      return .end(atUs: us)
    case .broken(let reason):
      input.program.say("\(path):\(line): \(reason)")
      return .failed(ExitCode.badData)
    case .tooSlow: return .failed(checkRate(input, UInt64(input.program.pointee.options.rate)))
    case .needsRate:
      input.program.say("--rate is missing: a CSV requires the frames per second, 1 to 3300; libpress replay uses times that a file has")
      return .failed(ExitCode.usage)
    case .failed(let status):
      if linux_signal() != 0 { return .end(atUs: 0) }  // while waiting for a pipe
      input.program.say("\(path):\(line): \(linux_strerror(status))")
      return .failed(Errno.exitCode(status))
    }
  }

  static func read(_ input: UnsafeMutablePointer<Self>) -> press_frame { input.pointee.pending }

  static func before(_ input: UnsafeMutablePointer<Self>) -> BeforeFrame { input.pointee.trace?.takeBefore() ?? BeforeFrame() }

  static func close(_ input: UnsafeMutablePointer<Self>) {}
}
