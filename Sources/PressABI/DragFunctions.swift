import CPress
import PressCore

private func drag(_ engine: OpaquePointer) -> Drags? { Drags(Engine(engine)) }

/// An id above 0 is written to the caller's pointer.
private func answer(_ id: Int32, _ session: UnsafeMutablePointer<UInt32>?) -> Int32 {
  if id <= 0 { return id }
  session?.pointee = UInt32(bitPattern: id)
  return Status.ok
}

@implementation @_cdecl("press_drag_get")
public func press_drag_get(_ engine: OpaquePointer?, _ session: UInt32, _ status: UnsafeMutablePointer<press_drag>?) -> Int32 {
  guard let engine, let status, Sized.hasRoom(status) else { return Status.invalid }
  guard let drag = drag(engine) else { return Status.state }
  guard var found = drag.get(session) else { return Status.notFound }
  Sized.write(&found, to: status)
  return Status.ok
}

@implementation @_cdecl("press_drag_get_items")
public func press_drag_get_items(
  _ engine: OpaquePointer?, _ session: UInt32, _ items: UnsafeMutablePointer<press_drag_item>?, _ capacity: Int
) -> Int32 {
  guard let engine, capacity >= 0, items != nil || capacity == 0 else { return Status.invalid }
  return drag(engine)?.copyItems(session, items, capacity) ?? Status.state
}

@implementation @_cdecl("press_drag_find")
public func press_drag_find(_ engine: OpaquePointer?, _ contact: UInt32, _ session: UnsafeMutablePointer<UInt32>?) -> Int32 {
  guard let engine, session != nil else { return Status.invalid }
  return answer(drag(engine)?.session(of: contact) ?? Status.state, session)
}

@implementation @_cdecl("press_drag_set_modifiers")
public func press_drag_set_modifiers(_ engine: OpaquePointer?, _ modifiers: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.setModifiers(modifiers) ?? Status.state
}

@implementation @_cdecl("press_drag_cancel")
public func press_drag_cancel(_ engine: OpaquePointer?, _ session: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.cancel(session: session) ?? Status.state
}

@implementation @_cdecl("press_drop_confirm")
public func press_drop_confirm(_ engine: OpaquePointer?, _ session: UInt32, _ yes: Bool) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.confirm(session, yes) ?? Status.state
}

@implementation @_cdecl("press_drop_update")
public func press_drop_update(_ engine: OpaquePointer?, _ session: UInt32, _ item: UInt32, _ progress: press_q16) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.update(session, item, progress) ?? Status.state
}

@implementation @_cdecl("press_drop_finish")
public func press_drop_finish(_ engine: OpaquePointer?, _ session: UInt32, _ item: UInt32, _ success: Bool) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.finish(session, item, success) ?? Status.state
}

@implementation @_cdecl("press_drop_undo")
public func press_drop_undo(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.undo() ?? Status.state
}

@implementation @_cdecl("press_drop_redo")
public func press_drop_redo(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.redo() ?? Status.state
}

@implementation @_cdecl("press_drag_begin")
public func press_drag_begin(_ engine: OpaquePointer?, _ source: UInt32, _ session: UnsafeMutablePointer<UInt32>?) -> Int32 {
  guard let engine else { return Status.invalid }
  return answer(drag(engine)?.begin(source) ?? Status.state, session)
}

@implementation @_cdecl("press_drag_add")
public func press_drag_add(_ engine: OpaquePointer?, _ session: UInt32, _ source: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.add(session, source) ?? Status.state
}

@implementation @_cdecl("press_drag_move")
public func press_drag_move(_ engine: OpaquePointer?, _ session: UInt32, _ x: press_q16, _ y: press_q16) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.move(session, x, y) ?? Status.state
}

@implementation @_cdecl("press_drag_over")
public func press_drag_over(_ engine: OpaquePointer?, _ session: UInt32, _ target: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.over(session, target) ?? Status.state
}

@implementation @_cdecl("press_drag_drop")
public func press_drag_drop(_ engine: OpaquePointer?, _ session: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.drop(session) ?? Status.state
}

@implementation @_cdecl("press_drag_perform")
public func press_drag_perform(_ engine: OpaquePointer?, _ source: UInt32, _ destination: UInt32, _ session: UnsafeMutablePointer<UInt32>?) -> Int32 {
  guard let engine else { return Status.invalid }
  return answer(drag(engine)?.perform(source, destination) ?? Status.state, session)
}
