/// An interaction that is attached to an engine: a handle on its state, made again for each notice and each call. It
/// implements the notices that it observes; the others do nothing.
protocol Interaction: Handle {
  static var kind: Attachment { get }
  var engine: Engine { get }
  init(_ engine: Engine, _ memory: UnsafeMutablePointer<State>)

  func apart(_ sample: UnsafePointer<Sample>)
  func holdsBack(_ sample: UnsafePointer<Sample>) -> Bool
  func began(_ slot: Int)
  func sampled(_ slot: Int)
  func sampled(_ slot: Int, read force: Int32)
  func sampled(_ slot: Int, read force: Int32, isSensed: Bool)
  func ask(_ slot: Int) -> Answer
  func previewBegan(_ slot: Int)
  func previewUpdated(_ slot: Int, _ isEnd: Bool)
  func commitUpdated(_ slot: Int, _ isEnd: Bool)
  func falls(_ slot: Int, read force: Int32)
  func fell(_ slot: Int)
  func becomes(_ slot: Int)
  func released(_ slot: Int)
  func ended(_ slot: Int, _ reason: Int32)
  func previewStopped(_ slot: Int, _ reason: Int32)
  func removed(_ id: UInt32)
  func changed(_ id: UInt32)
  func claims(_ slot: Int, _ claim: Claim) -> Bool
  func reached(_ slot: Int, _ who: Attachment, stage: UInt8, target: UInt32)
  func reset()
  var deadline: UInt64 { get }
  func fire(_ t: UInt64, more: UInt64)
  func deliver() -> Bool
  func deliverFirst() -> Bool
}

extension Interaction {
  func apart(_ sample: UnsafePointer<Sample>) {}
  func holdsBack(_ sample: UnsafePointer<Sample>) -> Bool { false }
  func began(_ slot: Int) {}
  func sampled(_ slot: Int) {}
  func sampled(_ slot: Int, read force: Int32) { sampled(slot) }
  func sampled(_ slot: Int, read force: Int32, isSensed: Bool) { sampled(slot, read: force) }
  func ask(_ slot: Int) -> Answer { .none }
  func previewBegan(_ slot: Int) {}
  func previewUpdated(_ slot: Int, _ isEnd: Bool) {}
  func commitUpdated(_ slot: Int, _ isEnd: Bool) {}
  func falls(_ slot: Int, read force: Int32) {}
  func fell(_ slot: Int) {}
  func becomes(_ slot: Int) {}
  func released(_ slot: Int) {}
  func ended(_ slot: Int, _ reason: Int32) {}
  func previewStopped(_ slot: Int, _ reason: Int32) {}
  func removed(_ id: UInt32) {}
  func changed(_ id: UInt32) {}
  func claims(_ slot: Int, _ claim: Claim) -> Bool { false }
  func reached(_ slot: Int, _ who: Attachment, stage: UInt8, target: UInt32) {}
  func reset() {}
  var deadline: UInt64 { Engine.never }
  func fire(_ t: UInt64, more: UInt64) {}
  func deliver() -> Bool { false }
  func deliverFirst() -> Bool { false }

  /// Work for a notice that takes more than a few registers is a function of its own: else each notice would save as many.
  @inline(__always)
  func observe(_ notice: Notice) -> Answer {
    switch notice {
    case .apart(let sample):
      apart(sample)
      return holdsBack(sample) ? .yes : .none
    case .began(let slot): began(slot)
    case .sampled(let slot, let force, let isSensed): sampled(slot, read: force, isSensed: isSensed)
    case .ask(let slot): return ask(slot)
    case .previewBegan(let slot): previewBegan(slot)
    case .previewUpdated(let slot, let isEnd): previewUpdated(slot, isEnd)
    case .commitUpdated(let slot, let isEnd): commitUpdated(slot, isEnd)
    case .falls(let slot, let force): falls(slot, read: force)
    case .fell(let slot): fell(slot)
    case .becomes(let slot): becomes(slot)
    case .released(let slot): released(slot)
    case .ended(let slot, let reason): ended(slot, reason)
    case .previewStopped(let slot, let reason): previewStopped(slot, reason)
    case .removed(let id): removed(id)
    case .changed(let id): changed(id)
    case .claims(let slot, let claim): return claims(slot, claim) ? .yes : .none
    case .reached(let slot, let who, let stage, let target): reached(slot, who, stage: stage, target: target)
    case .reset: reset()
    case .deadline: return .due(deadline)
    case .fire(let t, let more): fire(t, more: more)
    case .deliver: return .more(deliver())
    case .deliverFirst: return .more(deliverFirst())
    }
    return .none
  }

  /// Nil when it is not attached.
  @inline(__always)
  static func attached(to engine: Engine) -> Self? {
    guard let memory = engine.attachment(kind) else { return nil }
    return Self(engine, memory.assumingMemoryBound(to: State.self))
  }

  /// Attaches it. Its state is to be made where it lies.
  @inline(__always)
  static func attach(
    to engine: Engine, bytes: Int, room: Room, _ observes: Notices, _ hook: AttachmentHead.Hook
  ) -> (status: Int32, attached: Self?) {
    let (status, memory) = engine.attach(kind, bytes: bytes, room: room, observes, hook)
    return (status, memory.map { Self(engine, $0.assumingMemoryBound(to: State.self)) })
  }

  /// A contact has begun. From now on samples are observed if those of this one are needed, and not while no other is down if not.
  /// `resting`: what else is observed.
  @inline(__always)
  func chooseSamples(_ areNeeded: Bool, _ resting: Notices, _ slot: Int) {
    if head.pointee.observes(.sampled) != areNeeded { engine.chooseSamples(areNeeded, resting, slot, head) }
  }

  @inline(__always)
  var head: UnsafeMutablePointer<AttachmentHead> {
    (UnsafeMutableRawPointer(memory) - AttachmentHead.size).assumingMemoryBound(to: AttachmentHead.self)
  }

  /// Chooses the notices that it observes from now on.
  @inline(__always)
  func choose(_ notices: Notices) { engine.observe(head, notices) }

  /// Something is pending.
  @inline(__always)
  func markPending() { engine.markPending(Self.kind) }

  /// Something pending waits for room.
  @inline(__always)
  var waitsForRoom: Bool {
    get { engine.waitsForRoom(Self.kind) }
    nonmutating set { engine.setWaitsForRoom(Self.kind, newValue) }
  }
}
