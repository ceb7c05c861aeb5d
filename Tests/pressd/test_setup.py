"""One table of configs, accepted and refused alike by pressd and by the library, with the same sentences.

The library is asked by bindings/python/tests/test_config_cases.py, and all readers about random changes of the table by Tests/setup/alike.py.
"""

import sys

import pytest
from conftest import ROOT, file_with

sys.path.insert(0, str(ROOT / "Tests/setup"))
from cases import cases  # noqa: E402

CASES = cases()


def test_the_table_has_something_of_every_kind():
    assert len(CASES) > 170 and sum(said == "ok" for said, _ in CASES) > 20
    assert len({said.partition(": ")[2][:20] for said, _ in CASES}) > 60


@pytest.mark.parametrize("said, text", CASES, ids=range(len(CASES)))
def test_pressd_says_what_the_table_says(pressd, tmp_path, said, text):
    path = file_with(tmp_path / "one.conf", text)
    result = pressd("--test-config", path)
    first = result.err.splitlines()[0].removeprefix(f"pressd: {path}:").lstrip() if result.code else "ok"
    assert result.code in (0, 78) and first == said
