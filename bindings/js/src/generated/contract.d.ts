// Written by `make contract` from the headers (include/press/*.h), which say what each means.

import type { Curve, TimingCurve } from "../types.js";

/** What happened. "Begins" and "ends" pair up: each beginning has exactly one end. */
export type EventType =
  /** begins a contact; resting: see PRESS_EVENT_FLAG_RESTING */
  | "contactBegan"
  /** progress of a contact: a sample; only with PRESS_CONFIG_TELL_MOVED */
  | "contactMoved"
  /** ends a contact: lifted */
  | "contactEnded"
  /** ends a contact: see reason */
  | "contactCancelled"
  /** begins a preview: preview_should_begin said yes */
  | "previewBegan"
  /** progress of a preview in its preview phase, 0..1; PRESS_EVENT_FLAG_ENDED with the last one */
  | "previewUpdated"
  /** progress of a preview in its commit phase, 0..1; with PRESS_EVENT_FLAG_ENDED it ends the preview: completed */
  | "commitUpdated"
  /** ends a preview: see reason */
  | "previewCancelled"
  /** preview_should_begin said no */
  | "previewRefused"
  /** with PRESS_REASON_PROGRAM: from press_target_activate */
  | "tapped"
  /** the second tap on the same place */
  | "doubleTapped"
  /** begins a hold */
  | "holdBegan"
  /** ends a hold: lifted */
  | "holdEnded"
  /** ends a hold: see reason */
  | "holdCancelled"
  /** begins a scroll; target is the one that scrolls */
  | "scrollBegan"
  /** progress of a scroll: how far since it became one (gestures.h) */
  | "scrollMoved"
  /** ends a scroll: lifted */
  | "scrollEnded"
  /** ends a scroll: see reason */
  | "scrollCancelled"
  /** an open contact can no longer become a tap: see reason; once. Where it becomes something else, the event of that says so */
  | "tapFailed"
  /** step of a hold: hold_repeat_us have passed again; repeats: how often in all. Of the times that a late tick passes the latest is delivered: then repeats rises by more than 1 */
  | "holdRepeated"
  /** a contact left the source `target`, and all sessions are taken */
  | "dragRefused"
  /** an open contact went far and fast; speed: points per second; nothing more becomes of it (scroll.h) */
  | "swiped"
  /** begins a throw: the target goes on by itself; vx, vy: how fast (scroll.h) */
  | "throwBegan"
  /** progress of a throw */
  | "throwMoved"
  /** ends it: see reason; PRESS_REASON_NONE: it rests */
  | "throwEnded"
  /** begins a peek, one at a time; subject is its id in all that follow */
  | "peekShown"
  /** ends a peek: show it for good; reason: of one that no pressure popped */
  | "peekPopped"
  /** ends a peek: see reason; PRESS_REASON_NONE: an action was selected */
  | "peekDismissed"
  /** step of a peek: its quick actions are on show; group: the id of the open group, 0: none; again each time a group opens or closes */
  | "actionsRevealed"
  /** state of a peek; action: its id, 0: none */
  | "actionHighlighted"
  /** action: its id; kept: the actions stay on show */
  | "actionSelected"
  /** step of a peek: its quick actions are hidden; it may pop again */
  | "actionsHidden"
  /** it takes a touch that began while it is on show: the contact operates it, or does nothing where another does already, and becomes nothing else */
  | "peekTouched"
  /** begins a pinch of two contacts, `contact` and `subject`; x, y: midway between them; force: of both together; pressure: of the firmer */
  | "pinchBegan"
  /** progress of a pinch: scale, angle or centre since it began */
  | "pinchChanged"
  /** ends it: one of them lifted */
  | "pinchEnded"
  /** ends it: see reason */
  | "pinchCancelled"
  /** begins a fault of sensor `subject`: see reason */
  | "sensorFault"
  /** ends a fault of sensor `subject`; reason is the fault's */
  | "sensorRecovered"
  /** the zero of sensor `subject` went from value2 to value, or stays where these are the same: see reason; with PRESS_REASON_FINGER_AT_START it was not learnt */
  | "baselineChanged"
  /** sensor `subject` is at the end of its range, 63/64 of its highest code; once for each touch. The force is at least what it says; the contact goes on */
  | "sensorSaturated"
  /** sensor `subject` has wandered from its calibration: see reason; value: now, value2: as calibrated */
  | "recalibrate"
  /** begins an outage of the supply of sensor `subject`, the first that it feeds: see reason; the last good reading stays in use */
  | "supplyFault"
  /** ends it; reason is the fault's */
  | "supplyRecovered"
  /** begins levels: a contact came to one */
  | "levelsBegan"
  /** step of levels: to a higher one */
  | "levelEntered"
  /** step of levels: to a lower one */
  | "levelLeft"
  /** step of levels: the accelerator; repeats: how often since levels began, as for HOLD_REPEATED */
  | "levelRepeated"
  /** ends it: below the first level, or lifted */
  | "levelsEnded"
  /** ends it: see reason */
  | "levelsCancelled"
  /** begins transition `subject`; progress: where it starts, 0..1 */
  | "transitionStarted"
  /** progress of a transition: its fraction, 0..1; with PRESS_TRANSITION_FLAG_OVERSHOOT (transition.h) also below 0 and above 1 */
  | "transitionUpdated"
  /** ends transition `subject` at 1 */
  | "transitionFinished"
  /** ends transition `subject`: see reason; PRESS_REASON_NONE: it ran back to 0; progress: where it was, as TRANSITION_UPDATED has it */
  | "transitionCancelled"
  /** begins a press, one at a time */
  | "buttonPressed"
  /** ends it */
  | "buttonReleased"
  /** ends it: see reason */
  | "buttonCancelled"
  /** how fast an open contact was struck; late_us: since it was there */
  | "struck"
  /** how fast a contact let go, before what it became and its end; late_us: since the force fell */
  | "letGo"
  /** begins a drag; target: its source; origin: where in the source the contact began: what to keep under the finger */
  | "dragBegan"
  /** progress of a drag: to x, y */
  | "dragMoved"
  /** begins a stay, part of a drag, over a destination that would take items; items: how many */
  | "dragEntered"
  /** ends it, also where the destination would not take any more what it would have taken */
  | "dragLeft"
  /** state of a stay: what the destination would do; as for DRAG_ENTERED */
  | "dragProposed"
  /** state of a drag; badge: how many would be taken or are dragged; items: dragged */
  | "dragItemsChanged"
  /** state of a drag: what a pointer shows */
  | "dragHintChanged"
  /** step of a drag: asks for press_drop_confirm */
  | "dragConfirm"
  /** ends a drag, begins its drop; target: destination, 0: empty space; items: taken; x, y: where a placeholder belongs */
  | "dragDropped"
  /** ends a drag: see reason, and flags for how to show it */
  | "dragCancelled"
  /** begins spring loading of a target, part of a drag */
  | "springPossible"
  /** step of spring loading: it is about to open */
  | "springActivating"
  /** step of spring loading: open it */
  | "springActivated"
  /** ends it: inactive again */
  | "springEnded"
  /** begins autoscroll of a target, part of a drag */
  | "autoscrollBegan"
  /** state of an autoscroll: from here on; negative: towards the container's origin */
  | "autoscrollChanged"
  /** ends it */
  | "autoscrollEnded"
  /** begins the transfer of an item, part of a drop; representation 0: any; target: the destination; part: a part of it is taken */
  | "dropItemBegan"
  /** progress of the transfer of an item, 0..1 */
  | "dropItemUpdated"
  /** ends it; PRESS_REASON_NONE: arrived; else why not, and flags */
  | "dropItemEnded"
  /** step of a drop: it takes longer than slow_us */
  | "dropSlow"
  /** ends a drop; arrived: items; failed: items that were taken and did not arrive */
  | "dropConcluded"
  /** begins a task, part of a drop; target: the destination */
  | "taskBegan"
  /** progress of a task, 0..1 */
  | "taskUpdated"
  /** ends it; PRESS_REASON_NONE: done */
  | "taskEnded"
  /** operation: what is undone: a move (target: where it goes back to) or a copy (target: where it goes away) */
  | "dropItemUndone"
  /** all of the drop; target 0: it was removed meanwhile */
  | "dropUndone"
  /** the item is selected in `target` from now on */
  | "selectionSet"
  /** the item is not selected in `target` any more */
  | "selectionCleared"
  /** a contact that did not drag lifted in the inactive container `target` */
  | "targetActivated"
  /** the item stays where it comes from: see flags; PRESS_REASON_NONE: the destination did not take it; else why the drop was over before */
  | "dropItemNotTaken"
  /** the item went to `target` again, by a move or a copy */
  | "dropItemRedone"
  /** all of the drop */
  | "dropRedone"
  /** `target` was held long enough: moving drags it from here on. No session yet. DRAG_BEGAN or DRAG_SETTLED follows */
  | "dragLifted"
  /** what was lifted lies down again: see reason; PRESS_REASON_NONE: nothing to drag */
  | "dragSettled"
  /** it is over a destination that refuses; operation: CANCEL or FORBIDDEN; again where that changes */
  | "dragForbidden";
