import CPress

extension Engine {
  /// Plugs an interaction in; `bytes` is what head and state need. `room`: what it asks for of the queue. Returns where its state is to be made.
  @inline(never)
  func attach(
    _ kind: Attachment, bytes: Int, room: Room, _ observes: Notices, _ hook: AttachmentHead.Hook
  ) -> (status: Int32, state: UnsafeMutableRawPointer?) {
    if state.isBusy { return (Status.busy, nil) }
    var last: UInt32 = 0
    var next = state.attached
    while next != 0 && head(next).pointee.number <= kind.rawValue {
      if head(next).pointee.number == kind.rawValue { return (Status.state, nil) }
      last = next
      next = head(next).pointee.next
    }
    let taken = state.bytesTaken
    let size = Layout.aligned(bytes)
    if Int(truncatingIfNeeded: state.bytes &- taken) < size { return (Status.noSpace, nil) }
    let capacity = state.outbox.capacity
    if capacity != 0 && capacity < state.leastEvents &+ room.ends { return (Status.tooFewEvents, nil) }
    state.room = state.room + room
    state.bytesTaken &+= UInt32(truncatingIfNeeded: size)
    head(taken).initialize(to: AttachmentHead(hook: hook, next: next, observes: observes, kind: kind))
    if last == 0 { state.attached = taken } else { head(last).pointee.next = taken }
    state.observed = state.observed | observes
    return (Status.ok, body(of: head(taken)))
  }

  /// What attaching changes beside the storage behind it: to be restored where one of several is refused.
  public struct Attachments {
    let attached, bytesTaken: UInt32
    let room: Room
    let observed: Notices
    let watchesIdle: Bool
    let idleBelow: Int32
    let previewTraits: UInt32
  }

  public var attachments: Attachments {
    Attachments(
      attached: state.attached, bytesTaken: state.bytesTaken, room: state.room, observed: state.observed, watchesIdle: state.watchesIdle,
      idleBelow: state.settings.idleBelow, previewTraits: state.previewTraits)
  }

  /// Takes off what was attached since.
  public func restore(_ before: Attachments) {
    var at = before.attached
    while at != 0 {
      var next = head(at).pointee.next
      while next >= before.bytesTaken { next = head(next).pointee.next }
      head(at).pointee.next = next
      at = next
    }
    state.attached = before.attached
    state.bytesTaken = before.bytesTaken
    state.room = before.room
    state.observed = before.observed
    state.watchesIdle = before.watchesIdle
    state.settings.idleBelow = before.idleBelow
    state.previewTraits = before.previewTraits
  }

  /// From now on `apart` is sent of samples with which nothing touches, too.
  func watchIdle() {
    state.watchesIdle = true
    state.settings.idleBelow = Int32.min
  }

  /// What an attachment observes from now on.
  func observe(_ head: UnsafeMutablePointer<AttachmentHead>, _ notices: Notices) {
    head.pointee.observes = notices
    state.observed = state.observed | notices
  }

  /// Where the state of an attachment lies, nil when it is not attached.
  @inline(never)
  func attachment(_ kind: Attachment) -> UnsafeMutableRawPointer? {
    var at = state.attached
    while at != 0 && head(at).pointee.number != kind.rawValue { at = head(at).pointee.next }
    return at == 0 ? nil : body(of: head(at))
  }

  @inline(__always)
  func head(_ offset: UInt32) -> UnsafeMutablePointer<AttachmentHead> {
    memory.behind(Int(truncatingIfNeeded: offset), AttachmentHead.self)
  }

