"""The checks of a sensor, from the bus to the release of a press. What they can find stands in _findings.py."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, median
from typing import Any

from .._config_wiring import LOAD_CELL
from ..bus import Bus
from ..errors import InUseError, NackError
from ..pad import Frame
from .config import Config
from .feel import Feel, Found, Guide, Source, e12, limit
from .problem import OK
from .simulated import SimulatedBus
from .sources import Converters, NoConverter, claim, finding_of, number_of

ADDRESSES = (0x48, 0x49, 0x4A, 0x4B)
REST_US = 2_000_000
BEFORE_US = 200_000
"""Of a trace what comes so shortly before a touch is its beginning already."""
PRESS_US = 15_000_000
"""How long a press is waited for."""
ELSEWHERE_US = 4_000_000
"""After this the other inputs are looked at."""
HOLD_US = 1_500_000
"""From the touch to "let go"."""
RELEASE_US = 5_000_000
AFTER_US = 800_000
"""How long it is watched after the release."""
HARD = 8.0
"""Newtons of the simulated hand."""


class Check:
    """All checks of a config, one after the other. `failed` is the exit code of the first that failed."""

    def __init__(self, config: Config, guide: Guide) -> None:
        self.config, self.guide = config, guide
        self.findings: list[Found] = []
        engine = config.raw(("engine", 0))
        self.touch, self.release = engine.touch_force / 65536, engine.release_force / 65536
        inputs = [(config.wire(n)[1], config.input_name(n).removeprefix("AIN")) for n in range(config.count("sensor"))]
        self.feels = [Feel(sensor, *own) for sensor, own in zip(config.sensors(), inputs, strict=True)]

    @property
    def failed(self) -> int:
        return next((found.code for found in self.findings if found.result == "fail"), OK)

    def add(self, name: str, sensor: int | None = None, **values: Any) -> None:
        found = Found(name, sensor if len(self.feels) > 1 else None, values)
        self.findings.append(found)
        self.guide.found(found)

    # The bus and the converter

    def converters(self, node: str, bus: Bus, rate: int | None) -> Converters | None:
        """Address and part of each; None: there is nothing to read from."""
        self.add("bus_opens", node=node)
        for converter in range(self.config.count("converter")):
            if not self._answers(node, bus, converter):
                return None
        return None if self.failed else Converters(self.config, bus, node, rate)

    def _answers(self, node: str, bus: Bus, converter: int) -> bool:
        """@return false: there is nothing to read from it."""
        config = self.config
        address = config.address(converter)
        shown: dict[str, Any] = {"node": node, "address": f"{address:#x}", "bus": number_of(node)}
        try:
            claim(bus, address)
        except InUseError as other:
            self.add("converter_in_use", **shown, who=other.who)
            return False
        problem = self._ask(bus, address)
        if isinstance(problem, NackError):
            known = [config.address(other) for other in range(config.count("converter"))]
            tried = [one for one in ADDRESSES if one not in known] if config.is_ads1x15(converter) else []
            others = [f"{one:#x}" for one in tried if self._ask(bus, one) is None]
            if others:
                self.add("address_elsewhere", **shown, other=others[0])
            else:
                self.add("address_silent", **shown)
            return False
        if problem is None:
            self.add("address_answers", **shown)
            problem = self._part(bus, converter, shown) if config.is_ads1x15(converter) else None
        if problem is not None:
            self.add(finding_of(problem), **shown)
        return problem is None

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

    def _part(self, bus: Bus, converter: int, shown: dict[str, Any]) -> OSError | None:
        """The slowest conversion takes 125 ms in an ADS1115, and 8 in an ADS1015."""
        address, other = self.config.address(converter), self.config.model(converter)
        wrote = 0x4303  # AIN0 against ground, 4.096 V, single shot, slowest
        start = (wrote | 0x8000).to_bytes(2, "big")
        problem = self._ask(bus, address, b"\x01" + start, 0)
        bus.wait(bus.wait(0) + 30_000)
        problem = problem or self._ask(bus, address, b"\x01", 2)
        if problem:
            return problem
        read = int.from_bytes(self._answer, "big")
        if read & 0x7FFF != wrote:
            self.add("part_other", **shown)
            return None
        bus.wait(bus.wait(0) + 130_000)
        model = "ads1015" if read & 0x8000 else "ads1115"
        self.add("part_fits" if model == other else "part_model", model=model, other=other)
        return None

    # Untouched

    def rest(self, source: Source) -> bool:
        """Rate, open or shorted, zero, noise. @return false: nothing was read."""
        self.guide.step("rest", None)
        for _ in range(3):
            frames = self._untouched(source)
            if not source.live or not self._was_touched():
                break
        if not any(feel.rest for feel in self.feels):
            problem = source.problem() if isinstance(source, Converters) else None
            self.add(finding_of(problem), node=source.name, address=f"{self.config.address():#x}", bus=source.name)
            return False
        self._rate(frames)
        for number, feel in enumerate(self.feels):
            self._input(number, feel)
        return True

    def _untouched(self, source: Source) -> list[Frame]:
        """Two seconds; of a trace what comes before its first touch."""
        found: list[Frame] = []
        for frame in source.frames():
            if frame.t_us > REST_US:
                break
            if not source.live and len(found) == 1:
                self._learn(found)
            if not source.live and found and self._presses(frame):
                earlier = [one for one in found if one.t_us < frame.t_us - BEFORE_US]
                found = earlier if len(earlier) > 1 else found
                break
            found.append(frame)
        self._learn(found)
        return found

    def _learn(self, frames: list[Frame]) -> None:
        for number, feel in enumerate(self.feels):
            codes = (frame.codes[number] for frame in frames)
            feel.learn([code for code in codes if code is not None])

    def _presses(self, frame: Frame) -> bool:
        pairs = zip(self.feels, frame.codes, strict=True)
        return any(code is not None and feel.force(code) >= self.touch for feel, code in pairs)

    def _was_touched(self) -> bool:
        """Three readings one after the other."""
        for feel in self.feels:
            touched = [feel.force(code) >= self.touch for code in feel.rest]
            if any(all(touched[n : n + 3]) for n in range(len(touched) - 2)):
                return True
        return False

    def _rate(self, frames: list[Frame]) -> None:
        took = frames[-1].t_us - frames[0].t_us
        rate = (len(frames) - 1) / (took / 1e6) if took else 0.0
        name = "rate_reached"
        if rate < limit("rate_low"):
            name = "rate_poor" if rate <= limit("rate_poor") else "rate_low"
        self.add(name, rate=f"{rate:.0f}")
        lost = 100 * fmean(bool(frame.failed) for frame in frames)
        if lost > limit("readings_lost"):
            self.add("readings_lost", share=f"{lost:.1f}")

    def _input(self, number: int, feel: Feel) -> None:
        circuit, full = feel.sensor.circuit, feel.sensor.circuit.full_scale
        part = feel.of_full(feel.code)
        idle = circuit.resistor_ohm / (circuit.resistor_ohm + circuit.parallel_ohm)
        if part > 0.98:
            self.add("input_shorted", number, code=feel.code, full=full)
            return
        if circuit.parallel_ohm and part < idle / 2:
            self.add("input_open", number, code=feel.code, ohm=circuit.parallel_ohm)
        elif part < -limit("input_negative") / 100:
            self.add("input_negative", number, code=feel.code)
        else:
            self.add("input_sound", number)
        force = max(feel.sensor.curve.force(feel.zero) - feel.sensor.preload_force, 0.0)
        name = "zero_loaded" if force > limit("zero_loaded") else "zero_fits"
        self.add(name, number, zero=f"{feel.zero:.1f}", force=f"{force:.2f}")
        away = sorted(abs(feel.sensor.circuit.conductance(code) - feel.zero) for code in feel.rest)
        noise = feel.sensor.curve.force(away[int(0.99 * (len(away) - 1))])
        name = "noise_low"
        if noise > limit("noise_high") * self.touch:
            name = "noise_poor" if noise > limit("noise_poor") * self.touch else "noise_high"
        least = noise / limit("noise_high")
        self.add(name, number, force=f"{noise:.3f}", touch=f"{self.touch:.3g}", least=f"{least:.2f}")

    # Pressed

    def press(self, source: Converters) -> None:
        """Each sensor is pressed and let go."""
        looks = len(self.feels) == 1 and self.config.is_ads1x15()
        idle = self._inputs(source) if looks else None
        for number, feel in enumerate(self.feels):
            self.guide.step("press", number)
            self._move(source, HARD)
            other = self._wait_for(source, feel, idle)
            if other is not None:
                self._not_felt(number, feel, other)
                self._move(source, 0.0)
                continue
            self._hold(source)
            self._pressed(number, feel)
            self.guide.step("let_go", number)
            self._let_go(source, number)

    def replay(self, source: Source) -> None:
        """The presses of a trace."""
        for frame in source.frames():
            self._feed(frame)
        for number, feel in enumerate(self.feels):
            if feel.peak < self.touch:
                self.add("press_none", number, channel=feel.input)
            else:
                self._pressed(number, feel)

    def _feed(self, frame: Frame) -> list[float]:
        pairs = zip(self.feels, frame.codes, strict=True)
        forces = [feel.feed(code) if code is not None else 0.0 for feel, code in pairs]
        self.guide.force(sum(forces))
        return forces

    def _move(self, source: Converters, newtons: float) -> None:
        """The simulated hand does what a person is asked to do."""
        bus = source.bus
        if isinstance(bus, SimulatedBus) and not (bus.trouble == "held" and not newtons):
            newtons = newtons or (0.17 if bus.trouble == "sticky" else 0.0)
            bus.hand.move(bus.now_us / 1e6 + 0.3, newtons * len(self.feels), 0.15)

    def _inputs(self, source: Converters) -> list[float]:
        """What all four inputs read, each the median of some readings."""
        adc = self.config.adc(source.bus, channels=range(4))
        frames = [adc.read() for _ in range(15)]
        source.renew()
        read: list[list[int]] = [[frame.codes[n] or 0 for frame in frames] for n in range(4)]
        return [median(codes) for codes in read]

    def _wait_for(self, source: Converters, feel: Feel, idle: list[float] | None) -> int | str | None:
        """Until the press is felt: None; the input where it was felt instead; "backwards"; or "none"."""
        full = feel.sensor.circuit.full_scale
        sign = -1 if feel.sensor.circuit.pull_up else 1
        looked = idle is None
        away = 0
        own = self.feels.index(feel)
        for frame in source.frames():
            if self._feed(frame)[own] >= self.touch:
                return None
            code = frame.codes[own]
            away = away + 1 if code is not None and sign * (code - feel.code) < -full / 20 else 0
            if away == 10:
                return "backwards"
            if not looked and frame.t_us > ELSEWHERE_US and idle is not None:
                looked = True
                moved = [abs(now - then) for now, then in zip(self._inputs(source), idle, strict=True)]
                most = max(range(4), key=lambda n: moved[n])
                if most != feel.channel and moved[most] > full / 20 and moved[feel.channel] < moved[most] / 4:
                    return most
            if frame.t_us > PRESS_US:
                return "none"
        return "none"

    def _not_felt(self, number: int, feel: Feel, other: int | str) -> None:
        turned = "no" if feel.sensor.circuit.pull_up else "yes"
        if other == "backwards":
            self.add("press_backwards", number, turned=turned)
        elif other == "none":
            self.add("press_none", number, channel=feel.input)
        else:
            self.add("press_elsewhere", number, channel=feel.input, other=other)

    def _hold(self, source: Converters) -> None:
        for frame in source.frames():
            self._feed(frame)
            if frame.t_us > HOLD_US:
                return

    def _pressed(self, number: int, feel: Feel) -> None:
        circuit = feel.sensor.circuit
        self.add("press_felt", number, force=f"{feel.peak:.1f}", channel=feel.input)
        if self.config.model(self.config.wire(number)[0]) == LOAD_CELL:
            return  # it has no resistor
        share = 100 * feel.share
        highest = 100 * (circuit.max_code or circuit.full_scale) / circuit.full_scale
        name = "range_fits"
        if share < limit("range_little"):
            name = "range_little"
        elif share > limit("range_ends") * highest / 100:
            name = "range_ends"
        elif share > limit("range_crowded"):
            name = "range_crowded"
        ratio = max(min(feel.share, 0.999), 0.001)
        self.add(name, number, share=f"{share:.0f}", ohm=e12(circuit.resistor_ohm * 4 * (1 - ratio) / ratio))

    def _let_go(self, source: Converters, number: int) -> None:
        """Until the force is gone, and a moment longer."""
        self._move(source, 0.0)
        gone: int | None = None
        after: list[float] = []
        for frame in source.frames():
            force = max(self._feed(frame))
            if gone is None and force < self.release:
                gone = frame.t_us
            if gone is None and frame.t_us > RELEASE_US:
                self.add("release_held", number, force=f"{force:.2f}", seconds=RELEASE_US // 1_000_000)
                return
            if gone is not None and frame.t_us > gone + AFTER_US / 2:
                after.append(force)
                if frame.t_us > gone + AFTER_US:
                    break
        rest = fmean(after)
        if rest > limit("release_rest") * self.release:
            self.add("release_rest", number, force=f"{rest:.2f}", release=f"{self.release:.3g}")
        else:
            self.add("release_clean", number, ms=(gone or 0) // 1000)


def open_or_report(check: Check, node: str, make: Callable[[], Bus]) -> Bus | None:
    """The bus; None: what is wrong with it was found."""
    try:
        return make()
    except NoConverter as problem:
        check.add(problem.finding, node=node)
        return None
