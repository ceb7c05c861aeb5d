import CPress
import PressCore

@implementation @_cdecl("press_profile_init")
package func press_profile_init(_ profile: UnsafeMutablePointer<press_profile>?) {
  guard let profile else { return }
  profile.pointee = press_profile()
  profile.pointee.size = UInt32(MemoryLayout<press_profile>.size)
}

@implementation @_cdecl("press_profile_line")
package func press_profile_line(
  _ profile: UnsafeMutablePointer<press_profile>?, _ line: UnsafePointer<CChar>?, _ length: Int,
  _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let profile, let line, length >= 0 else { return answer(nothingGiven, why) }
  if !Sized.isWhole(profile) { return answer(wrongSize, why) }
  var rest = Line(at: UnsafeRawPointer(line).assumingMemoryBound(to: UInt8.self), count: length)
  rest.dropComment()
  if rest.isEmpty { return Status.ok }
  let refused = rest[0] == UInt8(ascii: "[") ? open(profile, rest) : set(profile, rest)
  guard let refused else { return Status.ok }
  why?.pointee = refused.why
  return refused.status
}

private struct Refused {
  let status: Int32
  let why: UnsafePointer<CChar>?

  @inline(__always)
  init(_ why: StaticString, _ status: Int32 = Status.invalid) { self.init(why: text(why), status) }

  init(why: UnsafePointer<CChar>?, _ status: Int32 = Status.invalid) {
    self.status = status
    self.why = why
  }
}

/// Opens "[section]". press_profile.section is 0 before the first section.
private func open(_ profile: UnsafeMutablePointer<press_profile>, _ line: Line) -> Refused? {
  if line[line.count &- 1] != UInt8(ascii: "]") { return Refused("a section requires a ] at its end") }
  guard let row = ProfileRow(line.from(1).keeping(line.count &- 2).trimmed, in: 0) else {
    return Refused(ProfileSection.refusal, Status.notFound)
  }
  profile.pointee.section = UInt32(row.argument) &+ 1
  return nil
}

/// "key = value"
private func set(_ profile: UnsafeMutablePointer<press_profile>, _ line: Line) -> Refused? {
  let equals = line.index(of: UInt8(ascii: "="))
  if equals <= 0 { return Refused("neither [section] nor key = value") }
  if profile.pointee.section == 0 { return Refused("a key before the first section", Status.state) }
  guard let row = ProfileRow(line.keeping(equals).trimmed, in: UInt8(truncatingIfNeeded: profile.pointee.section)) else {
    return Refused("no such key in this section of a profile", Status.notFound)
  }
  let bit = UInt64(1) &<< row.number
  if profile.pointee.given & bit != 0 { return Refused("this key came before", Status.state) }
  let refused = row.store(line.from(equals &+ 1).trimmed, profile)
  if refused == nil { profile.pointee.given |= bit }
  return refused
}

private struct ProfileRow {
  /// Among the keys.
  private(set) var number: UInt64 = 0
  let section: UInt8
  private let offset: Int
  private let kind: ProfileKind
  let argument: UInt8

  private static func byte(_ i: Int) -> UInt8 { i >= 0 && i < profileRows.count ? profileRows[i] : 0 }

  init?(_ name: Line, in section: UInt8) {
    var at = 0
    while at < profileRows.count {
      let length = Int(Self.byte(at))
      let end = at &+ 1 &+ length
      var i = length == name.count && Self.byte(end) == section ? 0 : length &+ 1
      while i < length && Self.byte(at &+ 1 &+ i) == name[i] { i &+= 1 }
      if i == length {
        self.section = section
        offset = Int(Self.byte(end &+ 1))
        kind = ProfileKind(rawValue: Self.byte(end &+ 2)) ?? .section
        argument = Self.byte(end &+ 3)
        return
      }
      at = end &+ 4
      if Self.byte(end) > 0 { number &+= 1 }
    }
    return nil
  }

  func store(_ value: Line, _ profile: UnsafeMutablePointer<press_profile>) -> Refused? {
    var number: UInt32 = 0
    switch kind {
    case .text: return name(value, profile)
    case .decimal:
      let (least, most) = profileRange(argument)
      guard let taken = value.fixed, taken >= Int64(least), taken <= Int64(most) else {
        return Refused("the value must be a decimal in the range of the key")
      }
      number = UInt32(truncatingIfNeeded: taken)
    case .lift where value.isWord(Line("contact")): number = UInt32(PRESS_BUTTON_LIFT_OF_CONTACT)
    case .time, .lift:
      guard let taken = value.microseconds, taken >= Int64(argument), taken <= Int64(UInt32.max) else {
        return Refused("the value must be a time: microseconds, or a number with us, ms or s, in the range of the key")
      }
      number = UInt32(truncatingIfNeeded: taken)
    default:
      number = value.isWord(Line("yes")) ? 1 : 0
      if number == 0 && !value.isWord(Line("no")) { return Refused("the value must be yes or no") }
    }
    if kind == .truth {
      profile.pointee.right_to_left = number
    } else if let place = ProfileSection.place(section, profile) {
      if place.load(as: UInt32.self) <= UInt32(truncatingIfNeeded: offset) { return Refused(why: wrongSize) }
      store(number, place)
    } else {
      profile.pointee.unused |= 1 &<< (UInt32(section) &- 2)
    }
    return nil
  }

  private func store(_ number: UInt32, _ place: UnsafeMutableRawPointer) {
    var number = number
    if kind == .bit || kind == .noBit {
      let flags = place.load(fromByteOffset: offset, as: UInt32.self)
      number = (number == 1) == (kind == .bit) ? flags | UInt32(argument) : flags & ~UInt32(argument)
    }
    place.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
  }

