"""Every call that changes what lives in storage and can refuse has a row in Tests/PressABITests/test_refused.c."""

import re
from pathlib import Path

from contract import read

ROOT = Path(__file__).resolve().parents[2]
LIVES = ("engine", "pad", "grid", "supply", "idle", "feedback")


def test_every_call_that_can_refuse_is_tried():
    contract = read()
    rows = (ROOT / "Tests/PressABITests/test_refused.c").read_text()
    rows += "".join(rows.replace("##x##", name) for name in contract.interactions)
    changes = re.compile(rf"int (press_\w+)\((?:press_(?:{'|'.join(LIVES)})) \*\w+")
    missing = [
        one.name
        for header in contract.headers
        for one in header.functions
        if (found := changes.match(one.declaration)) and f"{found[1]}(" not in rows
    ]
    assert not missing
