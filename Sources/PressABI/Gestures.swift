import CPress
import PressCore

@implementation @_cdecl("press_gestures_config_init")
public func press_gestures_config_init(_ config: UnsafeMutablePointer<press_gestures_config>?) {
  config?.pointee = Gestures.makeDefault()
}

@implementation @_cdecl("press_gestures_size")
public func press_gestures_size(_ engine_config: UnsafePointer<press_config>?) -> Int {
  guard let engine_config, Config.isValid(engine_config.pointee) else { return 0 }
  return Gestures.size(engine_config.pointee.max_contacts)
}

@implementation @_cdecl("press_gestures_attach")
public func press_gestures_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_gestures_config>?) -> Int32 {
  guard let engine else { return Status.invalid }
  let config = config?.pointee ?? Gestures.makeDefault()
  return Gestures.isValid(config) ? Gestures.attach(Engine(engine), config) : Status.invalid
}

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
