import CPress

/// A drop that can be undone, or done again; its items stand behind it.
///
/// | pending | delivers, for each item                               | and then    |
/// |---------|-------------------------------------------------------|-------------|
/// | undo    | DROP_ITEM_UNDONE, SELECTION_CLEARED, SELECTION_SET    | DROP_UNDONE |
/// | redo    | DROP_ITEM_REDONE, SELECTION_SET, SELECTION_CLEARED    | DROP_REDONE |
struct DragUndo {
  struct Item {
    var id: UInt32 = 0
    var source: UInt32 = 0
    /// It was selected where it comes from.
    var isSelected = false
  }

  enum Pending: UInt8 {
    case nothing, undo, redo
  }

  /// What is delivered next of an item: what becomes of it, its selection in the destination, that at its source.
  enum Step: UInt8 {
    case item, destination, source
  }

  var session: UInt32 = 0
  var operation: UInt32 = 0
  var destination: UInt32 = 0
  var items = 0
  var pending = Pending.nothing
  /// How many of the items are delivered, and what of the next one.
  var delivered = 0
  var step = Step.item
}
