import CPress
@testable import PressCore

/// The events and the questions of one session.
struct DragBook {
  enum Stage: UInt8 {
    case none, dragging, confirming, dropping
  }

  enum ItemStage: UInt8 {
    case none, began, notTaken, ended, selected, cleared
  }

  struct Item {
    /// The source of the item; 0: there is no such item.
    var source: UInt32 = 0
    var stage = ItemStage.none
    /// The program finished it: 1 well, 2 badly.
    var finished = 0
    var hasArrived = false
    /// The source was removed during the drop; it may have been added again.
    var wasGone = false
    /// Its progress was set, but not delivered yet.
    var isUpdated = false
  }

  /// The last answer of a destination.
  struct Answer {
    var isYes = false
    var operation: UInt32 = 0
    var flags: UInt32 = 0
    var most: UInt32 = 0
    /// The type that it accepts, 0: any.
    var accepts: UInt32 = 0
  }

  var id: UInt32 = 0
  var stage = Stage.none
  var contact = UInt32.max
  var source: UInt32 = 0
  var x: Int32 = 0
  var y: Int32 = 0
  var pressure: Int32 = 0
  var items = (Item(), Item())
  var deliveredItems = 0
  var badge = 0
  var hint: UInt32 = 0

  var entered: UInt32 = 0
  /// The destination that refuses, over which it is.
  var refused: UInt32 = 0
  var operation: UInt32 = 0
  var accepted = 0
  /// Left with the event before.
  var justLeft: UInt32 = 0
  /// For each target: whether it was asked, and its answer.
  var asked: (Bool, Bool, Bool, Bool, Bool) = (false, false, false, false, false)
  var answers: (Answer, Answer, Answer, Answer, Answer) = (Answer(), Answer(), Answer(), Answer(), Answer())
  /// Items, modifiers and place when a destination was asked last.
  var askedItems = 0
  var askedModifiers: UInt32 = 0
  var askedX: Int32 = 0
  var askedY: Int32 = 0

  var spring: UInt32 = 0
  var springState = 0
  var springSince: UInt64 = 0
  /// The pressure was below the level since it came over it: when the spring was asked, or later.
  var springArmed = false
  /// The spring that was asked last, and its answer; whether that question was the one before the activation.
  var springAsked: UInt32 = 0
  var springSaid = false
  var springAgain = false
  var scroller: UInt32 = 0
  var velocity: (x: Int32, y: Int32) = (0, 0)
  var scrollsSince: UInt64 = 0
  /// The place of the last delivered event.
  var delivered: (x: Int32, y: Int32) = (0, 0)

  /// The drag was cancelled, or lost its contact or source: from then on only ends are delivered. `reason`: the first one.
  var isEnding = false
  var reason: Int32 = 0
  /// When its contact is lost.
  var lostAt = UInt64.max
  /// The destination was left because the drag drops, or because no destination takes it.
  var isLetting = false
  var isCancelling = false
  /// The program said yes, or that it may be launched.
  var isConfirmed = false
  /// Empty space: not asked, no, yes; and whether a destination was accepted since.
  var launch = 0
  var mayAskLaunch = false
  /// The target that code put it over; the one to which press_drag_perform is about to move it.
  var aim: UInt32 = 0
  var performs: UInt32 = 0

  var drop = Answer()
  var droppedOn: UInt32 = 0
  var droppedAt: UInt64 = 0
  var taken = 0
  var isSlow = false
  var isTaskUpdated = false
  /// 0: none, 1: runs, 2: over.
  var task = 0
  var taskFinished = 0

  var count: Int { (items.0.source != 0 ? 1 : 0) + (items.1.source != 0 ? 1 : 0) }
  var arrived: Int { (items.0.hasArrived ? 1 : 0) + (items.1.hasArrived ? 1 : 0) }

  mutating func end(_ reason: Int32) {
    if isEnding || isCancelling { return }
    (isEnding, self.reason) = (true, reason)
  }

  /// Whether a proposal takes an item that comes from a source, and as what.
  static func representation(_ source: UInt32, _ answer: Answer) -> UInt32? {
    if source != 2 { return 0 }
    if answer.accepts == 0 { return DragProgram.offered[0] }
    return DragProgram.offered.contains(answer.accepts) ? answer.accepts : nil
  }

