#!/usr/bin/env python3
"""install.py OUT SHARE INCLUDE: copies the documents to OUT, which is SHARE (without DESTDIR) once it is installed.

They lie in one folder there. Links follow them; a link to what is not installed becomes plain text.
"""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs").glob("*.svg"))]


def installed(target: Path, share: str, include: str) -> str | None:
    """Where a file of the project lies, seen from the installed documents; None: nowhere."""
    if target in [*DOCUMENTS, ROOT / "LICENSE"]:
        return target.name
    for folder, place in (("include", os.path.relpath(include, share)), ("examples", "examples")):
        if target.is_relative_to(ROOT / folder) and target.exists():
            return os.path.join(place, target.relative_to(ROOT / folder))
    return None


def main(out: Path, share: str, include: str) -> None:
    for document in DOCUMENTS:

        def follow(link: re.Match[str], document: Path = document) -> str:
            path, mark, anchor = link[2].partition("#")
            if not path or re.match(r"[a-z]+:", path):
                return link[0]
            place = installed((document.parent / path).resolve(), share, include)
            return f"[{link[1]}]({place}{mark}{anchor})" if place else link[1]

        text = document.read_text()
        (out / document.name).write_text(re.sub(r"(?<!!)\[([^]]*)\]\(([^)\s]+)\)", follow, text) if document.suffix == ".md" else text)


main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
