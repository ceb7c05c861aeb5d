"""Draws the board of the sample board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from finger import COLUMN, LINE
from screen import BOLD, DIM, LEAST_COLUMNS, LEAST_LINES, REVERSE

from libpress import DragSession, DragState, DropOperation, NotFoundError, PointerHint

if TYPE_CHECKING:
    from board import App

# Targets. A card's is its number, from 1 on.
BOARD, TO_DO, DOING, DONE, LATER, LOCKED, COPY_BUTTON, UNDO_BUTTON, REDO_BUTTON, HELP_BUTTON = range(101, 111)
LISTS = {TO_DO: "To do", DOING: "Doing", DONE: "Done", LATER: "Later"}
TINTS = {TO_DO: 34, DOING: 26, DONE: 91, LATER: 172}
HELP = [
    "mouse: drag a card; click selects",
    "   rest on Later, or turn the wheel",
    "   up over it: it springs open",
    "+ -    the same wheel, by key",
    "arrows the cards; or what is held",
    "space  pick up, put down",
    "enter  select, for several cards",
    "c      hold and let go the copy key",
    "u r    undo, redo",
    "f      the folder Later",
    "esc    cancel; select nothing",
    "q      quit",
]


class View:
    """Draws the board."""

    def __init__(self, app: App) -> None:
        self.app, self.screen = app, app.screen
        self.session = session = app.session
        self.dragging = session is not None and session.state is DragState.DRAGGING
        self.destination = session.destination if session is not None else 0
        self.takes = session is not None and session.operation >= DropOperation.COPY
        self.away = {item.id for item in session.items} if session is not None else set()

    def draw(self) -> None:
        app, screen = self.app, self.screen
        screen.clear()
        if screen.columns < LEAST_COLUMNS or screen.lines < LEAST_LINES:
            screen.put(0, 0, BOLD, 0, "40 x 12, please")
            return
        self.draw_buttons()
        screen.fill(0, app.place_of(LATER).line - 1, screen.columns, DIM, 0, "─")
        for target in (TO_DO, DOING, DONE, LATER, LOCKED):
            self.draw_heading(target)
        for list in app.lists:
            if list != LATER or app.open:
                self.draw_list(list)
        if self.dragging and self.session is not None:
            self.draw_dragged(self.session)
        try:
            touch = app.engine.touch()
            screen.status(touch.pressure, touch.force, app.message)
        except NotFoundError:  # nothing touches
            screen.status(0, 0, app.message)
        if app.help:
            screen.box(HELP)

    def draw_buttons(self) -> None:
        put, columns = self.screen.put, self.screen.columns
        put(1, 0, BOLD, 0, "Board")
        put(columns - 21, 0, REVERSE if self.app.engine.drag.modifiers else 0, 0, "Copy")
        put(columns - 15, 0, 0, 0, "Undo")
        put(columns - 9, 0, 0, 0, "Redo")
        put(columns - 2, 0, BOLD, 0, "?")

    def draw_heading(self, target: int) -> None:
        app, put, place = self.app, self.screen.put, self.app.place_of(target)
        is_destination = self.destination == target
        style, column = BOLD | (REVERSE if is_destination else 0), place.column + 1
        if target == LOCKED:
            put(column + 2, place.line, style, 160, "Locked")
        else:
            if target == LATER:
                state = self.session.spring_state if self.session is not None and self.session.spring == LATER else 0
                put(column, place.line, BOLD, 172, "▸▹◇▾"[3 if app.open else state])  # by the state of the spring
            put(column + 2, place.line, style, 0, f"{LISTS[target]} {len(app.lists[target])}")
        if is_destination:
            put(column - 1, place.line, BOLD, 0, "»" if self.takes else "×")

    def draw_list(self, list: int) -> None:
        """A list makes room where a drag would put what it has."""
        app, place, cards = self.app, self.app.place_of(list), self.app.lists[list]
        room, gap = app.card_room(list), None
        if self.dragging and self.session is not None and self.destination == list and self.takes:
            gap = app.index_at(list, self.session.location[1])
        if gap is not None and gap < room:
            self.screen.put(place.column + 1, place.line + 1 + gap * app.card_lines(list), DIM, 0, "┄┄┄┄┄┄")
        for i in range(len(cards)):
            slot = i + (gap is not None and i >= gap)
            if slot < room:
                self.draw_card(list, i, slot)
        if len(cards) > room > 0:
            self.screen.put(place.column + place.width - 2, place.line, DIM, 0, "↓")

    def draw_card(self, list: int, index: int, slot: int) -> None:
        app, put, place, height = self.app, self.screen.put, self.app.place_of(list), self.app.card_lines(list)
        card = app.lists[list][index]
        line, column, is_away = place.line + 1 + slot * height, place.column + 1, card in self.away
        if (app.list, app.index) == (list, index) and self.session is None:
            put(column - 1, line, BOLD, 0, "›")
        for i in range(max(1, height - 1)):
            put(column, line + i, DIM if is_away else 0, TINTS[list], "▏" if is_away else "▌")
        put(column + 1, line, DIM if is_away else REVERSE if card in app.selected else 0, 0, app.names[card])

    def draw_dragged(self, session: DragSession) -> None:
        """What is dragged, where the finger is; the badge, where there is more than one; and what a drop would do."""
        put, columns, lines = self.screen.put, self.screen.columns, self.screen.lines
        x, y = session.location
        column, line, half = int(x) // COLUMN + 1, int(y) // LINE, columns // 2
        words = f"▪{self.app.names[session.items[0].id]}"
        badge = f"({session.badge})" if len(session.items) > 1 else ""
        if line == self.app.place_of(LATER).line:  # beside the words of Later, or of Locked
            column = max(column, 14 if column < half else half + 10)
        column, line = min(column, columns - len(words) - len(badge) - 1), min(line, lines - 3)
        column = put(column, line, REVERSE, 0, words)
        column = put(column, line, BOLD, 160, badge)
        if session.hint == PointerHint.COPY:
            put(column, line, BOLD, 34, "+")
        elif session.hint == PointerHint.NOT_ALLOWED:
            put(column, line, BOLD, 160, "⊘")
