/// What is wrong with a setting, in words, to the end of the line.
enum Problem {
  static func tell(_ result: SetResult, section: Slice, key: Slice, _ err: inout Writer) {
    switch result {
    case .ok:
      break
    case .unknownSection:
      err.text("no section \"")
      err.slice(section)
      err.text("\"; there are ")
      err.text(Settings.sections)
    case .unknownKey(let accepted, let more, let rest):
      err.text("no key \"")
      err.slice(key)
      err.text("\" in [")
      err.slice(section)
      err.text("]; there are ")
      err.text(accepted)
      tell(more, &err)
      tell(rest, &err)
    case .badValue(let accepted):
      err.slice(section)
      err.text(".")
      err.slice(key)
      err.text(": accepted is ")
      err.text(accepted)
    case .badFile(let path, let reason):
      err.slice(section)
      err.text(".")
      err.slice(key)
      err.text(": ")
      err.slice(path)
      err.text(": ")
      err.cString(reason)
    }
    err.text("\n")
  }

  private static func tell(_ more: StaticString?, _ err: inout Writer) {
    guard let more else { return }
    err.text(", ")
    err.text(more)
  }
}
