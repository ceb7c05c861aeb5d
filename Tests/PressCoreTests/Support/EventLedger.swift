import CPress
@testable import PressCore

/// The books of a walk: `events` is what every walk books, the type adds what its own interactions need.
protocol WalkBooks {
  var events: EventLedger { get set }
}

/// The events that a program may receive, whatever is attached. What begins, ends and is a part of what comes from event.h (Life, Role); the
/// rest is stated here from the headers, not from the code. Each beginning has one end (law 6), in order, and a contact becomes one thing.
struct EventLedger: Hashable {
  struct Running: Hashable {
    let kind: Life
    let contact, subject, item: UInt32
    /// The target of its beginning.
    var target: UInt32
    /// A drag that was let go, and waits for the program to confirm it.
    var isConfirming = false

    init(_ kind: Life, _ e: press_event) {
      self.kind = kind
      contact = kind.isSingle ? UInt32.max : e.contact
      (subject, item, target) = (e.subject, kind.isOfItem ? UInt32(bitPattern: e.value) : 0, e.target)
    }

    /// Which one it is, and where it stands among those that run: the order in which they began does not matter.
    var key: (UInt8, UInt32, UInt32, UInt32) { (kind.rawValue, contact, subject, item) }
  }

  /// The phase of a preview.
  enum Phase: UInt8 { case none, preview, commit, completed, over }

  struct Contact: Hashable {
    let id: UInt32
    /// The event with which it became a preview, a hold, a scroll, a tap, a drag, or that of a peek; 0: it is open.
    var became: UInt32 = 0
    var phase = Phase.none
    /// A drag may follow.
    var isLifted = false
    /// It is no tap.
    var hasFailed = false

    var hasPreview: Bool { phase == .preview || phase == .commit }
    var isTap: Bool { became == EventType.tapped || became == EventType.doubleTapped }
  }

  static let nobody = UInt32.max

  private(set) var running: [Running] = []
  private var contacts: [Contact] = []
  /// The contact whose preview shows the peek.
  private(set) var finger = nobody
  private(set) var isRevealed = false
  private(set) var isChosen = false
  /// A tap of the contact before may wait for a second one, as the walk knows: then the next TAPPED is of that one.
  var tapWaits = false
  private var latest: UInt64 = 0
  /// How often time may start again in this call.
  var restarts = 0

  func runs(_ kind: Life) -> Bool { running.contains { $0.kind == kind } }
  func runs(_ kind: Life, of contact: UInt32) -> Bool { running.contains { $0.kind == kind && $0.contact == contact } }
  func runs(_ kind: Life, in subject: UInt32) -> Bool { running.contains { $0.kind == kind && $0.subject == subject } }
  func contact(_ id: UInt32) -> Contact { contacts.first { $0.id == id } ?? Contact(id: id) }
  var isByFinger: Bool { finger != Self.nobody }

  /// Before a call. The books may come from another engine, which is in the same state at another time.
  mutating func start(_ now: UInt64) { (latest, restarts) = (min(latest, now), 0) }

  /// For a state of the engine alone: without times, without the targets of what began, and without what a preview that is over had been.
  var code: EventLedger {
    var code = self
    (code.latest, code.restarts) = (0, 0)
    for i in code.running.indices { code.running[i].target = 0 }
    for i in code.contacts.indices where code.contacts[i].phase == .over { code.contacts[i].became = 0 }
    return code
  }

  /// The first fault after a call, when everything has been delivered.
  var wrongAfterCall: String? {
    if runs(.peek) && isChosen { return "selected and not dismissed" }
    if contacts.contains(where: \.isTap) { return "a tap, and the contact goes on" }
    return runs(.peek) && contact(finger).phase == .completed && !isRevealed ? "completed and not popped" : nil
  }

  // MARK: Events

  /// Books an event. Returns what is wrong with it.
  mutating func book(_ e: press_event) -> String? {
    let wrong = bookTime(e) ?? checkContact(e) ?? bookContact(e) ?? bookPeek(e)
    return bookLives(e) ?? wrong
  }

  private mutating func bookTime(_ e: press_event) -> String? {
    let goesBack = e.t_us < latest
    latest = e.t_us
    if goesBack { restarts -= 1 }
    return restarts < 0 ? "time goes back" : nil
  }

