"""What the comments of config fields say of unit, range and default. The little grammar:

    comment = [head ":"] [what] ";" default          what: prose, also with ";" in it
    head    = clause {"," clause}
    clause  = unit | flags | "A..B" | "above A" | "at least A" | "at most A" | "not negative" | "not 0"
            | "one of A A ..." | "0 or A..B" | "unless FLAG"
    default = A {"," A} [":" what it means] ["." prose]      one A for each of the fields that are declared together
    A       = a number | the name of a constant | in a clause also the name of another field of the struct

Numbers are those of the field: whole, or decimals where it is a press_q16. `press_config.touch_force`:

    press_q16 touch_force; /* N, above 0: a contact begins at or above; 0.4. With CONTACT_FROM_FLAG neither counts */

Flags are named by their prefix: `PRESS_CONFIG_...; 0`. The field `size` says `sizeof(the struct)`, and what is reserved
`0`. A field that is a struct of its own says what it likes: its fields have their own comments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from . import names
from .model import Contract, Field, Struct

# The structs that a program fills to say how something works, beside those called ..._config.
CONFIGS = ("press_transition_options", "press_sensor", "press_circuit", "press_pad_correction")
UNITS = ("N", "points", "points per second", "N per second", "microsiemens", "ohm", "cells", "Hz", "mV", "degrees")
NUMBER = r"-?\d+(?:\.\d+)?|0x[0-9A-Fa-f]+"
OPERAND = rf"(?:{NUMBER}|[a-z]\w*|PRESS_\w*[A-Z0-9])"
VALUE = rf"(?:{NUMBER}|PRESS_\w*[A-Z0-9])"
MISPLACED = r"(?<=, )(-?\d\S*\.\.\d\S*|not negative|above 0)|^\d\S*\.\.\d\S*(?=;)|; \d\S*\.\.\d\S*"


@dataclass(frozen=True)
class Bound:
    """A limit: a number in the units of the memory, or another field of the struct."""

    operand: int | str
    exclusive: bool = False


@dataclass(frozen=True)
class Rule:
    """What the comment of one field says; numbers as they lie in memory."""

    unit: str = ""
    least: Bound | None = None
    most: Bound | None = None
    choices: tuple[int, ...] = ()
    not_zero: bool = False
    or_zero: bool = False
    """0 is taken as well, though it is out of the range."""
    unless: str = ""
    """The flag with which the field is not looked at."""
    flags: str = ""
    """The prefix of the flags that it takes."""
    what: str = ""
    default: int | None = None
    token: str = ""
    """The default as it is written."""
    meaning: str = ""
    """Of the default."""
    named: tuple[str, ...] = ()
    """The choices, where they are constants."""
    fixed: bool = False
    """Whether the numbers are Q16.16."""


def is_config(struct: Struct) -> bool:
    return struct.name.endswith("_config") or struct.name in CONFIGS


def rules(contract: Contract, struct: Struct) -> dict[str, Rule]:
    """The rules of the fields of a config. A comment that does not follow the grammar is an error."""
    if struct.name not in contract.rules:
        contract.rules[struct.name] = {field.name: _Reader(contract, struct, field).rule() for field in struct.fields}
    found: dict[str, Rule] = contract.rules[struct.name]
    return found


def accepted(contract: Contract, prefix: str) -> int:
    """All flags with a prefix."""
    return sum(member.value for member in names.flags(contract, prefix))


class _Reader:
    def __init__(self, contract: Contract, struct: Struct, field: Field) -> None:
        self.contract, self.struct, self.field = contract, struct, field
        self.parts = [part.strip() for part in field.comment.split(";")]

    def rule(self) -> Rule:
        field = self.field
        if field.type.base in self.contract.structs:
            return Rule(what=field.comment)
        if field.name == "size":
            self.expect(f"sizeof({self.struct.name})")
            return Rule()
        if re.fullmatch(r"reserved\d?", field.name):
            self.expect("0")
            return Rule(default=0)
        return self.described()

    def expect(self, comment: str) -> None:
        if self.field.comment != comment:
            raise self.error(f"the comment must be `{comment}`")

    def error(self, what: str) -> Exception:
        return self.field.place.error(f"{self.struct.name}.{self.field.name}: {what}; contract/rules.py has the grammar")

    def described(self) -> Rule:
        found = re.fullmatch(rf"({VALUE}(?:, {VALUE})*)(?:: (.+?))?(?:\. (.+))?", self.parts[-1])
        values = found[1].split(", ") if found else []
        if len(values) != len(self.field.group):
            raise self.error(f"the comment does not end with `; default`, a number for {', '.join(self.field.group)}")
        token = values[self.field.group.index(self.field.name)]
        given: dict[str, object] = {"default": self.number(token), "token": token}
        given["fixed"] = self.field.type.base == "press_q16"
        before = self.parts[:-1]
        head, _, rest = before[0].partition(":") if before else ("", "", "")
        clauses = [one.strip() for one in head.split(",")]
        read = [self.clause(one) for one in clauses] if head else []
        if any(read) and not all(read):
            raise self.error(f"`{clauses[read.index(None)]}` is no unit and no range")
        if any(read):
            for one in read:
                given |= one
            before[0] = rest.strip()
        given["what"] = "; ".join(filter(None, before))
        given["meaning"] = found[2] or next((one.removeprefix(f"{token}: ") for one in before if one.startswith(f"{token}: ")), "")
        if stray := re.search(MISPLACED, given["what"]):
            raise self.error(f"`{stray[0]}` is a range, and stands before the colon")
        return Rule(**given)

    def clause(self, text: str) -> dict[str, object] | None:
        if text in UNITS:
            return {"unit": text}
        if prefix := re.fullmatch(r"(PRESS_\w*_)\.\.\.", text):
            return {"flags": prefix[1]}
        if text == "not negative":
            return {"least": Bound(0)}
        if text == "not 0":
            return {"not_zero": True}
        if interval := re.fullmatch(rf"(0 or )?({NUMBER})\.\.({OPERAND})", text):
            return {"least": Bound(self.number(interval[2])), "most": Bound(self.operand(interval[3])), "or_zero": bool(interval[1])}
        if flag := re.fullmatch(r"unless (PRESS_\w+)", text):
            self.number(flag[1])
            return {"unless": flag[1]}
        if chosen := re.fullmatch(rf"one of ((?:{VALUE} ?)+)", text):
            words = chosen[1].split()
            return {"choices": tuple(map(self.number, words)), "named": tuple(word for word in words if word[0] == "P")}
        if limit := re.fullmatch(rf"(above|at least|at most) ({OPERAND})", text):
            bound = Bound(self.operand(limit[2]), limit[1] == "above")
            return {"most" if limit[1] == "at most" else "least": bound}
        return None

    def operand(self, text: str) -> int | str:
        if not re.match(r"[a-z]", text):
            return self.number(text)
        if text not in [field.name for field in self.struct.fields]:
            raise self.error(f"`{text}` is no field of {self.struct.name}")
        return text

    def number(self, text: str) -> int:
        if text.startswith("PRESS_"):
            if text not in self.contract.numbers:
                raise self.error(f"there is no constant {text}")
            return self.contract.numbers[text]
        if text.startswith("0x"):
            return int(text, 16)
        value = Fraction(text) * (65536 if self.field.type.base == "press_q16" else 1)
        if self.field.type.base != "press_q16" and value.denominator != 1:
            raise self.error(f"{text} is not a whole number")
        # To nearest, a half away from 0, as PRESS_Q16 rounds.
        return int(value + Fraction(1, 2)) if value >= 0 else -int(-value + Fraction(1, 2))
