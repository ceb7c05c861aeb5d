import CPress
@testable import PressCore
import Testing

@Suite("Drags: every state they reach")
struct DragWalkTests {
  @Test(
    "whatever began ends once, in order, whatever is done from wherever",
    arguments: WalkExtent.walked(few: [.drops, .transfers, .springs, .two, .code, .undone] + DragSetup.starts, most: [.dips]))
  func everyState(setup: DragSetup) {
    let report = StateWalk(DragWalk(setup)).run(limit: 100_000)
    print("Drags, \(setup): \(report.summary)")
    #expect(report.isComplete)
    #expect(report.wrong.isEmpty, "\(report.wrong)")
    for what in setup.reaches { #expect(report.seen.contains(what), "\(what)") }
  }

  @Test(
    "the walk finds an event that is forgotten, delivered twice or delivered late",
    arguments: [
      (
        DragSetup.drops,
        [
          EventType.dragBegan, EventType.dragMoved, EventType.dragEntered, EventType.dragLeft, EventType.dragProposed,
          EventType.dragItemsChanged, EventType.dragHintChanged, EventType.dragDropped, EventType.dragCancelled, EventType.dropItemBegan,
          EventType.dropItemEnded, EventType.dropConcluded, EventType.selectionSet, EventType.selectionCleared,
        ]
      ),
      (
        .transfers,
        [
          EventType.dragConfirm, EventType.dropItemNotTaken, EventType.dropItemUpdated, EventType.dropSlow, EventType.taskBegan,
          EventType.taskUpdated,
          EventType.taskEnded,
        ]
      ),
      (
        .springs,
        [
          EventType.springPossible, EventType.springActivating, EventType.springActivated, EventType.springEnded,
          EventType.autoscrollBegan, EventType.autoscrollChanged, EventType.autoscrollEnded,
        ]
      ),
      (.undone, [EventType.dropItemUndone, EventType.dropUndone, EventType.dropItemRedone, EventType.dropRedone]),
      (DragSetup.starts[0], [EventType.dragLifted, EventType.dragSettled]),
      (DragSetup.starts[5], [EventType.targetActivated]),
    ])
  func findsPlantedFaults(setup: DragSetup, types: [UInt32]) {
    for type in types {
      for fault in [DeliveryFault.forgets(type), .deliversTwice(type), .deliversLate(type)] {
        let world = DragWalk(setup)
        world.program.fault = fault
        let report = StateWalk(world, stopsAtFirst: true).run(limit: 100_000)
        #expect(!report.wrong.isEmpty, "\(fault)")
      }
    }
  }
}
