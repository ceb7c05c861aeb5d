/* Events: everything that happens, as one fixed-size struct. */
#ifndef PRESS_EVENT_H
#define PRESS_EVENT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* press_event.type: what happened. "Begins" and "ends" pair up: each beginning has exactly one end. */
enum {
  PRESS_EVENT_CONTACT_BEGAN     = 1,  /* begins a contact */
  PRESS_EVENT_CONTACT_MOVED     = 2,  /* a sample of a contact; only with PRESS_CONFIG_TELL_MOVED */
  PRESS_EVENT_CONTACT_ENDED     = 3,  /* ends a contact: lifted */
  PRESS_EVENT_CONTACT_CANCELLED = 4,  /* ends a contact: see reason */
  PRESS_EVENT_PREVIEW_BEGAN     = 16, /* begins a preview: preview_should_begin said yes */
  PRESS_EVENT_PREVIEW_UPDATED   = 17, /* progress of the preview phase; PRESS_EVENT_ENDED with the last one */
  PRESS_EVENT_COMMIT_UPDATED    = 18, /* progress of the commit phase; with PRESS_EVENT_ENDED it ends the preview: completed */
  PRESS_EVENT_PREVIEW_CANCELLED = 19, /* ends a preview: see reason */
  PRESS_EVENT_PREVIEW_REFUSED   = 20, /* preview_should_begin said no */
  PRESS_EVENT_TAPPED            = 32, /* with PRESS_REASON_PROGRAM: from press_target_activate */
  PRESS_EVENT_DOUBLE_TAPPED     = 33,
  PRESS_EVENT_HOLD_BEGAN        = 34, /* begins a hold */
  PRESS_EVENT_HOLD_ENDED        = 35, /* ends a hold: lifted */
  PRESS_EVENT_HOLD_CANCELLED    = 36, /* ends a hold: see reason */
  PRESS_EVENT_SCROLL_BEGAN      = 37, /* begins a scroll; target is the one that scrolls */
  PRESS_EVENT_SCROLL_MOVED      = 38, /* value, value2: points since it began, x and y */
  PRESS_EVENT_SCROLL_ENDED      = 39, /* ends a scroll: lifted; value, value2 as above */
  PRESS_EVENT_SCROLL_CANCELLED  = 40, /* ends a scroll: see reason; value, value2 as above */
  PRESS_EVENT_TAP_FAILED        = 41, /* an open contact can no longer become a tap: see reason; once. Where it becomes
                                         something else, the event of that says so */
  PRESS_EVENT_HOLD_REPEATED     = 42, /* hold_repeat_us have passed again; value: how often, a plain number */
  PRESS_EVENT_DRAG_REFUSED      = 43, /* a contact left the source `target`, and all sessions are taken */
  PRESS_EVENT_PEEK_SHOWN        = 48, /* begins a peek; subject is the peek's id in all that follow */
  PRESS_EVENT_PEEK_POPPED       = 49, /* ends a peek: show it for good; reason: of one that no pressure popped */
  PRESS_EVENT_PEEK_DISMISSED    = 50, /* ends a peek: see reason; PRESS_REASON_NONE: an action was selected */
  PRESS_EVENT_ACTIONS_REVEALED  = 51, /* its quick actions are on show; value: the id of the open group, 0: none; again
                                         each time a group opens or closes */
  PRESS_EVENT_ACTION_HIGHLIGHTED = 52, /* value: action id, 0: none */
  PRESS_EVENT_ACTION_SELECTED   = 53, /* value: action id; ids are plain numbers, not Q16.16; PRESS_EVENT_KEPT: the actions stay
                                         on show */
  PRESS_EVENT_ACTIONS_HIDDEN    = 54, /* its quick actions are not on show any more; it may pop again */
  PRESS_EVENT_SENSOR_FAULT      = 64, /* begins a fault of sensor `subject`: see reason */
  PRESS_EVENT_SENSOR_RECOVERED  = 65, /* ends a fault of sensor `subject`; reason is the fault's */
  PRESS_EVENT_BASELINE_CHANGED  = 66, /* the zero of sensor `subject` went from value2 to value (microsiemens): see
                                         reason; with PRESS_REASON_FINGER_AT_START it was not learnt */
  PRESS_EVENT_SENSOR_SATURATED  = 67, /* sensor `subject` is at the end of its range, 63/64 of its highest code; once for
                                         each touch. The force is at least what it says; the contact goes on */
  PRESS_EVENT_RECALIBRATE       = 68, /* sensor `subject` has wandered from its calibration: see reason; value: microsiemens
                                         now, value2: as calibrated */
  PRESS_EVENT_SUPPLY_FAULT      = 69, /* begins an outage of the supply of sensor `subject`, the first that it feeds: see reason; the
                                         last good reading of it counts on */
  PRESS_EVENT_SUPPLY_RECOVERED  = 70, /* ends it; reason is the fault's */
  PRESS_EVENT_TRANSITION_STARTED   = 80, /* begins transition `subject`; progress: where it starts */
  PRESS_EVENT_TRANSITION_UPDATED   = 81, /* progress: its fraction */
  PRESS_EVENT_TRANSITION_FINISHED  = 82, /* ends transition `subject` at 1 */
  PRESS_EVENT_TRANSITION_CANCELLED = 83, /* ends transition `subject`: see reason; PRESS_REASON_NONE: it ran back to 0 */
  PRESS_EVENT_BUTTON_PRESSED       = 88, /* begins a press of the force button */
  PRESS_EVENT_BUTTON_RELEASED      = 89, /* ends it */
  PRESS_EVENT_BUTTON_CANCELLED     = 90, /* ends it: see reason */
  PRESS_EVENT_STRUCK               = 91, /* how fast an open contact was struck; value: N/s, value2: velocity 0..127; late_us: since
                                            it was there */
  /* Of drags and drops (drag.h), with `subject` the session; from 126 on there are more of them. */
  PRESS_EVENT_DRAG_BEGAN         = 96,  /* begins a drag; target: its source; value, value2: where in the source the contact
                                           began, points: what to keep under the finger */
  PRESS_EVENT_DRAG_MOVED         = 97,  /* to x, y */
  PRESS_EVENT_DRAG_ENTERED       = 98,  /* begins a stay over a destination; value: operation, value2: items it would take */
  PRESS_EVENT_DRAG_LEFT          = 99,  /* ends it */
  PRESS_EVENT_DRAG_PROPOSED      = 100, /* what the destination would do changed; as for DRAG_ENTERED */
  PRESS_EVENT_DRAG_ITEMS_CHANGED = 101, /* value: the badge, how many would be taken or are dragged; value2: dragged */
  PRESS_EVENT_DRAG_HINT_CHANGED  = 102, /* value: PRESS_HINT_... */
  PRESS_EVENT_DRAG_CONFIRM       = 103, /* asks: press_drop_confirm */
  PRESS_EVENT_DRAG_DROPPED       = 104, /* ends a drag, begins its drop; target: destination, 0: empty space; value: operation,
                                           value2: items taken; x, y: where a placeholder belongs */
  PRESS_EVENT_DRAG_CANCELLED     = 105, /* ends a drag: see reason, and flags for how to show it */
  PRESS_EVENT_SPRING_POSSIBLE    = 106, /* begins spring loading of a target */
  PRESS_EVENT_SPRING_ACTIVATING  = 107,
  PRESS_EVENT_SPRING_ACTIVATED   = 108, /* open it; the drag goes on */
  PRESS_EVENT_SPRING_ENDED       = 109, /* ends it: inactive again */
  PRESS_EVENT_AUTOSCROLL_BEGAN   = 110, /* begins autoscroll of a target */
  PRESS_EVENT_AUTOSCROLL_CHANGED = 111, /* value, value2: points per second, x and y, from here on; negative: towards the
                                           container's origin */
  PRESS_EVENT_AUTOSCROLL_ENDED   = 112, /* ends it */
  PRESS_EVENT_DROP_ITEM_BEGAN    = 113, /* begins the transfer of item `value`; value2: the representation, 0: any; target:
                                           the destination; PRESS_EVENT_PART */
  PRESS_EVENT_DROP_ITEM_UPDATED  = 114, /* progress of item `value` */
  PRESS_EVENT_DROP_ITEM_ENDED    = 115, /* ends it; PRESS_REASON_NONE: arrived; else why not, and flags */
  PRESS_EVENT_DROP_SLOW          = 116, /* it takes longer than slow_us */
  PRESS_EVENT_DROP_CONCLUDED     = 117, /* ends a drop; value: items that arrived, value2: that were taken and did not */
  PRESS_EVENT_TASK_BEGAN         = 118, /* begins the task that a drop started; target: what it was dropped on */
  PRESS_EVENT_TASK_UPDATED       = 119, /* progress */
  PRESS_EVENT_TASK_ENDED         = 120, /* ends it; PRESS_REASON_NONE: done */
  PRESS_EVENT_DROP_ITEM_UNDONE   = 121, /* item `value`; value2: what is undone: a move (target: where it goes back to) or a
                                           copy (target: where it goes away) */
  PRESS_EVENT_DROP_UNDONE        = 122, /* all of the drop; value: its operation, value2: items; target 0: it was removed meanwhile */
  PRESS_EVENT_SELECTION_SET      = 123, /* item `value` is selected in `target` from now on */
  PRESS_EVENT_SELECTION_CLEARED  = 124, /* item `value` is not selected in `target` any more */
  PRESS_EVENT_TARGET_ACTIVATED   = 125, /* a contact that did not drag lifted in the inactive container `target` */
  PRESS_EVENT_DROP_ITEM_NOT_TAKEN = 126, /* item `value` stays where it comes from: see flags; PRESS_REASON_NONE: the
                                           destination did not take it; else why the drop was over before */
  PRESS_EVENT_DROP_ITEM_REDONE   = 127, /* item `value` went to `target` again; value2: by a move or a copy */
  PRESS_EVENT_DROP_REDONE        = 128, /* all of the drop; value: its operation, value2: items */
  PRESS_EVENT_DRAG_LIFTED        = 129, /* `target` was held long enough: moving drags it from here on. No session yet. DRAG_BEGAN or
                                           DRAG_SETTLED follows */
  PRESS_EVENT_DRAG_SETTLED       = 130  /* what was lifted lies down again: see reason; PRESS_REASON_NONE: nothing to drag */
};

