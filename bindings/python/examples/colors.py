"""A list of colours with peek and pop, after UIKit's sample "Implementing Peek and Pop", in a terminal.

Press a row to peek at its colour, harder to pop it open, or slide up to star or delete it. The same by tap (open a row,
then Star and Delete in its bar) and by key, for those who have no force sensor.

python colors.py                    a simulated finger shows everything, in 13 seconds
python colors.py --keys             up and down, enter: open, space: peek, escape: back, q: quit
python colors.py --trace file.csv   samples of a finger: t_us,force,x,y
python colors.py --declared         peeks declared in a table (default: --code, answered by a function)

Where the output is no terminal, --plain and --fast go without saying; 40 columns and 18 lines will do.
NO_COLOR and TERM are heeded.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import re
import select
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from libpress import (
    ActionStyle,
    Driver,
    Engine,
    Event,
    EventType,
    Peek,
    PeekState,
    PressError,
    PreviewAction,
    Target,
    Trait,
    TransitionsConfig,
)

COLUMNS, LINES = 40, 16  # of the screen, in characters
CELL_W, CELL_H = 7, 22  # of a character, in points
ROW = 44  # height of a row, a bar or an action, in points
CARD = (2, 3, 36)  # the peek: column, line, width in characters
ACTIONS = (14, 264, 252, ROW)
BACK, STAR, DELETE = 1001, 1002, 1003  # targets of the detail view's bar; those of the rows are the ids of the colours
RGB = tuple[int, int, int]
PAPER, INK, GREY, RED, TINT = (250, 250, 250), (30, 30, 30), (150, 150, 150), (220, 40, 40), (0, 110, 230)


@dataclass
class Color:
    id: int
    name: str
    rgb: RGB
    starred: bool = False


def palette() -> list[Color]:
    return [
        Color(1, "Red", (230, 60, 50)),
        Color(2, "Orange", (240, 150, 40)),
        Color(3, "Yellow", (235, 205, 50), starred=True),
        Color(4, "Green", (70, 175, 85)),
        Color(5, "Teal", (60, 165, 175)),
        Color(6, "Blue", (50, 110, 225)),
        Color(7, "Purple", (140, 80, 200)),
    ]


class App:
    """The program: its data, its engine, and what is on the screen."""

    def __init__(self, declared: bool, log: Callable[[str], object] | None) -> None:
        self.colors = palette()
        self.declared = declared
        self.log = log or (lambda line: None)
        self.now = 0
        self.finger: tuple[float, float, float] | None = None  # force, x, y
        self.selected = 0  # row or action, for keys
        self.detail: Color | None = None
        self.fade = self.grow = self.slide = 0.0  # animations: the list behind a peek, its size, the detail view
        self.engine = Engine(max_contacts=1, gestures=True, peek=True, transitions=TransitionsConfig(max_transitions=8))
        self.engine.when_event = self.on_event
        self.engine.gestures.when_tapped = self.tapped
        self.engine.peek.when_shown = lambda: self.faded(1)
        self.engine.peek.when_popped = self.popped
        self.engine.peek.when_dismissed = lambda: self.animate("fade", 0)
        if not declared:
            self.engine.peek.on_peek = lambda touch: self.peek_of(self.color(touch.target))
        hint, grow = self.engine.transitions.new(duration=0.2), self.engine.transitions.new(duration=0.2)
        hint.when_updated = self.faded
        grow.when_updated = self.grown
        hint.bind(Driver.PREVIEW)
        grow.bind(Driver.COMMIT)
        self.lay_out()

    # Data

    def color(self, id: int) -> Color:
        return next(color for color in self.colors if color.id == id)

    def toggle(self, color: Color) -> None:
        color.starred = not color.starred
        self.say(f"{'star' if color.starred else 'unstar'} {color.name}")
        self.declare()

    def delete(self, color: Color) -> None:
        self.colors.remove(color)
        self.say(f"delete {color.name}")
        if self.detail is color:
            self.close()
        else:
            self.lay_out()

    def say(self, words: str) -> None:
        self.log(f"{self.now / 1e6:8.3f} s  {words}")

    # Peek and pop

    def peek_of(self, color: Color) -> Peek:
        return Peek(
            color.id,
            [
                PreviewAction("Unstar" if color.starred else "Star", handler=lambda action, peek: self.toggle(color)),
                PreviewAction("Delete", ActionStyle.DESTRUCTIVE, lambda action, peek: self.delete(color)),
            ],
            size=(0, 132),
            actions_frame=ACTIONS,
        )

    def declare(self) -> None:
        if self.declared:
            self.engine.peek.declared = {color.id: self.peek_of(color) for color in self.colors}

    def popped(self, peek: Peek) -> None:
        self.animate("fade", 0)
        self.open(self.color(peek.id))

    def tapped(self, event: Event) -> None:
        if event.target == BACK:
            self.close()
        elif event.target == STAR and self.detail:
            self.toggle(self.detail)
        elif event.target == DELETE and self.detail:
            self.delete(self.detail)
        else:
            self.open(self.color(event.target))

    def open(self, color: Color) -> None:
        self.detail = color
        self.say(f"open {color.name}")
        self.lay_out()
        self.animate("slide", 1)

    def close(self) -> None:
        self.detail = None
        self.say("back to the list")
        self.lay_out()
        self.animate("slide", 0)

    def lay_out(self) -> None:
        """The targets of what is on the screen."""
        targets = self.engine.targets
        for id in list(targets):
            targets.remove(id)
        if self.detail:
            for id, x, width in ((BACK, 0, 70), (STAR, 161, 63), (DELETE, 231, 49)):
                targets.add(Target(id, x, 0, width, ROW, Trait.TAP))
        else:
            for row, color in enumerate(self.colors):
                targets.add(Target(color.id, 0, ROW * (row + 1), COLUMNS * CELL_W, ROW, Trait.TAP | Trait.PEEK))
        self.declare()

    def on_event(self, event: Event) -> None:
        if event.type == EventType.TAPPED or EventType.PEEK_SHOWN <= event.type <= EventType.ACTION_SELECTED:
            self.say(str(event).split(" s ", 1)[1])

    # Animations

    def animate(self, name: str, to: float) -> None:
        """Runs one of the animations to 0 or 1 by itself."""
        begin = getattr(self, name)
        if begin != to:
            run = self.engine.transitions.new(duration=0.25, automatic=True)
            run.when_updated = lambda part: setattr(self, name, begin + (to - begin) * part)
            run.start()

    def faded(self, part: float) -> None:
        self.fade = part

    def grown(self, part: float) -> None:
        self.grow = part

    # Input

    def feed(self, t_us: int, force: float, x: float, y: float) -> None:
        self.now = t_us
        self.finger = (force, x, y) if force > 0.1 else None
        self.engine.feed_force(t_us, force, x, y)

    def tick(self, t_us: int) -> None:
        self.now = t_us
        self.engine.tick(t_us)

    def key(self, key: str) -> None:
        """What fingers do, by key. What cannot be done now is not done."""
        engine, peek = self.engine, self.engine.peek.status
        rows = peek.actions or self.colors
        if key in ("up", "down"):
            self.selected = min(max(self.selected + (1 if key == "down" else -1), 0), len(rows) - 1)
            return
        at = min(self.selected, len(rows) - 1)
        try:
            if peek.state == PeekState.REVEALED:
                {
                    "enter": lambda: engine.peek.perform(peek.actions[at]),
                    "p": engine.peek.pop,
                    "escape": engine.peek.dismiss,
                }.get(key, lambda: None)()
                self.selected = max(0, min(self.selected, len(self.colors) - 1))
            elif self.detail:
                engine.gestures.activate({"escape": BACK, "enter": BACK, "s": STAR, "d": DELETE}.get(key, 0))
            elif self.colors and key == "enter":
                engine.gestures.activate(self.colors[at].id)
            elif self.colors and key == " ":
                engine.peek.open(self.colors[at].id)
                self.selected = 0
        except PressError:
            pass

    # Screen

    def frame(self, keys: bool = False) -> Screen:
        screen = Screen()
        peek = self.engine.peek.status
        hinted = peek.target if peek.state == PeekState.HINTING else 0
        self.draw_list(screen, hinted, keys and not peek.actions)
        if peek.peek and peek.state in (PeekState.SHOWN, PeekState.REVEALED):
            self.draw_peek(screen, self.color(peek.peek.id), peek.state == PeekState.REVEALED)
            for row, action in enumerate(peek.actions):
                chosen = action is peek.highlighted or keys and row == self.selected
                self.draw_action(screen, row, action.title, action.style, chosen)
        if self.slide > 0:
            self.draw_detail(screen, round(COLUMNS * (1 - self.slide)))
        if self.finger:
            force, x, y = self.finger
            screen.put(int(x / CELL_W), int(y / CELL_H), "●" if force > 3 else "◉" if force > 1.6 else "○", TINT)
        return screen

    def draw_list(self, screen: Screen, hinted: int, keys: bool) -> None:
        screen.text(COLUMNS // 2 - 3, 0, "Colors", mix(INK, PAPER, self.fade * 0.7), bold=True)
        screen.text(0, 1, "─" * COLUMNS, mix(GREY, PAPER, self.fade * 0.7))
        for row, color in enumerate(self.colors):
            line, fade = 2 * row + 2, 0.0 if color.id == hinted else self.fade * 0.7
            if keys and row == self.selected and not self.detail:
                screen.text(0, line, "›", TINT)
            screen.text(2, line, "★" if color.starred else "☆", mix(color.rgb, PAPER, fade))
            screen.text(5, line, "██", mix(color.rgb, PAPER, fade))
            screen.text(9, line, color.name, mix(INK, PAPER, fade), bold=color.id == hinted)

    def draw_peek(self, screen: Screen, color: Color, revealed: bool) -> None:
        column, line, width = CARD
        height = 7 + round(2 * self.grow)
        spread = round(2 * self.grow)
        left, wide = column - spread, width + 2 * spread
        screen.text(left, line - 1, "╭" + "─" * (wide - 2) + "╮", GREY)
        for number in range(height):
            screen.text(left, line + number, "│" + " " * (wide - 2) + "│", GREY)
            screen.text(left + 1, line + number, " " * (wide - 2), background=color.rgb, plain="▒")
        screen.text(left, line + height, "╰" + "─" * (wide - 2) + "╯", GREY)
        name = f" {'★' if color.starred else '☆'} {color.name} "
        screen.text((COLUMNS - len(name)) // 2, line + height // 2, name, PAPER, color.rgb, bold=True)
        if not revealed:
            screen.text(COLUMNS // 2 - 1, line - 1, " ⌃ ", GREY)

    def draw_action(self, screen: Screen, row: int, title: str, style: ActionStyle, chosen: bool) -> None:
        column, width = ACTIONS[0] // CELL_W, ACTIONS[2] // CELL_W
        line = ACTIONS[1] // CELL_H + 2 * row
        ink = RED if style == ActionStyle.DESTRUCTIVE else TINT
        back = ink if chosen else (228, 228, 232)
        screen.text(column, line, title.center(width), PAPER if chosen else ink, back, bold=chosen)
        screen.text(column, line + 1, " " * width if row else "─" * width, GREY, PAPER)
        if chosen:
            screen.text(column + 1, line, "▸", PAPER, back)

    def draw_detail(self, screen: Screen, left: int) -> None:
        color = self.detail or self.last
        self.last = color
        for line in range(LINES):
            screen.text(left, line, " " * COLUMNS, background=PAPER if line < 2 else color.rgb, plain="▒"[: line > 1])
        screen.text(left, 0, "‹ Colors", TINT)
        screen.text(left + 12, 0, color.name, INK, bold=True)
        screen.text(left + 23, 0, "★ Unstar" if color.starred else "☆ Star", TINT)
        screen.text(left + 33, 0, "Delete", RED)
        screen.text(left, 1, "─" * COLUMNS, GREY)

    last = Color(0, "", PAPER)


def mix(color: RGB, other: RGB, part: float) -> RGB:
    """A colour that has faded into another."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(color, other, strict=True))
    return red, green, blue


