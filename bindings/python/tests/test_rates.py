"""Readings that come seldom, and readers that have nothing new."""

import math

import pytest
from conftest import file_with
from libpress import ForceSensor, InvalidError, Reason, _intake, _readings, _sources

RATES = [1, 2, 3, 4, 6, 8, 10]


def codes_of(rate, presses, seconds):
    return [0] * 10 * rate + ([18_000] * seconds * rate + [0] * 2 * rate) * presses + [0] * 10 * rate


def counted(sensor):
    seen = []
    sensor.when_pressed = lambda: seen.append("pressed")
    sensor.when_released = lambda: seen.append("released")
    sensor.when_fault = lambda: seen.append("fault")
    return seen


@pytest.mark.parametrize("rate", RATES)
def test_a_press_is_one_at_any_rate(tmp_path, rate):
    for presses, seconds in ((1, 60), (10, 2))[: 1 + (rate > 1)]:
        codes = codes_of(rate, presses, seconds)
        fed = ForceSensor.fed(full_scale=26400)
        live = counted(fed)
        for n, code in enumerate(codes):
            fed.feed(round(n / rate * 1e6), code)
        played = ForceSensor.replay(file_with(tmp_path / "a.csv", "".join(f"{code}\n" for code in codes)), rate=rate, full_scale=26400, fast=True)
        replayed = counted(played)
        played.run()
        assert live == replayed == ["pressed", "released"] * presses


def test_times_that_a_rate_cannot_keep_are_refused_with_their_names_and_a_value_that_works(tmp_path):
    file = file_with(tmp_path / "a.csv", "".join(f"{code}\n" for code in codes_of(4, 1, 10)))
    short = {"stale_after_us": 200_000, "gap_us": 200_000, "lost_after_us": 200_000}
    with pytest.raises(InvalidError, match="too late for stale_after_us, gap_us, lost_after_us as set: .* set each to 750000"):
        ForceSensor.replay(file, rate=4, fast=True, full_scale=26400, **short)
    with pytest.raises(InvalidError, match="too late for lost_after_us as set"):
        ForceSensor(adc=lambda: 0, full_scale=26400, rate=4, lost_after_us=200_000)
    sensor = ForceSensor.replay(file, rate=4, fast=True, full_scale=26400, **dict.fromkeys(short, 750_000))
    seen = counted(sensor)
    sensor.run()
    assert seen == ["pressed", "released"]


@pytest.fixture
def reader(monkeypatch):
    """A sensor that reads what the functions that `give` makes return at a time, in microseconds; and what polls it 80 times a second."""
    now = [1_000_000_000_000]
    monkeypatch.setattr(_intake, "clock", lambda: now[0])
    for module in (_intake, _readings, _sources):
        monkeypatch.setattr(module, "now_us", lambda: now[0] // 1000)

    def made(give, many=False, **settings):
        began = now[0]

        def reads():
            own = give()
            return lambda: own((now[0] - began) // 1000)

        settings = {"full_scale": 26400, "thread": False} | settings
        sensor = ForceSensor.plate([(0, 0), (50, 0)], adc=[reads(), reads()], **settings) if many else ForceSensor(adc=reads(), **settings)

        def until(us):
            taken = 0
            while now[0] - began < us * 1000:
                now[0] += 12_500_000
                taken += sensor.poll()
            return taken

        return sensor, until

    return made


def ten_a_second(force):
    """A converter of ten conversions a second, of which nothing is new in between."""
    read = [-1]

    def give(us):
        if us // 100_000 == read[0]:
            return None
        read[0] = us // 100_000
        return force(read[0])

    return give


@pytest.mark.parametrize("many", [False, True])
def test_nothing_new_is_no_reading(reader, many):
    sensor, until = reader(lambda: ten_a_second(lambda n: 9_000 if n >= 20 and n % 20 == 15 else 0), many)
    seen = counted(sensor)
    taken = until(20_000_000)
    assert 195 <= taken <= 201 or many
    assert seen == [] and not sensor.pad.reading.lost


@pytest.mark.parametrize("many", [False, True])
def test_a_reader_that_has_nothing_new_any_more_is_silent(reader, many):
    sensor, until = reader(lambda: ten_a_second(lambda n: None if n >= 40 else 9_000 if n >= 20 else 0), many)
    faults = []
    sensor.when_fault = faults.append
    until(4_150_000)
    assert not faults
    until(4_500_000)
    assert {event.reason for event in faults} == {Reason.STALE} and sensor.pad.reading.lost


@pytest.mark.parametrize("many", [False, True])
def test_nan_is_a_failed_reading(reader, many):
    sensor, until = reader(lambda: lambda us: math.nan if 2_000_000 < us < 3_000_000 else 0.0, many, full_scale=3.3)
    faults = []
    sensor.when_fault = lambda event, advice: faults.append((event.reason, advice))
    until(4_000_000)
    assert faults and faults[0][0] == Reason.BUS and "NaN" in faults[0][1]
    assert not sensor.pad.reading.lost and sensor.pad.stats.bus_errors > 70


def test_a_first_reading_that_is_not_there_yet_is_waited_for():
    given = iter([None, OSError(5, "late"), 0, 0])

    def read():
        if isinstance(one := next(given), OSError):
            raise one
        return one

    assert ForceSensor(adc=read, full_scale=1023, thread=False).poll() == 1
