"""The tables of docs/ that repeat the contract. A comment above a table says what is made; the prose stays by hand:

<!-- fields of press_button_config -->
    In each row whose first cell (where there is a column `ours`: the cell under that) names fields of the struct, the cells
    under `default` (or `value`) and `unit`. Where there is a column `unit` it has the unit and the range, and every field
    gets a row, but those listed after `; without`. What follows `; by hand` has cells that say something else.
<!-- keys of ... -->
    The same for the rows that are fields; contract/keys.py says more.
<!-- events -->, <!-- reasons -->
    The whole table.
<!-- states of press_peek_state -->
    The same: the comment of an enumerator says what the state means, then `Becomes STATE: when; STATE: when`.
<!-- pages of interactions -->
    A row for each page of docs/interactions, of its comment <!-- interaction: ... -->. OF_ALL have none: they are about all interactions.
`...`<!-- interactions -->, `...`<!-- sections that change -->
    The names before the comment: of interactions, of sections of the config.
"""

from __future__ import annotations

import re
from pathlib import Path

from . import events, keys, names
from .model import Contract, ContractError, Place, Struct
from .rules import Bound, Rule, is_config, rules

"""A name without a number: an ADS1015 that has no comparator."""

DOCS = Path(__file__).parents[1] / "docs"
OF_ALL = [DOCS / "interactions" / name for name in ("contact.md", "events.md")]
PAGES = [page for page in sorted((DOCS / "interactions").glob("*.md")) if page not in OF_ALL]
DOCUMENTS = [DOCS / name for name in ("interactions.md", "protocol.md")] + OF_ALL + PAGES
DOCUMENTS += [page for name in ("coming-from", "design", "hardware", "pressd") for page in sorted((DOCS / name).glob("*.md"))]
LIST = re.compile(r"`[\w ]+`(?P<mark><!-- (?P<what>interactions|sections that change) -->)")
MARK = re.compile(
    r"<!-- (fields of (?P<structs>[\w ]+?)(?:; without (?P<without>[\w ]+?))?(?:; by hand (?P<hand>[\w ]+?))?"
    r"|states of (?P<states>\w+)|(?P<list>events|reasons|pages of interactions)) -->\n(?P<table>(?:\|.*\n)*)"
)
WITH_SECTIONS = DOCS / "pressd" / "more-interactions.md"
"""Where an interaction that is new gets its section."""
SECTION = """
`[{name}]`, of `include/press/{header}.h`: {about}.

<!-- keys of {name}; press_{name}_config config; without flags -->
| key | unit | default | |
|---|---|---|---|
| `enabled` | `yes`, `no` | yes | no: as if the section were not there |
"""
WORDS = {"microsiemens": "µS", "ohm": "Ω", "points per second": "points/s", "N per second": "N/s"}
SUFFIXES = {"us": "time", "mv": "mV", "sps": "1/s"}


def of_pages(table: str) -> list[list[str]]:
    """In the order in which they stand there; a new one comes last."""
    found = []
    for page in PAGES:
        cells = re.search(r"<!-- interaction: (.*) -->", page.read_text())
        if not cells:
            raise ContractError(f"{page.name}: there is no comment <!-- interaction: what | attach | targets | without a finger -->")
        what, *rest = (one.strip() for one in cells[1].split("|"))
        place = f"interactions/{page.name}"
        link = f"[{what}]({place})"
        found.append((f"]({place})" not in table, table.find(f"]({place})"), [link, *rest]))
    head = ["interaction", "attach", "targets need", "without a finger"]
    return [head, ["---"] * len(head), *(row for *_, row in sorted(found))]


