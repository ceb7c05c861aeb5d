"""What the JavaScript module repeats of the contract. raw.js has the library as it is: constants, where the members of
structs lie in the memory of a WebAssembly module, the types of functions. contract.js has what programs name: events,
reasons, options. Each has a .d.ts with its types. read.js reads the structs that a callback is given. texts.js has what the
playground says of the options."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from . import events
from .model import Contract, Enum, Field, Function, Struct, Type
from .names import NAMES, Name, camel, flags, name, summary
from .parts import Part
from .rules import rules

HEAD = "// Written by `make contract` from the headers (include/press/*.h), which say what each means.\n"

# For each C type: bytes in the memory of the module, what it is called there, and the letter of a signature.
SCALARS = {
    "bool": (1, "u8", "b"),
    "char": (1, "u8", "u"),
    "int": (4, "i32", "i"),
    "int32_t": (4, "i32", "i"),
    "int64_t": (8, "i64", "I"),
    "press_q16": (4, "q16", "i"),
    "size_t": (4, "u32", "u"),
    "uint8_t": (1, "u8", "u"),
    "uint16_t": (2, "u16", "u"),
    "uint32_t": (4, "u32", "u"),
    "uint64_t": (8, "u64", "U"),
}
TYPES = {"b": "boolean", "i": "number", "u": "number", "s": "string", "I": "bigint", "U": "bigint", "v": "void"}

# The structs whose members are options, and what their types are called; those of interactions come to these.
OPTIONS = {
    "press_config": "EngineLevels",
    "press_transition_options": "TransitionOptions",
    "press_circuit": "CircuitOptions",
    "press_sensor": "SensorOptions",
    "press_pad_correction": "Correction",
    "press_pad_config": "PadLevels",
    "press_grid_config": "GridLevels",
}
READ = {
    "press_engine_stats": "EngineStats",
    "press_pad_stats": "PadStats",
    "press_grid_stats": "GridStats",
    "press_button_status": "ButtonLevels",
}
"""The structs that programs read, and what their types are called. A state is a word of its own."""
FLATTENED = "press_transition_options"
"""Its members stand among those of the struct that has it."""
BY_HAND = {"press_curve": "Curve", "press_timing_curve": "TimingCurve"}
"""The types of structs that types.js describes."""


def titles(found: list[Part]) -> dict[str, str]:
    """All of them."""
    return OPTIONS | {f"press_{one.name}_config": f"{camel(one.argument, True)}Options" for one in found}


# ---- Memory ---------------------------------------------------------------------------------------------------------


class Layout:
    """Where members lie: addresses take 4 bytes, everything is aligned to its size."""

    def __init__(self, contract: Contract) -> None:
        self.structs = contract.structs

    def _extent(self, kind: Type) -> tuple[int, int]:
        """Size and alignment."""
        if kind.depth or kind.call:
            size = align = 4
        elif kind.base in self.structs:
            size, align = self.size(self.structs[kind.base]), self._align(self.structs[kind.base])
        else:
            size = align = SCALARS[kind.base][0]
        for length in kind.lengths:
            size *= length
        return size, align

    def _align(self, struct: Struct) -> int:
        return max(self._extent(field.type)[1] for field in struct.fields)

    def offsets(self, struct: Struct) -> dict[str, int]:
        found, at = {}, 0
        for field in struct.fields:
            size, align = self._extent(field.type)
            found[field.name] = at = -(-at // align) * align
            at += size
        return found

    def size(self, struct: Struct) -> int:
        last = struct.fields[-1]
        end = self.offsets(struct)[last.name] + self._extent(last.type)[0]
        return -(-end // self._align(struct)) * self._align(struct)

    def kind(self, kind: Type) -> str:
        if kind.depth or kind.call:
            return "u32"
        return SCALARS[kind.base][1] if kind.base in SCALARS else kind.base


def _letter(kind: Type) -> str:
    if kind.base == "char" and kind.depth == 1:
        return "s"
    if kind.depth or kind.call:
        return "u"
    return "v" if kind.base == "void" else SCALARS[kind.base][2]


def signature(types: list[Type]) -> str:
    """The result, then the parameters. A string that is handed over is an address."""
    result, *parameters = types
    return _letter(result) + "".join("u" if _letter(one) == "s" else _letter(one) for one in parameters)


# ---- raw.js ---------------------------------------------------------------------------------------------------------


def raw(contract: Contract, found: list[Part]) -> str:
    layout = Layout(contract)
    lines = [HEAD, 'import { Trait } from "./contract.js";', ""]
    lines += [f"export const {key} = {_number(value)};" for key, value in contract.numbers.items()]
    lines += [
        "",
        "/** Of each struct its size, and of each member where it lies, what it is, and how many there are. */",
        "export const structs = {",
    ]
    for struct in contract.structs.values():
        offsets = layout.offsets(struct)
        members = [_member(layout, field, offsets[field.name]) for field in struct.fields]
        lines += [f"  {struct.name}: {{", f"    size: {layout.size(struct)},", "    members: {"]
        lines += [f"      {member}," for member in members] + ["    },", "  },"]
    lines += [
        "};",
        "",
        "/** Of each function its result and parameters: i and u 32 bits, I and U 64 bits, b a bool, s text, v nothing. */",
        "export const functions = {",
    ]
    for function in contract.functions.values():
        lines.append(f'  {function.name}: "{_of(function)}",')
    lines += ["};", "", "/** The same of the functions that structs point to. */", "export const callbacks = {"]
    for struct in contract.structs.values():
        calls = [field for field in struct.fields if field.type.call]
        if calls:
            lines.append(f"  {struct.name}: {{")
            lines += [f'    {field.name}: "{signature(list(field.type.call))}",' for field in calls] + ["  },"]
    lines += [
        "};",
        "",
        "/** Of each struct that options fill: where each lies and what it is. A flag has its bit, a set its words. */",
        "export const options = {",
    ]
    for key in titles(found):
        places = [f"    {option}: {place}," for option, place, *_ in _options(contract, contract.structs[key])]
        lines += [f"  {key}: {{", *places, "  },"]
    return "\n".join([*lines, "};", ""])


def _number(value: int) -> str:
    """64 bits take a BigInt."""
    return f"{value}n" if value > 0xFFFFFFFF else str(value)


def _member(layout: Layout, field: Field, offset: int) -> str:
    count = 1
    for length in field.type.lengths:
        count *= length
    return f'{field.name}: [{offset}, "{layout.kind(field.type)}"' + (f", {count}]" if field.type.lengths else "]")


def _of(function: Function) -> str:
    return signature([function.result, *(one.type for one in function.parameters)])


def raw_types(contract: Contract) -> str:
    lines = [HEAD]
    lines += [f"export const {key}: {_number(value)};" for key, value in contract.numbers.items()]
    lines += [
        "",
        "/** Where a member lies, what it is, and how many there are. */",
        "export type Member = readonly [offset: number, kind: string, count?: number];",
        "export interface Layout { readonly size: number; readonly members: { readonly [name: string]: Member } }",
        "export type StructName = " + " | ".join(f'"{key}"' for key in contract.structs) + ";",
        "export const structs: { readonly [Name in StructName]: Layout };",
        "export const functions: { readonly [name: string]: string };",
        "export const callbacks: { readonly [struct: string]: { readonly [member: string]: string } };",
        "export type Place = readonly [offset: number, kind: string, more?: number | { readonly [word: string]: number }];",
        "export const options: { readonly [struct: string]: { readonly [name: string]: Place } };",
        "",
        "/** An address in the memory of the module; 0: NULL. */",
        "export type Address = number;",
        "/** The C library, function by function. */",
        "export interface Raw {",
    ]
    for function in contract.functions.values():
        text = _of(function)
        given = ", ".join(
            f"{camel(one.name)}: {'Address' if one.type.depth or one.type.call else TYPES[letter]}"
            for one, letter in zip(function.parameters, text[1:], strict=True)
        )
        result = "Address" if text[0] == "u" and function.result.depth else TYPES[text[0]]
        lines += [f"  /** `{function.declaration.rstrip(';')}` */", f"  {function.name}({given}): {result};"]
    return "\n".join([*lines, "}", ""])


# ---- contract.js ----------------------------------------------------------------------------------------------------


def _named(contract: Contract) -> Iterator[tuple[Enum, Name, str]]:
    """The enums whose members programs name by words: those that have a class in Python."""
    for enum in contract.enums:
        if name(enum).python:
            yield enum, name(enum), name(enum).python


def contract_js(contract: Contract) -> str:
    lines = [HEAD]
    for enum, named, title in _named(contract):
        lines.append(f"export const {title} = {{")
        lines += [f"  {named.swift_case(member)}: {member.value}," for member in enum.members] + ["};"]
    lines += ["", "export const Status = {"]
    lines += [f'  "{key}": {value},' for key, value in contract.numbers.items() if re.match(r"PRESS_(OK|ERR_)", key)]
    whole = ", ".join(str(one.enumerator.value) for one in events.events(contract) if one.is_whole)
    return "\n".join([*lines, "};", "", f"export const WHOLE = new Set([{whole}]);", ""])


# ---- read.js --------------------------------------------------------------------------------------------------------

GIVEN = {"press_event": "PressEvent", "press_touch": "Touch"}
"""The structs that callbacks are given, and what their types are called."""
READS = {"q16": "view.getInt32({at}, true) / 65536", "u32": "view.getUint32({at}, true)", "i32": "view.getInt32({at}, true)"}
READS["u64"] = "view.getUint32({at}, true) + 4294967296 * view.getUint32({next}, true)"
WORDS = {"type": "EventType", "reason": "Reason"}
"""The members of press_event that programs read as words."""
KEPT_INSIDE = "PRESS_EVENT_FLAG_BUTTON"
"""A flag that programs do not see."""


def read_js(contract: Contract) -> str:
    """One literal for each: an object that is made field by field takes ten times as long."""
    layout = Layout(contract)
    lines = [HEAD, 'import { EventType, Reason, WHOLE } from "./contract.js";', ""]
    lines += [
        "/** @param {{ readonly [word: string]: number }} table */",
        "const words = (table) => new Map(Object.entries(table).map(([word, number]) => [number, word]));",
        *(f"const {member}Words = words({title});" for member, title in WORDS.items()),
    ]
    for key, title in GIVEN.items():
        struct = contract.structs[key]
        offsets = layout.offsets(struct)
        is_event = key == "press_event"
        lines += [
            "",
            "/**",
            f" * A {key}; times are exact up to 2^53.",
            " * @param {DataView} view  of the memory",
            " * @param {number} at",
            f' * @returns {{import("../types.js").{title}}}',
            " */",
            f"export function read{title.removeprefix('Press')}(view, at) {{",
        ]
        if is_event:
            read = {name: READS[kind].format(at=f"at + {offsets[name]}") for name, kind in (("type", "u32"), ("flags", "u32"), ("reason", "i32"))}
            lines += [f"  const {name} = {how};" for name, how in read.items()] + ["  const isWhole = WHOLE.has(type);"]
        lines.append("  return {")
        for field in struct.fields:
            at, named = offsets[field.name], camel(field.name)
            place = f"at + {at}" if at else "at"
            value = READS[layout.kind(field.type)].format(at=place, next=f"at + {at + 4}")
            if is_event and field.name in WORDS:
                lines.append(f"    {named}: /** @type {{any}} */ ({named}Words.get({named}) ?? `unknown ${{{named}}}`),")
            elif is_event and field.name == "flags":
                for member in flags(contract, "PRESS_EVENT_FLAG_"):
                    if member.name != KEPT_INSIDE:
                        lines.append(f"    {camel(member.name.removeprefix('PRESS_EVENT_FLAG_'))}: (flags & {member.value}) !== 0,")
            elif is_event and field.name in ("value", "value2"):
                lines.append(f"    {named}: isWhole ? view.getUint32({place}, true) : {value},")
            else:
                lines.append(f"    {named}: {value},")
        lines += ["  };", "}"]
    return "\n".join([*lines, ""])


def _options(contract: Contract, struct: Struct, base: int = 0) -> Iterator[tuple[str, str, str, str]]:
    """Of each option its name, its place as JavaScript, its type, and what the header says."""
    offsets, known = Layout(contract).offsets(struct), rules(contract, struct)
    for field in struct.fields:
        if field.name == "size" or field.name.startswith("reserved"):
            continue
        offset, rule = base + offsets[field.name], known[field.name]
        if field.type.base == FLATTENED:
            yield from _options(contract, contract.structs[FLATTENED], offset)
        elif field.type.base in contract.structs:
            title = OPTIONS.get(field.type.base) or BY_HAND[field.type.base]
            yield camel(field.name), f'[{offset}, "{field.type.base}"]', title, field.comment
        elif field.name == "flags":
            for member in flags(contract, rule.flags):
                word = camel(member.name.removeprefix(rule.flags))
                yield word, f'[{offset}, "flag", {member.value}]', "boolean", member.comment
        elif rule.flags:
            title = NAMES[flags(contract, rule.flags)[0].name].python
            yield camel(field.name), f'[{offset}, "set", {title}]', f"readonly {title}[]", field.comment
        else:
            kind = SCALARS[field.type.base][1]
            yield camel(field.name), f'[{offset}, "{kind}"]', "number", field.comment


# ---- texts.js of the playground ------------------------------------------------------------------------------------


def texts(contract: Contract, found: list[Part]) -> str:
    """Of each setting its unit, and what it means. Which settings there are, a page asks the library."""
    lines = [HEAD, "/** By group and option: the unit, and what it means. */", "export const texts = {"]
    for group, struct in [("engine", "press_config"), *((one.argument, f"press_{one.name}_config") for one in found)]:
        lines += [
            f'  "{group}.{name}": {json.dumps([unit, text], ensure_ascii=False)},' for name, unit, text in _texts(contract, contract.structs[struct])
        ]
    return "\n".join([*lines, "};", ""])


def _texts(contract: Contract, struct: Struct) -> Iterator[tuple[str, str, str]]:
    known = rules(contract, struct)
    for field in struct.fields:
        rule = known[field.name]
        if field.type.base == FLATTENED:
            yield from _texts(contract, contract.structs[FLATTENED])
        elif field.name == "flags":
            for member in flags(contract, rule.flags):
                yield camel(member.name.removeprefix(rule.flags)), "", member.comment
        elif rule.default is not None and not rule.flags and not field.name.startswith("reserved"):
            yield camel(field.name), rule.unit or ("us" if field.name.endswith("_us") else ""), rule.what


def contract_types(contract: Contract, found: list[Part]) -> str:
    lines = [HEAD, 'import type { Curve, TimingCurve } from "../types.js";', ""]
    for enum, named, title in _named(contract):
        cases = [named.swift_case(member) for member in enum.members]
        lines += [f"/** {summary(enum) or title} */", f"export type {title} ="]
        for case, member in zip(cases, enum.members, strict=True):
            lines += [f"  /** {member.comment} */"] * bool(member.comment) + [f'  | "{case}"']
        lines[-1] += ";"
        lines.append(f"export const {title}: {{ readonly [name in {title}]: number }};")
    codes = [key for key in contract.numbers if re.match(r"PRESS_(OK|ERR_)", key)]
    lines += ["/** What a call that failed answers, by its name in C. */"]
    lines += ["export type Status = " + " | ".join(f'"{key}"' for key in codes) + ";"]
    lines += ["export const Status: { readonly [name in Status]: number };", ""]
    lines += ["/** The numbers of events whose value and value2 are whole numbers of 32 bits. */", "export const WHOLE: ReadonlySet<number>;", ""]
    for key, title in titles(found).items():
        struct = contract.structs[key]
        lines += [f"/** {' '.join(struct.comment.split())} */", f"export interface {title} {{"]
        for option, _, kind, comment in _options(contract, struct):
            lines += [f"  /** {' '.join(comment.split())} */"] * bool(comment) + [f"  {option}?: {kind};"]
        lines.append("}")
    for key, title in READ.items():
        struct = contract.structs[key]
        lines += [f"/** {' '.join(struct.comment.split())} */", f"export interface {title} {{"]
        for field in struct.fields:
            if field.name not in ("size", "state") and not field.name.startswith("reserved"):
                lines += [f"  /** {' '.join(field.comment.split())} */", f"  readonly {camel(field.name)}: number;"]
        lines.append("}")
    return "\n".join([*lines, ""])


# ---- attached.js ----------------------------------------------------------------------------------------------------

ATTACHED = """\
{head}
{imports}

