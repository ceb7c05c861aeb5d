/* Events: everything that happens, as one fixed-size struct. */
#ifndef PRESS_EVENT_H
#define PRESS_EVENT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** press_event.type: what happened. "Begins" and "ends" pair up: each beginning has exactly one end. In braces are the fields of an event:
 * first its subject,
 *
 *   contact     contact, target, x, y, force, pressure
 *   peek, drag  the same, with `subject` the peek or the session
 *   other       the same, with `subject` the other contact of a pinch
 *   sensor      subject, and the contact of its pad
 *   transition  subject; no contact
 *   throw       target, which is `subject`, too; x, y: the position of its content; no contact
 *
 * then further fields, in the order of press_event_describe. `value: dx, points` is the field, its name in a log, and its unit; the number
 * is Q16.16. `whole` is a plain number of 32 bits, `0..127 in Q16.16` a whole number in Q16.16, PRESS_DROP_... one of these: compare
 * (press_drop_operation)value. `ended`, `part`, `kept`, `unknown`, `resting` and `shows` (returns or fades) are flags. A field with a
 * question mark is in a log only if it is not 0; a field in parentheses is set, but in no log. Tools read `begins a ...`,
 * `ends it`, `progress of a ...` (a newer event replaces it), `state of a ...` (the same, for values that change in steps) and `step of a ...`
 * (it goes on, and no event replaces this one). What begins with a contact is a part of that contact and ends before it, unless there is only
 * one at a time; of other things their beginning says `part of a ...`. `of an item`: it has the item of its events. The comment above a group
 * names the interaction that delivers it. Every event has t_us and type. Events that only later input could decide, or that a late sample causes, have late_us. All other fields are 0.
 */
