"""The instructions that the writer knows, of whole numbers alone, and what follows each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .module import Function, Module, Reader, Refused, Relocation

# What follows: nothing, a number, the type of a block, a list of labels, alignment and offset, a constant.
PLAIN, INDEX, BLOCK, LABELS, MEMORY, I32, I64, CALL = range(8)

_INTEGER = "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr".split()
_COMPARE = "eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u".split()

KNOWN: dict[int, tuple[str, int]] = {
    0x00: ("unreachable", PLAIN), 0x01: ("nop", PLAIN), 0x02: ("block", BLOCK), 0x03: ("loop", BLOCK), 0x0B: ("end", PLAIN),
    0x0C: ("br", INDEX), 0x0D: ("br_if", INDEX), 0x0E: ("br_table", LABELS), 0x0F: ("return", PLAIN),
    0x10: ("call", INDEX), 0x11: ("call_indirect", CALL), 0x1A: ("drop", PLAIN), 0x1B: ("select", PLAIN),
    0x20: ("local.get", INDEX), 0x21: ("local.set", INDEX), 0x22: ("local.tee", INDEX),
    0x23: ("global.get", INDEX), 0x24: ("global.set", INDEX),
    0x28: ("i32.load", MEMORY), 0x29: ("i64.load", MEMORY),
    0x36: ("i32.store", MEMORY), 0x37: ("i64.store", MEMORY),
    0x41: ("i32.const", I32), 0x42: ("i64.const", I64),
    0xA7: ("i32.wrap_i64", PLAIN), 0xAC: ("i64.extend_i32_s", PLAIN), 0xAD: ("i64.extend_i32_u", PLAIN),
    0xFC13: ("i64.add128", PLAIN), 0xFC14: ("i64.sub128", PLAIN), 0xFC15: ("i64.mul_wide_s", PLAIN), 0xFC16: ("i64.mul_wide_u", PLAIN),
}  # fmt: skip


def _row(first: int, kind: int, names: list[str]) -> None:
    KNOWN.update({first + i: (name, kind) for i, name in enumerate(names)})


_row(0x2C, MEMORY, ["i32.load8_s", "i32.load8_u", "i32.load16_s", "i32.load16_u"])
_row(0x30, MEMORY, [f"i64.load{bits}_{s}" for bits in (8, 16, 32) for s in "su"])
_row(0x3A, MEMORY, ["i32.store8", "i32.store16", "i64.store8", "i64.store16", "i64.store32"])
_row(0x45, PLAIN, [f"i32.{name}" for name in _COMPARE])
_row(0x50, PLAIN, [f"i64.{name}" for name in _COMPARE])
_row(0x67, PLAIN, [f"i32.{name}" for name in _INTEGER])
_row(0x79, PLAIN, [f"i64.{name}" for name in _INTEGER])
_row(0xC0, PLAIN, ["i32.extend8_s", "i32.extend16_s", "i64.extend8_s", "i64.extend16_s", "i64.extend32_s"])


@dataclass(frozen=True)
class Instruction:
    name: str
    value: int = 0
    """A number, a constant, or the offset of an access."""
    relocation: Relocation | None = None
    """What the number stands for, where the linker would write it."""
    labels: tuple[int, ...] = ()
    alignment: int = 1
    results: tuple[str, ...] = ()


def instructions(module: Module, function: Function) -> Iterator[Instruction]:
    code = Reader(module.code.data, function.start, function.end)
    while code.at < function.end:
        opcode = code.byte()
        if opcode == 0xFC:
            opcode = 0xFC00 | code.number()
        if opcode not in KNOWN:
            raise Refused(f"{function.name}: instruction {opcode:#04x} is not known: the library has whole numbers only")
        name, kind = KNOWN[opcode]
        yield _read(module, code, name, kind)


def _read(module: Module, code: Reader, name: str, kind: int) -> Instruction:
    def number(read=code.number) -> tuple[int, Relocation | None]:
        relocation = module.relocations.get(code.at)
        return read(), relocation

    if kind == INDEX:
        return Instruction(name, *number())
    if kind == CALL:
        type_, _ = number(), number()
        return Instruction(name, *type_)
    if kind == MEMORY:
        alignment = 1 << code.number()
        return Instruction(name, *number(), alignment=alignment)
    if kind in (I32, I64):
        return Instruction(name, *number(code.signed))
    if kind == LABELS:
        return Instruction(name, labels=tuple(code.number() for _ in range(code.number() + 1)))
    if kind == BLOCK:
        byte = code.data[code.at]
        if byte in (0x40, 0x7F, 0x7E):
            code.at += 1
            return Instruction(name, results={0x40: (), 0x7F: ("i32",), 0x7E: ("i64",)}[byte])
        signature = module.types[number(code.signed)[0]]
        if signature.parameters:
            raise Refused("a block that takes values is not known")
        return Instruction(name, results=signature.results)
    return Instruction(name)
