import CPressLinux

import CPress
import CPressLinux
import PressSetup

/// State that all modules share; its address never changes.
struct Program {
  /// The words of the command line; nil behind the last.
  let words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  var options = Options()
  /// The setup that the config describes. Its address never changes.
  let setup: UnsafeMutablePointer<Setup>
  /// The settings of the config and --set, without a profile; and the same with the profile that comes over the socket.
  let base: UnsafeMutablePointer<Settings>
  let draft: UnsafeMutablePointer<Settings>
  var statistics = Statistics()
  var faults = Faults()
  /// The log has contact_moved.
  var deliversMoved = false

  /// The number of saved values that the config refuses.
  var leftOut: UInt32 = 0
  var reload = Reload()
  /// The process only tries the config; the one that runs has printed its messages already.
  var isTrial = false
  /// The exit code.
  var code = ExitCode.inputOutput

  /// The newest effect, for the motor on the bus of the converters.
  var effect: press_effect?
  /// An effect may come soon.
  var expectsEffect = false

  /// The links to the converters; the first is that to an IIO device.
  var links = InlineArray<2, Link>(repeating: Link())
  /// The converter that another process reads, if the bus is not opened because of that.
  var takenConverter = 0
  var alarm = Alarm()
  var out: Writer
  var err: Writer
  /// Why the input could not be opened, if that was not printed: `--check` has its own words for it.
  var problem: Int32 = 0
  /// The rate of the run, frames a second; 0: frames carry their own times.
  var rate: UInt64 = 0
  /// The clock when the run began.
  var originUs: UInt64 = 0
  /// The time that the run has reached.
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
  /// For the most of everything that a config can ask for.
  static let engineCapacity = 384 << 10
  static let padCapacity = Int(PRESS_PAD_STORAGE_8)

  /// Makes the program in memory that is there from the start, nil when that is too small.
  static func make(_ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> UnsafeMutablePointer<Program>? {
    func bytes(_ count: Int) -> UnsafeMutablePointer<UInt8>? { linux_static_memory(count)?.assumingMemoryBound(to: UInt8.self) }
    func settings() -> UnsafeMutablePointer<Settings>? {
      linux_static_memory(MemoryLayout<Settings>.size)?.assumingMemoryBound(to: Settings.self)
    }
    guard let own = linux_static_memory(MemoryLayout<Program>.size), let setup = linux_static_memory(MemoryLayout<Setup>.size),
      let base = settings(), let draft = settings(),
      let engine = linux_static_memory(engineCapacity),
      let pad = linux_static_memory(padCapacity), let out = bytes(outCapacity), let err = bytes(errCapacity),
      let read = bytes(readCapacity), let record = bytes(recordCapacity)
    else { return nil }
    let program = own.assumingMemoryBound(to: Program.self)
    Setup.initialize(setup)
    program.initialize(
      to: Program(
        words: words, setup: setup.assumingMemoryBound(to: Setup.self), base: base, draft: draft,
        out: Writer(fd: 1, buffer: out, capacity: outCapacity), err: Writer(fd: 2, buffer: err, capacity: errCapacity), engineStorage: engine,
        padStorage: pad, readBuffer: read, recordBuffer: record))
    return program
  }
}

extension UnsafeMutablePointer<Program> {
  /// Whether pressd needs a file that an output at this path would destroy.
  func needs(_ path: UnsafePointer<CChar>) -> Bool {
    // The file of saved values may be written later. All others were read before the outputs open: config, profile, calibrations, a finger, a trace.
    let save = pointee.settings.listen.save
    if !save.isEmpty && save.call({ linux_is_same_file(path, $0) ? 1 : 0 }) != 0 { return true }
    return linux_was_read(path)
  }

  /// A line for people, on stderr.
  func say(_ message: Message, _ level: Level = .error) {
    pointee.err.begin(level)
    pointee.err.say(message)
    pointee.err.text("\n")
    pointee.err.flush()
  }
}

/// Ends a wait before its time: the comparator of a converter watches its sensor.
struct Alarm {
  /// The file descriptors of the pins that show the alarm; -1: none.
  var pins = Self.none
  /// The alarm came, and the inputs were not read yet.
  var isRaised = false
  /// The last reading of the inputs was because of an alarm.
  var wasRaised = false

  static let none = InlineArray<2, Int32>(repeating: -1)

  init() {}

  private var isOn: Bool { pins[0] >= 0 || pins[1] >= 0 }

  /// Sleeps until the alarm comes, until `untilUs`, or until a signal.
  mutating func sleep(untilUs: UInt64) {
    if isRaised { return }
    if !isOn { return linux_sleep_until_us(untilUs) }
    isRaised = withUnsafePointer(to: &pins) {
      linux_gpio_wait_us(UnsafeRawPointer($0).assumingMemoryBound(to: Int32.self), 2, untilUs)
    }
  }

