import CPressLinux
import PressSetup

/// What the environment says of the terminal, or of the reader.
enum Terminal {
  /// Empty: not set. `name` ends with a 0.
  static func environment(_ name: StaticString) -> Slice {
    let value = linux_environment(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
    return value.map { Slice(cString: $0) } ?? Slice("")
  }

  /// It knows no colours, and does not take a line back.
  static var isDumb: Bool { environment("TERM\0") == "dumb" }

  /// False where the locale says otherwise: it is C, say.
  static var hasUnicode: Bool {
    var locale = environment("LC_ALL\0")
    if locale.isEmpty { locale = environment("LC_CTYPE\0") }
    if locale.isEmpty { locale = environment("LANG\0") }
    return locale.isEmpty || locale.ends("UTF-8") || locale.ends("utf8") || locale.ends("UTF8") || locale.ends("utf-8")
  }
}
