"""What the player of scenarios (Tests/scenarios) knows of the headers: constants, fields of configs, functions by name."""

from __future__ import annotations

from .model import Contract, Function, Struct, Type

HEAD = "Written by `make contract` from the headers."
WHOLE = {"uint8_t", "uint16_t", "uint32_t", "int32_t", "bool"}
# Of these events `value` and `value2` are Q16.16; of the others they are whole numbers.
FIXED = (
    *("SCROLL_MOVED", "SCROLL_ENDED", "SCROLL_CANCELLED", "BASELINE_CHANGED", "RECALIBRATE", "DRAG_BEGAN", "AUTOSCROLL_CHANGED", "STRUCK", "LET_GO"),
    *("PINCH_BEGAN", "PINCH_CHANGED", "PINCH_ENDED", "PINCH_CANCELLED", "THROW_BEGAN", "THROW_MOVED"),
)


def is_fixed(event: str) -> bool:
    """Whether the values of an event are Q16.16; named without PRESS_EVENT_, in capitals."""
    return event in FIXED


def configs(contract: Contract) -> dict[str, Struct]:
    """What a scenario sets: `engine`, and each interaction."""
    found = {"engine": contract.structs["press_config"]}
    return found | {name: contract.structs[f"press_{name}_config"] for name in contract.interactions}


def calls(contract: Contract) -> list[Function]:
    """The functions of an engine whose arguments a line can write: numbers; an id that they give back is left out."""

    def is_plain(function: Function) -> bool:
        first, *rest = function.parameters
        if any(one.type.depth for one in rest) and "const press_engine" in function.declaration:
            return False  # it asks, and answers there
        return (
            (first.type.base, first.type.depth) == ("press_engine", 1)
            and function.result.base == "int"
            and all((one.type.base in {*WHOLE, "press_q16"} and not one.type.depth) or _is_left_out(one.type) for one in rest)
        )

    return [one for one in contract.functions.values() if one.parameters and is_plain(one)]


def _is_left_out(type: Type) -> bool:
    """What may be NULL: an id that is given back, options."""
    return type.depth == 1 and type.base in ("uint32_t", "press_transition_options")


def arguments(function: Function) -> list[str]:
    """The types of what a line gives."""
    return [one.type.base for one in function.parameters[1:] if not one.type.depth]


def c(contract: Contract) -> str:
    lines = [f"/* {HEAD} */", "#ifndef SCENARIO_CONTRACT_H", "#define SCENARIO_CONTRACT_H", ""]
    lines += ["/* X(config, struct, field, is Q16.16) */", "#define FIELDS(X) \\"]
    rows = [
        f"  X({name}, {struct.name}, {field.name}, {int(field.type.base == 'press_q16')})"
        for name, struct in configs(contract).items()
        for field in struct.fields
        if field.type.base in {*WHOLE, "press_q16"} and not field.type.lengths and not field.type.depth and field.name not in ("size", "reserved")
    ]
    lines += [" \\\n".join(rows), "", "/* X(name, kinds of its arguments, call): q for Q16.16, w for whole */", "#define CALLS(X) \\"]
    rows = []
    for function in calls(contract):
        given, kinds = ["engine"], ""
        for one in function.parameters[1:]:
            if one.type.depth:
                given.append("NULL")
            else:
                given.append(f"({one.type.base})n[{len(kinds)}]")
                kinds += "q" if one.type.base == "press_q16" else "w"
        rows.append(f'  X({function.name}, "{kinds}", {function.name}({", ".join(given)}))')
    lines += [" \\\n".join(rows), "", "/* X(name): each interaction */"]
    lines += ["#define ATTACHED(X) " + " ".join(f"X({name})" for name in contract.interactions), ""]
    lines += ["/* X(config): what can be changed while it runs */"]
    settable = [name for name in configs(contract) if f"press_{name}_set" in contract.functions]
    lines += ["#define SETTERS(X) " + " ".join(f"X({name})" for name in settable), ""]
    lines += ["/* X(constant, without PRESS_) */", "#define CONSTANTS(X) \\"]
    enums = [member.name for enum in contract.enums for member in enum.members if not member.name.startswith(("PRESS_EVENT_", "PRESS_ERR"))]
    lines += [" \\\n".join(f"  X({name.removeprefix('PRESS_')})" for name in enums)]
    types = [f"PRESS_EVENT_{name}" for name in FIXED]
    lines += [
        "",
        "/* Whether `value` and `value2` are Q16.16. */",
        "#define IS_FIXED(type) (" + " || ".join(f"(type) == {one}" for one in types) + ")",
    ]
    return "\n".join([*lines, "", "#endif", ""])