  /// How many of the items a proposal takes; whether it takes the first, and the second.
  func takes(_ answer: Answer) -> (count: Int, first: Bool, second: Bool) {
    if answer.operation < UInt32(PRESS_DROP_COPY) { return (0, false, false) }
    var left = answer.most
    func take(_ item: Item) -> Bool {
      if item.source == 0 || left == 0 || Self.representation(item.source, answer) == nil { return false }
      left -= 1
      return true
    }
    let first = take(items.0)
    let second = take(items.1)
    return ((first ? 1 : 0) + (second ? 1 : 0), first, second)
  }

  /// A destination that says this is one.
  func accepts(_ answer: Answer) -> Bool {
    answer.isYes && (answer.operation < UInt32(PRESS_DROP_COPY) || takes(answer).count > 0)
  }

  func answer(of target: UInt32) -> Answer {
    switch target {
    case 1: answers.1
    case 2: answers.2
    case 3: answers.3
    case 4: answers.4
    default: answers.0
    }
  }

  func wasAsked(_ target: UInt32) -> Bool {
    switch target {
    case 1: asked.1
    case 2: asked.2
    case 3: asked.3
    default: asked.4
    }
  }

  mutating func keep(_ answer: Answer?, of target: UInt32) {
    let (isAsked, answer) = (answer != nil, answer ?? Answer())
    switch target {
    case 1: (asked.1, answers.1) = (isAsked, answer)
    case 2: (asked.2, answers.2) = (isAsked, answer)
    case 3: (asked.3, answers.3) = (isAsked, answer)
    default: (asked.4, answers.4) = (isAsked, answer)
    }
  }

  private static func passed(_ since: UInt64, _ now: UInt64) -> UInt64 { now > since ? now - since : 0 }

  /// If a step reaches the place to which press_drag_perform moves the drag, the drag is over that target, even if others cover it.
  mutating func arrive(at x: Int32, _ y: Int32, _ setup: DragSetup) {
    if performs == 0 { return }
    let t = setup.target(performs)
    if x == t.x + t.width / 2 && y == t.y + t.height / 2 { (aim, performs) = (performs, 0) }
  }

  mutating func remove(source: UInt32) {
    if items.0.source == source { items.0.wasGone = true }
    if items.1.source == source { items.1.wasGone = true }
  }

  /// A source was removed, or lost its trait.
  mutating func lose(_ target: UInt32) {
    if stage != .dragging && stage != .confirming { return }
    if items.0.source != target && items.1.source != target { return }
    if items.1.source == 0 { return end(Reason.targetRemoved) }
    if items.0.source == target { (items.0, source) = (items.1, items.1.source) }
    items.1 = Item()
    launch = 0
    // After the release no destination is asked again: the last proposal applies to the remaining items.
    let isLetGo = stage == .confirming || isLetting
    if isLetGo && takes(answer(of: entered != 0 ? entered : justLeft)).count == 0 { end(Reason.targetRemoved) }
  }

  // MARK: Events

  private static let ends: Set<UInt32> = [
    EventType.springEnded, EventType.autoscrollEnded, EventType.dragLeft, EventType.dragCancelled, EventType.dropItemEnded,
    EventType.dropItemNotTaken,
    EventType.taskEnded, EventType.dropConcluded,
  ]

  /// Books an event of this session. Returns what is wrong with it.
  mutating func book(_ e: press_event, _ ledger: DragLedger, _ setup: DragSetup) -> String? {
    let left = justLeft
    justLeft = 0
    if (isEnding || e.t_us > lostAt) && !Self.ends.contains(e.type) {
      // Items that had arrived are selected all the same.
      let isSelection = e.type == EventType.selectionSet || e.type == EventType.selectionCleared
      if !isSelection { return "an event of a session that was ended" }
    }
    if e.type != EventType.dragBegan && (e.contact != contact || stage == .none) { return "of no session, or another contact" }
    (x, y, pressure) = (e.x, e.y, e.pressure)
    switch e.type {
    case EventType.dragBegan...EventType.dragCancelled, EventType.dragForbidden: return bookDrag(e, left, ledger, setup)
    case EventType.springPossible...EventType.springEnded: return bookSpring(e, setup)
    case EventType.autoscrollBegan...EventType.autoscrollEnded: return bookScroll(e, setup)
    default: return bookDrop(e, ledger, setup)
    }
  }

