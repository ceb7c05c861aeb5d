import CPress
import CPressLinux
import PressSetup

/// A program at the other end of a connection. Nothing here waits for it.
struct Reader {
  static let outCapacity = 16384
  static let inCapacity = 1024
  /// Kept free for the last line.
  static let reserve = 256
  /// One that has said nothing that counts by then gives up its place.
  static let silenceUs: UInt64 = 10_000_000
  /// For what is in the buffer, once the connection ends.
  static let farewellUs: UInt64 = 5_000_000

  enum State {
    case free, open
    /// The last line is in the buffer.
    case closing
  }

  enum Line {
    case none
    case line(Int)
    case tooLong
  }

  private let out: UnsafeMutablePointer<UInt8>
  private var outBegin = 0
  private(set) var outCount = 0
  let input: UnsafeMutablePointer<UInt8>
  private var inCount = 0
  /// How much of the input the line takes that was handed out last.
  private var taken = 0
  /// The rest of a line that is too long.
  private var isSkipping = false
  /// It sends no more; it may still read.
  private(set) var isInputOver = false

  private(set) var fd: Int32 = -1
  private(set) var state = State.free
  private(set) var mayCommand = false
  var hasSpoken = false
  /// It waits until a file is written: then it is answered, with this id.
  private(set) var isSaving = false
  private var savingID: UInt64?
  /// When it came, or when its end began.
  private(set) var sinceUs: UInt64 = 0

  var receivesEvents = false
  /// Between two lines of forces; 0: none.
  var forcesUs: UInt64 = 0
  var nextForcesUs: UInt64 = 0
  /// The place in the eventLog of the next event that it gets.
  var place: UInt64 = 0
  /// The number of the first progress that it did not get; 0: it has everything.
  var lostSince: UInt64 = 0
  var lostCount: UInt64 = 0

  init(out: UnsafeMutablePointer<UInt8>, input: UnsafeMutablePointer<UInt8>) {
    self.out = out
    self.input = input
  }

  mutating func begin(fd: Int32, mayCommand: Bool, atUs us: UInt64) {
    self = Reader(out: out, input: input)
    self.fd = fd
    self.mayCommand = mayCommand
    state = .open
    sinceUs = us
  }

  mutating func end() {
    if state != .free { _ = linux_close(fd) }
    fd = -1
    state = .free
  }

  mutating func beginSaving(_ id: UInt64?) {
    isSaving = true
    savingID = id
  }

  /// @return the id of its command.
  mutating func endSaving() -> UInt64? {
    isSaving = false
    return savingID
  }

  // MARK: Out

  /// Beside what the last line needs.
  var room: Int { Self.outCapacity - Self.reserve - outCount }

  var canReceiveProgress: Bool { room > Self.outCapacity / 4 }

  /// A whole line, or nothing of it.
  mutating func append(_ line: Slice, isLast: Bool = false) -> Bool {
    if line.count > room + (isLast ? Self.reserve : 0) { return false }
    if outBegin + outCount + line.count > Self.outCapacity {
      for i in 0..<outCount { out[i] = out[outBegin + i] }
      outBegin = 0
    }
    (out + outBegin + outCount).update(from: line.base, count: line.count)
    outCount += line.count
    return true
  }

  /// As much as goes. @return false: there is nobody any more.
  mutating func send() -> Bool {
    while outCount > 0 {
      let sent = linux_send(fd, out + outBegin, outCount)
      if sent == Int(Errno.again) || sent == Int(Errno.interrupted) { return true }
      if sent <= 0 { return false }
      outBegin += min(sent, outCount)
      outCount -= min(sent, outCount)
    }
    outBegin = 0
    return true
  }

  /// Nothing but `line` comes any more.
  mutating func close(_ line: Slice, atUs us: UInt64) {
    if state != .open { return }
    _ = append(line, isLast: true)
    state = .closing
    sinceUs = us
    receivesEvents = false
    forcesUs = 0
  }

  // MARK: In

  var canReceive: Bool { state == .open && !isInputOver && inCount < Self.inCapacity }

  /// What has come. @return false: the connection is broken.
  mutating func receive() -> Bool {
    if !canReceive { return true }
    let got = linux_receive(fd, input + inCount, Self.inCapacity - inCount)
    if got == Int(Errno.again) || got == Int(Errno.interrupted) { return true }
    if got < 0 { return false }
    if got == 0 { isInputOver = true }
    inCount += got
    return true
  }

  /// Whether there is a whole line, or one that is too long already.
  var hasLine: Bool {
    if state != .open { return false }
    if inCount == Self.inCapacity { return true }
    for i in 0..<inCount where input[i] == UInt8(ascii: "\n") { return true }
    return false
  }

  /// The next line: its bytes are the first of the input, until `finishLine`.
  mutating func nextLine() -> Line {
    for i in 0..<inCount where input[i] == UInt8(ascii: "\n") {
      if isSkipping {
        isSkipping = false
        drop(i + 1)
        return .none
      }
      taken = i + 1
      return .line(i)
    }
    if inCount < Self.inCapacity && !isSkipping { return .none }
    let isNew = !isSkipping
    inCount = 0
    isSkipping = true
    return isNew ? .tooLong : .none
  }

  mutating func finishLine() {
    drop(taken)
    taken = 0
  }

  private mutating func drop(_ n: Int) {
    if n == 0 { return }
    for i in n..<max(inCount, n) { input[i - n] = input[i] }
    inCount -= min(n, inCount)
  }
}
