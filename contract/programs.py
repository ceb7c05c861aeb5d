"""Files of examples that a page shows: between `<!-- made: examples/FILE -->` and `<!-- /made -->` stands the file, one of C from its first
#include on, or, with a title behind its name, the part of it that its comment `/* ---- TITLE ---- */` begins."""

from __future__ import annotations

import re
from pathlib import Path

from .model import ContractError

LANGUAGES = {".c": "c", ".py": "python", ".swift": "swift", ".txt": "text"}
MARK = re.compile(r"(<!-- made: (?P<file>(?:bindings/python/)?examples/[\w./]+)(?:, (?P<part>[\w ]+))? -->\n).*?(?=<!-- /made -->)", re.S)


def page(path: Path, root: Path) -> str:
    """The page, with its programs as the files have them."""
    return MARK.sub(
        lambda mark: f"{mark[1]}```{LANGUAGES[Path(mark['file']).suffix]}\n{_shown(root / mark['file'], mark['part'])}```\n", path.read_text()
    )


def _shown(file: Path, part: str | None) -> str:
    text = file.read_text()
    if file.suffix != ".c":
        return text
    if not part:
        return text[re.search(r"^#(define|include)", text, re.M).start() :]  # type: ignore[union-attr]
    parts = dict(re.findall(r"^/\* ---- ([\w ]+) ---- \*/\n\n(.*?)(?=^/\* ---- |\Z)", text, re.M | re.S))
    if part not in parts:
        raise ContractError(f"{file.name} has no part '{part}'")
    return f"{parts[part].rstrip()}\n"
