import CPress

/// Contacts that drive transitions.
extension Transitions {
  @inline(never)
  func previewUpdated(_ slot: Int, _ isEnd: Bool) {
    let progress = engine.contacts[slot].preview.progress
    let count = count
    var i = 0
    while i < count {
      let isDriven = slots[i].binding.isDriven(by: slot)
      switch slots[i].binding.driver {
      case .peek: if isDriven { drive(i, progress >> 1) }
      case .preview:
        if isDriven {
          if isEnd { complete(i) } else { drive(i, progress) }
          slots[i].binding.isFinished = isEnd
        }
      case .none, .commit, .pressure, .motion: break
      }
      i &+= 1
    }
  }

  func commitUpdated(_ slot: Int, _ isEnd: Bool) {
    let progress = engine.contacts[slot].preview.progress
    let count = count
    var i = 0
    while i < count {
      let isDriven = slots[i].binding.isDriven(by: slot)
      switch slots[i].binding.driver {
      case .peek: if isDriven { drive(i, (Q16.one >> 1) &+ (progress >> 1)) }
      case .commit:
        if isDriven { drive(i, progress) } else { grab(i, slot, progress) }
        if isEnd && slots[i].binding.isDriven(by: slot) { complete(i) }
      case .none, .preview, .pressure, .motion: break
      }
      i &+= 1
    }
  }

  func previewStopped(_ slot: Int, _ reason: Int32) {
    let count = count
    var i = 0
    while i < count {
      let driver = slots[i].binding.driver
      if driver == .preview || driver == .commit { giveUp(i, slot) }
      i &+= 1
    }
  }

  /// The preview of a contact is over without having completed.
  private func giveUp(_ i: Int, _ slot: Int) {
    if slots[i].binding.slot != Int32(truncatingIfNeeded: slot) || slots[i].binding.isKept { return }
    if slots[i].binding.isDriving { letGo(i, .cancel) } else { runBack(i) }
  }

  /// Back to 0 what the preview phase had finished.
  private func runBack(_ i: Int) {
    if !slots[i].binding.isFinished { return }
    slots[i].binding.isFinished = false
    if slots[i].machine.state != .none {
      take(i, .cancel)
    } else if slots[i].pending.ask == 0 {
      slots[i].binding.startsAt = Q16.one
      slots[i].binding.mustCancel = true
      slots[i].pending.ask = ticket()
    }
  }

  /// Where a peek has got to: it drives what is bound to it, and keeps what its preview drives while its actions are on show.
  func peeked(_ slot: Int, _ stage: PeekStage, _ target: UInt32) {
    let count = count
    var i = 0
    while i < count {
      switch slots[i].binding.driver {
      case .peek: followPeek(i, slot, stage, target)
      case .preview, .commit: keep(i, slot, stage)
      case .none, .pressure, .motion: break
      }
      i &+= 1
    }
  }

