"""What Python says of settings: their types, for type checkers, and what each allows, for messages."""

from __future__ import annotations

from . import parts
from .model import Contract, Field, Struct
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
    ("Ads1x15Fields", "press_ads1x15_config", ("model", "address", "channels")),
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
    unit = UNITS.get(rule.unit, rule.unit) or next((unit for end, unit in SUFFIXES.items() if field.name.endswith(end)), "")
    text = "a number" if rule.fixed else "a whole number"
    if rule.choices:
        text += f", one of {' '.join(map(str, rule.choices))}"
        return f"{unit}, {text}" if unit else text
    least, most = rule.least, rule.most
    if not rule.fixed:
        low, high = BITS[field.type.base]
        least, most = least or Bound(low), most or Bound(high)
    if least is not None and most is not None and not least.exclusive:
        text += f" from {number(least, rule)} to {number(most, rule)}"
    else:
        bounds = [f"{'above' if least.exclusive else 'at least'} {number(least, rule)}"] if least is not None else []
        bounds += [f"at most {number(most, rule)}"] if most is not None else []
        text += " " + " and ".join(bounds) if bounds else ""
    return f"{unit}, {text}" if unit else text


def number(bound: Bound, rule: Rule) -> str:
    if isinstance(bound.operand, str):
        return bound.operand
    return f"{bound.operand / 65536:g}" if rule.fixed else str(bound.operand)
