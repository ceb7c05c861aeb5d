import PressSetup

extension Settings {
  /// Says what is wrong.
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
    err.say(complaint.message)
    err.text("\n")
  }
}