class Screen:
    """Characters with colours; what is drawn outside is cut off."""

    def __init__(self) -> None:
        self.cells = [[(" ", INK, PAPER, False, " ")] * COLUMNS for _ in range(LINES)]

    def put(self, column: int, line: int, letter: str, ink: RGB) -> None:
        if 0 <= column < COLUMNS and 0 <= line < LINES:
            _, _, paper, _, _ = self.cells[line][column]
            self.cells[line][column] = (letter, ink, paper, True, letter)

    def text(
        self,
        column: int,
        line: int,
        words: str,
        ink: RGB = INK,
        background: RGB = PAPER,
        bold: bool = False,
        plain: str = "",
    ) -> None:
        for place, letter in enumerate(words, column):
            if 0 <= place < COLUMNS and 0 <= line < LINES:
                self.cells[line][place] = (letter, ink, background, bold, plain or letter)

    def plain(self) -> str:
        rows = ["".join(cell[4] for cell in row) for row in self.cells]
        return "\n".join(["┌" + "─" * COLUMNS + "┐", *("│" + row + "│" for row in rows), "└" + "─" * COLUMNS + "┘"])

    def ansi(self, colors: int) -> str:
        """Each line at its place; `colors` as `colors_of` says."""
        lines = []
        for number, row in enumerate(self.cells, 1):
            line, before = f"\x1b[{number};1H", None
            for letter, ink, paper, bold, plain in row:
                style = f"\x1b[0{';1' * bold}{paint(38, ink, colors)}{paint(48, paper, colors)}m"
                line += ("" if style == before else style) + (letter if colors else plain)
                before = style
            lines.append(line + "\x1b[0m")
        return "".join(lines)


