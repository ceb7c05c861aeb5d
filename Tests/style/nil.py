"""Swift 6.3 answers `f() == nil` wrongly where it is a value, not the condition of a statement, and f gives an optional of a structure of two
pointers from an unspecialised generic of another module, or file by file of another file: the nil stands in the first word only, and the
comparison looks at both. `if`, `guard`, `while`, `where` and `map { ... } ?? ...` are right, so one of these stands there instead. Looked at are
the structures of pointers that Sources declares, where they are made or given as optionals.

    python3 Tests/style/nil.py [FILE...]
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[2]
STRUCT = re.compile(r"^( *)(?:package |private |fileprivate )*struct (\w+)[^\n{]*\{\n(.*?)^\1\}", re.M | re.S)
FIELD = re.compile(r"^ +(?:package |private |fileprivate |private\(set\) )*(?:let|var) (\w+(?:, \w+)*): ([\w<>.?]+)[^{\n]*$", re.M)
POINTER = re.compile(r"Unsafe\w*Pointer(?:<.*>)?\??|OpaquePointer\??|Engine")
STATEMENT = re.compile(r"(?:^|[}{;]\s*)(?:else\s+)?(?:if|guard|while)\b|\bwhere\b")


def code(line):
    """Without comments and texts."""
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', line).partition("//")[0]


def pairs(texts):
    """Structures of a pointer and more."""
    found = set()
    for text in texts:
        for _, name, body in STRUCT.findall(text):
            fields = [(one, kind) for names, kind in FIELD.findall(body) for one in names.split(", ")]
            if len(fields) >= 2 and POINTER.match(fields[0][1]):
                found.add(name)
    return found


def givers(texts, names):
    """What gives an optional of one: its failable initialiser, functions and properties."""
    kinds = "|".join(sorted(names))
    given = re.compile(rf"\bfunc (\w+)[^\n]*-> (?:{kinds})\?|\bvar (\w+): (?:{kinds})\?")
    return names | {one for text in texts for two in given.findall(text) for one in two if one}


def values(text, names):
    """Numbers of the lines where such an optional is compared with nil as a value."""
    compared = re.compile(rf"\b(?:{'|'.join(sorted(names))})(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?[?]? [!=]= nil\b")
    for number, raw in enumerate(text.splitlines(), 1):
        line = code(raw)
        for one in compared.finditer(line):
            before = line[: one.start()]
            statements = list(STATEMENT.finditer(before.strip()))
            rest = before.strip()[statements[-1].end() :] if statements else before
            # Behind the block of a statement, or within parentheses, the comparison is a value all the same.
            if not statements or "{" in rest or rest.count("(") > rest.count(")"):
                yield number
                break


def main():
    sources = sorted(path for folder in ("Sources", "Tests", "examples") for path in (ROOT / folder).rglob("*.swift") if ".build" not in path.parts)
    texts = [path.read_text() for path in sources]
    names = givers(texts, pairs(texts))
    paths = [pathlib.Path(one).resolve() for one in sys.argv[1:]] or sources
    wrong = [
        f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{number}" for path in paths for number in values(path.read_text(), names)
    ]
    for one in wrong:
        print(f"{one}: an optional of two pointers, compared with nil as a value: Swift 6.3 may answer wrongly (Tests/style/nil.py)")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
