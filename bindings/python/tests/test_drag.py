"""Drag and drop as a program has it: its questions and their answers, its hooks, its calls, and whatever it does.

When a drag does what is in Tests/PressABITests/test_drag.c, under the same numbers.
"""

import gc
import random

import pytest
from conftest import LIFTS, unpaired
from hypothesis import given
from hypothesis import strategies as st
from libpress import (
    NO_CONTACT,
    BusyError,
    DragConfig,
    DragItem,
    DragState,
    DropOperation,
    Engine,
    EventType,
    GestureState,
    InvalidError,
    Modifier,
    NoSpaceError,
    NotFoundError,
    PointerHint,
    PressError,
    Proposal,
    Reason,
    SpringState,
    StateError,
    Target,
    Trait,
)
from scene import Program, Scene, counted, steps

COPY, MOVE, FORBIDDEN, CANCEL = DropOperation.COPY, DropOperation.MOVE, DropOperation.FORBIDDEN, DropOperation.CANCEL
LIST, CARD, SECOND, SLOT, OTHER, FOREIGN = 1, 2, 3, 4, 5, 6
CARD_AT, SECOND_AT, SLOT_AT, OTHER_AT, FOREIGN_AT, NOWHERE = (
    (50, 20),
    (50, 70),
    (50, 220),
    (250, 50),
    (250, 250),
    (450, 50),
)


LINEAR = {"linear_scroll": True, "scroll_full": 0}


class Board(Scene):
    """An engine with drags, a list with two cards and a slot, another list, one of another program, and fingers."""

    def __init__(self, *, targets=(), engine=None, **settings):
        given = {"gestures": True, "drag": DragConfig(**settings), "max_events": 128, "lost_after_us": 0, "lift_us": 0}
        super().__init__(**given | (engine or {}))
        for target in (
            Target(LIST, 0, 0, 100, 400, traits=Trait(0)),
            Target(CARD, 0, 0, 100, 40, traits=Trait.DRAG_SOURCE, container=LIST),
            Target(SECOND, 0, 50, 100, 40, traits=Trait.DRAG_SOURCE, container=LIST),
            Target(SLOT, 0, 200, 100, 40, traits=Trait.DROP, container=LIST),
            Target(OTHER, 200, 0, 100, 100, traits=Trait.DROP),
            Target(FOREIGN, 200, 200, 100, 100, traits=Trait.DROP, domain=9),
            *targets,
        ):
            self.engine.targets.add(target)

    def to(self, *places, force=1.0, step=10_000, contact=0):
        for x, y in places:
            self.feed(force, x, y, contact, step)
        return self

    def lift(self, contact=0, at=NOWHERE):
        return self.to(at, force=0, contact=contact)

    def drag(self, *places, contact=0):
        """Down on the card, and off it."""
        return self.to(CARD_AT, (CARD_AT[0] + 5, CARD_AT[1]), *places, contact=contact)

    @property
    def session(self):
        return self.engine.drag.session(0)


@pytest.fixture
def board():
    return Board()


def test_a_drag_starts_three_points_from_where_the_contact_began(board):
    asked = []
    board.engine.drag.on_begin = lambda touch: asked.append((touch.target, touch.x, touch.y)) or DragItem(70)
    board.to(CARD_AT, (52.9, 20))
    assert not asked and board.names("DRAG") == [] and board.session is None
    board.to((53, 20))
    assert asked == [(CARD, 53, 20)]
    began = board.last(EventType.DRAG_BEGAN)
    assert (began.target, began.subject, began.value, began.value2) == (CARD, board.session.id, 50, 20)
    assert board.engine.gestures.state() is GestureState.DRAG
    assert [(item.id, item.source) for item in board.session.items] == [(70, CARD)]


def test_no_items_no_drag_and_the_contact_stays_open(board):
    board.engine.drag.on_begin = lambda touch: None
    board.drag((80, 20)).lift()
    assert board.names("DRAG") == []
    assert board.names("CONTACT") == ["CONTACT_BEGAN", "CONTACT_ENDED"]


