import CPress

/// The drags of an engine: a handle, as Engine is. DragSession describes a session; this file moves it. Drags+Delivery delivers its events
/// and asks its questions; calls of the program follow below.
package struct Drags: Interaction {
  static var kind: Attachment { .drag }
  let engine: Engine
  let memory: UnsafeMutablePointer<DragState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<DragState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  package init?(_ engine: Engine) {
    guard let own = Self.attached(to: engine) else { return nil }
    self = own
  }

  // MARK: Layout

  var sessions: UnsafeMutablePointer<DragSession> { memory.behind(state.places.sessions, DragSession.self) }
  var scratch: UnsafeMutablePointer<press_drag_item> { memory.behind(state.places.scratch, press_drag_item.self) }
  var tracks: UnsafeMutablePointer<DragTrack> { memory.behind(state.places.tracks, DragTrack.self) }
  var undos: UnsafeMutablePointer<DragUndo> { memory.behind(state.places.undos, DragUndo.self) }
  func items(_ i: Int) -> UnsafeMutablePointer<DragItem> { memory.behind(DragPlaces.items, DragItem.self) + i &* mostItems }
  func undoItems(_ i: Int) -> UnsafeMutablePointer<DragUndo.Item> {
    memory.behind(state.places.undoItems, DragUndo.Item.self) + i &* mostItems
  }
  var count: Int { Int(state.config.max_sessions) }
  var mostItems: Int { Int(state.config.max_items) }

  func has(_ flag: UInt32) -> Bool { state.config.flags & flag != 0 }

  package static func size(_ config: press_drag_config, contacts: Int) -> Int {
    AttachmentHead.size &+ DragPlaces(config, contacts: contacts).size
  }

  @inline(never)
  package static func attach(_ engine: Engine, _ config: press_drag_config) -> Int32 {
    if engine.isAdopting && attached(to: engine)?.needsTables == true { return Status.state }
    let contacts = engine.maxContacts
    let state = DragState(config, contacts: contacts)
    // Each session has four ends. One of them uses the room of the preview, which a contact that drags does not have; a drag from
    // the program does not scroll. The rest of a drop waits for room.
    let (status, drag) = attach(
      to: engine, bytes: size(config, contacts: contacts), room: Room(ends: config.ends(contacts: engine.maxContacts)), resting
    ) { Drags($0, $1.assumingMemoryBound(to: DragState.self)).observe($2) }
    guard let drag else { return status }
    drag.memory.initialize(to: state)
    drag.clearScratch()
    drag.sessions.initialize(repeating: DragSession(), count: drag.count)
    drag.tracks.initialize(repeating: DragTrack(), count: contacts)
    return status
  }

  /// A drag has representations, or a destination that named some: these tables lie in another process.
  private var needsTables: Bool {
    var i = 0
    while i < count {
      if sessions[i].phase != .free {
        if sessions[i].proposal.accepts != nil { return true }
        var n = 0
        while n < sessions[i].items {
          if items(i)[n].spec.representations != nil { return true }
          n &+= 1
        }
      }
      i &+= 1
    }
    return false
  }

  /// The notices that are needed while nothing is dragged and no contact may drag.
  static var resting: Notices { .began | .released | .ended | .removed | .changed | .reset | .deadline }
}

/// The drags of an engine, in its storage; behind it lie sessions, items, tracks, and what can be undone.
struct DragState {
  var config: press_drag_config
  /// Applied when a contact begins while no other is down and nothing is dragged; size 0: nothing waits.
  var next = press_drag_config()
  let contacts: Int
  var serial: UInt32 = 0
  var modifiers: UInt32 = 0
  /// drag_will_begin is being asked: the scratch is in use.
  var isAsking = false
  /// The targets under some drag were found since the last sample, or call from outside.
  var isLookedAt = false
  /// Drops that can be undone, the newest last.
  var undoCount = 0
  /// Behind them, those that were undone and can be done again.
  var redoCount = 0
  /// An inactive container to name in an event, where a contact lifted; and the touch. Where several wait for room, the last counts.
  var isActivated = false
  var activated: UInt32 = 0
  var activatedBy = press_touch()
  /// A contact that would have dragged, and found no session; its target is the source. Where several wait for room, the last counts.
  var isRefused = false
  var refused = press_touch()

  let places: DragPlaces

