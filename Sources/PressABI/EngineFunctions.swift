import CPress
import PressCore

/// The answer of a check: 0 without `words`, because no rule is broken; else `words` are the reason, and the status is returned.
func answer(_ words: UnsafePointer<CChar>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ status: Int32 = Status.invalid) -> Int32 {
  guard let words else { return Status.ok }
  why?.pointee = words
  return status
}

/// An engine that is used in this process; nil: there is none, or it belongs to another process (`Adoption.swift`). Every function that takes
/// an engine asks this, or `attachable`, before it uses the engine.
@inline(__always)
func usable(_ engine: OpaquePointer?) -> OpaquePointer? {
  guard let engine, Engine(engine).isHere else { return nil }
  return engine
}

/// An engine that is used in this process, or that is being taken over; nil as above.
@inline(__always)
func attachable(_ engine: OpaquePointer?) -> OpaquePointer? {
  guard let engine, Engine(engine).isHere || Engine(engine).isAdopting else { return nil }
  return engine
}

/// Why a call refuses an engine that is not usable, or another argument.
@inline(never)
func refusal(of engine: OpaquePointer?) -> Int32 {
  guard let engine else { return Status.invalid }
  return Engine(engine).isHere || !Engine(engine).wasMade ? Status.invalid : Status.moved
}

@inline(never)
func refusal(attaching engine: OpaquePointer?) -> Int32 { attachable(engine) == nil ? refusal(of: engine) : Status.invalid }

/// Whether the engine that a pad or a grid feeds was made elsewhere. False without an engine.
@inline(__always)
func isElsewhere(_ engine: OpaquePointer?) -> Bool {
  guard let engine else { return false }
  return !Engine(engine).isHere
}

/// Why a check refuses an engine that is not usable, or another argument.
@inline(never)
func unchecked(_ engine: OpaquePointer?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  if !isElsewhere(engine) { return answer(nothingGiven, why) }
  return answer(text("engine: of this process; press_engine_adopt takes one of another over"), why, Status.moved)
}

/// Why a check refuses: it is given NULL; or the size of the struct is wrong.
var nothingGiven: UnsafePointer<CChar>? { text("NULL: there is nothing to check") }
var wrongSize: UnsafePointer<CChar>? { text("size: sizeof the struct, as its ..._init writes it") }

/// Reads the config of a program, older or newer, over the defaults. Returns false if it breaks a rule.
@inline(never)
func read<Config: Ruled>(_ given: UnsafePointer<Config>?, into full: UnsafeMutablePointer<Config>) -> Bool {
  Config.setDefaults(full)
  Sized.read(given, over: full)
  return Config.brokenRule(full) == 0
}

/// Answers which rule a config breaks; the config is not within another struct.
func answer<Config: Ruled>(_ full: UnsafePointer<Config>, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  answer(Config.refusal(full), why)
}

/// Less than a hundredth of a newton: a program that writes 1 for a newton gives 1/65536.
private func isTiny(_ force: press_q16) -> Bool { force > 0 && force < 655 }

@implementation @_cdecl("press_config_check")
package func press_config_check(_ one: UnsafePointer<press_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  guard let one else { return answer(nothingGiven, why) }
  var full = press_config()
  if read(one, into: &full) { return Status.ok }
  if isTiny(full.touch_force) && full.release_force > full.touch_force {
    return answer(text("release_force: at most touch_force, which is below 0.01 N: 1 N is PRESS_ONE, 65536"), why)
  }
  if isTiny(full.full_force) && full.zero_force >= full.full_force {
    return answer(text("full_force: above zero_force, and it is below 0.01 N: 1 N is PRESS_ONE, 65536"), why)
  }
  return answer(&full, why)
}

@implementation @_cdecl("press_strerror")
package func press_strerror(_ status: Int32) -> UnsafePointer<CChar>? { Status.words(status) }

@implementation @_cdecl("press_version")
package func press_version() -> UInt32 {
  UInt32(truncatingIfNeeded: PRESS_VERSION_MAJOR << 16 | PRESS_VERSION_MINOR << 8 | PRESS_VERSION_PATCH)
}

@implementation @_cdecl("press_time_extend")
package func press_time_extend(_ last_us: UInt64, _ now: UInt32) -> UInt64 {
  Time.extend(last_us, now)
}

