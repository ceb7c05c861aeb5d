"""pressd as an input device: /dev/uinput is answered by fake_uinput.c, which writes down what comes."""

import errno
import os
import signal
import struct
import time

import pytest
from conftest import ROOT, assert_ends, file_with, read_until

pytestmark = pytest.mark.real_time

SYN, KEY, ABS = 0, 1, 3
BTN_TOUCH, BTN_TOOL_FINGER, BTN_LEFT, ENTER, ESC, TAB, SPACE = 0x14A, 0x145, 0x110, 28, 1, 15, 57
X, Y, PRESSURE = 0, 1, 0x18
INPUT_EVENT = struct.Struct("@llHHi")
PEEK = ROOT / "examples" / "pressd" / "peek.conf"
PLATE = ROOT / "examples" / "pressd" / "plate4.conf"
RAW = ("--set", "uinput.kind=raw")
"""One sensor without a key: for programs that read the device themselves."""


class Recorded:
    def __init__(self, folder, environment):
        self.events_file, self.setup_file = folder / "events", folder / "setup"
        self.environment = os.environ | environment | {"FAKE_UINPUT_EVENTS": str(self.events_file), "FAKE_UINPUT_SETUP": str(self.setup_file)}

    @property
    def setup(self):
        return self.setup_file.read_text().splitlines() if self.setup_file.exists() else []

    @property
    def events(self):
        return [(type, code, value) for _, _, type, code, value in INPUT_EVENT.iter_unpack(self.events_file.read_bytes())]

    def of(self, type, code):
        return [value for t, c, value in self.events if (t, c) == (type, code)]

    def check_released(self):
        """Everything that was pressed was let go, once, and reported."""
        held, pending = {}, False
        for type, code, value in self.events:
            pending = type != SYN
            if type == KEY:
                assert value == 1 - held.get(code, 0), f"key {code} twice {value}"
                held[code] = value
        assert not pending and not any(held.values()), held
        assert self.setup[-1] == "destroy" and self.setup.count("destroy") == 1


@pytest.fixture
def device(preload, tmp_path):
    return Recorded(tmp_path, {"LD_PRELOAD": str(preload("fake_uinput"))})


@pytest.fixture
def run(pressd, device):
    return lambda *arguments: pressd("--uinput", *arguments, env=device.environment)


@pytest.fixture
def start_here(start, device):
    return lambda *arguments: start("--uinput", *arguments, env=device.environment)


def test_it_says_what_it_is(run, device):
    assert run("--fast", *RAW, "--set", "uinput.name=the plate").code == 0
    assert "name the plate bus 6" in device.setup and not [line for line in device.setup if line.startswith("property")]
    assert f"key {BTN_TOUCH}" in device.setup and f"axis {PRESSURE} from 0 to 32767 per 0" in device.setup
    assert not [line for line in device.setup if line.startswith((f"axis {X} ", f"axis {Y} ", "key 0"))]
    assert device.setup.index("create") == len(device.setup) - 2


def test_pressure_follows_the_press_and_touch_holds_from_began_to_ended(run, device):
    result = run("--fast", *RAW)
    names = result.names
    assert device.of(KEY, BTN_TOUCH) == [1, 0] * names.count("contact_began")
    pressure = device.of(ABS, PRESSURE)
    assert max(pressure) > 0.85 * 32767 and pressure.count(0) == names.count("contact_began") and pressure[-1] == 0
    assert all(0 <= p <= 32767 for p in pressure)
    # During a touch the pressure is never 0, which would mean no finger.
    touched = False
    for type, code, value in device.events:
        if (type, code) == (KEY, BTN_TOUCH):
            touched = bool(value)
        if (type, code) == (ABS, PRESSURE):
            assert (value > 0) == touched
    device.check_released()


def test_the_log_is_the_same_with_and_without(run, pressd, device):
    assert run("--fast", *RAW).out == pressd("--fast").out
    delivered = pressd("--fast", "--set", "engine.tell_moved=yes")
    assert run("--fast", *RAW, "--set", "engine.tell_moved=yes").out == delivered.out and "contact_moved" in delivered.out


