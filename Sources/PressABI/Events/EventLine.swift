import CPress
import PressCore

/// An event as a line of text.
struct EventLine {
  let event: press_event
  let name: UnsafePointer<CChar>
  let reason: UnsafePointer<CChar>
  var line: LineBuffer

  /// name, reason: what they are called.
  init(_ event: press_event, name: UnsafePointer<CChar>, reason: UnsafePointer<CChar>, in buffer: UnsafeMutablePointer<CChar>, _ bytes: Int) {
    self.event = event
    self.name = name
    self.reason = reason
    let base = UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: UInt8.self)
    // size_t is unsigned in C: huge sizes arrive as negative ones.
    line = LineBuffer(base, capacity: bytes < 0 ? Int.max : bytes)
  }

  /// As JSON, for programs. @return the length, or a status
  mutating func json() -> Int32 {
    line.text("{\"t_us\":")
    line.number(event.t_us)
    line.text(",\"event\":\"")
    line.cString(name)
    line.text("\"")
    if event.late_us != 0 { number(",\"late_us\":", event.late_us) }
    let about = EventField.about(event.type)
    if about.hasTouch { touch() }
    switch about {
    case .contact: break
    case .peek: number(",\"peek\":", event.subject)
    case .drag: number(",\"drag\":", event.subject)
    case .other: number(",\"other\":", event.subject)
    case .sensor: number(",\"sensor\":", event.subject)
    case .transition: number(",\"transition\":", event.subject)
    case .throw:
      number(",\"throw\":", event.subject)
      decimal(",\"x\":", event.x)
      decimal(",\"y\":", event.y)
    }
    var i = 0
    while i < 3, let field = EventField(of: event.type, i) {
      if field.isThere(in: event) { add(field) }
      i &+= 1
    }
    line.text("}")
    return line.end()
  }

  private mutating func touch() {
    if event.contact == PRESS_NO_CONTACT { line.text(",\"contact\":null") } else { number(",\"contact\":", event.contact) }
    number(",\"target\":", event.target)
    decimal(",\"x\":", event.x)
    decimal(",\"y\":", event.y)
    decimal(",\"force\":", event.force)
    decimal(",\"pressure\":", event.pressure)
  }

  @inline(never)
  mutating func number(_ name: StaticString, _ value: UInt32) {
    line.text(name)
    line.number(UInt64(value))
  }

  @inline(never)
  private mutating func decimal(_ name: StaticString, _ value: Int32) {
    line.text(name)
    line.decimal(value, digits: 5)
  }

  private mutating func add(_ field: EventField) {
    let value = field.value(of: event)
    line.text(",\"")
    field.name(&line)
    line.text("\":")
    switch field.format {
    case .points, .pointsPerSecond, .newtonsPerSecond, .microsiemens, .degrees, .times, .progress: line.decimal(value, digits: 5)
    case .whole: line.number(UInt64(UInt32(bitPattern: value)))
    case .range: line.number(UInt64(UInt32(bitPattern: value) &>> 16))
    case .flag: line.text(value != 0 ? "true" : "false")
    case .word, .reason, .shows:
      line.text("\"")
      word(field, value)
      line.text("\"")
    }
  }

  mutating func word(_ field: EventField, _ value: Int32) {
    switch field.format {
    case .reason: line.cString(reason)
    case .shows: line.text(UInt32(bitPattern: value) & EventFlag.returns != 0 ? "returns" : "fades")
    default: line.text(EventTable.word(field.argument, value))
    }
  }
}
