"""pressd --compile: a config as C. What it makes is what the reader makes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PRESSD, ROOT, Result, file_with

sys.path[:0] = [str(ROOT / "Tests/setup"), str(ROOT / "bindings/python/src")]
from any_config import TEXTS, configs  # noqa: E402
from cases import cases  # noqa: E402

EVERYTHING = """[sensor]
channel = 0
curve = power 100 0.4 1.25
[sensor2]
x = 100
[sensor3]
channel = converter2.1
full_scale = 255
y = 100
curve = table 10:0.5 100:2 1000:20
[converter]
mode = single poll
[converter2]
model = pcf8591
[idle]
[pad]
beta = 0
position_force = 0.3
correction = 1 0.1 0 0 1.1 2
[engine]
max_contacts = 2
max_targets = 4
max_events = 100
preview_after_us = 0
[gestures]
hold_us = 300ms
[target]
id = 5
width = 40
height = 40
traits = tap hold preview peek drag_source
[target2]
x = 40
width = 80
height = 120
traits = tap double_tap scroll swipe_x pinch drop
[target3]
y = 40
width = 40
height = 60.25
container = 5
domain = 4294967295
traits = preview
[peek]
target = 5
id = 9
actions_width = 100
action_height = 25
[action]
id = 5
title = Sh"are\\ ??/ \u05d0 7
[action2]
id = 3
group = 5
title = Deep
style = destructive
[action3]
id = 8
keep_open = yes
[peeks]
from_hold = yes
[transition]
duration = 250ms
[transition2]
driver = motion
dx = 30
dy = -0.5
curve = spring 0.5 0.4
[transition3]
driver = pressure
target = 5
[button]
[drag]
[strike]
[pinch]
[scroll]
[levels]
count = 3
[feedback]
drv2605l = yes
[effect]
event = preview_updated
follows = progress
detents = 4
least = 20
[effect2]
event = contact_ended
effect = tick
strength = 37
"""
CONFIGS = [text for said, text in cases() if said == "ok"] + [path.read_text() for path in sorted((ROOT / "examples/pressd").glob("*.conf"))]
MOST_RANDOM = int(os.environ.get("LIBPRESS_COMPILED", "40"))
PEEK = "[engine]\ntraits = peek\npreview_after_us = 0\n[peek]\n[action]\ntitle = x\n[transition]\ndriver = preview\n"
CONFIGS += [EVERYTHING, PEEK]


@pytest.fixture(scope="module")
def build(pressd, tmp_path_factory):
    """Compiles a config, and then the program of C with it. Its log by mode."""
    if not shutil.which("cc"):
        pytest.skip("needs a C compiler")
    library = Path(os.environ.get("LIBPRESS_LIBRARY") or ROOT / "build/libpress.so.1")
    folder = tmp_path_factory.mktemp("compiled")

    def logs(text: str, *options: str, standard: str = "-std=c99") -> list[str]:
        config, board, program = file_with(folder / "a.conf", text), folder / "board.c", folder / "program"
        done = pressd("--compile", config, *[word for one in options for word in ("--set", one)])
        assert (done.code, done.err) == (0, ""), done.err
        board.write_text(done.out)
        has = [
            f"-D{name}"
            for name, mark in (("FEEDBACK", "press_feedback board_feedback;\n"), ("MOTOR", "\npress_drv2605l board_motor;"))
            if mark in done.out
        ]
        strict = [standard, "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wmissing-prototypes", f"-I{ROOT}/include"]
        subprocess.run(["cc", *strict, "-c", board, "-o", folder / "board.o"], check=True)
        subprocess.run(
            ["cc", "-std=c11", f"-I{ROOT}/include", *has, ROOT / "Tests/pressd/compiled.c", folder / "board.o", library, "-o", program], check=True
        )
        return [
            subprocess.run([program, mode, config, *options], capture_output=True, text=True, env={"LD_LIBRARY_PATH": str(library.parent)}).stdout
            for mode in ("reader", "board")
        ]

    return logs


@pytest.fixture(scope="module")
def pressd():
    return lambda *words: Result(subprocess.run([PRESSD, *map(str, words)], capture_output=True, text=True, timeout=60))


# A compiler of C takes some tenths of a second for each.
@pytest.mark.parametrize("text", [pytest.param(text, id=str(i), marks=[pytest.mark.not_quick] if i % 8 else []) for i, text in enumerate(CONFIGS)])
def test_what_is_compiled_delivers_what_the_reader_delivers(build, text):
    reader, board = build(text)
    assert board == reader
    assert len(reader.splitlines()) > 20, reader


def test_the_configs_deliver_something_of_every_kind(build):
    reader, _ = build(EVERYTHING)
    for word in ("struck", "scroll_began", "throw_began", "drag_moved", "button_pressed", "transition_started", "effect", "frame", "transfers"):
        assert word in reader, word
    reader, _ = build(PEEK)
    assert "preview_began" in reader and "peek_shown" in reader and "transition_started" in reader


@pytest.mark.not_quick
@pytest.mark.parametrize("first", range(0, MOST_RANDOM, 20))
def test_any_config_that_is_accepted_is_c_that_does_the_same_and_any_other_prints_nothing(build, pressd, tmp_path, first):
    for seed in range(first, first + 20):
        refused = []
        for is_accepted, text in configs(seed):
            if is_accepted:
                reader, board = build(text, standard="-std=c11" if seed % 2 else "-std=c99")
                assert board == reader and reader, text
            else:
                refused.append(text)
        if refused:
            done = pressd("--compile", file_with(tmp_path / "r.conf", refused[seed % len(refused)]))
            assert (done.code, done.out) == (78, "") and done.err, refused[seed % len(refused)]


def test_a_title_is_in_c_what_it_is_in_the_config(pressd, tmp_path):
    taken = 0
    for title in TEXTS:
        done = pressd("--compile", file_with(tmp_path / "a.conf", f"[engine]\ntraits = peek\n[peek]\n[action]\ntitle = {title}\n"))
        if done.code == 78:  # too long
            assert done.out == "" and len(title.encode()) > 60, title
            continue
        (literal,) = re.findall(r'\.title = "((?:[ !#-\[\]-~]|\\[0-7]{3})*)",\n', done.out)
        assert "?" not in literal, "no trigraph"
        assert re.sub(rb"\\([0-7]{3})", lambda octal: bytes([int(octal[1], 8)]), literal.encode()).decode() == title
        taken += 1
    assert taken > 25


def test_options_and_a_profile_are_compiled_too(build):
    reader, board = build("[gestures]\n", "engine.touch_force=0.9", "engine.max_contacts=1")
    assert board == reader and reader.startswith("1 ")
    assert board != build("[gestures]\n")[1]


def test_what_is_wrong_is_said_as_by_a_start_and_nothing_is_printed(pressd, tmp_path):
    for text in ("[engine]\ntouch_force = soft\n", "[target]\nid = 1\n", "[engine]\nmax_targets = 0\n[target]\nwidth = 1\nheight = 1\n"):
        path = file_with(tmp_path / "a.conf", text)
        done, tested = pressd("--compile", path), pressd("--test-config", path)
        assert (done.code, done.out) == (78, "") and done.err == tested.err
    assert pressd("--compile", tmp_path / "none").code == 66


def test_effects_of_each_move_are_compiled_with_its_events(build):
    text = "[feedback]\n[effect]\nevent = contact_moved\nfollows = force\ndetents = 3\n"
    reader, board = build(text, "engine.tell_moved=yes")
    assert board == reader and "effect" in reader
    assert build(text)[1] == board


def test_the_trackpad_of_the_firmware_prints_what_stands_beside_it(pressd, tmp_path):
    if not shutil.which("cc"):
        pytest.skip("needs a C compiler")
    firmware, library = ROOT / "examples/firmware", Path(os.environ.get("LIBPRESS_LIBRARY") or ROOT / "build/libpress.so.1")
    board = file_with(tmp_path / "board.c", pressd("--compile", firmware / "trackpad.conf").out)
    output = file_with(tmp_path / "print.c", "#include <stdio.h>\nvoid board_print(const char *text) { fputs(text, stdout); }\n")
    command = ["cc", "-std=c11", f"-I{ROOT}/include", f"-I{firmware}", firmware / "trackpad.c", board, output, library, "-o", tmp_path / "trackpad"]
    subprocess.run(command, check=True)
    done = subprocess.run([tmp_path / "trackpad"], capture_output=True, text=True, env={"LD_LIBRARY_PATH": str(library.parent)})
    assert done.returncode == 0 and done.stdout == (firmware / "trackpad.txt").read_text()
