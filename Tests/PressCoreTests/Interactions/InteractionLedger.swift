import CPress
@testable import PressCore

/// The events that a program may receive, kept as books and stated from the headers, not from the code. Every beginning has one end (law
/// 6), things happen in order, a contact becomes one thing only, and nothing more is delivered of a target that is gone.
struct InteractionLedger {
  /// The traits of target 1; 0: it is not there.
  private(set) var traits = UInt32(InteractionCall.allTraits)
  private(set) var isOpen = false
  /// 0: not begun, 1: preview phase, 2: commit phase, 3: over, 4: completed.
  private(set) var phase = 0
  /// The type of the event by which the contact became a preview, a hold, a scroll or a tap.
  private(set) var became: UInt32 = 0
  /// The place where the contact began, and when it first was too far from there for a tap or a hold.
  private var start: (x: Int32, y: Int32) = (0, 0)
  private var movedAt = UInt64.max
  /// Whether it was asked what there is to peek, and whether a preview may begin.
  private var askedPeek = false
  private var askedPreview = false
  private(set) var isHolding = false
  private(set) var isScrolling = false
  /// A tap that lifted and is not delivered yet: the first of two, maybe.
  private var mayWait = false
  /// That tap is waiting for a second one, and TAPPED is still to be delivered.
  private var waits = false
  private(set) var isShown = false
  /// The peek was shown by the finger that is down, and not opened from code.
  private var isByFinger = false
  private(set) var isRevealed = false
  private var isChosen = false
  /// A finger that came when actions were on show.
  private var isOperating = false
  /// The peek said that it takes its touch.
  private var isTouched = false
  /// The target lost what it peeks in this call: a touch that the peek takes is then not delivered any more.
  private var lostPeek = false
  private(set) var lives = false
  /// The fraction delivered last.
  private var fraction: Int32 = 0

  var hasPreview: Bool { phase == 1 || phase == 2 }
  var isEmpty: Bool { !isOpen && !hasPreview && !isHolding && !isScrolling && !isShown && !lives }

  mutating func edit(_ traits: UInt32) {
    lostPeek = traits & UInt32(PRESS_TARGET_PEEK) == 0
    self.traits = traits
  }

  /// A sample of a contact that is down: 10 points are too far.
  mutating func sample(_ t: UInt64, _ x: Int32, _ y: Int32) {
    let (dx, dy) = ((x - start.x) >> 16, (y - start.y) >> 16)
    if isOpen && movedAt == UInt64.max && dx * dx + dy * dy >= 100 { movedAt = t }
  }

  /// A reset, or its target goes away.
  mutating func dropTap() { waits = false }

  func put(into code: inout InteractionCode) {
    code.put(isOpen, isHolding, isScrolling, mayWait, isShown, isByFinger, isRevealed, isChosen)
    code.put(lives, askedPeek, askedPreview, isOperating, isOpen && became == 0 && movedAt != UInt64.max, isTouched)
    code.put(phase)
    code.put(Int(became))
    code.put(fraction == 0 ? 0 : fraction == 65536 ? 2 : 1)
  }

  /// Checks the books after a call.
  mutating func settle(isWaiting: Bool, isOperating: Bool) -> String? {
    let before = self
    (self.isOperating, lostPeek) = (isOperating, false)
    if isOperating && !before.isOperating && !isTouched && became == 0 && !before.lostPeek { return "operates actions, and that was not delivered" }
    (mayWait, waits) = (isWaiting, isWaiting)
    // A contact that is over needs no books.
    if !isOpen { (phase, became, askedPeek, askedPreview, isTouched) = (0, 0, false, false, false) }
    if !lives { fraction = 0 }
    if !isShown { isByFinger = false }
    if isWaiting && !before.mayWait { return "a tap waits that nobody made" }
    if before.waits && !isWaiting { return "a tap that waited is forgotten" }
    if before.isOpen && before.becameTap { return "a tap, and the contact goes on" }
    if before.isOpen && phase == 4 && isShown && isByFinger && !isRevealed { return "completed and not popped" }
    if isShown && isChosen { return "selected and not dismissed" }
    if isHolding && !isOpen || isScrolling && !isOpen || hasPreview && !isOpen { return "outlives its contact" }
    return nil
  }

  private var becameTap: Bool { became == EventType.tapped || became == EventType.doubleTapped }

  /// A question. Returns what is wrong with it.
  mutating func ask(_ touch: press_touch, forPeek: Bool) -> String? {
    if touch.contact == UInt32.max { return nil }
    let before = self
    if forPeek { askedPeek = true } else { askedPreview = true }
    if !isOpen || phase != 0 { return "asked out of turn" }
    if became != 0 || isOperating { return "asked for what it cannot become" }
    if forPeek && touch.target == 1 && traits & UInt32(PRESS_TARGET_PEEK) == 0 { return "asked what a target without the trait peeks" }
    return (forPeek ? before.askedPeek : before.askedPreview) ? "asked twice" : nil
  }