  // Inlined, so that the state is built where it stays and not copied through the stack.
  @inline(__always)
  init(_ c: press_drag_config, contacts: Int) {
    config = c
    self.contacts = contacts
    places = DragPlaces(c, contacts: contacts)
  }
}

/// Offsets behind the state of the parts that a config needs, and their size in all.
struct DragPlaces {
  static var items: Int { Layout.aligned(MemoryLayout<DragState>.size) }

  let scratch, sessions, tracks, undos, undoItems, size: Int

  init(_ c: press_drag_config, contacts: Int) {
    let items = Int(c.max_items)
    scratch = DragPlaces.items &+ (Int(c.max_sessions) &* items) &* MemoryLayout<DragItem>.stride
    sessions = Layout.aligned(scratch &+ items &* MemoryLayout<press_drag_item>.stride)
    tracks = Layout.aligned(sessions &+ Int(c.max_sessions) &* MemoryLayout<DragSession>.stride)
    undos = Layout.aligned(tracks &+ contacts &* MemoryLayout<DragTrack>.stride)
    undoItems = undos &+ Int(c.undo_depth) &* MemoryLayout<DragUndo>.stride
    size = Layout.aligned(undoItems &+ (Int(c.undo_depth) &* items) &* MemoryLayout<DragUndo.Item>.stride)
  }
}

/// Calls of the program.
extension Drags {
  // MARK: What there is

  @inline(never)
  func status(_ i: Int) -> press_drag {
    let s = sessions + i
    var drag = press_drag()
    drag.size = UInt32(truncatingIfNeeded: MemoryLayout<press_drag>.size)
    drag.session = s.pointee.id
    drag.state = Drags.stateOf(s.pointee.phase)
    drag.contact = s.pointee.contact
    drag.source = s.pointee.source
    drag.destination = s.pointee.phase == .dropping || s.pointee.phase == .letting ? s.pointee.droppedOn : s.pointee.destination
    drag.operation = drag.destination == 0 ? 0 : s.pointee.proposal.operation
    drag.item_count = UInt32(truncatingIfNeeded: s.pointee.items)
    drag.accepted = drag.destination == 0 ? 0 : UInt32(truncatingIfNeeded: s.pointee.accepted)
    drag.hint = s.pointee.hint
    drag.modifiers = state.modifiers
    drag.spring = s.pointee.spring.target
    drag.spring_state = UInt32(truncatingIfNeeded: s.pointee.spring.delivered)
    drag.x = s.pointee.x
    drag.y = s.pointee.y
    return drag
  }

  private static func stateOf(_ phase: DragSession.Phase) -> UInt32 {
    switch phase {
    case .free: DragSessionState.none
    case .asking, .dragging, .releasing, .cancelling: DragSessionState.dragging
    case .confirming: DragSessionState.confirming
    case .letting, .dropping: DragSessionState.dropping
    }
  }

  package func get(_ session: UInt32) -> press_drag? {
    let i = index(session: session)
    return i < 0 ? nil : status(i)
  }

  /// Returns how many there are, or an error.
  package func copyItems(_ session: UInt32, _ out: UnsafeMutablePointer<press_drag_item>?, _ capacity: Int) -> Int32 {
    let i = index(session: session)
    if i < 0 { return Status.notFound }
    if let out {
      var n = 0
      while n < sessions[i].items && n < capacity {
        out[n] = items(i)[n].spec
        n &+= 1
      }
    }
    return Int32(truncatingIfNeeded: sessions[i].items)
  }

  /// The session of a contact, or of the program. Beside a session that waits for an answer there may be a younger one: that counts.
  package func session(of contact: UInt32) -> Int32 {
    var newest: UInt32 = 0
    var i = 0
    while i < count {
      let s = sessions + i
      if s.pointee.contact == contact && (s.pointee.phase == .dragging || s.pointee.phase == .releasing || s.pointee.phase == .confirming) {
        newest = max(newest, s.pointee.id)
      }
      i &+= 1
    }
    return newest == 0 ? Status.notFound : Int32(truncatingIfNeeded: newest)
  }

  // MARK: Settings

  /// The capacities are those that it was attached with. The rest counts from the next drag on, once nothing is dragged and no
  /// other contact is down.
  /// The config that was given last, whether it counts yet or not.
  package var given: press_drag_config { state.next.size != 0 ? state.next : state.config }