def test_where_nothing_is_asked_the_target_itself_is_dragged_selected(board):
    board.drag()
    (item,) = board.session.items
    assert (item.id, item.selected, item.source, item.representations) == (CARD, True, CARD, ())


def test_what_is_added_is_asked_with_the_session_and_may_be_refused(board):
    asked = []
    board.engine.drag.on_add = lambda session, touch: asked.append((session.id, touch.target, touch.contact))
    board.drag()
    board.to(SECOND_AT, contact=1).lift(contact=1, at=SECOND_AT)
    assert asked == [(board.session.id, SECOND, 1)] and len(board.session.items) == 1
    board.engine.drag.on_add = lambda session, touch: [DragItem(11), DragItem(12, value="twelve")]
    board.to(SECOND_AT, contact=1).lift(contact=1, at=SECOND_AT)
    assert [item.id for item in board.session.items] == [CARD, 11, 12]
    assert board.session.items[2].value == "twelve"


@pytest.mark.parametrize("place, target, operation", [(SLOT_AT, SLOT, MOVE), (OTHER_AT, OTHER, COPY), (FOREIGN_AT, FOREIGN, COPY)])
def test_the_same_container_moves_and_all_others_copy(board, place, target, operation):
    proposals = []
    board.engine.drag.on_propose = lambda session, destination, proposal: proposals.append((destination, proposal)) or True
    board.drag(place)
    assert proposals == [(target, Proposal(operation, 1))]
    entered = board.last(EventType.DRAG_ENTERED)
    assert (entered.target, entered.value, entered.value2) == (target, operation, 1)
    assert (board.session.destination, board.session.operation, board.session.accepted) == (target, operation, 1)


@pytest.mark.parametrize("answer", [None, False])
def test_where_the_answer_is_no_what_lies_under_it_is_asked(board, answer):
    board.engine.targets.add(Target(20, 200, 0, 50, 100, traits=Trait.DROP))
    board.engine.drag.on_propose = lambda session, destination, usual: answer if destination == 20 else True
    board.drag((210, 50))
    assert board.session.destination == OTHER


def test_the_badge_counts_what_would_be_taken_and_the_exact_place_asks_at_each_sample(board):
    asked = []

    def on_propose(session, destination, proposal):
        asked.append(session.location)
        return Proposal(COPY, items=2, exact=True)

    board.engine.drag.on_begin = lambda touch: [DragItem(i) for i in (1, 2, 3)]
    board.engine.drag.on_propose = on_propose
    board.drag(OTHER_AT)
    assert board.session.badge == 2 and board.session.accepted == 2
    board.to((251, 50), (252, 50), (252, 50))
    assert asked == [(250, 50), (251, 50), (252, 50)]
    board.to(NOWHERE)
    assert board.session.badge == 3
    board.engine.drag.on_propose = lambda session, destination, proposal: FORBIDDEN
    board.to(OTHER_AT)
    assert (board.session.operation, board.session.hint) == (FORBIDDEN, PointerHint.NOT_ALLOWED)


def test_the_richest_representation_that_is_accepted_is_taken(board):
    taken = []
    board.engine.drag.on_begin = lambda touch: [
        DragItem(1, ["application/pdf", "image/png", "text/plain"]),
        DragItem(2, ["audio/wav"]),
        DragItem(3),
        DragItem(4, [5, "text/plain"]),
    ]
    board.engine.drag.on_propose = lambda s, d, p: Proposal(COPY, accepts=["text/plain", "image/png"], part=True)
    board.engine.drag.when_item_changed = lambda s: taken.append((s.item.id, s.representation(s.item), s.event.part))
    board.drag(OTHER_AT)
    assert board.session.accepted == 3
    board.lift(at=OTHER_AT)
    assert taken[::2] == [(1, "image/png", True), (3, None, True), (4, "text/plain", True)]


def test_where_the_destination_accepts_anything_the_richest_is_taken_by_its_number(board):
    board.engine.drag.on_begin = lambda touch: DragItem(1, [5, 6])
    board.drag(OTHER_AT).lift(at=OTHER_AT)
    assert board.last(EventType.DROP_ITEM_BEGAN).value2 == 5