  /// Notes that the inputs are read now.
  mutating func take() {
    isRaised = false
    wasRaised = true
  }
}

/// The errors of the system that pressd handles; negative, as CPressLinux returns them.
enum Errno {
  static let notPermitted: Int32 = -1  // EPERM
  static let noEntry: Int32 = -2  // ENOENT
  static let interrupted: Int32 = -4  // EINTR
  static let noSuchAddress: Int32 = -6  // ENXIO
  static let noChild: Int32 = -10  // ECHILD
  static let again: Int32 = -11  // EAGAIN
  static let noMemory: Int32 = -12  // ENOMEM
  static let noAccess: Int32 = -13  // EACCES
  static let busy: Int32 = -16  // EBUSY
  static let exists: Int32 = -17  // EEXIST
  static let isFolder: Int32 = -21  // EISDIR
  static let noDevice: Int32 = -19  // ENODEV
  static let invalid: Int32 = -22  // EINVAL
  static let notThatKind: Int32 = -25  // ENOTTY
  static let brokenPipe: Int32 = -32  // EPIPE
  static let isLink: Int32 = -40  // ELOOP
  static let notSupported: Int32 = -95  // EOPNOTSUPP
  static let aborted: Int32 = -103  // ECONNABORTED
  static let inUse: Int32 = -98  // EADDRINUSE

  static func isAbsent(_ status: Int32) -> Bool { status == noEntry || status == noSuchAddress || status == noDevice }
  /// The exit code for a file that cannot be read.
  static func exitCode(_ status: Int32) -> Int32 {
    if isForbidden(status) { return ExitCode.noPermission }
    let isOther = status == isFolder || status == isLink || status == invalid
    return isOther || isAbsent(status) ? ExitCode.noInput : ExitCode.inputOutput
  }

  /// Why a file that must be a regular one is not read or written.
  static func why(_ status: Int32) -> UnsafePointer<CChar>? {
    let text: StaticString
    switch status {
    case isFolder: text = "it is a folder\0"
    case invalid: text = "it is no regular file\0"
    default: return linux_strerror(status)
    }
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  static func isForbidden(_ status: Int32) -> Bool { status == notPermitted || status == noAccess }
}

/// The exit codes, with the numbers of sysexits.h. docs/pressd/failures.md lists them.
enum ExitCode {
  static let ok: Int32 = 0
  static let usage: Int32 = 64  // an option
  static let badData: Int32 = 65  // a trace is broken
  static let noInput: Int32 = 66  // a file or device node is not there
  static let unavailable: Int32 = 69  // no converter answers
  static let cannotCreate: Int32 = 73  // the record file
  static let inputOutput: Int32 = 74  // the bus or a file fails
  static let timedOut: Int32 = 75  // the bus or the converter hangs
  static let noPermission: Int32 = 77
  static let config: Int32 = 78  // the config
  static let signal: Int32 = 128  // and the number of the signal that stopped a check
}

/// The link to a converter: whether it answers. A converter that does not is asked again after pauses that double.
struct Link {
  private static let longestPauseUs: UInt64 = 1_000_000

  private(set) var isDown = false
  private(set) var downSinceUs: UInt64 = 0
  /// The time at which the converter may be asked again.
  private(set) var askUs: UInt64 = 0
  /// The error because of which the link is down.
  private(set) var status: Int32 = 0
  /// Whether that was reported.
  var isReported = false
  private var pauseUs: UInt64 = 0

  init() {}

  func mayBeAsked(atUs us: UInt64) -> Bool { !isDown || us >= askUs }

  mutating func failed(_ status: Int32, atUs us: UInt64, firstPauseUs: UInt64) {
    if isDown {
      pauseUs = min(pauseUs * 2, Self.longestPauseUs)
    } else {
      isDown = true
      downSinceUs = us
      pauseUs = min(firstPauseUs, Self.longestPauseUs)
    }
    self.status = status
    askUs = us + pauseUs
  }

  mutating func answered() { isDown = false }
}

/// The counts of a run.
struct Statistics {
  var frames: UInt64 = 0
  var missed: UInt64 = 0  // deadlines that came while the one before was still being worked on
  var events: UInt64 = 0
  var latenessSumUs: UInt64 = 0
  var latenessWorstUs: UInt64 = 0
  var latenessCount: UInt64 = 0
  var processorUs: UInt64 = 0
  var transfers: UInt64 = 0
  var readyEdges: UInt64 = 0  // of ready_pin
  var alarms: UInt64 = 0  // of a comparator, which ended a wait
  var nacks: UInt64 = 0
  var timeouts: UInt64 = 0
  var busErrors: UInt64 = 0  // all others
  var failedFrames: UInt64 = 0
  var conflicts: UInt64 = 0  // a converter was found set up in another way
  var effects: UInt64 = 0  // that events were answered with
  var effectsPlayed: UInt64 = 0  // by the DRV2605L
  var effectWorstUs: UInt64 = 0  // from the sample to the end of the transfer that starts it
  var firstUs: UInt64 = 0
  var lastUs: UInt64 = 0

