import CPress
@testable import PressCore

/// What the engine alone delivers: questions, lifts that may come back, and calls in callbacks that end something.
struct EngineLedger: WalkBooks, Hashable {
  struct Entry: Hashable {
    var asked = 0
    /// The contact has ended, but the event is still to be delivered; until then no other event of the contact may come.
    var isDoomed = false
    var isPreviewDoomed = false
    /// When the force fell below release; nil: it is not below. The contact may come back.
    var fellAt: UInt64?
    /// How late the sample was with which the force fell.
    var fellLate: UInt32 = 0
  }

  var events = EventLedger()
  var entries = [Entry(), Entry()]
  /// How long a force may be below release, as configured.
  var lift: UInt64 = 0
  /// How late the sample is that is being fed.
  var late: UInt32 = 0

  func isOpen(_ contact: Int) -> Bool { events.runs(.contact, of: UInt32(contact)) }
  func hasPreview(_ contact: Int) -> Bool { events.runs(.preview, of: UInt32(contact)) }

  /// A sample of an open contact. Its force says whether it falls or comes back.
  mutating func sample(_ contact: UInt32, _ isTouching: Bool, at t: UInt64) {
    let entry = entries[Int(contact)]
    if !isOpen(Int(contact)) || lift == 0 { return }
    if isTouching {
      if let fell = entry.fellAt, t &- fell <= lift { entries[Int(contact)].fellAt = nil }
    } else if entry.fellAt == nil {
      entries[Int(contact)].fellAt = t
      entries[Int(contact)].fellLate = late
    }
  }

  /// Checks an event before it is booked. Returns what is wrong with it.
  mutating func book(_ e: press_event) -> String? {
    let c = Int(e.contact)
    let before = entries[c]
    let isEnd = [EventType.contactEnded, EventType.contactCancelled, EventType.previewCancelled].contains(e.type)
    if let wrong = checkLateness(e, before, isEnd) { return wrong }
    if !isEnd && before.isDoomed { return "delivered after its contact was ended" }
    switch e.type {
    case EventType.contactBegan: entries[c] = Entry()
    case EventType.contactEnded, EventType.contactCancelled: entries[c].isDoomed = false
    case EventType.previewBegan: return before.asked <= 1 ? nil : "preview began out of turn"
    case EventType.previewUpdated, EventType.commitUpdated: return before.isPreviewDoomed ? "progress after the preview was cancelled" : nil
    case EventType.previewCancelled: entries[c].isPreviewDoomed = false
    default: break
    }
    return nil
  }

  /// During its grace a contact delivers only ends, and each end that the lift causes is as late as the lift.
  private func checkLateness(_ e: press_event, _ before: Entry, _ isEnd: Bool) -> String? {
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

  mutating func ask(_ contact: UInt32) -> String? {
    let entry = entries[Int(contact)]
    entries[Int(contact)].asked += 1
    let isRight = isOpen(Int(contact)) && entry.asked == 0 && events.contact(contact).phase == .none && !entry.isDoomed
    return isRight ? nil : "asked out of turn"
  }
}
