import CPress
import CPressLinux
import PressSetup

/// Reads options from the command line. Every message names the option and its accepted values.
struct CommandLine {
  let program: UnsafeMutablePointer<Program>

  enum Outcome {
    case run
    case exit(Int32)
  }

  /// The word at an index from 1; nil: there is none, as without the name of the program.
  private func word(_ index: Int) -> UnsafePointer<CChar>? {
    program.pointee.words[0] == nil ? nil : program.pointee.words[index].map { UnsafePointer($0) }
  }

  /// Reads every option except --set, which is applied after the config file.
  func parse() -> Outcome { walk(settingValues: false) }

  func applySettings() -> Outcome { walk(settingValues: true) }

  private func walk(settingValues: Bool) -> Outcome {
    var index = 1
    while let text = word(index) {
      index += 1
      var name = Slice(cString: text)
      var value: UnsafePointer<CChar>?
      if name.starts("--"), let equals = name.index(of: UInt8(ascii: "=")) {
        name = name.keeping(equals)
        value = text + equals + 1
      }
      guard let option = Option(name) else { return unknown(Slice(cString: text)) }
      if !option.hasValue {
        if value != nil {
          program.say("\(name) takes no value")
          return .exit(ExitCode.usage)
        }
        if !settingValues, let code = flag(option) { return .exit(code) }
        continue
      }
      if value == nil {
        value = word(index)
        index += 1
      }
      guard let value else { return problem(option, nil) }
      if option == .set {
        if settingValues, let code = set(value) { return .exit(code) }
      } else if !settingValues && !take(option, value) {
        return problem(option, value)
      }
    }
    return .run
  }

  /// Takes an option without a value. @return an exit code, if there is nothing more to do.
  private func flag(_ option: Option) -> Int32? {
    switch option {
    case .draw: program.pointee.options.draws = true
    case .fast: program.pointee.options.isFast = true
    case .quiet: program.pointee.options.isQuiet = true
    case .stats: program.pointee.options.printsStatistics = true
    case .uinput: program.pointee.options.needsInput = true
    case .check: program.pointee.options.checks = true
    case .help: Help.long(&program.pointee.out)
    case .shortHelp: program.pointee.out.text(Help.short)
    case .version:
      let version = press_version()
      program.pointee.out.say("pressd \(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)\n")
    default: break
    }
    return option == .help || option == .shortHelp || option == .version ? ExitCode.ok : nil
  }

  private func takeConfig(_ path: UnsafePointer<CChar>, _ option: StaticString) {
    program.pointee.options.configPath = path
    program.pointee.options.configOption = option
  }

  private func take(_ option: Option, _ text: UnsafePointer<CChar>) -> Bool {
    let value = Slice(cString: text)
    if value.isEmpty { return false }
    switch option {
    case .source: return takeSource(text)
    case .config: takeConfig(text, "--config")
    case .profile: program.pointee.options.profilePath = text
    case .record: program.pointee.options.recordPath = text
    case .testConfig:
      takeConfig(text, "--test-config")
      program.pointee.options.testsConfig = true
    case .compile:
      takeConfig(text, "--compile")
      program.pointee.options.compiles = true
    case .progress:
      guard let progress = Options.Progress(value) else { return false }
      program.pointee.options.progress = progress
    case .rate:
      guard let rate = Number.unsigned(value, most: 3300), rate > 0 else { return false }
      program.pointee.options.rate = UInt32(rate)
    case .duration:
      let last = value[value.count - 1]
      let isPlain = last >= UInt8(ascii: "0") && last <= UInt8(ascii: "9")
      guard let us = isPlain ? seconds(value) : Number.microseconds(value, most: UInt64(Int64.max)), us > 0 else { return false }
      program.pointee.options.durationUs = us
    case .realtime:
      guard let priority = Number.unsigned(value, most: 99), priority > 0 else { return false }
      program.pointee.options.priority = Int32(priority)
    case .seed:
      guard let seed = Number.unsigned(value, most: UInt64.max) else { return false }
      program.pointee.options.seed = seed
    case .format:
      guard let index = Words("json,text").index(of: value) else { return false }
      program.pointee.options.format = Options.Format(rawValue: UInt8(index))
    case .listen:
      if !value.starts("unix:") || value.count == 5 || value.count > 5 + SocketServer.longestPath { return false }
      program.pointee.options.listenPath = text + 5
    default: return false
    }
    return true
  }