def test_a_spring_is_asked_for_twice_and_opens():
    board, asked, opened = Board(targets=[Target(20, 400, 0, 100, 100, traits=Trait.SPRING)]), [], []
    board.engine.drag.on_spring = lambda session, target, again: asked.append((target, again)) or True
    board.engine.drag.when_spring_activated = lambda session: opened.append(session.spring)
    board.drag(NOWHERE)
    assert (board.session.spring, board.session.spring_state) == (20, SpringState.POSSIBLE)
    board.wait(500_000)
    assert opened == [], "it is activating"
    board.wait(250_000)
    assert opened == [20] and asked == [(20, False), (20, True)]
    assert board.session.state is DragState.DRAGGING


def test_a_hook_is_called_with_the_velocity():
    board, delivered = Board(targets=[Target(30, 400, 0, 100, 400, traits=Trait.SCROLL)], **LINEAR, scroll_ramp_us=500_000), []
    board.engine.drag.when_autoscrolled = lambda session: delivered.append((session.event.target, session.velocity))
    board.drag((450, 10)).wait(600_000)
    assert delivered[-1] == (30, (0, -600))
    changed = board.last(EventType.AUTOSCROLL_CHANGED).as_dict()
    assert (changed["vx"], changed["vy"]) == (0, -600)
    board.to((450, 200))
    assert delivered[-1] == (30, (0, 0))


def test_a_drop_that_takes_time_delivers_progress_and_each_end(board):
    engine = board.engine
    engine.drag.on_begin = lambda touch: [DragItem(1), DragItem(2)]
    engine.drag.on_propose = lambda session, destination, proposal: Proposal(COPY, transfers=True)
    board.drag(OTHER_AT)
    session = board.session
    board.lift(at=OTHER_AT)
    assert session.state is DragState.DROPPING and board.engine.drag.session(0) is None
    first, second = session.items
    session.update(first, 0.25)
    event = board.last(EventType.DROP_ITEM_UPDATED)
    assert (event.value, event.progress) == (1, 0.25)
    session.finish(first, success=False)
    ended = board.last(EventType.DROP_ITEM_ENDED)
    assert (ended.value, ended.reason, ended.returns) == (1, Reason.FAILED, True)
    with pytest.raises(StateError):
        session.update(first, 0.5)
    with pytest.raises(NotFoundError):
        session.finish(77)
    with pytest.raises(InvalidError):
        session.update(second, 1.5)
    session.finish(second)
    concluded = board.last(EventType.DROP_CONCLUDED)
    assert (concluded.value, concluded.value2) == (1, 1) and session.state is DragState.NONE
    with pytest.raises(NotFoundError):
        session.finish(second)


def test_a_drop_may_start_a_task(board):
    delivered = []
    board.engine.drag.on_propose = lambda session, destination, proposal: Proposal(COPY, task=True)
    board.engine.drag.when_task_changed = lambda session: delivered.append((session.event.type.name, session.event.progress))
    board.drag(OTHER_AT)
    session = board.session
    board.lift(at=OTHER_AT)
    session.update(None, 0.5)
    session.finish()
    assert delivered == [("TASK_BEGAN", 0), ("TASK_UPDATED", 0.5), ("TASK_ENDED", 0)]


@pytest.mark.parametrize("answer, names", [(True, ["DRAG_DROPPED"]), (False, ["DRAG_CANCELLED"]), (None, [])])
def test_what_cannot_be_undone_is_confirmed_first(board, answer, names):
    board.engine.drag.on_propose = lambda session, destination, proposal: Proposal(MOVE, irreversible=True)
    board.engine.drag.on_confirm = lambda session: answer
    board.drag(OTHER_AT)
    session = board.session
    board.lift(at=OTHER_AT)
    assert board.names("DRAG_DROPPED", "DRAG_CANCELLED") == names
    if answer is None:
        assert session.state is DragState.CONFIRMING
        session.confirm(False)
    if not answer:
        event = board.last(EventType.DRAG_CANCELLED)
        assert (event.reason, event.returns) == (Reason.DENIED, True)
    with pytest.raises(NotFoundError):
        session.confirm()
    with pytest.raises(NotFoundError):
        board.engine.drag.undo()


