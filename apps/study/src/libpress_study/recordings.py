"""A recording with its truth, as a worker takes it: all that lies in files travels with the task."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from libpress.config import Config
from libpress.errors import InvalidError
from libpress.files import read_file
from libpress.pad import Frame
from libpress.sensor import Sensor
from libpress.tools.problem import CONFIG, Problem, cannot_read
from libpress.trace import TraceFile
from libpress.types import FRAME_DTYPE

from .judging import Press
from .plan import Plan

HEADING = "begin_us,end_us"
"""The first line of NAME.labels.csv; then a line for each press, in order of time."""
LABELS, CONFIGS = ".labels.csv", ".conf"


@dataclass(frozen=True, slots=True)
class Recording:
    name: str
    data: bytes
    """Of the trace."""
    labels: bytes | None
    """Of the file of labels; None: the reference stands in."""
    config: Config | None
    """None: the library's defaults, and the full scale of the trace."""
    wrong: str = ""
    """Why it cannot be judged."""


def digest_of(one: Recording) -> str:
    """Of everything that a worker gets."""
    found = hashlib.sha256()
    config = b"" if one.config is None else repr(one.config.texts).encode()
    sensors = [] if one.config is None else [bytes(one.config.raw(("sensor", n))) for n in range(one.config.count("sensor"))]
    for part in (one.name.encode(), one.data, one.labels or b"", config, *sensors, one.wrong.encode()):
        found.update(len(part).to_bytes(8, "little") + part)
    return found.hexdigest()


def loader(plan: Plan) -> Callable[[tuple[str, Path]], Recording]:
    """What reads a recording. Raises Problem: the config of the study."""
    base: Config | None = None
    if plan.config is not None:
        path = plan.path.parent / plan.config
        try:
            base = Config().read(path)
            base.verify(converters=False)
        except InvalidError as wrong:
            raise Problem(CONFIG, str(wrong)) from None
        except OSError as problem:
            raise cannot_read(path, problem) from problem
    known: dict[bytes, Config] = {}

    def load(named: tuple[str, Path]) -> Recording:
        name, path = named
        try:
            data = read_file(path)
            beside = path.with_suffix(LABELS)
            labels = read_file(beside) if plan.labels == "beside" else None
            config, own = base, path.with_suffix(CONFIGS)
            if config is None and own.exists():
                text = read_file(own)
                if text not in known:
                    config = Config().read(own)
                    config.verify(converters=False)
                    if b"calibration" in text:  # of a path that may be relative
                        return Recording(name, data, labels, config)
                    known[text] = config
                config = known[text]
            return Recording(name, data, labels, config)
        except (OSError, InvalidError) as wrong:
            return Recording(name, b"", None, None, str(wrong))

    return load


def frames_of(one: Recording) -> tuple[Any, TraceFile, Config]:
    """An array of FRAME_DTYPE, the file that was read, and the config. Raises InvalidError, which names the line."""
    import numpy as np

    config = one.config
    scales = None if config is None else [sensor.circuit.full_scale for sensor in config.sensors()]
    with TraceFile(one.name, scales=scales, data=one.data) as file:
        blocks = [_array(block, file.sensors) for _, block in file.blocks()]
    if not blocks:
        raise InvalidError(f"{one.name}: there is not one reading in it")
    settings = {} if file.table is None else file.table.codes.settings()
    if config is None:
        if not file.full_scale and "full_scale" not in settings:
            raise InvalidError(f"{one.name}: it does not say full_scale=, so it requires a config: a {CONFIGS} beside it")
        config = Config()
        for n, scale in enumerate(file.full_scale):
            config.set(("sensor", n), "full_scale", str(scale))
    if settings:
        config = deepcopy(config)
        for n in range(file.sensors):
            for key, text in settings.items():
                config.set(("sensor", n), key, text)
    return np.concatenate(blocks), file, config


def _array(block: Any, sensors: int) -> Any:
    """A block of `TraceFile.blocks` as an array."""
    import numpy as np

    if not isinstance(block, list):
        return block
    frames = np.zeros(len(block), FRAME_DTYPE)
    frames["t_us"] = [frame.t_us for frame in block]
    frames["present"] = [_bits(frame) for frame in block]
    frames["failed"] = [sum(1 << n for n in frame.failed) for frame in block]
    for n in range(sensors):
        frames["code"][:, n] = [frame.codes[n] or 0 for frame in block]
        frames["before_us"][:, n] = [frame.before_us[n] if frame.before_us else 0 for frame in block]
    return frames


def _bits(frame: Frame) -> int:
    return sum(1 << n for n, code in enumerate(frame.codes) if code is not None)


def labelled(one: Recording) -> list[Press]:
    """The presses of a file of labels. Raises InvalidError, which names the line."""
    assert one.labels is not None
    where = one.name.removesuffix(".trace") + LABELS
    found: list[Press] = []
    lines = one.labels.decode(errors="replace").splitlines()
    if not lines or lines[0].strip() != HEADING:
        raise InvalidError(f"{where}:1: the first line must be {HEADING}")
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        words = [word.strip() for word in line.split(",")]
        if len(words) != 2 or not all(word.isascii() and word.isdigit() for word in words):
            raise InvalidError(f"{where}:{number}: a line is two times in whole microseconds, begin and end of a press")
        begin, end = map(int, words)
        if end <= begin or (found and begin < found[-1][1]):
            raise InvalidError(f"{where}:{number}: a press ends after it begins, and begins after the one before has ended")
        found.append((begin, end))
    return found


def newtons_of(frames: Any, sensors: list[Sensor]) -> Any:
    """The force of each frame, from the codes alone, above the lowest twentieth of each sensor."""
    import numpy as np

    force = np.zeros(len(frames))
    for n, sensor in enumerate(sensors):
        codes, back = np.unique(frames["code"][:, n], return_inverse=True)
        conductance = np.array([sensor.circuit.conductance(int(code)) for code in codes])[back]
        zero = np.quantile(conductance, 0.05)
        levels, back = np.unique(np.maximum(conductance - zero, 0.0), return_inverse=True)
        force += np.array([sensor.curve.force(float(one)) for one in levels])[back]
    return force


def force_of(frames: Any, sensors: list[Sensor]) -> list[tuple[int, float]]:
    return list(zip(frames["t_us"].astype("int64").tolist(), newtons_of(frames, sensors).tolist(), strict=True))


def reference(plan: dict[str, float], frames: Any, sensors: list[Sensor]) -> list[Press]:
    """Where nobody marked the presses: hysteresis on the force, from the codes alone, above the lowest twentieth.

    Pauses below `merge_ms` do not count as a lift, and what is shorter than `shortest_ms` does not count as a press.
    """
    import numpy as np

    force = newtons_of(frames, sensors)
    known = (force >= plan["touch"]) | (force < plan["release"])
    last = np.maximum.accumulate(np.where(known, np.arange(len(force)), 0))
    on = np.concatenate(([False], force[last] >= plan["touch"], [False])).astype(np.int8)
    edges, t_us = np.flatnonzero(np.diff(on)), frames["t_us"].astype(np.int64)
    found: list[Press] = []
    for a, b in zip(edges[::2], edges[1::2], strict=True):
        begin, end = int(t_us[a]), int(t_us[min(b, len(t_us) - 1)])
        if found and begin - found[-1][1] < 1000 * plan["merge_ms"]:
            found[-1] = found[-1][0], end
        else:
            found.append((begin, end))
    return [one for one in found if one[1] - one[0] >= 1000 * plan["shortest_ms"]]
