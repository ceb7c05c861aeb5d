"""Every struct and every function of the headers, for a program that touches them all (Tests/processors/structs.c)."""

from __future__ import annotations

import re

from .model import Contract, Function, Type

HEAD = "Written by `make contract` from the headers."


def c(contract: Contract) -> str:
    structs = contract.structs
    sized = [one.name for one in structs.values() if one.fields and one.fields[0].name == "size"]
    inits = [name for name in structs if _is_init_of_defaults(contract, name)]
    calls = [one for one in contract.functions.values() if not _makes_from_storage(one) and one.name.removesuffix("_init") not in inits]
    lines = [f"/* {HEAD} */", "#ifndef STRUCTS_H", "#define STRUCTS_H", ""]
    lines += [f"#include <press/{header.name}.h>" for header in contract.headers]
    for comment, macro, names in (
        ("each struct", "STRUCTS", list(structs)),
        ("each that begins with its size", "SIZED", sized),
        ("each that an init of one argument fills", "INITS", inits),
    ):
        lines += ["", f"/* X(struct): {comment} */", f"#define {macro}(X) \\", " \\\n".join(f"  X({name})" for name in names)]
    lines += ["", "/* X(function, its arguments): each other function that takes no storage; AT is one of a type, with a canary behind it */"]
    lines += ["#define CALLS(X) \\", " \\\n".join(f"  X({one.name}, ({', '.join(arguments(contract, one))}))" for one in calls)]
    return "\n".join([*lines, "", "#endif", ""])


def _is_init_of_defaults(contract: Contract, name: str) -> bool:
    init = contract.functions.get(f"{name}_init")
    return init is not None and len(init.parameters) == 1


def _makes_from_storage(function: Function) -> bool:
    return any(one.type.base == "void" and one.name == "storage" for one in function.parameters)


def arguments(contract: Contract, function: Function) -> list[str]:
    """What it is called with: one of each struct, the handles of the program, 1 for a count, the size of a buffer, 0."""
    declared = re.search(r"\((.*)\)$", function.declaration)
    assert declared
    texts = declared[1].split(", ")
    found: list[str] = []
    sizes = "1"
    for parameter, text in zip(function.parameters, texts, strict=False):
        kind, is_const = parameter.type, text.startswith("const ")
        if kind.base == "size_t" and not kind.depth:
            found.append(sizes)
            continue
        value, sizes = _value(contract, parameter.name, kind, is_const)
        found.append(value)
    return found


def _value(contract: Contract, name: str, kind: Type, is_const: bool) -> tuple[str, str]:
    """An argument, and what a size behind it is."""
    if kind.call or name == "user":
        return "NULL", "1"
    if kind.depth == 2:
        return "AT(text)", "1"
    if kind.depth == 1:
        if kind.base in contract.structs:
            return f"AT({kind.base})", "1"
        if kind.base in ("char", "uint8_t", "int32_t") and (is_const or kind.base != "int32_t"):
            array = {"char": "texts", "uint8_t": "bytes", "int32_t": "cells"}[kind.base]
            return f"{array}.given", f"COUNT({array}.given)"
        if kind.base.removeprefix("press_") in ("engine", "pad", "grid", "setup", "check"):
            return kind.base.removeprefix("press_"), "1"
        return f"AT({kind.base})", "1"
    if name.endswith("_us") and kind.base == "uint64_t":
        return "(now += 1000)", "1"
    return "0", "1"
