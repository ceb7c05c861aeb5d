"""Fields of dataclasses for help(): the words that stand below each field in the source, read when somebody asks."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from textwrap import dedent
from typing import TypeVar

C = TypeVar("C", bound=type)


class _Words(dict[str, str]):
    """`__slots__` of a class, as pydoc takes words from: names, and of each what stands below it."""

    def __init__(self, kind: type, names: Iterable[str]) -> None:
        super().__init__(dict.fromkeys(names, ""))
        self._kind: type | None = kind

    def __getitem__(self, name: str) -> str:
        if self._kind is not None:
            kind, self._kind = self._kind, None
            self.update({one: words for one, words in _found(kind).items() if one in self})
        return super().__getitem__(name)


def _found(kind: type) -> dict[str, str]:
    """By field its type, default and words. A string stands for the fields above it that have none."""
    try:
        (made,) = ast.parse(dedent(inspect.getsource(kind))).body
    except (OSError, TypeError, SyntaxError, ValueError):  # there is no source
        return {}
    found: dict[str, str] = {}
    waiting: list[str] = []
    for node in made.body if isinstance(made, ast.ClassDef) else ():
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            default = f" = {ast.unparse(node.value)}" if node.value is not None else ""
            found[node.target.id] = f"{ast.unparse(node.annotation)}{default}"
            waiting.append(node.target.id)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for name in waiting:
                found[name] += f": {inspect.cleandoc(node.value.value)}"
            waiting = []
        else:
            waiting = []
    return found


def described(kind: C) -> C:
    """A decorator above `@dataclass(slots=True)`."""
    setattr(kind, "__slots__", _Words(kind, getattr(kind, "__slots__")))  # noqa: B009, B010
    return kind
