"""The profile of a person: the same for Python and pressd, and texts in any script."""

import subprocess

import pytest
from conftest import ROOT, file_with
from libpress import (
    ButtonConfig,
    ForceSensor,
    GesturesConfig,
    InvalidError,
    Peek,
    PeekConfig,
    PreviewAction,
    Profile,
    Trait,
    _config_keys,
)

PRESSD = ROOT / "build/pressd"
PLACES = (("", 0, 0), (2, 100, 0), (3, 0, 100), (4, 100, 100))
CONFIG = (
    "".join(f"[sensor{n}]\nx = {x}\ny = {y}\npreload_force = 0.5\n" for n, x, y in PLACES)
    + "[gestures]\n[button]\n[target]\nwidth = 140\nheight = 100\ntraits = peek tap hold double_tap\n"
    "[peek]\ntarget = 1\nid = 9\nactions_x = 40\nactions_width = 40\naction_height = 25\n"
    "[action]\nid = 3\ntitle = Share\n[action2]\nid = 4\ntitle = Delete\n"
)
PROFILES = {
    "levels": "[engine]\ntouch_force = 0.9\nrelease_force = 0.7\nfull_force = 3\nlift_us = 90ms\n",
    "longer times": "[gestures]\nhold_us = 900ms\ndouble_tap_us = 1s\nslop = 25\n[button]\npress_force = 2.5\nlift_us = 100ms\n",
    "hold instead of force": "[gestures]\nforce_from_hold_us = 800ms\nforce_from_hold_delay_us = 100ms\n"
    "[peeks]\nfrom_hold = yes\nhold_us = 350ms\n",
    "no slide": "[peeks]\nslide = no\nreveal_distance = 15\n",
    "right to left": "[profile]\nname = נועה\nright_to_left = yes\n",
    "nothing": "",
}  # fmt: skip

SHOWS = dict.fromkeys(PROFILES, "actions") | {"longer times": "hold", "hold instead of force": "hold", "nothing": ""}
"""Where each makes a difference."""


