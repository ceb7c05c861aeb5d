"""What owns memory that C may be inside of is made once: `__init__` again is refused, and what was made works on."""

import libpress
import pytest
from libpress import (
    Ads1x15,
    Drv2605l,
    Engine,
    Feedback,
    ForceSensor,
    Grid,
    I2CConverter,
    Idle,
    MedianFilter,
    OneEuroFilter,
    Pad,
    Supply,
    Surface,
)
from libpress._strict import _OWNED, Strict


class Quiet:
    """A bus on which nothing is."""

    def transfer(self, address, write, read_count):
        return bytes(read_count)

    def wait(self, until_us):
        return until_us


MAKERS = {
    Ads1x15: lambda: Ads1x15(Quiet()),
    Drv2605l: lambda: Drv2605l(Quiet()),
    Engine: Engine,
    Feedback: Feedback,
    ForceSensor: lambda: ForceSensor.simulated(fast=True),
    Grid: lambda: Grid(2, 2),
    I2CConverter: lambda: I2CConverter(Quiet(), "ADS7830"),
    Idle: Idle,
    MedianFilter: MedianFilter,
    OneEuroFilter: OneEuroFilter,
    Pad: Pad,
    Supply: Supply,
    Surface: Surface,
}
ARGUMENTS = {I2CConverter: (Quiet(), "ADS7830"), Ads1x15: (Quiet(),), Drv2605l: (Quiet(),)}


def of_slots(thing):
    return {name: getattr(thing, name, None) for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())}


def test_every_class_that_owns_storage_is_tried():
    public = [one for one in vars(libpress).values() if isinstance(one, type) and issubclass(one, Strict)]
    owners = {one for one in public if _OWNED & {name for kind in one.__mro__ for name in getattr(kind, "__slots__", ())}}
    made_by_engines = {one for one in owners if any(part.startswith("core") for part in one.__init__.__annotations__)}
    made_by_engines |= {libpress.Transition}
    assert owners - made_by_engines == set(MAKERS)


@pytest.mark.parametrize("kind", MAKERS)
def test_a_thing_that_was_made_is_not_made_again(kind):
    thing = MAKERS[kind]()
    before = of_slots(thing)
    arguments = () if kind is not ForceSensor else (0, Quiet())
    with pytest.raises(TypeError, match=f"this {kind.__name__} was made already: make another one"):
        kind.__init__(thing, *ARGUMENTS.get(kind, arguments))
    assert all(of_slots(thing)[name] is value for name, value in before.items())


def test_what_a_sensor_that_is_refused_had_opened_is_closed(monkeypatch):
    sensor, closed = MAKERS[ForceSensor](), []
    monkeypatch.setattr("libpress._sources.Converters.close", lambda self: closed.append(self))
    with pytest.raises(TypeError, match="made already"):
        sensor.__init__(0, Quiet())
    assert len(closed) == 1


def test_a_grid_made_again_in_a_hook_of_its_own_feed_goes_on():
    grid, seen = Grid(16, 16), []

    def again():
        for columns in (2, 32):
            with pytest.raises(TypeError, match="made already"):
                grid.__init__(columns, columns)
        seen.append([bytearray(4096) for _ in range(64)])  # what would lie where the grid was

    grid.engine.when_touched = again
    for step in range(10):
        grid.feed(10_000 * (step + 1), [1.0 if cell == 100 and step % 4 else 0.0 for cell in range(256)])
    assert len(seen) >= 1 and grid.columns == 16


def test_a_pad_made_again_in_a_hook_of_its_own_feed_goes_on():
    pad, seen = Pad(libpress.Sensor.fsr402(), baseline=False), []

    def again():
        with pytest.raises(TypeError, match="made already"):
            pad.__init__([libpress.Sensor.fsr402()] * 8)
        seen.append([bytearray(4096) for _ in range(64)])

    pad.when_touched = again
    for step in range(20):
        pad.feed(10_000 * (step + 1), 20_000)
    assert seen and pad.sensors == 1
