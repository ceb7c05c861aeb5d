"""Each instruction of arithmetic as an expression of C."""

from __future__ import annotations

from collections.abc import Callable

from .values import BITS, C, Value, boolean, made, minus, plus, signed

_PLAIN = {"mul": "*", "and": "&", "or": "|", "xor": "^", "div_u": "/", "rem_u": "%"}
_SIGNED = {"div_s": "/", "rem_s": "%"}
_COMPARE = {"eq": ("==", "!="), "ne": ("!=", "=="), "lt": ("<", ">="), "ge": (">=", "<"), "gt": (">", "<="), "le": ("<=", ">")}


def unary(type_: str, name: str) -> Callable[[Value], Value] | None:
    """The instruction of one operand with this name: i32.clz is ("i32", "clz")."""
    if name in ("clz", "ctz", "popcnt"):
        return lambda a: made(type_, f"{name}{BITS[type_]}({a.text})", a, atom=True)
    if name == "eqz":
        return lambda a: boolean(a.falsehood, a.truth if a.condition else f"{a.inner} != 0", a)
    if name == "wrap_i64":
        return lambda a: made("i32", f"(u32){a.inner}", a, atom=True)
    if name == "extend_i32_u":
        return lambda a: made("i64", f"(u64){a.inner}", a, atom=True)
    if name == "extend_i32_s":
        return lambda a: made("i64", f"extend32({a.text})", a, atom=True)
    if name == "extend32_s":
        return lambda a: made("i64", f"extend32((u32){a.inner})", a, atom=True)
    if name.startswith("extend"):
        return lambda a: made(type_, f"({C[type_]})(s{name[6:-2]}){a.inner}", a, atom=True)
    return None


def binary(type_: str, name: str) -> Callable[[Value, Value], Value] | None:
    c, mask = C[type_], BITS[type_] - 1
    if name in ("add", "sub"):
        return plus if name == "add" else minus
    if sign := _PLAIN.get(name):
        return lambda a, b: made(type_, f"{a.inner} {sign} {b.inner}", a, b)
    if sign := _SIGNED.get(name):
        return lambda a, b: made(type_, f"({c})({signed(a)} {sign} {signed(b)})", a, b, atom=True)

    def count(b: Value) -> str:
        return f"{b.number & mask}" if b.constant else f"({b.inner} & {mask}u)"

    if name in ("shl", "shr_u"):
        return lambda a, b: made(type_, f"{a.inner} {'<<' if name == 'shl' else '>>'} {count(b)}", a, b)
    if name == "shr_s":
        return lambda a, b: made(type_, f"({c})({signed(a)} >> {count(b)})", a, b, atom=True)
    if name in ("rotl", "rotr"):
        return lambda a, b: made(type_, f"{name}{BITS[type_]}({a.text}, {b.text})", a, b, atom=True)
    what, _, sign = name.partition("_")
    if what in _COMPARE:
        side = signed if sign == "s" else lambda v: v.inner
        yes, no = _COMPARE[what]
        return lambda a, b: boolean(f"{side(a)} {yes} {side(b)}", f"{side(a)} {no} {side(b)}", a, b)
    return None
