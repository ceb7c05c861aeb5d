import CPress

/// An engine in the caller's storage. This is a handle: callbacks may come back in while a method of it runs, so nothing
/// is held across a callback but pointers into the storage.
package struct Engine: Handle {
  let memory: UnsafeMutablePointer<EngineState>

  package init(_ engine: OpaquePointer) { memory = UnsafeMutablePointer(engine) }

  static var never: UInt64 { UInt64.max }
  static var noContact: UInt32 { UInt32.max }

  // MARK: Layout of the storage

  static var housekeepingOffset: UInt32 { UInt32(truncatingIfNeeded: Layout.aligned(MemoryLayout<EngineState>.size)) }
  static var contactsOffset: Int { Layout.aligned(MemoryLayout<EngineState>.size) &+ Housekeeping.size }
  private static func targetsOffset(_ contacts: UInt16) -> Int {
    contactsOffset &+ Int(contacts) &* MemoryLayout<Contact>.stride
  }
  static func eventsOffset(_ contacts: UInt16, _ targets: UInt16) -> Int {
    let offset = targetsOffset(contacts) &+ Int(targets) &* MemoryLayout<Target>.stride
    return Layout.aligned(offset &+ TargetIndex.Shape(capacity: Int(targets)).bytes) &+ (guesses(contacts) ? guesses : 0)
  }

  /// With more than ten contacts, a table of 32 bytes speeds up the search for one: for the lowest five bits of an id it has the slot in
  /// which a contact with such an id began last. Another contact may be there by now.
  private static var guesses: Int { 32 }
  static func guesses(_ contacts: UInt16) -> Bool { contacts > 10 }

  package static func size(_ c: press_config) -> Int {
    eventsOffset(c.max_contacts, c.max_targets) &+ bytesOfEvents(c)
  }
  private static func bytesOfEvents(_ c: press_config) -> Int { Config.events(c) &* MemoryLayout<press_event>.stride }

  /// The contacts, by slot. Interactions read them as `contacts`, and ask for what they change (`become` and others in Attachments.swift).
  var contactSlots: UnsafeMutablePointer<Contact> { memory.behind(Engine.contactsOffset, Contact.self) }
  var contacts: UnsafePointer<Contact> { UnsafePointer(contactSlots) }
  var targets: UnsafeMutablePointer<Target> { memory.behind(Engine.targetsOffset(state.maxContacts), Target.self) }
  var targetIndex: TargetIndex { TargetIndex(targets: targets, shape: TargetIndex.Shape(capacity: Int(state.maxTargets))) }
  var events: UnsafeMutablePointer<press_event> { memory.behind(Int(truncatingIfNeeded: state.eventsOffset), press_event.self) }
  func guess(_ contact: UInt32) -> UnsafeMutablePointer<UInt8> {
    memory.behind(Int(truncatingIfNeeded: state.eventsOffset) &- Engine.guesses &+ Int(contact & 31), UInt8.self)
  }
  var opaque: OpaquePointer { OpaquePointer(memory) }

  // MARK: Life

  /// Makes an engine of a valid config. Refuses storage that is not aligned, is too small, or is in use by a callback.
  @inline(never)
  package static func make(in storage: UnsafeMutableRawPointer, _ size: Int, _ config: press_config) -> Int32 {
    // size_t is unsigned in C: huge sizes arrive as negative ones.
    let bytes = size < 0 ? Int.max : size
    if UInt(bitPattern: storage) & 7 != 0 { return Status.invalid }
    let events = eventsOffset(config.max_contacts, config.max_targets)
    let size = events &+ bytesOfEvents(config)
    if bytes < size { return Status.noSpace }
    let engine = Engine(OpaquePointer(storage))
    if engine.state.signature == EngineState.signature && engine.isHere && engine.state.isBusy { return Status.busy }
    engine.memory.initialize(to: EngineState(config, eventsOffset: events, size: size, bytes: bytes))
    if guesses(config.max_contacts) {
      UnsafeMutableRawPointer(engine.guess(0)).assumingMemoryBound(to: (UInt64, UInt64, UInt64, UInt64).self).initialize(to: (0, 0, 0, 0))
    }
    return Status.ok
  }

  package func reset() {
    state.late = 0
    var left = state.occupied
    while left != 0 {
      let slot = left.trailingZeroBitCount
      left &= left &- 1
      if contacts[slot].isThere {
        contactSlots[slot].late = 0
        end(slot, Reason.reset)
      } else if contacts[slot].phase == .barred {
        contactSlots[slot].residue = 0
      }
    }
    notify(.reset)
    markRestart()
    flushFromOutside()
  }

  /// The bit of `pending` that a reset sets: time starts again. It is the last to be handled, by `Housekeeping`.
  static var restart: UInt64 { 1 &<< 48 }

  package func setProgress(_ delivers: Bool) { state.leavesProgressOut = !delivers }

  package func setDelegate(_ delegate: press_delegate?) {
    state.delegate = delegate ?? press_delegate()
    state.hasDelegate = delegate != nil
    roomCameUp()
  }

  package var isBusy: Bool { state.isBusy }

  package var stats: press_engine_stats {
    var stats = press_engine_stats()
    stats.samples = state.stats.samples
    stats.refused = state.stats.refused
    stats.backwards = state.stats.backwards
    stats.merged = state.stats.merged
    stats.overwritten = state.stats.overwritten
    return stats
  }
}
