import CPressLinux

/// An INI file: [section], key = value, comments after # or ; at the start of a line or after a blank.
struct ConfigFile {
  let program: UnsafeMutablePointer<Program>
  let path: UnsafePointer<CChar>
  /// It is the profile of a person: its sections attach nothing.
  var isProfile = false

  /// @return an exit code; what is wrong was reported.
  func load() -> Int32 {
    let fd = linux_open_read(path)
    if fd < 0 {
      let option: StaticString = isProfile ? "--profile" : "--config"
      program.say("\(option) \(path): \(linux_strerror(fd))")
      return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
    }
    var lines = LineReader(fd: fd, buffer: program.pointee.readBuffer, capacity: Program.readCapacity)
    let code = load(&lines)
    _ = linux_close(fd)
    return code
  }

  private func load(_ lines: inout LineReader) -> Int32 {
    var place: Place?
    // A test names every line that is wrong; keys of a section that is wrong are none.
    var (first, skips) = (ExitCode.ok, false)
    while true {
      switch lines.next() {
      case .end: return first
      case .tooLong: return wrong(lines, "the line is too long")
      case .failed(let status):
        _ = wrong(lines, "\(linux_strerror(status))")
        return Errno.exitCode(status)
      case .line(let raw):
        let line = withoutComment(raw).trimmed
        if line.isEmpty { continue }
        let isSection = line[0] == UInt8(ascii: "[")
        if skips && !isSection { continue }
        let code = isSection ? open(line, &place, lines) : set(line, place, lines)
        skips = isSection && code != ExitCode.ok
        if first == ExitCode.ok { first = code }
        if code != ExitCode.ok && !program.pointee.options.testsConfig { return code }
      }
    }
  }

  /// [section]
  private func open(_ line: Slice, _ place: inout Place?, _ lines: LineReader) -> Int32 {
    if line[line.count - 1] != UInt8(ascii: "]") {
      return wrong(lines, "no section: \"\(line)\" requires a ] at its end")
    }
    let name = line.dropping(1).keeping(line.count - 2).trimmed
    guard let found = Place(name) else { return wrong(lines, .noSection, name) }
    if isProfile {
      if found.section.keysOfProfile[0].isEmpty || found.index > 0 { return wrong(lines, .noSectionOfProfile, name) }
      place = found
      return ExitCode.ok
    }
    if !program.pointee.settings.open(found, line: UInt32(truncatingIfNeeded: lines.number)) {
      return wrong(lines, .missingBefore, name)
    }
    place = found
    return ExitCode.ok
  }

  /// key = value
  private func set(_ line: Slice, _ place: Place?, _ lines: LineReader) -> Int32 {
    var value = line
    let key = value.takeField(UInt8(ascii: "=")).trimmed
    if key.count == line.count || key.isEmpty { return wrong(lines, "neither [section] nor key = value") }
    guard let place else {
      program.pointee.err.begin(.error)
      program.pointee.err.say("\(path):\(lines.number): a key before the first section; there are ")
      program.pointee.err.sections()
      program.pointee.err.text("\n")
      return ExitCode.config
    }
    let line = UInt32(truncatingIfNeeded: lines.number) | (isProfile ? Given.inProfile : 0)
    let result = program.pointee.settings.set(place, key, value.trimmed, line: line)
    if case .ok = result { return ExitCode.ok }
    var name = Path(place.section.name)
    if place.index > 0 { name.append(UInt64(place.index + 1)) }
    return name.withText { wrong(lines, result, $0, key) }
  }

  private func wrong(_ lines: LineReader, _ message: Message) -> Int32 {
    program.pointee.err.begin(.error)
    program.pointee.err.say("\(path):\(lines.number): ")
    program.pointee.err.say(message)
    program.pointee.err.text("\n")
    return ExitCode.config
  }

  private func wrong(_ lines: LineReader, _ result: SetResult, _ section: Slice, _ key: Slice = Slice("")) -> Int32 {
    program.pointee.err.begin(.error)
    program.pointee.err.say("\(path):\(lines.number): ")
    program.pointee.err.say(result, section: section, key: key)
    return ExitCode.config
  }

  private func withoutComment(_ line: Slice) -> Slice {
    for i in 0..<line.count where line[i] == UInt8(ascii: "#") || line[i] == UInt8(ascii: ";") {
      if i == 0 || Slice.isBlank(line[i - 1]) { return line.keeping(i) }
    }
    return line
  }
}
