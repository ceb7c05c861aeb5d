import CPress

/// State that few programs need: settings that wait for the end of all contacts, events that come before all others, and resets. It is
/// attached to the engine like an interaction when it is first needed, so that other programs do not link it.
struct Housekeeping {
  /// A bit for each attachment, then one for each slot, as in `pending`: their events are delivered before all others. Then again a bit for
  /// each attachment, for ends that a removed target causes: these and the slots come before the rest.
  var first: UInt64 = 0
  /// Settings that wait; size 0: there are none.
  var next = press_config()

  static var size: Int { AttachmentHead.size &+ Layout.aligned(MemoryLayout<Housekeeping>.size) }
}

extension Engine {
  private var housekeeping: UnsafeMutablePointer<Housekeeping> {
    body(of: head(Engine.housekeepingOffset)).assumingMemoryBound(to: Housekeeping.self)
  }

  /// Attaches it as the first of the list, with a hook that only delivers events that come before all others.
  private func attachHousekeeping() {
    let head = head(Engine.housekeepingOffset)
    if state.attached != Engine.housekeepingOffset {
      head.initialize(
        to: AttachmentHead(
          hook: { engine, _, notice in engine.deliverFirst(notice) }, next: state.attached, observes: .none, kind: .housekeeping))
      housekeeping.initialize(to: Housekeeping())
      state.attached = Engine.housekeepingOffset
    }
  }

  /// Attaches it with the hook that does everything.
  private func attachAll() {
    attachHousekeeping()
    let head = head(Engine.housekeepingOffset)
    head.initialize(
      to: AttachmentHead(
        hook: { engine, _, notice in engine.keepHouse(notice) }, next: head.pointee.next, observes: head.pointee.observes, kind: .housekeeping))
  }

  /// Binds its hook again: the storage was made by another process.
  func takeHouseOver() {
    if state.attached == Engine.housekeepingOffset { attachAll() }
  }

  private func deliverFirst(_ notice: Notice) -> Answer {
    switch notice {
    case .deliver: .more(deliverFirst())
    default: .none
    }
  }

  private func keepHouse(_ notice: Notice) -> Answer {
    switch notice {
    case .deliver: return .more(keepHouse())
    case .ended: markPending(.housekeeping)
    case .apart(let sample): consider(sample)
    default: break
    }
    return .none
  }

  /// Does what is due of it. Returns whether more may be pending.
  private func keepHouse() -> Bool {
    if state.pending & Engine.restart == state.pending {
      restartTime()
    } else if housekeeping.pointee.first != 0 {
      return deliverFirst()
    } else if housekeeping.pointee.next.size != 0 && !hasOpenContacts {
      awaitNothing()
    }
    return false
  }

  // MARK: What comes first

  /// Marks that an attachment has events that come before all other pending ones: it delivers them on `deliverFirst`.
  func markFirst(_ kind: Attachment) { setFirst(1 &<< UInt64(kind.rawValue)) }

  /// Marks events that end with a target. `whose`: bits as in `pending`.
  func markEnding(_ whose: UInt64) { setFirst(whose & ~Engine.attachments | whose &<< Engine.endings) }

  private func setFirst(_ bits: UInt64) {
    attachHousekeeping()
    housekeeping.pointee.first |= bits
    markPending(.housekeeping)
  }

  private static var attachments: UInt64 { 1 &<< UInt64(Attachment.most) &- 1 }
  /// The first bit of attachments, for events that end with a target.
  private static var endings: UInt64 { UInt64(Attachment.most &+ Int(press_config.mostContacts)) }

  private func deliverFirst() -> Bool {
    while housekeeping.pointee.first != 0 {
      let ending = housekeeping.pointee.first >> Engine.endings
      let slots = housekeeping.pointee.first & ~Engine.attachments
      let whose = (ending != 0 ? ending : slots != 0 ? slots : housekeeping.pointee.first).trailingZeroBitCount
      let slot = whose &- Attachment.most
      if slot < 0 {
        if deliverFirst(of: UInt8(truncatingIfNeeded: whose)) { return true }
        housekeeping.pointee.first &= ~(1 &<< (UInt64(truncatingIfNeeded: whose) &+ (ending != 0 ? Engine.endings : 0)))
      } else {
        housekeeping.pointee.first &= ~(1 &<< UInt64(truncatingIfNeeded: whose))
        if deliverPreviewEnd(slot) {
          // The target is gone, so no event names it any more.
          contactSlots[slot].touch.target = 0
          return true
        }
      }
    }
    return false
  }

