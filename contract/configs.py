"""What the core knows of configs: their defaults, the ranges of their fields and what is said of a wrong one, in Swift.

Rules that join fields in other ways than the grammar of rules.py can say are written by hand, as `brokenRelation` of the struct (`Ruled` in Numbers/Structs.swift).
"""

from __future__ import annotations

from fractions import Fraction

from .model import Contract, Field, Struct
from .names import flags, name
from .rules import Bound, Rule, is_config, rules

# What depends on more than its own struct says: brokenRelation.
BY_HAND = {("press_converter_config", "channels")}
# Read where they lie, so that they may be longer than is known here.
LARGE = ("press_sensor",)
DEVICES = ("converter", "drv2605l")
WIDTHS = {"uint8_t": 8, "uint16_t": 16, "uint32_t": 32}
# Under which name a struct lies within others: so begins what is said of it.
PREFIXES = {"press_circuit": "circuit.", "press_transition_options": "options.", "press_pad_correction": "correction."}
SIZE = "sizeof the struct, as its ..._init writes it"

HEAD = "// Written by `make contract` from the comments in the headers.\n\nimport CPress\n"
EXTENSION = """\
extension {struct}: Ruled {{
{prefix}{limits}  @inline(never)
  package static func setDefaults(_ c: UnsafeMutablePointer<Self>) {{
    c.initialize(to: Self())
{defaults}
    setFurtherDefaults(c)
  }}

  @inline(__always)
  package static func brokenField(_ c: UnsafePointer<Self>) -> UInt32 {{
{checks}
    return 0
  }}

  package static func words(ofField rule: UInt32) -> UnsafePointer<CChar> {{
{words}
  }}
}}
"""


def swift(contract: Contract, of_devices: bool) -> str:
    found = [one for one in contract.structs.values() if is_config(one) and _is_of_device(one) == of_devices]
    imports = "import PressCore\n" if of_devices else ""
    return "\n".join([HEAD + imports, *(_extension(contract, one) for one in found)])


def _is_of_device(struct: Struct) -> bool:
    return struct.name.removeprefix("press_").removesuffix("_config") in DEVICES


def _extension(contract: Contract, struct: Struct) -> str:
    found = rules(contract, struct)
    prefix = PREFIXES.get(struct.name, "")
    defaults, checks, words, inner_words = [], [], [], []
    for number, field in enumerate(struct.fields, 1):
        rule, path = found[field.name], f"c.pointee.{field.name}"
        if field.type.base in contract.structs and is_config(contract.structs[field.type.base]):
            inner = field.type.base
            if PREFIXES.get(inner) != f"{field.name}.":
                raise field.place.error(f"contract/configs.py does not have the prefix of {inner}")
            defaults.append(f"    {inner}.setDefaults(&{path})")
            at = f"UnsafeRawPointer(c).advanced(by: MemoryLayout<Self>.offset(of: \\.{field.name})!).assumingMemoryBound(to: {inner}.self)"
            checks.append(f"    let {field.name} = {inner}.brokenRule({at})")
            checks.append(f"    if {field.name} != 0 {{ return {number} | {field.name} << 8 }}")
            inner_words.append(f"    if rule & 0xff == {number} {{ return {inner}.words(rule >> 8) }}")
            continue
        if field.name == "size":
            defaults.append(f"    {path} = UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)")
        elif rule.default:
            defaults.append(f"    {path} = {rule.default}")
        wrong, text = _check(contract, struct, field, rule, found)
        if wrong:
            checks.append(f"    if {wrong} {{ return {number} }}")
            words.append((number, f"{prefix}{field.name}: {text}"))
    return EXTENSION.format(
        struct=struct.name,
        prefix=f"  package static var prefix: Int {{ {len(prefix)} }}\n\n" if prefix else "",
        limits=_limit(found["max_contacts"]) if struct.name == "press_config" else "",
        defaults="\n".join(defaults),
        checks="\n".join(checks),
        words="\n".join([*inner_words, *_words(words)]),
    )


def _words(found: list[tuple[int, str]]) -> list[str]:
    """What is said of each rule. A switch over texts becomes a table of addresses, which an archive may not hold: it would be a variable until
    it is linked. So it is one over where a text begins in all of them; that of the size is shared by all structs."""
    lines, at = [], 0
    (number, size), *others = found
    if size.endswith(SIZE):
        lines.append(f'    if rule == {number} {{ return text("{size}") }}')
    else:
        others = found
    lines += ["    let at: UInt16 =", "      switch rule {"]
    for number, one in others[:-1]:
        lines.append(f"      case {number}: {at}")
        at += len(one) + 1
    said = [f"      {one}\\0\\" for _, one in others[:-1]] + [f"      {others[-1][1]}"]
    return [*lines, f"      default: {at}", "      }", '    return text("""', *said, '      """) + Int(at)']


