"""Names of C for functions of Swift: Engine.feed(_:count:) is Engine_feed."""

from __future__ import annotations

import re
import subprocess


def demangled(names: list[str]) -> dict[str, str]:
    """What each symbol is called in Swift; names of C stay."""
    swift = [name for name in names if name.startswith("$")]
    done = subprocess.run(["swift-demangle", "--compact", "--simplified"], input="\n".join(swift) + "\n", capture_output=True, text=True, check=True)
    return {name: name for name in names} | dict(zip(swift, done.stdout.splitlines(), strict=True) if swift else ())


def identifier(text: str) -> str:
    text = re.sub(r"^(generic |function signature )*specialization .*? of ", "", text)
    text = re.sub(r"\b(specialized|merged|static|closure #\d+|implicit|in|protocol witness for|thunk for|of|default argument \d+) ", "", text)
    before = text
    while (text := re.sub(r"<[^<>]*>|\([^()]*\)", "", before)) != before:
        before = text
    text = re.sub(r" (->|throws|where|async) .*| in .*| : .*", "", text)
    return re.sub(r"\W+", "_", text).strip("_")[:60] or "function"


class Names:
    """One name for each thing, never the same twice."""

    def __init__(self, taken: list[str]) -> None:
        self.taken = set(taken)

    def make(self, text: str) -> str:
        base = name = identifier(text)
        if re.fullmatch(r"[a-z]+\d*", base):  # it could be a word of C, or a function of its library
            base = name = f"{base}_of_swift"
        count = 1
        while name in self.taken:
            count += 1
            name = f"{base}_{count}"
        self.taken.add(name)
        return name
