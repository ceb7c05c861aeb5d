import CPress
import CPressLinux
import PressSetup

/// Values of the config that were changed while pressd runs, as they were given.
struct Changes {
  static let capacity = 64
  static let longestValue = 80

  struct Change {
    var place = Place(.engine)
    var key = 0
    var value = Path()
    /// It stands in the file that was saved, or will once that is written.
    var isSaved = false
    var isBeingSaved = false
  }

  enum Outcome {
    case ok
    /// No section, no key, or none that can be changed while pressd runs.
    case noKey(StaticString)
    case badValue(StaticString)
    /// The library refuses it with this rule.
    case refused(UnsafePointer<CChar>?)
    case notAttached, tooMany
  }

  private let changes: UnsafeMutablePointer<Change>
  private(set) var count = 0

  init(_ changes: UnsafeMutablePointer<Change>) { self.changes = changes }

  /// Changes a value: `section.key`. Whatever is not accepted changes nothing. `old`: what it was.
  mutating func set(
    _ name: Slice, _ value: Slice, _ program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?, _ pad: OpaquePointer?, _ old: inout Old
  ) -> Outcome {
    var key = name
    let section = key.takeField(UInt8(ascii: "."))
    let changeable: StaticString = Settings.changeable
    guard let place = Place(section), place.index == 0, place.section.canChange, let index = place.section.key(called: key) else {
      return .noKey(changeable)
    }
    if Words("enabled,tell_moved").index(of: key) != nil { return .noKey("one that can change while pressd runs") }
    if !program.pointee.settings.isAttached(place.section) { return .notAttached }
    guard let slot = slot(place, index) else { return .tooMany }
    if value.count > Self.longestValue { return .badValue(place.section.key(index).accepted) }
    old.origin = origin(place, index, &program.pointee.settings.given)
    old.value = program.pointee.settings.shown(place, index)
    let before = program.pointee.settings
    if case .ok = program.pointee.settings.set(place, key, value, line: Given.onCommandLine) {
    } else {
      return .badValue(place.section.key(index).accepted)
    }
    if let why = Self.refusal(place.section, program, engine, pad) {
      program.pointee.settings = before
      return .refused(why)
    }
    changes[slot] = Change(place: place, key: index, value: Path(value))
    count = max(count, slot + 1)
    return .ok
  }

  func origin(_ place: Place, _ key: Int, _ given: inout Given) -> Origin {
    for i in 0..<count where changes[i].place.section == place.section && changes[i].place.index == place.index && changes[i].key == key {
      return changes[i].isSaved ? .saved : .set
    }
    return Origin(line: given.line(place, key))
  }

  private func slot(_ place: Place, _ key: Int) -> Int? {
    for i in 0..<count where changes[i].place.section == place.section && changes[i].key == key { return i }
    return count < Self.capacity ? count : nil
  }

  /// Hands the config of a section to the library. @return why it is refused, or nil.
  private static func refusal(
    _ section: Section, _ program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?, _ pad: OpaquePointer?
  ) -> UnsafePointer<CChar>? {
    if program.pointee.settings.refuses(program.pointee.options.source.setup) { return text("it does not go with the rest of the config\0") }
    var why: UnsafePointer<CChar>?
    let status: Int32
    switch section {
    case .engine:
      status = press_config_check(&program.pointee.settings.engine.config, &why)
      if status == 0 { return answer(press_engine_set(engine, &program.pointee.settings.engine.config)) }
    case .pad:
      status = press_pad_config_check(&program.pointee.settings.pad.config, &why)
      if program.pointee.settings.isStale(rate: program.pointee.rate) { return text("stale_after_us: frames come less often\0") }
      if status == 0 { return answer(press_pad_set(pad, &program.pointee.settings.pad.config)) }
    default:
      guard let (answered, said) = program.pointee.settings.set(section, of: engine) else { return text("it cannot change\0") }
      status = answered
      why = said
      if status == 0 { return nil }
    }
    return why ?? press_strerror(status)
  }

  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  private static func answer(_ status: Int32) -> UnsafePointer<CChar>? { status == 0 ? nil : press_strerror(status) }

  // MARK: The file

  func beginSaving() {
    for i in 0..<count { changes[i].isBeingSaved = true }
  }

  /// What was changed meanwhile is not in it.
  func endSaving(_ isSaved: Bool) {
    for i in 0..<count where changes[i].isBeingSaved {
      changes[i].isBeingSaved = false
      if isSaved { changes[i].isSaved = true }
    }
  }

  /// SECTION.KEY = VALUE, a line each.
  func write(_ out: inout Writer) {
    out.text("# Written by pressd. What was changed while it ran.\n")
    for i in 0..<count {
      let change = changes[i]
      out.say("\(change.place.section.name).\(change.place.section.key(change.key).name) = ")
      change.value.write(&out)
      out.text("\n")
    }
  }
}
