"""The tasks of examples/firmware, against what stands for their operating systems: the same log of both, of a press that a wrap of the counter and
100 ms without readings do not disturb."""

import os
from pathlib import Path

import pytest
from conftest import HERE, ROOT, said

STRICT = ["-std=c11", "-Wall", "-Wextra", "-Werror"]
LIBRARY = Path(os.environ.get("LIBPRESS_LIBRARY") or ROOT / "build/libpress.so.1")


def log(kind: str, folder: Path) -> list[str]:
    stand_ins, program = HERE / "rtos" / kind, folder / kind
    said(["cc", *STRICT, f"-I{ROOT}/include", f"-I{stand_ins}", ROOT / f"examples/firmware/{kind}.c", stand_ins / "main.c", LIBRARY, "-o", program])
    return said([program], env={"LD_LIBRARY_PATH": str(LIBRARY.parent)}).splitlines()


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rtos")
    return {kind: log(kind, folder) for kind in ("freertos", "zephyr")}


def test_both_tasks_deliver_the_same(logs):
    events = [[line for line in log if line[0].isdigit()] for log in logs.values()]
    assert [line.split()[1:] for line in events[0]] == [line.split()[1:] for line in events[1]] and len(events[0]) > 50
    # A reading that comes after a tick gets the time of the tick, which depends on the system: so a recovery may differ by one reading.
    assert all(abs(float(a.split()[0]) - float(b.split()[0])) < 0.0051 for a, b in zip(*events, strict=True))


def test_no_call_is_refused_and_a_task_sleeps_until_something_is_due(logs):
    for log in logs.values():
        assert not [line for line in log if line.startswith("refused")]
        # A sensor goes stale while no reading comes: one deadline, for which the tick of the system may wake the task twice.
        waited = [line for line in log if line.startswith("waited")]
        assert waited == ["waited in vain 1 times"] or waited == ["waited in vain 2 times"]


def test_every_beginning_has_its_end_and_time_goes_on_where_the_counter_wraps(logs):
    words = [line.split() for line in logs["zephyr"] if line[0].isdigit()]
    names = [next(word for word in line if "_" in word) for line in words if len(line) > 2]
    assert [name for name in names if name.startswith("contact_")] == ["contact_began", "contact_ended"] * 2
    times = [float(line[0]) for line in words]
    assert times == sorted(times) and max(b - a for a, b in zip(times, times[1:], strict=False)) < 1
