"""What programs cost that read all that comes out of the socket: processor time, which other work on the machine does not change much."""

import re
import subprocess
import time
from pathlib import Path

import pytest
from socket_costs import PRESSD, RATE, run

SECONDS = 5
# It takes about 9.
MOST_US = 40


def used(found):
    return found["processor_us_per_1000"] * RATE * SECONDS / 1000


@pytest.mark.not_quick
def test_a_line_costs_a_bounded_time_for_each_of_sixteen_programs_that_read_it():
    few, many = run(SECONDS, 1), run(SECONDS, 16)
    # Each reads what the first one does.
    assert many["lines"] > 14 * few["lines"] > 1000, (few, many)
    each = (used(many) - used(few)) / (many["lines"] - few["lines"])
    assert each < MOST_US, (each, few, many)


def test_a_socket_that_nobody_reads_wakes_it_once_a_frame(tmp_path):
    """By the kernel's count of its sleeps: on a computer that is busy there are fewer."""
    rate, seconds = 200, 3
    command = [PRESSD, "--source", "sim:hold", "--rate", str(rate), "--duration", "60", "--listen", f"unix:{tmp_path / 'socket'}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while process.poll() is None and not (tmp_path / "socket").exists():
            time.sleep(0.01)
        counts = []
        for _ in range(2):
            time.sleep(0 if counts else 0.5)
            counts.append(
                (time.monotonic(), int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", Path(f"/proc/{process.pid}/status").read_text(), re.M)[1]))
            )
            time.sleep(0 if len(counts) == 2 else seconds)
    finally:
        process.kill()
        process.wait()
    (began, before), (ended, after) = counts
    assert after - before <= 1.05 * rate * (ended - began) + 5, f"{(after - before) / (ended - began):.0f} a second"
