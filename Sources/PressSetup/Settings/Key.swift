import CPress
import PressCore
import PressDevice

/// A key of the config: its name, the values that it accepts, and its offset in the section.
package struct Key {
  package let name: StaticString
  package let form: Form
  package let offset: Int
  private let described: StaticString

  /// The kind of a value. Numbers are stored as a field of C, or as the same type of Swift.
  package enum Form {
    /// A decimal, as Q16.16.
    case fixed(Int32, Int32)
    case whole(UInt32, UInt32, Width)
    /// Microseconds: least and most; `orZero`: 0 is accepted, too.
    case time(UInt32, UInt32, orZero: Bool)
    /// One of these numbers.
    case among(Words, Width)
    /// One of these words; the first stands for this number.
    case word(Words, first: UInt32, Width)
    /// Any of these words, each for a bit.
    case flags(Words)
    /// Yes or no, in a bit.
    case bit(UInt32, whenYes: Bool)
    case yesNo
    case path
    /// A text: least and most bytes.
    case text(Int, Int)
    case special(Special)
  }

  package enum Width {
    case u8, u16, u32
  }

  package init(_ name: StaticString, _ form: Form, at offset: Int, accepted: StaticString) {
    self.name = name
    self.form = form
    self.offset = offset
    described = accepted
  }

  /// The accepted values, in words.
  package var accepted: StaticString {
    if case .special(let special) = form { return special.accepted }
    return described
  }

  /// Stores a value at its place. A value that is not accepted changes nothing.
  package func store(_ value: Slice, at place: UnsafeMutableRawPointer) -> SetResult {
    // A comment could be part of an option, but not of a line of a config.
    if ConfigReader.withoutComment(value).count < value.count { return .badValue(value) }
    switch form {
    case .fixed(let least, let most):
      guard let number = Number.q16(value, least: least, most: most) else { return .badValue(value) }
      place.storeBytes(of: number, as: Int32.self)
    case .whole(let least, let most, let width):
      guard let number = Number.unsigned(value, most: UInt64(most)), number >= UInt64(least) else { return .badValue(value) }
      store(UInt32(number), width, at: place)
    case .time(let least, let most, let orZero):
      guard let us = Number.microseconds(value, most: UInt64(most)), us >= UInt64(least) || (us == 0 && orZero) else { return .badValue(value) }
      store(UInt32(us), .u32, at: place)
    case .among(let numbers, let width):
      guard let number = Number.unsigned(value, most: UInt64(UInt16.max)), numbers.hold(number) else { return .badValue(value) }
      store(UInt32(number), width, at: place)
    case .word(let words, let first, let width):
      guard let index = words.index(of: value) else { return .badValue(value) }
      store(first + index, width, at: place)
    case .flags(let words):
      guard let flags = Self.flags(value, words) else { return .badValue(value) }
      store(flags, .u32, at: place)
    case .bit, .yesNo:
      guard let isYes = Self.yesNo(value) else { return .badValue(value) }
      store(isYes, at: place)
    case .path: return place.assumingMemoryBound(to: Path.self).pointee.set(value) ? .ok : .badValue(value)
    case .text(let least, let most):
      if value.count < least || value.count > most || !value.isText { return .badValue(value) }
      place.assumingMemoryBound(to: Path.self).pointee = Path(value)
    case .special(let special): return special.store(value, at: place)
    }
    return .ok
  }

  private func store(_ isYes: Bool, at place: UnsafeMutableRawPointer) {
    guard case .bit(let mask, let whenYes) = form else {
      place.storeBytes(of: isYes, as: Bool.self)
      return
    }
    let flags = Self.number(place, Self.width(of: mask))
    store(isYes == whenYes ? flags | mask : flags & ~mask, Self.width(of: mask), at: place)
  }

  /// The width of flags: flags of one byte are in a byte, or in the lowest byte of a word, because the library is little-endian everywhere.
  static func width(of mask: UInt32) -> Width { mask < 256 ? .u8 : .u32 }

  private func store(_ number: UInt32, _ width: Width, at place: UnsafeMutableRawPointer) {
    switch width {
    case .u8: place.storeBytes(of: UInt8(truncatingIfNeeded: number), as: UInt8.self)
    case .u16: place.storeBytes(of: UInt16(truncatingIfNeeded: number), as: UInt16.self)
    case .u32: place.storeBytes(of: number, as: UInt32.self)
    }
  }

  private static func yesNo(_ value: Slice) -> Bool? {
    value == "yes" ? true : value == "no" ? false : nil
  }

  private static func flags(_ value: Slice, _ words: Words) -> UInt32? {
    var rest = value.trimmed
    if rest.isEmpty { return nil }
    var flags: UInt32 = 0
    while !rest.isEmpty {
      let word = rest.takeWord()
      if let index = words.index(of: word) {
        flags |= 1 << index
      } else if !(word == "none") {
        return nil
      }
    }
    return flags
  }

  /// The number of bytes of the value that a calibration may replace.
  package var size: Int {
    switch form {
    case .fixed, .time, .flags: return 4
    case .bit(let mask, _): return Self.width(of: mask) == .u8 ? 1 : 4
    case .whole(_, _, let width), .among(_, let width), .word(_, _, let width):
      switch width {
      case .u8: return 1
      case .u16: return 2
      case .u32: return 4
      }
    case .yesNo: return 1
    case .special(let special): return special.size
    case .path, .text: return 0
    }
  }
}

