import CPress
import PressCore

@implementation @_cdecl("press_button_get")
public func press_button_get(_ engine: OpaquePointer?, _ status: UnsafeMutablePointer<press_button_status>?) -> Int32 {
  guard let engine, let status, Sized.hasRoom(status) else { return Status.invalid }
  guard let button = Buttons(Engine(engine)) else { return Status.state }
  let levels = button.get
  var now = press_button_status()
  now.state = UInt32(truncatingIfNeeded: levels.isDown ? PRESS_BUTTON_DOWN : PRESS_BUTTON_UP)
  now.press_force = levels.press
  now.release_force = levels.release
  Sized.write(&now, to: status)
  return Status.ok
}
