import CPress

/// A drop that can be undone; its items stand behind it.
struct DragUndo {
  struct Item {
    var id: UInt32 = 0
    var source: UInt32 = 0
  }

  var session: UInt32 = 0
  var operation: UInt32 = 0
  var destination: UInt32 = 0
  var items = 0
  var isUndoing = false
  var undelivered = 0
}
