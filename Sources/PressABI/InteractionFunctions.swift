import CPress
import PressCore

@implementation @_cdecl("press_preview_cancel")
package func press_preview_cancel(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Engine(engine).cancelPreview(contact)
}

@implementation @_cdecl("press_preview_state")
package func press_preview_state(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Engine(engine).previewState(contact)
}

@implementation @_cdecl("press_gestures_state")
package func press_gestures_state(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Gestures(Engine(engine))?.stateOf(contact) ?? Status.state
}

@implementation @_cdecl("press_gestures_cancel")
package func press_gestures_cancel(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Gestures(Engine(engine))?.cancel(contact) ?? Status.state
}

@implementation @_cdecl("press_target_activate")
package func press_target_activate(_ engine: OpaquePointer?, _ target: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Gestures(Engine(engine))?.activate(target) ?? Status.state
}

@implementation @_cdecl("press_peek_status_init")
package func press_peek_status_init(_ status: UnsafeMutablePointer<press_peek_status>?) {
  guard let status else { return }
  status.initialize(to: press_peek_status())
  status.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_peek_status>.size)
  press_peek.setDefaults(&status.pointee.peek)
}

@implementation @_cdecl("press_peek_declare")
package func press_peek_declare(_ engine: OpaquePointer?, _ declarations: UnsafePointer<press_peek_declaration>?, _ count: Int) -> Int32 {
  guard let engine = usable(engine), count >= 0 else { return refusal(of: engine) }
  return Peeks.declare(Engine(engine), declarations, count)
}

@implementation @_cdecl("press_peek_declarations_check")
package func press_peek_declarations_check(
  _ declarations: UnsafePointer<press_peek_declaration>?, _ count: Int, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  var i = 0
  while i < count || count < 0 {
    guard let declarations, count >= 0 else { return answer(nothingGiven, why) }
    let words =
      switch Peeks.flaw(declarations[i]) {
      case .none: nil as UnsafePointer<CChar>?
      case .reserved: text("reserved: 0")
      case .size: text("peek.size: sizeof the struct, as its ..._init writes it")
      case .lengths: text("peek: widths and heights are not negative")
      case .actions: text("peek.actions: ids not 0, PRESS_ACTION_..., at most 64 side by side, 4 deep, 4096 in all")
      }
    if words != nil { return answer(words, why) }
    i &+= 1
  }
  return Status.ok
}

@implementation @_cdecl("press_peek_replace")
package func press_peek_replace(_ engine: OpaquePointer?, _ actions: UnsafePointer<press_action>?, _ count: Int) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Peeks(Engine(engine))?.replace(actions, count < 0 ? UInt32.max : UInt32(clamping: count)) ?? Status.state
}

@implementation @_cdecl("press_peek_get")
package func press_peek_get(_ engine: OpaquePointer?, _ status: UnsafeMutablePointer<press_peek_status>?) -> Int32 {
  guard let engine = usable(engine), let status, Sized.hasRoom(status) else { return refusal(of: engine) }
  guard let peek = Peeks(Engine(engine)) else { return Status.state }
  var now = peek.status
  Sized.write(&now, to: status)
  return Status.ok
}

@implementation @_cdecl("press_peek_find")
package func press_peek_find(_ engine: OpaquePointer?, _ target: UInt32, _ peek: UnsafeMutablePointer<press_peek>?) -> Int32 {
  guard let engine = usable(engine), let peek, Sized.hasRoom(peek) else { return refusal(of: engine) }
  guard let own = Peeks(Engine(engine)) else { return Status.state }
  var found = press_peek()
  let status = own.find(target, &found)
  if status == Status.ok { Sized.write(&found, to: peek) }
  return status
}

@implementation @_cdecl("press_peek_open")
package func press_peek_open(_ engine: OpaquePointer?, _ target: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Peeks(Engine(engine))?.open(target) ?? Status.state
}

@implementation @_cdecl("press_peek_pop")
package func press_peek_pop(_ engine: OpaquePointer?) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Peeks(Engine(engine))?.pop() ?? Status.state
}

@implementation @_cdecl("press_peek_dismiss")
package func press_peek_dismiss(_ engine: OpaquePointer?) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Peeks(Engine(engine))?.dismiss() ?? Status.state
}

