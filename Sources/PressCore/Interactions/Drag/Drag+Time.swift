import CPress

/// What is due: holds, springs, autoscroll, slow drops.
extension Drags {
  var deadline: UInt64 {
    var first = Engine.never
    if waitsForRoom && engine.hasRoomBeyondReserve(for: 1) { first = engine.now }
    engine.eachOccupied { slot in
      if isWaiting(slot) { first = min(first, afterHold(tracks[slot].readyAt)) }
    }
    var i = 0
    while i < count {
      switch sessions[i].phase {
      case .dragging: first = min(first, due(i))
      case .dropping: first = min(first, sessions[i].slowAt)
      case .free, .asking, .releasing, .confirming, .letting, .cancelling: break
      }
      i &+= 1
    }
    return first
  }

  /// What opens and scrolls under a finger waits while that may be lifting.
  @inline(never)
  func due(_ i: Int) -> UInt64 {
    let slot = sessions[i].slot
    if slot >= 0 && engine.contacts[slot].phase == .lifting { return Engine.never }
    return min(sessions[i].spring.due, sessions[i].scroll.due)
  }

  private func isWaiting(_ slot: Int) -> Bool {
    tracks[slot].canDrag && !tracks[slot].isHeld && engine.isOccupied(slot) && engine.contacts[slot].phase == .down
      && (engine.contacts[slot].claim == .open || engine.contacts[slot].claim == .hold || engine.contacts[slot].claim == .preview)
  }

  @inline(never)
  private func hold(_ slot: Int) {
    if !isWaiting(slot) { return }
    tracks[slot].isHeld = true
    if tracks[slot].isPressed { lift(slot, late: engine.lateness(tracks[slot].readyAt)) }
  }

  /// A hold that is due at the same moment begins first.
  @inline(never)
  private func afterHold(_ t: UInt64) -> UInt64 { engine.deadline(of: .gestures) == t ? Wide.addSaturating(t, 1) : t }

  func fire(_ t: UInt64, more: UInt64) {
    lookAgain()
    if waitsForRoom { markPending() }
    var slot = 0
    while slot < engine.maxContacts {
      if tracks[slot].readyAt <= t { hold(slot) }
      slot &+= 1
    }
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.phase == .dragging && due(i) <= t {
        s.pointee.late = engine.lateness(due(i))
        s.pointee.spring.fire(engine.now, activating: UInt64(state.config.spring_activating_us))
        s.pointee.scroll.fire(engine.now, more: more, state.config)
        markPending()
      } else if s.pointee.phase == .dropping && s.pointee.slowAt <= t {
        s.pointee.slowAt = Engine.never
        s.pointee.isSlow = true
        markPending()
      }
      i &+= 1
    }
  }
}
