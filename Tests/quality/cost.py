"""What one reading costs, in instructions: libpress from code to events, tslib from code to pressure, and what people write themselves.

    python Tests/quality/cost.py MEASURE       # MEASURE: Tests/ships/measure.c, compiled

tslib's chain is the one that `make quality` judges: pthres, median of five, dejitter, linear. It gives no newtons, and no
events. The same codes go through all of them: a finger that presses all the time.
"""

import array
import pathlib
import re
import subprocess
import sys
import tempfile

from peers import tslib_command


def instructions(function, command, environment=None):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={function}", *command],
        capture_output=True, text=True, errors="replace", env=environment, check=True)  # fmt: skip
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def of_tslib(count):
    codes = array.array("I", (12000 + i % 50 for i in range(count)))
    with tslib_command(codes.tobytes(), 400) as (command, environment):
        return instructions("ts_read", command, environment)


def of_own_chains():
    source = pathlib.Path(__file__).with_name("own_chain.c")
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/own_chain"
        subprocess.run(["cc", "-O2", source, "-o", program], check=True)
        for kind in ("hysteresis", "euro"):
            yield per_reading(lambda n, kind=kind: instructions(kind, [program, kind, str(n)]))


def per_reading(count, few=1000, many=6000):
    return round((count(many) - count(few)) / (many - few))


def main(measure):
    own, event = (per_reading(lambda n, kind=kind: instructions("press_pad_feed", [measure, kind, str(n)])) for kind in ("pad", "pad-event"))
    hysteresis, euro = of_own_chains()
    print("\none reading of one channel                          instructions")
    for what, count in (
        ("two levels by hand: is it down", hysteresis),
        ("the 1 euro filter in doubles, and that", euro),
        ("tslib's chain: pressure", per_reading(of_tslib)),
        ("libpress: newtons, faults, zero, events that are due", own),
        ("the same with an event delivered by each", event),
    ):
        print(f"{what:<52} {count:>11}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