/// The result of setting a value.
package enum SetResult {
  case ok
  case noSection
  case noKey
  case noSectionOfProfile
  case noKeyOfProfile
  /// The section before is missing: numbered sections come one after the other.
  case missingBefore
  /// This value, or this part of it, is not accepted.
  case badValue(Slice)
  /// The key stands in this line of the file already.
  case twice(UInt32)
  /// The file that the value names, and why it cannot be used.
  case badFile(Slice, UnsafePointer<CChar>?)
}

/// Writes values as in a config: the text is accepted again, with the same meaning.
extension Key {
  package func show(_ place: UnsafeMutableRawPointer, _ out: inout Writer) {
    switch form {
    case .fixed(let least, _):
      let number = place.load(as: Int32.self)
      if number != 0 || least <= 0 { out.q16(number) }  // else it was not given
    case .whole(_, _, let width), .among(_, let width): out.unsigned(UInt64(Self.number(place, width)))
    case .time: out.unsigned(UInt64(place.load(as: UInt32.self)))
    case .word(let words, let first, let width): out.slice(words[Int(Self.number(place, width) &- first)])
    case .flags(let words): Self.show(place.load(as: UInt32.self), words, &out)
    case .bit(let mask, let whenYes): out.text((Self.number(place, Self.width(of: mask)) & mask != 0) == whenYes ? "yes" : "no")
    case .yesNo: out.text(place.load(as: Bool.self) ? "yes" : "no")
    case .path, .text: place.assumingMemoryBound(to: Path.self).pointee.write(&out)
    case .special(let special): special.show(place, &out)
    }
  }

  static func number(_ place: UnsafeMutableRawPointer, _ width: Width) -> UInt32 {
    switch width {
    case .u8: UInt32(place.load(as: UInt8.self))
    case .u16: UInt32(place.load(as: UInt16.self))
    case .u32: place.load(as: UInt32.self)
    }
  }

  private static func show(_ flags: UInt32, _ words: Words, _ out: inout Writer) {
    var isFirst = true
    for i in 0..<32 where flags >> UInt32(i) & 1 != 0 && !words[i].isEmpty {
      if !isFirst { out.text(" ") }
      out.slice(words[i])
      isFirst = false
    }
    if isFirst { out.text("none") }
  }
}

