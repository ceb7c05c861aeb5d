import CPress
@testable import PressCore

/// What one contact on target 1, one peek and one transition deliver, stated from the headers: nothing more of a target that is gone, taps that
/// may wait, and what is asked.
struct InteractionLedger: WalkBooks {
  var events = EventLedger()
  /// The traits of target 1; 0: it is not there.
  private(set) var traits = UInt32(InteractionCall.allTraits)
  /// The place where the contact began, and when it first was too far from there for a tap or a hold.
  private var start: (x: Int32, y: Int32) = (0, 0)
  private var movedAt = UInt64.max
  /// Whether it was asked what there is to peek, and whether a preview may begin.
  private var askedPeek = false
  private var askedPreview = false
  /// A tap is waiting for a second one, and TAPPED is still to be delivered.
  private var waits = false
  /// A finger that came when actions were on show.
  private var isOperating = false
  /// The target lost what it peeks in this call: a touch that the peek takes is then not delivered any more.
  private var lostPeek = false
  /// The fraction delivered last.
  private var fraction: Int32 = 0

  var contact: EventLedger.Contact { events.contact(0) }
  var isOpen: Bool { events.runs(.contact) }
  var isEmpty: Bool { events.running.isEmpty }

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
    code.put(isOpen, events.runs(.hold), events.runs(.scroll), events.tapWaits)
    code.put(events.runs(.peek), events.isByFinger, events.isRevealed, events.isChosen)
    code.put(events.runs(.transition), askedPeek, askedPreview, isOperating, isOpen && contact.became == 0 && movedAt != UInt64.max)
    code.put(Int(contact.phase.rawValue))
    code.put(Int(contact.became))
    code.put(contact.hasFailed)
    code.put(fraction == 0 ? 0 : fraction == 65536 ? 2 : 1)
  }

  /// Checks the books after a call.
  mutating func settle(isWaiting: Bool, isOperating: Bool) -> String? {
    let before = self
    (self.isOperating, lostPeek) = (isOperating, false)
    if isOperating && !before.isOperating && contact.became == 0 && !before.lostPeek { return "operates actions, and that was not delivered" }
    (events.tapWaits, waits) = (isWaiting, isWaiting)
    // A contact that is over needs no books.
    if !isOpen { (askedPeek, askedPreview) = (false, false) }
    if !events.runs(.transition) { fraction = 0 }
    if isWaiting && !before.events.tapWaits { return "a tap waits that nobody made" }
    if before.waits && !isWaiting { return "a tap that waited is forgotten" }
    return events.wrongAfterCall
  }

  /// A question. Returns what is wrong with it.
  mutating func ask(_ touch: press_touch, forPeek: Bool) -> String? {
    if touch.contact == EventLedger.nobody { return nil }
    let before = self
    if forPeek { askedPeek = true } else { askedPreview = true }
    if !isOpen || contact.phase != .none { return "asked out of turn" }
    if contact.became != 0 || isOperating { return "asked for what it cannot become" }
    if forPeek && touch.target == 1 && traits & UInt32(PRESS_TARGET_PEEK) == 0 { return "asked what a target without the trait peeks" }
    return (forPeek ? before.askedPeek : before.askedPreview) ? "asked twice" : nil
  }

  /// Checks an event before it is booked. Returns what is wrong with it.
  mutating func book(_ e: press_event) -> String? { checkTarget(e) ?? checkReason(e) ?? bookContact(e) ?? bookPeek(e) ?? bookTransition(e) }

  /// If a target is gone, or lost a trait, the ends of its interactions are delivered, and nothing else.
  private func checkTarget(_ e: press_event) -> String? {
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

  /// Only a few reasons end something without a lift.
  private func checkReason(_ e: press_event) -> String? {
    switch e.type {
    case EventType.contactCancelled, EventType.holdCancelled, EventType.scrollCancelled: Self.isCancel(e.reason) ? nil : "reason \(e.reason)"
    case EventType.previewCancelled, EventType.peekDismissed:
      e.reason == Reason.none || e.reason == Reason.lifted || Self.isCancel(e.reason) ? nil : "reason \(e.reason)"
    default: nil
    }
  }

  private static func isCancel(_ reason: Int32) -> Bool {
    [Reason.lost, Reason.palm, Reason.reset, Reason.program, Reason.targetRemoved].contains(reason)
  }

  private mutating func bookContact(_ e: press_event) -> String? {
    switch e.type {
    case EventType.contactBegan:
      (askedPeek, askedPreview, isOperating) = (false, false, false)
      (start, movedAt) = ((e.x, e.y), UInt64.max)
      return nil
    case EventType.contactEnded:
      if contact.became == 0 && !isOperating && movedAt == UInt64.max { events.tapWaits = true }
      return nil
    case EventType.previewBegan: return mayBecome(e) ?? (askedPeek || askedPreview ? nil : "a preview that nobody was asked about")
    case EventType.tapped:
      if e.reason == Reason.program { return e.contact == EventLedger.nobody ? nil : "of a contact" }
      waits = false
      return events.tapWaits ? nil : isOpen ? mayBecome(e) : "tapped out of nothing"
    case EventType.doubleTapped:
      waits = false
      return events.tapWaits ? mayBecome(e) : "double tapped out of turn"
    case EventType.tapFailed: return movedAt <= e.t_us && e.reason == Reason.moved ? nil : "failed out of turn"
    case EventType.holdBegan, EventType.scrollBegan: return mayBecome(e)
    default: return nil
    }
  }

  private func mayBecome(_ e: press_event) -> String? {
    let needsStillness = [EventType.tapped, EventType.doubleTapped, EventType.holdBegan, EventType.peekShown].contains(e.type)
    // Judged by when it happened.
    if needsStillness && e.t_us - UInt64(e.late_us) > movedAt { return "became \(e.type) though it moved" }
    return isOperating ? "became \(e.type) though it operates actions" : nil
  }

  private func bookPeek(_ e: press_event) -> String? {
    if !(EventType.peekShown...EventType.peekTouched).contains(e.type) { return nil }
    if e.subject != InteractionProgram.peek || e.target != 1 { return "of another peek" }
    switch e.type {
    // Opened by holding still.
    case EventType.peekShown where e.contact == 0 && contact.phase == .none: return isOpen ? mayBecome(e) : "held after the lift"
    case EventType.peekPopped where e.reason == Reason.tapped: return isOperating ? nil : "popped out of turn"
    case EventType.peekPopped where e.reason == Reason.none: return events.isByFinger && contact.phase == .completed ? nil : "popped out of turn"
    case EventType.peekDismissed where e.reason == Reason.lifted && events.isRevealed && !isOperating:
      return "dismissed by the finger that revealed it"
    default: return nil
    }
  }

  private mutating func bookTransition(_ e: press_event) -> String? {
    if !(EventType.transitionStarted...EventType.transitionCancelled).contains(e.type) { return nil }
    if e.contact != EventLedger.nobody || e.subject != 1 { return "of another transition" }
    let before = fraction
    fraction = e.progress
    switch e.type {
    case EventType.transitionStarted: return [0, 32768, 65536].contains(e.progress) ? nil : "started at \(e.progress)"
    case EventType.transitionUpdated: return (0...65536).contains(e.progress) ? nil : "fraction \(e.progress)"
    default:
      if e.reason == Reason.reset && e.type == EventType.transitionCancelled { return nil }
      if e.progress != (e.type == EventType.transitionFinished ? 65536 : 0) { return "ended at \(e.progress)" }
      return e.reason != Reason.none ? "reason \(e.reason)" : before != e.progress ? "ended without its last update" : nil
    }
  }
}
