import CPress
import Foundation
import Testing
@testable import PressCore

/// Cases that the walk does not look at. The C API has its own tests.
@Suite("Engine: targets that go away")
struct EngineTests {
  /// An engine, and a program that receives its events.
  private final class Program {
    let storage: UnsafeMutableRawPointer
    var engine: Engine { Engine(OpaquePointer(storage)) }
    var received: [UInt32] = []

    init(_ change: (inout press_config) -> Void = { _ in }) {
      var config = press_config.makeDefault
      config.lift_us = 0
      change(&config)
      storage = .allocate(byteCount: Engine.size(config), alignment: 8)
      _ = Engine.make(in: storage, Engine.size(config), config)
    }

    deinit { storage.deallocate() }

    static func delegate(_ program: Program) -> press_delegate {
      var delegate = press_delegate()
      delegate.size = UInt32(MemoryLayout<press_delegate>.size)
      delegate.user = Unmanaged.passUnretained(program).toOpaque()
      return delegate
    }

    func feed(_ t: UInt64, _ force: Double) {
      var sample = press_sample(t_us: t, contact: 0, flags: 0, force: Int32(force * 65536), x: 0, y: 0, reserved: 0)
      _ = engine.feed(&sample, 1)
    }
  }

  @Test("a contact whose target is removed is on the surface, whether its preview ran or not", arguments: [0.5, 2, 3.5, 6])
  func removedTarget(force: Double) {
    let program = Program()
    var target = EngineProgram.target(PRESS_TARGET_PREVIEW)
    target.id = 7
    #expect(program.engine.add(target) == Status.ok)
    program.feed(0, force)
    #expect(program.engine.touch(0, in: 0)!.target == 7)
    #expect(program.engine.remove(7) == Status.ok)
    #expect(program.engine.touch(0, in: 0)!.target == 0)
  }

  @Test("an event says the same whether it is kept for polling or not", arguments: [0, 32] as [UInt16])
  func unkeptEvent(capacity: UInt16) {
    let program = Program { $0.max_events = capacity }
    var target = EngineProgram.target(PRESS_TARGET_PREVIEW)
    target.id = 7
    #expect(program.engine.add(target) == Status.ok)
    var delegate = Program.delegate(program)
    // The target goes away while its completion is delivered.
    delegate.commit_did_update = { engine, _, _, _, _ in _ = Engine(engine!).remove(7) }
    delegate.on_event = { _, event, user in
      if event!.pointee.type == EventType.commitUpdated {
        Unmanaged<Program>.fromOpaque(user!).takeUnretainedValue().received.append(event!.pointee.target)
      }
    }
    program.engine.setDelegate(delegate)
    program.feed(0, 6)
    #expect(program.received == [7])
  }
}

/// Cells against all targets, one by one: few that are walked, and many that have an index.
@Suite("Cells")
struct CellTests {
  private static func under(_ engine: Engine, _ x: Int32, _ y: Int32) -> [Bool] {
    (0..<Int(engine.state.targetCount)).map { engine.targets[$0].contains(x, y) }
  }

  /// Places that meet edges often, and the ends of all numbers.
  private static func place(_ random: inout SplitMix) -> Int32 {
    random.next() % 16 == 0 ? random.spread32() : Int32(random.next() % 40) - 4
  }

  @Test("the same targets lie everywhere in a cell, and its point lies in it", arguments: [0, 1, 8, 32, 33, 200])
  func holds(count: Int) {
    var random = SplitMix(UInt64(count))
    var failures = Failures()
    var (within, beside) = (0, 0)
    for _ in 0..<40 {
      var config = press_config.makeDefault
      config.max_targets = UInt16(count)
      let storage = UnsafeMutableRawPointer.allocate(byteCount: Engine.size(config), alignment: 8)
      defer { storage.deallocate() }
      _ = Engine.make(in: storage, Engine.size(config), config)
      let engine = Engine(OpaquePointer(storage))
      for id in 0..<UInt32(count) {
        var target = press_target()
        target.size = UInt32(MemoryLayout<press_target>.size)
        target.id = id + 1
        (target.x, target.y) = (Self.place(&random), Self.place(&random))
        (target.width, target.height) = (max(Self.place(&random), 0), max(Self.place(&random), 0))
        failures.expect(engine.add(target) == Status.ok, "a target is refused")
      }
      for _ in 0..<20 {
        let (x, y) = (Self.place(&random), Self.place(&random))
        let cell = engine.cell(around: x, y)
        failures.expect(cell.contains(x, y), "\(x), \(y) is not in its own cell")
        let here = Self.under(engine, x, y)
        for _ in 0..<40 {
          let isNear = random.next() % 2 == 0
          let px = isNear ? x &+ Int32(random.next() % 5) &- 2 : Self.place(&random)
          let py = isNear ? y &+ Int32(random.next() % 5) &- 2 : Self.place(&random)
          if !cell.contains(px, py) { beside += 1; continue }
          within += 1
          failures.expect(Self.under(engine, px, py) == here, "\(px), \(py) has something else under it than \(x), \(y)")
        }
      }
    }
    #expect(failures.isEmpty, "\(failures)")
    #expect(within > 100 && (count == 0) == (beside == 0))
    #expect(!Cell.none.contains(0, 0) && !Cell.none.contains(.max, .max))
  }
}

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

  /// The events that a merge keeps: it drops progress that newer progress of its kind follows, unless the same contact
  /// begins or ends something between them.
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

@Suite("Claim: the table that decides")
struct ClaimTests {
  private let claims: [(String, Claim)] = [
    ("open", .open), ("moved", .moved), ("hold", .hold), ("scroll", .scroll), ("preview", .preview), ("actions", .actions), ("over", .over),
    ("drag", .drag), ("lifted", .lifted), ("pinch", .pinch),
  ]

  private static func read(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The rows of a table whose header starts with this cell: the first two cells of each.
  private static func rows(_ text: String, after header: String) -> [String: String] {
    var rows: [String: String] = [:]
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
      if cells.first == header {
        isInside = true
      } else if cells.count < 2 {
        isInside = false
      } else if isInside {
        rows[cells[0]] = cells[1]
      }
    }
    return rows
  }

  private func check(_ rows: [String: String]) {
    for (name, claim) in claims {
      let may = (rows[name] ?? "no such row").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      // A tap is no claim: the contact ends with it. test_gestures.c says which do.
      let does = (["open", "preview"].contains(name) ? ["tap"] : []) + claims.filter { claim.may($0.1) }.map(\.0)
      #expect(Set(may) == Set(does), "\(name)")
    }
  }

  @Test("the table beside the code says what it does")
  func besideTheCode() throws {
    check(Self.rows(try Self.read("Sources/PressCore/Contacts/Contact.swift"), after: "a contact that is"))
  }

  @Test("the table in docs/interactions/contact.md is there, and says what the code does")
  func inTheDocuments() throws {
    check(Self.rows(try Self.read("docs/interactions/contact.md"), after: "a contact that is"))
  }
}
