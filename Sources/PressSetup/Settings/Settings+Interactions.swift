import CPress
import PressCore
import PressDevice

/// Rules that join several keys of interactions.
extension Settings {
  package mutating func refusesInteractions() -> Bool {
    refusesTargets() || refusesTraits() || refusesPeeks() || refusesActions() || refusesTransitions() || refusesCapacities()
  }

  /// Whether the engine has too little room for its targets, or for the events that its interactions need.
  private mutating func refusesCapacities() -> Bool {
    if count(.target) > Int(engine.config.max_targets) {
      return complain(Place(.engine), "max_targets", "engine.max_targets is \(engine.config.max_targets), and there are \(count(.target)) targets")
    }
    if engine.config.max_events == 0 { return false }
    let contacts = engine.config.max_contacts
    let least = Config.leastEvents(contacts: contacts) + Pad.moreEvents(sensors: count(.sensor)) + endsOfAttached(contacts: Int(contacts))
    if Config.events(engine.config) >= least { return false }
    return complain(
      Place(.engine), "max_events", "engine.max_events must be 0, or at least \(least): the ends of all that the config attaches are kept")
  }

  private mutating func hasTarget(_ id: UInt32, before end: Int) -> Bool {
    for i in 0..<end where target[i].target.id == id { return true }
    return false
  }

  private mutating func refusesTargets() -> Bool {
    for i in 0..<count(.target) {
      let one = target[i].target
      if hasTarget(one.id, before: i) { return complain(Place(.target, i), "id", "two targets have the same id") }
      if one.container != 0 && !hasTarget(one.container, before: i) {
        return complain(Place(.target, i), "container", "target.container must be the id of a target before it, or 0")
      }
      if one.width == 0 || one.height == 0 {
        return complain(Place(.target, i), "width height", "a target requires width and height above 0")
      }
    }
    return false
  }

  private mutating func refusesTraits() -> Bool {
    if count(.target) == 0 { return refusesTraits(of: engine.config.traits, Place(.engine)) }
    for i in 0..<count(.target) {
      if refusesTraits(of: target[i].target.traits, Place(.target, i)) { return true }
    }
    return false
  }

  /// Whether traits require a section that is not there.
  private mutating func refusesTraits(of traits: UInt32, _ place: Place) -> Bool {
    let ofGestures = UInt32(PRESS_TARGET_TAP) | UInt32(PRESS_TARGET_DOUBLE_TAP) | UInt32(PRESS_TARGET_HOLD)
    let ofDrag =
      UInt32(PRESS_TARGET_DRAG_SOURCE) | UInt32(PRESS_TARGET_DROP) | UInt32(PRESS_TARGET_SPRING) | UInt32(PRESS_TARGET_INACTIVE)
      | UInt32(PRESS_TARGET_CONTENT) | UInt32(PRESS_TARGET_KEEPS_DRAG)
    if traits & ofGestures != 0 && !gestures.enabled {
      return complain(place, "traits", "the traits tap, double_tap and hold require a section [gestures]")
    }
    if traits & UInt32(PRESS_TARGET_SCROLL) != 0 && !gestures.enabled && !drag.enabled {
      return complain(place, "traits", "the trait scroll requires a section [gestures] or [drag]")
    }
    if traits & ofDrag != 0 && !drag.enabled {
      return complain(place, "traits", "the traits drag_source, drop, spring, inactive, content and keeps_drag require a section [drag]")
    }
    if traits & UInt32(PRESS_TARGET_PINCH) != 0 && !pinch.enabled {
      return complain(place, "traits", "the trait pinch requires a section [pinch]")
    }
    if traits & (UInt32(PRESS_TARGET_SWIPE_X) | UInt32(PRESS_TARGET_SWIPE_Y)) != 0 && !scroll.enabled {
      return complain(place, "traits", "the traits swipe_x and swipe_y require a section [scroll]")
    }
    if traits & UInt32(PRESS_TARGET_PEEK) != 0 && count(.peek) == 0 {
      return complain(place, "traits", "the trait peek requires a section [peek]")
    }
    return false
  }

  private mutating func canPeek(_ id: UInt32) -> Bool {
    var traits = id == 0 ? engine.config.traits : 0
    for i in 0..<count(.target) where target[i].target.id == id { traits = target[i].target.traits }
    return traits & UInt32(PRESS_TARGET_PEEK) != 0
  }

