import CPress

/// One drag, from its start to the end of its drop. It holds the present state beside the delivered state: their difference is pending. So
/// nothing can be delivered twice or left out, whatever a callback changes in between.
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

  /// The values that were delivered last.
  struct Delivered {
    var isBegun = false
    var isMoved = true
    var isConfirmAsked = false
    /// The destination that was entered, and the one that refuses, 0: none.
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
  /// Where in the source the contact began.
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
  /// Another contact tapped a source, whose items come along: its touch.
  var isAdding = false
  var adding = press_touch()

  /// The targets under the drag must be found again; and the destination must be asked again even if it is the same.
  var needsTest = true
  var mustAsk = true
  /// How often it may still be looked at before the next sample, or call from outside: bounded, whatever callbacks do to the targets.
  var testsLeft: UInt8 = 8
  /// Where it may move without a change of the targets under it; and the target there that scrolls, 0: none.
  var cell = Cell.none
  var scroller: UInt32 = 0
  /// A hash of the destinations that were under it.
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
  /// How much earlier than now the next event happened, microseconds.
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

/// Whether a contact may become a drag.
struct DragTrack {
  var source: UInt32 = 0
  /// It began on a source, and drag_will_begin has not refused.
  var canDrag = false
  /// It was held as long as is asked for, and pressed as hard.
  var isHeld = false
  var isPressed = false
  /// The program released it.
  var isReleased = false
  /// The time at which the hold is long enough; max: no hold is needed.
  var readyAt: UInt64 = UInt64.max
  /// The hold was long enough, and the contact has not moved since. Whether DRAG_LIFTED was delivered, and the place of the lift.
  var isLifted = false
  var isDelivered = false
  var x: Int32 = 0
  var y: Int32 = 0
  /// Why it lies down again.
  var reason: Int32 = 0
  /// How much earlier than now the next event happened, microseconds.
  var late: UInt32 = 0
}

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

/// Spring loading under one session, as a value.
///
/// | state      | what happens                            | next       | asks                         |
/// |------------|-----------------------------------------|------------|------------------------------|
/// | inactive   | the drag comes over a spring            | asking     | spring_should_activate       |
/// | asking     | yes / no                                | possible / refused |                      |
/// | possible   | rests for dwell                         | activating |                              |
/// | activating | for as long again as is configured      | asking again | spring_should_activate, again |
/// | possible, activating | presses harder than the level | asking again | likewise                     |
/// | asking again | yes / no                              | activated / refused |                     |
/// | any        | the drag leaves it, ends                | inactive   |                              |
struct Spring {
  enum State: UInt8 {
    case inactive, asking, refused, possible, activating, askingAgain, activated
  }

  var target: UInt32 = 0
  var state = State.inactive
  var due = UInt64.max
  /// The pressure was below the level since the drag came over it.
  var isArmed = false

  /// The state in the numbers of the header.
  @inline(__always)
  var delivered: Int32 {
    switch state {
    case .inactive, .asking, .refused: 0
    case .possible: 1
    case .activating, .askingAgain: 2
    case .activated: 3
    }
  }

  mutating func enter(_ id: UInt32) {
    if id == target { return }
    self = Spring()
    target = id
    if id != 0 { state = .asking }
  }

  mutating func press(_ pressure: Int32, _ level: Int32) {
    if pressure < level {
      isArmed = true
    } else if isArmed && (state == .possible || state == .activating) {
      state = .askingAgain
      due = UInt64.max
    }
  }

  mutating func answer(_ yes: Bool, at t: UInt64, dwell: UInt64?) {
    let wasAgain = state == .askingAgain
    state = yes ? (wasAgain ? .activated : .possible) : .refused
    due = !wasAgain && yes ? dwell.map { Wide.addSaturating(t, $0) } ?? UInt64.max : UInt64.max
  }

  mutating func fire(_ t: UInt64, activating: UInt64) {
    if due > t { return }
    switch state {
    case .possible:
      state = .activating
      due = Wide.addSaturating(t, activating)
    case .activating:
      state = .askingAgain
      due = UInt64.max
    case .inactive, .asking, .refused, .askingAgain, .activated: due = UInt64.max
    }
  }
}

/// Autoscroll under one session, as a value: a velocity that grows with how near the edge is, and with time: with the squares
/// of both, or in proportion.
///
/// | along an axis of a scroller                                         | it scrolls                                       |
/// |---------------------------------------------------------------------|--------------------------------------------------|
/// | the drag came from elsewhere, or began away from its edges          | near an edge, after `scroll_wait_us`             |
/// | the drag began near an edge                                         | not there, until it is nearer by `scroll_toward` |
/// |                                                                     | or has been away from that edge once             |
struct Autoscroll {
  /// The container that scrolls, 0: none.
  private(set) var container: UInt32 = 0
  /// The container near whose edge the finger is, and since when it may scroll.
  private var near: UInt32 = 0
  private var since: UInt64 = 0
  /// The latest container that the finger was in. In the first one it may have begun near an edge.
  private var latest: UInt32 = 0
  private var hasBegun = false
  private var startX = AutoscrollStart()
  private var startY = AutoscrollStart()
  /// Points per second at full speed, as near as the finger is now.
  private var fullX: Int32 = 0
  private var fullY: Int32 = 0
  private(set) var due = UInt64.max
  private(set) var x: Int32 = 0
  private(set) var y: Int32 = 0

  mutating func stop() {
    (container, near, fullX, fullY, x, y, due) = (0, 0, 0, 0, 0, 0, UInt64.max)
  }

  /// The finger is in no container that scrolls.
  mutating func leave() {
    stop()
    (latest, hasBegun) = (0, true)
    (startX, startY) = (AutoscrollStart(), AutoscrollStart())
  }

  /// A container is gone.
  mutating func lose(_ id: UInt32) { if near == id { stop() } }

  /// The finger is at a place in a container; its drag began at another.
  mutating func move(
    _ target: press_target, _ px: Int32, _ py: Int32, from start: (x: Int32, y: Int32), at t: UInt64, _ config: press_drag_config
  ) {
    enter(target, start, config)
    fullX = startX.allows(px, target.x, target.width, config) ? Autoscroll.speed(px, target.x, target.width, config) : 0
    fullY = startY.allows(py, target.y, target.height, config) ? Autoscroll.speed(py, target.y, target.height, config) : 0
    if fullX == 0 && fullY == 0 { return stop() }
    if near != target.id {
      (near, container) = (target.id, 0)
      since = Wide.addSaturating(t, UInt64(config.scroll_wait_us))
    }
    grow(at: t, config)
  }

  private mutating func enter(_ target: press_target, _ start: (x: Int32, y: Int32), _ config: press_drag_config) {
    if latest == target.id { return }
    let isFirst = !hasBegun
    (latest, hasBegun) = (target.id, true)
    (startX, startY) = (AutoscrollStart(), AutoscrollStart())
    if !isFirst || config.scroll_toward == 0 || !AutoscrollStart.isIn(target, start) { return }
    startX.begin(start.x, target.x, target.width, config)
    startY.begin(start.y, target.y, target.height, config)
  }

  /// Time goes on for so long after t, as far as is known: of the frames in between the newest will do.
  mutating func fire(_ t: UInt64, more: UInt64, _ config: press_drag_config) {
    if due > t { return }
    grow(at: t, config)
    let frame = UInt64(config.frame_us)
    if due != UInt64.max { due = Wide.addSaturating(t, max(Wide.divide(more, by: frame), 1) &* frame) }
  }

  @inline(never)
  private mutating func grow(at t: UInt64, _ config: press_drag_config) {
    if t < since {
      due = since
      return
    }
    container = near
    let time = config.scroll_ramp_us == 0 ? Q16.one : Fraction.q16(t &- since, of: UInt64(config.scroll_ramp_us))
    let part = Autoscroll.grown(time, config)
    x = Q16.multiply(fullX, part)
    y = Q16.multiply(fullY, part)
    due = time < Q16.one ? Wide.addSaturating(t, UInt64(config.frame_us)) : UInt64.max
  }

  /// Towards the nearer edge, negative towards the origin; 0 away from both.
  private static func speed(_ p: Int32, _ start: Int32, _ length: Int32, _ config: press_drag_config) -> Int32 {
    let edge = Autoscroll.edge(length, config)
    let fromStart = Int64(p) &- Int64(start)
    let fromEnd = Int64(start) &+ Int64(length) &- Int64(p)
    let distance = min(fromStart, fromEnd)
    if edge <= 0 || distance >= edge { return 0 }
    // A zone that is narrower keeps its proportions.
    let full =
      config.scroll_full >= config.scroll_edge
      ? edge
      : Int64(
        truncatingIfNeeded: Wide.divide(
          UInt64(truncatingIfNeeded: edge &* Int64(config.scroll_full)), by: UInt64(truncatingIfNeeded: Int64(config.scroll_edge))))
    let nearness =
      distance <= full
      ? Q16.one
      : Fraction.q16(UInt64(truncatingIfNeeded: edge &- distance), of: UInt64(truncatingIfNeeded: edge &- full))
    let speed = Q16.multiply(config.scroll_speed, grown(nearness, config))
    return fromStart <= fromEnd ? 0 &- speed : speed
  }

  /// From an edge of a container of such a length, where it scrolls.
  static func edge(_ length: Int32, _ config: press_drag_config) -> Int64 { Int64(min(config.scroll_edge, length >> 2)) }

  /// Slowly at first, so that what only crosses the edge scrolls little.
  @inline(never)
  private static func grown(_ part: Int32, _ config: press_drag_config) -> Int32 {
    config.flags & DragFlag.linearScroll != 0 ? part : Q16.multiply(part, part)
  }
}

/// One axis of the container in which a drag began: near an edge, it does not scroll there by that alone.
struct AutoscrollStart {
  /// The drag scrolls from this distance to the edge; the highest number: from any distance.
  private var nearEnough = Int32.max
  private var isAtEnd = false

  static func isIn(_ target: press_target, _ p: (x: Int32, y: Int32)) -> Bool {
    let (dx, dy) = (Int64(p.x) &- Int64(target.x), Int64(p.y) &- Int64(target.y))
    return dx >= 0 && dy >= 0 && dx < Int64(target.width) && dy < Int64(target.height)
  }

  private func distance(_ p: Int32, _ start: Int32, _ length: Int32) -> Int64 {
    isAtEnd ? Int64(start) &+ Int64(length) &- Int64(p) : Int64(p) &- Int64(start)
  }

  mutating func begin(_ p: Int32, _ start: Int32, _ length: Int32, _ config: press_drag_config) {
    isAtEnd = distance(p, start, length) &* 2 > Int64(length)
    let distance = distance(p, start, length)
    if distance >= Autoscroll.edge(length, config) { return }
    // Where less than that is left, by half of it.
    nearEnough = Int32(truncatingIfNeeded: distance &- max(min(Int64(config.scroll_toward), distance >> 1), 1))
  }

  mutating func allows(_ p: Int32, _ start: Int32, _ length: Int32, _ config: press_drag_config) -> Bool {
    if nearEnough == Int32.max { return true }
    let distance = distance(p, start, length)
    if distance > Int64(nearEnough) && distance < Autoscroll.edge(length, config) { return false }
    nearEnough = Int32.max
    return true
  }
}