  private mutating func bookDrag(_ e: press_event, _ left: UInt32, _ ledger: DragLedger, _ setup: DragSetup) -> String? {
    let drags = stage == .dragging
    switch e.type {
    case EventType.dragMoved:
      let was = delivered
      delivered = (e.x, e.y)
      if !drags || contact != UInt32.max && was == delivered { return "moved out of turn" }
      if e.target != refused { refused = 0 }
      return e.target != 0 && e.target != entered && !accepts(answer(of: e.target)) ? "moves over another" : nil
    case EventType.dragForbidden:
      let isSame = refused == e.target && operation == UInt32(e.value)
      (launch, refused, operation, accepted) = (0, e.target, UInt32(e.value), 0)
      if !drags || entered != 0 || operation >= UInt32(PRESS_DROP_COPY) { return "forbidden out of turn" }
      return isSame ? "forbidden again" : isRight(answer(of: e.target), e, ledger, setup)
    case EventType.dragEntered:
      let was = entered
      let answer = answer(of: e.target)
      (launch, refused) = (0, 0)
      (entered, operation, accepted) = (e.target, UInt32(e.value), Int(e.value2))
      if !drags || was != 0 { return "entered out of turn" }
      return isRight(answer, e, ledger, setup)
    case EventType.dragProposed:
      let isSame = operation == UInt32(e.value) && accepted == Int(e.value2)
      (operation, accepted) = (UInt32(e.value), Int(e.value2))
      if stage == .dropping || e.target != entered { return "proposed out of turn" }
      return isSame ? "proposed the same" : isRight(answer(of: e.target), e, ledger, setup)
    case EventType.dragLeft:
      let was = entered
      (entered, justLeft) = (0, e.target)
      return stage == .dropping || e.target != was ? "left what was not entered" : nil
    case EventType.dragItemsChanged:
      let isSame = badge == Int(e.value) && deliveredItems == Int(e.value2)
      (badge, deliveredItems) = (Int(e.value), Int(e.value2))
      // If an item goes away as the drag drops, this event comes between `left` and `dropped`.
      justLeft = left
      if stage == .dropping { return "items changed out of turn" }
      return isSame ? "items changed to the same" : deliveredItems != count ? "\(deliveredItems) items, not \(count)" : nil
    case EventType.dragHintChanged:
      let isSame = hint == UInt32(e.value)
      hint = UInt32(e.value)
      return stage == .dropping ? "hint out of turn" : isSame ? "the same hint" : nil
    case EventType.dragConfirm:
      stage = .confirming
      if !drags || e.target == 0 || e.target != entered || springState != 0 || scroller != 0 { return "asks out of turn" }
      return answer(of: entered).flags & UInt32(PRESS_PROPOSAL_IRREVERSIBLE) != 0 ? nil : "asks for what can be undone"
    case EventType.dragDropped: return bookDropped(e, left, ledger)
    default: return bookCancelled(e, refused != 0 && entered == 0 && left == 0 ? refused : left, ledger)
    }
  }

  private func isRight(_ answer: Answer, _ e: press_event, _ ledger: DragLedger, _ setup: DragSetup) -> String? {
    let refuses = e.type == EventType.dragForbidden
    if !accepts(answer) || refuses != (answer.operation < UInt32(PRESS_DROP_COPY)) { return "entered what did not accept" }
    if !ledger.isUnder(self, e.target, e.x, e.y, setup) { return "entered what is elsewhere" }
    return answer.operation == UInt32(e.value) && takes(answer).count == Int(e.value2) ? nil : "operation \(e.value), \(e.value2) items"
  }

  private mutating func bookDropped(_ e: press_event, _ left: UInt32, _ ledger: DragLedger) -> String? {
    let was = stage
    drop = e.target == 0 ? ledger.usual(self, 0) : answer(of: e.target)
    (stage, droppedOn, droppedAt) = (.dropping, e.target, e.t_us)
    let needsAnswer = e.target != 0 && drop.flags & UInt32(PRESS_PROPOSAL_IRREVERSIBLE) != 0
    taken = takes(drop).count
    if was != .dragging && was != .confirming { return "dropped twice" }
    if needsAnswer != (was == .confirming) || needsAnswer && !isConfirmed { return "dropped and not confirmed" }
    if e.target == 0 && launch != 2 || e.target != 0 && e.target != left { return "dropped elsewhere" }
    return UInt32(e.value) == drop.operation && Int(e.value2) == taken && taken > 0 ? nil : "operation \(e.value), \(e.value2) items"
  }

