"""The guided and the live commands on a pseudo terminal: what a person sees and types."""

import os
import select
import signal
import sys
import termios
import time

import pytest

for package in ("click", "rich", "pyte"):
    pytest.importorskip(package)
from libpress import Calibration, SimulatedMat  # noqa: E402
from screens import KEYS, LEAVE, MANUAL, MARK, Terminal, screen  # noqa: E402

MONITOR = ["monitor", "--simulated"]
ON, OFF = b"\x1b[?1049h", LEAVE


def same_modes(terminal):
    return termios.tcgetattr(terminal.fd) == terminal.modes


@pytest.mark.parametrize("mark", [mark for page in MANUAL for mark in MARK.finditer(page.read_text())], ids=lambda mark: mark["command"])  # noqa: E501
def test_the_manual_shows_what_the_command_shows(mark):
    assert mark["screen"] == screen(mark["command"], mark["keys"]), "make screens"


# ---- check


def test_a_check_at_the_pace_of_the_clock_shows_the_force_and_takes_it_away():
    terminal = Terminal("check", "--simulated")
    assert terminal.end() == 0
    assert b" N        \xe2\x96\x88" in terminal.raw
    shown = terminal.shown()
    assert "All 10 checks are ok." in shown and "█" not in shown


@pytest.mark.parametrize("columns", [40, 80, 130])
@pytest.mark.parametrize("trouble", ["swapped", "address", "noisy"])
def test_findings_fit_the_terminal(columns, trouble):
    terminal = Terminal("check", "--simulated", "--fast", "--trouble", trouble, columns=columns, rows=60)
    terminal.end()
    lines = terminal.shown().splitlines()
    assert max(map(len, lines)) <= columns
    words = " ".join(" ".join(lines).split())
    assert {"swapped": "set sensor.pull_up = yes.", "address": "SDA 0x4a, SCL 0x4b.", "noisy": "to 0."}[trouble] in words, terminal.raw


def test_colour_is_there_on_a_terminal_and_not_where_it_is_refused():
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        terminal = Terminal("check", "--simulated", "--fast", "--trouble", "open", **environment)
        terminal.end()
        assert (b"\x1b[32m" in terminal.raw) is coloured and (b"31m" in terminal.raw) is coloured


def test_ascii_where_the_terminal_has_no_more():
    terminal = Terminal("check", "--simulated", PYTHONUTF8="0", LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONIOENCODING="ascii")
    assert terminal.end() == 0 and b"####" in terminal.raw and terminal.raw.isascii()


# ---- calibrate


def test_masses_are_asked_for_one_by_one(tmp_path):
    terminal = Terminal("calibrate", "--simulated", "--fast", "--wait", "2", folder=tmp_path)
    terminal.wait_for("Press Enter when it is so.")
    terminal.type("\n")
    for grams in ("100", "x", "0", "300 g", "600"):
        terminal.wait_for("How many grams?")
        terminal.type(f"{grams}\n")
        terminal.wait_for({"x": "x: that is no number", "0": "0: that is no number"}.get(grams, f"{grams.split()[0]} g: code"))
    terminal.type("\n")
    assert terminal.end() == 0
    shown = terminal.shown()
    assert "3 masses: forces between them" in shown and "Five masses or more" in shown and "Leave-one-out error" in shown
    assert "A power law" in shown and Calibration.load(tmp_path / "sensor.cal").curve.points == [] and (tmp_path / "sensor.conf").exists()


def test_a_calibration_that_is_stopped_writes_nothing(tmp_path):
    terminal = Terminal("calibrate", "--simulated", folder=tmp_path)
    terminal.wait_for("Press Enter when it is so.")
    terminal.type("\x03")
    assert terminal.end() == 130 and "nothing was written" in terminal.shown() and list(tmp_path.iterdir()) == []


