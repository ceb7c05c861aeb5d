import CPress
import PressCore

@implementation @_cdecl("press_gestures_state")
public func press_gestures_state(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Gestures(Engine(engine))?.stateOf(contact) ?? Status.state
}

@implementation @_cdecl("press_gestures_cancel")
public func press_gestures_cancel(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Gestures(Engine(engine))?.cancel(contact) ?? Status.state
}

@implementation @_cdecl("press_target_activate")
public func press_target_activate(_ engine: OpaquePointer?, _ target: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Gestures(Engine(engine))?.activate(target) ?? Status.state
}
