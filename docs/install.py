#!/usr/bin/env python3
"""install.py OUT SHARE INCLUDE: copies the documents to OUT, which is SHARE (without DESTDIR) once it is installed.

They lie in one folder there, in folders below it what has a folder here, and the examples. Links follow them; a link to what is
not installed becomes plain text.
"""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
TEXTS = [one for kind in ("*.md", "*.json", "*/*.md", "*.svg", "*.webp") for one in sorted(DOCS.glob(kind))]
DOCUMENTS = [*(ROOT / f"{name}.md" for name in ("README", "CHANGELOG", "SECURITY")), *TEXTS, ROOT / "examples" / "README.md"]


def installed(target: Path, share: str, include: str) -> Path | None:
    """Where a file of the project lies below SHARE; None: nowhere."""
    if target.is_relative_to(DOCS) and target in DOCUMENTS:
        return target.relative_to(DOCS)
    if target.parent == ROOT and target in [*DOCUMENTS, ROOT / "LICENSE"]:
        return Path(target.name)
    for folder, place in (("include", os.path.relpath(include, share)), ("examples", "examples")):
        if target.is_relative_to(ROOT / folder) and target.exists():
            return Path(place) / target.relative_to(ROOT / folder)
    return None


def main(out: Path, share: str, include: str) -> None:
    for document in DOCUMENTS:
        own = installed(document, share, include)
        (out / own).parent.mkdir(parents=True, exist_ok=True)
        if document.suffix != ".md":
            (out / own).write_bytes(document.read_bytes())
            continue

        def placed(path: str) -> str | None:
            place = installed((document.parent / path).resolve(), share, include)
            # From SHARE on: what leads up out of it must not end at the root that the present folder is near.
            return os.path.relpath(os.path.join(share, place), os.path.join(share, own.parent)) if place else None

        def follow(link: re.Match[str]) -> str:
            path, mark, anchor = link[2].partition("#")
            if not path or re.match(r"[a-z]+:", path):
                return link[0]
            place = placed(path)
            return f"[{link[1]}]({place}{mark}{anchor})" if place else link[1]

        def show(picture: re.Match[str]) -> str:
            path = picture[1] or picture[2]
            return picture[0].replace(path, placed(path) or path)

        text = re.sub(r"(?<!!)\[([^]]*)\]\(([^)\s]+)\)", follow, document.read_text())
        (out / own).write_text(re.sub(r'!\[[^]]*\]\(([^)\s]+)\)|<img src="([^"]+)"', show, text))


main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