@implementation @_cdecl("press_peek_reveal")
package func press_peek_reveal(_ engine: OpaquePointer?) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Peeks(Engine(engine))?.revealNow() ?? Status.state
}

@implementation @_cdecl("press_action_perform")
package func press_action_perform(_ engine: OpaquePointer?, _ action: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Peeks(Engine(engine))?.perform(action) ?? Status.state
}

@implementation @_cdecl("press_action_back")
package func press_action_back(_ engine: OpaquePointer?) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Peeks(Engine(engine))?.closeGroup() ?? Status.state
}

private func transitions(_ engine: OpaquePointer) -> Transitions? { Transitions(Engine(engine)) }

@implementation @_cdecl("press_timing_curve_y")
package func press_timing_curve_y(
  _ curve: UnsafePointer<press_timing_curve>?, _ x: press_q16, _ y: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let curve, let y, TimingCurve.isValid(curve.pointee) else { return Status.invalid }
  y.pointee = TimingCurve(curve.pointee)(x)
  return Status.ok
}

@implementation @_cdecl("press_transition_start")
package func press_transition_start(
  _ engine: OpaquePointer?, _ id: UInt32, _ options: UnsafePointer<press_transition_options>?
) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  guard let transitions = transitions(engine) else { return Status.state }
  guard let options else { return transitions.start(id, nil) }
  var full = press_transition_options()
  _ = read(options, into: &full)  // start() looks at it, too: the program may change it there
  return transitions.start(id, full)
}

@implementation @_cdecl("press_transition_update")
package func press_transition_update(_ engine: OpaquePointer?, _ id: UInt32, _ fraction: press_q16) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return transitions(engine)?.update(id, fraction) ?? Status.state
}

@implementation @_cdecl("press_transition_finish")
package func press_transition_finish(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return transitions(engine)?.finish(id) ?? Status.state
}

@implementation @_cdecl("press_transition_cancel")
package func press_transition_cancel(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return transitions(engine)?.cancel(id) ?? Status.state
}

@implementation @_cdecl("press_transition_pause")
package func press_transition_pause(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return transitions(engine)?.pause(id) ?? Status.state
}

@implementation @_cdecl("press_transition_run_to")
package func press_transition_run_to(_ engine: OpaquePointer?, _ id: UInt32, _ target: press_q16) -> Int32 {
  guard let engine = usable(engine), target.magnitude <= 1 << 30 else { return refusal(of: engine) }
  return transitions(engine)?.run(id, to: target) ?? Status.state
}

@implementation @_cdecl("press_transition_set_speed")
package func press_transition_set_speed(_ engine: OpaquePointer?, _ id: UInt32, _ speed: press_q16) -> Int32 {
  guard let engine = usable(engine), speed > 0 else { return refusal(of: engine) }
  return transitions(engine)?.setSpeed(id, speed) ?? Status.state
}

@implementation @_cdecl("press_transition_get_velocity")
package func press_transition_get_velocity(_ engine: OpaquePointer?, _ id: UInt32, _ velocity: UnsafeMutablePointer<press_q16>?) -> Int32 {
  guard let engine = usable(engine), let velocity else { return refusal(of: engine) }
  guard let transitions = transitions(engine) else { return Status.state }
  guard let now = transitions.velocity(id) else { return Status.notFound }
  velocity.pointee = now
  return Status.ok
}

@implementation @_cdecl("press_transition_set_velocity")
package func press_transition_set_velocity(_ engine: OpaquePointer?, _ id: UInt32, _ velocity: press_q16) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return transitions(engine)?.set(id, velocity: velocity) ?? Status.state
}

@implementation @_cdecl("press_transition_bind")
package func press_transition_bind(
  _ engine: OpaquePointer?, _ id: UInt32, _ driver: UInt32, _ target: UInt32, _ dx: press_q16, _ dy: press_q16
) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return transitions(engine)?.bind(id, driver, target: target, dx: dx, dy: dy) ?? Status.state
}

