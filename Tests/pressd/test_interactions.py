"""Gestures, peeks, transitions and the force button of pressd: what a config asks for is attached, and its events are printed."""

import signal
import time

import pytest
from conftest import ROOT, check_pairs, file_with

PEEK = ROOT / "examples" / "pressd" / "peek.conf"
DRAG = ROOT / "examples" / "pressd" / "drag.conf"


# ---- The example


def test_the_example_shows_what_a_finger_that_stays_can_do(pressd):
    result = pressd("--source", "sim:peek", "--fast", "--config", PEEK)
    check_pairs(result.events)
    names = result.names
    for name in ("tapped", "hold_began", "peek_dismissed", "peek_popped", "transition_finished", "transition_cancelled"):
        assert names.count(name) >= 1, name
    begin = next(e for e in result.events if e["event"] == "hold_began")["t_us"]
    assert begin - max(e["t_us"] for e in result.events if e["event"] == "contact_began" and e["t_us"] < begin) == 500_000
    assert {e["peek"] for e in result.events if "peek" in e} == {7}


def test_a_transition_runs_back_between_the_frames(pressd):
    events = pressd("--source", "sim:unplug", "--fast", "--progress", "all", "--config", PEEK).events
    lost = next(e for e in events if e["event"] == "preview_cancelled")
    assert lost["reason"] == "lost"
    run = [e for e in events if "transition" in e and lost["t_us"] <= e["t_us"] < lost["t_us"] + 250_000]
    assert [e["event"] for e in run[:-1]] == ["transition_updated"] * (len(run) - 1) and len(run) > 5
    assert {b["t_us"] - a["t_us"] for a, b in zip(run, run[1:-2])} == {16667}
    assert all(b["progress"] < a["progress"] for a, b in zip(run, run[1:-1]))
    assert run[-1]["event"] == "transition_cancelled" and run[-1]["reason"] == "none"


@pytest.mark.not_quick
def test_a_signal_closes_every_beginning(start):
    process = start("--source", "sim:peek", "--config", PEEK)
    time.sleep(1.75)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=5)
    assert process.returncode == 0
    assert '"hold_cancelled"' in out.splitlines()[-2] and '"reason":"reset"' in out.splitlines()[-1]


# ---- Without a plate


def test_one_sensor_without_targets(pressd, tmp_path):
    config = file_with(tmp_path / "a.conf", "[engine]\ntraits = tap hold peek\n[gestures]\n[peek]\nid = 3\n")
    result = pressd("--source", "sim:peek", "--config", config, "--fast")
    assert result.code == 0, result.err
    check_pairs(result.events)
    assert {"tapped", "hold_began", "peek_popped", "peek_dismissed"} <= set(result.names)
    assert {e["target"] for e in result.events if "target" in e} == {0}


def test_the_force_button(pressd, tmp_path):
    config = file_with(tmp_path / "a.conf", "[button]\npress_force = 2\nrelease_force = 1\nratio_down = 0\n")
    events = pressd("--source", "sim:press", "--config", config, "--fast").events
    check_pairs(events)
    pressed = [e for e in events if e["event"] == "button_pressed"]
    released = [e for e in events if e["event"] == "button_released"]
    assert len(pressed) == len(released) == 2
    assert all(e["force"] >= 2 for e in pressed) and all(e["force"] < 1 for e in released)


def test_pressure_from_holding(pressd, tmp_path):
    config = file_with(tmp_path / "a.conf", "[gestures]\nforce_from_hold_us = 500ms\n[engine]\nfull_force = 100\n")
    names = pressd("--source", "sim:hold", "--config", config, "--fast", "--duration", "3").names
    assert "preview_began" in names and "commit_updated" in names


@pytest.mark.parametrize("curve", ["ease_in_out", "ease_in", "ease_out", "linear", "0.2 -0.5 0.8 1.5"])
def test_curves(pressd, curve):
    result = pressd("--source", "sim:unplug", "--fast", "--config", PEEK, "--set", f"transition.curve={curve}")
    assert result.code == 0, result.err
    check_pairs(result.events)


def test_text_is_thinned(pressd):
    result = pressd("--source", "sim:peek", "--fast", "--config", PEEK, "--draw")
    lines = result.out.splitlines()
    assert len(lines) < 140
    assert any("tapped" in line for line in lines) and any("peek_popped" in line and "peek 7" in line for line in lines)
    assert any("h hold" in line for line in lines)


# ---- Rates