def colors_of(environment: Mapping[str, str]) -> int:
    """How many colours the terminal has: 0, 256, or 2**24 where it says so."""
    name = environment.get("TERM", "")
    if environment.get("NO_COLOR") or not name or name.startswith(("vt", "dumb")) or "-m" in name:
        return 0
    return 2**24 if environment.get("COLORTERM") in ("truecolor", "24bit") else 256


def paint(layer: int, color: RGB, colors: int) -> str:
    red, green, blue = color
    if colors == 0:
        return ""
    if colors > 256:
        return f";{layer};2;{red};{green};{blue}"
    return f";{layer};5;{16 + 36 * round(red / 51) + 6 * round(green / 51) + round(blue / 51)}"


def meter(app: App) -> str:
    """The force as a bar, with marks where the peek is shown and where it pops."""
    force = app.finger[0] if app.finger else 0.0
    config = app.engine.config
    bar = ["█" if place < force / config["full_force"] * 20 else "·" for place in range(20)]
    for name in ("preview_pressure", "commit_pressure", "complete_pressure"):
        newtons = config["zero_force"] + config[name] * (config["full_force"] - config["zero_force"])
        bar[round(20 * newtons / config["full_force"])] = "│"
    return f"{''.join(bar)} {force:4.1f} N  {app.engine.peek.status.state.name.lower():9}"