  private func deliverFirst(of kind: UInt8) -> Bool {
    var at = state.attached
    while at != 0 && head(at).pointee.number != kind { at = head(at).pointee.next }
    return at != 0 && send(.deliverFirst, to: head(at)).value != 0
  }

  // MARK: A reset

  /// Called after all ends of a reset were delivered. Anything that started before that counts from the new time.
  func markRestart() {
    attachAll()
    state.pending |= Engine.restart
  }

  private func restartTime() {
    state.now = 0
    state.looks = 0
    state.earliest = 0
    state.late = 0
    // Deadlines of things that a callback started during the reset count by the new time.
    state.isRestarted = true
  }

  // MARK: Settings that wait

  /// The capacities are those of the engine. Other values count once no contact is down, so that nothing that runs changes.
  package func set(_ config: press_config) -> Int32 {
    if config.max_contacts != state.maxContacts || config.max_targets != state.maxTargets
      || Config.events(config) != state.outbox.capacity
    {
      return Status.invalid
    }
    attachAll()
    housekeeping.pointee.next = config
    state.settings.watcher = min(state.settings.watcher, 0 &- state.settings.watcher)
    observe(head(Engine.housekeepingOffset), .ended | .apart)
    if !hasOpenContacts { awaitNothing() }
    return Status.ok
  }

  /// The config that was given last, whether it counts yet or not.
  package var given: press_config {
    var c = settingsThatWait ?? state.settings.config
    c.max_contacts = state.maxContacts
    c.max_targets = state.maxTargets
    c.max_events = UInt16(truncatingIfNeeded: state.outbox.capacity)
    return c
  }

  /// Nil: none wait.
  var settingsThatWait: press_config? {
    state.attached == Engine.housekeepingOffset && housekeeping.pointee.next.size != 0 ? housekeeping.pointee.next : nil
  }

  private var isFromFlag: Bool { housekeeping.pointee.next.flags & ConfigFlag.contactFromFlag != 0 }

  private var hasOpenContacts: Bool { hasOpenContacts(in: state.occupied) }

  /// No contact is down. Where less begins one than before, a finger that rests must not: its sample says so.
  private func awaitNothing() {
    if isFromFlag == state.settings.contactFromFlag && (isFromFlag || housekeeping.pointee.next.touch_force >= state.settings.touchForce) {
      adopt()
    } else {
      state.settings.idleBelow = Int32.min
    }
  }

  /// A sample of no contact, before anything becomes of it. Settings count from one on that begins a contact before and after, or
  /// neither.
  private func consider(_ sample: UnsafePointer<Sample>) {
    if Engine.isUnknown(sample) || hasOpenContacts { return }
    let isDown = sample.pointee.flags & SampleFlag.down != 0
    let begins = isFromFlag ? isDown : sample.pointee.force >= housekeeping.pointee.next.touch_force
    if !begins || isTouching(sample, state.settings.touchForce) { adopt() }
  }

  private func adopt() {
    let (before, watcher) = (state.settings.touchForce, state.settings.watcher)
    state.settings = EngineSettings(housekeeping.pointee.next)
    state.silence = state.settings.lostAfter
    let offset = max(watcher, 0 &- watcher)
    state.settings.watcher = state.settings.contactFromFlag ? 0 &- offset : offset
    if watcher != 0 { state.settings.idleBelow = Int32.min }
    housekeeping.pointee.next.size = 0
    observe(head(Engine.housekeepingOffset), .none)
    let less = max(Q16.subtract(before, state.settings.touchForce), 0)
    var left = state.occupied
    while left != 0 {
      let contact = contactSlots + left.trailingZeroBitCount
      left &= left &- 1
      // The level that begins a contact stays as high as it was, until the next sample says how hard its sensor is pressed.
      if contact.pointee.phase == .loaded { contact.pointee.residue = Q16.add(contact.pointee.residue, less) }
    }
  }
}