extension Special {
  fileprivate func show(_ place: UnsafeMutableRawPointer, _ out: inout Writer) {
    switch self {
    case .channel:
      let channel = place.assumingMemoryBound(to: Channel.self).pointee
      if channel.converter > 0 {
        out.place(Place(.converter, channel.converter - 1))
        out.text(".")
      }
      out.unsigned(UInt64(channel.number))
      if channel.pairedWith > 0 {
        out.text("-")
        out.unsigned(UInt64(channel.pairedWith - 1))
      }
    case .sensorCurve: Self.show(place.assumingMemoryBound(to: press_curve.self).pointee, &out)
    case .calibration: break  // its values are in the other keys
    case .readyPin:
      let pin = place.assumingMemoryBound(to: ReadyPin.self).pointee
      if pin.chip.isEmpty { return out.text("none") }
      pin.chip.write(&out)
      out.text(":")
      out.unsigned(UInt64(pin.line))
    case .reference:
      guard let channel = place.assumingMemoryBound(to: Reference.self).pointee.channel else { return out.text("none") }
      out.unsigned(UInt64(channel))
    case .correction:
      let c = place.assumingMemoryBound(to: press_pad_correction.self).pointee
      Self.show(6, [c.a, c.b, c.c, c.d, c.e, c.f], &out)
    case .timingCurve:
      let options = Special.options(place).pointee
      let c = options.curve
      if options.flags & UInt32(PRESS_TRANSITION_FLAG_SPRING) == 0 { return Self.show(4, [c.x1, c.y1, c.x2, c.y2, 0, 0], &out) }
      out.text("spring ")
      Self.show(2, [c.x1, c.y1, 0, 0, 0, 0], &out)
    case .contactLift:
      let us = place.load(as: UInt32.self)
      if us == UInt32(PRESS_BUTTON_LIFT_OF_CONTACT) { out.text("contact") } else { out.unsigned(UInt64(us)) }
    case .inputKey:
      let code = place.load(as: UInt16.self)
      if code == 0 { out.text("none") } else { out.unsigned(UInt64(code)) }
    case .fileMode:
      let bits = place.assumingMemoryBound(to: FileMode.self).pointee.bits
      for i in 0..<3 { out.unsigned(UInt64(bits >> UInt32(6 - 3 * i) & 7)) }
    case .eventType:
      let event = place.assumingMemoryBound(to: EventOfRow.self).pointee
      out.cString(EventType.name(event.type))
      guard let reason = event.reason else { return }
      out.text(":")
      out.cString(Reason.name(reason))
    }
  }

  private static func show(_ count: Int, _ numbers: InlineArray<6, Int32>, _ out: inout Writer) {
    for i in 0..<count {
      if i > 0 { out.text(" ") }
      out.q16(numbers[i])
    }
  }

  private static func show(_ curve: press_curve, _ out: inout Writer) {
    if curve.count == 0 {
      out.text("power ")
      return show(3, [curve.reference_conductance, curve.reference_force, curve.exponent, 0, 0, 0], &out)
    }
    out.text("table")
    withUnsafePointer(to: curve.points) {
      let points = UnsafeRawPointer($0).assumingMemoryBound(to: press_curve_point.self)
      for i in 0..<Int(curve.count) {
        out.text(" ")
        out.q16(points[i].conductance)
        out.text(":")
        out.q16(points[i].force)
      }
    }
  }
}

extension Settings {
  /// A value as in a config, cut off if there is no room.
  package mutating func shown(_ place: Place, _ index: Int) -> Path {
    var shown = Path()
    withValue(place, index) { shown.append($0) }
    return shown
  }

  /// Calls `body` with a value as in a config, which is valid during the call.
  package mutating func withValue(_ place: Place, _ index: Int, _ body: (Slice) -> Void) {
    var bytes = InlineArray<768, UInt8>(repeating: 0)
    let key = place.section.key(index)
    withUnsafeMutablePointer(to: &self) { settings in
      withUnsafeMutablePointer(to: &bytes) {
        let buffer = UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)
        var out = Writer(buffer: buffer, capacity: 768)
        key.show(Self.memory(settings, place) + key.offset, &out)
        body(out.written)
      }
    }
  }
}

