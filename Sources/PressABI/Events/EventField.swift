import CPress

/// What an event is about.
enum EventAbout: UInt8 {
  case contact, peek, drag, other, sensor, transition, `throw`

  var hasTouch: Bool { rawValue <= EventAbout.other.rawValue }
}

/// One thing that an event carries: a row of the table that is made from the comments of event.h.
struct EventField {
  private let row: Int

  /// What the n-th event type of the table is about; of one that is not there a contact.
  static func about(_ type: UInt32) -> EventAbout { EventAbout(rawValue: EventTable.byte(ofType: type, 0)) ?? .contact }

  /// i: 0...2. nil: it carries no more.
  init?(of type: UInt32, _ i: Int) {
    let number = EventTable.byte(ofType: type, 1 &+ i)
    if number == 0 { return nil }
    row = Int(number) &- 1
  }

  var format: EventFormat { EventFormat(rawValue: EventTable.byte(ofField: row, 1)) ?? .whole }
  /// The flag, or the enum whose word it is.
  var argument: UInt8 { EventTable.byte(ofField: row, 2) }
  /// Only where it is not 0.
  private var isOptional: Bool { EventTable.byte(ofField: row, 3) != 0 }

  func name(_ line: inout LineBuffer) {
    var i = 5
    let end = i &+ Int(EventTable.byte(ofField: row, 4))
    while i < end {
      line.byte(EventTable.byte(ofField: row, i))
      i &+= 1
    }
  }

  /// It is what was before.
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
