import CPress

/// The events that must not be lost, as far back as there is room, and what runs now.
struct EventLog {
  /// Events that are kept.
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
    if !event.isProgress {
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
  /// Whose it is, by an event of it.
  func key(_ event: press_event) -> (contact: UInt32, subject: UInt32, item: UInt32) {
    (isSingle ? 0 : event.contact, event.subject, isOfItem ? UInt32(bitPattern: event.value) : 0)
  }
}

extension press_event {
  var isLast: Bool { flags & UInt32(PRESS_EVENT_FLAG_ENDED) != 0 }
  /// Progress of what runs, and no last update of a phase.
  var isProgress: Bool { Role(type).isProgress && !isLast }
}