export const EventType: { readonly [name in EventType]: number };
/** Why something ended, failed or changed. */
export type Reason =
  /** none */
  | "none"
  /** force fell below release_force, or PRESS_SAMPLE_DOWN went away */
  | "lifted"
  /** a sample carried PRESS_SAMPLE_LOST */
  | "lost"
  /** no sample for lost_after_us */
  | "silent"
  /** press_engine_reset; of a fault that lasts: pressd ends */
  | "reset"
  /** the program cancelled it */
  | "program"
  /** its target was removed, or lost the trait */
  | "targetRemoved"
  /** a sample carried PRESS_SAMPLE_PALM */
  | "palm"
  /** drag: nothing there has a use for it */
  | "noDestination"
  /** drag: the destination does not take it now */
  | "forbidden"
  /** drag: press_drop_confirm said no */
  | "denied"
  /** drop: press_drop_finish said that it failed */
  | "failed"
  /** preview, peek, hold: its contact drags from here on */
  | "dragged"
  /** press_pad_resume: the board slept. Baseline: learnt after that */
  | "slept"
  /** preview, peek: its contact is one of two that pinch */
  | "pinched"
  /** sensor: wire open (needs a parallel resistor, press_circuit) */
  | "open"
  /** sensor: no resistance left */
  | "shorted"
  /** sensor: at the end of its range; no fault */
  | "saturated"
  /** sensor: the very same code for too long */
  | "stuck"
  /** sensor: no code for too long */
  | "stale"
  /** sensor: reading it failed for too long */
  | "bus"
  /** sensor: codes that its converter cannot give (press_circuit) */
  | "range"
  /** sensor: a row or column of a grid, dead in some frames and not in others */
  | "flickering"
  /** baseline: learnt at the start */
  | "start"
  /** baseline: followed slow drift */
  | "drift"
  /** baseline: the sensor reads below its zero; value is value2: that is known, and stays */
  | "belowZero"
  /** baseline: a contact lasted longer than longest_contact_us */
  | "contactTooLong"
  /** baseline: press_pad_tare */
  | "requested"
  /** baseline: something presses or moves: it is learnt at the first still stretch */
  | "fingerAtStart"
  /** recalibrate: the zero is further from the calibrated one than zero_limit */
  | "zero"
  /** recalibrate: the sensor conducts more than its calibration covers */
  | "span"
  /** tap: it moved by slop. Levels: their contact scrolls, drags or pinches */
  | "moved"
  /** tap: it was down for longer than tap_us */
  | "tooLong"
  /** tap: it left its target */
  | "leftTarget"
  /** drag: max_sessions exist already */
  | "noSession"
  /** baseline: the sensor reads a zero that is known; value is value2: the one below which it read; another: the one before, which was remembered */
  | "returned"
  /** peek: popped by a tap on it */
  | "tapped"
  /** throw: a touch caught it; scroll: another contact scrolls what coasts after it */
  | "touched";
export const Reason: { readonly [name in Reason]: number };
/** The interactions in which a target takes part. Any combination. */
export type Trait =
  /** force previews and commits */
  | "preview"
  /** force peeks and pops (press_peek_attach) */
  | "peek"
  /** TAP, HOLD, SCROLL, DOUBLE_TAP: press_gestures_attach */
  | "tap"
  /** its contacts may hold */
  | "hold"
  /** DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT, KEEPS_DRAG: press_drag_attach */
  | "dragSource"
  /** takes drops */
  | "drop"
  /** springs open under a drag that rests on it, or with force */
  | "spring"
  /** its contact scrolls */
  | "scroll"
  /** with TAP: a tap waits for a second one before it is delivered */
  | "doubleTap"
  /** a container in the background: dragging from it does not activate it */
  | "inactive"
  /** a container that is part of the content of its own container, as a folder in a list is: for a drop the two are one container */
  | "content"
  /** two contacts scale, turn and move it (press_pinch_attach) */
  | "pinch"
  /** a fast finger swipes to the left or right: press_scroll_attach */
  | "swipeX"
  /** up or down */
  | "swipeY"
  /** with DRAG_SOURCE: removed while it is dragged, as a row that a list takes out, it cancels no drag. The items count as things inside its nearest container that stays (PRESS_ITEM_INSIDE), or of the surface */
  | "keepsDrag";
