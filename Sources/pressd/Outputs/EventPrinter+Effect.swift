import CPress
import PressSetup

/// What answers an event.
extension EventPrinter {
  static func json(_ effect: press_effect, _ out: inout Writer) {
    out.text("{\"t_us\":")
    out.unsigned(effect.t_us)
    out.text(",\"event\":\"effect\",\"effect\":\"")
    out.cString(press_effect_name(effect.kind))
    out.text("\"")
    decimal(",\"strength\":", effect.strength, &out)
    out.text(",\"of\":\"")
    out.cString(press_event_name(effect.event))
    out.text("\"}\n")
  }

  static func text(_ effect: press_effect, _ out: inout Writer) {
    time(effect.t_us, &out)
    out.text("effect            ")
    out.cString(press_effect_name(effect.kind))
    out.text("  ")
    out.q16(effect.strength, digits: 2)
    out.text("\n")
  }
}
