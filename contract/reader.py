"""Reads the headers with clang: declarations from its syntax tree, comments from where it says that they stand."""

from __future__ import annotations

import bisect
import functools
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .model import (
    Block,
    Constant,
    Contract,
    ContractError,
    Enum,
    Enumerator,
    Field,
    Function,
    Header,
    Parameter,
    Place,
    Struct,
    Type,
)

ROOT = Path(__file__).resolve().parents[1]
INCLUDE = ROOT / "include"
CLANG = ["clang", "-x", "c", "-std=c11", "-DPRESS_PLAIN_TYPES", "-"]
ENUM = rb"enum PRESS_AS\((\w+), \w+\)"
TYPE = r"^PRESS_(TYPE|FLAGS|OPEN_FLAGS)\((\w+), (?:\w+, )?(\w+)\);"


def _includes(include: Path, name: str, listed: set[str]) -> list[str]:
    """What a header includes that press.h does not include itself."""
    found = re.findall(r'^#include "(\w+)\.h"', (include / "press" / f"{name}.h").read_text(), re.M)
    return [one for one in found if one not in listed]


def read(include: Path = INCLUDE) -> Contract:
    """The contract that the headers of a folder declare; of the project's own it is read once."""
    return _own() if include == INCLUDE else _read(include)


@functools.cache
def _own() -> Contract:
    return _read(INCLUDE)


def _read(include: Path) -> Contract:
    paths = sorted((include / "press").glob("*.h"))
    types = {name: base for path in paths for _, name, base in re.findall(TYPE, path.read_text(), re.M)}
    sources = {path.resolve(): _Source(path, types) for path in paths}
    tree = json.loads(_clang(include, "-Xclang", "-ast-dump=json", "-fsyntax-only"))
    for node, start, end in _declarations(tree):
        if source := sources.get(Path(start[0]).resolve()):
            source.add(node, start[1], end)
    _macros(include, sources)
    top = _Source(include / "press.h", types)
    listed = re.findall(r'^#include "press/(\w+)\.h"', top.text, re.M)
    headers = {source.header.name: source.finish() for source in sources.values()}
    order = [name for one in listed for name in (*_includes(include, one, set(listed)), one)]
    if missing := set(headers) - set(order):
        raise Place(top.path, 1).error(f"press.h does not include press/{missing.pop()}.h")
    return Contract([headers[name] for name in order], top.header.intro)


def _clang(include: Path, *arguments: str) -> str:
    command = [*CLANG, "-I", str(include), *arguments]
    done = subprocess.run(command, input="#include <press.h>\n", capture_output=True, text=True, check=False)
    if done.returncode:
        raise ContractError(done.stderr.strip())
    return done.stdout


# ---- The syntax tree ------------------------------------------------------------------------------------------------


def _declarations(tree: dict[str, Any]) -> Iterator[tuple[dict[str, Any], tuple[str, int], int]]:
    """Each declaration with file and offset where it begins, and the offset behind it. The tree names a file only where
    it changes, so all locations are walked, in the order in which they were written."""
    file = ""

    def walk(node: Any) -> None:
        nonlocal file
        if isinstance(node, list):
            for one in node:
                walk(one)
        elif isinstance(node, dict):
            file = node.get("file", file)
            if "offset" in node:
                node["file"] = file
            for key, one in node.items():
                if key != "includedFrom":
                    walk(one)

    walk(tree)
    for node in tree["inner"]:
        start = _spot(node.get("range", {}).get("begin", {}))
        if "offset" in start:
            yield node, (start["file"], start["offset"]), _behind(node)


def _spot(location: dict[str, Any]) -> dict[str, Any]:
    """Where it stands in the header, also when it comes out of a macro."""
    return location.get("expansionLoc", location)


def _behind(node: dict[str, Any]) -> int:
    end = _spot(node["range"]["end"])
    return end["offset"] + end["tokLen"]


