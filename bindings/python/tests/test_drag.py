"""Drag and drop: a test for each rule, by its number, and one for whatever a program does."""

import contextlib
import gc
import itertools
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
from scene import Scene

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


def test_d1_a_drag_starts_three_points_from_where_the_contact_began(board):
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


def test_d1_no_items_no_drag_and_the_contact_stays_open(board):
    board.engine.drag.on_begin = lambda touch: None
    board.drag((80, 20)).lift()
    assert board.names("DRAG") == []
    assert board.names("CONTACT") == ["CONTACT_BEGAN", "CONTACT_ENDED"]


def test_d1_where_nothing_is_asked_the_target_itself_is_dragged_selected(board):
    board.drag()
    (item,) = board.session.items
    assert (item.id, item.selected, item.source, item.representations) == (CARD, True, CARD, ())


@pytest.mark.parametrize("hold", [499_999, 500_000])
def test_d1_a_drag_may_need_a_hold_first(hold):
    board = Board(after_hold=True)
    board.to(CARD_AT).wait(hold).to((90, 20), step=0)
    assert bool(board.session) == (hold >= 500_000)


def test_d1_a_drag_may_need_force_first():
    board = Board(by_force=True)
    board.drag((60, 20))
    assert board.session is None
    board.to((60, 20), force=1.7).to((61, 20))
    assert board.session.state is DragState.DRAGGING


def test_d2_items_are_added_by_tapping_other_sources_and_the_badge_is_delivered(board):
    board.drag()
    board.to(SECOND_AT, contact=1).lift(contact=1, at=SECOND_AT)
    assert [(item.id, item.source) for item in board.session.items] == [(CARD, CARD), (SECOND, SECOND)]
    badges = board.of(EventType.DRAG_ITEMS_CHANGED)
    assert [(event.value, event.value2) for event in badges] == [(1, 1), (2, 2)]
    assert board.session.badge == 2 and board.names("TAPPED") == []


def test_d2_what_is_added_is_asked_with_the_session_and_may_be_refused(board):
    asked = []
    board.engine.drag.on_add = lambda session, touch: asked.append((session.id, touch.target, touch.contact))
    board.drag()
    board.to(SECOND_AT, contact=1).lift(contact=1, at=SECOND_AT)
    assert asked == [(board.session.id, SECOND, 1)] and len(board.session.items) == 1
    board.engine.drag.on_add = lambda session, touch: [DragItem(11), DragItem(12, value="twelve")]
    board.to(SECOND_AT, contact=1).lift(contact=1, at=SECOND_AT)
    assert [item.id for item in board.session.items] == [CARD, 11, 12]
    assert board.session.items[2].value == "twelve"


def test_d3_the_topmost_destination_that_answers_is_the_one(board):
    asked = []

    def on_propose(session, destination, proposal):
        asked.append(destination)
        return destination == OTHER

    board.engine.targets.add(Target(20, 200, 0, 50, 100, traits=Trait.DROP))
    board.engine.drag.on_propose = on_propose
    board.drag((210, 50), (260, 50), NOWHERE)
    assert asked == [20, OTHER, OTHER], "topmost first, and again where another set of them lies under it"
    assert board.names("ENTERED", "LEFT") == ["DRAG_ENTERED", "DRAG_LEFT"]
    assert board.last(EventType.DRAG_LEFT).target == OTHER
    moved = board.last(EventType.DRAG_MOVED)
    assert (moved.x, moved.y) == NOWHERE


@pytest.mark.parametrize("place, target, operation", [(SLOT_AT, SLOT, MOVE), (OTHER_AT, OTHER, COPY), (FOREIGN_AT, FOREIGN, COPY)])
def test_d4_the_same_container_moves_and_all_others_copy(board, place, target, operation):
    proposals = []
    board.engine.drag.on_propose = lambda session, destination, proposal: proposals.append((destination, proposal)) or True
    board.drag(place)
    assert proposals == [(target, Proposal(operation, 1))]
    entered = board.last(EventType.DRAG_ENTERED)
    assert (entered.target, entered.value, entered.value2) == (target, operation, 1)
    assert (board.session.destination, board.session.operation, board.session.accepted) == (target, operation, 1)


