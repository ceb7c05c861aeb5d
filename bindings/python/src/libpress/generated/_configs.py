"""The configs of interactions, written by `make contract` from the headers. What is not given has the library's default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .._config import InteractionConfig
from ..enums import StrikeCurve
from . import _raw


@dataclass(frozen=True, slots=True, kw_only=True)
class DragConfig(InteractionConfig):
    """Drag and drop.

    max_sessions: 1..16: at once, drops that are still transferring included; 2.
    max_items: 1..64: of one session; 8.
    undo_depth: 0..16: concluded drops that can be undone; 4.
    slop: points, not negative; 3.
    still_slop: points, not negative: moving less is still, for holding and for a preview; 10.
    start_pressure: 0..1: with by_force, the pressure from which on a contact drags; 0.25.
    hold_us: microseconds: with after_hold or hold_in_scroll: how long it has been still; 500000.
    spring_dwell_us: microseconds: rest on a spring until it is activating; 500000.
    spring_activating_us: microseconds: and from there until it is activated; 250000.
    spring_pressure: pressing at or above this activates at once, if the pressure was below before; 0.5.
    drop_pressure: pressing at or above this drops without lifting, under the same condition; above 1: never; 2.
    scroll_edge: points, not negative: from the edge of a scroller, at most a quarter of it, where it scrolls; 40.
    scroll_speed: points per second, not negative: the full speed; 800.
    scroll_ramp_us: microseconds: until it is at full speed; 1200000.
    frame_us: microseconds, above 0: how often the speed changes; 16667.
    slow_us: microseconds: a drop that takes longer is slow; 1000000.
    scroll_full: points, not negative: from the edge of a scroller, where it scrolls at full speed; less where scroll_edge is, in proportion; 8.
    scroll_toward: points, not negative: a drag that begins within scroll_edge of an edge scrolls there once it is nearer by so much, or by half
        of the distance at its beginning, or has been away from that edge; 0: at once; 5.
    scroll_wait_us: microseconds: how long it is near an edge before it scrolls; 0.
    after_hold: True: a drag starts only after the contact has been still for hold_us: DRAG_LIFTED. From then on it cannot be a tap, and its hold
        ends when it drags.
    hold_in_scroll: True: the same, but only where a container of the source scrolls: moving at once scrolls.
    by_force: True: only once the pressure has been at or above start_pressure.
    from_preview: True: moving by still_slop in the preview phase cancels the preview and drags; without this flag a contact that previews never
        drags.
    dwell: False: springs activate by force alone.
    spring_force: False: springs activate by dwelling alone.
    linear_scroll: True: the speed of autoscroll grows in proportion to nearness and time, else with their squares.
    """

    max_sessions: int | None = None
    max_items: int | None = None
    undo_depth: int | None = None
    slop: float | None = None
    still_slop: float | None = None
    start_pressure: float | None = None
    hold_us: int | None = None
    spring_dwell_us: int | None = None
    spring_activating_us: int | None = None
    spring_pressure: float | None = None
    drop_pressure: float | None = None
    scroll_edge: float | None = None
    scroll_speed: float | None = None
    scroll_ramp_us: int | None = None
    frame_us: int | None = None
    slow_us: int | None = None
    scroll_full: float | None = None
    scroll_toward: float | None = None
    scroll_wait_us: int | None = None
    after_hold: bool = False
    hold_in_scroll: bool = False
    by_force: bool = False
    from_preview: bool = False
    dwell: bool = True
    spring_force: bool = True
    linear_scroll: bool = False
    _struct = _raw.press_drag_config
    _flags: ClassVar = {
        "after_hold": (_raw.PRESS_DRAG_FLAG_AFTER_HOLD, True),
        "hold_in_scroll": (_raw.PRESS_DRAG_FLAG_HOLD_IN_SCROLL, True),
        "by_force": (_raw.PRESS_DRAG_FLAG_BY_FORCE, True),
        "from_preview": (_raw.PRESS_DRAG_FLAG_FROM_PREVIEW, True),
        "dwell": (_raw.PRESS_DRAG_FLAG_NO_DWELL, False),
        "spring_force": (_raw.PRESS_DRAG_FLAG_NO_SPRING_FORCE, False),
        "linear_scroll": (_raw.PRESS_DRAG_FLAG_LINEAR_SCROLL, True),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class GesturesConfig(InteractionConfig):
    """Gestures: a contact that is not a preview becomes a tap, a double tap, a hold or a scroll.

    hold_us: microseconds, above 0: how long a contact stays still to be a hold; 500000.
    tap_us: microseconds: a tap lifts within this; 0: any time before it is a hold; 0.
    double_tap_us: microseconds: from lift to the next touch; 0: no double taps; 300000.
    slop: points, not negative: a contact that moved this far from where it began is no tap; 10.
    double_tap_slop: points, not negative: two taps of a double tap are less apart; 40.
    force_from_hold_us: microseconds: where there is no force: pressure rises from 0 to 1 within this time of holding still, so that every phase
        of a preview works on a plain touch sensor. Not of contacts with HAS_FORCE; 0: off.
    force_from_hold_delay_us: microseconds: how long after the touch it starts to rise; 200000.
    frame_us: microseconds, above 0: how often it rises; 16667.
    hold_slop: points, not negative: one that moved this far is no hold, and no longer still; 10.
    scroll_slop: points, not negative: one that moved this far scrolls, where something scrolls; 10.
    hold_repeat_us: microseconds: a hold repeats after each of these times; 0: off; 0.
    scroll_from_touch: True: a scroll counts from where its contact began, so that it begins with a jump by scroll_slop; else from where it has
        become one.
    """

    hold_us: int | None = None
    tap_us: int | None = None
    double_tap_us: int | None = None
    slop: float | None = None
    double_tap_slop: float | None = None
    force_from_hold_us: int | None = None
    force_from_hold_delay_us: int | None = None
    frame_us: int | None = None
    hold_slop: float | None = None
    scroll_slop: float | None = None
    hold_repeat_us: int | None = None
    scroll_from_touch: bool = False
    _struct = _raw.press_gestures_config
    _flags: ClassVar = {
        "scroll_from_touch": (_raw.PRESS_GESTURES_SCROLL_FROM_TOUCH, True),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PeekConfig(InteractionConfig):
    """Peek and pop with quick actions.

    reveal_distance: points, above 0: upwards from where the peek was shown; 40.
    slop: points, above 0: a finger that stays within this for rest_us, or turns back downwards by it, may choose actions; 10.
    rest_us: microseconds: how long it does so; 100000.
    hold_us: microseconds, above 0: with from_hold: how long it stays still, within slop; 500000.
    slide: False: actions are chosen by a touch of their own only, not by sliding onto them.
    from_hold: True: a contact that stays still for hold_us opens the peek of its target, with its actions revealed: for sensors without force. No
        hold begins there. It stays when the finger lifts.
    hide: True: a finger that swiped up for the actions hides them by coming back down to half of reveal_distance: ACTIONS_HIDDEN. It may pop
        again, once its pressure was below complete_pressure.
    """

    reveal_distance: float | None = None
    slop: float | None = None
    rest_us: int | None = None
    hold_us: int | None = None
    slide: bool = True
    from_hold: bool = False
    hide: bool = False
    _struct = _raw.press_peek_config
    _flags: ClassVar = {
        "slide": (_raw.PRESS_PEEK_FLAG_NO_SLIDE, False),
        "from_hold": (_raw.PRESS_PEEK_FLAG_FROM_HOLD, True),
        "hide": (_raw.PRESS_PEEK_FLAG_HIDE, True),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonConfig(InteractionConfig):
    """The force button: a click from force, with levels that follow the force of the press.

    press_force: newtons, above 0; 1.5.
    release_force: newtons, above 0, at most press_force; 1.3.
    ratio_down: 0..1: of the peak; 0: the release level does not follow; 0.6.
    ratio_up: 1..4: of the least force since the release; 1.2.
    ceiling: newtons, at least press_force: levels do not follow further; 6.0.
    full_speed: points per second, not negative: at it the release level is at its lowest, a tenth; 0: off; 200.
    lift_us: microseconds: a force that falls below the release level has this long to come back before the button is released; 0: it is released
        at once; LIFT_OF_CONTACT: as press_config.lift_us has it.
    rapid_fall: newtons, above 0: with rapid_trigger, the fall from the peak that releases; 0.3.
    rapid_rise: newtons, above 0: with rapid_trigger, the rise from the least force that presses again; 0.3.
    not_while_moving: True: no press begins while a contact scrolls or drags; a force that would have pressed then must fall below release_force
        first. A button that is down stays down.
    rapid_trigger: True: it follows changes of force, see above.
    """

    press_force: float | None = None
    release_force: float | None = None
    ratio_down: float | None = None
    ratio_up: float | None = None
    ceiling: float | None = None
    full_speed: float | None = None
    lift_us: int | None = None
    rapid_fall: float | None = None
    rapid_rise: float | None = None
    not_while_moving: bool = False
    rapid_trigger: bool = False
    _struct = _raw.press_button_config
    _flags: ClassVar = {
        "not_while_moving": (_raw.PRESS_BUTTON_FLAG_NOT_WHILE_MOVING, True),
        "rapid_trigger": (_raw.PRESS_BUTTON_FLAG_RAPID_TRIGGER, True),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeConfig(InteractionConfig):
    """Strikes and lifts: how fast a contact was struck and how fast it let go, in newtons per second, and as a velocity of 0..127 as drums and
    keyboards have it.

    window_us: microseconds, 0..100000: a strike is delivered with the last reading within this time of its contact; 20000.
    min_speed: N per second, above 0: velocity 1; less is velocity 0; 10.0.
    max_speed: N per second, above min_speed: velocity 127, also for more; 1000.0.
    curve: LOG, LINEAR or POWER; LOG.
    exponent: 0.125..8: with POWER; below 1: soft strikes count for more; 1.0.
    sources: 0..256: how many contact ids keep readings from before the touch; where there are more, the one that touched longest ago is dropped;
        raised to max_contacts if smaller; 0.
    unknown_velocity: 0..127: the velocity of strikes and lifts whose speed is not known; 0: that of the speed that is estimated; 0.
    """

    window_us: int | None = None
    min_speed: float | None = None
    max_speed: float | None = None
    curve: StrikeCurve | None = None
    exponent: float | None = None
    sources: int | None = None
    unknown_velocity: int | None = None
    _struct = _raw.press_strike_config
    _flags: ClassVar = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class PinchConfig(InteractionConfig):
    """Pinches: two contacts on one target that move apart, together, side by side, or round each other.

    slop: points, above 0: of the distance, and of the centre; 8.
    turn_slop: degrees, 0.5..90: of the angle; 8.
    move: False: two that move side by side do not begin a pinch: each of them may scroll or drag.
    """

    slop: float | None = None
    turn_slop: float | None = None
    move: bool = True
    _struct = _raw.press_pinch_config
    _flags: ClassVar = {
        "move": (_raw.PRESS_PINCH_NO_MOVE, False),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrollConfig(InteractionConfig):
    """Throws and swipes: the speed at the end of a scroll, the throw that follows, and swipes.

    max_throws: 1..8: targets that are thrown at once or whose content is declared; 2.
    friction: 0.25..64: after 1 / friction seconds a throw has 1 / e of its speed; 2.0.
    min_speed: points per second, not negative: what is slower along an axis counts as 0; 50.
    frame_us: microseconds, above 0: how often a throw moves; 16667.
    settle_us: microseconds, 10000..10000000: the response of the spring: how long it would take for one swing without damping; 400000.
    swipe_distance: points, above 0: how far a swipe goes; 50.
    swipe_speed: points per second, above 0: and how fast at least; 300.
    velocity_us: microseconds, 20000..100000: what counts for a speed: the places of so long; 100000.
    still_us: microseconds, 10000..1000000: a finger that lies still for so long has stopped; 40000.
    coast: False: content stands still from the fall of the force until the lift is certain.
    rubber_band: False: content follows a finger beyond its ends one to one.
    bounce: True: a throw that friction leads beyond an end passes it, and comes back; else it slows down to rest there.
    """

    max_throws: int | None = None
    friction: float | None = None
    min_speed: float | None = None
    frame_us: int | None = None
    settle_us: int | None = None
    swipe_distance: float | None = None
    swipe_speed: float | None = None
    velocity_us: int | None = None
    still_us: int | None = None
    coast: bool = True
    rubber_band: bool = True
    bounce: bool = False
    _struct = _raw.press_scroll_config
    _flags: ClassVar = {
        "coast": (_raw.PRESS_SCROLL_NO_COAST, False),
        "rubber_band": (_raw.PRESS_SCROLL_NO_RUBBER_BAND, False),
        "bounce": (_raw.PRESS_SCROLL_BOUNCE, True),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsConfig(InteractionConfig):
    """Levels: the pressure of a contact in 2 to 8 steps, each of which it may enter and leave many times; and an accelerator, which repeats faster
    when it is pressed harder.

    count: 2..8: the number of levels; 2.
    first_pressure: above 0: where the first level is entered; 0.25.
    last_pressure: above first_pressure, at most 1: where the last level is entered; 0.67.
    hysteresis: 0..0.9: a level is left so far below where it is entered, in parts of the distance between two; 0.3.
    repeat_us: microseconds, 0 or 1000..10000000: from one repeat to the next at first_pressure; 0: no repeats; 0.
    repeat_fast_us: microseconds, 1000..10000000: from one repeat to the next at last_pressure and above; 75000.
    repeat_delay_us: microseconds, 0..10000000: from the first level to the first repeat; 0: as from one to the next; 400000.
    stepped: True: the rate of repeats is that of the level, and does not follow the pressure between two.
    not_while_moving: True: a contact that scrolls, drags or pinches is at no level until it lifts.
    """

    count: int | None = None
    first_pressure: float | None = None
    last_pressure: float | None = None
    hysteresis: float | None = None
    repeat_us: int | None = None
    repeat_fast_us: int | None = None
    repeat_delay_us: int | None = None
    stepped: bool = False
    not_while_moving: bool = False
    _struct = _raw.press_levels_config
    _flags: ClassVar = {
        "stepped": (_raw.PRESS_LEVELS_STEPPED, True),
        "not_while_moving": (_raw.PRESS_LEVELS_NOT_WHILE_MOVING, True),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class CrosstalkConfig(InteractionConfig):
    """Crosstalk: pads of one engine that share a frame, a plate or a stand feel each other's hits.

    window_us: microseconds, 1000..1000000: so long a force counts for its neighbours, less and less, in a straight line; 60000.
    share: 0..0.99: of a force, that each other pad reads at most, until press_crosstalk_set_share says it of a pair; 0.2.
    """

    window_us: int | None = None
    share: float | None = None
    _struct = _raw.press_crosstalk_config
    _flags: ClassVar = {}