  package func set(_ config: press_drag_config) -> Int32 {
    let own = state.config
    if config.max_sessions != own.max_sessions || config.max_items != own.max_items || config.undo_depth != own.undo_depth {
      return Status.invalid
    }
    state.next = config
    return Status.ok
  }

  /// `slot`: of the contact that begins, -1: a drag from code does.
  func adopt(_ slot: Int) {
    if mayAdopt(slot) { adopt() }
  }

  func adopt() {
    state.config = state.next
    state.next.size = 0
  }

  func mayAdopt(_ slot: Int) -> Bool {
    if state.next.size == 0 { return false }
    var other = 0
    while other < engine.maxContacts {
      if other != slot && engine.isOccupied(other) && engine.contacts[other].isOpen { return false }
      other &+= 1
    }
    var i = 0
    while i < count {
      if sessions[i].phase != .free && sessions[i].phase != .dropping { return false }
      i &+= 1
    }
    return true
  }

  // MARK: What the program does to a session

  package func setModifiers(_ modifiers: UInt32) -> Int32 {
    if modifiers & ~Modifier.all != 0 { return Status.invalid }
    if modifiers == state.modifiers { return Status.ok }
    state.modifiers = modifiers
    testAgain()
    flushFromOutside()
    return Status.ok
  }

  package func cancel(session: UInt32) -> Int32 {
    let i = index(session: session)
    if i < 0 || sessions[i].phase == .cancelling { return Status.notFound }
    cancel(i, Reason.program)
    flushFromOutside()
    return Status.ok
  }

  package func confirm(_ session: UInt32, _ yes: Bool) -> Int32 {
    let i = index(session: session)
    if i < 0 { return Status.notFound }
    if sessions[i].phase != .confirming || !sessions[i].delivered.isConfirmAsked { return Status.state }
    if yes { release(i) } else { cancel(i, Reason.denied) }
    flushFromOutside()
    return Status.ok
  }

  /// Item 0 is the task.
  package func update(_ session: UInt32, _ item: UInt32, _ progress: Int32) -> Int32 {
    if progress < 0 || progress > Q16.one { return Status.invalid }
    let i = index(session: session)
    if i < 0 { return Status.notFound }
    if item == 0 {
      if sessions[i].phase != .dropping || sessions[i].task != .running { return Status.state }
      sessions[i].taskProgress = progress
      sessions[i].isTaskUpdated = true
    } else {
      let n = index(i, of: item)
      if n < 0 { return Status.notFound }
      if sessions[i].phase != .dropping || items(i)[n].stage != .transferring { return Status.state }
      items(i)[n].progress = progress
      items(i)[n].isUpdated = true
    }
    markPending()
    flushFromOutside()
    return Status.ok
  }

  package func finish(_ session: UInt32, _ item: UInt32, _ success: Bool) -> Int32 {
    let i = index(session: session)
    if i < 0 { return Status.notFound }
    if sessions[i].phase != .dropping { return Status.state }
    let reason = success ? Reason.none : Reason.failed
    var found = false
    if item == 0 && sessions[i].task == .running {
      sessions[i].task = .toEnd
      sessions[i].taskReason = reason
      found = true
    } else {
      if item != 0 && index(i, of: item) < 0 { return Status.notFound }
      var n = 0
      while n < sessions[i].items {
        let one = items(i) + n
        if one.pointee.stage == .transferring && (item == 0 || one.pointee.spec.id == item) {
          one.pointee.stage = .toEnd
          one.pointee.reason = reason
          found = true
        }
        n &+= 1
      }
    }
    if !found { return Status.state }
    markPending()
    flushFromOutside()
    return Status.ok
  }

  /// A drop that is being delivered is not undone before its delivery is complete.
  package func undo() -> Int32 {
    if state.undoCount == 0 { return Status.notFound }
    if undos[state.undoCount &- 1].pending != .nothing { return Status.state }
    state.undoCount &-= 1
    state.redoCount &+= 1
    return start(state.undoCount, .undo)
  }

  package func redo() -> Int32 {
    if state.redoCount == 0 { return Status.notFound }
    if undos[state.undoCount].pending != .nothing { return Status.state }
    state.undoCount &+= 1
    state.redoCount &-= 1
    return start(state.undoCount &- 1, .redo)
  }

  @inline(never)
  private func start(_ u: Int, _ pending: DragUndo.Pending) -> Int32 {
    undos[u].pending = pending
    markPending()
    flushFromOutside()
    return Status.ok
  }
}
