import CPress
import PressCore
import PressDevice

/// Values as a config has them: what is shown is accepted again, and means the same.
extension Key {
  public func show(_ place: UnsafeMutableRawPointer, _ out: inout Writer) {
    switch form {
    case .fixed: out.q16(place.load(as: Int32.self))
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
    case .sensorCurve: Self.show(place.assumingMemoryBound(to: press_curve.self).pointee, &out)
    case .calibration: break  // what it holds stands in the other keys
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
      Self.show([c.a, c.b, c.c, c.d, c.e, c.f], &out)
    case .timingCurve:
      let options = Special.options(place).pointee
      let c = options.curve
      if options.flags & UInt32(PRESS_TRANSITION_SPRING) == 0 { return Self.show([c.x1, c.y1, c.x2, c.y2], &out) }
      out.text("spring ")
      Self.show([c.x1, c.y1], &out)
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

  private static func show<let count: Int>(_ numbers: InlineArray<count, Int32>, _ out: inout Writer) {
    for i in 0..<count {
      if i > 0 { out.text(" ") }
      out.q16(numbers[i])
    }
  }

  private static func show(_ curve: press_curve, _ out: inout Writer) {
    if curve.count == 0 {
      out.text("power ")
      return show([curve.reference_conductance, curve.reference_force, curve.exponent], &out)
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
  /// A value as a config has it, as far as there is room.
  public mutating func shown(_ place: Place, _ index: Int) -> Path {
    var shown = Path()
    withValue(place, index) { shown.append($0) }
    return shown
  }

  /// A value as a config has it, during the call.
  public mutating func withValue(_ place: Place, _ index: Int, _ body: (Slice) -> Void) {
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
