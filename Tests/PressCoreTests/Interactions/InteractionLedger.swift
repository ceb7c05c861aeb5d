import CPress
@testable import PressCore

/// Law 6 for one contact and all that is attached, kept as books: what began, and what still must end; and that a contact
/// becomes one thing only.
struct InteractionLedger: Hashable {
  var isOpen = false
  /// 0: not begun, 1: preview phase, 2: commit phase, 3: over.
  var phase: UInt8 = 0
  /// It previews, holds, scrolls, or was a tap.
  var became: UInt32 = 0
  var isHolding = false
  var isScrolling = false
  /// A tap that lifted and is not told yet: the first of two, maybe.
  var mayWait = false
  var isShown = false
  var isRevealed = false
  var isChosen = false
  var transitions: Set<UInt32> = []

  var hasPreview: Bool { phase == 1 || phase == 2 }
  var isEmpty: Bool { !isOpen && !hasPreview && !isHolding && !isScrolling && !isShown && transitions.isEmpty }

  /// Books an event. Returns what is wrong with it.
  mutating func book(_ e: press_event) -> String? {
    switch e.type {
    case ..<EventType.tapped: bookContact(e)
    case EventType.peekShown...EventType.actionSelected: bookPeek(e)
    case EventType.transitionStarted...EventType.transitionCancelled: bookTransition(e)
    default: bookGesture(e)
    }
  }

  private mutating func bookContact(_ e: press_event) -> String? {
    let before = self
    let isEnded = e.flags & UInt32(PRESS_EVENT_ENDED) != 0
    switch e.type {
    case EventType.contactBegan:
      (isOpen, phase, became) = (true, 0, 0)
      return before.isOpen ? "began twice" : nil
    case EventType.contactEnded, EventType.contactCancelled:
      isOpen = false
      if e.type == EventType.contactEnded && became == 0 { mayWait = true }
      return !before.isOpen ? "ended twice" : hasPreview || isHolding || isScrolling ? "ended before what it became" : nil
    case EventType.previewBegan:
      phase = 1
      return becomes(e) ?? (before.isOpen && before.phase == 0 ? nil : "preview began out of turn")
    case EventType.previewRefused:
      phase = 3
      return before.isOpen && before.phase == 0 ? nil : "refused out of turn"
    case EventType.previewUpdated:
      if isEnded { phase = 2 }
      return before.phase == 1 ? nil : "progress of a preview phase that does not run"
    case EventType.commitUpdated:
      if isEnded { phase = 3 }
      return before.phase == 2 ? nil : "progress of a commit phase that does not run"
    case EventType.previewCancelled:
      phase = 3
      return before.hasPreview ? nil : "cancelled without a preview"
    default: return "unknown event"
    }
  }

  private mutating func becomes(_ e: press_event) -> String? {
    let was = became
    became = e.type
    return was == 0 ? nil : "became \(e.type) after it had become \(was)"
  }

  private mutating func bookGesture(_ e: press_event) -> String? {
    let before = self
    switch e.type {
    case EventType.tapped:
      if e.reason == Reason.program { return nil }
      if mayWait {
        mayWait = false
        return nil
      }
      return isOpen ? becomes(e) : "tapped out of nothing"
    case EventType.doubleTapped:
      mayWait = false
      return before.mayWait && isOpen ? becomes(e) : "double tapped out of turn"
    case EventType.holdBegan:
      isHolding = true
      return before.isOpen ? becomes(e) : "held after the lift"
    case EventType.holdEnded, EventType.holdCancelled:
      isHolding = false
      return before.isHolding ? nil : "a hold ended twice"
    case EventType.scrollBegan:
      isScrolling = true
      return before.isOpen ? becomes(e) : "scrolled after the lift"
    case EventType.scrollMoved: return isScrolling ? nil : "scrolled without a beginning"
    case EventType.scrollEnded, EventType.scrollCancelled:
      isScrolling = false
      return before.isScrolling ? nil : "a scroll ended twice"
    default: return "unknown event"
    }
  }

  private mutating func bookPeek(_ e: press_event) -> String? {
    let before = self
    switch e.type {
    case EventType.peekShown:
      (isShown, isRevealed, isChosen) = (true, false, false)
      return before.isShown ? "two peeks" : nil
    case EventType.actionsRevealed:
      isRevealed = true
      return isShown && !isChosen ? nil : "revealed out of turn"
    case EventType.actionHighlighted: return isShown && isRevealed && !isChosen ? nil : "highlighted out of turn"
    case EventType.actionSelected:
      isChosen = true
      return isShown && isRevealed && !before.isChosen ? nil : "selected out of turn"
    default:
      (isShown, isRevealed, isChosen) = (false, false, false)
      if e.type == EventType.peekPopped && before.isRevealed && e.reason != Reason.program { return "popped though revealed" }
      return before.isShown ? nil : "a peek ended twice"
    }
  }

  private mutating func bookTransition(_ e: press_event) -> String? {
    switch e.type {
    case EventType.transitionStarted: return transitions.insert(e.subject).inserted ? nil : "started twice"
    case EventType.transitionUpdated: return transitions.contains(e.subject) ? nil : "updated what does not live"
    default: return transitions.remove(e.subject) != nil ? nil : "a transition ended twice"
    }
  }
}
