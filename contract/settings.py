"""What Python says of settings: their types, for type checkers, and what each allows, for messages."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from . import names, parts
from .configs import said
from .model import Contract, Enumerator, Field, Struct
from .rules import Bound, Rule, is_config, rules

UNITS = {"N": "newtons", "ohm": "ohms", "Hz": "hertz", "mV": "millivolts"}
SUFFIXES = {"_us": "microseconds", "_hz": "hertz", "_mv": "millivolts", "_ohm": "ohms", "_force": "newtons", "_sps": "conversions a second"}
BITS = {"uint8_t": (0, 255), "uint16_t": (0, 65535), "uint32_t": (0, 4294967295), "int32_t": (-2147483648, 2147483647)}
# The TypedDict, its struct, and what stands elsewhere.
TYPED = (
    ("EngineFields", "press_config", ("full_force", "traits")),
    ("PadFields", "press_pad_config", ("contact",)),
    ("CircuitFields", "press_circuit", ("full_scale", "resistor_ohm")),
    ("SensorFields", "press_sensor", ("x", "y")),
    ("ConverterFields", "press_converter_config", ("part", "address", "channels", "external_avdd")),
)

TYPES = '''\
"""Settings as TypedDicts, written by `make contract` from the headers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
{imports}
{classes}
'''

WORDS = '''\
"""What each number of a config is and allows, written by `make contract` from the headers."""

ALLOWED = {{
{rows}
}}
'''


def typed(contract: Contract, found: list[parts.Part]) -> str:
    classes = []
    for name, struct, without in TYPED:
        lines = [f"class {name}(TypedDict, total=False):", f'    """Of {struct}."""', ""]
        known = rules(contract, contract.structs[struct])
        for field in numbers(contract.structs[struct]):
            if field.name not in without:
                lines.append(f"    {field.name}: {'float' if field.type.base == 'press_q16' else 'int'}")
                lines.append(f'    """{allowed(field, known[field.name])}."""')
        classes.append("\n".join(lines))
    imports, attached = parts.fields(found)
    return TYPES.format(imports="\n".join(imports), classes="\n\n" + "\n\n\n".join([*classes, attached]))


LIVE = '''\
"""Settings that change while an engine is used, as attributes; written by `make contract` from the headers."""

from __future__ import annotations

from .._live import Live, LiveSettings


class EngineLevels(LiveSettings):
    """Of press_config, but its capacities. What is set counts once no contact is down, as with `Engine.set`."""

    __slots__ = ()

{settings}
'''


def live(contract: Contract) -> str:
    known = rules(contract, contract.structs["press_config"])
    lines = []
    for field in numbers(contract.structs["press_config"]):
        if not field.name.startswith("max_") and field.name != "traits":
            kind = "float" if field.type.base == "press_q16" else "int"
            text = allowed(field, known[field.name])
            lines.append(f'    {field.name}: Live[{kind}] = Live("{text[0].upper()}{text[1:]}.")')
    return LIVE.format(settings="\n".join(lines))


def words(contract: Contract) -> str:
    rows = []
    for struct in contract.structs.values():
        if is_config(struct):
            known = rules(contract, struct)
            rows += [f'    "{struct.name}.{field.name}": "{allowed(field, known[field.name])}",' for field in numbers(struct)]
    return WORDS.format(rows="\n".join(rows))


def numbers(struct: Struct) -> list[Field]:
    """The fields that are one number and are set by name."""
    plain = [one for one in struct.fields if not (one.type.depth or one.type.lengths) and one.type.base in (*BITS, "press_q16")]
    return [one for one in plain if one.name not in ("size", "flags") and not one.name.startswith("reserved")]


def allowed(field: Field, rule: Rule) -> str:
    """`microseconds, a whole number from 0 to 4294967295`."""
    text = "a number" if rule.fixed else "a whole number"
    if rule.choices:
        text += f", one of {' '.join(map(str, rule.choices))}"
        return ", ".join(filter(None, [unit(field, rule), text]))
    least, most = rule.least, rule.most
    if not rule.fixed:
        low, high = BITS[field.type.base]
        least, most = least or Bound(low), most or Bound(high)
    if rule.or_zero and least is not None and most is not None:
        text += f", 0 or from {number(least, rule)} to {number(most, rule)}"
    elif least is not None and most is not None and not least.exclusive:
        text += f" from {number(least, rule)} to {number(most, rule)}"
    else:
        bounds = [f"{'above' if least.exclusive else 'at least'} {number(least, rule)}"] if least is not None else []
        bounds += [f"at most {number(most, rule)}"] if most is not None else []
        text += " " + " and ".join(bounds) if bounds else ""
    return ", ".join(filter(None, [unit(field, rule), text]))


def unit(field: Field, rule: Rule) -> str:
    return UNITS.get(rule.unit, rule.unit) or next((one for end, one in SUFFIXES.items() if field.name.endswith(end)), "")


def number(bound: Bound, rule: Rule) -> str:
    if isinstance(bound.operand, str):
        return bound.operand
    return f"{bound.operand / 65536:g}" if rule.fixed else str(bound.operand)


# ---- The configs of interactions ------------------------------------------------------------------------------------

CONFIGS = '''\
"""The configs of interactions, written by `make contract` from the headers. What is not given has the library's default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .._config import InteractionConfig
from ..enums import StrikeCurve
from . import _raw


{classes}
'''
CONFIG = '''\
@dataclass(frozen=True, slots=True, kw_only=True)
class {name}(InteractionConfig):
    """{about}