def test_known_masses_wait_for_a_key_each(tmp_path):
    terminal = Terminal("calibrate", "--simulated", "--fast", "--wait", "1", "--masses", "100,400", folder=tmp_path)
    for words in ("Take everything off", "Put 100 g", "Put 400 g"):
        terminal.wait_for(words)
        terminal.type("\n")
    assert terminal.end() == 0 and (tmp_path / "sensor.cal").exists()


# ---- monitor


def test_keys_move_a_level_and_write_it_into_the_config(tmp_path, pressd):
    config = tmp_path / "mine.conf"
    config.write_text("[sensor]\nx = 1 # mine\n\n[engine]\ntouch_force = 0.4 # N\n")
    terminal = Terminal(*MONITOR, "--config", config)
    terminal.wait_for("> t touch_force")
    terminal.type(KEYS["right"] * 3)
    terminal.wait_for("touch_force        0.55*")
    terminal.type(KEYS["down"] * 2 + KEYS["left"])
    terminal.wait_for("> c commit_pressure    0.49*")
    terminal.type("w")
    terminal.wait_for("wrote touch_force = 0.55, commit_pressure = 0.49")
    assert not any("*" in line for line in terminal.lines()[:12])
    terminal.type("w")
    terminal.wait_for("no level was moved")
    terminal.type("q")
    assert terminal.end() == 0
    assert config.read_text() == "[sensor]\nx = 1 # mine\n\n[engine]\ntouch_force = 0.55  # N\ncommit_pressure = 0.49\n"
    assert pressd("--source", "sim", "--fast", "--config", config).code == 0


def test_a_level_that_the_library_refuses_stays_where_it_is():
    terminal = Terminal(*MONITOR)
    terminal.wait_for("> t touch_force")
    terminal.type(KEYS["up"] + KEYS["right"] * 5)
    terminal.wait_for("release_force stays 0.40")
    assert any("release_force      0.40*" in line for line in terminal.lines())
    terminal.type("q")
    assert terminal.end() == 0


def test_without_a_config_a_new_one_is_written_and_none_replaced(tmp_path):
    (tmp_path / "libpress.conf").write_text("mine")
    terminal = Terminal(*MONITOR, folder=tmp_path)
    terminal.wait_for("> t touch_force")
    terminal.type(KEYS["right"] + "w")
    terminal.wait_for("libpress.conf is there already")
    terminal.type("q")
    assert terminal.end() == 0 and (tmp_path / "libpress.conf").read_text() == "mine"
    terminal = Terminal(*MONITOR, "--output", "b.conf", "--set", "sensor.resistor_ohm=3300", folder=tmp_path)
    terminal.wait_for("> t touch_force")
    terminal.type(KEYS["right"] + "w")
    terminal.wait_for("wrote touch_force = 0.45 to b.conf")
    terminal.type(KEYS["right"] + "w")
    terminal.wait_for("wrote touch_force = 0.5 to b.conf")
    terminal.type("q")
    assert terminal.end() == 0
    assert (tmp_path / "b.conf").read_text() == "[sensor]\nresistor_ohm = 3300\n\n[engine]\ntouch_force = 0.5\n"


def test_events_faults_and_phases_are_shown():
    terminal = Terminal(*MONITOR, "--fast", "--duration", "5.9", rows=30)
    assert terminal.end() == 0
    shown = terminal.shown()
    for words in ("contact_began", "preview_updated    2.7", "commit_updated     4.4", "contact_ended", "/s", "code"):
        assert words in shown
    terminal = Terminal(*MONITOR, "--fast", "--duration", "1", "--trouble", "shorted")
    terminal.end()
    assert "shorted" in terminal.shown() and "sensor_fault" in terminal.shown()


def test_a_trace_is_shown_and_its_end(command, tmp_path):
    trace = tmp_path / "a.trace"
    assert command("record", trace, "--simulated", "--fast", "--duration", "1").code == 0
    begin = time.monotonic()
    terminal = Terminal("monitor", "--trace", trace)
    terminal.wait_for("the trace has ended; q quits")
    assert time.monotonic() - begin > 1
    terminal.type("q")
    assert terminal.end() == 0