  /// The program releases a contact: it drives nothing any more.
  @inline(never)
  func released(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      if slots[i].binding.isDriven(by: slot) { letGo(i, .cancel) }
      i &+= 1
    }
  }

  private func followPeek(_ i: Int, _ slot: Int, _ stage: PeekStage, _ target: UInt32) {
    let binding = slots[i].binding
    switch stage {
    case .hinting: grab(i, slot, 0)
    case .opened:
      if binding.isDriving || (binding.target != 0 && binding.target != target) { return }
      if slots[i].machine.isRunning { take(i, .pause) }
      slots[i].binding.begin(-1, slots[i].machine.state, at: slots[i].machine.fraction)
      slots[i].binding.startsAt = Q16.one >> 1
      drive(i, Q16.one >> 1)
    case .revealed: break
    case .hidden: slots[i].binding.hold = .caught
    case .popped:
      if !binding.isDriving { return }
      if slot >= 0 && binding.isDriven(by: slot) && engine.contacts[slot].preview.state == .completed { complete(i) } else { letGo(i, .finish) }
    case .dismissed: if binding.isDriving { letGo(i, .cancel) }
    }
  }

  private func keep(_ i: Int, _ slot: Int, _ stage: PeekStage) {
    let binding = slots[i].binding
    switch stage {
    case .revealed: slots[i].binding.isKept = slot >= 0 && binding.slot == Int32(truncatingIfNeeded: slot)
    case .hidden:
      slots[i].binding.isKept = false
      if binding.driver == .commit { slots[i].binding.hold = .caught }
    case .popped, .dismissed:
      let isPopped = stage == .popped
      // Popped from code, the preview under it is cancelled next: that is not giving up.
      let isByCode = isPopped && slot >= 0 && binding.slot == Int32(truncatingIfNeeded: slot) && engine.contacts[slot].preview.state != .completed
      if !binding.isKept && !isByCode { return }
      slots[i].binding.isKept = false
      if binding.isDriving { letGo(i, isPopped ? .finish : .cancel) } else if !isPopped { runBack(i) }
      slots[i].binding.isFinished = false
    case .hinting, .opened: break
    }
  }

  @inline(never)
  func sampled(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      switch slots[i].binding.driver {
      case .pressure: if slots[i].binding.isDriven(by: slot) { drive(i, engine.contacts[slot].touch.pressure) }
      case .motion: follow(i, slot)
      case .none, .preview, .commit, .peek: break
      }
      i &+= 1
    }
  }

  /// A touch stops what runs, and takes hold of what a finger or the program left standing.
  @inline(never)
  func began(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      switch slots[i].binding.driver {
      case .pressure: grab(i, slot, engine.contacts[slot].touch.pressure)
      case .motion:
        slots[i].binding.trail.begin(slot)
        if slots[i].machine.state != .none { grab(i, slot, 0) }
      case .none, .preview, .commit, .peek: break
      }
      i &+= 1
    }
  }

  /// How far a contact has moved since it began, or since it caught the transition.
  private func follow(_ i: Int, _ slot: Int) {
    if !slots[i].binding.isDriven(by: slot) && !slots[i].binding.takes(engine.contacts[slot].touch) { return }
    let way = way(slot)
    slots[i].binding.trail.add(slot, slots[i].binding.points(way.x, way.y), at: engine.sampledAt, rule)
    if slots[i].machine.coasts != .none && slots[i].binding.isDriven(by: slot) { catchUp(i, way) }
    let binding = slots[i].binding
    if binding.isDriven(by: slot) { return drive(i, binding.projection(Q16.subtract(way.x, binding.fromX), Q16.subtract(way.y, binding.fromY))) }
    // The place where another contact caught it does not count.
    let value = binding.projection(way.x, way.y)
    if slots[i].machine.state == .none ? value > 0 : value != 0 {
      grab(i, slot, value)
    }
  }

  /// If it was a lift its run goes on from here: so it does, until that is certain.
  func fell(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      if slots[i].binding.driver == .motion && slots[i].binding.isDriven(by: slot) && slots[i].machine.state == .interactive { coast(i, slot) }
      i &+= 1
    }
  }

  /// A finger that moves went on since its latest place; one that lay still leaves it where it is.
  @inline(never)
  private func coast(_ i: Int, _ slot: Int) {
    let velocity = slots[i].binding.velocity(at: engine.sampledAt, rule)
    let fraction = slots[i].machine.fraction
    let isFree = velocity < 0 ? fraction > 0 : fraction < Q16.one
    if velocity == 0 || !isFree || state.config.flags & TransitionsFlag.noCoast != 0 { return }
    let then = slots[i].binding.trail.left(before: engine.now, drawn: engine.ticked)
    switch ending(i, slot, Reason.lifted) {
    case .finish: slots[i].machine.coast(.finishing, from: then, velocity)
    case .cancel: slots[i].machine.coast(.cancelling, from: then, velocity)
    default: return
    }
    note(i, slots[i].machine.look(at: engine.now))
  }

  /// The finger came back: it moves on from where the fraction is.
  private func catchUp(_ i: Int, _ way: (x: Int32, y: Int32)) {
    note(i, slots[i].machine.settle(at: engine.now))
    slots[i].binding.base = slots[i].machine.fraction
    (slots[i].binding.fromX, slots[i].binding.fromY) = way
  }

  /// The way of a contact from its beginning.
  private func way(_ slot: Int) -> (x: Int32, y: Int32) {
    let contact = engine.contacts + slot
    return (
      Q16.subtract(contact.pointee.touch.x, contact.pointee.startX), Q16.subtract(contact.pointee.touch.y, contact.pointee.startY)
    )
  }

  func ended(_ slot: Int, _ reason: Int32) {
    let count = count
    var i = 0
    while i < count {
      if slots[i].binding.slot == Int32(truncatingIfNeeded: slot) {
        let isKept = slots[i].binding.isKept || slots[i].binding.driver == .peek
        // A reset ends it with its own reason.
        if reason != Reason.reset && !isKept {
          let isMotion = slots[i].binding.driver == .motion && slots[i].binding.isDriving && slots[i].machine.state == .interactive
          if isMotion && reason == Reason.lifted && engine.contacts[slot].late == 0 { coast(i, slot) }
          if slots[i].binding.isDriving { letGo(i, ending(i, slot, reason)) } else if engine.contacts[slot].preview.isRunning { runBack(i) }
        }
        slots[i].binding.slot = -1
        if !isKept {
          slots[i].binding.isDriving = false
          slots[i].binding.isFinished = false
        }
      }
      i &+= 1
    }
  }

  /// A flick decides; else a move that lifts beyond the middle finishes, and one that only caught it lets it go on as it did.
  private func ending(_ i: Int, _ slot: Int, _ reason: Int32) -> Transition.Input? {
    if slots[i].binding.driver != .motion || reason != Reason.lifted { return .cancel }
    let flick = slots[i].binding.flick
    // The speed before the force fell.
    let speed = slots[i].binding.trail.speed(at: engine.now &- UInt64(engine.contacts[slot].late), rule)
    if flick != 0 && speed >= flick { return .finish }
    if flick != 0 && speed <= 0 &- flick { return .cancel }
    let fraction = slots[i].pending.ask != 0 ? slots[i].binding.value : slots[i].machine.fraction
    if fraction == slots[i].binding.base {
      switch slots[i].binding.caught {
      case .finishing: return .finish
      case .cancelling: return .cancel
      case .moving: return .to(slots[i].machine.target)
      case .interactive: return nil
      case .none: break
      }
    }
    return fraction >= 32768 ? .finish : .cancel
  }

  /// A contact gets hold of a transition, if it may and none has: starts it, or catches it where it stands.
  @inline(never)
  func grab(_ i: Int, _ slot: Int, _ value: Int32) {
    if !slots[i].binding.takes(engine.contacts[slot].touch) { return }
    let state = slots[i].machine.state
    if slots[i].machine.isRunning { take(i, .pause) }
    slots[i].binding.begin(slot, state, at: slots[i].machine.fraction)
    slots[i].binding.flick = self.state.config.flick_speed
    // The first progress of a preview, which follows at once, is its first value.
    if state == .none || slots[i].binding.driver == .pressure || slots[i].binding.driver == .commit { return drive(i, value) }
    if slots[i].binding.driver == .motion { (slots[i].binding.fromX, slots[i].binding.fromY) = way(slot) }
  }

  @inline(never)
  private func drive(_ i: Int, _ value: Int32) {
    slots[i].binding.value = value
    if slots[i].machine.state != .none {
      follow(i)
    } else if slots[i].pending.ask == 0 {
      slots[i].pending.ask = ticket()
    }
  }

  /// To what the present value of its driver stands for.
  private func follow(_ i: Int) {
    if let fraction = slots[i].binding.fraction(from: slots[i].machine.fraction) { note(i, slots[i].machine.seize(fraction)) }
  }

  /// To 1, and finished at once, unless it was caught elsewhere: then it runs there.
  private func complete(_ i: Int) {
    drive(i, Q16.one)
    letGo(i, .finish)
  }

  /// The contact is done with it.
  @inline(never)
  private func letGo(_ i: Int, _ input: Transition.Input?) {
    slots[i].binding.isDriving = false
    guard let input else { return }
    if slots[i].machine.state != .none {
      take(i, input)
    } else if case .finish = input {
      slots[i].binding.mustFinish = true
    } else {
      // It never started.
      slots[i].pending.ask = 0
    }
  }

  private func hasWork(_ i: Int) -> Bool { slots[i].binding.isDriving || slots[i].binding.mustFinish || slots[i].binding.mustCancel }

  /// The start that a contact caused: the delegate is asked now, when nothing else is being delivered.
  func startDriven(_ i: Int) {
    let id = slots[i].id
    if !hasWork(i) { return }
    if slots[i].machine.state == .none {
      var options = state.config.options
      let startsAt = slots[i].binding.startsAt
      if startsAt != 0 { options.fraction = startsAt }
      ask(id, &options)
      // A peek or a preview that stands already decides where it starts, not the program.
      if startsAt != 0 { options.fraction = startsAt }
      // A callback may have started or unbound it, or ended the contact.
      if slots[i].id != id || !hasWork(i) { return }
      if slots[i].machine.state == .none {
        if !options.isValid { return detach(i) }
        begin(i, options)
        // It needs no finger any more.
        if slots[i].machine.state != .interactive { return detach(i) }
        slots[i].binding.stands(at: slots[i].machine.fraction)
        if slots[i].binding.value == 0 && !slots[i].binding.mustFinish && !slots[i].binding.mustCancel { return }
      }
    }
    if slots[i].binding.mustCancel {
      slots[i].binding.mustCancel = false
      take(i, .cancel)
      return
    }
    follow(i)
    if slots[i].binding.mustFinish {
      slots[i].binding.mustFinish = false
      take(i, .finish)
    }
  }
}

