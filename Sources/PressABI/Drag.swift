import CPress
import PressCore

private func drag(_ engine: OpaquePointer) -> Drag? { Drag(Engine(engine)) }

@implementation @_cdecl("press_drag_config_init")
public func press_drag_config_init(_ config: UnsafeMutablePointer<press_drag_config>?) {
  config?.pointee = Drag.makeDefault()
}

@implementation @_cdecl("press_drag_size")
public func press_drag_size(_ config: UnsafePointer<press_drag_config>?, _ engine_config: UnsafePointer<press_config>?) -> Int {
  let config = config?.pointee ?? Drag.makeDefault()
  guard let engine_config, Config.isValid(engine_config.pointee), Drag.isValid(config) else { return 0 }
  return Drag.size(config, engine_config.pointee.max_contacts)
}

@implementation @_cdecl("press_drag_attach")
public func press_drag_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_drag_config>?) -> Int32 {
  guard let engine else { return Status.invalid }
  let config = config?.pointee ?? Drag.makeDefault()
  return Drag.isValid(config) ? Drag.attach(Engine(engine), config) : Status.invalid
}

@implementation @_cdecl("press_drag_get")
public func press_drag_get(_ engine: OpaquePointer?, _ session: UInt32, _ status: UnsafeMutablePointer<press_drag>?) -> Int32 {
  guard let engine, let status, status.pointee.size == UInt32(truncatingIfNeeded: MemoryLayout<press_drag>.size) else {
    return Status.invalid
  }
  guard let drag = drag(engine) else { return Status.state }
  guard let found = drag.get(session) else { return Status.notFound }
  status.pointee = found
  return Status.ok
}

@implementation @_cdecl("press_drag_get_items")
public func press_drag_get_items(
  _ engine: OpaquePointer?, _ session: UInt32, _ items: UnsafeMutablePointer<press_drag_item>?, _ capacity: Int
) -> Int32 {
  guard let engine, capacity >= 0, items != nil || capacity == 0 else { return Status.invalid }
  return drag(engine)?.copyItems(session, items, capacity) ?? Status.state
}

@implementation @_cdecl("press_drag_session")
public func press_drag_session(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.session(of: contact) ?? Status.state
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

@implementation @_cdecl("press_drag_begin")
public func press_drag_begin(_ engine: OpaquePointer?, _ source: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.begin(source) ?? Status.state
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
public func press_drag_perform(_ engine: OpaquePointer?, _ source: UInt32, _ destination: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return drag(engine)?.perform(source, destination) ?? Status.state
}
