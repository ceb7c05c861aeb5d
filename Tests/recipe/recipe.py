"""Executes the recipes of docs/design/adding.md: into a copy of the tree come a made-up interaction, setting, converter and output, and everything that
lists such things has to follow.

    recipe.py FOLDER    copies the tree there, adds them, builds, and runs `everywhere.py` and tests of the copy
    recipe.py --check   only says which lines that `insertions.txt` names the tree does not have

A recipe is a folder here: its files are new ones of the tree, `insertions.txt` says what comes into others. A line `=== FILE`, then `behind LINE`,
`before LINE` or `instead of LINE`, then what comes there; with `within START` the line is the one that begins so, and the text a part of it. Files that
are made by `make contract`, `make abi` and `PIN=1` are not counted.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Files by hand, at most.
MOST = {"squeeze": 8, "setting": 3, "converter": 4, "output": 5}


def insert(text: str, block: str, path: str) -> str:
    """The text with what a block says."""
    head, _, body = block.partition("\n")
    part = None
    if head.startswith("within "):
        part, (head, _, body) = head.removeprefix("within "), body.partition("\n")
    how, anchor = re.fullmatch(r"(behind|before|instead of) (.*)", head).groups()
    if part:
        (line,) = [one for one in text.split("\n") if one.startswith(part)]
        assert line.count(anchor) == 1, f"{path}: not once in its line: {anchor}"
        return text.replace(line, line.replace(anchor, body.rstrip("\n")))
    lines = text.split("\n")
    # Columns are set by the tools that keep the form of code.
    at = [i for i, line in enumerate(lines) if line.split() == anchor.split()]
    if not at:
        raise LookupError(f"{path} has no line: {anchor}")
    # Take the first match: `### Added` is below each version.
    at = at[0]
    new = body.removesuffix("\n").split("\n")
    lines[at : at + 1] = {"behind": [lines[at], *new], "before": [*new, lines[at]], "instead of": new}[how]
    return "\n".join(lines)


def blocks(recipe: str) -> Iterator[tuple[str, str]]:
    """Each file that a recipe inserts into, and what it inserts where."""
    for block in (HERE / recipe / "insertions.txt").read_text().split("=== ")[1:]:
        path, _, block = block.partition("\n")
        yield path, block


def check() -> list[str]:
    """Returns the names in the recipes that the tree does not have."""
    texts: dict[str, str] = {}
    wrong = []
    for recipe in MOST:
        for path, block in blocks(recipe):
            try:
                texts[path] = insert(texts.get(path) or (ROOT / path).read_text(), block, path)
            except (LookupError, ValueError, OSError, AssertionError) as problem:
                wrong.append(f"Tests/recipe/{recipe}/insertions.txt: {problem}")
    return wrong


def apply(recipe: str, tree: pathlib.Path) -> set[str]:
    """Adds what a recipe has; returns the files that it touches."""
    folder = HERE / recipe
    touched = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()} - {"insertions.txt"}
    for name in touched:
        assert not (tree / name).exists(), f"{name} is there already"
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / name, tree / name)
    for path, block in blocks(recipe):
        (tree / path).write_text(insert((tree / path).read_text(), block, path))
        touched.add(path)
    return touched


def copy(tree: pathlib.Path) -> None:
    shutil.rmtree(tree, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)


def run(tree: pathlib.Path, what: str, *command: str) -> None:
    start = time.monotonic()
    log = tree / "build" / "recipe.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("wb") as out:
        done = subprocess.run(command, cwd=tree, stdout=out, stderr=subprocess.STDOUT, env=environment(tree))
    if done.returncode:
        sys.exit(f"{log.read_text(errors='replace')[-6000:]}\nrecipe: {what}: FAILED")
    print(f"recipe: {what}: {time.monotonic() - start:.0f} s", flush=True)


def environment(tree: pathlib.Path) -> dict[str, str]:
    own = {
        "LIBPRESS_LIBRARY": f"{tree}/build/libpress.so.1",
        "PYTHONPATH": ":".join(f"{tree}/{one}/src" for one in ("bindings/python", "apps/page", "apps/study", "apps/bridges")),
        "PRESSD": f"{tree}/build/pressd",
        "LIBPRESS_PLAY": f"{tree}/build/play",
    }
    return os.environ | own | {"PYTHONDONTWRITEBYTECODE": "1"}


def main(folder: str) -> None:
    tree = pathlib.Path(folder).resolve()
    copy(tree)
    for recipe, most in MOST.items():
        touched = apply(recipe, tree)
        print(f"recipe: {recipe}: {len(touched)} files by hand, at most {most}")
        if len(touched) > most:
            sys.exit("\n".join(["recipe: too many:", *sorted(touched)]))
    python, pytest = sys.executable, [sys.executable, "-m", "pytest", "-q", "-x"]
    run(tree, "contract", python, "-B", "-m", "contract", "write")
    run(tree, "the documents and the shape of the sources", "sh", "-ec", "for one in check names; do python3 -B Tests/style/$one.py; done")
    run(tree, "library and pressd", "make", "lib")
    run(tree, "JavaScript", "make", "build/js/package.json")
    run(tree, "the table of converters", "env", "PIN=1", *pytest, "Tests/pressd/test_converters.py", "-k", "table_of_the_documents")
    run(tree, "everywhere", python, str(HERE / "everywhere.py"))
    run(tree, "C", "sh", "-ec", C_TESTS)
    run(tree, "the contract of the copy", *pytest, "Tests/contract")
    run(tree, "pressd", *pytest, *(f"Tests/pressd/test_{one}.py" for one in ("contract", "tally", "setup", "converters")))
    run(tree, "Python", *pytest, *(f"bindings/python/tests/test_{one}.py" for one in ("shape", "config_cases", "named")))
    run(tree, "scenarios", *pytest, "Tests/scenarios", "-k", "squeeze")


C_TESTS = """
for one in checks sizes event; do
  gcc -O2 -std=c11 -Iinclude -o build/test_$one Tests/PressABITests/test_$one.c Tests/PressABITests/support.c build/libpress.a -lcmocka -lm
  build/test_$one
done
g++ -std=c++17 -Wall -Wextra -Werror -Iinclude -o build/test_cpp Tests/recipe/squeeze.cpp build/libpress.a
build/test_cpp
gcc -O2 -std=c11 -Iinclude -o build/fuzz_sequences Tests/fuzz/fuzz_sequences.c build/libpress.a
build/fuzz_sequences 20000 1
gcc -O2 -std=c11 -Iinclude -o build/play Tests/scenarios/play.c build/libpress.a
"""

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--check":
        sys.exit("\n".join(check()) or print("recipe: the tree has every line that the recipes name"))
    main(sys.argv[1])
