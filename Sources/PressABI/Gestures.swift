import CPress
import PressCore

@implementation @_cdecl("press_gestures_config_init")
public func press_gestures_config_init(_ config: UnsafeMutablePointer<press_gestures_config>?) {
  config?.pointee = GesturesConfig.makeDefault()
}

@inline(never)
private func read(_ given: UnsafePointer<press_gestures_config>?) -> press_gestures_config {
  var full = GesturesConfig.makeDefault()
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_gestures_config_check")
public func press_gestures_config_check(
  _ config: UnsafePointer<press_gestures_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(GesturesConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

private func words(_ rule: GesturesConfig.Rule?) -> UnsafePointer<CChar>? {
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

@implementation @_cdecl("press_gestures_size")
public func press_gestures_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_gestures_config>?) -> Int {
  let contacts = capacity(of: engine)
  return contacts == 0 || GesturesConfig.brokenRule(read(config)) != nil ? 0 : Gestures.size(contacts)
}

@implementation @_cdecl("press_gestures_attach")
public func press_gestures_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_gestures_config>?) -> Int32 {
  let full = read(config)
  guard let engine, GesturesConfig.brokenRule(full) == nil else { return Status.invalid }
  return Gestures.attach(Engine(engine), full)
}

@implementation @_cdecl("press_gestures_set")
public func press_gestures_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_gestures_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if GesturesConfig.brokenRule(full) != nil { return Status.invalid }
  guard let gestures = Gestures(Engine(engine)) else { return Status.state }
  gestures.set(full)
  return Status.ok
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