def test_times_that_a_rate_cannot_keep_are_refused_with_their_keys_and_values_that_work(pressd, tmp_path):
    settings = ["--set", "pad.stale_after_us=200ms", "--set", "pad.gap_us=200ms", "--set", "engine.lost_after_us=200ms"]
    file = file_with(tmp_path / "a.csv", "1\n" * 20 + "20000\n" * 20 + "1\n" * 20)
    for source in (("--source", "sim"), ("--source", f"trace:{file}")):
        slow = pressd(*source, "--rate", 4, "--fast", *settings)
        assert slow.code == 78 and slow.out == "" and slow.err.count("\n") == 1
        for text in ("every 250000 us", "pad.stale_after_us, pad.gap_us, engine.lost_after_us", "set each to 750ms"):
            assert text in slow.err
        obeyed = [one.replace("200ms", "750ms") for one in settings]
        for followed in (pressd(*source, "--rate", 4, "--fast", *obeyed), pressd(*source, "--rate", 4, "--fast")):
            assert followed.code == 0, followed.err
            assert "contact_began" in followed.names and "contact_cancelled" not in followed.names
        one = pressd(*source, "--rate", 4, "--fast", *settings[2:4])
        assert one.code == 78 and "pad.gap_us, as" in one.err and "stale" not in one.err


@pytest.mark.parametrize("settings, most", [([], 625), (["converter.mode=continuous"], 860)])
def test_the_highest_rate_that_is_accepted_is_reached(pressd, settings, most):
    settings = [f"--set={s}" for s in settings]
    assert pressd("--rate", most + 1, "--fast", *settings).code == 64
    result = pressd("--rate", most, "--fast", "--stats", "--quiet", *settings)
    assert result.code == 0 and "deadlines missed 0" in result.err, result.err


# ---- Drag and drop


def test_the_lines_of_drags_say_what_happened(pressd):
    result = pressd("--source", "sim:drag", "--fast", "--config", DRAG)
    assert result.code == 0, result.err
    check_pairs(result.events)
    ways = [name for name in result.names if name in ("drag_began", "drag_dropped", "drag_cancelled")]
    assert ways == [*["drag_began", "drag_dropped"] * 2, "drag_began", "drag_cancelled"]
    for drag, target, operation, hints in ((1, 3, "move", []), (2, 4, "copy", ["copy"])):
        own = [e for e in result.events if e.get("drag") == drag]
        latest = {e["event"]: e for e in own}
        began, dropped, item, concluded = (latest[name] for name in ("drag_began", "drag_dropped", "drop_item_began", "drop_concluded"))
        assert began["target"] == 2 and (began["origin_x"], began["origin_y"]) == pytest.approx((25, 15), abs=3)
        assert (dropped["target"], dropped["operation"], dropped["items"]) == (target, operation, 1)
        assert (item["item"], item["representation"], latest["drop_item_ended"]["reason"]) == (2, 0, "none")
        assert (concluded["arrived"], concluded["failed"]) == (1, 0)
        assert [e["badge"] for e in own if e["event"] == "drag_items_changed"] == [1]
        assert [e["hint"] for e in own if e["event"] == "drag_hint_changed"] == hints
    (cancelled,) = [e for e in result.events if e["event"] == "drag_cancelled"]
    assert (cancelled["reason"], cancelled["shows"], cancelled["target"]) == ("no_destination", "returns", 2)
    text = pressd("--source", "sim:drag", "--fast", "--config", DRAG, "--format", "text").out
    for part in ("drag 1: target 2 origin_x 23", "drag 2: target 4 operation copy items 1", "drag_hint_changed", "arrived 1 failed 0"):
        assert part in text


@pytest.mark.parametrize(("rate", "sensors", "warns"), [(100, 1, True), (179, 1, True), (180, 1, False), (200, 1, False), (100, 4, True)])
def test_strikes_that_the_rate_cannot_show_are_a_warning(pressd, rate, sensors, warns):
    more = [one for n in range(1, sensors) for one in ("--set", f"sensor{n}.channel={n}")] if sensors > 1 else []
    settings = ["--source", "sim:taps", "--fast", "--rate", str(rate), "--set", "strike.enabled=yes", *more]
    said = pressd(*settings).err
    assert (f"[strike] with {rate} readings a second: fewer than 180 do not show a strike" in said) == warns
    assert "[strike] with" not in pressd("--source", "sim:taps", "--fast", "--rate", str(rate)).err
