import CPress
import PressCore

private func sized(_ target: UnsafePointer<press_target>?) -> press_target? {
  guard let target else { return nil }
  var copy = press_target()
  return copySized(target, from: Engine.smallestTarget, into: &copy) ? copy : nil
}

@implementation @_cdecl("press_target_add")
public func press_target_add(_ engine: OpaquePointer?, _ target: UnsafePointer<press_target>?) -> Int32 {
  guard let engine, let target = sized(target) else { return Status.invalid }
  return Engine(engine).add(target)
}

@implementation @_cdecl("press_target_update")
public func press_target_update(_ engine: OpaquePointer?, _ target: UnsafePointer<press_target>?) -> Int32 {
  guard let engine, let target = sized(target) else { return Status.invalid }
  return Engine(engine).update(target)
}

@implementation @_cdecl("press_target_remove")
public func press_target_remove(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Engine(engine).remove(id)
}

@implementation @_cdecl("press_target_get")
public func press_target_get(_ engine: OpaquePointer?, _ id: UInt32, _ target: UnsafeMutablePointer<press_target>?) -> Int32 {
  guard let engine, let target else { return Status.invalid }
  guard let found = Engine(engine).target(id) else { return Status.notFound }
  target.pointee = found
  return Status.ok
}

@implementation @_cdecl("press_target_at")
public func press_target_at(_ engine: OpaquePointer?, _ x: press_q16, _ y: press_q16, _ id: UnsafeMutablePointer<UInt32>?) -> Int32 {
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