def test_each_contact_drags_its_own(board):
    board.drag(OTHER_AT)
    board.to(SECOND_AT, (60, 70), SLOT_AT, contact=1)
    first, second = board.engine.drag.session(0), board.engine.drag.session(1)
    assert first.id != second.id and (first.destination, second.destination) == (OTHER, SLOT)
    assert (first.contact, second.contact) == (0, 1)


@pytest.mark.parametrize("launches", [True, False])
def test_empty_space_may_launch(board, launches):
    dropped = []
    board.engine.drag.on_launch = lambda session: launches
    board.engine.drag.when_dropped = lambda session: dropped.append(session.destination)
    board.drag(NOWHERE).lift()
    assert dropped == ([0] if launches else [])
    assert ("DRAG_CANCELLED" in board.names("DRAG")) is not launches


def test_code_drags_step_by_step_and_at_once(board):
    drag = board.engine.drag
    session = drag.begin(CARD)
    assert session.contact == NO_CONTACT and drag.session() is session
    assert session.over(OTHER).drop().state is DragState.NONE
    done = drag.perform(CARD, OTHER)
    assert (done.state, done.destination, done.source) == (DragState.NONE, OTHER, CARD)
    assert (drag.sources, drag.destinations) == ([SECOND, CARD], [FOREIGN, OTHER, SLOT])


def test_what_cannot_be_done_from_code_says_so(board):
    engine = board.engine
    with pytest.raises(NotFoundError):
        engine.drag.begin(99)
    with pytest.raises(StateError):
        engine.drag.begin(SLOT)
    session = engine.drag.begin(CARD)
    with pytest.raises(StateError):
        engine.drag.begin(SECOND)
    with pytest.raises(NotFoundError):
        session.over(99)
    session.move(450, 50).drop()
    with pytest.raises(NotFoundError):
        session.drop()
    board.drag()
    with pytest.raises(StateError):
        board.session.move(0, 0)
    board.to(SECOND_AT, (60, 70), contact=1)
    with pytest.raises(NoSpaceError):
        engine.drag.begin(SECOND)


def test_a_held_source_is_lifted_before_it_drags():
    board, delivered = Board(after_hold=True), []
    board.engine.drag.when_lifted = lambda event: delivered.append((event.type.name, event.target))
    board.engine.drag.when_settled = lambda event: delivered.append((event.type.name, event.reason))
    board.to(CARD_AT).wait(500_000)
    assert board.engine.gestures.state() is GestureState.LIFTED
    board.lift(at=CARD_AT)
    assert delivered == [("DRAG_LIFTED", CARD), ("DRAG_SETTLED", Reason.LIFTED)]


def test_items_are_added_from_code(board):
    board.engine.drag.on_add = lambda session, touch: DragItem(touch.target * 10) if touch.contact == NO_CONTACT else None
    session = board.engine.drag.begin(CARD).add(SECOND)
    assert [(item.id, item.source) for item in session.items] == [(CARD, CARD), (SECOND * 10, SECOND)]
    with pytest.raises(StateError):
        session.add(OTHER)
    with pytest.raises(NotFoundError):
        session.add(77)
    session.over(OTHER).drop()
    with pytest.raises(NotFoundError):
        session.add(SECOND)


def test_every_item_of_a_drop_is_delivered(board):
    board.engine.drag.on_begin = lambda touch: [DragItem(1), DragItem(2), DragItem(3)]
    board.engine.drag.on_propose = lambda session, destination, usual: Proposal(COPY, items=1)
    changed = []
    board.engine.drag.when_item_not_taken = lambda session: changed.append((session.item.id, session.event.returns))
    board.drag(OTHER_AT).lift(at=OTHER_AT)
    assert changed == [(2, True), (3, True)] and len(board.of(EventType.DROP_ITEM_ENDED)) == 1


def test_a_drag_that_nothing_takes_flies_back_or_fades(board):
    cancelled = []
    board.engine.drag.when_cancelled = lambda session: cancelled.append(
        (session.state, session.event.reason, session.event.returns, session.event.fades)
    )
    board.drag(NOWHERE).lift()
    board.drag()
    board.engine.targets.remove(CARD)
    assert cancelled == [(DragState.NONE, Reason.NO_DESTINATION, True, False), (DragState.NONE, Reason.TARGET_REMOVED, False, True)]


