"""Gestures, peeks, transitions and the force button as a program has them: questions and answers, hooks, calls, whatever it does.

When they do is in test_gestures.c, test_peek.c, test_transition.c and test_button.c of Tests/PressABITests.
"""

import gc
import random
import sys
import weakref

import pytest
from conftest import LIFTS, unpaired
from hypothesis import given
from hypothesis import strategies as st
from libpress import (
    NO_CONTACT,
    ActionStyle,
    ButtonConfig,
    Driver,
    Engine,
    EventType,
    GesturesConfig,
    GestureState,
    InvalidError,
    NoSpaceError,
    NotFoundError,
    Peek,
    PeekConfig,
    PeekState,
    PreviewAction,
    PreviewActionGroup,
    PreviewState,
    Reason,
    Sample,
    Spring,
    StateError,
    Target,
    TimingCurve,
    Trait,
    TransitionOptions,
    TransitionsConfig,
    TransitionState,
)
from scene import Program, Scene, counted, steps

import contract

FRAME = (0, 100, 300, 40)
ROW = Trait.PEEK | Trait.TAP | Trait.HOLD
PREVIEW, SHOW, POP = 2.0, 3.0, 4.9  # newtons that reach each phase


class Stage(Scene):
    """An engine with everything attached, a row to peek (target 1), and a finger."""

    def __init__(self, **settings):
        given = {"lift_us": 0, "gestures": True, "peek": True, "transitions": True, "button": True, **settings}
        super().__init__(**given)
        self.engine.targets.add(Target(1, 0, 0, 300, 44, traits=ROW))
        if given["peek"]:
            self.engine.peek.declared = {}

    def finger(self, *forces, x=10, y=20, step=10_000, contact=0):
        for force in forces:
            self.feed(force, x, y, contact, step)
        return self

    def run(self):
        """Ticks at every deadline until nothing waits."""
        while (deadline := self.engine.next_deadline) is not None:
            self.t = deadline
            self.engine.tick(deadline)
        return self


@pytest.fixture
def stage():
    return Stage()


def star_and_delete(chosen):
    def note(action, peek):
        chosen.append((action.title, peek.id))

    star = PreviewAction("Star", handler=note)
    grey = PreviewAction("Share", disabled=True, handler=note)
    sure = PreviewAction("Delete for good", ActionStyle.DESTRUCTIVE, note)
    return [star, grey, PreviewActionGroup("Delete…", [sure], ActionStyle.DESTRUCTIVE)]


def peeked(chosen, id=7):
    return Peek(id, star_and_delete(chosen), source=(0, 0, 300, 44), size=(0, 200), actions_frame=FRAME)


# Peek and pop


def test_the_innermost_target_that_answers_is_peeked(stage):
    engine, asked = stage.engine, []
    engine.targets.add(Target(2, 0, 0, 300, 44, traits=Trait.PEEK, container=1))
    engine.targets.add(Target(3, 0, 0, 300, 44, traits=Trait.PEEK, container=2))

    def on_peek(touch):
        asked.append((touch.target, touch.x, touch.y, touch.contact))
        return Peek(70, source=(1, 2, 3, 4), size=(0, 160)) if touch.target == 2 else None

    engine.peek.on_peek = on_peek
    stage.finger(1, PREVIEW)
    assert asked == [(3, 10, 20, 0), (2, 10, 20, 0)]
    assert (engine.peek.status.state, engine.peek.status.target, engine.peek.status.peek.id) == (PeekState.HINTING, 2, 70)


def test_preview_shows_commit_grows_and_pops_and_lifting_dismisses(stage):
    engine, delivered = stage.engine, []
    peek = peeked([])
    engine.peek.on_peek = lambda touch: peek
    engine.peek.when_shown = lambda what: delivered.append(("shown", what))
    engine.peek.when_popped = lambda what: delivered.append(("popped", what))
    engine.peek.when_dismissed = lambda what: delivered.append(("dismissed", what))
    hints, growth = [], []
    engine.preview.when_updated = lambda event: hints.append((round(event.progress, 2), event.ended))
    engine.preview.when_commit_updated = lambda event: growth.append((round(event.progress, 2), event.ended))
    stage.finger(1, PREVIEW, SHOW, 4.0, POP, POP, 0)
    assert delivered == [("shown", peek), ("popped", peek)]
    assert hints[-1] == (1, True) and growth[-1] == (1, True) and len(growth) == 3
    assert stage.names("PEEK") == ["PEEK_SHOWN", "PEEK_POPPED"]
    delivered.clear()
    stage.finger(1, PREVIEW, SHOW, 0)
    assert delivered == [("shown", peek), ("dismissed", peek)]
    assert stage.last(EventType.PEEK_DISMISSED).reason is Reason.LIFTED
    stage.finger(1, PREVIEW, 0)
    assert len(delivered) == 2, "a hint alone shows nothing"