/// Values that are more than a number, a word or a text.
package enum Special {
  case channel, sensorCurve, calibration, readyPin, reference, correction, timingCurve, contactLift, inputKey, fileMode, eventType

  package var accepted: StaticString {
    switch self {
    case .channel:
      "the number of a channel, from 0, or one of a converter: converter2.0; counted on through converter2, from 0 to 63; for a CSV the column; of a driver of the kernel also a pair: 0-1"
    case .sensorCurve:
      "power MICROSIEMENS NEWTONS EXPONENT, all above 0, exponent 0.25 to 4; or table MICROSIEMENS:NEWTONS ..., 1 to 16 points, both rising from above 0"
    case .calibration: "the path of a calibration file, up to 255 bytes of UTF-8 without control characters, without # or ; after a blank"
    case .readyPin: "CHIP:LINE, as in /dev/gpiochip0:17, or none"
    case .reference: "none, or the number of a channel, from 0 to 3"
    case .correction:
      "A B C D E F: x' = A x + B y + C, y' = D x + E y + F; A, B, D, E from -1024 to 1024, A E not equal to B D"
    case .timingCurve:
      "ease_in_out, ease_in, ease_out, linear, X1 Y1 X2 Y2 with X1 and X2 from 0 to 1, or spring DAMPING RESPONSE, 0 to 10 and 0.001 to 60 s"
    case .contactLift: "contact (that of the contact), or a time: microseconds, or a number with us, ms or s"
    case .fileMode: "three octal digits, as in 660, with or without a 0 before them"
    case .eventType: "an event as the log calls it, alone or with a reason: drag_cancelled:forbidden"
    case .inputKey:
      "none, btn_left, btn_right, btn_middle, key_enter, key_esc, key_space, key_tab, key_up, key_down, key_left, key_right, key_back, key_menu, or a code of linux/input-event-codes.h, 1 to 767, but not btn_touch or btn_tool_finger"
    }
  }

  /// How many bytes a calibration may replace.
  package var size: Int {
    if case .sensorCurve = self { return MemoryLayout<press_curve>.size }
    return 0
  }

  package func store(_ value: Slice, at place: UnsafeMutableRawPointer) -> SetResult {
    let isTaken: Bool
    switch self {
    case .channel: isTaken = Self.set(&place.assumingMemoryBound(to: Channel.self).pointee, Channel(value))
    case .readyPin: isTaken = Self.set(&place.assumingMemoryBound(to: ReadyPin.self).pointee, ReadyPin(value))
    case .reference: isTaken = Self.set(&place.assumingMemoryBound(to: Reference.self).pointee, Reference(value))
    case .sensorCurve: isTaken = Self.set(&place.assumingMemoryBound(to: press_curve.self).pointee, Self.curve(value))
    case .correction:
      isTaken = Self.set(&place.assumingMemoryBound(to: press_pad_correction.self).pointee, Self.correction(value))
    case .timingCurve:
      isTaken = Self.setCourse(value, of: Self.options(place))
    case .contactLift: isTaken = Self.set(&place.assumingMemoryBound(to: UInt32.self).pointee, Self.lift(value))
    case .inputKey: isTaken = Self.set(&place.assumingMemoryBound(to: UInt16.self).pointee, InputKey.code(value))
    case .fileMode: isTaken = Self.set(&place.assumingMemoryBound(to: FileMode.self).pointee, FileMode(value))
    case .eventType: isTaken = Self.set(&place.assumingMemoryBound(to: EventOfRow.self).pointee, EventOfRow(value))
    case .calibration:
      // The file is read later, after the path was found valid.
      var path = Path()
      return path.set(value) ? .ok : .badValue(value)
    }
    return isTaken ? .ok : .badValue(value)
  }

  private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  private static func curve(_ value: Slice) -> press_curve? {
    var curve = press_curve()
    var words = value
    let kind = words.takeWord()
    if kind == "power" {
      let conductance = Number.q16(words.takeWord())
      let force = Number.q16(words.takeWord())
      guard let conductance, let force, let exponent = Number.q16(words.takeWord()), words.isEmpty else { return nil }
      curve = Curve.makePower(conductance, force, exponent)
      return Curve.brokenRule(&curve) == 0 ? curve : nil
    }
    if !(kind == "table") { return nil }
    var points = InlineArray<16, press_curve_point>(repeating: press_curve_point())
    var count = 0
    while !words.isEmpty {
      var point = words.takeWord()
      let conductance = Number.q16(point.takeField(UInt8(ascii: ":")))
      guard count < 16, let conductance, let force = Number.q16(point) else { return nil }
      points[count] = press_curve_point(conductance: conductance, force: force)
      count += 1
    }
    return withUnsafePointer(to: &points) {
      let points = UnsafeRawPointer($0).assumingMemoryBound(to: press_curve_point.self)
      if count == 0 || !Curve.isRising(points, count) { return nil }
      Curve.fillTable(&curve, points, count)
      return curve
    }
  }

  private static func correction(_ value: Slice) -> press_pad_correction? {
    var words = value
    var n = InlineArray<6, Int32>(repeating: 0)
    for i in 0..<6 {
      guard let number = Number.q16(words.takeWord()) else { return nil }
      n[i] = number
    }
    let correction = press_pad_correction(a: n[0], b: n[1], c: n[2], d: n[3], e: n[4], f: n[5])
    return words.isEmpty && correction.isValid ? correction : nil
  }

  /// The options to which a curve belongs: their flags say whether it is a spring.
  static func options(_ curve: UnsafeMutableRawPointer) -> UnsafeMutablePointer<press_transition_options> {
    (curve - MemoryLayout<press_transition_options>.offset(of: \.curve)!).assumingMemoryBound(to: press_transition_options.self)
  }

  private static func setCourse(_ value: Slice, of options: UnsafeMutablePointer<press_transition_options>) -> Bool {
    let spring = UInt32(PRESS_TRANSITION_FLAG_SPRING)
    var words = value
    if !(words.takeWord() == "spring") {
      if !set(&options.pointee.curve, timingCurve(value)) { return false }
      options.pointee.flags &= ~spring
      return true
    }
    let damping = Number.q16(words.takeWord())
    guard let damping, let response = Number.q16(words.takeWord()), words.isEmpty else { return false }
    var made = options.pointee
    made.curve = press_timing_curve(x1: damping, y1: response, x2: 0, y2: 0)
    made.flags |= spring
    if !made.isValid { return false }
    options.pointee = made
    return true
  }

  private static func timingCurve(_ value: Slice) -> press_timing_curve? {
    // 0.42 and 0.58, as PRESS_Q16 rounds them.
    switch Words("ease_in_out,ease_in,ease_out,linear").index(of: value) {
    case 0: return press_timing_curve(x1: 27525, y1: 0, x2: 38011, y2: 65536)
    case 1: return press_timing_curve(x1: 27525, y1: 0, x2: 65536, y2: 65536)
    case 2: return press_timing_curve(x1: 0, y1: 0, x2: 38011, y2: 65536)
    case 3: return press_timing_curve(x1: 0, y1: 0, x2: 65536, y2: 65536)
    default: break
    }
    var words = value
    let x1 = Number.q16(words.takeWord(), least: 0, most: 65536)
    let y1 = Number.q16(words.takeWord())
    let x2 = Number.q16(words.takeWord(), least: 0, most: 65536)
    guard let x1, let y1, let x2, let y2 = Number.q16(words.takeWord()), words.isEmpty else { return nil }
    return press_timing_curve(x1: x1, y1: y1, x2: x2, y2: y2)
  }

  private static func lift(_ value: Slice) -> UInt32? {
    if value == "contact" { return UInt32(PRESS_BUTTON_LIFT_OF_CONTACT) }
    return Number.microseconds(value, most: UInt64(UInt32.max) - 1).map { UInt32($0) }
  }
}