def test_d4_another_domain_copies_even_within_one_container():
    board = Board(targets=[Target(20, 0, 300, 100, 40, traits=Trait.DROP, container=LIST, domain=9)])
    board.drag((50, 320))
    assert board.session.operation is COPY


def test_d4_the_badge_counts_what_would_be_taken_and_the_exact_place_asks_at_each_sample(board):
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


@pytest.mark.parametrize("let_go_first, operation", [(False, COPY), (True, MOVE)])
def test_d5_the_copy_modifier_counts_as_it_is_when_it_drops(board, let_go_first, operation):
    board.engine.drag.modifiers = {Modifier.COPY}
    board.drag(SLOT_AT)
    assert board.session.operation is COPY and board.session.modifiers == Modifier.COPY
    if let_go_first:
        board.engine.drag.modifiers = set()
        assert board.last(EventType.DRAG_PROPOSED).value == MOVE
    board.lift(at=SLOT_AT)
    assert board.last(EventType.DRAG_DROPPED).value == operation


def test_d6_the_richest_representation_that_is_accepted_is_taken(board):
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


def test_d6_where_the_destination_accepts_anything_the_richest_is_taken_by_its_number(board):
    board.engine.drag.on_begin = lambda touch: DragItem(1, [5, 6])
    board.drag(OTHER_AT).lift(at=OTHER_AT)
    assert board.last(EventType.DROP_ITEM_BEGAN).value2 == 5


def test_d6_a_destination_that_accepts_nothing_of_it_is_none(board):
    board.engine.drag.on_begin = lambda touch: DragItem(1, [5])
    board.engine.drag.on_propose = lambda s, d, p: Proposal(COPY, accepts=[6])
    board.drag(OTHER_AT)
    assert board.session.destination == 0 and board.names("ENTERED") == []


SPRING = Target(20, 400, 0, 100, 100, traits=Trait.SPRING)


def test_d7_dwelling_springs_and_the_drag_goes_on():
    board, asked, opened = Board(targets=[SPRING]), [], []
    board.engine.drag.on_spring = lambda session, target, again: asked.append((target, again)) or True
    board.engine.drag.when_spring_activated = lambda session: opened.append(session.spring)
    board.drag(NOWHERE)
    assert (board.session.spring, board.session.spring_state) == (20, SpringState.POSSIBLE)
    board.wait(499_999)
    assert board.names("SPRING") == ["SPRING_POSSIBLE"]
    board.wait(1)
    assert board.names("SPRING")[-1] == "SPRING_ACTIVATING"
    board.wait(250_000)
    assert opened == [20] and asked == [(20, False), (20, True)]
    assert board.session.state is DragState.DRAGGING
    board.to(OTHER_AT)
    assert board.names("SPRING") == ["SPRING_POSSIBLE", "SPRING_ACTIVATING", "SPRING_ACTIVATED", "SPRING_ENDED"]


def test_d7_pressing_harder_springs_at_once():
    board = Board(targets=[SPRING])
    board.drag(NOWHERE).to(NOWHERE, force=3.5)
    assert board.names("SPRING") == ["SPRING_POSSIBLE", "SPRING_ACTIVATING", "SPRING_ACTIVATED"]


@pytest.mark.parametrize("refused_again", [False, True])
def test_d7_a_spring_that_is_refused_does_not_open(refused_again):
    board = Board(targets=[SPRING])
    board.engine.drag.on_spring = lambda session, target, again: refused_again and not again
    board.drag(NOWHERE).wait(2_000_000)
    assert "SPRING_ACTIVATED" not in board.names("SPRING")
    assert bool(board.names("SPRING")) == refused_again


def test_d7_dwelling_and_force_can_be_off():
    board = Board(targets=[SPRING], dwell=False, spring_force=False)
    board.drag(NOWHERE).wait(2_000_000)
    board.t += 1
    board.to(NOWHERE, force=3.5)
    assert board.names("SPRING") == ["SPRING_POSSIBLE"]


def expected_speed(place, start, length, elapsed_us, *, edge=40.0, speed=800.0, ramp_us=500_000):
    """Points per second: linear in how near the edge is and in time, both up to 1."""
    edge = min(edge, length / 4)
    near, far = place - start, start + length - place
    distance = min(near, far)
    if distance >= edge:
        return 0.0
    closeness = min((edge - distance) / edge, 1.0)
    ramp = min(elapsed_us / ramp_us, 1.0)
    return (-1 if near <= far else 1) * speed * closeness * ramp