def test_actions_that_are_revealed_are_those_of_the_program(stage):
    engine = stage.engine
    engine.peek.on_peek = lambda touch: peeked([])
    stage.finger(1, PREVIEW, SHOW)
    stage.finger(SHOW, y=-20)
    assert engine.peek.status.state is PeekState.REVEALED and engine.preview.state() is PreviewState.HELD
    actions = engine.peek.status.actions
    assert [(action.title, action.style, action.disabled) for action in actions] == [
        ("Star", ActionStyle.DEFAULT, False),
        ("Share", ActionStyle.DEFAULT, True),
        ("Delete…", ActionStyle.DESTRUCTIVE, False),
    ]


def reveal(stage):
    return stage.finger(1, PREVIEW, SHOW).finger(SHOW, y=-30)


# conforms: peek-18, peek-20
def test_sliding_onto_an_action_and_lifting_there_selects_it(stage):
    chosen = []
    stage.engine.peek.on_peek = lambda touch: peeked(chosen)
    reveal(stage).finger(SHOW, y=110)
    assert stage.engine.peek.status.highlighted.title == "Star"
    stage.finger(0, y=110)
    assert chosen == [("Star", 7)]
    assert stage.names("ACTION", "DISMISSED") == [
        "ACTIONS_REVEALED",
        "ACTION_HIGHLIGHTED",
        "ACTION_SELECTED",
        "PEEK_DISMISSED",
    ]
    selected = stage.last(EventType.ACTION_SELECTED)
    assert (selected.subject, selected.target, selected.value) == (7, 1, 1)
    assert stage.last(EventType.PEEK_DISMISSED).reason is Reason.NONE


def test_hooks_of_actions_take_the_action_and_its_peek(stage):
    peek, delivered = peeked([]), []
    stage.engine.peek.on_peek = lambda touch: peek
    stage.engine.peek.when_highlighted = lambda action, peek: delivered.append(("highlighted", action, peek))
    stage.engine.peek.when_selected = lambda action, peek: delivered.append(("selected", action, peek))
    reveal(stage).finger(SHOW, y=110).finger(0, y=110)
    assert delivered == [("highlighted", peek.actions[0], peek), ("selected", peek.actions[0], peek)]


def test_a_peek_that_is_over_is_not_held_any_more(stage):
    peek = peeked([])
    is_held = weakref.ref(peek.actions[0].handler)
    stage.engine.peek.on_peek = lambda touch: peek
    stage.finger(1, PREVIEW, SHOW, 0)
    stage.engine.peek.on_peek, peek = None, None
    declared = peeked([])
    is_held_too = weakref.ref(declared.actions[0].handler)
    for one in (declared, Peek(8), Peek(9)):
        stage.engine.peek.declared = {1: one}
    del declared, one
    gc.collect()
    assert (is_held(), is_held_too()) == (None, None)


def test_lifting_elsewhere_leaves_the_actions_for_a_tap(stage):
    chosen, engine = [], stage.engine
    engine.peek.on_peek = lambda touch: peeked(chosen)
    reveal(stage).finger(0, y=-30)
    assert (engine.peek.status.state, engine.peek.status.contact) == (PeekState.REVEALED, NO_CONTACT)
    stage.finger(1, 0, y=150)
    assert chosen == [] and engine.peek.status.state is PeekState.REVEALED, "a tap on a disabled action does nothing"
    stage.finger(1, y=190)
    assert engine.gestures.state() is GestureState.ACTIONS
    stage.finger(0, y=190)
    assert engine.peek.status.group.title == "Delete…" and [a.title for a in engine.peek.status.actions] == ["Delete for good"]
    stage.finger(1, 0, y=500)
    assert engine.peek.status.group is None and engine.peek.status.state is PeekState.REVEALED, "outside closes the group"
    stage.finger(1, 0, y=190).finger(1, 0, y=110)
    assert chosen == [("Delete for good", 7)]
    reveal(stage).finger(0, y=-30).finger(1, 0, y=500)
    assert stage.last(EventType.PEEK_DISMISSED).reason is Reason.LIFTED and len(chosen) == 1
    assert unpaired(stage.events) == (set(), [])