@implementation @_cdecl("press_storage_check")
package func press_storage_check(
  _ storage: UnsafeRawPointer?, _ bytes: Int, _ required: Int, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  if storage == nil { return answer(text("storage: not NULL"), why) }
  if UInt(bitPattern: storage) & 7 != 0 { return answer(text("storage: aligned to 8 bytes"), why) }
  if required == 0 { return answer(text("required: not 0: the config is refused, and its ..._check says why"), why) }
  if UInt(bitPattern: bytes) >= UInt(bitPattern: required) { return Status.ok }
  return answer(text("bytes: at least what the ..._size of the object returns"), why, Status.noSpace)
}

/// The number of contacts of an engine, which the sizes of attached interactions depend on; 0: its config breaks a rule.
@inline(never)
func capacity(of engine: UnsafePointer<press_config>?) -> UInt16 {
  var full = press_config()
  return read(engine, into: &full) ? full.max_contacts : 0
}

@implementation @_cdecl("press_config_pressure")
package func press_config_pressure(
  _ config: UnsafePointer<press_config>?, _ force: press_q16, _ pressure: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  var full = press_config()
  guard config != nil, let pressure, read(config, into: &full) else { return Status.invalid }
  pressure.pointee = Config.pressure(full, of: force)
  return Status.ok
}

@implementation @_cdecl("press_config_force")
package func press_config_force(
  _ config: UnsafePointer<press_config>?, _ pressure: press_q16, _ force: UnsafeMutablePointer<press_q16>?
) -> Int32 {
  var full = press_config()
  guard config != nil, let force, pressure >= 0, pressure <= Q16.one, read(config, into: &full) else { return Status.invalid }
  force.pointee = Config.force(full, at: pressure)
  return Status.ok
}

@implementation @_cdecl("press_engine_size")
package func press_engine_size(_ config: UnsafePointer<press_config>?) -> Int {
  var full = press_config()
  return read(config, into: &full) ? Engine.size(full) : 0
}

@implementation @_cdecl("press_engine_init")
package func press_engine_init(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ config: UnsafePointer<press_config>?,
  _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  var full = press_config()
  guard let storage, let engine, read(config, into: &full) else { return Status.invalid }
  let status = Engine.make(in: storage, bytes, full)
  if status == Status.ok { engine.pointee = OpaquePointer(storage) }
  return status
}

@implementation @_cdecl("press_engine_adopt")
package func press_engine_adopt(
  _ storage: UnsafeMutableRawPointer?, _ bytes: Int, _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard let storage, let engine else { return Status.invalid }
  let status = Engine.adopt(storage, bytes)
  if status >= 0 { engine.pointee = OpaquePointer(storage) }
  return status
}

@implementation @_cdecl("press_engine_set")
package func press_engine_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_config>?) -> Int32 {
  var full = press_config()
  guard let engine = usable(engine), config != nil, read(config, into: &full) else { return refusal(of: engine) }
  return Engine(engine).set(full)
}

@implementation @_cdecl("press_engine_get_config")
package func press_engine_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  var given = Engine(engine).given
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_contact_release")
package func press_contact_release(_ engine: OpaquePointer?, _ contact: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Engine(engine).release(contact)
}

@implementation @_cdecl("press_engine_reset")
package func press_engine_reset(_ engine: OpaquePointer?) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  Engine(engine).reset()
  return Status.ok
}

@implementation @_cdecl("press_feed")
package func press_feed(_ engine: OpaquePointer?, _ samples: UnsafePointer<press_sample>?, _ count: Int) -> Int32 {
  guard let engine = usable(engine), let samples, count > 0, count <= Int(Int32.max) else { return feedNothing(engine, count) }
  return Engine(engine).feed(samples, count)
}

/// Without samples or an engine, or with too many.
@inline(never)
private func feedNothing(_ engine: OpaquePointer?, _ count: Int) -> Int32 {
  guard let engine = usable(engine), count == 0 else { return refusal(of: engine) }
  return Engine(engine).isBusy ? Status.busy : Status.ok
}

@implementation @_cdecl("press_tick")
package func press_tick(_ engine: OpaquePointer?, _ t_us: UInt64) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Engine(engine).tick(t_us)
}

