import CPress
import PressCore

extension EventLine {
  /// For people. @return the length, or a status
  mutating func text() -> Int32 {
    time()
    let about = EventField.about(event.type)
    subject(about)
    line.cString(name)
    if about.hasTouch && event.target != 0 { number(" target ", event.target) }
    if about == .peek { number(" peek ", event.subject) }
    if about == .other { number(" with contact ", event.subject) }
    var i = 0
    while i < 3, let field = EventField(of: event.type, i) {
      if field.isThere(in: event) { text(field) }
      i &+= 1
    }
    if event.reason != Reason.none {
      line.text(" (")
      line.cString(reason)
      line.text(")")
    }
    if event.late_us != 0 { late() }
    return line.end()
  }

  private mutating func time() {
    let seconds = Wide.divide(event.t_us, by: 1_000_000)
    line.number(seconds)
    line.text(".")
    line.number(event.t_us &- seconds &* 1_000_000, least: 6)
    line.text(" s ")
  }

  private mutating func subject(_ about: EventAbout) {
    switch about {
    case .contact, .peek, .other:
      if event.contact == PRESS_NO_CONTACT { return }
      number("contact ", event.contact)
    case .drag: number("drag ", event.subject)
    case .sensor: number("sensor ", event.subject)
    case .transition: number("transition ", event.subject)
    case .throw: number("throw ", event.subject)
    }
    line.text(" ")
  }

  private mutating func text(_ field: EventField) {
    let value = field.value(of: event)
    switch field.format {
    case .reason: return
    case .flag:
      if value == 0 { return }
      line.text(" ")
      field.name(&line)
    case .microsiemens:
      line.text(field.isSecond ? ", was " : " ")
      line.decimal(value, digits: 1)
      line.text(" uS")
    case .shows:
      line.text(" ")
      word(field, value)
    default:
      line.text(" ")
      field.name(&line)
      line.text(" ")
      number(field, value)
    }
  }

  private mutating func number(_ field: EventField, _ value: Int32) {
    switch field.format {
    case .whole: line.number(UInt64(UInt32(bitPattern: value)))
    case .range: line.number(UInt64(UInt32(bitPattern: value) &>> 16))
    case .word: word(field, value)
    case .progress, .times: line.decimal(value, digits: 2)
    default: line.decimal(value, digits: 1)
    }
    if field.format == .newtonsPerSecond { line.text(" N/s") }
  }

  /// Milliseconds, as exact as they are.
  private mutating func late() {
    let late = UInt64(event.late_us)
    let ms = Wide.divide(late, by: 1000)
    var rest = late &- ms &* 1000
    var digits = 3
    line.text(" ")
    line.number(ms)
    if rest != 0 {
      while Wide.divide(rest, by: 10) &* 10 == rest {
        rest = Wide.divide(rest, by: 10)
        digits &-= 1
      }
      line.text(".")
      line.number(rest, least: digits)
    }
    line.text(" ms late")
  }
}
