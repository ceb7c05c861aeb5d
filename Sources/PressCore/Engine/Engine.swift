import CPress

/// An engine in the caller's storage. This is a handle: callbacks may come back in while a method of it runs, so nothing
/// is held across a callback but pointers into the storage.
public struct Engine: Handle {
  let memory: UnsafeMutablePointer<EngineState>

  public init(_ engine: OpaquePointer) { memory = UnsafeMutablePointer(engine) }

  static var never: UInt64 { UInt64.max }

  // MARK: Layout of the storage

  private static var contactsOffset: Int { Layout.aligned(MemoryLayout<EngineState>.size) }
  private static func targetsOffset(_ contacts: UInt16) -> Int {
    contactsOffset &+ Int(contacts) &* MemoryLayout<Contact>.stride
  }
  private static func eventsOffset(_ contacts: UInt16, _ targets: UInt16) -> Int {
    Layout.aligned(targetsOffset(contacts) &+ Int(targets) &* MemoryLayout<Target>.stride)
  }

  public static func size(_ c: press_config) -> Int {
    eventsOffset(c.max_contacts, c.max_targets) &+ Config.events(c) &* MemoryLayout<press_event>.stride
  }

  var contacts: UnsafeMutablePointer<Contact> { memory.behind(Engine.contactsOffset, Contact.self) }
  var targets: UnsafeMutablePointer<Target> { memory.behind(Engine.targetsOffset(state.maxContacts), Target.self) }
  private var events: UnsafeMutablePointer<press_event> { memory.behind(Int(truncatingIfNeeded: state.eventsOffset), press_event.self) }
  var opaque: OpaquePointer { OpaquePointer(memory) }

  // MARK: Life

  /// The storage is aligned and large enough, the config valid.
  public static func make(in storage: UnsafeMutableRawPointer, _ bytes: Int, _ config: press_config) -> Int32 {
    let engine = Engine(OpaquePointer(storage))
    if engine.state.signature == EngineState.signature && engine.state.isBusy { return Status.busy }
    let events = eventsOffset(config.max_contacts, config.max_targets)
    engine.memory.initialize(to: EngineState(config, eventsOffset: events, bytes: bytes))
    return Status.ok
  }