class Document:
    def __init__(self, contract: Contract, path: Path) -> None:
        self.contract, self.path = contract, path

    def made(self) -> str:
        return LIST.sub(self.list, MARK.sub(self.table, self.with_keys()))

    def with_keys(self) -> str:
        """With the tables of keys made."""
        return keys.MARK.sub(self.key_table, self.with_sections())

    def with_sections(self) -> str:
        """In the documents of pressd each interaction has a section: one without gets one."""
        text = self.path.read_text()
        there = "".join(page.read_text() for page in WITH_SECTIONS.parent.glob("*.md")) if self.path == WITH_SECTIONS else ""
        for name in self.contract.interactions if there else ():
            if not re.search(rf"<!-- keys of \w+[^\n]*\bpress_{name}_config\b", there):
                header = self.contract.header(f"press_{name}_config")
                text += SECTION.format(name=name, about=header.summary, header=header.name)
        return text

    def list(self, mark: re.Match[str]) -> str:
        is_all = mark["what"] == "interactions"
        names = self.contract.interactions if is_all else keys.changeable(self.contract, keys.sections(self.contract, DOCS / "pressd.md"))
        return f"`{' '.join(names)}`{mark['mark']}"

    def table(self, mark: re.Match[str]) -> str:
        self.place = Place(self.path, mark.string.count("\n", 0, mark.start()) + 1)
        if mark["list"] == "pages of interactions":
            made = of_pages(mark["table"])
        elif mark["states"]:
            made = self.states(mark["states"], keys.cells(mark["table"])[:2])
        elif mark["list"]:
            made = self.listed("press_event.type" if mark["list"] == "events" else "press_event.reason", mark["list"][:-1])
        else:
            made = self.filled(mark, self.fields(mark["structs"].split()))
        return mark[0][: mark.start("table") - mark.start()] + "".join(map(written, made))

    def key_table(self, mark: re.Match[str]) -> str:
        self.place = Place(self.path, mark.string.count("\n", 0, mark.start()) + 1)
        structs = [one.split()[0] for one in (mark["structs"] or "").split(", ") if one]
        fields = self.fields([one for one in structs if is_config(self.contract.structs[one])])
        for called, field in keys.FIELDS.items():
            if called.startswith(f"{mark['section']}."):
                fields[called.split(".")[1]] = fields.pop(field)
        made = self.filled(mark, fields)
        for row in made if mark["section"] == "converter" else ():
            if row[0] == "`model`":
                row[1] = ", ".join(f"`{word}`" for word in self.models())
        without = (mark["without"] or "").split()
        if "flags" in without:
            made += [row for row in self.switches(structs[0], made) if row[0].strip("`") not in without]
        return mark[0][: mark.start("table") - mark.start()] + "".join(map(written, made))

    def models(self) -> list[str]:
        """Of converters, in the order of their numbers: ConverterModel."""
        members = self.contract.enum("PRESS_CONVERTER_ADS7828").members
        return [member.name.removeprefix("PRESS_CONVERTER_").lower() for member in members]

    def switches(self, struct: str, rows: list[list[str]]) -> list[list[str]]:
        """Rows of flags that have none: each is a key of yes or no."""
        own = rules(self.contract, self.contract.structs[struct]).get("flags")
        prefix = own.flags if own else ""
        there = {name for row in rows for name in re.findall(r"`(\w+)`", row[0])}
        called = {constant: key.split(".")[1] for key, constant in keys.FLAGS.items()}
        found = []
        for member in names.flags(self.contract, prefix):
            word = member.name.removeprefix(prefix).lower()
            key = called.get(member.name, word.removeprefix("no_"))
            if key not in there:
                found.append([f"`{key}`", "`yes`, `no`", "yes" if word.startswith("no_") else "no", member.comment])
        return found

    def listed(self, subject: str, head: str) -> list[list[str]]:
        if head == "event":
            rows = [[f"`{one.name}`", carried(one), one.enumerator.comment] for one in events.events(self.contract)]
            return [[head, "carries", ""], ["---", "---", "---"], *rows]
        enum = next(one for one in self.contract.enums if one.comment.startswith(subject))
        prefix = names.name(enum).prefix
        rows = [[f"`{one.name.removeprefix(prefix).lower()}`", one.comment] for one in enum.members]
        return [[head, ""], ["---", "---"], *rows]

    def states(self, tag: str, rows: list[list[str]]) -> list[list[str]]:
        """Below the two lines of its head."""
        enum = next((one for one in self.contract.enums if one.tag == tag), None)
        if not enum:
            raise self.place.error(f"there is no enumeration {tag}")
        for one in enum.members:
            means, found, becomes = one.comment.partition(". Becomes ")
            if not found:
                raise one.place.error(f"{one.name} does not say what it becomes")
            name = re.sub(r"^PRESS_[A-Z]+_", "", one.name)
            rows.append([f"`{name}`", quoted(means), quoted(becomes)])
        return rows

    def fields(self, structs: list[str]) -> dict[str, tuple[Struct, Rule]]:
        found: dict[str, tuple[Struct, Rule]] = {}
        for name in structs:
            if name not in self.contract.structs:
                raise self.place.error(f"there is no struct {name}")
            struct = self.contract.structs[name]
            found |= {key: (struct, rule) for key, rule in rules(self.contract, struct).items() if rule.default is not None}
        return found

    def filled(self, mark: re.Match[str], fields: dict[str, tuple[Struct, Rule]]) -> list[list[str]]:
        rows = keys.cells(mark["table"])
        heads = rows[0]
        names_in = heads.index("ours") if "ours" in heads else 0
        without = (mark["without"] or "").split()
        hand = (mark["hand"] or "").split() + without
        if "unit" in heads:
            named_somewhere = {key for row in rows[2:] for key in re.findall(r"`(\w+)`", row[names_in])}
            lost = [key for key in fields if key not in {*named_somewhere, *without} and not key.startswith("reserved")]
            rows += [[f"`{key}`", *[""] * (len(heads) - 2), fields[key][1].what] for key in lost]
        for row in rows[2:]:
            named = re.findall(r"`(\w+)`", row[names_in])
            if not named or not all(key in fields for key in named):
                continue
            if any(key in hand for key in named):
                continue
            for at, head in list(enumerate(heads))[1:]:
                if head in ("default", "value"):
                    values = [self.value(*fields[key], key, "unit" in heads) for key in named]
                    row[at] = values[0] if len(set(values)) == 1 else ", ".join(values)
                elif head == "unit":
                    units = [self.unit(fields[key][1], key) for key in named]
                    row[at] = units[0] if len(set(units)) == 1 else "; ".join(units)
        return rows

    def value(self, struct: Struct, rule: Rule, key: str, has_units: bool) -> str:
        """A default. In a table of keys it is what the config takes; else it has its unit, and what it means."""
        text = rule.token
        if text.startswith("PRESS_"):
            return text.removeprefix(names.name(self.contract.enum(text)).prefix).lower()
        if rule.flags:
            return "none"
        text = re.sub(r"(\.\d*?)0+$", r"\1", text).rstrip(".") if "." in text else text
        if key.endswith("_us"):
            text = time(int(text), "" if has_units else " ")
        elif rule.unit and not has_units:
            text += f" {WORDS.get(rule.unit, rule.unit)}"
        return f"{text}: {rule.meaning}" if rule.meaning and not has_units else text

    def unit(self, rule: Rule, key: str) -> str:
        unit = WORDS.get(rule.unit, rule.unit) or SUFFIXES.get(key.split("_")[-1], "")
        parts = [unit, self.range(rule)]
        if rule.choices and unit:
            return ": ".join(parts)
        return ", ".join(filter(None, parts))

    def range(self, rule: Rule) -> str:
        def said(bound: Bound) -> str:
            return f"`{bound.operand}`" if isinstance(bound.operand, str) else number(bound.operand, rule)

        least, most = rule.least, rule.most
        if rule.flags:
            members = names.flags(self.contract, rule.flags)
            return "none, or any of `" + " ".join(one.name.removeprefix(rule.flags).lower() for one in members) + "`"
        if rule.choices:
            constants = {value: name for name, value in self.contract.numbers.items() if name in rule.named}
            return " ".join(f"`{constants[one].removeprefix('PRESS_').lower()}`" if constants else str(one) for one in rule.choices)
        if least and most and not least.exclusive and isinstance(least.operand, int) and isinstance(most.operand, int):
            return f"{said(least)}..{said(most)}"
        words = []
        if least:
            zero = least.operand == 0 and not least.exclusive
            words.append("from 0" if zero else f"{'above' if least.exclusive else 'at least'} {said(least)}")
        if most:
            words.append(f"at most {said(most)}")
        return ", ".join(words + ["not 0"] * rule.not_zero)