  /// Seconds without a suffix.
  private func seconds(_ value: Slice) -> UInt64? {
    var rest = value
    let whole = rest.takeField(UInt8(ascii: "."))
    guard let seconds = Number.unsigned(whole, most: 1_000_000_000), rest.count <= 6 else { return nil }
    var fraction: UInt64 = 0
    for i in 0..<6 {
      var digit: UInt64 = 0
      if i < rest.count {
        guard rest[i] >= UInt8(ascii: "0"), rest[i] <= UInt8(ascii: "9") else { return nil }
        digit = UInt64(rest[i] - UInt8(ascii: "0"))
      }
      fraction = fraction * 10 + digit
    }
    return seconds * 1_000_000 + fraction
  }

  private func takeSource(_ text: UnsafePointer<CChar>) -> Bool {
    var rest = Slice(cString: text)
    let whole = rest.count
    let kind = rest.takeField(UInt8(ascii: ":"))
    let hasColon = kind.count < whole
    program.pointee.options.hasSource = true
    program.pointee.options.hasScript = hasColon
    switch Words("sim,finger,trace,i2c,iio").index(of: kind) {
    case 0:
      guard let script = hasColon ? SimulationScript(rest) : .press else { return false }
      program.pointee.options.source = .simulation(script)
    case 1:
      program.pointee.options.source = .simulation(.file)
      program.pointee.options.fingerPath = text + kind.count + 1
      return !rest.isEmpty
    case 2:
      program.pointee.options.source = .trace(text + kind.count + 1)
      return !rest.isEmpty
    case 3:
      program.pointee.options.source = .i2c
      return takeNode(rest)
    case 4:
      program.pointee.options.source = .iio
      return program.pointee.options.node.set(file: rest)
    default: return false
    }
    return true
  }

  /// NODE[@ADDRESS]
  private func takeNode(_ text: Slice) -> Bool {
    var node = text
    program.pointee.options.hasAddress = false
    if let at = node.lastIndex(of: UInt8(ascii: "@")) {
      guard let address = Number.unsigned(node.dropping(at + 1), most: 0x77), address >= 0x08 else { return false }
      program.pointee.options.hasAddress = true
      program.pointee.options.address = UInt8(address)
      node = node.keeping(at)
    }
    return program.pointee.options.node.set(file: node)
  }

  /// Takes the value of --set. @return an exit code, if it is wrong.
  private func set(_ text: UnsafePointer<CChar>) -> Int32? {
    let whole = Slice(cString: text)
    guard let setting = Setting(whole) else {
      _ = problem(.set, text)
      return ExitCode.usage
    }
    let result = withUnsafeMutablePointer(to: &program.pointee.settings) { setting.apply($0) }
    if case .ok = result { return nil }
    program.pointee.err.begin(.error)
    program.pointee.err.say("--set \(whole): ")
    program.pointee.err.say(result, section: setting.section, key: setting.key)
    switch result {
    case .noKey: program.pointee.err.sayCalled(setting.key)
    case .noSection: program.pointee.err.sayCalled(setting.section)
    default: break
    }
    program.pointee.err.text("\n")
    return ExitCode.usage
  }

  private func problem(_ option: Option, _ value: UnsafePointer<CChar>?) -> Outcome {
    program.pointee.err.begin(.error)
    program.pointee.err.say("\(option.name)")
    if let value { program.pointee.err.say(" \(value)") } else { program.pointee.err.text(" without a value") }
    program.pointee.err.text(": it must be ")
    option.accepted(&program.pointee.err)
    if option == .set, let value {
      var key = Slice(cString: value)
      program.pointee.err.sayCalled(key.takeField(UInt8(ascii: "=")))
    }
    program.pointee.err.text("\n")
    return .exit(ExitCode.usage)
  }

