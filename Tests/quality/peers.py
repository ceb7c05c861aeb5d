"""What people use to find presses in the codes of an FSR, and libpress. All see the same codes and the same levels.

Each is a function of a Trace that gives Found: the contacts as (begin, end, cancelled), times in microseconds, and the force
at each reading (NaN where it says nothing).
"""

import contextlib
import os
import subprocess
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np
from libpress import FRAME_DTYPE, Circuit, Curve, Engine, EventType, Pad, Sensor, Trait
from libpress_study.work import fed
from sensors import RELEASE, TOUCH

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[1] / "build" / "quality"


@dataclass
class Found:
    contacts: list  # (begin us, end us, cancelled)
    force: np.ndarray
    faults: list = field(default_factory=list)  # (t us, reason)


def contacts_of(on, t_us):
    """The stretches of a truth value at each reading."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], on, [False])).astype(np.int8)))
    ends = np.append(t_us, t_us[-1] + 1)
    return [(int(t_us[a]), int(ends[b]), False) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def hysteresis(force, touch=TOUCH, release=RELEASE):
    """On at touch or above, off below release."""
    known = (force >= touch) | (force < release)
    last = np.maximum.accumulate(np.where(known, np.arange(len(force)), 0))
    return force[last] >= touch


def raw_threshold(trace):
    force = trace.divider.newtons(trace.code)
    return Found(contacts_of(force >= TOUCH, trace.t_us), force)


def raw_hysteresis(trace):
    force = trace.divider.newtons(trace.code)
    return Found(contacts_of(hysteresis(force), trace.t_us), force)


def trailing_mean(values, count):
    padded = np.concatenate((np.full(count - 1, values[0], dtype=float), values))
    sums = np.cumsum(np.concatenate(([0.0], padded)))
    return (sums[count:] - sums[:-count]) / count


def mean_of_five(trace):
    force = trace.divider.newtons(trailing_mean(trace.code, 5))
    return Found(contacts_of(hysteresis(force), trace.t_us), force)


def weighted_mean(values, count):
    """Trailing, the newest weighted `count`, the oldest 1."""
    if count <= 1:
        return np.asarray(values, dtype=float)
    weights = np.arange(count, 0, -1) / (count * (count + 1) / 2)
    padded = np.concatenate((np.full(count - 1, values[0], dtype=float), values))
    return np.convolve(padded, weights, mode="valid")


def hull(values, count):
    """Hull's moving average of so many readings."""
    twice = 2 * weighted_mean(values, count // 2) - weighted_mean(values, count)
    return weighted_mean(twice, int(np.sqrt(count)))


def hull_50(trace):
    """As step pads have it, 50 ms at the rate of the trace."""
    code = np.clip(hull(trace.code, max(int(round(0.050 * trace.rate)), 1)), 0, trace.divider.top)
    force = trace.divider.newtons(code)
    return Found(contacts_of(hysteresis(force), trace.t_us), force)


def trailing_median_of_five(values):
    padded = np.concatenate((np.full(4, values[0]), values))
    a, b, c, d, e = (padded[i : i + len(values)] for i in range(5))
    # The median of five: the median of e and of those two of the four that are neither the least nor the greatest.
    low, high = np.minimum(a, b), np.maximum(a, b)
    less, more = np.minimum(c, d), np.maximum(c, d)
    lower, upper = np.maximum(low, less), np.minimum(high, more)
    return np.maximum(np.minimum(lower, upper), np.minimum(np.maximum(lower, upper), e))


def gpiozero_queue(trace):
    """SmoothedInputDevice of gpiozero: the median of a queue of five is above the threshold."""
    force = trace.divider.newtons(trailing_median_of_five(trace.code))
    return Found(contacts_of(force > TOUCH, trace.t_us), force)


def tslib(trace):
    """The filters of tslib: pthres at the touch level, median of five, dejitter, linear."""
    touch = int(np.ceil(trace.divider.code(np.array([TOUCH]))[0]))
    out = np.frombuffer(run_tslib(trace.code.astype("<u4").tobytes(), touch), "<u4").reshape(-1, 2)
    force = np.full(len(trace.code), np.nan)
    on = np.zeros(len(trace.code), dtype=bool)
    at, pressure = out[:, 0], out[:, 1]
    on[at] = pressure > 0
    force[at[pressure > 0]] = trace.divider.newtons(pressure[pressure > 0].astype(float))
    # Readings that it drops are of a pen that is up.
    return Found(contacts_of(on, trace.t_us), force)


def run_tslib(codes, touch):
    with tslib_command(codes, touch) as (command, environment):
        return subprocess.run(command, capture_output=True, check=True, env=environment, timeout=60).stdout


@contextlib.contextmanager
def tslib_command(codes, touch):
    """The command that sends codes through the chain, and its environment."""
    program, modules = build_tslib()
    conf, readings = BUILD / f"ts.{os.getpid()}.conf", BUILD / f"codes.{os.getpid()}"
    readings.write_bytes(codes)
    conf.write_text(f"module_raw codes\nmodule pthres pmin={touch}\nmodule median depth=5\nmodule dejitter delta=100\nmodule linear\n")
    environment = {**os.environ, "TSLIB_PLUGINDIR": str(modules), "TSLIB_CONFFILE": str(conf)}
    # No calibration of a screen: the module `linear` passes values on unchanged.
    environment["TSLIB_CALIBFILE"] = str(BUILD / "none")
    try:
        yield [program, readings], environment
    finally:
        conf.unlink()
        readings.unlink()


def build_tslib():
    """Compiles the reading end and the raw module once; gives the program and the folder of all modules."""
    program, modules = BUILD / "tslib_chain", BUILD / "modules"
    sources = [HERE / "tslib_chain.c", HERE / "tslib_codes.c"]
    made = [program, modules / "codes.so"]
    if all(m.exists() and m.stat().st_mtime > s.stat().st_mtime for m, s in zip(made, sources, strict=True)):
        return program, modules
    modules.mkdir(parents=True, exist_ok=True)
    library = subprocess.run(["pkg-config", "--variable=libdir", "tslib"], capture_output=True, text=True, check=True)
    for module in Path(library.stdout.strip()).glob("ts*/*.so"):
        link = modules / module.name
        link.unlink(missing_ok=True)
        link.symlink_to(module)
    strict = ["cc", "-O2", "-std=c11", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([*strict, "-shared", "-fPIC", "-o", made[1], sources[1]], check=True)
    subprocess.run([*strict, "-o", program, sources[0], "-lts"], check=True)
    return program, modules


# ---- libpress ----


def sensor_of(divider):
    if hasattr(divider, "sensor"):  # of a recording
        return divider.sensor
    curve = Curve.power(15.5, 1, 1) if divider.linear else Sensor.fsr402().curve
    given = {"full_scale": round(divider.full), "resistor_ohm": round(divider.ohm)}
    known = {f.name for f in fields(Circuit)}
    if divider.over > 1 and "max_code" in known:
        given["max_code"] = divider.top
    return Sensor(Circuit(**given), curve)


def make_engine(**settings):
    """An engine that delivers the force of every reading of a contact, and nothing beyond contacts and sensors."""
    return Engine(traits=Trait(0), tell_moved=True, max_events=4096, **settings)


def frames_of(t_us, code):
    frames = np.zeros(len(code), FRAME_DTYPE)
    frames["t_us"] = t_us
    frames["present"] = 1
    frames["code"][:, 0] = code
    return frames


def libpress(trace, engine=None, pad=None):
    """Pad and Engine with their defaults, but for the settings given."""
    found, _ = libpress_events(trace, engine, pad)
    return found


def libpress_events(trace, engine=None, pad=None):
    pad = Pad(sensor_of(trace.divider), make_engine(**(engine or {})), **(pad or {}))
    events = fed(pad, frames_of(trace.t_us, trace.code))
    return found_in(trace, events), events


def found_in(trace, events):
    kind, when = events["type"], events["t_us"].astype(np.int64)
    happened = when - events["late_us"]
    force = np.full(len(trace.code), np.nan)
    delivered = (kind == EventType.CONTACT_BEGAN) | (kind == EventType.CONTACT_MOVED)
    force[np.searchsorted(trace.t_us, when[delivered]).clip(0, len(force) - 1)] = events["force"][delivered] / 65536
    contacts, begun = [], None
    for i in np.flatnonzero(np.isin(kind, ENDS + [EventType.CONTACT_BEGAN])):
        if kind[i] == EventType.CONTACT_BEGAN:
            begun = int(happened[i])
        else:
            contacts.append((begun, int(happened[i]), kind[i] == EventType.CONTACT_CANCELLED))
            begun = None
    if begun is not None:
        contacts.append((begun, int(trace.t_us[-1]) + 1, False))
    faults = [(int(e["t_us"]), int(e["reason"])) for e in events[kind == EventType.SENSOR_FAULT]]
    return Found(contacts, force, faults)


ENDS = [EventType.CONTACT_ENDED, EventType.CONTACT_CANCELLED]

PEERS = {
    "raw threshold": raw_threshold,
    "raw, hysteresis": raw_hysteresis,
    "mean of five": mean_of_five,
    "Hull, 50 ms": hull_50,
    "gpiozero": gpiozero_queue,
    "tslib": tslib,
    "libpress": libpress,
}
