"""C expressions with what the writer must know of them: their width, what they read, and what they are made of."""

from __future__ import annotations

from dataclasses import dataclass, replace

BITS = {"i32": 32, "i64": 64}
C = {"i32": "u32", "i64": "u64"}
SIGNED = {"i32": "s32", "i64": "s64"}


@dataclass(frozen=True)
class Value:
    """An expression of an unsigned type, without effects."""

    type: str
    text: str
    atom: bool = False
    """It needs no parentheses."""
    reads: frozenset[str] = frozenset()
    """The variables in it."""
    loads: bool = False
    """It reads memory."""
    number: int | None = None
    """It is a constant; with `base`, what is added to that."""
    base: str = ""
    """It is an address of data, of a function, of the frame."""
    condition: str = ""
    """The same as 0 or 1 of type int."""
    opposite: str = ""

    @property
    def inner(self) -> str:
        return self.text if self.atom else f"({self.text})"

    @property
    def constant(self) -> bool:
        return self.number is not None and not self.base

    @property
    def fixed(self) -> bool:
        """The same wherever it is read."""
        return self.number is not None

    @property
    def truth(self) -> str:
        return self.condition or self.text

    @property
    def falsehood(self) -> str:
        return self.opposite or f"!{self.inner}"


def constant(type_: str, value: int) -> Value:
    bits = BITS[type_]
    value &= (1 << bits) - 1
    digits = str(value) if value < 1 << 16 else f"{value:#x}"
    return Value(type_, digits + ("u" if bits == 32 else "ull"), True, number=value)


def signed(value: Value) -> str:
    """The same as a number with a sign."""
    if not value.constant:
        return f"({SIGNED[value.type]}){value.inner}"
    number = as_signed(value)
    least = number == -(1 << BITS[value.type] - 1)
    text = f"{number + least}" + ("ll" if BITS[value.type] == 64 else "")
    return f"({text} - 1)" if least else text


def address(type_: str, base: str, offset: int = 0) -> Value:
    if not offset:
        return Value(type_, base, True, number=0, base=base)
    sign = "+" if offset > 0 else "-"
    return Value(type_, f"{base} {sign} {abs(offset)}u", number=offset, base=base)


def variable(type_: str, name: str) -> Value:
    return Value(type_, name, True, frozenset((name,)))


def made(type_: str, text: str, *of: Value, atom: bool = False, loads: bool = False) -> Value:
    """What is computed of others."""
    reads = frozenset().union(*(v.reads for v in of))
    return Value(type_, text, atom, reads, loads or any(v.loads for v in of))


def boolean(condition: str, opposite: str, *of: Value) -> Value:
    return replace(made("i32", f"(u32)({condition})", *of, atom=True), condition=condition, opposite=opposite)


def plus(a: Value, b: Value) -> Value:
    if a.constant and not b.constant:
        a, b = b, a
    if b.constant and a.fixed:
        if not a.base:
            return constant(a.type, a.number + b.number)
        return address(a.type, a.base, a.number + as_signed(b))
    if b.constant:
        value = as_signed(b)
        if value == 0:
            return a
        if -(1 << 16) < value < 0:
            return made(a.type, f"{a.inner} - {constant(a.type, -value).text}", a)
    if a.base and b.number is None:
        return made(a.type, f"{b.inner} + ({a.text})" if a.number else f"{b.inner} + {a.text}", a, b)
    return made(a.type, f"{a.inner} + {b.inner}", a, b)


def minus(a: Value, b: Value) -> Value:
    if b.constant:
        return plus(a, constant(b.type, -b.number))
    return made(a.type, f"{a.inner} - {b.inner}", a, b)


def as_signed(value: Value) -> int:
    bits = BITS[value.type]
    return value.number - (1 << bits) if value.number >> (bits - 1) else value.number