def pressd(*arguments):
    if not PRESSD.exists():
        pytest.skip("there is no pressd here")
    return subprocess.run([PRESSD, "--progress", "all", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60)


def python(config, trace, **settings):
    pytest.importorskip("click")
    from libpress.tools.lines import json_line

    lines = []
    sensor = ForceSensor.from_config(config, trace=trace, fast=True, **settings)
    sensor.engine.when_event = lambda event: lines.append(json_line(event))
    return sensor, lines


@pytest.mark.parametrize("script", ["actions", "hold", "taps"])
@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_has_the_same_answers_in_pressd_and_in_python(tmp_path, name, script):
    config, profile, trace = tmp_path / "a.conf", tmp_path / "p.conf", tmp_path / "a.trace"
    config.write_text(CONFIG)
    profile.write_text(PROFILES[name])
    assert pressd("--source", f"sim:{script}", "--fast", "--quiet", "--record", trace, "--config", config).returncode == 0
    source = ["--source", f"trace:{trace}", "--fast"]
    theirs = pressd(*source, "--config", config, "--profile", profile)
    assert theirs.returncode == 0 and theirs.stderr == ""
    sensor, ours = python(config, trace, profile=profile)
    sensor.run()
    assert ours == theirs.stdout.splitlines() and len(ours) > 3
    if script == SHOWS.get(name):
        assert theirs.stdout != pressd(*source, "--config", config).stdout
    config.write_text(CONFIG + f"[profile]\nfile = {profile}\n")
    assert pressd(*source, "--config", config).stdout == theirs.stdout
    sensor, again = python(config, trace)
    sensor.run()
    assert again == ours and sensor.profile.name in ("p", "נועה")


@pytest.mark.parametrize("name", ["levels", "longer times"])
def test_a_profile_that_is_loaded_while_it_runs_counts_from_then_on(tmp_path, name):
    config, profile, trace = tmp_path / "a.conf", tmp_path / "p.conf", tmp_path / "a.trace"
    config.write_text(CONFIG)
    profile.write_text(PROFILES[name])
    pressd("--source", "sim:taps", "--fast", "--quiet", "--record", trace, "--config", config)
    sensor, ours = python(config, trace)
    assert sensor.load_profile(profile) == ()
    sensor.run()
    theirs = pressd("--source", f"trace:{trace}", "--fast", "--config", config, "--profile", profile)
    assert ours == theirs.stdout.splitlines() and sensor.profile.name == "p"


def test_from_right_to_left_the_actions_lie_on_the_other_side(tmp_path):
    (tmp_path / "a.conf").write_text(CONFIG)
    for is_so, x in ((False, 40), (True, 60)):
        profile = Profile("x", right_to_left=is_so)
        sensor = ForceSensor.from_config(tmp_path / "a.conf", finger=[(0, 0)], fast=True, profile=profile)
        assert sensor.engine.peek.declared[1].actions_frame == (x, 0, 40, 25) and sensor.profile.right_to_left is is_so


def test_what_is_saved_is_what_is_loaded_and_comments_stay(tmp_path):
    path = file_with(tmp_path / "noa.conf", "# hers\n[engine]\ntouch_force = 0.3  # soft\n")
    profile = Profile("نور", right_to_left=True, engine={"touch_force": 0.5, "lift_us": "80ms"}, peeks={"slide": False})
    profile.save(path)
    assert path.read_text(encoding="utf-8").startswith("# hers\n[engine]\ntouch_force = 0.5  # soft\nlift_us = 80ms\n")
    read = Profile.load(path)
    assert (read.name, read.right_to_left, read.settings) == ("نور", True, profile.settings)
    assert read.settings == {"engine": {"touch_force": 0.5, "lift_us": 80_000}, "peeks": {"slide": False}}
    path.write_text("")
    assert (Profile.load(path).name, repr(Profile.load(path))) == ("noa", "<Profile noa: nothing>")


def test_what_a_program_does_not_attach_has_no_effect_and_is_named():
    profile = Profile("x", engine={"full_force": 3}, button={"press_force": 2}, gestures={"hold_us": 900_000}, drag={"slop": 9})
    sensor = ForceSensor.simulated(fast=True, gestures=GesturesConfig(tap_us=200_000))
    assert sensor.load_profile(profile) == ("button", "drag") and sensor.engine.config["full_force"] == 3
    raw = sensor.engine._core.configs["gestures"]
    assert (raw.hold_us, raw.tap_us) == (900_000, 200_000), "what the program has set stays"
    pressed = ForceSensor.simulated(fast=True, button=ButtonConfig(ceiling=9), profile=profile)
    assert pressed.engine.button.status.press_force == 2 and pressed.engine._core.configs["button"].ceiling == 9 * 65536


def configs(sensor):
    return {name: bytes(raw) for name, raw in sensor.engine._core.every.items()}


def test_a_profile_takes_the_place_of_the_one_before_and_leaves_what_the_program_set():
    noa = Profile("Noa", engine={"touch_force": 0.6, "full_force": 3}, gestures={"hold_us": 900_000}, button={"rapid_trigger": True})
    kim = Profile("Kim", engine={"lift_us": 80_000}, button={"press_force": 2, "rapid_fall": 0.4})
    given = {"gestures": GesturesConfig(tap_us=200_000), "button": ButtonConfig(not_while_moving=True), "release_force": 0.3}

    for first in (noa, None):  # as it is made, or later
        sensor = ForceSensor.simulated(fast=True, **given, **({"profile": first} if first else {}))
        sensor.load_profile(noa)
        assert configs(sensor) == configs(ForceSensor.simulated(fast=True, profile=noa, **given))
        sensor.load_profile(kim)
        assert configs(sensor) == configs(ForceSensor.simulated(fast=True, profile=kim, **given)), "nothing of Noa's stays"
        sensor.engine.set(touch_force=0.8)
        sensor.load_profile(noa)
        sensor.engine.set(full_force=7)
        sensor.load_profile(Profile("nobody"))
        assert configs(sensor) == configs(ForceSensor.simulated(fast=True, touch_force=0.8, **given | {"full_force": 7}))


@pytest.mark.parametrize("section, key, value", [(section, key, value) for section, keys in {
    "engine": {"touch_force": 0.45, "release_force": 0.2, "zero_force": 0.35, "full_force": 4, "preview_pressure": 0.3, "commit_pressure": 0.6,
               "complete_pressure": 0.97, "firmness": 0.2, "lift_us": 80_000},
    "gestures": {"hold_us": 1, "tap_us": 2, "double_tap_us": 3, "slop": 4, "hold_slop": 5, "scroll_slop": 6, "hold_repeat_us": 7,
                 "double_tap_slop": 8, "force_from_hold_us": 9, "force_from_hold_delay_us": 10},
    "peeks": {"reveal_distance": 1, "slop": 2, "rest_us": 3, "slide": False, "from_hold": True, "hold_us": 4, "hide": True},
    "button": {"press_force": 2.5, "release_force": 1, "ratio_down": 0.5, "ratio_up": 1.5, "ceiling": 9, "full_speed": 8, "lift_us": 7,
               "rapid_trigger": True, "rapid_fall": 0.1, "rapid_rise": 0.1},
    "drag": {"slop": 13, "still_slop": 4, "after_hold": True, "hold_in_scroll": True, "by_force": True, "from_preview": True, "hold_us": 5,
             "start_pressure": 0.4, "spring_dwell": False, "spring_force": False, "spring_dwell_us": 6, "spring_activating_us": 7,
             "spring_pressure": 0.3, "drop_pressure": 0.7},
}.items() for key, value in keys.items()])  # fmt: skip
def test_no_setting_of_a_profile_outlives_it(tmp_path, section, key, value):
    config = file_with(tmp_path / "a.conf", CONFIG + "[drag]\n")
    profile = Profile("one", **{section: {key: value}})

    def made(**more):
        return ForceSensor.from_config(config, finger=[(0, 0)], fast=True, **more)

    usual, own = configs(made()), configs(made(profile=profile))
    assert own != usual
    sensor = made(profile=profile)
    sensor.load_profile(Profile("nobody"))
    assert configs(sensor) == usual
    sensor.load_profile(profile)
    assert configs(sensor) == own
    sensor.load_profile(Profile("other", engine={"full_force": 9}))
    assert configs(sensor) == configs(made(profile=Profile("other", engine={"full_force": 9})))


def test_every_key_of_a_profile_is_among_those_that_are_tried():
    (tried,) = (mark for mark in test_no_setting_of_a_profile_outlives_it.pytestmark if mark.name == "parametrize")
    found = {(section, key) for section, key, _ in tried.args[1]}
    assert found == {(section, key) for section, keys in _config_keys.of_profile().items() for key in keys if section != "profile"}


def test_what_a_program_sets_under_a_profile_is_its_own():
    """Also the value that the profile has, and an interaction as a whole."""
    noa = Profile("Noa", engine={"touch_force": 0.6}, button={"press_force": 2})
    given = {"button": ButtonConfig(not_while_moving=True), "release_force": 0.2}
    sensor = ForceSensor.simulated(fast=True, profile=noa, **given)
    sensor.engine.touch_force = 0.6
    sensor.engine.button.set(ButtonConfig(press_force=2, ceiling=9))
    sensor.load_profile(Profile("nobody"))
    assert configs(sensor) == configs(
        ForceSensor.simulated(fast=True, touch_force=0.6, release_force=0.2, button=ButtonConfig(press_force=2, ceiling=9))
    )


def test_what_does_not_fit_changes_nothing():
    sensor = ForceSensor.simulated(fast=True, gestures=True, peek=True, traits=Trait.PEEK)
    before = sensor.engine.config
    with pytest.raises(InvalidError, match=r"the profile x: \[engine\]: .*release_force: above 0, at most touch_force"):
        sensor.load_profile(Profile("x", gestures={"hold_us": 1}, engine={"touch_force": 0.1}))
    assert sensor.engine.config == before and sensor.profile is None
    profile = Profile("x", peeks={"slide": False})
    made = ForceSensor.simulated(fast=True, peek=PeekConfig(rest_us=5), traits=Trait.PEEK, profile=profile)
    assert made.load_profile(profile) == () and made.engine._core.configs["peek"].rest_us == 5
    assert made.load_profile(Profile("y", peeks={"rest_us": 7})) == ()
    raw = made.engine._core.configs["peek"]
    assert raw.rest_us == 7 and raw.flags == 0, "what the profile before has set ends with it"


WRONG = [
    ("[sensor]\n", 'no section "sensor" in a profile; there are engine, gestures, peeks, button, drag, profile'),
    ("[engine]\ntraits = tap\n", 'no key "traits" in [engine] of a profile; there are touch_force'),
    ("[profile]\nfile = x\n", 'no key "file" in [profile] of a profile; there are name, right_to_left'),
    ("[engine]\ntouch_force = 0\n", "engine.touch_force: it must be a decimal above 0"),
    ("[engine]\ntouch_force = 1\ntouch_force = 1\n", "engine.touch_force is given twice: it stands in line 2 already"),
    ("[gestures]\nhold_us = 0\n", "gestures.hold_us: it must be a time above 0"),
    (
        "[profile]\nname = " + "א" * 32 + "\n",
        "profile.name: it must be up to 63 bytes of UTF-8 without control characters, and without # or ; after a blank",
    ),
    ("name = x\n", "a key before the first section"),
    ("[button2]\n", 'no section "button2"'),
]


@pytest.mark.parametrize("text, words", WRONG, ids=[words[:40] for _, words in WRONG])
def test_what_is_wrong_in_a_profile_is_said_alike(tmp_path, text, words):
    path = tmp_path / "p.conf"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidError) as ours:
        Profile.load(path)
    theirs = pressd("--source", "sim", "--fast", "--profile", path)
    assert (theirs.returncode, theirs.stderr) == (78, f"pressd: {ours.value}\n") and words in theirs.stderr


