#!/usr/bin/env python3
"""facts.py write|check|ready [ROOT]: the version of include/press/base.h and the facts of packaging/facts.toml, in each file that repeats them.

write  writes them there
check  says which file differs; exit code 1 if one does
ready  says which facts are placeholders still; exit code 1 if one is
"""

import re
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]


def facts(root: Path = HERE) -> dict[str, str]:
    """The facts, with the version of the headers."""
    header = (root / "include/press/base.h").read_text()
    numbers = dict(re.findall(r"#define PRESS_VERSION_(MAJOR|MINOR|PATCH) (\d+)", header))
    version = ".".join(numbers[part] for part in ("MAJOR", "MINOR", "PATCH"))
    with open(root / "packaging/facts.toml", "rb") as file:
        return tomllib.load(file) | {"version": version, "minor": version.rpartition(".")[0]}


# A file, and expressions whose one group is where the fact stands. Each must be found.
PLACES: dict[str, dict[str, str]] = {
    "bindings/python/src/libpress/_version.py": {r'__version__ = "(.*)"': "version"},
    "bindings/python/pyproject.toml": {
        r'\nauthors = \[\{ name = "(.*)", email': "authors",
        r'\nauthors = .*email = "(.*)"': "address",
        r'\nHomepage = "(.*)"': "page",
        r'\nSource = "(.*)"': "source",
        r'\nIssues = "(.*)"': "reports",
        r'"libpress-\w+(?:\[\w+\])?==([\d.]+)"': "version",
    },
    "apps/*/pyproject.toml": {
        r'\nversion = "(.*)"': "version",
        r'"libpress\[tools\]==([\d.]+)"': "version",
        r'\nauthors = \[\{ name = "(.*)", email': "authors",
        r'\nauthors = .*email = "(.*)"': "address",
        r'\nHomepage = "(.*)"': "page",
        r'\nSource = "(.*)"': "source",
        r'\nIssues = "(.*)"': "reports",
    },
    "packaging/debian/control": {
        r"\nMaintainer: (.*) <": "authors",
        r"\nMaintainer: .*<(.*)>": "address",
        r"\nHomepage: (.*)": "page",
        r"\nVcs-Browser: (.*)": "source",
        r"\nVcs-Git: (.*)\.git": "source",
    },
    "packaging/debian/watch": {r'" (.*)/releases ': "source"},
    "packaging/debian/copyright": {
        r"\nUpstream-Contact: (.*) <": "authors",
        r"\nUpstream-Contact: .*<(.*)>": "address",
        r"\nSource: (.*)": "source",
        r"\nCopyright: \d+ (.*)": "authors",
    },
    "packaging/buildroot/libpress.mk": {r"\nLIBPRESS_VERSION = (.*)": "version"},
    "packaging/yocto/libpress_*.bb": {r'\nHOMEPAGE = "(.*)"': "page"},
    "packaging/buildroot/Config.in": {r"\n\n\t  (https?://.*)": "page"},
    "docs/install.md": {
        r"libpress[-_](\d+\.\d+\.\d+)": "version",
        r"find_package\(libpress ([\d.]+)": "minor",
        r"an end of ([0-9A-F]{40})": "key",
    },
    "docs/site/conf.py": {r'\nauthor = "(.*)"': "authors", r'\ncopyright = "\d+ (.*)"': "authors"},
    "LICENSE": {r"Copyright \(c\) \d+ (.*)": "authors"},
    "SECURITY.md": {r"<(\S+@\S+)>": "address"},
    ".github/CODEOWNERS": {r"\n[^#\n]\S* +(\S+)": "owners"},
    ".github/ISSUE_TEMPLATE/config.yml": {r"url: (\S+)/security/advisories": "source"},
}


def filled(text: str, places: dict[str, str], values: dict[str, str], name: str) -> str:
    for expression, fact in places.items():
        spans = [found.span(1) for found in re.finditer(expression, text)]
        if not spans:
            raise SystemExit(f"facts: {name} has no place for {fact}: {expression}")
        for begin, end in reversed(spans):
            text = text[:begin] + values[fact] + text[end:]
    return text


def main(what: str, root: Path) -> int:
    values = facts(root)
    if what == "ready":
        wrong = [f"facts: {name} is a placeholder" for name, value in values.items() if "invalid" in value or value == "0" * 40]
        print("\n".join(wrong), end="\n" if wrong else "")
        return 1 if wrong else 0
    wrong = []
    for pattern, places in PLACES.items():
        for path in root.glob(pattern):
            text = path.read_text()
            now = filled(text, places, values, str(path.relative_to(root)))
            # The name of a recipe of Yocto has the version.
            to = path.with_name(f"libpress_{values['version']}.bb") if path.suffix == ".bb" else path
            if (text, path) == (now, to):
                continue
            wrong.append(f"{path.relative_to(root)} is {'written' if what == 'write' else 'not as packaging/facts.toml and base.h say (make facts)'}")
            if what == "write":
                path.rename(to).write_text(now)
    print("\n".join(wrong) or f"facts: {len(PLACES)} files, as they should be")
    return 1 if wrong and what == "check" else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in ("write", "check", "ready"):
        raise SystemExit(__doc__)
    sys.exit(main(sys.argv[1], Path(sys.argv[2]).resolve() if len(sys.argv) == 3 else HERE))
