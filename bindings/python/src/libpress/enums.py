"""The enums of the C headers, written by `make contract`."""

from __future__ import annotations

from enum import IntEnum, IntFlag

from ._open_enum import OpenEnum


class EventType(OpenEnum):
    """What happened. "Begins" and "ends" pair up: each beginning has exactly one end."""

    CONTACT_BEGAN = 1
    """Begins a contact; resting: see PRESS_EVENT_FLAG_RESTING."""
    CONTACT_MOVED = 2
    """Progress of a contact: a sample; only with PRESS_CONFIG_TELL_MOVED."""
    CONTACT_ENDED = 3
    """Ends a contact: lifted."""
    CONTACT_CANCELLED = 4
    """Ends a contact: see reason."""
    PREVIEW_BEGAN = 16
    """Begins a preview: preview_should_begin said yes."""
    PREVIEW_UPDATED = 17
    """Progress of a preview in its preview phase, 0..1; PRESS_EVENT_FLAG_ENDED with the last one."""
    COMMIT_UPDATED = 18
    """Progress of a preview in its commit phase, 0..1; with PRESS_EVENT_FLAG_ENDED it ends the preview: completed."""
    PREVIEW_CANCELLED = 19
    """Ends a preview: see reason."""
    PREVIEW_REFUSED = 20
    """preview_should_begin said no."""
    TAPPED = 32
    """With PRESS_REASON_PROGRAM: from press_target_activate."""
    DOUBLE_TAPPED = 33
    """The second tap on the same place."""
    HOLD_BEGAN = 34
    """Begins a hold."""
    HOLD_ENDED = 35
    """Ends a hold: lifted."""
    HOLD_CANCELLED = 36
    """Ends a hold: see reason."""
    SCROLL_BEGAN = 37
    """Begins a scroll; target is the one that scrolls."""
    SCROLL_MOVED = 38
    """Progress of a scroll: how far since it became one (gestures.h)."""
    SCROLL_ENDED = 39
    """Ends a scroll: lifted."""
    SCROLL_CANCELLED = 40
    """Ends a scroll: see reason."""
    TAP_FAILED = 41
    """An open contact can no longer become a tap: see reason; once. Where it becomes something else, the event of
    that says so."""
    HOLD_REPEATED = 42
    """Step of a hold: hold_repeat_us have passed again; repeats: how often in all. Of the times that a late tick
    passes the latest is delivered: then repeats rises by more than 1."""
    DRAG_REFUSED = 43
    """A contact left the source `target`, and all sessions are taken."""
    SWIPED = 44
    """An open contact went far and fast; speed: points per second; nothing more becomes of it (scroll.h)."""
    THROW_BEGAN = 45
    """Begins a throw: the target goes on by itself; vx, vy: how fast (scroll.h)."""
    THROW_MOVED = 46
    """Progress of a throw."""
    THROW_ENDED = 47
    """Ends it: see reason; PRESS_REASON_NONE: it rests."""
    PEEK_SHOWN = 48
    """Begins a peek, one at a time; subject is its id in all that follow."""
    PEEK_POPPED = 49
    """Ends a peek: show it for good; reason: of one that no pressure popped."""
    PEEK_DISMISSED = 50
    """Ends a peek: see reason; PRESS_REASON_NONE: an action was selected."""
    ACTIONS_REVEALED = 51
    """Step of a peek: its quick actions are on show; group: the id of the open group, 0: none; again each time a
    group opens or closes."""
    ACTION_HIGHLIGHTED = 52
    """State of a peek; action: its id, 0: none."""
    ACTION_SELECTED = 53
    """action: its id; kept: the actions stay on show."""
    ACTIONS_HIDDEN = 54
    """Step of a peek: its quick actions are hidden; it may pop again."""
    PEEK_TOUCHED = 55
    """It takes a touch that began while it is on show: the contact operates it, or does nothing where another does
    already, and becomes nothing else."""
    PINCH_BEGAN = 56
    """Begins a pinch of two contacts, `contact` and `subject`; x, y: midway between them; force: of both together;
    pressure: of the firmer."""
    PINCH_CHANGED = 57
    """Progress of a pinch: scale, angle or centre since it began."""
    PINCH_ENDED = 58
    """Ends it: one of them lifted."""
    PINCH_CANCELLED = 59
    """Ends it: see reason."""
    SENSOR_FAULT = 64
    """Begins a fault of sensor `subject`: see reason."""
    SENSOR_RECOVERED = 65
    """Ends a fault of sensor `subject`; reason is the fault's."""
    BASELINE_CHANGED = 66
    """The zero of sensor `subject` went from value2 to value, or stays where these are the same: see reason; with
    PRESS_REASON_FINGER_AT_START it was not learnt."""
    SENSOR_SATURATED = 67
    """Sensor `subject` is at the end of its range, 63/64 of its highest code; once for each touch. The force is at
    least what it says; the contact goes on."""
    RECALIBRATE = 68
    """Sensor `subject` has wandered from its calibration: see reason; value: now, value2: as calibrated."""
    SUPPLY_FAULT = 69
    """Begins an outage of the supply of sensor `subject`, the first that it feeds: see reason; the last good reading
    stays in use."""
    SUPPLY_RECOVERED = 70
    """Ends it; reason is the fault's."""
    LEVELS_BEGAN = 72
    """Begins levels: a contact came to one."""
    LEVEL_ENTERED = 73
    """Step of levels: to a higher one."""
    LEVEL_LEFT = 74
    """Step of levels: to a lower one."""
    LEVEL_REPEATED = 75
    """Step of levels: the accelerator; repeats: how often since levels began, as for HOLD_REPEATED."""
    LEVELS_ENDED = 76
    """Ends it: below the first level, or lifted."""
    LEVELS_CANCELLED = 77
    """Ends it: see reason."""
    TRANSITION_STARTED = 80
    """Begins transition `subject`; progress: where it starts, 0..1."""
    TRANSITION_UPDATED = 81
    """Progress of a transition: its fraction, 0..1; with PRESS_TRANSITION_FLAG_OVERSHOOT (transition.h) also below 0
    and above 1."""
    TRANSITION_FINISHED = 82
    """Ends transition `subject` at 1."""
    TRANSITION_CANCELLED = 83
    """Ends transition `subject`: see reason; PRESS_REASON_NONE: it ran back to 0; progress: where it was, as
    TRANSITION_UPDATED has it."""
    BUTTON_PRESSED = 88
    """Begins a press, one at a time."""
    BUTTON_RELEASED = 89
    """Ends it."""
    BUTTON_CANCELLED = 90
    """Ends it: see reason."""
    STRUCK = 91
    """How fast an open contact was struck; late_us: since it was there."""
    LET_GO = 95
    """How fast a contact let go, before what it became and its end; late_us: since the force fell."""
    DRAG_BEGAN = 96
    """Begins a drag; target: its source; origin: where in the source the contact began: what to keep under the
    finger."""
    DRAG_MOVED = 97
    """Progress of a drag: to x, y."""
    DRAG_ENTERED = 98
    """Begins a stay, part of a drag, over a destination that would take items; items: how many."""
    DRAG_LEFT = 99
    """Ends it, also where the destination would not take any more what it would have taken."""
    DRAG_PROPOSED = 100
    """State of a stay: what the destination would do; as for DRAG_ENTERED."""
    DRAG_ITEMS_CHANGED = 101
    """State of a drag; badge: how many would be taken or are dragged; items: dragged."""
    DRAG_HINT_CHANGED = 102
    """State of a drag: what a pointer shows."""
    DRAG_CONFIRM = 103
    """Step of a drag: asks for press_drop_confirm."""
    DRAG_DROPPED = 104
    """Ends a drag, begins its drop; target: destination, 0: empty space; items: taken; x, y: where a placeholder
    belongs."""
    DRAG_CANCELLED = 105
    """Ends a drag: see reason, and flags for how to show it."""
    SPRING_POSSIBLE = 106
    """Begins spring loading of a target, part of a drag."""
    SPRING_ACTIVATING = 107
    """Step of spring loading: it is about to open."""
    SPRING_ACTIVATED = 108
    """Step of spring loading: open it."""
    SPRING_ENDED = 109
    """Ends it: inactive again."""
    AUTOSCROLL_BEGAN = 110
    """Begins autoscroll of a target, part of a drag."""
    AUTOSCROLL_CHANGED = 111
    """State of an autoscroll: from here on; negative: towards the container's origin."""
    AUTOSCROLL_ENDED = 112
    """Ends it."""
    DROP_ITEM_BEGAN = 113
    """Begins the transfer of an item, part of a drop; representation 0: any; target: the destination; part: a part of
    it is taken."""
    DROP_ITEM_UPDATED = 114
    """Progress of the transfer of an item, 0..1."""
    DROP_ITEM_ENDED = 115
    """Ends it; PRESS_REASON_NONE: arrived; else why not, and flags."""
    DROP_SLOW = 116
    """Step of a drop: it takes longer than slow_us."""
    DROP_CONCLUDED = 117
    """Ends a drop; arrived: items; failed: items that were taken and did not arrive."""
    TASK_BEGAN = 118
    """Begins a task, part of a drop; target: the destination."""
    TASK_UPDATED = 119
    """Progress of a task, 0..1."""
    TASK_ENDED = 120
    """Ends it; PRESS_REASON_NONE: done."""
    DROP_ITEM_UNDONE = 121
    """operation: what is undone: a move (target: where it goes back to) or a copy (target: where it goes away)."""
    DROP_UNDONE = 122
    """All of the drop; target 0: it was removed meanwhile."""
    SELECTION_SET = 123
    """The item is selected in `target` from now on."""
    SELECTION_CLEARED = 124
    """The item is not selected in `target` any more."""
    TARGET_ACTIVATED = 125
    """A contact that did not drag lifted in the inactive container `target`."""
    DROP_ITEM_NOT_TAKEN = 126
    """The item stays where it comes from: see flags; PRESS_REASON_NONE: the destination did not take it; else why the
    drop was over before."""
    DROP_ITEM_REDONE = 127
    """The item went to `target` again, by a move or a copy."""
    DROP_REDONE = 128
    """All of the drop."""
    DRAG_LIFTED = 129
    """`target` was held long enough: moving drags it from here on. No session yet. DRAG_BEGAN or DRAG_SETTLED
    follows."""
    DRAG_SETTLED = 130
    """What was lifted lies down again: see reason; PRESS_REASON_NONE: nothing to drag."""
    DRAG_FORBIDDEN = 131
    """It is over a destination that refuses; operation: CANCEL or FORBIDDEN; again where that changes."""


