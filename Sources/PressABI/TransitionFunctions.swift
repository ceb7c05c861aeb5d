import CPress
import PressCore

private func transitions(_ engine: OpaquePointer) -> Transitions? { Transitions(Engine(engine)) }

@inline(never)
private func read(_ given: UnsafePointer<press_transition_options>) -> press_transition_options {
  var full = TransitionConfig.defaultOptions
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_transition_options_check")
public func press_transition_options_check(
  _ options: UnsafePointer<press_transition_options>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  // Without "options.".
  answer(options.map { words(TransitionConfig.brokenRule(read($0))).map { $0 + 8 } } ?? nothingGiven, why)
}

func words(_ rule: TransitionConfig.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .most: text("max_transitions: 1..32")
  case .reserved: text("reserved: 0")
  case .frame: text("frame_us: above 0")
  case .flick: text("flick_speed: not negative")
  case .optionsSize: text("options.size: sizeof the struct, as its ..._init writes it")
  case .optionsFlags: text("options.flags: PRESS_TRANSITION_...")
  case .optionsSpeed: text("options.speed: above 0")
  case .optionsCurve: text("options.curve: x1 and x2 0..1")
  case .optionsSpring: text("options.curve: of a spring, x1 0.1..4, y1 0.001..60, x2 and y2 0")
  case .optionsFraction: text("options.fraction: 0..1")
  case nil: nil
  }
}

@implementation @_cdecl("press_timing_curve_y")
public func press_timing_curve_y(
  _ curve: UnsafePointer<press_timing_curve>?, _ x: press_q16, _ y: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  guard let curve, let y, TimingCurve.isValid(curve.pointee) else { return Status.invalid }
  y.pointee = TimingCurve(curve.pointee)(x)
  return Status.ok
}

@implementation @_cdecl("press_transition_options_init")
public func press_transition_options_init(_ options: UnsafeMutablePointer<press_transition_options>?) {
  options?.pointee = TransitionConfig.defaultOptions
}

@implementation @_cdecl("press_transition_start")
public func press_transition_start(
  _ engine: OpaquePointer?, _ id: UInt32, _ options: UnsafePointer<press_transition_options>?
) -> Int32 {
  guard let engine else { return Status.invalid }
  guard let transitions = transitions(engine) else { return Status.state }
  guard let options else { return transitions.start(id, nil) }
  return transitions.start(id, read(options))
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

@implementation @_cdecl("press_transition_status_init")
public func press_transition_status_init(_ status: UnsafeMutablePointer<press_transition_status>?) {
  status?.initialize(to: press_transition_status())
  status?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_transition_status>.size)
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
