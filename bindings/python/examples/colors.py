"""A list of colours with peek and pop. Press a colour lightly and the rest of the list fades; press harder and a card shows the
colour; harder still, and it opens. Slide up while the card is shown for its quick actions. ? shows the keys.

python colors.py

examples/README.md has the screen, the keys and the options; colors.c and the colors of examples/swift are the same program.
"""

from __future__ import annotations

from contextlib import suppress

from finger import COLUMN, LINE, Finger
from screen import BOLD, DIM, LEAST_COLUMNS, LEAST_LINES, REVERSE
from terminal import DOWN, ENTER, ESCAPE, UP, Input, Kind, Terminal

from libpress import (
    NO_CONTACT,
    ActionStyle,
    Engine,
    Event,
    EventType,
    GesturesConfig,
    NotFoundError,
    Peek,
    PeekState,
    PeekStatus,
    PressError,
    PreviewAction,
    PreviewActionGroup,
    Target,
    Touch,
    Trait,
)

FIRST_LINE = 2
# Targets; those of the rows are the numbers of their colours, from 1 on.
BACK, STAR_BUTTON, DELETE_BUTTON, DECLARED_TAB, CODE_TAB, HELP_BUTTON = range(101, 107)
PALETTE = {  # name, code, one of 256 colours
    1: ("Red", "#d70000", 160),
    2: ("Orange", "#ff8700", 208),
    3: ("Yellow", "#ffd700", 220),
    4: ("Green", "#00af00", 34),
    5: ("Teal", "#00afaf", 37),
    6: ("Blue", "#005fd7", 26),
    7: ("Purple", "#8700af", 91),
    8: ("Pink", "#ff87af", 211),
}
HELP = [
    "mouse: hold still to press harder,",
    "   or turn the wheel up and down",
    "+ -    the same wheel, by key",
    "↑ ↓    the colours; or the finger",
    "enter  open, or choose",
    "space  peek, with its actions",
    "p      pop what is peeked",
    "s d    star, delete",
    "t      peeks by table or by code",
    "r      all colours again",
    "esc    back, or cancel",
    "q      quit",
]