@implementation @_cdecl("press_transition_bind_check")
package func press_transition_bind_check(
  _ engine: OpaquePointer?, _ id: UInt32, _ driver: UInt32, _ target: UInt32, _ dx: press_q16, _ dy: press_q16,
  _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let engine = usable(engine) else { return unchecked(engine, why) }
  guard let transitions = transitions(engine) else { return answer(text("press_transition_attach: not attached"), why, Status.state) }
  let status = transitions.mayBind(id, driver, dx: dx, dy: dy)
  if status == Status.ok {
    if driver == TransitionDriver.none || target == 0 || Engine(engine).hasTarget(target) { return status }
    return answer(text("target: it is not there: nothing drives the transition before it is added"), why, Status.notFound)
  }
  if status == Status.noSpace { return answer(text("max_transitions are active or bound"), why, status) }
  return answer(id == 0 ? text("id: not 0") : text("driver: PRESS_DRIVER_...; dx, dy: not both 0 with MOTION, else 0"), why, status)
}

@implementation @_cdecl("press_transition_get")
package func press_transition_get(_ engine: OpaquePointer?, _ id: UInt32, _ status: UnsafeMutablePointer<press_transition_status>?) -> Int32 {
  guard let engine = usable(engine), let status, Sized.hasRoom(status) else { return refusal(of: engine) }
  guard let transitions = transitions(engine) else { return Status.state }
  let found = transitions.get(id)
  var now = press_transition_status()
  now.state = UInt32(bitPattern: found.state)
  now.fraction = found.fraction
  Sized.write(&now, to: status)
  return Status.ok
}

private func drag(_ engine: OpaquePointer) -> Drags? { Drags(Engine(engine)) }

/// Writes an id above 0 to the caller's pointer; other values are the status.
private func answer(_ id: Int32, _ session: UnsafeMutablePointer<UInt32>?) -> Int32 {
  if id <= 0 { return id }
  session?.pointee = UInt32(bitPattern: id)
  return Status.ok
}

@implementation @_cdecl("press_drag_get")
package func press_drag_get(_ engine: OpaquePointer?, _ session: UInt32, _ status: UnsafeMutablePointer<press_drag>?) -> Int32 {
  guard let engine = usable(engine), let status, Sized.hasRoom(status) else { return refusal(of: engine) }
  guard let drag = drag(engine) else { return Status.state }
  guard var found = drag.get(session) else { return Status.notFound }
  Sized.write(&found, to: status)
  return Status.ok
}

@implementation @_cdecl("press_drag_get_items")
package func press_drag_get_items(
  _ engine: OpaquePointer?, _ session: UInt32, _ items: UnsafeMutablePointer<press_drag_item>?, _ capacity: Int
) -> Int32 {
  guard let engine = usable(engine), capacity >= 0, items != nil || capacity == 0 else { return refusal(of: engine) }
  return drag(engine)?.copyItems(session, items, capacity) ?? Status.state
}

@implementation @_cdecl("press_drag_find")
package func press_drag_find(_ engine: OpaquePointer?, _ contact: UInt32, _ session: UnsafeMutablePointer<UInt32>?) -> Int32 {
  guard let engine = usable(engine), session != nil else { return refusal(of: engine) }
  return answer(drag(engine)?.session(of: contact) ?? Status.state, session)
}

@implementation @_cdecl("press_drag_set_modifiers")
package func press_drag_set_modifiers(_ engine: OpaquePointer?, _ modifiers: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.setModifiers(modifiers) ?? Status.state
}

@implementation @_cdecl("press_drag_cancel")
package func press_drag_cancel(_ engine: OpaquePointer?, _ session: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.cancel(session: session) ?? Status.state
}

@implementation @_cdecl("press_drop_confirm")
package func press_drop_confirm(_ engine: OpaquePointer?, _ session: UInt32, _ yes: Bool) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.confirm(session, yes) ?? Status.state
}

@implementation @_cdecl("press_drop_update")
package func press_drop_update(_ engine: OpaquePointer?, _ session: UInt32, _ item: UInt32, _ progress: press_q16) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.update(session, item, progress) ?? Status.state
}

@implementation @_cdecl("press_drop_finish")
package func press_drop_finish(_ engine: OpaquePointer?, _ session: UInt32, _ item: UInt32, _ success: Bool) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.finish(session, item, success) ?? Status.state
}

@implementation @_cdecl("press_drop_undo")
package func press_drop_undo(_ engine: OpaquePointer?) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.undo() ?? Status.state
}

@implementation @_cdecl("press_drop_redo")
package func press_drop_redo(_ engine: OpaquePointer?) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.redo() ?? Status.state
}

