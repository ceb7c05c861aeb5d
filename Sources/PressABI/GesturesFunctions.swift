import CPress
import PressCore

func words(_ rule: GesturesConfig.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .hold: text("hold_us: above 0")
  case .slop: text("slop: not negative")
  case .doubleTapSlop: text("double_tap_slop: not negative")
  case .frame: text("frame_us: above 0")
  case .holdSlop: text("hold_slop: not negative")
  case .scrollSlop: text("scroll_slop: not negative")
  case nil: nil
  }
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
