import CPress

/// What a config says of gestures, targets, peeks, transitions, the force button and drags.
struct InteractionSettings {
  static let mostTargets = 32
  static let mostPeeks = 8
  static let mostActions = 32
  static let mostTransitions = 8

  var hasGestures = false
  var gestures = press_gestures_config()
  var hasButton = false
  var button = press_button_config()
  var drag = DragSettings()
  var targets = InlineArray<32, press_target>(repeating: press_target())
  var targetCount = 0
  var peeksConfig = press_peek_config()
  var peeks = InlineArray<8, PeekSettings>(repeating: PeekSettings())
  var peekCount = 0
  var actions = InlineArray<32, ActionSettings>(repeating: ActionSettings())
  var actionCount = 0
  var transitionsConfig = press_transition_config()
  var transitions = InlineArray<8, TransitionSettings>(repeating: TransitionSettings())
  var transitionCount = 0

  init() {
    press_gestures_config_init(&gestures)
    press_button_config_init(&button)
    press_peek_config_init(&peeksConfig)
    press_transition_config_init(&transitionsConfig)
    transitionsConfig.max_transitions = UInt16(Self.mostTransitions)
  }

  private enum Section {
    case gestures, button, peeks, transitions, drag
    case target(Int)
    case peek(Int)
    case action(Int)
    case transition(Int)
  }

  private static func section(_ name: Slice) -> Section? {
    if name == "gestures" { return .gestures }
    if name == "button" { return .button }
    if name == "drag" { return .drag }
    if name == "peeks" { return .peeks }
    if name == "transitions" { return .transitions }
    if let i = index(name, "target", mostTargets) { return .target(i) }
    if let i = index(name, "peek", mostPeeks) { return .peek(i) }
    if let i = index(name, "action", mostActions) { return .action(i) }
    if let i = index(name, "transition", mostTransitions) { return .transition(i) }
    return nil
  }

  /// "name" and "name1" are 0, "name2" is 1.
  private static func index(_ name: Slice, _ word: StaticString, _ most: Int) -> Int? {
    if name == word { return 0 }
    if !name.starts(word) { return nil }
    let digits = name.dropping(word.utf8CodeUnitCount)
    guard digits[0] != UInt8(ascii: "0"), let n = Number.unsigned(digits, most: UInt64(most)), n >= 1 else { return nil }
    return Int(n) - 1
  }

  /// Announces a section. @return false: there is none of that name, or not yet.
  mutating func open(_ name: Slice) -> Bool {
    guard let section = Self.section(name) else { return false }
    return open(section)
  }

  private mutating func open(_ section: Section) -> Bool {
    switch section {
    case .gestures: hasGestures = true
    case .button: hasButton = true
    case .drag: drag.isOn = true
    case .peeks, .transitions: break
    case .target(let i):
      if i > targetCount { return false }
      if i < targetCount { return true }
      targets[i].size = UInt32(MemoryLayout<press_target>.size)
      targets[i].id = UInt32(i + 1)
      targets[i].traits = UInt32(PRESS_TARGET_PREVIEW)
      targetCount += 1
    case .peek(let i):
      if i > peekCount { return false }
      if i < peekCount { return true }
      peeks[i].peek.id = UInt32(i + 1)
      peekCount += 1
    case .action(let i):
      if i > actionCount { return false }
      if i < actionCount { return true }
      actions[i].id = UInt32(i + 1)
      actions[i].peek = peekCount > 0 ? peeks[peekCount - 1].peek.id : 1
      actionCount += 1
    case .transition(let i):
      if i > transitionCount { return false }
      if i < transitionCount { return true }
      transitions[i].id = UInt32(i + 1)
      transitionCount += 1
    }
    return true
  }

  mutating func set(_ name: Slice, _ key: Slice, _ value: Slice) -> SetResult {
    guard let section = Self.section(name) else { return .unknownSection }
    switch section {
    case .gestures, .button, .drag: break
    default: if !open(section) { return .badValue("the sections before it must be there first, as in target, target2, target3 ...") }
    }
    switch section {
    case .gestures: return setGestures(key, value)
    case .button: return setButton(key, value)
    case .drag: return drag.set(key, value)
    case .peeks: return setPeeks(key, value)
    case .transitions:
      return transitionsConfig.set(key, value) ?? .unknownKey("", .transitions)
    case .target(let i): return setTarget(&targets[i], key, value)
    case .peek(let i): return peeks[i].set(key, value)
    case .action(let i): return actions[i].set(key, value)
    case .transition(let i): return transitions[i].set(key, value)
    }
  }

  private mutating func setGestures(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "enabled" { return Setting.bool(value, &hasGestures) }
    if let result = gestures.set(key, value) { return result }
    return .unknownKey("enabled", .gestures)
  }

  private mutating func setButton(_ key: Slice, _ value: Slice) -> SetResult {
    if key == "enabled" { return Setting.bool(value, &hasButton) }
    if let result = button.set(key, value) { return result }
    if key == "lift_us" {
      if value == "contact" {
        button.lift_us = UInt32(PRESS_BUTTON_LIFT_OF_CONTACT)
        return .ok
      }
      guard let us = Number.microseconds(value, most: UInt64(UInt32.max) - 1) else {
        return .badValue("contact (that of the contact), or a time: microseconds, or a number with us, ms or s")
      }
      button.lift_us = UInt32(us)
      return .ok
    }
    return .unknownKey("enabled, lift_us", .button)
  }

  private mutating func setPeeks(_ key: Slice, _ value: Slice) -> SetResult {
    if let result = peeksConfig.set(key, value) { return result }
    if key == "slide" {
      var slides = true
      let result = Setting.bool(value, &slides)
      if case .ok = result { peeksConfig.flags = slides ? 0 : UInt32(PRESS_PEEK_NO_SLIDE) }
      return result
    }
    return .unknownKey("slide", .peeks)
  }

  private func setTarget(_ target: inout press_target, _ key: Slice, _ value: Slice) -> SetResult {
    if key == "id" { return Setting.u32(value, &target.id, 1, UInt32.max, "1 to 4294967295") }
    if key == "container" { return Setting.u32(value, &target.container, 0, UInt32.max, "the id of a target before it, or 0: none") }
    if key == "domain" { return Setting.u32(value, &target.domain, 0, UInt32.max, "0 to 4294967295") }
    if key == "x" { return Setting.point(value, &target.x) }
    if key == "y" { return Setting.point(value, &target.y) }
    if key == "width" { return Setting.size(value, &target.width) }
    if key == "height" { return Setting.size(value, &target.height) }
    if key == "traits" { return Setting.flags(value, &target.traits, FlagNames.traits, FlagNames.traitsAccepted) }
    return .unknownKey("id, container, domain, x, y, width, height, traits")
  }
}
