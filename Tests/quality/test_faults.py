"""Faults that are injected are found, in the time stated; hard presses are kept."""

import numpy as np
import pytest
from libpress import Circuit, Curve, EventType, Pad, Reason, Sensor
from libpress_study.work import fed
from peers import frames_of, make_engine, sensor_of
from sensors import CLIP, Divider

STEP_US = 5_000
START = 400  # readings


def faults(events):
    return [(int(e["t_us"]), Reason(int(e["reason"]))) for e in events[events["type"] == EventType.SENSOR_FAULT]]


def codes(divider, *parts):
    """Codes of (seconds, newtons) one after the other, noise included; None: at the very end of the codes."""
    rng = np.random.Generator(np.random.PCG64(7))
    found = [np.full(START, 1)]
    for seconds, newtons in parts:
        count = int(seconds * 1e6 / STEP_US)
        if newtons is None:
            found.append(np.full(count, divider.top))
        else:
            found.append(np.clip(np.round(divider.code(np.full(count, newtons)) + rng.normal(0.6, 0.6, count)), 0, divider.top))
    return np.concatenate(found).astype(np.int32)


def play(pad, code, failed=()):
    frames = frames_of(1_000_000 + STEP_US * np.arange(len(code)), code)
    for n in failed:
        frames["present"][n], frames["failed"][n] = 0, 1
    return frames, fed(pad, frames)


def pad_of(divider, **settings):
    return Pad(sensor_of(divider), make_engine(), **settings)


@pytest.mark.parametrize("bits", [8, 10, 12, 16])
@pytest.mark.parametrize("ohm", [1_000, 4_700, 47_000])
def test_an_open_wire_is_found_within_25_ms_of_20(bits, ohm):
    # Across the FSR ten times the divider's: at rest an eleventh of full scale.
    circuit = Circuit(full_scale=(1 << bits) - 1, resistor_ohm=ohm, parallel_ohm=10 * ohm)
    pad = Pad(Sensor(circuit, Curve.power(15.5, 1, 1)), make_engine())
    rest = round(((1 << bits) - 1) / 11)
    code = np.concatenate((np.full(START, rest), np.zeros(100))).astype(np.int32)
    frames, events = play(pad, code)
    [(when, why)] = faults(events)
    assert why == Reason.OPEN
    assert 20_000 <= when - int(frames["t_us"][START]) <= 25_000


def test_a_sensor_that_sticks_while_pressed_is_found():
    divider = Divider(12, 10_000)
    code = codes(divider, (0.5, 2.0), (3.0, 2.0))
    code[-500:] = code[-501]
    frames, events = play(pad_of(divider, stuck_after_us=1_000_000), code)
    [(when, why)] = faults(events)
    assert why == Reason.STUCK
    assert 1_000_000 <= when - int(frames["t_us"][-501]) <= 1_010_000


def test_a_sensor_at_rest_or_at_the_end_of_its_range_does_not_stick():
    divider = Divider(10, 10_000, CLIP)
    code = codes(divider, (0.5, 2.0), (3.0, None), (0.5, 2.0))
    code = np.concatenate((code, np.zeros(2000, np.int32)))
    _, events = play(pad_of(divider, stuck_after_us=1_000_000), code)
    assert faults(events) == []


def test_a_bus_that_fails_is_found_within_25_ms_of_20():
    divider = Divider(12, 10_000)
    code = codes(divider, (0.5, 0.0), (0.5, 0.0))
    frames, events = play(pad_of(divider), code, range(START + 50, START + 150))
    [(when, why)] = faults(events)
    assert why == Reason.BUS
    assert 20_000 <= when - int(frames["t_us"][START + 50]) <= 25_000


def decides(bits, ohm):
    """Full scale is at least 4 codes above the code of 20 Ohm."""
    top = (1 << bits) - 1
    return top - top * ohm / (ohm + 20) >= 4


CIRCUITS = [(bits, ohm) for bits in (8, 10, 12, 14, 16) for ohm in (1_000, 4_700, 10_000, 47_000, 100_000)]


@pytest.mark.parametrize(("bits", "ohm"), [c for c in CIRCUITS if decides(*c)])
@pytest.mark.parametrize("short", [0, 5, 15])
def test_a_short_is_found_within_30_ms_where_the_codes_can_show(bits, ohm, short):
    divider = Divider(bits, ohm)
    code = codes(divider, (0.5, 1.0), (0.5, 0))
    code[-100:] = round(divider.top * ohm / (ohm + short))
    frames, events = play(pad_of(divider), code)
    [(when, why)] = faults(events)
    assert why == Reason.SHORTED
    assert 20_000 <= when - int(frames["t_us"][-100]) <= 30_000


@pytest.mark.parametrize(("bits", "ohm"), [c for c in CIRCUITS if decides(*c)])
def test_the_hardest_finger_is_no_short_where_the_codes_can_show(bits, ohm):
    divider = Divider(bits, ohm)
    # 40 Ohm, less than any FSR has under a finger.
    code = codes(divider, (0.5, 1.0), (10.0, 0), (0.5, 1.0), (0.5, 0.0))
    code[START + 100 : START + 2100] = min(round(divider.top * ohm / (ohm + 40)), divider.top)
    # In the coarsest circuit one code is the release level, so the codes at rest are 0.
    code[-100:] = 0
    _, events = play(pad_of(divider), code)
    assert faults(events) == []
    assert (events["type"] == EventType.CONTACT_CANCELLED).sum() == 0
    assert (events["type"] == EventType.CONTACT_ENDED).sum() == 1


UNDECIDED = [(bits, ohm, 1.0) for bits, ohm in CIRCUITS if not decides(bits, ohm)] + [(10, 10_000, CLIP), (16, 4_700, CLIP)]


@pytest.mark.parametrize(("bits", "ohm", "over"), UNDECIDED)
def test_a_press_of_10_s_at_the_end_is_kept_where_the_codes_cannot_show(bits, ohm, over):
    divider = Divider(bits, ohm, over)
    code = codes(divider, (0.5, 1.0), (10.0, None), (0.5, 1.0), (0.5, 0.0))
    _, events = play(pad_of(divider), code)
    assert faults(events) == []
    assert (events["type"] == EventType.CONTACT_CANCELLED).sum() == 0
    assert (events["type"] == EventType.CONTACT_ENDED).sum() == 1
    assert (events["type"] == EventType.SENSOR_SATURATED).sum() == 1


@pytest.mark.parametrize(("bits", "ohm", "over"), UNDECIDED)
def test_a_short_is_found_after_12_s_where_the_codes_cannot_show_and_the_next_press_works(bits, ohm, over):
    divider = Divider(bits, ohm, over)
    code = codes(divider, (0.5, 1.0), (13.0, None), (1.0, 0.0), (1.0, 1.0), (0.5, 0.0))
    frames, events = play(pad_of(divider), code)
    [(when, why)] = faults(events)
    assert why == Reason.SHORTED
    assert 12_000_000 <= when - int(frames["t_us"][START + 100]) <= 12_010_000
    kinds = events["type"][np.isin(events["type"], KINDS)].tolist()
    assert kinds == [
        EventType.CONTACT_BEGAN,
        EventType.CONTACT_CANCELLED,
        EventType.SENSOR_RECOVERED,
        EventType.CONTACT_BEGAN,
        EventType.CONTACT_ENDED,
    ]


KINDS = [EventType.CONTACT_BEGAN, EventType.CONTACT_ENDED, EventType.CONTACT_CANCELLED, EventType.SENSOR_RECOVERED]
