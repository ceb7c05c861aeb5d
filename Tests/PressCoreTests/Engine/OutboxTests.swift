import CPress
@testable import PressCore
import Testing

@Suite("Outbox: the ring of events")
struct OutboxTests {
  private static func event(_ type: UInt32, _ contact: UInt32, ended: Bool, _ serial: UInt64) -> press_event {
    var event = press_event()
    event.t_us = serial
    event.type = type
    event.contact = contact
    event.flags = ended ? UInt32(PRESS_EVENT_FLAG_ENDED) : 0
    return event
  }

  private static let kinds: [(UInt32, Bool)] = [
    (EventType.contactBegan, false), (EventType.contactMoved, false), (EventType.contactEnded, false), (EventType.previewBegan, false),
    (EventType.previewUpdated, false), (EventType.previewUpdated, true), (EventType.commitUpdated, false), (EventType.commitUpdated, true),
    (EventType.previewCancelled, false), (EventType.sensorFault, false),
  ]

  private static func isProgress(_ e: press_event) -> Bool {
    [EventType.contactMoved, EventType.previewUpdated, EventType.commitUpdated].contains(e.type) && e.flags == 0
  }

  /// What is left after a merge: all but progress that newer progress of its kind follows, with neither a beginning nor
  /// an end of the same contact between them.
  private static func merged(_ events: [press_event]) -> [press_event] {
    events.enumerated().filter { i, event in
      if !isProgress(event) { return true }
      let later = events[(i + 1)...].filter { $0.contact == event.contact }
      let phase = later.prefix { isProgress($0) }
      return !phase.contains { $0.type == event.type }
    }.map(\.element)
  }

  @Test("is a queue: 40,000 random operations leave what an array would hold", arguments: [1, 2, 3, 8, 33])
  func queue(capacity: Int) {
    var random = SplitMix(UInt64(capacity))
    let ring = UnsafeMutablePointer<press_event>.allocate(capacity: capacity)
    ring.initialize(repeating: press_event(), count: capacity)
    defer { ring.deallocate() }
    var outbox = Outbox(capacity: capacity)
    var model: [press_event] = []
    var failures = Failures()
    var merges = 0
    for serial in 1...8000 as ClosedRange<UInt64> {
      let choice = random.next() % 10
      if choice < 6 {
        if outbox.isFull { model.removeFirst() }
        let (type, ended) = Self.kinds[Int(random.next() % UInt64(Self.kinds.count))]
        let event = Self.event(type, UInt32(random.next() % 2), ended: ended, serial)
        ring[outbox.append()] = event
        model.append(event)
      } else if choice < 8 {
        if !model.isEmpty { failures.expect(outbox.pop(ring).t_us == model.removeFirst().t_us, "pop at \(serial)") }
      } else if choice < 9 {
        let left = Self.merged(model)
        let dropped = outbox.merge(ring)
        merges += Int(dropped)
        failures.expect(Int(dropped) == model.count - left.count, "merge at \(serial): \(dropped), not \(model.count - left.count)")
        model = left
      }
      failures.expect(outbox.count == model.count && outbox.isFull == (model.count == capacity), "count at \(serial)")
      let held = (0..<outbox.count).map { ring[(outbox.first + $0) % capacity].t_us }
      failures.expect(held == model.map(\.t_us), "at \(serial): \(held), not \(model.map(\.t_us))")
      if !failures.isEmpty { break }
    }
    #expect(failures.isEmpty, "\(failures)")
    #expect(capacity == 1 || merges > 0)
  }

  @Test("a merge keeps the last progress of every phase, and every beginning and end")
  func merges() {
    let (moved, updated, commit) = (EventType.contactMoved, EventType.previewUpdated, EventType.commitUpdated)
    let log: [(UInt32, UInt32, Bool)] = [
      (EventType.contactBegan, 1, false), (moved, 1, false), (EventType.previewBegan, 1, false), (updated, 1, false), (moved, 1, false),
      (updated, 2, false), (updated, 1, false), (updated, 1, true), (commit, 1, false), (moved, 1, false), (commit, 1, false),
      (commit, 1, true), (EventType.contactEnded, 1, false), (updated, 2, false),
    ]
    let ring = UnsafeMutablePointer<press_event>.allocate(capacity: 16)
    ring.initialize(repeating: press_event(), count: 16)
    defer { ring.deallocate() }
    var outbox = Outbox(capacity: 16)
    for (i, (type, contact, ended)) in log.enumerated() { ring[outbox.append()] = Self.event(type, contact, ended: ended, UInt64(i)) }
    #expect(outbox.merge(ring) == 3)
    #expect((0..<outbox.count).map { ring[$0].t_us } == [0, 1, 2, 4, 6, 7, 9, 10, 11, 12, 13])
  }
}
