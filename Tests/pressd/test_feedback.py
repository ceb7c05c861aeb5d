"""Feedback: what answers events, on a DRV2605L on the bus, on an input device that rumbles, on an LED."""

import errno
import os
import struct
import subprocess

import pytest
from conftest import PRESSD, ROOT, Result, assert_ends
from test_interactions import PEEK

FEEDBACK = ("--set", "feedback.enabled=yes")
MOTOR = (*FEEDBACK, "--set", "feedback.drv2605l=yes")
INPUT_EVENT = struct.Struct("@llHHi")
EV_FF, FF_GAIN = 0x15, 0x60


def effects(result):
    return [(e["effect"], e["of"], round(e["strength"], 2)) for e in result.events if e["event"] == "effect"]


def without_effects(result):
    return [e for e in result.events if e["event"] != "effect"]


def sets(*keys):
    return [word for key in keys for word in ("--set", key)]


# ---- The table


def test_the_end_of_a_preview_is_soft_and_its_completion_firm(pressd):
    result = pressd("--fast", *FEEDBACK)
    assert effects(result) == [("soft", "preview_updated", 0.6), ("firm", "commit_updated", 1.0)]
    assert without_effects(result) == pressd("--fast").events


def test_each_effect_stands_behind_its_event_at_its_time(pressd):
    events = pressd("--fast", *FEEDBACK).events
    for before, e in zip(events, events[1:]):
        if e["event"] == "effect":
            assert before["event"] == e["of"] and before["t_us"] == e["t_us"]


@pytest.mark.parametrize("force", ["1.5", "4.3", "4.5"])
def test_a_force_button_is_felt_at_its_click_and_not_at_levels_that_nothing_takes(pressd, tmp_path, force):
    finger = tmp_path / "press.csv"
    finger.write_text("0 0\n500ms 0\n1500ms 6\n1800ms 6\n2800ms 0\n3200ms 0\n")
    button = sets("button.enabled=yes", f"button.press_force={force}", "button.release_force=1.3")
    click = [("firm", "button_pressed", 1.0), ("soft", "button_released", 0.6)]
    assert effects(pressd("--fast", "--source", f"finger:{finger}", *FEEDBACK, *button)) == click
    own = sets("effect.event=preview_updated", "effect.ended=yes", "effect.effect=tick")
    assert effects(pressd("--fast", "--source", f"finger:{finger}", *FEEDBACK, *button, *own)) == [("tick", "preview_updated", 1.0)]
    own = sets(*(word for word in own[1::2]), "effect.unless_button=yes")
    assert effects(pressd("--fast", "--source", f"finger:{finger}", *FEEDBACK, *button, *own)) == []


def test_people_read_effects_too(pressd):
    out = pressd("--fast", "--format", "text", *FEEDBACK).out
    assert "   1.986 s  effect            soft  0.60\n" in out


def test_a_quick_action_that_is_highlighted_ticks(pressd):
    result = pressd("--fast", "--source", "sim:actions", "--config", PEEK, *FEEDBACK)
    ticks = [e for e in effects(result) if e[0] == "tick"]
    assert len(ticks) == sum(e["event"] == "action_highlighted" and e["action"] != 0 for e in result.events) > 0


def test_a_table_of_ones_own_takes_the_place_of_the_default(pressd):
    rows = sets("effect.event=contact_ended:lifted", "effect.effect=tick", "effect.strength=30", "effect2.event=contact_began")
    result = pressd("--fast", *FEEDBACK, *rows)
    lifted = result.names.count("contact_ended")
    assert effects(result).count(("tick", "contact_ended", 0.3)) == lifted > 0
    assert effects(result).count(("firm", "contact_began", 1.0)) == lifted
    assert len(effects(result)) == 2 * lifted


