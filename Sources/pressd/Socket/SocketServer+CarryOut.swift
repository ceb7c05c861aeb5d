import CPress
import CPressLinux
import PressSetup

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
    case .transitionUpdate: return .status(press_transition_update(engine, id, fraction))
    case .transitionFinish: return .status(press_transition_finish(engine, id))
    case .transitionCancel: return .status(press_transition_cancel(engine, id))
    default: return .status(press_transition_pause(engine, id))
    }
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