def test_several_sensors_give_a_position_within_their_rectangle(run, device):
    assert run("--fast", "--config", PLATE, "--set", "uinput.steps_per_point=4").code == 0
    assert "property 1" in device.setup, "what is touched is what is meant"
    (x,) = [line.split() for line in device.setup if line.startswith(f"axis {X} ")]
    (y,) = [line.split() for line in device.setup if line.startswith(f"axis {Y} ")]
    for axis, values in ((x, device.of(ABS, X)), (y, device.of(ABS, Y))):
        least, most = int(axis[3]), int(axis[5])
        assert most - least > 100 and values and all(least <= v <= most for v in values)
        assert axis[7] == "4", "a point is a millimetre"
    device.check_released()


def test_the_steps_in_a_millimetre_say_how_large_a_pad_is(run, device):
    assert run("--fast", "--config", PLATE, "--set", "uinput.steps_per_mm=25").code == 0
    assert f"axis {X} from 0 to 1000 per 25" in [" ".join(line.split()) for line in device.setup]


def test_a_touchpad_has_a_finger(run, device):
    assert run("--fast", "--config", PLATE, "--set", "uinput.kind=touchpad", "--set", "uinput.preview_key=btn_left").code == 0
    assert "property 0" in device.setup and f"key {BTN_TOOL_FINGER}" in device.setup
    assert device.of(KEY, BTN_TOOL_FINGER) == device.of(KEY, BTN_TOUCH) != []
    touches = [value for value in device.of(ABS, PRESSURE) if value]
    assert min(touches) > 0.12 * 32767, "desktops see the lightest touch"
    assert max(touches) > 0.85 * 32767
    device.check_released()


def test_keys_are_held_or_clicked_with_what_they_stand_for(run, device):
    keys = {"preview": "key_enter", "commit": "btn_left", "completed": "key_esc", "button": "key_tab"}
    arguments = [a for k, v in keys.items() for a in ("--set", f"uinput.{k}_key={v}")]
    names = run("--fast", "--set", "button.enabled=yes", *arguments).names
    assert device.of(KEY, ENTER) == [1, 0] * names.count("preview_began") and names.count("preview_began") == 2
    assert device.of(KEY, BTN_LEFT) == [1, 0]
    assert device.of(KEY, ESC) == [1, 0]
    assert device.of(KEY, TAB) == [1, 0] * names.count("button_pressed") != []
    keys = [(c, v) for t, c, v in device.events if t == KEY and c in (ENTER, BTN_LEFT, ESC)]
    assert keys[:6] == [(ENTER, 1), (BTN_LEFT, 1), (BTN_LEFT, 0), (ENTER, 0), (ESC, 1), (ESC, 0)]
    device.check_released()


def test_gestures_and_peeks_have_keys_too(run, device):
    keys = {"tapped": TAB, "hold": SPACE, "peek": ENTER, "popped": ESC}
    arguments = [a for k, v in keys.items() for a in ("--set", f"uinput.{k}_key={v}")]
    names = run("--fast", "--source", "sim:peek", "--config", PEEK, *arguments).names
    for key, event in (("tapped", "tapped"), ("hold", "hold_began"), ("peek", "peek_shown"), ("popped", "peek_popped")):
        assert device.of(KEY, keys[key]) == [1, 0] * names.count(event), key
        assert names.count(event) > 0, event
    device.check_released()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_in_mid_press_releases_everything(start_here, device, number):
    process = start_here("--set", "uinput.preview_key=key_enter", "--source", "sim:hold")
    read_until(process, "preview_updated")
    process.send_signal(number)
    process.communicate(timeout=5)
    assert process.returncode == 0
    assert device.of(KEY, ENTER) == [1, 0] and device.of(KEY, BTN_TOUCH) == [1, 0]
    device.check_released()


def test_a_sensor_that_is_unplugged_in_mid_press_releases_everything(run, device):
    result = run("--fast", "--source", "sim:unplug", "--set", "uinput.preview_key=key_enter", "--duration", "2s")
    assert "sensor_fault" in result.names
    assert device.of(KEY, ENTER) == [1, 0] and device.of(KEY, BTN_TOUCH) == [1, 0]
    device.check_released()


