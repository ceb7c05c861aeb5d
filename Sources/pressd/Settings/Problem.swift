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
    case .unknownKey(let accepted, let fields):
      err.text("no key \"")
      err.slice(key)
      err.text("\" in [")
      err.slice(section)
      err.text("]; there are ")
      err.text(accepted)
      if fields != .none && accepted.utf8CodeUnitCount > 0 { err.text(", ") }
      err.text(fields.names)
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
}
