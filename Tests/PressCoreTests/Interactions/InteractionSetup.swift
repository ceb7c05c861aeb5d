import CPress
@testable import PressCore

/// The settings in which the walks differ.
struct InteractionSetup: CustomStringConvertible {
  /// The driver of the transition.
  var driver = PRESS_DRIVER_PREVIEW
  /// Holding stands in for force.
  var risesFromHold = false
  /// A force below release has 150 ms to come back.
  var hasGrace = false
  /// A peek opens by holding still too, has a place, and can hide its actions.
  var hasMenus = false
  /// Only the first target and one action: other drivers walk the actions of groups and of a second touch.
  var isNarrow = false

  /// Up to 50,715 states; of all, up to 622,799.
  static var walked: [InteractionSetup] {
    WalkExtent.walked(
      few: [InteractionSetup(risesFromHold: true), InteractionSetup(hasGrace: true, isNarrow: true), InteractionSetup(hasMenus: true)],
      most: [
        InteractionSetup(driver: PRESS_DRIVER_COMMIT), InteractionSetup(driver: PRESS_DRIVER_PRESSURE, isNarrow: true),
        InteractionSetup(driver: PRESS_DRIVER_PEEK),
      ],
      all: [
        InteractionSetup(driver: PRESS_DRIVER_PRESSURE), InteractionSetup(hasGrace: true), InteractionSetup(driver: PRESS_DRIVER_MOTION),
        InteractionSetup(driver: PRESS_DRIVER_MOTION, hasGrace: true),
        InteractionSetup(driver: PRESS_DRIVER_PEEK, hasGrace: true, hasMenus: true), InteractionSetup(risesFromHold: true, hasGrace: true),
      ])
  }

  var description: String {
    let drivers = [
      PRESS_DRIVER_PREVIEW: "preview", PRESS_DRIVER_COMMIT: "commit", PRESS_DRIVER_PRESSURE: "pressure", PRESS_DRIVER_MOTION: "motion",
      PRESS_DRIVER_PEEK: "a peek",
    ]
    return "\(drivers[driver]!) drives" + (risesFromHold ? ", force from holding" : "") + (hasGrace ? ", with a grace" : "")
      + (hasMenus ? ", with menus" : "") + (isNarrow ? ", on one target" : "")
  }

  /// Times in multiples of 25 ms and fractions in sixteenths come out of these, and nothing between.
  var config: press_config {
    var c = press_config.makeDefault
    c.creep_limit = 0
    c.max_contacts = 1
    c.max_targets = 2
    c.max_events = 0
    c.lost_after_us = 0
    c.lift_us = hasGrace ? 150_000 : 0
    c.zero_force = 0
    c.complete_pressure = 49152
    return c
  }

  var gestures: press_gestures_config {
    var g = press_gestures_config.makeDefault
    g.hold_us = 200_000
    g.double_tap_us = 200_000
    if risesFromHold {
      g.force_from_hold_us = 400_000
      g.force_from_hold_delay_us = 100_000
      g.frame_us = 100_000
    }
    return g
  }

  var peeks: press_peek_config {
    var p = press_peek_config.makeDefault
    if hasMenus { p.flags = UInt32(PRESS_PEEK_FLAG_FROM_HOLD | PRESS_PEEK_FLAG_HIDE) }
    p.hold_us = 200_000
    return p
  }

  var transitions: press_transition_config {
    var t = press_transition_config.makeDefault
    t.max_transitions = 1
    t.frame_us = 100_000
    t.options.duration_us = 200_000
    t.options.curve = press_timing_curve(x1: 0, y1: 0, x2: 65536, y2: 65536)
    return t
  }

  func bind(_ engine: Engine) -> Int32 {
    Transitions(engine)!.bind(1, UInt32(driver), target: 0, dx: driver == PRESS_DRIVER_MOTION ? 6 << 16 : 0, dy: 0)
  }
}

/// Every call of the program that can change what one contact, a peek or a transition does. The walk makes each from outside,
/// and from inside every callback.
enum InteractionCall: CaseIterable {
  case cancelPreview, cancelGesture, activate, release
  case open, pop, dismiss, reveal, perform, enter, back, replace
  case start, update, finish, cancel, pause, bind, unbind
  case reset, remove, add, loseTraits, gainTraits

