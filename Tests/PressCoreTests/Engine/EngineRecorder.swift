import CPress
@testable import PressCore

/// The program behind an engine: its delegate, what it does from inside a callback, and the books it keeps.
final class EngineRecorder {
  /// Where the program gets called.
  enum Place: Hashable {
    case ask, preview, previewEnded, commit, commitEnded, cancel
    case event(UInt32)
  }

  /// What the program does there.
  enum Deed: CaseIterable {
    case nothing, refuse, cancelThis, cancelOther, remove, loseTrait, reset, add, poll
  }

  var ledger = EngineLedger()
  /// A planted fault: events of this type are not received, as if the engine had forgotten them; or received twice.
  var deafTo: UInt32?
  var receivesTwice: UInt32?
  var deed = Deed.nothing
  var place: Place?
  /// Where it was called, and the log.
  private(set) var visited: [Place] = []
  private(set) var log: [press_event] = []
  private(set) var wrong: String?
  /// A delegate function was called; its event must follow at once.
  private var pending: (type: UInt32, progress: Int32)?

  func start(_ ledger: EngineLedger, _ deed: Deed, at place: Place?) {
    (self.ledger, self.deed, self.place) = (ledger, deed, place)
    visited.removeAll(keepingCapacity: true)
    log.removeAll(keepingCapacity: true)
    wrong = nil
    pending = nil
  }

  func note(_ what: String?) { if wrong == nil, let what { wrong = what } }

  /// Returns what the program answers where it is asked.
  private func visit(_ engine: Engine, _ place: Place, _ contact: UInt32) -> Bool {
    visited.append(place)
    var sample = press_sample()
    sample.t_us = UInt64.max
    if engine.feed(&sample, 1) != Status.busy || engine.tick(UInt64.max) != Status.busy { note("not busy in a callback") }
    if place != self.place { return true }
    switch deed {
    case .nothing: break
    case .refuse: return place != .ask
    case .cancelThis: cancel(engine, contact)
    case .cancelOther: cancel(engine, 1 - contact)
    case .remove:
      EngineRecorder.doom(engine, &ledger) { _ = engine.remove(1) }
      expectNoPreview(engine, on: 1)
    case .loseTrait:
      EngineRecorder.doom(engine, &ledger) { _ = engine.update(EngineWalk.target(PRESS_TARGET_TAP)) }
      if engine.target(1) != nil { expectNoPreview(engine, on: 1) }
    case .reset:
      ledger.restarts += 1
      for c in 0..<2 where ledger.entries[c].isOpen && EngineRecorder.isDown(engine, UInt32(c)) { ledger.entries[c].isDoomed = true }
      EngineRecorder.doom(engine, &ledger) { engine.reset() }
      expectNoContact(engine)
    case .add: _ = engine.add(EngineWalk.target(PRESS_TARGET_PREVIEW))
    case .poll:
      var events = [press_event](repeating: press_event(), count: 32)
      _ = engine.poll(&events, 32)
    }
    return true
  }

  /// After its target went or lost the trait.
  func expectNoPreview(_ engine: Engine, on target: UInt32) {
    for slot in 0..<Int(engine.state.maxContacts) where engine.state.occupied & (1 << UInt32(slot)) != 0 {
      let contact = engine.contacts[slot]
      if contact.isOpen && contact.touch.target == target && contact.preview.isRunning { note("a preview runs on without its target") }
    }
  }

  /// After a reset.
  func expectNoContact(_ engine: Engine) {
    for c in 0..<2 as Range<UInt32> where EngineRecorder.isDown(engine, c) { note("a contact outlives a reset") }
    if engine.nextDeadline != UInt64.max { note("a deadline outlives a reset") }
  }

  private static func isDown(_ engine: Engine, _ contact: UInt32) -> Bool {
    let slot = engine.slot(of: contact)
    return slot >= 0 && engine.contacts[slot].isOpen
  }

