import CPress
@testable import PressCore
import Testing

@Suite("Interactions: every state they reach")
struct InteractionWalkTests {
  @Test("every beginning finds exactly one end, and a contact becomes one thing only, whatever is done from wherever")
  func everyState() {
    // With deeds in callbacks there are six times as many edges.
    let report = StateWalk(InteractionWalk(), hasDeeds: WalkExtent.now >= .most).run(limit: 1_000_000)
    print("Interactions: \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for claim in ["open", "moved", "hold", "scroll", "preview", "actions", "over"] { #expect(report.seen.contains("claim \(claim)")) }
    for phase in ["none", "hinting", "shown", "revealed"] { #expect(report.seen.contains("peek \(phase)")) }
    for state in ["none", "interactive", "finishing", "cancelling"] { #expect(report.seen.contains("transition \(state)")) }
  }

  @Test(
    "and with other drivers, and force from holding, whatever is called in between",
    arguments: InteractionSetup.walked)
  func otherSetups(setup: InteractionSetup) {
    let report = StateWalk(InteractionWalk(setup), hasDeeds: false).run(limit: 1_000_000)
    print("Interactions, \(setup): \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
  }

  @Test(
    "the walk finds an event that is forgotten, delivered twice or delivered late",
    arguments: [
      EventType.contactBegan, EventType.contactEnded, EventType.contactCancelled, EventType.previewBegan, EventType.previewCancelled,
      EventType.doubleTapped, EventType.holdBegan, EventType.holdEnded, EventType.holdCancelled, EventType.scrollBegan,
      EventType.scrollEnded, EventType.scrollCancelled, EventType.peekShown, EventType.peekPopped, EventType.peekDismissed,
      EventType.transitionStarted, EventType.transitionFinished, EventType.transitionCancelled,
    ])
  func findsPlantedFaults(type: UInt32) {
    for fault in [DeliveryFault.forgets(type), .deliversTwice(type), .deliversLate(type)] {
      let world = InteractionWalk()
      world.program.fault = fault
      let report = StateWalk(world, hasDeeds: false, stopsAtFirst: true).run(limit: 3000)
      #expect(!report.wrong.isEmpty, "\(fault)")
    }
  }
}
