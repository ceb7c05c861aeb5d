"""The table of hooks in docs/python-objects.md: below `<!-- hooks -->`, a row for each class that has some, with its
`when_...` and its `on_...`, as the sources of the package say. Rows keep their order, a new one comes last."""

from __future__ import annotations

import ast
import re
from pathlib import Path

MARK = re.compile(r"(<!-- hooks -->\n\| object \|[^\n]*\n\|---\|---\|---\|\n)((?:\|.*\n)*)")


def page(path: Path, package: Path) -> str:
    found = dict(row for module in sorted(package.glob("*.py")) for row in _rows(module))
    text = path.read_text()
    rows = MARK.search(text)[2]
    order = [way for way in re.findall(r"^\| `([\w.]+)`", rows, re.M) if way in found]
    order += [way for way in found if way not in order]
    return MARK.sub(lambda mark: mark[1] + "".join(found[way] for way in order), text)


def _rows(module: Path) -> list[tuple[str, str]]:
    """Of each class with hooks, how one gets at it, and its row."""
    rows = []
    for node in ast.walk(ast.parse(module.read_text())):
        if not isinstance(node, ast.ClassDef):
            continue
        way, hooks = "", {"when_": [], "on_": []}
        for one in node.body:
            target = one.targets[0] if isinstance(one, ast.Assign) else one.target if isinstance(one, ast.AnnAssign) else None
            if not isinstance(target, ast.Name):
                continue
            name = target.id
            if name == "_way" and isinstance(one.value, ast.Constant):
                way = one.value.value
            for kind, names in hooks.items():
                if name.startswith(kind):
                    names.append(f"`{name}`")
        if way and any(hooks.values()):
            cells = "".join(f" {', '.join(names)} |" if names else " |" for names in hooks.values())
            rows.append((way, f"| `{way}` |{cells}\n"))
    return rows
