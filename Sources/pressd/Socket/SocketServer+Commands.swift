import CPress
import CPressLinux
import PressSetup

/// The commands of programs. docs/protocol.md has a row for each.
enum Command: UInt8 {
  case subscribe, snapshot, ping, get, dump
  case set, save, profile, tare
  case peekOpen, peekPop, peekDismiss, peekReveal, actionPerform, actionBack
  case targetActivate, contactRelease
  case levelsCancel, scrollThrow, scrollAim, scrollStop
  case transitionStart, transitionUpdate, transitionFinish, transitionCancel, transitionPause
  case dragBegin, dragAdd, dragMove, dragOver, dragDrop, dragCancel, dragPerform
  case dropConfirm, dropUndo, dropRedo
  case dragModifiers, dropPropose, dropUpdate, dropFinish

  static let names = Words(
    "subscribe,snapshot,ping,get,dump,set,save,profile,tare,peek_open,peek_pop,peek_dismiss,peek_reveal,action_perform,action_back,target_activate,contact_release,levels_cancel,scroll_throw,scroll_aim,scroll_stop,transition_start,transition_update,transition_finish,transition_cancel,transition_pause,drag_begin,drag_add,drag_move,drag_over,drag_drop,drag_cancel,drag_perform,drop_confirm,drop_undo,drop_redo,drag_modifiers,drop_propose,drop_update,drop_finish"
  )

