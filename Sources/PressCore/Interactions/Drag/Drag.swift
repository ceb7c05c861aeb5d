import CPress

/// The drags of an engine: a handle, as Engine is. What a session is stands in DragSession; here is what moves it. What is
/// delivered of it, and asked, stands in Drag+Delivery; calls of the program in Drag+Program.
public struct Drags: Interaction {
  static var kind: Attachment { .drag }
  let engine: Engine
  let memory: UnsafeMutablePointer<DragState>

  init(_ engine: Engine, _ memory: UnsafeMutablePointer<DragState>) {
    self.engine = engine
    self.memory = memory
  }

  /// Nil when it is not attached.
  public init?(_ engine: Engine) {
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

  public static func size(_ config: press_drag_config, contacts: Int) -> Int {
    AttachmentHead.size &+ DragPlaces(config, contacts: contacts).size
  }

  public static func attach(_ engine: Engine, _ config: press_drag_config) -> Int32 {
    let contacts = engine.maxContacts
    let state = DragState(config, contacts: contacts)
    // Of each session four ends. The room of one is that of the preview that a contact which drags does not have; and from
    // code nothing scrolls. The rest of a drop waits for room.
    let (status, drag) = attach(
      to: engine, bytes: size(config, contacts: contacts), room: Room(ends: 3 &* Int(config.max_sessions)),
      .began | .sampled | .released | .ended | .removed | .changed | .reset | .deadline
    ) { Drags($0, $1.assumingMemoryBound(to: DragState.self)).observe($2) }
    guard let drag else { return status }
    drag.memory.initialize(to: state)
    drag.clearScratch()
    drag.sessions.initialize(repeating: DragSession(), count: drag.count)
    drag.tracks.initialize(repeating: DragTrack(), count: contacts)
    return status
  }

}
