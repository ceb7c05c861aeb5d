"""What programs cost that read all that comes out of the socket: processor time, which other work on the machine does not change much."""

import pytest
from socket_costs import RATE, run, wake_ups

SECONDS = 5
# Measured: about 9.
MOST_US = 40


def used(found):
    return found["processor_us_per_1000"] * RATE * SECONDS / 1000


@pytest.mark.not_quick
def test_a_line_costs_a_bounded_time_for_each_of_sixteen_programs_that_read_it():
    few, many = run(SECONDS, 1), run(SECONDS, 16)
    # Each program reads the same lines as the first one.
    assert many["lines"] > 14 * few["lines"] > 1000, (few, many)
    each = (used(many) - used(few)) / (many["lines"] - few["lines"])
    assert each < MOST_US, (each, few, many)


def test_a_socket_that_nobody_reads_wakes_it_once_a_frame():
    """By the kernel's count of its sleeps: on a computer that is busy there are fewer."""
    assert wake_ups(3) <= 1.05 * 200 + 5