# Where samples come from

Move = tuple[float, float, float, float]  # seconds, and force, x, y that are reached by then

SCRIPT: list[Move] = [
    # Press Green for a peek, slide up, choose Star.
    (0.5, 0, 100, 195), (0.3, 1.2, 100, 195), (0.7, 2.6, 100, 195), (0.5, 3.2, 100, 195), (0.5, 3.0, 105, 130),
    (0.6, 2.6, 110, 275), (0.4, 2.4, 110, 275), (0.05, 0, 110, 275), (0.5, 0, 110, 275),
    # Press Blue hard: it pops. Star it in its bar, and go back.
    (0.0, 0, 120, 285), (0.8, 2.9, 120, 285), (0.7, 4.9, 120, 285), (0.2, 4.9, 120, 285), (0.1, 0, 120, 285),
    (0.6, 0, 200, 10), (0.08, 1.0, 200, 10), (0.05, 0, 200, 10),
    (0.6, 0, 20, 10), (0.08, 1.0, 20, 10), (0.05, 0, 20, 10),
    # Press Teal a little, and think better of it.
    (0.5, 0, 90, 240), (0.6, 2.9, 90, 240), (0.3, 2.9, 90, 240), (0.2, 0, 90, 240), (0.4, 0, 90, 240),
    # Peek at Yellow, slide up, let go: the actions stay. Tap Delete.
    (0.0, 0, 110, 150), (0.5, 3.1, 110, 150), (0.4, 3.0, 112, 95), (0.1, 0, 112, 95), (0.6, 0, 130, 315),
    (0.08, 1.0, 130, 315), (0.05, 0, 130, 315),
    # Tap Red, and delete it in its bar.
    (0.7, 0, 80, 60), (0.08, 1.0, 80, 60), (0.05, 0, 80, 60),
    (0.6, 0, 260, 10), (0.08, 1.0, 260, 10), (0.05, 0, 260, 10), (0.6, 0, 260, 10),
]  # fmt: skip


def script() -> Iterator[tuple[int, float, float, float]]:
    """Samples of the simulated finger, 100 a second."""
    t, before = 0, (0.0, 0.0, 0.0)
    for seconds, *after in SCRIPT:
        steps = round(seconds * 100)
        for step in range(1, steps + 1):
            t += 10_000
            force, x, y = (a + (b - a) * step / steps for a, b in zip(before, after, strict=True))
            yield t, force, x, y
        before = (after[0], after[1], after[2])


def trace(path: str) -> Iterator[tuple[int, float, float, float]]:
    with open(path, newline="") as file:
        for row in csv.reader(file):
            if row and row[0].strip().isdigit():
                t, force, x, y = row
                yield int(t), float(force), float(x), float(y)


