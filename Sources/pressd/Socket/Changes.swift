import CPress
import CPressLinux
import PressSetup

/// Values of the config that were changed while pressd runs, as they were given.
struct Changes {
  static let capacity = 64
  static let longestValue = 80
  /// The longest line of the file that is reported as left out. All of them have room in a line of the socket.
  static let longestLine = 240

  struct Change {
    var place = Place(.engine)
    /// The key; nil: a line of the file that is not accepted; `value` is the whole line.
    var key: Int?
    var value = Path()
    /// The number of the line in the file; 0: it is not in the file.
    var number: UInt64 = 0

    /// The line for the file.
    var line: Path {
      guard let key else { return value }
      var line = Path(place.section.name)
      line.append(UInt8(ascii: "."))
      line.append(place.section.key(key).name)
      line.append(" = ")
      line.append(value)
      return line
    }
  }

  struct List {
    fileprivate let items: UnsafeMutablePointer<Change>
    fileprivate(set) var count = 0

    init(_ items: UnsafeMutablePointer<Change>) { self.items = items }

    subscript(index: Int) -> Change { items[index] }

    fileprivate func index(_ place: Place, _ key: Int) -> Int? {
      for i in 0..<count where items[i].key == key && items[i].place.section == place.section { return i }
      return nil
    }

    fileprivate mutating func append(_ change: Change) {
      items[count] = change
      count += 1
    }
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

  /// The values in use, those in the file, and those that the file will have once it is written.
  private var now: List
  private(set) var saved: List
  private var writing: List
  /// Why a value was refused.
  private var rule = Path()

  init(_ changes: UnsafeMutablePointer<Change>) {
    (now, saved, writing) = (List(changes), List(changes + Self.capacity), List(changes + 2 * Self.capacity))
  }

  /// Changes a value: `section.key`. A value that is not accepted changes nothing. `number`: of the line in the file. `old`: the value before.
  mutating func set(
    _ name: Slice, _ value: Slice, number: UInt64 = 0, _ program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?, _ pad: OpaquePointer?,
    _ old: inout Old
  ) -> Outcome {
    var key = name
    let section = key.takeField(UInt8(ascii: "."))
    let changeable: StaticString = Settings.changeable
    guard let place = Place(section), place.index == 0, place.section.canChange, let index = place.section.key(called: key) else {
      return .noKey(changeable)
    }
    if !place.section.canChange(index) { return .noKey("one that can change while pressd runs") }
    if !program.pointee.settings.isAttached(place.section) { return .notAttached }
    let slot = now.index(place, index) ?? now.count
    if slot == Self.capacity { return .tooMany }
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
    now.items[slot] = Change(place: place, key: index, value: Path(value), number: number)
    now.count = max(now.count, slot + 1)
    return .ok
  }

  func origin(_ place: Place, _ key: Int, _ given: inout Given) -> Origin {
    guard let i = now.index(place, key) else { return Origin(line: given.line(place, key)) }
    return now[i].line.withText { isSaved($0) } ? .saved : .set
  }

  /// Whether the file has this line, with blanks or without.
  private func isSaved(_ line: Slice) -> Bool {
    var value = line
    let name = value.takeField(UInt8(ascii: "=")).trimmed
    for i in 0..<saved.count {
      let isSame = saved[i].line.withText { other in
        var otherValue = other
        return otherValue.takeField(UInt8(ascii: "=")).trimmed == name && otherValue.trimmed == value.trimmed
      }
      if isSame { return true }
    }
    return false
  }

  // MARK: All at once

  /// Puts settings in force, with nothing that was set or saved. @return why they are refused; then nothing has changed.
  mutating func choose(
    _ settings: UnsafeMutablePointer<Settings>, _ program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?, _ pad: OpaquePointer?
  ) -> UnsafePointer<CChar>? {
    let before = program.pointee.settings
    program.pointee.settings = settings.pointee
    program.pointee.settings.takeOptions(of: program.pointee.base)
    // Values that the run has found out, or requires, stay.
    program.pointee.settings.sensor = before.sensor
    program.pointee.settings.converter = before.converter
    program.pointee.settings.uinput = before.uinput
    program.pointee.settings.engine.config.flags |= before.engine.config.flags & UInt32(PRESS_CONFIG_TELL_MOVED)
    program.pointee.settings.drag.config.undo_depth = before.drag.config.undo_depth
    guard let why = refusal(ofAll: program, engine, pad) else {
      now.count = 0
      return nil
    }
    program.pointee.settings = before
    _ = refusal(ofAll: program, engine, pad)
    return why
  }

  private mutating func refusal(
    ofAll program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?, _ pad: OpaquePointer?
  ) -> UnsafePointer<CChar>? {
    for raw in 0..<UInt8(Section.all) {
      guard let section = Section(rawValue: raw), section.canChange, program.pointee.settings.isAttached(section) else { continue }
      if let why = refusal(section, program, engine, pad) { return why }
    }
    // From right to left, actions have other places.
    if !Setup.accept(program.pointee.setup) { return keep(program) }
    let peeks = program.pointee.settings.count(.peek)
    return peeks == 0 ? nil : Self.answer(press_peek_declare(engine, PeekTables.declarations(Setup.tables(program.pointee.setup)), peeks))
  }