def test_modifiers_are_a_set_that_may_change_meanwhile(board):
    board.engine.drag.modifiers = {Modifier.COPY}
    board.drag(SLOT_AT)
    assert board.session.operation is COPY and board.session.modifiers == Modifier.COPY
    board.engine.drag.modifiers = set()
    assert board.session.operation is MOVE


def test_an_item_may_be_for_copying_only_or_for_one_domain(board):
    board.engine.drag.on_begin = lambda touch: DragItem(1, copy_only=True, same_domain=True)
    board.drag(SLOT_AT)
    assert board.session.operation is COPY and board.session.items[0].copy_only and board.session.items[0].same_domain
    board.to(FOREIGN_AT)
    assert board.session.destination == 0


def test_a_destination_that_refuses_is_forbidden_and_not_entered(board):
    said = []
    board.engine.drag.on_propose = lambda session, destination, usual: FORBIDDEN if destination == OTHER else usual
    board.engine.drag.when_entered = lambda session: said.append(("entered", session.destination))
    board.engine.drag.when_left = lambda session: said.append(("left", session.event.target))
    board.engine.drag.when_forbidden = lambda session: said.append(("forbidden", session.event.target, session.operation))
    board.drag(SLOT_AT).to(OTHER_AT)
    assert said == [("entered", SLOT), ("left", SLOT), ("forbidden", OTHER, FORBIDDEN)]


def test_undo_restores_the_selection_and_redo_does_it_again(board):
    delivered = []
    drag = board.engine.drag
    drag.on_begin = lambda touch: DragItem(70, selected=True)
    drag.when_selection_changed = lambda session: delivered.append((session.event.type.name, session.event.target, session.item.id))
    drag.when_item_redone = lambda event: delivered.append((event.type.name, event.target, event.value))
    drag.when_redone = lambda event: delivered.append((event.type.name, event.target, event.value2))
    board.drag(OTHER_AT).lift(at=OTHER_AT)
    del delivered[:]
    drag.undo()
    assert delivered == [("SELECTION_CLEARED", OTHER, 70), ("SELECTION_SET", CARD, 70)]
    del delivered[:]
    drag.redo()
    assert delivered == [
        ("DROP_ITEM_REDONE", OTHER, 70),
        ("SELECTION_SET", OTHER, 70),
        ("SELECTION_CLEARED", CARD, 70),
        ("DROP_REDONE", OTHER, 1),
    ]
    with pytest.raises(NotFoundError):
        drag.redo()


# The Python side


def test_what_is_no_config_of_a_drag_is_refused():
    with pytest.raises(TypeError):
        Engine(drag=3)


def test_an_engine_without_drags_says_what_it_needs():
    engine = Engine()
    for call in (
        lambda: setattr(engine.drag, "on_begin", print),
        lambda: setattr(engine.drag, "modifiers", {Modifier.COPY}),
        lambda: engine.drag.session(),
    ):
        with pytest.raises(StateError, match=r"the engine has no drag: make it with Engine\(drag=True\)"):
            call()


@pytest.mark.parametrize(
    "answer, error",
    [
        (DragItem(0), InvalidError),
        ([DragItem(1), DragItem(1)], InvalidError),
        ([DragItem(i + 1) for i in range(9)], InvalidError),
        ([3], TypeError),
        (DragItem(1, "text/plain"), TypeError),
        (DragItem(1, [0]), InvalidError),
        (DragItem(1, [2**31]), OverflowError),
        (DragItem(-1), OverflowError),
    ],
)
def test_an_answer_that_is_wrong_drags_nothing_and_raises(board, answer, error):
    board.engine.drag.on_begin = lambda touch: answer
    with pytest.raises(error):
        board.drag()
    assert board.names("DRAG") == []
    board.lift()
    board.engine.drag.on_begin = None
    board.drag()
    assert board.session.state is DragState.DRAGGING


