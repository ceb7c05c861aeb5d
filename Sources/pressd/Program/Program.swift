import CPress
import CPressLinux
import PressSetup

/// State that all modules share; its address never changes.
struct Program {
  /// Of the command line, nil behind the last.
  let words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  var options = Options()
  /// What the config says. It stays where it is.
  let setup: UnsafeMutablePointer<Setup>
  var statistics = Statistics()
  /// The log has contact_moved.
  var deliversMoved = false

  /// It only tries what it reads, and something goes on that has said it all.
  var isTrial = false
  /// What it ends with.
  var code = ExitCode.inputOutput

  /// The newest effect, for the motor on the bus of the converters.
  var effect: press_effect?
  /// An effect may come soon.
  var expectsEffect = false

  /// To the converters; to an IIO device it is the first.
  var links = InlineArray<2, Link>(repeating: Link())
  /// The one that another process reads, where that is why the bus is not opened.
  var takenConverter = 0
  var alarm = Alarm()
  var out: Writer
  var err: Writer
  /// Why there is nothing to read from, where that was not printed: `--check` has words of its own for it.
  var problem: Int32 = 0
  /// Frames a second that the run was asked for; 0: they say when they were read.
  var rate: UInt64 = 0
  /// The clock when the run began.
  var originUs: UInt64 = 0
  /// To where the run came.
  var lastUs: UInt64 = 0
  let engineStorage: UnsafeMutableRawPointer
  let padStorage: UnsafeMutableRawPointer
  let readBuffer: UnsafeMutablePointer<UInt8>
  let recordBuffer: UnsafeMutablePointer<UInt8>

  var settings: Settings {
    _read { yield setup.pointee.settings }
    _modify { yield &setup.pointee.settings }
  }

  static let outCapacity = 16384
  static let errCapacity = 1024
  static let readCapacity = 16384
  static let recordCapacity = 8192
  static let engineCapacity = 32768
  static let padCapacity = Int(PRESS_PAD_STORAGE_8)

  /// Makes the program in memory that is there from the start, nil when that is too small.
  static func make(_ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> UnsafeMutablePointer<Program>? {
    func bytes(_ count: Int) -> UnsafeMutablePointer<UInt8>? { linux_static_memory(count)?.assumingMemoryBound(to: UInt8.self) }
    guard let own = linux_static_memory(MemoryLayout<Program>.size), let setup = linux_static_memory(MemoryLayout<Setup>.size),
      let engine = linux_static_memory(engineCapacity),
      let pad = linux_static_memory(padCapacity), let out = bytes(outCapacity), let err = bytes(errCapacity),
      let read = bytes(readCapacity), let record = bytes(recordCapacity)
    else { return nil }
    let program = own.assumingMemoryBound(to: Program.self)
    Setup.initialize(setup)
    program.initialize(
      to: Program(
        words: words, setup: setup.assumingMemoryBound(to: Setup.self), out: Writer(fd: 1, buffer: out, capacity: outCapacity),
        err: Writer(fd: 2, buffer: err, capacity: errCapacity), engineStorage: engine, padStorage: pad, readBuffer: read,
        recordBuffer: record))
    return program
  }
}

extension UnsafeMutablePointer<Program> {
  /// A line for people, on stderr.
  func say(_ message: Message, _ level: Level = .error) {
    pointee.err.begin(level)
    pointee.err.say(message)
    pointee.err.text("\n")
    pointee.err.flush()
  }
}
