"""A board of cards under a plate with four FSRs: the same as examples/c/board.c, frame for frame.

Drag a card to another column, or press it onto the folder, which springs open; drag a heading to take all its cards.
Holding the copy key copies, what is dropped where nothing takes it flies back, and everything can be undone. Keys do
the same through calls.

python board.py          a finger that shows it all, in fourteen seconds
python board.py --keys   h j k l: the cards, space: pick up and put down, c: copy, u: undo, x: cancel, q: quit

--plain: frames below each other, without escape codes, as something happens; --fast: without waiting; --log: what
happens, instead of frames. Where the output is no terminal, --plain and --fast go without saying; 40 columns and 14
lines will do. NO_COLOR and TERM are heeded.
"""

from __future__ import annotations

import argparse
import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from libpress import (
    Curve,
    DragItem,
    DragSession,
    DragState,
    DropOperation,
    Engine,
    Event,
    EventType,
    Modifier,
    NotFoundError,
    Pad,
    PointerHint,
    Proposal,
    Reason,
    Sensor,
    SpringState,
    Target,
    Touch,
    Trait,
)

# The board

COLUMNS, LINES, COLUMN, LINE = 40, 14, 8, 20  # the last two: points
CARDS = 12  # targets 1 to 12; those of places come after them
BOARD, TODO, DOING, DONE, FOLDER, WEEK, SOMEDAY, LOCKED = range(100, 108)
HEADING = 200


@dataclass(frozen=True)
class Place:
    name: str
    column: int
    line: int
    columns: int
    lines: int
    container: int
    traits: Trait


PLACES = {
    BOARD: Place("board", 0, 2, 40, 7, 0, Trait(0)),
    TODO: Place("To do", 0, 2, 13, 7, BOARD, Trait.DROP),
    DOING: Place("Doing", 13, 2, 13, 7, BOARD, Trait.DROP),
    DONE: Place("Done", 26, 2, 14, 7, BOARD, Trait.DROP),
    HEADING: Place("all of To do", 0, 2, 13, 1, BOARD, Trait.DRAG_SOURCE),
    FOLDER: Place("Later", 0, 10, 13, 1, 0, Trait.SPRING),
    WEEK: Place("This week", 0, 11, 0, 1, 0, Trait.DROP),  # as wide as the folder while that is open
    SOMEDAY: Place("Some day", 0, 12, 0, 1, 0, Trait.DROP),
    LOCKED: Place("Locked", 26, 10, 14, 1, 0, Trait.DROP),
}
SLOTS = (WEEK, SOMEDAY)


@dataclass
class Card:
    name: str
    place: int
    was: int = 0


