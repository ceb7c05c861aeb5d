"""What begins and what ends, as the comments of the events say: `begins a hold`, `ends it`, `with PRESS_EVENT_FLAG_ENDED it ends
the preview`; and what goes on with it: `progress of a scroll`, `state of a drag`, `step of levels`. event.h says how it is read. The queue,
logs, bridges and the ledgers of the tests follow it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from .events import Event, Field, events, words
from .model import Contract
from .names import camel
from .parts import Part

HEAD = "Written by `make contract` from the comments in include/press/event.h."
SAID = re.compile(
    r"(?P<last>with PRESS_EVENT_FLAG_ENDED it )?\b(?P<what>begins|ends|progress of|state of|step of) (?:an? |the |its )?(?P<noun>[a-z]+)"
    r"(?=(?P<how>[^;:]*))"
)
MOST = 64
"""The most that can run at once, in pressd and in a bridge; far more than a pad of eight sensors can begin."""
ENDPOINTS = {"begins": "begins", "ends": "ends", "last": "endsWithLast"}
GOES_ON = {"progress of": "progress", "state of": "states", "step of": "steps"}


@dataclass
class Life:
    name: str
    about: str
    """Of events.ABOUT."""
    item: Field | None
    """Of its events, which one of several it is."""
    is_single: bool
    """One at a time, whatever the contact."""
    whole: str
    """That it is a part of; empty: none."""
    events: dict[str, list[Event]] = field(default_factory=lambda: {kind: [] for kind in (*ENDPOINTS.values(), *GOES_ON.values())})
    """By what they do. endsWithLast: those that end it when they carry PRESS_EVENT_FLAG_ENDED."""

    @property
    def whose(self) -> list[str]:
        """The fields of a line that say it. Where there are none, there is one at a time."""
        about = "contact" if self.about in ("contact", "other") else self.about
        return [*([] if self.is_single else [about]), *([self.item.name] if self.item else [])]


def lives(contract: Contract) -> list[Life]:
    found: dict[str, Life] = {}
    latest = ""
    for event in events(contract):
        for said in SAID.finditer(event.enumerator.comment):
            name = latest if said["noun"] == "it" else said["noun"]
            if said["what"] == "begins":
                latest = name
                found.setdefault(name, _life(event, said))
            for other in (name, found[name].whole if name in found else ""):
                if other and other not in found:
                    raise event.enumerator.place.error(f"{event.name}: {said['what']} a {name}: no event before it begins a {other}")
            what = ENDPOINTS["last" if said["last"] else said["what"]] if said["what"] in ENDPOINTS else GOES_ON[said["what"]]
            found[name].events[what].append(event)
    for life in found.values():
        if not life.events["ends"]:
            began = life.events["begins"][0].enumerator
            raise began.place.error(f"no event ends the {life.name} that {began.name} begins")
    return list(found.values())


def _life(event: Event, said: re.Match[str]) -> Life:
    name, how = said["noun"], said["how"]
    is_single = ", one at a time" in how
    whole = re.search(r", part of an? (\w+)", how)
    of_contact = event.about in ("contact", "other") and not is_single and name != "contact"
    items = re.findall(r" of an? (\w+)", how)
    item = next((one for one in event.fields if one.name in items), None)
    return Life(name, event.about, item, is_single, whole[1] if whole else "contact" if of_contact else "")


def case(life: Life) -> str:
    """As Swift declares it."""
    return f"`{life.name}`" if life.name in ("throw",) else life.name


def c(contract: Contract) -> str:
    """Rows of X(life, type, what): for tests in C."""
    found = lives(contract)
    whats = {"begins": "BEGINS", "ends": "ENDS", "endsWithLast": "ENDS_WITH_LAST"}
    rows = [
        f"X({life.name.upper()}, {event.enumerator.name}, {what})" for life in found for kind, what in whats.items() for event in life.events[kind]
    ]
    attached = contract.interactions

    def mask(some: list[Life]) -> str:
        return " | ".join(f"1u << LIFE_{one.name.upper()}" for one in some) or "0"

    return (
        f"/* {HEAD} */\n#ifndef LIVES_H\n#define LIVES_H\n\n"
        f"enum {{ {', '.join(f'LIFE_{life.name.upper()}' for life in found)}, LIFE_COUNT }};\n\n"
        "/* Of which there is one at a time, whatever the contact; and those of an item, which is `value`. */\n"
        f"enum {{ LIVES_SINGLE = {mask([one for one in found if one.is_single])}, LIVES_OF_ITEMS = {mask([one for one in found if one.item])} }};\n\n"
        "/* X(life, type of an event, what it does to such a life) */\n#define LIVES(X) \\\n  "
        + " \\\n  ".join(rows)
        + "\n\n/* X(name): each interaction that can be attached, as in press_<name>_attach */\n"
        + f"#define INTERACTIONS(X) {' '.join(f'X({name})' for name in attached)}\n\n"
        + f"enum {{ {', '.join(f'IS_{name}' for name in attached)}, INTERACTION_COUNT }};\n\n#endif\n"
    )


SWIFT = """\
// {head}