class Reason(OpenEnum):
    """Why something ended, failed or changed."""

    NONE = 0
    """none."""
    LIFTED = 1
    """Force fell below release_force, or PRESS_SAMPLE_DOWN went away."""
    LOST = 2
    """A sample carried PRESS_SAMPLE_LOST."""
    SILENT = 3
    """No sample for lost_after_us."""
    RESET = 4
    """press_engine_reset; of a fault that lasts: pressd ends."""
    PROGRAM = 5
    """The program cancelled it."""
    TARGET_REMOVED = 6
    """Its target was removed, or lost the trait."""
    PALM = 7
    """A sample carried PRESS_SAMPLE_PALM."""
    NO_DESTINATION = 8
    """drag: nothing there has a use for it."""
    FORBIDDEN = 9
    """drag: the destination does not take it now."""
    DENIED = 10
    """drag: press_drop_confirm said no."""
    FAILED = 11
    """drop: press_drop_finish said that it failed."""
    DRAGGED = 12
    """preview, peek, hold: its contact drags from here on."""
    SLEPT = 13
    """press_pad_resume: the board slept. Baseline: learnt after that."""
    PINCHED = 14
    """preview, peek: its contact is one of two that pinch."""
    OPEN = 16
    """sensor: wire open (needs a parallel resistor, press_circuit)."""
    SHORTED = 17
    """sensor: no resistance left."""
    SATURATED = 18
    """sensor: at the end of its range; no fault."""
    STUCK = 19
    """sensor: the very same code for too long."""
    STALE = 20
    """sensor: no code for too long."""
    BUS = 21
    """sensor: reading it failed for too long."""
    RANGE = 22
    """sensor: codes that its converter cannot give (press_circuit)."""
    FLICKERING = 23
    """sensor: a row or column of a grid, dead in some frames and not in others."""
    START = 32
    """baseline: learnt at the start."""
    DRIFT = 33
    """baseline: followed slow drift."""
    BELOW_ZERO = 34
    """baseline: the sensor reads below its zero; value is value2: that is known, and stays."""
    CONTACT_TOO_LONG = 35
    """baseline: a contact lasted longer than longest_contact_us."""
    REQUESTED = 36
    """baseline: press_pad_tare."""
    FINGER_AT_START = 37
    """baseline: something presses or moves: it is learnt at the first still stretch."""
    ZERO = 38
    """recalibrate: the zero is further from the calibrated one than zero_limit."""
    SPAN = 39
    """recalibrate: the sensor conducts more than its calibration covers."""
    MOVED = 40
    """tap: it moved by slop. Levels: their contact scrolls, drags or pinches."""
    TOO_LONG = 41
    """tap: it was down for longer than tap_us."""
    LEFT_TARGET = 42
    """tap: it left its target."""
    NO_SESSION = 43
    """drag: max_sessions exist already."""
    RETURNED = 44
    """baseline: the sensor reads a zero that is known; value is value2: the one below which it read; another: the one
    before, which was remembered."""
    TAPPED = 50
    """peek: popped by a tap on it."""
    TOUCHED = 51
    """throw: a touch caught it; scroll: another contact scrolls what coasts after it."""


