"""The samples colors and board show what was recorded. test.sh builds them, and runs this.

LIBPRESS_PIN=1 records the screens in Tests/examples/screens.
"""

import os
import random
import re
import signal
import subprocess
import termios
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from pty_program import OnTerminal
from samples import KEYS, as_text, environment, frames, milliseconds, play, sample

HERE = Path(__file__).parent
NAMES = ["colors", "board"]
WIDE, NARROW = SIZES = [(80, 24), (40, 20)]
TAKEN = b"\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1003h\x1b[?1006h"
GIVEN_BACK = b"\x1b[?1006l\x1b[?1003l\x1b[?25h\x1b[?7h\x1b[?1049l"


@cache
def steps(name, size):
    return play(HERE / f"{name}.play", sample(name), size)


def screens(name, size):
    """The screens of the script, one for each step."""
    typed, shown = "", {}
    whole = frames(as_text(sample(name), "".join(step.typed for step in steps(name, size)), size))
    for step in steps(name, size):
        typed += step.typed
        shown[step.name] = [lines for ms, lines in whole if ms <= milliseconds(typed)][-1]
    return shown


@pytest.mark.parametrize("name", NAMES)
def test_a_script_shows_the_screens_that_were_recorded(name):
    """Each screen is recorded by the lines in which it differs from the one before."""
    path = HERE / "screens" / f"{name}.txt"
    text, before = "", []
    for step, lines in screens(name, NARROW).items():
        changed = [f"{number:2} {line}".rstrip() for number, line in enumerate(lines, 1) if before[number - 1 : number] != [line]]
        text += "\n".join([step, *changed]) + "\n\n"
        before = lines
    if os.environ.get("LIBPRESS_PIN"):
        path.write_text(text)
    assert text == path.read_text()


def words(lines):
    """What is said on a screen, without what fills and frames it."""
    return [word for line in lines for word in re.sub(r"[█─│╭╮╰╯┄·]+", " ", line).split()]


def places(lines, size):
    """Of the words of a screen: how far from the left, as a share of the width, and how far from the right, in columns."""
    return [(found.start() / size[0], size[0] - found.start()) for line in lines[:-1] for found in re.finditer(r"[^\W_]{2,}", line)]


@pytest.mark.parametrize("name", NAMES)
def test_a_wide_terminal_shows_the_same_words_and_is_filled(name):
    columns, rows = WIDE
    narrow, wide = screens(name, NARROW), screens(name, WIDE)
    assert wide.keys() == narrow.keys()
    for (share, left), (wide_share, wide_left) in zip(places(narrow["start"], NARROW), places(wide["start"], WIDE), strict=True):
        assert abs(wide_share - share) < 0.1 or wide_left == left
    for step, lines in wide.items():
        assert len(lines) == rows and max(map(len, lines)) == columns, step
        for top, head in enumerate(lines):
            if "╭" in head:  # a frame, whose sides stand one below the other
                left, right = head.index("╭"), head.index("╮")
                sides = [line[left : left + 1] + line[right : right + 1] for line in lines[top + 1 :]]
                assert set(sides[: sides.index("╰╯")]) == {"││"}, step
        shown, expected = Counter(words(lines)), Counter(words(narrow[step]))
        assert shown == expected if step != "help" else shown >= expected, step  # help covers less of a wide terminal
        if step != "help":
            frame, wide_frame = (next((line.index("╭") for line in one if "╭" in line), 0) for one in (narrow[step], lines))
            assert wide_frame / columns == pytest.approx(frame / NARROW[0], abs=0.02), step
            assert lines.count("─" * columns) == narrow[step].count("─" * NARROW[0]), step


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize(("name", "words"), [("colors", "hold a colour to peek"), ("board", "drag a card; ? has keys")])
def test_the_first_screen_says_what_to_press(name, words, size):
    first = frames(as_text(sample(name), "", size))[0][1]
    assert first[-1].endswith(words)


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("name", NAMES)
def test_a_script_on_a_terminal_shows_the_same_screens(name, size):
    expected = screens(name, size)
    with OnTerminal([*sample(name), "--steps"], size) as run:
        assert run.until(lambda: TAKEN in run.raw)
        for step in steps(name, size):
            run.type(step.typed)
            assert run.until(lambda lines=expected[step.name]: run.lines == lines), f"{step.name}:\n" + "\n".join(run.lines)
        run.type("qq")
        assert run.until_over() == 0


# conforms: preview-21
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_the_screen_shows_both_phases_of_a_preview(size):
    shown = screens("colors", size)
    green = {step: next(line.index("Green") for line in shown[step] if "Green" in line) for step in ("start", "hint", "card")}
    assert green["hint"] > green["start"] == next(line.index("Red") for line in shown["hint"] if "Red" in line)
    assert any("╭─ ☆ Green" in line for line in shown["card"])
    assert not any("╭" in line for line in shown["hint"] + shown["let-go"])


# conforms: drag-04
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_what_was_moved_is_in_the_destination_only_and_what_was_copied_is_in_both(size):
    shown = screens("board", size)
    count = lambda step, word: sum(line.count(word) for line in shown[step])  # noqa: E731
    headings = {step: re.findall(r"(?:To do|Doing|Done) (\d+)", shown[step][2]) for step in ("start", "dropped")}
    assert headings["start"] == ["4", "1", "1"] and headings["dropped"] == ["3", "2", "1"]
    assert count("dropped", "▌Test") == 1 and count("copied", "▌Plan") == 2