  init?(_ name: Slice) {
    guard let index = Self.names.index(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  var name: Slice { Self.names[Int(rawValue)] }

  /// Whether the command changes only what its sender receives.
  var onlyReads: Bool { rawValue <= Command.dump.rawValue }

  /// The fields of the command beside `do` and `id`.
  var fields: Words {
    switch self {
    case .subscribe: Words("to,rate,since")
    case .set: Words("key,value")
    case .profile: Words("text,name,line,more")
    case .tare: Words("force")
    case .peekOpen, .targetActivate, .scrollStop: Words("target")
    case .actionPerform: Words("action")
    case .contactRelease, .levelsCancel: Words("contact")
    case .scrollThrow: Words("target,vx,vy")
    case .scrollAim: Words("target,x,y")
    case .transitionStart, .transitionFinish, .transitionCancel, .transitionPause: Words("transition")
    case .transitionUpdate: Words("transition,fraction")
    case .dragBegin: Words("source")
    case .dragAdd: Words("drag,source")
    case .dragMove: Words("drag,x,y")
    case .dragOver: Words("drag,target")
    case .dragDrop, .dragCancel: Words("drag")
    case .dragPerform: Words("source,destination")
    case .dropConfirm: Words("drag,yes")
    case .get: Words("key")
    case .dump: Words("section")
    case .dragModifiers: Words("copy")
    case .dropPropose: Words("target,operation,items,flags,hint")
    case .dropUpdate: Words("drag,item,progress")
    case .dropFinish: Words("drag,item,success")
    case .snapshot, .ping, .save, .peekPop, .peekDismiss, .peekReveal, .actionBack, .dropUndo, .dropRedo: Words("")
    }
  }
}

/// Why a command is refused.
enum Refusal: UInt8 {
  case notJSON, nested, tooLong, tooMany, noCommand, noField, fieldMissing, fieldTwice, badValue
  case notAllowed, notAttached, notFound, notNow, noSpace, failed

  static let names = Words(
    "not_json,nested,too_long,too_many_fields,no_such_command,no_such_field,field_missing,field_twice,bad_value,not_allowed,not_attached,not_found,not_now,no_space,failed"
  )

  var name: Slice { Self.names[Int(rawValue)] }
}

/// Reads the fields of a command one by one, and keeps the first problem.
struct Fields {
  let object: FlatObject
  private(set) var refusal: Refusal?
  /// The wrong field, and the rule that it breaks.
  private(set) var field = Slice("")
  private(set) var rule: StaticString = ""

  init(_ object: FlatObject) { self.object = object }

  mutating func refuse(_ refusal: Refusal, _ field: Slice, _ rule: StaticString) {
    if self.refusal != nil { return }
    self.refusal = refusal
    self.field = field
    self.rule = rule
  }

  private mutating func required(_ name: StaticString, _ rule: StaticString) -> FlatObject.Member? {
    let found = object.member(name)
    if found == nil { refuse(.fieldMissing, Slice(name), rule) }
    return found
  }

  mutating func id(_ name: StaticString) -> UInt32 {
    let rule: StaticString = "a whole number from 0 to 4294967295"
    guard let member = required(name, rule) else { return 0 }
    guard member.kind == .number, !member.value.starts("-"), let number = Number.unsigned(member.value, most: UInt64(UInt32.max)) else {
      refuse(.badValue, Slice(name), rule)
      return 0
    }
    return UInt32(number)
  }

  /// The whole number of a field; nil: it is not there, or wrong.
  mutating func whole(_ name: StaticString, _ least: UInt64, _ most: UInt64, _ rule: StaticString) -> UInt64? {
    guard let member = object.member(name) else { return nil }
    guard member.kind == .number, let number = Number.unsigned(member.value, most: most), number >= least else {
      refuse(.badValue, Slice(name), rule)
      return nil
    }
    return number
  }

  mutating func decimal(_ name: StaticString) -> Int32 {
    let rule: StaticString = "a decimal from -32768 to 32767.9999, without an exponent"
    guard let member = required(name, rule) else { return 0 }
    guard member.kind == .number, let value = Number.q16(member.value) else {
      refuse(.badValue, Slice(name), rule)
      return 0
    }
    return value
  }

  mutating func isYes(_ name: StaticString, isRequired: Bool) -> Bool {
    guard let member = isRequired ? required(name, "true or false") : object.member(name) else { return false }
    if member.kind != .yes && member.kind != .no { refuse(.badValue, Slice(name), "true or false") }
    return member.kind == .yes
  }

  /// The number of the word of a field; nil: it is not there, or wrong.
  mutating func word(_ name: StaticString, _ words: Words, _ rule: StaticString) -> UInt32? {
    guard let value = text(name) else { return nil }
    if let index = words.index(of: value) { return index }
    refuse(.badValue, Slice(name), rule)
    return nil
  }

  /// The value of a field as in a config: text, a number, yes or no.
  mutating func setting(_ name: StaticString) -> Slice {
    let rule: StaticString = "text, a number, true or false"
    guard let member = required(name, rule) else { return Slice("") }
    switch member.kind {
    case .text, .number: return member.value
    case .yes: return Slice("yes")
    case .no: return Slice("no")
    case .null:
      refuse(.badValue, Slice(name), rule)
      return Slice("")
    }
  }

  mutating func text(_ name: StaticString) -> Slice? {
    guard let member = object.member(name) else { return nil }
    if member.kind == .text { return member.value }
    refuse(.badValue, Slice(name), "text")
    return nil
  }
}

/// Takes the commands of programs and answers them.
extension SocketServer {
  /// The most bytes of an answer, except that of `snapshot`.
  static let answerCapacity = 1024
  private static let rateRule: StaticString = "a whole number from 1 to 1000: lines of forces a second"

  enum Outcome {
    case done
    /// The answer comes when it is done.
    case later
    /// Done; the answer has the session of a drag.
    case session(UInt32)
    case status(Int32)
    case refused(Refusal, StaticString)
    case why(Refusal, UnsafePointer<CChar>?)
  }

  /// Refuses a line that is not a command.
  func refuse(_ i: Int, _ refusal: Refusal) {
    let message: StaticString =
      refusal == .tooLong ? "a line has at most 1023 bytes" : "a line must be one JSON object (RFC 8259) in UTF-8"
    finish(i, nil, nil, refusal) { $0.text(message) }
  }

  /// @return whether something was carried out that can have caused events.
  func answer(_ i: Int, _ count: Int) -> Bool {
    var object = FlatObject()
    if let problem = object.read(readers[i].input, count: count) {
      switch problem {
      case .notJSON: refuse(i, .notJSON)
      case .nested: finish(i, nil, nil, .nested) { $0.text("the value of a field must be text, a number, true, false or null") }
      case .tooMany: finish(i, nil, nil, .tooMany) { $0.say("a command has at most \(FlatObject.capacity) fields") }
      case .twice(let name): finish(i, nil, nil, .fieldTwice) { $0.foreignName(name) }
      }
      return false
    }
    var fields = Fields(object)
    let id = fields.whole("id", 0, 9_007_199_254_740_991, "a whole number from 0 to 9007199254740991")
    let name = fields.text("do")
    if name == nil { fields.refuse(.fieldMissing, Slice("do"), "the name of a command") }
    if fields.refusal != nil {
      refuse(i, nil, id, fields)
      return false
    }
    guard let name, let command = Command(name) else {
      finish(i, nil, id, .noCommand) { line in
        line.text("there are ")
        line.list(Command.names)
      }
      return false
    }
    return answer(i, command, id, &fields)
  }

  private func answer(_ i: Int, _ command: Command, _ id: UInt64?, _ fields: inout Fields) -> Bool {
    for n in 0..<fields.object.count {
      let name = fields.object[n].name
      if name == "do" || name == "id" || command.fields.index(of: name) != nil { continue }
      finish(i, command, id, .noField) { line in
        line.foreignName(name)
        line.text(": there are do, id")
        if !command.fields[0].isEmpty { line.text(", ") }
        line.list(command.fields)
      }
      return false
    }
    if !command.onlyReads && !readers[i].mayCommand {
      finish(i, command, id, .notAllowed) { $0.text("this connection may only read") }
      return false
    }
    readers[i].hasSpoken = true
    if command.onlyReads {
      read(i, command, id, &fields)
      return false
    }
    if command == .profile { return profile(i, id, &fields) }
    let outcome =
      switch command {
      case .save: save(i, id)
      case .dropPropose: declare(i, &fields)
      default: carryOut(command, &fields)
      }
    if fields.refusal != nil {
      refuse(i, command, id, fields)
      return false
    }
    catchUp(i)
    respond(i, command, id, outcome)
    return true
  }

  // MARK: Answers

  func begin(_ line: inout Writer, _ command: Command?, _ id: UInt64?) {
    line.text("{\"answer\":")
    if let command { line.say("\"\(command.name)\"") } else { line.text("null") }
    if let id { line.say(",\"id\":\(id)") }
  }

  func finish(_ i: Int, _ command: Command?, _ id: UInt64?, _ refusal: Refusal, _ message: (inout Writer) -> Void) {
    send(i) { line in
      begin(&line, command, id)
      line.say(",\"ok\":false,\"error\":\"\(refusal.name)\",\"message\":\"")
      message(&line)
      line.text("\"}\n")
    }
  }

  func refuse(_ i: Int, _ command: Command?, _ id: UInt64?, _ fields: Fields) {
    finish(i, command, id, fields.refusal ?? .failed) { $0.say("\(fields.field): it must be \(fields.rule)") }
  }

  func done(_ i: Int, _ command: Command, _ id: UInt64?, _ more: (inout Writer) -> Void) {
    send(i) { line in
      begin(&line, command, id)
      line.text(",\"ok\":true")
      more(&line)
      line.text("}\n")
    }
  }

  /// Puts a line into the buffer of a reader.
  private func send(_ i: Int, _ body: (inout Writer) -> Void) {
    guard let state, readers[i].state == .open else { return }
    state.pointee.lineSeq = 0
    state.pointee.line.clear()
    body(&state.pointee.line)
    // There was room before the line was read: only the events that the command caused can have used it.
    if !readers[i].append(state.pointee.line.written) { close(i, .tooSlow) }
  }

  func respond(_ i: Int, _ command: Command, _ id: UInt64?, _ outcome: Outcome) {
    switch outcome {
    case .later: break
    case .done, .status(0): done(i, command, id) { _ in }
    case .session(let session): done(i, command, id) { $0.say(",\"drag\":\(session)") }
    case .status(let status):
      let refusal: Refusal
      switch Int(status) {
      case PRESS_ERR_NOENT: refusal = .notFound
      case PRESS_ERR_STATE, PRESS_ERR_BUSY: refusal = .notNow
      case PRESS_ERR_NOSPC, PRESS_ERR_AGAIN: refusal = .noSpace
      case PRESS_ERR_INVAL: refusal = .badValue
      default: refusal = .failed
      }
      finish(i, command, id, refusal) { $0.cString(press_strerror(status)) }
    case .refused(let refusal, let message): finish(i, command, id, refusal) { $0.text(message) }
    case .why(let refusal, let message): finish(i, command, id, refusal) { $0.cString(message) }
    }
  }

  // MARK: Commands that only read

  private func read(_ i: Int, _ command: Command, _ id: UInt64?, _ fields: inout Fields) {
    switch command {
    case .subscribe: subscribe(i, id, &fields)
    case .get: get(i, id, &fields)
    case .dump: dump(i, id, &fields)
    case .ping: done(i, command, id) { $0.say(",\"t_us\":\(program.pointee.lastUs)") }
    default: takeSnapshot(i, id)
    }
  }

  private func takeSnapshot(_ i: Int, _ id: UInt64?) {
    guard let state else { return }
    state.pointee.lineSeq = 0
    state.pointee.line.clear()
    begin(&state.pointee.line, .snapshot, id)
    state.pointee.line.text(",\"ok\":true,")
    snapshot(&state.pointee.line)
    state.pointee.line.text("}\n")
    if readers[i].append(state.pointee.line.written) { return }
    finish(i, .snapshot, id, .noSpace) { $0.text("read what was sent before") }
  }

  private func subscribe(_ i: Int, _ id: UInt64?, _ fields: inout Fields) {
    guard let state else { return }
    var (receivesEvents, receivesForces) = (false, false)
    var rest = fields.text("to") ?? Slice("events")
    if rest.trimmed.isEmpty { fields.refuse(.badValue, Slice("to"), "events, forces, events forces, or none") }
    while !rest.trimmed.isEmpty {
      let word = rest.takeWord()
      if word == "events" {
        receivesEvents = true
      } else if word == "forces" {
        receivesForces = true
      } else if !(word == "none") {
        fields.refuse(.badValue, Slice("to"), "events, forces, events forces, or none")
      }
    }
    let rate = fields.whole("rate", 1, 1000, Self.rateRule) ?? 30
    let since = fields.whole("since", 0, state.pointee.eventLog.seq, "at most the seq of the latest event")
    if fields.refusal != nil { return refuse(i, .subscribe, id, fields) }
    let wasReceiving = readers[i].receivesEvents
    readers[i].receivesEvents = receivesEvents
    readers[i].forcesUs = receivesForces ? 1_000_000 / rate : 0
    readers[i].nextForcesUs = 0
    let eventLog = state.pointee.eventLog
    if let since {
      readers[i].place = eventLog.place(after: since)
    } else if !wasReceiving {
      readers[i].place = eventLog.kept
    }
    let isComplete = since.map { $0 >= eventLog.completeSince } ?? true
    let complete: StaticString = isComplete ? "true" : "false"
    done(i, .subscribe, id) { $0.say(",\"seq\":\(eventLog.seq),\"complete\":\(complete)") }
  }
}

extension Writer {
  /// Writes a name that a program sent, within a string of JSON.
  fileprivate mutating func foreignName(_ name: Slice) {
    let short = name.keeping(32)
    for i in 0..<short.count {
      let isPlain = short[i] > 32 && short[i] < 127 && short[i] != UInt8(ascii: "\"") && short[i] != UInt8(ascii: "\\")
      byte(isPlain ? short[i] : UInt8(ascii: "?"))
    }
  }
}

/// Commands that change something: each is a call of the library.
extension SocketServer {
  func carryOut(_ command: Command, _ fields: inout Fields) -> Outcome {
    guard let state else { return .status(Int32(PRESS_ERR_STATE)) }
    let engine = state.pointee.engine
    switch command {
    case .set: return set(&fields)
    case .tare:
      let force = fields.isYes("force", isRequired: false)
      return fields.refusal != nil ? .done : .status(press_pad_tare(state.pointee.pad, force ? UInt32(PRESS_PAD_TARE_FORCE) : 0))
    case .contactRelease:
      let contact = fields.id("contact")
      return fields.refusal != nil ? .done : .status(press_contact_release(engine, contact))
    case .levelsCancel:
      let contact = fields.id("contact")
      if !program.pointee.settings.levels.enabled { return missing(.levels) }
      return fields.refusal != nil ? .done : .status(press_levels_cancel(engine, contact))
    case .targetActivate:
      let target = fields.id("target")
      if !program.pointee.settings.gestures.enabled { return missing(.gestures) }
      return fields.refusal != nil ? .done : .status(press_target_activate(engine, target))
    case .peekOpen, .peekPop, .peekDismiss, .peekReveal, .actionPerform, .actionBack: return peek(command, &fields, engine)
    case .scrollThrow, .scrollAim, .scrollStop: return scroll(command, &fields, engine)
    case .transitionStart, .transitionUpdate, .transitionFinish, .transitionCancel, .transitionPause:
      return transition(command, &fields, engine)
    default: return drag(command, &fields, engine)
    }
  }

  private func missing(_ section: Section) -> Outcome {
    switch section {
    case .gestures: .refused(.notAttached, "the config has no section [gestures]")
    case .peek: .refused(.notAttached, "the config has no section [peek]")
    case .transition: .refused(.notAttached, "the config has no section [transition]")
    case .scroll: .refused(.notAttached, "the config has no section [scroll]")
    case .levels: .refused(.notAttached, "the config has no section [levels]")
    default: .refused(.notAttached, "the config has no section [drag]")
    }
  }

  private func peek(_ command: Command, _ fields: inout Fields, _ engine: OpaquePointer?) -> Outcome {
    var id: UInt32 = 0
    if case .peekOpen = command { id = fields.id("target") }
    if case .actionPerform = command { id = fields.id("action") }
    if fields.refusal != nil { return .done }
    if program.pointee.settings.count(.peek) == 0 { return missing(.peek) }
    switch command {
    case .peekOpen: return .status(press_peek_open(engine, id))
    case .peekPop: return .status(press_peek_pop(engine))
    case .peekDismiss: return .status(press_peek_dismiss(engine))
    case .peekReveal: return .status(press_peek_reveal(engine))
    case .actionPerform: return .status(press_action_perform(engine, id))
    default: return .status(press_action_back(engine))
    }
  }

  private func scroll(_ command: Command, _ fields: inout Fields, _ engine: OpaquePointer?) -> Outcome {
    let target = fields.id("target")
    var (x, y): (Int32, Int32) = (0, 0)
    if case .scrollThrow = command { (x, y) = (fields.decimal("vx"), fields.decimal("vy")) }
    if case .scrollAim = command { (x, y) = (fields.decimal("x"), fields.decimal("y")) }
    if fields.refusal != nil { return .done }
    if !program.pointee.settings.scroll.enabled { return missing(.scroll) }
    switch command {
    case .scrollThrow: return .status(press_scroll_throw(engine, target, x, y))
    case .scrollAim: return .status(press_scroll_aim(engine, target, x, y))
    default: return .status(press_scroll_stop(engine, target))
    }
  }

  private func transition(_ command: Command, _ fields: inout Fields, _ engine: OpaquePointer?) -> Outcome {
    let id = fields.id("transition")
    var fraction: Int32 = 0
    if case .transitionUpdate = command { fraction = fields.decimal("fraction") }
    if fields.refusal != nil { return .done }
    if program.pointee.settings.count(.transition) == 0 { return missing(.transition) }
    var isThere = false
    for i in 0..<program.pointee.settings.count(.transition) where program.pointee.settings.transition[i].id == id { isThere = true }
    if !isThere { return .status(Int32(PRESS_ERR_NOENT)) }
    switch command {
    case .transitionStart:
      var status = press_transition_status()
      press_transition_status_init(&status)
      _ = press_transition_get(engine, id, &status)
      if status.state != PRESS_TRANSITION_NONE { return .status(Int32(PRESS_ERR_STATE)) }
      return .status(press_transition_start(engine, id, nil))
    case .transitionUpdate: return runs(press_transition_update(engine, id, fraction))
    case .transitionFinish: return runs(press_transition_finish(engine, id))
    case .transitionCancel: return runs(press_transition_cancel(engine, id))
    default: return runs(press_transition_pause(engine, id))
    }
  }

  private func runs(_ status: Int32) -> Outcome {
    Int(status) == PRESS_ERR_NOENT ? .refused(.notFound, "the transition is not started, or it is over") : .status(status)
  }

  private func drag(_ command: Command, _ fields: inout Fields, _ engine: OpaquePointer?) -> Outcome {
    if !program.pointee.settings.drag.enabled { return missing(.drag) }
    switch command {
    case .dragBegin, .dragPerform: return newDrag(command, &fields, engine)
    case .dragModifiers:
      let copy = fields.isYes("copy", isRequired: true)
      return fields.refusal != nil ? .done : .status(press_drag_set_modifiers(engine, copy ? UInt32(PRESS_MODIFIER_COPY) : 0))
    case .dropUndo: return .status(press_drop_undo(engine))
    case .dropRedo: return .status(press_drop_redo(engine))
    default: break
    }
    let session = fields.id("drag")
    switch command {
    case .dragAdd:
      let source = fields.id("source")
      return fields.refusal != nil ? .done : .status(press_drag_add(engine, session, source))
    case .dragMove:
      let (x, y) = (fields.decimal("x"), fields.decimal("y"))
      return fields.refusal != nil ? .done : .status(press_drag_move(engine, session, x, y))
    case .dragOver:
      let target = fields.id("target")
      return fields.refusal != nil ? .done : .status(press_drag_over(engine, session, target))
    case .dropUpdate:
      let (item, progress) = (fields.id("item"), fields.decimal("progress"))
      return fields.refusal != nil ? .done : .status(press_drop_update(engine, session, item, progress))
    case .dropFinish:
      let (item, success) = (fields.id("item"), fields.isYes("success", isRequired: true))
      return fields.refusal != nil ? .done : .status(press_drop_finish(engine, session, item, success))
    case .dropConfirm:
      let yes = fields.isYes("yes", isRequired: true)
      return fields.refusal != nil ? .done : .status(press_drop_confirm(engine, session, yes))
    case .dragDrop: return fields.refusal != nil ? .done : .status(press_drag_drop(engine, session))
    default: return fields.refusal != nil ? .done : .status(press_drag_cancel(engine, session))
    }
  }

  private func newDrag(_ command: Command, _ fields: inout Fields, _ engine: OpaquePointer?) -> Outcome {
    let source = fields.id("source")
    var destination: UInt32 = 0
    if case .dragPerform = command { destination = fields.id("destination") }
    if fields.refusal != nil { return .done }
    var session: UInt32 = 0
    let status =
      command == .dragPerform
      ? press_drag_perform(engine, source, destination, &session) : press_drag_begin(engine, source, &session)
    return status == 0 ? .session(session) : .status(status)
  }
}
