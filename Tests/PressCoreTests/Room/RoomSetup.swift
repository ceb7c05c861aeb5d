import CPress
@testable import PressCore

/// The attachments and the actions of one walk of room. Times are few multiples of `unit`, so that few states differ only in when
/// something is due.
struct RoomSetup: CustomStringConvertible, Sendable {
  enum Part: Int, CaseIterable { case drag, gestures, peek, transition, button, strike, pinch, scroll, levels }

  /// `parts` are attached from the start, `late` by a call at any time, also during contacts. The queue is the smallest that all of them allow.
  var parts: [Part]
  var late: [Part] = []
  var contacts = 2
  /// Slots of the queue beyond the fewest that attaching requires: strikes use such slots.
  var extra = 0
  /// How long a force may be below release, in units.
  var grace: UInt32 = 0
  /// How old a contact must be before it previews, in units.
  var youth: UInt32 = 0
  /// Samples of contacts are delivered as moves.
  var deliversMoves = false
  /// The light force is enough for a preview.
  var isFirm = false
  /// Only few actions: contacts begin, press and lift.
  var isNarrow = false
  /// The target of the contacts is removed and added again.
  var removes = false
  /// Holding stands in for force.
  var rises = false
  /// Fingers have a speed, and the walk begins with content that coasts after a lift. Places and speeds have no bound, so the number of states of
  /// the walk is limited.
  var coasts = false

  static let unit: UInt64 = 100_000
  var all: [Part] { parts + late }
  func has(_ part: Part) -> Bool { all.contains(part) }

  var description: String {
    var name = parts.isEmpty ? "contacts" : parts.map { "\($0)" }.joined(separator: ", ")
    if !late.isEmpty { name += ", later " + late.map { "\($0)" }.joined(separator: ", ") }
    if extra > 0 { name += ", \(extra) places more" }
    if grace > 0 { name += ", a grace" }
    if youth > 0 { name += ", young contacts" }
    if deliversMoves { name += ", moves" }
    if rises { name += ", pressure rises" }
    if isFirm { name += ", firm" }
    if isNarrow { name += ", narrow" }
    if removes { name += ", whose target goes" }
    if coasts { name += ", which coasts" }
    if contacts == 1 { name += ", one contact" }
    return name
  }

  func engine(events: Int) -> press_config {
    var c = press_config.makeDefault
    c.creep_limit = 0
    (c.max_contacts, c.max_targets, c.max_events) = (UInt16(contacts), 2, UInt16(events))
    c.lost_after_us = 0
    (c.lift_us, c.preview_after_us) = (grace * UInt32(Self.unit), youth * UInt32(Self.unit))
    if deliversMoves { c.flags |= ConfigFlag.tellMoved }
    return c
  }

  private var traits: (Int, Int) {
    var on = has(.peek) ? PRESS_TARGET_PEEK : PRESS_TARGET_PREVIEW
    var beside = 0
    if has(.gestures) { on |= PRESS_TARGET_TAP | PRESS_TARGET_DOUBLE_TAP | PRESS_TARGET_HOLD | (has(.drag) ? 0 : PRESS_TARGET_SCROLL) }
    if has(.pinch) { on |= PRESS_TARGET_PINCH }
    if has(.scroll) { on |= PRESS_TARGET_SCROLL }
    if has(.drag) {
      on |= PRESS_TARGET_DRAG_SOURCE
      beside |= PRESS_TARGET_DROP | PRESS_TARGET_SPRING | PRESS_TARGET_INACTIVE
    }
    return (on, beside)
  }

  func target(_ id: UInt32) -> press_target {
    var t = press_target()
    t.size = UInt32(MemoryLayout<press_target>.size)
    t.id = id
    (t.x, t.y, t.width, t.height) = (id == 1 ? 0 : 100 << 16, 0, 100 << 16, 100 << 16)
    t.traits = UInt32(id == 1 ? traits.0 : traits.1)
    return t
  }