enum PRESS_AS(press_event_type, uint32_t) {
  /** Contacts and previews (engine.h). */
  PRESS_EVENT_CONTACT_BEGAN     = 1,  /**< begins a contact; resting: see PRESS_EVENT_FLAG_RESTING {contact; resting?} */
  PRESS_EVENT_CONTACT_MOVED     = 2,  /**< progress of a contact: a sample; only with PRESS_CONFIG_TELL_MOVED {contact} */
  PRESS_EVENT_CONTACT_ENDED     = 3,  /**< ends a contact: lifted {contact; reason} */
  PRESS_EVENT_CONTACT_CANCELLED = 4,  /**< ends a contact: see reason {contact; reason} */
  PRESS_EVENT_PREVIEW_BEGAN     = 16, /**< begins a preview: preview_should_begin said yes {contact} */
  PRESS_EVENT_PREVIEW_UPDATED   = 17, /**< progress of a preview in its preview phase, 0..1; PRESS_EVENT_FLAG_ENDED with the last one
                                             {contact; progress; ended; (button)} */
  PRESS_EVENT_COMMIT_UPDATED    = 18, /**< progress of a preview in its commit phase, 0..1; with PRESS_EVENT_FLAG_ENDED it ends the preview:
                                             completed {contact; progress; ended; (button)} */
  PRESS_EVENT_PREVIEW_CANCELLED = 19, /**< ends a preview: see reason {contact; (progress); reason} */
  PRESS_EVENT_PREVIEW_REFUSED   = 20, /**< preview_should_begin said no {contact} */
  /** Taps, holds, scrolls (gestures.h). */
  PRESS_EVENT_TAPPED           = 32, /**< with PRESS_REASON_PROGRAM: from press_target_activate {contact; reason?} */
  PRESS_EVENT_DOUBLE_TAPPED    = 33, /**< the second tap on the same place {contact} */
  PRESS_EVENT_HOLD_BEGAN       = 34, /**< begins a hold {contact} */
  PRESS_EVENT_HOLD_ENDED       = 35, /**< ends a hold: lifted {contact; reason} */
  PRESS_EVENT_HOLD_CANCELLED   = 36, /**< ends a hold: see reason {contact; reason} */
  PRESS_EVENT_SCROLL_BEGAN     = 37, /**< begins a scroll; target is the one that scrolls {contact} */
  PRESS_EVENT_SCROLL_MOVED     = 38, /**< progress of a scroll: how far since it became one (gestures.h)
                                             {contact; value: dx, points; value2: dy, points} */
  PRESS_EVENT_SCROLL_ENDED     = 39, /**< ends a scroll: lifted {contact; value: dx, points; value2: dy, points; reason} */
  PRESS_EVENT_SCROLL_CANCELLED = 40, /**< ends a scroll: see reason {contact; value: dx, points; value2: dy, points; reason} */
  PRESS_EVENT_TAP_FAILED       = 41, /**< an open contact can no longer become a tap: see reason; once. Where it becomes something
                                             else, the event of that says so {contact; reason} */
  PRESS_EVENT_HOLD_REPEATED    = 42, /**< step of a hold: hold_repeat_us have passed again; repeats: how often in all. Of the times that a late tick
                                             passes the latest is delivered: then repeats rises by more than 1
                                             {contact; value: repeats, whole} */
  /** A drag (drag.h). */
  PRESS_EVENT_DRAG_REFUSED = 43, /**< a contact left the source `target`, and all sessions are taken {contact; reason} */
  /** Swipes and throws (scroll.h). */
  PRESS_EVENT_SWIPED      = 44, /**< an open contact went far and fast; speed: points per second; nothing more becomes
                                             of it (scroll.h) {contact; value: direction, PRESS_SWIPE_...; value2: speed, whole} */
  PRESS_EVENT_THROW_BEGAN = 45, /**< begins a throw: the target goes on by itself; vx, vy: how fast (scroll.h)
                                             {throw; value: vx, points per second; value2: vy, points per second} */
  PRESS_EVENT_THROW_MOVED = 46, /**< progress of a throw {throw; value: vx, points per second; value2: vy, points per second} */
  PRESS_EVENT_THROW_ENDED = 47, /**< ends it: see reason; PRESS_REASON_NONE: it rests {throw; reason} */
  /** Peeks (peek.h). */
  PRESS_EVENT_PEEK_SHOWN         = 48, /**< begins a peek, one at a time; subject is its id in all that follow {peek} */
  PRESS_EVENT_PEEK_POPPED        = 49, /**< ends a peek: show it for good; reason: of one that no pressure popped {peek; reason} */
  PRESS_EVENT_PEEK_DISMISSED     = 50, /**< ends a peek: see reason; PRESS_REASON_NONE: an action was selected {peek; reason} */
  PRESS_EVENT_ACTIONS_REVEALED   = 51, /**< step of a peek: its quick actions are on show; group: the id of the open group, 0: none; again each time
                                             a group opens or closes {peek; value: group, whole} */
  PRESS_EVENT_ACTION_HIGHLIGHTED = 52, /**< state of a peek; action: its id, 0: none {peek; value: action, whole} */
  PRESS_EVENT_ACTION_SELECTED    = 53, /**< action: its id; kept: the actions stay on show {peek; value: action, whole; kept?} */
  PRESS_EVENT_ACTIONS_HIDDEN     = 54, /**< step of a peek: its quick actions are hidden; it may pop again {peek} */
  PRESS_EVENT_PEEK_TOUCHED       = 55, /**< it takes a touch that began while it is on show: the contact operates it, or does nothing
                                             where another does already, and becomes nothing else {peek} */
  /** Pinches (pinch.h). */
  PRESS_EVENT_PINCH_BEGAN     = 56, /**< begins a pinch of two contacts, `contact` and `subject`; x, y: midway between them; force: of
                                             both together; pressure: of the firmer
                                             {other; value: scale, times; value2: angle, degrees} */
  PRESS_EVENT_PINCH_CHANGED   = 57, /**< progress of a pinch: scale, angle or centre since it began
                                             {other; value: scale, times; value2: angle, degrees} */
  PRESS_EVENT_PINCH_ENDED     = 58, /**< ends it: one of them lifted {other; value: scale, times; value2: angle, degrees; reason} */
  PRESS_EVENT_PINCH_CANCELLED = 59, /**< ends it: see reason {other; value: scale, times; value2: angle, degrees; reason} */
  /** Sensors (pad.h, grid.h, power.h). */
  PRESS_EVENT_SENSOR_FAULT     = 64, /**< begins a fault of sensor `subject`: see reason {sensor; reason} */
  PRESS_EVENT_SENSOR_RECOVERED = 65, /**< ends a fault of sensor `subject`; reason is the fault's {sensor; reason} */
  PRESS_EVENT_BASELINE_CHANGED = 66, /**< the zero of sensor `subject` went from value2 to value, or stays where these are the same:
                                             see reason; with PRESS_REASON_FINGER_AT_START it was not learnt
                                             {sensor; reason; value, microsiemens; value2, microsiemens} */
  PRESS_EVENT_SENSOR_SATURATED = 67, /**< sensor `subject` is at the end of its range, 63/64 of its highest code; once for each
                                             touch. The force is at least what it says; the contact goes on {sensor; reason} */
  PRESS_EVENT_RECALIBRATE      = 68, /**< sensor `subject` has wandered from its calibration: see reason; value: now, value2: as
                                             calibrated {sensor; reason; value, microsiemens; value2, microsiemens} */
  PRESS_EVENT_SUPPLY_FAULT     = 69, /**< begins an outage of the supply of sensor `subject`, the first that it feeds: see reason;
                                             the last good reading stays in use {sensor; reason} */
  PRESS_EVENT_SUPPLY_RECOVERED = 70, /**< ends it; reason is the fault's {sensor; reason} */
  /** Levels (levels.h). */
  PRESS_EVENT_LEVELS_BEGAN     = 72, /**< begins levels: a contact came to one {contact; value: level, whole} */
  PRESS_EVENT_LEVEL_ENTERED    = 73, /**< step of levels: to a higher one {contact; value: level, whole; value2: from, whole} */
  PRESS_EVENT_LEVEL_LEFT       = 74, /**< step of levels: to a lower one {contact; value: level, whole; value2: from, whole} */
  PRESS_EVENT_LEVEL_REPEATED   = 75, /**< step of levels: the accelerator; repeats: how often since levels began, as for HOLD_REPEATED
                                             {contact; value: level, whole; value2: repeats, whole} */
  PRESS_EVENT_LEVELS_ENDED     = 76, /**< ends it: below the first level, or lifted {contact; value2: from, whole; reason?} */
  PRESS_EVENT_LEVELS_CANCELLED = 77, /**< ends it: see reason {contact; value2: from, whole; reason} */
  /** Transitions (transition.h). */
  PRESS_EVENT_TRANSITION_STARTED   = 80, /**< begins transition `subject`; progress: where it starts, 0..1 {transition; progress} */
  PRESS_EVENT_TRANSITION_UPDATED   = 81, /**< progress of a transition: its fraction, 0..1; with
                                             PRESS_TRANSITION_FLAG_OVERSHOOT (transition.h) also below 0 and above 1 {transition; progress} */
  PRESS_EVENT_TRANSITION_FINISHED  = 82, /**< ends transition `subject` at 1 {transition; progress} */
  PRESS_EVENT_TRANSITION_CANCELLED = 83, /**< ends transition `subject`: see reason; PRESS_REASON_NONE: it ran back to 0; progress: where it
                                             was, as TRANSITION_UPDATED has it
                                             {transition; progress; reason} */
  /** The force button (button.h). */
  PRESS_EVENT_BUTTON_PRESSED   = 88, /**< begins a press, one at a time {contact} */
  PRESS_EVENT_BUTTON_RELEASED  = 89, /**< ends it {contact} */
  PRESS_EVENT_BUTTON_CANCELLED = 90, /**< ends it: see reason {contact; reason} */
  /** Strikes and lifts (strike.h). */
  PRESS_EVENT_STRUCK = 91, /**< how fast an open contact was struck; late_us: since it was there
                                             {contact; value: speed, N per second; value2: velocity, 0..127 in Q16.16;
                                             unknown?} */
  PRESS_EVENT_LET_GO = 95, /**< how fast a contact let go, before what it became and its end; late_us: since the force fell
                                             {contact; value: speed, N per second; value2: velocity, 0..127 in Q16.16;
                                             unknown?} */
  /** Drags and drops (drag.h), with `subject` the session. */
  PRESS_EVENT_DRAG_BEGAN          = 96,  /**< begins a drag; target: its source; origin: where in the source the contact began: what
                                             to keep under the finger {drag; value: origin_x, points; value2: origin_y, points} */
  PRESS_EVENT_DRAG_MOVED          = 97,  /**< progress of a drag: to x, y {drag} */
  PRESS_EVENT_DRAG_ENTERED        = 98,  /**< begins a stay, part of a drag, over a destination that would take items; items: how many
                                             {drag; value: operation, PRESS_DROP_...; value2: items, whole} */
  PRESS_EVENT_DRAG_LEFT           = 99,  /**< ends it, also where the destination would not take any more what it would have taken {drag} */
  PRESS_EVENT_DRAG_PROPOSED       = 100, /**< state of a stay: what the destination would do; as for DRAG_ENTERED
                                             {drag; value: operation, PRESS_DROP_...; value2: items, whole} */
  PRESS_EVENT_DRAG_ITEMS_CHANGED  = 101, /**< state of a drag; badge: how many would be taken or are dragged; items: dragged
                                             {drag; value: badge, whole; value2: items, whole} */
  PRESS_EVENT_DRAG_HINT_CHANGED   = 102, /**< state of a drag: what a pointer shows {drag; value: hint, PRESS_HINT_...} */
  PRESS_EVENT_DRAG_CONFIRM        = 103, /**< step of a drag: asks for press_drop_confirm {drag} */
  PRESS_EVENT_DRAG_DROPPED        = 104, /**< ends a drag, begins its drop; target: destination, 0: empty space; items: taken; x, y:
                                             where a placeholder belongs
                                             {drag; value: operation, PRESS_DROP_...; value2: items, whole} */
  PRESS_EVENT_DRAG_CANCELLED      = 105, /**< ends a drag: see reason, and flags for how to show it {drag; reason; shows} */
  PRESS_EVENT_SPRING_POSSIBLE     = 106, /**< begins spring loading of a target, part of a drag {drag} */
  PRESS_EVENT_SPRING_ACTIVATING   = 107, /**< step of spring loading: it is about to open {drag} */
  PRESS_EVENT_SPRING_ACTIVATED    = 108, /**< step of spring loading: open it {drag} */
  PRESS_EVENT_SPRING_ENDED        = 109, /**< ends it: inactive again {drag} */
  PRESS_EVENT_AUTOSCROLL_BEGAN    = 110, /**< begins autoscroll of a target, part of a drag {drag} */
  PRESS_EVENT_AUTOSCROLL_CHANGED  = 111, /**< state of an autoscroll: from here on; negative: towards the container's origin
                                             {drag; value: vx, points per second; value2: vy, points per second} */
  PRESS_EVENT_AUTOSCROLL_ENDED    = 112, /**< ends it {drag} */
  PRESS_EVENT_DROP_ITEM_BEGAN     = 113, /**< begins the transfer of an item, part of a drop; representation 0: any; target: the destination; part: a
                                             part of it is taken {drag; value: item, whole; value2: representation, whole; part?} */
  PRESS_EVENT_DROP_ITEM_UPDATED   = 114, /**< progress of the transfer of an item, 0..1 {drag; value: item, whole; progress} */
  PRESS_EVENT_DROP_ITEM_ENDED     = 115, /**< ends it; PRESS_REASON_NONE: arrived; else why not, and flags
                                             {drag; value: item, whole; reason; shows?} */
  PRESS_EVENT_DROP_SLOW           = 116, /**< step of a drop: it takes longer than slow_us {drag} */
  PRESS_EVENT_DROP_CONCLUDED      = 117, /**< ends a drop; arrived: items; failed: items that were taken and did not arrive
                                             {drag; value: arrived, whole; value2: failed, whole; reason} */
  PRESS_EVENT_TASK_BEGAN          = 118, /**< begins a task, part of a drop; target: the destination {drag} */
  PRESS_EVENT_TASK_UPDATED        = 119, /**< progress of a task, 0..1 {drag; progress} */
  PRESS_EVENT_TASK_ENDED          = 120, /**< ends it; PRESS_REASON_NONE: done {drag; reason} */
  PRESS_EVENT_DROP_ITEM_UNDONE    = 121, /**< operation: what is undone: a move (target: where it goes back to) or a copy (target:
                                             where it goes away) {drag; value: item, whole; value2: operation, PRESS_DROP_...} */
  PRESS_EVENT_DROP_UNDONE         = 122, /**< all of the drop; target 0: it was removed meanwhile
                                             {drag; value: operation, PRESS_DROP_...; value2: items, whole} */
  PRESS_EVENT_SELECTION_SET       = 123, /**< the item is selected in `target` from now on {drag; value: item, whole} */
  PRESS_EVENT_SELECTION_CLEARED   = 124, /**< the item is not selected in `target` any more {drag; value: item, whole} */
  PRESS_EVENT_TARGET_ACTIVATED    = 125, /**< a contact that did not drag lifted in the inactive container `target` {contact} */
  PRESS_EVENT_DROP_ITEM_NOT_TAKEN = 126, /**< the item stays where it comes from: see flags; PRESS_REASON_NONE: the destination did
                                             not take it; else why the drop was over before {drag; value: item, whole; reason; shows} */
  PRESS_EVENT_DROP_ITEM_REDONE    = 127, /**< the item went to `target` again, by a move or a copy
                                             {drag; value: item, whole; value2: operation, PRESS_DROP_...} */
  PRESS_EVENT_DROP_REDONE         = 128, /**< all of the drop {drag; value: operation, PRESS_DROP_...; value2: items, whole} */
  PRESS_EVENT_DRAG_LIFTED         = 129, /**< `target` was held long enough: moving drags it from here on. No session yet. DRAG_BEGAN
                                             or DRAG_SETTLED follows {contact} */
  PRESS_EVENT_DRAG_SETTLED        = 130, /**< what was lifted lies down again: see reason; PRESS_REASON_NONE: nothing to drag
                                             {contact; reason} */
  PRESS_EVENT_DRAG_FORBIDDEN      = 131  /**< it is over a destination that refuses; operation: CANCEL or FORBIDDEN; again where that changes
                                             {drag; value: operation, PRESS_DROP_...} */
};
PRESS_TYPE(press_event_type, uint32_t);

