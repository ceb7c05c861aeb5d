"""What the Python package says of interactions, from their modules: `_attached.py`, and their names in `__init__.py`.

A module is that of an interaction where a class in it is `engine.NAME` (`_way`)."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .model import Contract, ContractError

ATTACHED = '''\
"""What can be attached to an engine, written by `make contract` from the modules of the interactions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._core import Core
from .._hooks import Hooked
from .._strict import Late

if TYPE_CHECKING:
{imports}


def _made(part: Late) -> Callable[[Core, Any], Hooked]:
    return lambda core, config: part.load()(core)


def _with_config(part: Late) -> Callable[[Core, Any], Hooked]:
    return lambda core, config: part.load()(core, config)


ATTACHED: tuple[tuple[str, str, str, Late, Callable[[Core, Any], Hooked]], ...] = (
{rows}
)
"""What can be attached: the argument, what messages call it, what the library calls it, its config, and its part. A module of what is not
attached is not imported."""

ROOMS: dict[str, Late] = {{
{rooms}
}}
"""Where each part is."""


class Attached:
    """The interactions of an engine."""

    __slots__ = ()

    def _part(self, name: str) -> Any:
        raise NotImplementedError

{properties}
'''

PROPERTY = '''\
    @property
    def {argument}(self) -> {part}:
        """{about} Raises StateError: not attached."""
        return self._part("{argument}")  # type: ignore[no-any-return]
'''

SETTINGS = '''\
class AttachedFields(TypedDict, total=False):
    """What is attached to an engine: True, or its config."""

'''


@dataclass(frozen=True)
class Part:
    name: str
    """In C."""
    argument: str
    """Of Engine, and its attribute."""
    module: str
    config: str
    part: str
    about: str
    words: str
    """What messages call it."""
    takes_config: bool
    has: str
    """The public names in the class of the part."""
    public: tuple[str, ...]
    """The classes of the module."""

    @property
    def imports(self) -> str:
        return f"    from ..{self.module} import {self.part}"

    @property
    def row(self) -> str:
        made = f"{'_with_config' if self.takes_config else '_made'}({self.late(self.part)})"
        return f'    ("{self.argument}", "{self.words}", "{self.name}", {self.late(self.config)}, {made}),'

    def late(self, name: str, words: str = "") -> str:
        line = f'Late("{self.module}", "{name}"'
        if not words:
            return f"{line})"
        if len(words) < 90:
            return f'{line}, "{words}")'
        rows = [f'        "{one} "' for one in textwrap.wrap(words, 120)]
        return "\n".join(["Late(", f'        "{self.module}",', f'        "{name}",', *rows]) + ",\n    )"


def parts(contract: Contract, package: Path) -> list[Part]:
    """Of each interaction, in the order of press_interactions."""
    found = [
        one for path in sorted(package.glob("[a-z]*.py")) if "_way" in (text := path.read_text()) for one in _parts(contract, path, ast.parse(text))
    ]
    by_name = {one.name: one for one in found}
    for name in contract.interactions:
        if name not in by_name:
            raise ContractError(f"bindings/python: no module has a class of `engine.{name}`, with _way and _words")
    return [by_name[name] for name in contract.interactions]


def _parts(contract: Contract, path: Path, module: ast.Module) -> Iterator[Part]:
    classes = {one.name: one for one in module.body if isinstance(one, ast.ClassDef)}
    for part in classes.values():
        argument = _constant(part, "_way").removeprefix("engine.")
        name = next((one for one in contract.interactions if argument in (one, f"{one}s")), None)
        if name is None:
            continue
        config = next((one for one in classes if one.endswith("Config")), f"{name.capitalize()}Config")
        init = next((one for one in part.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
        yield Part(
            name=name,
            argument=argument,
            module=path.stem,
            config=config,
            part=part.name,
            about=contract.header(f"press_{name}_config").summary.partition(":")[0] + ".",
            words=_constant(part, "_words"),
            has=" ".join(sorted(_names(part))),
            takes_config=init is not None and "config" in [one.arg for one in init.args.args],
            public=tuple(sorted({*(one for one in classes if not one.startswith("_")), config})),
        )


def _names(node: ast.ClassDef) -> set[str]:
    found: set[str] = set()
    for one in node.body:
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        found |= {target.id for target in targets if isinstance(target, ast.Name)}
        found |= {one.name} if isinstance(one, ast.FunctionDef) else set()
    return {name for name in found if not name.startswith("_")}


def _constant(node: ast.ClassDef, name: str) -> str:
    for one in node.body:
        if isinstance(one, ast.Assign) and getattr(one.targets[0], "id", "") == name and isinstance(one.value, ast.Constant):
            return str(one.value.value)
    return ""


def attached(found: list[Part]) -> str:
    return ATTACHED.format(
        imports="\n".join(sorted(one.imports for one in found)),
        rows="\n".join(one.row for one in found),
        rooms="\n".join(f'    "engine.{one.argument}": {one.late(one.part, one.has)},' for one in found),
        properties="\n".join(PROPERTY.format(**vars(one)) for one in found).rstrip("\n"),
    )


def fields(found: list[Part]) -> tuple[list[str], str]:
    """For _settings_fields.py: the imports for type checkers, and the class."""
    rows = "".join(f'    {one.argument}: bool | {one.config}\n    """{one.about}"""\n' for one in found)
    return sorted(f"    from ..{one.module} import {one.config}" for one in found), SETTINGS + rows.rstrip("\n")


# ---- The names of the package ---------------------------------------------------------------------------------------


def package(path: Path, found: list[Part]) -> str:
    """`__init__.py` with the classes of interactions that it has not yet."""
    text = path.read_text()
    for one in found:
        known = re.search(rf'^    "{one.module}": "([\w ]+)",$', text, re.M)
        names = list(dict.fromkeys([*(known[1].split() if known else ()), *one.public]))
        line = f'    "{one.module}": "{" ".join(names)}",\n'
        text = text.replace(known[0] + "\n", line) if known else _inserted(text, "_WHERE = {\n", r'^    "(\w+)": ', one.module, line)
        head = "if TYPE_CHECKING:\n"
        imports = f"    from .{one.module} import {', '.join(names)}\n"
        before = re.search(rf"^    from \.{one.module} import .*\n", text, re.M)
        text = text.replace(before[0], imports) if before else _inserted(text, head, r"^    from \.(\w+) import", one.module, imports)
        for name in names:
            if f'    "{name}",\n' not in text:
                text = _inserted(text, "__all__ = [\n", r'^    "([A-Z][a-z]\w+)",$', name, f'    "{name}",\n')
    return text


def _inserted(text: str, head: str, row: str, name: str, line: str) -> str:
    """A line behind `head`, before the first row whose name comes later."""
    start = text.index(head) + len(head)
    end = start + re.search(r"^\S", text[start:], re.M).start()
    later = (one.start() for one in re.finditer(row, text[start:end], re.M) if one[1] > name)
    at = start + next(later, end - start)
    return text[:at] + line + text[at:]
