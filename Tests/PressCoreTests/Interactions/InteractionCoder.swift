@testable import PressCore

/// What decides what one contact, gestures, a peek and a transition do next, for the codes of walks: of what is not attached nothing.
struct InteractionCoder {
  /// Holding stands in for force; motion drives the transition.
  var rises = false
  var byMotion = false

  private static let unit: UInt64 = 25_000

  func put(_ engine: Engine, _ code: inout InteractionCode) {
    putContact(engine, &code)
    if Peeks(engine) != nil { putPeek(engine, &code) }
    if Transitions(engine) != nil { putTransition(engine, &code) }
  }

  /// How long until t: in units, as far as the alphabet reaches.
  private func left(_ t: UInt64, _ now: UInt64) -> Int { t <= now ? 0 : Int(min((t - now + Self.unit - 1) / Self.unit, 40)) }

  private func putContact(_ engine: Engine, _ code: inout InteractionCode) {
    let s = engine.state
    let c = engine.contacts[0]
    let gestures = Gestures(engine)!.memory
    let place = UnsafeMutableRawPointer(gestures).advanced(by: Layout.aligned(MemoryLayout<GesturesState>.size))
    let g = place.assumingMemoryBound(to: Gesture.self).pointee
    let isWaiting = gestures.pointee.isWaiting
    code.put(isWaiting ? 1 + left(gestures.pointee.waitsUntil, s.now) : 0)
    // Near enough for a second tap, or not.
    code.put(isWaiting ? Int(gestures.pointee.waiting.x >> 16) / 100 : 0)
    code.put(isWaiting ? Int(gestures.pointee.waiting.y >> 16) / 50 : 0)
    code.put(s.occupied == 0 ? 0 : 1 + Int(c.phase.rawValue))
    let isDown = s.occupied != 0 && c.isOpen
    code.put(isDown && c.phase == .lifting ? 1 + left(c.deadline, s.now) : 0)
    let isBarred = s.occupied != 0 && c.phase == .barred
    code.put(isBarred && c.endReason == Reason.palm)
    let isOpen = isDown && c.claim == .open
    let mayScroll = isDown && c.claim.may(.scroll)
    code.put(isDown ? Int(c.claim.rawValue) : 0)
    code.put(isDown ? Int(c.preview.state.rawValue) : 0)
    code.put(isDown ? Int(c.hit) : 0)
    code.put(isDown ? Int(c.touch.target) : 0)
    code.put(isOpen && g.canTap, isOpen && g.canHold, mayScroll && g.canScroll, isOpen && g.canDoubleTap, isOpen && g.isSecond)
    // The same places of the alphabet are far from it.
    code.put(isOpen ? Int(c.startX >> 16) / 10 : 0)
    code.put(isDown && byMotion ? Int(c.startX >> 16) : 0)
    code.put(isOpen ? Int(c.startY >> 16) / 10 : 0)
    code.put(isOpen && g.holdAt != Engine.never ? 1 + left(g.holdAt, s.now) : 0)
    // Which target holds, scrolls or takes the tap: what its removal ends.
    code.put(isDown && (c.claim == .hold || isOpen && g.canHold) ? Int(g.holdTarget) : 0)
    code.put(isDown && (c.claim == .scroll || mayScroll && g.canScroll) ? Int(g.scrollTarget) : 0)
    code.put(isOpen && g.canTap ? Int(g.tapTarget) : 0)
    if !rises || !isDown || !(c.claim == .open || c.claim == .preview) || !c.preview.mayStep || g.risesAt == Engine.never { return }
    code.put(Self.sixteenths(c.touch.pressure))
    // A peek may be shown without a sample: from there it is revealed.
    code.put(Int(c.touch.y >> 16))
    code.put(Int(min((s.now - g.beganAt) / Self.unit, 20)))
    code.put(1 + left(g.risesAt, s.now))
  }

  private func isDown(_ engine: Engine) -> Bool { engine.state.occupied & 1 != 0 && engine.contacts[0].isOpen }

