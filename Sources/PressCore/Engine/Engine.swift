import CPress

/// An engine in the caller's storage. This is a handle: callbacks may come back in while a method of it runs, so nothing
/// is held across a callback but pointers into the storage.
public struct Engine: Handle {
  let memory: UnsafeMutablePointer<EngineState>

  public init(_ engine: OpaquePointer) { memory = UnsafeMutablePointer(engine) }

  static var never: UInt64 { UInt64.max }
  static var noContact: UInt32 { UInt32.max }

  // MARK: Layout of the storage

  static var housekeepingOffset: UInt32 { UInt32(truncatingIfNeeded: Layout.aligned(MemoryLayout<EngineState>.size)) }
  private static var contactsOffset: Int { Layout.aligned(MemoryLayout<EngineState>.size) &+ Housekeeping.size }
  private static func targetsOffset(_ contacts: UInt16) -> Int {
    contactsOffset &+ Int(contacts) &* MemoryLayout<Contact>.stride
  }
  private static func eventsOffset(_ contacts: UInt16, _ targets: UInt16) -> Int {
    let offset = targetsOffset(contacts) &+ Int(targets) &* MemoryLayout<Target>.stride
    return Layout.aligned(offset &+ TargetIndex.Shape(capacity: Int(targets)).bytes) &+ (guesses(contacts) ? guesses : 0)
  }

  /// Where contacts can be more than a few, it is noted in which slot one may be: there it is, unless another began since whose number ends
  /// like its own.
  private static var guesses: Int { 32 }
  static func guesses(_ contacts: UInt16) -> Bool { contacts > 10 }

  public static func size(_ c: press_config) -> Int {
    eventsOffset(c.max_contacts, c.max_targets) &+ Config.events(c) &* MemoryLayout<press_event>.stride
  }

  var contacts: UnsafeMutablePointer<Contact> { memory.behind(Engine.contactsOffset, Contact.self) }
  var targets: UnsafeMutablePointer<Target> { memory.behind(Engine.targetsOffset(state.maxContacts), Target.self) }
  var targetIndex: TargetIndex { TargetIndex(targets: targets, shape: TargetIndex.Shape(capacity: Int(state.maxTargets))) }
  var events: UnsafeMutablePointer<press_event> { memory.behind(Int(truncatingIfNeeded: state.eventsOffset), press_event.self) }
  func guess(_ contact: UInt32) -> UnsafeMutablePointer<UInt8> {
    memory.behind(Int(truncatingIfNeeded: state.eventsOffset) &- Engine.guesses &+ Int(contact & 31), UInt8.self)
  }
  var opaque: OpaquePointer { OpaquePointer(memory) }

  // MARK: Life

  /// The storage is aligned and large enough, the config valid.
  /// The config is valid.
  public static func make(in storage: UnsafeMutableRawPointer, _ size: Int, _ config: press_config) -> Int32 {
    // size_t is unsigned in C: huge sizes arrive as negative ones.
    let bytes = size < 0 ? Int.max : size
    if UInt(bitPattern: storage) & 7 != 0 { return Status.invalid }
    if bytes < Engine.size(config) { return Status.noSpace }
    let engine = Engine(OpaquePointer(storage))
    if engine.state.signature == EngineState.signature && engine.state.isBusy { return Status.busy }
    let events = eventsOffset(config.max_contacts, config.max_targets)
    engine.memory.initialize(to: EngineState(config, eventsOffset: events, bytes: bytes))
    if guesses(config.max_contacts) {
      UnsafeMutableRawPointer(engine.guess(0)).assumingMemoryBound(to: (UInt64, UInt64, UInt64, UInt64).self).initialize(to: (0, 0, 0, 0))
    }
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
    markRestart()
    flushFromOutside()
  }

  /// Pending behind all else: time starts again. Housekeeping does that.
  static var restart: UInt64 { 1 &<< 48 }

  public func setDelegate(_ delegate: press_delegate?) {
    state.delegate = delegate ?? press_delegate()
    state.hasDelegate = delegate != nil
    roomCameUp()
  }

  public var isBusy: Bool { state.isBusy }

  public var stats: press_engine_stats {
    var stats = press_engine_stats()
    stats.samples = state.stats.samples
    stats.refused = state.stats.refused
    stats.backwards = state.stats.backwards
    stats.merged = state.stats.merged
    stats.overwritten = state.stats.overwritten
    return stats
  }
}