class App:
    def __init__(self, terminal: Terminal) -> None:
        self.terminal, self.screen = terminal, terminal.screen
        self.order = list(PALETTE)
        self.starred = {3}
        self.detail = 0  # the colour that has the screen; 0: the list
        self.code = False  # peeks are answered by on_peek, not declared in a table
        self.hint = self.growth = 0.0  # of the peek
        self.cursor = 0  # of the rows, or of the actions on show
        self.help = self.over = False
        self.message = ""
        # A mouse says only what changes, and does not chatter; its button has no force: holding still stands in.
        gestures = GesturesConfig(force_from_hold_us=1_500_000)
        self.engine = engine = Engine(lost_after_us=0, lift_us=0, gestures=gestures, peek=True)
        self.finger = Finger(engine)
        engine.when_event = self.happened
        engine.preview.when_began = self.rested
        engine.preview.when_updated = self.hinted
        engine.preview.when_commit_updated = self.grown
        engine.peek.when_dismissed = self.rested
        engine.peek.when_popped = lambda peek: self.show(peek.id)
        engine.peek.when_revealed = self.revealed
        engine.peek.on_peek = lambda touch: self.peek_of(touch.target)
        engine.gestures.when_tapped = lambda event: self.tapped(event.target)
        self.lay_out()

    # Where things are

    def line_of(self, row: int) -> int:
        """All colours fill the list; what is left of them stays where it is."""
        return FIRST_LINE + row * max(0, self.screen.lines - 4) // len(PALETTE)

    def height_of(self, row: int) -> int:
        return self.line_of(row + 1) - self.line_of(row)

    @property
    def action_lines(self) -> int:
        return 1 if self.screen.lines < 20 else 2

    @property
    def actions_line(self) -> int:
        return self.screen.lines - 2 - 3 * self.action_lines

    def add(self, id: int, column: int, line: int, width: int, height: int, traits: Trait) -> None:
        self.engine.targets.add(Target(id, column * COLUMN, line * LINE, width * COLUMN, height * LINE, traits))

    # Peeks

    def peek_of(self, color: int) -> Peek:
        """One way is a table, which is declared again as what it says changes; the other is to answer on_peek."""
        width = self.screen.columns * COLUMN
        return Peek(
            color,
            [
                PreviewAction("Unstar" if color in self.starred else "Star", handler=lambda *_: self.star(color)),
                PreviewActionGroup(
                    "Move ›",
                    [
                        PreviewAction("To the top", handler=lambda *_: self.place(color, 0)),
                        PreviewAction("To the end", handler=lambda *_: self.place(color, len(self.order) - 1)),
                    ],
                ),
                PreviewAction("Delete", ActionStyle.DESTRUCTIVE, lambda *_: self.place(color, None)),
            ],
            place=(0, FIRST_LINE * LINE),
            size=(width, max(0, self.actions_line - 1 - FIRST_LINE) * LINE),
            actions_frame=(0, self.actions_line * LINE, width, self.action_lines * LINE),
        )

    def lay_out(self) -> None:
        """Makes the targets of what is on the screen."""
        columns = self.screen.columns
        for id in list(self.engine.targets):
            self.engine.targets.remove(id)
        self.add(HELP_BUTTON, columns - 3, 0, 3, 1, Trait.TAP)
        if self.detail:
            self.add(BACK, 0, 0, 10, 1, Trait.TAP)
            self.add(STAR_BUTTON, columns - 20, 0, 9, 1, Trait.TAP)
            self.add(DELETE_BUTTON, columns - 11, 0, 7, 1, Trait.TAP)
            return
        self.add(DECLARED_TAB, columns - 20, 0, 10, 1, Trait.TAP)
        self.add(CODE_TAB, columns - 10, 0, 6, 1, Trait.TAP)
        for row, color in enumerate(self.order):
            self.add(color, 0, self.line_of(row), columns, self.height_of(row), Trait.PEEK | Trait.TAP)
        self.engine.peek.declared = {} if self.code else {color: self.peek_of(color) for color in self.order}
        self.cursor = max(0, min(self.cursor, len(self.order) - 1))

    # What happens

    def show(self, detail: int) -> None:
        self.detail = detail
        self.lay_out()

    def star(self, color: int) -> None:
        self.starred ^= {color}
        self.lay_out()

    def place(self, color: int, to: int | None) -> None:
        """Takes a colour out of the list, and puts it in again at `to`; None: nowhere."""
        self.order.remove(color)
        if to is not None:
            self.order.insert(to, color)
        self.show(0)

    def restore(self) -> None:
        self.order = list(PALETTE)
        self.show(0)

    def tapped(self, target: int) -> None:
        if target == BACK:
            self.show(0)
        elif target == STAR_BUTTON:
            self.star(self.detail)
        elif target == DELETE_BUTTON:
            self.place(self.detail, None)
        elif target in (DECLARED_TAB, CODE_TAB):
            self.code = target == CODE_TAB
            self.lay_out()
        elif target == HELP_BUTTON:
            self.help = True
        else:
            self.show(target)

    def happened(self, event: Event) -> None:
        progress = EventType.PREVIEW_UPDATED, EventType.COMMIT_UPDATED
        if event.type >= EventType.PREVIEW_BEGAN and event.type not in progress and event.target in PALETTE:
            self.message = f"{PALETTE[event.target][0]} {EventType(event.type).name.lower()}"

    def rested(self) -> None:
        self.hint = self.growth = 0.0

    def hinted(self, event: Event) -> None:
        self.hint = event.progress

    def grown(self, event: Event) -> None:
        self.growth = event.progress

    def revealed(self) -> None:
        self.growth, self.cursor = 0.0, 0

    # The screen

    def draw(self) -> None:
        """The library keeps what is peeked, and which actions are on show: the screen is drawn from that."""
        screen, peek = self.screen, self.engine.peek.status
        touch = Touch(0, 0, 0, 0, 0, 0, 0)
        with suppress(NotFoundError):  # nothing touches
            touch = self.engine.touch()
        screen.clear()
        if screen.columns < LEAST_COLUMNS or screen.lines < LEAST_LINES:
            screen.put(0, 0, BOLD, 0, "40 x 12, please")
            return
        if self.detail:
            self.draw_detail()
        else:
            self.draw_list(peek)
        if peek.state in (PeekState.SHOWN, PeekState.REVEALED):
            self.draw_card(peek)
        if peek.state is PeekState.REVEALED:
            self.draw_actions(peek)
        screen.status(touch.pressure, touch.force, self.message)
        if self.help:
            screen.box(HELP)

    def draw_list(self, peek: PeekStatus) -> None:
        put, columns = self.screen.put, self.screen.columns
        behind, swatch = DIM if peek.state else 0, columns // 5
        put(1, 0, BOLD, 0, "Colors")
        put(columns - 19, 0, 0 if self.code else REVERSE, 0, "Declared")
        put(columns - 9, 0, REVERSE if self.code else 0, 0, "Code")
        put(columns - 2, 0, BOLD, 0, "?")
        if not self.order:
            put(2, FIRST_LINE, DIM, 0, "Nothing is left. r: all colours again")
        for row, color in enumerate(self.order):
            name, code, tint = PALETTE[color]
            is_source = bool(peek.state) and peek.target == color
            style, line = BOLD if is_source else behind, self.line_of(row) + (self.height_of(row) - 1) // 2
            shift = 1 + int(self.hint * 2) if is_source and peek.state is PeekState.HINTING else 0
            if self.cursor == row and not peek.state:
                put(0, line, BOLD, 0, "›")
            put(2 + shift, line, style, tint, "★" if color in self.starred else "☆")
            for i in range(self.height_of(row)):
                self.screen.fill(4 + shift, self.line_of(row) + i, swatch, style, tint, "█")
            put(6 + swatch + shift, line, style, 0, name)
            if peek.state < PeekState.SHOWN:
                put(columns - 9, line, DIM, 0, code)

    def draw_card(self, peek: PeekStatus) -> None:
        """The card fills the space that it has from `top` to `last`; it has margins, which shrink as it grows."""
        put, columns, lines = self.screen.put, self.screen.columns, self.screen.lines
        color = peek.peek.id if peek.peek else 0
        name, _, tint = PALETTE[color]
        is_revealed = peek.state is PeekState.REVEALED
        side = columns // 8 - int(self.growth * (columns // 8))
        above = 0 if is_revealed else (lines - 4) // 5 - int(self.growth * ((lines - 4) // 5))
        top, last = FIRST_LINE + above, self.actions_line - 2 if is_revealed else lines - 3 - above
        inside = columns - 2 * side - 2
        put(side, top, 0, 0, f"╭{'─' * inside}╮")
        for line in range(top + 1, last):
            put(side, line, 0, 0, "│")
            self.screen.fill(side + 1, line, inside, 0, tint, "█")
            put(columns - side - 1, line, 0, 0, "│")
        put(side, last, 0, 0, f"╰{'─' * inside}╯")
        behind = put(side + 2, top, BOLD, tint, " ★ " if color in self.starred else " ☆ ")
        behind = put(behind, top, BOLD, 0, name)
        put(behind, top, 0, 0, " ")
        if not is_revealed:
            put(columns // 2 - 1, last, 0, 0, " ▲ ")

    def draw_actions(self, peek: PeekStatus) -> None:
        put, columns = self.screen.put, self.screen.columns
        for i in range(3):
            line = self.actions_line + i * self.action_lines
            action = peek.actions[i] if i < len(peek.actions) else None
            by_key = peek.highlighted is None and peek.contact == NO_CONTACT and self.cursor == i
            is_chosen = action is not None and (peek.highlighted is action or by_key)
            tint = 160 if action is not None and action.style == ActionStyle.DESTRUCTIVE else 0
            style = REVERSE | BOLD if is_chosen else BOLD
            for j in range(self.action_lines):
                self.screen.fill(0, line + j, columns, 0 if j else style, tint, " ")
            if action is not None:
                put(2, line, style, tint, "▶" if is_chosen else " ")
                put(4, line, style, tint, action.title)
        self.screen.fill(0, self.actions_line - 1, columns, DIM, 0, "─")

    def draw_detail(self) -> None:
        put, columns, lines = self.screen.put, self.screen.columns, self.screen.lines
        name, code, tint = PALETTE[self.detail]
        put(1, 0, 0, 26, "‹ Colors")
        put(11, 0, BOLD, 0, name)
        put(columns - 20, 0, 0, 26, "★ Unstar" if self.detail in self.starred else "☆ Star")
        put(columns - 10, 0, 0, 160, "Delete")
        put(columns - 2, 0, BOLD, 0, "?")
        for line in range(2, lines - 2):
            self.screen.fill(0, line, columns, 0, tint, "█")
        put(2, 3, 0, 0, code)

    # Keys

    def move(self, key: str, count: int) -> None:
        next = self.cursor + (1 if key == DOWN else -1)
        self.cursor = next if 0 <= next < count else self.cursor

    def press_key(self, key: str) -> None:
        """Keys call the functions for what a finger causes; the hooks are called as for the finger."""
        peek = self.engine.peek.status
        if key == "q":
            self.over = True
        elif key == "?":
            self.help = True
        elif key == ESCAPE and self.finger.cancel(self.terminal.now):
            return
        elif peek.state is PeekState.REVEALED:
            self.press_actions_key(key, peek)
        elif peek.state is PeekState.SHOWN and key == "p":
            self.engine.peek.pop()
        elif peek.state:  # a finger peeks
            return
        elif self.detail:
            self.press_detail_key(key)
        else:
            self.press_list_key(key)

    def press_actions_key(self, key: str, peek: PeekStatus) -> None:
        if key in (UP, DOWN):
            self.move(key, len(peek.actions))
        elif key == ENTER:
            self.engine.peek.perform(peek.actions[self.cursor])
        elif key == "p":
            self.engine.peek.pop()
        elif key == ESCAPE and peek.group:
            self.engine.peek.back()
        elif key in (ESCAPE, " "):
            self.engine.peek.dismiss()

    def press_detail_key(self, key: str) -> None:
        target = {ESCAPE: BACK, "s": STAR_BUTTON, "d": DELETE_BUTTON}.get(key)
        if target:
            self.engine.gestures.activate(target)

    def press_list_key(self, key: str) -> None:
        color = self.order[self.cursor] if self.order else 0
        if key == "t":
            self.tapped(DECLARED_TAB if self.code else CODE_TAB)
        elif key == "r":
            self.restore()
        elif key in (UP, DOWN):
            self.move(key, len(self.order))
        elif not color:
            return
        elif key == ENTER:
            self.engine.gestures.activate(color)
        elif key == " ":
            self.engine.peek.open(color)
        elif key == "s":
            self.star(color)
        elif key == "d":
            self.place(color, None)

    def take(self, taken: Input) -> None:
        now = self.terminal.now
        if taken.resized:
            with suppress(PressError):  # there is none
                self.engine.peek.dismiss()  # a peek keeps the place that it was given
            self.lay_out()
        elif self.help and taken.kind in (Kind.KEY, Kind.DOWN):
            self.help = False
        elif not self.finger.take(taken, self.screen.columns // 2, self.line_of(self.cursor), now) and taken.kind is Kind.KEY:
            self.press_key(taken.key)


def main() -> None:
    with Terminal(__doc__) as terminal:
        app = App(terminal)
        while not app.over:
            app.draw()
            terminal.screen.show(terminal.now)
            taken = terminal.next(app.engine.next_deadline)
            app.engine.tick(terminal.now)
            app.take(taken)
            app.over |= taken.kind is Kind.END
        app.draw()
        terminal.screen.show(terminal.now)
        app.engine.reset()  # what began, ends


if __name__ == "__main__":
    main()