@implementation @_cdecl("press_next_deadline")
package func press_next_deadline(_ engine: OpaquePointer?) -> UInt64 {
  guard let engine = usable(engine) else { return UInt64.max }
  return Engine(engine).nextDeadline
}

@implementation @_cdecl("press_engine_time")
package func press_engine_time(_ engine: OpaquePointer?) -> UInt64 {
  guard let engine = usable(engine) else { return 0 }
  return Engine(engine).time
}

@implementation @_cdecl("press_poll")
package func press_poll(_ engine: OpaquePointer?, _ events: UnsafeMutablePointer<press_event>?, _ capacity: Int) -> Int32 {
  guard let engine = usable(engine), events != nil || capacity == 0 else { return refusal(of: engine) }
  guard let events else { return 0 }
  if !Engine(engine).keepsEvents { return Status.state }
  // A size_t above the largest Int arrives as a negative one.
  return Engine(engine).poll(events, capacity < 0 ? Int.max : capacity)
}

@implementation @_cdecl("press_touch_get")
package func press_touch_get(
  _ engine: OpaquePointer?, _ contact: UInt32, _ target: UInt32, _ touch: UnsafeMutablePointer<press_touch>?
) -> Int32 {
  guard let engine = usable(engine), let touch else { return refusal(of: engine) }
  guard let found = Engine(engine).touch(contact, in: target) else { return Status.notFound }
  touch.pointee = found
  return Status.ok
}

@implementation @_cdecl("press_engine_get_stats")
package func press_engine_get_stats(_ engine: OpaquePointer?, _ stats: UnsafeMutablePointer<press_engine_stats>?) -> Int32 {
  guard let engine = usable(engine), let stats, Sized.hasRoom(stats) else { return refusal(of: engine) }
  var now = Engine(engine).stats
  Sized.write(&now, to: stats)
  return Status.ok
}

@implementation @_cdecl("press_set_progress")
package func press_set_progress(_ engine: OpaquePointer?, _ delivers: Bool) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  Engine(engine).setProgress(delivers)
  return Status.ok
}

@implementation @_cdecl("press_set_delegate")
package func press_set_delegate(_ engine: OpaquePointer?, _ delegate: UnsafePointer<press_delegate>?) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  guard let delegate else {
    Engine(engine).setDelegate(nil)
    return Status.ok
  }
  var copy = press_delegate()
  Sized.read(delegate, over: &copy)
  if copy.size == 0 { return Status.invalid }
  Engine(engine).setDelegate(copy)
  return Status.ok
}

