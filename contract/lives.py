"""What begins and what ends, as the comments of the events say: `begins a hold`, `ends it`, `with PRESS_EVENT_FLAG_ENDED it ends
the preview`; and what is its progress or its state: `progress of a scroll`. The queue, logs, bridges and the ledgers of the tests follow it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .events import enum, events
from .model import Contract, Enumerator
from .names import camel

PREFIX = "PRESS_EVENT_"
HEAD = "Written by `make contract` from the comments in include/press/event.h."
SAID = re.compile(r"(?P<last>with PRESS_EVENT_FLAG_ENDED it )?\b(?P<what>begins|ends|progress of|state of) (?:an? |the |its )?(?P<noun>[a-z]+)")


@dataclass
class Life:
    name: str
    begins: list[Enumerator] = field(default_factory=list)
    ends: list[Enumerator] = field(default_factory=list)
    ends_with_last: list[Enumerator] = field(default_factory=list)
    """Those that end it when they carry PRESS_EVENT_FLAG_ENDED."""
    progress: list[Enumerator] = field(default_factory=list)
    """Of which a newer one says all that an older one did; but for the last update of a phase."""
    states: list[Enumerator] = field(default_factory=list)
    """The same, of what changes in steps."""


def lives(contract: Contract) -> list[Life]:
    found: dict[str, Life] = {}
    latest = ""
    for event in enum(contract).members:
        for said in SAID.finditer(event.comment):
            name = latest if said["noun"] == "it" else said["noun"]
            if said["what"] == "begins":
                latest = name
                found.setdefault(name, Life(name)).begins.append(event)
            elif name not in found:
                raise event.place.error(f"{event.name}: {said['what']} a {name}, which no event before it begins")
            elif said["what"] != "ends":
                (found[name].progress if said["what"] == "progress of" else found[name].states).append(event)
            else:
                (found[name].ends_with_last if said["last"] else found[name].ends).append(event)
    for life in found.values():
        if not life.ends:
            raise life.begins[0].place.error(f"no event ends the {life.name} that {life.begins[0].name} begins")
    return list(found.values())


def case(life: Life) -> str:
    """As Swift declares it."""
    return f"`{life.name}`" if life.name in ("throw",) else life.name


def c(contract: Contract) -> str:
    """Rows of X(life, type, what): for tests in C."""
    found = lives(contract)
    rows = [
        f"X({life.name.upper()}, {event.name}, {what})"
        for life in found
        for what, events in (("BEGINS", life.begins), ("ENDS", life.ends), ("ENDS_WITH_LAST", life.ends_with_last))
        for event in events
    ]
    names = ", ".join(f"LIFE_{life.name.upper()}" for life in found)
    attached = contract.interactions
    return (
        f"/* {HEAD} */\n#ifndef LIVES_H\n#define LIVES_H\n\n"
        f"enum {{ {names}, LIFE_COUNT }};\n\n"
        "/* X(life, type of an event, what it does to such a life) */\n#define LIVES(X) \\\n  "
        + " \\\n  ".join(rows)
        + "\n\n/* X(name): each interaction that can be attached, as in press_<name>_attach */\n"
        + f"#define INTERACTIONS(X) {' '.join(f'X({name})' for name in attached)}\n\n"
        + f"enum {{ {', '.join(f'IS_{name}' for name in attached)}, INTERACTION_COUNT }};\n\n#endif\n"
    )


def swift(contract: Contract) -> str:
    def members(events: list[Enumerator]) -> str:
        return "[" + ", ".join(f"EventType.{camel(event.name.removeprefix(PREFIX))}" for event in events) + "]"

    found = lives(contract)
    rows = [
        f"    (.{life.name}, begins: {members(life.begins)}, ends: {members(life.ends)}, endsWithLast: {members(life.ends_with_last)}),"
        for life in found
    ]
    return (
        f"// {HEAD}\n@testable import PressCore\n\n/// Of each life the events that begin it, that end it, and that end it when they are "
        "the last of their phase.\nenum Lives {\n  enum Kind: UInt8 {\n    case "
        + ", ".join(case(life) for life in found)
        + "\n  }\n\n  static let all: [(kind: Kind, begins: [UInt32], ends: [UInt32], endsWithLast: [UInt32])] = [\n"
        + "\n".join(rows)
        + "\n  ]\n}\n"
    )


def socket(contract: Contract) -> str:
    """For pressd: the life that an event begins, and the one that it ends."""
    found = lives(contract)
    names = [life.name for life in found]

    def switch(name: str, parameters: str, rows: list[tuple[str, str]]) -> list[str]:
        cases = [f"    case {', '.join(types)}: return .{life}" for life, types in _grouped(rows)]
        return [f"  static func {name}({parameters}) -> Life? {{", "    switch Int(type) {", *cases, "    default: return nil", "    }", "  }"]

    begins = [(life.name, event.name) for life in found for event in life.begins]
    ends = [(life.name, event.name) for life in found for event in life.ends]
    ends += [(life.name, f"{event.name} where isLast") for life in found for event in life.ends_with_last]
    for rows in (begins, ends):
        if len({event for _, event in rows}) != len(rows):
            raise found[0].begins[0].place.error("an event begins two lives, or ends two")
    return "\n".join(
        [
            f"// {HEAD}\n\nimport CPress\nimport PressSetup\n",
            "/// What runs from an event that begins it to one that ends it.",
            "enum Life: UInt8 {",
            f"  case {', '.join(map(case, found))}\n",
            f'  static let names = Words("{",".join(names)}")\n',
            *switch("begun", "by type: UInt32", begins),
            "",
            "  /// isLast: it carries PRESS_EVENT_FLAG_ENDED.",
            *switch("ended", "by type: UInt32, isLast: Bool", ends),
            "",
            "  /// An event is progress of one, and no last update of a phase: a newer one says all that it does.",
            "  static func isProgress(_ event: press_event) -> Bool {",
            "    switch Int(event.type) {",
            f"    case {', '.join(one.name for life in found for one in life.progress)}: event.flags & UInt32(PRESS_EVENT_FLAG_ENDED) == 0",
            "    default: false",
            "    }",
            "  }",
            "}\n",
        ]
    )


def core(contract: Contract) -> str:
    """For the queue of events: progress of what one contact does, so that a contact and a type say of what."""
    words = " || ".join(f"type == EventType.{camel(one.removeprefix(PREFIX))}" for one in progress(contract))
    return (
        f"// {HEAD}\n\nimport CPress\n\nextension press_event {{\n"
        "  /// Progress of what its contact does, and no last update of a phase: a newer one says all that it does.\n"
        f"  @inline(__always)\n  var isProgress: Bool {{ ({words}) && flags & EventFlag.ended == 0 }}\n}}\n"
    )


def progress(contract: Contract) -> list[str]:
    """The events that a newer one of their contact replaces, where their phase does not end."""
    of_contacts = {one.enumerator.name for one in events(contract) if one.about in ("contact", "peek", "other")}
    # Transfers and tasks are about a drag too, and there are many of them in one: of a drag, only its own progress.
    return [one.name for life in lives(contract) for one in life.progress if one.name in of_contacts or life.name == "drag"]


def _grouped(rows: list[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    """By life; a case that has a condition stands alone."""
    groups: dict[tuple[str, str], list[str]] = {}
    for life, event in rows:
        groups.setdefault((life, event if " where " in event else ""), []).append(event)
    return [(life, events) for (life, _), events in groups.items()]


def javascript(contract: Contract) -> str:
    rows = [
        f"  {life.name}: {{ begins: {_names(life.begins)}, ends: {_names(life.ends)}, endsWithLast: {_names(life.ends_with_last)} }},"
        for life in lives(contract)
    ]
    return f"// {HEAD}\n/** Of each life the events that begin it and that end it. */\nexport const LIVES = {{\n" + "\n".join(rows) + "\n};\n"


def _names(events: list[Enumerator]) -> str:
    return "[" + ", ".join(f'"{camel(event.name.removeprefix(PREFIX))}"' for event in events) + "]"


def python(contract: Contract) -> str:
    return _table(contract, "\n\nfrom libpress import EventType\n\nLIVES", lambda name: f"EventType.{name}")


def bridges(contract: Contract) -> str:
    """The same by the names that pressd prints."""
    kind = "dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]]"
    rows = [f'    "{one.name.removeprefix(PREFIX).lower()}": "{life.name}",' for life in lives(contract) for one in (*life.progress, *life.states)]
    progress = "\nPROGRESS = {\n" + "\n".join(rows) + '\n}\n"""Of each event that is progress or a state, of what."""\n'
    return _table(contract, f"\n\nLIVES: {kind}", lambda name: f'"{name.lower()}"') + progress


def _table(contract: Contract, declaration: str, written: Callable[[str], str]) -> str:
    """In Python; `written`: how an event is."""

    def names(events: list[Enumerator]) -> str:
        words = [written(event.name.removeprefix(PREFIX)) for event in events]
        return "(" + ", ".join(words) + ("," if len(words) == 1 else "") + ")"

    rows = [f'    "{life.name}": ({names(life.begins)}, {names(life.ends)}, {names(life.ends_with_last)}),' for life in lives(contract)]
    return (
        f'"""{HEAD}"""{declaration} = {{\n'
        + "\n".join(rows)
        + '\n}\n"""Of each life the events that begin it, that end it, and that end it when they are the last of their phase."""\n'
    )
