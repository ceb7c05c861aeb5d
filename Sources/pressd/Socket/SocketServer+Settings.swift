import CPress
import CPressLinux
import PressSetup

/// The commands that read, change and save values of the config, and the saved values at the start.
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
      if mayReport(state) { report(key, value, old) }
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

  /// Whether another line about a change by a program may be written.
  func mayReport(_ state: UnsafeMutablePointer<State>) -> Bool {
    if !state.pointee.reports.take(atUs: linux_now_us()) { return false }
    let omitted = state.pointee.reports.takeOmitted()
    if omitted > 0 { program.say("\(omitted) more changes over the socket were not listed", .notice) }
    return true
  }

  private func report(_ key: Slice, _ value: Slice, _ old: Old) {
    program.pointee.err.begin(.notice)
    program.pointee.err.say("\(key) = \(value), set over the socket; before it was ")
    report(old)
  }

  /// Writes the old value and its origin to the end of the line.
  private func report(_ old: Old) {
    old.value.withText { program.pointee.err.foreign($0) }
    program.pointee.err.text(", ")
    program.pointee.err.say(old.origin, program)
    program.pointee.err.text("\n")
    program.pointee.err.flush()
  }

  // MARK: Saving

  /// Saves the values. A child process writes the file, because a disk may be slow.
  func save(_ i: Int, _ id: UInt64?) -> Outcome {
    guard let state else { return .status(Int32(PRESS_ERR_STATE)) }
    let path = program.pointee.settings.listen.save
    if path.isEmpty { return .refused(.notNow, "listen.save names no file") }
    if state.pointee.isSaving { return .refused(.notNow, "the file is being written, as another program asked") }
    state.pointee.lineSeq = 0
    state.pointee.line.clear()
    state.pointee.changes.beginSaving()
    state.pointee.changes.write(&state.pointee.line)
    let text = state.pointee.line.written
    let status = path.call { linux_replace_begin($0, text.base, text.count) }
    if status < 0 { return saved(status) }
    state.pointee.isSaving = true
    readers[i].beginSaving(id)
    return .later
  }

  /// Checks whether the file is written, and answers then. @return whether it is still being written.
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
    let count = state?.pointee.changes.accepted ?? 0
    path.withText { path in
      if status == 0 {
        program.say("\(path): \(count) \(count == 1 ? "value is" : "values are") saved, and will override the config", .notice)
      } else {
        program.say("\(path): cannot be saved: \(Self.why(status))", .warning)
      }
    }
    return status == 0 ? .done : .why(.failed, Self.why(status))
  }

  /// Why a file was refused that must be regular and no link.
  private static func why(_ status: Int32) -> UnsafePointer<CChar>? {
    if status != Errno.isLink { return Errno.why(status) }
    let text: StaticString = "it is a symbolic link, which is not followed\0"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  // MARK: The next start

  /// Tests whether the saved values are accepted, without a socket. @return an exit code; errors were reported.
  mutating func test(engine: OpaquePointer?, pad: OpaquePointer?) -> Int32 {
    if program.pointee.settings.listen.save.isEmpty { return ExitCode.ok }
    return withState(engine: engine, pad: pad) { $0.loadChanges() }
  }

  /// Loads the saved values. @return an exit code; errors were reported.
  func loadChanges() -> Int32 {
    guard let state else { return ExitCode.ok }
    let path = program.pointee.settings.listen.save
    if path.isEmpty { return ExitCode.ok }
    if path.call({ linux_was_read($0) ? 1 : 0 }) != 0 {
      path.withText {
        program.say("listen.save \($0): this file is a config, a profile or a calibration; values that are saved there would destroy it")
      }
      return ExitCode.config
    }
    let fd = path.call { linux_open_own($0) }
    if fd == Errno.noEntry { return ExitCode.ok }
    if fd < 0 {
      path.withText { program.say("listen.save \($0): \(Self.why(fd))") }
      return Errno.exitCode(fd)
    }
    var lines = LineReader(fd: fd, buffer: readers[0].input, capacity: Reader.inCapacity)
    let code = load(&lines, path, state)
    _ = linux_close(fd)
    return code
  }

  private func load(_ lines: inout LineReader, _ path: Path, _ state: UnsafeMutablePointer<State>) -> Int32 {
    while true {
      var line = Slice("")
      switch lines.next() {
      case .line(let raw): line = raw.trimmed
      case .end:
        while tryAgain(path, state) {}
        state.pointee.changes.noteRead()
        reportLeftOut(path, state)
        return ExitCode.ok
      case .tooLong:
        path.withText { program.say("\($0):\(lines.number): the line is too long") }
        return ExitCode.config
      case .failed(let status):
        path.withText { program.say("\($0): \(linux_strerror(status))") }
        return Errno.exitCode(status)
      }
      if line.isEmpty || line.starts("#") { continue }
      guard let why = take(line, number: lines.number, path, state) else { continue }
      if why.isOfConfig && state.pointee.changes.leaveOut(line, number: lines.number) { continue }
      path.withText { path in
        program.pointee.err.begin(.error)
        program.pointee.err.say("\(path):\(lines.number): \(line) is not accepted: ")
        program.pointee.err.say(why)
        program.pointee.err.text("; remove the line, or the file\n")
      }
      return ExitCode.config
    }
  }

  /// Applies the saved values once more after all values were replaced, as at a start.
  func replaySaved(_ state: UnsafeMutablePointer<State>) {
    let path = program.pointee.settings.listen.save
    for i in 0..<state.pointee.changes.saved.count {
      let one = state.pointee.changes.saved[i]
      one.line.withText { line in
        if take(line, number: one.number, path, state) != nil { _ = state.pointee.changes.leaveOut(line, number: one.number) }
      }
    }
    while tryAgain(path, state) {}
    reportLeftOut(path, state)
  }

  /// Applies a line of the file. @return why it is not accepted; nil: it is.
  private func take(_ line: Slice, number: UInt64, _ path: Path, _ state: UnsafeMutablePointer<State>) -> Changes.Outcome? {
    var value = line
    let key = value.takeField(UInt8(ascii: "=")).trimmed
    var old = Old()
    let outcome = state.pointee.changes.set(
      key, value.trimmed, number: number, program, state.pointee.engine, state.pointee.pad, &old)
    guard case .ok = outcome else { return outcome }
    if program.pointee.isTrial || !mayReport(state) { return nil }
    program.pointee.err.begin(.notice)
    path.withText { program.pointee.err.say("\($0):\(number): \(key) = \(value.trimmed) replaces ") }
    report(old)
    return nil
  }

  /// Tries the lines again that were left out: a line may be valid only after one below it. @return whether one was accepted.
  private func tryAgain(_ path: Path, _ state: UnsafeMutablePointer<State>) -> Bool {
    var next = state.pointee.changes.leftOut(from: 0)
    while let index = next {
      let line = state.pointee.changes[index]
      if line.value.withText({ take($0, number: line.number, path, state) }) == nil {
        state.pointee.changes.remove(index)
        return true
      }
      next = state.pointee.changes.leftOut(from: index + 1)
    }
    return false
  }

  /// Reports the saved values that a changed config refuses: they are left out, and the service runs.
  private func reportLeftOut(_ path: Path, _ state: UnsafeMutablePointer<State>) {
    var next = state.pointee.changes.leftOut(from: 0)
    while let index = next {
      let line = state.pointee.changes[index]
      line.value.withText { text in
        path.withText { path in
          if let why = take(text, number: line.number, Path(path), state), !program.pointee.isTrial, mayReport(state) {
            report(text, line.number, path, why)
          }
        }
      }
      next = state.pointee.changes.leftOut(from: index + 1)
    }
  }

  private func report(_ line: Slice, _ number: UInt64, _ path: Slice, _ why: Changes.Outcome) {
    program.pointee.err.begin(.warning)
    program.pointee.err.say("\(path):\(number): \(line) is left out, as ")
    program.pointee.err.text("it does not go with ")
    if let config = program.pointee.options.configPath { program.pointee.err.say("\(config): ") } else { program.pointee.err.text("the options: ") }
    program.pointee.err.say(why)
    program.pointee.err.say(". It stays in \(path) until the line is removed, or its key is set and saved\n")
    program.pointee.err.flush()
    program.pointee.leftOut += 1
  }
}