@given(
    st.integers(0, 399),
    st.integers(0, 299),
    st.integers(0, 800_000),
    st.sampled_from([20, 40, 200]),
    st.sampled_from([100, 800]),
    st.sampled_from([0, 250_000, 500_000]),
)
def test_d8_the_speed_is_that_of_an_independent_formula(x, y, elapsed, edge, speed, ramp):
    scroller = Target(30, 500, 100, 400, 300, traits=Trait.SCROLL)
    board = Board(targets=[scroller], **LINEAR, scroll_edge=edge, scroll_speed=speed, scroll_ramp_us=ramp, frame_us=10_000)
    board.drag((500 + x, 100 + y))
    board.wait(elapsed)
    delivered = board.of(EventType.AUTOSCROLL_CHANGED)
    vx, vy = (delivered[-1].value, delivered[-1].value2) if delivered else (0, 0)
    ramp_us, since = (ramp, elapsed // 10_000 * 10_000) if ramp else (1, 1)
    assert vx == pytest.approx(expected_speed(x, 0, 400, since, edge=edge, speed=speed, ramp_us=ramp_us), abs=0.1)
    assert vy == pytest.approx(expected_speed(y, 0, 300, since, edge=edge, speed=speed, ramp_us=ramp_us), abs=0.1)


def test_d8_it_scrolls_only_while_it_is_in_the_container():
    board, delivered = Board(targets=[Target(30, 400, 0, 100, 400, traits=Trait.SCROLL)], **LINEAR, scroll_ramp_us=500_000), []
    board.engine.drag.when_autoscrolled = lambda session: delivered.append((session.event.target, session.velocity))
    board.drag((450, 10)).wait(600_000)
    assert delivered[-1] == (30, (0, -600))
    board.to((450, 200))
    assert delivered[-1] == (30, (0, 0))
    board.to((450, 390)).wait(600_000)
    assert delivered[-1] == (30, (0, 600))
    board.to((390, 390))
    assert board.names("AUTOSCROLL_B", "AUTOSCROLL_E") == ["AUTOSCROLL_BEGAN", "AUTOSCROLL_ENDED"] * 2


def test_the_speed_is_full_before_the_edge_and_grows_with_squares():
    board, delivered = Board(targets=[Target(30, 400, 0, 100, 400, traits=Trait.SCROLL)], frame_us=10_000), []
    board.engine.drag.when_autoscrolled = lambda session: delivered.append(session.velocity[1])
    board.drag((450, 392)).wait(360_000)
    assert delivered[-1] == pytest.approx(800 * 0.3**2, abs=0.5)
    board.wait(900_000)
    assert delivered[-1] == 800
    board.to((450, 376))
    assert delivered[-1] == pytest.approx(200, abs=0.5)


def test_d8_content_that_moves_under_a_still_finger_is_entered_and_left(board):
    board.drag(NOWHERE)
    other = board.engine.targets[OTHER]
    board.engine.targets.update(Target(OTHER, 400, 0, 100, 100, traits=other.traits))
    assert board.session.destination == OTHER
    board.engine.targets.update(other)
    assert board.names("ENTERED", "LEFT") == ["DRAG_ENTERED", "DRAG_LEFT"] and board.session.destination == 0


@pytest.mark.parametrize(
    "place, answer, reason",
    [
        (NOWHERE, True, Reason.NO_DESTINATION),
        (OTHER_AT, FORBIDDEN, Reason.FORBIDDEN),
        (OTHER_AT, CANCEL, Reason.NO_DESTINATION),
    ],
)
def test_d9_what_is_not_accepted_says_why_and_flies_back(board, place, answer, reason):
    cancelled = []
    board.engine.drag.on_propose = lambda session, destination, proposal: answer
    board.engine.drag.when_cancelled = cancelled.append
    board.drag(place).lift(at=place)
    event = board.last(EventType.DRAG_CANCELLED)
    assert (event.reason, event.returns, event.fades) == (reason, True, False)
    assert cancelled[0].state is DragState.NONE and cancelled[0].event == event
    assert board.names("DROPPED") == []


def test_d9_what_has_no_source_any_more_fades_away(board):
    board.drag()
    board.engine.targets.remove(CARD)
    event = board.last(EventType.DRAG_CANCELLED)
    assert (event.reason, event.returns, event.fades) == (Reason.TARGET_REMOVED, False, True)


def test_d10_a_drop_that_takes_time_delivers_progress_and_each_end(board):
    engine = board.engine
    engine.drag.on_begin = lambda touch: [DragItem(1), DragItem(2)]
    engine.drag.on_propose = lambda session, destination, proposal: Proposal(COPY, transfers=True)
    board.drag(OTHER_AT)
    session = board.session
    board.lift(at=OTHER_AT)
    assert session.state is DragState.DROPPING and board.engine.drag.session(0) is None
    dropped = board.last(EventType.DRAG_DROPPED)
    assert (dropped.x, dropped.y) == OTHER_AT, "where a placeholder belongs"
    first, second = session.items
    session.update(first, 0.25)
    event = board.last(EventType.DROP_ITEM_UPDATED)
    assert (event.value, event.progress) == (1, 0.25)
    board.wait(1_000_001)
    assert len(board.of(EventType.DROP_SLOW)) == 1
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
    assert len(board.of(EventType.DROP_CONCLUDED)) == 1


def test_d11_a_drop_may_start_a_task(board):
    delivered = []
    board.engine.drag.on_propose = lambda session, destination, proposal: Proposal(COPY, task=True)
    board.engine.drag.when_task_changed = lambda session: delivered.append((session.event.type.name, session.event.progress))
    board.drag(OTHER_AT)
    session = board.session
    board.lift(at=OTHER_AT)
    session.update(None, 0.5)
    session.finish()
    assert delivered == [("TASK_BEGAN", 0), ("TASK_UPDATED", 0.5), ("TASK_ENDED", 0)]
    assert board.events[-2].type == EventType.DROP_CONCLUDED or board.names("CONCLUDED")


def test_d12_drops_are_undone_newest_first(board):
    undone = []
    board.engine.drag.when_item_undone = lambda event: undone.append((event.value, event.target, event.value2))
    board.drag(SLOT_AT).lift(at=SLOT_AT)
    board.drag(OTHER_AT).lift(at=OTHER_AT)
    board.engine.drag.undo()
    board.engine.drag.undo()
    assert undone == [(CARD, OTHER, COPY), (CARD, CARD, MOVE)]
    with pytest.raises(NotFoundError):
        board.engine.drag.undo()


@pytest.mark.parametrize("answer, names", [(True, ["DRAG_DROPPED"]), (False, ["DRAG_CANCELLED"]), (None, [])])
def test_d12_what_cannot_be_undone_is_confirmed_first(board, answer, names):
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


@pytest.mark.parametrize(
    "place, copies, expected",
    [
        (SLOT_AT, False, [("SELECTION_SET", SLOT)]),
        (SLOT_AT, True, [("SELECTION_SET", SLOT), ("SELECTION_CLEARED", CARD)]),
        (OTHER_AT, False, [("SELECTION_SET", OTHER), ("SELECTION_CLEARED", CARD)]),
    ],
)
def test_d13_the_selection_goes_with_what_is_dropped(board, place, copies, expected):
    board.engine.drag.modifiers = {Modifier.COPY} if copies else {}
    board.drag(place).lift(at=place)
    delivered = [(event.type.name, event.target) for event in board.events if "SELECTION" in event.type.name]
    assert delivered == expected


def test_d14_each_contact_drags_its_own(board):
    board.drag(OTHER_AT)
    board.to(SECOND_AT, (60, 70), SLOT_AT, contact=1)
    first, second = board.engine.drag.session(0), board.engine.drag.session(1)
    assert first.id != second.id and (first.destination, second.destination) == (OTHER, SLOT)
    assert (first.contact, second.contact) == (0, 1)
    board.to(CARD_AT, (60, 20), contact=2)
    assert board.engine.drag.session(2) is None, "max_sessions are there"
    board.lift(contact=1, at=SLOT_AT).lift(at=OTHER_AT)
    assert [event.subject for event in board.of(EventType.DROP_CONCLUDED)] == [second.id, first.id]


def test_d15_dragging_from_an_inactive_container_does_not_activate_it():
    behind = [
        Target(40, 600, 0, 100, 400, traits=Trait.INACTIVE),
        Target(41, 600, 0, 100, 40, traits=Trait.DRAG_SOURCE, container=40),
    ]
    board, activated = Board(targets=behind), []
    board.engine.drag.when_target_activated = lambda event: activated.append(event.target)
    board.engine.drag.on_begin = lambda touch: DragItem(1, selected=False)
    board.to((650, 20), (660, 20), OTHER_AT).lift(at=OTHER_AT)
    assert activated == [] and board.names("SELECTION") == ["SELECTION_SET"], "its selection is left alone"
    board.to((650, 20)).lift(at=(650, 20))
    assert activated == [40]


def test_d16_the_pointer_is_delivered_as_it_changes(board):
    delivered = []
    board.engine.drag.when_changed = lambda s: s.event.type == EventType.DRAG_HINT_CHANGED and delivered.append(s.hint)
    board.drag(OTHER_AT, NOWHERE)
    for hint in (PointerHint.LINK, PointerHint.DISAPPEARING):
        board.engine.drag.on_propose = lambda session, destination, proposal, hint=hint: Proposal(MOVE, hint=hint)
        board.to(OTHER_AT, NOWHERE)
    board.engine.drag.on_propose = lambda session, destination, proposal: FORBIDDEN
    board.to(OTHER_AT)
    plain = PointerHint.PLAIN
    expected = [
        PointerHint.COPY,
        plain,
        PointerHint.LINK,
        plain,
        PointerHint.DISAPPEARING,
        plain,
        PointerHint.NOT_ALLOWED,
    ]
    assert delivered == expected


@pytest.mark.parametrize("launches", [True, False])
def test_d17_empty_space_may_launch(board, launches):
    dropped = []
    board.engine.drag.on_launch = lambda session: launches
    board.engine.drag.when_dropped = lambda session: dropped.append(session.destination)
    board.drag(NOWHERE).lift()
    assert dropped == ([0] if launches else [])
    assert ("DRAG_CANCELLED" in board.names("DRAG")) is not launches


def delivered_by(board):
    skipped = ("CONTACT", "MOVED")
    return [(e.type.name, e.target, e.value, e.value2) for e in board.events if not any(w in e.type.name for w in skipped)]


def test_d18_without_a_finger_the_same_is_reported_step_by_step_and_at_once():
    boards = [Board() for _ in range(3)]
    boards[0].drag(OTHER_AT).lift(at=OTHER_AT)
    session = boards[1].engine.drag.begin(CARD)
    assert session.contact == NO_CONTACT and boards[1].engine.drag.session() is session
    assert session.over(OTHER).drop().state is DragState.NONE
    done = boards[2].engine.drag.perform(CARD, OTHER)
    assert (done.state, done.destination, done.source) == (DragState.NONE, OTHER, CARD)
    assert delivered_by(boards[0]) == delivered_by(boards[1]) == delivered_by(boards[2]) != []
    assert boards[0].engine.drag.sources == [SECOND, CARD]
    assert boards[0].engine.drag.destinations == [FOREIGN, OTHER, SLOT]


def test_d18_what_cannot_be_done_from_code_says_so(board):
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


ENDINGS = {
    "program": (lambda board: board.session.cancel(), Reason.PROGRAM),
    "lost": (lambda board: board.engine.feed(bytes_of_lost(board)), Reason.LOST),
    "silent": (lambda board: board.wait(300_000), Reason.SILENT),
    "reset": (lambda board: board.engine.reset(), Reason.RESET),
    "source removed": (lambda board: board.engine.targets.remove(CARD), Reason.TARGET_REMOVED),
}


def bytes_of_lost(board):
    from libpress import Sample

    return Sample(board.t + 1, 1.0, lost=True)


@pytest.mark.parametrize("ending", ENDINGS)
def test_d19_whatever_ends_a_drag_ends_all_of_it_once(ending):
    end, reason = ENDINGS[ending]
    under = Target(30, 400, 0, 100, 100, traits=Trait.SCROLL | Trait.SPRING | Trait.DROP)
    board = Board(targets=[under], engine={"lost_after_us": 250_000})
    board.drag((450, 5)).wait(20_000)
    assert {kind for kind, *_ in unpaired(board.events)[0]} >= {"drag", "stay", "spring", "autoscroll"}
    end(board)
    running, stray = unpaired(board.events)  # the finger may be down still
    assert {kind for kind, *_ in running} <= {"contact"} and stray == []
    assert board.last(EventType.DRAG_CANCELLED).reason == reason
    board.to((10, 10), force=0)
    assert len(board.of(EventType.DRAG_CANCELLED)) == 1


def test_d20_force_drops_without_lifting_and_previews_nothing():
    board = Board(drop_pressure=0.6)
    for id in (CARD, OTHER):
        board.engine.targets.update(Target(**{**vars_of(board.engine.targets[id]), "traits": board.engine.targets[id].traits | Trait.PREVIEW}))
    board.drag(OTHER_AT).to(OTHER_AT, force=2.0)
    assert board.names("DROPPED") == []
    board.to(OTHER_AT, force=4.5)
    assert board.names("DRAG_DROPPED", "CONCLUDED") == ["DRAG_DROPPED", "DROP_CONCLUDED"]
    board.to(OTHER_AT, force=4.9).lift()
    assert board.names("PREVIEW") == [] and board.names("DRAG_BEGAN") == ["DRAG_BEGAN"]


def vars_of(target):
    return {name: getattr(target, name) for name in target.__slots__}


def test_d20_a_preview_may_become_a_drag():
    for from_preview in (False, True):
        board = Board(from_preview=from_preview)
        card = board.engine.targets[CARD]
        board.engine.targets.update(Target(**{**vars_of(card), "traits": card.traits | Trait.PREVIEW}))
        board.to(CARD_AT, CARD_AT, force=2.0).to((61, 20), force=2.0)
        expected = ["PREVIEW_BEGAN", "PREVIEW_CANCELLED", "DRAG_BEGAN"] if from_preview else ["PREVIEW_BEGAN"]
        assert sorted(board.names("PREVIEW_B", "PREVIEW_C", "DRAG_BEGAN")) == sorted(expected)


def test_a_held_source_is_lifted_before_it_drags(board):
    board = Board(after_hold=True)
    delivered = []
    board.engine.drag.when_lifted = lambda event: delivered.append((event.type.name, event.target))
    board.engine.drag.when_settled = lambda event: delivered.append((event.type.name, event.reason))
    board.to(CARD_AT).wait(499_999)
    assert delivered == []
    board.wait(1)
    assert delivered == [("DRAG_LIFTED", CARD)] and board.engine.gestures.state() is GestureState.LIFTED
    board.lift(at=CARD_AT)
    assert delivered == [("DRAG_LIFTED", CARD), ("DRAG_SETTLED", Reason.LIFTED)] and board.names("TAPPED") == []
    board.to(CARD_AT).wait(500_000).to((53, 20))
    assert board.session.state is DragState.DRAGGING and len(delivered) == 3


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


def test_code_drops_on_the_target_that_it_names(board):
    board.engine.targets.add(Target(30, 200, 0, 100, 100, traits=Trait.DROP))
    board.engine.drag.perform(CARD, OTHER)
    assert board.last(EventType.DRAG_DROPPED).target == OTHER


def test_every_item_of_a_drop_is_delivered(board):
    board.engine.drag.on_begin = lambda touch: [DragItem(1), DragItem(2), DragItem(3)]
    board.engine.drag.on_propose = lambda session, destination, usual: Proposal(COPY, items=1)
    changed = []
    board.engine.drag.when_item_not_taken = lambda session: changed.append((session.item.id, session.event.returns))
    board.drag(OTHER_AT).lift(at=OTHER_AT)
    assert changed == [(2, True), (3, True)] and len(board.of(EventType.DROP_ITEM_ENDED)) == 1


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


@pytest.mark.parametrize("inside", [False, True])
def test_words_may_go_back_into_their_text(inside):
    board = Board(targets=[Target(30, 400, 0, 50, 100, traits=Trait.DRAG_SOURCE | Trait.DROP)])
    board.engine.drag.on_begin = lambda touch: DragItem(1, inside=inside)
    board.to((410, 50), (420, 60))
    assert board.session.operation is (MOVE if inside else FORBIDDEN)


def test_between_domains_a_move_is_a_copy(board):
    board.engine.drag.on_propose = lambda session, destination, usual: MOVE
    board.drag(OTHER_AT)
    assert board.session.operation is MOVE
    board.to(FOREIGN_AT)
    assert board.session.operation is COPY


def test_empty_space_is_asked_as_the_drag_comes_there(board):
    asked = []
    board.engine.drag.on_launch = lambda session: asked.append(session.destination) or True
    board.drag(NOWHERE, (NOWHERE[0] + 5, NOWHERE[1]))
    assert asked == [0] and board.session.hint is PointerHint.COPY
    board.lift()
    assert asked == [0] and board.last(EventType.DRAG_DROPPED).target == 0


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


def test_settings_that_are_out_of_range_say_so():
    for config in (
        DragConfig(max_sessions=0),
        DragConfig(max_items=65),
        DragConfig(undo_depth=17),
        DragConfig(slop=-1),
        DragConfig(start_pressure=1.5),
        DragConfig(scroll_full=-1),
    ):
        with pytest.raises(InvalidError):
            Engine(drag=config)
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


def test_events_are_read_as_words(board):
    board.engine.drag.on_begin = lambda touch: DragItem(70)
    board.drag(OTHER_AT).lift(at=OTHER_AT)
    board.engine.drag.undo()
    board.engine.drag.redo()
    board.drag(NOWHERE).lift()
    lines = [str(event).split(" s ", 1)[1] for event in board.events]
    for line in (
        "drag 1 drag_began target 2 origin_x 50.0 origin_y 20.0",
        "drag 1 drag_entered target 5 operation copy items 1",
        "drag 1 drag_hint_changed target 5 hint copy",
        "drag 1 drag_items_changed badge 1 items 1",
        "drag 1 drop_item_began target 5 item 70 representation 0",
        "drag 1 drop_concluded target 5 arrived 1 failed 0",
        "drag 1 drop_item_undone target 5 item 70 operation copy",
        "drag 1 drop_undone target 5 operation copy items 1",
        "drag 1 drop_item_redone target 5 item 70 operation copy",
        "drag 1 drop_redone target 5 operation copy items 1",
        "drag 2 drag_cancelled target 2 returns (no_destination)",
    ):
        assert line in lines


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
    """What a program may call, by name."""
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


def play(script, inside, answers, lift_us, after_hold=False):
    """Plays steps, with `inside` called one after the other from the callbacks; returns all that was delivered, and how often
    the engine was reset meanwhile."""
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
    engine, inside, answers, known = board.engine, iter(inside), iter(answers), calls(board)
    events, resets = board.events, itertools.count()

    def call(name):
        if name == "reset":
            next(resets)
        with contextlib.suppress(PressError, IndexError):
            known[name]()

    def within(*arguments):
        if name := next(inside, None):
            call(name)
        return next(answers, True)

    def on_propose(session, destination, proposal):
        answer = within()
        return answer if isinstance(answer, Proposal) else True

    def on_event(event):
        events.append(event)
        if name := next(inside, None):
            call(name)

    engine.when_event = on_event
    engine.drag.on_propose = on_propose
    engine.drag.on_begin = lambda touch: within() and [DragItem(touch.target, ["a", 3], True), DragItem(touch.target + 100)]
    engine.drag.on_spring = engine.drag.on_launch = lambda *arguments: bool(within())
    engine.drag.when_dropped = engine.drag.when_concluded = engine.drag.when_cancelled = within
    for kind, *details in script:
        with contextlib.suppress(ZeroDivisionError):
            if kind == "feed":
                force, place, contact, step = details
                board.to(place, force=force, contact=contact, step=step)
            elif kind == "tick":
                board.wait(*details)
            else:
                call(*details)
    for _ in inside:
        pass
    with contextlib.suppress(ZeroDivisionError):
        engine.reset()
    with contextlib.suppress(ZeroDivisionError):
        engine.reset()
    return events, next(resets)


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
drag_steps = st.one_of(
    st.tuples(
        st.just("feed"),
        st.sampled_from([0, 1, 1, 1, 3.5]),
        st.sampled_from(PLACES),
        st.integers(0, 2),
        st.integers(0, 60_000),
    ),
    st.tuples(st.just("tick"), st.integers(0, 600_000)),
    st.tuples(st.just("call"), st.sampled_from(NAMES)),
)


@given(
    st.lists(drag_steps, max_size=60),
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
