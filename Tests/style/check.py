"""Checks the shape of the sources: no file longer than 600 lines, no function longer than 60, no two folders of the core, or of
pressd, that need each other, no interaction that reaches into the state of the engine. What `make contract` makes may be longer. And that
git holds no file that a compiler made: none that is not text, but for pictures and what fuzzers begin with.

    python3 Tests/style/check.py
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]
MOST_LINES, MOST_OF_A_FUNCTION = 600, 60
MADE = "`make contract`"
NOT_TEXT = re.compile(r"\.webp$|^Tests/fuzz/corpus/|^Tests/setup/cases\.txt$")
MODULES = ("PressCore", "PressSetup", "pressd")
FUNCTION = re.compile(r"^( *)(?:@[\w()\"]+ )*(?:(?:package|private|fileprivate|static|mutating|nonmutating|override) )*(?:func|init\??)\b")
STRING = re.compile(r'"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"')
TYPE = re.compile(r"^(?:package )?(?:struct|enum|protocol) (\w+)", re.M)


def sources():
    return {path: path.read_text() for path in sorted((ROOT / "Sources").glob("[Pp]ress*/**/*.swift"))}


def functions(text):
    """First line, number of lines and name of each."""
    lines = text.splitlines()
    for first, line in enumerate(lines):
        found = FUNCTION.match(line)
        if not found:
            continue
        last = first
        if not line.rstrip().endswith(("{", "(")):
            continue  # a requirement of a protocol, or of one line
        while not lines[last].startswith(f"{found[1]}}}"):
            last += 1
        yield first + 1, last - first + 1, line.strip()


def too_long(texts):
    for path, text in texts.items():
        if MADE in text[:400]:
            continue
        name = path.relative_to(ROOT)
        if text.count("\n") > MOST_LINES:
            yield f"{name}: {text.count(chr(10))} lines, at most {MOST_LINES}"
        for first, count, what in functions(text):
            if count > MOST_OF_A_FUNCTION:
                yield f"{name}:{first}: a function of {count} lines, at most {MOST_OF_A_FUNCTION}: {what}"


def needs(texts, module):
    """Which folder of a module names a type of which other one, and where. What is generated belongs to all of them."""
    top = ROOT / "Sources" / module
    files = {path: (path.relative_to(top).parts[0], text) for path, text in texts.items() if path.is_relative_to(top)}
    homes = {name: folder for folder, text in files.values() for name in TYPE.findall(text)}
    found = {}
    for path, (folder, text) in files.items():
        # Keep only the interpolations of a string.
        code = STRING.sub(lambda string: " ".join(re.findall(r"\\\(([^)]*)", string[0])), re.sub(r"//.*", "", text))
        for name in sorted(set(re.findall(r"\b[A-Z]\w+\b", code)) & homes.keys()):
            if homes[name] != folder and "generated" not in (folder, homes[name]):
                found.setdefault((folder, homes[name]), f"{path.name} names {name}")
    return found


def circles(found):
    """Each folder that can be reached from itself, with the way."""
    after = {}
    for a, b in found:
        after.setdefault(a, set()).add(b)
    for start in sorted(after):
        ways = [[start]]
        while ways:
            way = ways.pop()
            for step in sorted(after.get(way[-1], ())):
                if step == start:
                    steps = [*way, start]
                    yield ", ".join(f"{a} -> {b} ({found[a, b]})" for a, b in zip(steps, steps[1:]))
                elif step not in way:
                    ways.append([*way, step])


def reached_into(texts):
    """Lines of interactions that read or change what is the engine's own; they ask it (the end of Attachments.swift)."""
    for path, text in texts.items():
        if "Interactions" in path.parts:
            for number, line in enumerate(text.splitlines(), 1):
                if found := re.search(r"\bengine\.(state|contactSlots|memory)\b", line):
                    yield f"{path.relative_to(ROOT)}:{number}: {found[0]}: an interaction asks the engine, and does not reach into it"


def held():
    """The names of the files that git holds and that are there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def made():
    for name in held():
        if not NOT_TEXT.search(name) and b"\0" in (ROOT / name).read_bytes():
            yield f"{name}: git holds it, and it is no text"


CONFLICT = re.compile(rb"^(<{7}|>{7}) ", re.M)


def conflicts():
    """Files with what git writes where two changes meet."""
    for name in held():
        content = (ROOT / name).read_bytes()
        if found := CONFLICT.search(content):
            line = content.count(b"\n", 0, found.start()) + 1
            yield f"{name}:{line}: a conflict that was not resolved"


def main():
    texts = sources()
    wrong = [
        *made(),
        *conflicts(),
        *too_long(texts),
        *reached_into(texts),
        *(f"{module}: folders in a circle: {way}" for module in MODULES for way in circles(needs(texts, module))),
    ]
    print("\n".join(wrong) or f"style: {len(texts)} files, as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
