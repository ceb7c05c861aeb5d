@testable import PressCore
import Testing

@Suite("Interactions: every state they reach")
struct InteractionWalkTests {
  @Test("every beginning finds exactly one end, and a contact becomes one thing only, whatever the program does")
  func everyState() {
    let report = InteractionWalk(deeds: []).run(limit: 50_000)
    print("Interactions: \(report.states) states, \(report.edges) edges, \(report.calls) events, all: \(report.isComplete)")
    #expect(report.isComplete && report.wrong.isEmpty, "\(report.wrong)")
    for claim in ["open", "moved", "hold", "scroll", "preview", "actions", "over"] { #expect(report.seen.contains("claim \(claim)")) }
    for phase in ["none", "hinting", "shown", "revealed"] { #expect(report.seen.contains("peek \(phase)")) }
    for state in ["none", "interactive", "finishing", "cancelling"] { #expect(report.seen.contains("transition \(state)")) }
  }

  @Test("and whatever it does from inside each callback")
  func everyDeed() {
    let report = InteractionWalk(deeds: InteractionProgram.Deed.allCases).run(limit: 8000)
    print("Interactions, with deeds: \(report.states) states, \(report.edges) edges, \(report.calls) events, all: \(report.isComplete)")
    #expect(report.wrong.isEmpty, "\(report.wrong)")
  }

  @Test(
    "the walk finds an event that is forgotten or told twice",
    arguments: [
      EventType.contactBegan, EventType.contactEnded, EventType.contactCancelled, EventType.previewBegan, EventType.previewCancelled,
      EventType.doubleTapped, EventType.holdBegan, EventType.holdEnded, EventType.holdCancelled, EventType.scrollBegan,
      EventType.scrollEnded, EventType.scrollCancelled, EventType.peekShown, EventType.peekPopped, EventType.peekDismissed,
      EventType.transitionStarted, EventType.transitionFinished, EventType.transitionCancelled,
    ])
  func findsPlantedFaults(type: UInt32) {
    let deaf = InteractionWalk(deeds: [], stopsAtFirst: true)
    deaf.program.deafTo = type
    // Nobody misses a double tap.
    #expect(deaf.run(limit: 2000).wrong.isEmpty == (type == EventType.doubleTapped))
    let double = InteractionWalk(deeds: [], stopsAtFirst: true)
    double.program.hearsTwice = type
    #expect(!double.run(limit: 2000).wrong.isEmpty)
  }
}
