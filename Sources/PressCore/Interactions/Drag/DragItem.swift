import CPress

/// One item of a session, and how far its drop is.
struct DragItem {
  /// What is to be delivered of it next, or waited for.
  ///
  /// | stage        | delivers          | next                                         |
  /// |--------------|-------------------|----------------------------------------------|
  /// | idle         |                   | idle                                         |
  /// | notTaken     | DROP_ITEM_NOT_TAKEN | idle                                      |
  /// | toBegin      | DROP_ITEM_BEGAN   | transferring, or toEnd where nothing takes time |
  /// | transferring | DROP_ITEM_UPDATED | transferring, until the program finishes it: toEnd |
  /// | toEnd        | DROP_ITEM_ENDED   | toSelect if it arrived, else idle            |
  /// | toSelect     | SELECTION_SET     | toClear                                      |
  /// | toClear      | SELECTION_CLEARED, where it is to be | idle                      |
  enum Stage: UInt8 {
    case idle, notTaken, toBegin, transferring, toEnd, toSelect, toClear
  }

  var spec = press_drag_item()
  var stage = Stage.idle
  var isUpdated = false
  var hasArrived = false
  var progress: Int32 = 0
  var representation: UInt32 = 0
  /// Why it did not arrive.
  var reason: Int32 = 0
}