@implementation @_cdecl("press_drag_begin")
package func press_drag_begin(_ engine: OpaquePointer?, _ source: UInt32, _ session: UnsafeMutablePointer<UInt32>?) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return answer(drag(engine)?.begin(source) ?? Status.state, session)
}

@implementation @_cdecl("press_drag_add")
package func press_drag_add(_ engine: OpaquePointer?, _ session: UInt32, _ source: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.add(session, source) ?? Status.state
}

/// Answers why a drag that a program begins would be refused; `refusal` asks the drags of the engine.
private func answer(
  _ engine: OpaquePointer?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ refusal: (Drags) -> DragRule?
) -> Int32 {
  guard let engine = usable(engine) else { return unchecked(engine, why) }
  guard let drag = drag(engine) else { return answer(text("press_drag_attach: not attached"), why, Status.state) }
  guard let rule = refusal(drag) else { return Status.ok }
  return answer(words(rule), why, rule.status)
}

private func words(_ rule: DragRule) -> UnsafePointer<CChar>? {
  switch rule {
  case .noSession: text("session: the id of one that is there")
  case .noSource: text("source: the id of a target that is there")
  case .noTrait: text("source: a target with PRESS_TARGET_DRAG_SOURCE")
  case .isThere: text("a drag from code is there: one at a time")
  case .isDropped: text("session: one that is dragged, and whose beginning was delivered")
  case .isAsking: text("not from inside drag_will_begin")
  case .noRoom: text("max_sessions are there")
  case .noItems: text("max_items are dragged")
  case .noEvents: text("events wait for press_poll")
  }
}

@implementation @_cdecl("press_drag_begin_check")
package func press_drag_begin_check(
  _ engine: OpaquePointer?, _ source: UInt32, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(engine, why) { $0.refusal(beginning: source) }
}

@implementation @_cdecl("press_drag_add_check")
package func press_drag_add_check(
  _ engine: OpaquePointer?, _ session: UInt32, _ source: UInt32, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(engine, why) { $0.refusal(adding: source, to: session) }
}

@implementation @_cdecl("press_drag_move")
package func press_drag_move(_ engine: OpaquePointer?, _ session: UInt32, _ x: press_q16, _ y: press_q16) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.move(session, x, y) ?? Status.state
}

@implementation @_cdecl("press_drag_over")
package func press_drag_over(_ engine: OpaquePointer?, _ session: UInt32, _ target: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.over(session, target) ?? Status.state
}

@implementation @_cdecl("press_drag_drop")
package func press_drag_drop(_ engine: OpaquePointer?, _ session: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return drag(engine)?.drop(session) ?? Status.state
}

@implementation @_cdecl("press_drag_perform")
package func press_drag_perform(_ engine: OpaquePointer?, _ source: UInt32, _ destination: UInt32, _ session: UnsafeMutablePointer<UInt32>?) -> Int32
{
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return answer(drag(engine)?.perform(source, destination) ?? Status.state, session)
}

@implementation @_cdecl("press_button_get")
package func press_button_get(_ engine: OpaquePointer?, _ status: UnsafeMutablePointer<press_button_status>?) -> Int32 {
  guard let engine = usable(engine), let status, Sized.hasRoom(status) else { return refusal(of: engine) }
  guard let button = Buttons(Engine(engine)) else { return Status.state }
  let found = button.get
  var now = press_button_status()
  now.state = UInt32(truncatingIfNeeded: found.isDown ? PRESS_BUTTON_DOWN : PRESS_BUTTON_UP)
  now.press_force = found.press
  now.release_force = found.release
  Sized.write(&now, to: status)
  return Status.ok
}

@implementation @_cdecl("press_strike_get")
package func press_strike_get(_ engine: OpaquePointer?, _ contact: UInt32, _ strike: UnsafeMutablePointer<press_strike>?) -> Int32 {
  guard let engine = usable(engine), let strike, Sized.hasRoom(strike) else { return refusal(of: engine) }
  guard let strikes = Strikes(Engine(engine)) else { return Status.state }
  guard var found = strikes.strike(of: contact) else { return Status.notFound }
  Sized.write(&found, to: strike)
  return Status.ok
}

@implementation @_cdecl("press_crosstalk_set_share")
package func press_crosstalk_set_share(_ engine: OpaquePointer?, _ from: UInt32, _ to: UInt32, _ share: press_q16) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Crosstalks(Engine(engine))?.setShare(from, to, share) ?? Status.state
}

