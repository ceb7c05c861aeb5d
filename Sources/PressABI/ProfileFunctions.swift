import CPress
import PressCore

@implementation @_cdecl("press_profile_init")
public func press_profile_init(_ profile: UnsafeMutablePointer<press_profile>?) {
  guard let profile else { return }
  profile.pointee = press_profile()
  profile.pointee.size = UInt32(MemoryLayout<press_profile>.size)
}

@implementation @_cdecl("press_profile_line")
public func press_profile_line(
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

/// "[section]". press_profile.section is 0 before the first.
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
    if value.count > room || value.hasControls { return Refused("the name must be text of up to 63 bytes") }
    let name = UnsafeMutableRawPointer(Layout.address(of: &profile.pointee.name))
    var i = 0
    while i <= room {
      name.storeBytes(of: value[i], toByteOffset: i, as: UInt8.self)
      i &+= 1
    }
    return nil
  }
}