  private mutating func refusesPeeks() -> Bool {
    for i in 0..<count(.peek) {
      let id = peek[i].target
      if count(.target) == 0 ? id != 0 : !hasTarget(id, before: count(.target)) {
        return complain(Place(.peek, i), "target", "peek.target must be the id of a target, or 0 where there are none")
      }
      if !canPeek(id) {
        return complain(
          Place(.peek, i), "target", "the target of a peek (engine.traits for peek.target = 0) requires the trait peek")
      }
      for j in 0..<i {
        if peek[j].target == id { return complain(Place(.peek, i), "target", "two peeks have the same target") }
        if peek[j].peek.id == peek[i].peek.id { return complain(Place(.peek, i), "id", "two peeks have the same id") }
      }
    }
    return false
  }

  private mutating func refusesActions() -> Bool {
    for i in 0..<count(.action) {
      let one = Place(.action, i)
      var hasPeek = false
      for j in 0..<count(.peek) where peek[j].peek.id == action[i].peek { hasPeek = true }
      if !hasPeek { return complain(one, "peek", "action.peek must be the id of a peek") }
      var hasGroup = action[i].group == 0
      for j in 0..<count(.action) where j != i && action[j].peek == action[i].peek {
        if action[j].id == action[i].group { hasGroup = true }
        if action[j].id == action[i].id {
          return complain(Place(.action, max(i, j)), "id", "two actions of a peek have the same id")
        }
      }
      if !hasGroup {
        return complain(one, "group", "action.group must be the id of another action of the same peek, or 0")
      }
    }
    return false
  }

  private mutating func refusesTransitions() -> Bool {
    if let why = press_transition_config.refusal(&transitions.config) { return complain(Place(.transitions), library: why) }
    for i in 0..<count(.transition) {
      let one = Place(.transition, i)
      let isMotion = transition[i].driver == UInt32(PRESS_DRIVER_MOTION)
      let isStill = transition[i].dx == 0 && transition[i].dy == 0
      if isMotion && isStill { return complain(one, "driver", "transition.driver = motion requires dx or dy") }
      if !isMotion && !isStill { return complain(one, "dx dy", "transition.dx and dy are for driver = motion only") }
      if transition[i].target != 0 && !hasTarget(transition[i].target, before: count(.target)) {
        return complain(one, "target", "transition.target must be the id of a target, or 0")
      }
      for j in 0..<i where transition[j].id == transition[i].id {
        return complain(one, "id", "two transitions have the same id")
      }
    }
    return false
  }
}