def test_a_profile_that_is_made_in_a_program_is_checked():
    for sections, words in (
        ({"sensor": {"x": 1}}, 'no section "sensor" in a profile; there are engine, gestures'),
        ({"engine": {"traits": Trait.TAP}}, 'no key "traits" in .engine. of a profile'),
        ({"gestures": {"hold_us": -1}}, "gestures.hold_us: it must be a time above 0"),
    ):
        with pytest.raises(InvalidError, match=words):
            Profile("x", **sections)


def test_the_keys_of_a_profile_change_nothing_but_a_person_s_settings():
    for section, keys in _config_keys.of_profile().items():
        assert _config_keys.most(section) == 1
        assert not set(keys) & {"enabled", "traits", "frame_us", "file", "tell_moved", "lost_after_us"}


TITLES = ["שיתוף", "مشاركة \u200f", "می\u200cخواهم", "共有", "Teilen 👍🏽", "Ελληνικά", "e\u0301", "x" * 63, "א" * 31 + "x"]


@pytest.mark.parametrize("title", TITLES)
def test_titles_in_any_script_pass_through_unharmed(tmp_path, title):
    path = tmp_path / "a.conf"
    path.write_text(CONFIG.replace("Share", title), encoding="utf-8")
    sensor = ForceSensor.from_config(path, finger=[(0, 0)], fast=True)
    assert [one.title for one in sensor.engine.peek.declared[1].actions] == [title.strip(), "Delete"]
    sensor.save(tmp_path / "b.conf")
    again = ForceSensor.from_config(tmp_path / "b.conf", finger=[(0, 0)], fast=True)
    assert again.engine.peek.declared[1].actions[0].title == title.strip()
    assert pressd("--source", "sim", "--fast", "--quiet", "--config", tmp_path / "b.conf").returncode == 0
    engine, shown = sensor.engine, []
    engine.peek.when_revealed = lambda: shown.extend(one.title for one in engine.peek.status.actions)
    raw = engine.peek._declared[1].raw.actions[0].title
    assert raw.decode() == title.strip()


