// Written by `make contract` from the comments in include/press/event.h.
/** Of each life the events that begin it and that end it, and the fields that say whose it is. */
export const LIVES = {
  contact: { begins: ["contactBegan"], ends: ["contactEnded", "contactCancelled"], endsWithLast: [], whose: ["contact", "subject"] },
  preview: { begins: ["previewBegan"], ends: ["previewCancelled"], endsWithLast: ["commitUpdated"], whose: ["contact", "subject"] },
  hold: { begins: ["holdBegan"], ends: ["holdEnded", "holdCancelled"], endsWithLast: [], whose: ["contact", "subject"] },
  scroll: { begins: ["scrollBegan"], ends: ["scrollEnded", "scrollCancelled"], endsWithLast: [], whose: ["contact", "subject"] },
  throw: { begins: ["throwBegan"], ends: ["throwEnded"], endsWithLast: [], whose: ["contact", "subject"] },
  peek: { begins: ["peekShown"], ends: ["peekPopped", "peekDismissed"], endsWithLast: [], whose: ["subject"] },
  pinch: { begins: ["pinchBegan"], ends: ["pinchEnded", "pinchCancelled"], endsWithLast: [], whose: ["contact", "subject"] },
  fault: { begins: ["sensorFault"], ends: ["sensorRecovered"], endsWithLast: [], whose: ["contact", "subject"] },
  outage: { begins: ["supplyFault"], ends: ["supplyRecovered"], endsWithLast: [], whose: ["contact", "subject"] },
  levels: { begins: ["levelsBegan"], ends: ["levelsEnded", "levelsCancelled"], endsWithLast: [], whose: ["contact", "subject"] },
  transition: { begins: ["transitionStarted"], ends: ["transitionFinished", "transitionCancelled"], endsWithLast: [], whose: ["contact", "subject"] },
  press: { begins: ["buttonPressed"], ends: ["buttonReleased", "buttonCancelled"], endsWithLast: [], whose: ["subject"] },
  drag: { begins: ["dragBegan"], ends: ["dragDropped", "dragCancelled"], endsWithLast: [], whose: ["contact", "subject"] },
  stay: { begins: ["dragEntered"], ends: ["dragLeft"], endsWithLast: [], whose: ["contact", "subject"] },
  drop: { begins: ["dragDropped"], ends: ["dropConcluded"], endsWithLast: [], whose: ["contact", "subject"] },
  spring: { begins: ["springPossible"], ends: ["springEnded"], endsWithLast: [], whose: ["contact", "subject"] },
  autoscroll: { begins: ["autoscrollBegan"], ends: ["autoscrollEnded"], endsWithLast: [], whose: ["contact", "subject"] },
  transfer: { begins: ["dropItemBegan"], ends: ["dropItemEnded"], endsWithLast: [], whose: ["contact", "subject", "value"] },
  task: { begins: ["taskBegan"], ends: ["taskEnded"], endsWithLast: [], whose: ["contact", "subject"] },
};
