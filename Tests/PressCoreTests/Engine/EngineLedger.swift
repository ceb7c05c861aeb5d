import CPress
@testable import PressCore

/// Checks law 6: records for each contact id what began, and what still must end.
struct EngineLedger: Hashable {
  struct Entry: Hashable {
    var isOpen = false
    var asked = 0
    /// 0: not begun, 1: preview phase, 2: commit phase, 3: over.
    var phase = 0
    /// The contact has ended, but the event is still to be delivered; until then no other event of the contact may come.
    var isDoomed = false
    var isPreviewDoomed = false
    /// When the force fell below release; nil: it is not below. The contact may come back.
    var fellAt: UInt64?
    /// How late the sample was with which the force fell.
    var fellLate: UInt32 = 0

    var hasPreview: Bool { phase == 1 || phase == 2 }
  }

  var entries = [Entry(), Entry()]
  /// How long a force may be below release, as configured.
  var lift: UInt64 = 0
  /// When the event before was delivered; a reset lets time start again.
  var deliveredAt: UInt64 = 0
  var restarts = 0
  /// How late the sample is that is being fed.
  var late: UInt32 = 0

  /// A sample of an open contact. Its force says whether it falls or comes back.
  mutating func sample(_ contact: UInt32, _ isTouching: Bool, at t: UInt64) {
    let entry = entries[Int(contact)]
    if !entry.isOpen || lift == 0 { return }
    if isTouching {
      if let fell = entry.fellAt, t &- fell <= lift { entries[Int(contact)].fellAt = nil }
    } else if entry.fellAt == nil {
      entries[Int(contact)].fellAt = t
      entries[Int(contact)].fellLate = late
    }
  }

  /// Books an event. Returns what is wrong with it.
  mutating func book(_ e: press_event) -> String? {
    let c = Int(e.contact)
    let before = entries[c]
    let isEnded = e.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0
    let isEnd = [EventType.contactEnded, EventType.contactCancelled, EventType.previewCancelled].contains(e.type)
    if e.t_us < deliveredAt {
      if restarts == 0 { return "delivered before the one before" }
      restarts -= 1
    }
    deliveredAt = e.t_us
    if let wrong = bookLateness(e, before, isEnd) { return wrong }
    if !isEnd && before.isDoomed { return "delivered after its contact was ended" }
    switch e.type {
    case EventType.contactBegan:
      entries[c] = Entry()
      entries[c].isOpen = true
      return before.isOpen ? "began twice" : nil
    case EventType.contactMoved: return before.isOpen ? nil : "moved without a contact"
    case EventType.contactEnded, EventType.contactCancelled:
      entries[c].isOpen = false
      entries[c].isDoomed = false
      return !before.isOpen ? "ended twice" : before.hasPreview ? "ended before its preview" : nil
    case EventType.previewBegan:
      entries[c].phase = 1
      return before.isOpen && before.phase == 0 && before.asked <= 1 ? nil : "preview began out of turn"
    case EventType.previewRefused:
      entries[c].phase = 3
      return before.isOpen && before.phase == 0 ? nil : "refused out of turn"
    case EventType.previewUpdated:
      if isEnded { entries[c].phase = 2 }
      return bookProgress(e, before, 1, isEnded)
    case EventType.commitUpdated:
      if isEnded { entries[c].phase = 3 }
      return bookProgress(e, before, 2, isEnded)
    case EventType.previewCancelled:
      entries[c].phase = 3
      entries[c].isPreviewDoomed = false
      return before.hasPreview ? nil : "cancelled without a preview"
    default: return "unknown event"
    }
  }

  /// During its grace a contact delivers only ends, and each end that the lift causes is as late as the lift.
  private func bookLateness(_ e: press_event, _ before: Entry, _ isEnd: Bool) -> String? {
    if e.reason == Reason.lifted {
      let fell = before.fellAt ?? e.t_us
      if lift != 0 && before.fellAt == nil { return "lifted without a fall" }
      let passed = before.fellAt == nil ? UInt64(late) : e.t_us &- fell &+ UInt64(before.fellLate)
      return UInt64(e.late_us) == passed && e.t_us &- fell <= lift ? nil : "late by \(e.late_us)"
    }
    if e.late_us != late && (e.late_us != 0 || e.type == EventType.contactBegan) { return "late without a reason" }
    // Events that were due before the sample that fell are delivered with it.
    guard let fell = before.fellAt, e.t_us >= fell else { return nil }
    return !isEnd && e.type != EventType.contactBegan ? "delivered in its grace" : nil
  }

  private func bookProgress(_ e: press_event, _ before: Entry, _ phase: Int, _ isEnded: Bool) -> String? {
    if before.phase != phase || !before.isOpen { return "progress of a phase that does not run" }
    if before.isPreviewDoomed { return "progress after the preview was cancelled" }
    return isEnded == (e.progress == 65536) && e.progress >= 0 && e.progress <= 65536 ? nil : "progress out of range"
  }

  mutating func ask(_ contact: UInt32) -> String? {
    let entry = entries[Int(contact)]
    entries[Int(contact)].asked += 1
    return entry.isOpen && entry.asked == 0 && entry.phase == 0 && !entry.isDoomed ? nil : "asked out of turn"
  }
}
