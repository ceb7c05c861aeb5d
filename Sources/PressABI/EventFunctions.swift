import CPress
import PressCore

private func line(_ event: UnsafePointer<press_event>?, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int) -> EventLine? {
  guard let event, let buffer else { return nil }
  return EventLine(event.pointee, name: EventType.name(event.pointee.type), reason: Reason.name(event.pointee.reason), in: buffer, bytes)
}

@implementation @_cdecl("press_event_name")
package func press_event_name(_ type: UInt32) -> UnsafePointer<CChar>? { EventType.name(type) }

@implementation @_cdecl("press_reason_name")
package func press_reason_name(_ reason: Int32) -> UnsafePointer<CChar>? { Reason.name(reason) }

@implementation @_cdecl("press_event_describe")
package func press_event_describe(_ event: UnsafePointer<press_event>?, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int) -> Int32 {
  guard var line = line(event, buffer, bytes) else { return Status.invalid }
  return line.json()
}

@implementation @_cdecl("press_event_text")
package func press_event_text(_ event: UnsafePointer<press_event>?, _ buffer: UnsafeMutablePointer<CChar>?, _ bytes: Int) -> Int32 {
  guard var line = line(event, buffer, bytes) else { return Status.invalid }
  return line.text()
}

/// The kind of subject of an event.
enum EventAbout: UInt8 {
  case contact, peek, drag, other, sensor, transition, `throw`

  var hasTouch: Bool { rawValue <= EventAbout.other.rawValue }
}

/// One value of an event: a row of the table that is made from the comments of event.h.
struct EventField {
  private let row: Int

  /// The kind of subject of an event type; a type that is not in the table is about a contact.
  static func about(_ type: UInt32) -> EventAbout { EventAbout(rawValue: EventTable.byte(ofType: type, 0)) ?? .contact }

  /// The value `i`, 0...2, of an event type; nil: the type has no such value.
  init?(of type: UInt32, _ i: Int) {
    let number = EventTable.byte(ofType: type, 1 &+ i)
    if number == 0 { return nil }
    row = Int(number) &- 1
  }

  var format: EventFormat { EventFormat(rawValue: EventTable.byte(ofField: row, 1)) ?? .whole }
  /// The flag of the value, or the enum whose word it is.
  var argument: UInt8 { EventTable.byte(ofField: row, 2) }
  /// The value is written only if it is not 0.
  private var isOptional: Bool { EventTable.byte(ofField: row, 3) != 0 }

  func name(_ line: inout LineBuffer) {
    var i = 5
    let end = i &+ Int(EventTable.byte(ofField: row, 4))
    while i < end {
      line.byte(EventTable.byte(ofField: row, i))
      i &+= 1
    }
  }

  /// The second number of an event is the value before the change.
  var isSecond: Bool { EventTable.byte(ofField: row, 0) == 1 }

  func value(of event: press_event) -> Int32 {
    switch EventTable.byte(ofField: row, 0) {
    case 0: event.value
    case 1: event.value2
    case 2: event.progress
    case 3: event.reason
    default: Int32(bitPattern: event.flags & UInt32(argument))
    }
  }

  func isThere(in event: press_event) -> Bool { !isOptional || value(of: event) != 0 }
}

/// An event as a line of text.
struct EventLine {
  let event: press_event
  let name: UnsafePointer<CChar>
  let reason: UnsafePointer<CChar>
  var line: LineBuffer

  /// `name`, `reason`: the names of the type and of the reason.
  init(_ event: press_event, name: UnsafePointer<CChar>, reason: UnsafePointer<CChar>, in buffer: UnsafeMutablePointer<CChar>, _ bytes: Int) {
    self.event = event
    self.name = name
    self.reason = reason
    let base = UnsafeMutableRawPointer(buffer).assumingMemoryBound(to: UInt8.self)
    // size_t is unsigned in C: huge sizes arrive as negative ones.
    line = LineBuffer(base, capacity: bytes < 0 ? Int.max : bytes)
  }

  /// Writes the event as JSON, for programs. @return the length, or a status
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

/// Writes text into bytes of the caller, with a 0 at the end. If it does not fit, the result is empty.
struct LineBuffer {
  private let base: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0

  init(_ base: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.base = base
    self.capacity = capacity
  }

  /// @return the length, or noSpace
  mutating func end() -> Int32 {
    if count < capacity {
      base[count] = 0
      return Int32(truncatingIfNeeded: count)
    }
    if capacity > 0 { base[0] = 0 }
    return Status.noSpace
  }

  mutating func byte(_ byte: UInt8) {
    if count < capacity { base[count] = byte }
    count &+= 1
  }

  @inline(never)
  mutating func text(_ text: StaticString) {
    // Not by its own properties: their checks are traps.
    let parts = unsafeBitCast(text, to: Literal.self)
    guard let start = parts.start else { return }
    var i = 0
    while i < parts.count {
      byte(start[i])
      i &+= 1
    }
  }

  /// The layout of a StaticString in memory.
  private struct Literal {
    let start: UnsafePointer<UInt8>?
    let count: Int
    let flags: UInt8
  }

  @inline(never)
  mutating func cString(_ text: UnsafePointer<CChar>) {
    var i = 0
    while text[i] != 0 {
      byte(UInt8(bitPattern: text[i]))
      i &+= 1
    }
  }

  /// `least`: the least number of digits, with zeros before.
  @inline(never)
  mutating func number(_ value: UInt64, least: Int = 1) {
    var unit: UInt64 = 1
    var digits = 1
    while digits < least || Wide.divide(value, by: unit) >= 10 {
      unit &*= 10
      digits &+= 1
    }
    var left = value
    while unit > 0 {
      let digit = Wide.divide(left, by: unit)
      byte(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
      left &-= digit &* unit
      unit = unit == 1 ? 0 : Wide.divide(unit, by: 10)
    }
  }

  /// Writes a Q16.16 with this many digits behind the point, rounded to nearest, ties away from 0.
  @inline(never)
  mutating func decimal(_ value: Int32, digits: Int) {
    var unit: UInt64 = 1
    var i = 0
    while i < digits {
      unit &*= 10
      i &+= 1
    }
    let scaled = (UInt64(value.magnitude) &* unit &+ 0x8000) &>> 16
    if value < 0 && scaled > 0 { byte(UInt8(ascii: "-")) }
    let whole = Wide.divide(scaled, by: unit)
    number(whole)
    byte(UInt8(ascii: "."))
    number(scaled &- whole &* unit, least: digits)
  }
}
