/// An interaction that is attached to an engine: a handle on its state, made again for each notice and each call.
protocol Interaction: Handle {
  static var kind: Attachment { get }
  var engine: Engine { get }
  init(_ engine: Engine, _ memory: UnsafeMutablePointer<State>)
  func observe(_ notice: Notice) -> Answer
}

extension Interaction {
  /// Nil when it is not attached.
  @inline(__always)
  static func attached(to engine: Engine) -> Self? {
    guard let memory = engine.attachment(kind) else { return nil }
    return Self(engine, memory.assumingMemoryBound(to: State.self))
  }

  /// Attaches it. Its state is to be made where it lies.
  @inline(__always)
  static func attach(
    to engine: Engine, bytes: Int, reserve: Int, _ observes: Notices, _ hook: AttachmentHead.Hook
  ) -> (status: Int32, attached: Self?) {
    let (status, memory) = engine.attach(kind, bytes: bytes, reserve: reserve, observes, hook)
    return (status, memory.map { Self(engine, $0.assumingMemoryBound(to: State.self)) })
  }

  /// Something is pending.
  @inline(__always)
  func markPending() { engine.markPending(Self.kind) }
}
