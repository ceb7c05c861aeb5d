import CPress

/// Events as lines: JSON for programs, text for people.
enum EventPrinter {
  static func isUpdate(_ type: UInt32) -> Bool { type == PRESS_EVENT_PREVIEW_UPDATED || type == PRESS_EVENT_COMMIT_UPDATED }

  /// What an event is about.
  private enum Kind {
    case contact, scroll, peek, sensor, transition, drag
  }

  private static func kind(_ type: UInt32) -> Kind {
    switch Int(type) {
    case PRESS_EVENT_SCROLL_MOVED...PRESS_EVENT_SCROLL_CANCELLED: return .scroll
    case PRESS_EVENT_PEEK_SHOWN...PRESS_EVENT_ACTIONS_HIDDEN: return .peek
    case PRESS_EVENT_SENSOR_FAULT...PRESS_EVENT_SUPPLY_RECOVERED: return .sensor
    case PRESS_EVENT_TRANSITION_STARTED...PRESS_EVENT_TRANSITION_CANCELLED: return .transition
    case PRESS_EVENT_DRAG_BEGAN...PRESS_EVENT_SELECTION_CLEARED, PRESS_EVENT_DROP_ITEM_NOT_TAKEN...PRESS_EVENT_DROP_REDONE: return .drag
    default: return .contact
    }
  }

  private static func hasReason(_ type: UInt32) -> Bool {
    switch Int(type) {
    case PRESS_EVENT_CONTACT_ENDED, PRESS_EVENT_CONTACT_CANCELLED, PRESS_EVENT_PREVIEW_CANCELLED, PRESS_EVENT_SENSOR_FAULT,
      PRESS_EVENT_SENSOR_RECOVERED, PRESS_EVENT_SUPPLY_FAULT, PRESS_EVENT_SUPPLY_RECOVERED, PRESS_EVENT_BASELINE_CHANGED, PRESS_EVENT_RECALIBRATE, PRESS_EVENT_HOLD_ENDED, PRESS_EVENT_HOLD_CANCELLED,
      PRESS_EVENT_SCROLL_ENDED, PRESS_EVENT_SCROLL_CANCELLED, PRESS_EVENT_PEEK_POPPED, PRESS_EVENT_PEEK_DISMISSED,
      PRESS_EVENT_TRANSITION_CANCELLED, PRESS_EVENT_BUTTON_CANCELLED, PRESS_EVENT_TAP_FAILED, PRESS_EVENT_DRAG_REFUSED,
      PRESS_EVENT_DRAG_SETTLED:
      return true
    default:
      return false
    }
  }

  /// Whether it goes from value2 to value, microsiemens.
  private static func hasConductances(_ type: UInt32) -> Bool {
    type == PRESS_EVENT_BASELINE_CHANGED || type == PRESS_EVENT_RECALIBRATE
  }

  /// What `value` of a peek's event is; nil: nothing.
  private static func valueName(_ type: UInt32) -> StaticString? {
    switch Int(type) {
    case PRESS_EVENT_ACTIONS_REVEALED: return "group"
    case PRESS_EVENT_ACTION_HIGHLIGHTED, PRESS_EVENT_ACTION_SELECTED: return "action"
    default: return nil
    }
  }

  static func json(_ event: press_event, _ out: inout Writer) {
    object(event, &out)
    out.text("\n")
  }

  /// seq: its number among the events of this run, where a program keeps count.
  static func object(_ event: press_event, seq: UInt64? = nil, _ out: inout Writer) {
    let kind = kind(event.type)
    out.text("{")
    if let seq { out.say("\"seq\":\(seq),") }
    out.text("\"t_us\":")
    out.unsigned(event.t_us)
    out.text(",\"event\":\"")
    out.cString(press_event_name(event.type))
    out.text("\"")
    if event.late_us != 0 { number(",\"late_us\":", event.late_us, &out) }
    switch kind {
    case .sensor: number(",\"sensor\":", event.subject, &out)
    case .transition:
      number(",\"transition\":", event.subject, &out)
      decimal(",\"progress\":", event.progress, &out)
    case .contact, .scroll, .peek, .drag: touch(event, &out)
    }
    if case .drag = kind { dragJSON(event, &out) }
    if isUpdate(event.type) {
      decimal(",\"progress\":", event.progress, &out)
      out.text(event.flags & UInt32(PRESS_EVENT_ENDED) != 0 ? ",\"ended\":true" : ",\"ended\":false")
    }
    if case .scroll = kind {
      decimal(",\"dx\":", event.value, &out)
      decimal(",\"dy\":", event.value2, &out)
    }
    if case .peek = kind {
      number(",\"peek\":", event.subject, &out)
      if let name = valueName(event.type) {
        out.text(",\"")
        out.text(name)
        number("\":", UInt32(bitPattern: event.value), &out)
      }
    }
    if event.type == PRESS_EVENT_HOLD_REPEATED { number(",\"repeats\":", UInt32(bitPattern: event.value), &out) }
    if event.type == PRESS_EVENT_STRUCK {
      decimal(",\"speed\":", event.value, &out)
      number(",\"velocity\":", UInt32(bitPattern: event.value2) >> 16, &out)
    }
    if hasReason(event.type) {
      out.text(",\"reason\":\"")
      out.cString(press_reason_name(event.reason))
      out.text("\"")
    }
    if hasConductances(event.type) {
      decimal(",\"value\":", event.value, &out)
      decimal(",\"value2\":", event.value2, &out)
    }
    out.text("}")
  }

