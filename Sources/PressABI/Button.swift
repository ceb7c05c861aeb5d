import CPress
import PressCore

/// Nil where the struct is none that is valid.
private func valid(_ config: UnsafePointer<press_button_config>) -> press_button_config? {
  var copy = ButtonConfig.makeDefault
  return copySized(config, from: MemoryLayout<press_button_config>.size, into: &copy) && ButtonConfig.isValid(copy) ? copy : nil
}

@implementation @_cdecl("press_button_config_init")
public func press_button_config_init(_ config: UnsafeMutablePointer<press_button_config>?) {
  config?.pointee = ButtonConfig.makeDefault
}

@implementation @_cdecl("press_button_size")
public func press_button_size() -> Int { ForceButton.size }

@implementation @_cdecl("press_button_attach")
public func press_button_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_button_config>?) -> Int32 {
  guard let engine else { return Status.invalid }
  guard let config else { return ForceButton.attach(Engine(engine), ButtonConfig.makeDefault) }
  guard let valid = valid(config) else { return Status.invalid }
  return ForceButton.attach(Engine(engine), valid)
}

@implementation @_cdecl("press_button_set")
public func press_button_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_button_config>?) -> Int32 {
  guard let engine, let config, let valid = valid(config) else { return Status.invalid }
  guard let button = ForceButton(Engine(engine)) else { return Status.state }
  button.set(valid)
  return Status.ok
}

@implementation @_cdecl("press_button_get")
public func press_button_get(
  _ engine: OpaquePointer?, _ press: UnsafeMutablePointer<press_q16>?, _ release: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let engine else { return Status.invalid }
  guard let button = ForceButton(Engine(engine)) else { return Status.state }
  let now = button.get
  press?.pointee = now.press
  release?.pointee = now.release
  return now.isDown ? 1 : 0
}
