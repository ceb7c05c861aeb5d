"""power.py and Pad.resume: rows E16 and F12."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ads1115 import Ads1115, FakeBus
from libpress import Circuit, EventType, ForceSensor, Frame, Idle, InvalidError, Pad, Reason, Sensor, Supply, TimeError, _sources
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


def test_nonsense_of_a_supply_is_delivered_and_loses_nothing() -> None:
    pad, seen = made()
    reasons: list[Reason | int] = []
    pad.when_supply_fault = lambda event: reasons.append(event.reason)
    pad.when_supply_recovered = lambda event: reasons.append(event.reason)
    supply = Supply((0,), 2.0)
    supply.feed(0, 13200, pad)
    now = feed(pad, 0, 300_000, 0)
    now = feed(pad, now, 100_000, code_of(300))
    seen.clear()
    for code in (None, None, None, 13200, 13200):
        supply.feed(now, code, pad)
        now = feed(pad, now, 100_000, code_of(300))
    assert reasons == [Reason.BUS, Reason.BUS] and supply.refused == 3 and supply.fault is Reason.NONE
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
    assert pad.reading.force < 0.4, "and so may two"
    pad.feed(now + 10_000, code_of(300))
    assert pad.reading.force > 1
    with pytest.raises(NotFoundError):
        idle.codes(pad, 3)
    with pytest.raises(InvalidError, match="interval_us"):
        Idle(interval_us=0)


# ---- ForceSensor


class Sagging:
    """A press of 200 microsiemens from 1 s on, on a supply that falls from 3.3 to 3.0 V at 2 s; input 3 is wired to it."""

    presses_until = 1e9

    def volts(self, channel: int, t_us: int) -> float:
        supply = 3.3 if t_us < 2_000_000 else 3.0
        if channel == 3:
            return supply
        part = 200e-6 * OHM if 1_000_000 < t_us < self.presses_until else 0.0
        return supply * part / (1 + part)


def run(sensor: ForceSensor, bus: FakeBus, until_us: int) -> None:
    while bus.wait(0) < until_us:
        if us := sensor._loop.source.wait_us():
            bus.wait(bus.wait(0) + us)
        sensor.poll()


def test_a_sensor_with_a_reference_does_not_move_with_the_supply(tmp_path: Path) -> None:
    def moved(**more: Any) -> float:
        bus = FakeBus(Ads1115(Sagging().volts))
        sensor = ForceSensor(bus=bus, thread=False, **more)
        run(sensor, bus, 1_900_000)
        before = sensor.force
        run(sensor, bus, 3_000_000)
        sensor.save(tmp_path / "mine.conf")
        return abs(sensor.force / before - 1)

    assert moved() > 0.1
    assert moved(reference=3) < 0.01
    assert "reference = 3" in (tmp_path / "mine.conf").read_text()
    bus = FakeBus(Ads1115(Sagging().volts))
    again = ForceSensor.from_config(tmp_path / "mine.conf", bus=bus, thread=False)
    run(again, bus, 1_900_000)
    before = again.force
    run(again, bus, 3_000_000)
    assert abs(again.force / before - 1) < 0.01


def test_a_sensor_that_idles_converts_seldom_and_feels_the_first_press() -> None:
    chip = Ads1115(Sagging().volts)
    bus = FakeBus(chip)
    sensor = ForceSensor(bus=bus, thread=False, continuous=False, idle=Idle(after_us=300_000))
    began: list[int] = []
    sensor.when_pressed = lambda event: began.append(event.t_us)
    run(sensor, bus, 600_000)
    before = chip.conversions
    run(sensor, bus, 1_000_000)
    assert chip.conversions - before <= 9, "twenty a second"
    run(sensor, bus, 1_200_000)
    assert len(began) == 1 and began[0] < 1_000_000 + 50_000 + 2 * 5_000 + 5_000


def test_what_a_reference_cannot_be_is_refused() -> None:
    bus = FakeBus(Ads1115(Sagging().volts))
    for words, settings in (
        ("a sensor is on this channel", {"reference": 0}),
        ("continuous reads one input", {"reference": 3, "continuous": True}),
        ("an ads7830 has none; only ads1115 and ads1015 have it", {"reference": 3, "model": "ADS7830"}),
    ):
        with pytest.raises(InvalidError, match=words):
            ForceSensor(bus=bus, thread=False, **settings)
    with pytest.raises(TypeError, match="idle"):
        ForceSensor(adc=lambda: 0.5, idle=True, thread=False)


def test_a_board_that_slept_cancels_in_a_sensor(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = FakeBus(Ads1115(Sagging().volts))
    sensor = ForceSensor(bus=bus, thread=False)
    source = sensor._loop.source
    reasons: list[Reason | int] = []
    sensor.engine.when_event = lambda event: reasons.append(event.reason) if event.type == EventType.CONTACT_CANCELLED else None
    run(sensor, bus, 1_500_000)
    monkeypatch.setattr(source._shared, "is_own", True)
    monkeypatch.setattr(_sources, "slept_us", lambda: source._slept_us + 3_600_000_000)
    monkeypatch.setattr(source, "_slept_us", source._slept_us)
    sensor._intake.take(Frame(bus.wait(0), (100,)))
    assert reasons == [Reason.SLEPT]
    monkeypatch.setattr(source._shared, "is_own", False)


def test_a_trace_of_a_sleep_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "slept.trace"
    lines = ["# libpress trace 1 sensors=1 full_scale=26400"]
    for n in range(1, 200):
        lines.append(f"{n * 5000},1,0,{code_of(300) if n > 80 else 0}")
        if n == 120:
            lines.append(f"# slept {n * 5000 + 4000}")
    path.write_text("\n".join(lines) + "\n")
    sensor = ForceSensor.replay(path, fast=True)
    seen: list[str] = []
    sensor.engine.when_event = lambda event: seen.append(f"{event.type.name} {event.reason.name}")
    sensor.run()
    assert [line for line in seen if "CONTACT" in line] == [
        "CONTACT_BEGAN NONE",
        "CONTACT_CANCELLED SLEPT",
        "CONTACT_BEGAN NONE",
        "CONTACT_CANCELLED RESET",
    ]
    path.write_text("\n".join([*lines, "# slept 3"]) + "\n")
    with pytest.raises(InvalidError, match=r"slept\.trace:\d+: \"# slept\" requires"):
        ForceSensor.replay(path)
