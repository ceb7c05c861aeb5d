import CPressLinux

/// An INI file: [section], key = value, comments after # or ; at the start of a line or after a blank.
struct ConfigFile {
  let program: UnsafeMutablePointer<Program>
  let path: UnsafePointer<CChar>

  /// @return an exit code.
  func load() -> Int32 {
    let fd = linux_open_read(path)
    if fd < 0 {
      program.pointee.err.text("pressd: --config ")
      program.pointee.err.cString(path)
      program.pointee.err.text(": ")
      program.pointee.err.cString(linux_strerror(fd))
      program.pointee.err.text("\n")
      return Errno.isForbidden(fd) ? ExitCode.noPermission : ExitCode.noInput
    }
    var lines = LineReader(fd: fd, buffer: program.pointee.readBuffer, capacity: Program.readCapacity)
    let code = load(&lines)
    _ = linux_close(fd)
    return code
  }

  private func load(_ lines: inout LineReader) -> Int32 {
    var name = InlineArray<16, UInt8>(repeating: 0)
    var nameCount = 0
    while true {
      switch lines.next() {
      case .end:
        return ExitCode.ok
      case .tooLong:
        begin(lines)
        program.pointee.err.text("the line is too long\n")
        return ExitCode.config
      case .failed(let status):
        begin(lines)
        program.pointee.err.cString(linux_strerror(status))
        program.pointee.err.text("\n")
        return ExitCode.inputOutput
      case .line(let raw):
        let line = withoutComment(raw).trimmed
        if line.isEmpty { continue }
        if line[0] == UInt8(ascii: "[") {
          let section = line.dropping(1).keeping(line.count - 2).trimmed
          if line[line.count - 1] != UInt8(ascii: "]") || section.count > 16 || !program.pointee.settings.open(section: section) {
            begin(lines)
            Problem.tell(.unknownSection, section: section, key: section, &program.pointee.err)
            return ExitCode.config
          }
          for i in 0..<section.count { name[i] = section[i] }
          nameCount = section.count
          continue
        }
        var value = line
        let key = value.takeField(UInt8(ascii: "=")).trimmed
        if key.count == line.count || key.isEmpty {
          begin(lines)
          program.pointee.err.text("neither [section] nor key = value\n")
          return ExitCode.config
        }
        if nameCount == 0 {
          begin(lines)
          program.pointee.err.text("a key before the first section; there are ")
          program.pointee.err.text(Settings.sections)
          program.pointee.err.text("\n")
          return ExitCode.config
        }
        let result = withUnsafePointer(to: &name) { pointer in
          set(Slice(base: UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self), count: nameCount), key, value.trimmed, lines)
        }
        if result != ExitCode.ok { return result }
      }
    }
  }

  private func set(_ section: Slice, _ key: Slice, _ value: Slice, _ lines: LineReader) -> Int32 {
    let result = program.pointee.settings.set(section: section, key: key, value: value)
    if case .ok = result { return ExitCode.ok }
    begin(lines)
    Problem.tell(result, section: section, key: key, &program.pointee.err)
    return ExitCode.config
  }

  private func begin(_ lines: LineReader) {
    program.pointee.err.text("pressd: ")
    program.pointee.err.cString(path)
    program.pointee.err.text(":")
    program.pointee.err.unsigned(lines.number)
    program.pointee.err.text(": ")
  }

  private func withoutComment(_ line: Slice) -> Slice {
    for i in 0..<line.count where line[i] == UInt8(ascii: "#") || line[i] == UInt8(ascii: ";") {
      if i == 0 || Slice.isBlank(line[i - 1]) { return line.keeping(i) }
    }
    return line
  }
}
