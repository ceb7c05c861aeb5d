"""ForceSensor: a finger on a force-sensing resistor in one object, which reads itself."""

from __future__ import annotations

import os
import weakref
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from ctypes import byref
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, TypeVar, Unpack

from ._core import Core
from ._hooks import Alias, EventHook, Functions, Hooked, When, WhenGiven, call_hooks, plan_of
from ._intake import Intake
from ._loop import Loop
from ._readings import Readings
from ._settings import FINGER, FULL_SCALE, HARDWARE, MADE_WITH, PARTS, SIMULATED, Made, Settings
from ._slow import too_short
from ._sources import Fed, Recording, Source
from ._strict import called, refuse_coroutine
from ._unheard import is_calibrated, of, setting, trait
from ._values import channels as listed
from ._values import listed_places, verify
from ._waiting import events, happen, wait_for
from ._watch import Watch
from .engine import Engine
from .enums import EventType, Trait
from .errors import InvalidError, StateError
from .force_sensors import ForceSensors, run
from .generated import _raw
from .generated._live import EngineLevels
from .pad import Pad
from .power import Idle
from .simulation import Finger, SimulatedFinger, fingers_of
from .types import Event

if TYPE_CHECKING:
    from ._hooks import Result
    from .bus import Bus
    from .calibration import Calibration
    from .feedback import Feedback
    from .profile import Profile
    from .settings import FedSettings, Parts, ReplaySettings, SensorSettings, SeveralSettings

    SqueezeHook = Callable[[float], Result] | Callable[[], Result]
    Function = TypeVar("Function", bound=SqueezeHook)

    class Squeezed(Protocol):
        """A decorator, which gives back the function as it is."""

        def __call__(self, function: Function, /) -> Function: ...

    FaultHook = Callable[[Event, str], Result] | Callable[[Event], Result] | Callable[[], Result]

_SHOWS_STRIKES = 180
"""Readings a second that show how fast a contact is struck."""

_PATIENCE = 10
"""How often a sensor that nothing reads may be asked what it reads, before that is a warning."""


_AWAIT = "await sensor.{0}(); with a time-out await asyncio.wait_for(sensor.{0}(), 5)"


class Recognised(When):
    """Receives a gesture of the whole surface: setting it attaches what recognises it. Targets have their own traits."""

    def __init__(self, words: str, *types: int, trait: Trait) -> None:
        super().__init__(words, *types)
        self.trait = trait

    def __set__(self, owner: Hooked, function: EventHook | None) -> None:
        if callable(function):
            owner.engine._recognise(self.trait)  # type: ignore[attr-defined]
        super().__set__(owner, function)


def _receiver(core: Core, functions: Functions, table: dict[int, tuple[Any, ...]], watch: Watch) -> Callable[[Event], object]:
    """Calls the hooks of events. It does not hold the sensor."""

    def received(event: Event) -> None:
        is_fault = event.type == EventType.SENSOR_FAULT
        arguments = (event, watch.advice(event.subject, int(event.reason))) if is_fault else (event,)
        call_hooks(core, functions, table[event.type], event, arguments, "sensor")

    received.plan = (  # type: ignore[attr-defined]
        lambda kind: None if kind == EventType.SENSOR_FAULT else plan_of(functions, table, None, "sensor", kind)
    )
    return received


def _weakly(thing: Any, name: str) -> Callable[[], object]:
    """Calls a method of what it does not hold."""
    find = weakref.ref(thing)

    def call() -> object:
        return None if (found := find()) is None else getattr(found, name)()

    return call