export const Trait: { readonly [name in Trait]: number };
/** The state of the preview of a contact. */
export type PreviewState =
  /** no target with the preview trait was touched */
  | "none"
  /** pressure has not reached preview_pressure yet */
  | "waiting"
  /** preview_should_begin is running */
  | "asking"
  /** preview_did_update runs */
  | "previewing"
  /** the preview phase has ended, commit_did_update runs */
  | "committing"
  /** the commit phase has ended, too */
  | "completed"
  /** refused or cancelled: nothing more until the contact lifts */
  | "over"
  /** quick actions are on show: it cannot commit, and is cancelled unless they are hidden again */
  | "held";
export const PreviewState: { readonly [name in PreviewState]: number };
/** What a contact has become. */
export type GestureState =
  /** nothing yet, may still become anything */
  | "open"
  /** moved too far for a tap or a hold */
  | "moved"
  /** the contact holds */
  | "hold"
  /** the contact scrolls */
  | "scroll"
  /** a preview or peek */
  | "preview"
  /** it operates the quick actions */
  | "actions"
  /** nothing more until it lifts */
  | "over"
  /** drag.h */
  | "drag"
  /** PRESS_EVENT_DRAG_LIFTED was delivered of it, and it was no hold */
  | "lifted"
  /** one of two contacts that pinched: pinch.h */
  | "pinch";
export const GestureState: { readonly [name in GestureState]: number };
/** How a quick action is drawn. */
export type ActionStyle =
  /** an ordinary row */
  | "default"
  /** the row has a check mark */
  | "selected"
  /** the row deletes something: red */
  | "destructive";
export const ActionStyle: { readonly [name in ActionStyle]: number };
/** The state of the peek of an engine. */
export type PeekState =
  /** no peek. Becomes HINTING: a preview begins on a target that peeks; REVEALED: with FROM_HOLD a contact holds still there */
  | "none"
  /** the preview phase, whose progress is the hint. Becomes SHOWN: that phase ends; NONE: the preview is cancelled */
  | "hinting"
  /** the commit phase, whose progress grows the peek. Becomes NONE: popped as that phase ends, dismissed if it is cancelled; REVEALED: the finger moves up by reveal_distance */
  | "shown"
  /** quick actions are on show; force cannot pop it any more. Becomes NONE: an action was selected, a touch lifted outside, or tapped the peek (popped); SHOWN: with HIDE the finger moves half of reveal_distance back down */
  | "revealed";
export const PeekState: { readonly [name in PeekState]: number };
/** The drivers of a transition. While the quick actions of a peek are on show, transitions that PREVIEW, COMMIT and PEEK drive stay at their fraction, also when the finger lifts: they finish or cancel as the peek pops or is dismissed. */
export type Driver =
  /** calls of the program */
  | "none"
  /** progress of the preview phase; finishes with it, cancels (runs back) with the preview. Given up in the commit phase it starts again, at 1, and runs back */
  | "preview"
  /** progress of the commit phase; finishes with it, cancels with the preview */
  | "commit"
  /** the pressure of a contact; cancels when it lifts */
  | "pressure"
  /** how far a contact moved from where it began, along a direction; on lift its speed decides (flick_speed: as its force fell; 0 where it lay still for still_us); a slower one finishes from one half on, else cancels */
  | "motion"
  /** a peek: 0 to 1/2 is its hint, 1/2 to 1 its growth; finishes as it pops, cancels as it is dismissed. One that no finger presses (press_peek_open) starts at 1/2 */
  | "peek";
export const Driver: { readonly [name in Driver]: number };
/** The state of a transition. */
export type TransitionState =
  /** not started, or over. Becomes INTERACTIVE: press_transition_start, or a contact that it is bound to; FINISHING: it is automatic */
  | "none"
  /** a contact or the program sets the fraction. Becomes FINISHING: press_transition_finish; CANCELLING: press_transition_cancel */
  | "interactive"
  /** runs to 1. Becomes NONE: at 1, finished; CANCELLING: press_transition_cancel; INTERACTIVE: press_transition_pause, or a new contact */
  | "finishing"
  /** runs to 0. Becomes NONE: at 0, cancelled; FINISHING: press_transition_finish; INTERACTIVE: press_transition_pause, or a new contact */
  | "cancelling"
  /** runs to the target of press_transition_run_to. Becomes INTERACTIVE: there; FINISHING, CANCELLING: by their calls */
  | "moving";
export const TransitionState: { readonly [name in TransitionState]: number };
/** The effect of a drop on the items. Between domains a move becomes a copy. */
export type DropOperation =
  /** nothing: the destination has no use for them */
  | "cancel"
  /** it would take them, but not now */
  | "forbidden"
  /** the items are copied */
  | "copy"
  /** the items are moved */
  | "move";
export const DropOperation: { readonly [name in DropOperation]: number };
/** The pointer that shows what a drop would do. */
export type PointerHint =
  /** nothing special */
  | "plain"
  /** the drop will copy */
  | "copy"
  /** the drop will make a link */
  | "link"
  /** the items will disappear */
  | "disappearing"
  /** no drop here */
  | "notAllowed";
export const PointerHint: { readonly [name in PointerHint]: number };
/** The state of a drag session. */
export type DragState =
  /** no such session, or over. Becomes DRAGGING: a contact moves off a source and drag_will_begin names items, or press_drag_begin */
  | "none"
  /** follows the finger or the program; at most one destination is current. Becomes DROPPING: it lifts over a destination that takes it; CONFIRMING: that drop could not be undone; NONE: cancelled */
  | "dragging"
  /** lifted, waits for press_drop_confirm. Becomes DROPPING: yes; NONE: no, cancelled */
  | "confirming"
  /** dropped; items are transferred, or a task runs. Becomes NONE: all have ended, concluded */
  | "dropping";
export const DragState: { readonly [name in DragState]: number };
/** The state of spring loading under a drag. */
export type SpringState =
  /** not over a spring, or spring_should_activate said no. Becomes POSSIBLE: the drag comes over one that says yes */
  | "inactive"
  /** over a spring. Becomes ACTIVATING: after spring_dwell_us; ACTIVATED: past spring_pressure, if it says yes again */
  | "possible"
  /** about to open: show it. Becomes ACTIVATED: after spring_activating_us or past spring_pressure, if it says yes again */
  | "activating"
  /** open it. Becomes INACTIVE: the drag leaves it, or ends */
  | "activated";
export const SpringState: { readonly [name in SpringState]: number };
/** Keys held during a drag. */
export type Modifier =
  /** copy instead of move */
  | "copy";