  private func name(_ value: Line, _ profile: UnsafeMutablePointer<press_profile>) -> Refused? {
    let room = Int(PRESS_PROFILE_NAME) &- 1
    if value.count > room || !value.isText { return Refused("the name must be UTF-8 without control characters, up to 63 bytes") }
    let name = UnsafeMutableRawPointer(Layout.address(of: &profile.pointee.name))
    var i = 0
    while i <= room {
      name.storeBytes(of: value[i], toByteOffset: i, as: UInt8.self)
      i &+= 1
    }
    return nil
  }
}

/// A piece of a line of text, which belongs to somebody else.
struct Line {
  private var base: UnsafePointer<UInt8>
  private(set) var count: Int

  init(at base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  @inline(__always)
  init(_ literal: StaticString) { self.init(at: literal.utf8Start, count: literal.utf8CodeUnitCount) }

  subscript(i: Int) -> UInt8 { i >= 0 && i < count ? base[i] : 0 }

  var isEmpty: Bool { count == 0 }

  func from(_ n: Int) -> Line { n >= count ? Line(at: base, count: 0) : Line(at: base + n, count: count &- n) }

  func keeping(_ n: Int) -> Line { Line(at: base, count: n < 0 ? 0 : n < count ? n : count) }

  func isWord(_ word: Line) -> Bool { count == word.count && ends(word) }

  @inline(never)
  private func ends(_ word: Line) -> Bool {
    let first = count &- word.count
    var i = 0
    while i < word.count && self[first &+ i] == word[i] { i &+= 1 }
    return i == word.count
  }

  /// The index of a byte; -1: it is not there.
  func index(of byte: UInt8) -> Int {
    var i = 0
    while i < count && base[i] != byte { i &+= 1 }
    return i < count ? i : -1
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 13 || byte == 10 }

  @inline(never)
  var trimmed: Line {
    var line = self
    while line.count > 0 && Line.isBlank(line[0]) { line = line.from(1) }
    while line.count > 0 && Line.isBlank(line[line.count &- 1]) { line.count &-= 1 }
    return line
  }

  /// After # or ; at the start or after a blank. Blanks at both ends of the rest are removed.
  mutating func dropComment() {
    var i = 0
    while i < count {
      if (base[i] == UInt8(ascii: "#") || base[i] == UInt8(ascii: ";")) && (i == 0 || Line.isBlank(base[i &- 1])) {
        count = i
        break
      }
      i &+= 1
    }
    self = trimmed
  }

  /// UTF-8 without control characters.
  var isText: Bool {
    var i = 0
    while i < count {
      let first = UInt32(self[i])
      let more: UInt32 = first < 0x80 ? 0 : first &>> 5 == 6 ? 1 : first &>> 4 == 14 ? 2 : first &>> 3 == 30 ? 3 : 4
      if more == 4 { return false }
      var scalar = more == 0 ? first : first & (0x3F &>> more)
      var left = more
      while left > 0 {
        i &+= 1
        left &-= 1
        if self[i] & 0xC0 != 0x80 { return false }
        scalar = scalar &<< 6 | UInt32(self[i] & 0x3F)
      }
      // Below these are control characters, and forms that are too long.
      let least: UInt32 = more == 0 ? 0x20 : more == 1 ? 0xA0 : more == 2 ? 0x800 : 0x1_0000
      if scalar < least || scalar == 0x7F || scalar &>> 11 == 0x1B || scalar > 0x10_FFFF { return false }
      i &+= 1
    }
    return true
  }

  // MARK: Numbers

  /// A decimal as Q16.16, rounded to the nearest; ties away from 0.
  var fixed: Int64? {
    let isNegative = self[0] == UInt8(ascii: "-")
    let magnitude = isNegative || self[0] == UInt8(ascii: "+") ? from(1) : self
    guard let (whole, fraction, unit) = magnitude.decimal, whole <= 32768 else { return nil }
    let value = whole &<< 16 &+ Int64(bitPattern: Wide.divideRounded(UInt64(bitPattern: fraction &* 65536), by: UInt64(bitPattern: unit)))
    return isNegative ? 0 &- value : value
  }

  /// A time, plain or with us, ms or s; not finer than a microsecond.
  var microseconds: Int64? {
    var digits = self
    var scale: Int64 = 1
    if ends(Line("us")) {
      digits.count &-= 2
    } else if ends(Line("ms")) {
      digits.count &-= 2
      scale = 1000
    } else if ends(Line("s")) {
      digits.count &-= 1
      scale = 1_000_000
    }
    guard let (whole, fraction, unit) = digits.trimmed.decimal, case let micro = Wide.divide(fraction &* scale, by: unit),
      micro &* unit == fraction &* scale
    else { return nil }
    return whole &* scale &+ micro
  }

  /// Splits a decimal: 12.5 is whole 12, fraction 5 of unit 10. Up to 10 digits before the point; digits beyond 12 after it are ignored.
  @inline(never)
  private var decimal: (whole: Int64, fraction: Int64, unit: Int64)? {
    var (whole, fraction, unit): (Int64, Int64, Int64) = (0, 0, 1)
    var (i, point) = (0, -1)
    while i < count {
      let byte = base[i]
      if byte == UInt8(ascii: ".") && point < 0 && i > 0 {
        point = i
      } else if byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9") {
        return nil
      } else if point < 0 {
        if i >= 10 { return nil }
        whole = whole &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
      } else if i &- point <= 12 {
        fraction = fraction &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
        unit = unit &* 10
      }
      i &+= 1
    }
    return count == 0 || point == count &- 1 ? nil : (whole, fraction, unit)
  }
}