def at_random(seed, size):
    """Keys and reports of a mouse that anybody might cause."""
    dice, typed, x, y = random.Random(seed), "", 5, 5
    for _ in range(150):
        kind = dice.random()
        if kind < 0.4:
            typed += dice.choice([*KEYS.values(), "\x1b", "\x1bOA", "\x1b[5~", *"+++-cdfprstu?"])
            continue
        if kind < 0.5:
            typed += "." * dice.randint(1, 8)
            continue
        if kind < 0.65:
            x, y = dice.randint(1, size[0]), dice.randint(1, size[1])
        else:
            x, y = min(size[0], max(1, x + dice.randint(-3, 3))), min(size[1], max(1, y + dice.randint(-4, 4)))
        typed += f"\x1b[<{dice.choice([0, 0, 2, 32, 32, 35, 64, 64, 64, 65])};{x};{y}{dice.choice('MMm')}"
    return typed


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_typed_it_ends_well_and_prints_the_same_again(name, seed):
    size = random.Random(seed).choice([*SIZES, (40, 12), (120, 45), (30, 8), (1, 1)])
    typed = at_random(seed, size)
    assert as_text(sample(name), typed, size) == as_text(sample(name), typed, size) != ""


@pytest.mark.parametrize("name", NAMES)
def test_the_terminal_is_given_back_as_it_was(name):
    with OnTerminal(sample(name), (60, 20)) as program:
        before = program.before
        assert program.until(lambda: TAKEN in program.raw and "?" in program.screen.display[0])
        assert not program.settings()[3] & (termios.ICANON | termios.ECHO)
        program.type("q")
        assert program.until_over() == 0
        assert program.raw.startswith(TAKEN) and program.raw.endswith(GIVEN_BACK)
        assert program.settings() == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("name", NAMES)
def test_a_signal_ends_it_and_gives_the_terminal_back(name, number):
    with OnTerminal(sample(name), (60, 20)) as program:
        before = program.before
        assert program.until(lambda: "?" in program.screen.display[0])
        os.kill(program.pid, number)
        assert program.until_over() == -number
        assert program.raw.endswith(GIVEN_BACK) and program.settings() == before


@pytest.mark.parametrize("name", NAMES)
def test_it_fills_the_terminal_when_the_size_changes(name):
    with OnTerminal(sample(name), (60, 20)) as program:
        for size in [(60, 20), (100, 40), (40, 12)]:
            program.resize(size)
            is_full = lambda size=size: "─" * size[0] == program.lines[size[1] - 2] and "0.0 N" in program.lines[size[1] - 1]  # noqa: E731
            assert program.until(is_full), f"{size}:\n" + "\n".join(program.lines)
        program.resize((39, 12))
        assert program.until(lambda: program.lines[0] == "40 x 12, please")
        program.type("q")
        assert program.until_over() == 0


def test_holding_the_button_presses_harder_in_real_time_and_escape_is_a_key_of_its_own():
    with OnTerminal(sample("colors"), (60, 20)) as program:
        assert program.until(lambda: "Green" in "".join(program.lines))
        program.type("\x1b[<0;20;9M")
        assert program.until(lambda: "peek_shown" in program.lines[-1])
        program.type("\x1b")
        assert program.until(lambda: "preview_cancelled" in program.lines[-1])
        program.type("\x1b[<0;20;9m?")
        assert program.until(lambda: "q      quit" in "".join(program.lines))
        program.type("\x1bq")
        assert program.until_over() == 0


@pytest.mark.parametrize("name", NAMES)
def test_colours_are_those_that_the_terminal_has(name):
    def printed(**more):
        with OnTerminal([*sample(name), "--steps"], (60, 20), **more) as program:
            program.until(lambda: "0.0 N" in "".join(program.lines))
            program.type("q")
            program.until_over()
            return program.raw

    assert b";38;5;" in printed()
    for plain in ({"TERM": "vt100"}, {"TERM": "xterm-mono"}, {"NO_COLOR": "1"}):
        raw = printed(**plain)
        assert raw.startswith(TAKEN) and b";38;" not in raw
    assert b"\x1b" not in printed(TERM="dumb")


@pytest.mark.parametrize("name", NAMES)
def test_an_option_that_does_not_exist_is_refused(name):
    done = subprocess.run([*sample(name), "--nothing"], capture_output=True, env=environment(), stdin=subprocess.DEVNULL, check=False)
    assert (done.returncode, done.stdout) == (2, b"") and re.match(rf"usage: {name}", done.stderr.decode())


@pytest.mark.parametrize("name", NAMES)
def test_help_shows_every_key_of_the_document(name):
    shown = as_text(sample(name), "?", (40, 20))
    chapter = (HERE.parents[1] / "examples/README.md").read_text().split(f"\n## {name}\n")[1].split("\n## ")[0]
    keys = [key for row in re.findall(r"^\| ([^|]*) \|", chapter, re.M) for key in re.findall(r"`(\w|esc|enter|space)`", row)]
    assert len(keys) > 5
    for key in keys:
        assert re.search(rf"│ .*\b{key}\b .*│", shown), key


@pytest.mark.parametrize("name", NAMES)
def test_the_terminal_is_given_back_while_it_is_stopped(name):
    with OnTerminal(sample(name), (60, 20)) as program:
        before = program.before
        assert program.until(lambda: "0.0 N" in program.lines[-1])
        os.kill(program.pid, signal.SIGTSTP)
        assert os.WIFSTOPPED(os.waitpid(program.pid, os.WUNTRACED)[1])
        assert program.until(lambda: program.raw.endswith(GIVEN_BACK)) and program.settings() == before
        program.screen.reset()
        os.kill(program.pid, signal.SIGCONT)
        assert program.until(lambda: "0.0 N" in program.lines[-1] and program.raw.count(TAKEN) == 2)
        program.type("q")
        assert program.until_over() == 0