  func make(_ engine: Engine, _ setup: InteractionSetup) -> Int32 {
    switch self {
    case .cancelPreview: return engine.cancelPreview(0)
    case .cancelGesture: return Gestures(engine)!.cancel(0)
    case .activate: return Gestures(engine)!.activate(1)
    case .release: return engine.release(0)
    case .open: return Peeks(engine)!.open(1)
    case .pop: return Peeks(engine)!.pop()
    case .dismiss: return Peeks(engine)!.dismiss()
    case .reveal: return Peeks(engine)!.revealNow()
    case .perform: return Peeks(engine)!.perform(InteractionProgram.action)
    case .enter: return Peeks(engine)!.perform(InteractionProgram.group)
    case .back: return Peeks(engine)!.closeGroup()
    case .replace: return replace(engine)
    case .start: return Transitions(engine)!.start(1, nil)
    case .update: return Transitions(engine)!.update(1, 32768)
    case .finish: return Transitions(engine)!.finish(1)
    case .cancel: return Transitions(engine)!.cancel(1)
    case .pause: return Transitions(engine)!.pause(1)
    case .bind: return setup.bind(engine)
    case .unbind: return Transitions(engine)!.bind(1, UInt32(PRESS_DRIVER_NONE), target: 0, dx: 0, dy: 0)
    case .reset:
      engine.reset()
      return Status.ok
    case .remove: return engine.remove(1)
    case .add: return engine.add(InteractionCall.target(1))
    case .loseTraits: return engine.update(InteractionCall.target(1, traits: InteractionCall.fewTraits))
    case .gainTraits: return engine.update(InteractionCall.target(1))
    }
  }

  /// Replaces the actions by the same table: groups stay open, and nothing is highlighted.
  private func replace(_ engine: Engine) -> Int32 {
    let peek = Peeks(engine)!
    return peek.replace(peek.state.peek.actions, peek.state.peek.action_count)
  }

  static let fewTraits = PRESS_TARGET_TAP
  static let allTraits = PRESS_TARGET_TAP | PRESS_TARGET_DOUBLE_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_SCROLL | PRESS_TARGET_PEEK

  /// The traits of target 1 once this call has succeeded; nil: as before.
  var traitsAfter: UInt32? {
    switch self {
    case .remove: 0
    case .add, .gainTraits: UInt32(Self.allTraits)
    case .loseTraits: UInt32(Self.fewTraits)
    default: nil
    }
  }

  /// The first takes part in everything, the second, beside it, in previews, taps and holds.
  static func target(_ id: UInt32, traits: Int? = nil) -> press_target {
    var target = press_target()
    target.size = UInt32(MemoryLayout<press_target>.size)
    target.id = id
    target.x = id == 1 ? 0 : 100 << 16
    target.width = 100 << 16
    target.height = 100 << 16
    target.traits = UInt32(traits ?? (id == 1 ? allTraits : PRESS_TARGET_TAP | PRESS_TARGET_HOLD | PRESS_TARGET_PREVIEW))
    return target
  }
}

/// A state of the walk in a few bytes, one for each thing that decides what comes next.
struct InteractionCode: Hashable {
  private var bytes = SIMD64<UInt8>()
  private var count = 0

  /// A value that does not fit into a byte is a mistake of the walk, and traps.
  mutating func put(_ value: Int) {
    bytes[count] = UInt8(value)
    count += 1
  }

  mutating func put(_ values: Bool...) { put(values.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }) }

  static func == (a: InteractionCode, b: InteractionCode) -> Bool { a.bytes == b.bytes }

  func hash(into hasher: inout Hasher) {
    withUnsafeBytes(of: bytes) { hasher.combine(bytes: $0) }
  }
}

/// The state that decides how one contact, gestures, a peek and a transition go on, for the codes of walks; interactions that are not
/// attached are left out.
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

  /// How long until t, in units, up to the longest time that the alphabet can wait.
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
    // The target that holds, scrolls or takes the tap: its removal ends that.
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
  /// The part of a fraction that rounding to sixteenths leaves, so that values are compared to the last bit.
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
    // The actions that it opens come to lie under its finger.
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
    // The place of its finger: actions that a call reveals come to lie under it.
    if peek.phase != .none && peek.slot >= 0 {
      let touch = engine.contacts[0].touch
      code.put(Int(touch.x >> 16))
      code.put(Int(touch.y >> 16))
      code.put(left(touch.t_us + 100_000, engine.now))
    }
    // The place from which a swipe reveals the actions or hides them again.
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