/// The channel to which a sensor is wired: of one converter, or counted through all converters.
package struct Channel {
  /// The number of the converter from 1, as in the name of its section; 0: channels are counted through all converters.
  package var converter = 0
  package var number: UInt32 = 0
  /// The input that is subtracted in a pair, plus 1; 0: no pair.
  package var pairedWith: UInt32 = 0

  package init() {}

  package init?(_ value: Slice) {
    var rest = value
    if value.starts("converter") {
      let name = rest.takeField(UInt8(ascii: "."))
      guard let index = Section.converter.index(of: name) else { return nil }
      converter = index + 1
    }
    if converter == 0, let dash = rest.index(of: UInt8(ascii: "-")) {
      guard let other = Number.unsigned(rest.dropping(dash + 1), most: 63) else { return nil }
      pairedWith = UInt32(other) + 1
      rest = rest.keeping(dash)
    }
    guard let number = Number.unsigned(rest, most: 63), UInt32(number) + 1 != pairedWith else { return nil }
    self.number = UInt32(number)
  }
}

/// The GPIO chip that ALERT/RDY is wired to, and its line.
package struct ReadyPin {
  /// The name of the GPIO chip; empty: none.
  package var chip = Path()
  package var line: UInt32 = 0

  package init() {}

  package init?(_ value: Slice) {
    if value == "none" { return }
    guard let colon = value.lastIndex(of: UInt8(ascii: ":")), value.starts("/"),
      let line = Number.unsigned(value.dropping(colon + 1), most: UInt64(UInt32.max)), chip.set(value.keeping(colon))
    else { return nil }
    self.line = UInt32(line)
  }
}

/// The spare input that the supply is wired to.
package struct Reference {
  package private(set) var channel: Int?

  package init() {}

  package init?(_ value: Slice) {
    if value == "none" { return }
    guard let number = Number.unsigned(value, most: 3) else { return nil }
    channel = Int(number)
  }
}

/// The rights to a file.
package struct FileMode {
  package var bits: UInt32 = 0o600

  package init() {}

  package init?(_ value: Slice) {
    let digits = value.count == 4 && value[0] == UInt8(ascii: "0") ? value.dropping(1) : value
    if digits.count != 3 { return nil }
    bits = 0
    for i in 0..<3 {
      if digits[i] < UInt8(ascii: "0") || digits[i] > UInt8(ascii: "7") { return nil }
      bits = bits << 3 | UInt32(digits[i] - UInt8(ascii: "0"))
    }
  }
}