@pytest.mark.parametrize("title", ["א" * 32, "x" * 62 + "é", "共" * 22, "a\x01b"])
def test_a_title_that_does_not_fit_is_refused_and_never_cut(tmp_path, title):
    path = tmp_path / "a.conf"
    path.write_text(CONFIG.replace("Share", title), encoding="utf-8")
    with pytest.raises(
        InvalidError, match="action.title: it must be up to 63 bytes of UTF-8 without control characters, and without # or ; after a blank"
    ) as ours:
        ForceSensor.from_config(path, finger=[(0, 0)], fast=True)
    theirs = pressd("--source", "sim", "--fast", "--config", path)
    assert (theirs.returncode, theirs.stderr) == (78, f"pressd: {ours.value}\n")


def test_a_long_title_is_whole_where_a_program_gives_it():
    sensor = ForceSensor.simulated(fast=True, peek=True, traits=Trait.PEEK)
    title = "א" * 3000
    sensor.engine.peek.declared = {0: Peek(1, [PreviewAction(title, id=1)])}
    assert sensor.engine.peek._declared[0].raw.actions[0].title.decode() == title


def test_the_profile_that_the_manual_shows_is_taken(tmp_path):
    text = (ROOT / "docs/pressd/profile.md").read_text().partition("```ini\n")[2].partition("```")[0]
    path = file_with(tmp_path / "noa.conf", text)
    sensor = ForceSensor.from_config(ROOT / "examples/pressd/peek.conf", finger=[(0, 0)], fast=True, profile=path)
    assert sensor.profile.name == "Noa" and sensor.engine.config["lift_us"] == 80_000
    done = pressd("--source", "sim:peek", "--fast", "--quiet", "--config", ROOT / "examples/pressd/peek.conf", "--profile", path)
    assert (done.returncode, done.stderr) == (0, "")