/// A value that is replaced.
struct Old {
  var value = Path()
  var origin = Origin.usual
}

/// The origin of a value.
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

  /// `line`: the number that `Given` has for the line.
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

extension Changes.Outcome {
  /// Whether another config might accept the value.
  fileprivate var isOfConfig: Bool {
    switch self {
    case .refused, .notAttached: true
    case .ok, .noKey, .badValue, .tooMany: false
    }
  }
}

extension Writer {
  /// Writes the rule that is broken.
  fileprivate mutating func say(_ outcome: Changes.Outcome) {
    switch outcome {
    case .ok: break
    case .noKey(let rule): say("the key must be \(rule)")
    case .badValue(let rule): say("the value must be \(rule)")
    case .refused(let rule): say("\(rule)")
    case .notAttached: text("the config has no such section")
    case .tooMany: say("\(Changes.capacity) values have been changed already")
    }
  }

  fileprivate mutating func say(_ origin: Origin, _ program: UnsafeMutablePointer<Program>) {
    switch origin {
    case .usual: text("the default")
    case .config(let line): say("of \(program.pointee.options.configPath):\(line)")
    case .profile(let line):
      let file = program.pointee.settings.profile.file
      if file.isEmpty { return say("of line \(line) of the profile") }
      file.withText { say("of \($0):\(line)") }
    case .option: text("of --set")
    case .saved: text("saved before")
    case .set: text("set over the socket")
    }
  }
}