  private mutating func bookCancelled(_ e: press_event, _ left: UInt32, _ ledger: DragLedger) -> String? {
    let was = stage
    stage = .none
    if e.target != source || e.flags != ledger.parting(source) { return "flags \(e.flags)" }
    if isEnding { return e.reason == reason ? nil : "reason \(e.reason), not \(reason)" }
    switch e.reason {
    case Reason.lost: return lostAt != UInt64.max ? nil : "reason \(e.reason)"
    case Reason.targetRemoved: return left != 0 && !ledger.has(left, PRESS_TARGET_DROP) ? nil : "reason \(e.reason)"
    case Reason.noDestination:
      if left == 0 { return launch == 2 && was == .dragging ? "did not launch" : nil }
      return !ledger.has(left, PRESS_TARGET_DROP) || answer(of: left).operation == UInt32(PRESS_DROP_CANCEL) || taken == 0 && was == .confirming
        ? nil : "reason \(e.reason)"
    case Reason.forbidden: return left != 0 && answer(of: left).operation == UInt32(PRESS_DROP_FORBIDDEN) ? nil : "reason \(e.reason)"
    default: return "reason \(e.reason)"
    }
  }

  private mutating func bookSpring(_ e: press_event, _ setup: DragSetup) -> String? {
    let was = springState
    if e.type == EventType.springEnded {
      let target = spring
      (springState, spring) = (0, 0)
      return e.target == target ? nil : "another spring"
    }
    springState = Int(e.type - EventType.springPossible) + 1
    let since = springSince
    springSince = e.t_us
    if stage != .dragging || was != springState - 1 { return "a spring out of turn" }
    if was != 0 && e.target != spring { return "another spring" }
    spring = e.target
    if springAsked != spring || !springSaid { return "opens a spring that said no" }
    let isPressed = e.pressure >= setup.config.spring_pressure
    switch springState {
    case 2:
      return isPressed && springArmed && springAgain || Self.passed(since, e.t_us) >= UInt64(setup.config.spring_dwell_us)
        ? nil : "activating too early"
    case 3:
      if !springAgain { return "activated unasked" }
      return isPressed || Self.passed(since, e.t_us) >= UInt64(setup.config.spring_activating_us) ? nil : "activated too early"
    default: return nil
    }
  }

  /// Towards the nearer edge, the faster the nearer, and with time.
  private func speed(_ setup: DragSetup, _ t: UInt64) -> (x: Int32, y: Int32) {
    let target = setup.target(scroller)
    let c = setup.config
    func speed(_ p: Int32, _ start: Int32, _ length: Int32) -> Int32 {
      let edge = min(c.scroll_edge, length / 4)
      let distance = min(p - start, start + length - p)
      if distance >= edge { return 0 }
      let full = Int64(c.scroll_speed) * Int64(edge - distance) / Int64(edge)
      let part = Int64(min(Self.passed(scrollsSince, t), UInt64(c.scroll_ramp_us)))
      return Int32(full * part / Int64(c.scroll_ramp_us)) * (p - start < start + length - p ? -1 : 1)
    }
    return (speed(x, target.x, target.width), speed(y, target.y, target.height))
  }

  private mutating func bookScroll(_ e: press_event, _ setup: DragSetup) -> String? {
    let was = scroller
    switch e.type {
    case EventType.autoscrollBegan:
      (scroller, velocity, scrollsSince) = (e.target, (0, 0), e.t_us)
      return stage == .dragging && was == 0 ? nil : "scrolls out of turn"
    case EventType.autoscrollChanged:
      let isSame = velocity == (e.value, e.value2)
      velocity = (e.value, e.value2)
      if stage != .dragging || was != e.target { return "scrolls out of turn" }
      let right = speed(setup, e.t_us)
      let isRight = abs(right.x - e.value) <= 1 && abs(right.y - e.value2) <= 1
      return isSame ? "the same velocity" : isRight ? nil : "velocity \(e.value), \(e.value2)"
    default:
      scroller = 0
      return was == e.target ? nil : "another scroll"
    }
  }

  // MARK: The drop