class ForceSensor(EngineLevels, Hooked):
    """A force-sensing resistor behind an ADS1115, read in a thread of its own.

        sensor = ForceSensor()                        # AIN0 of the converter on /dev/i2c-1, 4.7 kOhm
        sensor.when_pressed = lambda: print("pressed")
        lamp.source = sensor                          # a PWMLED of gpiozero's: it follows the finger

    `channel` is the input of the converter, `bus` the number of the I2C bus (or its path, or a Bus), `resistor` the ohms of the
    divider, `full_force` the newtons at which `value` is 1. Further: `address` and `model` of the converter (ADS1115), or the `board` that it is on,
    `supply` volts, `calibration` (a Calibration or its file), `rate` readings a second, and all settings of Engine, Pad,
    Circuit, Sensor and Ads1x15 by name: `gestures=True`, `touch_force=0.6`, `parallel_ohm=470_000`.

    `adc` takes the place of the converter: a function that returns a reading, or an object with `value` or `voltage`, such as
    gpiozero's MCP3008 or CircuitPython's AnalogIn. `full_scale` is what it gives at the supply voltage, where that is not 1.
    Whatever thread asks, the functions and objects of a program are read one at a time, because libraries lock a transfer and not a
    reading; `independent=True`: this one waits for no other one. A reading that raises something has failed, as one of a converter; after
    ten in a row that are no OSError, or a TypeError, AttributeError or NameError, the sensor ends what runs and reads no more.

    Functions are called in the sensor's thread. What one raises goes to threading.excepthook, which prints it, and the
    sensor reads on. With `thread=False` nothing is read by itself: the program calls `poll` in its own loop, or takes
    `async for event in sensor.events()`, and what functions raise comes out there.

    A fault that lasts is a warning with advice, once, unless `when_fault` is set.

    A sensor that nothing holds any more ends: keep it in a variable, or `keep=True` lets it read until the program ends.

    Raises BusError and its kinds, with one sentence that says what to do; InvalidError, TypeError for settings.
    """

    __slots__ = {
        **dict.fromkeys(("__weakref__", "_intake", "_loop", "_wired"), ""),
        # A function of each sensor, and no method: quicker by a tenth.
        "poll": """Does what is due, and never waits: how many readings there were since the last call. What hooks raise goes to
        threading.excepthook, as in a thread.

        With `deliver="poll"` a thread reads, and this calls the hooks for all that came since. With `thread=False` it reads, too: every
        reading of a simulation or a recording that was due since, each at its own time (with `fast` the next one); of a converter or `adc`
        what can be read now, which is one reading or two. Raises StateError: a thread reads it and calls its hooks, or it is closed; what reads it fails.
        """,
    }
    poll: Callable[[], int]
    _way = "sensor"
    _likewise = {"when_touched": "when_pressed"}
    _ours = PARTS["pad"] | PARTS["engine"] | MADE_WITH
    _rooms = {"sensor.pad": Pad, "sensor.engine": Engine} | {f"sensor.{way}": kind for way, kind in Engine._rooms.items()}

    _needs = {
        "when_tapped": trait(Trait.TAP),
        "when_double_tapped": of(trait(Trait.DOUBLE_TAP), setting("gestures", "double_tap_us", "GesturesConfig(double_tap_us=300_000)")),
        "when_held": trait(Trait.HOLD),
    }

    when_pressed: When = When("A finger touches; `event.resting`: it lay there before, and nothing else becomes of it.", EventType.CONTACT_BEGAN)
    when_released: When = When(
        "It lifts (CONTACT_ENDED), or is lost (CONTACT_CANCELLED) for `event.reason`.",
        EventType.CONTACT_ENDED,
        EventType.CONTACT_CANCELLED,
    )
    when_fault: WhenGiven[FaultHook] = WhenGiven(
        "Sensor `event.sensor` has failed; `advice` says what to do.", EventType.SENSOR_FAULT, gives=("event", "advice")
    )
    when_recovered: When = When("It has recovered.", EventType.SENSOR_RECOVERED)

    when_tapped: Recognised = Recognised("It was pressed and let go at one place, within half a second.", EventType.TAPPED, trait=Trait.TAP)
    when_double_tapped: Recognised = Recognised("Two taps, one soon after the other.", EventType.DOUBLE_TAPPED, trait=Trait.DOUBLE_TAP)
    when_held: Recognised = Recognised("It was held, still, for half a second (`hold_us`).", EventType.HOLD_BEGAN, trait=Trait.HOLD)

    # The names of gpiozero, beside ours.
    when_activated: Alias[EventHook] = Alias("when_pressed")
    when_deactivated: Alias[EventHook] = Alias("when_released")

    def __init__(
        self,
        channel: int = 0,
        bus: int | str | Bus = 1,
        resistor: int = 4_700,
        full_force: float = 5,
        *,
        adc: Any = None,
        full_scale: float | None = None,
        independent: bool = False,
        supply: float = 3.3,
        address: int | None = None,
        model: str | None = None,
        calibration: Calibration | str | os.PathLike[str] | None = None,
        rate: float = 200,
        thread: bool = True,
        deliver: Literal["poll"] | Callable[[Callable[[], None]], object] | None = None,
        keep: bool = False,
        **settings: Unpack[Parts],
    ) -> None:
        """All settings: help(ForceSensor)."""
        given = dict(locals())
        ours = {name: given[name] for name in given.keys() - {"self", "settings", "__class__"}}
        how = Settings.of("ForceSensor", {**settings, **ours}, HARDWARE | {"channel"})
        if adc is not None:
            how.verify_no_converter(channel)
        how.verify_parts([channel])
        source, scales = how.source([channel], None if adc is None else [adc], rate)
        self._set_up(Made.on(how, [how.sensor(scale) for scale in scales], [channel]), source)
        self._start(thread)

    # Other ways to make one. All take the settings of ForceSensor that make sense there.

    @classmethod
    def simulated(
        cls,
        finger: Finger | SimulatedFinger | None = None,
        *,
        channel: int = 0,
        seed: int = 1,
        fast: bool = False,
        trouble: str | None = None,
        **settings: Unpack[SensorSettings],
    ) -> Self:
        """A sensor without hardware: everything but the finger and the converter is real, whose codes follow from the force. It takes
        all settings of ForceSensor but `adc`, and is as slow as the converter.

        With `model` or `board` the converter is simulated at register level, and the library's driver reads it. `trouble` is what is
        wrong then: `shared` (another program uses the converter), `slow` (it is a quarter slower than it says), `flaky` (one transfer in
        eight fails), `absent`, `hang`, and of the sensor `open`, `shorted`.

        `finger` is a list of key points `[(seconds, newtons), ...]`, a file of them, or a function from seconds to newtons;
        without, it presses again and again. `fast` does not wait for time to pass, and has no thread unless asked for.
        """
        how = Settings.of("ForceSensor.simulated", {**settings, "channel": channel, "seed": seed, "fast": fast, "trouble": trouble}, SIMULATED)
        how.verify_parts([channel])
        sensors = [how.sensor()]
        return cls._made(Made.on(how, sensors, [channel]), how.simulation([finger], [sensors], 200, [channel]))

    @classmethod
    def replay(
        cls,
        file: Any,
        *,
        rate: float | None = None,
        column: int | str | Sequence[int | str] | None = None,
        times: Any = None,
        time: int | str | None = None,
        unit: str | None = None,
        invert: bool | None = None,
        fast: bool = False,
        **settings: Unpack[ReplaySettings],
    ) -> Self:
        """A recording: what `pressd --record` wrote, any other text of rows, or a DataFrame, an array or a list of readings.

        Times and the column of the sensor are found (`libpress look FILE` shows them), or said: `column` (a number from 0, or a name of
        the heading; several are sensors of one pad), `time` (a column, also "0:ms", or "none"), `unit` (code, V, mV, N, g, kg, percent),
        `invert`: readings fall under a load. `times` of an array are seconds or dates, `rate` is its rows a second where there are none.

        It plays at the speed at which it was recorded; `fast` does not wait, and has no thread unless asked for. `full_scale` is
        the code (of volts: the volts) at the supply voltage, where the file does not say. Raises InvalidError, which names line, column and
        argument; OSError; TypeError.
        """
        how = Settings.of("ForceSensor.replay", {**settings, "fast": fast}, {"fast", "full_scale"})
        from ._replayed import replayed

        trace, sensors = replayed(file, how, rate=rate, column=column, times=times, time=time, unit=unit, invert=invert)
        return cls._made(Made.on(how, sensors), Recording(trace, fast, rate))

    @classmethod
    def from_config(cls, path: str | os.PathLike[str], *, trace: str | os.PathLike[str] | None = None, **settings: Unpack[SeveralSettings]) -> Self:
        """As a config of pressd says: sensors, converters, pad, levels, interactions, targets, peeks, actions, transitions. What
        it makes answers as pressd does.

        `settings` go before it: `bus=3`, `full_force=8`. `trace` replays a recording with it, `finger` simulates one. What
        belongs to pressd alone ([iio], [uinput], `ready_pin`) is not used. Raises InvalidError, which names the line; OSError.
        """
        from ._config_parts import Config
        from ._config_sensor import plain, read, source_of
        from .profile import Profile

        live = trace is None and not settings.keys() & {"finger", "adc"}
        config = Config().read(path)
        given: dict[str, Any] = {**settings}
        if profile := given.get("profile") or config.get(("profile", 0), "file"):
            profile = profile if isinstance(profile, Profile) else Profile.load(profile)
            profile.into(config)
            given["profile"] = profile
        made = read(config, given, live)
        sensor = cls._made(made, source_of(made, trace))
        if profile:
            sensor.engine._core.plain = plain(path, settings, live) or sensor.engine._core.plain
        return sensor

    def load_profile(self, profile: Profile | str | os.PathLike[str]) -> tuple[str, ...]:
        """Takes the profile of a person, a file or a Profile, while it runs: levels, times, a hold in place of force. It takes the place of
        the one before it; what the program has set stays where the profile does not set it.

        Returns the sections that have no effect, because this sensor does not attach them. Raises InvalidError, which names the
        line; OSError. Then nothing changes.
        """
        from .profile import Profile

        own = profile if isinstance(profile, Profile) else Profile.load(profile)
        unused = own.apply(self.engine)
        self._wired.how.profile = own
        return unused

    @property
    def profile(self) -> Profile | None:
        """The profile that was taken last."""
        return self._wired.how.taken_profile

    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Writes its settings as a config of pressd; without `path` into that of `from_config`.

        What else stands in the file stays, comments too. Raises InvalidError: a setting that pressd does not have; OSError.
        """
        path = path or self._wired.path
        if path is None:
            raise InvalidError("where to? sensor.save(path), for this sensor did not come from a config")
        from ._config_sensor import save

        save(path, self._wired, self.pad)
        self._wired.path = path

    @classmethod
    def fed(cls, full_scale: int = FULL_SCALE, **settings: Unpack[FedSettings]) -> Self:
        """One that the program feeds: `sensor.feed(t_us, code)`; `full_scale` is the code at the supply voltage."""
        how = Settings.of("ForceSensor.fed", settings, ())
        how.thread = False
        verify({"full_scale": full_scale})
        return cls._made(Made.on(how, [how.sensor(full_scale)]), Fed(["the sensor"], 200))

    @classmethod
    def plate(cls, places: Sequence[tuple[float, float]], channels: Sequence[int] | None = None, **settings: Unpack[SeveralSettings]) -> Self:
        """Several sensors under one plate, at `places` in points: `sensor.x` and `sensor.y` say where the finger is.

        `channels` are the inputs of the converter, 0, 1, 2... without; `adc` is a list; `finger` simulates one, with places.
        Press the plate onto its sensors, and say with how many newtons each: `preload_force=0.5`.
        """
        how = Settings.of("ForceSensor.plate", settings, HARDWARE | FINGER)
        places = listed_places(places)
        inputs = list(range(len(places))) if channels is None else listed(channels)
        if len(inputs) != len(places):
            raise InvalidError(f"{len(inputs)} channels for {len(places)} places: a plate has one place for each sensor")
        how.verify_parts(inputs)
        if how.finger is not None:
            sensors = [how.sensor(None, place) for place in places]
            return cls._made(Made.on(how, sensors, inputs), how.simulation([how.finger], [sensors], 100, inputs))
        source, scales = how.source(inputs, how.adc, 100)
        return cls._made(Made.on(how, [how.sensor(*one) for one in zip(scales, places, strict=True)], inputs), source)

    @classmethod
    def pads(cls, channels: Sequence[int] | None = None, **settings: Unpack[SeveralSettings]) -> ForceSensors[Self]:
        """Several pads, one sensor each, on one converter: a ForceSensors, a sequence of ForceSensor.

        `channels` are the inputs, without 0 to 3. `adc`, or `finger` to simulate, is a list with one for each.
        """
        how = Settings.of("ForceSensor.pads", settings, HARDWARE | FINGER)
        fingers = None if how.finger is None else fingers_of(how.finger)
        usual = range(4 if fingers is None else len(fingers))
        inputs = list(usual) if channels is None else listed(channels)
        how.verify_parts(inputs)
        source: Source
        if fingers is not None:
            if len(fingers) != len(inputs):
                raise InvalidError(f"{len(fingers)} fingers for channels={inputs}: one for each")
            each = [[how.sensor()] for _ in inputs]
            source = how.simulation(fingers, each, 100, inputs)
        else:
            source, scales = how.source(inputs, how.adc, 100)
            each = [[how.sensor(scale)] for scale in scales]
        made = ForceSensors([cls.__new__(cls) for _ in each], source, how.deliver)
        for number, (one, sensors) in enumerate(zip(made, each, strict=True)):
            one._set_up(Made.on(how, sensors, [inputs[number]]), source, made._part(number), number)
        made[0]._start(how.has_thread)
        return made

    @classmethod
    def _made(cls, made: Made, source: Source) -> Self:
        self = cls.__new__(cls)
        self._set_up(made, source)
        self._start(made.how.has_thread)
        return self

    def _set_up(self, made: Made, source: Source, loop: Any = None, first: int = 0) -> None:
        try:
            pad = made.start()
            engine, how = pad.engine, made.how
            rate = source.rows if isinstance(source, Recording) else source.rate if how.has_thread else None
            if rate and (wrong := too_short(pad._config, engine._core.config, rate)):
                raise InvalidError(wrong)
            super().__init__(engine._core)
        except BaseException:
            source.close()
            raise
        engine._maker = "ForceSensor"
        engine._core.own()
        engine._core.is_of_one_place = len({(one.x, one.y) for one in made.sensors}) < 2
        engine._core.is_uncalibrated = not any(map(is_calibrated, made.sensors))
        engine._core.is_without_supply = made.config is None and how.reference is None
        self._wired = made
        intake = self._intake = Intake(pad, made.sensors, source, first)
        if "strike" in engine._core.configs and first == 0 and source.rate < _SHOWS_STRIKES:
            intake.warn(
                f"strike=True with {source.rate:.0f} readings a second: fewer than {_SHOWS_STRIKES} do not show a strike, so its speed is an estimate "
                "(event.unknown); a higher rate=, or fewer sensors on one converter, shows it"
            )
        if how.idle:
            intake.idle = how.idle if isinstance(how.idle, Idle) else Idle()
        self._observer = _receiver(engine._core, self._functions, self._table, intake.watch)
        if loop is None:
            step = intake.step_of(source, how.has_thread) if isinstance(source, Readings) and len(source.reads) == 1 else None
            loop = Loop(source, intake.take, intake.finish, step, how.deliver)
        self._loop: Loop = loop
        if first == 0:
            whole: Loop = loop.whole
            whole.warn, whole.line, whole.forgotten = intake.warn, intake.at_line, _weakly(self, "_forgotten")
            source.owned(_weakly(whole, "close"))
        loop.feeds(engine._core, intake)
        ForceSensor.poll.__set__(self, self._loop.quick_poll() if self._loop.is_plain else self._loop.poll)  # type: ignore[attr-defined]

    def _start(self, thread: bool) -> None:
        self._loop.opened()
        if thread:
            self._loop.start()

    def _live(self) -> Engine:
        return self.engine

    def _unknown(self, name: str) -> str:
        if name in PARTS["pad"]:
            return f"sensor has no {name!r}: sensor.pad.set({name}=...) changes it"
        if name in MADE_WITH:
            words = called(name)
            return f"sensor has no {name!r}: it is a setting of when it is made, ForceSensor({name}=...){f'; {words}' if words else ''}"
        if name in PARTS["engine"] and f"engine.{name}" not in Engine._rooms:
            return f"sensor has no {name!r}: sensor.engine.set({name}=...) changes it"
        return super()._unknown(name)

    def _forgotten(self) -> None:
        if not self._loop.has_thread:
            if not self._intake.has_read and 0 < self._intake.asked < _PATIENCE:
                self._asked_in_vain(self._intake.asked + 1)
        elif self._functions or self._intake.squeezes or self._core.is_observed(0):
            self._intake.warn("the program ended at once, and its functions were never waited for: end it with sensor.run()")

    def _asked_in_vain(self, most: int) -> None:
        """A loop may ask before it polls for the first time, but not for ever."""
        intake = self._intake
        intake.asked += 1
        if intake.asked == most:
            call = "sensor.feed(t_us, code)" if isinstance(self._loop.source, Fed) else "sensor.poll()"
            intake.warn(f"nothing has read this sensor yet, so it reads 0: call {call} in your loop, or make it with a thread")

    # Readings in

    def feed(self, *reading: Any, **more: Any) -> int:
        """Takes a reading, as `Pad.feed` does, of a sensor that `ForceSensor.fed` made: `sensor.feed(t_us, code)`."""
        if not isinstance(self._loop.source, Fed):
            raise StateError("this sensor reads itself: ForceSensor.fed(full_scale) makes one that the program feeds")
        self._loop.verify()
        taken = self._intake.pad.feed(*reading, **more)
        self._intake.look(taken)
        return taken

    def run(self, timeout: float | None = None) -> None:
        """Reads until a recording ends, or the sensor is closed, or `timeout` seconds have passed; or until Ctrl-C, which ends
        the program without a traceback, with the exit code 130, unless it catches KeyboardInterrupt.

        Raises StateError: it was closed before, another process reads it, or one of its own functions calls this.
        """
        refuse_coroutine("sensor.run()", "async for event in sensor.events(): ..., or await asyncio.Event().wait()")
        run(self._core, self._loop, timeout)

    # What it reads

    def _now(self) -> Any:
        loop, intake = self._loop, self._intake
        loop.verify()
        loop.is_waited_for = True
        if not (intake.has_read or loop.has_thread):
            self._asked_in_vain(_PATIENCE)
        if loop.is_ended:
            return _raw.press_reading()
        with self._core.lock:
            return _raw.press_reading.from_buffer_copy(intake.read())

    @property
    def rate(self) -> float:
        """Readings a second: those that were asked for, or the share that the converter can give. An ADS1115 gives 475 to one
        sensor, and some 625 to all sensors on it together; `rate` says what each gets. Of a program that polls: how often it does.
        """
        due, measured = self._loop.rate, self._intake.measured
        return due if self._loop.has_thread or not measured else min(due, measured)

    @property
    def value(self) -> float:
        """0..1: from `zero_force` (0.4 N, nothing but a touch) to `full_force`; the pressure of events.

        Raises StateError: the sensor is closed, or its `adc` raised.
        """
        return self._intake.value(self._now())

    @property
    def values(self) -> Iterator[float]:
        """`value`, again and again, until the sensor is closed or its recording ends: for `source` of gpiozero's devices."""
        return iter(self)

    def __iter__(self) -> Iterator[float]:
        return self._loop.repeated(lambda: self.value)

    @property
    def force(self) -> float:
        """Newtons."""
        return self._now().force / 65536  # type: ignore[no-any-return]

    @property
    def x(self) -> float:
        """Points: where the finger is, on a plate."""
        return self._now().x / 65536  # type: ignore[no-any-return]

    @property
    def y(self) -> float:
        """Points."""
        return self._now().y / 65536  # type: ignore[no-any-return]

    @property
    def is_pressed(self) -> bool:
        """A finger touches: from `touch_force` on, until it has lifted."""
        self._now()
        return self._is_down()

    @property
    def is_active(self) -> bool:
        """As `is_pressed`."""
        return self.is_pressed

    def _is_down(self) -> bool:
        return self._core.look(_raw.press_touch_get, self._core.handle, self.pad._contact, 0, byref(_raw.press_touch())) == 0

    @property
    def pad(self) -> Pad:
        """Codes to newtons: `reading`, `tare`, `stats`."""
        return self._intake.pad

    @property
    def engine(self) -> Engine:
        """Newtons to events: `sensor.engine.preview.when_committed`, `sensor.engine.gestures.when_tapped` and so on."""
        return self._intake.pad.engine

    @property
    def feedback(self) -> Feedback | None:
        """What answers the events with effects: `sensor.feedback = Feedback(Drv2605l(bus))`; None: nothing. It works after each
        reading.
        """
        return self.engine.feedback

    @feedback.setter
    def feedback(self, feedback: Feedback | None) -> None:
        self.engine.feedback = feedback
        self._intake.feedback = feedback
        self._intake.look_soon()

    # What happens

    def when_squeezed(self, at: float = 0.5) -> Squeezed:
        """A decorator: the function is called, with the value or nothing, each time `value` rises to `at`::

            @sensor.when_squeezed(at=0.8)
            def ring():
                ...

        It is called again once the value has fallen below eight tenths of `at`. Of one function each `at` is a call of its own.
        """
        return self._intake.squeezed(at)  # type: ignore[return-value]

    if not TYPE_CHECKING:  # else a type checker takes every name

        def __setattr__(self, name: str, value: object) -> None:
            if name == "when_squeezed":
                words = "sensor.when_squeezed says at which value: write @sensor.when_squeezed(at=0.5) above a function"
                raise AttributeError(words)
            if name == "poll":
                raise AttributeError("sensor.poll is read-only: it is called, sensor.poll()")
            if name == "rate":
                raise AttributeError("sensor.rate is a setting of when it is made: ForceSensor(rate=...)")
            if name == "profile":
                raise AttributeError("sensor.profile is read-only: sensor.load_profile(...) takes one")
            super().__setattr__(name, value)

    def wait_for_press(self, timeout: float | None = None) -> bool:
        """Waits until a finger touches; True if one does, False after `timeout` seconds, or at the end of a recording.

        Raises StateError: a coroutine calls it, which is to `await sensor.pressed()`.
        """
        refuse_coroutine("sensor.wait_for_press()", _AWAIT.format("pressed"))
        return self._wait(self._is_down, (EventType.CONTACT_BEGAN,), timeout)

    def wait_for_active(self, timeout: float | None = None) -> bool:
        """As `wait_for_press`."""
        return self.wait_for_press(timeout)

    def wait_for_inactive(self, timeout: float | None = None) -> bool:
        """As `wait_for_release`."""
        return self.wait_for_release(timeout)

    def wait_for_release(self, timeout: float | None = None) -> bool:
        """Waits until no finger touches; as `wait_for_press`."""
        refuse_coroutine("sensor.wait_for_release()", _AWAIT.format("released"))
        ends = EventType.CONTACT_ENDED, EventType.CONTACT_CANCELLED
        return self._wait(lambda: not self._is_down(), ends, timeout)

    async def pressed(self) -> None:
        """`await sensor.pressed()`: until a finger touches. `await asyncio.wait_for(sensor.pressed(), 5)` waits for 5 seconds at most.

        Raises StateError: the sensor is closed, its `adc` raised, or its recording is done.
        """
        await happen(self._core, self._loop, self._is_down, (EventType.CONTACT_BEGAN,))

    async def released(self) -> None:
        """`await sensor.released()`: until no finger touches; as `pressed`."""
        ends = EventType.CONTACT_ENDED, EventType.CONTACT_CANCELLED
        await happen(self._core, self._loop, lambda: not self._is_down(), ends)

    def _wait(self, is_so: Callable[[], bool], types: Sequence[int], timeout: float | None) -> bool:
        return wait_for(self._core, self._loop, is_so, types, timeout)

    def events(self) -> AsyncIterator[Event]:
        """`async for event in sensor.events()`: every event of the engine, until the sensor is closed or its recording ends.

        Without a thread this loop reads the sensor. Raises NoSpaceError: the program takes 10000 events too few.
        """
        return events(self._core, self._loop, self)

    def close(self) -> None:
        """Cancels what runs, and closes the converter. Done at the end of a `with` block, and of the program."""
        self._loop.close()

    @property
    def closed(self) -> bool:
        """It is closed."""
        return self._loop.is_closed

    def __del__(self) -> None:
        wired, loop = getattr(self, "_wired", None), getattr(self, "_loop", None)
        if wired is not None and loop is not None and not wired.how.keep:
            loop.forsake()

    def __repr__(self) -> str:
        loop = self._loop
        if loop.failure is not None:
            state = "not read any more"
        elif loop.is_closed or loop.is_ended:
            state = "closed" if loop.is_closed else "at its end"
        else:
            state = f"{'pressed' if self._is_down() else 'not pressed'}, {self._intake.read().force / 65536:.2f} N"
        return f"<ForceSensor: {loop.source}, {self.rate:g} readings/s, {state}>"

    def __enter__(self) -> Self:
        return self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.leave(value)

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._loop.leave(value)
