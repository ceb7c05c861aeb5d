"""What the options of a command say: the config, and where frames come from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..bus import Bus
from ..simulation import SimulatedFinger
from .config import Config
from .problem import USAGE, Problem
from .simulated import SimulatedBus
from .sources import Converters, node_of, open_bus
from .trace import Trace

SCRIPT = ((0, 0), (0.5, 0), (0.9, 2.2), (1.4, 2.6), (1.7, 5.5), (2.0, 5.5), (2.2, 0), (3.2, 0))
"""What the simulated hand does where nobody is asked: seconds and newtons, again and again."""


class Setup:
    """What the options say: the config, and where frames come from."""

    def __init__(self, **given: Any) -> None:
        self.given = given
        chosen = [name for name in ("simulated", "trace", "bus") if given.get(name)]
        self.kind = chosen[0] if chosen else "bus"
        self.config = self.load()
        if len(chosen) > 1:
            raise Problem(USAGE, f"--{chosen[0]} and --{chosen[1]} exclude each other: frames come from one place")
        if given["trouble"] and self.kind != "simulated":
            raise Problem(USAGE, "--trouble is for --simulated")
        if given["fast"] and self.kind == "bus":
            raise Problem(USAGE, "--fast is for --simulated and --trace: a real sensor has its own time")
        of_files = [name for name in ("column", "time", "unit", "invert", "supply") if given.get(name) is not None]
        if of_files and self.kind != "trace":
            raise Problem(USAGE, f"--{of_files[0]} is for --trace: it says what a column of a file is")
        self.paced = not given["fast"]

    def load(self, changes: Iterable[str] = ()) -> Config:
        """The config, with changes SECTION.KEY=VALUE after all else. Raises Problem."""
        given = self.given
        settings = list(given["settings"])
        if given["address"] is not None:
            settings.append(f"converter.address={given['address']}")
        return Config.load(
            given["config"],
            [*settings, *changes],
            profile=given["profile"],
            channel=given["channel"],
            converters=self.kind != "trace",
            calibrates=bool(given["calibrates"]),
        )

    @property
    def node(self) -> str:
        return "simulated bus" if self.kind == "simulated" else node_of(self.given["bus"] or "1")

    def bus(self, script: bool = False) -> Bus:
        """Raises Problem."""
        if self.kind != "simulated":
            return open_bus(self.node)
        given, config = self.given, self.config
        circuits = [config.sensor(index).circuit for index in range(config.count("sensor"))]
        wires = list(zip(config.wires(), circuits, strict=True))
        adcs = {
            config.address(n): (config.model(n), config.driver(n), {channel: one for (own, channel), one in wires if own == n})
            for n in range(config.count("converter"))
        }
        bus = SimulatedBus(adcs, seed=given["seed"], fast=given["fast"], trouble=given["trouble"] or "")
        if script:
            bus.hand = SimulatedFinger(SCRIPT, repeats=True)
        return bus

    def trace(self, invert: bool | None = None) -> Trace:
        """Opened; its config is that which reads it. `invert`: where no option says. Raises Problem."""
        asked = {name: self.given.get(name) for name in ("column", "time", "unit", "invert", "supply")}
        asked["invert"] = invert if asked["invert"] is None else asked["invert"]
        trace = Trace(self.given["trace"], self.config, self.given["rate"], **asked)
        self.config = trace.config
        return trace

    def source(self) -> Trace | Converters:
        """Opened. Raises Problem."""
        if self.kind == "trace":
            return self.trace()
        converter = Converters(self.config, self.bus(script=True), self.node, self.given["rate"])
        assert converter.rate
        converter.open()
        return converter


def setup_of(given: dict[str, Any]) -> Setup:
    """Takes its options out of what a command was given. Raises Problem."""
    names = "simulated trouble trace bus address channel config profile settings rate fast seed calibrates column time unit invert supply"
    return Setup(**{name: given.pop(name, None) for name in names.split()})
