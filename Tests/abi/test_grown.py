"""A program that was built against this library runs with a later one: a copy of the tree grows by a member in every struct that grows,
as docs/design/abi.md says that they grow, and by an event; the tests of C that were built against this library pass with it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import contract  # noqa: E402

TESTS = ROOT / "Tests" / "PressABITests"
SUPPORT = [TESTS / "support.c"]
# Tests of the sizes of structs, which grow here; and the test that compiles the headers itself.
APART = {"test_sizes", "test_checks", "test_headers", "test_base", "test_places"}
# Tests that say how much something takes today, or that a struct is no longer than today.
TODAY = (
    "one_contact_with_preview_alone_is_small",
    "bad_configs_and_sensors_are_refused",
    "storage_for_capacities_of_ones_own_is_enough_and_not_much_more",
)
FRESH = "uint32_t fresh[2]; /* 0 */"
MORE = 8


def sized():
    """Structs that grow at their end: with a size, and not within another."""
    structs = contract.read().structs
    within = {field.type.base for one in structs.values() for field in one.fields if not field.type.depth}
    return [name for name, one in structs.items() if one.fields[0].name == "size" and name not in within]


def replaced(path, old, new, count=1):
    text, done = re.subn(old, new, path.read_text(), flags=re.S)
    assert done == count or count is None and done, f"{old} is {done} times in {path}"
    path.write_text(text)


def grow(tree):
    headers = list((tree / "include" / "press").glob("*.h"))
    for name in sized():
        header = next(one for one in headers if f"}} {name};" in one.read_text())
        replaced(header, rf"\}} {name};", f"  {FRESH}\n}} {name};")
        # The old function goes on writing the shorter struct, and the new one has another name.
        replaced(header, rf"(PRESS_API void {name}_init)(\([^)]*\);)\n", rf"\1\2\n\1_2\2\n#define {name}_init {name}_init_2\n")
    replaced(tree / "include/press/event.h", r"(  PRESS_EVENT_DRAG_FORBIDDEN +=)", r"  PRESS_EVENT_FRESH = 140, /* something new {contact} */\n\1")
    replaced(tree / "include/press/base.h", r"(VERSION_MINOR) \d+", r"\1 99")
    grow_inits(tree)
    # The least accepted size of a struct is its size in the first version.
    numbers = tree / "Sources/PressCore/Numbers/Structs.swift"
    replaced(numbers, r"from minimum: Int = MemoryLayout<T>\.size", rf"from minimum: Int = MemoryLayout<T>.size &- {MORE}", 3)
    replaced(
        tree / "Sources/PressCore/Engine/Engine+Contacts.swift",
        r"( +)deliver\(EventType\.contactBegan, slot\)\n",
        r"\1deliver(EventType.contactBegan, slot)\n\1if state.maxTargets == 7 { deliver(140, slot) }\n",
    )


def grow_inits(tree):
    """As the header has them: the function of the old name, written for the struct of the first version."""
    left = set(sized())
    for path in (tree / "Sources" / "PressABI").rglob("*.swift"):
        text = path.read_text()
        for name in sorted(left):
            begins = re.search(rf'@implementation @_cdecl\("{name}_init"\)\npublic func {name}_init\(_ (\w+):', text)
            if not begins:
                continue
            left.remove(name)
            text = text.replace(f'"{name}_init")', f'"{name}_init_2")').replace(f"func {name}_init(", f"func {name}_init_2(")
            text += f"""
@implementation @_cdecl("{name}_init")
public func {name}_init(_ given: UnsafeMutablePointer<{name}>?) {{
  guard let given else {{ return }}
  var full = {name}()
  {name}_init_2(&full)
  given.pointee.size = UInt32(truncatingIfNeeded: MemoryLayout<{name}>.size &- {MORE})
  Sized.write(&full, to: given)
}}
"""
        path.write_text(text)
    assert not left, left
    # Swift does not see what headers define: its own calls have the new names.
    calls = re.compile(rf"(?<!func )\b({'|'.join(sized())})_init\(&")
    for path in (tree / "Sources").rglob("*.swift"):
        path.write_text(calls.sub(r"\1_init_2(&", path.read_text()))


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """The folder of the library that has grown."""
    tree = tmp_path_factory.mktemp("grown")
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, files):
        if name.split("/")[0] in ("Sources", "include", "contract", "make", "packaging", "Tests", "Makefile", "Package.swift"):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name, follow_symlinks=False)
    grow(tree)
    environment = {one: value for one, value in os.environ.items() if one not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    done = subprocess.run(["make", "library"], cwd=tree, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return tree / "build"


def built(out, source, folder, *more):
    """Against the headers of this tree, linked with what is in the folder."""
    command = ["cc", "-O1", "-std=c11", "-w", "-I", ROOT / "include", source, *more, "-o", out]
    subprocess.run([*map(str, command), f"-L{folder}", "-lpress", "-lcmocka", "-lm", f"-Wl,-rpath,{folder}"], check=True)
    return out


def ran(program, folder, check=False):
    """Runs with the library in the folder, whatever library make names."""
    environment = os.environ | {"LD_LIBRARY_PATH": str(folder)}
    return subprocess.run([program], env=environment, capture_output=True, text=True, check=check)


def test_no_struct_that_grows_ends_in_padding():
    """On none of the processors of the record."""
    structs = contract.read().structs
    rows = re.findall(r"^(?:size|member) (\S+) (.*)", (ROOT / "Tests" / "abi" / "layout.txt").read_text(), re.M)
    ends = {name: [eval(one) for one in places.split()] for name, places in rows}
    assert not [name for name in sized() if ends[name] != ends[f"{name}.{structs[name].fields[-1].name}"]]


@pytest.mark.parametrize("source", sorted(one for one in TESTS.glob("test_*.c") if one.stem not in APART), ids=lambda one: one.stem)
def test_what_was_built_before_runs_with_it(grown, tmp_path, source):
    program = built(tmp_path / source.stem, source, grown, *SUPPORT)
    done = ran(program, grown)
    failed = set(re.findall(r"^\[  FAILED  \] (\w+)$", done.stdout + done.stderr, re.M)) - set(TODAY)
    assert not failed and done.returncode >= 0, (done.stdout + done.stderr)[-3000:]


def test_a_program_passes_over_an_event_that_it_does_not_know(grown, tmp_path):
    said = [ran(built(tmp_path / "older", ROOT / "Tests/abi/older.c", folder), folder, check=True).stdout for folder in (ROOT / "build", grown)]
    now, later = (dict(reversed(one.split(" ")) for one in text.strip().split(", ")) for text in said)
    assert now["unknown"] == "0" and later["unknown"] == "1"
    assert now["known"] == later["known"] and now["samples"] == later["samples"]
    assert int(later["lines"]) == int(now["lines"]) + 1