def test_a_declared_target_is_not_asked_for_and_tables_can_change(stage):
    engine, asked = stage.engine, []
    engine.targets.add(Target(2, 0, 50, 300, 44, traits=Trait.PEEK))
    engine.peek.on_peek = lambda touch: asked.append(touch.target)
    engine.peek.declared = {1: Peek(11)}
    stage.finger(1, SHOW, 0).finger(1, SHOW, 0, y=60)
    assert asked == [2] and dict(engine.peek.declared)[1].id == 11
    stage.finger(1, SHOW)
    engine.peek.declared = {1: peeked([], 12)}
    gc.collect()
    assert engine.peek.status.peek.id == 11, "what is shown stays"
    stage.finger(0).finger(1, SHOW, 0)
    assert [event.subject for event in stage.events if event.type == EventType.PEEK_SHOWN] == [11, 11, 12]
    engine.peek.declared = {}
    stage.finger(1, SHOW, 0)
    assert asked == [2, 1]


def test_everything_works_from_code(stage):
    engine, delivered, chosen = stage.engine, [], []
    engine.peek.on_peek = lambda touch: peeked(chosen)
    engine.gestures.when_tapped = lambda event: delivered.append((event.target, event.contact, event.reason))
    stage.finger(0.5, 0)
    engine.gestures.activate(1)
    assert delivered == [(1, 0, Reason.NONE), (1, NO_CONTACT, Reason.PROGRAM)]
    engine.peek.open(1)
    assert (engine.peek.status.state, engine.peek.status.contact) == (PeekState.REVEALED, NO_CONTACT)
    engine.peek.perform(engine.peek.status.actions[0])
    assert chosen == [("Star", 7)]
    engine.peek.open(1)
    engine.peek.pop()
    assert stage.events[-1].type == EventType.PEEK_POPPED
    engine.peek.open(1)
    engine.peek.dismiss()
    assert stage.events[-1].type == EventType.PEEK_DISMISSED
    stage.finger(1, SHOW)
    engine.peek.reveal()
    assert engine.peek.status.state is PeekState.REVEALED
    with pytest.raises(NotFoundError):
        engine.gestures.activate(99)
    with pytest.raises(StateError):
        Stage(gestures=False).engine.gestures.activate(1)


def test_actions_can_be_asked_for_at_any_time(stage):
    engine, chosen = stage.engine, []
    engine.peek.on_peek = lambda touch: peeked(chosen) if touch.target == 1 else None
    assert [action.title for action in engine.peek.find(1).actions] == ["Star", "Share", "Delete…"]
    assert engine.peek.status.state is PeekState.NONE and engine.peek.status.actions == ()
    with pytest.raises(NotFoundError):
        engine.peek.find(2)
    engine.peek.open(1)
    star, grey, group = engine.peek.status.actions
    with pytest.raises(StateError, match="Share"):
        engine.peek.perform(grey)
    with pytest.raises(NotFoundError, match="not on show"):
        engine.peek.perform(group.actions[0])
    engine.peek.perform(group)
    assert engine.peek.status.group is group and engine.peek.status.actions == tuple(group.actions)
    with pytest.raises(NotFoundError):
        engine.peek.perform(star)
    engine.peek.back()
    with pytest.raises(StateError):
        engine.peek.back()
    engine.peek.perform(star)
    with pytest.raises(StateError, match="no actions are on show"):
        engine.peek.perform(star)
    assert chosen == [("Star", 7)]


def test_peeks_that_cannot_be_are_refused(stage):
    engine = stage.engine
    deep = PreviewAction("x")
    for _ in range(5):
        deep = PreviewActionGroup("x", [deep])
    for bad, error in (
        (Peek(1, [PreviewAction("x")] * 65), InvalidError),
        (Peek(1, [deep]), InvalidError),
        (Peek(1, [PreviewActionGroup("x", [])]), InvalidError),
        (Peek(1, ["star"]), TypeError),
        (Peek(-1), OverflowError),
        ("a peek", TypeError),
    ):
        with pytest.raises(error):
            engine.peek.declared = {1: bad}
        engine.peek.on_peek = lambda touch, bad=bad: bad
        with pytest.raises(error):
            stage.finger(1, SHOW)
        stage.finger(0)
    assert stage.names("PEEK") == [] and dict(engine.peek.declared) == {}
    with pytest.raises(StateError, match="peek=True"):
        Engine().peek.on_peek = lambda touch: None


