// The terminal of the samples colors and board: its size, its keys and its mouse, and the time.
@preconcurrency import Glibc

private let step: UInt64 = 20_000, pause: UInt64 = 100_000, last: UInt64 = 1_000_000, escapeMilliseconds: Int32 = 50
// The other screen, no cursor, no wrapping, every motion of the mouse, its reports in decimal numbers.
private let taken = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[?1003h\u{1b}[?1006h\u{1b}[2J"
private let givenBack = "\u{1b}[?1006l\u{1b}[?1003l\u{1b}[?25h\u{1b}[?7h\u{1b}[?1049l"

/// The end of a pipe into which signals write their numbers.
private nonisolated(unsafe) var wakeWriter: Int32 = -1

private func clockMicroseconds() -> UInt64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
}

private func environment(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }

private func number(_ name: String, otherwise: Int) -> Int {
  guard let value = Int(environment(name)), 1...1000 ~= value else { return otherwise }
  return value
}

/// By its name: what has no colours is an old one, or says so.
private func hasColors(_ terminal: String) -> Bool {
  let characters = Array(terminal)
  let refuses = characters.indices.dropLast().contains { characters[$0] == "-" && characters[$0 + 1] == "m" }
  return environment("NO_COLOR").isEmpty && !terminal.hasPrefix("vt") && !refuses
}

public final class Terminal {
  public let screen: Screen
  private var isText: Bool, hasSteps: Bool
  private var usual = termios()
  private let isRaw: Bool
  private let start = clockMicroseconds()
  private var steps: UInt64 = 0, hasEnded = false, endedBy: Int32 = 0
  private var decoder = Decoder()
  private var wake: Int32 = -1

  /// Reads the options, and takes the terminal until `close`.
  public init(name: String) {
    let kind = environment("TERM")
    isText = isatty(1) == 0 || kind.isEmpty || kind == "dumb"
    hasSteps = isatty(0) == 0
    for word in CommandLine.arguments.dropFirst() {
      switch word {
      case "--text": isText = true
      case "--steps": hasSteps = true
      default:
        fputs("usage: \(name) [--text] [--steps]\n", stderr)
        exit(2)
      }
    }
    screen = Screen(mode: isText ? .text : hasColors(kind) ? .colors : .plain)
    isRaw = tcgetattr(0, &usual) == 0
    watchSignals()
    take()
    screen.resize(size)
  }

  // ---- Modes

  private func watchSignals() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) < 0 {
      perror("pipe")
      exit(1)
    }
    (wake, wakeWriter) = (ends[0], ends[1])
    for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH] {
      signal(number) { number in
        var byte = UInt8(number)
        _ = Glibc.write(wakeWriter, &byte, 1)
      }
    }
  }

  private func take() {
    if isRaw {
      var raw = usual
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
      tcsetattr(0, TCSANOW, &raw)
    }
    if !isText { write(taken) }
  }

  private func giveBack() {
    if !isText { write(givenBack) }
    if isRaw { tcsetattr(0, TCSANOW, &usual) }
  }

  private var size: (columns: Int, lines: Int) {
    var size = winsize()
    if isText { return (number("COLUMNS", otherwise: 80), number("LINES", otherwise: 24)) }
    if ioctl(1, UInt(TIOCGWINSZ), &size) < 0 || size.ws_col == 0 || size.ws_row == 0 { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Gives the terminal back. A signal that ended the input ends the program here.
  public func close() {
    giveBack()
    if endedBy == 0 { return }
    signal(endedBy, SIG_DFL)
    raise(endedBy)
  }

  // ---- Time

  /// Microseconds since the start.
  public var now: UInt64 { hasSteps ? steps : clockMicroseconds() - start }

  /// Of steps. A file that is played on a terminal is played as fast as a person would.
  private func pass(_ time: UInt64) {
    steps += time
    if !isText && isatty(0) == 0 { usleep(UInt32(time)) }
  }

  // ---- Input

  private func timeout(_ until: UInt64) -> Int32 {
    if decoder.waits && !hasSteps { return escapeMilliseconds }
    if hasSteps || until == .max { return -1 }
    let now = now
    return until <= now ? 0 : Int32(min((until - now + 999) / 1000, 60_000))
  }

  /// What a signal asks for.
  private func obey(_ number: Int32) -> Input {
    if number == SIGTSTP {
      giveBack()
      raise(SIGSTOP)
      take()
    }
    if number != SIGTSTP && number != SIGWINCH {
      endedBy = number
      return end()
    }
    screen.resize(size)
    return .resized
  }

  private func end() -> Input {
    if hasSteps && !hasEnded { pass(last) }  // what waits for time, such as a tap
    hasEnded = true
    return .end
  }

  private func read(_ file: Int32) -> UInt8? {
    var byte: UInt8 = 0
    return Glibc.read(file, &byte, 1) == 1 ? byte : nil
  }

  /// Waits for input, until a time at most.
  public func next(until: UInt64) -> Input {
    while true {
      var byte = decoder.held
      decoder.held = nil
      if byte == nil {
        var files = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
        let ready = poll(&files, 2, timeout(until))
        if ready < 0 { continue }  // a signal: it is in the pipe
        if files[1].revents != 0, let number = read(wake) { return obey(Int32(number)) }
        if ready == 0 { return decoder.waits ? decoder.giveUp() : .none }
        byte = read(0)
      }
      guard let byte else { return end() }
      guard let input = decoder.take(byte) else { continue }
      if hasSteps { pass(input == .key(.character(".")) ? pause : step) }
      return input
    }
  }
}