def test_an_error_in_mid_press_releases_everything(run, device, tmp_path):
    trace = file_with(tmp_path / "broken.csv", "1\n" * 100 + "15000\n" * 50 + "broken\n")
    result = run("--fast", *RAW, "--source", f"trace:{trace}", "--rate", 200)
    assert result.code == 65
    assert device.of(KEY, BTN_TOUCH) == [1, 0]
    device.check_released()


def test_a_reader_of_events_that_goes_away_releases_everything(start_here, device):
    process = start_here(*RAW, "--source", "sim:hold", "--set", "engine.tell_moved=yes")
    read_until(process, "preview_updated")
    process.stdout.close()
    process.stdout = None
    process.wait(timeout=5)
    assert process.returncode == 0
    device.check_released()


def test_a_reader_of_events_that_does_not_read_keeps_nothing_pressed_after_a_signal(start_here, device):
    process = start_here(*RAW, "--source", "sim:hold", "--fast", "--duration", "10000s", "--set", "engine.tell_moved=yes")
    size = -1
    while size != (size := device.events_file.stat().st_size if device.events_file.exists() else -2):
        time.sleep(0.3)  # until the pipe is full
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=5)
    assert process.returncode == 0
    device.check_released()


@pytest.mark.parametrize(
    "number, code, words",
    [
        (errno.ENOENT, 66, "modprobe uinput"),
        (errno.ENODEV, 66, "modprobe uinput"),
        (errno.EACCES, 77, "udev rule"),
        (errno.EPERM, 77, "udev rule"),
    ],
)
def test_a_device_that_cannot_be_made_is_refused_in_words(run, device, number, code, words):
    device.environment["FAKE_UINPUT_ERRNO"] = str(number)
    result = run("--fast", *RAW)
    assert result.code == code and result.out == ""
    assert "/dev/uinput" in result.err and words in result.err


def test_what_is_no_uinput_is_refused(pressd, tmp_path):
    for node, words in (("/dev/null", "This is not uinput"), (tmp_path / "none", "modprobe uinput")):
        result = pressd("--uinput", "--fast", *RAW, "--set", f"uinput.node={node}")
        assert result.code == 66 and words in result.err and str(node) in result.err


def test_a_device_that_fails_ends_the_program_and_says_so(run, device):
    device.events_file.symlink_to("/dev/full")
    result = run("--fast", *RAW)
    assert result.code == 74 and "/dev/uinput: No space left" in result.err
    assert device.setup[-1] == "destroy"
    assert result.names[-1] == "contact_cancelled"


@pytest.mark.parametrize(
    "setting, words",
    [
        ("uinput.tapped_key=768", "1 to 767"),
        ("uinput.tapped_key=0", "1 to 767"),
        ("uinput.tapped_key=0x14a", "not btn_touch"),
        ("uinput.tapped_key=key_nothing", "key_enter"),
        ("uinput.steps_per_point=0", "1 to 1000"),
        ("uinput.touch_key=28", "there are enabled"),
    ],
)
def test_values_out_of_range_are_refused(pressd, setting, words):
    assert_ends(pressd("--set", setting), 64, words)


@pytest.mark.parametrize("arguments", [[], ["--set", "uinput.kind=touchpad"], ["--set", "uinput.tapped_key=btn_left"]])
def test_what_no_desktop_takes_is_refused_with_what_to_write(run, device, arguments):
    assert_ends(run(*arguments), 78, "uinput.kind = raw")
    assert run("--fast", "--set", "uinput.hold_key=key_enter", *arguments).code == 0, "a key makes it a keyboard"


@pytest.mark.parametrize("button", ["btn_left", "btn_middle", "0x113"])
def test_a_screen_with_a_button_of_a_mouse_is_refused(run, button):
    assert_ends(
        run("--config", PLATE, "--set", f"uinput.hold_key={button}", "--set", "uinput.tapped_key=key_enter"),
        78,
        "uinput.hold_key is a button of a mouse",
    )


def test_a_section_switches_it_on_and_its_key_off(pressd, device, tmp_path):
    config = file_with(tmp_path / "a.conf", "[uinput]\nkind = raw\n")
    assert pressd("--fast", "--config", config, env=device.environment).code == 0 and "create" in device.setup
    device.setup_file.unlink()
    assert pressd("--fast", "--config", config, "--set", "uinput.enabled=no", env=device.environment).code == 0 and device.setup == []
