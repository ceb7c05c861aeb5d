"""Replays of real recordings, to event logs that are pinned.

The recordings are in Tests/recordings. To pin again after a change that is meant: LIBPRESS_PIN=1, and read the difference.
"""

import csv
import hashlib
import json
import os
from collections import Counter
from pathlib import Path

import pytest
from conftest import unpaired
from libpress import Circuit, Curve, Engine, EventType, Pad, Reason, Sensor
from libpress.types import EVENT_STRUCT

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "Tests" / "recordings"
PINNED = Path(__file__).with_name("recordings")

MOUSE = sorted((DATA / "mouse-grip-fsr").glob("P*.csv"))
GRIP = sorted((DATA / "grip-force").glob("*.csv"))
NEWTONS_PER_GRAM = 9.80665e-3

# The calibration has means with decimals: codes and full scale times 16 keep them.
FINE = 16
MOUSE_CIRCUIT = Circuit(full_scale=1023 * FINE, resistor_ohm=10_000)


def rows(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def calibration(number):
    """(grams, fine code) of one of the five sensors."""
    column = f"F{number + 1}"
    found = [(float(r["Mass"]), round(float(r[column]) * FINE)) for r in rows(DATA / "mouse-grip-fsr" / "calibration.csv") if r[column]]
    return [(grams, code) for grams, code in found if grams > 0]


def mouse_sensor(number):
    """Its curve from the calibration alone. A code that does not rise above the one before delivers nothing new."""
    points = []
    for grams, code in calibration(number):
        point = (MOUSE_CIRCUIT.conductance(code), grams * NEWTONS_PER_GRAM)
        if not points or point[0] > points[-1][0]:
            points.append(point)
    return Sensor(MOUSE_CIRCUIT, Curve.fit(points))


def digest(events):
    """Counts that people can read, and the whole log in one number: every field of every event, bit for bit."""
    counts: dict[str, Counter] = {}
    whole = hashlib.sha256()
    for event in events:
        counts.setdefault(str(event.contact), Counter())[EventType(event.type).name.lower()] += 1
        fixed = [round(v * 65536) for v in (event.x, event.y, event.force, event.pressure, event.progress)]
        zeros = [round(v * 65536) for v in (event.value, event.value2)]
        whole.update(
            EVENT_STRUCT.pack(
                event.t_us,
                event.type,
                event.contact,
                event.target,
                event.ended,
                event.reason,
                *fixed,
                event.subject,
                *zeros,
                event.late_us,
            )
        )
    return {
        "events": {contact: ", ".join(f"{n} {name}" for name, n in sorted(count.items())) for contact, count in sorted(counts.items())},
        "sha256": whole.hexdigest(),
    }


def check_pinned(name, logs):
    """Compares with tests/recordings/<name>.json."""
    path = PINNED / f"{name}.json"
    if os.environ.get("LIBPRESS_PIN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(logs, indent=1) + "\n")
    pinned = json.loads(path.read_text())
    assert sorted(logs) == sorted(pinned)
    for recording, found in logs.items():
        assert found == pinned[recording], recording


@pytest.mark.parametrize("number", range(5))
def test_a_calibrated_sensor_gives_the_force_of_its_masses_within_5_percent(number):
    sensor = mouse_sensor(number)
    pad = Pad(sensor, median=False, filter=False, baseline=False, start_us=0)
    checked = 0
    for i, (grams, code) in enumerate(calibration(number)):
        pad.feed(i + 1, code)
        if 50 <= grams <= 500:
            assert pad.reading.force == pytest.approx(grams * NEWTONS_PER_GRAM, rel=0.05), f"{grams} g"
            checked += 1
    assert checked >= 20


def replay_mouse(path, sensors):
    """Five pads on one engine, at 50 Hz: the serial line of the recording could not carry more.

    The hand is on the mouse from the first sample, so that there is no zero to learn: the baseline is off. A frame before it says
    that nothing lay there: what is there in the first one would rest.
    A cell that the recorder left empty was not read this time.
    """
    engine, events = Engine(), []
    engine.when_event = events.append
    pads = [Pad(sensor, engine, contact=n, baseline=False) for n, sensor in enumerate(sensors)]
    for pad in pads:
        pad.feed(1, [0])
    for i, row in enumerate(rows(path)):
        for n, pad in enumerate(pads):
            code = row[f"F{n + 1}"]
            pad.feed(20_000 * (i + 1), [int(code) * FINE if code else None])
    engine.reset()
    return events


def test_fifteen_trials_of_gripping_a_mouse_replay_to_the_pinned_logs():
    sensors = [mouse_sensor(n) for n in range(5)]
    logs, kinds = {}, set()
    assert len(MOUSE) == 15
    for path in MOUSE:
        events = replay_mouse(path, sensors)
        running, stray = unpaired(events)
        assert stray == [] and running == set(), path.name
        logs[path.stem] = digest(events)
        kinds |= {event.type for event in events}
    assert {
        EventType.CONTACT_BEGAN,
        EventType.PREVIEW_BEGAN,
        EventType.COMMIT_UPDATED,
        EventType.CONTACT_ENDED,
    } <= kinds
    check_pinned("mouse-grip-fsr", logs)


# People followed a target of tens of newtons; a finger on a pad presses a few. Pinches (up to about 20 N) are divided
# by 5 and power grasps (up to about 70 N) by 15, which lays the target across preview and commit.
SCALE = {"Pinch": 5, "Power": 15}


def replay_grip(path):
    """Every repeat (time starts again at 0) in an engine of its own; ends with a reset."""
    scale = SCALE[path.stem.split("_")[1].split("-")[0]]
    events, engine, last = [], None, None
    for row in rows(path):
        t = round(float(row["Time"]) * 1e6)
        if engine is None or t < last:
            if engine is not None:
                engine.reset()
            engine = Engine()
            engine.when_event = events.append
            events.append(None)
        last = t
        engine.feed_force(t, float(row["Grip_Force"]) / scale)
    engine.reset()
    return events


def repeats(events):
    found = []
    for event in events:
        if event is None:
            found.append([])
        else:
            found[-1].append(event)
    return found


def test_progress_never_moves_against_a_real_force():
    logs, updates = {}, 0
    assert len(GRIP) == 8
    for path in GRIP:
        parts = repeats(replay_grip(path))
        for events in parts:
            assert unpaired(events) == (set(), [])
            last = None
            for event in events:
                if event.type not in (EventType.PREVIEW_UPDATED, EventType.COMMIT_UPDATED):
                    last = None
                    continue
                if last and last.type == event.type:
                    assert (event.force - last.force) * (event.progress - last.progress) >= 0, event
                last = event
                updates += 1
        logs[path.stem] = digest([event for events in parts for event in events])
        assert all(event.reason in (Reason.NONE, Reason.LIFTED, Reason.RESET, Reason.SILENT) for e in parts for event in e)
    assert updates > 1000
    check_pinned("grip-force", logs)