/// Which contacts drive a transition, and which one does.
struct TransitionBinding {
  /// The drivers PRESS_DRIVER_...
  enum Driver: UInt8 {
    case none, preview, commit, pressure, motion, peek

    var observes: Notices {
      switch self {
      case .none: .none
      case .preview: .previewBegan | .previewUpdated | .previewStopped | .reached
      case .commit: .commitUpdated | .previewStopped | .reached
      case .pressure: .began | .sampled
      case .motion: .began | .sampled | .fell
      case .peek: .previewUpdated | .commitUpdated | .reached
      }
    }
  }

  var driver = Driver.none
  /// The program took it from the contact, or it is over: nothing more until that contact ends.
  var isDriving = false
  /// The contact was through before the start was delivered: to be finished then, or cancelled.
  var mustFinish = false
  var mustCancel = false
  /// The fraction at which it starts.
  var startsAt: Int32 = 0
  /// PREVIEW: its contact finished it. It runs back if the preview is given up after all.
  var isFinished = false
  /// Actions are on show over the preview of its contact: it stays until they are not, also when the contact lifts.
  var isKept = false
  var target: UInt32 = 0
  var dx: Int32 = 0
  var dy: Int32 = 0
  /// How long that way is, points as Q16.
  var length: UInt32 = 0
  var trail = TransitionTrail()
  /// Points per second, Q16: what a flick of its contact is at least; 0: none.
  var flick: Int32 = 0
  /// The slot of the contact that has it, -1: none.
  var slot: Int32 = -1
  /// The value of the contact, 0..1; with MOTION its distance along the direction, -1..1.
  var value: Int32 = 0
  /// How the fraction follows the value, where a contact caught the transition: see `fraction(of:)`.
  var hold = Hold.none
  /// The state of the transition when it was caught, and its fraction.
  var caught = Transition.State.none
  var base: Int32 = 0
  /// MOTION: where its contact was then, counted from where that began.
  var fromX: Int32 = 0
  var fromY: Int32 = 0