class Trait(IntFlag):
    """The interactions in which a target takes part. Any combination."""

    PREVIEW = 1
    """Force previews and commits."""
    PEEK = 2
    """Force peeks and pops (press_peek_attach)."""
    TAP = 4
    """TAP, HOLD, SCROLL, DOUBLE_TAP: press_gestures_attach."""
    HOLD = 8
    """Its contacts may hold."""
    DRAG_SOURCE = 16
    """DRAG_SOURCE, DROP, SPRING, INACTIVE, CONTENT, KEEPS_DRAG: press_drag_attach."""
    DROP = 32
    """Takes drops."""
    SPRING = 64
    """Springs open under a drag that rests on it, or with force."""
    SCROLL = 128
    """Its contact scrolls."""
    DOUBLE_TAP = 256
    """With TAP: a tap waits for a second one before it is delivered."""
    INACTIVE = 512
    """A container in the background: dragging from it does not activate it."""
    CONTENT = 1024
    """A container that is part of the content of its own container, as a folder in a list is: for a drop the two are
    one container."""
    PINCH = 2048
    """Two contacts scale, turn and move it (press_pinch_attach)."""
    SWIPE_X = 4096
    """A fast finger swipes to the left or right: press_scroll_attach."""
    SWIPE_Y = 8192
    """Up or down."""
    KEEPS_DRAG = 16384
    """With DRAG_SOURCE: removed while it is dragged, as a row that a list takes out, it cancels no drag. The items
    count as things inside its nearest container that stays (PRESS_ITEM_INSIDE), or of the surface."""