{attributes}
    """

{fields}
    _struct = _raw.{struct}
    _flags: ClassVar = {{{flags}}}
'''
BY_HAND = ("transition",)
"""Its config takes seconds and curves."""


def configs(contract: Contract) -> str:
    return CONFIGS.format(classes="\n\n".join(_config(contract, one) for one in contract.interactions if one not in BY_HAND).rstrip("\n"))


def _config(contract: Contract, name: str) -> str:
    struct = contract.structs[f"press_{name}_config"]
    known = rules(contract, struct)
    members = _members(contract, known)
    short = {member.name: called for called, (member, _) in members.items()}
    rows = []
    for field in numbers(struct):
        text = known[field.name].what.rstrip(".")
        default = "" if known[field.name].meaning in text and known[field.name].meaning else known[field.name].meaning
        kind = "float" if field.type.base == "press_q16" else _enum(contract, known[field.name]) or "int"
        head = ": ".join(filter(None, [", ".join(filter(None, [unit(field, known[field.name]), said(known[field.name])])), text]))
        token = known[field.name].token.rpartition("_")[2] if known[field.name].named else known[field.name].token
        rows.append((field.name, f"{kind} | None = None", "; ".join(filter(None, [head, f"{token}{f': {default}' if default else ''}"]))))
    for called, (member, is_on) in members.items():
        rows.append((called, f"bool = {not is_on}", f"{is_on}: {member.comment}"))
    return CONFIG.format(
        name=f"{name.capitalize()}Config",
        about=textwrap.fill(f"{contract.header(struct.name).summary}.", 140, subsequent_indent="    "),
        attributes="\n".join(_wrapped(f"{called}: {_plain(text, short)}.") for called, _, text in rows),
        fields="\n".join(f"    {called}: {kind}" for called, kind, _ in rows),
        struct=struct.name,
        flags="".join(f'\n        "{called}": (_raw.{member.name}, {is_on}),' for called, (member, is_on) in members.items())
        + "\n    " * bool(members),
    )


def _enum(contract: Contract, rule: Rule) -> str:
    """What Python calls the enum of the constants that a field takes."""
    return names.name(contract.enum(rule.named[0])).python if rule.named else ""


def _members(contract: Contract, known: dict[str, Rule]) -> dict[str, tuple[Enumerator, bool]]:
    """By its name in Python each flag, and with which value it is set: NO_SLIDE is `slide`, and set where that is False."""
    prefix = known["flags"].flags if "flags" in known else ""
    found = {}
    for member in names.flags(contract, prefix):
        word = member.name.removeprefix(prefix).lower()
        found[word.removeprefix("no_")] = (member, not word.startswith("no_"))
    return found


def _plain(text: str, short: dict[str, str]) -> str:
    """Names of C as Python has them."""
    for name, called in short.items():
        text = re.sub(rf"\b(?:{name}|{names.bare(name)})\b", called, text)
    return re.sub(r"\bPRESS_[A-Z0-9]+_\w+", lambda found: names.bare(found[0]), text)


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 146, initial_indent="    ", subsequent_indent="        ")


TABLE = re.compile(r"(    (=+ =+ =+)\n)(?:.*\n)+?(    \2\n)")


def engine(contract: Contract, path: Path) -> str:
    """engine.py, with its table of settings."""
    struct = contract.structs["press_config"]
    known = rules(contract, struct)
    members = _members(contract, known)
    short = {member.name: called for called, (member, _) in members.items()} | {"CONTACT_FROM_FLAG": "contact_from_flag"}
    rows = []
    for field in numbers(struct):
        rule = known[field.name]
        head = ", ".join(filter(None, [unit(field, rule), said(rule)]))
        rows.append((field.name, rule.token.removeprefix("PRESS_TARGET_"), ": ".join(filter(None, [head, rule.what]))))
    rows += [(called, "False", member.comment) for called, (member, _) in members.items()]
    text = path.read_text()
    widths = [len(one) for one in TABLE.search(text)[2].split()]
    lines = []
    for called, default, what in rows:
        first = f"    {called:<{widths[0]}} {default:<{widths[1]}} "
        lines.append(textwrap.fill(_plain(what, short), 148, initial_indent=first, subsequent_indent=" " * len(first)))
    return TABLE.sub(lambda mark: mark[1] + "\n".join(lines) + "\n" + mark[3], text, count=1)
