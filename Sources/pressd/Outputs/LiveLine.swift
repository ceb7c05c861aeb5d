import PressSetup

/// The line under the events that shows the force of now, on a terminal.
struct LiveLine {
  /// Often enough to look alive.
  private static let everyUs: UInt64 = 50_000

  var isOn = false
  /// Columns. The line must fit: what wraps cannot be taken back.
  var width = 80
  private var isShown = false
  private var lastUs: UInt64 = 0

  init() {}

  /// Before anything else is printed.
  mutating func hide(_ out: inout Writer) {
    if !isShown { return }
    out.text("\r\u{1B}[K")
    isShown = false
  }

  mutating func show(atUs us: UInt64, force: Int32, fullForce: Int32, phase: Slice, _ out: inout Writer) {
    if !isOn || (lastUs != 0 && us < lastUs + Self.everyUs) { return }
    lastUs = us
    hide(&out)
    EventPrinter.time(us, &out)
    if width >= 40 {
      out.slice(phase)
      out.spaces(18 - phase.count)
    }
    out.q16(force, digits: 2, width: 6)
    out.text(" N  ")
    if width >= 64 {
      let fraction = fullForce > 0 ? Int64(force) * 65536 / Int64(fullForce) : 0
      EventPrinter.bar(Int32(clamping: min(fraction, 65536)), &out)
    }
    isShown = true
  }
}