class PreviewState(IntEnum):
    """The state of the preview of a contact."""

    NONE = 0
    """No target with the preview trait was touched."""
    WAITING = 1
    """Pressure has not reached preview_pressure yet."""
    ASKING = 2
    """preview_should_begin is running."""
    PREVIEWING = 3
    """preview_did_update runs."""
    COMMITTING = 4
    """The preview phase has ended, commit_did_update runs."""
    COMPLETED = 5
    """The commit phase has ended, too."""
    OVER = 6
    """Refused or cancelled: nothing more until the contact lifts."""
    HELD = 7
    """Quick actions are on show: it cannot commit, and is cancelled unless they are hidden again."""


class GestureState(IntEnum):
    """What a contact has become."""

    OPEN = 0
    """Nothing yet, may still become anything."""
    MOVED = 1
    """Moved too far for a tap or a hold."""
    HOLD = 2
    """The contact holds."""
    SCROLL = 3
    """The contact scrolls."""
    PREVIEW = 4
    """A preview or peek."""
    ACTIONS = 5
    """It operates the quick actions."""
    OVER = 6
    """Nothing more until it lifts."""
    DRAG = 7
    """drag.h."""
    LIFTED = 8
    """PRESS_EVENT_DRAG_LIFTED was delivered of it, and it was no hold."""
    PINCH = 9
    """One of two contacts that pinched: pinch.h."""


class ActionStyle(IntEnum):
    """How a quick action is drawn."""

    DEFAULT = 0
    """An ordinary row."""
    SELECTED = 1
    """The row has a check mark."""
    DESTRUCTIVE = 2
    """The row deletes something: red."""


class PeekState(IntEnum):
    """The state of the peek of an engine."""

    NONE = 0
    """No peek. Becomes HINTING: a preview begins on a target that peeks; REVEALED: with FROM_HOLD a contact holds
    still there."""
    HINTING = 1
    """The preview phase, whose progress is the hint. Becomes SHOWN: that phase ends; NONE: the preview is cancelled."""
    SHOWN = 2
    """The commit phase, whose progress grows the peek. Becomes NONE: popped as that phase ends, dismissed if it is
    cancelled; REVEALED: the finger moves up by reveal_distance."""
    REVEALED = 3
    """Quick actions are on show; force cannot pop it any more. Becomes NONE: an action was selected, a touch lifted
    outside, or tapped the peek (popped); SHOWN: with HIDE the finger moves half of reveal_distance back down."""