def test_forty_columns_and_few_rows_are_enough():
    terminal = Terminal(*MONITOR, "--fast", "--duration", "1.3", columns=40, rows=10, keys=KEYS["right"])
    assert terminal.end() == 0
    lines = terminal.full
    assert len(lines) == 10 and lines[2].startswith("   2.") and "█" in lines[2] and "writes it" in lines[-1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_the_terminal_is_as_before_after_a_signal(number):
    terminal = Terminal(*MONITOR)
    terminal.wait_for("touch_force")
    assert not same_modes(terminal) and ON in terminal.raw
    os.kill(terminal.pid, number)
    while terminal.read(0.5) and OFF not in terminal.raw:
        pass
    assert same_modes(terminal)
    assert terminal.end() == 0 and terminal.raw.endswith(OFF) and b"\x1b[?25h" in terminal.raw


def test_the_terminal_is_as_before_after_q_and_ctrl_c():
    for key in ("q", "\x03"):
        terminal = Terminal(*MONITOR)
        terminal.wait_for("touch_force")
        terminal.type(key)
        while terminal.read(0.5) and OFF not in terminal.raw:
            pass
        assert same_modes(terminal) and terminal.end() == 0


def test_the_terminal_is_as_before_after_an_error(tmp_path):
    trace = tmp_path / "a.trace"
    good = "".join(f"{5000 * n},1,0,3\n" for n in range(100))
    trace.write_text(f"# libpress trace 1 sensors=1 full_scale=26400\n{good}broken\n")
    terminal = Terminal("monitor", "--trace", trace, "--fast")
    while terminal.read(0.5) and b"field 1" not in terminal.raw:
        pass
    assert same_modes(terminal)
    assert terminal.end() == 65 and terminal.raw.index(OFF) < terminal.raw.index(b"field 1 must be the time")


def test_while_it_is_suspended_the_terminal_is_as_before():
    # Only a shell with job control can continue a stopped program.
    jobs = 'set -m; "$0" -m libpress monitor --simulated; echo stopped once; read x; fg; echo stopped twice; read x; fg'
    terminal = Terminal(program=["bash", "-c", jobs, sys.executable])
    for words in ("stopped once", "stopped twice"):
        entered = terminal.raw.count(ON)
        while terminal.raw.count(ON) == entered or b"touch_force" not in terminal.raw.rpartition(ON)[2]:
            assert terminal.read(20)
        assert not same_modes(terminal)
        terminal.type("\x1a")
        terminal.wait_for(words)
        assert same_modes(terminal) and terminal.raw.rindex(OFF) > terminal.raw.rindex(ON)
        terminal.type("\n")
    terminal.wait_for("? shows the keys")
    terminal.type("q")
    assert terminal.end() == 0 and terminal.raw.rindex(OFF) > terminal.raw.rindex(ON)


def test_without_a_real_terminal_it_says_so():
    terminal = Terminal(*MONITOR, TERM="dumb")
    assert terminal.end() == 64 and "draws on a terminal" in terminal.shown() and ON not in terminal.raw


def test_levels_are_written_into_a_profile(tmp_path, pressd):
    profile, config = tmp_path / "noa.conf", tmp_path / "mine.conf"
    profile.write_text("[profile]\nname = Noa\n\n[engine]\ntouch_force = 0.6 # hers\n")
    config.write_text("[engine]\ntouch_force = 0.5\n")
    terminal = Terminal(*MONITOR, "--config", config, "--profile", profile)
    terminal.wait_for("> t touch_force        0.60")
    terminal.type(KEYS["right"] + "w")
    terminal.wait_for("wrote touch_force = 0.65")
    terminal.type("q")
    assert terminal.end() == 0 and config.read_text() == "[engine]\ntouch_force = 0.5\n"
    assert profile.read_text() == "[profile]\nname = Noa\n\n[engine]\ntouch_force = 0.65  # hers\n"
    assert pressd("--source", "sim", "--fast", "--profile", profile).code == 0


# ---- monitor of a mat


def frame_of(*presses, size=16):
    mat = SimulatedMat(size, size, column_ohm=1000)
    return ",".join(str(code) for row in mat.read(mat.presses(*presses)) for code in row) + "\n"


MAT = ["--with", "circuit=dividers", "--with", "column_ohm=1000", "--with", "full_scale=1023", "--with", "baseline=yes"]


def test_a_mat_is_drawn_with_its_contacts_and_what_lies_there_until_its_file_ends(tmp_path):
    (tmp_path / "mat.txt").write_text("a mat\n" + frame_of() * 30 + frame_of((4, 6, 30, 2), (12, 11, 10, 1.2)) * 10)
    monitor = ["monitor", "--mat", "16x16", "--frames", "mat.txt", "--rate", "100", *MAT]
    for columns, rows, folded in ((80, 24, 1), (40, 12, 2)):
        terminal = Terminal(*monitor, columns=columns, rows=rows, folder=tmp_path)
        terminal.wait_for("mat.txt has ended; q quits")
        lines = terminal.lines()
        head = lines.index(next(line for line in lines if "2 contacts" in line))
        assert sum("·" in line for line in lines) == 16 // folded
        assert lines[head + 1 + 6 // folded].index("0") == 2 * (4 // folded)
        assert lines[head + 1 + 11 // folded].index("1") == 2 * (12 // folded)
        assert "39.9 N at 6.0, 7.3" in lines[0] or "40.0 N at 6.0, 7.3" in lines[0]
        assert any("places" in line or "2 x 2 cells" in line for line in lines) is (folded == 2)
        terminal.type("q")
        assert terminal.end() == 0


def test_a_mat_on_a_serial_port_may_be_silent_or_wrong_and_its_lines_are_long():
    port, other = os.openpty()
    terminal = Terminal("monitor", "--mat", "32x32", "--frames", os.ttyname(other), columns=70, rows=50)
    terminal.wait_for("no line has come from")
    os.write(port, b"1,2,3\n")
    terminal.wait_for("a line has 3 numbers, not 32 x 32 = 1024")
    os.write(port, b"1.5\n")
    terminal.wait_for("a line has numbers that are not whole")
    frame = ",".join(["1000"] * 1024).encode() + b"\n"
    for start in range(0, len(frame), 500):
        os.write(port, frame[start : start + 500])
        terminal.read(0.01)
    terminal.wait_for("t learns the zero; q quits")
    terminal.wait_for("highest cell 10.0 N")
    terminal.wait_for("nothing came from")
    terminal.type("q")
    assert terminal.end() == 0
    assert not select.select([port], [], [], 0)[0], "and nothing is sent back to it"
    os.close(port)
    os.close(other)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--mat", "16"), "such as 16x16"),
        (("--mat", "4x4", "--with", "gain=x"), "--with gain=x: it must be a number"),
        (("--mat", "4x4", "--with", "circuit=pull"), "circuit is one of 'plain'"),
        (("--mat", "4x4", "--with", "foot=1"), "no setting 'foot'"),
        (("--mat", "40x4"), "columns: 1..32, not 40"),
        (("--mat", "4x4"), "no line has 16 whole numbers, one for each cell; a line has 17 numbers"),
    ],
)
def test_what_is_wrong_with_a_mat_is_said(given, words, tmp_path):
    (tmp_path / "a.txt").write_text("time,cells\n" + "1 " * 17 + "\n")
    terminal = Terminal("monitor", *given, "--frames", "a.txt", folder=tmp_path, columns=200)
    assert terminal.end() in (64, 65)
    assert words.encode() in terminal.raw
