import CPress
import PressSetup

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
