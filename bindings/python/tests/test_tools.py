"""The command `libpress`: config, record, replay, plot, and what it says of wrong options. pressd is its twin."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import file_with

pytest.importorskip("click")
pytest.importorskip("rich")
import libpress
from libpress._config_file import edited
from libpress.tools.config import Config
from tools_fixtures import ROOT

WHOLE = {**os.environ, "PYTHONPATH": str(Path(libpress.__file__).parents[1])}
RECORDINGS = ROOT / "Tests" / "recordings" / "mouse-grip-fsr"

# ---- The config, as pressd reads it. The messages are in Tests/setup/cases.txt, which test_config_cases.py reads: these are of each kind one.

BROKEN = ["[sensor]\nresistor_ohm = 4k7\n", "[engine]\nrelease_force = 0.6\n", "[peek]\n", "[sensor]\ncalibration = /nowhere/none.cal\n"]


def assert_says_the_same(ours, theirs):
    """What is taken of a table is said by libpress alone."""
    said = "".join(line for line in ours.err.splitlines(keepends=True) if "; separator " not in line)
    assert (ours.code, said.removeprefix("libpress: ")) == (theirs.code, theirs.err.removeprefix("pressd: "))


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: text.replace("\n", " ").strip())
def test_what_is_wrong_in_a_config_is_said_as_pressd_says_it(command, pressd, tmp_path, text):
    path = file_with(tmp_path / "wrong.conf", "# a comment\n" + text)
    trace = file_with(tmp_path / "a.csv", "1\n")
    ours = command("replay", trace, "--config", path, "--rate", 200)
    theirs = pressd("--source", f"trace:{trace}", "--rate", 200, "--config", path)
    assert_says_the_same(ours, theirs)


@pytest.mark.parametrize("setting", ["engine.touch_force=0", "engine.touch=1", "motor.speed=1", "engine", "touch=1", "sensor.curve=x"])
def test_what_is_wrong_in_a_setting_is_said_as_pressd_says_it(command, pressd, setting):
    ours, theirs = command("check", "--simulated", "--set", setting), pressd("--set", setting)
    assert_says_the_same(ours, theirs)
    assert ours.code == 64


def test_what_only_the_library_knows_is_wrong_is_named(refused, plate):
    refused(78, "engine.release_force", "check", "--simulated", "--set", "engine.release_force=0.6")
    refused(78, "max_code", "check", "--simulated", "--set", "sensor.max_code=30000")
    refused(78, "two sensors have the same channel", "check", "--config", plate, "--set", "sensor2.channel=0")
    refused(78, "sensor.channel of a converter must be 0 to 3", "check", "--simulated", "--set", "sensor.channel=4")
    refused(78, "no sensor is on converter2", "check", "--simulated", "--set", "converter2.address=0x49")
    refused(
        78,
        "sensor.full_scale is above the largest code of an ads1015, 2047",
        "check",
        "--simulated",
        "--set",
        "converter.model=ads1015",
        "--set",
        "converter.rate_sps=1600",
    )
    refused(78, "rate_sps", "check", "--simulated", "--set", "converter.rate_sps=861")
    refused(66, "none.conf: No such file", "check", "--config", "none.conf")


def test_a_sensor_begins_as_a_copy_of_the_one_before_it(tmp_path):
    path = tmp_path / "two.conf"
    path.write_text("[sensor]\nresistor_ohm = 10000\nchannel = 1\ncurve = power 100 1 0.8\n[sensor2]\nx = 5.5\n[engine]\nfull_force = 4\n")
    config = Config.load(path)
    one, two = config.sensors()
    assert (two.circuit, two.curve, one.x, two.x) == (one.circuit, one.curve, 0, 5.5) and one.circuit.resistor_ohm == 10000
    assert config.wires() == [(0, 1), (0, 2)] and config.engine().config["full_force"] == 4


def test_changes_of_a_config_leave_all_else_as_it_is():
    text = "# mine\n\n[sensor]\ncurve = power 1 2 1 # old\n  x=1\n\n# levels\n[engine]\ntouch_force = 0.4   # N: light\n; end"
    new = edited(
        text,
        {
            ("sensor", 0): {"curve": None, "calibration": "/a.cal"},
            ("engine", 0): {"touch_force": "0.55"},
            ("pad", 0): {"beta": "2"},
        },
    )
    assert new == (
        "# mine\n\n[sensor]\n# curve = power 1 2 1 # old\n  x=1\ncalibration = /a.cal\n\n# levels\n[engine]\n"
        "touch_force = 0.55  # N: light\n; end\n\n[pad]\nbeta = 2\n"
    )
    assert edited("", {("engine", 0): {"full_force": "4"}}) == "[engine]\nfull_force = 4\n"
    assert edited(new, {("pad", 0): {"beta": "3"}}) == new.replace("beta = 2", "beta = 3")


# ---- Replay. Configs of all kinds, and their examples, are replayed in test_same_as_pressd.py.


@pytest.mark.parametrize("script", ["press", "taps", "hold", "average", "slipping", "unplug", "storm"])
def test_a_replay_prints_the_lines_of_pressd(command, pressd, tmp_path, script):
    trace, config = tmp_path / "a.trace", tmp_path / "a.conf"
    config.write_text("[engine]\ntraits = tap hold double_tap preview\n[gestures]\nhold_us = 300ms\n[button]\nlift_us = 0\n")
    assert pressd("--source", f"sim:{script}", "--fast", "--quiet", "--record", trace, "--config", config).code == 0
    theirs = pressd("--source", f"trace:{trace}", "--fast", "--config", config)
    ours = command("replay", trace, "--config", config)
    assert theirs.code == ours.code == 0 and len(theirs.out) > 1000
    assert ours.out == theirs.out


def test_a_plate_and_recordings_of_fingers_replay_as_pressd_does(command, pressd, tmp_path, plate):
    trace = tmp_path / "a.trace"
    scroll = ["--set", "gestures.enabled=yes", "--set", "engine.traits=scroll"]
    assert pressd("--source", "sim:scroll", "--fast", "--quiet", "--record", trace, "--config", plate, *scroll).code == 0
    ours = command("replay", trace, "--config", plate, *scroll)
    assert ours.out == pressd("--source", f"trace:{trace}", "--fast", "--config", plate, *scroll).out and '"dx":' in ours.out
    csv = RECORDINGS / "P00_C02_T03.csv"
    options = [
        "--rate",
        370,
        "--set",
        "sensor.channel=1",
        "--set",
        "sensor.full_scale=1023",
        "--set",
        "sensor.resistor_ohm=10000",
    ]
    ours, theirs = command("replay", csv, *options), pressd("--source", f"trace:{csv}", "--fast", *options)
    assert ours.out == theirs.out and "contact_began" in ours.out


HEADER = "# libpress trace 1 sensors=1 full_scale=26400\n"
BROKEN_TRACES = [
    "",
    "# libpress trace 2 sensors=1\n",
    "# libpress trace 1\n",
    "# libpress trace 1 sensors=9\n",
    "# libpress trace 1 sensors=2\n",
    "# libpress trace 1 sensors=1 full_scale=1023\n",
    "# libpress trace 1 sensors=1 full_scale=x\n",
    HEADER,
    HEADER + "x,1,0,5\n",
    HEADER + "5,2,0,5\n",
    HEADER + "5,1,2,5\n",
    HEADER + "5,1\n",
    HEADER + "5,1,1,5\n",
    HEADER + "5,1,0\n",
    HEADER + "5,1,0,x\n",
    HEADER + "5,1,0,5,x\n",
    HEADER + "5,1,0,5,6,7\n",
    HEADER + "5,1,0,5\n5,1,0,5\n",
    HEADER + "5,1,0,5\n# end 4\n",
]


@pytest.mark.parametrize("text", BROKEN_TRACES, ids=range(len(BROKEN_TRACES)))
def test_a_broken_trace_is_refused_as_pressd_refuses_it(command, pressd, tmp_path, text):
    trace = file_with(tmp_path / "a.trace", text)
    ours, theirs = command("replay", trace, "--rate", 200), pressd("--source", f"trace:{trace}", "--fast", "--rate", 200)
    assert_says_the_same(ours, theirs)
    assert ours.code == 65


def test_a_csv_requires_a_rate_and_its_column(refused, tmp_path):
    trace = file_with(tmp_path / "a.csv", "force\n1\n")
    refused(64, "--rate is missing", "replay", trace)
    refused(78, "pad.stale_after_us as set", "replay", trace, "--rate", 10, "--set", "pad.stale_after_us=90ms")
    refused(65, "fewer columns", "replay", trace, "--rate", 100, "--set", "sensor.channel=1")


def test_a_profile_goes_before_the_config_and_after_it_what_is_set(command, pressd, refused, tmp_path):
    trace, config, profile = tmp_path / "a.trace", tmp_path / "a.conf", tmp_path / "p.conf"
    config.write_text(f"[engine]\nfull_force = 4\n[profile]\nfile = {tmp_path}/none.conf\n[gestures]\n")
    profile.write_text("[engine]\nfull_force = 3\ncommit_pressure = 0.6\n[button]\nceiling = 9\n")
    assert command("record", trace, "--simulated", "--fast", "--duration", "3").code == 0
    options = ["--config", config, "--profile", profile, "--set", "engine.commit_pressure=0.7"]
    ours, theirs = command("replay", trace, *options), pressd("--source", f"trace:{trace}", "--fast", *options)
    assert ours.out == theirs.out and ours.code == theirs.code == 0
    assert theirs.err == f"pressd: {profile}: [button] has no effect: the config does not attach it\n"
    written = file_with(tmp_path / "all.conf", "[engine]\nfull_force = 3\ncommit_pressure = 0.7\n[gestures]\n")
    assert command("replay", trace, "--config", written).out == ours.out != command("replay", trace).out
    profile.write_text("[engine]\nrelease_force = 9\n")
    for words in (f"{profile}:2: engine.release_force: above 0, at most touch_force; release_force = 9, touch_force = 0.4, its default",):
        refused(78, words, "replay", trace, "--profile", profile)
        assert pressd("--source", f"trace:{trace}", "--fast", "--profile", profile).err == f"pressd: {words}\n"
    refused(66, f"--profile {tmp_path}/none.conf: No such file", "replay", trace, "--config", config)
    assert pressd("--source", f"trace:{trace}", "--config", config).err == f"pressd: --profile {tmp_path}/none.conf: No such file or directory\n"  # noqa: E501


def test_a_reader_that_goes_away_ends_it_quietly(command, tmp_path):
    trace = tmp_path / "a.trace"
    assert command("record", trace, "--simulated", "--fast", "--duration", "30").code == 0
    program = f"{sys.executable} -m libpress replay {trace} | head -n 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {program}"], env=WHOLE, capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1 and done.stderr == "" and done.returncode == 0


# ---- Record


def test_a_trace_that_is_recorded_again_is_the_same(command, pressd, tmp_path, plate):
    for name, config in (("one", []), ("four", ["--config", plate])):
        a, b, c = (tmp_path / f"{name}.{letter}" for letter in "abc")
        assert pressd("--source", "sim:unplug", "--fast", "--quiet", "--record", a, *config).code == 0
        assert command("record", b, "--trace", a, "--fast", *config).code == 0
        assert a.read_text() == b.read_text() and ",0,1," in a.read_text().replace(",0,15,", ",0,1,")
        assert command("record", c, "--simulated", "--fast", "--duration", "2.5", *config).code == 0
        assert pressd("--source", f"trace:{c}", "--fast", *config).out == command("replay", c, *config).out != ""
        assert c.read_text().splitlines()[-1].startswith("# end 24") or c.read_text().splitlines()[-1] == "# end 2500000"


TWO = [
    "[sensor]",
    "[sensor2]",
    "channel = converter2.3",
    "[converter2]",
    "model = ads1015",
    "rate_sps = 1600",
    "[engine]",
    "full_force = 4",
    "",
]


def test_the_live_commands_read_all_converters(command, pressd, tmp_path):
    config, trace = tmp_path / "two.conf", tmp_path / "two.trace"
    config.write_text("\n".join(TWO).replace("= converter2.3", "= converter2.3\nfull_scale = 1650"))
    simulated = ["--simulated", "--fast", "--config", config]
    assert command("record", trace, "--duration", "3", *simulated).code == 0
    assert pressd("--source", f"trace:{trace}", "--fast", "--config", config).out == command("replay", trace, "--config", config).out
    highest = [max(int(line.split(",")[3 + n]) for line in trace.read_text().splitlines()[2:-1]) for n in (0, 1)]
    assert 12_000 < highest[0] < 26_400 and 750 < highest[1] < 1_650
    result = command("check", *simulated)
    assert result.code == 0 and result.out.count("a chip answers at") == 2 and "it is an ads1015" in result.out
    assert "sensor 1: the press reads" in result.out and "N on AIN3 of converter2" in result.out
    absent = command("check", "--trouble", "address", *simulated)
    assert absent.code == 69 and "nothing answers at 0x48, but a chip does at 0x4a" in " ".join(absent.out.split())
    measured = command("calibrate", "--yes", "--wait", "2", "--masses", "400,800", "--sensor", "1", "--output", tmp_path / "b.cal", *simulated)
    assert measured.code == 0 and (tmp_path / "b.cal").exists()


def test_a_recording_never_destroys_what_is_read_or_is_there(command, refused, tmp_path):
    trace, config = tmp_path / "a.trace", tmp_path / "a.conf"
    config.write_text("[engine]\n")
    assert command("record", trace, "--simulated", "--fast", "--duration", "1").code == 0
    text = trace.read_text()
    link = tmp_path / "link"
    link.symlink_to(trace)
    hard = tmp_path / "hard"
    os.link(trace, hard)
    for path in (trace, link, hard):
        for force in ([], ["--force"]):
            refused(73, "is what is read", "record", path, "--trace", trace, "--fast", *force)
    refused(73, "is what is read", "record", config, "--simulated", "--fast", "--duration", "1", "--config", config, "--force")
    libpress.Calibration().save(tmp_path / "s.cal")
    (tmp_path / "p.prof").write_text("[engine]\ntouch_force = 0.6\n")
    (tmp_path / "v.save").write_text("# Written by pressd.\n")
    whole = tmp_path / "b.conf"
    whole.write_text(
        f"[sensor]\ncalibration = {tmp_path}/s.cal\n[profile]\nfile = {tmp_path}/p.prof\n[listen]\npath = {tmp_path}/a\nsave = {tmp_path}/v.save\n"
    )
    for name in ("s.cal", "p.prof", "v.save", "b.conf"):
        was = (tmp_path / name).read_bytes()
        refused(73, "is what is read", "record", tmp_path / name, "--simulated", "--fast", "--duration", "1", "--config", whole, "--force")
        assert (tmp_path / name).read_bytes() == was
    (tmp_path / "config.svg").symlink_to("b.conf")
    refused(73, "is what is read", "plot", trace, tmp_path / "config.svg", "--config", whole)
    pairs = ("--reading", "50=900", "--reading", "90=1800")
    for name in ("p.prof", "v.save", "b.conf"):
        refused(73, "is what is read", "calibrate", "--config", whole, *pairs, "--output", tmp_path / name, "--force")
    refused(73, "is what is read", "collect", tmp_path / "b", "--simulated", "--config", whole, "--force")
    refused(73, "gets this name", "calibrate", *pairs, "--output", tmp_path / "x.conf")
    refused(73, "is there already", "record", trace, "--simulated", "--fast", "--duration", "1")
    refused(73, "cannot write: No such file", "record", tmp_path / "none" / "a", "--simulated", "--fast", "--duration", "1")
    assert trace.read_text() == text and config.read_text() == "[engine]\n"
    assert command("record", trace, "--simulated", "--fast", "--duration", "2", "--force").code == 0 and trace.read_text() != text


def test_a_full_disk_is_said(refused):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    refused(73, "/dev/full: cannot write: No space left", "record", "/dev/full", "--simulated", "--fast", "--duration", "30")


def test_a_sensor_on_a_bus_of_the_kernel_is_recorded(fake_bus, command, tmp_path):
    trace = tmp_path / "a.trace"
    for _ in range(4):  # a computer that is busy leaves frames out
        result = fake_bus("record", trace, "--bus", "/dev/i2c-7", "--duration", "2", "--rate", "100", "--force")
        assert result.code == 0, result.err
        if trace.read_text().count("\n") > 150:
            break
    assert 150 < trace.read_text().count("\n") < 210
    assert "preview_began" in command("replay", trace).out


# ---- Plot


@pytest.fixture
def press(command, tmp_path):
    trace = tmp_path / "press.trace"
    assert command("record", trace, "--simulated", "--fast", "--duration", "3").code == 0
    return trace


def test_a_picture_shows_force_levels_and_what_happened(command, press, tmp_path):
    pytest.importorskip("matplotlib")
    for name in ("a.svg", "b.svg", "a.png"):
        assert command("plot", press, tmp_path / name, "--title", "a press").code == 0
    text = (tmp_path / "a.svg").read_text()
    for words in ("a press", "touch 0.40 N", "commit 2.70 N", "complete 4.31 N", "force, N", ">preview<", ">completed<"):
        assert words in text
    assert text == (tmp_path / "b.svg").read_text() and len(text) < 60_000
    png = (tmp_path / "a.png").read_bytes()
    assert png.startswith(b"\x89PNG") and len(png) < 100_000
    command("plot", press, tmp_path / "c.svg", "--set", "engine.full_force=8")
    assert "complete 6.86 N" in (tmp_path / "c.svg").read_text()


def test_a_trace_is_read_by_the_config_beside_it_unless_another_is_given(command, refused, press, tmp_path):
    pytest.importorskip("matplotlib")
    trace = file_with(tmp_path / "own.trace", Path(press).read_text())
    file_with(tmp_path / "own.conf", "[engine]\nfull_force = 8\n")
    other = file_with(tmp_path / "other.conf", "[engine]\nfull_force = 4\n")
    for at, newtons in enumerate(("6.86", "3.46")):
        assert command("plot", trace, tmp_path / "a.svg", *("--config", other)[: 2 * at]).code == 0
        assert f"complete {newtons} N" in (tmp_path / "a.svg").read_text()
    assert command("replay", trace).out != command("replay", trace, "--config", other).out
    file_with(tmp_path / "own.conf", "[engine]\nfull_force = no\n")
    refused(78, "full_force", "plot", trace, tmp_path / "a.svg")


def test_a_long_trace_makes_a_small_picture_that_keeps_its_peaks():
    from libpress.tools.plot import thinned

    numbers = [0.0] * 100_000
    numbers[54_321] = 3.0
    kept = thinned(numbers, 3000)
    assert len(kept) < 3100 and 54_321 in kept and kept[0] == 0 and kept[-1] == 99_999
    assert thinned([1.0, 2.0], 3000) == [0, 1]


def test_pictures_that_cannot_be_are_refused(refused, press, tmp_path):
    pytest.importorskip("matplotlib")
    refused(64, "must end in .png or .svg", "plot", press, tmp_path / "a.jpg")
    refused(73, "cannot write", "plot", press, tmp_path / "none" / "a.png")
    refused(64, "would destroy it", "plot", press, press)
    refused(66, "none.trace: No such file", "plot", tmp_path / "none.trace", tmp_path / "a.png")
    empty = file_with(tmp_path / "empty.trace", HEADER)
    refused(65, "not one reading in it", "plot", empty, tmp_path / "a.png")


def test_without_matplotlib_it_says_what_to_install(refused, press, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    refused(69, "-m pip install 'click>=8.1' 'rich>=13' 'matplotlib>=3.6'", "plot", press, tmp_path / "a.png")


# ---- Options


@pytest.mark.parametrize(
    "code, words, arguments",
    [
        (64, "No such option '--simulatd'", ["check", "--simulatd"]),
        (64, "No such command 'chek'", ["chek"]),
        (64, "Missing argument 'FILE'", ["record"]),
        (64, "exclude each other", ["check", "--simulated", "--bus", "1"]),
        (64, "exclude each other", ["check", "--simulated", "--trace", "a"]),
        (64, "--trouble is for --simulated", ["check", "--trouble", "open"]),
        (64, "is not one of", ["check", "--simulated", "--trouble", "rain"]),
        (64, "--fast is for", ["check", "--fast"]),
        (64, "number of an I2C bus", ["check", "--bus", "one"]),
        (64, "frames per second, 1 to 3300", ["check", "--simulated", "--rate", "0"]),
        (64, "converter needs", ["record", "a", "--simulated", "--fast", "--duration", "1", "--rate", "900"]),
        (64, "seconds above 0", ["record", "a", "--simulated", "--duration", "soon"]),
        (64, "no end: give --duration", ["record", "a", "--simulated", "--fast"]),
        (78, "address", ["check", "--simulated", "--address", "0x50"]),
        (64, "converter.address: it must be 0x08 to 0x77", ["check", "--simulated", "--address", "0x80"]),
        (78, "a load cell has none by default", ["check", "--set", "converter.model=nau7802"]),
        (78, "above the largest code of an mcp3421", ["check", "--set", "converter.model=mcp3421"]),
        (64, "sensor.channel: it must be", ["check", "--simulated", "--channel", "x"]),
        (64, "is no terminal", ["calibrate", "--simulated", "--fast", "--masses", "50"]),
        (64, "give --masses", ["calibrate", "--simulated", "--fast", "--yes"]),
        (64, "with commas", ["calibrate", "--simulated", "--fast", "--yes", "--masses", "50;100"]),
        (64, "above 0", ["calibrate", "--simulated", "--fast", "--yes", "--masses", "0,100"]),
        (64, "GRAMS=CODE", ["calibrate", "--reading", "50"]),
        (64, "do not go with it", ["calibrate", "--reading", "50=1000", "--masses", "50"]),
        (64, "counted from 0", ["calibrate", "--sensor", "1", "--reading", "50=1000"]),
        (64, "one mass above 0", ["calibrate", "--reading", "0=3"]),
        (64, "draws on a terminal", ["monitor", "--simulated"]),
        (66, "/dev/i2c-99: there is no such bus. Switch the bus on", ["record", "a", "--bus", "99"]),
        (66, "a.none: No such file", ["record", "a", "--trace", "a.none"]),
        (69, "nothing answers at 0x48. Check power", ["record", "a", "--simulated", "--trouble", "absent", "--duration", "1", "--fast"]),  # noqa: E501
        (75, "the bus hangs", ["record", "a", "--simulated", "--trouble", "hang", "--duration", "1", "--fast"]),
        (69, "does not keep what is written", ["record", "a", "--simulated", "--trouble", "other", "--duration", "1", "--fast"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(refused, monkeypatch, tmp_path, code, words, arguments):
    monkeypatch.chdir(tmp_path)
    refused(code, words, *arguments)
    assert list(tmp_path.iterdir()) == []


def test_channel_is_for_one_sensor(refused, plate):
    refused(64, "--channel is for one sensor", "check", "--simulated", "--config", plate, "--channel", "1")


def test_help_and_version(command):
    for arguments in (
        ["--help"],
        ["-h"],
        *([name, "--help"] for name in ("check", "calibrate", "monitor", "record", "replay", "plot")),
    ):
        result = command(*arguments)
        assert result.code == 0 and "Usage: libpress" in result.out and max(map(len, result.out.splitlines())) <= 100
    assert command("--version").out.startswith("libpress 1.")


def test_without_the_extra_it_says_what_to_install():
    code = "import sys; sys.modules['click'] = None; from libpress.__main__ import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=WHOLE)
    assert (
        done.returncode == 69
        and f"{sys.executable} -m pip install 'click>=8.1' 'rich>=13' 'matplotlib>=3.6'" in done.stderr
        and done.stderr.count("\n") == 1
    )


def test_the_package_requires_nothing_and_the_extra_what_the_command_imports():
    import tomllib

    project = tomllib.loads((ROOT / "bindings" / "python" / "pyproject.toml").read_text())["project"]
    assert "dependencies" not in project and project["scripts"] == {"libpress": "libpress.__main__:main"}
    assert [one.split(">")[0] for one in project["optional-dependencies"]["tools"]] == ["click", "rich", "matplotlib"]
    code = "import sys; sys.modules.update(click=None, rich=None, matplotlib=None); import libpress; libpress.Pad()"
    subprocess.run([sys.executable, "-c", code], check=True, env=WHOLE)


def test_a_signal_ends_a_recording_as_if_that_was_asked_for(tmp_path):
    import signal
    import time

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        trace = tmp_path / f"{number}.trace"
        process = subprocess.Popen([sys.executable, "-m", "libpress", "record", trace, "--simulated"], stderr=subprocess.PIPE, text=True, env=WHOLE)
        until = time.monotonic() + 30
        while not (trace.exists() and trace.stat().st_size):  # frames are on their way
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(number)
        err = process.communicate(timeout=10)[1]
        assert process.returncode == 0 and "frames" in err
        assert trace.read_text().splitlines()[-1].startswith("# end ")


def test_codes_come_in_the_order_of_the_sensors_whatever_their_channels(tmp_path):
    from ads1115 import Ads1115, FakeBus
    from libpress.tools.sources import Converters

    config = Config.load(None, ["sensor.channel=3", "sensor2.channel=0", "sensor3.channel=2"])
    converter = Converters(config, FakeBus(Ads1115(lambda channel, t: channel * 0.5)), "a bus", None)
    frame = converter.read()
    assert [round(code / 4000) for code in frame.codes] == [3, 0, 2] and not frame.failed
    assert frame.before_us[0] < frame.before_us[2] < frame.before_us[1]  # read in the order of the channels


def test_other_converters_are_read_as_the_config_says():
    from libpress.tools.sources import Converters

    class Mcp3221:
        """Twelve bits, high byte first, whatever is written."""

        def transfer(self, address, write, count):
            assert address == 0x4D
            return bytes([0x0A, 0xBC, 0, 0])[:count]

        def wait(self, until_us):
            self.now = max(getattr(self, "now", 1000) + 100, until_us)
            return self.now

    config = Config.load(None, ["converter.model=mcp3221"])
    assert config.address() == 0x4D and config.sensor(0).circuit.full_scale == 4095
    assert Converters(config, Mcp3221(), "a bus", None).read().codes == (0xABC,)


def test_the_list_of_commands_says_what_their_help_says():
    from libpress.tools.app import WORDS
    from libpress.tools.commands import COMMANDS

    assert {name: " ".join(one.help.split("\n\n")[0].split()) for name, one in COMMANDS.items()} == WORDS
