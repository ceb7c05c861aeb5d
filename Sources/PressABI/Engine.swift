import CPress
import PressCore

@implementation @_cdecl("press_config_init")
public func press_config_init(_ config: UnsafeMutablePointer<press_config>?) {
  config?.pointee = Config.makeDefault()
}

@implementation @_cdecl("press_engine_size")
public func press_engine_size(_ config: UnsafePointer<press_config>?) -> Int {
  guard let config, Config.isValid(config.pointee) else { return 0 }
  return PressCore.Engine.size(config.pointee)
}

@implementation @_cdecl("press_engine_init")
public func press_engine_init(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ config: UnsafePointer<press_config>?,
  _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let storage, let engine, UInt(bitPattern: storage) & 7 == 0 else { return Status.invalid }
  let config = config?.pointee ?? Config.makeDefault()
  if !Config.isValid(config) { return Status.invalid }
  // size_t is unsigned in C: huge sizes arrive as negative ones.
  if bytes >= 0 && bytes < PressCore.Engine.size(config) { return Status.noSpace }
  let status = PressCore.Engine.make(in: storage, bytes < 0 ? Int.max : bytes, config)
  if status == Status.ok { engine.pointee = OpaquePointer(storage) }
  return status
}

@implementation @_cdecl("press_engine_reset")
public func press_engine_reset(_ engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  Engine(engine).reset()
  return Status.ok
}

@implementation @_cdecl("press_feed")
public func press_feed(_ engine: OpaquePointer?, _ samples: UnsafePointer<press_sample>?, _ count: Int) -> Int32 {
  guard let engine, let samples, count >= 0, count <= Int(Int32.max) else { return feedNothing(engine, count) }
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
  guard let engine, let stats else { return Status.invalid }
  stats.pointee = Engine(engine).stats
  return Status.ok
}
