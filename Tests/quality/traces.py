"""The recordings, and the simulated persons, as traces for `libpress study`: NAME.trace, NAME.conf and NAME.labels.csv.

    python Tests/quality/traces.py FOLDER [--presses 500] [--seed 1]

The labels of the recordings are the reference segmentation of recordings.py: nobody marked the presses in them. Those of the
persons are the presses that were meant, from where the force passes 0.1 N to where it last does.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

import recordings  # noqa: E402
from fingers import PERSONS  # noqa: E402
from libpress._config_values import written  # noqa: E402
from libpress.trace import header  # noqa: E402
from peers import sensor_of  # noqa: E402
from run import traces  # noqa: E402

MEANT = 0.1  # N
FOLDERS = ("mouse-50", "mouse-100", "grip")


def write(path, t_us, code, divider, presses):
    sensor = sensor_of(divider)
    circuit = sensor.circuit
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = "".join(f"{t},1,0,{c}\n" for t, c in zip(t_us.tolist(), code.tolist(), strict=True))
    path.with_suffix(".trace").write_text(header([circuit.full_scale]) + rows + f"# end {t_us[-1]}\n")
    config = f"[sensor]\nfull_scale = {circuit.full_scale}\nmax_code = {circuit.max_code}\n"
    config += f"resistor_ohm = {circuit.resistor_ohm}\n"
    path.with_suffix(".conf").write_text(f"{config}curve = {written(sensor.curve)}\n")
    labels = "".join(f"{round(begin)},{round(end)}\n" for begin, end in presses)
    path.with_suffix(".labels.csv").write_text("begin_us,end_us\n" + labels)


def recorded(folder):
    for name, make in zip(FOLDERS, recordings.SETS.values(), strict=True):
        for number, (t_us, code, divider, _, newtons) in enumerate(make()):
            write(folder / name / f"{number:03d}", t_us, code, divider, recordings.segments(t_us, newtons))


def meant(trace):
    found = []
    for begin, end in trace.windows:
        a, b = np.searchsorted(trace.t_us, (begin, end))
        pressed = np.flatnonzero(trace.clean[a:b] >= MEANT)
        if len(pressed):  # at some reading
            begin, end = trace.t_us[a + pressed[[0, -1]]]
            found.append((begin, max(end, begin + 1)))
    return found


def simulated(folder, count, seed):
    for name, person in PERSONS.items():
        for number, trace in enumerate(traces(person, count, seed)):
            write(folder / name.replace(" ", "-") / f"{number:03d}", trace.t_us, trace.code, trace.divider, meant(trace))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--presses", type=int, default=500, help="of each person")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    recorded(given.folder / "recorded")
    simulated(given.folder / "persons", given.presses, given.seed)


if __name__ == "__main__":
    main()
