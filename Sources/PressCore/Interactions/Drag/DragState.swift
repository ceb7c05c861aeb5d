import CPress

/// The drags of an engine, in its storage; behind it lie sessions, items, tracks, and what can be undone.
struct DragState {
  var config: press_drag_config
  /// What counts from the next contact on that comes alone, while nothing is dragged; size 0: nothing waits.
  var next = press_drag_config()
  let contacts: Int
  var serial: UInt32 = 0
  var modifiers: UInt32 = 0
  /// drag_will_begin is being asked: the scratch is in use.
  var isAsking = false
  /// What lies under some drag was looked at since the last sample, or call from outside.
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

  init(_ c: press_drag_config, contacts: Int) {
    config = c
    self.contacts = contacts
    places = DragPlaces(c, contacts: contacts)
  }
}

/// Where what a config asks for lies behind the state, and how much that is in all.
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