def test_handlers_may_call_back_and_what_they_raise_reaches_the_caller(stage):
    engine, seen = stage.engine, []

    def again(action, peek):
        seen.append(engine.peek.status.state)
        engine.peek.declared = {1: Peek(8, [PreviewAction("Unstar", handler=fail)], actions_frame=FRAME)}
        engine.peek.open(1)

    def fail(action, peek):
        raise ZeroDivisionError(f"{action.title} of {peek.id}")

    engine.peek.declared = {1: Peek(7, [PreviewAction("Star", handler=again)], actions_frame=FRAME)}
    reveal(stage).finger(SHOW, 0, y=110)
    assert seen == [PeekState.NONE] and engine.peek.status.peek.id == 8
    with pytest.raises(ZeroDivisionError, match="Unstar of 8"):
        engine.peek.perform(1)
    assert unpaired(stage.events) == (set(), [])
    shown = [(e.type.name, e.subject) for e in stage.events if e.type.name.startswith("PEEK")]
    assert shown == [("PEEK_SHOWN", 7), ("PEEK_DISMISSED", 7), ("PEEK_SHOWN", 8), ("PEEK_DISMISSED", 8)]


def test_peeks_are_kept_alive_and_let_go(stage):
    engine = stage.engine
    engine.peek.on_peek = lambda touch: peeked([], 7)
    for _ in range(300):
        reveal(stage)
        gc.collect(0)
        assert engine.peek.status.actions[2].actions[0].title == "Delete for good"
        stage.finger(SHOW, 0, y=110)
        engine.peek.find(1)
    assert len(engine.peek._answers) <= 3 and len(engine.peek._declarations) <= 1


def test_a_hold_opens_a_menu_and_a_tap_on_the_peek_pops_it():
    stage, hooks = Stage(peek=PeekConfig(from_hold=True, hold_us=400_000)), []
    engine = stage.engine
    engine.peek.declared = {1: Peek(7, star_and_delete([]), place=(0, 300), size=(0, 100), actions_frame=FRAME)}
    engine.peek.when_popped = lambda peek: hooks.append(peek.id)
    stage.finger(*[1] * 42).finger(0)
    assert engine.peek.status.state is PeekState.REVEALED and stage.names("HOLD") == []
    stage.finger(1, 0, y=350)
    assert hooks == [7] and stage.last(EventType.PEEK_POPPED).reason is Reason.TAPPED


def test_an_action_that_keeps_open_is_replaced_while_it_is_shown(stage):
    engine = stage.engine

    def switch(action, peek):
        actions = [PreviewAction("Mute", handler=switch, checked=not action.checked, keep_open=True, subtitle="this chat")]
        engine.peek.replace(actions)

    engine.peek.declared = {1: Peek(7, [PreviewAction("Mute", handler=switch, keep_open=True)], actions_frame=FRAME)}
    with pytest.raises(StateError):
        engine.peek.replace([])
    engine.peek.open(1)
    for checked in (True, False, True):
        engine.peek.perform(engine.peek.status.actions[0])
        (mute,) = engine.peek.status.actions
        assert mute.checked is checked and mute.subtitle == "this chat"
    assert stage.last(EventType.ACTION_SELECTED).kept and "kept" in str(stage.last(EventType.ACTION_SELECTED))
    with pytest.raises(InvalidError):
        engine.peek.replace([])
    with pytest.raises(InvalidError, match="not both"):
        engine.peek.replace([PreviewAction("Mute", checked=True, mixed=True)])
    with pytest.raises(InvalidError, match="4096"):
        engine.peek.replace([PreviewActionGroup("all", [PreviewAction("one")] * 64)] * 64)
    engine.peek.dismiss()
    engine.peek.open(1)
    assert engine.peek.status.actions[0].subtitle == "", "for as long as it is shown"


# Transitions


def updates(stage):
    return [event.progress for event in stage.events if event.type == EventType.TRANSITION_UPDATED]


def test_starting_asks_how_it_runs(stage):
    engine, asked = stage.engine, []

    def will_start(transition, options):
        asked.append((transition.id, options))
        return TransitionOptions(duration=0.1, curve=TimingCurve.LINEAR)

    engine.transitions.on_start = will_start
    t = engine.transitions.new(speed=2.0)
    assert t.state is TransitionState.NONE
    t.start()
    assert asked[0][0] == t.id and asked[0][1].duration == 0.4 and asked[0][1].speed == 2.0
    assert asked[0][1].curve.x1 == pytest.approx(0.42, abs=1e-4)
    assert stage.events[-1].type == EventType.TRANSITION_STARTED and stage.events[-1].subject == t.id
    start = stage.t
    t.finish()
    stage.run()
    assert stage.t - start == 50_000, "0.1 s at speed 2"
    engine.transitions.on_start = lambda transition, options: 1 / 0
    with pytest.raises(ZeroDivisionError):
        engine.transitions.new().start()


