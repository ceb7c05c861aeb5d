import CPress
import CPressLinux
import PressSetup

/// Values of the config: asked for, changed, saved, and read again at the start.
extension SocketServer {
  // MARK: Changing

  func set(_ fields: inout Fields) -> Outcome {
    guard let state else { return .status(Int32(PRESS_ERR_STATE)) }
    let value = fields.setting("value")
    let key = self.key(&fields)
    if fields.refusal != nil { return .done }
    var old = Old()
    switch state.pointee.changes.set(key, value, program, state.pointee.engine, state.pointee.pad, &old) {
    case .ok:
      if state.pointee.reports.take(atUs: linux_now_us()) {
        let omitted = state.pointee.reports.takeOmitted()
        if omitted > 0 { program.say("\(omitted) more changes over the socket were not listed", .notice) }
        report(key, value, old)
      }
      return .done
    case .noKey(let rule):
      fields.refuse(.badValue, Slice("key"), rule)
      return .done
    case .badValue(let rule):
      fields.refuse(.badValue, Slice("value"), rule)
      return .done
    case .refused(let why): return .why(.badValue, why)
    case .notAttached: return .refused(.notAttached, "the config has no such section")
    case .tooMany: return .refused(.noSpace, "64 values have been changed already")
    }
  }

  func key(_ fields: inout Fields) -> Slice {
    if fields.object.member("key") == nil { fields.refuse(.fieldMissing, Slice("key"), "SECTION.KEY, as in engine.touch_force") }
    return fields.text("key") ?? Slice("")
  }

  private func report(_ key: Slice, _ value: Slice, _ old: Old) {
    program.pointee.err.begin(.notice)
    program.pointee.err.say("\(key) = \(value), set over the socket; before it was ")
    report(old)
  }

  /// To the end of the line.
  private func report(_ old: Old) {
    old.value.withText { program.pointee.err.foreign($0) }
    program.pointee.err.text(", ")
    program.pointee.err.say(old.origin, program)
    program.pointee.err.text("\n")
    program.pointee.err.flush()
  }

  // MARK: Saving

  /// A child process writes the file, as a disk takes its time.
  func save(_ i: Int, _ id: UInt64?) -> Outcome {
    guard let state else { return .status(Int32(PRESS_ERR_STATE)) }
    let path = program.pointee.settings.listen.save
    if path.isEmpty { return .refused(.notNow, "listen.save names no file") }
    state.pointee.lineSeq = 0
    state.pointee.line.clear()
    state.pointee.changes.write(&state.pointee.line)
    let text = state.pointee.line.written
    let status = path.call { linux_replace_begin($0, text.base, text.count) }
    if status == Errno.busy { return .refused(.notNow, "the file is being written, as another program asked") }
    if status < 0 { return saved(status) }
    state.pointee.changes.beginSaving()
    state.pointee.isSaving = true
    readers[i].beginSaving(id)
    return .later
  }

  /// Looks whether the file is written. @return whether it is not yet.
  func finishSaving() -> Bool {
    guard let state, state.pointee.isSaving else { return false }
    let status = linux_replace_end()
    if status == Errno.again { return true }
    state.pointee.isSaving = false
    let outcome = saved(status)
    for i in 0..<Self.mostReaders where readers[i].isSaving {
      respond(i, .save, readers[i].endSaving(), outcome)
      send(i)
    }
    return false
  }

  private func saved(_ status: Int32) -> Outcome {
    state?.pointee.changes.endSaving(status == 0)
    let path = program.pointee.settings.listen.save
    let count = state?.pointee.changes.count ?? 0
    path.withText { path in
      if status == 0 {
        program.say("\(path): \(count) \(count == 1 ? "value is" : "values are") saved, and will go before the config", .notice)
      } else {
        program.say("\(path): cannot be saved: \(Self.why(status))", .warning)
      }
    }
    return status == 0 ? .done : .why(.failed, Self.why(status))
  }