  private mutating func bookDrop(_ e: press_event, _ ledger: DragLedger, _ setup: DragSetup) -> String? {
    if stage != .dropping { return "before the drop" }
    if e.target != droppedOn && e.type != EventType.selectionCleared { return "of another destination" }
    switch e.type {
    case EventType.dropSlow:
      let was = isSlow
      isSlow = true
      return was ? "slow twice" : Self.passed(droppedAt, e.t_us) >= UInt64(setup.config.slow_us) ? nil : "slow too early"
    case EventType.taskBegan:
      let was = task
      task = 1
      return was == 0 && drop.flags & UInt32(PRESS_PROPOSAL_TASK) != 0 ? nil : "a task out of turn"
    case EventType.taskUpdated:
      let was = isTaskUpdated
      isTaskUpdated = false
      return was && task == 1 && e.progress == 32768 ? nil : "a task out of turn"
    case EventType.taskEnded:
      task = 2
      return isRight(e.reason, taskFinished, takesTime: true)
    case EventType.dropConcluded: return bookConcluded(e, ledger)
    default: break
    }
    let isFirst = UInt32(e.value) == DragProgram.item(items.0.source)
    if !isFirst && (items.1.source == 0 || UInt32(e.value) != DragProgram.item(items.1.source)) { return "another item" }
    return isFirst ? bookItem(e, &items.0, takes(drop).first, ledger) : bookItem(e, &items.1, takes(drop).second, ledger)
  }

  private func bookItem(_ e: press_event, _ item: inout Item, _ isTaken: Bool, _ ledger: DragLedger) -> String? {
    let was = item.stage
    let takesTime = drop.flags & UInt32(PRESS_PROPOSAL_TRANSFERS) != 0
    switch e.type {
    case EventType.dropItemBegan:
      item.stage = .began
      if was != .none || !isTaken { return "an item out of turn" }
      return UInt32(e.value2) == Self.representation(item.source, drop) ? nil : "representation \(e.value2)"
    case EventType.dropItemNotTaken:
      item.stage = .notTaken
      if was != .none || isTaken && !isEnding { return "not taken out of turn" }
      return e.reason == (isTaken ? self.reason : Reason.none) && e.flags == ledger.parting(item.source)
        ? nil : "reason \(e.reason), flags \(e.flags)"
    case EventType.dropItemUpdated:
      let isDue = item.isUpdated
      item.isUpdated = false
      return isDue && was == .began && takesTime && e.progress == 32768 ? nil : "an item out of turn"
    case EventType.dropItemEnded:
      item.stage = .ended
      item.hasArrived = e.reason == Reason.none
      if e.flags != (e.reason == Reason.none ? 0 : ledger.parting(item.source)) { return "flags \(e.flags)" }
      return isRight(e.reason, item.finished, takesTime: takesTime)
    case EventType.selectionSet:
      item.stage = .selected
      return was == .ended && item.hasArrived && droppedOn != 0 ? nil : "selected out of turn"
    default:
      item.stage = .cleared
      if was != .selected || e.target != item.source { return "cleared out of turn" }
      return isCleared(item, ledger) ? nil : "cleared what stays selected"
    }
  }

  /// Why an item, or the task, ended.
  private func isRight(_ reason: Int32, _ finished: Int, takesTime: Bool) -> String? {
    let right = finished == 2 ? Reason.failed : finished == 1 || !takesTime ? Reason.none : isEnding ? self.reason : -1
    return reason == right ? nil : "reason \(reason), not \(right)"
  }

  /// Whether the item is no longer selected at its source. It stays selected if it moved within its container or if its source is gone.
  private func isCleared(_ item: Item, _ ledger: DragLedger) -> Bool {
    if item.source != 2 || !ledger.isThere(item.source) { return false }
    return drop.operation != UInt32(PRESS_DROP_MOVE) || !ledger.isWithin(droppedOn, item.source)
  }

  private mutating func bookConcluded(_ e: press_event, _ ledger: DragLedger) -> String? {
    stage = .none
    if task == 0 && drop.flags & UInt32(PRESS_PROPOSAL_TASK) != 0 && !isEnding { return "concluded before its task" }
    let isThere = droppedOn != 0 && ledger.isThere(droppedOn)
    for item in [items.0, items.1] where item.source != 0 {
      if item.stage == .none { return "concluded before an item" }
      if item.hasArrived && isThere && item.stage == .ended { return "not selected" }
      if item.stage == .selected && !item.wasGone && isCleared(item, ledger) { return "not cleared" }
    }
    if Int(e.value) != arrived || Int(e.value) + Int(e.value2) != taken { return "\(e.value) and \(e.value2) of \(taken)" }
    return e.reason == (isEnding ? reason : Reason.none) ? nil : "reason \(e.reason)"
  }

  // MARK: Checks between calls

