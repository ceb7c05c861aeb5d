"""The packages that read converters, at the versions of make/readers.mk, each behind a ForceSensor: 3 and 20 N are read, or the line to write is named."""

import importlib
import time

import pytest
from libpress import Ads1x15, ForceSensor
from worlds import Busio, Kernel, Mcp3xxx, Seesaw, World


def forces(world, adc, **settings):
    """The readings of 3 and 20 N."""
    read = []
    with ForceSensor(adc=adc, thread=False, full_force=20, **settings) as sensor:
        for newtons in (0.0, 3.0, 20.0):
            world.newtons[0] = newtons
            until, count = time.monotonic() + 0.3, 0
            while time.monotonic() < until or count < 20:
                sensor.poll()
                count += 1
                time.sleep(0.002)
            read.append(sensor.force)
        world.newtons[0] = 0.0
    return read[1:]


def near(quantum):
    """Within 2 %, and what the last bit is worth at 20 N."""
    return [pytest.approx(3.0, rel=0.02 + quantum), pytest.approx(20.0, rel=0.02 + 2 * quantum)]


def ads1115(world, **settings):
    from adafruit_ads1x15 import ADS1115, AnalogIn

    return AnalogIn(ADS1115(world.has(0x48, "ads1115"), data_rate=860, **settings), 0)


def ads1015(world):
    from adafruit_ads1x15 import ADS1015, AnalogIn

    return AnalogIn(ADS1015(world.has(0x48, "ads1015"), data_rate=3300), 0)


def pcf8591(world):
    from adafruit_pcf8591.analog_in import AnalogIn
    from adafruit_pcf8591.pcf8591 import PCF8591

    return AnalogIn(PCF8591(world.has(0x48, "pcf8591")), 0)


def ads7830(world, **settings):
    from adafruit_ads7830.ads7830 import ADS7830
    from adafruit_ads7830.analog_in import AnalogIn

    return AnalogIn(ADS7830(world.has(0x48, "ads7830"), **settings), 0)


def tla2024(world):
    from adafruit_tla202x import TLA2024
    from adafruit_tla202x.analog_in import AnalogIn

    return AnalogIn(TLA2024(world.has(0x48, "tla2024")), 0)


def mcp3421(world):
    from adafruit_mcp3421.analog_in import AnalogIn
    from adafruit_mcp3421.mcp3421 import MCP3421

    return AnalogIn(MCP3421(world.has(0x68, "mcp3421")))


def seesaw(world):
    from adafruit_seesaw.analoginput import AnalogInput
    from adafruit_seesaw.seesaw import Seesaw as Library

    class Pins:
        analog_pins, pwm_pins, pwm_width, touch_pins = (0, 1), (), 8, ()

    world.chips[0x49] = Seesaw(world.volts)
    library = Library(world, 0x49, reset=False)
    library.pin_mapping = Pins
    return AnalogInput(library, 0, delay=0.001)


def mcp3008(world):
    from adafruit_mcp3xxx.analog_in import AnalogIn
    from adafruit_mcp3xxx.mcp3008 import MCP3008

    class Spi:
        def __getattr__(self, name):
            return lambda **_: True

        def write_readinto(self, out, into, **_):
            into[:] = bytes(Mcp3xxx(world, "MCP3008").transfer(out))

    return AnalogIn(MCP3008(Spi(), type("Pin", (), {"switch_to_output": lambda *_, **__: None})()), 0)


def pyfirmata(module):
    def made(world):
        kind = importlib.import_module(f"{module}.{module}").Pin

        class Pin(kind):
            def __init__(self):
                pass

            value = property(lambda self: round(world.volts(0) / 3.3 * 1023, 4) / 1023)

        return Pin()

    return made


@pytest.mark.parametrize(
    "make, quantum",
    [
        pytest.param(ads1115, 0, id="ADS1115"),
        pytest.param(ads1015, 0.01, id="ADS1015"),
        pytest.param(tla2024, 0.01, id="TLA2024"),
        pytest.param(pcf8591, 0.025, id="PCF8591"),
        pytest.param(lambda world: ads7830(world, int_ref_power_down=True), 0.025, id="ADS7830"),
        pytest.param(seesaw, 0.01, id="seesaw"),
        pytest.param(mcp3008, 0.01, id="adafruit MCP3008"),
        pytest.param(pyfirmata("pyfirmata2"), 0.01, id="pyfirmata2"),
    ],
)
def test_an_object_of_a_library_reads_what_is_pressed(make, quantum):
    world = Busio()
    assert forces(world, make(world)) == near(quantum)


GPIOZERO = ["MCP3001", "MCP3002", "MCP3004", "MCP3008", "MCP3201", "MCP3202", "MCP3204", "MCP3208", "MCP3301", "MCP3302", "MCP3304"]