KEYS = {"\x1b[A": "up", "\x1b[B": "down", "\r": "enter", "\n": "enter", "\x1b": "escape", "\x7f": "escape"}


# The loop


@contextmanager
def terminal(raw: bool, screen: bool) -> Iterator[None]:
    """A screen of our own, and keys as they come; everything as it was afterwards."""
    saved = None
    if raw:
        import termios
        import tty

        saved = termios.tcgetattr(0)
        tty.setcbreak(0)
    sys.stdout.write("\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J" if screen else "")  # what does not fit is cut off
    try:
        yield
    finally:
        sys.stdout.write("\x1b[?25h\x1b[?7h\x1b[?1049l" if screen else "")
        sys.stdout.flush()
        if saved is not None:
            termios.tcsetattr(0, termios.TCSADRAIN, saved)


def play(app: App, samples: Iterable[tuple[int, float, float, float]], fast: bool, show: Callable[[], None]) -> None:
    """Feeds samples at their times, then lets what still runs come to its end."""
    start, shown = time.monotonic(), -1

    def wait_until(t_us: int) -> None:
        if not fast:
            time.sleep(max(0.0, start + t_us / 1e6 - time.monotonic()))

    def frame() -> None:
        nonlocal shown
        if app.now // 40_000 != shown:
            shown = app.now // 40_000
            show()

    def run_until(t_us: float) -> None:
        """Whatever is due before. A program that waits for samples sleeps no longer either."""
        while (due := app.engine.next_deadline) is not None and due < t_us:
            wait_until(due)
            app.tick(due)
            frame()

    for sample in samples:
        run_until(sample[0])
        wait_until(sample[0])
        app.feed(*sample)
        frame()
    run_until(math.inf)  # the last lift, too
    show()


def keyboard(app: App, show: Callable[[], None]) -> None:
    """Plays keys until q; sleeps until a deadline of the engine or a key."""
    start = time.monotonic_ns()
    while True:
        show()
        deadline = app.engine.next_deadline
        now = (time.monotonic_ns() - start) // 1000
        wait = None if deadline is None else max(0, deadline - now) / 1e6
        ready = select.select([0], [], [], wait)[0]
        app.tick((time.monotonic_ns() - start) // 1000)
        if ready:
            typed = os.read(0, 16).decode(errors="replace")
            for key in re.findall(r"\x1b\[.|.", typed, re.S):
                if key in ("q", "\x04"):
                    return
                app.key(KEYS.get(key, key))
            if not typed:
                return


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0], epilog="In --keys: s and d in a colour's view star and delete it, p pops."
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--script", action="store_true", help="a simulated finger (the default)")
    how.add_argument("--trace", metavar="FILE", help="samples of a finger from a CSV file: t_us,force,x,y")
    how.add_argument("--keys", action="store_true", help="the keyboard instead of a finger")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--declared", action="store_true", help="peeks are declared in a table")
    way.add_argument("--code", action="store_true", help="peeks are answered by a function (the default)")
    parser.add_argument("--log", action="store_true", help="print what happens instead of drawing it")
    parser.add_argument("--plain", action="store_true", help="print frames one after the other, without colours")
    parser.add_argument("--fast", action="store_true", help="do not wait for real time")
    options = parser.parse_args()
    if options.keys and not sys.stdin.isatty():
        parser.error("--keys requires a terminal")

    if not sys.stdout.isatty():
        options.plain = options.fast = True
    options.plain |= os.environ.get("TERM", "dumb") == "dumb"
    colors = colors_of(os.environ)

    app = App(options.declared, print if options.log else None)
    shown = [""]

    def show() -> None:
        if options.log:
            return
        screen = app.frame(options.keys)
        if options.plain:
            if screen.plain() != shown[0]:
                shown[0] = screen.plain()
                print(f"{app.now / 1e6:.2f} s", shown[0], sep="\n")
        else:
            help = "↑ ↓ enter space escape s d p q" if options.keys else meter(app)
            sys.stdout.write(f"{screen.ansi(colors)}\x1b[{LINES + 2};1H{help}\x1b[K")
            sys.stdout.flush()

    try:
        with terminal(options.keys, not (options.plain or options.log)):
            run(app, options, show)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except (OSError, ValueError) as problem:
        print(f"{parser.prog}: {problem}", file=sys.stderr)
        return 1
    return 0


def run(app: App, options: argparse.Namespace, show: Callable[[], None]) -> None:
    if options.keys:
        keyboard(app, show)
    else:
        play(app, trace(options.trace) if options.trace else script(), options.fast, show)


if __name__ == "__main__":
    sys.exit(main())
