import CPress

extension Attachment {
  /// The most attachments that an engine can have: each has a bit in `EngineState.pending`.
  static var most: Int { 16 }
}

/// What lies before the state of an attachment.
struct AttachmentHead {
  /// How it observes. It is handed where its state lies.
  typealias Hook = @convention(thin) (Engine, UnsafeMutableRawPointer, Notice) -> Answer

  private(set) var hook: Hook
  /// The head of the next, in bytes from the start of the engine's storage; 0: it is the last.
  var next: UInt32
  /// What it observes; above that its number.
  private var bits: UInt32

  init(hook: Hook, next: UInt32, observes: Notices, kind: Attachment) {
    self.hook = hook
    self.next = next
    bits = observes.bits | UInt32(kind.rawValue) &<< Notices.count
  }

  /// Which attachment it is.
  var number: UInt8 { UInt8(truncatingIfNeeded: bits &>> Notices.count) }

  var observes: Notices {
    get { Notices(bits: bits & ~(~0 &<< Notices.count)) }
    set { bits = newValue.bits | bits & (~0 &<< Notices.count) }
  }

  /// Its hook is of another process, and nothing is sent to it.
  var isUnbound: Bool {
    get { bits & AttachmentHead.unbound != 0 }
    set { bits = newValue ? bits | AttachmentHead.unbound : bits & ~AttachmentHead.unbound }
  }

  /// The highest of those for notices: none has it.
  private static var unbound: UInt32 { 1 &<< (Notices.count &- 1) }

  mutating func bind(_ hook: Hook) {
    self.hook = hook
    isUnbound = false
  }

  @inline(__always)
  func observes(_ notice: Notices) -> Bool { bits & notice.bits != 0 }

  static var size: Int { Layout.aligned(MemoryLayout<AttachmentHead>.size) }
}

/// The beginning of the state of each attachment that is shown samples while nothing touches.
struct IdleWatch {
  /// How it takes one, and then hands it on to the next. It is handed where it lies, and of the sample the contact, the force as it was read, or 0
  /// where that is less, and the time; `isSensed` of the engine's state says whether it is of a sensor.
  typealias Hook = @convention(thin) (Engine, UnsafeMutablePointer<IdleWatch>, UInt32, Int32, UInt64) -> Int32

  var hook: Hook
  /// Where the next one lies, in bytes from the start of the engine's storage; 0: it is the last.
  var next: UInt32 = 0

  /// The last call of a hook: the compiler makes it a jump.
  @inline(__always)
  func handOn(_ engine: Engine, _ contact: UInt32, _ force: Int32, _ t: UInt64) -> Int32 {
    next == 0 ? 1 : engine.show(next, contact, force, t)
  }
}

/// What an attachment observes. It may change state, and note that it has something to deliver (`Engine.markPending`);
/// it delivers nothing but on `deliver`, `deliverFirst` and `fire`. The first number is the slot of the contact.
enum Notice {
  /// A sample of no contact, before anything becomes of it. Answers yes where it begins none.
  case apart(UnsafePointer<Sample>)
  /// A contact is down, its beginning was delivered.
  case began(Int)
  /// A sample of a contact that is down was taken in; its preview is stepped next. `read`: the force before the filter. `isSensed`: from
  /// a sensor, with up to two spikes in a row.
  case sampled(Int, read: Int32, isSensed: Bool)
  /// The preview of a contact is about to begin. Answers yes, no, or that it has no opinion.
  case ask(Int)
  /// The preview of a contact has begun; the claim is `preview`.
  case previewBegan(Int)
  /// Progress of a phase of the preview was delivered.
  case previewUpdated(Int, isEnd: Bool), commitUpdated(Int, isEnd: Bool)
  /// The force of a contact is about to fall below release; `read` as of a sample. It lifts at once, or unless it comes back.
  case falls(Int, read: Int32)
  /// The force of a contact fell below release; it lifts unless it comes back.
  case fell(Int)
  /// A contact is about to become something else than a tap. What was waiting for that comes first.
  case becomes(Int)
  /// The program releases a contact: what it became is cancelled, and nothing more becomes of it.
  case released(Int)
  /// A contact ends, and what is left of its preview. Nothing of it is delivered yet.
  case ended(Int, reason: Int32)
  /// The preview of a contact is cancelled alone.
  case previewStopped(Int, reason: Int32)
  /// A target goes away.
  case removed(UInt32)
  /// A target was added, or updated, perhaps to fewer traits.
  case changed(UInt32)
  /// A contact is about to become that. Answers yes where it has become something else, or waits for what another contact does.
  case claims(Int, Claim)
  /// An attachment says how far it has come, with a contact or without one, -1. Only attachments that know this one know the meaning of the
  /// stage.
  case reached(Int, Attachment, stage: UInt8, target: UInt32)
  /// The engine is reset. Contacts have ended before.
  case reset
  /// Answers when it is due next.
  case deadline
  /// Its deadline has come. `more`: how far the time goes on from there with this call, so that what is due again and again
  /// can leave out all but the latest.
  case fire(UInt64, more: UInt64)
  /// Delivers one thing that is pending. Answers whether more may be.
  case deliver
  /// The same, of what comes before all else that is pending.
  case deliverFirst