  private static func sixteenths(_ fraction: Int32) -> Int { Int((fraction + 2048) >> 12) }
  /// What rounding left: a value is compared with it to the last bit.
  private static func rest(_ fraction: Int32) -> Int { min(max(Int(fraction) - (sixteenths(fraction) << 12) + 128, 0), 255) }

  private func putPeek(_ engine: Engine, _ code: inout InteractionCode) {
    let peek = Peeks(engine)!.state
    code.put(Int(peek.phase.rawValue))
    code.put(peek.phase == .none ? 0 : peek.slot + 1)
    code.put(peek.phase != .none && peek.isOperating, peek.known & 1 != 0)
    code.put(Int(peek.highlighted))
    let hasFinger = peek.phase != .none && peek.slot >= 0
    code.put(hasFinger && peek.isHolding, hasFinger && peek.hasSwiped, hasFinger && peek.isOperating && peek.beganOnPeek)
    // Also while its finger may be lifting.
    let contact = engine.contacts[0]
    let mayHold = peek.holdSlot >= 0 && peek.phase == .none && isDown(engine) && contact.claim.may(.actions) && contact.preview.state != .over
    code.put(mayHold ? 1 + left(peek.holdAt, engine.now) : 0)
    // What it opens comes to lie under its finger.
    code.put(mayHold ? Int(contact.touch.x >> 16) : 0)
    // Samples are 100 ms apart: the second at one place is at rest.
    let isChoosing = peek.phase == .revealed && peek.slot >= 0
    code.put(isChoosing && peek.mayArm)
    code.put(isChoosing && peek.mayArm ? Int(peek.passedOver) : 0)
    code.put(isChoosing && !peek.mayArm ? 1 + Int(peek.topY >> 16) : 0)
    code.put(isChoosing && !peek.mayArm ? Int(peek.restX >> 16) : 0)
    code.put(isChoosing && !peek.mayArm ? Int(peek.topAction) : 0)
    code.put(isChoosing && !peek.mayArm ? Int(peek.restY >> 16) : 0)
    code.put(isChoosing && !peek.mayArm ? left(peek.restsSince + 100_000, engine.now) : 0)
    code.put(peek.depth)
    code.put(peek.phase == .none ? 0 : Int(peek.target))
    // Where its finger is: what a call reveals comes to lie under it.
    if peek.phase != .none && peek.slot >= 0 {
      let touch = engine.contacts[0].touch
      code.put(Int(touch.x >> 16))
      code.put(Int(touch.y >> 16))
      code.put(left(touch.t_us + 100_000, engine.now))
    }
    // From where it is revealed, or hidden again.
    let isSwiping = peek.phase == .shown || peek.phase == .revealed && peek.settings.hides && peek.hasSwiped
    code.put(isSwiping && peek.slot >= 0 && !peek.isOperating ? Int(peek.shownY >> 16) : 0)
  }

  private func putTransition(_ engine: Engine, _ code: inout InteractionCode) {
    let now = engine.now
    var slot = Transitions(engine)!.slots[0]
    code.put(Int(slot.id))
    code.put(slot.machine.isRunning, slot.binding.isDriving, slot.binding.mustFinish, slot.binding.slot >= 0)
    code.put(slot.binding.isFinished, slot.binding.isKept)
    code.put(Int(slot.machine.state.rawValue))
    code.put(Int(slot.binding.driver.rawValue))
    if slot.machine.state == .none { return }
    code.put(Self.sixteenths(slot.machine.fraction))
    code.put(Self.rest(slot.machine.fraction))
    if slot.binding.isDriving {
      code.put(Int(slot.binding.hold.rawValue))
      code.put(byMotion ? 1 + Int(slot.binding.caught.rawValue) : 0)
      code.put(byMotion ? Self.sixteenths(slot.binding.base) : 0)
      code.put(byMotion ? 100 + Int(slot.binding.fromX >> 16) / 2 : 0)
    }
    if !slot.machine.isRunning { return }
    code.put(left(slot.machine.due, now))
    code.put(Self.sixteenths(slot.machine.position(at: now)))
    code.put(Self.rest(slot.machine.position(at: now)))
  }
}