class Driver(IntEnum):
    """The drivers of a transition. While the quick actions of a peek are on show, transitions that PREVIEW, COMMIT and PEEK drive stay at their fraction, also when the finger lifts: they finish or cancel as the peek pops or is dismissed."""

    NONE = 0
    """Calls of the program."""
    PREVIEW = 1
    """Progress of the preview phase; finishes with it, cancels (runs back) with the preview. Given up in the commit
    phase it starts again, at 1, and runs back."""
    COMMIT = 2
    """Progress of the commit phase; finishes with it, cancels with the preview."""
    PRESSURE = 3
    """The pressure of a contact; cancels when it lifts."""
    MOTION = 4
    """How far a contact moved from where it began, along a direction; on lift its speed decides (flick_speed: as its
    force fell; 0 where it lay still for still_us); a slower one finishes from one half on, else cancels."""
    PEEK = 5
    """A peek: 0 to 1/2 is its hint, 1/2 to 1 its growth; finishes as it pops, cancels as it is dismissed. One that no
    finger presses (press_peek_open) starts at 1/2."""


class TransitionState(IntEnum):
    """The state of a transition."""

    NONE = 0
    """Not started, or over. Becomes INTERACTIVE: press_transition_start, or a contact that it is bound to; FINISHING:
    it is automatic."""
    INTERACTIVE = 1
    """A contact or the program sets the fraction. Becomes FINISHING: press_transition_finish; CANCELLING:
    press_transition_cancel."""
    FINISHING = 2
    """Runs to 1. Becomes NONE: at 1, finished; CANCELLING: press_transition_cancel; INTERACTIVE:
    press_transition_pause, or a new contact."""
    CANCELLING = 3
    """Runs to 0. Becomes NONE: at 0, cancelled; FINISHING: press_transition_finish; INTERACTIVE:
    press_transition_pause, or a new contact."""
    MOVING = 4
    """Runs to the target of press_transition_run_to. Becomes INTERACTIVE: there; FINISHING, CANCELLING: by their
    calls."""


class DropOperation(IntEnum):
    """The effect of a drop on the items. Between domains a move becomes a copy."""

    CANCEL = 0
    """nothing: the destination has no use for them."""
    FORBIDDEN = 1
    """It would take them, but not now."""
    COPY = 2
    """The items are copied."""
    MOVE = 3
    """The items are moved."""


class PointerHint(IntEnum):
    """The pointer that shows what a drop would do."""

    PLAIN = 0
    """Nothing special."""
    COPY = 1
    """The drop will copy."""
    LINK = 2
    """The drop will make a link."""
    DISAPPEARING = 3
    """The items will disappear."""
    NOT_ALLOWED = 4
    """No drop here."""


class DragState(IntEnum):
    """The state of a drag session."""

    NONE = 0
    """No such session, or over. Becomes DRAGGING: a contact moves off a source and drag_will_begin names items, or
    press_drag_begin."""
    DRAGGING = 1
    """Follows the finger or the program; at most one destination is current. Becomes DROPPING: it lifts over a
    destination that takes it; CONFIRMING: that drop could not be undone; NONE: cancelled."""
    CONFIRMING = 2
    """lifted, waits for press_drop_confirm. Becomes DROPPING: yes; NONE: no, cancelled."""
    DROPPING = 3
    """dropped; items are transferred, or a task runs. Becomes NONE: all have ended, concluded."""


class SpringState(IntEnum):
    """The state of spring loading under a drag."""

    INACTIVE = 0
    """Not over a spring, or spring_should_activate said no. Becomes POSSIBLE: the drag comes over one that says yes."""
    POSSIBLE = 1
    """Over a spring. Becomes ACTIVATING: after spring_dwell_us; ACTIVATED: past spring_pressure, if it says yes
    again."""
    ACTIVATING = 2
    """About to open: show it. Becomes ACTIVATED: after spring_activating_us or past spring_pressure, if it says yes
    again."""
    ACTIVATED = 3
    """Open it. Becomes INACTIVE: the drag leaves it, or ends."""