  /// The bit of a notice that an attachment may observe or not; the others it receives when it asked for them.
  @inline(__always)
  var bit: Notices {
    switch self {
    case .began: .began
    case .sampled: .sampled
    case .ask: .ask
    case .previewBegan: .previewBegan
    case .previewUpdated: .previewUpdated
    case .commitUpdated: .commitUpdated
    case .falls: .falls
    case .fell: .fell
    case .ended: .ended
    case .previewStopped: .previewStopped
    case .removed: .removed
    case .changed: .changed
    case .claims: .claims
    case .reached: .reached
    case .reset: .reset
    case .apart: .apart
    case .becomes: .becomes
    case .released: .released
    case .deadline: .deadline
    case .fire, .deliver, .deliverFirst: .none
    }
  }
}

/// A set of notices. Not an OptionSet: its array literal allocates.
struct Notices {
  var bits: UInt32

  /// The number of bits for notices; the other bits of the 32 are the number of the attachment.
  static var count: UInt32 { 28 }

  static var none: Notices { Notices(bits: 0) }
  static var began: Notices { Notices(bits: 1 << 0) }
  static var sampled: Notices { Notices(bits: 1 << 1) }
  static var ask: Notices { Notices(bits: 1 << 2) }
  static var previewBegan: Notices { Notices(bits: 1 << 3) }
  static var previewUpdated: Notices { Notices(bits: 1 << 4) }
  static var commitUpdated: Notices { Notices(bits: 1 << 5) }
  static var fell: Notices { Notices(bits: 1 << 6) }
  static var ended: Notices { Notices(bits: 1 << 7) }
  static var previewStopped: Notices { Notices(bits: 1 << 8) }
  static var removed: Notices { Notices(bits: 1 << 9) }
  static var changed: Notices { Notices(bits: 1 << 10) }
  static var reset: Notices { Notices(bits: 1 << 11) }
  static var apart: Notices { Notices(bits: 1 << 12) }
  static var released: Notices { Notices(bits: 1 << 13) }
  static var claims: Notices { Notices(bits: 1 << 14) }
  static var becomes: Notices { Notices(bits: 1 << 15) }
  static var reached: Notices { Notices(bits: 1 << 16) }
  static var deadline: Notices { Notices(bits: 1 << 17) }
  static var falls: Notices { Notices(bits: 1 << 18) }

  @inline(__always)
  static func | (a: Notices, b: Notices) -> Notices { Notices(bits: a.bits | b.bits) }

  @inline(__always)
  func has(_ other: Notices) -> Bool { bits & other.bits != 0 }
  @inline(__always)
  func without(_ other: Notices) -> Notices { Notices(bits: bits & ~other.bits) }
}

/// The answer to a notice that asks.
struct Answer {
  let value: UInt64

  @inline(__always)
  static var none: Answer { Answer(value: 0) }
  @inline(__always)
  static var yes: Answer { Answer(value: 1) }
  @inline(__always)
  static var no: Answer { Answer(value: 2) }
  /// More may be pending.
  @inline(__always)
  static func more(_ more: Bool) -> Answer { Answer(value: more ? 1 : 0) }
  @inline(__always)
  static func due(_ t: UInt64) -> Answer { Answer(value: t) }
}

