// Written by `make contract` from the comments in include/press/event.h.
@testable import PressCore

/// Of each life the events that begin it, that end it, and that end it when they are the last of their phase.
enum Lives {
  enum Kind: UInt8 {
    case contact, preview, hold, scroll, `throw`, peek, pinch, fault, outage, levels, transition, press, drag, stay, drop, spring, autoscroll, transfer, task
  }

  static let all: [(kind: Kind, begins: [UInt32], ends: [UInt32], endsWithLast: [UInt32])] = [
    (.contact, begins: [EventType.contactBegan], ends: [EventType.contactEnded, EventType.contactCancelled], endsWithLast: []),
    (.preview, begins: [EventType.previewBegan], ends: [EventType.previewCancelled], endsWithLast: [EventType.commitUpdated]),
    (.hold, begins: [EventType.holdBegan], ends: [EventType.holdEnded, EventType.holdCancelled], endsWithLast: []),
    (.scroll, begins: [EventType.scrollBegan], ends: [EventType.scrollEnded, EventType.scrollCancelled], endsWithLast: []),
    (.throw, begins: [EventType.throwBegan], ends: [EventType.throwEnded], endsWithLast: []),
    (.peek, begins: [EventType.peekShown], ends: [EventType.peekPopped, EventType.peekDismissed], endsWithLast: []),
    (.pinch, begins: [EventType.pinchBegan], ends: [EventType.pinchEnded, EventType.pinchCancelled], endsWithLast: []),
    (.fault, begins: [EventType.sensorFault], ends: [EventType.sensorRecovered], endsWithLast: []),
    (.outage, begins: [EventType.supplyFault], ends: [EventType.supplyRecovered], endsWithLast: []),
    (.levels, begins: [EventType.levelsBegan], ends: [EventType.levelsEnded, EventType.levelsCancelled], endsWithLast: []),
    (.transition, begins: [EventType.transitionStarted], ends: [EventType.transitionFinished, EventType.transitionCancelled], endsWithLast: []),
    (.press, begins: [EventType.buttonPressed], ends: [EventType.buttonReleased, EventType.buttonCancelled], endsWithLast: []),
    (.drag, begins: [EventType.dragBegan], ends: [EventType.dragDropped, EventType.dragCancelled], endsWithLast: []),
    (.stay, begins: [EventType.dragEntered], ends: [EventType.dragLeft], endsWithLast: []),
    (.drop, begins: [EventType.dragDropped], ends: [EventType.dropConcluded], endsWithLast: []),
    (.spring, begins: [EventType.springPossible], ends: [EventType.springEnded], endsWithLast: []),
    (.autoscroll, begins: [EventType.autoscrollBegan], ends: [EventType.autoscrollEnded], endsWithLast: []),
    (.transfer, begins: [EventType.dropItemBegan], ends: [EventType.dropItemEnded], endsWithLast: []),
    (.task, begins: [EventType.taskBegan], ends: [EventType.taskEnded], endsWithLast: []),
  ]
}
