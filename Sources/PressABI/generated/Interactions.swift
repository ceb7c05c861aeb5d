// Written by `make contract` from the headers.

import CPress
import PressCore

@inline(never)
func read(_ given: UnsafePointer<press_drag_config>?) -> press_drag_config {
  var full = DragConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_drag_config_init")
public func press_drag_config_init(_ config: UnsafeMutablePointer<press_drag_config>?) {
  config?.pointee = DragConfig.makeDefault
}

@implementation @_cdecl("press_drag_config_check")
public func press_drag_config_check(
  _ config: UnsafePointer<press_drag_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(DragConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_drag_size")
public func press_drag_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_drag_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || DragConfig.brokenRule(full) != nil ? 0 : DragConfig.Interaction.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_drag_attach")
public func press_drag_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_drag_config>?) -> Int32 {
  let full = read(config)
  guard let engine, DragConfig.brokenRule(full) == nil else { return Status.invalid }
  return DragConfig.Interaction.attach(Engine(engine), full)
}

@implementation @_cdecl("press_drag_set")
public func press_drag_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_drag_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if DragConfig.brokenRule(full) != nil { return Status.invalid }
  return DragConfig.Interaction(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_drag_get_config")
public func press_drag_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_drag_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  guard var given = DragConfig.Interaction(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@inline(never)
func read(_ given: UnsafePointer<press_gestures_config>?) -> press_gestures_config {
  var full = GesturesConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_gestures_config_init")
public func press_gestures_config_init(_ config: UnsafeMutablePointer<press_gestures_config>?) {
  config?.pointee = GesturesConfig.makeDefault
}

@implementation @_cdecl("press_gestures_config_check")
public func press_gestures_config_check(
  _ config: UnsafePointer<press_gestures_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(GesturesConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_gestures_size")
public func press_gestures_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_gestures_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || GesturesConfig.brokenRule(full) != nil ? 0 : GesturesConfig.Interaction.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_gestures_attach")
public func press_gestures_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_gestures_config>?) -> Int32 {
  let full = read(config)
  guard let engine, GesturesConfig.brokenRule(full) == nil else { return Status.invalid }
  return GesturesConfig.Interaction.attach(Engine(engine), full)
}

@implementation @_cdecl("press_gestures_set")
public func press_gestures_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_gestures_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if GesturesConfig.brokenRule(full) != nil { return Status.invalid }
  return GesturesConfig.Interaction(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_gestures_get_config")
public func press_gestures_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_gestures_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  guard var given = GesturesConfig.Interaction(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@inline(never)
func read(_ given: UnsafePointer<press_peek_config>?) -> press_peek_config {
  var full = PeekConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_peek_config_init")
public func press_peek_config_init(_ config: UnsafeMutablePointer<press_peek_config>?) {
  config?.pointee = PeekConfig.makeDefault
}

@implementation @_cdecl("press_peek_config_check")
public func press_peek_config_check(
  _ config: UnsafePointer<press_peek_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(PeekConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_peek_size")
public func press_peek_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_peek_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || PeekConfig.brokenRule(full) != nil ? 0 : PeekConfig.Interaction.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_peek_attach")
public func press_peek_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_peek_config>?) -> Int32 {
  let full = read(config)
  guard let engine, PeekConfig.brokenRule(full) == nil else { return Status.invalid }
  return PeekConfig.Interaction.attach(Engine(engine), full)
}

@implementation @_cdecl("press_peek_set")
public func press_peek_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_peek_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if PeekConfig.brokenRule(full) != nil { return Status.invalid }
  return PeekConfig.Interaction(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_peek_get_config")
public func press_peek_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_peek_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  guard var given = PeekConfig.Interaction(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@inline(never)
func read(_ given: UnsafePointer<press_transition_config>?) -> press_transition_config {
  var full = TransitionConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_transition_config_init")
public func press_transition_config_init(_ config: UnsafeMutablePointer<press_transition_config>?) {
  config?.pointee = TransitionConfig.makeDefault
}

@implementation @_cdecl("press_transition_config_check")
public func press_transition_config_check(
  _ config: UnsafePointer<press_transition_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(TransitionConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_transition_size")
public func press_transition_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_transition_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || TransitionConfig.brokenRule(full) != nil ? 0 : TransitionConfig.Interaction.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_transition_attach")
public func press_transition_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_transition_config>?) -> Int32 {
  let full = read(config)
  guard let engine, TransitionConfig.brokenRule(full) == nil else { return Status.invalid }
  return TransitionConfig.Interaction.attach(Engine(engine), full)
}

@implementation @_cdecl("press_transition_set")
public func press_transition_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_transition_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if TransitionConfig.brokenRule(full) != nil { return Status.invalid }
  return TransitionConfig.Interaction(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_transition_get_config")
public func press_transition_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_transition_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  guard var given = TransitionConfig.Interaction(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@inline(never)
func read(_ given: UnsafePointer<press_button_config>?) -> press_button_config {
  var full = ButtonConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_button_config_init")
public func press_button_config_init(_ config: UnsafeMutablePointer<press_button_config>?) {
  config?.pointee = ButtonConfig.makeDefault
}

@implementation @_cdecl("press_button_config_check")
public func press_button_config_check(
  _ config: UnsafePointer<press_button_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(ButtonConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_button_size")
public func press_button_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_button_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || ButtonConfig.brokenRule(full) != nil ? 0 : ButtonConfig.Interaction.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_button_attach")
public func press_button_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_button_config>?) -> Int32 {
  let full = read(config)
  guard let engine, ButtonConfig.brokenRule(full) == nil else { return Status.invalid }
  return ButtonConfig.Interaction.attach(Engine(engine), full)
}

@implementation @_cdecl("press_button_set")
public func press_button_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_button_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if ButtonConfig.brokenRule(full) != nil { return Status.invalid }
  return ButtonConfig.Interaction(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_button_get_config")
public func press_button_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_button_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  guard var given = ButtonConfig.Interaction(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@inline(never)
func read(_ given: UnsafePointer<press_strike_config>?) -> press_strike_config {
  var full = StrikeConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_strike_config_init")
public func press_strike_config_init(_ config: UnsafeMutablePointer<press_strike_config>?) {
  config?.pointee = StrikeConfig.makeDefault
}

@implementation @_cdecl("press_strike_config_check")
public func press_strike_config_check(
  _ config: UnsafePointer<press_strike_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(StrikeConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_strike_size")
public func press_strike_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_strike_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || StrikeConfig.brokenRule(full) != nil ? 0 : StrikeConfig.Interaction.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_strike_attach")
public func press_strike_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_strike_config>?) -> Int32 {
  let full = read(config)
  guard let engine, StrikeConfig.brokenRule(full) == nil else { return Status.invalid }
  return StrikeConfig.Interaction.attach(Engine(engine), full)
}

@implementation @_cdecl("press_strike_set")
public func press_strike_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_strike_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if StrikeConfig.brokenRule(full) != nil { return Status.invalid }
  return StrikeConfig.Interaction(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_strike_get_config")
public func press_strike_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_strike_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  guard var given = StrikeConfig.Interaction(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@inline(never)
func read(_ given: UnsafePointer<press_pinch_config>?) -> press_pinch_config {
  var full = PinchConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_pinch_config_init")
public func press_pinch_config_init(_ config: UnsafeMutablePointer<press_pinch_config>?) {
  config?.pointee = PinchConfig.makeDefault
}

@implementation @_cdecl("press_pinch_config_check")
public func press_pinch_config_check(
  _ config: UnsafePointer<press_pinch_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(PinchConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_pinch_size")
public func press_pinch_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_pinch_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || PinchConfig.brokenRule(full) != nil ? 0 : PinchConfig.Interaction.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_pinch_attach")
public func press_pinch_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_pinch_config>?) -> Int32 {
  let full = read(config)
  guard let engine, PinchConfig.brokenRule(full) == nil else { return Status.invalid }
  return PinchConfig.Interaction.attach(Engine(engine), full)
}

@implementation @_cdecl("press_pinch_set")
public func press_pinch_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_pinch_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if PinchConfig.brokenRule(full) != nil { return Status.invalid }
  return PinchConfig.Interaction(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_pinch_get_config")
public func press_pinch_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_pinch_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  guard var given = PinchConfig.Interaction(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@inline(never)
func read(_ given: UnsafePointer<press_scroll_config>?) -> press_scroll_config {
  var full = ScrollConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_scroll_config_init")
public func press_scroll_config_init(_ config: UnsafeMutablePointer<press_scroll_config>?) {
  config?.pointee = ScrollConfig.makeDefault
}

@implementation @_cdecl("press_scroll_config_check")
public func press_scroll_config_check(
  _ config: UnsafePointer<press_scroll_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(ScrollConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_scroll_size")
public func press_scroll_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_scroll_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || ScrollConfig.brokenRule(full) != nil ? 0 : ScrollConfig.Interaction.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_scroll_attach")
public func press_scroll_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_scroll_config>?) -> Int32 {
  let full = read(config)
  guard let engine, ScrollConfig.brokenRule(full) == nil else { return Status.invalid }
  return ScrollConfig.Interaction.attach(Engine(engine), full)
}

@implementation @_cdecl("press_scroll_set")
public func press_scroll_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_scroll_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if ScrollConfig.brokenRule(full) != nil { return Status.invalid }
  return ScrollConfig.Interaction(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_scroll_get_config")
public func press_scroll_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_scroll_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  guard var given = ScrollConfig.Interaction(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@inline(never)
func read(_ given: UnsafePointer<press_levels_config>?) -> press_levels_config {
  var full = LevelsConfig.makeDefault
  Sized.read(given, over: &full)
  return full
}

@implementation @_cdecl("press_levels_config_init")
public func press_levels_config_init(_ config: UnsafeMutablePointer<press_levels_config>?) {
  config?.pointee = LevelsConfig.makeDefault
}

@implementation @_cdecl("press_levels_config_check")
public func press_levels_config_check(
  _ config: UnsafePointer<press_levels_config>?, _ why: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> Int32 {
  answer(config.map { words(LevelsConfig.brokenRule(read($0))) } ?? nothingGiven, why)
}

@implementation @_cdecl("press_levels_size")
public func press_levels_size(_ engine: UnsafePointer<press_config>?, _ config: UnsafePointer<press_levels_config>?) -> Int {
  let contacts = capacity(of: engine)
  let full = read(config)
  return contacts == 0 || LevelsConfig.brokenRule(full) != nil ? 0 : LevelsConfig.Interaction.size(full, contacts: Int(contacts))
}

@implementation @_cdecl("press_levels_attach")
public func press_levels_attach(_ engine: OpaquePointer?, _ config: UnsafePointer<press_levels_config>?) -> Int32 {
  let full = read(config)
  guard let engine, LevelsConfig.brokenRule(full) == nil else { return Status.invalid }
  return LevelsConfig.Interaction.attach(Engine(engine), full)
}

@implementation @_cdecl("press_levels_set")
public func press_levels_set(_ engine: OpaquePointer?, _ config: UnsafePointer<press_levels_config>?) -> Int32 {
  guard let engine, let config else { return Status.invalid }
  let full = read(config)
  if LevelsConfig.brokenRule(full) != nil { return Status.invalid }
  return LevelsConfig.Interaction(Engine(engine))?.set(full) ?? Status.state
}

@implementation @_cdecl("press_levels_get_config")
public func press_levels_get_config(_ engine: OpaquePointer?, _ config: UnsafeMutablePointer<press_levels_config>?) -> Int32 {
  guard let engine, let config, Sized.hasRoom(config) else { return Status.invalid }
  guard var given = LevelsConfig.Interaction(Engine(engine))?.given else { return Status.state }
  Sized.write(&given, to: config)
  return Status.ok
}

@implementation @_cdecl("press_interactions_init")
public func press_interactions_init(_ interactions: UnsafeMutablePointer<press_interactions>?) {
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
public func press_interactions_check(
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
  return Status.ok
}

@implementation @_cdecl("press_interactions_size")
public func press_interactions_size(
  _ engine: UnsafePointer<press_config>?, _ interactions: UnsafePointer<press_interactions>?
) -> Int {
  var total = 0
  guard let set = read(interactions), add(set, to: &total, engine) else { return 0 }
  return total
}

@implementation @_cdecl("press_engine_size_with")
public func press_engine_size_with(
  _ config: UnsafePointer<press_config>?, _ interactions: UnsafePointer<press_interactions>?
) -> Int {
  var engine = press_config()
  guard read(config, into: &engine), let set = read(interactions) else { return 0 }
  var total = Engine.size(engine)
  return add(set, to: &total, config) ? total : 0
}

@implementation @_cdecl("press_interactions_attach")
public func press_interactions_attach(_ engine: OpaquePointer?, _ interactions: UnsafePointer<press_interactions>?) -> Int32 {
  guard let engine, let interactions, let set = read(interactions) else { return Status.invalid }
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
  return true
}

private func add(_ size: Int, to total: inout Int) -> Bool {
  total &+= size
  return size != 0
}