@implementation @_cdecl("press_crosstalk_get_share")
package func press_crosstalk_get_share(_ engine: OpaquePointer?, _ from: UInt32, _ to: UInt32, _ share: UnsafeMutablePointer<press_q16>?) -> Int32 {
  guard let engine = usable(engine), let share else { return refusal(of: engine) }
  guard let crosstalk = Crosstalks(Engine(engine)) else { return Status.state }
  guard let found = crosstalk.share(from, to) else { return Status.invalid }
  share.pointee = found
  return Status.ok
}

@implementation @_cdecl("press_pinch_get")
package func press_pinch_get(_ engine: OpaquePointer?, _ contact: UInt32, _ pinch: UnsafeMutablePointer<press_pinch>?) -> Int32 {
  guard let engine = usable(engine), let pinch, Sized.hasRoom(pinch) else { return refusal(of: engine) }
  guard let pinches = Pinches(Engine(engine)) else { return Status.state }
  guard var found = pinches.pinch(of: contact) else { return Status.notFound }
  Sized.write(&found, to: pinch)
  return Status.ok
}

@implementation @_cdecl("press_scroll_content_init")
package func press_scroll_content_init(_ content: UnsafeMutablePointer<press_scroll_content>?) { content?.pointee = .anywhere }

@implementation @_cdecl("press_scroll_declare")
package func press_scroll_declare(_ engine: OpaquePointer?, _ content: UnsafePointer<press_scroll_content>?) -> Int32 {
  guard let engine = usable(engine), let content else { return refusal(of: engine) }
  var full = press_scroll_content.anywhere
  Sized.read(content, over: &full)
  if !full.isValid { return Status.invalid }
  return Scrolls(Engine(engine))?.declare(full) ?? Status.state
}

@implementation @_cdecl("press_scroll_throw")
package func press_scroll_throw(_ engine: OpaquePointer?, _ target: UInt32, _ vx: press_q16, _ vy: press_q16) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Scrolls(Engine(engine))?.throwTarget(target, vx, vy) ?? Status.state
}

@implementation @_cdecl("press_scroll_aim")
package func press_scroll_aim(_ engine: OpaquePointer?, _ target: UInt32, _ x: press_q16, _ y: press_q16) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Scrolls(Engine(engine))?.aim(target, x, y) ?? Status.state
}

@implementation @_cdecl("press_scroll_stop")
package func press_scroll_stop(_ engine: OpaquePointer?, _ target: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Scrolls(Engine(engine))?.stop(target) ?? Status.state
}

@implementation @_cdecl("press_scroll_get")
package func press_scroll_get(_ engine: OpaquePointer?, _ target: UInt32, _ state: UnsafeMutablePointer<press_scroll_status>?) -> Int32 {
  guard let engine = usable(engine), let state, Sized.hasRoom(state) else { return refusal(of: engine) }
  guard let scrolls = Scrolls(Engine(engine)) else { return Status.state }
  guard var now = scrolls.get(target) else { return Status.notFound }
  Sized.write(&now, to: state)
  return Status.ok
}

@implementation @_cdecl("press_scroll_get_velocity")
package func press_scroll_get_velocity(
  _ engine: OpaquePointer?, _ contact: UInt32, _ vx: UnsafeMutablePointer<press_q16>?, _ vy: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let engine = usable(engine), let vx, let vy else { return refusal(of: engine) }
  guard let scrolls = Scrolls(Engine(engine)) else { return Status.state }
  guard let velocity = scrolls.velocity(of: contact) else { return Status.notFound }
  (vx.pointee, vy.pointee) = (velocity.x, velocity.y)
  return Status.ok
}

@implementation @_cdecl("press_levels_get")
package func press_levels_get(_ engine: OpaquePointer?, _ contact: UInt32, _ state: UnsafeMutablePointer<press_levels_status>?) -> Int32 {
  guard let engine = usable(engine), let state, Sized.hasRoom(state) else { return refusal(of: engine) }
  guard let levels = Levels(Engine(engine)) else { return Status.state }
  guard var now = levels.get(contact) else { return Status.notFound }
  Sized.write(&now, to: state)
  return Status.ok
}

@implementation @_cdecl("press_levels_cancel")
package func press_levels_cancel(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Levels(Engine(engine))?.cancel(contact) ?? Status.state
}
