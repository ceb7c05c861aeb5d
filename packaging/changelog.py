#!/usr/bin/env python3
"""changelog.py notes|debian|dated: what CHANGELOG.md says, for who installs a release.

notes   the notes of the version of include/press/base.h: what libpress is (README.md), the section of that version, how to verify files
debian  debian/changelog: an entry for that version and for each before
dated   nothing, if the section of that version has a date; else exit code 1
"""

import os
import re
import sys
import time
from email.utils import formatdate
from pathlib import Path

from facts import facts

ROOT = Path(__file__).resolve().parents[1]
FACTS = facts()
VERSION = FACTS["version"]


def sections() -> list[tuple[str, str, str]]:
    """Of each version: number, what stands in brackets, text."""
    parts = re.split(r"^## (\d+\.\d+\.\d+) \((.*)\)\n", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)[1:]
    return list(zip(parts[::3], parts[1::3], parts[2::3], strict=True))


def section() -> tuple[str, str]:
    for version, when, text in sections():
        if version == VERSION:
            return when, text
    raise SystemExit(f"changelog: CHANGELOG.md has no section for {VERSION}")


def introduction() -> str:
    """The first paragraph of the README."""
    return (ROOT / "README.md").read_text().split("\n\n")[1]


def whole(text: str) -> str:
    """With links that lead somewhere from outside the tree, too."""
    return re.sub(r"\]\((?!\w+:)([^)#]+)", rf"]({FACTS['source']}/blob/v{VERSION}/\1", text)


def notes() -> str:
    when, text = section()
    verify = f"""## Verify what you downloaded

The key that signs releases is {FACTS["key"]}. In the folder with the files:

```sh
gpg --verify SHA256SUMS.asc SHA256SUMS && sha256sum --check --ignore-missing SHA256SUMS
```

[How to install](docs/install.md) each file. Report what is wrong at {FACTS["reports"]}."""
    return f"# libpress {VERSION} ({when})\n\n" + whole("\n\n".join([introduction(), text.strip(), verify])) + "\n"


def debian() -> str:
    section()
    entries, seconds = [], 0.0
    every = sections()
    newest = [version for version, _, _ in every].index(VERSION)
    for version, when, _ in every[newest:]:
        day = re.search(r"\d{4}-\d\d-\d\d", when)
        if day:
            seconds = time.mktime(time.strptime(f"{day[0]} 12", "%Y-%m-%d %H"))
        elif not entries:
            seconds = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
        else:  # without a day, and older than the one above
            seconds -= 1
        more = re.sub(r"\d{4}-\d\d-\d\d(, )?", "", when)
        what = "CHANGELOG.md says what is new" + (f"; {more}." if more else ".")
        entries.append(
            f"libpress ({version}-1) unstable; urgency=medium\n\n  * {what}\n\n"
            f" -- {FACTS['authors']} <{FACTS['address']}>  {formatdate(seconds)}\n".replace("-0000", "+0000")
        )
    return "\n".join(entries)


def main(what: str) -> int:
    if what == "dated":
        when = section()[0]
        if re.fullmatch(r"\d{4}-\d\d-\d\d", when):
            return 0
        print(f"changelog: CHANGELOG.md gives {VERSION} no date: {when}")
        return 1
    print({"notes": notes, "debian": debian}[what](), end="")
    return 0


if __name__ == "__main__":
    os.environ["TZ"] = "UTC"
    time.tzset()
    if len(sys.argv) != 2 or sys.argv[1] not in ("notes", "debian", "dated"):
        raise SystemExit(__doc__)
    sys.exit(main(sys.argv[1]))
