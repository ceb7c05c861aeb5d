"""A board of cards: drag a card to another list, or to another place in its own. Several cards that are selected are dragged
together. The folder Later springs open under a drag that rests on it or presses it; Locked takes nothing. Every drop can be
undone. ? shows the keys.

python board.py

examples/README.md has the screen, the keys and the options; board.c and the board of examples/swift are the same program.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from board_view import (
    BOARD,
    COPY_BUTTON,
    DOING,
    DONE,
    HELP_BUTTON,
    LATER,
    LISTS,
    LOCKED,
    REDO_BUTTON,
    TO_DO,
    UNDO_BUTTON,
    View,
)
from finger import COLUMN, LINE, Finger
from terminal import DOWN, ENTER, ESCAPE, LEFT, RIGHT, UP, Input, Kind, Terminal

from libpress import (
    DragItem,
    DragSession,
    DropOperation,
    Engine,
    Event,
    Modifier,
    NotFoundError,
    Proposal,
    Reason,
    Target,
    Touch,
    Trait,
)

CARDS, UNDO, FOLDER_LINES = 16, 4, 4
WAYS = UP, DOWN, LEFT, RIGHT
CARD = Trait.DRAG_SOURCE | Trait.TAP


class Place(NamedTuple):
    """A place of the board: a list with its heading, the folder, or what is locked."""

    column: int
    line: int
    width: int
    height: int


Lists = dict[int, list[int]]


class App:
    def __init__(self, terminal: Terminal) -> None:
        self.terminal, self.screen = terminal, terminal.screen
        self.names = dict(enumerate(["Write", "Test", "Draw", "Paint", "Build", "Plan"], 1))  # of the cards
        self.lists: Lists = {TO_DO: [1, 2, 3, 4], DOING: [5], DONE: [6], LATER: []}
        self.selected: set[int] = set()
        self.open = self.sprung = False  # the folder Later; sprung: by a drag, so it closes with that
        self.session: DragSession | None = None  # what is dragged
        self.changes: dict[int, tuple[Lists, Lists]] = {}  # drops that can be undone, by session: before, after
        # For keys: the card at the cursor; or where a drag of keys would put what it has.
        self.list, self.index = TO_DO, 0
        self.help = self.over = False
        self.message = ""
        # A mouse says only what changes, and does not chatter.
        self.engine = engine = Engine(lost_after_us=0, lift_us=0, gestures=True, drag=True)
        self.finger = Finger(engine)
        engine.gestures.when_tapped = self.was_tapped
        drag = engine.drag
        drag.on_begin = self.items_of
        drag.on_propose = self.propose
        drag.when_began = self.began
        drag.when_spring_activated = self.sprang
        drag.when_cancelled = self.cancelled
        drag.when_dropped = self.dropped
        drag.when_concluded = lambda session: self.ended(session)
        drag.when_undone = lambda event: self.change_back(event, 0, "undone")
        drag.when_redone = lambda event: self.change_back(event, 1, "done again")
        self.lay_out()

    # Where things are

    def place_of(self, target: int) -> Place:
        columns, lines = self.screen.columns, self.screen.lines
        folder, third = lines - 3 - (FOLDER_LINES if self.open else 0), columns // 3
        return {
            BOARD: Place(0, 2, columns, lines - 4),
            TO_DO: Place(0, 2, third, folder - 3),
            DOING: Place(third, 2, third, folder - 3),
            DONE: Place(2 * third, 2, columns - 2 * third, folder - 3),
            LATER: Place(0, folder, columns if self.open else columns // 2, lines - 2 - folder),
            LOCKED: Place(columns // 2, folder, columns - columns // 2, 1),
            COPY_BUTTON: Place(columns - 22, 0, 5, 1),
            UNDO_BUTTON: Place(columns - 16, 0, 5, 1),
            REDO_BUTTON: Place(columns - 10, 0, 5, 1),
            HELP_BUTTON: Place(columns - 3, 0, 3, 1),
        }[target]

    def card_lines(self, list: int) -> int:
        """How many lines a card of a list takes."""
        height = self.place_of(list).height - 1
        return 1 if list == LATER or height < 12 else 2 if height < 24 else 3

    def card_room(self, list: int) -> int:
        """How many cards there is room for."""
        return max(0, self.place_of(list).height - 1) // self.card_lines(list)

    def index_at(self, list: int, y: float) -> int:
        """Where the finger, or the keys, would put what is dragged: a place in the list of its destination."""
        count = len(self.lists[list])
        if list == LATER and not self.open:
            return count
        line = int(y) // LINE - self.place_of(list).line - 1
        return min(max(line, 0) // self.card_lines(list), count)

    def put_target(self, id: int, place: Place, container: int, traits: Trait) -> None:
        x, y, width = place.column * COLUMN, place.line * LINE, place.width * COLUMN
        height = max(0, place.height) * LINE  # 0 where the terminal is too small for it
        targets = self.engine.targets
        (targets.update if id in targets else targets.add)(Target(id, x, y, width, height, traits, container))

    def lay_out(self) -> None:
        """A card that is not on show has a target without a size: a drop that it takes part in can still be undone."""
        self.put_target(BOARD, self.place_of(BOARD), 0, Trait(0))
        for list in (TO_DO, DOING, DONE):
            self.put_target(list, self.place_of(list), BOARD, Trait.DROP)
        self.put_target(LATER, self.place_of(LATER), BOARD, Trait.DROP | Trait.SPRING | Trait.TAP)
        self.put_target(LOCKED, self.place_of(LOCKED), BOARD, Trait.DROP)
        for id in range(COPY_BUTTON, HELP_BUTTON + 1):
            self.put_target(id, self.place_of(id), 0, Trait.TAP)
        for card in self.names:
            self.put_target(card, Place(0, 0, 0, 0), BOARD, CARD)
        for list, cards in self.lists.items():
            place, height = self.place_of(list), self.card_lines(list)
            room = 0 if list == LATER and not self.open else self.card_room(list)
            for i, card in enumerate(cards[:room]):
                self.put_target(card, Place(place.column, place.line + 1 + i * height, place.width, height), BOARD, CARD)

    # Cards

    @property
    def card(self) -> int:
        """The card at the cursor; 0: none."""
        cards = self.lists.get(self.list, [])
        return cards[self.index] if self.index < len(cards) and (self.list != LATER or self.open) else 0

    @property
    def free(self) -> list[int]:
        return [card for card in range(1, CARDS + 1) if card not in self.names]

    def put_items(self, session: DragSession) -> None:
        """Puts the items of a drop into a list: they move there, or a copy of each does. What was selected is selected there."""
        list, moves = session.destination, session.operation == DropOperation.MOVE
        index = self.index_at(list, session.location[1])
        for item in session.items[: session.accepted]:
            card = item.id
            if moves:
                home = next(cards for cards in self.lists.values() if card in cards)
                index -= home is self.lists[list] and home.index(card) < index
                home.remove(card)
            else:
                card = self.free[0]
                self.names[card] = self.names[item.id]
                if item.id in self.selected:
                    self.selected ^= {item.id, card}
            self.lists[list].insert(index, card)
            index += 1
        self.message = f"{'moved' if moves else 'copied'} to {LISTS[list]}"

    def copy_of_lists(self) -> Lists:
        return {list: cards.copy() for list, cards in self.lists.items()}

    # What is asked

    def items_of(self, touch: Touch) -> list[DragItem]:
        """A card that is selected takes the others that are with it."""
        together = self.selected if touch.target in self.selected else {touch.target}
        cards = [card for cards in self.lists.values() for card in cards if card in together]
        return [DragItem(card, selected=card in self.selected) for card in cards[:8]]

    def propose(self, session: DragSession, destination: int, proposal: Proposal) -> Proposal:
        """Locked takes nothing now; Later takes two cards at a time; and copies need numbers that are free."""
        items = proposal.items or 0
        if destination == LOCKED:
            return replace(proposal, operation=DropOperation.FORBIDDEN)
        if destination == LATER:
            items = min(items, 2)
        if proposal.operation == DropOperation.COPY:
            items = min(items, len(self.free))
            if not items:
                return replace(proposal, operation=DropOperation.FORBIDDEN)
        return replace(proposal, items=items)

    # What is delivered

    def began(self, session: DragSession) -> None:
        """One drag is on the screen at a time: the finger takes the place of the keys."""
        before, self.session, self.message = self.session, session, ""
        if session.items[0].id not in self.selected:
            self.selected.clear()
        if before is not None:
            before.cancel()

    def sprang(self) -> None:
        self.sprung, self.open = not self.open, True
        self.lay_out()

    def cancelled(self, session: DragSession) -> None:
        is_locked = session.event is not None and session.event.reason == Reason.FORBIDDEN
        self.ended(session, "locked: it flew back" if is_locked else "it flew back")

    def dropped(self, session: DragSession) -> None:
        before = self.copy_of_lists()
        self.put_items(session)
        self.changes[session.id] = before, self.copy_of_lists()
        if len(self.changes) > UNDO:
            del self.changes[next(iter(self.changes))]
        self.lay_out()

    def ended(self, session: DragSession, message: str = "") -> None:
        if session is not self.session:
            return
        self.session, self.message = None, message or self.message
        if self.sprung:
            self.open = self.sprung = False
        self.lay_out()

    def change_back(self, event: Event, side: int, message: str) -> None:
        """The library says what is undone; this program keeps the order of the cards itself."""
        if event.subject in self.changes:
            self.lists = {list: cards.copy() for list, cards in self.changes[event.subject][side].items()}
        self.message = message
        self.lay_out()

    def was_tapped(self, event: Event) -> None:
        self.tapped(event.target)

    def tapped(self, target: int) -> None:
        if target == COPY_BUTTON:
            self.engine.drag.modifiers ^= Modifier.COPY
        elif target in (UNDO_BUTTON, REDO_BUTTON):
            self.undo(target == REDO_BUTTON)
        elif target == HELP_BUTTON:
            self.help = True
        elif target == LATER:
            self.open = not self.open
        else:
            self.selected ^= {target}
        self.lay_out()

    def undo(self, is_redo: bool) -> None:
        try:
            (self.engine.drag.redo if is_redo else self.engine.drag.undo)()
        except NotFoundError:
            self.message = f"nothing to {'redo' if is_redo else 'undo'}"

    # Keys

    def move_cursor(self, key: str, drags: bool) -> None:
        """From list to list, and up and down in one; a drag of keys goes over Locked, too."""
        stops = [TO_DO, DOING, DONE, *([LATER] if drags or self.open else []), *([LOCKED] if drags else [])]
        at = stops.index(self.list) if self.list in stops else len(stops) - 1
        self.list = stops[max(0, min(at + (key == RIGHT) - (key == LEFT), len(stops) - 1))]
        most = len(self.lists[self.list]) - (not drags) if self.list in self.lists else 0
        self.index = max(0, min(self.index + (key == DOWN) - (key == UP), most))

    def carry(self) -> None:
        """What keys carry goes to the middle of the place that the cursor shows."""
        place, line = self.place_of(self.list), self.place_of(self.list).line
        if self.list != LOCKED and (self.list != LATER or self.open):
            line += 1 + self.index * self.card_lines(self.list)
        if self.session is not None:
            self.session.move((place.column + place.width // 4) * COLUMN, line * LINE + LINE // 2)

    def press_drag_key(self, key: str, session: DragSession) -> None:
        if key in WAYS:
            self.move_cursor(key, True)
            self.carry()
        elif key in (" ", ENTER):
            session.drop()
        elif key == ESCAPE:
            session.cancel()

    def press_key(self, key: str) -> None:
        card = self.card
        if key == "q":
            self.over = True
        elif key == "?":
            self.help = True
        elif key == "c":
            self.tapped(COPY_BUTTON)
        elif key == ESCAPE and self.finger.cancel(self.terminal.now) or self.finger.is_down:
            return
        elif self.session is not None:
            self.press_drag_key(key, self.session)
        elif key == ESCAPE:
            self.selected.clear()
        elif key in "ur":
            self.undo(key == "r")
        elif key == "f":
            self.tapped(LATER)
        elif key in WAYS:
            self.move_cursor(key, False)
        elif card and key == ENTER:
            self.tapped(card)
        elif card and key == " ":
            self.engine.drag.begin(card)
            self.carry()
        if self.session is None:
            self.move_cursor("", False)

    def take(self, taken: Input) -> None:
        now = self.terminal.now
        place = self.place_of(self.list if self.list in self.lists else TO_DO)
        line = place.line + 1 + self.index * (self.card_lines(self.list) if self.list in self.lists else 1)
        if taken.resized:
            self.lay_out()
        elif self.help and taken.kind in (Kind.KEY, Kind.DOWN):
            self.help = False
        elif not self.finger.take(taken, place.column + 4, line, now) and taken.kind is Kind.KEY:
            self.press_key(taken.key)


def main() -> None:
    with Terminal(__doc__) as terminal:
        app = App(terminal)
        while not app.over:
            View(app).draw()
            terminal.screen.show(terminal.now)
            taken = terminal.next(app.engine.next_deadline)
            app.engine.tick(terminal.now)
            app.take(taken)
            app.over |= taken.kind is Kind.END
        View(app).draw()
        terminal.screen.show(terminal.now)
        app.engine.reset()  # what began, ends


if __name__ == "__main__":
    main()