def _limit(rule: Rule) -> str:
    """What sizes of arrays follow."""
    return f"  static var mostContacts: UInt16 {{ {rule.most.operand} }}\n"


def _check(contract: Contract, struct: Struct, field: Field, rule: Rule, found: dict[str, Rule]) -> tuple[str, str]:
    """When a field is wrong, in Swift, and what is said of it."""
    path = f"c.pointee.{field.name}"
    if (struct.name, field.name) in BY_HAND or (field.type.base in contract.structs):
        return "", ""
    if field.name == "size":
        return "!Sized.isWhole(c)" if struct.name in LARGE else f"{path} != UInt32(truncatingIfNeeded: MemoryLayout<Self>.size)", SIZE
    if field.name.startswith("reserved") or (field.name == "flags" and not rule.flags):
        parts = [f"{path}.{i}" for i in range(field.type.lengths[0])] if field.type.lengths else [path]
        return f"{' | '.join(parts)} != 0", "0"
    if rule.flags:
        enum = contract.enum(flags(contract, rule.flags)[0].name)
        return f"{path} & ~{name(enum).swift}.all != 0", f"{rule.flags}..."
    if rule.choices:
        return " && ".join(f"{path} != {one}" for one in rule.choices), said(rule)
    wrong = _below(field, rule.least) + ([f"{path} == 0"] if rule.not_zero else []) + _above(field, rule.most)
    condition = " || ".join(wrong)
    if rule.unless:
        enum = contract.enum(rule.unless)
        member = next(one for one in enum.members if one.name == rule.unless)
        condition = f"c.pointee.flags & {name(enum).swift}.{name(enum).swift_case(member)} == 0 && ({condition})"
    if rule.or_zero:
        condition = f"{path} != 0 && ({condition})"
    return condition if wrong else "", said(rule)


def _below(field: Field, bound: Bound | None) -> list[str]:
    path = f"c.pointee.{field.name}"
    if bound is None or (bound.operand == 0 and not bound.exclusive and field.type.base.startswith("u")):
        return []
    if bound.operand == 0 and bound.exclusive and field.type.base.startswith("u"):
        return [f"{path} == 0"]
    operand = bound.operand if isinstance(bound.operand, int) else f"c.pointee.{bound.operand}"
    return [f"{path} {'<=' if bound.exclusive else '<'} {operand}"]


def _above(field: Field, bound: Bound | None) -> list[str]:
    path = f"c.pointee.{field.name}"
    if bound is None or bound.operand == 2 ** WIDTHS.get(field.type.base, 31) - 1:
        return []
    return [f"{path} > {bound.operand if isinstance(bound.operand, int) else f'c.pointee.{bound.operand}'}"]


def said(rule: Rule) -> str:
    """A range in words, as a message has it."""
    least, most = rule.least, rule.most
    if rule.choices:
        texts = list(rule.named) or [str(one) for one in rule.choices]
        return " or ".join([", ".join(texts[:-1]), texts[-1]])
    first = "0 or " if rule.or_zero else ""

    def text(bound: Bound) -> str:
        return bound.operand if isinstance(bound.operand, str) else shortest(bound.operand, rule)

    if least and most and not least.exclusive and isinstance(least.operand, int):
        return f"{first}{text(least)}..{text(most)}"
    parts = []
    if least:
        is_zero = least.operand == 0 and not least.exclusive
        parts.append("not negative" if is_zero else f"{'above' if least.exclusive else 'at least'} {text(least)}")
    if most:
        parts.append(f"at most {text(most)}")
    return first + ", ".join(parts + ["not 0"] * rule.not_zero)


def shortest(value: int, rule: Rule) -> str:
    """The shortest text that is read as this number; in the base of its default."""
    if not rule.fixed:
        return f"0x{value:X}" if rule.token.startswith("0x") else hex(value) if value >= 1 << 31 else str(value)
    for digits in range(6):
        text = f"{value / 65536:.{digits}f}"
        if round(Fraction(text) * 65536) == value:
            return text
    return f"{value / 65536:.6f}"