  /// Events of a contact come while it is down, but for a tap that waited for a second one.
  private func checkContact(_ e: press_event) -> String? {
    switch e.type {
    case EventType.contactBegan, EventType.tapped: return nil
    case ..<EventType.tapped, EventType.doubleTapped...EventType.dragRefused, EventType.peekTouched, EventType.dragLifted, EventType.dragSettled,
      EventType.levelsBegan...EventType.levelsCancelled:
      return e.contact == Self.nobody || runs(.contact, of: e.contact) ? nil : "of a contact that is not down"
    case EventType.dropItemNotTaken: return runs(.drop, in: e.subject) ? nil : "before the drop"
    default: return nil
    }
  }

  private mutating func bookLives(_ e: press_event) -> String? {
    let role = Role(e.type)
    var wrong: String?
    if let kind = role.goesOnWith, place(of: Running(kind, e)) == nil { wrong = "goes on with a \(kind) that does not run" }
    if let kind = role.ends ?? (e.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0 ? role.endsWithLast : nil) {
      let one = Running(kind, e)
      if let part = running.first(where: { Self.isPart($0, of: one) }) { wrong = "ended before its \(part.kind)" }
      if let at = place(of: one) { running.remove(at: at) } else { wrong = "ended without a beginning" }
    }
    if let kind = role.begins {
      let one = Running(kind, e)
      if place(of: one) != nil { return "began twice" }
      if kind.whole != nil && !running.contains(where: { Self.isPart(one, of: $0) }) { wrong = "began outside of what it is a part of" }
      running.insert(one, at: running.firstIndex { one.key < $0.key } ?? running.count)
    }
    if e.type == EventType.dragConfirm, let at = place(of: Running(.drag, e)) { running[at].isConfirming = true }
    return wrong
  }

  private func place(of one: Running) -> Int? { running.firstIndex { $0.key == one.key } }

  /// A drag ends before its contact, though not each drag has one, unless it is being confirmed.
  private static func isPart(_ part: Running, of whole: Running) -> Bool {
    if whole.kind == .contact { return (part.kind.whole == .contact || part.kind == .drag && !part.isConfirming) && part.contact == whole.contact }
    return part.kind.whole == whole.kind && part.subject == whole.subject
  }

  private mutating func bookContact(_ e: press_event) -> String? {
    if e.type == EventType.contactBegan {
      contacts = (contacts + [Contact(id: e.contact)]).sorted { $0.id < $1.id }
      return nil
    }
    let isOfBefore = tapWaits && e.type == EventType.tapped
    if e.contact != Self.nobody && (e.type == EventType.tapped || e.type == EventType.doubleTapped) { tapWaits = false }
    guard let at = contacts.firstIndex(where: { $0.id == e.contact }), !isOfBefore else { return nil }
    let before = contacts[at]
    let isLast = e.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0
    switch e.type {
    case EventType.contactEnded, EventType.contactCancelled:
      contacts.remove(at: at)
      let mustGo = hidesPeek(e)
      if finger == e.contact { finger = Self.nobody }
      if before.isLifted { return "ended before it settled" }
      if before.isTap && e.type == EventType.contactCancelled { return "a tap of a contact that is cancelled" }
      return isRight(e, EventType.contactEnded) ?? mustGo
    case EventType.previewBegan:
      contacts[at].phase = .preview
      return before.phase == .none ? becomes(e, at) : "a preview out of turn"
    case EventType.previewRefused:
      contacts[at].phase = .over
      return before.phase == .none ? nil : "refused out of turn"
    case EventType.previewUpdated, EventType.commitUpdated:
      let isCommit = e.type == EventType.commitUpdated
      if isLast { contacts[at].phase = isCommit ? .completed : .commit }
      if before.phase != (isCommit ? .commit : .preview) { return "progress of a phase that does not run" }
      if isCommit && runs(.peek) && finger == e.contact && isRevealed { return "commits though revealed" }
      return (0...65536).contains(e.progress) && isLast == (e.progress == 65536) ? nil : "progress \(e.progress)"
    case EventType.previewCancelled:
      contacts[at].phase = .over
      return !before.hasPreview ? "cancelled without a preview" : e.reason == Reason.none ? "cancelled without a reason" : hidesPeek(e)
    case EventType.tapped, EventType.doubleTapped: return before.hasFailed ? "tapped, and had failed" : becomes(e, at)
    case EventType.tapFailed:
      contacts[at].hasFailed = true
      return before.hasFailed || before.became != 0 ? "failed out of turn" : nil
    case EventType.holdBegan, EventType.scrollBegan, EventType.peekTouched: return becomes(e, at)
    case EventType.holdEnded, EventType.holdCancelled: return isRight(e, EventType.holdEnded)
    case EventType.scrollEnded, EventType.scrollCancelled: return isRight(e, EventType.scrollEnded)
    case EventType.peekShown: return before.hasPreview ? nil : becomes(e, at)
    case EventType.dragLifted:
      contacts[at].isLifted = true
      let isHeld = before.became == EventType.holdBegan && runs(.hold, of: e.contact)
      return !before.isLifted && (before.became == 0 || isHeld) ? nil : "lifted out of turn"
    case EventType.dragSettled:
      contacts[at].isLifted = false
      return before.isLifted ? nil : "settled out of turn"
    case EventType.dragBegan:
      (contacts[at].became, contacts[at].isLifted) = (e.type, false)
      let wasHeld = before.became == EventType.holdBegan && before.isLifted && !runs(.hold, of: e.contact)
      return before.became == 0 || wasHeld || before.hasPreview ? nil : "drags what became \(before.became)"
    default: return nil
    }
  }

