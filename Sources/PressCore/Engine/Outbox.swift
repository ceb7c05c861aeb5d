import CPress

/// The events kept for press_poll: a ring in the engine's storage. Copied with it: it holds no pointer.
struct Outbox {
  private let places: UInt16
  private var oldest: UInt16 = 0
  private var taken: UInt16 = 0

  init(capacity: Int) { places = UInt16(truncatingIfNeeded: capacity) }

  @inline(__always)
  var capacity: Int { Int(places) }

  /// Index of the oldest.
  @inline(__always)
  var first: Int {
    get { Int(oldest) }
    set { oldest = UInt16(truncatingIfNeeded: newValue) }
  }

  @inline(__always)
  var count: Int {
    get { Int(taken) }
    set { taken = UInt16(truncatingIfNeeded: newValue) }
  }

  @inline(__always)
  private func slot(_ i: Int) -> Int {
    let n = first &+ i
    return n >= capacity ? n &- capacity : n
  }

  var isFull: Bool { count == capacity }

  /// Returns the index of the new newest. In a full ring that is the place of the oldest.
  @inline(__always)
  mutating func append() -> Int {
    if isFull {
      let newest = first
      first = slot(1)
      return newest
    }
    count &+= 1
    return slot(count &- 1)
  }

  mutating func pop(_ ring: UnsafeMutablePointer<press_event>) -> press_event {
    let event = ring[first]
    first = slot(1)
    count &-= 1
    return event
  }

  /// Drops progress that newer progress of the same contact and phase follows. Returns how many.
  mutating func merge(_ ring: UnsafeMutablePointer<press_event>) -> UInt32 {
    var kept = 0
    var i = 0
    while i < count {
      let event = ring[slot(i)]
      if !isSuperseded(event, after: i, ring) {
        ring[slot(kept)] = event
        kept &+= 1
      }
      i &+= 1
    }
    let merged = UInt32(truncatingIfNeeded: count &- kept)
    count = kept
    return merged
  }

  private func isSuperseded(_ event: press_event, after index: Int, _ ring: UnsafeMutablePointer<press_event>) -> Bool {
    if !event.isProgress { return false }
    var i = index &+ 1
    while i < count {
      let other = ring[slot(i)]
      if other.contact == event.contact && (other.type == event.type || !other.isProgress) {
        return other.type == event.type && other.isProgress
      }
      i &+= 1
    }
    return false
  }
}
