"""What events carry, as the braces behind the comments of event.h say. The grammar:

    carries = about {";" field}
    about   = "contact" | "peek" | "drag" | "other" | "sensor" | "transition" | "throw"
    field   = one ["?"] | "(" one ")"                  "?": in a log only where it is not 0; in parentheses: set, and in no log
    one     = "reason" | "progress" | "ended" | "part" | "kept" | "unknown" | "resting" | "shows" | ("value" | "value2") [": " name] ", " format
    format  = a unit of rules.py | "whole" | "A..B in Q16.16" | the prefix of an enum, as in PRESS_DROP_...

From it the table that press_event_describe prints with, which the schema of the protocol, the documents, Python, JavaScript and
the tests follow."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .model import Contract, Enum, Enumerator
from .names import name
from .rules import UNITS

PREFIX = "PRESS_EVENT_"
TOUCH = ("contact", "target", "x", "y", "force", "pressure")
ABOUT = {
    "contact": TOUCH,
    "peek": (*TOUCH, "subject"),
    "drag": (*TOUCH, "subject"),
    "other": (*TOUCH, "subject"),
    "sensor": ("subject",),
    "transition": ("subject",),
    "throw": ("target", "subject", "x", "y"),
}
"""The fields of what an event is about; other: two contacts, `subject` is the second."""
FLAGS = {
    **{name: (name.upper(),) for name in ("ended", "part", "kept", "unknown", "resting", "button")},
    "shows": ("RETURNS", "FADES"),
}
PRINTED = (*(unit for unit in UNITS if unit in ("points", "points per second", "N per second", "microsiemens", "degrees")), "times", "progress")
"""The decimals, in the order of EventFormat."""
FORMATS = (*PRINTED, "whole", "range", "word", "reason", "flag", "shows")
SOURCES = ("value", "value2", "progress", "reason", "flags")


@dataclass(frozen=True)
class Field:
    source: str
    """Of press_event; flags: see format."""
    name: str
    format: str
    detail: str = ""
    """The prefix of the words, the range, or the flag."""
    optional: bool = False
    printed: bool = True

    @property
    def whole(self) -> bool:
        """A plain number of 32 bits, and no Q16.16."""
        return self.format in ("whole", "word")


@dataclass(frozen=True)
class Event:
    enumerator: Enumerator
    about: str
    fields: tuple[Field, ...]
    interaction: str
    """That delivers it, as the comment above its group says; empty: none."""

    @property
    def name(self) -> str:
        return self.enumerator.name.removeprefix(PREFIX).lower()

    @property
    def is_whole(self) -> bool:
        return any(one.whole for one in self.fields)

    @property
    def printed(self) -> tuple[Field, ...]:
        return tuple(one for one in self.fields if one.printed)

    @property
    def subject(self) -> tuple[str, ...]:
        """The fields of press_event of what it is about."""
        return (*ABOUT[self.about], *(("contact",) if self.about == "sensor" else ()))


def enum(contract: Contract) -> Enum:
    return contract.enum(f"{PREFIX}CONTACT_BEGAN")


def events(contract: Contract) -> list[Event]:
    return [_event(contract, one) for one in enum(contract).members]


def words(contract: Contract, prefix: str) -> list[str]:
    """Of an enum that numbers its members from 0."""
    found = next((one for one in contract.enums if name(one).prefix == prefix and not name(one).flags), None)
    if not found or [one.value for one in found.members] != list(range(len(found.members))):
        raise enum(contract).place.error(f"{prefix}... is no enum that counts from 0")
    return [one.name.removeprefix(prefix).lower() for one in found.members]


def prefixes(contract: Contract) -> list[str]:
    """The enums whose words events carry."""
    return list(dict.fromkeys(one.detail for event in events(contract) for one in event.fields if one.format == "word"))


def kinds(contract: Contract) -> list[Field]:
    """All fields, each once, as they are printed."""
    return list(dict.fromkeys(one for event in events(contract) for one in event.printed))


def mask(contract: Contract, field: Field) -> int:
    return sum(contract.numbers[f"{PREFIX}FLAG_{flag}"] for flag in FLAGS.get(field.name, ()))


def _event(contract: Contract, one: Enumerator) -> Event:
    about, *rest = [part.strip() for part in one.carries.split(";")]
    if about not in ABOUT:
        raise one.place.error(f"{one.name}: its comment does not end with what it carries, as in {{contact; reason}}: contract/events.py")
    fields = tuple(_field(contract, one, text) for text in rest)
    sources = [field.name if field.source == "flags" else field.source for field in fields]
    if len(set(sources)) != len(sources) or len({field.name for field in fields}) != len(fields):
        raise one.place.error(f"{one.name} names a field twice")
    if len({field.whole for field in fields if field.source.startswith("value")}) > 1:
        raise one.place.error(f"{one.name}: value and value2 are both Q16.16, or both whole")
    header = re.search(r"\((\w+)\.h", one.group)
    if not header:
        raise one.place.error(f"{one.name}: no comment above it names the header of what delivers it")
    return Event(one, about, fields, header[1] if header[1] in contract.interactions else "")


def _field(contract: Contract, one: Enumerator, text: str) -> Field:
    hidden, optional = text.startswith("("), text.endswith("?")
    text = text.strip("(?)")
    how = {"optional": optional, "printed": not hidden}
    if text in ("reason", "progress"):
        return Field(text, text, text, **how)
    if text in FLAGS:
        return Field("flags", text, "shows" if text == "shows" else "flag", **how)
    said = re.fullmatch(r"(value2?)(?:: (\w+))?, (.+)", text)
    if not said:
        raise one.place.error(f"{one.name}: contract/events.py does not read `{text}`")
    source, called, form = said[1], said[2] or said[1], said[3]
    if form in PRINTED or form == "whole":
        return Field(source, called, form, **how)
    if span := re.fullmatch(r"(\d+\.\.\d+) in Q16\.16", form):
        return Field(source, called, "range", span[1], **how)
    if prefix := re.fullmatch(r"(PRESS_\w+_)\.\.\.", form):
        words(contract, prefix[1])
        return Field(source, called, "word", prefix[1], **how)
    raise one.place.error(f"{one.name}: `{form}` is no unit and no format: contract/events.py")


def c(contract: Contract) -> str:
    """For tests in C: rows of X(type, what it is about, fields, flags)."""
    named = ("contact", "target", "x", "y", "force", "pressure", "progress", "subject", "reason", "value", "value2")
    rows = []
    for event in events(contract):
        sources = [one.source for one in event.fields]
        both = (" | ".join(f"FIELD_{one.upper()}" for one in named if one in some) or "0" for some in (event.subject, sources))
        rows.append(f"X({event.enumerator.name}, {', '.join(both)}, {sum(mask(contract, one) for one in event.fields)})")
    return (
        "/* Written by `make contract` from the comments in include/press/event.h. */\n#ifndef CARRIES_H\n#define CARRIES_H\n\n"
        "/* X(field): the fields of press_event that some types set and others do not */\n"
        + f"#define EVENT_FIELDS(X) {' '.join(f'X(FIELD_{one.upper()}, {one})' for one in named)}\n\n"
        + f"enum {{ {', '.join(f'FIELD_{one.upper()} = {1 << i}' for i, one in enumerate(named))} }};\n\n"
        + "/* X(type, the fields of what it is about, further fields, flags) */\n#define CARRIES(X) \\\n  "
        + " \\\n  ".join(rows)
        + "\n\n#endif\n"
    )
