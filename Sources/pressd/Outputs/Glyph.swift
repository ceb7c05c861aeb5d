/// The characters that things are drawn with.
enum Glyph {
  /// A cell that is filled from below by so many eighths.
  static func block(_ eighths: Int, _ out: inout Writer) {
    switch eighths {
    case 0: out.text(" ")
    case 1: out.text("▁")
    case 2: out.text("▂")
    case 3: out.text("▃")
    case 4: out.text("▄")
    case 5: out.text("▅")
    case 6: out.text("▆")
    case 7: out.text("▇")
    default: out.text("█")
    }
  }

  /// A cell that is filled from the left by so many eighths.
  static func bar(_ eighths: Int, _ out: inout Writer) {
    switch eighths {
    case 0: out.text(" ")
    case 1: out.text("▏")
    case 2: out.text("▎")
    case 3: out.text("▍")
    case 4: out.text("▌")
    case 5: out.text("▋")
    case 6: out.text("▊")
    case 7: out.text("▉")
    default: out.text("█")
    }
  }
}
