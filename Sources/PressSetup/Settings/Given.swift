/// A section, and which of those of its name, from 0.
public struct Place {
  public let section: Section
  public let index: Int

  public init(_ section: Section, _ index: Int = 0) {
    self.section = section
    self.index = index
  }

  /// By its name in a config: [sensor] is [sensor1], too.
  public init?(_ name: Slice) {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), let index = section.index(of: name) else { continue }
      self.init(section, index)
      return
    }
    return nil
  }
}

extension Section {
  /// Which of this section a name means.
  public func index(of called: Slice) -> Int? {
    if called == name { return 0 }
    let digits = called.dropping(name.utf8CodeUnitCount)
    guard most > 1, called.starts(name), digits[0] != UInt8(ascii: "0"),
      let n = Number.unsigned(digits, most: UInt64(most)), n >= 1
    else { return nil }
    return Int(n) - 1
  }

  public func key(called name: Slice) -> Int? {
    for i in 0..<keyCount where name == key(i).name { return i }
    return nil
  }
}

extension Message.StringInterpolation {
  /// A section as configs call it.
  public mutating func appendInterpolation(_ place: Place) {
    append(Message.Piece(.text, Slice(place.section.name)))
    if place.index > 0 { append(Message.Piece(.number, UInt64(place.index + 1))) }
  }
}

/// Which sections and keys were given, and in which line.
public struct Given {
  /// Not in a file, but with --set.
  public static let onCommandLine = UInt32.max
  /// Of a line of the profile, beside its number.
  public static let inProfile: UInt32 = 1 << 31

  public static func isInProfile(_ line: UInt32) -> Bool { line != onCommandLine && line & inProfile != 0 }

  private var lines = ForEachKey(repeating: 0)
  private var counts = ForEachSection(repeating: 0)

  public mutating func count(_ section: Section) -> Int { Int(counts[Int(section.rawValue)]) }

  /// One more of a section is there.
  public mutating func open(_ place: Place, line: UInt32) {
    if place.index >= count(place.section) { counts[Int(place.section.rawValue)] = UInt8(place.index + 1) }
    note(place, nil, line: line)
  }

  /// Where a key, or with nil the section, was given first; 0: nowhere.
  public mutating func line(_ place: Place, _ key: Int?) -> UInt32 { lines[Self.slot(place, key)] }

  public mutating func note(_ place: Place, _ key: Int?, line: UInt32) {
    let slot = Self.slot(place, key)
    if key != nil || lines[slot] == 0 { lines[slot] = line }
  }

  private static func slot(_ place: Place, _ key: Int?) -> Int {
    var slot = place.index * (place.section.keyCount + 1)
    for raw in 0..<place.section.rawValue {
      if let section = Section(rawValue: raw) { slot += section.most * (section.keyCount + 1) }
    }
    return slot + (key.map { $0 + 1 } ?? 0)
  }
}