@pytest.mark.parametrize("what", ["finish", "cancel", "pause"])
def test_what_was_not_started_is_refused_with_that_word(stage, what):
    transition = stage.engine.transitions.new()
    with pytest.raises(LookupError, match="not started"):
        getattr(transition, what)()
    transition.start()
    assert transition.state is TransitionState.INTERACTIVE


def test_update_sets_the_fraction_clamped(stage):
    delivered = []
    t = stage.engine.transitions.new()
    t.when_updated = delivered.append
    with t:
        for fraction in (0.3, 0.7, 0.2, -5, 1e9):
            t.update(fraction)
        assert delivered == pytest.approx([0.3, 0.7, 0.2, 0, 1], abs=1e-4)
        assert t.fraction == 1 and t.state is TransitionState.INTERACTIVE
        with pytest.raises(ValueError):
            t.update(float("nan"))
    assert updates(stage) == delivered


def test_leaving_the_block_finishes_and_an_exception_cancels(stage):
    engine, ends = stage.engine, []
    with engine.transitions.new() as t:
        t.when_completed = ends.append
        t.update(0.3)
    assert t.state is TransitionState.FINISHING
    stage.run()
    with pytest.raises(LookupError), engine.transitions.new() as t:
        t.when_completed = ends.append
        t.update(0.3)
        raise LookupError
    assert t.state is TransitionState.CANCELLING
    stage.run()
    with engine.transitions.new() as t:
        t.when_completed = ends.append
        t.update(0.3)
        t.cancel()
    assert t.state is TransitionState.CANCELLING, "what the block did stays"
    stage.run()
    assert ends == [True, False, False]
    t.start()
    t.finish()
    stage.run()
    assert ends[-1] is True, "it can be started again"


def test_the_names_are_those_of_the_headers_and_bad_curves_are_refused():
    lists = next(header.lists for header in contract.read().headers if header.name == "transition")
    assert set(lists) == {f"PRESS_CURVE_{name}" for name in ("EASE_IN_OUT", "EASE_IN", "EASE_OUT", "LINEAR")}
    for name, body in lists.items():
        parts = [part.strip() for part in body.split(",")]
        values = [1.0 if part == "PRESS_ONE" else float(part.replace("PRESS_Q16(", "").strip(")")) for part in parts]
        curve = getattr(TimingCurve, name.removeprefix("PRESS_CURVE_"))
        assert [curve.x1, curve.y1, curve.x2, curve.y2] == values
        assert (curve.y(0), curve.y(1), curve.y(-3), curve.y(7)) == (0, 1, 0, 1)
    for bad in (TimingCurve(-0.1, 0, 1, 1), TimingCurve(0, 0, 1.1, 1)):
        with pytest.raises(InvalidError, match="x1 and x2"):
            bad.y(0.5)


def test_a_speed_that_is_not_above_0_changes_nothing(stage):
    engine = stage.engine
    for speed in (0, -1):
        with pytest.raises(InvalidError, match="speed"):
            engine.transitions.new(speed=speed).start()
    assert stage.names("TRANSITION") == []
    t = engine.transitions.new().start()
    with pytest.raises(InvalidError):
        t.set_speed(0)
    t.finish()
    start = stage.t
    t.set_speed(4)
    stage.run()
    assert stage.t - start == 100_000


def test_a_run_can_be_paused_and_turned_round(stage):
    t = stage.engine.transitions.new(duration=0.4, curve=TimingCurve.LINEAR).start()
    t.finish()
    stage.wait(100_000)
    t.pause()
    assert t.state is TransitionState.INTERACTIVE and t.fraction == pytest.approx(0.25, abs=1e-3)
    with pytest.raises(StateError):
        t.pause()
    t.finish()
    with pytest.raises(StateError):
        t.update(0.5)
    t.cancel()
    assert t.state is TransitionState.CANCELLING


def test_a_transition_can_be_automatic(stage):
    start, ends = stage.t, []
    t = stage.engine.transitions.new(duration=0.2, automatic=True)
    t.when_completed = ends.append
    t.start()
    assert t.state is TransitionState.FINISHING
    stage.run()
    assert ends == [True] and stage.t - start == 200_000


