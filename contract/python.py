"""What the Python package repeats of the contract: _raw.py, the library as it is, and enums.py."""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import events, lives
from .model import Contract, Function, Struct, Type
from .names import name, summary

SCALARS = {
    "bool": "c_bool",
    "char": "c_char",
    "int": "c_int",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "press_q16": "press_q16",
    "size_t": "c_size_t",
    "uint8_t": "c_uint8",
    "uint16_t": "c_uint16",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
}

# Where a program hands over arrays of its own, of any kind that has an address.
ADDRESSES = {
    "press_feed": "samples",
    "press_poll": "events",
    "press_pad_feed": "frame",
    "press_pad_feed_many": "frames",
    "press_grid_feed": "cells",
    "press_calibration_store": "bytes",
    "press_calibration_load": "bytes",
}

RAW = '''\
"""The C library as it is: every constant, struct and function of press.h, by its own name.

Written by `make contract` from the headers (include/press/*.h), which say what each means. The rest of the package is
built on this module and is what programs normally use. A call here checks nothing but the types of ctypes. Where C
takes an array (samples, events, frames) the argument is an address, so that any buffer can be handed over.
"""

# The names are those of C.
# ruff: noqa: N801

from __future__ import annotations

from collections.abc import Callable
from ctypes import (
{imports}
)
from typing import Any

from .._library import library as library

press_q16 = c_int32

{constants}

{structs}


FUNCTIONS: dict[str, Callable[[], tuple[Any, ...]]] = {{
{functions}
}}
"""Of each function its result and what it takes."""


def __getattr__(name: str) -> Any:
    """A function of the library, which gets its types when it is asked for: a program uses few of them."""
    if name not in FUNCTIONS:
        raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
    function = globals()[name] = getattr(library, name)
    function.restype, *arguments = FUNCTIONS[name]()
    function.argtypes = arguments
    return function
'''

# A newer library may deliver others.
OPEN = ("EventType", "Reason")

ENUMS = '''\
"""The enums of the C headers, written by `make contract`."""

from __future__ import annotations

from enum import IntEnum, IntFlag

from ._open_enum import OpenEnum

{classes}
'''


class Layer:
    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        self.structs = contract.structs
        self.written: list[str] = []
        self.done: set[str] = set()

    def type(self, kind: Type) -> str:
        """The ctypes name of a type. What is opaque has no class: a handle is an address."""
        if kind.depth:
            if kind.base == "char":
                return "c_char_p" if kind.depth == 1 else "POINTER(c_char_p)"
            if kind.depth > 1:
                return "POINTER(c_void_p)"
            known = kind.base in SCALARS or kind.base in self.structs
            return f"POINTER({SCALARS.get(kind.base, kind.base)})" if known else "c_void_p"
        base = "None" if kind.base == "void" else SCALARS.get(kind.base, kind.base)
        for length in kind.lengths:
            base += f" * {length}"
        return base

    def callback(self, kind: Type) -> str:
        return wrapped("CFUNCTYPE", list(map(self.type, kind.call)))

    def struct(self, struct: Struct) -> None:
        """Writes the class, after those that it is made of."""
        if struct.name in self.done:
            return
        self.done.add(struct.name)
        kinds = [kind for field in struct.fields for kind in (field.type, *field.type.call)]
        for base in [kind.base for kind in kinds if kind.base in self.structs and kind.base != struct.name]:
            self.struct(self.structs[base])
        fields, callbacks = [], []
        for field in struct.fields:
            text = self.type(field.type)
            if field.type.call:
                text = f"{struct.name.removeprefix('press_')}_{field.name}_fn"
                callbacks.append(f"{text} = {self.callback(field.type)}")
            fields.append(f'        ("{field.name}", {text}),\n')
        own = any(kind.base == struct.name for kind in kinds)
        rows = "".join(fields)
        body = f"    pass\n\n\n{struct.name}._fields_ = [\n{dedented(rows)}]" if own else f"    _fields_ = [\n{rows}    ]"
        text = f"class {struct.name}(Structure):\n{body}"
        self.written.append("\n".join(callbacks) + "\n\n\n" + text if callbacks else text)

    def function(self, function: Function) -> str:
        arguments = ["c_void_p" if ADDRESSES.get(function.name) == one.name else self.type(one.type) for one in function.parameters]
        return f'    "{function.name}": lambda: {wrapped("", [self.type(function.result), *arguments], 1)},'

    def raw(self) -> str:
        for struct in self.structs.values():
            self.struct(struct)
        functions = "\n".join(map(self.function, self.contract.functions.values()))
        structs = "\n\n\n".join(self.written)
        made = structs + functions
        imports = [one for one in ("CFUNCTYPE", "POINTER", "Structure") if one in made]
        imports += sorted({text for text in SCALARS.values() if text.startswith("c_")} | {"c_char_p", "c_void_p"}, key=sized)
        return RAW.format(
            imports="\n".join(f"    {one}," for one in imports),
            constants="\n\n".join(self.constants()),
            structs="\n" + structs,
            functions=functions,
        )

    def constants(self) -> Iterator[str]:
        for header in self.contract.headers:
            rows = [(one.place.line, one.name, one.value) for one in header.constants]
            rows += [(one.place.line, one.name, one.value) for enum in header.enums for one in enum.members]
            if rows:
                lines = [f"{name} = {value:#x}" if value > 0x7FFFFFFF else f"{name} = {value}" for _, name, value in sorted(rows)]
                yield "\n".join([f"# {header.name}.h", *lines])