  enum Hold: UInt8 {
    /// It follows; its next value decides; it stays until the value has risen, or fallen, to it.
    case none, caught, below, above
  }

  static func isValid(_ driver: UInt32, _ dx: Int32, _ dy: Int32) -> Bool {
    driver <= TransitionDriver.peek
      && (driver == TransitionDriver.motion) == (dx != 0 || dy != 0)
  }

  func takes(_ contact: press_touch) -> Bool { slot < 0 && (target == 0 || target == contact.target) }
  func isDriven(by contact: Int) -> Bool { isDriving && slot == Int32(truncatingIfNeeded: contact) }

  /// A contact gets hold of it. `state`: what the transition does, and where it stands.
  mutating func begin(_ contact: Int, _ state: Transition.State, at stands: Int32) {
    slot = Int32(truncatingIfNeeded: contact)
    isDriving = true
    (mustFinish, mustCancel, isFinished, isKept) = (false, false, false, false)
    startsAt = 0
    caught = state
    (fromX, fromY) = (0, 0)
    self.stands(at: stands)
    if state.rawValue >= Transition.State.finishing.rawValue { hold = .caught }
  }

  /// At 0 there is nothing to jump from.
  mutating func stands(at fraction: Int32) {
    base = fraction
    hold = fraction == 0 ? .none : .caught
  }