  /// Content that may not rest where a scroll leaves it.
  func declare(_ engine: Engine) -> Int32 {
    if engine.target(1) == nil { return Status.ok }
    var content = press_scroll_content.anywhere
    (content.target, content.min_x, content.max_x) = (1, coasts ? -1000 << 16 : 0, coasts ? 30 << 16 : 0)
    return Scrolls(engine)!.declare(content)
  }

  func attach(_ part: Part, _ engine: Engine) -> Int32 {
    let unit = UInt32(Self.unit)
    switch part {
    case .gestures:
      var c = press_gestures_config.makeDefault
      (c.hold_us, c.hold_repeat_us, c.tap_us, c.double_tap_us) = (2 * unit, 2 * unit, unit, 2 * unit)
      if rises { (c.force_from_hold_us, c.force_from_hold_delay_us, c.frame_us) = (4 * unit, unit, unit) }
      return Gestures.attach(engine, c)
    case .button:
      var c = press_button_config.makeDefault
      (c.press_force, c.release_force, c.ratio_down, c.ratio_up, c.full_speed) = (2 << 16, 2 << 16, 0, 65_536, 0)
      return Buttons.attach(engine, c)
    case .strike:
      var c = press_strike_config.makeDefault
      c.window_us = unit
      return Strikes.attach(engine, c)
    case .pinch: return Pinches.attach(engine, press_pinch_config.makeDefault)
    case .scroll:
      var c = press_scroll_config.makeDefault
      (c.max_throws, c.frame_us, c.settle_us, c.min_speed) = (1, 2 * unit, 4 * unit, Int32.max)
      if coasts { (c.frame_us, c.min_speed, c.still_us, c.flags) = (unit / 4, 50 << 16, 10 * unit, ScrollFlag.bounce) }
      return Scrolls.attach(engine, c) | declare(engine)
    case .levels:
      var c = press_levels_config.makeDefault
      // The light force is at the first level and the press at the second; the firm force is at none.
      (c.first_pressure, c.last_pressure, c.flags) = (isFirm ? 27_000 : 13_107, 32_768, LevelsFlag.stepped)
      (c.repeat_us, c.repeat_fast_us, c.repeat_delay_us) = (2 * unit, unit, 0)
      return Levels.attach(engine, c)
    case .peek:
      var c = press_peek_config.makeDefault
      (c.rest_us, c.hold_us) = (unit, 2 * unit)
      return Peeks.attach(engine, c) | Peeks.declare(engine, RoomTable.shared.declarations, 1)
    case .transition:
      var c = press_transition_config.makeDefault
      (c.max_transitions, c.frame_us) = (1, unit)
      (c.options.flags, c.options.duration_us) = (UInt32(PRESS_TRANSITION_FLAG_AUTOMATIC), 2 * unit)
      c.options.curve = press_timing_curve(x1: 0, y1: 0, x2: 65536, y2: 65536)
      if coasts {
        (c.frame_us, c.still_us) = (unit / 4, 10 * unit)
        c.options.flags = UInt32(PRESS_TRANSITION_FLAG_SPRING | PRESS_TRANSITION_FLAG_OVERSHOOT)
        c.options.curve = press_timing_curve(x1: 32768, y1: 26214, x2: 0, y2: 0)
      }
      let status = Transitions.attach(engine, c)
      if status != Status.ok { return status }
      return coasts
        ? Transitions(engine)!.bind(1, TransitionDriver.motion, target: 1, dx: 400 << 16, dy: 0)
        : Transitions(engine)!.bind(1, TransitionDriver.preview, target: 1, dx: 0, dy: 0)
    case .drag:
      var c = press_drag_config.makeDefault
      (c.max_sessions, c.max_items, c.undo_depth) = (1, 1, 0)
      (c.hold_us, c.spring_dwell_us, c.spring_activating_us, c.slow_us) = (unit, unit, unit, 2 * unit)
      return Drags.attach(engine, c)
    }
  }
}

