import CPress
import PressCore

@implementation @_cdecl("press_peek_status_init")
public func press_peek_status_init(_ status: UnsafeMutablePointer<press_peek_status>?) {
  guard let status else { return }
  status.initialize(to: press_peek_status())
  status.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_peek_status>.size)
  press_peek.setDefaults(&status.pointee.peek)
}

@implementation @_cdecl("press_peek_declare")
public func press_peek_declare(_ engine: OpaquePointer?, _ declarations: UnsafePointer<press_peek_declaration>?, _ count: Int) -> Int32 {
  guard let engine, count >= 0 else { return Status.invalid }
  return Peeks.declare(Engine(engine), declarations, count)
}

@implementation @_cdecl("press_peek_replace")
public func press_peek_replace(_ engine: OpaquePointer?, _ actions: UnsafePointer<press_action>?, _ count: Int) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peeks(Engine(engine))?.replace(actions, count < 0 ? UInt32.max : UInt32(clamping: count)) ?? Status.state
}

@implementation @_cdecl("press_peek_get")
public func press_peek_get(_ engine: OpaquePointer?, _ status: UnsafeMutablePointer<press_peek_status>?) -> Int32 {
  guard let engine, let status, Sized.hasRoom(status) else { return Status.invalid }
  guard let peek = Peeks(Engine(engine)) else { return Status.state }
  var now = peek.status
  Sized.write(&now, to: status)
  return Status.ok
}

@implementation @_cdecl("press_peek_find")
public func press_peek_find(_ engine: OpaquePointer?, _ target: UInt32, _ peek: UnsafeMutablePointer<press_peek>?) -> Int32 {
  guard let engine, let peek, Sized.hasRoom(peek) else { return Status.invalid }
  guard let own = Peeks(Engine(engine)) else { return Status.state }
  var found = press_peek()
  let status = own.find(target, &found)
  if status == Status.ok { Sized.write(&found, to: peek) }
  return status
}

@implementation @_cdecl("press_peek_open")
public func press_peek_open(_ engine: OpaquePointer?, _ target: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peeks(Engine(engine))?.open(target) ?? Status.state
}

@implementation @_cdecl("press_peek_pop")
public func press_peek_pop(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peeks(Engine(engine))?.pop() ?? Status.state
}

@implementation @_cdecl("press_peek_dismiss")
public func press_peek_dismiss(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peeks(Engine(engine))?.dismiss() ?? Status.state
}

@implementation @_cdecl("press_peek_reveal")
public func press_peek_reveal(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peeks(Engine(engine))?.revealNow() ?? Status.state
}

@implementation @_cdecl("press_action_perform")
public func press_action_perform(_ engine: OpaquePointer?, _ action: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peeks(Engine(engine))?.perform(action) ?? Status.state
}

@implementation @_cdecl("press_action_back")
public func press_action_back(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peeks(Engine(engine))?.closeGroup() ?? Status.state
}