@pytest.mark.parametrize("handler", ["on_propose", "on_spring", "on_launch", "on_confirm", "when_dropped", "when_began"])
def test_a_handler_that_raises_stops_nothing(handler):
    board = Board(targets=[Target(30, 400, 0, 100, 100, traits=Trait.SPRING)])
    engine = board.engine
    if handler == "on_confirm":
        engine.drag.on_propose = lambda session, destination, proposal: Proposal(COPY, irreversible=True)
    setattr(engine.drag, handler, lambda *arguments: 1 / 0)
    raised = 0
    for step in (
        board.drag,
        lambda: board.to(OTHER_AT),
        lambda: board.lift(at=OTHER_AT),
        board.drag,
        lambda: board.to(NOWHERE),
        lambda: board.wait(1_000_000),
        lambda: board.lift(),
        engine.reset,
    ):
        try:
            step()
        except ZeroDivisionError:
            raised += 1
    assert raised and unpaired(board.events) == (set(), [])


def test_a_handler_may_call_anything_but_feed(board):
    problems = []

    def on_drop(session):
        for call in (lambda: board.engine.feed_force(board.t, 1), lambda: board.engine.tick(board.t)):
            with pytest.raises(BusyError) as problem:
                call()
            problems.append(problem)
        session.cancel()

    board.engine.drag.when_dropped = on_drop
    board.drag(OTHER_AT).lift(at=OTHER_AT)
    assert len(problems) == 2 and board.last(EventType.DROP_CONCLUDED).reason == Reason.PROGRAM


def test_tables_live_as_long_as_the_session_and_no_longer(board):
    engine, chosen = board.engine, []
    engine.drag.on_begin = lambda touch: [DragItem(i, [f"type/{n}" for n in range(i, 40)]) for i in range(1, 9)]
    engine.drag.on_propose = lambda session, destination, proposal: Proposal(COPY, accepts=[f"type/{n}" for n in range(30, 20, -1)])
    engine.drag.when_item_changed = lambda session: chosen.append(session.representation(session.item))
    for _ in range(3):
        board.drag(OTHER_AT)
        session = board.session
        gc.collect()
        noise = [bytes(160) for _ in range(5000)]
        board.lift(at=OTHER_AT)
        assert chosen == ["type/21"] * 16 and noise
        chosen.clear()
        assert engine.drag._sessions.sessions == {} and len(engine.drag._sessions.answers) <= 2
        assert [item.id for item in session.items] == list(range(1, 9)), "what is over can still be read"


def test_an_engine_is_let_go_with_its_drags():
    import weakref

    board = Board()
    board.drag()
    ghost = weakref.ref(board.engine)
    del board
    gc.collect()
    assert ghost() is None


# Whatever a program does

PLACES = [
    CARD_AT,
    (56, 20),
    SECOND_AT,
    SLOT_AT,
    OTHER_AT,
    FOREIGN_AT,
    NOWHERE,
    (650, 5),
    (650, 50),
    (750, 20),
    (750, 30),
]


def calls(board):
    """The calls of a program, by name."""
    engine = board.engine

    def each(function):
        def call():
            for contact in (0, 1, NO_CONTACT):
                if session := engine.drag.session(contact):
                    function(session)
            for session in list(engine.drag._sessions.sessions.values()):
                function(session)

        return call

    def replace_other():
        if OTHER in engine.targets:
            engine.targets.remove(OTHER)
        else:
            engine.targets.add(Target(OTHER, 200, 0, 100, 100, traits=Trait.DROP))

    return {
        "cancel": each(lambda session: session.cancel()),
        "yes": each(lambda session: session.confirm()),
        "no": each(lambda session: session.confirm(False)),
        "update": each(lambda session: session.update(session.items[0], 0.5)),
        "finish": each(lambda session: session.finish(session.items[0])),
        "fail": each(lambda session: session.finish(None, False)),
        "task": each(lambda session: session.update(None, 0.5)),
        "copy": lambda: setattr(engine.drag, "modifiers", {Modifier.COPY}),
        "move": lambda: setattr(engine.drag, "modifiers", {}),
        "undo": engine.drag.undo,
        "redo": engine.drag.redo,
        "add": each(lambda session: session.add(SECOND)),
        "perform": lambda: engine.drag.perform(CARD, OTHER),
        "code": lambda: engine.drag.begin(SECOND).over(OTHER),
        "drop": each(lambda session: session.drop()),
        "replace": replace_other,
        "reset": engine.reset,
        "raise": lambda: 1 / 0,
    }


