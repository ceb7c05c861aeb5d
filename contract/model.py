"""The contract as a value: what the headers declare, with the comments that say what it means."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


class ContractError(Exception):
    """Something in the headers that the contract does not permit, with file and line."""


@dataclass(frozen=True)
class Place:
    path: Path
    line: int

    def error(self, what: str) -> ContractError:
        return ContractError(f"{self.path}:{self.line}: {what}")


@dataclass(frozen=True)
class Type:
    """A C type: `const press_event *` is base press_event, depth 1. A pointer to a function has its types in `call`."""

    base: str
    depth: int = 0
    lengths: tuple[int, ...] = ()
    call: tuple[Type, ...] = ()
    """The result, then the parameters."""


@dataclass(frozen=True)
class Enumerator:
    name: str
    value: int
    comment: str
    place: Place
    carries: str = ""
    """What stands in braces at the end of its comment: of an event, what it carries (events.py)."""
    group: str = ""
    """The comment above the first of its group."""


@dataclass(frozen=True)
class Enum:
    comment: str
    members: tuple[Enumerator, ...]
    place: Place
    tag: str = ""
    """Its name in C."""


@dataclass(frozen=True)
class Field:
    name: str
    type: Type
    comment: str
    """Of the declaration: fields that are declared together share it."""
    group: tuple[str, ...]
    """The fields that are declared together."""
    place: Place


@dataclass(frozen=True)
class Struct:
    name: str
    fields: tuple[Field, ...]
    comment: str
    place: Place

    def field(self, name: str) -> Field:
        return next(one for one in self.fields if one.name == name)


@dataclass(frozen=True)
class Parameter:
    name: str
    type: Type


@dataclass(frozen=True)
class Function:
    name: str
    result: Type
    parameters: tuple[Parameter, ...]
    declaration: str
    """As it stands in the header, on one line, without PRESS_API."""
    place: Place


@dataclass(frozen=True)
class Constant:
    """A macro that is a number."""

    name: str
    value: int
    place: Place


@dataclass(frozen=True)
class Block:
    """Declarations that stand together, with the comment above."""

    comment: str
    code: str
    functions: tuple[str, ...]
    types: tuple[str, ...]
    """Those that are described here; what is only announced is described elsewhere, or private."""


@dataclass
class Header:
    name: str
    intro: str
    """The first comment: what it is, in its first sentence."""
    blocks: list[Block] = field(default_factory=list)
    enums: list[Enum] = field(default_factory=list)
    structs: list[Struct] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    lists: dict[str, str] = field(default_factory=dict)
    """The macros that are initializers: what stands between their braces."""

    @property
    def summary(self) -> str:
        """The first sentence, without its full stop."""
        return " ".join(self.intro.split()).partition(". ")[0].rstrip(".")


@dataclass
class Contract:
    headers: list[Header]
    """In the order of press.h, each after those that it includes."""
    intro: str
    """The first comment of press.h."""
    rules: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """By config what contract/rules.py found of it."""

    @functools.cached_property
    def enums(self) -> list[Enum]:
        return [one for header in self.headers for one in header.enums]

    @functools.cached_property
    def structs(self) -> dict[str, Struct]:
        return {one.name: one for header in self.headers for one in header.structs}

    @functools.cached_property
    def objects(self) -> list[str]:
        """The types that lie in the storage of the program and are not declared."""
        named = {name for header in self.headers for block in header.blocks for name in re.findall(r"^typedef struct (\w+) \1;", block.code, re.M)}
        return sorted(named - self.structs.keys())

    def enum(self, constant: str) -> Enum:
        """The one that has a constant."""
        return next(one for one in self.enums if constant in [member.name for member in one.members])

    def header(self, struct: str) -> Header:
        """The one that declares a struct."""
        return next(one for one in self.headers if struct in [own.name for own in one.structs])

    @functools.cached_property
    def functions(self) -> dict[str, Function]:
        return {one.name: one for header in self.headers for one in header.functions}

    @functools.cached_property
    def numbers(self) -> dict[str, int]:
        """Every constant: enumerators, and macros that are numbers."""
        found = {}
        for header in self.headers:
            found |= {one.name: one.value for one in header.constants}
            found |= {member.name: member.value for enum in header.enums for member in enum.members}
        return found

    @functools.cached_property
    def interactions(self) -> list[str]:
        """What can be attached, as in press_<name>_attach."""
        return [one.name for one in self.structs["press_interactions"].fields if one.type.depth]

    @functools.cached_property
    def version(self) -> str:
        return ".".join(str(self.numbers[f"PRESS_VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH"))