  /// Hands the config of a section to the library. @return why it is refused, or nil.
  private mutating func refusal(
    _ section: Section, _ program: UnsafeMutablePointer<Program>, _ engine: OpaquePointer?, _ pad: OpaquePointer?
  ) -> UnsafePointer<CChar>? {
    if program.pointee.settings.refuses(program.pointee.options.source.setup) { return keep(program) }
    var why: UnsafePointer<CChar>?
    let status: Int32
    switch section {
    case .engine:
      status = press_pad_config_check_with(&program.pointee.settings.pad.config, &program.pointee.settings.engine.config, &why)
      if program.pointee.settings.tooShort(rate: program.pointee.rate).lost != 0 { return Self.text("lost_after_us: frames come less often\0") }
      if status == 0 { return Self.answer(press_engine_set(engine, &program.pointee.settings.engine.config)) }
    case .pad:
      status = press_pad_config_check_with(&program.pointee.settings.pad.config, &program.pointee.settings.engine.config, &why)
      let short = program.pointee.settings.tooShort(rate: program.pointee.rate)
      if short.stale != 0 { return Self.text("stale_after_us: frames come less often\0") }
      if short.gap != 0 { return Self.text("gap_us: frames come less often\0") }
      if status == 0 { return Self.answer(press_pad_set(pad, &program.pointee.settings.pad.config)) }
    default:
      guard let (answered, said) = program.pointee.settings.set(section, of: engine) else { return Self.text("it cannot change\0") }
      status = answered
      why = said
      if status == 0 { return nil }
    }
    return why ?? press_strerror(status)
  }

  /// Keeps the text of the complaint about the settings until the next one.
  private mutating func keep(_ program: UnsafeMutablePointer<Program>) -> UnsafePointer<CChar> {
    var bytes = InlineArray<255, UInt8>(repeating: 0)
    withUnsafeMutablePointer(to: &bytes) {
      var out = Writer(buffer: UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self), capacity: 255)
      program.pointee.settings.sayComplaint(&out)
      rule = Path(out.written)
    }
    return withUnsafeMutablePointer(to: &rule) { Path.text($0) }
  }

  private static func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  private static func answer(_ status: Int32) -> UnsafePointer<CChar>? { status == 0 ? nil : press_strerror(status) }

  // MARK: The file

  /// Keeps a line that is not accepted, so that the next `save` writes it too. @return false: it has no room.
  mutating func leaveOut(_ line: Slice, number: UInt64) -> Bool {
    if now.count == Self.capacity || line.count > Self.longestLine { return false }
    now.append(Change(value: Path(line), number: number))
    return true
  }

  /// The next line that is not accepted.
  func leftOut(from index: Int) -> Int? {
    for i in index..<max(now.count, index) where now[i].key == nil { return i }
    return nil
  }

  subscript(index: Int) -> Change { now[index] }

  mutating func remove(_ index: Int) {
    for i in index..<now.count - 1 { now.items[i] = now[i + 1] }
    now.count -= 1
  }

  /// Begins to write the values in use to the file. A line that is not accepted stays, unless its key was set since.
  mutating func beginSaving() {
    writing.count = 0
    for i in 0..<now.count where now[i].key != nil || !isReplaced(now[i]) {
      writing.append(now[i])
      writing.items[writing.count - 1].number = UInt64(writing.count + 1)
    }
  }

  mutating func endSaving(_ isSaved: Bool) {
    if isSaved { (saved, writing) = (writing, saved) }
  }

  /// Notes that the whole file was read.
  mutating func noteRead() {
    saved.count = 0
    for i in 0..<now.count { saved.append(now[i]) }
  }

  /// Writes SECTION.KEY = VALUE, a line for each value.
  func write(_ out: inout Writer) {
    out.text("# Written by pressd. What was changed while it ran.\n")
    for i in 0..<writing.count {
      writing[i].line.write(&out)
      out.text("\n")
    }
  }

  /// How many values the file has.
  var accepted: Int {
    var accepted = 0
    for i in 0..<saved.count where saved[i].key != nil { accepted += 1 }
    return accepted
  }

  private func isReplaced(_ line: Change) -> Bool {
    line.value.withText { text in
      var value = text
      var name = value.takeField(UInt8(ascii: "=")).trimmed
      let section = name.takeField(UInt8(ascii: "."))
      guard let place = Place(section), let key = place.section.key(called: name) else { return false }
      return now.index(place, key) != nil
    }
  }
}

/// The proposals of destinations to drags, declared by programs in advance: the engine asks while a frame is fed and cannot wait for a program.
struct Proposals {
  static let operations = Words("cancel,forbidden,copy,move")
  static let flagNames = Words("exact,part,transfers,task,irreversible")
  static let hints = Words("plain,copy,link,disappearing,not_allowed")

  struct Rule {
    var target: UInt32 = 0
    /// The reader that declared the rule; the rule ends with its connection.
    var reader = 0
    var operation: UInt32?
    var items: UInt32?
    var flags: UInt32 = 0
    var hint: UInt32?
  }

  private var rules = InlineArray<32, Rule>(repeating: Rule())
  private var count = 0

  init() {}

  /// Declares a rule; it replaces the one of the same target. There is room for each target that a config can have.
  mutating func declare(_ rule: Rule) {
    remove(target: rule.target)
    if count == 32 { return }
    rules[count] = rule
    count += 1
  }

  mutating func remove(target: UInt32) {
    for i in 0..<count where rules[i].target == target { return removeOne(i) }
  }

  /// Removes one of the rules of a reader, and returns its target; nil: there is none.
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

  /// Changes the proposal of the default rule as declared.
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

  /// Declares a proposal. With only a target the default rule holds again.
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

  /// Makes the engine ask again for a drag that is over the target now.
  private func askAgain(_ id: UInt32) {
    for i in 0..<program.pointee.settings.count(.target) where program.pointee.settings.target[i].target.id == id {
      _ = press_target_update(state?.pointee.engine, &program.pointee.settings.target[i].target)
    }
  }

  /// Removes the rules of a program that is gone; drops on their targets that still wait for it fail.
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
