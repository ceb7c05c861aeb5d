import CPress
import PressCore

/// How many contacts an engine has, for the sizes of what is attached to it; 0: its config breaks a rule.
@inline(never)
func capacity(of engine: UnsafePointer<press_config>?) -> UInt16 {
  var full = press_config()
  return read(engine, into: &full) ? full.max_contacts : 0
}

@implementation @_cdecl("press_config_pressure")
public func press_config_pressure(
  _ config: UnsafePointer<press_config>?, _ force: press_q16, _ pressure: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  var full = press_config()
  guard config != nil, let pressure, read(config, into: &full) else { return Status.invalid }
  pressure.pointee = Config.pressure(full, of: force)
  return Status.ok
}

@implementation @_cdecl("press_config_force")
public func press_config_force(
  _ config: UnsafePointer<press_config>?, _ pressure: press_q16, _ force: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  var full = press_config()
  guard config != nil, let force, pressure >= 0, pressure <= Q16.one, read(config, into: &full) else { return Status.invalid }
  force.pointee = Config.force(full, at: pressure)
  return Status.ok
}

@implementation @_cdecl("press_engine_size")
public func press_engine_size(_ config: UnsafePointer<press_config>?) -> Int {
  var full = press_config()
  return config != nil && read(config, into: &full) ? Engine.size(full) : 0
}

@implementation @_cdecl("press_engine_init")
public func press_engine_init(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ config: UnsafePointer<press_config>?,
  _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  var full = press_config()
  guard let storage, let engine, read(config, into: &full) else { return Status.invalid }
  let status = Engine.make(in: storage, bytes, full)
  if status == Status.ok { engine.pointee = OpaquePointer(storage) }
  return status
}

@implementation @_cdecl("press_engine_set")
public func press_engine_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_config>?) -> Int32 {
  var full = press_config()
  guard let engine, config != nil, read(config, into: &full) else { return Status.invalid }
  return Engine(engine).set(full)
}

@implementation @_cdecl("press_engine_get_config")
public func press_engine_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  var given = Engine(engine).given
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_contact_release")
public func press_contact_release(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine else { return Status.invalid }
  return Engine(engine).release(contact)
}

@implementation @_cdecl("press_engine_reset")
public func press_engine_reset(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  Engine(engine).reset()
  return Status.ok
}

@implementation @_cdecl("press_feed")
public func press_feed(_ engine: OpaquePointer?, _ samples: UnsafePointer<press_sample>?, _ count: Int) -> Int32 {
  guard let engine, let samples, count > 0, count <= Int(Int32.max) else { return feedNothing(engine, count) }
  return Engine(engine).feed(samples, count)
}

/// Without samples or an engine, or with too many.
@inline(never)
private func feedNothing(_ engine: OpaquePointer?, _ count: Int) -> Int32 {
  guard let engine, count == 0 else { return Status.invalid }
  return Engine(engine).isBusy ? Status.busy : Status.ok
}

@implementation @_cdecl("press_tick")
public func press_tick(_ engine: OpaquePointer?, _ t_us: UInt64) -> Int32 {
  guard let engine else { return Status.invalid }
  return Engine(engine).tick(t_us)
}

@implementation @_cdecl("press_next_deadline")
public func press_next_deadline(_ engine: OpaquePointer?) -> UInt64 {
  guard let engine else { return UInt64.max }
  return Engine(engine).nextDeadline
}

@implementation @_cdecl("press_poll")
public func press_poll(_ engine: OpaquePointer?, _ events: UnsafeMutablePointer<press_event>?, _ capacity: Int) -> Int32 {
  guard let engine, events != nil || capacity == 0 else { return Status.invalid }
  guard let events else { return 0 }
  // A size_t above the largest Int arrives as a negative one.
  return Engine(engine).poll(events, capacity < 0 ? Int.max : capacity)
}

@implementation @_cdecl("press_touch_get")
public func press_touch_get(
  _ engine: OpaquePointer?, _ contact: UInt32, _ target: UInt32, _ touch: UnsafeMutablePointer<press_touch>?
) -> Int32 {
  guard let engine, let touch else { return Status.invalid }
  guard let found = Engine(engine).touch(contact, in: target) else { return Status.notFound }
  touch.pointee = found
  return Status.ok
}

@implementation @_cdecl("press_engine_get_stats")
public func press_engine_get_stats(_ engine: OpaquePointer?, _ stats: UnsafeMutablePointer<press_engine_stats>?) -> Int32 {
  guard let engine, let stats, Sized.hasRoom(stats) else { return Status.invalid }
  var now = Engine(engine).stats
  Sized.write(&now, to: stats)
  return Status.ok
}
