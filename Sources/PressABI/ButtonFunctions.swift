import CPress
import PressCore

func words(_ rule: ButtonConfig.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .flags: text("flags: PRESS_BUTTON_...")
  case .press: text("press_force: above 0")
  case .release: text("release_force: above 0, at most press_force")
  case .ratioDown: text("ratio_down: 0..1")
  case .ratioUp: text("ratio_up: 1..4")
  case .ceiling: text("ceiling: at least press_force")
  case .fullSpeed: text("full_speed: not negative")
  case .rapidFall: text("rapid_fall: above 0")
  case .rapidRise: text("rapid_rise: above 0")
  case .reserved: text("reserved: 0")
  case nil: nil
  }
}

@implementation @_cdecl("press_button_status_init")
public func press_button_status_init(_ status: UnsafeMutablePointer<press_button_status>?) {
  status?.initialize(to: press_button_status())
  status?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_button_status>.size)
}

@implementation @_cdecl("press_button_get")
public func press_button_get(_ engine: OpaquePointer?, _ status: UnsafeMutablePointer<press_button_status>?) -> Int32 {
  guard let engine, let status, Sized.hasRoom(status) else { return Status.invalid }
  guard let button = ForceButton(Engine(engine)) else { return Status.state }
  let levels = button.get
  var now = press_button_status()
  now.state = UInt32(truncatingIfNeeded: levels.isDown ? PRESS_BUTTON_DOWN : PRESS_BUTTON_UP)
  now.press_force = levels.press
  now.release_force = levels.release
  Sized.write(&now, to: status)
  return Status.ok
}
