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
    assert logs["freertos"] == logs["zephyr"] and len(logs["zephyr"]) > 50


def test_every_beginning_has_its_end_and_time_goes_on_where_the_counter_wraps(logs):
    words = [line.split() for line in logs["zephyr"]]
    names = [next(word for word in line if "_" in word) for line in words if len(line) > 2]
    assert [name for name in names if name.startswith("contact_")] == ["contact_began", "contact_ended"] * 2
    times = [float(line[0]) for line in words]
    assert times == sorted(times) and max(b - a for a, b in zip(times, times[1:], strict=False)) < 1
