import CPress

/// The previews of contacts: each is stepped until it has nothing more to deliver.
extension Engine {
  /// Delivers to the program and to attachments that a contact took a sample. `force`: as it was read, before a filter.
  @inline(__always)
  func sampled(_ slot: Int, read force: @autoclosure () -> Int32, isSensed: Bool) {
    if state.settings.deliversMoved { deliver(EventType.contactMoved, slot) }
    if state.observed.has(.sampled) { notifySampled(slot, force(), isSensed) }
  }

  @inline(never)
  private func notifySampled(_ slot: Int, _ force: Int32, _ isSensed: Bool) {
    // A callback may have ended the contact.
    if contacts[slot].phase == .down { notify(.sampled(slot, read: force, isSensed: isSensed)) }
    flush()
  }

  /// Steps a preview until it has nothing more to deliver. A function of its own: it is long, and called from several places.
  @inline(never)
  func advance(_ slot: Int) {
    contactSlots[slot].preview.sampled()
    contactSlots[slot].preview.rise(atOnceTo: contactSlots[slot].touch.pressure, state.settings.thresholds)
    advance(slot, after: stepPreviewOnSlowPath(slot))
  }

  /// Steps a preview by a sample of a sensor, until it has nothing more to deliver.
  @inline(never)
  func advance(_ slot: Int, read: Int32) {
    contactSlots[slot].preview.sampled()
    contactSlots[slot].preview.rise(to: felt(slot, read: read), state.settings.thresholds)
    advance(slot, after: stepPreviewOnSlowPath(slot))
  }

  /// The pressure that is compared with the levels: the smaller one of the filtered force and of the force as it was read, because a filter
  /// keeps a part of a wrong reading.
  @inline(__always)
  func felt(_ slot: Int, read: Int32) -> Int32 {
    let contact = contactSlots + slot
    let felt = self.pressure(of: contact.pointee.touch.force &- contact.pointee.unpressed)
    // With force from hold, the pressure is more than the force alone would give.
    let isFelt = contact.pointee.touch.pressure <= felt
    return isFelt ? min(felt, self.pressure(of: read &- contact.pointee.unpressed)) : contact.pointee.touch.pressure
  }

  /// Steps a preview by a sample, in the way that its source needs.
  @inline(never)
  func advance(_ slot: Int, _ sample: UnsafePointer<Sample>) {
    if contacts[slot].preview.mayStep { sample.pointee.advance(opaque, slot, sample.pointee.unfiltered) }
  }

  /// A young contact that is down is old enough for its preview. If the queue has no room for it, the next sample begins it.
  @inline(never)
  func growOld(_ slot: Int) {
    contactSlots[slot].preview.grow()
    // It must leave room for the next sample.
    let next = state.work == .sample ? 0 : Engine.mostEventsOfASample &+ state.endsOfASample
    if !hasRoomBeyondReserve(for: Engine.mostEventsOfASample &+ next) { return }
    contactSlots[slot].touch.t_us = state.now
    // If nothing begins or ends by it, there is nothing more to deliver.
    if contacts[slot].preview.state == .previewing && contacts[slot].touch.pressure < state.settings.thresholds.commit { return }
    contactSlots[slot].preview.sampled()
    advance(slot, after: stepPreviewOnSlowPath(slot))
  }

  @inline(__always)
  private func stepPreview(_ slot: Int) -> Preview.Step {
    let pressure = contacts[slot].preview.settled(contacts[slot].touch.pressure, state.settings.thresholds)
    return contactSlots[slot].preview.step(pressure, state.settings.thresholds)
  }

  @inline(never)
  private func stepPreviewOnSlowPath(_ slot: Int) -> Preview.Step { stepPreview(slot) }

  @inline(never)
  func advance(_ slot: Int, after first: Preview.Step) {
    var step = first
    while step != .nothing {
      if step == .ask {
        ask(slot)
      } else {
        deliverProgress(step.isCommit ? EventType.commitUpdated : EventType.previewUpdated, slot, ended: step.isEnd)
        if !step.isEnd { return }
      }
      step = stepPreviewOnSlowPath(slot)
    }
  }

