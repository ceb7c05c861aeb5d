import PressSetup

/// What the files and the command line say.
extension UnsafeMutablePointer<Program> {
  /// In place of the settings that were there. @return an exit code; what is wrong was reported.
  func loadSettings() -> Int32 {
    let line = CommandLine(program: self)
    let options = pointee.options
    pointee.settings = Settings()
    pointee.settings.begin()
    pointee.settings.calibrations = CalibrationFile.reader
    if let path = options.configPath {
      let code = ConfigFile(program: self, path: path).load()
      if code != ExitCode.ok { return code }
    }
    if case .exit(let code) = line.applySettings() { return code }
    if Profile.isGiven(self) {
      let code = Profile.load(self)
      if code != ExitCode.ok { return code }
      if case .exit(let code) = line.applySettings() { return code }
    }
    pointee.settings.complete(options.source.setup, address: options.hasAddress ? options.address : nil)
    // What the command line says goes before the file.
    if options.needsInput { pointee.settings.uinput.enabled = true }
    reportUnused()
    return ExitCode.ok
  }

  /// Says which keys of the command line have no effect, as their section is off.
  private func reportUnused() {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), !pointee.settings.isAttached(section) else { continue }
      for key in 0..<section.keyCount where pointee.settings.given.line(Place(section), key) == Given.onCommandLine {
        let name = Slice(section.key(key).name)
        if name == "enabled" { break }
        say("--set \(section.name).\(name) has no effect: [\(section.name)] is off", .warning)
      }
    }
  }
}