class App:
    """The program: its cards, its engine and plate, and what is dragged."""

    def __init__(self, logs: bool) -> None:
        names = (("Write", TODO), ("Test", TODO), ("Draw", TODO), ("Paint", TODO), ("Build", DOING), ("Plan", DONE))
        self.cards = {id: Card(*card) for id, card in enumerate(names, 1)}
        self.logs = logs
        self.session: DragSession | None = None
        self.open = False  # the folder
        self.message = ""
        self.cursor = 0  # for keys: a card, 0: none
        self.stop = 0
        self.new = True  # something happened but moves: a plain frame is due
        self.over = False
        self.t_us = 0
        self.engine = engine = Engine(drag=True)
        # In the corners of the plate, and straight: 20 microsiemens a newton.
        corners = [(x, y) for y in (0, LINES * LINE) for x in (0, COLUMNS * COLUMN)]
        self.pad = Pad([Sensor(curve=Curve.power(20, 1, 1), x=x, y=y) for x, y in corners], engine)
        engine.when_event = self.on_event
        engine.drag.on_begin = self.dragged
        engine.drag.on_propose = self.propose
        engine.drag.when_began = self.began
        engine.drag.when_spring_activated = self.opened
        engine.drag.when_cancelled = self.flew_back
        engine.drag.when_item_changed = self.arrived
        engine.drag.when_concluded = self.concluded
        engine.drag.when_item_undone = self.undone
        self.lay_out()

    def name(self, target: int) -> str:
        return "nothing" if not target else self.cards[target].name if target <= CARDS else PLACES[target].name

    def count(self, place: int) -> int:
        return sum(card.place == place for card in self.cards.values())

    def line_of(self, id: int) -> int:
        """The line of a card in its place."""
        return 3 + sum(card.place == self.cards[id].place for other, card in self.cards.items() if other < id)

    def shown(self) -> list[int]:
        return [id for id, card in sorted(self.cards.items()) if PLACES[card.place].container == BOARD]

    def lay_out(self) -> None:
        """Cards move, and the folder opens, by their targets: a drag that is under way notices by itself."""
        for id, place in PLACES.items():
            columns = 16 if id in SLOTS and self.open else place.columns
            self.put(id, place.column, place.line, columns, place.lines, place.traits, place.container)
        for id, card in self.cards.items():
            place = PLACES[card.place]
            columns = place.columns if place.container == BOARD else 0
            self.put(id, place.column, self.line_of(id), columns, 1, Trait.DRAG_SOURCE, BOARD)

    def put(self, id: int, column: int, line: int, columns: int, lines: int, traits: Trait, container: int) -> None:
        targets = self.engine.targets
        target = Target(
            id, column * COLUMN, line * LINE, columns * COLUMN, lines * LINE, traits=traits, container=container
        )
        (targets.update if id in targets else targets.add)(target)

    # What is asked

    def dragged(self, touch: Touch) -> list[DragItem]:
        meant = [id for id in sorted(self.cards) if self.cards[id].place == TODO]
        return [DragItem(id) for id in (meant if touch.target == HEADING else [touch.target])]

    def propose(self, session: DragSession, destination: int, usual: Proposal) -> Proposal | DropOperation:
        """Locked takes nothing now; the folder takes two cards at most, and moves them though it is off the board."""
        if destination == LOCKED:
            return DropOperation.FORBIDDEN
        if destination in SLOTS:
            copies = Modifier.COPY in session.modifiers
            return Proposal(DropOperation.COPY if copies else DropOperation.MOVE, items=2)
        return usual

    # What is delivered

    def on_event(self, event: Event) -> None:
        if self.logs:
            self.log_event(event)
        if event.type != EventType.DRAG_MOVED:
            self.new = True

    def log_event(self, event: Event) -> None:
        kind = event.type
        if kind == EventType.DRAG_MOVED or kind < EventType.DRAG_BEGAN:  # the rest is about drags
            return
        line = f"{event.t_us // 1000:5} ms  {self.name(event.target)}: {EventType(kind).name.lower()}"
        if kind in (
            EventType.DRAG_ENTERED,
            EventType.DRAG_PROPOSED,
            EventType.DRAG_DROPPED,
            EventType.DROP_UNDONE,
        ):
            line += f" {DropOperation(int(event.value)).name.lower()} {event.value2}"
        elif kind == EventType.DRAG_ITEMS_CHANGED:
            line += f" badge {event.value} of {event.value2}"
        elif kind == EventType.DRAG_HINT_CHANGED:
            line += f" {PointerHint(int(event.value)).name.lower().replace('_', ' ')}"
        elif kind in (
            EventType.DROP_ITEM_BEGAN,
            EventType.DROP_ITEM_ENDED,
            EventType.DROP_ITEM_UNDONE,
            EventType.SELECTION_SET,
        ):
            line += f" {self.name(int(event.value))}"
        if event.reason:
            line += f", {Reason(event.reason).name.lower()}"
        print(line + ", flies back" * event.returns)

    def began(self, session: DragSession) -> None:
        self.session, self.message = session, ""

    def opened(self) -> None:
        self.open = True
        self.lay_out()

    def flew_back(self, session: DragSession) -> None:
        forbidden = session.event is not None and session.event.reason == Reason.FORBIDDEN
        self.message = "Locked: it flew back" if forbidden else "It flew back"
        self.concluded()

    def arrived(self, session: DragSession) -> None:
        event, item = session.event, session.item
        if event is None or item is None or event.type != EventType.DROP_ITEM_ENDED or event.reason:
            return
        card = self.cards[item.id]
        if session.operation == DropOperation.COPY:
            free = next((id for id in range(1, CARDS + 1) if id not in self.cards), None)
            if free:
                self.cards[free] = Card(card.name, event.target)
        else:
            card.was, card.place = card.place, event.target
        self.message = f"{'copied' if session.operation == DropOperation.COPY else 'moved'} {card.name}"
        self.lay_out()

    def concluded(self) -> None:
        self.session, self.open = None, False
        self.lay_out()

    def undone(self, event: Event) -> None:
        card = self.cards[int(event.value)]
        self.message = f"undone: {card.name}"
        if event.value2 == DropOperation.MOVE:
            card.place = card.was
        else:  # the newest of its name
            copy = max(id for id, one in self.cards.items() if (one.name, one.place) == (card.name, event.target))
            del self.cards[copy]
            self.engine.targets.remove(copy)
        self.lay_out()

    # Keys

    def toggle_copy(self) -> None:
        self.engine.drag.modifiers ^= Modifier.COPY

    def undo(self) -> None:
        try:
            self.engine.drag.undo()
        except NotFoundError:
            self.message = "nothing to undo"

    def neighbour(self, right: int, down: int) -> int:
        """The nearest card in a direction."""
        here, found = self.cards[self.cursor], []
        for id in self.shown():
            dx, dy = self.cards[id].place - here.place, self.line_of(id) - self.line_of(self.cursor)
            if dx * right > 0 if right else dx == 0 and dy * down > 0:
                found.append((abs(dx) * 20 + abs(dy), id))
        return min(found)[1] if found else self.cursor

    def carry(self, session: DragSession, by: int) -> None:
        """Where a card that was picked up goes with l, and back with h."""
        stops = [TODO, DOING, DONE, LOCKED] + ([SOMEDAY, WEEK] if self.open else []) + [FOLDER]
        here = next(
            (stop for stop in stops if stop in (session.destination, session.spring)), stops[self.stop % len(stops)]
        )
        self.stop = (stops.index(here) + by) % len(stops)
        session.over(stops[self.stop])

    def press_key(self, key: str) -> None:
        session = self.session
        self.new = True
        if key == "q":
            self.over = True
        elif key == "c":
            self.toggle_copy()
        elif session is not None:
            if key in "hl":
                self.carry(session, 1 if key == "l" else -1)
            elif key == " ":
                session.drop()
            elif key == "x":
                session.cancel()
        elif key == "u":
            self.undo()
        elif key in "hl":
            self.cursor = self.neighbour(1 if key == "l" else -1, 0)
        elif key in "jk":
            self.cursor = self.neighbour(0, 1 if key == "j" else -1)
        elif key == " ":
            self.engine.drag.begin(self.cursor)
        if self.cursor not in self.shown():
            self.cursor = next(iter(self.shown()), 0)


