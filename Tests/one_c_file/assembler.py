"""WebAssembly modules for tests, made byte by byte."""

from __future__ import annotations

from onec.opcodes import KNOWN

CODES = {name: code for code, (name, _) in KNOWN.items()}
TYPES = {"i32": 0x7F, "i64": 0x7E}


def number(value: int) -> bytes:
    out = bytearray()
    while True:
        byte, value = value & 127, value >> 7
        if value in (0, -1) and (value == -1) == bool(byte & 64):
            return bytes([*out, byte])
        out.append(byte | 128)


def unsigned(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def op(name: str, *following: int) -> bytes:
    """An instruction; constants are signed, all else that follows is not."""
    code = CODES[name]
    head = bytes([0xFC]) + unsigned(code & 0xFF) if code > 0xFF else bytes([code])
    return head + b"".join((number if name.endswith(".const") else unsigned)(value) for value in following)


def vector(items: list[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def section(kind: int, content: bytes) -> bytes:
    return bytes([kind]) + unsigned(len(content)) + content


class Function:
    def __init__(self, name: str, parameters: list[str], results: list[str], code: bytes, locals_: list[str] | None = None):
        self.name, self.parameters, self.results, self.locals = name, parameters, results, locals_ or []
        self.code = code + op("end")

    @property
    def type(self) -> bytes:
        of = [vector([bytes([TYPES[t]]) for t in types]) for types in (self.parameters, self.results)]
        return b"\x60" + b"".join(of)

    @property
    def body(self) -> bytes:
        content = vector([b"\x01" + bytes([TYPES[t]]) for t in self.locals]) + self.code
        return unsigned(len(content)) + content


def module(functions: list[Function], wide: bool) -> bytes:
    exports = [unsigned(len(f.name)) + f.name.encode() + b"\0" + unsigned(i) for i, f in enumerate(functions)]
    exports.append(b"\x06memory\x02\x00")
    return b"\0asm\1\0\0\0" + b"".join((
        section(1, vector([f.type for f in functions])),
        section(3, vector([unsigned(i) for i in range(len(functions))])),
        section(5, b"\x01" + bytes([4 if wide else 0]) + b"\x01"),
        section(7, vector(exports)),
        section(10, vector([f.body for f in functions])),
    ))  # fmt: skip