def test_a_transition_is_bound_to_a_motion_or_to_the_pressure(stage):
    engine, ends = stage.engine, []
    drag = engine.transitions.new(duration=0.1).bind(Driver.MOTION, direction=(100, 0))
    drag.when_completed = ends.append
    stage.finger(1, x=10).finger(1, x=40)
    assert drag.fraction == pytest.approx(0.3, abs=1e-3)
    stage.finger(1, x=70).finger(0, x=70).run()
    assert ends == [True]
    drag.unbind()
    press = engine.transitions.new().bind(Driver.PRESSURE)
    stage.finger(1, 2.7)
    assert press.fraction == pytest.approx((2.7 - 0.4) / 4.6, abs=1e-3)
    stage.finger(0)
    with pytest.raises(InvalidError):
        engine.transitions.new().bind(Driver.MOTION)
    with pytest.raises(NoSpaceError):
        for _ in range(5):
            engine.transitions.new().bind(Driver.PRESSURE)


def test_a_run_is_asked_for_its_pace_and_a_start_takes_a_fraction(stage):
    engine, asked = stage.engine, []

    def run(transition, finishes, options):
        asked.append((transition.id, finishes, options.fraction))
        return TransitionOptions(duration=0.1, curve=TimingCurve.LINEAR) if finishes else None

    engine.transitions.on_run = run
    t = engine.transitions.new(duration=0.4, fraction=0.5).start()
    assert t.fraction == 0.5 and stage.last(EventType.TRANSITION_STARTED).progress == 0.5
    start = stage.t
    t.finish()
    stage.run()
    assert asked == [(t.id, True, 0.5)] and stage.t - start == 50_000
    engine.transitions.on_run = None
    t.start().cancel()
    assert len(asked) == 1
    for wrong in (lambda *_: 5, lambda *_: 1 / 0):
        engine.transitions.on_run = wrong
        with pytest.raises((TypeError, ZeroDivisionError)):
            engine.transitions.new(fraction=0.5).start().finish()


def test_updates_hand_their_speed_over(stage):
    seen = []
    stage.engine.transitions.on_run = lambda it, finishes, options: seen.append((finishes, it.velocity))
    one = stage.engine.transitions.new().start()
    for step in range(11):
        stage.engine.tick(step * 10_000)
        one.update(step / 20)
    one.finish()
    assert seen == [(True, pytest.approx(5, abs=0.01))] and one.velocity == pytest.approx(5, abs=0.01)
    one.velocity = 1
    assert one.velocity == 1


def test_a_spring_passes_its_end_only_where_it_may():
    for overshoot in (False, True):
        stage = Stage(transitions=TransitionsConfig(curve=Spring(0.4, 0.3), overshoot=overshoot, frame_us=5000))
        fractions = []
        asked = []
        stage.engine.transitions.on_run = lambda it, finishes, options, asked=asked: asked.append(options)
        one = stage.engine.transitions.new()
        one.when_updated = fractions.append
        one.start().finish()
        while (due := stage.engine.next_deadline) is not None:
            stage.engine.tick(due)
        assert asked[0].curve == Spring(pytest.approx(0.4, abs=1e-4), pytest.approx(0.3, abs=1e-4))
        assert asked[0].overshoot is overshoot
        assert max(fractions) > 1.2 if overshoot else max(fractions) == 1
        assert fractions[-1] == 1
    with pytest.raises(InvalidError, match="damping|curve"):
        Stage(transitions=TransitionsConfig(curve=Spring(10.01, 0.3)))


def test_transitions_need_to_be_attached():
    with pytest.raises(StateError, match="transitions=True"):
        Engine().transitions.new().start()
    with pytest.raises(NoSpaceError):
        [Stage().engine.transitions.new().start()] + [e.transitions.new().start() for e in [Stage().engine] for _ in range(5)]


# The force button


def test_hooks_and_the_status_of_the_button_follow_the_force(stage):
    engine, delivered = stage.engine, []
    engine.button.when_pressed = lambda: delivered.append("pressed")
    engine.button.when_released = lambda event: delivered.append(event.type.name)
    assert not engine.button.status.down
    stage.finger(1.5)
    assert engine.button.status.down and engine.button.status.release_force == pytest.approx(1.3, abs=1e-3)
    stage.finger(5)
    assert engine.button.status.release_force == pytest.approx(3.0, abs=1e-3), "0.6 of the peak"
    stage.finger(3.1)
    assert delivered == ["pressed"]
    stage.finger(2.9)
    assert delivered == ["pressed", "BUTTON_RELEASED"]
    assert engine.button.status.press_force == pytest.approx(2.9 * 1.2, abs=1e-2)
    stage.finger(0.1, 1.6)
    stage.engine.feed(Sample(stage.t + 1, 1.6, lost=True))
    assert delivered[2:] == ["pressed", "BUTTON_CANCELLED"]
    engine.button.set(ButtonConfig(press_force=4, release_force=3, ratio_down=0))
    with pytest.raises(InvalidError):
        engine.button.set(ButtonConfig(press_force=1, release_force=2))
    with pytest.raises(StateError, match="button=True"):
        _ = Engine().button


