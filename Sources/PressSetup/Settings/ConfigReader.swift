import CPress

/// Reads an INI file line by line: [section], key = value, comments after # or ; at the start of a line or after a blank.
package struct ConfigReader {
  /// Whether the file is the profile of a person: its sections attach nothing.
  package let isProfile: Bool
  private var place: Place?
  /// Keys are skipped, because their section is wrong.
  private var skips = false

  /// The problem of a line.
  package enum Problem {
    case unclosed(Slice)
    case neither(Slice)
    case beforeSections(Slice)
    case section(SetResult, Slice)
    case key(SetResult, Place, Slice)
  }

  package init(isProfile: Bool) { self.isProfile = isProfile }

  /// Takes the next line without its end. `number`: from 1. @return the problem, or nil.
  package mutating func take(_ raw: Slice, number: UInt32, _ settings: UnsafeMutablePointer<Settings>) -> Problem? {
    let line = Self.withoutComment(raw).trimmed
    if line.isEmpty { return nil }
    let isSection = line[0] == UInt8(ascii: "[")
    if skips && !isSection { return nil }
    let problem = isSection ? open(line, number, settings) : set(line, number, settings)
    skips = isSection && problem != nil
    return problem
  }

  /// Takes [section].
  private mutating func open(_ line: Slice, _ number: UInt32, _ settings: UnsafeMutablePointer<Settings>) -> Problem? {
    if line[line.count - 1] != UInt8(ascii: "]") { return .unclosed(line) }
    let name = line.dropping(1).keeping(line.count - 2).trimmed
    guard let found = Place(name) else { return .section(.noSection, name) }
    if isProfile {
      if found.section.keysOfProfile[0].isEmpty || found.index > 0 { return .section(.noSectionOfProfile, name) }
    } else if !settings.pointee.open(found, line: number) {
      return .section(.missingBefore, name)
    }
    place = found
    return nil
  }

  /// Takes key = value.
  private func set(_ line: Slice, _ number: UInt32, _ settings: UnsafeMutablePointer<Settings>) -> Problem? {
    var value = line
    let key = value.takeField(UInt8(ascii: "=")).trimmed
    if key.count == line.count || key.isEmpty { return .neither(line) }
    guard let place else { return .beforeSections(key) }
    let result = settings.pointee.set(place, key, value.trimmed, line: number | (isProfile ? Given.inProfile : 0))
    if case .ok = result { return nil }
    return .key(result, place, key)
  }

  @inline(never)
  static func withoutComment(_ line: Slice) -> Slice {
    for i in 0..<line.count where line[i] == UInt8(ascii: "#") || line[i] == UInt8(ascii: ";") {
      if i == 0 || Slice.isBlank(line[i - 1]) { return line.keeping(i) }
    }
    return line
  }
}

extension Writer {
  package mutating func say(_ problem: ConfigReader.Problem) {
    switch problem {
    case .unclosed(let line): quote("no section: ", line, " requires a ] at its end")
    case .neither(let line):
      text("neither [section] nor key = value")
      hint(line: line)
    case .beforeSections(let key):
      text("a key before the first section; there are ")
      sections()
      hint(keyBefore: key)
    case .section(let result, let name): say(result, section: name, key: Slice(""))
    case .key(let result, let place, let key):
      var name = Path(place.section.name)
      if place.index > 0 { name.append(UInt64(place.index + 1)) }
      name.withText { say(result, section: $0, key: key) }
    }
  }
}

/// A section, and its index among those with the same name, from 0.
package struct Place {
  package let section: Section
  package let index: Int

  package init(_ section: Section, _ index: Int = 0) {
    self.section = section
    self.index = index
  }

  /// The place of a name in a config: [sensor] is [sensor1], too. nil: there is none.
  package init?(_ name: Slice) {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), let index = section.index(of: name) else { continue }
      self.init(section, index)
      return
    }
    return nil
  }
}

extension Section {
  /// The index of the section with a name among those of this kind; nil: the name is of another kind.
  package func index(of called: Slice) -> Int? {
    if called == name { return 0 }
    let digits = called.dropping(name.utf8CodeUnitCount)
    guard most > 1, called.starts(name), digits[0] != UInt8(ascii: "0"),
      let n = Number.unsigned(digits, most: UInt64(most)), n >= 1
    else { return nil }
    return Int(n) - 1
  }

  package func key(called name: Slice) -> Int? {
    for i in 0..<keyCount where name == key(i).name { return i }
    return nil
  }

  /// Whether pressd can change a key while it runs. It cannot change which interactions are attached, or the storage of the engine.
  package func canChange(_ index: Int) -> Bool {
    canChange && Words("enabled,tell_moved,max_contacts,max_targets,max_events").index(of: Slice(key(index).name)) == nil
  }
}

extension Message.StringInterpolation {
  /// Appends the name of a section as in a config.
  package mutating func appendInterpolation(_ place: Place) {
    append(Message.Piece(.text, Slice(place.section.name)))
    if place.index > 0 { append(Message.Piece(.number, UInt64(place.index + 1))) }
  }
}

