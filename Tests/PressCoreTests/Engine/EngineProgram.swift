import CPress
@testable import PressCore

/// Calls of the program that can change what an engine does.
enum EngineCall: CaseIterable {
  /// The preview of the contact that the callback is about, or of the other one.
  case cancelThis, cancelOther
  case remove, add, loseTrait, gainTrait, reset, poll
}

/// The program behind the walk of the engine, with all functions of the delegate.
final class EngineProgram: WalkProgram<EngineCall, Refusal, EngineLedger> {
  /// What it does in one of these it does in all that follow; so, too, where it receives events of one type.
  private enum Function: Int { case ask = -6, preview, previewEnded, commit, commitEnded, cancel }

  /// A delegate function was called; its event must follow at once.
  private var pending: (type: UInt32, progress: Int32)?
  /// Whom the callback is about.
  private var contact: UInt32 = 0
  private var polled = [press_event](repeating: press_event(), count: 32)

  /// `size`: of the engine's storage. `lift`: the grace.
  init(lift: UInt32, size: Int) { super.init(EngineLedger(lift: UInt64(lift)), EngineCall.allCases, size: size) }

  override func start(_ ledger: EngineLedger, _ deed: Deed?, at place: Int) {
    super.start(ledger, deed, at: place)
    pending = nil
  }

  override func send(_ call: EngineCall, _ engine: Engine) -> Int32 {
    switch call {
    case .cancelThis: return engine.cancelPreview(contact)
    case .cancelOther: return engine.cancelPreview(1 - contact)
    case .remove: return engine.remove(1)
    case .add: return engine.add(Self.target(PRESS_TARGET_PREVIEW))
    case .loseTrait: return engine.update(Self.target(PRESS_TARGET_TAP))
    case .gainTrait: return engine.update(Self.target(PRESS_TARGET_PREVIEW))
    case .reset: engine.reset()
    case .poll: _ = engine.poll(&polled, 32)
    }
    return Status.ok
  }

  static func target(_ traits: Int) -> press_target {
    var target = press_target()
    target.size = UInt32(MemoryLayout<press_target>.size)
    target.id = 1
    target.width = 100 << 16
    target.height = 100 << 16
    target.traits = UInt32(traits)
    return target
  }

  /// What a call in a callback ends must be delivered as ended before anything else.
  override func make(_ call: EngineCall, _ engine: Engine) {
    let before = [0, 1].map { Self.life($0, engine) }
    if call == .reset { ledger.restarts += 1 }
    let isDone = send(call, engine) >= 0
    for c in 0..<2 where engine.state.isBusy {
      let after = Self.life(c, engine)
      if ledger.entries[c].isOpen && before[c].isDown && !after.isDown { ledger.entries[c].isDoomed = true }
      if before[c].isRunning && !after.isRunning { ledger.entries[c].isPreviewDoomed = true }
    }
    if call == .reset { expectNoContact(engine) }
    if call == .remove || call == .loseTrait && isDone { expectNoPreview(engine) }
  }

  /// Whether a contact is down, and its preview runs.
  private static func life(_ contact: Int, _ engine: Engine) -> (isDown: Bool, isRunning: Bool) {
    let slot = engine.slot(of: UInt32(contact))
    let isDown = slot >= 0 && engine.contacts[slot].isOpen
    return (isDown, isDown && engine.contacts[slot].preview.isRunning)
  }

  /// After its target went or lost the trait.
  private func expectNoPreview(_ engine: Engine) {
    for slot in 0..<Int(engine.state.maxContacts) where engine.isOccupied(slot) {
      let contact = engine.contacts[slot]
      if contact.isOpen && contact.touch.target == 1 && contact.preview.isRunning { note("a preview runs on without its target") }
    }
  }

  /// After a reset.
  private func expectNoContact(_ engine: Engine) {
    for c in 0..<2 where Self.life(c, engine).isDown { note("a contact outlives a reset") }
    if engine.nextDeadline != UInt64.max { note("a deadline outlives a reset") }
  }

  // MARK: Where it is called