/// The tables that the engine keeps pointers to: declared peeks and their actions.
package struct PeekTables {
  private static let deepestGroup = 4

  private var declarations = InlineArray<8, press_peek_declaration>(repeating: press_peek_declaration())
  private var actions = InlineArray<32, press_action>(repeating: press_action())
  private var actionCount = 0

  package init() {}

  /// Fills the tables in place. @return false: the tables have no room for an action; `complaint` says so.
  package static func fill(_ tables: UnsafeMutablePointer<PeekTables>, _ settings: UnsafeMutablePointer<Settings>) -> Bool {
    tables.pointee.actionCount = 0
    for i in 0..<settings.pointee.count(.peek) {
      let target = settings.pointee.peek[i].target
      tables.pointee.declarations[i] = press_peek_declaration(target: target, reserved: 0, peek: settings.pointee.peek[i].peek)
      let placed = placeAll(tables, settings, settings.pointee.peek[i].peek.id)
      tables.pointee.declarations[i].peek.actions_x = settings.pointee.actionsX(i)
      tables.pointee.declarations[i].peek.action_count = placed.count
      tables.pointee.declarations[i].peek.actions = placed.actions
    }
    return tables.pointee.actionCount == settings.pointee.count(.action)
      || !settings.pointee.complain(
        Place(.action), "group", "action.group: groups must not contain each other in a circle, and must not be deeper than 4")
  }

  package static func declarations(_ tables: UnsafeMutablePointer<PeekTables>) -> UnsafePointer<press_peek_declaration> {
    withUnsafePointer(to: &tables.pointee.declarations) {
      UnsafeRawPointer($0).assumingMemoryBound(to: press_peek_declaration.self)
    }
  }

  /// All actions that were placed.
  package static func actions(_ tables: UnsafeMutablePointer<PeekTables>) -> (first: UnsafePointer<press_action>, count: Int) {
    let first = withUnsafePointer(to: &tables.pointee.actions) { UnsafeRawPointer($0).assumingMemoryBound(to: press_action.self) }
    return (first, tables.pointee.actionCount)
  }

  /// Places all actions of a peek: those of one group side by side, then, group after group, the contents of the groups among them.
  private static func placeAll(
    _ tables: UnsafeMutablePointer<PeekTables>, _ settings: UnsafeMutablePointer<Settings>, _ peek: UInt32
  ) -> (actions: UnsafePointer<press_action>?, count: UInt32) {
    let first = tables.pointee.actionCount
    let all = place(tables, settings, peek, 0)
    var (next, end, depth) = (first, tables.pointee.actionCount, 0)
    while next < end && depth < deepestGroup {
      for i in next..<end {
        let children = place(tables, settings, peek, tables.pointee.actions[i].id)
        tables.pointee.actions[i].child_count = children.count
        tables.pointee.actions[i].children = children.actions
      }
      (next, end, depth) = (end, tables.pointee.actionCount, depth + 1)
    }
    return all
  }

  private static func place(
    _ tables: UnsafeMutablePointer<PeekTables>, _ settings: UnsafeMutablePointer<Settings>, _ peek: UInt32, _ group: UInt32
  ) -> (actions: UnsafePointer<press_action>?, count: UInt32) {
    let first = tables.pointee.actionCount
    for i in 0..<settings.pointee.count(.action) {
      if settings.pointee.action[i].peek != peek || settings.pointee.action[i].group != group { continue }
      if tables.pointee.actionCount == Section.action.most { break }
      var action = press_action()
      action.id = settings.pointee.action[i].id
      action.style = settings.pointee.action[i].style
      action.flags = settings.pointee.action[i].disabled ? UInt32(PRESS_ACTION_FLAG_DISABLED) : 0
      if settings.pointee.action[i].keepOpen { action.flags |= UInt32(PRESS_ACTION_FLAG_KEEP_OPEN) }
      action.title = withUnsafeMutablePointer(to: &settings.pointee.action[i].title) { Path.text($0) }
      tables.pointee.actions[tables.pointee.actionCount] = action
      tables.pointee.actionCount += 1
    }
    let count = tables.pointee.actionCount - first
    if count == 0 { return (nil, 0) }
    let all = withUnsafePointer(to: &tables.pointee.actions) { UnsafeRawPointer($0).assumingMemoryBound(to: press_action.self) }
    return (all + first, UInt32(count))
  }
}

/// The events for which a row of the table of effects is.
package struct EventOfRow {
  private static let mostOfBoth: UInt32 = 255

  /// The type of the events; 0: not given.
  package var type: UInt32 = 0
  package var reason: Int32?

  package init() {}

  package init?(_ value: Slice) {
    var rest = value
    let name = rest.takeField(UInt8(ascii: ":"))
    for number in 1...Self.mostOfBoth where name == Slice(cString: EventType.name(number)) { type = number }
    if type == 0 || name == "unknown" { return nil }
    if name.count == value.count { return }
    for number in 1...Int32(Self.mostOfBoth) where rest == Slice(cString: Reason.name(number)) { reason = number }
    if reason == nil || rest == "unknown" { return nil }
  }
}

extension EffectKeys {
  package var row: press_feedback_row {
    var row = press_feedback_row()
    row.event = event.type
    if let reason = event.reason {
      row.match = reason
      row.flags |= UInt8(PRESS_FEEDBACK_REASON)
    }
    if ended { row.flags |= UInt8(PRESS_FEEDBACK_ENDED) }
    if notZero { row.flags |= UInt8(PRESS_FEEDBACK_NOT_ZERO) }
    if rising { row.flags |= UInt8(PRESS_FEEDBACK_RISING) }
    if falling { row.flags |= UInt8(PRESS_FEEDBACK_FALLING) }
    if unlessButton { row.flags |= UInt8(PRESS_FEEDBACK_UNLESS_BUTTON) }
    row.most = Int32((strength * 65536 + 50) / 100)
    row.least = Int32((least * 65536 + 50) / 100)
    // In the order of PRESS_EFFECT_... and PRESS_STRENGTH_....
    row.effect = effect.rawValue
    row.source = follows.rawValue
    row.detents = UInt8(truncatingIfNeeded: detents)
    return row
  }
}