  /// Checks that the state agrees with the delivered events. Returns the first difference. `now`: the time; `waits`: its finger may be lifting.
  mutating func settle(_ ledger: DragLedger, _ setup: DragSetup, _ now: UInt64, waits: Bool) -> String? {
    lostAt = UInt64.max
    if pressure < setup.config.spring_pressure { springArmed = true }
    (justLeft, springSaid, springAsked, springAgain) = (0, springState != 0, springState != 0 ? spring : 0, springState == 3)
    if isEnding { return "ended and there" }
    if stage == .dropping {
      if isTaskUpdated && task == 1 || isDue(items.0) || isDue(items.1) { return "progress that is not delivered" }
      if !isSlow && Self.passed(droppedAt, now) > UInt64(setup.config.slow_us) { return "it is slow, and that was not delivered" }
      return nil
    }
    if deliveredItems != count { return "\(count) items, and the event says \(deliveredItems)" }
    if badge != (entered != 0 ? accepted : count) { return "badge \(badge)" }
    if stage == .dragging, let wrong = settleDestination(ledger, setup) { return wrong }
    if hint != rightHint { return "hint \(hint)" }
    if stage == .confirming { return springState != 0 || scroller != 0 || entered == 0 ? "confirming over nothing" : nil }
    return settleUnder(ledger, setup, now, waits)
  }

  private func isDue(_ item: Item) -> Bool { item.isUpdated && item.stage == .began }

  private var rightHint: UInt32 {
    if refused != 0 { return UInt32(operation == UInt32(PRESS_DROP_FORBIDDEN) ? PRESS_HINT_NOT_ALLOWED : PRESS_HINT_PLAIN) }
    if entered == 0 { return UInt32(launch == 2 ? PRESS_HINT_COPY : PRESS_HINT_PLAIN) }
    return UInt32(operation == UInt32(PRESS_DROP_COPY) ? PRESS_HINT_COPY : PRESS_HINT_PLAIN)
  }

  /// The topmost that accepts is entered, no other, or it refuses; those above it said no.
  private mutating func settleDestination(_ ledger: DragLedger, _ setup: DragSetup) -> String? {
    var right: UInt32 = 0
    var isUnder = false
    for target: UInt32 in [4, 3, 2, 1] {
      let isHere = ledger.isUnder(self, target, x, y, setup)
      if isHere && right == 0 {
        isUnder = true
        if !wasAsked(target) { return "did not ask \(target)" }
        if accepts(answer(of: target)) { right = target }
      } else {
        keep(nil, of: target)
      }
    }
    if right == 0 && launch == 0 { return "did not ask empty space" }
    let refuses = right != 0 && answer(of: right).operation < UInt32(PRESS_DROP_COPY)
    if !refuses { refused = 0 }
    if right != (refuses ? refused : entered) || refuses && entered != 0 { return "over \(right), and the events say \(entered)" }
    if right != 0 && (answer(of: right).operation != operation || takes(answer(of: right)).count != accepted) {
      return "another proposal was delivered"
    }
    let isExact = right != 0 && answer(of: right).flags & UInt32(PRESS_PROPOSAL_EXACT) != 0
    if isExact && (askedX != x || askedY != y) { return "not asked for the exact place" }
    return isUnder && (askedItems != count || askedModifiers != ledger.modifiers) ? "not asked again" : nil
  }

  private func settleUnder(_ ledger: DragLedger, _ setup: DragSetup, _ now: UInt64, _ waits: Bool) -> String? {
    let top = aim != 0 ? aim : setup.target(ledger.traits, at: x, y)
    let right = ledger.nearest(top, PRESS_TARGET_SPRING)
    if springState != 0 && spring != right { return "a spring elsewhere" }
    let wait = springState == 1 ? setup.config.spring_dwell_us : setup.config.spring_activating_us
    if !waits && (springState == 1 || springState == 2) && Self.passed(springSince, now) > UInt64(wait) { return "a spring that time does not open" }
    let container = ledger.nearest(top, PRESS_TARGET_SCROLL)
    let scrolls = contact != UInt32.max && container != 0 && isAtEdge(container, setup)
    if scroller != (scrolls ? container : 0) { return "scrolls \(scroller)" }
    // The speed changes with each frame until it reaches its maximum.
    let isFull = !waits && scroller != 0 && Self.passed(scrollsSince, now) > UInt64(setup.config.scroll_ramp_us)
    return isFull && velocity.y != speed(setup, now).y ? "does not scroll as fast as it should" : nil
  }

  private func isAtEdge(_ target: UInt32, _ setup: DragSetup) -> Bool {
    let t = setup.target(target)
    let edge = setup.config.scroll_edge
    return x - t.x < edge || t.x + t.width - x < edge || y - t.y < edge || t.y + t.height - y < edge
  }
}
