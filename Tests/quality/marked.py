"""Recordings that say what was asked and done (`libpress collect`), as traces: how many presses there are is known, where is read from the force."""

from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np
from judge import Score, Trace
from libpress._config_parts import Config
from libpress.marked import truth
from libpress_study.recordings import CONFIGS, Recording, force_of, frames_of, newtons_of


class Circuit:
    """The sensor of a recording, in place of a divider that was drawn."""

    def __init__(self, sensor):
        self.sensor = sensor
        self.top = sensor.circuit.max_code or sensor.circuit.full_scale

    @cached_property
    def _forces(self):
        codes = range(self.sensor.circuit.full_scale * 63 // 64 + 1)
        return np.array([self.sensor.curve.force(max(self.sensor.circuit.conductance(code), 0.0)) for code in codes])

    def newtons(self, code):
        return np.interp(code, np.arange(len(self._forces)), self._forces)

    def code(self, newtons):
        return np.searchsorted(self._forces, newtons).astype(float)

    @property
    def end(self):
        return float(self._forces[-1])


def read(path):
    """A trace without windows, its presses, and the spans of what was done. A recording of one sensor."""
    own = path.with_suffix(CONFIGS)
    config = Config().read(own) if own.exists() else None
    frames, file, config = frames_of(Recording(path.name, path.read_bytes(), None, config))
    sensors = config.sensors()
    if len(sensors) != 1:
        raise ValueError(f"{path}: the bench judges recordings of one sensor; libpress study takes all")
    presses, known = truth(file.marks, force_of(frames, sensors))
    if not known:
        raise ValueError(f"{path}: there is no mark of what was asked and done in it")
    t_us = frames["t_us"].astype(np.int64)
    rate = (len(t_us) - 1) / (t_us[-1] - t_us[0]) * 1e6
    code = frames["code"][:, 0].astype(np.int32)
    windows = np.array(presses, dtype=float).reshape(-1, 2)
    if not len(windows):
        windows = np.array([(t_us[-1], t_us[-1])], dtype=float)  # none was asked for: a trace has one
    trace = Trace(t_us, code, Circuit(sensors[0]), rate, newtons_of(frames, sensors), windows, np.zeros(len(code), bool), known[0].begin_us)
    return trace, np.array(presses, dtype=float).reshape(-1, 2), known


def within(times, spans):
    """For each time: whether it is in one of the spans."""
    times = np.asarray(times, dtype=float)
    return np.any([(times >= one.begin_us) & (times < one.end_us) for one in spans], axis=0)


def add(score, trace, found, presses, spans):
    """What was done within the spans; what is found elsewhere says nothing."""
    begins = np.array([contact[0] for contact in found.contacts], dtype=float)
    contacts = [contact for contact, counts in zip(found.contacts, within(begins, spans), strict=True) if counts]
    windows = presses[within(presses[:, 0], spans)]
    if len(windows):
        # A press lasts until the next one at most: presses between the spans do not count.
        clean = np.where(within(trace.t_us, spans), trace.clean, 0.0)
        score.add(replace(trace, windows=windows, clean=clean), replace(found, contacts=contacts))
    else:
        score.extra += len(contacts)


def score_all(folder, methods):
    """{method: Score} of all that was done, and {what was asked: Score} of libpress."""
    together, asked = {method: Score() for method in methods}, {}
    paths = sorted(Path(folder).rglob("*.trace"))
    if not paths:
        raise ValueError(f"{folder}: there is no *.trace in it")
    for path in paths:
        trace, presses, known = read(path)
        for method, find in methods.items():
            found = find(trace)
            add(together[method], trace, found, presses, known)
            if method == "libpress":
                for name in dict.fromkeys(one.name for one in known):
                    add(asked.setdefault(name, Score()), trace, found, presses, [one for one in known if one.name == name])
    return together, asked