/// The values in use, and their origins.
extension SocketServer {
  func get(_ i: Int, _ id: UInt64?, _ fields: inout Fields) {
    guard let state else { return }
    var key = self.key(&fields)
    if fields.refusal != nil { return refuse(i, .get, id, fields) }
    let section = key.takeField(UInt8(ascii: "."))
    guard let place = Place(section), place.index < rooms(place.section), let index = place.section.key(called: key) else {
      fields.refuse(.badValue, Slice("key"), "SECTION.KEY, a key of a section that there is")
      return refuse(i, .get, id, fields)
    }
    done(i, .get, id) { line in
      line.text(",")
      value(place, index, state.pointee.changes, &line)
    }
  }

  /// Answers with the values of one section, or with all that were given or changed.
  func dump(_ i: Int, _ id: UInt64?, _ fields: inout Fields) {
    guard let state else { return }
    var only: Place?
    if let section = fields.text("section") {
      only = Place(section)
      if only.map({ $0.index < rooms($0.section) }) != true { fields.refuse(.badValue, Slice("section"), "the name of a section that there is") }
    }
    if fields.refusal != nil { return refuse(i, .dump, id, fields) }
    state.pointee.lineSeq = 0
    state.pointee.line.clear()
    begin(&state.pointee.line, .dump, id)
    state.pointee.line.text(",\"ok\":true,\"values\":[")
    var isFirst = true
    if let only {
      list(only, isWhole: true, &isFirst)
    } else {
      for raw in 0..<UInt8(Section.all) {
        guard let section = Section(rawValue: raw) else { continue }
        for index in 0..<rooms(section) { list(Place(section, index), isWhole: false, &isFirst) }
      }
    }
    state.pointee.line.text("]}\n")
    if state.pointee.line.error == 0 && readers[i].append(state.pointee.line.written) { return }
    finish(i, .dump, id, .noSpace) { $0.text("read what was sent before, or ask for one section") }
  }

  /// The number of sections of this kind; a section that is not numbered exists, given or not.
  private func rooms(_ section: Section) -> Int { section.most > 1 ? program.pointee.settings.count(section) : 1 }

  private func list(_ place: Place, isWhole: Bool, _ isFirst: inout Bool) {
    guard let state else { return }
    for index in 0..<place.section.keyCount {
      if !isWhole, case .usual = state.pointee.changes.origin(place, index, &program.pointee.settings.given) { continue }
      state.pointee.line.text(isFirst ? "{" : ",{")
      value(place, index, state.pointee.changes, &state.pointee.line)
      state.pointee.line.text("}")
      isFirst = false
    }
  }

  private func value(_ place: Place, _ index: Int, _ changes: Changes, _ line: inout Writer) {
    line.say("\"key\":\"\(place).\(place.section.key(index).name)\",\"value\":\"")
    let origin = changes.origin(place, index, &program.pointee.settings.given)
    program.pointee.settings.withValue(place, index) { line.json($0) }
    line.say("\",\"from\":\"\(origin.name)\"")
    switch origin {
    case .config(let number), .profile(let number): line.say(",\"line\":\(number)")
    case .usual, .option, .saved, .set: break
    }
  }
}

extension Writer {
  /// Writes text within a string of JSON; bytes that are not UTF-8 become question marks.
  mutating func json(_ text: Slice) {
    var rest = text
    while !rest.isEmpty {
      let (scalar, count) = rest.firstScalar
      switch scalar {
      case nil, .some(0..<32): byte(UInt8(ascii: "?"))
      case .some(0x22), .some(0x5C):
        byte(UInt8(ascii: "\\"))
        byte(rest[0])
      default: slice(rest.keeping(count))
      }
      rest = rest.dropping(count)
    }
  }
}
