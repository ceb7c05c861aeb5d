@testable import PressCore
import Testing

@Suite("Engine: every state it reaches")
struct EngineWalkTests {
  @Test(
    "every beginning finds exactly one end, with one contact, two that need one slot, and two, a grace, previews that wait, and whatever callbacks do",
    arguments: WalkExtent.walked(
      few: [
        (1, 1, false, 0, 100), (1, 2, false, 0, 200), (2, 2, false, 0, 5000), (1, 1, true, 0, 200), (1, 2, true, 0, 400),
        (1, 1, false, 100_000, 100), (1, 2, true, 150_000, 500), (1, 1, true, 250_000, 200),
      ],
      most: [(2, 2, true, 0, 10_000), (2, 2, false, 150_000, 5000)]) as [(UInt16, UInt32, Bool, UInt32, Int)])
  func everyState(contacts: UInt16, ids: UInt32, hasGrace: Bool, age: UInt32, least: Int) {
    let report = StateWalk(EngineWalk(contacts: contacts, ids: ids, hasGrace: hasGrace, age: age)).run(limit: 50_000)
    print("Engine, \(ids) contacts in \(contacts)\(hasGrace ? ", with a grace" : ""), previews after \(age) us: \(report.summary)")
    #expect(report.isComplete && report.states > least)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for phase in ["down", "barred", "loaded"] + (hasGrace ? ["lifting"] : []) { #expect(report.seen.contains(phase)) }
    for state in (age == 0 ? [] : ["young"]) + ["none", "waiting", "previewing", "committing", "completed", "over"] {
      #expect(report.seen.contains("preview \(state)"))
    }
  }

  @Test(
    "the walk finds an event that is forgotten or delivered twice",
    arguments: [
      EventType.contactBegan, EventType.contactEnded, EventType.contactCancelled, EventType.previewBegan, EventType.previewCancelled,
      EventType.previewRefused,
    ])
  func findsPlantedFaults(type: UInt32) {
    for fault in [DeliveryFault.forgets(type), .deliversTwice(type)] {
      let world = EngineWalk(contacts: 1, ids: 1)
      world.program.fault = fault
      let report = StateWalk(world, stopsAtFirst: true).run(limit: 50_000)
      // Nobody keeps books of a refusal that was not delivered.
      if case .forgets(EventType.previewRefused) = fault { #expect(report.wrong.isEmpty) } else { #expect(!report.wrong.isEmpty, "\(fault)") }
    }
  }
}
