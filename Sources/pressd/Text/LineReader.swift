import CPressLinux
import PressSetup

/// A file, line by line.
struct LineReader {
  enum Line {
    case line(Slice)
    case end
    case tooLong
    case failed(Int32)
  }

  let fd: Int32
  private let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var begin = 0
  private var count = 0
  private var isAtEnd = false
  private var isStarted = false
  /// Whether the last line that was read has an end.
  private(set) var isWhole = true
  /// The number of the last line that was read, from 1.
  private(set) var number: UInt64 = 0

  init(fd: Int32, buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.fd = fd
    self.buffer = buffer
    self.capacity = capacity
  }

  /// Skips the byte order mark that some editors write before UTF-8.
  private mutating func skipMark() {
    isStarted = true
    if count >= 3 && buffer[0] == 0xEF && buffer[1] == 0xBB && buffer[2] == 0xBF { begin = 3 }
  }

  /// The line is valid until the next call.
  mutating func next() -> Line {
    number += 1
    while true {
      for i in begin..<count where isStarted && buffer[i] == UInt8(ascii: "\n") {
        let line = Slice(base: UnsafePointer(buffer) + begin, count: i - begin)
        begin = i + 1
        return .line(line)
      }
      if isAtEnd {
        if begin == count { return .end }
        let line = Slice(base: UnsafePointer(buffer) + begin, count: count - begin)
        begin = count
        isWhole = false
        return .line(line)
      }
      if begin > 0 {
        for i in begin..<count { buffer[i - begin] = buffer[i] }
        count -= begin
        begin = 0
      }
      if count == capacity { return .tooLong }
      let got = linux_read(fd, buffer + count, capacity - count)
      if got < 0 { return .failed(Int32(got)) }
      if got == 0 { isAtEnd = true }
      count += got
      if !isStarted && (count >= 3 || isAtEnd) { skipMark() }
    }
  }
}

/// How much a line matters; the numbers of syslog.
enum Level: UInt8 {
  /// pressd cannot go on, or refuses a request.
  case error = 3
  /// pressd goes on, and somebody should look.
  case warning, notice
}

extension Writer {
  /// How a line for people begins.
  mutating func begin(_ level: Level) {
    if isJournal { say("<\(level.rawValue)>") }
    text("pressd: ")
  }
}

/// The properties of the terminal and of the reader, from the environment.
enum Terminal {
  /// Empty: not set. `name` ends with a 0.
  static func environment(_ name: StaticString) -> Slice {
    let value = linux_environment(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
    return value.map { Slice(cString: $0) } ?? Slice("")
  }

  /// Whether the terminal has no colours, and cannot erase a line.
  static var isDumb: Bool { environment("TERM\0") == "dumb" }

  /// Whether the locale allows Unicode; false with a locale such as C.
  static var hasUnicode: Bool {
    var locale = environment("LC_ALL\0")
    if locale.isEmpty { locale = environment("LC_CTYPE\0") }
    if locale.isEmpty { locale = environment("LANG\0") }
    return locale.isEmpty || locale.ends("UTF-8") || locale.ends("utf8") || locale.ends("UTF8") || locale.ends("utf-8")
  }
}

extension Writer {
  /// Into a file.
  init(fd: Int32, buffer: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.init(
      fd: fd, sink: { fd, bytes, count, waits in waits ? linux_write(fd, bytes, count) : linux_write_now(fd, bytes, count) },
      buffer: buffer, capacity: capacity)
  }
}