# Gestures


def test_a_contact_becomes_one_thing(stage):
    engine, delivered = stage.engine, []
    engine.targets.add(Target(5, 0, 200, 300, 100, traits=Trait.TAP | Trait.DOUBLE_TAP | Trait.SCROLL))
    for name in ("when_tapped", "when_double_tapped", "when_held"):
        setattr(engine.gestures, name, lambda event, name=name: delivered.append((name, event.target)))
    engine.gestures.when_scrolled = lambda event: delivered.append(("scrolled", event.value, event.value2))
    stage.finger(1, 0)
    stage.finger(*[1] * 60, 0)
    stage.finger(1, 0, y=210).finger(1, 0, y=215)
    stage.finger(1, y=210).finger(1, y=225).finger(1, y=240)
    assert engine.gestures.state() is GestureState.SCROLL
    engine.gestures.cancel()
    stage.finger(0, y=240)
    assert delivered == [("when_tapped", 1), ("when_held", 1), ("when_double_tapped", 5), ("scrolled", 0, 0), ("scrolled", 0, 15)]
    assert stage.last(EventType.SCROLL_CANCELLED).reason is Reason.PROGRAM
    with pytest.raises(NotFoundError):
        engine.gestures.state()


def test_a_palm_is_no_finger(stage):
    stage.engine.feed([Sample(1, 1.0), Sample(2, 1.0, palm=True)])
    assert stage.events[-1].type == EventType.CONTACT_CANCELLED and stage.events[-1].reason is Reason.PALM


@pytest.mark.parametrize("part", ["gestures", "peek", "transitions", "button"])
def test_parts_are_attached_one_by_one_and_say_what_is_wrong(part):
    assert Engine(**{part: True}).feed(Sample(0, 1.0)) == 1
    with pytest.raises(TypeError, match="Config"):
        Engine(**{part: 3})
    with pytest.raises((InvalidError, OverflowError)):
        Engine(gestures=GesturesConfig(hold_us=-1))
    with pytest.raises(InvalidError):
        Engine(gestures=GesturesConfig(slop=-1))
    with pytest.raises(NoSpaceError, match="max_events"):
        Engine(max_contacts=32, max_events=72, gestures=True, peek=True, transitions=True, button=True)


def test_functions_that_fail_reach_the_caller(stage):
    def fail(*_):
        raise ZeroDivisionError

    engine = stage.engine
    engine.gestures.when_tapped = fail
    with pytest.raises(ZeroDivisionError):
        engine.gestures.activate(1)
    engine.peek.on_peek = fail
    with pytest.raises(ZeroDivisionError):
        stage.finger(1, PREVIEW)
    t = engine.transitions.new()
    t.when_updated = fail
    t.start()
    with pytest.raises(ZeroDivisionError):
        t.update(0.5)
    with pytest.raises(TypeError, match="when_tapped"):
        engine.gestures.when_tapped = 3
    engine.gestures.when_tapped = None
    assert engine.gestures.when_tapped is None


# Whatever a program does


def calls(stage, transitions):
    """Everything that a program may call, from inside a callback too."""
    engine, pick = stage.engine, random.Random(0)

    def replace_target():
        if 1 in engine.targets:
            engine.targets.remove(1)
        else:
            engine.targets.add(Target(1, 0, 0, 300, 44, traits=ROW))

    def choose():
        actions = engine.peek.status.actions
        engine.peek.perform(pick.choice(actions) if actions else 1)

    def each(name):
        return lambda: getattr(pick.choice(transitions), name)()

    return {
        "open": lambda: engine.peek.open(1),
        "open the other": lambda: engine.peek.open(2),
        "pop": engine.peek.pop,
        "dismiss": engine.peek.dismiss,
        "reveal": engine.peek.reveal,
        "perform": choose,
        "back": engine.peek.back,
        "replace": lambda: engine.peek.replace(star_and_delete([])),
        "activate": lambda: engine.gestures.activate(1),
        "declare": lambda: setattr(engine.peek, "declared", {2: peeked([], 9)}),
        "undeclare": lambda: setattr(engine.peek, "declared", {}),
        "find": lambda: engine.peek.find(1),
        "cancel gesture": engine.gestures.cancel,
        "cancel preview": engine.preview.cancel,
        "target": replace_target,
        "reset": engine.reset,
        "start": each("start"),
        "update": lambda: pick.choice(transitions).update(pick.random()),
        "finish": each("finish"),
        "cancel": each("cancel"),
        "pause": each("pause"),
        "unbind": each("unbind"),
        "bind": lambda: pick.choice(transitions).bind(pick.choice([Driver.PREVIEW, Driver.COMMIT, Driver.PRESSURE])),
        "drag": lambda: pick.choice(transitions).bind(Driver.MOTION, direction=(0, 50)),
        "button": lambda: engine.button.set(ButtonConfig(press_force=pick.uniform(1.4, 4))),
        "raise": lambda: 1 / 0,
    }


