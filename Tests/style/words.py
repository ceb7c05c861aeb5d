"""Checks that all text uses the words of docs/glossary.md: none of the table "We say, and we do not say" that stands under "not".

    python3 Tests/style/words.py

Words are looked for in comments, strings and documents, and as parts of names (`tellsTwice`, `is_told`).
"""

import pathlib
import re
import sys

from check import held

ROOT = pathlib.Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
TABLE = "## We say, and we do not say"
# Recordings are others' text, licences too.
ELSEWHERE = re.compile(r"^Tests/recordings/|^Tests/style/words\.py$|^LICENSE$|\.svg$")
PICTURE = re.compile(r"data:image/\w+;base64,[\w+/=]+")
# Places where the word is right: fixed names, and the plain sense for persons.
RIGHT = re.compile(
    r"PRESS_CONFIG_TELL_MOVED|tell_?moved"  # an option of the ABI
    r"|search\.tell\("  # of Optuna
    r"|wanted_[xy]"  # fields of the ABI
    r"|WantedBy|Wants=|\.target\.wants"  # systemd
    r"|\btells? (\w+ ){0,3}apart|\btold apart"
    r"|\b(people|persons?|you|we|I) (\w+ )?want|as you want",
    re.I,
)


def words():
    """The words to avoid, each with its replacement."""
    rows = GLOSSARY.read_text().partition(TABLE)[2].splitlines()
    table = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| ")][1:]
    return {word.strip(): said for said, not_said, _ in table for word in not_said.split(",")}


def wrong(name, text, instead):
    finder = re.compile("|".join(sorted(instead, key=len, reverse=True)), re.I)
    for number, line in enumerate(PICTURE.sub("", text).splitlines(), 1):
        if not finder.search(line):
            continue
        # Split a name at underscores, and between a small letter and a capital.
        plain = re.sub(r"([a-z0-9])(?=[A-Z])", r"\1 ", RIGHT.sub("", line).replace("_", " "))
        for found in re.findall(r"[A-Za-z]+", plain):
            if found.lower() in instead:
                yield f'{name}:{number}: "{found}": we say {instead[found.lower()]}: {line.strip()[:120]}'


def main():
    instead = words()
    if len(instead) < 10:
        print(f"words: {GLOSSARY.name} has no table of words")
        return 1
    found, count = [], 0
    for name in held():
        path = ROOT / name
        if ELSEWHERE.search(name):
            continue
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        count += 1
        if path == GLOSSARY:
            text = text.partition(TABLE)[0]
        if path != pathlib.Path(__file__):
            found += wrong(name, text, instead)
    print("\n".join(found) or f"words: {count} files, none with a word that we do not say")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