def _type(text: str, types: dict[str, str]) -> Type:
    """A type as clang writes it; of an enumeration the integer that it is."""
    if pointer := re.fullmatch(r"(.*?)\(\*\)\((.*)\)", text):
        parameters = [] if pointer[2] == "void" else pointer[2].split(", ")
        return Type("", 1, (), tuple(_type(one, types) for one in [pointer[1], *parameters]))
    lengths = tuple(int(length) for length in re.findall(r"\[(\d+)\]", text))
    words = re.sub(r"\b(const|struct)\b|\[\d+\]", "", text)
    base = words.replace("*", "").strip().replace("_Bool", "bool")
    return Type(types.get(base, base), words.count("*"), lengths)


class _Source:
    """The text of one header, and what clang found in it."""

    def __init__(self, path: Path, types: dict[str, str]) -> None:
        """types: those of the enumerations of all headers, with the integers that they are."""
        self.path, self.text, self.types = path, path.read_text(), types
        self.bytes = self.text.encode()
        self.lines = [0] + [at + 1 for at, byte in enumerate(self.bytes) if byte == 10]
        self.starts: dict[int, tuple[str, str]] = {}
        self.header = Header(path.stem, _uncommented(re.match(r"/\*.*?\*/", self.text, re.S)[0]))

    def place(self, offset: int) -> Place:
        return Place(self.path, bisect.bisect_right(self.lines, offset))

    def add(self, node: dict[str, Any], start: int, end: int) -> None:
        line = self.lines[bisect.bisect_right(self.lines, start) - 1]
        kind, inner = node["kind"], node.get("inner", [])
        if kind == "EnumDecl":
            found = re.match(ENUM, self.bytes[start:])
            tag = found[1].decode() if found else ""
            self.header.enums.append(Enum(self._comment_above(line), tuple(self._enumerators(inner)), self.place(start), tag))
        elif kind == "RecordDecl" and node.get("completeDefinition"):
            fields = tuple(self._fields([one for one in inner if one["kind"] == "FieldDecl"]))
            self.header.structs.append(Struct(node["name"], fields, self._comment_above(line), self.place(start)))
            self.starts[line] = ("type", node["name"])
        elif kind == "TypedefDecl" and not node["type"]["qualType"].startswith("struct ") and node["name"] not in self.types:
            self.starts[line] = ("type", node["name"])
        elif kind == "FunctionDecl":
            text = " ".join(self.bytes[line:end].decode().split()).removeprefix("PRESS_API ").removeprefix("PRESS_NODISCARD ")
            text = re.sub(r"\( ", "(", text)
            text = re.sub(r" PRESS_ON_CORE\(\w+\)$", "", text)
            result = _type(node["type"]["qualType"].split("(")[0], self.types)
            given = [one for one in inner if one["kind"] == "ParmVarDecl"]
            parameters = tuple(Parameter(one["name"], _type(one["type"]["qualType"], self.types)) for one in given)
            self.header.functions.append(Function(node["name"], result, parameters, text, self.place(start)))
            self.starts[line] = ("function", node["name"])

    def _enumerators(self, nodes: list[dict[str, Any]]) -> Iterator[Enumerator]:
        value, group = -1, ""
        for node in (one for one in nodes if one["kind"] == "EnumConstantDecl"):
            given = [one["value"] for one in node.get("inner", []) if "value" in one]  # its comment is a node, too
            value = int(given[0]) if given else value + 1
            at = _spot(node["range"]["begin"])["offset"]
            said = re.fullmatch(r"(.*?) ?(?:\{(.*)\})?", self._comment_behind(_behind(node), b","))
            group = self._comment_above(self.lines[bisect.bisect_right(self.lines, at) - 1]) or group
            yield Enumerator(node["name"], value, said[1], self.place(at), said[2] or "", group)

    def _fields(self, nodes: list[dict[str, Any]]) -> Iterator[Field]:
        groups: dict[int, list[dict[str, Any]]] = {}
        for node in nodes:
            groups.setdefault(_spot(node["range"]["begin"])["offset"], []).append(node)
        for start, group in groups.items():
            names = tuple(node["name"] for node in group)
            line = self.lines[bisect.bisect_right(self.lines, start) - 1]
            comment = self._comment_behind(_behind(group[-1]), b";") or self._comment_above(line)
            for node in group:
                yield Field(node["name"], _type(node["type"]["qualType"], self.types), comment, names, self.place(start))

    def _comment_behind(self, offset: int, mark: bytes) -> str:
        """The comment that begins on the same line, behind a declaration."""
        found = re.match(rb"[ ]*" + mark + rb"?[ ]*(/\*.*?\*/)", self.bytes[offset:], re.S)
        return " ".join(_uncommented(found[1].decode()).split()) if found else ""

    def _comment_above(self, line: int) -> str:
        """The comment that ends on the line before."""
        found = re.search(rb"^[ ]*(/\*(?:(?!\*/).)*\*/)\n\Z", self.bytes[:line], re.S | re.M)
        return _uncommented(found[1].decode()) if found else ""

    def finish(self) -> Header:
        """Gathers the blocks: a comment and the declarations under it, up to an empty line."""
        body = re.search(rb'extern "C" \{\n#endif\n(.*)\n#ifdef __cplusplus', self.bytes, re.S)
        offset, comment, code, inside = body.start(1), "", "", False
        names: list[tuple[str, str]] = []
        for raw in [*body[1].split(b"\n"), b""]:
            line = raw.decode()
            begins = line.startswith("/*")
            if not inside and code.count("{") == code.count("}") and (begins or not line) and (comment or code.strip()):
                kinds = {kind: tuple(name for what, name in names if what == kind) for kind in ("function", "type")}
                block = Block(_uncommented(comment), code.strip("\n"), kinds["function"], kinds["type"])
                self.header.blocks.append(block)
                comment, code, names = "", "", []
            if begins or inside:
                comment += line + "\n"
                inside = "*/" not in line
            else:
                code += line + "\n"
            names += [self.starts[offset]] if offset in self.starts else []
            offset += len(raw) + 1
        return self.header