NAMES = [*calls(Board())]
# Hooks that only count; the other hooks of a drag do something.
HOOKS = counted(Board().engine, ["drag"], "when_dropped", "when_concluded", "when_cancelled")


def play(script, inside, answers, lift_us, after_hold=False):
    board = Board(
        targets=[
            Target(30, 600, 0, 100, 400, traits=Trait.SCROLL | Trait.DROP),
            Target(40, 700, 0, 100, 400, traits=Trait.INACTIVE | Trait.SPRING),
            Target(41, 700, 0, 100, 40, traits=Trait.DRAG_SOURCE, container=40),
        ],
        engine={"lift_us": lift_us},
        after_hold=after_hold,
        hold_us=30_000,
    )
    program, drag, answers = Program(board, calls(board), HOOKS, inside, (PressError, IndexError)), board.engine.drag, iter(answers)

    def within(*arguments):
        program.within()
        return next(answers, True)

    def on_propose(session, destination, proposal):
        answer = within()
        return answer if isinstance(answer, Proposal) else True

    drag.on_propose = on_propose
    drag.on_begin = lambda touch: within() and [DragItem(touch.target, ["a", 3], True), DragItem(touch.target + 100)]
    drag.on_spring = drag.on_launch = lambda *arguments: bool(within())
    drag.when_dropped = drag.when_concluded = drag.when_cancelled = within
    program.play(script)
    return program.end()


PROPOSALS = [
    True,
    True,
    False,
    Proposal(FORBIDDEN),
    Proposal(COPY, transfers=True),
    Proposal(MOVE, task=True, accepts=[3]),
    Proposal(MOVE, irreversible=True, exact=True),
    Proposal(COPY, items=1, hint=PointerHint.LINK),
]


@given(
    steps([0, 1, 1, 1, 3.5], PLACES, NAMES),
    st.lists(st.sampled_from([*NAMES, None, None, None]), max_size=40),
    st.lists(st.sampled_from(PROPOSALS), max_size=40),
    LIFTS,
    st.booleans(),
)
def test_whatever_a_program_calls_every_drag_has_one_end(script, inside, answers, lift_us, after_hold):
    assert unpaired(*play(script, inside, answers, lift_us, after_hold)) == (set(), [])


@pytest.mark.parametrize("lift_us", [0, 40_000])
def test_the_random_drags_reach_everything(lift_us):
    rng, seen = random.Random(7), set()
    for round in range(500):
        script, place = [], CARD_AT
        for _ in range(rng.randrange(50)):
            place = rng.choice(PLACES)
            force = rng.choice([0, 1, 1, 1, 1, 3.5])
            script.append(("feed", force, place, rng.choice([0, 0, 0, 1]), rng.choice([5000, 20_000])))
            if rng.random() < 0.1:
                script.append(("call", rng.choice([name for name in NAMES if name not in ("reset", "cancel")])))
            if rng.random() < 0.1:
                script += [("feed", 1, place, 0, 100_000)] * rng.randrange(12)
            if rng.random() < 0.05:
                script.append(("tick", 240_000))
            if rng.random() < 0.05:
                way = [(0, NOWHERE), (1, CARD_AT), (1, (56, 20)), (1, OTHER_AT), (0, OTHER_AT)]
                script += [("feed", force, place, 0, 5000) for force, place in way]
                script += [("call", name) for name in ("update", "task", "finish", "undo", "redo")]
        inside = [rng.choice([*NAMES, *[None] * 30]) for _ in range(rng.randrange(40))]
        events, resets = play(script, inside, [rng.choice(PROPOSALS) for _ in range(40)], lift_us, round % 5 == 0)
        assert unpaired(events, resets) == (set(), [])
        seen |= {event.type for event in events}
    assert {kind for kind in EventType if kind >= EventType.DRAG_BEGAN} - seen == set()