/* press_event.flags */
enum {
  PRESS_EVENT_ENDED   = 1, /* the last update of its phase */
  PRESS_EVENT_RETURNS = 2, /* what was dragged flies back to its source */
  PRESS_EVENT_FADES   = 4, /* it fades away: its source is not there any more */
  PRESS_EVENT_PART    = 8, /* a part of the item is taken */
  PRESS_EVENT_KEPT    = 16 /* the actions stay on show */
};

/* press_event.reason: why something ended, failed or changed. */
enum {
  PRESS_REASON_NONE             = 0,
  PRESS_REASON_LIFTED           = 1,  /* force fell below release_force, or PRESS_SAMPLE_DOWN went away */
  PRESS_REASON_LOST             = 2,  /* a sample carried PRESS_SAMPLE_LOST */
  PRESS_REASON_SILENT           = 3,  /* no sample for lost_after_us */
  PRESS_REASON_RESET            = 4,  /* press_engine_reset */
  PRESS_REASON_PROGRAM          = 5,  /* the program cancelled it */
  PRESS_REASON_TARGET_REMOVED   = 6,  /* its target was removed, or lost the trait */
  PRESS_REASON_PALM             = 7,  /* a sample carried PRESS_SAMPLE_PALM */
  PRESS_REASON_NO_DESTINATION   = 8,  /* drag: nothing there has a use for it */
  PRESS_REASON_FORBIDDEN        = 9,  /* drag: the destination does not take it now */
  PRESS_REASON_DENIED           = 10, /* drag: press_drop_confirm said no */
  PRESS_REASON_FAILED           = 11, /* drop: press_drop_finish said that it failed */
  PRESS_REASON_DRAGGED          = 12, /* preview, peek, hold: its contact drags from here on */
  PRESS_REASON_SLEPT            = 13, /* press_pad_resume: the board slept. Baseline: learnt after that */
  PRESS_REASON_OPEN             = 16, /* sensor: wire open (needs a parallel resistor, press_circuit) */
  PRESS_REASON_SHORTED          = 17, /* sensor: no resistance left */
  PRESS_REASON_SATURATED        = 18, /* sensor: at the end of its range; no fault */
  PRESS_REASON_STUCK            = 19, /* sensor: the very same code for too long */
  PRESS_REASON_STALE            = 20, /* sensor: no code for too long */
  PRESS_REASON_BUS              = 21, /* sensor: reading it failed for too long */
  PRESS_REASON_START            = 32, /* baseline: learnt at the start */
  PRESS_REASON_DRIFT            = 33, /* baseline: followed slow drift */
  PRESS_REASON_BELOW_ZERO       = 34, /* baseline: the sensor read below its zero */
  PRESS_REASON_CONTACT_TOO_LONG = 35, /* baseline: a contact lasted longer than longest_contact_us */
  PRESS_REASON_REQUESTED        = 36, /* baseline: press_pad_tare */
  PRESS_REASON_FINGER_AT_START  = 37, /* baseline: something presses or moves: it is learnt at the first still stretch */
  PRESS_REASON_ZERO             = 38, /* recalibrate: the zero is further from the calibrated one than zero_limit */
  PRESS_REASON_SPAN             = 39, /* recalibrate: the sensor conducts more than its calibration covers */
  PRESS_REASON_MOVED            = 40, /* tap: it moved by slop */
  PRESS_REASON_TOO_LONG         = 41, /* tap: it was down for longer than tap_us */
  PRESS_REASON_LEFT_TARGET      = 42, /* tap: it left its target */
  PRESS_REASON_NO_SESSION       = 43, /* drag: max_sessions exist already */
  PRESS_REASON_TAPPED           = 50  /* peek: popped by a tap on it */
};

