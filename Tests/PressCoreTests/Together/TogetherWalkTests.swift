import CPress
@testable import PressCore
import Testing

@Suite("All that is attached: every state it reaches")
struct TogetherWalkTests {
  @Test(
    "drags beside gestures and peeks, targets in targets, peeks that are declared and settings that change: what begins ends once, in order",
    arguments: TogetherSetup.walked)
  func everyState(setup: TogetherSetup) {
    let report = StateWalk(TogetherWalk(setup)).run(limit: 1_000_000)
    print("Together, \(setup): \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for what in setup.reaches { #expect(report.seen.contains(what), "\(what)") }
  }

  @Test(
    "the walk finds an event that is forgotten or delivered twice, and a beginning that is delivered late",
    arguments: [
      (
        TogetherSetup.beside,
        [
          EventType.contactBegan, EventType.contactEnded, EventType.previewBegan, EventType.previewCancelled, EventType.peekShown,
          EventType.peekDismissed, EventType.dragBegan, EventType.dragEntered, EventType.dragLeft, EventType.dragDropped, EventType.dropConcluded,
          EventType.holdBegan, EventType.holdCancelled,
        ]
      ),
      (.lifted, [EventType.dragLifted, EventType.dragSettled, EventType.dragCancelled]),
      (
        .nested,
        [
          EventType.scrollBegan, EventType.scrollCancelled, EventType.springPossible, EventType.springEnded, EventType.autoscrollBegan,
          EventType.autoscrollEnded,
        ]
      ),
      (.setters[2], [EventType.buttonPressed, EventType.buttonReleased, EventType.transitionStarted, EventType.transitionFinished]),
    ])
  func findsPlantedFaults(setup: TogetherSetup, types: [UInt32]) {
    let late = [
      EventType.contactBegan, EventType.previewBegan, EventType.peekShown, EventType.dragBegan, EventType.dragDropped, EventType.scrollBegan,
    ]
    for type in types {
      for fault in [DeliveryFault.forgets(type), .deliversTwice(type)] + (late.contains(type) ? [.deliversLate(type)] : []) {
        let world = TogetherWalk(setup)
        world.program.fault = fault
        let report = StateWalk(world, hasDeeds: false, stopsAtFirst: true).run(limit: 100_000)
        #expect(!report.wrong.isEmpty, "\(fault)")
      }
    }
  }
}
