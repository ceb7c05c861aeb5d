import CPress
import CPressLinux
import PressSetup

/// Values of the config that were changed while pressd runs, as they were given.
struct Changes {
  static let capacity = 64
  static let longestValue = 80
  /// Of a line of the file that is left out. All of them have room in a line of the socket.
  static let longestLine = 240

  struct Change {
    var place = Place(.engine)
    /// nil: a line of the file that is not accepted; `value` is the whole line.
    var key: Int?
    var value = Path()
    /// Of such a line.
    var number: UInt64 = 0
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
  /// Why a value was refused.
  private var rule = Path()

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
    if let why = refusal(place.section, program, engine, pad) {
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
  private mutating func refusal(
    _ section: Section, _ program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?, _ pad: OpaquePointer?
  ) -> UnsafePointer<CChar>? {
    if program.pointee.settings.refuses(program.pointee.options.source.setup) { return keep(program.pointee.settings.complaint.message) }
    var why: UnsafePointer<CChar>?
    let status: Int32
    switch section {
    case .engine:
      status = press_pad_config_check_with(&program.pointee.settings.pad.config, &program.pointee.settings.engine.config, &why)
      if status == 0 { return Self.answer(press_engine_set(engine, &program.pointee.settings.engine.config)) }
    case .pad:
      status = press_pad_config_check_with(&program.pointee.settings.pad.config, &program.pointee.settings.engine.config, &why)
      if program.pointee.settings.isStale(rate: program.pointee.rate) { return Self.text("stale_after_us: frames come less often\0") }
      if status == 0 { return Self.answer(press_pad_set(pad, &program.pointee.settings.pad.config)) }
    default:
      guard let (answered, said) = program.pointee.settings.set(section, of: engine) else { return Self.text("it cannot change\0") }
      status = answered
      why = said
      if status == 0 { return nil }
    }
    return why ?? press_strerror(status)
  }

  /// What a message says, until the next one.
  private mutating func keep(_ message: Message) -> UnsafePointer<CChar> {
    var bytes = InlineArray<255, UInt8>(repeating: 0)
    withUnsafeMutablePointer(to: &bytes) {
      var out = Writer(buffer: UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self), capacity: 255)
      out.say(message)
      rule = Path(out.written)
    }
    return withUnsafeMutablePointer(to: &rule) { Path.text($0) }
  }

  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  private static func answer(_ status: Int32) -> UnsafePointer<CChar>? { status == 0 ? nil : press_strerror(status) }

  // MARK: The file

  /// How many are accepted.
  var accepted: Int {
    var accepted = 0
    for i in 0..<count where changes[i].key != nil { accepted += 1 }
    return accepted
  }

  /// Keeps a line that is not accepted, so that the next `save` writes it too. @return false: it has no room.
  mutating func leaveOut(_ line: Slice, number: UInt64) -> Bool {
    if count == Self.capacity || line.count > Self.longestLine { return false }
    changes[count] = Change(value: Path(line), number: number)
    count += 1
    return true
  }

  /// The next line that is not accepted.
  func leftOut(from index: Int) -> Int? {
    for i in index..<max(count, index) where changes[i].key == nil { return i }
    return nil
  }

  subscript(index: Int) -> Change { changes[index] }

  mutating func remove(_ index: Int) {
    for i in index..<count - 1 { changes[i] = changes[i + 1] }
    count -= 1
  }

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

  /// SECTION.KEY = VALUE, a line each. A line that is not accepted stays, unless its key was set since.
  func write(_ out: inout Writer) {
    out.text("# Written by pressd. What was changed while it ran.\n")
    for i in 0..<count {
      let change = changes[i]
      if let key = change.key {
        out.say("\(change.place.section.name).\(change.place.section.key(key).name) = ")
      } else if isReplaced(change) {
        continue
      }
      change.value.write(&out)
      out.text("\n")
    }
  }

  private func isReplaced(_ line: Change) -> Bool {
    line.value.withText { text in
      var value = text
      var name = value.takeField(UInt8(ascii: "=")).trimmed
      let section = name.takeField(UInt8(ascii: "."))
      guard let place = Place(section), let key = place.section.key(called: name) else { return false }
      for i in 0..<count where changes[i].place.section == place.section && changes[i].key == key { return true }
      return false
    }
  }
}

/// What destinations propose to drags, as programs declared it: the engine asks while a frame is fed, and nobody can be waited for.
struct Proposals {
  static let operations = Words("cancel,forbidden,copy,move")
  static let flagNames = Words("exact,part,transfers,task,irreversible")
  static let hints = Words("plain,copy,link,disappearing,not_allowed")

