import CPress

/// One drag, from its start to the end of its drop. What is the case stands beside what was delivered: the difference is
/// what is pending, so nothing can be delivered twice or left out, whatever a callback changes in between.
///
/// | phase      | what happens                          | next       | delivers                                |
/// |------------|---------------------------------------|------------|-----------------------------------------|
/// | free       | a contact moves off a source; code    | asking     | asks drag_will_begin                    |
/// | asking     | no items                              | free       |                                         |
/// | asking     | items                                 | dragging   | DRAG_BEGAN, and what follows from it    |
/// | dragging   | moves                                 | dragging   | the differences                         |
/// | dragging   | lifts, is let go, presses to drop     | releasing  |                                         |
/// | releasing  | irreversible                          | confirming | DRAG_CONFIRM                            |
/// | releasing, confirming | accepted, confirmed        | letting    | what ends with the drag                 |
/// | letting    |                                       | dropping   | DRAG_DROPPED                            |
/// | releasing, confirming | not accepted, denied       | cancelling |                                         |
/// | all but dropping | cancelled, lost, source removed | cancelling |                                  |
/// | cancelling |                                       | free       | what ends with the drag, DRAG_CANCELLED |
/// | dropping   | every item and the task are done      | free       | DROP_CONCLUDED                          |
struct DragSession {
  enum Phase: UInt8 {
    case free, asking, dragging, releasing, confirming, letting, cancelling, dropping
  }

  /// Whether empty space would open what is dragged.
  enum Launch: UInt8 {
    case unasked, no, yes
  }

  enum Task: UInt8 {
    case none, toBegin, running, toEnd
  }

  /// What was delivered last.
  struct Delivered {
    var isBegun = false
    var isMoved = true
    var isConfirmAsked = false
    /// The one that would take something, which was entered; the one that refuses.
    var destination: UInt32 = 0
    var forbidden: UInt32 = 0
    var operation: UInt32 = 0
    var accepted = 0
    var badge = 0
    var items = 0
    var hint: UInt32 = 0
    var spring: UInt32 = 0
    var springState: Int32 = 0
    var scroller: UInt32 = 0
    var scrollX: Int32 = 0
    var scrollY: Int32 = 0
  }

  var id: UInt32 = 0
  var phase = Phase.free
  /// The slot of its contact, -1: none any more, or from code.
  var slot = -1
  var contact: UInt32 = UInt32.max
  var source: UInt32 = 0
  /// Where in the source it began.
  var originX: Int32 = 0
  var originY: Int32 = 0
  var x: Int32 = 0
  var y: Int32 = 0
  /// The target that code put it over, whatever else lies there; 0: what counts is where it is.
  var aim: UInt32 = 0
  var force: Int32 = 0
  var pressure: Int32 = 0
  /// The pressure was below drop_pressure since the drag began.
  var isArmed = false
  var items = 0
  /// A source that another contact tapped, and that contact.
  var isAdding = false
  var adding = press_touch()

  /// What is under it is to be looked at again; and the destination asked again even if it is the same.
  var needsTest = true
  var mustAsk = true
  /// How often it may still be looked at before the next sample, or call from outside: bounded, whatever callbacks do to the targets.
  var testsLeft: UInt8 = 8
  /// Where it may move and have the same under it; the target there that scrolls, 0: none.
  var cell = Cell.none
  var scroller: UInt32 = 0
  /// Which destinations were under it.
  var under: UInt64 = 0
  var destination: UInt32 = 0
  var proposal = press_drop_proposal()
  var accepted = 0
  var hint: UInt32 = 0
  var launch = Launch.unasked
  var spring = Spring()
  var scroll = Autoscroll()

  var delivered = Delivered()
  /// Why it ends without a drop, or a drop without the rest of its items.
  var reason: Int32 = 0
  /// How much earlier than now what is delivered of it happened, microseconds.
  var late: UInt32 = 0

  var droppedOn: UInt32 = 0
  var task = Task.none
  var taskReason: Int32 = 0
  var taskProgress: Int32 = 0
  var isTaskUpdated = false
  var slowAt = UInt64.max
  var isSlow = false
  var arrived = 0
  var lost = 0

  // Inlined: a call would copy the whole session.
  @inline(__always)
  var isOver: Bool { phase == .free || phase == .cancelling || phase == .dropping }

  /// The destination that would take something.
  @inline(__always)
  var taker: UInt32 { proposal.operation >= DropOperation.copy ? destination : 0 }

  /// What the badge shows.
  @inline(__always)
  var badge: Int { taker != 0 ? accepted : items }
}