  /// Books an event. Returns what is wrong with it.
  mutating func book(_ e: press_event) -> String? {
    let wrong: String?
    switch e.type {
    case ..<EventType.tapped: wrong = bookContact(e)
    case EventType.peekShown...EventType.peekTouched: wrong = bookPeek(e)
    case EventType.transitionStarted...EventType.transitionCancelled: wrong = bookTransition(e)
    default: wrong = bookGesture(e)
    }
    return wrong ?? bookTarget(e)
  }

  /// If a target is gone, or lost a trait, the ends of its interactions are delivered, and nothing else.
  private func bookTarget(_ e: press_event) -> String? {
    if e.target != 1 { return nil }
    let needs: Int
    switch e.type {
    case EventType.contactEnded, EventType.contactCancelled, EventType.previewCancelled, EventType.peekDismissed: return nil
    case EventType.holdEnded, EventType.holdCancelled, EventType.scrollEnded, EventType.scrollCancelled: return nil
    case EventType.previewBegan, EventType.previewUpdated, EventType.commitUpdated: needs = PRESS_TARGET_PEEK
    case EventType.peekShown...EventType.peekTouched: needs = PRESS_TARGET_PEEK
    case EventType.holdBegan: needs = PRESS_TARGET_HOLD
    case EventType.scrollBegan, EventType.scrollMoved: needs = PRESS_TARGET_SCROLL
    case EventType.tapped, EventType.doubleTapped, EventType.tapFailed: needs = PRESS_TARGET_TAP
    default: return traits != 0 ? nil : "the target is gone"
    }
    return traits & UInt32(needs) != 0 ? nil : traits == 0 ? "the target is gone" : "the target lost the trait"
  }

  private static func isCancel(_ reason: Int32) -> Bool {
    [Reason.lost, Reason.palm, Reason.reset, Reason.program, Reason.targetRemoved].contains(reason)
  }

  private mutating func bookContact(_ e: press_event) -> String? {
    let before = self
    let isEnded = e.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0
    switch e.type {
    case EventType.contactBegan:
      (isOpen, phase, became, askedPeek, askedPreview, isOperating, isTouched) = (true, 0, 0, false, false, false, false)
      (start, movedAt) = ((e.x, e.y), UInt64.max)
      return before.isOpen ? "began twice" : nil
    case EventType.contactEnded, EventType.contactCancelled: return endContact(e)
    case EventType.previewBegan:
      phase = 1
      return becomes(e) ?? (before.isOpen && before.phase == 0 && (askedPeek || askedPreview) ? nil : "preview began out of turn")
    case EventType.previewRefused:
      phase = 3
      return before.isOpen && before.phase == 0 ? nil : "refused out of turn"
    case EventType.previewUpdated:
      if isEnded { phase = 2 }
      if before.phase != 1 { return "progress of a preview phase that does not run" }
      return isRight(e.progress, isEnded)
    case EventType.commitUpdated:
      if isEnded { phase = 4 }
      if before.phase != 2 { return "progress of a commit phase that does not run" }
      return isShown && isByFinger && isRevealed ? "commits though revealed" : isRight(e.progress, isEnded)
    case EventType.previewCancelled:
      phase = 3
      if !before.hasPreview { return "cancelled without a preview" }
      if isShown && isByFinger && !isRevealed { return "ends before the peek on it" }
      return e.reason == Reason.lifted || Self.isCancel(e.reason) ? nil : "reason \(e.reason)"
    default: return "unknown event"
    }
  }

  private func isRight(_ progress: Int32, _ isEnded: Bool) -> String? {
    isEnded ? progress == 65536 ? nil : "ended at \(progress)" : (0..<65536).contains(progress) ? nil : "progress \(progress)"
  }

  private mutating func endContact(_ e: press_event) -> String? {
    let before = self
    let isLifted = e.type == EventType.contactEnded
    isOpen = false
    if isLifted && became == 0 && !isOperating && movedAt == UInt64.max { mayWait = true }
    if !before.isOpen { return "ended twice" }
    if hasPreview || isHolding || isScrolling { return "ended before what it became" }
    if isShown && isByFinger && !isRevealed { return "ended before the peek on it" }
    if !isLifted && becameTap { return "a tap of a contact that is cancelled" }
    isByFinger = false
    return isLifted ? e.reason == Reason.lifted ? nil : "reason \(e.reason)" : Self.isCancel(e.reason) ? nil : "reason \(e.reason)"
  }

  private mutating func becomes(_ e: press_event) -> String? {
    let was = became
    became = e.type
    let needsStillness = becameTap || e.type == EventType.holdBegan || e.type == EventType.peekShown
    // Judged by when it happened.
    if needsStillness && e.t_us - UInt64(e.late_us) > movedAt { return "became \(e.type) though it moved" }
    if isOperating || isTouched { return "became \(e.type) though it operates actions" }
    return was == 0 ? nil : "became \(e.type) after it had become \(was)"
  }

