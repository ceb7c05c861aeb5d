import CPress
import PressCore

@inline(never)
private func read(_ given: UnsafePointer<press_target>) -> press_target {
  var full = press_target()
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_target_init")
public func press_target_init(_ target: UnsafeMutablePointer<press_target>?) {
  if let target { press_target.setDefaults(target) }
}

@implementation @_cdecl("press_target_check")
public func press_target_check(_ target: UnsafePointer<press_target>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  answer(target.map { words(TargetRule.broken(by: read($0))) } ?? nothingGiven, why)
}

private func words(_ rule: TargetRule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .id: text("id: not 0")
  case .container: text("container: not the target itself")
  case .width: text("width: not negative")
  case .height: text("height: not negative")
  case .traits: text("traits: PRESS_TARGET_...")
  case nil: nil
  }
}

@implementation @_cdecl("press_targets_check")
public func press_targets_check(
  _ engine: OpaquePointer?, _ target: UnsafeMutablePointer<UInt32>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let engine else { return Status.invalid }
  guard let idle = Engine(engine).idleTarget() else { return Status.ok }
  target?.pointee = idle.id
  why?.pointee = taker(of: idle.traits)
  return Status.state
}

private func taker(of traits: UInt32) -> UnsafePointer<CChar>? {
  if traits & Trait.peek != 0 { return text("PEEK: press_peek_attach") }
  if traits & (Trait.tap | Trait.doubleTap | Trait.hold) != 0 { return text("TAP, DOUBLE_TAP, HOLD: press_gestures_attach") }
  if traits & Trait.scroll != 0 { return text("SCROLL: press_gestures_attach or press_drag_attach") }
  if traits & (Trait.swipeX | Trait.swipeY) != 0 { return text("SWIPE_X, SWIPE_Y: press_scroll_attach") }
  if traits & Trait.pinch != 0 { return text("PINCH: press_pinch_attach") }
  return text("DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT: press_drag_attach")
}

@implementation @_cdecl("press_target_add")
public func press_target_add(_ engine: OpaquePointer?, _ target: UnsafePointer<press_target>?) -> Int32 {
  guard let engine, let target else { return Status.invalid }
  return Engine(engine).add(read(target))
}

@implementation @_cdecl("press_target_update")
public func press_target_update(_ engine: OpaquePointer?, _ target: UnsafePointer<press_target>?) -> Int32 {
  guard let engine, let target else { return Status.invalid }
  return Engine(engine).update(read(target))
}

@implementation @_cdecl("press_target_remove")
public func press_target_remove(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Engine(engine).remove(id)
}

@implementation @_cdecl("press_target_get")
public func press_target_get(_ engine: OpaquePointer?, _ id: UInt32, _ target: UnsafeMutablePointer<press_target>?) -> Int32 {
  guard let engine, let target, Sized.hasRoom(target) else { return Status.invalid }
  guard var found = Engine(engine).target(id) else { return Status.notFound }
  Sized.write(&found, to: target)
  return Status.ok
}

@implementation @_cdecl("press_target_find")
public func press_target_find(_ engine: OpaquePointer?, _ x: press_q16, _ y: press_q16, _ id: UnsafeMutablePointer<UInt32>?) -> Int32 {
  guard let engine, let id else { return Status.invalid }
  id.pointee = Engine(engine).target(at: x, y)
  return Status.ok
}

@implementation @_cdecl("press_target_list")
public func press_target_list(
  _ engine: OpaquePointer?, _ traits: UInt32, _ ids: UnsafeMutablePointer<UInt32>?, _ capacity: Int
) -> Int32 {
  guard let engine, capacity >= 0, ids != nil || capacity == 0 else { return Status.invalid }
  return Engine(engine).listTargets(traits, ids, capacity)
}
