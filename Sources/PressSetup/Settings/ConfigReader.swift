/// An INI file, line by line: [section], key = value, comments after # or ; at the start of a line or after a blank.
public struct ConfigReader {
  /// It is the profile of a person: its sections attach nothing.
  public let isProfile: Bool
  private var place: Place?
  /// Keys of a section that is wrong are none.
  private var skips = false

  /// What is wrong with a line.
  public enum Problem {
    case unclosed(Slice)
    case neither
    case beforeSections
    case section(SetResult, Slice)
    case key(SetResult, Place, Slice)
  }

  public init(isProfile: Bool) { self.isProfile = isProfile }

  /// Takes the next line, from 1, without its end. @return what is wrong, or nil.
  public mutating func take(_ raw: Slice, number: UInt32, _ settings: UnsafeMutablePointer<Settings>) -> Problem? {
    let line = Self.withoutComment(raw).trimmed
    if line.isEmpty { return nil }
    let isSection = line[0] == UInt8(ascii: "[")
    if skips && !isSection { return nil }
    let problem = isSection ? open(line, number, settings) : set(line, number, settings)
    skips = isSection && problem != nil
    return problem
  }

  /// [section]
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

  /// key = value
  private func set(_ line: Slice, _ number: UInt32, _ settings: UnsafeMutablePointer<Settings>) -> Problem? {
    var value = line
    let key = value.takeField(UInt8(ascii: "=")).trimmed
    if key.count == line.count || key.isEmpty { return .neither }
    guard let place else { return .beforeSections }
    let result = settings.pointee.set(place, key, value.trimmed, line: number | (isProfile ? Given.inProfile : 0))
    if case .ok = result { return nil }
    return .key(result, place, key)
  }

  static func withoutComment(_ line: Slice) -> Slice {
    for i in 0..<line.count where line[i] == UInt8(ascii: "#") || line[i] == UInt8(ascii: ";") {
      if i == 0 || Slice.isBlank(line[i - 1]) { return line.keeping(i) }
    }
    return line
  }
}

extension Writer {
  public mutating func say(_ problem: ConfigReader.Problem) {
    switch problem {
    case .unclosed(let line): quote("no section: ", line, " requires a ] at its end")
    case .neither: text("neither [section] nor key = value")
    case .beforeSections:
      text("a key before the first section; there are ")
      sections()
    case .section(let result, let name): say(result, section: name, key: Slice(""))
    case .key(let result, let place, let key):
      var name = Path(place.section.name)
      if place.index > 0 { name.append(UInt64(place.index + 1)) }
      name.withText { say(result, section: $0, key: key) }
    }
  }
}