export const Modifier: { readonly [name in Modifier]: number };
/** How the velocity follows the speed, from 1 at min_speed to 127 at max_speed. */
export type StrikeCurve =
  /** by the logarithm: twice the speed always adds the same */
  | "log"
  /** in proportion to the speed */
  | "linear"
  /** linear, to the power of `exponent` */
  | "power";
export const StrikeCurve: { readonly [name in StrikeCurve]: number };
/** The value of PRESS_EVENT_SWIPED. */
export type SwipeDirection =
  /** towards smaller x */
  | "left"
  /** towards larger x */
  | "right"
  /** towards smaller y */
  | "up"
  /** towards larger y */
  | "down";
export const SwipeDirection: { readonly [name in SwipeDirection]: number };
/** How the effect feels. */
export type Effect =
  /** no effect; a row with it hides its events from the rows after it */
  | "none"
  /** goes on, at its strength, until the next effect; strength 0 ends it, the end of its contact or transition too */
  | "level"
  /** a short, light one */
  | "tick"
  /** a bump */
  | "soft"
  /** a click */
  | "firm"
  /** two clicks: no */
  | "double";
export const Effect: { readonly [name in Effect]: number };
/** The value that the strength follows. */
export type Strength =
  /** `most` */
  | "fixed"
  /** from `least` at no force to `most` at full_force and above */
  | "force"
  /** from `least` at pressure 0 to `most` at 1 */
  | "pressure"
  /** from `least` at progress 0 to `most` at 1 */
  | "progress";
export const Strength: { readonly [name in Strength]: number };
/** The kind of the motor. */
export type Motor =
  /** an eccentric mass on a motor */
  | "erm"
  /** a linear resonant actuator */
  | "lra";
export const Motor: { readonly [name in Motor]: number };
/** The state of the driver. */
export type Drv2605lState =
  /** or set up again after a failure; last_error says which */
  | "settingUp"
  /** it calibrates itself to the motor */
  | "calibrating"
  /** idle, or in standby */
  | "ready"
  /** an effect plays */
  | "playing"
  /** the motor runs at a level */
  | "atLevel"
  /** idle, out of standby, with its library: press_drv2605l_arm */
  | "armed";
export const Drv2605lState: { readonly [name in Drv2605lState]: number };
/** The faults since press_drv2605l_init. */
export type Drv2605lFault =
  /** over-current: is the output shorted, or the motor below 8 ohm? */
  | "current"
  /** over-temperature */
  | "temperature"
  /** the calibration failed or never ended; it goes on without one */
  | "calibration"
  /** an effect never ended, and was stopped */
  | "endless";
export const Drv2605lFault: { readonly [name in Drv2605lFault]: number };
/** What a call that failed answers, by its name in C. */
export type Status = "PRESS_OK" | "PRESS_ERR_NOENT" | "PRESS_ERR_IO" | "PRESS_ERR_AGAIN" | "PRESS_ERR_BUSY" | "PRESS_ERR_INVAL" | "PRESS_ERR_NOSPC" | "PRESS_ERR_TIME" | "PRESS_ERR_STATE" | "PRESS_ERR_DAMAGED" | "PRESS_ERR_MOVED" | "PRESS_ERR_VERSION" | "PRESS_ERR_NOBUFS" | "PRESS_ERR_TIMEDOUT" | "PRESS_ERR_NACK";
export const Status: { readonly [name in Status]: number };

/** The numbers of events whose value and value2 are whole numbers of 32 bits. */
export const WHOLE: ReadonlySet<number>;

