import CPress

/// The drags of an engine, in its storage; behind it lie sessions, items, tracks, and what can be undone.
struct DragState {
  let config: press_drag_config
  let contacts: Int
  var serial: UInt32 = 0
  var modifiers: UInt32 = 0
  /// drag_will_begin is being asked: the scratch is in use.
  var isAsking = false
  /// Something could not be told for want of room in the queue.
  var isPaused = false
  /// Drops that can be undone, the newest last.
  var undoCount = 0
  /// An inactive container to tell of, where a contact lifted; and the touch.
  var isActivated = false
  var activated: UInt32 = 0
  var activatedBy = press_touch()

  static var itemsOffset: Int { Engine.roundedUp(MemoryLayout<DragState>.size) }

  /// Items of all sessions, and room for one answer of drag_will_begin.
  static func sessionsOffset(_ c: press_drag_config) -> Int {
    let items = (Int(c.max_sessions) &* Int(c.max_items)) &* MemoryLayout<DragItem>.stride
    return Engine.roundedUp(itemsOffset &+ items &+ Int(c.max_items) &* MemoryLayout<press_drag_item>.stride)
  }

  static func scratchOffset(_ c: press_drag_config) -> Int {
    itemsOffset &+ (Int(c.max_sessions) &* Int(c.max_items)) &* MemoryLayout<DragItem>.stride
  }

  static func tracksOffset(_ c: press_drag_config) -> Int {
    Engine.roundedUp(sessionsOffset(c) &+ Int(c.max_sessions) &* MemoryLayout<DragSession>.stride)
  }

  static func undoOffset(_ c: press_drag_config, _ contacts: Int) -> Int {
    Engine.roundedUp(tracksOffset(c) &+ contacts &* MemoryLayout<DragTrack>.stride)
  }

  static func undoItemsOffset(_ c: press_drag_config, _ contacts: Int) -> Int {
    undoOffset(c, contacts) &+ Int(c.undo_depth) &* MemoryLayout<DragUndo>.stride
  }

  static func size(_ c: press_drag_config, _ contacts: Int) -> Int {
    let items = (Int(c.undo_depth) &* Int(c.max_items)) &* MemoryLayout<DragUndo.Item>.stride
    return Engine.roundedUp(undoItemsOffset(c, contacts) &+ items)
  }
}
