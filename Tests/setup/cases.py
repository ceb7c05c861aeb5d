"""The cases of cases.txt, with the lists that follow the documents in place of {SECTION.KEY} (what its row accepts), {SECTION} (its keys) and
{sections}. As a program it prints them as JSON."""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))
from contract import keys, read  # noqa: E402


def cases() -> list[tuple[str, str]]:
    """The cases: the message, and the config."""
    text = (ROOT / "Tests/setup/cases.txt").read_text()
    found = keys.sections(read(), ROOT / "docs/pressd.md")
    lists = {"sections": ", ".join(one.name + (f" to {one.name}{one.most}" if one.most > 1 else "") for one in found)}
    for one in found:
        lists[one.name] = ", ".join(key.name for key in one.keys)
        lists |= {f"{one.name}.{key.name}": key.accepted for key in one.keys}
    split = [tuple(one.split("\n", 1)) for one in text.split("\n=== ")[1:]]
    return [(re.sub(r"\{([\w.]+)\}", lambda name: lists[name[1]], said), config) for said, config in split]


if __name__ == "__main__":
    json.dump(cases(), sys.stdout)
