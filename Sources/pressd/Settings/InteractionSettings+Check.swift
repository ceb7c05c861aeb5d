import CPress

/// Rules that join several keys.
extension InteractionSettings {
  /// What is wrong, or nil.
  func problem(_ engine: press_config) -> StaticString? {
    targetProblem ?? traitProblem(engine) ?? peekProblem(engine) ?? actionProblem ?? transitionProblem
  }

  /// What the library says against a section.
  mutating func refusal() -> Settings.Refusal? {
    var why: UnsafePointer<CChar>?
    if hasGestures && press_gestures_config_check(&gestures, &why) != 0, let why { return ("gestures", why) }
    if hasButton && press_button_config_check(&button, &why) != 0, let why { return ("button", why) }
    if drag.isOn && press_drag_config_check(&drag.config, &why) != 0, let why { return ("drag", why) }
    return nil
  }

  private func hasTarget(_ id: UInt32, before end: Int) -> Bool {
    for i in 0..<end where targets[i].id == id { return true }
    return false
  }

  private var targetProblem: StaticString? {
    for i in 0..<targetCount {
      if hasTarget(targets[i].id, before: i) { return "two targets have the same id" }
      if targets[i].container != 0 && !hasTarget(targets[i].container, before: i) {
        return "target.container must be the id of a target before it, or 0"
      }
      if targets[i].width == 0 || targets[i].height == 0 { return "a target wants width and height above 0" }
    }
    return nil
  }

  private func traitProblem(_ engine: press_config) -> StaticString? {
    var traits = targetCount == 0 ? engine.traits : 0
    for i in 0..<targetCount { traits |= targets[i].traits }
    if traits & Traits.gestures != 0 && !hasGestures { return "the traits tap, double_tap and hold want a section [gestures]" }
    if traits & UInt32(PRESS_TARGET_SCROLL) != 0 && !hasGestures && !drag.isOn { return "the trait scroll wants a section [gestures] or [drag]" }
    if traits & DragSettings.traits != 0 && !drag.isOn { return "the traits drag_source, drop, spring and inactive want a section [drag]" }
    if traits & UInt32(PRESS_TARGET_PEEK) != 0 && peekCount == 0 { return "the trait peek wants a section [peek]" }
    return nil
  }

  private func canPeek(_ target: UInt32, _ engine: press_config) -> Bool {
    var traits = target == 0 ? engine.traits : 0
    for i in 0..<targetCount where targets[i].id == target { traits = targets[i].traits }
    return traits & UInt32(PRESS_TARGET_PEEK) != 0
  }

  private func peekProblem(_ engine: press_config) -> StaticString? {
    for i in 0..<peekCount {
      let target = peeks[i].target
      if targetCount == 0 ? target != 0 : !hasTarget(target, before: targetCount) {
        return "peek.target must be the id of a target, or 0 where there are none"
      }
      if !canPeek(target, engine) { return "the target of a peek (engine.traits for peek.target = 0) wants the trait peek" }
      for j in 0..<i {
        if peeks[j].target == target { return "two peeks have the same target" }
        if peeks[j].peek.id == peeks[i].peek.id { return "two peeks have the same id" }
      }
    }
    return nil
  }

  private var actionProblem: StaticString? {
    for i in 0..<actionCount {
      var hasPeek = false
      for j in 0..<peekCount where peeks[j].peek.id == actions[i].peek { hasPeek = true }
      if !hasPeek { return "action.peek must be the id of a peek" }
      var hasGroup = actions[i].group == 0
      for j in 0..<actionCount where j != i && actions[j].peek == actions[i].peek {
        if actions[j].id == actions[i].group { hasGroup = true }
        if actions[j].id == actions[i].id { return "two actions of a peek have the same id" }
      }
      if !hasGroup { return "action.group must be the id of another action of the same peek, or 0" }
    }
    return nil
  }

  private var transitionProblem: StaticString? {
    for i in 0..<transitionCount {
      let isMotion = transitions[i].driver == UInt32(PRESS_DRIVER_MOTION)
      let isStill = transitions[i].dx == 0 && transitions[i].dy == 0
      if isMotion && isStill { return "transition.driver = motion wants dx or dy" }
      if !isMotion && !isStill { return "transition.dx and dy are for driver = motion only" }
      if transitions[i].target != 0 && !hasTarget(transitions[i].target, before: targetCount) {
        return "transition.target must be the id of a target, or 0"
      }
      for j in 0..<i where transitions[j].id == transitions[i].id { return "two transitions have the same id" }
    }
    return nil
  }
}
