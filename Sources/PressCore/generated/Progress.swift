// Written by `make contract` from the comments in include/press/event.h.

import CPress

extension press_event {
  /// Progress of what its contact does, and no last update of a phase: a newer one says all that it does.
  @inline(__always)
  var isProgress: Bool { (type == EventType.contactMoved || type == EventType.previewUpdated || type == EventType.commitUpdated || type == EventType.scrollMoved || type == EventType.pinchChanged || type == EventType.dragMoved) && flags & EventFlag.ended == 0 }
}
