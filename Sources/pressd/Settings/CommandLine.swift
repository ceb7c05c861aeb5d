import CPress
import CPressLinux

/// Options from the command line. Every problem names the option and what it accepts.
struct CommandLine {
  let program: UnsafeMutablePointer<Program>
  let count: Int
  let words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  enum Outcome {
    case run
    case exit(Int32)
  }

  private func word(_ index: Int) -> UnsafePointer<CChar>? {
    index < count ? words[index].map { UnsafePointer($0) } : nil
  }

  /// Every option but --set, which comes after the config file.
  func parse() -> Outcome { walk(settingValues: false) }

  func applySettings() -> Outcome { walk(settingValues: true) }

  private func walk(settingValues: Bool) -> Outcome {
    var index = 1
    while let text = word(index) {
      index += 1
      let whole = Slice(cString: text)
      var name = whole
      var value: UnsafePointer<CChar>?
      if whole.starts("--"), let equals = whole.index(of: UInt8(ascii: "=")) {
        name = whole.keeping(equals)
        value = text + equals + 1
      }
      if let outcome = flag(name, hasValue: value != nil, settingValues) {
        if case .exit = outcome { return outcome }
        continue
      }
      guard let accepted = acceptedBy(name) else { return unknown(whole) }
      if value == nil {
        value = word(index)
        index += 1
      }
      guard let value else { return problem(name, nil, accepted) }
      if name == "--set" {
        if settingValues, let failed = set(value) { return failed }
      } else if !settingValues, !take(name, value) {
        return problem(name, value, accepted)
      }
    }
    return .run
  }

  /// Options without a value. nil: it is not one of them.
  private func flag(_ name: Slice, hasValue: Bool, _ settingValues: Bool) -> Outcome? {
    let isFlag = name == "-h" || name == "--help" || name == "--version" || name == "--draw" || name == "--fast"
      || name == "--quiet" || name == "--stats" || name == "--uinput"
    if !isFlag { return nil }
    if hasValue {
      message(name)
      program.pointee.err.text(" takes no value\n")
      return .exit(ExitCode.usage)
    }
    if settingValues { return .run }
    if name == "-h" || name == "--help" {
      program.pointee.out.text(name == "-h" ? Help.short : Help.long)
      return .exit(ExitCode.ok)
    }
    if name == "--version" {
      let version = press_version()
      program.pointee.out.text("pressd ")
      program.pointee.out.unsigned(UInt64(version >> 16))
      program.pointee.out.text(".")
      program.pointee.out.unsigned(UInt64(version >> 8 & 0xFF))
      program.pointee.out.text(".")
      program.pointee.out.unsigned(UInt64(version & 0xFF))
      program.pointee.out.text("\n")
      return .exit(ExitCode.ok)
    }
    if name == "--draw" { program.pointee.options.draws = true }
    if name == "--fast" { program.pointee.options.isFast = true }
    if name == "--quiet" { program.pointee.options.isQuiet = true }
    if name == "--stats" { program.pointee.options.tellsStatistics = true }
    if name == "--uinput" { program.pointee.options.wantsInput = true }
    return .run
  }

  /// What an option with a value accepts; nil: there is no such option.
  private func acceptedBy(_ name: Slice) -> StaticString? {
    if name == "--source" {
      return "sim, sim:SCRIPT (press, taps, hold, ramp, peek, drag, scroll, actions, average, firm, light, slipping, resting, double_tapping, flaky, unplug, absent, hang, storm), finger:FILE, trace:FILE, i2c:/dev/i2c-N[@ADDRESS] with address 0x48 to 0x4b, or iio:DEVICE (device0, or its name)"
    }
    if name == "--config" { return "a file" }
    if name == "--set" { return "SECTION.KEY=VALUE, as in engine.touch_force=0.5" }
    if name == "--rate" { return "frames per second, 1 to 3300" }
    if name == "--duration" { return "seconds above 0 (2.5), or a time with us, ms or s" }
    if name == "--seed" { return "a whole number from 0" }
    if name == "--realtime" { return "a priority, 1 to 99" }
    if name == "--record" { return "a file" }
    if name == "--format" { return "json or text" }
    return nil
  }

