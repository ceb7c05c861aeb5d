"""docs/conformance.md and a page for each of Apple's documents: what it says, where it is in the library, and which test pins it.

    python3 Tests/style/conformance.py          # checks
    python3 Tests/style/conformance.py write    # writes the pages

Made of the tables in statements.md and of tags in the tests: a comment `conforms: preview-07, preview-08` just above a test.
Wrong are: a statement without a tag and without a reason, a tag that names no statement or stands above no test, a name that the
headers do not declare, and pages that differ from what would be made.
"""

import pathlib
import re
import sys
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).parents[2]
STATEMENTS = ROOT / "Tests" / "style" / "statements.md"
PAGE = ROOT / "docs" / "conformance.md"
FOLDER = PAGE.with_suffix("")
HEADERS = [ROOT / "include" / "press.h", *sorted((ROOT / "include" / "press").glob("*.h"))]
TESTS = (
    "Tests/PressABITests/*.c",
    "Tests/PressCoreTests/**/*.swift",
    "Tests/pressd/*.py",
    "Tests/scenarios/*.txt",
    "Tests/examples/*.py",
    "bindings/python/tests/*.py",
    "bindings/js/tests/*.js",
)

TAG = re.compile(r"\s*(?:/\*|#|//) conforms: (.+?)(?: \*/)?$")
TEST = re.compile(
    r"TEST(?:_AFTER\(\w+, |_WITH\(|\()(?P<c>\w+)[,)]|(?:async )?def test_(?P<python>\w+)|test\([\"`](?P<js>[^\"`]+)"
    r"|func test_?(?P<swift>\w+)|func `(?P<sentence>[^`]+)`|^## (?P<scenario>.+)"
)
PASSED_OVER = re.compile(r"\s*(@|/\*.*\*/$|//|#)")  # what may stand between a tag and its test

HOLDS = ""
# For each kind: whether it must, may or must not have a test, and how the page counts it.
KINDS = {
    HOLDS: ("must", "hold"),
    "in part": ("must", "in part"),
    "program": ("may", "for the program"),
    "not here": ("not", "not here"),
    "open": ("not", "open"),
}


@dataclass
class Statement:
    id: str
    text: str
    where: str
    kind: str
    why: str
    tests: list[tuple[str, str]] = field(default_factory=list)  # file, sentence


@dataclass
class Document:
    name: str
    title: str
    address: str
    statements: list[Statement]


def documents():
    """The documents of statements.md, and what is wrong there."""
    found, wrong, name = [], [], ""
    for number, line in enumerate(STATEMENTS.read_text().splitlines(), 1):
        if head := re.fullmatch(r"## (\w+): (.+)", line):
            name = head[1]
            found.append(Document(name, head[2], "", []))
        elif found and re.fullmatch(r"<https://\S+>(, <https://\S+>)*", line):
            found[-1].address = line
        elif row := re.fullmatch(r"\| (\d\d) \| (.+?) \| (.*?) ?\| (.*?) ?\|", line):
            kind, _, why = row[4].partition(": ")
            statement = Statement(f"{name}-{row[1]}", row[2], row[3], kind, why)
            found[-1].statements.append(statement)
            if int(row[1]) != len(found[-1].statements):
                wrong.append(f"{STATEMENTS.name}:{number}: {statement.id} is out of order")
            if kind not in KINDS or bool(kind) != bool(why):
                wrong.append(f"{STATEMENTS.name}:{number}: {statement.id}: {row[4]!r} is none of {', '.join(filter(None, KINDS))} with a reason")
        elif found and line.startswith("| ") and not line.startswith("| | "):
            wrong.append(f"{STATEMENTS.name}:{number}: no row of a statement: {line[:60]}")
    return found, wrong


def sentence(test):
    """The name of a test as a sentence: without the row that some begin with."""
    return re.sub(r"^[a-g]\d+_(?:and_[a-g]\d+_)?", "", test).replace("_", " ")


def test_below(lines, at):
    """The name of the test that the tag in line `at` stands above; None: there is none."""
    for line in lines[at + 1 :]:
        if test := TEST.search(line):
            return sentence(next(filter(None, test.groups())))
        if not PASSED_OVER.match(line):
            return None
    return None