def test_detents_answer_moves_that_the_log_does_not_have(pressd):
    rows = sets(
        "effect.event=contact_moved", "effect.effect=tick", "effect.follows=pressure", "effect.detents=4", "effect.rising=yes", "effect.least=20"
    )
    result = pressd("--fast", *FEEDBACK, *rows)
    felt = effects(result)
    assert [e[0] for e in felt] == ["tick"] * len(felt) and len(felt) >= 4
    assert [round(e[2], 1) for e in felt[:3]] == [0.4, 0.6, 0.8]
    assert "contact_moved" not in result.names
    assert without_effects(result) == pressd("--fast").events


@pytest.mark.parametrize(
    "wrong, said",
    [
        (("effect.event=tapped:tired",), "an event as the log calls it"),
        (("effect.event=unknown",), "an event as the log calls it"),
        (("effect.effect=loud",), "effect.effect: it must be none, level"),
        (("effect.event=tapped", "effect.detents=3"), "effect.detents: up to 64, of a source"),
        (("effect.event=tapped", "effect.effect=level"), "effect.event: detents and levels are of contact_moved"),
        (("feedback.rated_mv=20",), "100 to 5000"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(pressd, wrong, said):
    result = pressd("--fast", *FEEDBACK, *sets(*wrong))
    assert result.code in (64, 78) and said in result.err and result.out == ""


# ---- The DRV2605L


def test_a_motor_on_the_bus_changes_no_event_and_misses_no_frame(pressd):
    result, alone = pressd("--fast", "--stats", *MOTOR), pressd("--fast")
    assert without_effects(result) == alone.events
    assert "deadlines missed 0" in result.err and "effects 2; by the DRV2605L 2, worst" in result.err
    assert int(result.err.split("worst ")[1].split(" us")[0]) < 1000


def test_a_rate_that_leaves_no_time_for_the_motor_is_refused(pressd):
    assert_ends(pressd("--fast", "--rate", 500, *MOTOR), 64, "between two frames the DRV2605L requires 1200 us of the bus: it must be up to 357")
    assert pressd("--fast", "--rate", 357, "--duration", 1, *MOTOR).code == 0


def test_a_motor_requires_a_bus(pressd):
    result = pressd("--source", f"trace:{ROOT / 'Tests' / 'pressd' / 'sim.log'}", *MOTOR)
    assert result.code == 78 and "feedback.drv2605l requires converters on a bus" in result.err


@pytest.fixture
def on_i2c(preload, tmp_path):
    def run(*arguments, motor=True):
        log = tmp_path / "motor"
        environment = os.environ | {"LD_PRELOAD": str(preload("fake_i2c"))} | ({"FAKE_I2C_MOTOR": str(log)} if motor else {})
        command = [PRESSD, "--source", "i2c:/dev/i2c-7@0x48", "--duration", "2", *map(str, arguments)]
        result = Result(subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment))
        return result, log.read_text().split() if log.exists() else []

    return run


SET_UP = ["01=00", "16=3D8B0C6C2A93F5A030"]


@pytest.mark.real_time
def test_the_registers_of_a_press_are_these(on_i2c):
    result, written = on_i2c(*MOTOR, *sets("engine.full_force=2"))
    assert [e[0] for e in effects(result)] == ["soft", "firm"]
    soft, firm = "04=080000000000000001", "04=010000000000000001"
    # The preview readies it. The bump is over before the click, or makes way for it.
    # If both phases end with one reading, only the click is sent.
    ways = ([soft, firm], [firm])
    ends = (["01=40", "01=40"], ["01=40"])
    assert [w for w in written if w != "0C=00"] in [[*SET_UP, "01=40", "01=000001", *way, *end] for way in ways for end in ends]
    assert written[-2:] == ["0C=00", "01=40"], "it is stopped at the end"


@pytest.mark.real_time
def test_a_motor_that_is_not_there_is_said_once_and_the_sensor_is_read(on_i2c):
    result, _ = on_i2c(*MOTOR, motor=False)
    assert result.code == 0 and "preview_began" in result.names and "sensor_fault" not in result.names
    assert result.err.count("DRV2605L: no device acknowledged the address: is it wired") == 1


# ---- Force feedback


@pytest.fixture
def rumble(pressd, preload, tmp_path):
    def run(*arguments, **more):
        events, uploads = tmp_path / "events", tmp_path / "uploads"
        environment = os.environ | {"LD_PRELOAD": str(preload("fake_ff")), "FAKE_FF_EVENTS": str(events), "FAKE_FF_UPLOADS": str(uploads)} | more
        result = pressd("--fast", *FEEDBACK, *sets("feedback.device=/dev/input/event9"), *arguments, env=environment)
        written = (
            [(code, value) for *_, type, code, value in INPUT_EVENT.iter_unpack(events.read_bytes()) if type == EV_FF] if events.exists() else []
        )
        return result, written, uploads.read_text().splitlines() if uploads.exists() else []

    return run


def test_the_force_feedback_of_a_press_is_this(rumble):
    result, written, uploads = rumble()
    assert result.code == 0
    assert uploads == [
        "0: type 80, 0 ms after 0, magnitudes 65535 65535",
        "1: type 80, 20 ms after 0, magnitudes 65535 65535",
        "2: type 80, 40 ms after 0, magnitudes 65535 65535",
        "3: type 80, 80 ms after 0, magnitudes 65535 65535",
        "4: type 80, 60 ms after 60, magnitudes 65535 65535",
    ]
    assert written == [(FF_GAIN, 39321), (2, 1), (FF_GAIN, 65535), (3, 1)]


def test_a_device_without_gain_rumbles_at_full_strength(rumble):
    assert rumble(FAKE_FF_NO_GAIN="1")[1] == [(2, 1), (3, 1)]


def test_a_level_that_rumbles_is_stopped(rumble):
    rows = sets("effect.event=preview_updated", "effect.effect=level", "effect.follows=progress", "feedback.level_step=0.3")
    _, written, _ = rumble(*rows)
    of_level = [value for code, value in written if code == 0]
    assert of_level == [1, 0] * (len(of_level) // 2) and of_level
    gains = [value for code, value in written if code == FF_GAIN]
    assert len(gains) > len(of_level) // 2 and gains[0] < gains[1]


@pytest.mark.parametrize(
    "more, code", [({"FAKE_FF_ERRNO": str(errno.ENOENT)}, 66), ({"FAKE_FF_ERRNO": str(errno.EACCES)}, 77), ({"FAKE_FF_NO_RUMBLE": "1"}, 66)]
)
def test_a_device_that_cannot_rumble_is_refused(rumble, more, code):
    result, written, _ = rumble(**more)
    assert result.code == code and "feedback.device /dev/input/event9: " in result.err and not written
    assert ("DeviceAllow" in result.err) == (code == 77)


# ---- An LED


def light(folder, most="255"):
    folder.mkdir(exist_ok=True)
    (folder / "max_brightness").write_text(f"{most}\n")
    (folder / "brightness").write_text("")
    return sets(f"feedback.led={folder}")


def test_an_led_is_as_bright_as_an_effect_is_strong_and_goes_out(pressd, tmp_path):
    assert pressd("--fast", *FEEDBACK, *light(tmp_path)).code == 0
    assert (tmp_path / "brightness").read_text().split() == ["153", "0", "255", "0", "0"]


def test_a_double_blinks_twice(pressd, tmp_path):
    pressd(
        "--fast",
        "--duration",
        "1",
        *FEEDBACK,
        *light(tmp_path, 10),
        *sets("effect.event=contact_began", "effect.effect=double", "effect.strength=50"),
    )
    assert (tmp_path / "brightness").read_text().split() == ["5", "0", "5", "0", "0"]


@pytest.mark.parametrize("most", ["", "0", "bright"])
def test_a_folder_that_is_no_led_is_refused(pressd, tmp_path, most):
    assert_ends(pressd("--fast", *FEEDBACK, *light(tmp_path, most)), 66, "It is a folder in /sys/class/leds")
