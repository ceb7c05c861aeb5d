#!/usr/bin/env python3
"""install.py OUT SHARE INCLUDE: copies the documents to OUT, which is SHARE (without DESTDIR) once it is installed.

They lie in one folder there, and the page of the examples beside these, which are copied before. Links follow them; a link to what is
not installed becomes plain text.
"""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURES = [one for kind in ("svg", "webp") for one in sorted((ROOT / "docs").glob(f"*.{kind}"))]
TEXTS = [one for kind in ("md", "json") for one in sorted((ROOT / "docs").glob(f"*.{kind}"))]
DOCUMENTS = [*(ROOT / f"{name}.md" for name in ("README", "CHANGELOG", "SECURITY")), *TEXTS, *PICTURES]
EXAMPLES = ROOT / "examples" / "README.md"


def installed(target: Path, share: str, include: str) -> str | None:
    """Where a file of the project lies, seen from the installed documents; None: nowhere."""
    if target in [*DOCUMENTS, ROOT / "LICENSE"]:
        return target.name
    for folder, place in (("include", os.path.relpath(include, share)), ("examples", "examples")):
        if target.is_relative_to(ROOT / folder) and target.exists():
            return os.path.join(place, target.relative_to(ROOT / folder))
    return None


def main(out: Path, share: str, include: str) -> None:
    for document in [*DOCUMENTS, EXAMPLES]:
        folder, up = ("examples", "..") if document == EXAMPLES else ("", "")

        def follow(link: re.Match[str], document: Path = document, up: str = up) -> str:
            path, mark, anchor = link[2].partition("#")
            if not path or re.match(r"[a-z]+:", path):
                return link[0]
            place = installed((document.parent / path).resolve(), share, include)
            return f"[{link[1]}]({os.path.join(up, place)}{mark}{anchor})" if place else link[1]

        def show(picture: re.Match[str], document: Path = document) -> str:
            path = picture[1] or picture[2]
            place = installed((document.parent / path).resolve(), share, include)
            return picture[0].replace(path, place) if place else picture[0]

        if document.suffix != ".md":
            (out / document.name).write_bytes(document.read_bytes())
            continue
        text = re.sub(r"(?<!!)\[([^]]*)\]\(([^)\s]+)\)", follow, document.read_text())
        (out / folder / document.name).write_text(re.sub(r'!\[[^]]*\]\(([^)\s]+)\)|<img src="([^"]+)"', show, text))


main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
