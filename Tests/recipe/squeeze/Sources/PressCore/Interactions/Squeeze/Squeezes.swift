import CPress

/// The state of squeezes in an engine.
struct SqueezeState {
  var config: press_squeeze_config
  /// The slots of the contacts at the pressure; the one that reached it last, -1: none; and the time of that.
  var pressed: UInt32 = 0
  var latest = -1
  var since: UInt64 = 0
  /// Slots of the squeeze: the second contact, and the first; -1: there is none.
  var slot = -1
  var other = -1
  /// The events that are pending.
  var begins = false
  var endType: UInt32 = 0
  var reason: Int32 = 0
  /// The engine keeps room for its end.
  var hasRoom = false
  /// The id of the first contact.
  var otherContact: UInt32 = 0

  init(_ config: press_squeeze_config) { self.config = config }
}

/// The squeezes of an engine. A handle, as Engine is.
package struct Squeezes: Interaction {
  static var kind: Attachment { .squeeze }
  let engine: Engine
  let memory: UnsafeMutablePointer<SqueezeState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<SqueezeState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  package static func size(_ config: press_squeeze_config, contacts: Int) -> Int {
    AttachmentHead.size &+ Layout.aligned(MemoryLayout<SqueezeState>.size)
  }

  /// The config is valid.
  package static func attach(_ engine: Engine, _ config: press_squeeze_config) -> Int32 {
    let room = Room(ends: config.ends(contacts: engine.maxContacts), ofASample: 2)
    let (status, own) = attach(to: engine, bytes: size(config, contacts: engine.maxContacts), room: room, .sampled | .ended) {
      Squeezes($0, $1.assumingMemoryBound(to: SqueezeState.self)).observe($2)
    }
    guard let own else { return status }
    own.memory.initialize(to: SqueezeState(config))
    return status
  }

  /// The config that was given last.
  package var given: press_squeeze_config { state.config }

  package func set(_ config: press_squeeze_config) -> Int32 {
    state.config = config
    return Status.ok
  }

  func sampled(_ slot: Int) {
    if engine.contacts[slot].touch.pressure < state.config.pressure { return fall(slot, EventType.squeezeEnded, Reason.none) }
    if state.pressed & engine.bit(slot) != 0 { return }
    state.pressed |= engine.bit(slot)
    let isSecond =
      state.slot < 0 && !state.begins && state.endType == 0 && state.latest >= 0
      && state.pressed & engine.bit(state.latest) != 0 && engine.now &- state.since <= UInt64(state.config.within_us)
    if isSecond && hasRoomToBegin() {
      state.slot = slot
      state.other = state.latest
      state.otherContact = engine.contacts[state.latest].touch.contact
      state.begins = true
      markPending()
    }
    state.latest = slot
    state.since = engine.now
  }

  private func hasRoomToBegin() -> Bool {
    state.hasRoom = engine.holdRoom(more: 1, spare: 1)
    return state.hasRoom || !engine.isPolled
  }

  func ended(_ slot: Int, _ reason: Int32) {
    fall(slot, reason == Reason.lifted ? EventType.squeezeEnded : EventType.squeezeCancelled, reason)
  }

  /// A contact is not at the pressure any more.
  private func fall(_ slot: Int, _ type: UInt32, _ reason: Int32) {
    state.pressed &= ~engine.bit(slot)
    if state.slot < 0 || state.endType != 0 || (slot != state.slot && slot != state.other) { return }
    state.endType = type
    state.reason = type == EventType.squeezeCancelled ? reason : Reason.none
    markPending()
  }

  func deliver() -> Bool {
    if state.begins {
      state.begins = false
      post(EventType.squeezeBegan, Reason.none)
      return true
    }
    if state.endType == 0 { return false }
    let type = state.endType
    state.endType = 0
    let slot = state.slot
    state.slot = -1
    if state.hasRoom { engine.giveBackRoom() }
    state.hasRoom = false
    post(type, state.reason, slot)
    return true
  }

  private func post(_ type: UInt32, _ reason: Int32, _ slot: Int = -1) {
    let slot = slot < 0 ? state.slot : slot
    var event = engine.event(type, slot, target: engine.contacts[slot].hit, reason)
    event.value = Int32(bitPattern: state.otherContact)
    engine.post(&event)
  }
}
