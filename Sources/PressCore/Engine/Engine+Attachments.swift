import CPress

extension Engine {
  /// Plugs an interaction in. `reserve` events may be owed by it at any time; `hears` are the notices it is sent, as bits.
  /// Returns where its state is to be made.
  @inline(never)
  func attach(_ kind: Attachment, bytes: Int, reserve: Int, hears: UInt32, _ hook: @escaping Attachment.Hook) -> (status: Int32, state: UnsafeMutableRawPointer?) {
    if state.pointee.isBusy { return (Status.busy, nil) }
    if state.pointee.attached & kind.bit != 0 { return (Status.state, nil) }
    let taken = Int(truncatingIfNeeded: state.pointee.bytesTaken)
    let size = Layout.aligned(bytes)
    if Int(truncatingIfNeeded: state.pointee.bytes) &- taken < size { return (Status.noSpace, nil) }
    let capacity = state.pointee.outbox.capacity
    let needed = 8 &+ 2 &* Int(state.pointee.maxContacts) &+ state.pointee.reserve &+ reserve
    if capacity != 0 && capacity < needed { return (Status.tooFewEvents, nil) }
    state.pointee.attached |= kind.bit
    state.pointee.reserve &+= reserve
    state.pointee.bytesTaken &+= UInt32(truncatingIfNeeded: size)
    offsets[kind.rawValue] = UInt32(truncatingIfNeeded: taken)
    hooks[kind.rawValue] = hook
    hear(kind, hears)
    return (Status.ok, UnsafeMutableRawPointer(state.behind(taken, UInt8.self)))
  }

  /// Which notices an attachment is sent from now on, as bits.
  func hear(_ kind: Attachment, _ bits: UInt32) {
    heard[kind.rawValue] = bits
    state.pointee.heardByAny = 0
    var index = 0
    while index < Attachment.count {
      state.pointee.heardByAny |= heard[index]
      index &+= 1
    }
  }

  @inline(__always)
  func hears(_ notice: Attachment.Notice) -> Bool { state.pointee.heardByAny & notice.bit != 0 }

  /// The state of an attachment, nil when it is not attached.
  func attachment<State>(_ kind: Attachment, _: State.Type) -> UnsafeMutablePointer<State>? {
    if state.pointee.attached & kind.bit == 0 { return nil }
    return state.behind(Int(truncatingIfNeeded: offsets[kind.rawValue]), State.self)
  }

  private var offsets: UnsafeMutablePointer<UInt32> {
    withUnsafeMutablePointer(to: &state.pointee.offsets) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt32.self)
    }
  }

  private var heard: UnsafeMutablePointer<UInt32> {
    withUnsafeMutablePointer(to: &state.pointee.heard) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt32.self)
    }
  }

  private var hooks: UnsafeMutablePointer<Attachment.Hook?> {
    withUnsafeMutablePointer(to: &state.pointee.hooks) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Attachment.Hook?.self)
    }
  }

  @inline(never)
  func call(_ index: Int, _ notice: Attachment.Notice, _ slot: Int, _ value: UInt64) -> UInt64 {
    guard let hook = hooks[index] else { return 0 }
    return hook(opaque, notice.rawValue, slot, value)
  }

  /// Tells the attachments that want to hear it. Returns the first answer that is not 0.
  @discardableResult
  @inline(never)
  func notify(_ notice: Attachment.Notice, _ slot: Int = 0, _ value: UInt64 = 0) -> UInt64 {
    if !hears(notice) { return 0 }
    var answer: UInt64 = 0
    var index = 0
    while index < Attachment.count {
      if heard[index] & notice.bit != 0 {
        let own = call(index, notice, slot, value)
        if answer == 0 { answer = own }
      }
      index &+= 1
    }
    return answer
  }

  /// The earliest deadline of an attachment, and whose it is.
  var attachedDeadline: (at: UInt64, index: Int) {
    @inline(never) get {
      var first = Engine.never
      var whose = 0
      var index = 0
      while index < Attachment.count && state.pointee.attached != 0 {
        if state.pointee.attached & (1 &<< UInt32(truncatingIfNeeded: index)) != 0 {
          let at = call(index, .deadline, 0, 0)
          if at < first {
            first = at
            whose = index
          }
        }
        index &+= 1
      }
      return (first, whose)
    }
  }

  /// Whether so many events fit beside the ends of everything that runs. With a delegate they are told anyway.
  func hasRoomBeyondReserve(for events: Int) -> Bool {
    if state.pointee.hasDelegate || state.pointee.outbox.capacity == 0 { return true }
    let free = state.pointee.outbox.capacity &- state.pointee.outbox.count
    return free >= events &+ 2 &* state.pointee.occupied.nonzeroBitCount &+ state.pointee.reserve
  }

  /// An attachment owes an event.
  func owe(_ kind: Attachment) { state.pointee.owing |= UInt64(kind.bit) }

  /// An attachment is due at t.
  func schedule(_ t: UInt64) { state.pointee.earliest = min(state.pointee.earliest, t) }

  func isOccupied(_ slot: Int) -> Bool { state.pointee.occupied & (1 &<< UInt32(truncatingIfNeeded: slot)) != 0 }

  /// Whether a contact is at least so far from where it began.
  @inline(never)
  func hasMoved(_ slot: Int, _ distance: Int32) -> Bool {
    let contact = contacts + slot
    return !Engine.isWithin(distance, contact.pointee.touch.x, contact.pointee.touch.y, contact.pointee.startX, contact.pointee.startY)
  }

  /// Whether two points are less than a distance apart.
  @inline(never)
  static func isWithin(_ distance: Int32, _ x: Int32, _ y: Int32, _ x2: Int32, _ y2: Int32) -> Bool {
    let dx = (Int64(x) &- Int64(x2)).magnitude
    let dy = (Int64(y) &- Int64(y2)).magnitude
    let d = UInt64(truncatingIfNeeded: distance)
    // 31 bits each, once they are below the distance.
    return dx < d && dy < d && dx &* dx &+ dy &* dy < d &* d
  }

  /// Of a target, or of the surface where there is no such target.
  func traits(of id: UInt32) -> UInt32 { target(id)?.traits ?? state.pointee.traits }

  /// Targets with this trait begin previews too; an attachment answers for them.
  func previewsAlsoOn(_ trait: UInt32) { state.pointee.previewTraits |= trait }

  var targetCapacity: Int { max(Int(state.pointee.maxTargets), 1) }
  var now: UInt64 { state.pointee.now }
  var maxContacts: Int { Int(state.pointee.maxContacts) }
}