  @inline(__always)
  func body(of head: UnsafeMutablePointer<AttachmentHead>) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(head) + AttachmentHead.size
  }

  @inline(__always)
  func send(_ notice: Notice, to head: UnsafeMutablePointer<AttachmentHead>) -> Answer {
    head.pointee.hook(self, body(of: head), notice)
  }

  /// Sends a notice to those that observe it. Returns the first answer that is one.
  @discardableResult
  @inline(__always)
  func notify(_ notice: Notice) -> Answer {
    state.observed.has(notice.bit) ? notify(notice, notice.bit) : .none
  }

  /// Whether a contact that is about to become something has become something else, or is not to yet.
  @inline(never)
  func isClaimed(_ slot: Int, _ claim: Claim) -> Bool { notify(.claims(slot, claim)).value == Answer.yes.value }

  @inline(never)
  func notify(_ notice: Notice, _ bit: Notices) -> Answer {
    var at = observer(of: bit, from: state.attached)
    if at == 0 {
      // Nobody does any more.
      state.observed = state.observed.without(bit)
      return .none
    }
    var answer = Answer.none
    repeat {
      let own = send(notice, to: head(at))
      if answer.value == 0 { answer = own }
      at = observer(of: bit, from: head(at).pointee.next)
    } while at != 0
    return answer
  }

  /// The first from there on that observes a notice, 0: there is none.
  @inline(__always)
  private func observer(of bit: Notices, from first: UInt32) -> UInt32 {
    var at = first
    while at != 0 && !head(at).pointee.observes(bit) { at = head(at).pointee.next }
    return at
  }

  /// Lets an attachment deliver one thing. Returns whether more may be pending.
  @inline(never)
  func deliver(_ kind: UInt8) -> Bool {
    var at = state.attached
    while at != 0 {
      let head = head(at)
      if head.pointee.number == kind { return send(.deliver, to: head).value != 0 }
      at = head.pointee.next
    }
    return false
  }

  /// The earliest deadline of an attachment, and that attachment; 0: there is none.
  var attachedDeadline: (at: UInt64, head: UInt32) {
    @inline(never) get {
      var first = Engine.never
      var whose: UInt32 = 0
      var at = state.attached
      while at != 0 {
        let head = head(at)
        if head.pointee.observes(.deadline) {
          let due = send(.deadline, to: head).value
          if due < first {
            first = due
            whose = at
          }
        }
        at = head.pointee.next
      }
      return (first, whose)
    }
  }

  /// When an attachment is due.
  func deadline(of kind: Attachment) -> UInt64 {
    var at = state.attached
    while at != 0 {
      if head(at).pointee.number == kind.rawValue { return send(.deadline, to: head(at)).value }
      at = head(at).pointee.next
    }
    return Engine.never
  }

  /// The deadline of an attachment has come.
  func fire(_ offset: UInt32, _ t: UInt64, more: UInt64) { _ = send(.fire(t, more: more), to: head(offset)) }

  /// An event of an attachment is pending.
  func markPending(_ kind: Attachment) { state.pending |= 1 &<< UInt64(kind.rawValue) }

  /// An attachment is due at t.
  func schedule(_ t: UInt64) { state.earliest = min(state.earliest, t) }

  /// What waited for room in the queue may be due.
  func roomCameUp() { if state.attached != 0 { schedule(state.now) } }

  func isOccupied(_ slot: Int) -> Bool { state.occupied & (1 &<< UInt32(truncatingIfNeeded: slot)) != 0 }

  /// Each slot that has a contact, while `body` changes none.
  @inline(__always)
  func eachOccupied(_ body: (Int) -> Void) {
    var left = state.occupied
    while left != 0 {
      body(left.trailingZeroBitCount)
      left &= left &- 1
    }
  }

  /// Whether no contact but this is open.
  @inline(never)
  func isAlone(_ slot: Int) -> Bool { !hasOpenContacts(in: state.occupied & ~(1 &<< UInt32(truncatingIfNeeded: slot))) }

  func hasOpenContacts(in slots: UInt32) -> Bool {
    var left = slots
    while left != 0 {
      if contacts[left.trailingZeroBitCount].isOpen { return true }
      left &= left &- 1
    }
    return false
  }

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

  /// Targets with this trait begin previews too; an attachment answers for them.
  func previewsAlsoOn(_ trait: UInt32) { state.previewTraits |= trait }

  var targetCapacity: Int { max(Int(state.maxTargets), 1) }
  /// For attachments. What a reset is about to end was delivered by the time before it; what starts meanwhile counts from the new.
  var now: UInt64 { state.pending & Engine.restart != 0 ? 0 : state.now }
  var maxContacts: Int { Int(state.maxContacts) }
}
