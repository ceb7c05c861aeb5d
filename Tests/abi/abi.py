#!/usr/bin/env python3
"""abi.py check|record: what a program that was built against this library relies on, against what was recorded.

Two records, both made from the headers, because the debug information of Swift does not have types of C:
libpress.abi  functions and types, written by abidw from a C library of the same functions, judged by abidiff
layout.txt    constants, and sizes and places of all members, on 64-bit and 32-bit processors; and the keys of a config, with what they are

`check` refuses what is not as it was recorded. `record` refuses it too once a version with this node is released: then
only another version node in press.map permits it. What is new is always allowed. docs/design/abi.md has what counts as a
change.
"""

import argparse
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from contract import keys  # noqa: E402
from contract import read as read_headers  # noqa: E402

ABI_CHANGE, ABI_INCOMPATIBLE = 4, 8  # of abidiff's exit code
# The columns of layout.txt. i386 and arm differ in where they put 64-bit members.
TARGETS = ["x86_64-linux-gnu", "aarch64-linux-gnu", "i386-linux-gnu", "armv7-linux-gnueabihf"]


def run(*command: object, accept: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode & ~accept:
        raise SystemExit(f"abi: {command[0]} failed:\n{done.stdout}{done.stderr}")
    return done


# ---- What the headers say -------------------------------------------------------------------------------------------


class Headers:
    def __init__(self, include: Path) -> None:
        self.include = include
        contract = read_headers(include)
        headers = sorted(contract.headers, key=lambda header: header.name)
        self.version = contract.version
        self.functions = {one.name: one.declaration for header in headers for one in header.functions}
        self.structs = {one.name: [field.name for field in one.fields] for header in headers for one in header.structs}
        enumerators = [one.name for header in headers for enum in header.enums for one in enum.members]
        macros = [one.name for header in headers for one in header.constants]
        self.constants = enumerators + [name for name in macros if not name.startswith("PRESS_VERSION")]


def layout(headers: Headers, folder: Path) -> dict[str, str]:
    """The rows of layout.txt: what a compiler says for every target."""
    expected = {f"constant {name}": [f"(long long)({name})"] for name in headers.constants}
    expected["size press_q16"] = ["sizeof(press_q16)"]
    for name, members in headers.structs.items():
        expected[f"size {name}"] = [f"sizeof({name})"]
        for member in members:
            place = f"{name}, {member}"
            expected[f"member {name}.{member}"] = [f"offsetof({place})", f"sizeof((({name} *)0)->{member})"]
    values = [value for row in expected.values() for value in row]
    source = folder / "layout.c"
    source.write_text('#include <press.h>\n__attribute__((section(".abi"), used)) static const long long abi[] = {\n' + ",\n".join(values) + "\n};\n")
    columns = []
    for target in TARGETS:
        made, raw = folder / f"{target}.o", folder / f"{target}.bin"
        run("clang", f"--target={target}", "-ffreestanding", "-std=c11", "-I", headers.include, "-c", source, "-o", made)
        run("llvm-objcopy", "-O", "binary", "--only-section=.abi", made, raw)
        columns.append(iter(struct.unpack(f"<{len(values)}q", raw.read_bytes())))
    rows = {}
    for name, row in expected.items():
        texts = ["+".join(str(next(column)) for _ in row) for column in columns]
        rows[name] = texts[0] if name.startswith("constant") and len(set(texts)) == 1 else " ".join(texts)
    return rows | config()


def config() -> dict[str, str]:
    """The keys of a config, and whether each is a number, a time, yes or no, or what else."""
    found = keys.sections(read_headers(ROOT / "include"), ROOT / "docs" / "pressd.md")
    return {f"key {one.name}.{key.name}": key.form.lstrip(".").partition("(")[0] for one in found for key in one.keys}


def library(headers: Headers, versions: Path, folder: Path) -> Path:
    """A C library of the same functions, whose debug information has their types."""
    source, made = folder / "carrier.c", folder / "carrier.so"
    bodies = [f"{declaration} {{ __builtin_trap(); }}" for declaration in headers.functions.values()]
    undefined = [f"#undef {name}" for name in headers.functions]  # a header may give an ..._init another name
    source.write_text("\n".join(["#include <press.h>", *undefined, *bodies]) + "\n")
    run(
        "gcc",
        "-g",
        f"-ffile-prefix-map={folder}/=",
        "-shared",
        "-fPIC",
        "-nostdlib",
        "-w",
        "-I",
        headers.include,
        f"-Wl,--version-script={versions}",
        f"-Wl,-soname,libpress.so.{node(versions).removeprefix('press_')}",
        source,
        "-o",
        made,
    )
    return made


def node(versions: Path) -> str:
    return re.findall(r"^(press_\d+) \{", versions.read_text(), re.M)[-1]


# ---- Against the record ---------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[str, str, dict[str, str]]:
    """The recorded node, the version that it began with, and the rows."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    rows = dict(re.match(r"(\w+ \S+) +(.*)", line).groups() for line in lines[1:])
    _, recorded, since = lines[0].split()
    return recorded, since, rows


def ordered(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


class Changelog:
    """The versions. A version without a date, or one that was not published, is not released."""

    def __init__(self, path: Path) -> None:
        heads = re.findall(r"^## \[?(\d+\.\d+\.\d+)\]?(.*)", path.read_text(), re.M)
        self.dated = [(version, bool(re.search(r"\d{4}-\d\d-\d\d", rest)) and "not published" not in rest) for version, rest in heads]

    def released_since(self, version: str) -> bool:
        return any(dated and ordered(one) >= ordered(version) for one, dated in self.dated)

    @property
    def complete(self) -> bool:
        """Whether the newest version is released."""
        return self.dated[0][1]


def reserved(row: str) -> bool:
    return row.endswith(".reserved")


def grown(headers: Headers, old: dict[str, str], new: dict[str, str]) -> set[str]:
    """Structs with a size that have more members behind all that was recorded, and a ..._init of another name for them."""
    found = set()
    for name, members in headers.structs.items():
        was, now = (rows.get(f"size {name}", "").split() for rows in (old, new))
        if not was or members[0] != "size" or not any(re.fullmatch(rf"{name}_init_\d+", one) for one in headers.functions):
            continue
        added = [new[row].split() for row in (f"member {name}.{one}" for one in members) if row not in old]
        ends = [place.split("+")[0] for row in added for place in row]
        if all(int(place) >= int(end) for place, end in zip(ends, was * len(added), strict=True)) and was != now:
            found.add(name)
    return found


def compare(old: dict[str, str], new: dict[str, str], longer: set[str]) -> tuple[list[str], list[str]]:
    """The changes against the record, and the additions. Reserved bytes may become members: sizes pin the rest."""
    changes = [
        f"{row}: {was} became {new.get(row, 'nothing: it is gone')}"
        for row, was in old.items()
        if not reserved(row) and new.get(row) != was and row.removeprefix("size ") not in longer
    ]
    return changes, [row for row in new if row not in old]


def shipped(so: Path, headers: Headers, versions: Path) -> list[str]:
    """Whether the library that ships has the functions of the headers, under the version node and soname."""
    expected = {f"{name}@@{node(versions)}" for name in headers.functions}
    symbols = run("nm", "-D", "--defined-only", "--with-symbol-versions", so).stdout.split("\n")
    have = {parts[2] for parts in map(str.split, symbols) if len(parts) == 3 and parts[1] == "T"}
    problems = [f"{so.name} does not export {name}" for name in sorted(expected - have)]
    problems += [f"{so.name} exports {name}, which no header declares" for name in sorted(have - expected)]
    soname = re.search(r"soname: \[(.*)\]", run("readelf", "-d", so).stdout)[1]
    if soname != f"libpress.so.{node(versions).removeprefix('press_')}":
        problems.append(f"soname {soname} and version node {node(versions)} do not have the same number")
    return problems


def judge(headers: Headers, versions: Path, record: Path, folder: Path) -> tuple[list[str], list[str]]:
    """The changes, and the additions."""
    recorded, _, old = read(record / "layout.txt")
    if recorded != node(versions):
        return [], [f"version node {node(versions)}: {recorded} is what was recorded"]
    new = layout(headers, folder)
    longer = grown(headers, old, new)
    changes, additions = compare(old, new, longer)
    # Structs that began to use reserved bytes or grew: layout.txt has judged them, abidiff takes either for a change.
    used = [*sorted(longer)] + [row.split()[1].split(".")[0] for row in old if reserved(row) and new.get(row) != old[row]]
    suppressions = folder / "reserved.ini"
    suppressions.write_text("".join(f"[suppress_type]\n  name = {name}\n" for name in used))
    report = run(
        "abidiff",
        "--suppressions",
        suppressions,
        "--no-added-syms",
        record / "libpress.abi",
        library(headers, versions, folder),
        accept=ABI_CHANGE | ABI_INCOMPATIBLE,
    )
    if report.returncode:
        changes.append(report.stdout.strip())
    known = set(re.findall(r"elf-symbol name='(\w+)'", (record / "libpress.abi").read_text()))
    return changes, additions + [name for name in headers.functions if name not in known]


def write(headers: Headers, versions: Path, record: Path, folder: Path) -> None:
    made = library(headers, versions, folder)
    run(
        "abidw",
        "--no-corpus-path",
        "--no-comp-dir-path",
        "--no-show-locs",
        "--type-id-style",
        "hash",
        "--out-file",
        record / "libpress.abi",
        made,
    )
    rows = [f"{name} {value}" for name, value in layout(headers, folder).items()]
    recorded, since, _ = read(record / "layout.txt")
    since = since if recorded == node(versions) else headers.version
    head = [
        "# Written by `make abi`. The version node, and the version that it began with. Then for "
        + ", ".join(TARGETS)
        + ": constants, sizes of types, offset+size of members; keys of a config.",
        f"node {node(versions)} {since}",
    ]
    (record / "layout.txt").write_text("\n".join(head + rows) + "\n")


def write_symbols(headers: Headers, versions: Path) -> None:
    """The symbols file of the Debian package: since when each function is there."""
    path = ROOT / "packaging" / "debian" / "libpress1.symbols"
    head = [line for line in path.read_text().splitlines() if not line.startswith(" ")]
    have = dict(line.split() for line in path.read_text().splitlines() if line.startswith(" "))
    now = node(versions)
    names = [f"{now}@{now}", *(f"{name}@{now}" for name in sorted(headers.functions))]
    path.write_text("\n".join(head + [f" {name} {have.get(name, headers.version)}" for name in names]) + "\n")


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("command", choices=["check", "record"])
    arguments.add_argument("--include", type=Path, default=ROOT / "include")
    arguments.add_argument("--map", type=Path, default=ROOT / "Sources" / "PressABI" / "press.map")
    arguments.add_argument("--record", type=Path, default=ROOT / "Tests" / "abi")
    arguments.add_argument("--changelog", type=Path, default=ROOT / "CHANGELOG.md")
    arguments.add_argument("--so", type=Path)
    given = arguments.parse_args()
    headers = Headers(given.include)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        changes, additions = judge(headers, given.map, given.record, folder)
        changes += shipped(given.so, headers, given.map) if given.so else []
        _, since, _ = read(given.record / "layout.txt")
        if changes:
            print("abi: what was recorded for programs that are built already has changed:", *changes, sep="\n")
        if changes and Changelog(given.changelog).released_since(since):
            print(
                "abi: REFUSED: it is released. Keep it as it was; or, where it must change, give press.map a new "
                "node and the Makefile a new SOVERSION."
            )
            return 1
        if changes and given.command == "check":
            print("abi: REFUSED: no version of it is released yet; if the change is meant, `make abi` records it.")
            return 1
        if given.command == "record":
            write(headers, given.map, given.record, folder)
            if given.record == ROOT / "Tests" / "abi":
                write_symbols(headers, given.map)
            print(f"abi: recorded, {len(changes)} changed, {len(additions)} new")
            return 0
    print(
        f"abi: as recorded, for {len(headers.functions)} functions, {len(headers.structs)} structs, "
        f"{len(headers.constants)} constants, {len(TARGETS)} processors"
    )
    if additions:
        print("abi: not recorded yet (make abi):", ", ".join(additions))
        if Changelog(given.changelog).complete or additions[0].startswith("version node"):
            print("abi: REFUSED: what is released is recorded completely")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