def sized(name: str) -> tuple[str, int]:
    """c_int8 before c_int16."""
    digits = "".join(filter(str.isdigit, name))
    return name.rstrip("0123456789"), int(digits or 0)


def dedented(rows: str) -> str:
    return "".join(f"{row[4:]}\n" for row in rows.splitlines())


def wrapped(called: str, arguments: list[str], depth: int = 0) -> str:
    """A call, or a tuple, on one line where it fits into 88 columns behind its name; else an argument a line."""
    line = f"{called}({', '.join(arguments)}{'' if called else ','})"
    own = "\n" + "    " * depth
    return line if len(line) <= 80 else f"{own}    ".join([f"{called}(", *(f"{one}," for one in arguments)]) + f"{own})"


def enums(contract: Contract) -> str:
    classes = []
    for enum in contract.enums:
        named = name(enum)
        if not named.python:
            continue
        lines = [
            f"class {named.python}({'IntFlag' if named.flags else 'OpenEnum' if named.python in OPEN else 'IntEnum'}):",
            f'    """{summary(enum)}"""',
            "",
        ]
        for member in enum.members:
            lines.append(f"    {member.name.removeprefix(named.prefix)} = {member.value}")
            lines += [f'    """{line}"""' for line in filled(member.comment)]
        classes.append("\n".join(lines))
    whole = [f"    EventType.{one.enumerator.name.removeprefix(events.PREFIX)},\n" for one in events.events(contract) if one.is_whole]
    classes.append(f"WHOLE = frozenset((\n{''.join(whole)}))\n" + '"""The events whose value and value2 are whole numbers of 32 bits, not Q16.16."""')
    replaced = "".join(f"    EventType.{one.upper()},\n" for one in lives.progress(contract))
    classes.append(
        f"PROGRESS = frozenset((\n{replaced}))\n" + '"""The events that a newer one of their contact replaces, where their phase does not end."""'
    )
    return ENUMS.format(classes="\n" + "\n\n\n".join(classes))


