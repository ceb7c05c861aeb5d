import CPressLinux
import PressSetup

/// The options of the command line.
struct Options {
  enum Source {
    case simulation(SimulationScript)
    case trace(UnsafePointer<CChar>)
    case i2c
    case iio

    /// The use of the config.
    var setup: SetupSource {
      switch self {
      case .simulation, .i2c: .converters
      case .trace: .codes
      case .iio: .iio
      }
    }
  }

  enum Format: UInt8 {
    case json, text
  }

  /// How much progress the log has.
  enum Progress {
    /// The default, chosen by the kind of output.
    case usual
    case all, changed
    /// Changes only, with this many lines a second of the same progress at most.
    case rate(UInt64)

    init?(_ value: Slice) {
      if let rate = Number.unsigned(value, most: 1000), rate > 0 {
        self = .rate(rate)
      } else if let index = Words("all,changed").index(of: value) {
        self = index == 0 ? .all : .changed
      } else {
        return nil
      }
    }
  }

  var source = Source.simulation(.press)
  var hasSource = false
  /// Whether the source names a script, not only its kind.
  var hasScript = false
  /// The path of an i2c source without the address, or the device of an iio source.
  var node = Path()
  var hasAddress = false
  var address: UInt8 = 0
  /// The file that moves the simulated finger; nil: none.
  var fingerPath: UnsafePointer<CChar>?
  var configPath: UnsafePointer<CChar>?
  var profilePath: UnsafePointer<CChar>?
  var recordPath: UnsafePointer<CChar>?
  var listenPath: UnsafePointer<CChar>?
  var rate: UInt32 = 0  // 0: not given
  var durationUs: UInt64 = 0  // 0: not given
  var seed: UInt64 = 1
  var priority: Int32 = 0  // 0: not given
  var format: Format?
  var progress = Progress.usual
  var draws = false
  var isFast = false
  var isQuiet = false
  var printsStatistics = false
  var needsInput = false
  var checks = false
  var testsConfig = false
  var compiles = false
  /// The option that named the config.
  var configOption: StaticString = "--config"

  /// Whether the run is in real time.
  var isLive: Bool {
    switch source {
    case .i2c, .iio: true
    case .simulation, .trace: false
    }
  }

  /// Whether SIGHUP reads the config again: there is a config, and a real sensor that goes on meanwhile.
  var reloads: Bool { isLive && configPath != nil && !checks }
}

/// The options, in the order of `names`.
enum Option: UInt8 {
  case source, config, testConfig, compile, profile, set, rate, duration, seed, record, format, progress, listen
  case draw, fast, quiet, stats, uinput, check, realtime, help, shortHelp, version

  static let names = Words(
    "--source,--config,--test-config,--compile,--profile,--set,--rate,--duration,--seed,--record,--format,--progress,--listen,--draw,--fast,--quiet,--stats,--uinput,--check,--realtime,--help,-h,--version"
  )

  init?(_ name: Slice) {
    guard let index = Self.names.index(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  var name: Slice { Self.names[Int(rawValue)] }

  /// Writes the values that an option accepts; nothing if it has no value.
  func accepted(_ err: inout Writer) {
    switch self {
    case .source:
      err.text("sim, sim:SCRIPT (")
      for raw in 0..<UInt8(SimulationScript.named) { err.say("\(raw > 0 ? ", " : "")\(SimulationScript.names[Int(raw)])") }
      err.text(
        "), finger:FILE, trace:FILE, i2c:/dev/i2c-N[@ADDRESS] with address 0x08 to 0x77, or iio:DEVICE (device0, or its name)")
    case .config, .testConfig, .compile, .profile, .record: err.text("a file")
    case .set: err.text(Setting.accepted)
    case .rate: err.text("frames per second, 1 to 3300, and no more than the converter allows")
    case .duration: err.text("seconds above 0 (2.5), or a time with us, ms or s")
    case .seed: err.text("a whole number from 0")
    case .realtime: err.text("a priority, 1 to 99")
    case .format: err.text("json or text")
    case .progress: err.text("all, changed, or lines a second, 1 to 1000")
    case .listen: err.text("unix:PATH, up to 107 bytes of path")
    case .draw, .fast, .quiet, .stats, .uinput, .check, .help, .shortHelp, .version: break
    }
  }

  var hasValue: Bool {
    switch self {
    case .source, .config, .testConfig, .compile, .profile, .record, .set, .rate, .duration, .seed, .realtime, .format, .progress, .listen: true
    case .draw, .fast, .quiet, .stats, .uinput, .check, .help, .shortHelp, .version: false
    }
  }
}

extension Settings {
  /// Writes the complaint.
  mutating func complain(in path: UnsafePointer<CChar>?, _ err: inout Writer) {
    let line = lineOfComplaint()
    err.begin(.error)
    if line == Given.onCommandLine {
      err.text("--set: ")
    } else if Given.isInProfile(line) {
      profile.file.withText { err.say("\($0):\(line & ~Given.inProfile): ") }
    } else if let path {
      err.say("\(path):")
      if line != 0 { err.say("\(line):") }
      err.text(" ")
    }
    sayComplaint(&err)
    err.text("\n")
  }

  /// Sections of the profile that the config does not attach.
  mutating func eachUnusedOfProfile(_ body: (Section) -> Void) {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), !isAttached(section) else { continue }
      for key in 0..<section.keyCount where Given.isInProfile(given.line(Place(section), key)) {
        body(section)
        break
      }
    }
  }

  /// Values of --set override a profile. `base`: the settings without a profile.
  mutating func takeOptions(of base: UnsafeMutablePointer<Settings>) {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw) else { continue }
      for key in 0..<section.keyCount where section.keysOfProfile.index(of: Slice(section.key(key).name)) != nil {
        let place = Place(section)
        if base.pointee.given.line(place, key) != Given.onCommandLine { continue }
        base.pointee.withValue(place, key) { _ = set(place, Slice(section.key(key).name), $0, line: Given.onCommandLine) }
      }
    }
  }
}

/// The course of the simulated finger and bus.
enum SimulationScript: UInt8 {
  case press, taps, hold, ramp, peek, check, drag, scroll, actions
  case average, firm, light, slipping, resting, doubleTapping
  case flaky, unplug, sag, absent, hang, storm
  /// A script in a file.
  case file

  /// The names in --source, in the order of the cases.
  static let names = Words(
    "press,taps,hold,ramp,peek,check,drag,scroll,actions,average,firm,light,slipping,resting,double_tapping,flaky,unplug,sag,absent,hang,storm")
  static var named: UInt8 { file.rawValue }

  init?(_ name: Slice) {
    guard let index = Self.names.index(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  var durationUs: UInt64 {
    switch self {
    case .press, .flaky, .unplug, .sag, .drag: 6_000_000
    case .peek: 7_000_000
    case .scroll: 4_500_000
    case .actions, .ramp: 5_000_000
    case .average, .firm, .light, .slipping, .resting, .doubleTapping: 30_000_000
    case .file: 0
    case .taps: 3_000_000
    case .check: 40_000_000
    case .hold: 12_000_000
    case .absent, .hang: 1_000_000
    case .storm: 60_000_000
    }
  }
}
