import CPress
import PressCore

@implementation @_cdecl("press_peek_config_init")
public func press_peek_config_init(_ config: UnsafeMutablePointer<press_peek_config>?) {
  config?.pointee = Peek.makeDefault()
}

@implementation @_cdecl("press_peek_size")
public func press_peek_size() -> Int {
  Peek.size
}

@implementation @_cdecl("press_peek_attach")
public func press_peek_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_peek_config>?) -> Int32 {
  guard let engine else { return Status.invalid }
  let config = config?.pointee ?? Peek.makeDefault()
  return Peek.isValid(config) ? Peek.attach(Engine(engine), config) : Status.invalid
}

@implementation @_cdecl("press_peek_declare")
public func press_peek_declare(_ engine: OpaquePointer?, _ declarations: UnsafePointer<press_peek_declaration>?, _ count: Int) -> Int32 {
  guard let engine, count >= 0 else { return Status.invalid }
  return Peek.declare(Engine(engine), declarations, count)
}

@implementation @_cdecl("press_peek_get")
public func press_peek_get(_ engine: OpaquePointer?, _ status: UnsafeMutablePointer<press_peek_status>?) -> Int32 {
  guard let engine, let status, status.pointee.size == UInt32(truncatingIfNeeded: MemoryLayout<press_peek_status>.size) else {
    return Status.invalid
  }
  guard let peek = Peek(Engine(engine)) else { return Status.state }
  status.pointee = peek.status
  return Status.ok
}

@implementation @_cdecl("press_peek_find")
public func press_peek_find(_ engine: OpaquePointer?, _ target: UInt32, _ peek: UnsafeMutablePointer<press_peek>?) -> Int32 {
  guard let engine, let peek else { return Status.invalid }
  guard let own = Peek(Engine(engine)) else { return Status.state }
  let (status, found) = own.find(target)
  if status == Status.ok { peek.pointee = found }
  return status
}

@implementation @_cdecl("press_peek_open")
public func press_peek_open(_ engine: OpaquePointer?, _ target: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peek(Engine(engine))?.open(target) ?? Status.state
}

@implementation @_cdecl("press_peek_pop")
public func press_peek_pop(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peek(Engine(engine))?.pop() ?? Status.state
}

@implementation @_cdecl("press_peek_dismiss")
public func press_peek_dismiss(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peek(Engine(engine))?.dismiss() ?? Status.state
}

@implementation @_cdecl("press_peek_reveal")
public func press_peek_reveal(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peek(Engine(engine))?.revealNow() ?? Status.state
}

@implementation @_cdecl("press_action_perform")
public func press_action_perform(_ engine: OpaquePointer?, _ action: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peek(Engine(engine))?.perform(action) ?? Status.state
}

@implementation @_cdecl("press_action_back")
public func press_action_back(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return Peek(Engine(engine))?.closeGroup() ?? Status.state
}
