"""Gestures, peeks, transitions and the force button of pressd: what a config asks for is attached, and its events are printed."""

import os
import signal
import time

import pytest
from conftest import ROOT, check_pairs, file_with

PEEK = ROOT / "examples" / "pressd" / "peek.conf"
LOG = ROOT / "Tests" / "pressd" / "peek.log"

# The curve of the FSR in the configs: microsiemens and newtons.
CURVE = [(0, 0), (33.33, 0.196), (100, 0.490), (166.67, 0.981), (285.71, 2.452), (500, 4.903), (800, 9.807), (1333.33, 19.613)]

# preload_force in the configs of plates: on each sensor, for all persons.
PRELOAD = 0.5


def code(newtons):
    """The code of the converter for a force on one FSR."""
    for (g0, f0), (g1, f1) in zip(CURVE, CURVE[1:]):
        if newtons <= f1:
            siemens = (g0 + (g1 - g0) * (newtons - f0) / (f1 - f0)) * 1e-6
            return round(26400 * siemens * 4700 / (1 + siemens * 4700))
    raise ValueError(newtons)


def plate_trace(path, keys):
    """A finger on the plate of peek.conf as a trace: (ms, newtons, x, y), straight lines between, 5 ms apart."""
    lines = ["# libpress trace 1 sensors=4 full_scale=26400,26400,26400,26400"]
    for ms in range(5, keys[-1][0] + 1, 5):
        before, after = keys[0], keys[0]
        for a, b in zip(keys, keys[1:]):
            if a[0] <= ms:
                before, after = a, b
        part = min(max((ms - before[0]) / max(after[0] - before[0], 1), 0), 1)
        force, x, y = (a + (b - a) * part for a, b in zip(before[1:], after[1:]))
        x, y = x / 100, y / 100
        shares = [(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y]
        lines.append(f"{ms * 1000},15,0," + ",".join(str(code(PRELOAD + force * share)) for share in shares))
    path.write_text("\n".join(lines) + "\n")
    return f"trace:{path}"


PEEKS = [(400, 0, 50, 80), (700, 3.2, 50, 80), (800, 3.2, 50, 80)]


def slide(y, *more):
    """Presses to the peek at 50, 80, slides up, rests, slides on to y, and lifts."""
    rest = max(y, 52)
    way = [(950, 3.2, 50, rest), (1120, 3.2, 50, rest), (1200, 3.2, 50, y), (1260, 3.2, 50, y), (1300, 0, 50, y), (1500, 0, 50, y)]
    return [*PEEKS, *way, *more]


# ---- The example


def test_the_log_of_the_example_is_pinned(pressd):
    # After a change that is meant: PRESSD_RECORD_LOG=1 pytest Tests/pressd -k pinned, and look at the difference.
    result = pressd("--source", "sim:peek", "--fast", "--progress", "all", "--config", PEEK)
    assert result.code == 0 and result.err == ""
    if os.environ.get("PRESSD_RECORD_LOG"):
        LOG.write_text(result.out)
    assert result.out == LOG.read_text()


def test_the_example_shows_what_a_finger_that_stays_can_do(pressd):
    result = pressd("--source", "sim:peek", "--fast", "--config", PEEK)
    check_pairs(result.events)
    names = result.names
    for name in ("tapped", "hold_began", "peek_dismissed", "peek_popped", "transition_finished", "transition_cancelled"):
        assert names.count(name) >= 1, name
    begin = next(e for e in result.events if e["event"] == "hold_began")["t_us"]
    assert begin - max(e["t_us"] for e in result.events if e["event"] == "contact_began" and e["t_us"] < begin) == 500_000
    assert {e["peek"] for e in result.events if "peek" in e} == {7}


@pytest.mark.parametrize("script", ["peek", "unplug", "flaky", "press"])
def test_a_replay_gives_the_very_same_log(pressd, tmp_path, script):
    trace = tmp_path / "a.trace"
    settings = ["--config", PEEK, "--fast", "--set", "button.enabled=yes"]
    live = pressd("--source", f"sim:{script}", *settings, "--record", trace)
    replay = pressd("--source", f"trace:{trace}", *settings)
    assert live.code == replay.code == 0, replay.err
    assert live.out == replay.out and "transition_started" in live.names
    check_pairs(live.events)


@pytest.mark.not_quick
def test_real_time_and_fast_give_the_same_events(pressd):
    arguments = ["--source", "sim:unplug", "--duration", "2.2", "--config", PEEK]
    assert pressd(*arguments).out == pressd(*arguments, "--fast").out


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


# ---- A finger that slides


@pytest.mark.parametrize("y, action", [(12, 1), (38, 2)])
def test_an_action_is_chosen_in_one_slide(pressd, tmp_path, y, action):
    result = pressd("--source", plate_trace(tmp_path / "a.trace", slide(y)), "--config", PEEK, "--fast")
    assert result.code == 0, result.err
    check_pairs(result.events)
    names = [n for n in result.names if n.startswith(("peek", "action"))]
    assert names[:2] == ["peek_shown", "actions_revealed"] and names[-2:] == ["action_selected", "peek_dismissed"]
    assert set(names[2:-2]) == {"action_highlighted"}
    assert "peek_popped" not in names and "scroll_began" not in names
    selected = next(e for e in result.events if e["event"] == "action_selected")
    assert (selected["peek"], selected["target"], selected["action"], selected["contact"]) == (7, 1, action, 0)
    # The transition runs back after it.
    assert next(e["event"] for e in reversed(result.events) if "transition" not in e) == "contact_ended"
    dismissed = next(e for e in result.events if e["event"] == "peek_dismissed")
    assert dismissed["reason"] == "none"


def test_actions_that_were_left_on_show_are_chosen_by_a_touch(pressd, tmp_path):
    tap = [(1700, 1.4, 50, 12), (1800, 1.4, 50, 12), (1900, 0, 50, 12), (2100, 0, 50, 12)]
    source = plate_trace(tmp_path / "a.trace", slide(12, *tap))
    result = pressd("--source", source, "--config", PEEK, "--fast", "--set", "peeks.slide=no")
    check_pairs(result.events)
    selected = next(e for e in result.events if e["event"] == "action_selected")
    assert selected["action"] == 1 and selected["t_us"] > 1_800_000
    assert "tapped" not in result.names


def test_an_action_that_keeps_open_is_chosen_again(pressd, tmp_path):
    taps = [(1000 * i + ms, n, 50, 12) for i in (2, 3) for ms, n in ((0, 0), (100, 1.4), (200, 1.4), (300, 0))]
    # The trace goes on past the grace of the last tap.
    source = plate_trace(tmp_path / "a.trace", slide(12, *taps, (3500, 0, 50, 12)))
    result = pressd("--source", source, "--config", PEEK, "--fast", "--set", "action.keep_open=yes")
    assert result.code == 0, result.err
    check_pairs(result.events)
    assert [e["action"] for e in result.events if e["event"] == "action_selected"] == [1, 1, 1]
    assert [e["reason"] for e in result.events if e["event"] == "peek_dismissed"] == ["reset"]


def test_a_hold_opens_a_menu_that_stays(pressd):
    result = pressd("--source", "sim:peek", "--fast", "--config", PEEK, "--set", "peeks.from_hold=yes", "--set", "peeks.hold_us=400ms")
    assert result.code == 0, result.err
    check_pairs(result.events)
    assert "hold_began" not in result.names
    shown = next(i for i, e in enumerate(result.events) if e["event"] == "peek_shown")
    assert [e["event"] for e in result.events[shown : shown + 3]] == ["peek_shown", "actions_revealed", "contact_ended"]


def test_a_group_opens_and_its_actions_are_delivered(pressd, tmp_path):
    config = tmp_path / "group.conf"
    more = "\n[action3]\nid = 3\ngroup = 1\n[action4]\nid = 4\ngroup = 1\ndisabled = yes\n"
    config.write_text(PEEK.read_text() + more)
    tap = [(1700, 1.4, 50, 12), (1800, 1.4, 50, 12), (1900, 0, 50, 12), (2100, 0, 50, 12)]
    result = pressd("--source", plate_trace(tmp_path / "a.trace", slide(12, *tap)), "--config", config, "--fast")
    assert result.code == 0, result.err
    assert [e["group"] for e in result.events if e["event"] == "actions_revealed"] == [0, 1]
    assert [e["action"] for e in result.events if e["event"] == "action_selected"] == [3]


def test_a_scroll_delivers_its_distance(pressd, tmp_path):
    keys = [(400, 0, 50, 80), (500, 1.2, 50, 80), (900, 1.2, 50, 20), (1000, 0, 50, 20), (1200, 0, 50, 20)]
    source = plate_trace(tmp_path / "a.trace", keys)
    result = pressd("--source", source, "--config", PEEK, "--fast", "--set", "target.traits=peek tap scroll")
    check_pairs(result.events)
    moved = [e for e in result.events if e["event"] == "scroll_moved"]
    assert moved and -70 < moved[-1]["dy"] < -45 and abs(moved[-1]["dx"]) < 10
    assert "tapped" not in result.names and result.events[-2]["event"] == "scroll_ended"


def test_a_scroll_is_thrown_and_a_fast_finger_swipes(pressd, tmp_path):
    keys = [(400, 0, 50, 80), (500, 1.2, 50, 80), (800, 1.2, 50, 20), (820, 0, 50, 16), (6000, 0, 50, 16)]
    settings = ["--set", "target.traits=peek tap scroll swipe_y", "--set", "scroll.enabled=yes", "--set", "scroll.min_speed=20"]
    source = plate_trace(tmp_path / "a.trace", keys)
    result = pressd("--source", source, "--config", PEEK, "--fast", *settings, "--progress", "all")
    began = next(e for e in result.events if e["event"] == "throw_began")
    assert -260 < began["vy"] < -140 and abs(began["vx"]) < 60
    moved = [e["y"] for e in result.events if e["event"] == "throw_moved"]
    assert len(moved) > 20 and moved == sorted(moved, reverse=True)
    ended = next(e for e in result.events if e["event"] == "throw_ended")
    assert ended["throw"] == began["throw"] and ended["reason"] == "none"
    assert abs(ended["y"] - began["y"] - began["vy"] / 2) < 0.1
    swiped = pressd("--source", source, "--config", PEEK, "--fast", *settings, "--set", "scroll.swipe_speed=100")
    (swipe,) = [e for e in swiped.events if e["event"] == "swiped"]
    assert swipe["direction"] == "up" and 140 < swipe["speed"] < 260
    assert not any(e["event"].startswith(("throw", "scroll", "tapped")) for e in swiped.events)


def test_levels_are_entered_and_left_again_and_repeat(pressd, tmp_path):
    keys = [(400, 0, 50, 50), (500, 2, 50, 50), (800, 2, 50, 50), (900, 5, 50, 50), (1200, 5, 50, 50), (1300, 2, 50, 50), (1500, 2, 50, 50)]
    source = plate_trace(tmp_path / "a.trace", [*keys, (1600, 5, 50, 50), (1900, 5, 50, 50), (2000, 0, 50, 50), (2300, 0, 50, 50)])
    settings = ["--set", "levels.enabled=yes", "--set", "levels.repeat_us=200ms", "--set", "levels.repeat_delay_us=0"]
    result = pressd("--source", source, "--config", PEEK, "--fast", *settings)
    check_pairs(result.events)
    levels = [e for e in result.events if e["event"].startswith("level") and e["event"] != "level_repeated"]
    assert [(e["event"], e.get("level"), e.get("from")) for e in levels] == [
        ("levels_began", 1, None),
        ("level_entered", 2, 1),
        ("level_left", 1, 2),
        ("level_entered", 2, 1),
        ("level_left", 1, 2),
        ("levels_ended", None, 1),
    ]
    repeated = [e for e in result.events if e["event"] == "level_repeated"]
    assert [e["repeats"] for e in repeated] == list(range(1, len(repeated) + 1)) and len(repeated) > 8
    at_5_newtons = [e["t_us"] for e in repeated if e["force"] > 4.9]
    assert 74_000 < at_5_newtons[1] - at_5_newtons[0] < 76_000


def test_a_motion_drives_a_transition(pressd, tmp_path):
    keys = [(400, 0, 50, 80), (500, 1.2, 50, 80), (900, 1.2, 50, 20), (1000, 0, 50, 20), (1500, 0, 50, 20)]
    source = plate_trace(tmp_path / "a.trace", keys)
    settings = ["transition.driver=motion", "transition.dy=-80", "transition.duration=200ms"]
    result = pressd("--source", source, "--config", PEEK, "--fast", *(f"--set={s}" for s in settings))
    events = [e for e in result.events if "transition" in e]
    assert events[0]["event"] == "transition_started" and events[-1]["event"] == "transition_finished"
    lifted = next(e for e in result.events if e["event"] == "contact_ended")["t_us"]
    assert 0 < events[-1]["t_us"] - lifted < 100_000


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

DRAG = ROOT / "examples" / "pressd" / "drag.conf"
CARD, SLOT, TRAY = (25, 15), (25, 80), (80, 50)


def carry(*places, newtons=1.5):
    """Down on the card, and from place to place, resting 300 ms at each; a place may have a force of its own."""
    keys, ms = [(400, 0, *CARD), (500, newtons, *CARD), (700, newtons, *CARD)], 700
    for x, y, *force in places:
        force = force[0] if force else newtons
        keys += [(ms + 300, force, x, y), (ms + 600, force, x, y)]
        ms += 600
    return [*keys, (ms + 50, 0, x, y), (ms + 300, 0, x, y)]


def drag(pressd, tmp_path, keys, *more):
    result = pressd("--source", plate_trace(tmp_path / "trace", keys), "--fast", "--config", DRAG, *more)
    assert result.code == 0, result.err
    check_pairs(result.events)
    return result.events


def only(events, name):
    found = [e for e in events if e["event"] == name]
    assert len(found) == 1, (name, len(found))
    return found[0]


@pytest.mark.parametrize("place, target, operation", [(SLOT, 3, "move"), (TRAY, 4, "copy")])
def test_a_card_is_dropped_and_the_lines_say_what_happened(pressd, tmp_path, place, target, operation):
    events = drag(pressd, tmp_path, carry(place))
    began, dropped = only(events, "drag_began"), only(events, "drag_dropped")
    assert (began["target"], began["drag"]) == (2, 1)
    assert began["origin_x"] == pytest.approx(CARD[0], abs=1) and began["origin_y"] == pytest.approx(CARD[1], abs=1)
    assert (dropped["target"], dropped["operation"], dropped["items"]) == (target, operation, 1)
    item = only(events, "drop_item_began")
    assert (item["item"], item["representation"]) == (2, 0) and only(events, "drop_item_ended")["reason"] == "none"
    concluded = only(events, "drop_concluded")
    assert (concluded["arrived"], concluded["failed"]) == (1, 0)
    assert [e["badge"] for e in events if e["event"] == "drag_items_changed"] == [1]
    assert [e["hint"] for e in events if e["event"] == "drag_hint_changed"] == (["copy"] if target == 4 else [])


def test_a_card_that_is_dropped_beside_everything_returns(pressd, tmp_path):
    cancelled = only(drag(pressd, tmp_path, carry((55, 40))), "drag_cancelled")
    assert (cancelled["reason"], cancelled["shows"], cancelled["target"]) == ("no_destination", "returns", 2)


@pytest.mark.parametrize("how, keys", [("force", [TRAY, (*TRAY, 4.5)]), ("dwell", [TRAY, TRAY, TRAY])])
def test_the_tray_springs_open_by_force_and_by_resting(pressd, tmp_path, how, keys):
    other = "drag.spring_dwell" if how == "force" else "drag.spring_force"
    names = [e["event"] for e in drag(pressd, tmp_path, carry(*keys), "--set", other + "=no")]
    assert [name for name in names if name.startswith("spring")] == [
        "spring_possible",
        "spring_activating",
        "spring_activated",
        "spring_ended",
    ]


def test_a_drag_near_the_edge_of_what_scrolls_delivers_a_velocity(pressd, tmp_path):
    scrolls = ["--set", "target4.traits=drop scroll", "--set", "drag.scroll_ramp_us=0"]
    for more, speed in (([], 800), (["--set", "drag.linear_scroll=yes", "--set", "drag.scroll_full=0"], 800 * 22 / 25)):
        events = drag(pressd, tmp_path, carry((80, 97), (80, 97)), *scrolls, *more)
        speeds = [e["vy"] for e in events if e["event"] == "autoscroll_changed"]
        assert speeds and max(speeds) == pytest.approx(speed, rel=0.1) and "autoscroll_ended" in [e["event"] for e in events]


def test_a_card_that_is_held_is_lifted_and_then_dragged_or_settles(pressd, tmp_path):
    held = ["--set", "drag.after_hold=yes", "--set", "drag.hold_us=100ms"]
    events = drag(pressd, tmp_path, carry(TRAY), *held)
    names = [e["event"] for e in events]
    assert names.index("drag_lifted") < names.index("drag_began") and "drag_settled" not in names
    assert only(events, "drag_lifted")["target"] == 2 and "drag" not in only(events, "drag_lifted")
    settled = only(drag(pressd, tmp_path, carry(CARD), *held), "drag_settled")
    assert (settled["target"], settled["reason"]) == (2, "lifted")


def test_drags_are_delivered_as_text_too(pressd, tmp_path):
    trace = plate_trace(tmp_path / "trace", carry(TRAY))
    result = pressd("--source", trace, "--fast", "--config", DRAG, "--format", "text")
    for part in ("drag 1: target 2 origin_x 25", "drag 1: target 4 operation copy items 1", "drag_hint_changed", "arrived 1 failed 0"):
        assert part in result.out


@pytest.mark.parametrize(("rate", "sensors", "warns"), [(100, 1, True), (179, 1, True), (180, 1, False), (200, 1, False), (100, 4, True)])
def test_strikes_that_the_rate_cannot_show_are_a_warning(pressd, rate, sensors, warns):
    more = [one for n in range(1, sensors) for one in ("--set", f"sensor{n}.channel={n}")] if sensors > 1 else []
    settings = ["--source", "sim:taps", "--fast", "--rate", str(rate), "--set", "strike.enabled=yes", *more]
    said = pressd(*settings).err
    assert (f"[strike] with {rate} readings a second: fewer than 180 do not show a strike" in said) == warns
    assert "[strike] with" not in pressd("--source", "sim:taps", "--fast", "--rate", str(rate)).err