  /// The fraction that the present value stands for, nil: the transition stays where it stands. A value that another contact
  /// or the program left behind is not jumped from: MOTION counts from there, the others wait until they reach it.
  mutating func fraction(from stands: Int32) -> Int32? {
    if driver == .motion { return min(max(Q16.add(base, value), min(base, 0)), max(base, Q16.one)) }
    switch hold {
    case .none: break
    case .caught:
      hold = value < stands ? .below : value > stands ? .above : .none
      return nil
    case .below: if value < stands { return nil }
    case .above: if value > stands { return nil }
    }
    hold = .none
    return value
  }

  /// How fast what moved it last was before `t`: fraction per second, Q16. Only motion and the program move it by places.
  mutating func velocity(at t: UInt64, _ rule: Trail.Rule) -> Int32 {
    let isOfProgram = Int(trail.slot) == TransitionTrail.program
    if !isOfProgram && (driver != .motion || trail.slot < 0) { return 0 }
    let speed = trail.speed(at: t, rule)
    return isOfProgram ? speed >> 8 : Int32(clamping: Wide.divide(Int64(speed) &<< 16, by: Int64(length)))
  }

  /// How far along the direction a way leads, -1..1.
  func projection(_ x: Int32, _ y: Int32) -> Int32 {
    let along = along(x, y)
    let part = Fraction.q16(along.magnitude, of: whole)
    return along < 0 ? 0 &- part : part
  }

  /// The same in points, Q16.
  func points(_ x: Int32, _ y: Int32) -> Int32 { Int32(clamping: Wide.divide(along(x, y), by: Int64(length))) }

  private func along(_ x: Int32, _ y: Int32) -> Int64 {
    // Kept above Int32.min, so that the sum of two products fits.
    Int64(max(x, -Int32.max)) &* Int64(dx) &+ Int64(max(y, -Int32.max)) &* Int64(dy)
  }

  /// The square of the way.
  var whole: UInt64 {
    UInt64(truncatingIfNeeded: Int64(dx) &* Int64(dx)) &+ UInt64(truncatingIfNeeded: Int64(dy) &* Int64(dy))
  }
}

/// Whose places a trail has: along a direction, or what updates of the program leave.
struct TransitionTrail {
  /// The `slot` of updates of the program: their fractions count as if the whole way were 256 points.
  static var program: Int { -2 }

  /// Whose places they are; -1: nobody's.
  private(set) var slot: Int32 = -1
  private var trail = Trail()

  init() {}

  /// Positions of another contact in this slot do not count.
  mutating func begin(_ slot: Int) { if Int32(truncatingIfNeeded: slot) == self.slot { trail.clear() } }

  /// Another contact begins from nothing.
  mutating func add(_ slot: Int, _ place: Int32, at t: UInt64, _ rule: Trail.Rule) {
    let next = Int32(truncatingIfNeeded: slot)
    if next != self.slot { trail.clear() }
    self.slot = next
    trail.add(place, 0, at: t, rule)
  }

  mutating func left(before t: UInt64, drawn: UInt32) -> UInt64 { trail.left(before: t, drawn: drawn) }

  /// The speed at `t`, points per second, Q16.
  mutating func speed(at t: UInt64, _ rule: Trail.Rule) -> Int32 { trail.speed(at: t, rule).x }
}
