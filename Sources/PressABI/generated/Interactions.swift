// Written by `make contract` from the headers.

import CPress
import PressCore

@implementation @_cdecl("press_drag_size")
package func press_drag_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_drag_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_drag_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Drags.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_drag_attach")
package func press_drag_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_drag_config>?) -> Int32 {
  var full = press_drag_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Drags.attach(Engine(engine), full)
}

@implementation @_cdecl("press_drag_set")
package func press_drag_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_drag_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_drag_config()
  if !read(config, into: &full) { return Status.invalid }
  return Drags(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_drag_get_config")
package func press_drag_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_drag_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Drags(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_gestures_size")
package func press_gestures_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_gestures_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_gestures_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Gestures.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_gestures_attach")
package func press_gestures_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_gestures_config>?) -> Int32 {
  var full = press_gestures_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Gestures.attach(Engine(engine), full)
}

@implementation @_cdecl("press_gestures_set")
package func press_gestures_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_gestures_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_gestures_config()
  if !read(config, into: &full) { return Status.invalid }
  return Gestures(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_gestures_get_config")
package func press_gestures_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_gestures_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Gestures(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_peek_size")
package func press_peek_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_peek_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_peek_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Peeks.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_peek_attach")
package func press_peek_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_peek_config>?) -> Int32 {
  var full = press_peek_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Peeks.attach(Engine(engine), full)
}

@implementation @_cdecl("press_peek_set")
package func press_peek_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_peek_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_peek_config()
  if !read(config, into: &full) { return Status.invalid }
  return Peeks(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_peek_get_config")
package func press_peek_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_peek_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Peeks(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_transition_size")
package func press_transition_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_transition_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_transition_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Transitions.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_transition_attach")
package func press_transition_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_transition_config>?) -> Int32 {
  var full = press_transition_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Transitions.attach(Engine(engine), full)
}

@implementation @_cdecl("press_transition_set")
package func press_transition_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_transition_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_transition_config()
  if !read(config, into: &full) { return Status.invalid }
  return Transitions(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_transition_get_config")
package func press_transition_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_transition_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Transitions(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_button_size")
package func press_button_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_button_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_button_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Buttons.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_button_attach")
package func press_button_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_button_config>?) -> Int32 {
  var full = press_button_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Buttons.attach(Engine(engine), full)
}

@implementation @_cdecl("press_button_set")
package func press_button_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_button_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_button_config()
  if !read(config, into: &full) { return Status.invalid }
  return Buttons(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_button_get_config")
package func press_button_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_button_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Buttons(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_strike_size")
package func press_strike_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_strike_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_strike_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Strikes.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_strike_attach")
package func press_strike_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_strike_config>?) -> Int32 {
  var full = press_strike_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Strikes.attach(Engine(engine), full)
}

@implementation @_cdecl("press_strike_set")
package func press_strike_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_strike_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_strike_config()
  if !read(config, into: &full) { return Status.invalid }
  return Strikes(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_strike_get_config")
package func press_strike_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_strike_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Strikes(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_pinch_size")
package func press_pinch_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_pinch_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_pinch_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Pinches.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_pinch_attach")
package func press_pinch_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_pinch_config>?) -> Int32 {
  var full = press_pinch_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Pinches.attach(Engine(engine), full)
}

@implementation @_cdecl("press_pinch_set")
package func press_pinch_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_pinch_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_pinch_config()
  if !read(config, into: &full) { return Status.invalid }
  return Pinches(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_pinch_get_config")
package func press_pinch_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_pinch_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Pinches(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_scroll_size")
package func press_scroll_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_scroll_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_scroll_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Scrolls.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_scroll_attach")
package func press_scroll_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_scroll_config>?) -> Int32 {
  var full = press_scroll_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Scrolls.attach(Engine(engine), full)
}

@implementation @_cdecl("press_scroll_set")
package func press_scroll_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_scroll_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_scroll_config()
  if !read(config, into: &full) { return Status.invalid }
  return Scrolls(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_scroll_get_config")
package func press_scroll_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_scroll_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Scrolls(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_levels_size")
package func press_levels_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_levels_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_levels_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Levels.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_levels_attach")
package func press_levels_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_levels_config>?) -> Int32 {
  var full = press_levels_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Levels.attach(Engine(engine), full)
}

@implementation @_cdecl("press_levels_set")
package func press_levels_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_levels_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_levels_config()
  if !read(config, into: &full) { return Status.invalid }
  return Levels(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_levels_get_config")
package func press_levels_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_levels_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Levels(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_crosstalk_size")
package func press_crosstalk_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_crosstalk_config>?) -> Int {
  let contacts = capacity(of: engine)
  var full = press_crosstalk_config()
  return contacts == 0 || !read(config, into: &full) ? 0 : Crosstalks.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_crosstalk_attach")
package func press_crosstalk_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_crosstalk_config>?) -> Int32 {
  var full = press_crosstalk_config()
  guard let engine = attachable(engine), read(config, into: &full) else { return refusal(attaching: engine) }
  return Crosstalks.attach(Engine(engine), full)
}

@implementation @_cdecl("press_crosstalk_set")
package func press_crosstalk_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_crosstalk_config>?) -> Int32 {
  guard let engine = usable(engine), let config else { return refusal(of: engine) }
  var full = press_crosstalk_config()
  if !read(config, into: &full) { return Status.invalid }
  return Crosstalks(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_crosstalk_get_config")
package func press_crosstalk_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_crosstalk_config>?) -> Int32 {
  guard let engine = usable(engine), let config, Sized.hasRoom(config) else { return refusal(of: engine) }
  guard var given = Crosstalks(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_interactions_init")
package func press_interactions_init(_ interactions: UnsafeMutablePointer<press_interactions>?) {
  interactions?.initialize(to: nothing)
}

private var nothing: press_interactions {
  var set = press_interactions()
  set.size = UInt32(truncatingIfNeeded: MemoryLayout<press_interactions>.size)
  return set
}

private func readAny(_ given: UnsafePointer<press_interactions>?) -> press_interactions {
  var set = nothing
  Sized.read(given, over: &set)
  return set
}

/// Nil: its size, or what is reserved, is not as it must be.
private func read(_ given: UnsafePointer<press_interactions>?) -> press_interactions? {
  let set = readAny(given)
  return set.size != 0 && set.reserved == 0 ? set : nil
}

@implementation @_cdecl("press_interactions_check")
package func press_interactions_check(
  _ interactions: UnsafePointer<press_interactions>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  guard let interactions else { return answer(nothingGiven, why) }
  let set = readAny(interactions)
  if set.size == 0 { return answer(wrongSize, why) }
  if set.reserved != 0 { return answer(text("reserved: 0"), why) }
  if let config = set.drag, press_drag_config_check(config, why) != Status.ok { return Status.invalid }
  if let config = set.gestures, press_gestures_config_check(config, why) != Status.ok { return Status.invalid }
  if let config = set.peek, press_peek_config_check(config, why) != Status.ok { return Status.invalid }
  if let config = set.transition, press_transition_config_check(config, why) != Status.ok { return Status.invalid }
  if let config = set.button, press_button_config_check(config, why) != Status.ok { return Status.invalid }
  if let config = set.strike, press_strike_config_check(config, why) != Status.ok { return Status.invalid }
  if let config = set.pinch, press_pinch_config_check(config, why) != Status.ok { return Status.invalid }
  if let config = set.scroll, press_scroll_config_check(config, why) != Status.ok { return Status.invalid }
  if let config = set.levels, press_levels_config_check(config, why) != Status.ok { return Status.invalid }
  if let config = set.crosstalk, press_crosstalk_config_check(config, why) != Status.ok { return Status.invalid }
  return Status.ok
}

@implementation @_cdecl("press_interactions_size")
package func press_interactions_size(
  _ engine: UnsafePointer<press_config>?, _ interactions: UnsafePointer<press_interactions>?
) -> Int {
  var total = 0
  guard let set = read(interactions), add(set, to: &total, engine) else { return 0 }
  return total
}

@implementation @_cdecl("press_engine_size_with")
package func press_engine_size_with(
  _ config: UnsafePointer<press_config>?, _ interactions: UnsafePointer<press_interactions>?
) -> Int {
  var engine = press_config()
  guard read(config, into: &engine), let set = read(interactions) else { return 0 }
  var total = Engine.size(engine)
  return add(set, to: &total, config) ? total : 0
}

@implementation @_cdecl("press_interactions_attach")
package func press_interactions_attach(_ engine: OpaquePointer?, _ interactions: UnsafePointer<press_interactions>?) -> Int32 {
  guard let engine = attachable(engine), let interactions, let set = read(interactions) else { return refusal(attaching: engine) }
  var status = press_interactions_check(interactions, nil)
  let before = Engine(engine).attachments
  if status == Status.ok, let config = set.drag { status = press_drag_attach(engine, config) }
  if status == Status.ok, let config = set.gestures { status = press_gestures_attach(engine, config) }
  if status == Status.ok, let config = set.peek { status = press_peek_attach(engine, config) }
  if status == Status.ok, let config = set.transition { status = press_transition_attach(engine, config) }
  if status == Status.ok, let config = set.button { status = press_button_attach(engine, config) }
  if status == Status.ok, let config = set.strike { status = press_strike_attach(engine, config) }
  if status == Status.ok, let config = set.pinch { status = press_pinch_attach(engine, config) }
  if status == Status.ok, let config = set.scroll { status = press_scroll_attach(engine, config) }
  if status == Status.ok, let config = set.levels { status = press_levels_attach(engine, config) }
  if status == Status.ok, let config = set.crosstalk { status = press_crosstalk_attach(engine, config) }
  if status != Status.ok { Engine(engine).restore(before) }
  return status
}

/// False: one of them has no size.
private func add(_ set: press_interactions, to total: inout Int, _ engine: UnsafePointer<press_config>?) -> Bool {
  if let config = set.drag, !add(press_drag_size(engine, config), to: &total) { return false }
  if let config = set.gestures, !add(press_gestures_size(engine, config), to: &total) { return false }
  if let config = set.peek, !add(press_peek_size(engine, config), to: &total) { return false }
  if let config = set.transition, !add(press_transition_size(engine, config), to: &total) { return false }
  if let config = set.button, !add(press_button_size(engine, config), to: &total) { return false }
  if let config = set.strike, !add(press_strike_size(engine, config), to: &total) { return false }
  if let config = set.pinch, !add(press_pinch_size(engine, config), to: &total) { return false }
  if let config = set.scroll, !add(press_scroll_size(engine, config), to: &total) { return false }
  if let config = set.levels, !add(press_levels_size(engine, config), to: &total) { return false }
  if let config = set.crosstalk, !add(press_crosstalk_size(engine, config), to: &total) { return false }
  return true
}

private func add(_ size: Int, to total: inout Int) -> Bool {
  total &+= size
  return size != 0
}
