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

  /// Where they lie behind the state.
  let scratchAt, sessionsAt, tracksAt, undosAt, undoItemsAt, size: Int

  static var itemsAt: Int { Layout.aligned(MemoryLayout<DragState>.size) }

  init(_ c: press_drag_config, contacts: Int) {
    config = c
    self.contacts = contacts
    let items = Int(c.max_items)
    scratchAt = DragState.itemsAt &+ (Int(c.max_sessions) &* items) &* MemoryLayout<DragItem>.stride
    sessionsAt = Layout.aligned(scratchAt &+ items &* MemoryLayout<press_drag_item>.stride)
    tracksAt = Layout.aligned(sessionsAt &+ Int(c.max_sessions) &* MemoryLayout<DragSession>.stride)
    undosAt = Layout.aligned(tracksAt &+ contacts &* MemoryLayout<DragTrack>.stride)
    undoItemsAt = undosAt &+ Int(c.undo_depth) &* MemoryLayout<DragUndo>.stride
    size = Layout.aligned(undoItemsAt &+ (Int(c.undo_depth) &* items) &* MemoryLayout<DragUndo.Item>.stride)
  }
}