  private func take(_ name: Slice, _ text: UnsafePointer<CChar>) -> Bool {
    let value = Slice(cString: text)
    if value.isEmpty { return false }
    if name == "--source" { return takeSource(text) }
    if name == "--config" {
      program.pointee.options.configPath = text
    } else if name == "--record" {
      program.pointee.options.recordPath = text
    } else if name == "--rate" {
      guard let rate = Number.unsigned(value, most: 3300), rate > 0 else { return false }
      program.pointee.options.rate = UInt32(rate)
    } else if name == "--duration" {
      let last = value[value.count - 1]
      let isPlain = last >= UInt8(ascii: "0") && last <= UInt8(ascii: "9")
      guard let us = isPlain ? seconds(value) : Number.microseconds(value, most: UInt64(Int64.max)), us > 0 else { return false }
      program.pointee.options.durationUs = us
    } else if name == "--realtime" {
      guard let priority = Number.unsigned(value, most: 99), priority > 0 else { return false }
      program.pointee.options.priority = Int32(priority)
    } else if name == "--seed" {
      guard let seed = Number.unsigned(value, most: UInt64.max) else { return false }
      program.pointee.options.seed = seed
    } else if name == "--format" {
      if value == "json" {
        program.pointee.options.format = .json
      } else if value == "text" {
        program.pointee.options.format = .text
      } else {
        return false
      }
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
    let value = Slice(cString: text)
    if value == "sim" {
      program.pointee.options.source = .simulation(.press)
      return true
    }
    if value.starts("sim:") {
      guard let script = SimulationScript(value.dropping(4)) else { return false }
      program.pointee.options.source = .simulation(script)
      return true
    }
    if value.starts("finger:") && value.count > 7 {
      program.pointee.options.source = .simulation(.file)
      program.pointee.options.fingerPath = text + 7
      return true
    }
    if value.starts("trace:") && value.count > 6 {
      program.pointee.options.source = .trace(text + 6)
      return true
    }
    if value.starts("iio:") {
      program.pointee.options.source = .iio
      return program.pointee.options.node.set(value.dropping(4))
    }
    if !value.starts("i2c:") { return false }
    var node = value.dropping(4)
    program.pointee.options.hasAddress = false
    if let at = node.lastIndex(of: UInt8(ascii: "@")) {
      guard let address = Number.unsigned(node.dropping(at + 1), most: 0x4B), address >= 0x48 else { return false }
      program.pointee.options.hasAddress = true
      program.pointee.options.address = UInt8(address)
      node = node.keeping(at)
    }
    program.pointee.options.source = .i2c
    return program.pointee.options.node.set(node)
  }

  private func set(_ text: UnsafePointer<CChar>) -> Outcome? {
    let whole = Slice(cString: text)
    var value = whole
    var key = value.takeField(UInt8(ascii: "="))
    let hasEquals = key.count < whole.count
    let section = key.takeField(UInt8(ascii: "."))
    if !hasEquals || key.isEmpty || section.isEmpty {
      return problem(Slice(base: ("--set" as StaticString).utf8Start, count: 5), text, "SECTION.KEY=VALUE, as in engine.touch_force=0.5")
    }
    let result = program.pointee.settings.set(section: section.trimmed, key: key.trimmed, value: value.trimmed)
    if case .ok = result { return nil }
    program.pointee.err.text("pressd: --set ")
    program.pointee.err.slice(whole)
    program.pointee.err.text(": ")
    Problem.tell(result, section: section.trimmed, key: key.trimmed, &program.pointee.err)
    return .exit(ExitCode.usage)
  }

  private func message(_ name: Slice) {
    program.pointee.err.text("pressd: ")
    program.pointee.err.slice(name)
  }

  private func problem(_ name: Slice, _ value: UnsafePointer<CChar>?, _ accepted: StaticString) -> Outcome {
    message(name)
    if let value {
      program.pointee.err.text(" ")
      program.pointee.err.cString(value)
    } else {
      program.pointee.err.text(" without a value")
    }
    program.pointee.err.text(": accepted is ")
    program.pointee.err.text(accepted)
    program.pointee.err.text("\n")
    return .exit(ExitCode.usage)
  }

  private func unknown(_ name: Slice) -> Outcome {
    message(name)
    program.pointee.err.text(
      ": no such option; there are --source --config --set --rate --duration --seed --record --format --draw --fast --quiet --stats --uinput --realtime --help --version\n")
    return .exit(ExitCode.usage)
  }
}