/** press_event.flags */
enum PRESS_AS(press_event_flags, uint32_t) {
  PRESS_EVENT_FLAG_ENDED   = 1,  /**< the last update of its phase */
  PRESS_EVENT_FLAG_RETURNS = 2,  /**< what was dragged flies back to its source */
  PRESS_EVENT_FLAG_FADES   = 4,  /**< it fades away: its source is not there any more */
  PRESS_EVENT_FLAG_PART    = 8,  /**< a part of the item is taken */
  PRESS_EVENT_FLAG_KEPT    = 16, /**< the actions stay on show */
  PRESS_EVENT_FLAG_UNKNOWN = 32, /**< the speed is only an estimate (strike.h) */
  PRESS_EVENT_FLAG_RESTING = 64, /**< the load was there from the start: this contact becomes no interaction (press_pad_feed) */
  PRESS_EVENT_FLAG_BUTTON  = 128 /**< the end of a phase beside a force button, where nothing takes previews: no function of the delegate is for
                                    them, and no peek or transition follows them. For feedback (PRESS_FEEDBACK_UNLESS_BUTTON) */
};
PRESS_FLAGS(press_event_flags, uint32_t);

/** press_event.reason: why something ended, failed or changed. */
enum PRESS_AS(press_reason, int32_t) {
  PRESS_REASON_NONE             = 0,  /**< none */
  PRESS_REASON_LIFTED           = 1,  /**< force fell below release_force, or PRESS_SAMPLE_DOWN went away */
  PRESS_REASON_LOST             = 2,  /**< a sample carried PRESS_SAMPLE_LOST */
  PRESS_REASON_SILENT           = 3,  /**< no sample for lost_after_us */
  PRESS_REASON_RESET            = 4,  /**< press_engine_reset; of a fault that lasts: pressd ends */
  PRESS_REASON_PROGRAM          = 5,  /**< the program cancelled it */
  PRESS_REASON_TARGET_REMOVED   = 6,  /**< its target was removed, or lost the trait */
  PRESS_REASON_PALM             = 7,  /**< a sample carried PRESS_SAMPLE_PALM */
  PRESS_REASON_NO_DESTINATION   = 8,  /**< drag: nothing there has a use for it */
  PRESS_REASON_FORBIDDEN        = 9,  /**< drag: the destination does not take it now */
  PRESS_REASON_DENIED           = 10, /**< drag: press_drop_confirm said no */
  PRESS_REASON_FAILED           = 11, /**< drop: press_drop_finish said that it failed */
  PRESS_REASON_DRAGGED          = 12, /**< preview, peek, hold: its contact drags from here on */
  PRESS_REASON_SLEPT            = 13, /**< press_pad_resume: the board slept. Baseline: learnt after that */
  PRESS_REASON_PINCHED          = 14, /**< preview, peek: its contact is one of two that pinch */
  PRESS_REASON_OPEN             = 16, /**< sensor: wire open (needs a parallel resistor, press_circuit) */
  PRESS_REASON_SHORTED          = 17, /**< sensor: no resistance left */
  PRESS_REASON_SATURATED        = 18, /**< sensor: at the end of its range; no fault */
  PRESS_REASON_STUCK            = 19, /**< sensor: the very same code for too long */
  PRESS_REASON_STALE            = 20, /**< sensor: no code for too long */
  PRESS_REASON_BUS              = 21, /**< sensor: reading it failed for too long */
  PRESS_REASON_RANGE            = 22, /**< sensor: codes that its converter cannot give (press_circuit) */
  PRESS_REASON_FLICKERING       = 23, /**< sensor: a row or column of a grid, dead in some frames and not in others */
  PRESS_REASON_START            = 32, /**< baseline: learnt at the start */
  PRESS_REASON_DRIFT            = 33, /**< baseline: followed slow drift */
  PRESS_REASON_BELOW_ZERO       = 34, /**< baseline: the sensor reads below its zero; value is value2: that is known, and stays */
  PRESS_REASON_CONTACT_TOO_LONG = 35, /**< baseline: a contact lasted longer than longest_contact_us */
  PRESS_REASON_REQUESTED        = 36, /**< baseline: press_pad_tare */
  PRESS_REASON_FINGER_AT_START  = 37, /**< baseline: something presses or moves: it is learnt at the first still stretch */
  PRESS_REASON_ZERO             = 38, /**< recalibrate: the zero is further from the calibrated one than zero_limit */
  PRESS_REASON_SPAN             = 39, /**< recalibrate: the sensor conducts more than its calibration covers */
  PRESS_REASON_MOVED            = 40, /**< tap: it moved by slop. Levels: their contact scrolls, drags or pinches */
  PRESS_REASON_TOO_LONG         = 41, /**< tap: it was down for longer than tap_us */
  PRESS_REASON_LEFT_TARGET      = 42, /**< tap: it left its target */
  PRESS_REASON_NO_SESSION       = 43, /**< drag: max_sessions exist already */
  PRESS_REASON_RETURNED         = 44, /**< baseline: the sensor reads a zero that is known; value is value2: the one below which it read;
                                     another: the one before, which was remembered */
  PRESS_REASON_TAPPED           = 50, /**< peek: popped by a tap on it */
  PRESS_REASON_TOUCHED          = 51  /**< throw: a touch caught it; scroll: another contact scrolls what coasts after it */
};
PRESS_TYPE(press_reason, int32_t);