/// The sections and keys that were given, with their lines.
package struct Given {
  /// The line of a key that was given with --set, not in a file.
  package static let onCommandLine = UInt32.max
  /// The bit that is added to the number of a line of the profile.
  package static let inProfile: UInt32 = 1 << 31

  package static func isInProfile(_ line: UInt32) -> Bool { line != onCommandLine && line & inProfile != 0 }

  private var lines = ForEachKey(repeating: 0)
  private var counts = ForEachSection(repeating: 0)

  package mutating func count(_ section: Section) -> Int { Int(counts[Int(section.rawValue)]) }

  /// Notes a section; its count grows if it is new.
  package mutating func open(_ place: Place, line: UInt32) {
    if place.index >= count(place.section) { counts[Int(place.section.rawValue)] = UInt8(place.index + 1) }
    note(place, nil, line: line)
  }

  /// The line of a key, or with nil the first line of the section; 0: it was not given.
  package mutating func line(_ place: Place, _ key: Int?) -> UInt32 { lines[Self.slot(place, key)] }

  package mutating func note(_ place: Place, _ key: Int?, line: UInt32) {
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

/// A complaint about settings that contradict each other.
package struct Complaint {
  var place = Place(.sensor)
  /// The wrong key; empty: the section is wrong.
  var key = Slice("")
  package fileprivate(set) var message = Message("")
  /// Whether `key` is the text of the library: "KEY: its rule".
  fileprivate var isRule = false

  init() {}
}

extension Settings {
  /// Keeps a complaint. @return true, as all functions that find a problem do.
  @inline(never)
  mutating func complain(_ place: Place, _ key: Slice, _ message: Message) -> Bool {
    complaint.place = place
    complaint.key = key
    complaint.message = message
    complaint.isRule = false
    return true
  }

  mutating func complain(_ place: Place, _ key: StaticString, _ message: Message) -> Bool { complain(place, Slice(key), message) }

  /// Keeps the objection of the library to a section: "KEY: its rule".
  @inline(never)
  mutating func complain(_ place: Place, library why: UnsafePointer<CChar>) -> Bool {
    _ = complain(place, Slice(cString: why), "\(place).\(why)")
    complaint.isRule = true
    return true
  }

  /// Writes the complaint, and the values of the keys that its rule names: a config may give one of them, and the other has its default.
  @inline(never)
  package mutating func sayComplaint(_ out: inout Writer) {
    let place = complaint.place
    var rest = complaint.key
    let first = rest.takeName()
    if !complaint.isRule { return out.say(complaint.message) }
    if !isGiven(place, first), let other = otherGiven(place, rest) {
      out.place(place)
      out.text(".")
      out.slice(other)
      out.text(" = ")
      sayValue(place, other, &out)
      out.text(" does not go with ")
      sayKey(place, first, &out)
      out.text(": ")
      return out.slice(complaint.key)
    }
    out.say(complaint.message)
    var separator: StaticString = "; "
    rest = complaint.key
    while !rest.isEmpty {
      let name = rest.takeName()
      guard let key = place.section.key(called: name), !rest.names(name) else { continue }
      if case .special = place.section.key(key).form { continue }
      out.text(separator)
      sayKey(place, name, &out)
      separator = ", "
    }
  }

  private mutating func isGiven(_ place: Place, _ name: Slice) -> Bool {
    guard let key = place.section.key(called: name) else { return true }
    return given.line(place, key) != 0
  }

  /// The first key of a rule that was given.
  private mutating func otherGiven(_ place: Place, _ rule: Slice) -> Slice? {
    var rest = rule
    while !rest.isEmpty {
      let name = rest.takeName()
      if let key = place.section.key(called: name), given.line(place, key) != 0 { return name }
    }
    return nil
  }

  private mutating func sayValue(_ place: Place, _ name: Slice, _ out: inout Writer) {
    guard let key = place.section.key(called: name) else { return }
    withUnsafeMutablePointer(to: &self) { place.section.key(key).show(Self.memory($0, place) + place.section.key(key).offset, &out) }
  }

  private mutating func sayKey(_ place: Place, _ name: Slice, _ out: inout Writer) {
    out.slice(name)
    out.text(" = ")
    sayValue(place, name, &out)
    if !isGiven(place, name) { out.text(", its default") }
  }

  /// The line of the complaint: of the key, of another key that the rule names, or of the section; 0: none of them was given.
  package mutating func lineOfComplaint() -> UInt32 {
    let place = complaint.place
    var rest = complaint.key
    while !rest.isEmpty {
      let word = rest.takeName()
      guard let key = place.section.key(called: word) else { continue }
      let line = given.line(place, key)
      if line != 0 { return line }
    }
    return given.line(place, nil)
  }
}

extension Slice {
  /// Whether one of the names in the text is this one.
  fileprivate func names(_ name: Slice) -> Bool {
    var rest = self
    while !rest.isEmpty {
      if rest.takeName() == name { return true }
    }
    return false
  }

  /// Takes off and returns the next run of letters, digits and underscores.
  fileprivate mutating func takeName() -> Slice {
    func isPart(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
      default: false
      }
    }
    var first = 0
    while first < count && !isPart(self[first]) { first += 1 }
    var end = first
    while end < count && isPart(self[end]) { end += 1 }
    let name = keeping(end).dropping(first)
    self = dropping(end)
    return name
  }
}