  private mutating func becomes(_ e: press_event, _ at: Int) -> String? {
    let was = contacts[at]
    contacts[at].became = e.type
    return was.became != 0 ? "became \(e.type) after it had become \(was.became)" : was.isLifted ? "became \(e.type), and is lifted" : nil
  }

  /// Whether it ended by itself, as its type says.
  private func isRight(_ e: press_event, _ ended: UInt32) -> String? {
    (e.type == ended) == (e.reason == Reason.lifted) && e.reason != Reason.none ? nil : "reason \(e.reason)"
  }

  /// A contact, or its preview, ends after the peek on it, if its actions are not on show.
  private func hidesPeek(_ e: press_event) -> String? {
    runs(.peek) && finger == e.contact && !isRevealed ? "ended before the peek on it" : nil
  }

  private mutating func bookPeek(_ e: press_event) -> String? {
    let before = self
    let isThere = runs(.peek)
    switch e.type {
    case EventType.peekShown:
      (isRevealed, isChosen) = (false, false)
      finger = e.contact != Self.nobody && contact(e.contact).hasPreview ? e.contact : Self.nobody
      if isByFinger && contact(finger).phase != .commit { return "shown out of turn" }
      return isThere ? "two peeks" : nil
    case EventType.actionsRevealed:
      isRevealed = true
      if isByFinger && contact(finger).phase == .completed { return "revealed though it pops" }
      return isThere && !isChosen && (before.isRevealed || e.value == 0) ? nil : "revealed out of turn"
    case EventType.actionsHidden:
      isRevealed = false
      return isThere && before.isRevealed && !isChosen && isByFinger ? nil : "hidden out of turn"
    case EventType.actionHighlighted: return isThere && isRevealed && !isChosen ? nil : "highlighted out of turn"
    case EventType.actionSelected:
      isChosen = e.flags & UInt32(PRESS_EVENT_FLAG_KEPT) == 0
      return isThere && isRevealed && !before.isChosen ? nil : "selected out of turn"
    case EventType.peekTouched: return isThere && !isByFinger ? nil : "touched out of turn"
    case EventType.peekPopped, EventType.peekDismissed:
      (finger, isRevealed, isChosen) = (Self.nobody, false, false)
      if e.type == EventType.peekDismissed { return before.isChosen == (e.reason == Reason.none) ? nil : "reason \(e.reason)" }
      if before.isChosen { return "popped though selected" }
      if e.reason == Reason.none { return before.isRevealed ? "popped though revealed" : nil }
      return e.reason == Reason.program || e.reason == Reason.tapped ? nil : "reason \(e.reason)"
    default: return nil
    }
  }
}
