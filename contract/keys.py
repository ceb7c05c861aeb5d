"""The keys of pressd's config that are fields of C configs: what each takes, as Sources/pressd/Settings/ConfigKeys.swift."""

from __future__ import annotations

from . import names
from .model import Contract, Field, Struct
from .rules import Bound, Rule, rules
from .tables import number

# Of each section the structs, and of these the fields that are no keys, or whose keys do more than to set a number or
# flags.
SECTIONS = {
    "sensor": {"press_circuit": "full_scale flags max_code", "press_sensor": "flags"},
    "pad": {"press_pad_config": ""},
    "engine": {"press_config": "max_contacts max_targets flags max_events"},
    "gestures": {"press_gestures_config": ""},
    "peeks": {"press_peek_config": "flags"},
    "transitions": {"press_transition_config": "max_transitions"},
    "button": {"press_button_config": "flags lift_us"},
    "drag": {
        "press_drag_config": "flags max_sessions max_items undo_depth slow_us start_pressure spring_pressure"
        " drop_pressure"
    },
}
FLAGS = {"PRESS_TARGET_": "traits", "PRESS_PAD_": "pad"}
WIDTHS = {"uint16_t": "u16", "uint32_t": "u32"}


def swift(contract: Contract) -> str:
    parts = ["// Written by `make contract` from the headers.\n\nimport CPress\n"]
    lines = ["/// The keys that are fields, section by section.", "enum FieldKeys: UInt8 {"]
    lines += [
        f"  case none, {', '.join(SECTIONS)}\n",
        "  var names: StaticString {",
        "    switch self {",
        '    case .none: ""',
    ]
    for section, structs in SECTIONS.items():
        keys = [field.name for name in structs for field in _fields(contract, name, structs[name])]
        lines.append(f'    case .{section}: "{", ".join(keys)}"')
        parts += [
            _extension(contract, contract.structs[name], _fields(contract, name, structs[name])) for name in structs
        ]
    parts += ["\n".join([*lines, "    }", "  }", "}\n"]), "/// Flags by name.\nenum FlagNames {"]
    parts += [_names(contract, prefix) for prefix in FLAGS]
    return "\n".join(parts) + "}\n"


def _fields(contract: Contract, name: str, left_out: str) -> list[Field]:
    struct = contract.structs[name]
    found = rules(contract, struct)
    return [
        field
        for field in struct.fields
        if found[field.name].default is not None
        and not field.name.startswith("reserved")
        and field.name not in left_out.split()
    ]


def _extension(contract: Contract, struct: Struct, fields: list[Field]) -> str:
    found = rules(contract, struct)
    lines = [f"extension {struct.name} {{", "  /// Sets the field that the key names. nil: none has that name."]
    lines.append("  mutating func set(_ key: Slice, _ value: Slice) -> SetResult? {")
    lines += [f'    if key == "{field.name}" {{ return {_setting(field, found)} }}' for field in fields]
    return "\n".join([*lines, "    return nil", "  }", "}\n"])


def _setting(field: Field, found: dict[str, Rule]) -> str:
    rule, place = found[field.name], f"value, &{field.name}"
    if rule.flags:
        word = FLAGS[rule.flags]
        return f"Setting.flags({place}, FlagNames.{word}, FlagNames.{word}Accepted)"
    least = _limit(rule.least, found)
    most = rule.most.operand if rule.most and isinstance(rule.most.operand, int) else None
    if field.name.endswith("_us"):
        return f"Setting.duration({place}{f', least: {least}' if least else ''})"
    if rule.fixed:
        return f"Setting.q16({place}, {_q16(least, 'min')}, {_q16(most, 'max')}, {_decimal(rule, least, most)})"
    most = (1 << int(field.type.base[4:6])) - 1 if most is None else most
    unit = " ohms" if rule.unit == "ohm" else ""
    return f'Setting.{WIDTHS[field.type.base]}({place}, {least or 0}, {most}, "{least or 0} to {most}{unit}")'


def _limit(bound: Bound | None, found: dict[str, Rule]) -> int | None:
    """The least that holds whatever the other fields are; those are compared when all keys are read."""
    if bound is None:
        return None
    least = bound.operand if isinstance(bound.operand, int) else _limit(found[bound.operand].least, found)
    return None if least is None else least + bound.exclusive


def _q16(value: int | None, otherwise: str) -> str:
    return f"Int32.{otherwise}" if value is None else str(value)


def _decimal(rule: Rule, least: int | None, most: int | None) -> str:
    """What Setting says of the accepted decimals."""
    if most is None:
        return {None: "Setting.decimal", 0: "Setting.notNegative", 1: "Setting.aboveZero"}[least]
    return f'"a decimal from {number(least or 0, rule)} to {number(most, rule)}"'


def _names(contract: Contract, prefix: str) -> str:
    flags = next(one for one in contract.enums if names.name(one).flags and names.name(one).prefix == prefix)
    words = [(member.name.removeprefix(prefix).lower(), member.value) for member in flags.members]
    called = FLAGS[prefix]
    lines = [
        f'  static var {called}Accepted: StaticString {{ "none, or any of {" ".join(word for word, _ in words)}" }}\n'
    ]
    lines.append(f"  static func {called}(_ word: Slice) -> UInt32? {{")
    lines += [f'    if word == "{word}" {{ return {value} }}' for word, value in words]
    return "\n".join([*lines, "    return nil", "  }\n"])