# The screen

DIM, BOLD, REVERSE = 1, 2, 4
Cell = tuple[str, int, int]


class Screen:
    def __init__(self, plain: bool, colored: bool) -> None:
        self.plain, self.colored = plain, colored
        self.cells: list[list[Cell]] = []
        self.before: list[list[Cell]] = []

    def put(self, column: int, line: int, style: int, tint: int, text: str) -> int:
        for letter in text:
            if 0 <= column < COLUMNS:
                self.cells[line][column] = letter, style, tint
                column += 1
        return column

    def show(self, app: App) -> None:
        if app.logs or (self.plain and not app.new):
            return
        app.new = False
        self.draw(app)
        if self.cells == self.before:
            return
        self.before = self.cells
        if self.plain:
            print(f"{app.t_us // 1_000_000}.{app.t_us // 10_000 % 100:02} s")
            print("\n".join("".join(cell[0] for cell in row).rstrip() for row in self.cells) + "\n")
        else:
            for number, row in enumerate(self.cells, 1):
                print(f"\x1b[{number};1H{self.line(row)}", end="")
        sys.stdout.flush()

    def line(self, row: list[Cell]) -> str:
        text, look = "", (-1, -1)
        for letter, style, tint in row:
            if (style, tint) != look:
                look = style, tint
                codes = [str(code) for bit, code in ((DIM, 2), (BOLD, 1), (REVERSE, 7)) if style & bit]
                if tint and self.colored:
                    codes.append(f"38;5;{tint}")
                text += f"\x1b[{';'.join(['0', *codes])}m"
            text += letter
        return text + "\x1b[0m"

    def draw(self, app: App) -> None:
        self.cells = [[(" ", 0, 0)] * COLUMNS for _ in range(LINES)]
        self.put(1, 0, BOLD, 0, "Board")
        self.put(13, 0, DIM, 0, app.message)
        for line in (1, 9):
            self.put(0, line, 0, 0, "─" * COLUMNS)
        self.draw_places(app)
        self.draw_cards(app)
        if app.cursor:
            self.put(0, LINES - 1, DIM, 0, "hjkl space c: copy u: undo x: cancel  q")
        if app.session is not None and app.session.state is DragState.DRAGGING:
            self.draw_dragged(app.session, app)

    def draw_places(self, app: App) -> None:
        session = app.session
        for id, place in PLACES.items():
            if id in (BOARD, HEADING) or id in SLOTS and not app.open:
                continue
            current = session if session is not None and session.destination == id else None
            style, held = REVERSE | BOLD if current else BOLD, app.count(id)
            if id == FOLDER:
                state = (
                    session.spring_state if session is not None and session.spring == FOLDER else SpringState.INACTIVE
                )
                self.put(1, place.line, BOLD, 172, "▾" if app.open else "▸▹◇▾"[state])
                held = app.count(WEEK) + app.count(SOMEDAY)
            if current:
                self.put(place.column, place.line, BOLD, 0, "»" if current.operation >= DropOperation.COPY else "×")
            left = place.column + (3 if id == FOLDER or id in SLOTS else 1)
            if id == LOCKED:
                self.put(left, place.line, style, 160, place.name)
            else:
                self.put(left, place.line, style, 0, f"{place.name} {held}")

    def draw_cards(self, app: App) -> None:
        away = {item.id for item in app.session.items} if app.session is not None else set()
        for id in app.shown():
            card, line = app.cards[id], app.line_of(id)
            place, style = PLACES[card.place], DIM if id in away else 0
            if app.cursor == id and app.session is None:
                self.put(place.column, line, BOLD, 0, "›")
            self.put(place.column + 1, line, style, (34, 26, 91)[card.place - TODO], "□" if id in away else "■")
            self.put(place.column + 3, line, style, 0, card.name)

    def draw_dragged(self, session: DragSession, app: App) -> None:
        """Where the finger is; the badge, where there is more than one; and what a drop would do."""
        x, y = session.location
        column, line = min(max(int(x) // COLUMN, 0), COLUMNS - 12), min(max(int(y) // LINE, 0), LINES - 1)
        items = session.items
        if line > 9:  # beside the folder's words
            column = max(column, 14)
        column = self.put(column, line, REVERSE, 0, f"▪{app.cards[items[0].id].name}")
        if len(items) > 1:
            column = self.put(column, line, BOLD, 160, f"({session.badge})")
        if session.hint == PointerHint.COPY:
            self.put(column, line, BOLD, 34, "+")
        elif session.hint == PointerHint.NOT_ALLOWED:
            self.put(column, line, BOLD, 160, "⊘")


# A finger, on a simulated plate: milliseconds, newtons, column, line, key

SCRIPT = [
    # Write goes to Doing.
    (600, 0, 4, 3.5, ""),
    (700, 1.2, 4, 3.5, ""),
    (900, 1.2, 4, 3.5, ""),
    (1500, 1.2, 17, 6.5, ""),
    (1700, 1.2, 17, 6.5, ""),
    (1750, 0, 17, 6.5, ""),
    # Test, with the copy key held, to Done; undone.
    (2500, 0, 4, 3.5, ""),
    (2600, 1.2, 4, 3.5, "c"),
    (2800, 1.2, 4, 3.5, ""),
    (3500, 1.2, 30, 6.5, ""),
    (3700, 1.2, 30, 6.5, ""),
    (3750, 0, 30, 6.5, ""),
    (3850, 0, 30, 6.5, "c"),
    (4300, 0, 30, 6.5, "u"),
    # Plan goes to Locked, which does not take it, and then nowhere.
    (5000, 0, 30, 3.5, ""),
    (5100, 1.2, 30, 3.5, ""),
    (5700, 1.2, 34, 10.5, ""),
    (6000, 1.2, 34, 10.5, ""),
    (6050, 0, 34, 10.5, ""),
    (6600, 0, 30, 3.5, ""),
    (6700, 1.2, 30, 3.5, ""),
    (7100, 1.2, 20, 11.5, ""),
    (7300, 1.2, 20, 11.5, ""),
    (7350, 0, 20, 11.5, ""),
    # Build rests on the folder until that opens, and goes into it.
    (7900, 0, 17, 4.5, ""),
    (8000, 1.2, 17, 4.5, ""),
    (8500, 1.2, 5, 10.5, ""),
    (9400, 1.2, 5, 10.5, ""),
    (9700, 1.2, 15, 11.5, ""),
    (9900, 1.2, 15, 11.5, ""),
    (9950, 0, 15, 11.5, ""),
    # All of To do, three cards: pressed onto the folder, which takes two.
    (10500, 0, 4, 2.5, ""),
    (10600, 1.2, 4, 2.5, ""),
    (11200, 1.2, 5, 10.5, ""),
    (11400, 1.2, 5, 10.5, ""),
    (11600, 4, 5, 10.5, ""),
    (11800, 1.2, 5, 10.5, ""),
    (12100, 1.2, 15, 12.5, ""),
    (12300, 1.2, 15, 12.5, ""),
    (12350, 0, 15, 12.5, ""),
    (13000, 0, 5, 12.5, "u"),
    (13800, 0, 5, 12.5, ""),
]


def codes(newtons: float, x: float, y: float) -> list[int]:
    """What the four converters say: each FSR has its share of the force, behind a divider of 4.7 kOhm."""
    width, height, codes = COLUMNS * COLUMN, LINES * LINE, []
    for i in range(4):
        share = (x if i % 2 else width - x) * (y if i // 2 else height - y) / (width * height)
        ratio = newtons * share * 20e-6 * 4700
        codes.append(int(26400 * ratio / (1 + ratio) + 0.5))
    return codes


def run_script(app: App, screen: Screen, fast: bool) -> None:
    start, index, ms = time.monotonic(), 0, 0

    def wait_until(t_us: int) -> None:
        if not fast:
            time.sleep(max(0.0, start + t_us / 1e6 - time.monotonic()))
        app.t_us = t_us

    while True:
        while index + 1 < len(SCRIPT) and SCRIPT[index + 1][0] <= ms:
            index += 1
            if SCRIPT[index][4] == "c":
                app.toggle_copy()
            elif SCRIPT[index][4] == "u":
                app.undo()
        if index + 1 == len(SCRIPT):
            return
        a, b = SCRIPT[index], SCRIPT[index + 1]
        part = 0.0 if ms <= a[0] or a[1] == b[1] == 0 else (ms - a[0]) / (b[0] - a[0])
        newtons, column, line = (a[i] + (b[i] - a[i]) * part for i in (1, 2, 3))
        # Whatever is due before: a lift that is certain now, the folder that opens. A program that waits for frames sleeps
        # no longer either.
        while (due := app.pad.next_deadline) is not None and due < ms * 1000:
            wait_until(due)
            app.pad.tick(due)
            screen.show(app)
        wait_until(ms * 1000)
        app.pad.feed(app.t_us, codes(newtons, column * COLUMN, line * LINE))
        screen.show(app)
        ms += 10


def run_keys(app: App, screen: Screen, fast: bool) -> None:
    start, app.cursor = time.monotonic(), 1
    screen.show(app)
    while not app.over:
        waits = not fast and not select.select([sys.stdin], [], [], 0.05)[0]
        key = "" if waits else os.read(sys.stdin.fileno(), 1).decode(errors="replace")
        if not waits and not key:
            return
        app.t_us = app.t_us + 400_000 if fast else int((time.monotonic() - start) * 1e6)
        app.engine.tick(app.t_us)  # the folder opens by itself
        if key:
            app.press_key(key)
        screen.show(app)


@contextmanager
def terminal(keys: bool, full: bool) -> Iterator[None]:
    usual = None
    if keys and sys.stdin.isatty():
        import termios
        import tty

        usual = termios.tcgetattr(0)
        tty.setcbreak(0)
    if full:
        print("\x1b[?1049h\x1b[?25l\x1b[?7l", end="")  # the other screen, no cursor, cut off at its edge
    try:
        yield
    finally:
        if full:
            print("\x1b[?25h\x1b[?7h\x1b[?1049l", end="", flush=True)
        if usual is not None:
            termios.tcsetattr(0, termios.TCSANOW, usual)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for option in ("--keys", "--plain", "--fast", "--log"):
        parser.add_argument(option, action="store_true")
    options = parser.parse_args()
    kind, piped = os.environ.get("TERM", ""), not sys.stdout.isatty()
    plain = options.plain or piped or kind in ("", "dumb")
    colored = not plain and not os.environ.get("NO_COLOR") and not kind.startswith("vt") and "-m" not in kind
    app, screen = App(options.log), Screen(plain, colored)
    with terminal(options.keys, not plain and not options.log), suppress(KeyboardInterrupt):
        (run_keys if options.keys else run_script)(app, screen, options.fast or piped)
    app.engine.reset()


if __name__ == "__main__":
    main()