  /// Counts a transfer and its result.
  mutating func transfer(_ status: Int32) {
    transfers += 1
    if status >= 0 { return }
    switch Int(status) {
    case PRESS_ERR_NACK, Int(Errno.noSuchAddress): nacks += 1
    case PRESS_ERR_TIMEDOUT: timeouts += 1
    default: busErrors += 1
    }
  }

  mutating func late(us: UInt64) {
    latenessSumUs += us
    latenessCount += 1
    if us > latenessWorstUs { latenessWorstUs = us }
  }

  mutating func frame(atUs us: UInt64) {
    if frames == 0 { firstUs = us }
    lastUs = us
    frames += 1
  }

  /// nil: nothing was waited for.
  var latenessMeanUs: UInt64? { latenessCount > 0 ? latenessSumUs / latenessCount : nil }

  var processorPerThousandUs: UInt64 { frames > 0 ? processorUs * 1000 / frames : 0 }

  /// Frames per second in tenths.
  var rateTenths: UInt64 {
    let span = lastUs - firstUs
    return frames < 2 || span == 0 ? 0 : ((frames - 1) * 10_000_000 + span / 2) / span
  }
}

/// SIGHUP asks that the config is read again. A child tries it, with a copy of everything, while frames go on. If the child accepts the
/// config, the run ends as by a signal, and the program starts again as the same process. If it refuses it, nothing changes.
struct Reload {
  /// A child takes milliseconds; after this long, a file is on a device that does not answer.
  private static let slowUs: UInt64 = 3_000_000

  /// The time at which the child that tries the config began.
  private var beganUs: UInt64 = 0
  private var isSlowSaid = false
  /// SIGHUP came again while the child tried the config.
  private var isAskedAgain = false

  /// Begins and ends a trial, between two frames. @return true: this is the child; its exit code says whether the config is accepted.
  static func mustTry(_ program: UnsafeMutablePointer<Program>) -> Bool {
    let code = linux_child_code()
    if code == Errno.again {
      program.pointee.reload.isAskedAgain = waits(program) || program.pointee.reload.isAskedAgain
      return false
    }
    if code != Errno.noChild { judged(program, code) }
    if linux_signal() != 0 { return false }
    let isAsked = linux_is_reload_asked() || program.pointee.reload.isAskedAgain
    program.pointee.reload = Reload()
    if !isAsked { return false }
    if let path = program.pointee.options.recordPath {
      program.say("SIGHUP: the config is not read again: --record \(path) would be destroyed", .warning)
      return false
    }
    linux_notify_reloading()
    program.pointee.reload.beganUs = linux_now_us()
    let status = linux_fork()
    if status < 0 {
      program.say("SIGHUP: the config is not read again: \(linux_strerror(status))", .warning)
      notifyReady(program)
    }
    return status == 0
  }

  /// Handles SIGHUP while the child still tries the config. @return whether SIGHUP came again.
  private static func waits(_ program: UnsafeMutablePointer<Program>) -> Bool {
    let us = linux_now_us() &- program.pointee.reload.beganUs
    let isAsked = linux_is_reload_asked()
    if isAsked {
      program.say(
        "SIGHUP: the config is being read already, for \(us / 1_000_000) s by now; it is read once more when that has ended",
        us < slowUs ? .notice : .warning)
    }
    if us >= slowUs && !program.pointee.reload.isSlowSaid {
      program.pointee.reload.isSlowSaid = true
      program.say(
        "the config is being read again for \(us / 1_000_000) s already: does a disk or a network answer that it, the profile, a calibration or listen.save lies on? What ran goes on",
        .warning)
    }
    return isAsked
  }

  /// Called in the child. Lines that wait for the log belong to its parent.
  static func end(_ program: UnsafeMutablePointer<Program>, _ code: Int32) {
    program.pointee.err.flush()
    linux_exit(code)
  }

  private static func judged(_ program: UnsafeMutablePointer<Program>, _ code: Int32) {
    if code == ExitCode.ok {
      program.say("the config was read again and is accepted; pressd starts again with it", .notice)
      return linux_end_for_reload()
    }
    program.say("the config was read again and is refused; what ran goes on", .warning)
    notifyReady(program)
  }

  static func notifyReady(_ program: UnsafeMutablePointer<Program>) {
    let status = linux_notify_ready()
    if status < 0 { program.say("the service manager cannot be notified that pressd is ready (NOTIFY_SOCKET): \(linux_strerror(status))", .warning) }
  }
}