@pytest.mark.parametrize("name", GPIOZERO)
def test_each_converter_of_gpiozero_reads_what_is_pressed(name):
    import gpiozero
    from gpiozero.pins.mock import MockFactory

    world, kind = World(), getattr(gpiozero, name)

    class Spi:
        def __init__(self):
            chip = Mcp3xxx(world, name)
            self.transfer, self.read, self.closed, self.bits_per_word = chip.transfer, chip.read, False, 8

        def close(self):
            self.closed = True

    class Factory(MockFactory):
        def spi(self, **_):
            return Spi()

    adc = kind(pin_factory=Factory())
    assert forces(world, adc) == near(0.01)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda world: ads1115(world, gain=2), "gain=2 ends at 2.048 V, below supply=3.3: set gain = 1"),
        (lambda world: ads1115(world, mode=0), "in Mode.CONTINUOUS its library reads another input"),
        (lambda world: ads1115(world)._ads, r"adc=AnalogIn\(chip, 0\)"),
        (lambda world: tla2024(world)._tla, r"adc=AnalogIn\(chip, 0\)"),
        (ads7830, r'its reference is 2.5 V, so readings end there.*ForceSensor\(0, model="ADS7830"\)'),
        (mcp3421, r"its codes end at 2.048 V: ForceSensor\(adc=..., full_scale=13200, max_code=8191\)"),
        (lambda world: seesaw(world)._seesaw, r"adc=AnalogInput\(seesaw, pin\)"),
        (lambda world: bare("qwiic_ads1015", "QwiicADS1015"), 'ForceSensor\\(0, model="ADS1015"\\)'),
        (lambda world: bare("ads1015", "ADS1015"), r'adc=lambda: chip.get_voltage\("in0/gnd"\), full_scale=3.3'),
        (lambda world: bare("cedargrove_nau7802", "NAU7802"), r'ForceSensor\(model="NAU7802", calibration=FILE\)'),
        (lambda world: bare("pymata4.pymata4", "Pymata4"), r"adc=lambda: board.analog_read\(2\)\[0\], full_scale=1023"),
        (lambda world: bare("EasyMCP2221", "Device"), r"adc=lambda: mcp.ADC_read\(\)\[0\], full_scale=1023"),
        (lambda world: bare("serial", "Serial"), "ForceSensor.fed"),
        (lambda world: bare("smbus2", "SMBus"), r"it is a bus: ForceSensor\(0, bus=...\)"),
        (lambda world: bare("periphery", "I2C"), r"it is a bus: ForceSensor\(0, bus=...\)"),
    ],
)
def test_what_cannot_be_read_as_it_is_names_the_line_to_write(make, words):
    with pytest.raises((TypeError, ValueError), match=words):
        ForceSensor(adc=make(Busio()), thread=False)


def bare(module, name):
    """An object that was not set up."""
    kind = getattr(importlib.import_module(module), name)
    return type(name, (kind,), {"__init__": lambda self: None, "__del__": lambda self: None, "_fd": 1})()


def test_a_nack_that_its_library_makes_a_runtime_error_is_one_of_the_bus():
    world, faults = Busio(), []
    sensor = ForceSensor(adc=ads7830(world, int_ref_power_down=True), thread=False)
    sensor.when_fault = lambda event, advice: faults.append(advice)
    for n in range(120):
        world.fails = OSError(121, "Remote I/O error") if 30 < n < 80 else None
        sensor.poll()
        time.sleep(0.003)
    assert len(faults) == 1 and "RuntimeError: Failed to read value" in faults[0]
    sensor.close()


@pytest.mark.parametrize("model", ["ads1115", "mcp3008"])
def test_two_to_four_sensors_on_one_object_each_read_their_own(model):
    world = Busio()
    if model == "ads1115":
        first = ads1115(world)
        others = [type(first)(first._ads, n) for n in (1, 2, 3)]
    else:
        first = mcp3008(world)
        others = [type(first)(first._mcp, n) for n in (1, 2, 3)]
    pressed = []
    patient = dict.fromkeys(("stale_after_us", "gap_us", "lost_after_us"), 2_000_000)  # a busy machine may not cut a press in two
    sensors = [ForceSensor(adc=adc, rate=60, **patient) for adc in (first, *others)]
    for n, sensor in enumerate(sensors):
        sensor.when_pressed = lambda n=n: pressed.append(n)
    time.sleep(0.6)
    expected = [0, 2, 1, 3, 0, 3]
    for n in expected:
        world.newtons[n] = 4.0
        assert sensors[n].wait_for_press(10)
        world.newtons[n] = 0.0
        assert sensors[n].wait_for_release(10)
    for sensor in sensors:
        sensor.close()
    assert pressed == expected


def smbus2_bus(kernel, monkeypatch):
    import smbus2

    monkeypatch.setattr(smbus2.smbus2, "ioctl", kernel.ioctl)
    return smbus2.SMBus()


def periphery_bus(kernel, monkeypatch):
    import periphery.i2c

    monkeypatch.setattr(periphery.i2c.fcntl, "ioctl", kernel.ioctl)
    return bare("periphery", "I2C")


@pytest.mark.parametrize("make", [smbus2_bus, periphery_bus, lambda world, _: world], ids=["smbus2", "periphery", "busio"])
def test_a_bus_of_another_library_is_taken_as_it_is(make, monkeypatch):
    world = Busio() if make.__name__ == "<lambda>" else Kernel()
    world.has(0x48, "ads1115")
    bus = make(world, monkeypatch)
    with ForceSensor(bus=bus, thread=False, full_force=20) as sensor, ForceSensor(1, bus=bus, thread=False) as other:
        world.newtons[0] = 0.0
        for newtons in (0.0, 3.0):
            world.newtons[0] = newtons
            until = time.monotonic() + 0.6
            while time.monotonic() < until:
                sensor.poll()
                other.poll()
        assert sensor.force == pytest.approx(3, rel=0.02) and other.force == 0
    assert Ads1x15(bus).read().codes[0] > 1000