extension Engine {
  /// Plugs an interaction in; `bytes` is what head and state need. `room`: what it asks for of the queue. Returns where its state is to be made;
  /// nowhere, and ok, where it is made already and was of another process.
  @inline(never)
  func attach(
    _ kind: Attachment, bytes: Int, room: Room, _ observes: Notices, _ hook: AttachmentHead.Hook
  ) -> (status: Int32, state: UnsafeMutableRawPointer?) {
    if state.isBusy { return (Status.busy, nil) }
    var last: UInt32 = 0
    var next = state.attached
    while next != 0 && head(next).pointee.number <= kind.rawValue {
      if head(next).pointee.number == kind.rawValue { return (bind(head(next), hook) ? Status.ok : Status.state, nil) }
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
  package struct Attachments {
    let attached, bytesTaken: UInt32
    let room: Room
    let observed: Notices
    let watcher: Int32
    let idleBelow: Int32
    let previewTraits: UInt32
  }

  package var attachments: Attachments {
    Attachments(
      attached: state.attached, bytesTaken: state.bytesTaken, room: state.room, observed: state.observed, watcher: state.settings.watcher,
      idleBelow: state.settings.idleBelow, previewTraits: state.previewTraits)
  }

  /// Takes off what was attached since.
  package func restore(_ before: Attachments) {
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
    state.settings.watcher = before.watcher
    state.settings.idleBelow = before.idleBelow
    state.previewTraits = before.previewTraits
  }

  /// From now on an attachment observes samples without a touch, too: common ones by its watch, others as `apart`.
  func watchIdle(_ own: UnsafeMutablePointer<IdleWatch>) {
    let offset = Int32(truncatingIfNeeded: UnsafeMutableRawPointer(own) - UnsafeMutableRawPointer(memory))
    own.pointee.next = state.settings.watcher.magnitude
    state.settings.watcher = settingsThatWait == nil && !state.settings.contactFromFlag ? offset : 0 &- offset
    state.settings.idleBelow = Int32.min
  }

  /// Takes a sample that is `watched`. `read`: the force before it was filtered. Returns 1.
  @inline(__always)
  func watch(_ t: UInt64, _ contact: UInt32, read: Int32, isSensed: Bool) -> Int32 {
    state.now = t
    state.stats.samples &+= 1
    if state.isSensed != isSensed { state.isSensed = isSensed }
    return show(UInt32(bitPattern: state.settings.watcher), contact, max(read, 0), t)
  }

  /// To the watch that lies there, and to those behind it.
  @inline(__always)
  func show(_ offset: UInt32, _ contact: UInt32, _ force: Int32, _ t: UInt64) -> Int32 {
    let watch = memory.behind(Int(truncatingIfNeeded: offset), IdleWatch.self)
    return watch.pointee.hook(self, watch, contact, force, t)
  }

  /// What an attachment observes from now on.
  func observe(_ head: UnsafeMutablePointer<AttachmentHead>, _ notices: Notices) {
    head.pointee.observes = notices
    state.observed = state.observed | notices
  }

  /// Lets an interaction observe samples while it needs them. Does nothing if it observes them already as it should.
  @inline(never)
  func chooseSamples(_ areNeeded: Bool, _ resting: Notices, _ slot: Int, _ head: UnsafeMutablePointer<AttachmentHead>) {
    if areNeeded || isAlone(slot) { observe(head, areNeeded ? resting | .sampled : resting) }
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
  func observer(of bit: Notices, from first: UInt32) -> UInt32 {
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

  /// The queue has room again: deadlines that waited for it may be due.
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
    let contact = contactSlots + slot
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
  var maxContacts: Int { Int(state.maxContacts) }
}

/// What interactions ask of an engine beside its contacts, and what they change of a contact.
extension Engine {
  var settings: EngineSettings { state.settings }
  var delegate: press_delegate { state.delegate }
  var occupied: UInt32 { state.occupied }
  var targetCount: UInt16 { state.targetCount }
  var ticked: UInt32 { state.ticked }
  var late: UInt32 { state.late }
  var isSensed: Bool { state.isSensed }

  /// The time at which what starts now starts, and that of a step: 0 during a reset.
  var now: UInt64 { state.pending & Engine.restart != 0 ? 0 : state.now }

  /// Returns whether the contact has that claim now.
  @discardableResult
  func become(_ slot: Int, _ claim: Claim) -> Bool { contactSlots[slot].become(claim) }

  /// A deadline steps a contact, no sample.
  func setTime(_ slot: Int) { contactSlots[slot].touch.t_us = now }
  func setLate(_ slot: Int, _ late: UInt32) { contactSlots[slot].late = late }
  func setPressure(_ slot: Int, _ pressure: Int32) { contactSlots[slot].touch.pressure = pressure }
  func setPreviewTarget(_ slot: Int, _ target: UInt32) { contactSlots[slot].touch.target = target }
  func holdPreview(_ slot: Int) { contactSlots[slot].preview.hold() }
  func continuePreview(_ slot: Int) { contactSlots[slot].preview.goOn() }
}