  public func reset() {
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if contacts[slot].isOpen {
        contacts[slot].late = 0
        end(slot, Reason.reset)
      } else {
        contacts[slot].deadline = Engine.never
      }
    }
    notify(.reset)
    state.owing |= Engine.restart
    settleFromOutside()
  }

  /// Pending, after all that a reset ended was delivered.
  private static var restart: UInt64 { 1 &<< 63 }

  private func restartTime() {
    state.owing &= ~Engine.restart
    state.now = 0
    state.epoch &+= 1
    // A callback of the reset may have started something.
    state.earliest = attachedDeadline.at
  }

  public func setDelegate(_ delegate: press_delegate?) {
    state.delegate = delegate ?? press_delegate()
    state.hasDelegate = delegate != nil
  }

  public var isBusy: Bool { state.isBusy }

  public var stats: press_engine_stats { state.stats }

  // MARK: Samples and time

  /// Most samples of most programs say that nothing touches: for those this is all, without a call.
  @inline(__always)
  public func feed(_ samples: UnsafePointer<press_sample>, _ count: Int) -> Int32 {
    if state.isBusy { return Status.busy }
    var taken = 0
    while taken < count && staysIdle(samples + taken) {
      state.now = samples[taken].t_us
      taken &+= 1
    }
    if taken < count { return count == 1 ? feed(samples, isFirst: true) : feed(samples, count, from: taken) }
    state.stats.samples &+= UInt64(truncatingIfNeeded: taken)
    return Int32(truncatingIfNeeded: taken)
  }

  @inline(never)
  private func feed(_ samples: UnsafePointer<press_sample>, _ count: Int, from first: Int) -> Int32 {
    state.stats.samples &+= UInt64(truncatingIfNeeded: first)
    var taken = first
    var isFirst = first == 0
    while taken < count {
      let answer = feed(samples + taken, isFirst: isFirst)
      if answer < 0 { return taken > 0 ? Int32(truncatingIfNeeded: taken) : answer }
      isFirst = false
      taken &+= 1
    }
    return Int32(truncatingIfNeeded: taken)
  }

  public func tick(_ t: UInt64) -> Int32 {
    if state.isBusy { return Status.busy }
    if t < state.now { return Status.time }
    state.isBusy = true
    let epoch = state.epoch
    expire(before: Wide.addSaturating(t, 1))
    // After a reset in a callback time starts anew.
    if state.epoch == epoch { state.now = t }
    state.isBusy = false
    return Status.ok
  }

  public var nextDeadline: UInt64 {
    var first = Engine.never
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if contacts[slot].isOpen { first = min(first, contacts[slot].deadline) }
    }
    return min(first, attachedDeadline.at)
  }

  private func countRefusal(_ refusal: Int32) {
    state.stats.refused &+= 1
    if refusal == Status.time { state.stats.backwards &+= 1 }
  }

  /// Nothing touched before, and nothing does with this sample; nothing is due.
  @inline(__always)
  private func staysIdle(_ sample: UnsafePointer<press_sample>) -> Bool {
    state.occupied == 0 && sample.pointee.t_us >= state.now && sample.pointee.t_us <= state.earliest
      && (sample.pointee.flags & ~state.idleFlags) | sample.pointee.reserved == 0
      && sample.pointee.force < state.idleBelow
  }

  /// Takes a sample: 1, or its error, which counts if it is the first of its call. What nearly every one does with a finger
  /// that presses stands here, the rest is calls.
  @inline(never)
  private func feed(_ sample: UnsafePointer<press_sample>, isFirst: Bool) -> Int32 {
    let t = sample.pointee.t_us
    // Down, and no other flag.
    if t >= state.now && t <= state.earliest
      && ((sample.pointee.flags | state.idleFlags) ^ SampleFlag.down) | sample.pointee.reserved == 0 {
      let slot = slot(of: sample.pointee.contact)
      if slot >= 0 && contacts[slot].phase == .down && sample.pointee.force >= contacts[slot].lowest
        && hasRoom(for: Engine.mostEventsOfASample) {
        state.isBusy = true
        state.stats.samples &+= 1
        follow(slot, sample)
        state.isBusy = false
        return 1
      }
    }
    return feedRarely(sample, isFirst)
  }

  private var levels: UnsafePointer<Preview.Levels> {
    withUnsafeMutablePointer(to: &state.levels) { UnsafePointer($0) }
  }

  /// A finger that was down still is.
  @inline(__always)
  private func follow(_ slot: Int, _ sample: UnsafePointer<press_sample>) {
    state.now = sample.pointee.t_us
    // Its level is not below 0.
    move(contacts + slot, sample, force: sample.pointee.force)
    sampled(slot)
    switch contacts[slot].preview.follow(contacts[slot].touch.pressure, levels) {
    case .unchanged: break
    case .progress: tellProgress(EventType.previewUpdated, slot, ended: false)
    case .other: advance(slot)
    }
  }

  @inline(never)
  private func feedRarely(_ sample: UnsafePointer<press_sample>, _ isFirst: Bool) -> Int32 {
    if staysIdle(sample) {
      state.now = sample.pointee.t_us
      state.stats.samples &+= 1
      return 1
    }
    var refusal = Status.time
    if sample.pointee.t_us >= state.now {
      refusal = Status.invalid
      if (sample.pointee.flags & ~SampleFlag.all) | sample.pointee.reserved == 0 {
        state.isBusy = true
        refusal = change(sample)
        state.isBusy = false
      }
    }
    if refusal == Status.ok {
      state.stats.samples &+= 1
      return 1
    }
    if isFirst { countRefusal(refusal) }
    return refusal
  }

  /// A sample that begins or ends something, or meets a deadline.
  @inline(never)
  private func change(_ sample: UnsafePointer<press_sample>) -> Int32 {
    // The ends of what runs have room in any case.
    let isDown = slot(of: sample.pointee.contact) >= 0
    if isTouching(sample, isDown ? state.releaseForce : state.touchForce) {
      if !hasRoom(for: Engine.mostEventsOfASample) { return Status.noSpace }
      if !isDown && availableSlot(at: sample.pointee.t_us) < 0 { return Status.noSpace }
    }
    expire(before: sample.pointee.t_us)
    state.now = sample.pointee.t_us
    let slot = slot(of: sample.pointee.contact)
    if slot < 0 {
      if isTouching(sample, state.touchForce) { begin(sample) } else { barUnknown(sample) }
      return Status.ok
    }
    switch contacts[slot].phase {
    case .down, .lifting: changeOpen(slot, sample)
    case .barred: watchBarred(slot, sample)
    case .loaded: watchLoaded(slot, sample)
    case .free: break
    }
    return Status.ok
  }

  /// A contact and a preview begin, two phases end, progress and a move are told.
  private static var mostEventsOfASample: Int { 6 }

  /// Whether so many more events fit, and then still every end of what runs; and `atMost` more, as far as the queue is
  /// large enough for that at all.
  @inline(__always)
  private func hasRoom(for more: Int, atMost extra: Int = 0) -> Bool {
    state.hasDelegate || state.outbox.capacity == 0 || makesRoom(for: more, atMost: extra)
  }

  @inline(never)
  private func makesRoom(for more: Int, atMost extra: Int) -> Bool {
    let needed = min(
      more &+ extra &+ 2 &* (state.occupied.nonzeroBitCount &+ 1) &+ state.reserve, state.outbox.capacity)
    if state.outbox.capacity &- state.outbox.count >= needed { return true }
    state.stats.merged &+= state.outbox.merge(events)
    return state.outbox.capacity &- state.outbox.count >= needed
  }

  @inline(__always)
  func isTouching(_ sample: UnsafePointer<press_sample>, _ level: Int32) -> Bool {
    if Engine.isUnknown(sample) { return false }
    if !state.contactFromFlag { return sample.pointee.force >= level }
    return sample.pointee.flags & SampleFlag.down != 0
  }

  /// Whether an open contact presses on.
  @inline(__always)
  private func isHeld(_ slot: Int, _ sample: UnsafePointer<press_sample>) -> Bool { isTouching(sample, contacts[slot].lowest) }

  /// Lost, or of a palm.
  @inline(__always)
  static func isUnknown(_ sample: UnsafePointer<press_sample>) -> Bool {
    sample.pointee.flags & (SampleFlag.lost | SampleFlag.palm) != 0
  }

  /// The slot of a contact that is not free, or -1.
  @inline(__always)
  func slot(of contact: UInt32) -> Int {
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      if contacts[slot].touch.contact == contact { return slot }
      left &= left &- 1
    }
    return -1
  }

  /// A free slot; else that of the contact that is lifting longest, of the one barred longest, or of one that silence will
  /// have cancelled by then; or -1.
  private func availableSlot(at t: UInt64) -> Int {
    var lifting = -1
    var barred = -1
    var slot = 0
    var expires = -1
    while slot < Int(state.maxContacts) {
      if state.occupied & (1 &<< UInt32(truncatingIfNeeded: slot)) == 0 { return slot }
      let contact = contacts + slot
      switch contact.pointee.phase {
      case .lifting: if lifting < 0 || contact.pointee.deadline < contacts[lifting].deadline { lifting = slot }
      case .barred, .loaded: if barred < 0 || contact.pointee.touch.t_us < contacts[barred].touch.t_us { barred = slot }
      case .down, .free: if contact.pointee.deadline < t { expires = slot }
      }
      slot &+= 1
    }
    return lifting >= 0 ? lifting : barred >= 0 ? barred : expires
  }

  @inline(__always)
  func bit(_ slot: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: slot) }

  // MARK: Contacts

  private func begin(_ sample: UnsafePointer<press_sample>) {
    var slot = availableSlot(at: sample.pointee.t_us)
    if slot >= 0 && isOccupied(slot) && contacts[slot].phase == .lifting {
      // It gives up its place: whoever comes back to it now is somebody else.
      lift(slot)
      settle()
      slot = availableSlot(at: sample.pointee.t_us)
    }
    if slot >= 0 { begin(sample, slot, kept: 0) }
  }

  /// `kept`: what the sensor kept of the contact that was in this slot.
  @inline(never)
  func begin(_ sample: UnsafePointer<press_sample>, _ slot: Int, kept: Int32) {
    let hit = hit(at: sample.pointee.x, sample.pointee.y)
    let (has, previewTarget) = nearest(hit, with: state.previewTraits)
    let contact = contacts + slot
    contact.initialize(to: Contact(sample, hit: hit, target: has ? previewTarget : hit, Preview(has ? .waiting : .none)))
    setKept(slot, kept)
    moveRarely(contact, sample)
    state.occupied |= bit(slot)
    state.earliest = min(state.earliest, contact.pointee.deadline)
    tell(EventType.contactBegan, slot)
    // A callback may have ended it.
    if !contact.pointee.isOpen { return }
    notify(.began(slot))
    sampled(slot)
    if contacts[slot].preview.mayStep { advance(slot) }
  }

  /// Takes in where a contact is, and how hard it presses.
  @inline(__always)
  private func move(_ contact: UnsafeMutablePointer<Contact>, _ sample: UnsafePointer<press_sample>, force: Int32) {
    let (t, x, y) = (sample.pointee.t_us, sample.pointee.x, sample.pointee.y)
    contact.pointee.touch.t_us = t
    contact.pointee.touch.x = x
    contact.pointee.touch.y = y
    contact.pointee.touch.force = force
    contact.pointee.touch.pressure = state.pressure(force &- contact.pointee.kept)
    contact.pointee.deadline = Wide.addSaturating(t, state.lostAfter)
  }

  /// The same, where it is not done for each sample: inlined, it would be in the library three times.
  @inline(never)
  private func moveRarely(_ contact: UnsafeMutablePointer<Contact>, _ sample: UnsafePointer<press_sample>) {
    move(contact, sample, force: max(sample.pointee.force, 0))
    if sample.pointee.flags & SampleFlag.settling != 0 { contact.pointee.settle() }
  }

  /// A sample of a contact that is open: it goes on, falls, comes back, or is cancelled.
  private func changeOpen(_ slot: Int, _ sample: UnsafePointer<press_sample>) {
    let contact = contacts + slot
    if Engine.isUnknown(sample) {
      let isPalm = sample.pointee.flags & SampleFlag.palm != 0
      contact.pointee.touch.t_us = sample.pointee.t_us
      end(slot, isPalm ? Reason.palm : Reason.lost)
      settle()
    } else if isHeld(slot, sample) {
      if contact.pointee.phase == .lifting { comeBack(slot) }
      // A callback may have ended it.
      if contact.pointee.phase != .down { return }
      moveRarely(contact, sample)
      sampled(slot)
      if contacts[slot].preview.mayStep { advance(slot) }
    } else {
      fall(slot, sample)
    }
  }

  /// Ends a contact that is open; what it owes is told by the next `settle`.
  @inline(never)
  func end(_ slot: Int, _ reason: Int32) {
    let contact = contacts + slot
    notify(.ended(slot, reason: reason))
    stopPreviewAlone(slot, reason)
    contact.pointee.phase = reason == Reason.lifted ? (contact.pointee.kept == 0 ? .free : .loaded) : .barred
    contact.pointee.deadline = Engine.never
    contact.pointee.owesEnd = true
    contact.pointee.endReason = reason
    state.owing |= owingBit(slot)
  }

  /// Ends the preview of a contact that goes on.
  func stopPreview(_ slot: Int, _ reason: Int32) {
    if contacts[slot].preview.isRunning { notify(.previewStopped(slot, reason: reason)) }
    stopPreviewAlone(slot, reason)
  }

  private func stopPreviewAlone(_ slot: Int, _ reason: Int32) {
    let contact = contacts + slot
    if contact.pointee.preview.stop() {
      contact.pointee.owesPreviewCancelled = true
      contact.pointee.previewReason = reason
      state.owing |= owingBit(slot)
    }
  }

  private func owingBit(_ slot: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: slot &+ Attachment.most) }

  /// Fires the deadlines before t, earliest first: of attachments, and of contacts that lifted or were silent too long.
  @inline(never)
  func expire(before t: UInt64) {
    while true {
      var first = -1
      var left = state.occupied
      var next = Engine.never
      while left != 0 {
        let slot = left.trailingZeroBitCount
        left &= left &- 1
        if contacts[slot].isOpen && contacts[slot].deadline < next {
          next = contacts[slot].deadline
          first = slot
        }
      }
      let attached = attachedDeadline
      state.earliest = min(next, attached.at)
      if state.earliest >= t { return }
      state.now = max(state.now, state.earliest)
      if attached.at <= next {
        fire(attached.head, attached.at, more: t &- 1 &- attached.at)
      } else {
        endOverdue(first)
      }
      settle()
    }
  }

  // MARK: The preview

  /// After a sample was taken in.
  @inline(__always)
  private func sampled(_ slot: Int) {
    if state.tellsMoved { tell(EventType.contactMoved, slot) }
    if state.observed.has(.sampled) { notifySampled(slot) }
  }

  @inline(never)
  private func notifySampled(_ slot: Int) {
    // A callback may have ended it meanwhile.
    if contacts[slot].phase == .down { notify(.sampled(slot)) }
    settle()
  }

  /// Steps a preview until it has nothing more to tell. A function of its own: it is long, and called from several places.
  @inline(never)
  func advance(_ slot: Int) {
    contacts[slot].preview.sampled()
    advance(slot, after: stepPreviewRarely(slot))
  }

  @inline(__always)
  private func stepPreview(_ slot: Int) -> Preview.Step {
    contacts[slot].preview.step(contacts[slot].touch.pressure, state.levels)
  }

  @inline(never)
  private func stepPreviewRarely(_ slot: Int) -> Preview.Step { stepPreview(slot) }

  @inline(never)
  private func advance(_ slot: Int, after first: Preview.Step) {
    var step = first
    while step != .nothing {
      if step == .ask {
        ask(slot)
      } else {
        tellProgress(step.isCommit ? EventType.commitUpdated : EventType.previewUpdated, slot, ended: step.isEnd)
        if !step.isEnd { return }
      }
      step = stepPreviewRarely(slot)
    }
  }

  @inline(never)
  private func ask(_ slot: Int) {
    let contact = contacts + slot
    var answer = contact.pointee.claim.may(.preview)
    if answer && state.attached != 0 {
      let opinion = notify(.ask(slot)).value
      answer = opinion == Answer.yes.value || (opinion == 0 && mayPreview(contact.pointee.touch.target))
      if answer && opinion == 0 { answer = askDelegate(slot) }
    } else if answer {
      answer = askDelegate(slot)
    }
    settle()
    // A callback may have ended the contact or removed the target.
    if contact.pointee.preview.state != .asking { return }
    contact.pointee.preview.answer(answer)
    if answer {
      contact.pointee.become(.preview)
      notify(.previewBegan(slot))
    }
    tell(answer ? EventType.previewBegan : EventType.previewRefused, slot)
  }

  private func askDelegate(_ slot: Int) -> Bool {
    guard let shouldBegin = state.delegate.preview_should_begin else { return true }
    return shouldBegin(opaque, touch(slot), state.delegate.user)
  }

  /// Whether a target itself has the preview trait: an attachment may have brought the preview here for another.
  private func mayPreview(_ id: UInt32) -> Bool {
    traits(of: id) & Trait.preview != 0
  }

  public func cancelPreview(_ contact: UInt32) -> Int32 {
    let slot = downSlot(of: contact)
    if slot < 0 { return Status.notFound }
    if !contacts[slot].preview.isRunning { return Status.state }
    stopPreview(slot, Reason.program)
    settleFromOutside()
    return Status.ok
  }

  public func previewState(_ contact: UInt32) -> Int32 {
    let slot = downSlot(of: contact)
    return slot < 0 ? Status.notFound : Int32(contacts[slot].preview.state.rawValue)
  }

  /// The slot of a contact whose end is not told yet, or -1.
  func downSlot(of contact: UInt32) -> Int {
    let slot = slot(of: contact)
    return slot >= 0 && (contacts[slot].isOpen || contacts[slot].owesEnd) ? slot : -1
  }

  /// In the coordinates of a target, 0: of the surface. Nil without such a contact or target.
  public func touch(_ contact: UInt32, in id: UInt32) -> press_touch? {
    let slot = downSlot(of: contact)
    if slot < 0 { return nil }
    var touch = contacts[slot].touch
    if id == 0 { return touch }
    guard let target = target(id) else { return nil }
    touch.x = Q16.subtract(touch.x, target.x)
    touch.y = Q16.subtract(touch.y, target.y)
    return touch
  }

  // MARK: Telling

  /// Tells what contacts owe until none owes anything. A preview ends before its contact.
  @inline(__always)
  func settle() {
    if state.owing != 0 { settleAll() }
  }

  @inline(never)
  private func settleAll() {
    while state.owing != 0 {
      let debtor = state.owing.trailingZeroBitCount
      if debtor == 63 {
        restartTime()
        continue
      }
      if debtor < Attachment.most {
        if !deliver(debtor) { state.owing &= ~(1 &<< UInt64(truncatingIfNeeded: debtor)) }
        continue
      }
      let slot = debtor &- Attachment.most
      let contact = contacts + slot
      if contact.pointee.owesPreviewCancelled {
        contact.pointee.owesPreviewCancelled = false
        tellPreviewCancelled(slot)
      } else if contact.pointee.owesEnd {
        contact.pointee.owesEnd = false
        if contact.pointee.phase == .free { state.occupied &= ~bit(slot) }
        let isLifted = contact.pointee.endReason == Reason.lifted
        post(isLifted ? EventType.contactEnded : EventType.contactCancelled, slot, contact.pointee.endReason)
      } else {
        state.owing &= ~owingBit(slot)
      }
    }
  }

  /// After a call from the program: inside a callback the engine settles by itself once that returns.
  func settleFromOutside() {
    if state.isBusy { return }
    state.isBusy = true
    settle()
    state.isBusy = false
  }

  /// For callbacks. It lies in the engine: no callback can change it but through the engine.
  @inline(__always)
  func touch(_ slot: Int) -> UnsafePointer<press_touch> {
    UnsafeRawPointer(contacts + slot).assumingMemoryBound(to: press_touch.self)
  }

  @inline(never)
  private func tell(_ type: UInt32, _ slot: Int) {
    post(type, slot, Reason.none)
    settle()
  }

  @inline(__always)
  private func tellProgress(_ type: UInt32, _ slot: Int, ended: Bool) {
    let progress = contacts[slot].preview.progress
    let flags = ended ? EventFlag.ended : 0
    let update = type == EventType.previewUpdated
      ? state.delegate.preview_did_update : state.delegate.commit_did_update
    let isKept = state.outbox.capacity != 0
    if !isKept && state.delegate.on_event != nil {
      tellUnkept(type, slot, ended)
    } else {
      let kept = isKept ? keep(type, slot, Reason.none, progress, flags) : nil
      if let update { update(opaque, touch(slot), progress, ended, state.delegate.user) }
      if let kept { pass(kept) }
    }
    let isCommit = type == EventType.commitUpdated
    if state.observed.has(isCommit ? .commitTold : .previewTold) && contacts[slot].preview.isRunningOrCompleted {
      notify(isCommit ? .commitTold(slot, isEnd: ended) : .previewTold(slot, isEnd: ended))
    }
    settle()
  }

  /// Progress for an on_event without a queue. The event is as it was before the callback, as one that is kept would be.
  @inline(never)
  private func tellUnkept(_ type: UInt32, _ slot: Int, _ ended: Bool) {
    let progress = contacts[slot].preview.progress
    let update = type == EventType.previewUpdated
      ? state.delegate.preview_did_update : state.delegate.commit_did_update
    var event = press_event()
    writeRarely(&event, type, slot, Reason.none, progress, ended ? EventFlag.ended : 0)
    if let update { update(opaque, touch(slot), progress, ended, state.delegate.user) }
    pass(&event)
  }

  private func tellPreviewCancelled(_ slot: Int) {
    let contact = contacts + slot
    var event = press_event()
    writeRarely(&event, EventType.previewCancelled, slot, contact.pointee.previewReason, contact.pointee.preview.progress, 0)
    if state.outbox.capacity != 0 { (events + nextRoom()).initialize(to: event) }
    if let didCancel = state.delegate.preview_did_cancel { didCancel(opaque, touch(slot), state.delegate.user) }
    pass(&event)
    // Its target may be the one that went away.
    if contact.pointee.touch.target != 0 && target(contact.pointee.touch.target) == nil { contact.pointee.touch.target = 0 }
  }

  private func post(_ type: UInt32, _ slot: Int, _ reason: Int32) {
    if state.outbox.capacity != 0 {
      let room = events + nextRoom()
      writeRarely(room, type, slot, reason, 0, 0)
      pass(room)
    } else if state.delegate.on_event != nil {
      var event = press_event()
      writeRarely(&event, type, slot, reason, 0, 0)
      pass(&event)
    }
  }

  /// Writes an event for press_poll. Nothing else is written there until the callbacks of this event are through.
  @inline(__always)
  private func keep(_ type: UInt32, _ slot: Int, _ reason: Int32, _ progress: Int32, _ flags: UInt32) -> UnsafeMutablePointer<press_event> {
    let room = events + nextRoom()
    write(room, type, slot, reason, progress, flags)
    return room
  }

  @inline(__always)
  private func nextRoom() -> Int {
    if state.outbox.isFull { state.stats.overwritten &+= 1 }
    return state.outbox.append()
  }

  /// To the delegate's on_event.
  @inline(__always)
  private func pass(_ event: UnsafePointer<press_event>) {
    if let onEvent = state.delegate.on_event { onEvent(opaque, event, state.delegate.user) }
  }

  /// An event of a contact, for attachments.
  func event(_ type: UInt32, _ slot: Int, target: UInt32, _ reason: Int32 = 0) -> press_event {
    var event = press_event()
    write(&event, type, slot, reason, 0, 0)
    event.target = target
    return event
  }

  /// Tells an event that an attachment or a pad made, now. What it owes besides is told by whoever called it.
  @inline(never)
  func post(_ event: press_event) {
    var copy = event
    copy.t_us = state.now
    if state.outbox.capacity != 0 { (events + nextRoom()).initialize(to: copy) }
    pass(&copy)
  }

  /// The same, where it is not done for each sample.
  @inline(never)
  private func writeRarely(
    _ event: UnsafeMutablePointer<press_event>, _ type: UInt32, _ slot: Int, _ reason: Int32, _ progress: Int32, _ flags: UInt32
  ) { write(event, type, slot, reason, progress, flags) }

  @inline(__always)
  private func write(
    _ event: UnsafeMutablePointer<press_event>, _ type: UInt32, _ slot: Int, _ reason: Int32, _ progress: Int32, _ flags: UInt32
  ) {
    let contact = contacts + slot
    // What is told of the contact itself names the target that was hit, the rest that of the interaction.
    let target = type <= EventType.contactCancelled ? contact.pointee.hit : contact.pointee.touch.target
    event.initialize(to: press_event(
      t_us: state.now, type: type, contact: contact.pointee.touch.contact, target: target, flags: flags,
      reason: reason, x: contact.pointee.touch.x, y: contact.pointee.touch.y, force: contact.pointee.touch.force,
      pressure: contact.pointee.touch.pressure, progress: progress, subject: 0, value: 0, value2: 0,
      late_us: contact.pointee.late))
  }

  public func poll(_ out: UnsafeMutablePointer<press_event>, _ capacity: Int) -> Int32 {
    var taken = 0
    while taken < capacity && state.outbox.count > 0 {
      out[taken] = state.outbox.pop(events)
      taken &+= 1
    }
    return Int32(truncatingIfNeeded: taken)
  }

  // MARK: For the pad

  /// Whether a sample at `t` and `more` events beside it would be taken. The engine is not busy.
  public func checkFeed(_ t: UInt64, moreEvents more: Int) -> Int32 {
    if t < state.now { return Status.time }
    return hasRoom(for: Engine.mostEventsOfASample, atMost: more) ? Status.ok : Status.noSpace
  }

  /// Takes the sample. `checkFeed` said yes.
  func feedChecked(_ sample: UnsafePointer<press_sample>) -> Int32 {
    min(feed(sample, isFirst: true), Status.ok)
  }

  /// Tells what happened to a sensor. `checkFeed` said yes.
  public func tellSensor(_ event: press_event) {
    state.isBusy = true
    expire(before: event.t_us)
    state.now = max(state.now, event.t_us)
    post(event)
    settle()
    state.isBusy = false
  }
}
