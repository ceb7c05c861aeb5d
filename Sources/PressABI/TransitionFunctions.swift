import CPress
import PressCore

private func transitions(_ engine: OpaquePointer) -> Transitions? { Transitions(Engine(engine)) }

@implementation @_cdecl("press_timing_curve_y")
public func press_timing_curve_y(
  _ curve: UnsafePointer<press_timing_curve>?, _ x: press_q16, _ y: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let curve, let y, TimingCurve.isValid(curve.pointee) else { return Status.invalid }
  y.pointee = TimingCurve(curve.pointee)(x)
  return Status.ok
}

@implementation @_cdecl("press_transition_start")
public func press_transition_start(
  _ engine: OpaquePointer?, _ id: UInt32, _ options: UnsafePointer<press_transition_options>?
) -> Int32 {
  guard let engine else { return Status.invalid }
  guard let transitions = transitions(engine) else { return Status.state }
  guard let options else { return transitions.start(id, nil) }
  var full = press_transition_options()
  _ = read(options, into: &full)  // start() looks at it, too: the program may change it there
  return transitions.start(id, full)
}

@implementation @_cdecl("press_transition_update")
public func press_transition_update(_ engine: OpaquePointer?, _ id: UInt32, _ fraction: press_q16) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.update(id, fraction) ?? Status.state
}

@implementation @_cdecl("press_transition_finish")
public func press_transition_finish(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.finish(id) ?? Status.state
}

@implementation @_cdecl("press_transition_cancel")
public func press_transition_cancel(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.cancel(id) ?? Status.state
}

@implementation @_cdecl("press_transition_pause")
public func press_transition_pause(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.pause(id) ?? Status.state
}

@implementation @_cdecl("press_transition_set_speed")
public func press_transition_set_speed(_ engine: OpaquePointer?, _ id: UInt32, _ speed: press_q16) -> Int32 {
  guard let engine, speed > 0 else { return Status.invalid }
  return transitions(engine)?.setSpeed(id, speed) ?? Status.state
}

@implementation @_cdecl("press_transition_get_velocity")
public func press_transition_get_velocity(_ engine: OpaquePointer?, _ id: UInt32, _ velocity: UnsafeMutablePointer<press_q16>?) -> Int32 {
  guard let engine, let velocity else { return Status.invalid }
  guard let transitions = transitions(engine) else { return Status.state }
  guard let now = transitions.velocity(id) else { return Status.notFound }
  velocity.pointee = now
  return Status.ok
}

@implementation @_cdecl("press_transition_set_velocity")
public func press_transition_set_velocity(_ engine: OpaquePointer?, _ id: UInt32, _ velocity: press_q16) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.set(id, velocity: velocity) ?? Status.state
}

@implementation @_cdecl("press_transition_bind")
public func press_transition_bind(
  _ engine: OpaquePointer?, _ id: UInt32, _ driver: UInt32, _ target: UInt32, _ dx: press_q16, _ dy: press_q16
) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.bind(id, driver, target: target, dx: dx, dy: dy) ?? Status.state
}

@implementation @_cdecl("press_transition_get")
public func press_transition_get(_ engine: OpaquePointer?, _ id: UInt32, _ status: UnsafeMutablePointer<press_transition_status>?) -> Int32 {
  guard let engine, let status, Sized.hasRoom(status) else { return Status.invalid }
  guard let transitions = transitions(engine) else { return Status.state }
  let found = transitions.get(id)
  var now = press_transition_status()
  now.state = UInt32(bitPattern: found.state)
  now.fraction = found.fraction
  Sized.write(&now, to: status)
  return Status.ok
}
