import CPress

/// An engine in memory that another process wrote: shared, mapped from a file, or kept over a restart. Its bytes are offsets and values, but for
/// the functions of its attachments and what the program gave (its delegate, tables of a peek): where these lie is known to the process alone.
/// So it notes where the library lies, each call compares that, and a process that finds it elsewhere takes it over first: it asks again for
/// all of these. A table of all attachments would name them without being asked, and link all of them.
///
/// | `home`   | what it means                                                  | what is called             |
/// |----------|----------------------------------------------------------------|----------------------------|
/// | here     | it is used in this process                                     | anything                   |
/// | here + 1 | taken over; attachments are asked for that were attached before | attaching                  |
/// | other    | of another process                                             | nothing but taking it over |
extension Engine {
  /// The address of a function of the library in this process. No other function has the address behind it, so `here + 1` can mean "taken over".
  @inline(__always)
  static var here: UInt {
    let anchor: @convention(thin) (UInt) -> UInt = { $0 }
    return unsafeBitCast(anchor, to: UInt.self)
  }

  @inline(__always)
  package var isHere: Bool { state.home == Engine.here }

  /// It is one, of this process or of another.
  package var wasMade: Bool { state.signature == EngineState.signature }

  /// It is being taken over.
  @inline(__always)
  package var isAdopting: Bool { state.home == Engine.here &+ 1 }

  /// Takes an engine over. Returns how many attachments are to be attached again, or why it is none.
  package static func adopt(_ storage: UnsafeMutableRawPointer, _ size: Int) -> Int32 {
    let bytes = UInt(bitPattern: size)
    if UInt(bitPattern: storage) & 7 != 0 { return Status.invalid }
    if bytes < UInt(bitPattern: MemoryLayout<EngineState>.size) { return Status.noSpace }
    let engine = Engine(OpaquePointer(storage))
    if engine.state.signature != EngineState.signature { return Status.version }
    if engine.state.isBusy { return Status.busy }
    let taken = UInt(engine.state.bytesTaken)
    if bytes < taken { return Status.noSpace }
    if !engine.isSound { return Status.damaged }
    engine.setDelegate(nil)
    engine.takeHouseOver()
    if engine.isIndexed && engine.state.targetCount > 0 { engine.targetIndex.takeOver() }
    var count: Int32 = 0
    var at = engine.state.attached
    while at != 0 {
      if at != Engine.housekeepingOffset {
        engine.head(at).pointee.isUnbound = true
        count &+= 1
      }
      at = engine.head(at).pointee.next
    }
    engine.state.home = count == 0 ? Engine.here : Engine.here &+ 1
    return count
  }

  /// An attachment that was attached before is asked for. Returns whether it was.
  func bind(_ head: UnsafeMutablePointer<AttachmentHead>, _ hook: AttachmentHead.Hook) -> Bool {
    if !head.pointee.isUnbound { return false }
    head.pointee.bind(hook)
    var at = state.attached
    while at != 0 && !self.head(at).pointee.isUnbound { at = self.head(at).pointee.next }
    if at == 0 { state.home = Engine.here }
    return true
  }

  /// Capacities that fit the storage, and a list of heads that goes forwards within it, each of another kind: nothing else is read before
  /// it is asked for.
  private var isSound: Bool {
    let (contacts, targets) = (state.maxContacts, state.maxTargets)
    if contacts == 0 || contacts > press_config.mostContacts { return false }
    let offset = Engine.eventsOffset(contacts, targets)
    let end = offset &+ state.outbox.capacity &* MemoryLayout<press_event>.stride
    if Int(state.eventsOffset) != offset || Int(state.bytesTaken) < end || state.bytesTaken > state.bytes || state.targetCount > targets {
      return false
    }
    let last = state.bytesTaken &- UInt32(truncatingIfNeeded: AttachmentHead.size)
    var at = state.attached
    var before = -1
    while at != 0 {
      let isPlaced = at == Engine.housekeepingOffset || at >= UInt32(truncatingIfNeeded: end)
      if at & 7 != 0 || at > last || !isPlaced || Int(head(at).pointee.number) <= before { return false }
      before = Int(head(at).pointee.number)
      at = head(at).pointee.next
    }
    return true
  }
}