/** Capacities and levels. Start from press_config_init. */
export interface EngineLevels {
  /** 1..32; 10 */
  maxContacts?: number;
  /** 0..1024; 32 */
  maxTargets?: number;
  /** N, above 0, unless PRESS_CONFIG_CONTACT_FROM_FLAG: a contact begins at or above; 0.4 */
  touchForce?: number;
  /** N, above 0, at most touch_force, unless PRESS_CONFIG_CONTACT_FROM_FLAG: a contact ends below; 0.25 */
  releaseForce?: number;
  /** N, not negative: pressure 0; 0.4 */
  zeroForce?: number;
  /** N, above zero_force: pressure 1; 5.0 */
  fullForce?: number;
  /** not negative: the preview begins; 0.25 */
  previewPressure?: number;
  /** at least preview_pressure: the preview phase ends; 0.5 */
  commitPressure?: number;
  /** at least commit_pressure: completed; above 1: never by force; 0.85 */
  completePressure?: number;
  /** silence that cancels a contact, until it lifts, or (by default) three intervals of its samples where these are longer, at most 2 s each; 0: never; 250000 */
  lostAfterUs?: number;
  /** a contact is there while its samples carry PRESS_SAMPLE_DOWN, whatever the force */
  contactFromFlag?: boolean;
  /** deliver PRESS_EVENT_CONTACT_MOVED for every sample of a contact */
  tellMoved?: boolean;
  /** PRESS_TARGET_...: of the whole surface while there are no targets; PRESS_TARGET_PREVIEW */
  traits?: readonly Trait[];
  /** 0..1: updates that change progress by less are left out, first and last never; 0 */
  minProgressStep?: number;
  /** 0..4096: events kept for press_poll: 0: none; smaller values are raised to 8 + 2 * max_contacts. interactions.h says how many the attached interactions need, and how many are needed so that unpolled progress never refuses a sample: 8 + 3 * max_contacts without interactions; 64 */
  maxEvents?: number;
  /** a contact whose force falls below release_force has this long to come back before it ends: fingers slip, FSRs chatter. 0: it ends at once. 55000: so long less one interval of its samples before the fall, or 2.2 intervals where these are longer, but no more than 150 ms or 1.5 intervals. From 10 Hz down two low samples are a lift. The interval is the shorter one of the latest two, from 8 Hz up once 16 samples were taken. Any other time is what it says. Not with CONTACT_FROM_FLAG; 55000 */
  liftUs?: number;
  /** 0..10000000: a preview is asked for once its contact is so old, and starts where the force stands then; its phase ends once the contact is three times as old (in steps of 1.024 ms). A quick press that is over before is no preview, or a tap yet (gestures.h), however hard; 0 */
  previewAfterUs?: number;
  /** 0..1: the greatest rise of the force of a contact in each tenfold of time that is taken for creep, as a part of the force. From a second after the last change of the force, a slower rise is creep of the sensor, and does not change the pressure. A force that wanders by less than an eighth is taken for creep too. An added force counts in full, and permanently if it is an eighth of the held force or more; 0: every rise counts; 0.14 */
  creepLimit?: number;
  /** -1..1: the curve from force to pressure between zero_force and full_force. Where it is negative a soft touch gives more pressure, where it is positive it takes a firm one. With x, the part of the way in force, pressure is x^3 at 1 and 1 - (1 - x)^3 at -1, and between these so much of that as it says and the rest of x. More force is never less pressure. Rounded down, within two steps of Q16. 0: straight; 0 */
  firmness?: number;
  /** 0..10000000: how much earlier than the engine's time a sample, a frame or a tick may be: then it counts at the engine's time, and late_us of its events says so. 0: not at all; 100000 */
  lateLimitUs?: number;
}
/** The options of one transition. press_transition_options_init writes the defaults; the delegate's transition_will_start may change them, and transition_will_run may change them for each run. */
export interface TransitionOptions {
  /** runs to 1 at once, for its whole duration: not interactive */
  automatic?: boolean;
  /** a run is a spring: curve is PRESS_SPRING(damping, response), within 1e-4 of the exact one (of the whole distance, or of the starting velocity per radian, up to 1000, if that is more). duration_us has no effect; speed divides the response. It ends once distance and velocity per radian together are below rest; without damping it never ends */
  spring?: boolean;
  /** a spring may pass its end, and a run may go beyond 0 and 1, as a curve whose y does, with its progress. A run that is caught there stays there. Without it progress is 0..1, a damping below 1 is raised to 1, and a spring that is too fast for its response gets a shorter one */
  overshoot?: boolean;
  /** of the whole, from 0 to 1; 0: ends at once; 400000. Shorter where the finger is faster */
  durationUs?: number;
  /** above 0: completion speed: the rest takes duration * distance left / speed; 1.0 */
  speed?: number;
  /** of what runs by itself; ease in, ease out */
  curve?: TimingCurve;
  /** 0..1: where it starts; 0 */
  fraction?: number;
}
/** A voltage divider, FSR to the supply and resistor to ground, read by a converter. Only the ratio of the code to `full_scale` is used, so the supply voltage cancels out if it is the converter's reference too. Some codes show a broken bus or other settings, because the converter cannot give them: below -full_scale / 4, above full_scale * 5/4, or above max_code * 65/64 if max_code is given (with PULL_UP this is for full_scale minus the code). */
export interface CircuitOptions {
  /** 1..16777215: the code at the supply voltage; 26400: ADS1115, +-4.096 V range, 3.3 V. Of a converter whose reference is that supply its largest code: 4095 of 12 bits */
  fullScale?: number;
  /** ohm, 1..16777215: of the divider; 4700 */
  resistorOhm?: number;
  /** ohm, 0..16777215: across the FSR, so that an open wire shows; 0: none */
  parallelOhm?: number;
  /** resistor to the supply and FSR to ground: codes fall with force. With max_code at most full_scale / 16 there is no divider, but a load cell whose A+ and A- are exchanged, or an amplifier that inverts: the code is max_code minus what is read */
  pullUp?: boolean;
  /** not negative, at most full_scale: the highest code that the converter gives (with PULL_UP: full_scale minus the lowest), where it clips below the supply; 0: full_scale */
  maxCode?: number;
  /** ohm, 1..16777215: a resistance that no finger makes: at or below, the FSR is shorted; 20. Codes can show that if the highest code is at least 4 above the code of this resistance */
  shortOhm?: number;
}
/** One sensor of a pad. */
export interface SensorOptions {
  /** points: where it sits; 0, 0 */
  x?: number;
  /** points: where it sits; 0, 0 */
  y?: number;
  /** how long before the time of its frame it is read, where frames do not say (before_us): converters read one sensor after the other; 0 */
  lagUs?: number;
  /** 0..1: conductance that a constant load adds in each tenfold of time, as a part of that at its onset: G / (1 + creep * log10(1 + t / 0.1 s)) counts; 0: off. docs/hardware/creep.md has figures */
  creep?: number;
  /** N, not negative: within reach of the curve: what always lies on it, as a spring or a plate; force counts from there, along the curve, on a plate also downwards; 0 */
  preloadForce?: number;
  /** microsiemens: the stored zero of a calibration; 0: that of preload_force on the curve; 0 */
  zero?: number;
  /** N, not negative: a zero further from the stored one delivers PRESS_EVENT_RECALIBRATE; 0: off */
  zeroLimit?: number;
  /** microsiemens, not negative: the most that its calibration covers; a reading of more than 1.5 times that delivers PRESS_EVENT_RECALIBRATE; 0: off */
  span?: number;
  circuit?: CircuitOptions;
  /** a typical Interlink FSR 402 */
  curve?: Curve;
}
/** How a position (x, y) of the sensors is corrected: x' = a * x + b * y + c, y' = d * x + e * y + f, rounded to nearest, saturating. press_pad_fit finds a correction. */
export interface Correction {
  /** -1024..1024; 1, 0 */
  a?: number;
  /** -1024..1024; 1, 0 */
  b?: number;
  /** points; 0 */
  c?: number;
  /** -1024..1024: a * e not equal to b * d; 0, 1 */
  d?: number;
  /** -1024..1024: a * e not equal to b * d; 0, 1 */
  e?: number;
  /** points; 0 */
  f?: number;
}
/** How the signal is conditioned. Start from press_pad_config_init. Times of 0 turn their rule off. */
export interface PadLevels {
  /** no median of three, and no third reading for a phase: readings are not wrong */
  noMedian?: boolean;
  /** no 1 euro filter */
  noFilter?: boolean;
  /** zero stays as the sensor declares it (zero, preload_force): no learning, no following */
  noBaseline?: boolean;
  /** no third reading for a contact: it begins with the second one, as for drums */
  noThird?: boolean;
  /** at most 0xfffffffe: the contact id of its samples; 0 */
  contact?: number;
  /** Hz, not negative: 1 euro filter, for progress: begin and end are judged before it; 0: by the rate of the first 17 frames, 500 Hz^2 / rate, at least 3 Hz, until a pause of gap_us */
  minCutoffHz?: number;
  /** not negative: Hz per N per second; 1 */
  beta?: number;
  /** Hz, above 0; 1 */
  derivativeCutoffHz?: number;
  /** how long the zero is watched at the start, for four readings at least; force reads 0 meanwhile; 200000 */
  startUs?: number;
  /** N, not negative: above the zero that the sensor declares: more than this is a finger, not a zero. At most half the engine's touch_force (not with CONTACT_FROM_FLAG): press_pad_config_check_with. With a finger the declared zero stays, and zero is learnt at the first still stretch of start_us below the limit. Up to an eighth of the declared preload above the limit it is learnt after 10 s more (sensors differ from their curves); 0: half the engine's touch_force, at most 0.2, of load cells (max_code at most full_scale / 16) whatever it is; 0 */
  startLimit?: number;
  /** N, above 0: all sensors below it: the pad is untouched, zero may follow; 0.15. A config of press_setup or pressd, and Python, take 3/8 of touch_force for load cells where it is more */
  untouchedForce?: number;
  /** zero stays frozen this long after a touch; 1000000 */
  holdUs?: number;
  /** time constants of following upwards and downwards; 30000000, 5000000 */
  riseUs?: number;
  /** time constants of following upwards and downwards; 30000000, 5000000 */
  fallUs?: number;
  /** microsiemens, not negative: drift is delivered each time it adds up to this; 2.0 */
  driftStep?: number;
  /** microsiemens, not negative: less than this under the zero is noise; a quarter of untouched_force is the most that counts; 3.0 */
  belowZero?: number;
  /** a zero that is known stays while the sensor reads below it. After so long without a touch the reading is the zero, and the one before is remembered; 0: never; 120000000 */
  belowZeroUs?: number;
  /** a touch longer than this is taken for a new zero; 0: off */
  longestContactUs?: number;
  /** the wire is open for this long; 20000 */
  openAfterUs?: number;
  /** at or below short_ohm for this long, where the codes can show it (press_circuit); 20000 */
  shortedAfterUs?: number;
  /** where they cannot: in the highest 1024th of the codes for this long, without one reading below. A hard press looks the same; 12000000 */
  shortedAtEndUs?: number;
  /** reading it fails, or gives codes that its converter cannot give (press_circuit), for this long; off: a failure is silence (stale_after_us), and such a code counts as the nearest that can be; 20000 */
  busAfterUs?: number;
  /** at or above untouched_force without one code of difference for this long, but not at the end of the range; 0 */
  stuckAfterUs?: number;
  /** no code for this long, or (by default) for three intervals of readings that come less often, at most 2 s each; after the first reading 3 s; 100000 */
  staleAfterUs?: number;
  /** good codes for this long end a fault; 100000 */
  recoverAfterUs?: number;
  /** a pause longer than this, or (by default) than three intervals, starts the filters again; 100000 */
  gapUs?: number;
  /** N, not negative: below it x and y stay where they were; 0.2 */
  positionForce?: number;
  /** of x and y; changes nothing */
  correction?: Correction;
}
/** The size of a grid, and its rules for fingers. Start from press_grid_config_init. Distances on the grid are in cells, for any pitch. Times of 0 disable their rule. */
export interface GridLevels {
  /** each cell has a zero, learnt at the start and followed where nothing touches */
  baseline?: boolean;
  /** codes fall with force (resistors to the supply): the code is full_scale minus what is read */
  falling?: boolean;
  /** each cell has a gain of its own (press_grid_set_gains) */
  gains?: boolean;
  /** 1..32; 16, 16 */
  columns?: number;
  /** 1..32; 16, 16 */
  rows?: number;
  /** 1..32; 10 */
  maxContacts?: number;
  /** a blob of fewer cells is noise; 1 */
  minCells?: number;
  /** at most 0xffffffdf: the contact ids are this and the next max_contacts - 1; 0 */
  contact?: number;
  /** points: the middle of the first cell; 0, 0 */
  x?: number;
  /** points: the middle of the first cell; 0, 0 */
  y?: number;
  /** points, not 0: from one column, row to the next; negative: mirrored; 1.0, 1.0 */
  pitchX?: number;
  /** points, not 0: from one column, row to the next; negative: mirrored; 1.0, 1.0 */
  pitchY?: number;
  /** above 0: what 1 in a cell is worth in steps of 1/65536 N; 1.0: cells are newtons in Q16. With a circuit: newtons a microsiemens */
  gain?: number;
  /** N, above 0: a contact begins where a cell has this much; 0.2 */
  touchForce?: number;
  /** N, above 0, at most touch_force: cells with less do not count; 0.1 */
  releaseForce?: number;
  /** 0..1: two peaks are one finger unless the way between them goes below this part of the lesser; 0.8 */
  valley?: number;
  /** cells, above 0: a contact is looked for this far from where it is expected; 3.0 */
  maxJump?: number;
  /** a contact that vanished is held this long before it ends; the grace of the engine (press_config.lift_us) is used where it is longer; 30000 */
  dropoutUs?: number;
  /** contacts that run into one blob are all kept this long; 1000000 */
  mergeUs?: number;
  /** a blob of this many cells is a palm; 0: none is; 0 */
  palmCells?: number;
  /** 0..32767: points: a contact alone in its blob whose ellipse (press_grid_shape) has an axis of this length or more is a palm; 0: none is; 0 */
  palmLength?: number;
  /** PRESS_GRID_BASELINE: how long the zero is watched; no contacts meanwhile; 200000 */
  startUs?: number;
  /** time constants of following upwards and downwards; 30000000, 1000000 */
  riseUs?: number;
  /** time constants of following upwards and downwards; 30000000, 1000000 */
  fallUs?: number;
  /** a zero that is known stays while its cell reads below it. After so long without a contact the reading is the zero, and the one before is remembered; 0: never; 120000000 */
  belowZeroUs?: number;
  /** a contact longer than this is taken for a new zero of its cells; 0: off */
  longestContactUs?: number;
  /** a row or a column is faulty when it has been dead, stuck or flickering for so long; 0: off; 5000000 */
  lineAfterUs?: number;
  /** points, not negative: blobs with no more than this between them along x and along y, from edge to edge, are one contact: a foot of heel, ball and toes; both 0: off; 0, 0 */
  joinX?: number;
  /** points, not negative: blobs with no more than this between them along x and along y, from edge to edge, are one contact: a foot of heel, ball and toes; both 0: off; 0, 0 */
  joinY?: number;
  /** 0..2: a press_grid_circuit; PRESS_GRID_CIRCUIT_PLAIN */
  circuit?: number;
  /** 1..16777215: the code at the supply; 1023 */
  fullScale?: number;
  /** ohm, 10..16777215: the resistor of a column; 10000 */
  columnOhm?: number;
  /** ohm, 0..100000: of what drives a row and holds it at ground: a pin 30, a switch 5 to 470; 0 */
  rowOhm?: number;
  /** kind 0: none. Else force = curve(cell * gain): gain then makes the curve's conductance */
  curve?: Curve;
}
/** Start from press_drag_config_init. */
export interface DragOptions {
  /** a drag starts only after the contact has been still for hold_us: DRAG_LIFTED. From then on it cannot be a tap, and its hold ends when it drags */
  afterHold?: boolean;
  /** the same, but only where a container of the source scrolls: moving at once scrolls */
  holdInScroll?: boolean;
  /** only once the pressure has been at or above start_pressure */
  byForce?: boolean;
  /** moving by still_slop in the preview phase cancels the preview and drags; without this flag a contact that previews never drags */
  fromPreview?: boolean;
  /** springs activate by force alone */
  noDwell?: boolean;
  /** springs activate by dwelling alone */
  noSpringForce?: boolean;
  /** the speed of autoscroll grows in proportion to nearness and time, else with their squares */
  linearScroll?: boolean;
  /** 1..16: at once, drops that are still transferring included; 2 */
  maxSessions?: number;
  /** 1..64: of one session; 8 */
  maxItems?: number;
  /** 0..16: concluded drops that can be undone; 4 */
  undoDepth?: number;
  /** points, not negative; 3 */
  slop?: number;
  /** points, not negative: moving less is still, for holding and for a preview; 10 */
  stillSlop?: number;
  /** 0..1: with BY_FORCE, the pressure from which on a contact drags; 0.25 */
  startPressure?: number;
  /** with AFTER_HOLD or HOLD_IN_SCROLL: how long it has been still; 500000 */
  holdUs?: number;
  /** rest on a spring until it is activating; 500000 */
  springDwellUs?: number;
  /** and from there until it is activated; 250000 */
  springActivatingUs?: number;
  /** pressing at or above this activates at once, if the pressure was below before; 0.5 */
  springPressure?: number;
  /** pressing at or above this drops without lifting, under the same condition; above 1: never; 2 */
  dropPressure?: number;
  /** points, not negative: from the edge of a scroller, at most a quarter of it, where it scrolls; 40 */
  scrollEdge?: number;
  /** points per second, not negative: the full speed; 800 */
  scrollSpeed?: number;
  /** until it is at full speed; 1200000 */
  scrollRampUs?: number;
  /** above 0: how often the speed changes; 16667 */
  frameUs?: number;
  /** a drop that takes longer is slow; 1000000 */
  slowUs?: number;
  /** points, not negative: from the edge of a scroller, where it scrolls at full speed; less where scroll_edge is, in proportion; 8 */
  scrollFull?: number;
  /** points, not negative: a drag that begins within scroll_edge of an edge scrolls there once it is nearer by so much, or by half of the distance at its beginning, or has been away from that edge; 0: at once; 5 */
  scrollToward?: number;
  /** how long it is near an edge before it scrolls; 0 */
  scrollWaitUs?: number;
}
/** Start from press_gestures_config_init. Times are microseconds. */
export interface GesturesOptions {
  /** above 0: how long a contact stays still to be a hold; 500000 */
  holdUs?: number;
  /** a tap lifts within this; 0: any time before it is a hold; 0 */
  tapUs?: number;
  /** from lift to the next touch; 0: no double taps; 300000 */
  doubleTapUs?: number;
  /** points, not negative: a contact that moved this far from where it began is no tap; 10 */
  slop?: number;
  /** points, not negative: two taps of a double tap are less apart; 40 */
  doubleTapSlop?: number;
  /** where there is no force: pressure rises from 0 to 1 within this time of holding still, so that every phase of a preview works on a plain touch sensor. Not of contacts with PRESS_SAMPLE_HAS_FORCE; 0: off */
  forceFromHoldUs?: number;
  /** how long after the touch it starts to rise; 200000 */
  forceFromHoldDelayUs?: number;
  /** above 0: how often it rises; 16667 */
  frameUs?: number;
  /** points, not negative: one that moved this far is no hold, and no longer still; 10 */
  holdSlop?: number;
  /** points, not negative: one that moved this far scrolls, where something scrolls; 10 */
  scrollSlop?: number;
  /** a hold repeats after each of these times; 0: off; 0 */
  holdRepeatUs?: number;
  /** a scroll counts from where its contact began, so that it begins with a jump by scroll_slop; else from where it has become one */
  scrollFromTouch?: boolean;
}
/** Start from press_peek_config_init. */
export interface PeekOptions {
  /** actions are chosen by a touch of their own only, not by sliding onto them */
  noSlide?: boolean;
  /** a contact that stays still for hold_us opens the peek of its target, with its actions revealed: for sensors without force. No hold begins there. It stays when the finger lifts */
  fromHold?: boolean;
  /** a finger that swiped up for the actions hides them by coming back down to half of reveal_distance: ACTIONS_HIDDEN. It may pop again, once its pressure was below complete_pressure */
  hide?: boolean;
  /** points, above 0: upwards from where the peek was shown; 40 */
  revealDistance?: number;
  /** points, above 0: a finger that stays within this for rest_us, or turns back downwards by it, may choose actions; 10 */
  slop?: number;
  /** how long it does so; 100000 */
  restUs?: number;
  /** above 0: with FROM_HOLD: how long it stays still, within slop; 500000 */
  holdUs?: number;
}
/** Start from press_transition_config_init. */
export interface TransitionsOptions {
  /** 1..32: at once; 4 */
  maxTransitions?: number;
  /** 1..65535: a spring ends once its place and its velocity per radian are together below so many 65536ths; 16 */
  rest?: number;
  /** above 0: how often a running transition is updated; 16667 */
  frameUs?: number;
  /** points per second, not negative: MOTION: a contact that lifts at this speed along the direction, or against it, decides; 0: none does; 300 */
  flickSpeed?: number;
  /** runs to 1 at once, for its whole duration: not interactive */
  automatic?: boolean;
  /** a run is a spring: curve is PRESS_SPRING(damping, response), within 1e-4 of the exact one (of the whole distance, or of the starting velocity per radian, up to 1000, if that is more). duration_us has no effect; speed divides the response. It ends once distance and velocity per radian together are below rest; without damping it never ends */
  spring?: boolean;
  /** a spring may pass its end, and a run may go beyond 0 and 1, as a curve whose y does, with its progress. A run that is caught there stays there. Without it progress is 0..1, a damping below 1 is raised to 1, and a spring that is too fast for its response gets a shorter one */
  overshoot?: boolean;
  /** of the whole, from 0 to 1; 0: ends at once; 400000. Shorter where the finger is faster */
  durationUs?: number;
  /** above 0: completion speed: the rest takes duration * distance left / speed; 1.0 */
  speed?: number;
  /** of what runs by itself; ease in, ease out */
  curve?: TimingCurve;
  /** 0..1: where it starts; 0 */
  fraction?: number;
  /** 20000..100000: what counts for a speed: the places of so long; 100000 */
  velocityUs?: number;
  /** 10000..1000000: a finger that lies still for so long has stopped; 40000 */
  stillUs?: number;
  /** what MOTION drives stands still from the fall of the force until the lift is certain */
  noCoast?: boolean;
}
/** Start from press_button_config_init. */
export interface ButtonOptions {
  /** no press begins while a contact scrolls or drags; a force that would have pressed then must fall below release_force first. A button that is down stays down */
  notWhileMoving?: boolean;
  /** it follows changes of force, see above */
  rapidTrigger?: boolean;
  /** N, above 0; 1.5 */
  pressForce?: number;
  /** N, above 0, at most press_force; 1.3 */
  releaseForce?: number;
  /** 0..1: of the peak; 0: the release level does not follow; 0.6 */
  ratioDown?: number;
  /** 1..4: of the least force since the release; 1.2 */
  ratioUp?: number;
  /** N, at least press_force: levels do not follow further; 6.0 */
  ceiling?: number;
  /** points per second, not negative: at it the release level is at its lowest, a tenth; 0: off; 200 */
  fullSpeed?: number;
  /** a force that falls below the release level has this long to come back before the button is released; 0: it is released at once; PRESS_BUTTON_LIFT_OF_CONTACT: as press_config.lift_us has it */
  liftUs?: number;
  /** N, above 0: with RAPID_TRIGGER, the fall from the peak that releases; 0.3 */
  rapidFall?: number;
  /** N, above 0: with RAPID_TRIGGER, the rise from the least force that presses again; 0.3 */
  rapidRise?: number;
}
/** Start from press_strike_config_init. */
export interface StrikeOptions {
  /** 0..100000: a strike is delivered with the last reading within this time of its contact; 20000 */
  windowUs?: number;
  /** N per second, above 0: velocity 1; less is velocity 0; 10.0 */
  minSpeed?: number;
  /** N per second, above min_speed: velocity 127, also for more; 1000.0 */
  maxSpeed?: number;
  /** one of PRESS_STRIKE_LOG PRESS_STRIKE_LINEAR PRESS_STRIKE_POWER; PRESS_STRIKE_LOG */
  curve?: number;
  /** 0.125..8: with PRESS_STRIKE_POWER; below 1: soft strikes count for more; 1.0 */
  exponent?: number;
  /** 0..256: how many contact ids keep readings from before the touch; where there are more, the one that touched longest ago is dropped; raised to max_contacts if smaller; 0 */
  sources?: number;
  /** 0..127: the velocity of strikes and lifts whose speed is not known; 0: that of the speed that is estimated; 0 */
  unknownVelocity?: number;
}
/** Start from press_pinch_config_init. */
export interface PinchOptions {
  /** two that move side by side do not begin a pinch: each of them may scroll or drag */
  noMove?: boolean;
  /** points, above 0: of the distance, and of the centre; 8 */
  slop?: number;
  /** degrees, 0.5..90: of the angle; 8 */
  turnSlop?: number;
}
/** Start from press_scroll_config_init. */
export interface ScrollOptions {
  /** 1..8: targets that are thrown at once or whose content is declared; 2 */
  maxThrows?: number;
  /** 0.25..64: after 1 / friction seconds a throw has 1 / e of its speed; 2.0 */
  friction?: number;
  /** points per second, not negative: what is slower along an axis counts as 0; 50 */
  minSpeed?: number;
  /** above 0: how often a throw moves; 16667 */
  frameUs?: number;
  /** 10000..10000000: the response of the spring: how long it would take for one swing without damping; 400000 */
  settleUs?: number;
  /** points, above 0: how far a swipe goes; 50 */
  swipeDistance?: number;
  /** points per second, above 0: and how fast at least; 300 */
  swipeSpeed?: number;
  /** 20000..100000: what counts for a speed: the places of so long; 100000 */
  velocityUs?: number;
  /** 10000..1000000: a finger that lies still for so long has stopped; 40000 */
  stillUs?: number;
  /** content stands still from the fall of the force until the lift is certain */
  noCoast?: boolean;
  /** content follows a finger beyond its ends one to one */
  noRubberBand?: boolean;
  /** a throw that friction leads beyond an end passes it, and comes back; else it slows down to rest there */
  bounce?: boolean;
}
/** Start from press_levels_config_init. */
export interface LevelsOptions {
  /** the rate of repeats is that of the level, and does not follow the pressure between two */
  stepped?: boolean;
  /** a contact that scrolls, drags or pinches is at no level until it lifts */
  notWhileMoving?: boolean;
  /** 2..8: the number of levels; 2 */
  count?: number;
  /** above 0: where the first level is entered; 0.25 */
  firstPressure?: number;
  /** 0..1, above first_pressure: where the last level is entered; 0.67 */
  lastPressure?: number;
  /** 0..0.9: a level is left so far below where it is entered, in parts of the distance between two; 0.3 */
  hysteresis?: number;
  /** 0 or 1000..10000000: from one repeat to the next at first_pressure; 0: no repeats; 0 */
  repeatUs?: number;
  /** 1000..10000000: from one repeat to the next at last_pressure and above; 75000 */
  repeatFastUs?: number;
  /** 0..10000000: from the first level to the first repeat; 0: as from one to the next; 400000 */
  repeatDelayUs?: number;
}
/** Start from press_crosstalk_config_init. */
export interface CrosstalkOptions {
  /** 1000..1000000: so long a force counts for its neighbours, less and less, in a straight line; 60000 */
  windowUs?: number;
  /** 0..0.99: of a force, that each other pad reads at most, until press_crosstalk_set_share says it of a pair; 0.2 */
  share?: number;
}
/** Counters of an engine since init. They wrap. */
export interface EngineStats {
  /** samples refused with any error; a sample that only ends a batch is counted when it is fed again */
  readonly refused: number;
  /** taken */
  readonly samples: number;
  /** of those refused: time went backwards by more than late_limit_us */
  readonly backwards: number;
  /** progress events merged into newer ones because nobody polled */
  readonly merged: number;
  /** events delivered to the delegate and never polled */
  readonly overwritten: number;
}
/** Counters of a pad since init. They wrap. */
export interface PadStats {
  /** refused because time did not go forwards */
  readonly backwards: number;
  /** taken */
  readonly frames: number;
  /** pauses longer than gap_us */
  readonly gaps: number;
  /** codes that the median corrected by more than full_scale / 64 */
  readonly spikes: number;
  /** failed readings, and codes that the converter cannot give */
  readonly busErrors: number;
  /** faults begun */
  readonly faults: number;
}
/** Counters of a grid since init. They wrap. */
export interface GridStats {
  /** refused because time did not go forwards */
  readonly backwards: number;
  /** taken */
  readonly frames: number;
  /** blobs of fewer than min_cells */
  readonly noise: number;
  /** blobs that could have begun a contact, but max_contacts were there */
  readonly crowded: number;
  /** contacts that vanished and came back */
  readonly dropouts: number;
  /** contacts that came to share a blob */
  readonly merges: number;
}
/** The button as it is now. */
export interface ButtonLevels {
  /** N: the level that presses */
  readonly pressForce: number;
  /** N: the level below which it is released */
  readonly releaseForce: number;
}
