"""A document, and the pages of the folder of its name (in lower case) that it lists: docs/pressd.md and docs/pressd/*.md."""

import re
from pathlib import Path

from .model import ContractError


def pages(path: Path) -> list[Path]:
    """In the order of its table, which lists each page."""
    folder = path.with_name(path.stem.lower())
    rows = "".join(re.findall(r"^\|.*\n", path.read_text(), re.M))
    listed = list(dict.fromkeys(re.findall(rf"\]\({folder.name}/([\w-]+\.md)\)", rows)))
    if lost := {one.name for one in folder.glob("*.md")} ^ set(listed):
        raise ContractError(f"{path.name} does not list {folder.name}/{min(lost)}, or it is not there")
    return [path, *(folder / name for name in listed)]