@inline(never)
private func read(_ given: UnsafePointer<press_target>) -> press_target {
  var full = press_target()
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_target_init")
package func press_target_init(_ target: UnsafeMutablePointer<press_target>?) {
  if let target { press_target.setDefaults(target) }
}

@implementation @_cdecl("press_target_check")
package func press_target_check(_ target: UnsafePointer<press_target>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32 {
  answer(target.map { words(TargetRule.broken(by: read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_target_add_check")
package func press_target_add_check(
  _ engine: OpaquePointer?, _ target: UnsafePointer<press_target>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let engine = usable(engine), let target else { return unchecked(engine, why) }
  let rule = Engine(engine).refusal(adding: read(target))
  return answer(words(rule), why, rule?.status ?? Status.ok)
}

@implementation @_cdecl("press_target_update_check")
package func press_target_update_check(
  _ engine: OpaquePointer?, _ target: UnsafePointer<press_target>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let engine = usable(engine), let target else { return unchecked(engine, why) }
  let rule = Engine(engine).refusal(updating: read(target))
  return answer(words(rule), why, rule?.status ?? Status.ok)
}

private func words(_ rule: TargetRule?) -> UnsafePointer<CChar>? {
  switch rule {
  case .size: wrongSize
  case .id: text("id: not 0")
  case .container: text("container: not the target itself")
  case .width: text("width: not negative")
  case .height: text("height: not negative")
  case .traits: text("traits: PRESS_TARGET_...")
  case .idInUse: text("id: that of no other target")
  case .noContainer: text("container: the id of a target that is there, or 0")
  case .noRoom: text("max_targets of the engine are there")
  case .notThere: text("id: that of a target that is there")
  case .cycle: text("container: no target that lies in this one")
  case nil: nil
  }
}

@implementation @_cdecl("press_targets_check")
package func press_targets_check(
  _ engine: OpaquePointer?, _ target: UnsafeMutablePointer<UInt32>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  guard let idle = Engine(engine).idleTarget() else { return Status.ok }
  target?.pointee = idle.id
  why?.pointee = taker(of: idle.traits)
  return Status.state
}

private func taker(of traits: UInt32) -> UnsafePointer<CChar>? {
  if traits & Engine.clippedTarget != 0 { return text("x + width, y + height: at most 32767.99998, where it ends") }
  if traits & Engine.emptyTarget != 0 { return text("width, height: 0, no point lies in it, and no target") }
  if traits & Trait.peek != 0 { return text("PEEK: press_peek_attach") }
  if traits & (Trait.tap | Trait.doubleTap | Trait.hold) != 0 { return text("TAP, DOUBLE_TAP, HOLD: press_gestures_attach") }
  if traits & Trait.scroll != 0 { return text("SCROLL: press_gestures_attach or press_drag_attach") }
  if traits & (Trait.swipeX | Trait.swipeY) != 0 { return text("SWIPE_X, SWIPE_Y: press_scroll_attach") }
  if traits & Trait.pinch != 0 { return text("PINCH: press_pinch_attach") }
  return text("DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT, KEEPS_DRAG: press_drag_attach")
}

@implementation @_cdecl("press_target_add")
package func press_target_add(_ engine: OpaquePointer?, _ target: UnsafePointer<press_target>?) -> Int32 {
  guard let engine = usable(engine), let target else { return refusal(of: engine) }
  return Engine(engine).add(read(target))
}

@implementation @_cdecl("press_target_update")
package func press_target_update(_ engine: OpaquePointer?, _ target: UnsafePointer<press_target>?) -> Int32 {
  guard let engine = usable(engine), let target else { return refusal(of: engine) }
  return Engine(engine).update(read(target))
}

@implementation @_cdecl("press_target_remove")
package func press_target_remove(_ engine: OpaquePointer?, _ id: UInt32) -> Int32 {
  guard let engine = usable(engine) else { return refusal(of: engine) }
  return Engine(engine).remove(id)
}

@implementation @_cdecl("press_targets_put")
package func press_targets_put(
  _ engine: OpaquePointer?, _ given: UnsafePointer<press_target>?, _ count: Int, _ done: UnsafeMutablePointer<Int>?
) -> Int32 {
  done?.pointee = 0
  guard let engine = usable(engine), given != nil || count == 0 else { return refusal(of: engine) }
  return Engine(engine).put(given, count, done)
}

@implementation @_cdecl("press_targets_remove")
package func press_targets_remove(_ engine: OpaquePointer?, _ ids: UnsafePointer<UInt32>?, _ count: Int) -> Int32 {
  guard let engine = usable(engine), ids != nil || count == 0 else { return refusal(of: engine) }
  return Engine(engine).remove(ids, count)
}

@implementation @_cdecl("press_target_get")
package func press_target_get(_ engine: OpaquePointer?, _ id: UInt32, _ target: UnsafeMutablePointer<press_target>?) -> Int32 {
  guard let engine = usable(engine), let target, Sized.hasRoom(target) else { return refusal(of: engine) }
  guard var found = Engine(engine).target(id) else { return Status.notFound }
  Sized.write(&found, to: target)
  return Status.ok
}

@implementation @_cdecl("press_target_find")
package func press_target_find(_ engine: OpaquePointer?, _ x: press_q16, _ y: press_q16, _ id: UnsafeMutablePointer<UInt32>?) -> Int32 {
  guard let engine = usable(engine), let id else { return refusal(of: engine) }
  id.pointee = Engine(engine).target(at: x, y)
  return Status.ok
}

@implementation @_cdecl("press_target_list")
package func press_target_list(
  _ engine: OpaquePointer?, _ traits: UInt32, _ ids: UnsafeMutablePointer<UInt32>?, _ capacity: Int
) -> Int32 {
  guard let engine = usable(engine), capacity >= 0, ids != nil || capacity == 0 else { return refusal(of: engine) }
  return Engine(engine).listTargets(traits, ids, capacity)
}