/** press_event.contact of events that no finger caused. No contact has this id. */
#define PRESS_NO_CONTACT 0xffffffffu

/** One thing that happened. 64 bytes on every processor; fields that a type does not use are 0. */
typedef struct press_event {
  uint64_t          t_us;          /**< when it was decided: the time of the sample, or of the deadline that fired; for a call of the program, or a
                              sample that came late, the later of both. Never earlier than the event before, except after press_engine_reset */
  press_event_type  type;          /**< PRESS_EVENT_... */
  uint32_t          contact;       /**< the caller's contact id */
  uint32_t          target;        /**< target id, 0: the surface itself */
  press_event_flags flags;         /**< PRESS_EVENT_FLAG_... */
  press_reason      reason;        /**< PRESS_REASON_... */
  press_q16         x, y;          /**< points */
  press_q16         force;         /**< N */
  press_q16         pressure;      /**< 0..1 */
  press_q16         progress;      /**< 0..1, of a transition with PRESS_TRANSITION_FLAG_OVERSHOOT also beyond */
  uint32_t          subject;       /**< sensor number, peek, transition, drag session, the target of a throw, or the other contact of a pinch */
  press_q16         value, value2; /**< by type */
  uint32_t          late_us;       /**< how much earlier than t_us it happened, if only later input could decide it: a lift after lift_us, a tap that
                              waited for a second one; or if its sample came late (press_feed); saturates; otherwise 0 */
} press_event;

