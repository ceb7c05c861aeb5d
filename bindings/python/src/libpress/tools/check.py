"""The checks of a sensor, from the bus to the release of a press. The library finds what is wrong (machine.py); this asks
the converter and the person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median

from .._board import Board
from .._config_wiring import LOAD_CELL
from ..bus import Bus
from ..errors import InUseError, NackError
from ..generated import _raw
from ..generated._boards import BOARDS
from ..numbers import from_q16
from ..pad import Frame
from .config import Config
from .feel import Guide, Source
from .machine import Checked, Found, Machine, Tried, status_of
from .simulated import SimulatedBus
from .sources import Converters, NoConverter, claim, number_of
from .trace import Trace

ADDRESSES = (0x48, 0x49, 0x4A, 0x4B)
QUIET_US = 200_000
"""How long nothing presses at the start of a recording, at least: so long a pad watches its zero."""
HARD = 8.0
"""Newtons of the simulated hand."""
STEPS = {_raw.PRESS_CHECK_STEP_REST: "rest", _raw.PRESS_CHECK_STEP_PRESS: "press", _raw.PRESS_CHECK_STEP_LET_GO: "let_go"}


class Check:
    """All checks of a config, one after the other."""

    def __init__(self, config: Config, guide: Guide, recorded: bool = False) -> None:
        self.config, self.guide = config, guide
        self.findings: list[Found] = []
        engine = config.raw(("engine", 0))
        looks = config.count("sensor") == 1 and config.is_ads1x15()
        flags = _raw.PRESS_CHECK_FLAG_RECORDED if recorded else _raw.PRESS_CHECK_FLAG_INPUTS if looks else 0
        sensors = [
            Checked(
                sensor,
                config.input_name(n).removeprefix("AIN"),
                channel,
                config.model(converter) != LOAD_CELL,
                config.model(converter) in ("ads7828", "ads7830") and not config.driver(converter)["reference_mv"],
            )
            for n, (sensor, (converter, channel)) in enumerate(zip(config.sensors(), config.wires(), strict=True))
        ]
        self._is_one_thing = len(sensors) == 1 or len({(one.x, one.y) for one in config.sensors()}) > 1
        """One sensor, or those of a plate, which have places: one press is on all."""
        self._why = 0
        """The status of the last reading that failed."""
        self.machine = Machine(sensors, engine.touch_force, engine.release_force, flags)

    @property
    def failed(self) -> int:
        """The exit code of the first that failed."""
        return int(self.machine.state.exit_code)

    def take(self, tried: Tried) -> None:
        """What came of the bus."""
        self.machine.bus(tried)
        self._report()

    def _report(self) -> None:
        for found in self.machine.news():
            self.findings.append(found)
            self.guide.found(found)

    # The bus and the converter

    def converters(self, node: str, bus: Bus, rate: int | None) -> Converters | None:
        """Address and part of each; None: there is nothing to read from."""
        self.take(Tried(_raw.PRESS_CHECK_STAGE_OPENED, node=node))
        for converter in range(self.config.count("converter")):
            if not self._answers(node, bus, converter):
                return None
        return None if self.failed else Converters(self.config, bus, node, rate)

    def _answers(self, node: str, bus: Bus, converter: int) -> bool:
        """@return false: there is nothing to read from it."""
        config = self.config
        declared = config.model(converter)
        shown = Tried(_raw.PRESS_CHECK_STAGE_ASKED, 0, config.address(converter), node=node, bus=number_of(node), declared=declared)
        try:
            claim(bus, shown.address)
        except InUseError as claimed:
            self.take(replace(shown, what=_raw.PRESS_CHECK_STAGE_CLAIMED, status=status_of(claimed), who=claimed.who))
            return False
        problem = self._ask(bus, shown.address)
        if isinstance(problem, NackError):
            known = [config.address(one) for one in range(config.count("converter"))]
            tried = [one for one in ADDRESSES if one not in known] if config.is_ads1x15(converter) else []
            other = next((one for one in tried if self._ask(bus, one) is None), 0)
            boards = {address for _, address, _ in BOARDS.values()} - {shown.address, *known, *tried}
            shown = replace(shown, other=other or next((one for one in sorted(boards) if self._ask(bus, one) is None), 0))
        self.take(replace(shown, status=status_of(problem)))
        part = replace(shown, model=declared)
        if problem is None and config.is_ads1x15(converter):
            part = self._part(bus, converter, shown)
            self.take(part)
        if problem or part.status:
            return False
        if not isinstance(bus, SimulatedBus) and not config.is_given(("converter", converter), "board"):
            self.take(replace(part, what=_raw.PRESS_CHECK_STAGE_BOARD))
        return True

    def _ask(self, bus: Bus, address: int, write: bytes = b"", count: int = 1) -> OSError | None:
        """Whether a chip answers; a transfer that fails is tried again."""
        self._answer = b""
        problem: OSError | None = None
        for _ in range(4):
            try:
                self._answer = bus.transfer(address, write, count)
                return None
            except OSError as error:
                problem = error
        return problem

    def _part(self, bus: Bus, converter: int, shown: Tried) -> Tried:
        """Which model it is. Another program that uses it may come between: what does not fit is tried again."""
        found = shown
        for _ in range(5):
            found = self._try_part(bus, shown)
            if not found.status and found.model == shown.declared:
                break
        return found

    def _try_part(self, bus: Bus, shown: Tried) -> Tried:
        """The slowest conversion takes 125 ms in an ADS1115, and 8 in an ADS1015."""
        wrote = 0x4303  # AIN0 against ground, 4.096 V, single shot, slowest
        start = (wrote | 0x8000).to_bytes(2, "big")
        problem = self._ask(bus, shown.address, b"\x01" + start, 0)
        bus.wait(bus.wait(0) + 30_000)
        problem = problem or self._ask(bus, shown.address, b"\x01", 2)
        shown = replace(shown, what=_raw.PRESS_CHECK_STAGE_PART, status=status_of(problem))
        if problem:
            return shown
        read = int.from_bytes(self._answer, "big")
        if read & 0x7FFF != wrote:
            return replace(shown, status=_raw.PRESS_ERR_STATE)
        bus.wait(bus.wait(0) + 130_000)
        return replace(shown, model="ads1115" if not read & 0x8000 else "tla2024" if shown.declared == "tla2024" else "ads1015")

    # The sensors

    def run(self, source: Source) -> None:
        """Rest, and the press of each sensor; of a trace what it has of them."""
        idle = Tried(_raw.PRESS_CHECK_STAGE_READ, _raw.PRESS_ERR_IO, self.config.address(), node=source.name, bus=source.name)
        self.take(idle)
        shown = (0, 0)
        frames: Iterator[Frame] = iter(())
        while (state := self.machine.state).step != _raw.PRESS_CHECK_STEP_DONE:
            if state.asks_inputs and isinstance(source, Converters):
                self.machine.inputs(self._inputs(source))
                self._report()
                continue
            if shown != (state.step, state.sensor):
                shown, frames = (state.step, state.sensor), source.frames()
                self._begin(source, *shown)
            frame = next(frames, None)
            if frame is None:
                self.machine.end()
            else:
                self._feed(source, frame, idle)
            self._report()

    def _begin(self, source: Source, step: int, sensor: int) -> None:
        if isinstance(source, Converters) and step != _raw.PRESS_CHECK_STEP_REST:
            self._move(source, sensor, HARD if step == _raw.PRESS_CHECK_STEP_PRESS else 0.0)
        if step in STEPS:
            self.guide.step(STEPS[step], None if step == _raw.PRESS_CHECK_STEP_REST else sensor)

    def _feed(self, source: Source, frame: Frame, idle: Tried) -> None:
        why = status_of(source.problem()) if frame.failed and isinstance(source, Converters) else 0
        if why and why != self._why:
            self.machine.bus(replace(idle, status=why))
            self._why = why
        rests = self.machine.state.step == _raw.PRESS_CHECK_STEP_REST
        self.machine.feed(frame)
        if not rests:
            self.guide.force(self.machine.state.force / 65536)

    def _move(self, source: Converters, sensor: int, newtons: float) -> None:
        """The simulated hand does what a person is asked to do: it presses a plate as a whole, and else the sensor that is meant."""
        bus = source.bus
        if isinstance(bus, SimulatedBus) and not (bus.trouble == "held" and not newtons):
            newtons = newtons or (0.17 if bus.trouble == "sticky" else 0.0)
            if self._is_one_thing:
                newtons *= self.config.count("sensor")
            else:
                converter, channel = self.config.wires()[sensor]
                bus.struck = self.config.address(converter), channel
            bus.hand.move(bus.now_us / 1e6 + 0.3, newtons, 0.15)

    def _inputs(self, source: Converters) -> list[int]:
        """What all four inputs read, each the median of some readings."""
        source.board = Board(self.config.of_inputs(range(4)), source.bus)
        frames = [source.read() for _ in range(15)]
        source.renew()
        return [round(median(frame.codes[n] or 0 for frame in frames)) for n in range(4)]


def lacking(trace: Trace, config: Config) -> str:
    """What a recording lacks of what a check requires, a quiet start and then a press; "": nothing."""
    sensors = config.sensors()
    touch = from_q16(config.raw(("engine", 0)).touch_force)
    known: list[dict[int, float]] = [{} for _ in sensors]
    times, forces = [], []
    for frame in trace.frames():
        read = [(n, code) for n, code in enumerate(frame.codes) if code is not None]
        for n, code in read:
            if code not in known[n]:
                known[n][code] = sensors[n].curve.force(sensors[n].circuit.conductance(code))
        if read:
            times.append(frame.t_us)
            forces.append([(n, known[n][code]) for n, code in read])
    least = [min(one.values(), default=0.0) for one in known]
    pressed = next((at for at, row in enumerate(forces) if any(force - least[n] >= touch for n, force in row)), None)
    again = "Record again: hands off for two seconds, then press hard, and let go"
    if pressed is None:
        return "" if len(times) > 9 else f"it has {len(times)} readings: a check requires a quiet second, and a press. {again}"
    if any(force - least[n] >= touch for n, force in forces[-1]):  # as at the end: wired backwards, or held
        return ""
    if pressed == 0:
        return f"it begins pressed, so the reading at rest is not known. {again}"
    if pressed < 10 or times[pressed] - times[0] < QUIET_US:
        return f"only {pressed} readings, {(times[pressed] - times[0]) / 1e6:g} s, are untouched before its first press. {again}"
    return ""


def open_or_report(check: Check, node: str, make: Callable[[], Bus]) -> Bus | None:
    """The bus; None: what is wrong with it was found."""
    try:
        return make()
    except NoConverter as problem:
        check.take(problem.tried)
        return None
