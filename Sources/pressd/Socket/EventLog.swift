import CPress

/// The events that must not be lost, as far back as there is room, and what runs now.
struct EventLog {
  /// Events that are kept.
  static let capacity = 512
  /// The most that can run at once; far more than a pad of eight sensors can begin.
  static let mostRunning = 48

  struct Entry {
    var seq: UInt64
    var event: press_event
  }

  /// Something that began and did not end yet.
  struct Running {
    var life = Life.contact
    var contact: UInt32 = 0
    var subject: UInt32 = 0
    var item: UInt32 = 0
    var beganUs: UInt64 = 0
    /// The latest event of it.
    var seq: UInt64 = 0
    var event = press_event()
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let lives: UnsafeMutablePointer<Running>
  /// How many events there were; the number of the latest one.
  private(set) var seq: UInt64 = 0
  /// How many were kept; the newest `capacity` of them are there.
  private(set) var kept: UInt64 = 0
  private(set) var runningCount = 0
  /// That run, and for which there is no room.
  private(set) var omitted = 0

  init(entries: UnsafeMutablePointer<Entry>, lives: UnsafeMutablePointer<Running>) {
    self.entries = entries
    self.lives = lives
  }

  /// Takes an event. @return its number.
  mutating func add(_ event: press_event) -> UInt64 {
    seq += 1
    if !Life.isProgress(event) {
      entries[Int(kept % UInt64(Self.capacity))] = Entry(seq: seq, event: event)
      kept += 1
    }
    follow(event)
    return seq
  }

  // MARK: Kept events

  /// The place of the oldest one that is there.
  var oldest: UInt64 { kept > UInt64(Self.capacity) ? kept - UInt64(Self.capacity) : 0 }

  /// From `oldest` to `kept`.
  subscript(place: UInt64) -> Entry { entries[Int(place % UInt64(Self.capacity))] }

  /// After this number none is missing.
  var completeSince: UInt64 { oldest == 0 ? 0 : self[oldest].seq - 1 }

  /// The place of the first one after a number.
  func place(after number: UInt64) -> UInt64 {
    var place = kept
    while place > oldest && self[place - 1].seq > number { place -= 1 }
    return place
  }

  // MARK: What runs

  func running(_ index: Int) -> Running { lives[index] }

  private mutating func follow(_ event: press_event) {
    let isLast = event.flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0
    if let life = Life.ended(by: event.type, isLast: isLast) { end(life, event) }
    if let life = Life.begun(by: event.type) {
      begin(life, event)
    } else if let life = Self.life(event.type), let i = index(life, event) {
      lives[i].seq = seq
      lives[i].event = event
    }
  }

  /// What an event goes on with.
  private static func life(_ type: UInt32) -> Life? {
    switch Int(type) {
    case PRESS_EVENT_CONTACT_MOVED: .contact
    case PRESS_EVENT_PREVIEW_UPDATED, PRESS_EVENT_COMMIT_UPDATED: .preview
    case PRESS_EVENT_HOLD_REPEATED: .hold
    case PRESS_EVENT_SCROLL_MOVED: .scroll
    case PRESS_EVENT_THROW_MOVED: .throw
    case PRESS_EVENT_ACTIONS_REVEALED, PRESS_EVENT_ACTION_HIGHLIGHTED, PRESS_EVENT_ACTIONS_HIDDEN: .peek
    case PRESS_EVENT_LEVEL_ENTERED, PRESS_EVENT_LEVEL_LEFT, PRESS_EVENT_LEVEL_REPEATED: .levels
    case PRESS_EVENT_TRANSITION_UPDATED: .transition
    case PRESS_EVENT_DRAG_MOVED, PRESS_EVENT_DRAG_ITEMS_CHANGED, PRESS_EVENT_DRAG_HINT_CHANGED: .drag
    case PRESS_EVENT_DRAG_PROPOSED: .stay
    case PRESS_EVENT_SPRING_ACTIVATING, PRESS_EVENT_SPRING_ACTIVATED: .spring
    case PRESS_EVENT_AUTOSCROLL_CHANGED: .autoscroll
    case PRESS_EVENT_DRAG_CONFIRM, PRESS_EVENT_DROP_SLOW: .drop
    case PRESS_EVENT_DROP_ITEM_UPDATED: .transfer
    case PRESS_EVENT_TASK_UPDATED: .task
    default: nil
    }
  }

  /// There is one peek and one button, whatever the contact; an item of a drop is known by its id.
  private static func key(_ life: Life, _ event: press_event) -> (contact: UInt32, subject: UInt32, item: UInt32) {
    (
      life == .peek || life == .press ? 0 : event.contact, event.subject,
      life == .transfer ? UInt32(bitPattern: event.value) : 0
    )
  }

  private func index(_ life: Life, _ event: press_event) -> Int? {
    let key = Self.key(life, event)
    for i in 0..<runningCount {
      let one = lives[i]
      if one.life == life && one.contact == key.contact && one.subject == key.subject && one.item == key.item { return i }
    }
    return nil
  }

  private mutating func begin(_ life: Life, _ event: press_event) {
    if runningCount == Self.mostRunning {
      omitted += 1
      return
    }
    let key = Self.key(life, event)
    lives[runningCount] = Running(
      life: life, contact: key.contact, subject: key.subject, item: key.item, beganUs: event.t_us, seq: seq, event: event)
    runningCount += 1
  }

  private mutating func end(_ life: Life, _ event: press_event) {
    guard let i = index(life, event) else {
      omitted = max(omitted - 1, 0)
      return
    }
    runningCount -= 1
    // In the order in which they began.
    for j in i..<runningCount { lives[j] = lives[j + 1] }
  }
}