  /// Any preview that runs before and not after must be delivered as cancelled before anything else.
  private static func doom(_ engine: Engine, _ ledger: inout EngineLedger, _ body: () -> Void) {
    let before = (0..<2).map { isRunning(engine, $0) }
    body()
    for c in 0..<2 where before[c] && !isRunning(engine, c) { ledger.entries[c].isPreviewDoomed = true }
  }

  private static func isRunning(_ engine: Engine, _ contact: Int) -> Bool {
    let slot = engine.slot(of: UInt32(contact))
    return slot >= 0 && engine.contacts[slot].isOpen && engine.contacts[slot].preview.isRunning
  }

  private func cancel(_ engine: Engine, _ contact: UInt32) {
    if engine.cancelPreview(contact) == Status.ok { ledger.entries[Int(contact)].isPreviewDoomed = true }
  }

  private func ask(_ engine: Engine, _ touch: press_touch) -> Bool {
    note(ledger.ask(touch.contact))
    return visit(engine, .ask, touch.contact)
  }

  private func receiveProgress(_ engine: Engine, _ touch: press_touch, _ type: UInt32, _ place: Place, _ progress: Int32) {
    if pending != nil { note("two delegate functions for one event") }
    pending = (type, progress)
    let entry = ledger.entries[Int(touch.contact)]
    if entry.isPreviewDoomed && type != EventType.previewCancelled { note("the delegate was called for a preview that was cancelled") }
    _ = visit(engine, place, touch.contact)
  }

  private func receive(_ engine: Engine, _ event: press_event) {
    if event.type == deafTo { return pending = nil }
    if event.type == receivesTwice { note(ledger.book(event)) }
    let hasFunction = [EventType.previewUpdated, EventType.commitUpdated, EventType.previewCancelled].contains(event.type)
    if hasFunction != (pending != nil) || pending != nil && (pending!.type != event.type || pending!.progress != event.progress && event.type != EventType.previewCancelled) {
      note("event \(event.type) does not follow its delegate function")
    }
    pending = nil
    log.append(event)
    // A callback of this very event may have doomed what it belongs to.
    let entry = ledger.entries[Int(event.contact)]
    if hasFunction && event.type != EventType.previewCancelled {
      ledger.entries[Int(event.contact)].isDoomed = false
      ledger.entries[Int(event.contact)].isPreviewDoomed = false
    }
    note(ledger.book(event).map { "event \(event.type) of contact \(event.contact): \($0)" })
    if hasFunction && event.type != EventType.previewCancelled {
      ledger.entries[Int(event.contact)].isDoomed = entry.isDoomed
      ledger.entries[Int(event.contact)].isPreviewDoomed = entry.isPreviewDoomed
    }
    _ = visit(engine, .event(event.type), event.contact)
  }

  /// What a call leaves behind: nothing pending, and books that say what the engine says.
  func settle(_ engine: Engine) {
    if pending != nil { note("a delegate function without its event") }
    if engine.state.isBusy || engine.state.pending != 0 { note("busy or pending after the call") }
    for c in 0..<2 {
      let entry = ledger.entries[c]
      if entry.isDoomed || entry.isPreviewDoomed { note("contact \(c): an end was not delivered") }
      let slot = engine.slot(of: UInt32(c))
      let isDown = slot >= 0 && engine.contacts[slot].isOpen
      if isDown != entry.isOpen { note("contact \(c): down \(isDown), the events say \(entry.isOpen)") }
      let isRunning = isDown && engine.contacts[slot].preview.isRunning
      if isRunning != entry.hasPreview { note("contact \(c): preview runs \(isRunning), the events say \(entry.hasPreview)") }
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
    d.preview_did_cancel = { engine, touch, user in of(user).receiveProgress(Engine(engine!), touch!.pointee, EventType.previewCancelled, .cancel, 0) }
    d.on_event = { engine, event, user in of(user).receive(Engine(engine!), event!.pointee) }
    return d
  }
}

private func of(_ user: UnsafeMutableRawPointer?) -> EngineRecorder {
  Unmanaged<EngineRecorder>.fromOpaque(user!).takeUnretainedValue()
}