/// The table of peeks, which outlives every engine.
final class RoomTable: @unchecked Sendable {
  static let shared = RoomTable()
  static let action: UInt32 = 11
  let declarations: UnsafePointer<press_peek_declaration>

  private init() {
    let actions = UnsafeMutablePointer<press_action>.allocate(capacity: 1)
    actions.initialize(to: press_action())
    actions[0].id = Self.action
    let table = UnsafeMutablePointer<press_peek_declaration>.allocate(capacity: 1)
    table.initialize(to: press_peek_declaration())
    table[0].target = 1
    (table[0].peek.size, table[0].peek.id) = (UInt32(MemoryLayout<press_peek>.size), 7)
    (table[0].peek.actions_x, table[0].peek.actions_width, table[0].peek.action_height) = (0, 100 << 16, 100 << 16)
    (table[0].peek.action_count, table[0].peek.actions) = (1, UnsafePointer(actions))
    declarations = UnsafePointer(table)
  }
}

/// An action on the engine of a walk of room.
enum RoomAction: Hashable {
  /// Below release; between touch and preview, the press of the button, and completion in one sample.
  enum Force: Int32 { case none = 0, light = 98_304, firm = 118_000, press = 196_608, full = 327_680 }
  enum Place: Int32 { case on = 50, beside = 150 }
  enum Call: Hashable {
    case release(UInt32), cancelPreview(UInt32), reset, remove, put, activate
    case start, finish, throwIt, stop, open, dismiss, pop, reveal, perform
    case begin, over, drop, cancel, finishItem, cancelLevels
    case attach(RoomSetup.Part)
  }

  /// A sample of a contact, `after` units after the last one.
  case touch(UInt32, Force, Place, after: UInt64)
  case lost(UInt32)
  case tick(UInt64)
  case poll(Int)
  case call(Call)
}

extension RoomSetup {
  var actions: [RoomAction] {
    var all: [RoomAction] = [.poll(1), .poll(64), .tick(1)] + (isNarrow ? [] : [.tick(4)])
    for id in 0..<UInt32(contacts) {
      for force: RoomAction.Force in [.none, isFirm ? .firm : .light, .press] { all.append(.touch(id, force, .on, after: 1)) }
      all.append(.touch(id, .press, .on, after: 0))
      if has(.gestures) || has(.drag) || has(.pinch) { all.append(.touch(id, .light, .beside, after: 1)) }
      if isNarrow { continue }
      all += [.touch(id, .none, .on, after: 0), .lost(id)]
      if has(.peek) || has(.transition) { all.append(.touch(id, .full, .on, after: 1)) }
      if hasTimes { all += [.touch(id, .none, .on, after: 3), .touch(id, .press, .on, after: 3)] }
    }
    return all + calls.map { .call($0) }
  }

  /// Something is due at a time.
  private var hasTimes: Bool { grace > 0 || youth > 0 || [.gestures, .peek, .transition, .drag, .scroll, .levels].contains(where: has) }

  private var calls: [RoomAction.Call] {
    // Without gestures nothing scrolls.
    let throwing: [RoomAction.Call] = has(.scroll) ? (has(.gestures) ? [] : [.throwIt]) + [.stop] : []
    if isNarrow { return (has(.gestures) ? [] : throwing) + late.map { .attach($0) } }
    var all: [RoomAction.Call] = [.release(0), .cancelPreview(0), .reset] + (removes ? [.remove, .put] : [])
    if has(.gestures) { all.append(.activate) }
    if has(.levels) { all.append(.cancelLevels) }
    if has(.transition) { all += [.start, .finish] }
    all += throwing
    if has(.peek) { all += [.open, .dismiss, .pop, .reveal, .perform] }
    if has(.drag) { all += [.begin, .over, .drop, .cancel, .finishItem] }
    return all + late.map { .attach($0) }
  }
}
