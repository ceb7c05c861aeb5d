"""What the C headers declare, read from their text, so that nothing new can be forgotten."""

import re
from dataclasses import dataclass
from pathlib import Path

INCLUDE = Path(__file__).resolve().parents[3] / "include"
HEADERS = sorted((INCLUDE / "press").glob("*.h"))


@dataclass(frozen=True)
class Function:
    name: str
    result: str
    arguments: tuple[str, ...]


def _split(text: str) -> list[str]:
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [" ".join(part.split()) for part in parts]


def _text() -> str:
    text = "\n".join(path.read_text() for path in HEADERS)
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def _code() -> str:
    return re.sub(r"^#.*$", "", _text(), flags=re.M)


def constants() -> list[str]:
    """Every enumerator, and every macro that is a number."""
    names = [
        name
        for body in re.findall(r"enum\s*\{(.*?)\}", _text(), re.S)
        for name in re.findall(r"\bPRESS_\w+\s*(?==)", body)
    ]
    macros = re.findall(r"^#define (PRESS_\w+)[ \t]+([^\n]+)", _text(), re.M)
    return [n.strip() for n in names] + [name for name, value in macros if name != "PRESS_API" and value[0] != "{"]


def curves() -> dict[str, list[str]]:
    """The macros that are timing curves: what stands between their braces."""
    return {name: _split(body) for name, body in re.findall(r"^#define PRESS_CURVE_(\w+)\s+\{ (.*) \}$", _text(), re.M)}


def structs() -> dict[str, list[str]]:
    """The fields of every struct, in order."""
    found = {}
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", _code(), re.S):
        fields: list[str] = []
        for declaration in filter(str.strip, body.split(";")):
            if pointer := re.search(r"\(\*(\w+)\)", declaration):
                fields.append(pointer[1])
            else:
                fields += [re.search(r"(\w+)\s*(\[\w+\])?\s*$", part)[1] for part in declaration.split(",")]
        found[name] = fields
    return found


def _type(declaration: str) -> str:
    """The type of an argument: its declaration without the name."""
    return re.sub(r"\s*(\*+)\s*", r"\1", re.sub(r"\w+$", "", declaration)).replace("const ", "").strip()


def functions() -> dict[str, Function]:
    """Every function that is exported."""
    found = {}
    for result, name, arguments in re.findall(r"PRESS_API\s+([^;()]*?)(\w+)\(([^)]*)\);", _code(), re.S):
        parts = [] if arguments.strip() == "void" else [_type(part) for part in _split(arguments)]
        found[name] = Function(name, _type(" ".join(result.split()) + " x"), tuple(parts))
    return found
