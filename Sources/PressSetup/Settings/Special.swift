import CPress
import PressCore
import PressDevice

/// Values that are more than a number, a word or a text.
public enum Special {
  case channel, sensorCurve, calibration, readyPin, reference, correction, timingCurve, contactLift, inputKey, fileMode, eventType

  public var accepted: StaticString {
    switch self {
    case .channel:
      "the number of a channel, from 0, or one of a converter: converter2.0; counted on through converter2, from 0 to 63; for a CSV the column"
    case .sensorCurve:
      "power MICROSIEMENS NEWTONS EXPONENT, all above 0, exponent 0.25 to 4; or table MICROSIEMENS:NEWTONS ..., 1 to 16 points, both rising from above 0"
    case .calibration: "the path of a calibration file, up to 255 bytes, without # or ; after a blank"
    case .readyPin: "CHIP:LINE, as in /dev/gpiochip0:17, or none"
    case .reference: "none, or the number of a channel, from 0 to 3"
    case .correction:
      "A B C D E F: x' = A x + B y + C, y' = D x + E y + F; A, B, D, E from -1024 to 1024, A E not equal to B D"
    case .timingCurve:
      "ease_in_out, ease_in, ease_out, linear, X1 Y1 X2 Y2 with X1 and X2 from 0 to 1, or spring DAMPING RESPONSE, 0.1 to 4 and 0.001 to 60 s"
    case .contactLift: "contact (that of the contact), or a time: microseconds, or a number with us, ms or s"
    case .fileMode: "three octal digits, as in 660, with or without a 0 before them"
    case .eventType: "an event as the log calls it, alone or with a reason: drag_cancelled:forbidden"
    case .inputKey:
      "none, btn_left, btn_right, btn_middle, key_enter, key_esc, key_space, key_tab, key_up, key_down, key_left, key_right, key_back, key_menu, or a code of linux/input-event-codes.h, 1 to 767, but not btn_touch or btn_tool_finger"
    }
  }

  /// How many bytes a calibration may replace.
  public var size: Int {
    if case .sensorCurve = self { return MemoryLayout<press_curve>.size }
    return 0
  }

  public func store(_ value: Slice, at place: UnsafeMutableRawPointer) -> SetResult {
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
      // What it holds is taken when the path is known to be one.
      var path = Path()
      return path.set(value) ? .ok : .badValue
    }
    return isTaken ? .ok : .badValue
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

  /// The options that a curve is of: whether it is a spring stands in their flags.
  static func options(_ curve: UnsafeMutableRawPointer) -> UnsafeMutablePointer<press_transition_options> {
    (curve - MemoryLayout<press_transition_options>.offset(of: \.curve)!).assumingMemoryBound(to: press_transition_options.self)
  }

  private static func setCourse(_ value: Slice, of options: UnsafeMutablePointer<press_transition_options>) -> Bool {
    let spring = UInt32(PRESS_TRANSITION_SPRING)
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

/// Where a sensor is wired to: a channel of a converter, or of all, counted on from one to the next.
public struct Channel {
  /// From 1, as sections are called; 0: it is counted on.
  public var converter = 0
  public var number: UInt32 = 0

  public init() {}

  public init?(_ value: Slice) {
    var rest = value
    if value.starts("converter") {
      let name = rest.takeField(UInt8(ascii: "."))
      guard let index = Section.converter.index(of: name) else { return nil }
      converter = index + 1
    }
    guard let number = Number.unsigned(rest, most: 63) else { return nil }
    self.number = UInt32(number)
  }
}

/// The GPIO chip that ALERT/RDY is wired to, and its line.
public struct ReadyPin {
  /// Empty: none.
  public var chip = Path()
  public var line: UInt32 = 0

  public init() {}

  public init?(_ value: Slice) {
    if value == "none" { return }
    guard let colon = value.lastIndex(of: UInt8(ascii: ":")), value.starts("/"),
      let line = Number.unsigned(value.dropping(colon + 1), most: UInt64(UInt32.max)), chip.set(value.keeping(colon))
    else { return nil }
    self.line = UInt32(line)
  }
}

/// The spare input that the supply is wired to.
public struct Reference {
  public private(set) var channel: Int?

  public init() {}

  public init?(_ value: Slice) {
    if value == "none" { return }
    guard let number = Number.unsigned(value, most: 3) else { return nil }
    channel = Int(number)
  }
}

/// The rights to a file.
public struct FileMode {
  public var bits: UInt32 = 0o600

  public init() {}

  public init?(_ value: Slice) {
    let digits = value.count == 4 && value[0] == UInt8(ascii: "0") ? value.dropping(1) : value
    if digits.count != 3 { return nil }
    bits = 0
    for i in 0..<3 {
      if digits[i] < UInt8(ascii: "0") || digits[i] > UInt8(ascii: "7") { return nil }
      bits = bits << 3 | UInt32(digits[i] - UInt8(ascii: "0"))
    }
  }
}
