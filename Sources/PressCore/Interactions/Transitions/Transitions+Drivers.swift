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

  /// The program releases a contact: it drives nothing any more.
  func released(_ slot: Int) {
    let count = count
    var i = 0
    while i < count {
      if slots[i].binding.isDriven(by: slot) { letGo(i, .cancel) }
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

  /// How far a contact has moved.
  private func follow(_ i: Int, _ slot: Int) {
    let contact = engine.contacts + slot
    let fraction = slots[i].binding.projection(
      Q16.subtract(contact.pointee.touch.x, contact.pointee.startX), Q16.subtract(contact.pointee.touch.y, contact.pointee.startY))
    if slots[i].binding.isDriven(by: slot) {
      drive(i, fraction)
    } else if fraction > 0 {
      grab(i, slot, fraction)
    }
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

  /// A move that lifts beyond the middle finishes.
  private func ending(_ i: Int, _ reason: Int32) -> Transition.Input {
    if slots[i].binding.driver != .motion || reason != Reason.lifted { return .cancel }
    let fraction = slots[i].pending.ask != 0 ? slots[i].binding.fraction : slots[i].machine.fraction
    return fraction >= 32768 ? .finish : .cancel
  }

  /// A contact gets hold of a transition, if it may and none has: starts it, or takes it over as it is.
  @inline(never)
  func grab(_ i: Int, _ slot: Int, _ fraction: Int32) {
    if !slots[i].binding.takes(engine.contacts[slot].touch) { return }
    slots[i].binding.slot = Int32(truncatingIfNeeded: slot)
    slots[i].binding.isDriving = true
    slots[i].binding.mustFinish = false
    drive(i, fraction)
  }

  @inline(never)
  private func drive(_ i: Int, _ fraction: Int32) {
    slots[i].binding.fraction = fraction
    if slots[i].machine.state != .none {
      note(i, slots[i].machine.seize(fraction))
    } else if slots[i].pending.ask == 0 {
      slots[i].pending.ask = ticket()
    }
  }

  /// To 1, and finished at once.
  private func complete(_ i: Int) {
    drive(i, Q16.one)
    letGo(i, .finish)
  }

  /// The contact is done with it.
  @inline(never)
  private func letGo(_ i: Int, _ input: Transition.Input) {
    slots[i].binding.isDriving = false
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
        if slots[i].binding.fraction == 0 && !slots[i].binding.mustFinish { return }
      }
    }
    note(i, slots[i].machine.seize(slots[i].binding.fraction))
    if slots[i].binding.mustFinish {
      slots[i].binding.mustFinish = false
      take(i, .finish)
    }
  }
}
