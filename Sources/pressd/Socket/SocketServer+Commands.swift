import CPress
import CPressLinux
import PressSetup

/// What programs ask for, and what they are answered.
extension SocketServer {
  /// Room that an answer takes, but for that of `snapshot`.
  static let answerCapacity = 1024
  private static let rateRule: StaticString = "a whole number from 1 to 1000: lines of forces a second"

  enum Outcome {
    case done
    /// The answer comes when it is done.
    case later
    /// With the session of a drag.
    case session(UInt32)
    case status(Int32)
    case refused(Refusal, StaticString)
    case why(Refusal, UnsafePointer<CChar>?)
  }

  /// A line that is none.
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
    // There was room before the line was read: only the events that it caused can have taken it.
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

  // MARK: What only reads

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
  /// A name that a program sent, within a string of JSON.
  fileprivate mutating func foreignName(_ name: Slice) {
    let short = name.keeping(32)
    for i in 0..<short.count {
      let isPlain = short[i] > 32 && short[i] < 127 && short[i] != UInt8(ascii: "\"") && short[i] != UInt8(ascii: "\\")
      byte(isPlain ? short[i] : UInt8(ascii: "?"))
    }
  }
}
