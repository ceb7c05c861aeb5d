"""Each field of each config at its limits and beyond, for tests in C: which field is refused then, as the comments in the headers say."""

from __future__ import annotations

from .model import Contract, Field, Struct
from .rules import Bound, Rule, accepted, is_config, rules

# What another rule refuses, that is written by hand: brokenRelation.
RELATED = {
    ("press_transition_options", "flags"),
    ("press_sensor", "preload_force"),
}
BY_HAND = ("press_converter_config",)
WIDTHS = {"uint8_t": (0, 8), "uint16_t": (0, 16), "uint32_t": (0, 32), "int32_t": (1, 31), "press_q16": (1, 31)}


def c(contract: Contract) -> str:
    found = [one for one in contract.structs.values() if is_config(one) and f"{one.name}_check" in contract.functions]
    found = [one for one in found if one.name not in BY_HAND]
    names = [one.name.removeprefix("press_") for one in found]
    sized = [name for one, name in zip(found, names, strict=True) if one.fields[0].name == "size"]
    lines = [
        "/* Written by `make contract` from the comments in the headers. */\n#ifndef LIMITS_H\n#define LIMITS_H\n",
        f"/* X(struct): every config that has a check */\n#define CONFIGS(X) {' '.join(f'X({name})' for name in names)}\n",
        f"/* X(struct): those that begin with their size */\n#define SIZED_CONFIGS(X) {' '.join(f'X({name})' for name in sized)}\n",
        "/* X(struct, field, value, what is refused then, NULL: nothing) */",
    ]
    for one, name in zip(found, names, strict=True):
        rows = [f"X({name}, {row})" for row in _rows(contract, one)]
        lines.append(f"#define LIMITS_OF_{name}(X) \\\n  " + " \\\n  ".join(rows) + "\n")
    return "\n".join([*lines, "#endif\n"])


def _rows(contract: Contract, struct: Struct) -> list[str]:
    rows = []
    for path, field, rule in _fields(contract, struct, ""):
        first = 1 if WIDTHS[field.type.base][0] else 0
        least, most = (-(2**31) if first else 0), 2 ** WIDTHS[field.type.base][1] - 1
        values = (
            {value for bound in (rule.least, rule.most) if bound for value in (_number(contract, struct, bound) + step for step in (-1, 0, 1))}
            | {least, most}
            | set(rule.choices)
        )
        if rule.flags:
            values = {0, accepted(contract, rule.flags), accepted(contract, rule.flags) + 1, most}
        for value in sorted(one for one in values if least <= one <= most):
            wrong = _first_broken(contract, struct, path, value)
            rows.append(f"{path}, {_literal(value)}, {f'{chr(34)}{wrong}{chr(34)}' if wrong else 'NULL'}")
    return rows


def _fields(contract: Contract, struct: Struct, before: str) -> list[tuple[str, Field, Rule]]:
    """Those that are numbers, with those of configs within it."""
    found = []
    for field in struct.fields:
        base, name = field.type.base, before + field.name
        if base in contract.structs:
            if is_config(contract.structs[base]):
                found += _fields(contract, contract.structs[base], f"{name}.")
        elif field.name != "size" and (struct.name, field.name) not in RELATED:
            rule = rules(contract, struct)[field.name]
            names = [f"{name}[{i}]" for i in range(field.type.lengths[0])] if field.type.lengths else [name]
            found += [(one, field, rule) for one in names]
    return found


def _number(contract: Contract, struct: Struct, bound: Bound) -> int:
    """A limit while all other fields are as the defaults say."""
    if isinstance(bound.operand, int):
        return bound.operand
    owners = [struct, *(contract.structs[one.type.base] for one in struct.fields if one.type.base in contract.structs)]
    return next(rules(contract, one)[bound.operand].default for one in owners if bound.operand in [field.name for field in one.fields])


def _first_broken(contract: Contract, struct: Struct, path: str, value: int) -> str:
    """The first field that is out of its range where one has this value and the others their defaults."""
    for name, field, rule in _fields(contract, struct, ""):
        inner, _, _ = name.rpartition(".")

        def now(operand: str, inner: str = inner) -> int:
            whole = f"{inner}.{operand}" if inner else operand
            return value if whole == path else next(one.default for at, _, one in _fields(contract, struct, "") if at == whole)

        if _is_broken(contract, field, rule, value if name == path else rule.default or 0, now):
            return name.partition("[")[0]
    return ""


def _is_broken(contract: Contract, field: Field, rule: Rule, value: int, now) -> bool:
    if rule.or_zero and value == 0:
        return False
    if field.name.startswith("reserved") or (field.name == "flags" and not rule.flags):
        return value != 0
    if rule.flags:
        return value & ~accepted(contract, rule.flags) != 0
    if rule.choices:
        return value not in rule.choices

    def limit(bound: Bound) -> int:
        return bound.operand if isinstance(bound.operand, int) else now(bound.operand)

    below = rule.least and (value < limit(rule.least) or (rule.least.exclusive and value == limit(rule.least)))
    return bool(below or (rule.most and value > limit(rule.most)) or (rule.not_zero and value == 0))


def _literal(value: int) -> str:
    return "INT32_MIN" if value == -(2**31) else f"{value}u" if value > 2**31 - 1 else str(value)
