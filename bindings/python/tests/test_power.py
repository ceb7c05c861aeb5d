"""power.py and Pad.resume: rows E16 and F12."""

from __future__ import annotations

import pytest
from libpress import Circuit, Idle, InvalidError, Pad, Reason, Sensor, Supply, TimeError
from libpress.errors import NotFoundError

OHM, RANGE, TOP = 4700, 4.096, 32768


def code_of(microsiemens: float, volts: float = 3.3) -> int:
    ratio = microsiemens * OHM / 1e6
    return min(round(volts / RANGE * TOP * ratio / (1 + ratio)), TOP - 1)


def made() -> tuple[Pad, list[str]]:
    pad = Pad(Sensor(Circuit()), filter=False)
    seen: list[str] = []
    pad.engine.when_event = lambda event: seen.append(f"{event.type.name} {event.reason.name}")
    return pad, seen


def feed(pad: Pad, now: int, us: int, code: int) -> int:
    for t in range(now + 5000, now + us + 1, 5000):
        pad.feed(t, code)
    return now + us


def test_a_pad_that_resumes_cancels_once_and_begins_again_after_the_lift() -> None:
    pad, seen = made()
    now = feed(pad, 0, 300_000, 0)
    now = feed(pad, now, 200_000, code_of(300))
    seen.clear()
    pad.resume(now + 3_600_000_000)
    assert [line for line in seen if "CONTACT" in line] == ["CONTACT_CANCELLED SLEPT"]
    now = feed(pad, now + 3_600_000_000, 200_000, code_of(300))
    now = feed(pad, now, 100_000, 0)
    seen.clear()
    feed(pad, now, 100_000, code_of(300))
    assert seen[0] == "CONTACT_BEGAN NONE"
    with pytest.raises(TimeError):
        pad.resume(5)


def held(has_reference: bool) -> float:
    """By how much a held press moves as the supply falls from 3.3 to 3.0 V."""
    pad, _ = made()
    supply = Supply()
    if has_reference:
        supply.feed(0, round(3.3 / RANGE * TOP), pad)
    now = feed(pad, 0, 300_000, 0)
    now = feed(pad, now, 100_000, code_of(200))
    before = pad.reading.force
    for _ in range(2):
        if has_reference:
            supply.feed(now, round(3.0 / RANGE * TOP), pad)
        now = feed(pad, now, 100_000, code_of(200, 3.0))
    if has_reference:
        assert supply.full_scale == 24000 and supply.max_code == 0 and supply.readings == 3
    return abs(pad.reading.force / before - 1)


def test_a_supply_that_is_read_does_not_move_a_held_press() -> None:
    assert held(False) > 0.1
    assert held(True) < 0.002


def test_nonsense_of_a_supply_is_told_and_loses_nothing() -> None:
    pad, seen = made()
    told: list[Reason | int] = []
    pad.when_supply_fault = lambda event: told.append(event.reason)
    pad.when_supply_recovered = lambda event: told.append(event.reason)
    supply = Supply((0,), 2.0)
    supply.feed(0, 13200, pad)
    now = feed(pad, 0, 300_000, 0)
    now = feed(pad, now, 100_000, code_of(300))
    seen.clear()
    for code in (None, None, None, 13200, 13200):
        supply.feed(now, code, pad)
        now = feed(pad, now, 100_000, code_of(300))
    assert told == [Reason.BUS, Reason.BUS] and supply.refused == 3 and supply.fault is Reason.NONE
    assert not [line for line in seen if "CONTACT_CANCELLED" in line]
    assert supply.full_scale == 26400


def test_a_supply_is_checked() -> None:
    with pytest.raises(InvalidError, match="ratio"):
        Supply(ratio=0.5)
    with pytest.raises(InvalidError, match="least_code"):
        Supply(top_code=100, least_code=200)
    with pytest.raises(OverflowError):
        Supply((8,))
    with pytest.raises(OverflowError):
        Supply().feed(0, -1, Pad())


def test_idle_begins_after_rest_and_ends_with_the_first_code_of_a_touch() -> None:
    pad, _ = made()
    idle = Idle(after_us=1_000_000)
    now = 0
    while not idle.look(pad):
        now = feed(pad, now, 5000, 20)
        assert now < 2_000_000
    now = feed(pad, now, 50_000, 20)
    low, high = idle.codes(pad)
    assert low == 0 and 20 < high < code_of(40)
    assert idle.look(pad)
    now += 50_000
    pad.feed(now, code_of(300))
    assert not idle.look(pad) and not idle.is_idle and idle.wakes == 1 and idle.frames == 2
    assert pad.reading.force == 0, "one code may be a spike"
    pad.feed(now + 5000, code_of(300))
    assert pad.reading.force > 1
    with pytest.raises(NotFoundError):
        idle.codes(pad, 3)
    with pytest.raises(InvalidError, match="interval_us"):
        Idle(interval_us=0)