import CPress

/// What runs from an event that begins it to one that ends it.
enum Life: UInt8 {{
  case {cases}

  static let names: StaticString = "{names}"

  /// The most that can run at once; far more than a pad of eight sensors can begin.
  static let most = {most}

  /// There is one at a time, whatever the contact.
  var isSingle: Bool {{ {single} }}
  /// There is one of each item, which is `value` of its events.
  var isOfItem: Bool {{ {of_item} }}
}}

/// What an event does.
struct Role {{
  var begins: Life?
  var ends: Life?
  /// It ends this if it carries PRESS_EVENT_FLAG_ENDED.
  var endsWithLast: Life?
  var goesOnWith: Life?
  /// A newer one says all that it does.
  var isProgress = false
  /// It comes again and again, and each one counts: it counts repeats, or is a state that is measured.
  var isRepeated = false
}}

extension Role {{
  init(_ type: UInt32) {{
    switch Int(type) {{
{roles}
    default: self.init()
    }}
  }}
}}
"""


WHOLES = """
extension Life {{
  /// That it is a part of, and ends before.
  var whole: Life? {{
    switch self {{
{wholes}
    default: nil
    }}
  }}
}}
"""


def swift_of_tests(contract: Contract) -> str:
    """For the walks of the core."""
    wholes: dict[str, list[str]] = {}
    for life in lives(contract):
        if life.whole:
            wholes.setdefault(life.whole, []).append(life.name)
    rows = [f"    case {', '.join(f'.{one}' for one in parts)}: .{whole}" for whole, parts in wholes.items()]
    return swift(contract) + WHOLES.format(wholes="\n".join(rows))


def swift(contract: Contract) -> str:
    """For pressd."""
    found = lives(contract)
    roles: dict[str, dict[str, str]] = {}
    for life in found:
        for what, event in ((kind, event) for kind, some in life.events.items() for event in some):
            role, said = roles.setdefault(event.enumerator.name, {}), what if what in ENDPOINTS.values() else "goesOnWith"
            if said in role:
                raise event.enumerator.place.error(f"{event.name} begins, ends or goes on with two")
            role[said] = f".{life.name}"
            is_measured = what == "states" and any(one.source == "value" and not one.whole for one in event.fields)
            if what == "progress":
                role["isProgress"] = "true"
            elif is_measured or any(one.name == "repeats" for one in event.fields):
                role["isRepeated"] = "true"
    order = ("begins", "ends", "endsWithLast", "goesOnWith", "isProgress", "isRepeated")
    rows = [f"    case {name}: self.init({', '.join(f'{what}: {role[what]}' for what in order if what in role)})" for name, role in roles.items()]

    def some(which: list[Life]) -> str:
        return " || ".join(f"self == .{one.name}" for one in which) or "false"

    return SWIFT.format(
        head=HEAD,
        cases=", ".join(map(case, found)),
        names=",".join(life.name for life in found),
        most=MOST,
        single=some([one for one in found if one.is_single]),
        of_item=some([one for one in found if one.item]),
        roles="\n".join(rows),
    )


def core(contract: Contract) -> str:
    """For the queue of events: progress of what one contact does, so that a contact and a type say of what."""
    types = " || ".join(f"type == EventType.{camel(one)}" for one in progress(contract))
    return (
        f"// {HEAD}\n\nimport CPress\n\nextension press_event {{\n"
        "  /// Progress of what its contact does, and no last update of a phase: a newer one says all that it does.\n"
        f"  @inline(__always)\n  var isProgress: Bool {{ ({types}) && flags & EventFlag.ended == 0 }}\n}}\n"
    )


def progress(contract: Contract) -> list[str]:
    """The events that a newer one of their contact replaces, where their phase does not end."""
    # Transfers and tasks are about a drag too, and there are many of them in one: of a drag, only its own progress.
    return [
        one.name for life in lives(contract) for one in life.events["progress"] if one.about in ("contact", "peek", "other") or life.name == "drag"
    ]


def javascript(contract: Contract) -> str:
    rows = []
    for life in lives(contract):
        whose = [*([] if life.is_single else ["contact"]), "subject", *([life.item.source] if life.item else [])]
        endpoints = [f"{kind}: {json.dumps([camel(one.name) for one in life.events[kind]])}" for kind in ENDPOINTS.values()]
        rows.append(f"  {life.name}: {{ {', '.join(endpoints)}, whose: {json.dumps(whose)} }},\n")
    about = "Of each life the events that begin it and that end it, and the fields that say whose it is."
    return f"// {HEAD}\n/** {about} */\nexport const LIVES = {{\n{''.join(rows)}}};\n"


PYTHON = '''\
"""{head}"""

from __future__ import annotations

from typing import NamedTuple

from ..enums import EventType as E


class Life(NamedTuple):
    begins: tuple[E, ...]
    ends: tuple[E, ...]
    ends_with_last: tuple[E, ...]
    """That end it when they are the last of their phase."""
    progress: tuple[E, ...]
    """Of which a newer one says all that an older one did, but for the last of a phase."""
    states: tuple[E, ...]
    """The same, of what changes in steps."""
    whose: tuple[str, ...]
    """The fields of a line that say whose it is. Where there are none, there is one at a time."""
    parts: tuple[str, ...]
    """What ends before it."""


LIVES = {{
{lives}
}}
"""What begins and ends."""

OF_PHASES = {phases}
"""Progress whose last update, which ends a phase, everybody gets."""

INTERACTIONS = {{
{interactions}
}}
"""The events that an interaction delivers; all others come without one."""

WORDS = {{
{words}
}}
"""The fields of a line that are words: those that are numbers of an event, from 0 on."""

FLAGS = {flags}
"""What a line has as true."""

MOST = {most}
"""The most that can run at once; far more than a pad of eight sensors can begin."""
'''


def python(contract: Contract, attached: list[Part]) -> str:
    found, every = lives(contract), events(contract)

    def types(some: list[Event]) -> str:
        return _tuple([f"E.{one.name.upper()}" for one in some])

    def quoted(some: Iterable[str]) -> str:
        return _tuple([f'"{one}"' for one in some])

    def row(one: Life) -> str:
        lists = [types(some) for kind, some in one.events.items() if kind != "steps"]
        parts = quoted(part.name for part in found if part.whole == one.name)
        return f'    "{one.name}": Life({", ".join(lists)}, {quoted(one.whose)}, {parts}),'

    of = {one.argument: [event for event in every if event.interaction == one.name] for one in attached}
    fields = dict.fromkeys(field for one in every for field in one.printed)
    said = {one.name: words(contract, one.detail) if one.detail else [] for one in fields if one.format in ("word", "reason", "shows")}
    return PYTHON.format(
        head=HEAD,
        lives="\n".join(map(row, found)),
        phases=types([one for one in every if any(field.name == "ended" for field in one.fields)]),
        interactions="\n".join(f'    "{name}": {types(some)},' for name, some in of.items() if some),
        words="\n".join(f'    "{name}": {quoted(some)},' for name, some in said.items()),
        flags=quoted(dict.fromkeys(one.name for one in fields if one.format == "flag")),
        most=MOST,
    )


def _tuple(some: list[str]) -> str:
    return f"({', '.join(some)}{',' if len(some) == 1 else ''})"
