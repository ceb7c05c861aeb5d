import CPress
import CPressLinux
import PressSetup

/// Options from the command line. Every problem names the option and what it accepts.
struct CommandLine {
  let program: UnsafeMutablePointer<Program>

  enum Outcome {
    case run
    case exit(Int32)
  }

  /// From 1; without even the name of the program there is none.
  private func word(_ index: Int) -> UnsafePointer<CChar>? {
    program.pointee.words[0] == nil ? nil : program.pointee.words[index].map { UnsafePointer($0) }
  }

  /// Every option but --set, which comes after the config file.
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

  /// An option without a value. @return an exit code, where there is nothing more to do.
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

  private func take(_ option: Option, _ text: UnsafePointer<CChar>) -> Bool {
    let value = Slice(cString: text)
    if value.isEmpty { return false }
    switch option {
    case .source: return takeSource(text)
    case .config: program.pointee.options.configPath = text
    case .profile: program.pointee.options.profilePath = text
    case .record: program.pointee.options.recordPath = text
    case .testConfig:
      program.pointee.options.configPath = text
      program.pointee.options.testsConfig = true
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
      return program.pointee.options.node.set(rest)
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
    return program.pointee.options.node.set(node)
  }

  /// @return an exit code, where it is wrong.
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
    program.pointee.err.text("\n")
    return ExitCode.usage
  }

  private func problem(_ option: Option, _ value: UnsafePointer<CChar>?) -> Outcome {
    program.pointee.err.begin(.error)
    program.pointee.err.say("\(option.name)")
    if let value { program.pointee.err.say(" \(value)") } else { program.pointee.err.text(" without a value") }
    program.pointee.err.text(": it must be ")
    option.accepted(&program.pointee.err)
    program.pointee.err.text("\n")
    return .exit(ExitCode.usage)
  }

  private func unknown(_ name: Slice) -> Outcome {
    program.pointee.err.begin(.error)
    program.pointee.err.say("\(name): no such option; there are")
    for raw in 0..<Option.version.rawValue + 1 {
      if let option = Option(rawValue: raw), option != .shortHelp { program.pointee.err.say(" \(option.name)") }
    }
    program.pointee.err.text("\n")
    return .exit(ExitCode.usage)
  }
}