EVENT_NAMES = '''\
"""What events carry, by the names that logs have; written by `make contract` from the comments of event.h."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

{imports}

_CARRIED: dict[str, dict[EventType, str]] = {{
{rows}
}}
"""By name: which events carry it, and in which field."""


class Carried:
    """The names are those of `press_event_describe` and of the lines of pressd; `from` is `from_`, as it is a word of Python's."""

    if TYPE_CHECKING:
        type: EventType

    def _carried(self, name: str) -> Any:
        field = _CARRIED[name].get(self.type)
        if field is None:
            own = sorted(name for name, types in _CARRIED.items() if self.type in types)
            words = f"it has {{', '.join(own)}}" if own else "only the fields of every event"
            raise AttributeError(f"an event {{self.type.name.lower()}} has no {{name}}: {{words}}", name=name, obj=self)
        return getattr(self, field)

{properties}
'''
SUBJECTS = {
    "peek": "The number of the peek.",
    "drag": "The number of the session.",
    "other": "The second contact.",
    "sensor": "The number of the sensor.",
    "transition": "The number of the transition.",
    "throw": "The target whose content goes on.",
}
ZEROS = {"level": ("value", ("LEVELS_ENDED", "LEVELS_CANCELLED")), "from_": ("value2", ("LEVELS_BEGAN",))}
"""By name the field that is 0 in more events, so that a hook for several of them has one name: what ends levels is at none, what begins them
comes from none."""
OWN = ("reason", "progress", "value", "value2", *events.FLAGS)
"""Fields of every Event by these names."""


def event_names(contract: Contract) -> str:
    """Properties of Event."""
    carried: dict[str, dict[str, str]] = {}
    kinds: dict[str, tuple[str, str]] = {}
    for event in events.events(contract):
        member = event.enumerator.name.removeprefix(events.PREFIX)
        if event.about in SUBJECTS:
            carried.setdefault(event.about, {})[member] = "subject"
            kinds[event.about] = "int", SUBJECTS[event.about]
        for field in event.fields:
            if field.name in OWN:
                continue
            called = "from_" if field.name == "from" else field.name
            carried.setdefault(called, {})[member] = field.source
            kind, unit = _kind(contract, field)
            if kinds.setdefault(called, (kind, unit))[0] != kind:
                kinds[called] = "float", f"{kinds[called][1].removesuffix('.')}; or {unit[0].lower()}{unit[1:]}"
    for called, (source, members) in ZEROS.items():
        carried[called] |= dict.fromkeys(members, source)
    used = sorted({"EventType", *(kind for kind, _ in kinds.values() if kind not in ("int", "float"))})
    rows, properties = [], []
    for called, types in carried.items():
        kind, text = kinds[called]
        rows += [f'    "{called}": {{', *(f'        EventType.{one}: "{field}",' for one, field in types.items()), "    },"]
        properties += ["    @property", f"    def {called}(self) -> {kind}:", f'        """{text}"""', f"        return {_made(kind, called)}", ""]
    imports = f"from ..enums import {', '.join(used)}"
    return EVENT_NAMES.format(imports=imports, rows="\n".join(rows), properties="\n".join(properties[:-1]))


def _kind(contract: Contract, field: events.Field) -> tuple[str, str]:
    if field.format == "word":
        return name(next(one for one in contract.enums if name(one).prefix == field.detail and not name(one).flags)).python, "What it is."
    if field.format == "range":
        return "int", f"{field.detail}."
    return ("int", "A whole number.") if field.whole else ("float", f"{field.format[0].upper()}{field.format[1:]}.")


def _made(kind: str, called: str) -> str:
    return f'self._carried("{called}")  # type: ignore[no-any-return]' if kind == "float" else f'{kind}(self._carried("{called}"))'


def filled(comment: str) -> list[str]:
    """A comment as a docstring, at most 110 columns wide."""
    if not comment:
        return []
    text = re.sub(r"[a-z]+(?= )", lambda word: word[0].capitalize(), comment, count=1) if re.match("[a-z]+ ", comment) else comment
    lines, line = [], ""
    for word in (text if text.endswith((".", "...")) else text + ".").split():
        if len(line) + len(word) > 110:
            lines.append(line)
            line = ""
        line += f" {word}" if line else word
    return ["\n    ".join([*lines, line])]
