import CPress

/// The events that must not be lost, as many as there is room for, and everything that runs now.
struct EventLog {
  /// The number of events that are kept.
  static let capacity = 512

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
    /// The number of its latest event, and the event.
    var seq: UInt64 = 0
    var event = press_event()
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let lives: UnsafeMutablePointer<Running>
  /// The number of events so far, which is the number of the latest one.
  private(set) var seq: UInt64 = 0
  /// The number of events that were kept; the newest `capacity` of them are still there.
  private(set) var kept: UInt64 = 0
  private(set) var runningCount = 0
  /// The number of running things for which there is no room.
  private(set) var omitted = 0

  init(entries: UnsafeMutablePointer<Entry>, lives: UnsafeMutablePointer<Running>) {
    self.entries = entries
    self.lives = lives
  }

  /// Takes an event. @return its number.
  mutating func add(_ event: press_event) -> UInt64 {
    seq += 1
    if !event.isProgress {
      entries[Int(kept % UInt64(Self.capacity))] = Entry(seq: seq, event: event)
      kept += 1
    }
    follow(event)
    return seq
  }

  // MARK: Kept events

  /// The place of the oldest event that is there.
  var oldest: UInt64 { kept > UInt64(Self.capacity) ? kept - UInt64(Self.capacity) : 0 }

  /// The event at a place, from `oldest` to before `kept`.
  subscript(place: UInt64) -> Entry { entries[Int(place % UInt64(Self.capacity))] }

  /// The number after which no kept event is missing.
  var completeSince: UInt64 { oldest == 0 ? 0 : self[oldest].seq - 1 }

  /// The place of the first event after a number.
  func place(after number: UInt64) -> UInt64 {
    var place = kept
    while place > oldest && self[place - 1].seq > number { place -= 1 }
    return place
  }

  // MARK: Running

  func running(_ index: Int) -> Running { lives[index] }

  private mutating func follow(_ event: press_event) {
    let role = Role(event.type)
    if let life = role.ends ?? (event.isLast ? role.endsWithLast : nil) { end(life, event) }
    if let life = role.begins {
      begin(life, event)
    } else if let life = role.goesOnWith, let i = index(life, event) {
      lives[i].seq = seq
      lives[i].event = event
    }
  }

  private func index(_ life: Life, _ event: press_event) -> Int? {
    let key = life.key(event)
    for i in 0..<runningCount {
      let one = lives[i]
      if one.life == life && one.contact == key.contact && one.subject == key.subject && one.item == key.item { return i }
    }
    return nil
  }

  private mutating func begin(_ life: Life, _ event: press_event) {
    if runningCount == Life.most {
      omitted += 1
      return
    }
    let key = life.key(event)
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

extension Life {
  /// The ids by which an event belongs to a running thing.
  func key(_ event: press_event) -> (contact: UInt32, subject: UInt32, item: UInt32) {
    (isSingle ? 0 : event.contact, event.subject, isOfItem ? UInt32(bitPattern: event.value) : 0)
  }
}

extension press_event {
  var isLast: Bool { flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0 }
  /// Whether the event is progress, and not the last update of a phase.
  var isProgress: Bool { Role(type).isProgress && !isLast }
}