/* press_event.contact of events that no finger caused. No contact has this id. */
#define PRESS_NO_CONTACT 0xffffffffu

/* One thing that happened. 64 bytes on every processor; fields that a type does not use are 0. */
typedef struct press_event {
  uint64_t  t_us;          /* when it was decided: the time of the sample, or of the deadline that fired; for what the
                              program does, of the later of both. Never earlier than that of the event before, except
                              after press_engine_reset */
  uint32_t  type;          /* PRESS_EVENT_... */
  uint32_t  contact;       /* the caller's contact id */
  uint32_t  target;        /* target id, 0: the surface itself */
  uint32_t  flags;         /* PRESS_EVENT_ENDED, _RETURNS, _FADES, _PART, _KEPT */
  int32_t   reason;        /* PRESS_REASON_... */
  press_q16 x, y;          /* points */
  press_q16 force;         /* N */
  press_q16 pressure;      /* 0..1 */
  press_q16 progress;      /* 0..1 of the phase */
  uint32_t  subject;       /* sensor number, peek, transition or drag session */
  press_q16 value, value2; /* by type */
  uint32_t  late_us;       /* how much earlier than t_us it happened, where only later input could decide: a lift after
                              lift_us, a tap that waited for a second one; saturates; else 0 */
} press_event;

/* The name of an event type, in snake case ("preview_updated"), for logs.
 * @return static text, never NULL; "unknown" for other values. */
PRESS_API const char *press_event_name(uint32_t type);

/* The name of a reason, in snake case ("lifted"), for logs.
 * @return static text, never NULL; "unknown" for other values. */
PRESS_API const char *press_reason_name(int32_t reason);

#ifdef __cplusplus
}
#endif
#endif