def tags():
    """File, line, test (None: none) and the statements of each tag."""
    for path in sorted({path for pattern in TESTS for path in ROOT.glob(pattern)}):
        lines = path.read_text().splitlines()
        for at, line in enumerate(lines):
            if tag := TAG.match(line):
                yield path.relative_to(ROOT).as_posix(), at + 1, test_below(lines, at), re.split(r", *", tag[1])


def give_tests(statements):
    """Gives every statement the tests that are tagged with it."""
    for path, line, test, names in tags():
        if test is None:
            yield f"{path}:{line}: no test below the tag"
            continue
        for name in names:
            if name not in statements:
                yield f"{path}:{line}: no statement {name}"
            elif (path, test) in statements[name].tests:
                yield f"{path}:{line}: {name} twice"
            else:
                statements[name].tests.append((path, test))


def is_declared(name, words):
    parts = name.split(".")
    return all(part in words or f"PRESS_EVENT_{part.upper()}" in words for part in parts)


def unfounded(statements):
    """Statements without a test or a reason, and names that nothing has."""
    words = {word for path in HEADERS for word in re.findall(r"\w+", re.sub(r"/\*.*?\*/", " ", path.read_text(), flags=re.S))}
    for one in statements.values():
        tests = KINDS[one.kind][0]
        if tests == "must" and not one.tests:
            yield f"{one.id}: no test is tagged with it, and no reason is given: {one.text}"
        if tests == "must" and not one.where:
            yield f"{one.id}: where is it in the library? {one.text}"
        if tests == "not" and one.tests:
            yield f"{one.id}: {one.kind!r}, and yet there is a test: {one.tests[0][1]}"
        for name in re.findall(r"`(\w[\w.]*)`", one.where):
            if not is_declared(name, words):
                yield f"{one.id}: the headers have no {name}"


MADE = "<!-- Written by `make conformance` from Tests/style/statements.md and the tags in the tests. -->"
HEAD = f"""# Conformance

{MADE}

The preview, peeks, transitions, drags, pinches and levels of libpress follow six documents of Apple. Each document has a page, with a row for
each requirement: the statement in our words, the names in the library, and the tests that pin it. `make test-style` fails when a statement has
neither a test nor a reason. [Interactions](interactions.md) explains how they work, and [coming from](coming-from.md) lists the changes to a
program that was written for another toolkit.

| document | page | |
|---|---|---|
"""


def counted(statements):
    count = {kind: sum(one.kind == kind for one in statements) for kind in KINDS}
    return f"{len(statements)} statements: " + ", ".join(f"{count[kind]} {words}" for kind, (_, words) in KINDS.items() if count[kind])


def row(one):
    where = one.where
    if one.kind:
        where += f"{'. ' if where else ''}**{one.kind.capitalize()}**: {one.why}"
    tests = "; ".join(f"[{test}](../../{path})" for path, test in one.tests)
    return f"| {one.id.partition('-')[2]} | {one.text} | {where} | {tests} |"


def pages(found):
    """The index, and a page of each document."""
    rows = "".join(f"| {one.title} | [{one.name}]({FOLDER.name}/{one.name}.md) | {counted(one.statements)} |\n" for one in found)
    made = {PAGE: f"{HEAD}{rows}\n{counted([one for document in found for one in document.statements])}.\n"}
    for document in found:
        text = f"# {document.title}\n\n{MADE}\n\n{document.address}\n\n{counted(document.statements)}.\n\n"
        text += "| | statement | in libpress | pinned by |\n|---|---|---|---|\n"
        made[FOLDER / f"{document.name}.md"] = text + "\n".join(row(one) for one in document.statements) + "\n"
    return made


def main(command):
    found, wrong = documents()
    if wrong:  # nothing else can be judged
        print("\n".join(wrong))
        return 1
    statements = {one.id: one for document in found for one in document.statements}
    wrong = [*give_tests(statements), *unfounded(statements)]
    made, there = pages(found), {PAGE, *FOLDER.glob("*.md")}
    if command == "write":
        FOLDER.mkdir(exist_ok=True)
        for path in there - made.keys():
            path.unlink()
        for path, text in made.items():
            path.write_text(text)
    else:
        differ = [path for path in there | made.keys() if path not in there or path.read_text() != made.get(path)]
        wrong += [f"{path.relative_to(ROOT)} is not what would be made: make conformance" for path in sorted(differ)]
    print("\n".join(wrong) or f"conformance: {counted(list(statements.values()))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["write"]):
        sys.exit(__doc__)
    sys.exit(main(*(sys.argv[1:] or ["check"])))
