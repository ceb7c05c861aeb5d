import CPress

/// Contacts that drive transitions.
extension Transitions {
  func previewUpdated(_ slot: Int, _ isEnd: Bool) {
    eachBound(to: .preview) { i in
      if !slots[i].binding.isDriven(by: slot) { return }
      if isEnd { complete(i) } else { drive(i, engine.contacts[slot].preview.progress) }
    }
  }

  func commitUpdated(_ slot: Int, _ isEnd: Bool) {
    eachBound(to: .commit) { i in
      let progress = engine.contacts[slot].preview.progress
      if slots[i].binding.isDriven(by: slot) { drive(i, progress) } else { grab(i, slot, progress) }
      if isEnd && slots[i].binding.isDriven(by: slot) { complete(i) }
    }
  }

  func previewStopped(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      let driver = slots[i].binding.driver
      if (driver == .preview || driver == .commit) && slots[i].binding.isDriven(by: slot) { letGo(i, .cancel) }
      i &+= 1
    }
  }

  func sampled(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      switch slots[i].binding.driver {
      case .pressure: if slots[i].binding.isDriven(by: slot) { drive(i, engine.contacts[slot].touch.pressure) }
      case .motion: follow(i, slot)
      case .none, .preview, .commit: break
      }
      i &+= 1
    }
  }

  /// A touch stops what runs, and takes hold of what a finger or the program left standing.
  func began(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      switch slots[i].binding.driver {
      case .pressure: grab(i, slot, engine.contacts[slot].touch.pressure)
      case .motion: if slots[i].machine.state != .none { grab(i, slot, 0) }
      case .none, .preview, .commit: break
      }
      i &+= 1
    }
  }

  /// How far a contact has moved since it began, or since it caught the transition.
  private func follow(_ i: Int, _ slot: Int) {
    let way = way(slot)
    let binding = slots[i].binding
    let value = binding.projection(Q16.subtract(way.x, binding.fromX), Q16.subtract(way.y, binding.fromY))
    if binding.isDriven(by: slot) {
      drive(i, value)
    } else if slots[i].machine.state == .none ? value > 0 : value != 0 {
      grab(i, slot, value)
    }
  }

  /// From where a contact began to where it is.
  private func way(_ slot: Int) -> (x: Int32, y: Int32) {
    let contact = engine.contacts + slot
    return (
      Q16.subtract(contact.pointee.touch.x, contact.pointee.startX), Q16.subtract(contact.pointee.touch.y, contact.pointee.startY))
  }

  func ended(_ slot: Int, _ reason: Int32) {
    let count = count
    var i = 0
    while i < count {
      if slots[i].binding.slot == Int32(truncatingIfNeeded: slot) {
        // A reset ends it with its own reason.
        if slots[i].binding.isDriving && reason != Reason.reset { letGo(i, ending(i, reason)) }
        slots[i].binding.slot = -1
        slots[i].binding.isDriving = false
      }
      i &+= 1
    }
  }

  /// A move that lifts beyond the middle finishes; one that only caught it lets it go on as it did.
  private func ending(_ i: Int, _ reason: Int32) -> Transition.Input? {
    let binding = slots[i].binding
    if binding.driver != .motion || reason != Reason.lifted { return .cancel }
    let fraction = slots[i].pending.ask != 0 ? binding.value : slots[i].machine.fraction
    if fraction == binding.base {
      switch binding.caught {
      case .finishing: return .finish
      case .cancelling: return .cancel
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

  private func hasWork(_ i: Int) -> Bool { slots[i].binding.isDriving || slots[i].binding.mustFinish }

  /// The start that a contact caused: the delegate is asked now, when nothing else is being delivered.
  func startDriven(_ i: Int) {
    let id = slots[i].id
    if !hasWork(i) { return }
    if slots[i].machine.state == .none {
      var options = state.config.options
      ask(id, &options)
      // A callback may have started or unbound it, or ended the contact.
      if slots[i].id != id || !hasWork(i) { return }
      if slots[i].machine.state == .none {
        if TransitionConfig.brokenRule(options) != nil { return detach(i) }
        begin(i, options)
        // It needs no finger any more.
        if slots[i].machine.state != .interactive { return detach(i) }
        if slots[i].binding.value == 0 && !slots[i].binding.mustFinish { return }
      }
    }
    follow(i)
    if slots[i].binding.mustFinish {
      slots[i].binding.mustFinish = false
      take(i, .finish)
    }
  }
}