  private mutating func bookGesture(_ e: press_event) -> String? {
    let before = self
    switch e.type {
    case EventType.tapped:
      if e.reason == Reason.program { return e.contact == UInt32.max ? nil : "of a contact" }
      if mayWait {
        (mayWait, waits) = (false, false)
        return nil
      }
      return isOpen ? becomes(e) : "tapped out of nothing"
    case EventType.doubleTapped:
      (mayWait, waits) = (false, false)
      return before.mayWait && isOpen ? becomes(e) : "double tapped out of turn"
    case EventType.tapFailed: return isOpen && became == 0 && movedAt <= e.t_us && e.reason == Reason.moved ? nil : "failed out of turn"
    case EventType.holdBegan:
      isHolding = true
      return before.isOpen ? becomes(e) : "held after the lift"
    case EventType.holdEnded, EventType.holdCancelled:
      isHolding = false
      return endsRight(before.isHolding, e, EventType.holdEnded)
    case EventType.scrollBegan:
      isScrolling = true
      return before.isOpen ? becomes(e) : "scrolled after the lift"
    case EventType.scrollMoved: return isScrolling ? nil : "scrolled without a beginning"
    case EventType.scrollEnded, EventType.scrollCancelled:
      isScrolling = false
      return endsRight(before.isScrolling, e, EventType.scrollEnded)
    default: return "unknown event"
    }
  }

  private func endsRight(_ ran: Bool, _ e: press_event, _ ended: UInt32) -> String? {
    if !ran { return "ended twice" }
    if !isOpen { return "ended after its contact" }
    return (e.type == ended) == (e.reason == Reason.lifted) && (e.type == ended || Self.isCancel(e.reason)) ? nil : "reason \(e.reason)"
  }

  private mutating func bookPeek(_ e: press_event) -> String? {
    let before = self
    if e.subject != InteractionProgram.peek || e.target != 1 { return "of another peek" }
    switch e.type {
    case EventType.peekShown:
      (isShown, isRevealed, isChosen) = (true, false, false)
      isByFinger = e.contact == 0 && phase != 0
      if isByFinger && (!isOpen || phase != 2) { return "shown out of turn" }
      // Opened by holding still.
      if e.contact == 0 && phase == 0 { return becomes(e) ?? (isOpen ? before.isShown ? "two peeks" : nil : "held after the lift") }
      return before.isShown ? "two peeks" : nil
    case EventType.actionsRevealed:
      isRevealed = true
      if isByFinger && phase == 4 { return "revealed though it pops" }
      return isShown && !isChosen && (before.isRevealed || e.value == 0) ? nil : "revealed out of turn"
    case EventType.actionHighlighted: return isShown && isRevealed && !isChosen ? nil : "highlighted out of turn"
    case EventType.actionSelected:
      isChosen = e.flags & UInt32(PRESS_EVENT_FLAG_KEPT) == 0
      return isShown && isRevealed && !before.isChosen ? nil : "selected out of turn"
    case EventType.peekTouched:
      isTouched = true
      return isShown && isOpen && became == 0 && !before.isTouched && !isByFinger ? nil : "touched out of turn"
    case EventType.actionsHidden:
      isRevealed = false
      return before.isRevealed && isShown && !isChosen && isByFinger ? nil : "hidden out of turn"
    default: return endPeek(e)
    }
  }

  private mutating func endPeek(_ e: press_event) -> String? {
    let before = self
    (isShown, isRevealed, isChosen, isByFinger) = (false, false, false, false)
    if !before.isShown { return "a peek ended twice" }
    if e.type == EventType.peekPopped {
      if before.isChosen { return "popped though selected" }
      if e.reason == Reason.program || e.reason == Reason.tapped && isOperating { return nil }
      return before.isRevealed ? "popped though revealed" : before.isByFinger && phase == 4 ? nil : "popped out of turn"
    }
    if (e.reason == Reason.none) != before.isChosen { return "reason \(e.reason)" }
    if e.reason == Reason.lifted && before.isRevealed && !isOperating { return "dismissed by the finger that revealed it" }
    return e.reason == Reason.none || e.reason == Reason.lifted || Self.isCancel(e.reason) ? nil : "reason \(e.reason)"
  }

  private mutating func bookTransition(_ e: press_event) -> String? {
    let before = self
    if e.contact != UInt32.max || e.subject != 1 { return "of another transition" }
    fraction = e.progress
    switch e.type {
    case EventType.transitionStarted:
      lives = true
      return before.lives ? "started twice" : [0, 32768, 65536].contains(e.progress) ? nil : "started at \(e.progress)"
    case EventType.transitionUpdated:
      return !lives ? "updated what does not live" : (0...65536).contains(e.progress) ? nil : "fraction \(e.progress)"
    default:
      lives = false
      if !before.lives { return "a transition ended twice" }
      if e.reason == Reason.reset && e.type == EventType.transitionCancelled { return nil }
      if e.progress != (e.type == EventType.transitionFinished ? 65536 : 0) { return "ended at \(e.progress)" }
      return e.reason != Reason.none ? "reason \(e.reason)" : before.fraction != e.progress ? "ended without its last update" : nil
    }
  }
}
