"""Checks that what README.md and SECURITY.md claim has a test: Tests/style/claims.md says which.

    python3 Tests/style/claims.py

- The words of each row stand in the document; each test, file and command that it names exists.
- Each paragraph and each row of a table of the two documents has a claim there, but for rows that name their commands themselves.
- Each command and file that the two documents name exists, and each that docs/map.md names.
- Each row of "What is promised" in docs/api/promises.md ends with tests, files or commands that exist.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
CLAIMS = ROOT / "Tests/style/claims.md"
DOCUMENTS = ("README.md", "SECURITY.md")
RULES = [ROOT / "Makefile", *(ROOT / "make").glob("*.mk"), *(ROOT / "packaging").glob("*.mk")]


def targets():
    found = set()
    for path in RULES:
        for line in path.read_text().replace("\\\n", " ").splitlines():
            if rule := re.match(r"([\w\- %.]+?):(?!=)", line):
                found.update(rule[1].split())
            elif line.startswith(".PHONY:"):
                found.update(line.split()[1:])
    return found


def plain(text):
    return re.sub(r"\s+", " ", text)


def missing(named, commands):
    """Returns the tests, files and commands in backquotes that do not exist."""
    for one in re.findall(r"`([^`]+)`", named):
        if one.startswith("make "):
            for word in one.split()[1:]:
                if "=" not in word and word not in commands:
                    yield f"there is no {one}"
            continue
        path, _, test = one.partition("::")
        if not (ROOT / path).exists():
            yield f"there is no {path}"
        elif test and not re.search(rf"(def |TEST\(){test}\b", (ROOT / path).read_text()):
            yield f"{path} has no test {test}"


def parts(text):
    """Paragraphs and rows of tables, with the number of the first line; neither headings nor code."""
    text = re.sub(r"^```.*?^```$", lambda code: "\n" * code[0].count("\n"), text, flags=re.M | re.S)
    line = 1
    for block in re.split(r"(\n{2,})", text):
        rows = block.splitlines() if block.startswith("|") else [block]
        for at, row in enumerate(rows):
            if row.strip() and not row.startswith("#") and not re.fullmatch(r"\|[-| ]+", row) and not (block.startswith("|") and at == 0):
                yield line + at, plain(row)
        line += block.count("\n")


def main():
    commands, wrong, count = targets(), [], 0
    sections = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", CLAIMS.read_text(), re.M | re.S))
    for name in DOCUMENTS:
        text = (ROOT / name).read_text()
        rows = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in sections[name].splitlines() if row.startswith("| ")][1:]
        claims = [plain(words) for words, _ in rows]
        for words, named in rows:
            count += 1
            if plain(words) not in plain(text):
                wrong.append(f"{name} does not say: {words}")
            if named != "no claim" and "`" not in named:
                wrong.append(f"{CLAIMS.name}: no test of: {words}")
            wrong += [f"{CLAIMS.name}: {words}: {what}" for what in missing(named, commands)]
        for line, part in parts(text):
            # A row of "What was tried" ends with its command.
            own = re.findall(r"`(?:make [^`]+|Tests/[^`]+)`", part.split(" | ")[-1]) if part.startswith("|") and name == "SECURITY.md" else []
            if not own and not any(claim in part for claim in claims):
                wrong.append(f"{name}:{line}: {CLAIMS.name} has no claim of this: {part[:80]}")
        named = " ".join(re.findall(r"`(?:make [^`]+|(?:Tests|Sources)/[^`*]+)`", text))
        wrong += [f"{name}: {what}" for what in missing(named, commands)]
    # The map of the house for people who are new.
    places = re.findall(r"`((?:Sources|Tests|bindings|docs|include|packaging)/[^`*]+)`", (ROOT / "docs/map.md").read_text())
    wrong += [f"docs/map.md: there is no {one}" for one in places if not (ROOT / one).exists()]
    promised = re.search(r"^# What is promised\n\n.*\n\n((?:\|.*\n)+)", (ROOT / "docs/api/promises.md").read_text(), re.M)[1].splitlines()[2:]
    for row in promised:
        named = row.strip("| ").split(" | ")[-1]
        wrong += [f"docs/api/promises.md: {what}" for what in missing(named, commands)]
        if "`" not in named:
            wrong.append(f"docs/api/promises.md: no test of: {row}")
    print("\n".join(wrong) or f"claims: {count} of {' and '.join(DOCUMENTS)}, {len(promised)} of docs/api/promises.md, each with its test")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