/**
 * What is attached: true, or how.
 * @typedef {{object}} Attached
{options}
 */

/** By option, what the library calls it. */
export const PARTS = /** @type {{const}} */ ({{ {parts} }});

/** By option, the section of a config. */
export const SECTIONS = /** @type {{const}} */ ({{ {sections} }});

/** The interactions of an engine. */
export class Parts {{
  /**
   * @param {{import("../core.js").Core}} core
   * @param {{Attached}} given
   */
  constructor(core, given) {{
    /** @param {{any}} how */
    const of = (how) => (typeof how === "object" ? how : {{}});
{made}
  }}
}}
"""


def attached(found: list[Part], folder: Path, sections: dict[str, str]) -> str:
    """The parts of an engine: of each interaction the class of the file that is called as its option; else a Part. `sections`: of each that of
    a config."""
    imports, made = [], []
    for one in found:
        path, options = folder / f"{one.argument}.js", f"of(given.{one.argument})"
        lines = [f"    /**\n     * {one.about}\n     * @readonly\n     */"]
        if path.exists():
            text = path.read_text()
            title = re.search(r'@param \{import\("\./core\.js"\)\.Core\} core[^;]*?constructor\((.*?)\)', text)
            kind = re.findall(r"^export class (\w+)", text[: title.start()], re.M)[-1]
            imports.append((path.stem, kind))
            lines.append(f"    this.{one.argument} = new {kind}(core{', ' + options if ',' in title[1] else ''});")
        else:
            imports.append(("part", "Part"))
            kind = titles([one])[f"press_{one.name}_config"]
            lines.append(
                f'    this.{one.argument} = /** @type {{Part<import("./contract.js").{kind}>}} */ (new Part(core, "{one.name}", {options}));'
            )
        made += lines
    known = titles(found)
    return ATTACHED.format(
        head=HEAD,
        imports="\n".join(f'import {{ {kind} }} from "../{stem}.js";' for stem, kind in sorted(set(imports))),
        options="\n".join(
            f' * @property {{boolean | import("./contract.js").{known[f"press_{one.name}_config"]}}} [{one.argument}]  {one.about}' for one in found
        ),
        parts=", ".join(f'{one.argument}: "{one.name}"' for one in found),
        sections=", ".join(f'{one.argument}: "{sections[one.name]}"' for one in found),
        made="\n".join(made),
    )