NAMES = [*calls(Stage(), [None])]
# Hooks that only count; the other hooks do something.
HOOKS = counted(Stage().engine, ["gestures", "peek", "button"], "when_popped", "when_tapped", "when_held")
SPOTS = [(10, 20), (10, -30), (10, 110), (10, 190), (10, 60), (10, 75), (400, 400)]


def play(script, inside, lift_us):
    stage = Stage(lift_us=lift_us, peek=PeekConfig(hide=True))
    engine = stage.engine
    engine.targets.add(Target(2, 0, 50, 300, 44, traits=ROW | Trait.SCROLL | Trait.DOUBLE_TAP))
    transitions = [engine.transitions.new(), engine.transitions.new(duration=0.1, curve=TimingCurve.EASE_OUT)]
    program = Program(stage, calls(stage, transitions), HOOKS, inside)

    def on_peek(touch):
        program.within()
        return peeked([], touch.target)

    engine.peek.on_peek = on_peek
    engine.transitions.on_start = transitions[0].when_updated = transitions[0].when_completed = program.within
    engine.peek.when_popped = engine.gestures.when_tapped = engine.gestures.when_held = program.within
    program.play(script)
    engine.peek.on_peek = engine.transitions.on_start = None
    ended = program.end()
    assert engine.peek.status.state is PeekState.NONE and not engine.button.status.down
    assert all(t.state is TransitionState.NONE for t in transitions)
    return ended


@given(steps([0, 1, 2, 3, 4.9], SPOTS, NAMES), st.lists(st.sampled_from([*NAMES, None]), max_size=40), LIFTS)
def test_whatever_a_program_calls_every_beginning_has_one_end(script, inside, lift_us):
    assert unpaired(*play(script, inside, lift_us)) == (set(), [])


@pytest.mark.parametrize("lift_us", [0, 40_000])
def test_the_random_programs_reach_everything(lift_us):
    rng, seen = random.Random(5), set()
    for _ in range(400):
        script, force, spot = [], 0, SPOTS[0]
        for _ in range(rng.randrange(40)):
            force = rng.choice([0, 1, 2, 3, 3, 4.9]) if rng.random() < 0.6 else force
            spot = rng.choice(SPOTS) if rng.random() < 0.4 else spot
            script.append(("feed", force, spot, 0, rng.choice([5000, 20_000, 60_000])))
            if rng.random() < 0.15:
                script.append(("call", rng.choice(NAMES)))
            if rng.random() < 0.1:
                script.append(("tick", rng.randrange(600_000)))
            if rng.random() < 0.1:
                script += [("feed", 1, spot, 0, 60_000)] * rng.randrange(15)
            if rng.random() < 0.1:
                script += [("feed", force, (10, 75), 0, 20_000) for force in (0, 1, 0, 1, 0)]
        inside = [rng.choice([*NAMES, None, None, None, None, None, None]) for _ in range(rng.randrange(20))]
        events, resets = play(script, inside, lift_us)
        assert unpaired(events, resets) == (set(), [])
        seen |= {event.type for event in events}
    of_these = ("contact", "preview", "commit", "tapped", "double", "hold", "scroll", "peek", "action", "transition", "button")
    missing = {kind for kind in EventType if kind.name.lower().startswith(of_these) and kind not in seen}
    assert missing <= {EventType.CONTACT_MOVED, EventType.PREVIEW_REFUSED, EventType.HOLD_REPEATED}


def test_an_engine_is_let_go_with_all_that_is_attached():
    import weakref

    stage = Stage()
    stage.engine.peek.declared = {1: peeked([])}
    with stage.engine.transitions.new() as t:
        t.when_updated = print
    ghost = weakref.ref(stage.engine)
    del stage, t
    gc.collect()
    assert ghost() is None or sys.getrefcount(ghost()) < 3
