"""Changes that are written back to the text of a config."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .config import COMMENT, Place, called, place_of

_HEADING = re.compile(r"\s*\[\s*(\w+)\s*\]")

Changes = Mapping[Place, Mapping[str, str | None]]
"""By section and key the new text of the value; None: the key is not to count any more."""


def edited(text: str, changes: Changes) -> str:
    """A config with changes: its comments, its order and all other keys stay. A key that does not count becomes a comment."""
    left = {place: dict(keys) for place, keys in changes.items()}
    lines: list[str] = []
    place: Place | None = None
    last = 0
    for line in text.split("\n") if text else []:
        if heading := _HEADING.match(line):
            _insert(lines, last, left.get(place, {}) if place else {})
            place = place_of(heading[1])
        key = COMMENT.sub("", line).partition("=")[0].strip()
        if place in left and key in left[place]:
            new = left[place].pop(key)
            comment = COMMENT.search(line)
            line = f"# {line}" if new is None else f"{key} = {new}" + (f"  {comment[0].strip()}" if comment else "")
        lines.append(line)
        if key or line.lstrip().startswith("["):
            last = len(lines)
    _insert(lines, last, left.get(place, {}) if place else {})
    while lines and not lines[-1].strip():
        lines.pop()
    for place, keys in left.items():
        new_keys = [f"{key} = {text}" for key, text in keys.items() if text is not None]
        if new_keys:
            lines += [*([""] if lines else []), f"[{called(place)}]", *new_keys]
    return "\n".join(lines) + "\n"


def _insert(lines: list[str], at: int, keys: dict[str, str | None]) -> None:
    """Puts what is left of a section behind its last key."""
    lines[at:at] = [f"{key} = {text}" for key, text in keys.items() if text is not None]
    keys.clear()
