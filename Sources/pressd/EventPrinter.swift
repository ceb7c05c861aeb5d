import CPress

/// Events as lines: JSON for programs, text for people.
enum EventPrinter {
  private static func isContact(_ type: UInt32) -> Bool { type < 16 }
  private static func isPreview(_ type: UInt32) -> Bool { type >= 16 && type < 64 }
  static func isUpdate(_ type: UInt32) -> Bool { type == PRESS_EVENT_PREVIEW_UPDATED || type == PRESS_EVENT_COMMIT_UPDATED }

  private static func hasReason(_ type: UInt32) -> Bool {
    switch Int(type) {
    case PRESS_EVENT_CONTACT_ENDED, PRESS_EVENT_CONTACT_CANCELLED, PRESS_EVENT_PREVIEW_CANCELLED, PRESS_EVENT_SENSOR_FAULT,
      PRESS_EVENT_SENSOR_RECOVERED, PRESS_EVENT_BASELINE_CHANGED:
      return true
    default:
      return false
    }
  }

  static func json(_ event: press_event, _ out: inout Writer) {
    out.text("{\"t_us\":")
    out.unsigned(event.t_us)
    out.text(",\"event\":\"")
    out.cString(press_event_name(event.type))
    out.text("\"")
    if isContact(event.type) || isPreview(event.type) {
      out.text(",\"contact\":")
      out.unsigned(UInt64(event.contact))
      out.text(",\"target\":")
      out.unsigned(UInt64(event.target))
      decimal(",\"x\":", event.x, &out)
      decimal(",\"y\":", event.y, &out)
      decimal(",\"force\":", event.force, &out)
      decimal(",\"pressure\":", event.pressure, &out)
    } else {
      out.text(",\"sensor\":")
      out.unsigned(UInt64(event.subject))
    }
    if isUpdate(event.type) {
      decimal(",\"progress\":", event.progress, &out)
      out.text(event.flags & UInt32(PRESS_EVENT_ENDED) != 0 ? ",\"ended\":true" : ",\"ended\":false")
    }
    if hasReason(event.type) {
      out.text(",\"reason\":\"")
      out.cString(press_reason_name(event.reason))
      out.text("\"")
    }
    if event.type == PRESS_EVENT_BASELINE_CHANGED {
      decimal(",\"value\":", event.value, &out)
      decimal(",\"value2\":", event.value2, &out)
    }
    out.text("}\n")
  }

  private static func decimal(_ name: StaticString, _ value: press_q16, _ out: inout Writer) {
    out.text(name)
    out.q16(value, digits: 5)
  }

  static func text(_ event: press_event, _ out: inout Writer) {
    time(event.t_us, &out)
    let name = Slice(cString: press_event_name(event.type))
    out.slice(name)
    out.spaces(18 - name.count)
    if isContact(event.type) || isPreview(event.type) {
      out.q16(event.force, digits: 2, width: 6)
      out.text(" N")
    }
    if isUpdate(event.type) {
      out.text("  ")
      bar(event.progress, &out)
      out.text(" ")
      out.q16(event.progress, digits: 2)
      out.text(event.flags & UInt32(PRESS_EVENT_ENDED) != 0 ? " ended" : "")
    } else if isContact(event.type) || isPreview(event.type) {
      if hasReason(event.type) {
        out.text("  ")
        out.cString(press_reason_name(event.reason))
      }
    } else {
      out.text("sensor ")
      out.unsigned(UInt64(event.subject))
      out.text(": ")
      out.cString(press_reason_name(event.reason))
      if event.type == PRESS_EVENT_BASELINE_CHANGED {
        out.text(", zero ")
        out.q16(event.value2, digits: 1)
        out.text(" -> ")
        out.q16(event.value, digits: 1)
        out.text(" uS")
      }
    }
    out.text("\n")
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
