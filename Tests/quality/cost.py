"""What one reading costs, in instructions: libpress from code to events, tslib from code to pressure.

    python Tests/quality/cost.py MEASURE       # MEASURE: Tests/ships/measure.c, compiled

tslib's chain is the one that `make quality` judges: pthres, median of five, dejitter, linear. It gives no newtons, and no
events. The same codes go through both: a finger that presses all the time.
"""

import array
import re
import subprocess
import sys

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


def per_reading(count, few=1000, many=6000):
    return round((count(many) - count(few)) / (many - few))


def main(measure):
    own = per_reading(lambda n: instructions("press_pad_feed", [measure, "pad", str(n)]))
    tslib = per_reading(of_tslib)
    print(f"one reading of one channel, libpress, code to events: {own} instructions")
    print(f"one reading, tslib's chain, code to pressure: {tslib} instructions")
    print(f"libpress takes {own / tslib:.2f} times as many")


if __name__ == "__main__":
    main(sys.argv[1])
