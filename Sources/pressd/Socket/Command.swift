import PressSetup

/// What a program can ask for. docs/protocol.md has a row for each.
enum Command: UInt8 {
  case subscribe, snapshot, ping, get, dump
  case set, save, tare
  case peekOpen, peekPop, peekDismiss, peekReveal, actionPerform, actionBack
  case targetActivate, contactRelease
  case levelsCancel, scrollThrow, scrollAim, scrollStop
  case transitionStart, transitionUpdate, transitionFinish, transitionCancel, transitionPause
  case dragBegin, dragAdd, dragMove, dragOver, dragDrop, dragCancel, dragPerform
  case dropConfirm, dropUndo, dropRedo
  case dragModifiers, dropPropose, dropUpdate, dropFinish

  static let names = Words(
    "subscribe,snapshot,ping,get,dump,set,save,tare,peek_open,peek_pop,peek_dismiss,peek_reveal,action_perform,action_back,target_activate,contact_release,levels_cancel,scroll_throw,scroll_aim,scroll_stop,transition_start,transition_update,transition_finish,transition_cancel,transition_pause,drag_begin,drag_add,drag_move,drag_over,drag_drop,drag_cancel,drag_perform,drop_confirm,drop_undo,drop_redo,drag_modifiers,drop_propose,drop_update,drop_finish"
  )

  init?(_ name: Slice) {
    guard let index = Self.names.index(of: name) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  var name: Slice { Self.names[Int(rawValue)] }

  /// It changes nothing but what its sender receives.
  var onlyReads: Bool { rawValue <= Command.dump.rawValue }

  /// What belongs to it beside `do` and `id`.
  var fields: Words {
    switch self {
    case .subscribe: Words("to,rate,since")
    case .set: Words("key,value")
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

/// The fields of a command, one by one. The first that is wrong is kept.
struct Fields {
  let object: FlatObject
  private(set) var refusal: Refusal?
  /// The field to blame, and what it must be.
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

  /// nil: it is not there.
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

  /// The number of a word; nil: it is not there.
  mutating func word(_ name: StaticString, _ words: Words, _ rule: StaticString) -> UInt32? {
    guard let value = text(name) else { return nil }
    if let index = words.index(of: value) { return index }
    refuse(.badValue, Slice(name), rule)
    return nil
  }

  /// Text, or a number or yes or no as the config has it.
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
