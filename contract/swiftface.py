"""What a program in Swift sees of the headers: API notes, which name enumerations, flags and functions as Swift does, and swift.inl, which has
what Swift does not import: macros with arguments, initializers, arrays in structs, statuses as Int32, and structs with their defaults."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from .cpp import filled
from .model import Contract, ContractError, Function
from .names import camel, name

HEAD = "Written by `make contract` from the headers."
# The struct that a macro in braces initializes, by what the macro begins with.
INITIALIZERS = {"PRESS_CURVE_": "press_timing_curve"}


def method(contract: Contract, function: Function) -> tuple[str, str] | None:
    """The object whose method it is, and its name with the labels; a label is the name of the parameter, the first one has none."""
    first = function.parameters[0].type if function.parameters else None
    if not first or first.depth != 1 or first.base not in contract.objects:
        return None
    verb = function.name.removeprefix(f"{first.base}_").removeprefix("press_")
    labels = ["self", *("_" if n == 0 else one.name for n, one in enumerate(function.parameters[1:]))]
    return first.base, f"{camel(verb)}({''.join(f'{label}:' for label in labels)})"


def notes(contract: Contract) -> str:
    lines = [f"# {HEAD}", "---", "Name: press", "Tags:"]
    for one in contract.objects:
        lines += [f"- Name: {one}", "  SwiftImportAs: reference", "  SwiftRetainOp: immortal", "  SwiftReleaseOp: immortal"]
    typed = [one for one in contract.enums if one.tag]
    for enum in typed:
        lines += [f"- Name: {enum.tag}", "  EnumExtensibility: open", *(["  FlagEnum: true"] if name(enum).flags else [])]
    lines.append("Enumerators:")
    for enum in typed:
        cases = [_case(name(enum).swift_case(one)) for one in enum.members]
        if len(set(cases)) < len(cases):
            raise enum.place.error("two of its enumerators have one name in Swift")
        for one, case in zip(enum.members, cases, strict=True):
            lines += [f"- Name: {one.name}", f"  SwiftName: {case}"]
    lines.append("Functions:")
    taken: dict[str, str] = {}
    for function in contract.functions.values():
        if found := method(contract, function):
            swift = ".".join(found)
            if other := taken.get(swift):
                raise function.place.error(f"it is {swift} in Swift, as {other} is")
            taken[swift] = function.name
            lines += [f"- Name: {function.name}", f"  SwiftName: {swift}"]
    return "\n".join(lines) + "\n"


def _case(word: str) -> str:
    return f"n{word}" if word[0].isdigit() else word


def inline(contract: Contract, include: Path) -> str:
    """swift.inl: of what Swift does not import the same as constants and inline functions."""
    parts = [*_statuses(contract), *_macros(include), *_initializers(contract), *_defaults(contract), *_arrays(contract)]
    return f"""\
/* {HEAD} What Swift does not import of them: statuses as
 * Int32, macros with arguments, initializers, structs with their defaults, the elements of arrays. press/module.modulemap includes it; for C
 * and C++ it is empty. */
#if defined(__swift__) && !defined(PRESS_SWIFT_INL)
#define PRESS_SWIFT_INL

#include "../press.h"

{chr(10).join(parts)}
#endif
"""


def _statuses(contract: Contract) -> Iterator[str]:
    for enum in (one for one in contract.enums if not one.tag):
        for one in enum.members:
            yield f"static const int {one.name} = {one.value}; /**< {one.comment} */"
    yield ""


def _macros(include: Path) -> Iterator[str]:
    """Those that compute a number of bytes, and PRESS_Q16."""
    yield "/** Q16.16 of a number, rounded to nearest; saturates, and 0 for what is no number. */"
    yield (
        'static inline press_q16 press_swift_q16(double value) __attribute__((swift_name("PRESS_Q16(_:)")));\n'
        "static inline press_q16 press_swift_q16(double value) {\n"
        "  if (value >= 32767.99999) return INT32_MAX;\n  if (value <= -32768.0) return INT32_MIN;\n"
        "  return value == value ? PRESS_Q16(value) : 0;\n}\n"
    )
    text = "".join(path.read_text() for path in sorted(include.glob("*.h")))
    for macro, words in re.findall(r"#define (PRESS_\w+_STORAGE_FOR)\(([^)]*)\)", text):
        given = [one.strip() for one in words.split(",")]
        yield f"/** Bytes of storage: {macro}. */"
        called = f"press_swift_{macro.removeprefix('PRESS_').lower()}({', '.join(f'size_t {one}' for one in given)})"
        labels = "".join(f"{one}:" for one in given)
        yield f'static inline size_t {called} __attribute__((swift_name("{macro}({labels})")));'
        yield f"static inline size_t {called} {{ return {macro}({words}); }}\n"


def _initializers(contract: Contract) -> Iterator[str]:
    for header in contract.headers:
        for macro in header.lists:
            start = next((one for one in INITIALIZERS if macro.startswith(one)), None)
            if start is None:
                raise ContractError(f"contract/swiftface.py: which struct does {macro} initialize?")
            kind, case = INITIALIZERS[start], camel(macro.removeprefix(start).lower())
            yield f'static const {kind} press_swift_{macro.lower()} __attribute__((swift_name("{kind}.{case}"))) = {macro}; /**< {macro} */'
    spring = "press_swift_spring(double damping, double response)"
    yield (
        "/** PRESS_SPRING: the curve of options with PRESS_TRANSITION_FLAG_SPRING. */\n"
        f'static inline press_timing_curve {spring} __attribute__((swift_name("press_timing_curve.spring(damping:response:)")));\n'
        f"static inline press_timing_curve {spring} {{\n  press_timing_curve it = PRESS_SPRING(damping, response);\n  return it;\n}}\n"
    )


def _defaults(contract: Contract) -> Iterator[str]:
    for kind in [*filled(contract), "press_delegate"]:
        called = f"{kind} press_swift_{kind.removeprefix('press_')}(void)"
        yield f"/** Every default: {kind}_init. */"
        yield f'static inline {called} __attribute__((swift_name("getter:{kind}.defaults()")));'
        yield f"static inline {called} {{\n  {kind} it;\n  {kind}_init(&it);\n  return it;\n}}\n"


def _arrays(contract: Contract) -> Iterator[str]:
    for struct in contract.structs.values():
        for field in struct.fields:
            if len(field.type.lengths) != 1 or field.name in ("opaque", "reserved"):
                continue
            most, kind = field.type.lengths[0], f"__typeof__((({struct.name} *)0)->{field.name}[0])"
            start = f"press_swift_{struct.name.removeprefix('press_')}_{field.name}"
            label = camel(field.name)
            get = f"{kind} {start}(const {struct.name} *it, int index)"
            put = f"void {start}_set({struct.name} *it, int index, {kind} value)"
            yield f"/** {field.name}[index]. It traps where the index is not 0..{most - 1}. */"
            yield f'static inline {get} __attribute__((swift_name("{struct.name}.{label}(self:at:)")));'
            yield f"static inline {get} {{\n  if (index < 0 || index >= {most}) __builtin_trap();\n  return it->{field.name}[index];\n}}"
            yield f"/** Writes {field.name}[index]. It traps where the index is not 0..{most - 1}. */"
            yield f'static inline {put} __attribute__((swift_name("{struct.name}.set{label[0].upper()}{label[1:]}(self:at:to:)")));'
            yield f"static inline {put} {{\n  if (index < 0 || index >= {most}) __builtin_trap();\n  it->{field.name}[index] = value;\n}}\n"