  private func unknown(_ name: Slice) -> Outcome {
    program.pointee.err.begin(.error)
    program.pointee.err.say("\(name): no such option; there are")
    for raw in 0..<Option.version.rawValue + 1 {
      if let option = Option(rawValue: raw), option != .shortHelp { program.pointee.err.say(" \(option.name)") }
    }
    var option = name
    if option.starts("--") { option = option.dropping(2) }
    program.pointee.err.sayCalled(option.takeField(UInt8(ascii: "=")))
    program.pointee.err.text("\n")
    return .exit(ExitCode.usage)
  }
}

extension Writer {
  /// Writes the name here of a key that other programs call otherwise: `max_force`, `max-force`.
  mutating func sayCalled(_ name: Slice) {
    guard let answer = Called.answer(name) else { return }
    text("; ")
    text(answer)
  }
}

/// The texts of -h and --help.
enum Help {
  static let short: StaticString = """
    usage: pressd [--source SOURCE] [--config FILE] [--profile FILE] [--set SECTION.KEY=VALUE]
                  [--test-config FILE] [--compile FILE] [--rate HZ] [--duration SECONDS]
                  [--seed N]
                  [--record FILE] [--format json|text] [--progress all|changed|HZ]
                  [--listen unix:PATH] [--draw] [--fast] [--quiet] [--stats] [--uinput] [--check]
                  [--realtime PRIORITY]
    pressd --help says more.

    """

  static func long(_ out: inout Writer) {
    out.text(head)
    out.text(Settings.attachable)
    out.text(options)
  }

  private static let head: StaticString = """
    usage: pressd [options]

    Reads force-sensing resistors through an I2C converter and prints the interactions that
    they make: contacts, previews, commits, and what sections of the config attach:

    """

  private static let options: StaticString = """
    .

      --source sim              a simulated finger, sensor and converter (the default)
      --source sim:SCRIPT       another finger: press, taps, hold, ramp, peek, check; one
                                that moves: drag, scroll, actions; a person: average, firm,
                                light, slipping, resting, double_tapping; or a bus that
                                fails: flaky, unplug, absent, hang, storm
      --source finger:FILE      a finger that does what FILE says: TIME NEWTONS [X Y]
      --source trace:FILE       what --record wrote, or a CSV with a column of codes per sensor
      --source i2c:NODE@ADDRESS a converter, as in i2c:/dev/i2c-1@0x48
      --source iio:DEVICE       a converter behind a driver of the kernel's, by number (device0)
                                or name (ads1015)
      --config FILE             sensors, converters, conditioning, levels, interactions, targets,
                                input device, feedback, listeners
      --test-config FILE        read the config, say what is wrong with it, and end; no hardware
      --compile FILE            print the config as a file of C that makes the engine and all else
                                of it without its reader, for firmware, and end
      --profile FILE            levels, times and habits of a person, after the config
      --set SECTION.KEY=VALUE   one value of the config; may be repeated
      --rate HZ                 frames per second (default: 200, or less where the converter
                                cannot do more): 1 to 3300, and no more than the converter
                                allows, as 625 of an ADS1115 with one sensor, 156 with four
      --duration SECONDS        how long (default: the script or trace; i2c: until a signal)
      --seed N                  of the simulation (default: 1)
      --record FILE             write what is read, for --source trace:FILE
      --format json|text        events as JSON lines (the default), or for reading (with --draw)
      --progress all|changed|HZ how much progress the log has: all; what changed by a hundredth
                                (the default); that, and the same no more often than HZ times
                                a second (1 where the log goes to the journal)
      --listen unix:PATH        let other programs receive the events and send commands
      --draw                    draw the force and the levels at the end
      --fast                    do not wait for time to pass (sim and trace); the same events
      --quiet                   print no events
      --stats                   print statistics to stderr at the end; SIGUSR1 does it now
      --uinput                  be an input device: pressure, position, touch, keys
      --check                   find what is wrong with the sensor: press it, and let go
      --realtime PRIORITY       SCHED_FIFO, 1 to 99, with memory locked
      -h, --help, --version

    SIGINT, SIGTERM and SIGHUP cancel what runs, print statistics and end with 0.
    Exit codes: 0 done, 64 option, 65 trace or finger file broken, 66 file or node absent, 69 no
    converter answers, 73 cannot write the record file, 74 input or output failed, 75 timed out,
    77 no permission, 78 config.

    """
}
