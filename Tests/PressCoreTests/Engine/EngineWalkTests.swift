@testable import PressCore
import Testing

@Suite("Engine: every state it reaches")
struct EngineWalkTests {
  @Test("every beginning finds exactly one end, with one contact and whatever callbacks do")
  func oneContact() {
    let report = EngineWalk(contacts: 1, ids: 1, deeds: EngineRecorder.Deed.allCases).run()
    print("Engine, one contact: \(report.states) states, \(report.edges) edges, \(report.calls) callbacks")
    #expect(report.wrong.isEmpty, "\(report.wrongEdges) edges: \(report.wrong)")
    #expect(report.states > 20)
  }

  @Test("every beginning finds exactly one end, with two contacts that need one slot")
  func oneSlot() {
    let report = EngineWalk(contacts: 1, ids: 2, deeds: EngineRecorder.Deed.allCases).run()
    print("Engine, two contacts for one slot: \(report.states) states, \(report.edges) edges, \(report.calls) callbacks")
    #expect(report.wrong.isEmpty, "\(report.wrongEdges) edges: \(report.wrong)")
  }

  @Test("every beginning finds exactly one end, with two contacts at once and whatever callbacks do")
  func twoContacts() {
    let report = EngineWalk(contacts: 2, ids: 2, deeds: EngineRecorder.Deed.allCases).run()
    print("Engine, two contacts: \(report.states) states, \(report.edges) edges, \(report.calls) callbacks")
    #expect(report.wrong.isEmpty, "\(report.wrongEdges) edges: \(report.wrong)")
    #expect(report.states > 400)
  }

  @Test(
    "and with a grace of 150 ms, for one contact, two that need one slot, and two",
    arguments: [(1, 1), (1, 2)] + (WalkExtent.now >= .most ? [(2, 2)] : []) as [(UInt16, UInt32)])
  func grace(contacts: UInt16, ids: UInt32) {
    let report = EngineWalk(contacts: contacts, ids: ids, deeds: EngineRecorder.Deed.allCases, hasGrace: true).run()
    print("Engine with a grace, \(ids) contacts in \(contacts): \(report.states) states, \(report.edges) edges, \(report.calls) callbacks")
    #expect(report.wrong.isEmpty, "\(report.wrongEdges) edges: \(report.wrong)")
    #expect(report.states > 30 && report.states < 200_000)
  }

  @Test(
    "the walk finds an event that is forgotten or delivered twice",
    arguments: [
      EventType.contactBegan, EventType.contactEnded, EventType.contactCancelled, EventType.previewBegan, EventType.previewCancelled,
      EventType.previewRefused,
    ])
  func findsPlantedFaults(type: UInt32) {
    let deaf = EngineWalk(contacts: 1, ids: 1, deeds: [.refuse])
    deaf.recorder.deafTo = type
    // Nobody keeps books of a refusal that was not delivered.
    #expect(deaf.run().wrong.isEmpty == (type == EventType.previewRefused))
    let double = EngineWalk(contacts: 1, ids: 1, deeds: [.refuse])
    double.recorder.receivesTwice = type
    #expect(!double.run().wrong.isEmpty)
  }
}