  private static func touch(_ event: press_event, _ out: inout Writer) {
    if event.contact == PRESS_NO_CONTACT {
      out.text(",\"contact\":null")
    } else {
      number(",\"contact\":", event.contact, &out)
    }
    number(",\"target\":", event.target, &out)
    decimal(",\"x\":", event.x, &out)
    decimal(",\"y\":", event.y, &out)
    decimal(",\"force\":", event.force, &out)
    decimal(",\"pressure\":", event.pressure, &out)
  }

  static func number(_ name: StaticString, _ value: UInt32, _ out: inout Writer) {
    out.text(name)
    out.unsigned(UInt64(value))
  }

  static func decimal(_ name: StaticString, _ value: press_q16, _ out: inout Writer) {
    out.text(name)
    out.q16(value, digits: 5)
  }

  static func text(_ event: press_event, _ out: inout Writer) {
    time(event.t_us, &out)
    let kind = kind(event.type)
    let name = Slice(cString: press_event_name(event.type))
    out.slice(name)
    out.spaces(max(18 - name.count, 1))
    switch kind {
    case .sensor:
      sensorText(event, &out)
      out.text("\n")
      return
    case .transition:
      number("transition ", event.subject, &out)
      progressText(event, &out)
    case .contact, .scroll, .peek, .drag:
      out.q16(event.force, digits: 2, width: 6)
      out.text(" N")
    }
    if case .drag = kind { dragText(event, &out) }
    if isUpdate(event.type) {
      progressText(event, &out)
      out.text(event.flags & UInt32(PRESS_EVENT_ENDED) != 0 ? " ended" : "")
    }
    if case .scroll = kind {
      out.text("  by ")
      out.q16(event.value, digits: 1)
      out.text(", ")
      out.q16(event.value2, digits: 1)
    }
    if case .peek = kind {
      number("  peek ", event.subject, &out)
      if let name = valueName(event.type), event.value != 0 || event.type == PRESS_EVENT_ACTION_HIGHLIGHTED {
        out.say(", \(name) \(UInt32(bitPattern: event.value))")
      }
    }
    if event.type == PRESS_EVENT_HOLD_REPEATED { number("  repeat ", UInt32(bitPattern: event.value), &out) }
    if event.type == PRESS_EVENT_STRUCK { strikeText(event, &out) }
    if hasReason(event.type) && event.reason != PRESS_REASON_NONE { out.say("  \(press_reason_name(event.reason))") }
    if event.late_us != 0 { out.say("  \(event.late_us / 1000) ms ago") }
    out.text("\n")
  }

  private static func sensorText(_ event: press_event, _ out: inout Writer) {
    number("sensor ", event.subject, &out)
    if hasReason(event.type) { out.say(": \(press_reason_name(event.reason))") }
    if !hasConductances(event.type) { return }
    out.text(event.type == PRESS_EVENT_BASELINE_CHANGED ? ", zero " : ", ")
    out.q16(event.value2, digits: 1)
    out.text(" -> ")
    out.q16(event.value, digits: 1)
    out.text(" uS")
  }

  private static func strikeText(_ event: press_event, _ out: inout Writer) {
    out.text("  ")
    out.q16(event.value, digits: 1)
    number(" N/s, velocity ", UInt32(bitPattern: event.value2) >> 16, &out)
  }

  private static func progressText(_ event: press_event, _ out: inout Writer) {
    out.text("  ")
    bar(event.progress, &out)
    out.text(" ")
    out.q16(event.progress, digits: 2)
  }

  static func time(_ us: UInt64, _ out: inout Writer) {
    let ms = us / 1000 + (us % 1000 >= 500 ? 1 : 0)
    out.unsigned(ms / 1000, width: 4)
    out.text(".")
    out.unsigned(ms % 1000, width: 3, zeros: true)
    out.text(" s  ")
  }

  /// Twenty cells in eighths.
  static func bar(_ progress: press_q16, _ out: inout Writer) {
    var eighths = Int(progress) * 160 / 65536
    out.text("|")
    for _ in 0..<20 {
      Glyph.bar(min(max(eighths, 0), 8), &out)
      eighths -= 8
    }
    out.text("|")
  }
}
