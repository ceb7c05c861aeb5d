import CPress
import PressCore

private func transitions(_ engine: OpaquePointer) -> Transitions? { Transitions(Engine(engine)) }

/// Nil where the size is wrong; without any, the fallback.
private func sized<T>(_ given: UnsafePointer<T>?, else fallback: T) -> T? {
  guard let given else { return fallback }
  var copy = fallback
  return copySized(given, from: MemoryLayout<T>.size, into: &copy) ? copy : nil
}

@implementation @_cdecl("press_timing_curve_y")
public func press_timing_curve_y(
  _ curve: UnsafePointer<press_timing_curve>?, _ x: press_q16, _ y: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let curve, let y, TimingCurve.isValid(curve.pointee) else { return Status.invalid }
  y.pointee = TimingCurve(curve.pointee)(x)
  return Status.ok
}

@implementation @_cdecl("press_transition_config_init")
public func press_transition_config_init(_ config: UnsafeMutablePointer<press_transition_config>?) {
  config?.pointee = TransitionConfig.makeDefault
}

@implementation @_cdecl("press_transition_options_init")
public func press_transition_options_init(_ options: UnsafeMutablePointer<press_transition_options>?) {
  options?.pointee = TransitionConfig.defaultOptions
}

@implementation @_cdecl("press_transition_size")
public func press_transition_size(_ config: UnsafePointer<press_transition_config>?) -> Int {
  guard let config, let sized = sized(config, else: TransitionConfig.makeDefault), TransitionConfig.isValid(sized) else {
    return 0
  }
  return Transitions.size(sized)
}

@implementation @_cdecl("press_transition_attach")
public func press_transition_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_transition_config>?) -> Int32 {
  guard let engine, let sized = sized(config, else: TransitionConfig.makeDefault), TransitionConfig.isValid(sized) else {
    return Status.invalid
  }
  return Transitions.attach(Engine(engine), sized)
}

@implementation @_cdecl("press_transition_start")
public func press_transition_start(
  _ engine: OpaquePointer?, _ id: UInt32, _ options: UnsafePointer<press_transition_options>?
) -> Int32 {
  guard let engine else { return Status.invalid }
  guard let transitions = transitions(engine) else { return Status.state }
  if options == nil { return transitions.start(id, nil) }
  guard let sized = sized(options, else: TransitionConfig.defaultOptions) else { return Status.invalid }
  return transitions.start(id, sized)
}

@implementation @_cdecl("press_transition_update")
public func press_transition_update(_ engine: OpaquePointer?, _ id: UInt32, _ fraction: press_q16) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.update(id, fraction) ?? Status.notFound
}

@implementation @_cdecl("press_transition_finish")
public func press_transition_finish(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.finish(id) ?? Status.notFound
}

@implementation @_cdecl("press_transition_cancel")
public func press_transition_cancel(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.cancel(id) ?? Status.notFound
}

@implementation @_cdecl("press_transition_pause")
public func press_transition_pause(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.pause(id) ?? Status.notFound
}

@implementation @_cdecl("press_transition_set_speed")
public func press_transition_set_speed(_ engine: OpaquePointer?, _ id: UInt32, _ speed: press_q16) -> Int32 {
  guard let engine, speed > 0 else { return Status.invalid }
  return transitions(engine)?.setSpeed(id, speed) ?? Status.notFound
}

@implementation @_cdecl("press_transition_bind")
public func press_transition_bind(
  _ engine: OpaquePointer?, _ id: UInt32, _ driver: UInt32, _ target: UInt32, _ dx: press_q16, _ dy: press_q16
) -> Int32 {
  guard let engine else { return Status.invalid }
  return transitions(engine)?.bind(id, driver, target: target, dx: dx, dy: dy) ?? Status.state
}

@implementation @_cdecl("press_transition_get")
public func press_transition_get(_ engine: OpaquePointer?, _ id: UInt32, _ fraction: UnsafeMutablePointer<press_q16>?) -> Int32 {
  guard let engine else { return Status.invalid }
  guard let transitions = transitions(engine) else { return Status.state }
  let found = transitions.get(id)
  fraction?.pointee = found.fraction
  return found.state
}