  @inline(never)
  private func ask(_ slot: Int) {
    let contact = contactSlots + slot
    var answer = contact.pointee.claim.may(.preview)
    if answer && state.attached != 0 {
      let opinion = notify(.ask(slot)).value
      answer = opinion == Answer.yes.value || (opinion == 0 && mayPreview(contact.pointee.touch.target))
      if answer && opinion == 0 { answer = askDelegate(slot) }
      if answer { notify(.becomes(slot)) }
    } else if answer {
      answer = askDelegate(slot)
    }
    flush()
    // A callback may have ended the contact or removed the target.
    if contact.pointee.preview.state != .asking { return }
    contact.pointee.preview.answer(answer)
    if answer {
      contact.pointee.become(.preview)
      notify(.previewBegan(slot))
    }
    deliver(answer ? EventType.previewBegan : EventType.previewRefused, slot)
  }

  private func askDelegate(_ slot: Int) -> Bool {
    guard let shouldBegin = state.delegate.preview_should_begin else { return true }
    return shouldBegin(opaque, touch(slot), state.delegate.user)
  }

  /// Whether a target itself has the preview trait: an attachment may have brought the preview here for another.
  private func mayPreview(_ id: UInt32) -> Bool {
    traits(of: id) & Trait.preview != 0
  }

  package func release(_ contact: UInt32) -> Int32 {
    let slot = downSlot(of: contact)
    if slot < 0 { return Status.notFound }
    if !contacts[slot].isOpen || contacts[slot].claim == .over { return Status.state }
    notify(.released(slot))
    stopPreview(slot, Reason.program)
    contactSlots[slot].become(.over)
    flushFromOutside()
    return Status.ok
  }

  package func cancelPreview(_ contact: UInt32) -> Int32 {
    let slot = downSlot(of: contact)
    if slot < 0 { return Status.notFound }
    if !contacts[slot].preview.isRunning { return Status.state }
    stopPreview(slot, Reason.program)
    flushFromOutside()
    return Status.ok
  }

  package func previewState(_ contact: UInt32) -> Int32 {
    let slot = downSlot(of: contact)
    if slot < 0 { return Status.notFound }
    let state = contacts[slot].preview.state
    return Int32((state == .young ? .waiting : state).rawValue)
  }

  /// The slot of a contact whose end is not delivered yet, or -1.
  func downSlot(of contact: UInt32) -> Int {
    let slot = slot(of: contact)
    return slot >= 0 && (contacts[slot].isThere || contacts[slot].isEndPending) ? slot : -1
  }

  /// In the coordinates of a target, 0: of the surface. Nil without such a contact or target.
  package func touch(_ contact: UInt32, in id: UInt32) -> press_touch? {
    let slot = downSlot(of: contact)
    if slot < 0 { return nil }
    var touch = contacts[slot].touch
    if id == 0 { return touch }
    guard let target = target(id) else { return nil }
    touch.x = Q16.subtract(touch.x, target.x)
    touch.y = Q16.subtract(touch.y, target.y)
    return touch
  }
}

extension Sample {
  /// The sample of a program: nothing says that it was filtered.
  init(_ fed: press_sample) {
    self.init(
      t_us: fed.t_us, contact: fed.contact, flags: fed.flags, force: fed.force, x: fed.x, y: fed.y, unfiltered: fed.force, isSensed: false,
      advance: { engine, slot, _ in Engine(engine).advance(slot) })
  }

  /// How a preview steps: `isSensed` says that two readings in a row may be wrong; otherwise each counts at once.
  static func advance(isSensed: Bool) -> Advance {
    isSensed ? { engine, slot, read in Engine(engine).advance(slot, read: read) } : { engine, slot, _ in Engine(engine).advance(slot) }
  }
}
