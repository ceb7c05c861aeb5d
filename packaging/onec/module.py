"""Reads a WebAssembly object (or module): functions, data, and what each address in them stands for."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from pathlib import Path


class Refused(Exception):
    """Something that this writer does not make C of, with where it stands."""


@dataclass(frozen=True)
class Signature:
    parameters: tuple[str, ...]
    results: tuple[str, ...]


@dataclass(frozen=True)
class Symbol:
    """What an address stands for: a function by its number, or a place in a segment of data."""

    kind: str
    name: str
    index: int
    offset: int = 0
    defined: bool = True


@dataclass(frozen=True)
class Relocation:
    kind: int
    offset: int
    symbol: int
    addend: int


@dataclass
class Function:
    name: str
    signature: Signature
    locals: tuple[str, ...] = ()
    start: int = 0
    """Where its instructions begin and end, in the section of code."""
    end: int = 0
    defined: bool = False


@dataclass
class Segment:
    name: str
    alignment: int
    content: bytes
    start: int
    relocations: list[Relocation] = field(default_factory=list)


TYPES = {0x7F: "i32", 0x7E: "i64", 0x7D: "f32", 0x7C: "f64"}
# The relocations of addresses of data and of functions, in instructions and in data, of 32 and of 64 bits.
MEMORY = {3, 4, 5, 11, 14, 15, 16, 17}
TABLE = {1, 2, 12, 18, 19, 24}
ADDENDS = MEMORY | {8, 9, 21, 22, 23, 25}


class Reader:
    def __init__(self, data: bytes, at: int = 0, end: int | None = None) -> None:
        self.data, self.at, self.end = data, at, len(data) if end is None else end

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def signed(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if byte & 64 else value

    def bytes(self) -> bytes:
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at]

    def text(self) -> str:
        return self.bytes().decode()

    def types(self) -> tuple[str, ...]:
        return tuple(TYPES.get(self.byte(), "?") for _ in range(self.number()))

    def parts(self):
        """Sections, and subsections: the kind of each, and a reader of it."""
        while self.at < self.end:
            kind, size = self.byte(), self.number()
            yield kind, Reader(self.data, self.at, self.at + size)
            self.at += size


class Module:
    """A relocatable object of wasm-ld -r; also a module without relocations, whose functions are those that it exports."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.types: list[Signature] = []
        self.functions: list[Function] = []
        self.segments: list[Segment] = []
        self.symbols: list[Symbol] = []
        self.exports: dict[str, int] = {}
        self.imported_globals: list[str] = []
        self.code = Reader(b"")
        self.relocations: dict[int, Relocation] = {}
        """Of the code, by the place in its section."""
        data = path.read_bytes()
        if data[:8] != b"\0asm\1\0\0\0":
            raise Refused(f"{path}: not a WebAssembly object")
        self._data_start = 0
        self._segment_names: list[tuple[str, int]] = []
        wide = 0
        for kind, section in Reader(data, 8).parts():
            wide |= self._section(kind, section)
        self.bits = 64 if wide else 32
        for segment, (name, alignment) in zip(self.segments, self._segment_names, strict=False):
            segment.name, segment.alignment = name, alignment
        for symbol in self.symbols:
            if symbol.kind == "function":
                self.functions[symbol.index].name = symbol.name

    def _section(self, kind: int, section: Reader) -> int:
        """Reads a section; 1 where it says that addresses have 64 bits."""
        if kind == 0:
            self._custom(section)
        elif kind == 1:
            for _ in range(section.number()):
                section.byte()
                self.types.append(Signature(section.types(), section.types()))
        elif kind == 2:
            return self._imports(section)
        elif kind == 3:
            self.functions += [Function("", self.types[section.number()], defined=True) for _ in range(section.number())]
        elif kind == 5 and section.number():
            return section.byte() >> 2
        elif kind == 7:
            for _ in range(section.number()):
                name, what, index = section.text(), section.byte(), section.number()
                if what == 0:
                    self.exports[name] = index
                    self.functions[index].name = name
        elif kind == 10:
            self._code(section)
        elif kind == 11:
            self._data(section)
        return 0

    def _imports(self, section: Reader) -> int:
        wide = 0
        for _ in range(section.number()):
            _, name, what = section.text(), section.text(), section.byte()
            if what == 0:
                self.functions.append(Function(name, self.types[section.number()]))
            elif what == 3:
                section.at += 2
                self.imported_globals.append(name)
            else:
                section.at += what == 1
                flags = section.byte()
                section.number()
                wide |= what == 2 and flags >> 2
                if flags & 1:
                    section.number()
        return wide

    def _code(self, section: Reader) -> None:
        start = section.at
        self.code = Reader(section.data[start : section.end])
        bodies = iter(f for f in self.functions if f.defined)
        for _ in range(self.code.number()):
            size = self.code.number()
            end = self.code.at + size
            function = next(bodies)
            locals_: list[str] = []
            for _ in range(self.code.number()):
                count = self.code.number()
                locals_ += [TYPES.get(self.code.byte(), "?")] * count
            function.locals, function.start, function.end = tuple(locals_), self.code.at, end
            self.code.at = end

    def _data(self, section: Reader) -> None:
        start = section.at
        for number in range(section.number()):
            if section.number() != 0:
                raise Refused(f"{self.path}: segment {number} of data is not placed by the linker")
            section.byte()
            section.signed()
            section.byte()
            size = section.number()
            content = section.data[section.at : section.at + size]
            self.segments.append(Segment(f"segment{number}", 1, content, section.at - start))
            section.at += size

    def _custom(self, section: Reader) -> None:
        name = section.text()
        if name == "linking":
            if section.number() != 2:
                raise Refused(f"{self.path}: an object of another version of the linker")
            for kind, part in section.parts():
                if kind == 5:
                    self._segment_names = [(part.text(), 1 << part.number(), part.number())[:2] for _ in range(part.number())]
                elif kind == 8:
                    self.symbols = [self._symbol(part) for _ in range(part.number())]
        elif name == "reloc.CODE":
            self.relocations = {r.offset: r for r in self._relocations(section)}
        elif name == "reloc.DATA":
            starts = [s.start for s in self.segments]
            for one in self._relocations(section):
                segment = self.segments[bisect_left(starts, one.offset + 1) - 1]
                segment.relocations.append(Relocation(one.kind, one.offset - segment.start, one.symbol, one.addend))

    def _symbol(self, part: Reader) -> Symbol:
        kind, flags = part.byte(), part.number()
        defined = not flags & 0x10
        if kind == 1:
            name = part.text()
            if not defined:
                return Symbol("data", name, -1, defined=False)
            segment, offset = part.number(), part.number()
            part.number()
            return Symbol("data", name, segment, offset)
        index = part.number()
        if kind == 3:
            return Symbol("section", "", index)
        named = defined or flags & 0x40
        if kind == 0:
            return Symbol("function", part.text() if named else self.functions[index].name, index, defined=defined)
        name = part.text() if named else ""
        if kind == 2 and not named:
            name = self.imported_globals[index]
        return Symbol("global" if kind == 2 else "other", name, index, defined=defined)

    def _relocations(self, section: Reader):
        section.number()
        for _ in range(section.number()):
            kind, offset, symbol = section.byte(), section.number(), section.number()
            yield Relocation(kind, offset, symbol, section.signed() if kind in ADDENDS else 0)
