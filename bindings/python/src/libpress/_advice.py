"""What to do about what goes wrong with a sensor: one sentence each, for people who meet it for the first time."""

from __future__ import annotations

import errno
import os
from typing import Any

from .bus import Bus
from .enums import Reason
from .errors import BusError, ForbiddenError, NackError, TimedOutError
from .sensor import Circuit

_ADDRESSES = (0x48, 0x49, 0x4A, 0x4B)
_NO_HAND = 100
"""N: more than a hand presses."""
_DEFAULT = "is anything wrong with its wires?"


def of_bus(path: str, problem: BusError) -> BusError:
    """A bus that cannot be opened."""
    cause = problem.__cause__
    number = cause.errno if isinstance(cause, OSError) else problem.errno
    if number == errno.ENOENT:
        from glob import glob

        there = ", ".join(sorted(glob("/dev/i2c-*")))
        other = f"name the one that your converter is on, bus=N, of those that are there: {there}" if there else _SWITCH
        return BusError(f"there is no I2C bus {path}: {other}")
    if number in (errno.EACCES, errno.EPERM):
        return ForbiddenError(f"this user may not use {path}: run `sudo usermod -aG i2c $USER`, then log out and in again")
    if number == errno.ENOTTY:
        return BusError(f"{path} is not an I2C bus: name one, bus=1 for /dev/i2c-1")
    return BusError(f"{path} cannot be opened ({os.strerror(number or 0)}): is the adapter plugged in?")


_SWITCH = (
    "switch I2C on (on a Raspberry Pi: sudo raspi-config, Interface Options, I2C; elsewhere: sudo modprobe i2c-dev), "
    "or try ForceSensor.simulated() without hardware"
)


def of_converter(bus: Bus, where: str, address: int, problem: OSError) -> BusError:
    """A converter that does not answer at the start. Asks the other addresses that it may have."""
    if isinstance(problem, TimedOutError) or problem.errno == errno.ETIMEDOUT:
        return TimedOutError(f"{where} hangs: is SDA or SCL held low, exchanged or without pull-ups?")
    if not (isinstance(problem, NackError) or problem.errno in (errno.EREMOTEIO, errno.ENXIO)):
        return BusError(f"transfers on {where} fail ({problem}): check the pull-ups, and how long the cable is")
    others = [one for one in _ADDRESSES if one != address and _answers(bus, one)]
    if others:
        found = " and ".join(f"{one:#x}" for one in others)
        return NackError(f"no converter answers at {address:#x} on {where}, but at {found}: use address={others[0]:#x}")
    return NackError(
        f"no converter answers on {where}: check its power, SDA and SCL, and the pin ADDR (GND {_ADDRESSES[0]:#x}, VDD 0x49, SDA 0x4a, SCL 0x4b)"
    )


def _answers(bus: Bus, address: int) -> bool:
    try:
        bus.transfer(address, b"\x01", 2)
    except OSError:
        return False
    return True


_OF_REASON: dict[int, str] = {
    Reason.OPEN: "its wire is broken, or parallel_ohm is set and no such resistor lies across it: check both",
    Reason.SHORTED: "it is bridged, or wired the other way round (pull_up), or full_scale is too low: check its two wires",
    Reason.STUCK: "it gives the very same number all the time: switch the converter's power off and on",
    Reason.STALE: "no reading comes in time: use a lower rate=, or do less in the functions that the sensor calls",
    Reason.RANGE: "it gives numbers that its converter cannot give: check full_scale, SDA and SCL",
    Reason.BUS: "it cannot be read: check the converter's power, SDA and SCL",
}


def above_scale(name: str, part: float, source: Any) -> str:
    """A reading above what it is at the supply voltage."""
    scale = source.scale_given
    return f"{name} gives {scale * part:.4g}, above full_scale={scale:g}, which is what it gives at the supply voltage: {_scales(scale * part)}"


def range_unused(name: str, part: float, source: Any) -> str:
    """Presses that stay where the scale begins."""
    scale = source.scale_given
    most = scale * part
    return f"{name} moved ten times, and never gave more than {most:.4g} of full_scale={scale:g}: is that its scale? {_scales(most)}"


def _scales(most: float) -> str:
    found = next((one for one in (1.0, 3.3, 5.0, 1023, 4095, 26400, 65535) if one >= most and not 5 < most < 16), 65535)
    return f"write full_scale={found:g}, or what it gives at the supply voltage"


def of_blocked(name: str, us: int) -> str:
    """What reads a sensor has not returned."""
    return f"what reads {name} has not returned for {us / 1e6:.1f} s, and nothing is read meanwhile: give it a time-out, or let it give None"


def of_slow(name: str, rate: float, asked: float, users: int, quicker: str) -> str:
    """What reads a sensor takes longer than the program thinks."""
    turns = f", and {users} sensors take turns" if users > 1 else ""
    ways = f"{quicker} makes it quicker; else write" if quicker else "make it quicker, or write"
    return f"{name} is read {rate:.3g} times a second, not {asked:g}: a reading takes {1e3 / max(rate, 0.001):.3g} ms{turns}. {ways} rate={rate:.2g}"


def said(problem: BaseException) -> str:
    """What was raised, in words: many libraries give none."""
    words = str(problem)
    return words if words and isinstance(problem, OSError) else f"{type(problem).__name__}: {words}" if words else type(problem).__name__


def of_fault(name: str, reason: int, problem: BaseException | None) -> str:
    """A fault of a sensor; `problem` is the last error of what reads it."""
    words = _OF_REASON.get(reason, _DEFAULT)
    detail = f" ({said(problem)})" if reason == Reason.BUS and problem is not None else ""
    return f"{name} has failed{detail}: {words}"


def too_strong(name: str, force: float, full_force: float, circuit: Circuit) -> str:
    """A hand reads far above full_force."""
    if force > _NO_HAND:
        return (
            f"{name} reads {force:.0f} N, far above full_force={full_force:g} and what a hand presses: is it bridged, wired the other way "
            f"round (pull_up={not circuit.pull_up}), or fed from another supply than full_scale={circuit.full_scale} says?"
        )
    return (
        f"{name} reads {force:.0f} N, far above full_force={full_force:g}: if a finger did that, resistor={circuit.resistor_ohm} is not "
        f"the resistor that is built in (10 kOhm read as 4.7 kOhm doubles each force); else use full_force={force:.0f}"
    )


def too_weak(name: str, force: float, full_force: float, resistor_ohm: int, presses: int) -> str:
    """No press reaches half of full_force."""
    return (
        f"{name} read at most {force:.1f} N in {presses} presses, less than half of full_force={full_force:g}: "
        f"is resistor={resistor_ohm} the resistor that is built in? If it is, use full_force={max(force, 0.5):.1f}"
    )
