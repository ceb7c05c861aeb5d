import CPress
import PressCore

@implementation @_cdecl("press_config_init")
public func press_config_init(_ config: UnsafeMutablePointer<press_config>?) {
  config?.pointee = Config.makeDefault()
}

/// What was given, over the defaults; false where it breaks a rule.
@inline(never)
func read(_ given: UnsafePointer<press_config>?, into full: UnsafeMutablePointer<press_config>) -> Bool {
  full.initialize(to: Config.makeDefault())
  Sized.read(given, over: full)
  return Config.brokenRule(full) == nil
}

/// How many contacts an engine has, for the sizes of what is attached to it; 0: its config breaks a rule.
@inline(never)
func capacity(of engine: UnsafePointer<press_config>?) -> UInt16 {
  var full = press_config()
  return read(engine, into: &full) ? full.max_contacts : 0
}

@implementation @_cdecl("press_config_check")
public func press_config_check(
  _ config: UnsafePointer<press_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let config else { return answer(nothingGiven, why) }
  var full = press_config()
  return read(config, into: &full) ? Status.ok : answer(words(Config.brokenRule(&full)), why)
}

private func words(_ rule: Config.Rule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .contacts: text("max_contacts: 1..32")
  case .targets: text("max_targets: 0..1024")
  case .touch: text("touch_force: above 0")
  case .release: text("release_force: above 0, at most touch_force")
  case .zero: text("zero_force: not negative")
  case .full: text("full_force: above zero_force")
  case .preview: text("preview_pressure: not negative")
  case .commit: text("commit_pressure: at least preview_pressure")
  case .complete: text("complete_pressure: at least commit_pressure")
  case .flags: text("flags: PRESS_CONFIG_...")
  case .traits: text("traits: PRESS_TARGET_...")
  case .step: text("min_progress_step: 0..1")
  case .events: text("max_events: 0..4096")
  case .reserved: text("reserved: 0")
  case .previewAfter: text("preview_after_us: 0..10000000")
  case .creepLimit: text("creep_limit: 0..1")
  case .firmness: text("firmness: -1..1")
  case nil: nil
  }
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
  guard let storage, let engine, UInt(bitPattern: storage) & 7 == 0, read(config, into: &full) else { return Status.invalid }
  // size_t is unsigned in C: huge sizes arrive as negative ones.
  if bytes >= 0 && bytes < Engine.size(full) { return Status.noSpace }
  let status = Engine.make(in: storage, bytes < 0 ? Int.max : bytes, full)
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

@implementation @_cdecl("press_engine_stats_init")
public func press_engine_stats_init(_ stats: UnsafeMutablePointer<press_engine_stats>?) {
  stats?.initialize(to: press_engine_stats())
  stats?.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<press_engine_stats>.size)
}

@implementation @_cdecl("press_engine_get_stats")
public func press_engine_get_stats(_ engine: OpaquePointer?, _ stats: UnsafeMutablePointer<press_engine_stats>?) -> Int32 {
  guard let engine, let stats, Sized.hasRoom(stats) else { return Status.invalid }
  var now = Engine(engine).stats
  Sized.write(&now, to: stats)
  return Status.ok
}
