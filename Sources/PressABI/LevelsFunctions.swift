import CPress
import PressCore

@implementation @_cdecl("press_levels_get")
public func press_levels_get(_ engine: OpaquePointer?, _ contact: UInt32, _ state: UnsafeMutablePointer<press_levels_status>?) -> Int32 {
  guard let engine, let state, Sized.hasRoom(state) else { return Status.invalid }
  guard let levels = Levels(Engine(engine)) else { return Status.state }
  guard var now = levels.get(contact) else { return Status.notFound }
  Sized.write(&now, to: state)
  return Status.ok
}

@implementation @_cdecl("press_levels_cancel")
public func press_levels_cancel(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Levels(Engine(engine))?.cancel(contact) ?? Status.state
}
