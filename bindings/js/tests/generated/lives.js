// Written by `make contract` from the comments in include/press/event.h.
/** Of each life the events that begin it and that end it. */
export const LIVES = {
  contact: { begins: ["contactBegan"], ends: ["contactEnded", "contactCancelled"], endsWithLast: [] },
  preview: { begins: ["previewBegan"], ends: ["previewCancelled"], endsWithLast: ["commitUpdated"] },
  hold: { begins: ["holdBegan"], ends: ["holdEnded", "holdCancelled"], endsWithLast: [] },
  scroll: { begins: ["scrollBegan"], ends: ["scrollEnded", "scrollCancelled"], endsWithLast: [] },
  throw: { begins: ["throwBegan"], ends: ["throwEnded"], endsWithLast: [] },
  peek: { begins: ["peekShown"], ends: ["peekPopped", "peekDismissed"], endsWithLast: [] },
  pinch: { begins: ["pinchBegan"], ends: ["pinchEnded", "pinchCancelled"], endsWithLast: [] },
  fault: { begins: ["sensorFault"], ends: ["sensorRecovered"], endsWithLast: [] },
  outage: { begins: ["supplyFault"], ends: ["supplyRecovered"], endsWithLast: [] },
  levels: { begins: ["levelsBegan"], ends: ["levelsEnded", "levelsCancelled"], endsWithLast: [] },
  transition: { begins: ["transitionStarted"], ends: ["transitionFinished", "transitionCancelled"], endsWithLast: [] },
  press: { begins: ["buttonPressed"], ends: ["buttonReleased", "buttonCancelled"], endsWithLast: [] },
  drag: { begins: ["dragBegan"], ends: ["dragDropped", "dragCancelled"], endsWithLast: [] },
  stay: { begins: ["dragEntered"], ends: ["dragLeft"], endsWithLast: [] },
  drop: { begins: ["dragDropped"], ends: ["dropConcluded"], endsWithLast: [] },
  spring: { begins: ["springPossible"], ends: ["springEnded"], endsWithLast: [] },
  autoscroll: { begins: ["autoscrollBegan"], ends: ["autoscrollEnded"], endsWithLast: [] },
  transfer: { begins: ["dropItemBegan"], ends: ["dropItemEnded"], endsWithLast: [] },
  task: { begins: ["taskBegan"], ends: ["taskEnded"], endsWithLast: [] },
};