def carried(event: events.Event) -> str:
    """What an event carries, by the names of its line."""
    parts = [event.about]
    for one in event.printed:
        unit = WORDS.get(one.format, one.format) if one.format in events.PRINTED[:-1] else one.detail if one.format == "range" else ""
        parts.append(f"`{one.name}`" + (f" {unit}" if unit else "") + ("?" if one.optional else ""))
    return ", ".join(parts)


def quoted(text: str) -> str:
    """With names and states as code."""
    return re.sub(r"\b(\w+_\w+|[A-Z]{4,})\b", r"`\1`", text)


def written(row: list[str]) -> str:
    if set("".join(row)) == {"-"}:
        return f"|{'|'.join(row)}|\n"
    return f"| {' | '.join(row)} |\n".replace("|  |", "| |").replace("|  |", "| |")


def number(value: int, rule: Rule) -> str:
    if not rule.fixed:
        return hex(value) if rule.token.startswith("0x") else str(value)
    return f"{value / 65536:.6f}".rstrip("0").rstrip(".")


def time(us: int, gap: str) -> str:
    if us and us % 1_000_000 == 0:
        return f"{us // 1_000_000}{gap}s"
    if us and us % 1000 == 0:
        return f"{us // 1000}{gap}ms"
    return f"{us}{gap}{'µs' if gap else 'us'}" if us else "0"