def _uncommented(text: str) -> str:
    """What a comment says."""
    return re.sub(r"^ *\* ?", "", re.sub(r"^/\*\*?<?|\*/$", "", text.strip()), flags=re.M).strip("\n ")


# ---- Macros ---------------------------------------------------------------------------------------------------------


def _macros(include: Path, sources: dict[Path, _Source]) -> None:
    """The macros of the headers, which the syntax tree does not have."""
    known: dict[str, int] = {}
    file, line = Path(), 0
    for text in _clang(include, "-E", "-dD").splitlines():
        if marker := re.match(r'# (\d+) "(.*?)"', text):
            file, line = Path(marker[2]), int(marker[1])
            continue
        source = sources.get(file.resolve()) if text.startswith("#define PRESS_") else None
        if source and (macro := re.fullmatch(r"#define (PRESS_\w+) (\S.*)", text)):
            name, body = macro[1], macro[2]
            place = Place(source.path, line)
            if body.startswith("{"):
                source.header.lists[name] = body.strip("{} ")
            elif not body.startswith("__attribute__"):
                known[name] = _value(body, known, place)
                source.header.constants.append(Constant(name, known[name], place))
        line += 1


def _value(body: str, known: dict[str, int], place: Place) -> int:
    """Of an integer expression of C, whose operators Python has with the same meaning."""
    text = re.sub(r"\bPRESS_\w+", lambda name: str(known.get(name[0], name[0])), body)
    text = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)[uUlL]+\b", r"\1", text)
    if not re.fullmatch(r"[\s\d()+*|&<>~a-fA-FxX-]+", text):
        raise place.error(f"the macro {body} is neither a number nor an initializer in braces")
    return int(eval(text))
