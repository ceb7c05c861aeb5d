import PressSetup

/// The characters that things are drawn with: of Unicode, or, where the writer is plain, of ASCII.
enum Glyph {
  /// A cell that is filled from below by so many eighths.
  static func block(_ eighths: Int, _ out: inout Writer) {
    out.slice(Words(out.isPlain ? " , , ,.,:,:,#,#,#" : " ,▁,▂,▃,▄,▅,▆,▇,█")[eighths])
  }

  /// A cell that is filled from the left by so many eighths.
  static func bar(_ eighths: Int, _ out: inout Writer) {
    out.slice(Words(out.isPlain ? " , , , ,=,=,=,=,=" : " ,▏,▎,▍,▌,▋,▊,▉,█")[eighths])
  }

  static func phase(_ phase: Phase, _ out: inout Writer) {
    if out.isPlain && phase == .idle { out.text(".") } else { out.slice(phase.glyph) }
  }

  /// A level where nothing reaches it, and where it shows through.
  static func level(_ out: inout Writer) { out.text(out.isPlain ? "-" : "╌") }
  static func levelThrough(_ out: inout Writer) { out.text(out.isPlain ? "%" : "▓") }

  static func axis(_ out: inout Writer) { out.text(out.isPlain ? "|" : "│") }
  static func tick(_ out: inout Writer) { out.text(out.isPlain ? "+" : "┤") }
  static func corner(_ out: inout Writer) { out.text(out.isPlain ? "+" : "└") }
  static func base(isMark: Bool, _ out: inout Writer) {
    out.text(isMark ? (out.isPlain ? "+" : "┬") : out.isPlain ? "-" : "─")
  }
}
