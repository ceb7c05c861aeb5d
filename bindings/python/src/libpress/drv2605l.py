"""The DRV2605L, which plays effects on a small motor, over a bus written in Python."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import byref, c_uint8
from dataclasses import dataclass

from ._config import default, put
from ._described import described
from ._strict import Strict
from .bus import Bus, Port
from .enums import Drv2605lFault, Drv2605lState, Motor
from .errors import PressError, check, error, why
from .feedback import PlayedEffect
from .generated import _raw
from .numbers import to_q16, to_unsigned


@described
@dataclass(frozen=True, slots=True)
class MotorCalibration:
    """What a calibration found, for the next time."""

    compensation: int
    """Of the resistance of the motor: the register A_CAL_COMP."""
    back_emf: int
    """The voltage that the motor gives back: the register A_CAL_BEMF."""
    gain: int
    """Of the back-EMF: BEMF_GAIN of the register FEEDBACK_CONTROL."""


@described
@dataclass(frozen=True, slots=True)
class Drv2605lStatus:
    """A DRV2605L as it is now."""

    state: Drv2605lState
    faults: Drv2605lFault
    """Since the start."""
    played: int
    """Effects that were started, and levels that began."""
    dropped: int
    """That were too late, or made way for a newer one before they were sent."""
    calibration: MotorCalibration | None
    """None: the motor was not calibrated."""


class Drv2605l(Strict):
    """A DRV2605L (or DRV2605) at address 0x5a, an output of a Feedback. Nothing is sent before the first step.

        motor = Drv2605l(I2CBus(1), Motor.LRA, rated_mv=2000, frequency_hz=175, calibrate=True)
        sensor.feedback = Feedback(motor)

    `rated_mv` and `clamp_mv` are what the motor is rated for and the most that it is given. `calibration` is that of `status` of
    a run with `calibrate`. The bus may be that of the converter where one thread uses both. Raises InvalidError.
    """

    __slots__ = ("_port", "_raw", "_wait")

    def __init__(
        self,
        bus: Bus,
        motor: Motor = Motor.ERM,
        *,
        rated_mv: int | None = None,
        clamp_mv: int | None = None,
        frequency_hz: int | None = None,
        library: int | None = None,
        calibrate: bool = False,
        calibration: MotorCalibration | None = None,
        closed_loop: bool = False,
        retries: int | None = None,
        stale_us: int | None = None,
        level_us: int | None = None,
        standby_us: int | None = None,
    ) -> None:
        numbers = {"rated_mv": rated_mv, "clamp_mv": clamp_mv, "frequency_hz": frequency_hz, "retries": retries}
        times = {"stale_us": stale_us, "level_us": level_us, "standby_us": standby_us}
        config = default(_raw.press_drv2605l_config)
        config.motor = to_unsigned(int(motor), 8, "motor")
        if library is not None:
            config.library = to_unsigned(library, 8, "library")
        for name, value in (numbers | times).items():
            if value is not None:
                put(config, name, value)
        if calibrate:
            config.flags |= _raw.PRESS_DRV2605L_FLAG_CALIBRATE
        if closed_loop:
            config.flags |= _raw.PRESS_DRV2605L_FLAG_CLOSED_LOOP
        if calibration is not None:
            config.flags |= _raw.PRESS_DRV2605L_FLAG_CALIBRATED
            for name in ("compensation", "back_emf", "gain"):
                setattr(config, name, to_unsigned(getattr(calibration, name), 8, name))
        raw, port = _raw.press_drv2605l(), Port(bus)
        reason = why(_raw.press_drv2605l_config_check, config)
        status = _raw.press_drv2605l_init(byref(raw), byref(config), byref(port.raw()))
        check(status, "setting up the DRV2605L", reason)
        self._raw, self._port, self._wait = raw, port, port.wait

    def step(self, now_us: int) -> bool:
        """Does what is due: at most one bus transfer and its retries. Returns whether `status` has a new state or fault."""
        now = to_unsigned(now_us, 64, "now_us")
        status = self._port.call(_raw.press_drv2605l_step, byref(self._raw), now)
        return check(status, "stepping the DRV2605L") == 1

    @property
    def next_us(self) -> int:
        """When `step` is next due, microseconds; 0: at once; NEVER: when there is something to play."""
        return int(_raw.press_drv2605l_next_deadline(byref(self._raw)))

    def work(self) -> int:
        """Steps as often as something is due, by the clock of the bus, and never waits. Returns `next_us`."""
        while (next_us := self.next_us) <= (now := self._wait(0)):
            self.step(now)
        return next_us

    def play(self, effect: PlayedEffect, now_us: int | None = None) -> None:
        """Plays what a Feedback gives with the next steps, in place of all that plays or waits.

        `now_us`: the time now, by which too late is judged; None: by the clock of the bus.
        """
        kind, strength = to_unsigned(int(effect.kind), 32, "kind"), to_q16(effect.strength, "strength")
        raw = _raw.press_effect(t_us=0, kind=kind, strength=strength)
        now = self._wait(0) if now_us is None else to_unsigned(now_us, 64, "now_us")
        check(_raw.press_drv2605l_play(byref(self._raw), now, byref(raw)), f"playing {effect}")

    def __call__(self, effect: PlayedEffect) -> None:
        """Plays an effect and sends it at once: how a Feedback calls it."""
        self.play(effect)
        self.work()

    def ready(self, for_us: int = 1_000_000, now_us: int | None = None) -> None:
        """Readies the chip for an effect that may come soon: with the next step it leaves standby and takes its library, so that the effect
        takes one transfer. It goes back to standby `for_us` later; 0: with the next step. A Feedback calls this.
        """
        us, now = to_unsigned(for_us, 32, "for_us"), self._wait(0) if now_us is None else to_unsigned(now_us, 64, "now_us")
        check(_raw.press_drv2605l_arm(byref(self._raw), now, us), "readying the DRV2605L")

    def play_sequence(self, numbers: Iterable[int], now_us: int | None = None) -> None:
        """Plays up to eight effects of the library, 1..123, and pauses, 128 + n: 10 ms x n. Raises InvalidError."""
        sequence = [to_unsigned(number, 8, "a number of a sequence") for number in numbers]
        array = (c_uint8 * max(len(sequence), 1))(*sequence)
        now = self._wait(0) if now_us is None else to_unsigned(now_us, 64, "now_us")
        status = _raw.press_drv2605l_play_sequence(byref(self._raw), now, array, len(sequence))
        check(status, f"playing {sequence}", f"1 to {_raw.PRESS_DRV2605L_SEQUENCE} numbers, effects 1..123 or pauses 129..255")

    @property
    def status(self) -> Drv2605lStatus:
        """State, faults, counts, and what a calibration found."""
        raw = self._get()
        calibration = MotorCalibration(raw.compensation, raw.back_emf, raw.gain) if raw.is_calibrated else None
        return Drv2605lStatus(Drv2605lState(raw.state), Drv2605lFault(raw.faults), raw.played, raw.dropped, calibration)

    @property
    def last_error(self) -> PressError | None:
        """Why it failed last; None: it never did. BusError: a transfer failed; StateError: what answers is another chip."""
        status = self._get().last_error
        if status == _raw.PRESS_OK:
            return None
        problem = error(status, "talking to the DRV2605L at address 0x5a")
        if status != _raw.PRESS_ERR_STATE:
            problem.__cause__ = self._port.problem
        return problem

    def _get(self) -> _raw.press_drv2605l_status:
        raw = _raw.press_drv2605l_status()
        _raw.press_drv2605l_status_init(byref(raw))
        check(_raw.press_drv2605l_get(byref(self._raw), byref(raw)), "asking the DRV2605L")
        return raw

    def stop(self) -> None:
        """Stops what plays and goes to standby; the next step begins again. Raises BusError, NackError, TimedOutError."""
        status = self._port.call(_raw.press_drv2605l_stop, byref(self._raw))
        if status < 0:
            raise error(status, "stopping the DRV2605L") from self._port.problem


__all__ = ["Drv2605l", "Drv2605lStatus", "MotorCalibration"]