class Modifier(IntFlag):
    """Keys held during a drag."""

    COPY = 1
    """Copy instead of move."""


class StrikeCurve(IntEnum):
    """How the velocity follows the speed, from 1 at min_speed to 127 at max_speed."""

    LOG = 0
    """By the logarithm: twice the speed always adds the same."""
    LINEAR = 1
    """In proportion to the speed."""
    POWER = 2
    """linear, to the power of `exponent`."""


class SwipeDirection(IntEnum):
    """The value of PRESS_EVENT_SWIPED."""

    LEFT = 0
    """Towards smaller x."""
    RIGHT = 1
    """Towards larger x."""
    UP = 2
    """Towards smaller y."""
    DOWN = 3
    """Towards larger y."""


class Effect(IntEnum):
    """How the effect feels."""

    NONE = 0
    """No effect; a row with it hides its events from the rows after it."""
    LEVEL = 1
    """Goes on, at its strength, until the next effect; strength 0 ends it, the end of its contact or transition too."""
    TICK = 2
    """A short, light one."""
    SOFT = 3
    """A bump."""
    FIRM = 4
    """A click."""
    DOUBLE = 5
    """Two clicks: no."""


class Strength(IntEnum):
    """The value that the strength follows."""

    FIXED = 0
    """`most`."""
    FORCE = 1
    """From `least` at no force to `most` at full_force and above."""
    PRESSURE = 2
    """From `least` at pressure 0 to `most` at 1."""
    PROGRESS = 3
    """From `least` at progress 0 to `most` at 1."""


class Motor(IntEnum):
    """The kind of the motor."""

    ERM = 0
    """An eccentric mass on a motor."""
    LRA = 1
    """A linear resonant actuator."""


class Drv2605lState(IntEnum):
    """The state of the driver."""

    SETTING_UP = 0
    """Or set up again after a failure; last_error says which."""
    CALIBRATING = 1
    """It calibrates itself to the motor."""
    READY = 2
    """idle, or in standby."""
    PLAYING = 3
    """An effect plays."""
    AT_LEVEL = 4
    """The motor runs at a level."""
    ARMED = 5
    """idle, out of standby, with its library: press_drv2605l_arm."""


class Drv2605lFault(IntFlag):
    """The faults since press_drv2605l_init."""

    CURRENT = 1
    """over-current: is the output shorted, or the motor below 8 ohm?."""
    TEMPERATURE = 2
    """over-temperature."""
    CALIBRATION = 4
    """The calibration failed or never ended; it goes on without one."""
    ENDLESS = 8
    """An effect never ended, and was stopped."""


WHOLE = frozenset((
    EventType.HOLD_REPEATED,
    EventType.SWIPED,
    EventType.ACTIONS_REVEALED,
    EventType.ACTION_HIGHLIGHTED,
    EventType.ACTION_SELECTED,
    EventType.LEVELS_BEGAN,
    EventType.LEVEL_ENTERED,
    EventType.LEVEL_LEFT,
    EventType.LEVEL_REPEATED,
    EventType.LEVELS_ENDED,
    EventType.LEVELS_CANCELLED,
    EventType.DRAG_ENTERED,
    EventType.DRAG_PROPOSED,
    EventType.DRAG_ITEMS_CHANGED,
    EventType.DRAG_HINT_CHANGED,
    EventType.DRAG_DROPPED,
    EventType.DROP_ITEM_BEGAN,
    EventType.DROP_ITEM_UPDATED,
    EventType.DROP_ITEM_ENDED,
    EventType.DROP_CONCLUDED,
    EventType.DROP_ITEM_UNDONE,
    EventType.DROP_UNDONE,
    EventType.SELECTION_SET,
    EventType.SELECTION_CLEARED,
    EventType.DROP_ITEM_NOT_TAKEN,
    EventType.DROP_ITEM_REDONE,
    EventType.DROP_REDONE,
    EventType.DRAG_FORBIDDEN,
))
"""The events whose value and value2 are whole numbers of 32 bits, not Q16.16."""


PROGRESS = frozenset((
    EventType.CONTACT_MOVED,
    EventType.PREVIEW_UPDATED,
    EventType.COMMIT_UPDATED,
    EventType.SCROLL_MOVED,
    EventType.PINCH_CHANGED,
    EventType.DRAG_MOVED,
))
"""The events that a newer one of their contact replaces, where their phase does not end."""