extension Settings {
  /// Whether rows of feedback answer every move of a contact.
  package mutating func feedbackRequiresMoved() -> Bool {
    if !feedback.enabled { return false }
    for i in 0..<count(.effect) where effect[i].event.type == UInt32(PRESS_EVENT_CONTACT_MOVED) { return true }
    return false
  }

  /// The config of the DRV2605L.
  package mutating func motorConfig() -> press_drv2605l_config {
    var config = feedback.chip
    config.motor = UInt8(truncatingIfNeeded: feedback.motor)
    // No retries, so that the time of a step is known.
    config.retries = 0
    return config
  }

  package mutating func refusesFeedback(_ source: SetupSource) -> Bool {
    if !feedback.enabled {
      return count(.effect) > 0 && complain(Place(.effect), "", "[effect] requires a section [feedback]")
    }
    switch source {
    case .converters, .calibration: break
    case .codes, .iio:
      if feedback.drv2605l {
        return complain(Place(.feedback), "drv2605l", "feedback.drv2605l requires converters on a bus: --source i2c or sim")
      }
    }
    for i in 0..<count(.effect) {
      if effect[i].event.type == 0 { return complain(Place(.effect, i), "event", "effect.event must be given") }
    }
    return false
  }

  package mutating func refusesFeedbackConfigs() -> Bool {
    if let why = press_feedback_config.refusal(&feedback.config) { return complain(Place(.feedback), library: why) }
    var chip = motorConfig()
    if let why = press_drv2605l_config.refusal(&chip) { return complain(Place(.feedback), library: why) }
    for i in 0..<count(.effect) {
      var row = effect[i].row
      if let why = FeedbackRule.broken(&row)?.words { return complain(Place(.effect, i), library: why) }
    }
    return false
  }
}

/// The meanings of a key of the input device: the first ones are held from a beginning to its end, the others are clicked.
package enum InputKey: Int {
  case preview, commit, hold, peek, button
  case completed, popped, tapped, doubleTapped

  package static let count = 9

  /// The key of the config for this meaning.
  package var key: StaticString {
    switch self {
    case .preview: "preview_key"
    case .commit: "commit_key"
    case .hold: "hold_key"
    case .peek: "peek_key"
    case .button: "button_key"
    case .completed: "completed_key"
    case .popped: "popped_key"
    case .tapped: "tapped_key"
    case .doubleTapped: "double_tapped_key"
    }
  }

  /// Whether a code is of a mouse for udev: from BTN_LEFT to BTN_TASK, and the codes behind it.
  static func isOfMouse(_ code: UInt16) -> Bool { code >= 0x110 && code < 0x120 }

  private static let touch: UInt64 = 0x14A
  private static let toolFinger: UInt64 = 0x145

  /// The code of a name of linux/input-event-codes.h, in small letters, or of a number. Codes that the device itself uses are refused.
  package static func code(_ value: Slice) -> UInt16? {
    let names = Words(
      "none,btn_left,btn_right,btn_middle,key_esc,key_tab,key_enter,key_space,key_up,key_left,key_right,key_down,key_menu,key_back")
    let codes: InlineArray<14, UInt16> = [0, 0x110, 0x111, 0x112, 1, 15, 28, 57, 103, 105, 106, 108, 139, 158]
    if let index = names.index(of: value) { return codes[Int(index)] }
    guard let code = Number.unsigned(value, most: 0x2FF), code > 0, code != touch, code != toolFinger else { return nil }
    return UInt16(code)
  }
}

extension UinputKeys {
  /// The code of the key for a meaning; 0: none.
  package func code(_ key: InputKey) -> UInt16 {
    switch key {
    case .preview: previewKey
    case .commit: commitKey
    case .hold: holdKey
    case .peek: peekKey
    case .button: buttonKey
    case .completed: completedKey
    case .popped: poppedKey
    case .tapped: tappedKey
    case .doubleTapped: doubleTappedKey
    }
  }
}