/** The name of an event type, in snake case ("preview_updated"), for logs.
 * @return static text, never NULL; "unknown" for other values. */
PRESS_API const char *press_event_name(uint32_t type);

/** The name of a reason, in snake case ("lifted"), for logs.
 * @return static text, never NULL; "unknown" for other values. */
PRESS_API const char *press_reason_name(int32_t reason);

/** The bytes of a buffer that is enough for press_event_describe and press_event_text, for any event. */
#define PRESS_EVENT_LINE 384

/** An event as one JSON object, without an end of line: the line of pressd's log, with t_us, event, late_us if it is not 0, then the fields
 * of the event with the names above. Decimals have five digits. A type of a later version is "unknown", with the fields of a contact.
 * @param[out] buffer  the text, ended by 0; empty if it does not fit
 * @param      bytes   of buffer; PRESS_EVENT_LINE is always enough
 * @return the length without the final 0; PRESS_ERR_NOSPC: it does not fit; PRESS_ERR_INVAL: NULL. */
PRESS_API int press_event_describe(const press_event *event, char *buffer, size_t bytes);

/** An event as a line for people, without an end of line: `1.250000 s contact 0 preview_updated progress 0.50`.
 * @return as press_event_describe. */
PRESS_API int press_event_text(const press_event *event, char *buffer, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