  struct Rule {
    var target: UInt32 = 0
    /// The program that declared it: it ends with its connection.
    var reader = 0
    var operation: UInt32?
    var items: UInt32?
    var flags: UInt32 = 0
    var hint: UInt32?
  }

  private var rules = InlineArray<32, Rule>(repeating: Rule())
  private var count = 0

  init() {}

  /// In place of the one that its target had. There is room for each target that a config can have.
  mutating func declare(_ rule: Rule) {
    remove(target: rule.target)
    if count == 32 { return }
    rules[count] = rule
    count += 1
  }

  mutating func remove(target: UInt32) {
    for i in 0..<count where rules[i].target == target { return removeOne(i) }
  }

  /// Takes one of those that a program declared, and returns its target.
  mutating func removeOne(of reader: Int) -> UInt32? {
    for i in 0..<count where rules[i].reader == reader {
      let target = rules[i].target
      removeOne(i)
      return target
    }
    return nil
  }

  private mutating func removeOne(_ i: Int) {
    count -= 1
    rules[i] = rules[count]
  }

  /// Changes what the default rule says.
  func propose(_ target: UInt32, _ proposal: inout press_drop_proposal) {
    for i in 0..<count where rules[i].target == target {
      if let operation = rules[i].operation { proposal.operation = operation }
      if let items = rules[i].items { proposal.item_count = items }
      proposal.flags = rules[i].flags
      if let hint = rules[i].hint {
        proposal.hint = hint
        proposal.flags |= UInt32(PRESS_PROPOSAL_OWN_HINT)
      }
    }
  }
}

extension SocketServer {
  func propose(_ target: UInt32, _ proposal: inout press_drop_proposal) {
    state?.pointee.proposals.propose(target, &proposal)
  }

  /// Without anything but its target, the default rule holds again.
  func declare(_ i: Int, _ fields: inout Fields) -> Outcome {
    guard let state else { return .status(Int32(PRESS_ERR_STATE)) }
    var rule = Proposals.Rule(target: fields.id("target"), reader: i)
    rule.operation = fields.word("operation", Proposals.operations, "cancel, forbidden, copy or move")
    rule.items = fields.whole("items", 0, UInt64(UInt32.max), "a whole number from 0 to 4294967295").map { UInt32($0) }
    rule.hint = fields.word("hint", Proposals.hints, "plain, copy, link, disappearing or not_allowed")
    var words = fields.text("flags") ?? Slice("")
    while !words.trimmed.isEmpty {
      guard let flag = Proposals.flagNames.index(of: words.takeWord()) else {
        fields.refuse(.badValue, Slice("flags"), "any of exact part transfers task irreversible")
        break
      }
      rule.flags |= 1 << flag
    }
    if fields.refusal != nil { return .done }
    if !program.pointee.settings.drag.enabled { return .refused(.notAttached, "the config has no section [drag]") }
    if !isTarget(rule.target) { return .status(Int32(PRESS_ERR_NOENT)) }
    let isUsual = rule.operation == nil && rule.items == nil && rule.hint == nil && rule.flags == 0
    if isUsual { state.pointee.proposals.remove(target: rule.target) } else { state.pointee.proposals.declare(rule) }
    askAgain(rule.target)
    return .done
  }

  private func isTarget(_ id: UInt32) -> Bool {
    for i in 0..<program.pointee.settings.count(.target) where program.pointee.settings.target[i].target.id == id { return true }
    return false
  }

  /// A drag that is over it now is asked again.
  private func askAgain(_ id: UInt32) {
    for i in 0..<program.pointee.settings.count(.target) where program.pointee.settings.target[i].target.id == id {
      _ = press_target_update(state?.pointee.engine, &program.pointee.settings.target[i].target)
    }
  }

  /// The program is gone: its rules are, and what still waits for it on their targets fails.
  func forget(_ i: Int) {
    guard let state, program.pointee.settings.drag.enabled else { return }
    while let target = state.pointee.proposals.removeOne(of: i) {
      for j in 0..<state.pointee.eventLog.runningCount {
        let one = state.pointee.eventLog.running(j)
        if one.life == .drop && one.event.target == target {
          _ = press_drag_cancel(state.pointee.engine, one.subject)
          break
        }
      }
      askAgain(target)
    }
  }
}
