"""Hooks that nothing calls: what each requires, and the warning where that is not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from warnings import warn_explicit

from .enums import EventType, Trait
from .generated import _raw

if TYPE_CHECKING:
    from ._core import Core
    from .sensor import Sensor

Need = Callable[["Core"], str]
"""What is missing, with the words to write; "": nothing."""


def of(*needs: Need) -> Need:
    """All of these: the first that is missing."""
    return lambda core: next(filter(None, (need(core) for need in needs)), "")


def trait(*traits: Trait) -> Need:
    """A target that has one of these; the surface, where there are no targets."""
    mask = 0
    for one in traits:
        mask |= int(one)
    first = traits[0].name

    def missing(core: Core) -> str:
        if core.look(_raw.press_target_list, core.handle, int(~Trait(0)), None, 0) > 0:
            if core.look(_raw.press_target_list, core.handle, mask, None, 0) > 0:
                return ""
            return f"no target has the trait {first}; add it, Target(..., traits=Trait.{first})"
        if core.config.traits & mask:
            return ""
        return f"the surface does not have the trait {first}; give traits=Trait.{first} to what makes the engine, or add a Target with it"

    return missing


def flag(name: str, bit: int) -> Need:
    """A flag of the engine."""

    def missing(core: Core) -> str:
        return "" if core.config.flags & bit else f"{name} is off; give {name}=True to what makes the engine, or write engine.set({name}=True)"

    return missing


def setting(part: str, name: str, usual: str) -> Need:
    """A number of a config above 0: `part` as the library calls it, `usual` as a program writes it."""

    def missing(core: Core) -> str:
        config = core.configs.get(part)
        return "" if config is None or getattr(config, name) else f"{name} is 0; give it, {usual}"

    return missing


def reachable(name: str) -> Need:
    """A pressure that a contact can have: pressures end at 1."""

    def missing(core: Core) -> str:
        is_by_code = "peek" in core.configs
        return (
            "" if is_by_code or getattr(core.config, name) <= 65536 else f"{name} is above 1, which no press reaches; write engine.set({name}=0.85)"
        )

    return missing


def attached(part: str) -> Need:
    """An interaction, by the argument that attaches it."""

    def missing(core: Core) -> str:
        return "" if part in core.configs else f"it goes with {part}; give {part}=True to what makes the engine"

    return missing


def baseline(core: Core) -> str:
    """A zero that is learnt and followed."""
    pads = list(core.pads)
    is_off = pads and all(pad._config.flags & _raw.PRESS_PAD_NO_BASELINE for pad in pads)
    return "baseline is off, so the zero stays; give baseline=True" if is_off else ""


def is_calibrated(sensor: Sensor) -> bool:
    """It can wander from a calibration."""
    return sensor.span > 0 or sensor.zero_limit > 0


def calibrated(core: Core) -> str:
    """A sensor with a span, or a stored zero that has a limit."""
    words = "no sensor has a calibration to wander from; give calibration=FILE, which `libpress calibrate` writes, or Sensor(span=...)"
    return words if core.is_uncalibrated else ""


def proposed(core: Core) -> str:
    """A function that answers what a drop does: by default it neither asks nor takes time."""
    return "" if "drop_will_propose" in core._answers else "by default no drop does that; write engine.drag.on_propose = f, which gives a Proposal"


def supply(core: Core) -> str:
    """A reference that measures the supply."""
    return "nothing measures the supply; give reference=1, the input of the converter that does" if core.is_without_supply else ""


def movement(core: Core) -> str:
    """Contacts that can move: one sensor has one place."""
    if core.is_of_one_place:
        return "one sensor does not say where it is pressed; ForceSensor.plate([(0, 0), (60, 0)]) of two or more does, or a Grid"
    return ""


def two_contacts(core: Core) -> str:
    """Two contacts at a time."""
    if core.is_of_one_place:
        return "it takes two fingers, and one sensor feels one; a Grid feels several"
    return "" if core.config.max_contacts > 1 else "it takes two contacts; give max_contacts=2 or more to what makes the engine"


class Unheard:
    """The hooks of an engine that require something: looked at once, as the next contact begins."""

    __slots__ = ("_core", "_pending")

    def __init__(self, core: Core) -> None:
        self._core = core
        self._pending: dict[tuple[int, str], tuple[str, Need, tuple[str, int]]] = {}

    def note(self, owner: Any, way: str, name: str, need: Need, line: tuple[str, int] | None) -> None:
        """A hook is set in a line of the program, or was taken away, without one."""
        key = id(owner), name
        self._pending.pop(key, None)
        if line is not None:
            self._pending[key] = f"{way}.{name}", need, line
        self._core.observe(self._look, (EventType.CONTACT_BEGAN,), self._look if self._pending else None)

    def _look(self, event: object) -> None:
        pending, self._pending = list(self._pending.values()), {}
        self._core.observe(self._look, (EventType.CONTACT_BEGAN,), None)
        for name, need, line in pending:
            if words := need(self._core):
                warn_explicit(f"nothing calls {name}: {words}", UserWarning, *line)
