"""What is known of the libraries that read converters: what their objects give, and what to write for those that cannot be read as they are.

Each row names classes by module and name, so no other object that has the same attributes is taken for one. `make test-readers` tries the
rows against the packages themselves; docs/hardware/libraries.md has the table for people.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .errors import InvalidError

Read = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Reader:
    """How an object is read."""

    read: Read
    full_scale: float | None = None
    """What it gives at the supply voltage, where that is known."""
    words: str = "adc"
    """What is read, for people."""
    quicker: str = ""
    """How it reads more often."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """Classes of a library."""

    modules: tuple[str, ...]
    """Modules that they may be in, or packages of these."""
    names: tuple[str, ...]
    attribute: str = ""
    """Of its objects, which is read."""
    full_scale: Callable[[Any, float], float] | None = None
    """Of an object and the supply voltage."""
    quicker: str = ""
    refuse: Callable[[Any, float], str] | None = None
    """What is wrong with an object of it; "": nothing."""
    instead: str = ""
    """What to write, for objects that are not read: `{}` is the class."""


def _ads1x15(adc: Any, supply: float) -> str:
    chip = adc._ads
    if 4.096 / chip.gain < supply * 0.99 and chip.gain != 2 / 3:
        return f"gain={chip.gain:g} ends at {4.096 / chip.gain:g} V, below supply={supply:g}: set gain = 1"
    if chip.mode == 0:  # from 3.0.5 on it writes no input: each object reads AIN0 against AIN1
        return "in Mode.CONTINUOUS its library reads another input than that of the object: leave mode out, and set data_rate = 860"
    return ""


def _ads7830(adc: Any, supply: float) -> str:
    if adc._adc.power_down & 2:
        words = "ADS7830(i2c, int_ref_power_down=True) where pin REF is wired to the supply"
        return f"its reference is 2.5 V, so readings end there: {words}; or let libpress read the chip: {own('ADS7830')}"
    return ""


def _mcp3421(adc: Any, supply: float) -> str:
    most = 1 << (11, 13, 15, 17)[adc._adc._resolution & 3]
    scale = round(supply / 2.048 * most)
    words = f"ForceSensor(adc=..., full_scale={scale}, max_code={most - 1}) for {supply:g} V"
    return f"its codes end at 2.048 V: {words}; or let libpress read the chip: {own('MCP3421')}"


def own(model: str) -> str:
    """The line with which libpress reads a chip itself."""
    return f'ForceSensor(0, model="{model}")'


def _constant(value: float) -> Callable[[Any, float], float]:
    return lambda adc, supply: value


def _supply(adc: Any, supply: float) -> float:
    return float(supply)


_AN_INPUT = "hand over one of its inputs, adc=AnalogIn(chip, 0)"
_KINDS = (
    _Kind(("gpiozero",), ("AnalogInputDevice",), "raw_value", lambda adc, supply: (1 << adc.bits) - 1),
    _Kind(("analogio", "adafruit_blinka"), ("AnalogIn", "AnalogInU2IF"), "value", _constant(65535)),
    _Kind(
        ("adafruit_ads1x15",), ("AnalogIn",), "voltage", _supply, "data_rate = 860 of an ADS1115, 3300 of an ADS1015", refuse=_ads1x15
    ),
    _Kind(("adafruit_mcp3xxx",), ("AnalogIn",), "value", _constant(65535)),
    _Kind(("adafruit_pcf8591",), ("AnalogIn",), "value", _constant(65535)),
    _Kind(("adafruit_ads7830",), ("AnalogIn",), "value", _constant(65535), refuse=_ads7830),
    # Its documentation promises 65535, but its values have 10 bits.
    _Kind(("adafruit_seesaw",), ("AnalogInput",), "value", _constant(1023), "AnalogInput(seesaw, pin, delay=0.001)"),
    # `value` converts its own input once; `voltage` returns the former conversion. 12 bits, left-aligned in 16.
    _Kind(("adafruit_tla202x",), ("AnalogIn",), "value", lambda adc, supply: supply / adc.reference_voltage * 32768),
    _Kind(("adafruit_mcp3421",), ("AnalogIn",), "value", refuse=_mcp3421),
    _Kind(("pyfirmata", "pyfirmata2"), ("Pin",), "value", _constant(1.0), "board.samplingOn(5)"),
    # Objects that cannot be read directly.
    _Kind(("adafruit_ads1x15",), ("ADS1x15",), instead=_AN_INPUT),
    _Kind(("adafruit_mcp3xxx",), ("MCP3xxx",), instead=_AN_INPUT),
    _Kind(("adafruit_pcf8591",), ("PCF8591",), instead=_AN_INPUT),
    _Kind(("adafruit_ads7830",), ("ADS7830",), instead=_AN_INPUT),
    _Kind(("adafruit_tla202x",), ("TLA2024",), instead=_AN_INPUT),
    _Kind(("adafruit_mcp3421",), ("MCP3421",), instead="hand over its input, adc=AnalogIn(chip)"),
    _Kind(("adafruit_seesaw",), ("Seesaw",), instead="hand over one of its pins, adc=AnalogInput(seesaw, pin)"),
    _Kind(("cedargrove_nau7802",), ("NAU7802",), instead='libpress reads this chip itself: ForceSensor(model="NAU7802", calibration=FILE)'),
    _Kind(("qwiic_ads1015",), ("QwiicADS1015",), instead=f"it reads the input before; libpress reads this chip itself: {own('ADS1015')}"),
    _Kind(("ads1015",), ("ADS1015",), instead='write adc=lambda: chip.get_voltage("in0/gnd"), full_scale=3.3'),
    _Kind(("ADS1x15",), ("ADS1x15",), instead="write adc=lambda: chip.toVoltage(chip.readADC(0)), full_scale=3.3"),
    _Kind(("Phidget22",), ("VoltageRatioInput",), instead="write adc=input.getVoltageRatio"),
    _Kind(("Phidget22",), ("VoltageInput",), instead="write adc=input.getVoltage, full_scale=5.0"),
    _Kind(("tinkerforge",), ("BrickletAnalogIn", "BrickletAnalogInV2"), instead="write adc=bricklet.get_voltage, full_scale=3300"),
    _Kind(("tinkerforge",), ("BrickletAnalogInV3",), instead="write adc=bricklet.get_voltage, full_scale=3300"),
    _Kind(("nidaqmx",), ("Task",), instead="write adc=task.read, full_scale=3.3"),
    _Kind(("pylsl",), ("StreamInlet",), instead="write adc=lambda: (inlet.pull_sample(0)[0] or [None])[0], full_scale=..."),
    _Kind(("EasyMCP2221",), ("Device",), instead="write adc=lambda: mcp.ADC_read()[0], full_scale=1023"),
    _Kind(("pymata4",), ("Pymata4",), instead="write adc=lambda: board.analog_read(2)[0], full_scale=1023"),
    _Kind(("pymata_express", "telemetrix_aio"), (), instead="let a callback of its pin keep the value, and write adc=lambda: kept[0], full_scale=1023"),
    _Kind(("telemetrix",), ("Telemetrix",), instead="let a callback of its pin keep the value, and write adc=lambda: kept[0], full_scale=1023"),
    _Kind(("iio",), ("Channel",), instead='write adc=lambda: int(channel.attrs["raw"].value), full_scale=...; or pressd --source iio'),
    _Kind(("serial",), ("Serial",), instead="lines come by themselves: feed them, as the recipe `Codes from an Arduino` does with ForceSensor.fed"),
    _Kind(("smbus", "smbus2", "smbus3"), ("SMBus", "i2c_msg"), instead="it is a bus: ForceSensor(0, bus=...) reads an ADS1115 on it"),
    _Kind(("busio", "bitbangio", "adafruit_blinka"), ("I2C",), instead="it is a bus: ForceSensor(0, bus=...) reads an ADS1115 on it"),
    _Kind(("periphery",), ("I2C",), instead="it is a bus: ForceSensor(0, bus=...) reads an ADS1115 on it"),
    _Kind(("libpress.bus",), ("Converter",), instead='write ForceSensor(channel, bus, model=...): libpress steps its converters itself'),
)  # fmt: skip


def _kind_of(adc: Any) -> tuple[_Kind, str] | None:
    for one in type(adc).__mro__:
        for kind in _KINDS:
            within = any(one.__module__ == name or one.__module__.startswith(f"{name}.") for name in kind.modules)
            if within and (not kind.names or one.__name__ in kind.names):
                return kind, f"{one.__module__.partition('.')[0]}'s {type(adc).__name__}"
    return None


def recognised(adc: Any, full_scale: float | None, supply: float) -> Reader:
    """How an object is read. Raises TypeError, InvalidError: it cannot be."""
    if (found := _kind_of(adc)) is not None:
        kind, name = found
        if not kind.attribute:
            raise TypeError(f"adc is {name}: {kind.instead}")
        if kind.refuse is not None and full_scale is None and (wrong := kind.refuse(adc, supply)):
            raise InvalidError(f"adc is {name}: {wrong}")
        read = _attribute(adc, kind.attribute)
        return Reader(read, kind.full_scale and kind.full_scale(adc, supply), f"`{kind.attribute}` of {name}", kind.quicker)
    if callable(adc):
        return Reader(_function(adc))
    refuse_object(adc)
    name = type(adc).__name__
    if _has(adc, "voltage"):
        return Reader(_attribute(adc, "voltage"), float(supply), f"`voltage` of {name}")
    if _has(adc, "value"):
        if full_scale is None and _has(adc, "reference_voltage"):
            words = "`value` and `reference_voltage`, of no library that is known: say what `value` is at the supply voltage"
            raise TypeError(f"adc is {name}, which has {words}, full_scale=65535 as CircuitPython's AnalogIn, 1023 for 10 bits, 4095 for 12")
        return Reader(_attribute(adc, "value"), None, f"`value` of {name}")
    for call, words in (
        ("read_u16", "adc=pin.read_u16, full_scale=65535"),
        ("read", "adc=thing.read, with full_scale= if that is not 0..1"),
        ("get", "adc=thing.get, with full_scale= if that is not 0..1"),
    ):
        if _has(adc, call):
            raise TypeError(f"adc is {name}, which has `{call}` and no `value`: hand over a function that returns a reading at once, {words}")
    raise TypeError(
        "adc must be a function that returns a reading, or an object with `value` or `voltage`, such as gpiozero's MCP3008 "
        f"or CircuitPython's AnalogIn, not {name}"
    )


def _has(adc: Any, name: str) -> bool:
    return inspect.getattr_static(adc, name, ...) is not ...


def _attribute(adc: Any, name: str) -> Read:
    return lambda: getattr(adc, name)


def _function(adc: Any) -> Read:
    inner = getattr(adc, "func", adc)
    if inspect.isclass(adc):
        raise TypeError(f"adc={adc.__name__} is a class, which each reading would make an object of: hand over an object, adc={adc.__name__}(...)")
    for one in (inner, getattr(inner, "__call__", None)):  # noqa: B004
        if inspect.iscoroutinefunction(one):
            raise TypeError(
                "adc must be a plain function, not async: nobody would await it. Let a task keep what it reads, and write adc=lambda: kept[0]"
            )
        if inspect.isgeneratorfunction(one) or inspect.isasyncgenfunction(one):
            raise TypeError("adc must be a plain function: one with `yield` gives no reading. Write readings = f(), adc=lambda: next(readings)")
    return adc  # type: ignore[no-any-return]


def refuse_object(adc: Any) -> None:
    """Raises TypeError: it is no object that is read."""
    if inspect.iscoroutine(adc):
        adc.close()
        raise TypeError("adc must be a plain function, not async: nobody would await it")
    if inspect.isasyncgen(adc) or hasattr(adc, "__anext__"):
        raise TypeError("adc is an asynchronous iterator, which nobody would await: let a task keep what it gives, and write adc=lambda: kept[0]")
    if hasattr(adc, "__next__"):
        raise TypeError("adc is an iterator: write adc=lambda: next(readings), where next gives the latest reading at once")
    if isinstance(adc, int | float) or hasattr(adc, "dtype"):
        raise TypeError(f"adc={adc!r} was read once: hand over what reads it, adc=lambda: ...")
    if isinstance(adc, str | bytes | list | tuple | dict | set):
        words = (
            "a list with one for each sensor is for ForceSensor.pads and ForceSensor.plate" if isinstance(adc, list | tuple) else "not what it gave"
        )
        raise TypeError(f"adc must be what is read, a function or an object, not a {type(adc).__name__}: {words}")


def refuse_kind(first: Any) -> None:
    """Raises TypeError: what was read first is no number. Says what to write."""
    if inspect.iscoroutine(first):
        first.close()
    if inspect.isawaitable(first):
        raise TypeError(
            "adc must be a plain function, not async: nobody would await it. Let a task keep what it reads, and write adc=lambda: kept[0]"
        )
    if hasattr(first, "__next__"):
        raise TypeError("adc gives an iterator: write readings = f(), adc=lambda: next(readings)")
    if isinstance(first, str | bytes | bytearray):
        kind = "int" if first.strip().isdigit() else "float"
        raise TypeError(f"adc gives text, {first!r}, and no number: write adc=lambda: {kind}(...)")
    if isinstance(first, list | tuple) or getattr(first, "shape", None):
        raise TypeError(f"adc gives several values, {str(first)[:60]}: say which is the reading, adc=lambda: f()[0]")
    if isinstance(first, dict):
        raise TypeError(f"adc gives a dict, {str(first)[:60]}: say which is the reading, adc=lambda: f()[{next(iter(first), 'name')!r}]")
    if isinstance(first, bool | complex) or type(first).__name__ in ("bool_", "bool") or not hasattr(first, "__float__"):
        raise TypeError(f"adc must give a number each time it is read, not {first!r}")
