import CPress

/// Rules that join several keys of interactions.
extension Settings {
  public mutating func refusesInteractions() -> Bool {
    refusesTargets() || refusesTraits() || refusesPeeks() || refusesActions() || refusesTransitions()
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

  /// Traits that require a section which is not there.
  private mutating func refusesTraits(of traits: UInt32, _ place: Place) -> Bool {
    let ofGestures = UInt32(PRESS_TARGET_TAP) | UInt32(PRESS_TARGET_DOUBLE_TAP) | UInt32(PRESS_TARGET_HOLD)
    let ofDrag =
      UInt32(PRESS_TARGET_DRAG_SOURCE) | UInt32(PRESS_TARGET_DROP) | UInt32(PRESS_TARGET_SPRING) | UInt32(PRESS_TARGET_INACTIVE)
      | UInt32(PRESS_TARGET_CONTENT)
    if traits & ofGestures != 0 && !gestures.enabled {
      return complain(place, "traits", "the traits tap, double_tap and hold require a section [gestures]")
    }
    if traits & UInt32(PRESS_TARGET_SCROLL) != 0 && !gestures.enabled && !drag.enabled {
      return complain(place, "traits", "the trait scroll requires a section [gestures] or [drag]")
    }
    if traits & ofDrag != 0 && !drag.enabled {
      return complain(place, "traits", "the traits drag_source, drop, spring, inactive and content require a section [drag]")
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
