import CPress
import PressSetup

/// The profile of a person: what goes before the config, and after which --set comes.
enum Profile {
  static func isGiven(_ program: UnsafeMutablePointer<Program>) -> Bool {
    program.pointee.options.profilePath != nil || !program.pointee.settings.profile.file.isEmpty
  }

  /// @return an exit code; what is wrong was reported.
  static func load(_ program: UnsafeMutablePointer<Program>) -> Int32 {
    if let path = program.pointee.options.profilePath, !program.pointee.settings.profile.file.set(Slice(cString: path)) {
      program.say("--profile \(path): the path is too long")
      return ExitCode.usage
    }
    let path = program.pointee.settings.profile.file
    let code = path.call { ConfigFile(program: program, path: $0, isProfile: true).load() }
    if code != ExitCode.ok { return code }
    return path.call {
      reportUnused(program, $0)
      return ExitCode.ok
    }
  }

  /// Says which sections have no effect.
  private static func reportUnused(_ program: UnsafeMutablePointer<Program>, _ path: UnsafePointer<CChar>) {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), !program.pointee.settings.isAttached(section) else { continue }
      for key in 0..<section.keyCount where Given.isInProfile(program.pointee.settings.given.line(Place(section), key)) {
        program.say("\(path): [\(section.name)] has no effect: the config does not attach it", .warning)
        break
      }
    }
  }
}