  /// Returns whether the program says yes.
  @discardableResult
  private func visit(_ engine: Engine, _ kind: Int, of contact: UInt32) -> Bool {
    self.contact = contact
    return visit(engine, answers: kind == Function.ask.rawValue ? [.no] : [], kind: kind) == nil
  }

  private func ask(_ engine: Engine, _ touch: press_touch) -> Bool {
    note(ledger.ask(touch.contact))
    return visit(engine, Function.ask.rawValue, of: touch.contact)
  }

  private func receiveProgress(_ engine: Engine, _ touch: press_touch, _ type: UInt32, _ function: Function, _ progress: Int32) {
    if pending != nil { note("two delegate functions for one event") }
    pending = (type, progress)
    let isDoomed = ledger.entries[Int(touch.contact)].isPreviewDoomed
    if isDoomed && type != EventType.previewCancelled { note("the delegate was called for a preview that was cancelled") }
    visit(engine, function.rawValue, of: touch.contact)
  }

  private static func isProgress(_ event: press_event) -> Bool {
    event.type == EventType.previewUpdated || event.type == EventType.commitUpdated
  }

  override func receive(_ engine: Engine, _ event: press_event) {
    let isProgress = Self.isProgress(event)
    let follows = pending.map { $0.type == event.type && ($0.progress == event.progress || !isProgress) }
    if follows != (isProgress || event.type == EventType.previewCancelled ? true : nil) {
      note("event \(event.type) does not follow its delegate function")
    }
    pending = nil
    deliver(event)
    visit(engine, Int(event.type), of: event.contact)
  }

  override func book(_ event: press_event) -> String? {
    if !Self.isProgress(event) { return ledger.book(event) }
    // A callback of this very event may have doomed what it belongs to.
    let (c, entry) = (Int(event.contact), ledger.entries[Int(event.contact)])
    (ledger.entries[c].isDoomed, ledger.entries[c].isPreviewDoomed) = (false, false)
    let wrong = ledger.book(event)
    (ledger.entries[c].isDoomed, ledger.entries[c].isPreviewDoomed) = (entry.isDoomed, entry.isPreviewDoomed)
    return wrong
  }

  /// What a call leaves behind: nothing pending, and books that say what the engine says.
  func settle(_ engine: Engine) {
    if pending != nil { note("a delegate function without its event") }
    if engine.state.isBusy || engine.state.pending != 0 { note("busy or pending after the call") }
    for c in 0..<2 {
      let entry = ledger.entries[c]
      if entry.isDoomed || entry.isPreviewDoomed { note("contact \(c): an end was not delivered") }
      let (isDown, isRunning) = Self.life(c, engine)
      if isDown != entry.isOpen { note("contact \(c): down \(isDown), the events say \(entry.isOpen)") }
      if isRunning != entry.hasPreview { note("contact \(c): preview runs \(isRunning), the events say \(entry.hasPreview)") }
      let slot = engine.slot(of: UInt32(c))
      if slot >= 0 && (engine.contacts[slot].isEndPending || engine.contacts[slot].isPreviewCancelPending) { note("contact \(c): an end is pending") }
    }
  }

  /// The delegate that leads here.
  var delegate: press_delegate {
    var d = press_delegate()
    d.size = UInt32(MemoryLayout<press_delegate>.size)
    d.user = Unmanaged.passUnretained(self).toOpaque()
    d.preview_should_begin = { engine, touch, user in of(user).ask(Engine(engine!), touch!.pointee) }
    d.preview_did_update = { engine, touch, progress, ended, user in
      of(user).receiveProgress(Engine(engine!), touch!.pointee, EventType.previewUpdated, ended ? .previewEnded : .preview, progress)
    }
    d.commit_did_update = { engine, touch, progress, ended, user in
      of(user).receiveProgress(Engine(engine!), touch!.pointee, EventType.commitUpdated, ended ? .commitEnded : .commit, progress)
    }
    d.preview_did_cancel = { engine, touch, user in of(user).receiveProgress(Engine(engine!), touch!.pointee, EventType.previewCancelled, .cancel, 0)
    }
    d.on_event = { engine, event, user in of(user).receive(Engine(engine!), event!.pointee) }
    return d
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> EngineProgram {
  Unmanaged<EngineProgram>.fromOpaque(user!).takeUnretainedValue()
}