  /// Of a file that must be a regular one.
  private static func why(_ status: Int32) -> UnsafePointer<CChar>? {
    let text: StaticString
    switch status {
    case Errno.isLink: text = "it is a symbolic link, which is not followed\0"
    case Errno.isFolder: text = "it is a folder\0"
    case Errno.invalid: text = "it is no regular file\0"
    default: return linux_strerror(status)
    }
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  // MARK: The next start

  /// Whether what was saved is accepted, without a socket. @return an exit code; what is wrong was reported.
  mutating func test(engine: OpaquePointer?, pad: OpaquePointer?) -> Int32 {
    if program.pointee.settings.listen.save.isEmpty { return ExitCode.ok }
    return withState(engine: engine, pad: pad) { $0.loadChanges() }
  }

  /// What was saved counts again. @return an exit code; what is wrong was reported.
  func loadChanges() -> Int32 {
    guard let state else { return ExitCode.ok }
    let path = program.pointee.settings.listen.save
    if path.isEmpty { return ExitCode.ok }
    let fd = path.call { linux_open_own($0) }
    if fd == Errno.noEntry { return ExitCode.ok }
    if fd < 0 {
      path.withText { program.say("listen.save \($0): \(Self.why(fd))") }
      return fd == Errno.invalid ? ExitCode.noInput : Errno.exitCode(fd)
    }
    var lines = LineReader(fd: fd, buffer: readers[0].input, capacity: Reader.inCapacity)
    let code = load(&lines, path, state)
    _ = linux_close(fd)
    return code
  }

  private func load(_ lines: inout LineReader, _ path: Path, _ state: UnsafeMutablePointer<State>) -> Int32 {
    while true {
      var value = Slice("")
      switch lines.next() {
      case .line(let raw): value = raw.trimmed
      case .end:
        state.pointee.changes.endSaving(true)
        return ExitCode.ok
      case .tooLong:
        path.withText { program.say("\($0):\(lines.number): the line is too long") }
        return ExitCode.config
      case .failed(let status):
        path.withText { program.say("\($0): \(linux_strerror(status))") }
        return Errno.exitCode(status)
      }
      if value.isEmpty || value.starts("#") { continue }
      let key = value.takeField(UInt8(ascii: "=")).trimmed
      let number = lines.number
      var old = Old()
      guard case .ok = state.pointee.changes.set(key, value.trimmed, program, state.pointee.engine, state.pointee.pad, &old) else {
        path.withText { program.say("\($0):\(number): \(key) = \(value.trimmed) is not accepted any more; remove the line, or the file") }
        return ExitCode.config
      }
      state.pointee.changes.beginSaving()
      if program.pointee.isTrial { continue }
      program.pointee.err.begin(.notice)
      path.withText { program.pointee.err.say("\($0):\(number): \(key) = \(value.trimmed) replaces ") }
      report(old)
    }
  }
}

/// Of a value that is replaced.
struct Old {
  var value = Path()
  var origin = Origin.usual
}

/// Where a value comes from.
enum Origin {
  case usual, config(UInt32), profile(UInt32), option, saved, set

  var name: StaticString {
    switch self {
    case .usual: "default"
    case .config: "config"
    case .profile: "profile"
    case .option: "option"
    case .saved: "saved"
    case .set: "set"
    }
  }

  /// line: of `Given`.
  init(line: UInt32) {
    if line == 0 {
      self = .usual
    } else if line == Given.onCommandLine {
      self = .option
    } else {
      self = Given.isInProfile(line) ? .profile(line & ~Given.inProfile) : .config(line)
    }
  }
}

extension Writer {
  fileprivate mutating func say(_ origin: Origin, _ program: UnsafeMutablePointer<Program>) {
    switch origin {
    case .usual: text("the default")
    case .config(let line): say("of \(program.pointee.options.configPath):\(line)")
    case .profile(let line):
      let file = program.pointee.settings.profile.file
      file.withText { say("of \($0):\(line)") }
    case .option: text("of --set")
    case .saved: text("saved before")
    case .set: text("set over the socket")
    }
  }
}
