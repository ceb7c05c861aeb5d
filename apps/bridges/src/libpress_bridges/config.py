"""The config of bridges: sections and keys of docs/bridges/config.md."""

from __future__ import annotations

import os
import re
import socket
import stat
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from libpress.config import COMMENT, value, whole
from libpress.files import read_text
from libpress.tools.problem import CONFIG, NO_PERMISSION, USAGE, Problem, cannot_read

from .generated._keys import KEYS

KINDS = tuple(section for section in KEYS if section != "bridge")


def _read(form: tuple[Any, ...], text: str) -> Any:
    """None: it is not accepted."""
    kind, *rest = form
    if kind == "word":
        return text if text in rest[0] else None
    if kind == "orNone":
        return -1 if text == "none" else whole(text, *rest)
    if kind == "numbers":
        numbers = [] if text == "none" else [whole(word, *rest) for word in text.split()]
        return None if None in numbers or (not numbers and text != "none") else numbers
    return value(form, text)


_SENT = "of characters that MQTT takes: no control characters, no halves of surrogates, no U+FFFE and the like"


def _can_be_sent(text: str) -> bool:
    """A broker ends the connection where a topic has another character."""
    codes = [ord(one) for one in text]
    return not any(unicodedata.category(one) in ("Cc", "Cs") for one in text) and not any(
        code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF for code in codes
    )


def wrong_name(name: str) -> str:
    """Why no board can be called so; empty: it can."""
    if not name or re.search(r"[/+#*\s?,{}\[\]]", name):
        return "stands in topics and addresses: no / + # * ? , braces or blanks"
    return "" if _can_be_sent(name) else f"must be {_SENT}"


def _default(section: str, key: str) -> Any:
    form, text, _ = KEYS[section][key]
    if text == "none" and form[0] in ("text", "path"):
        return ""
    return _read(form, text)


class Bridges:
    """What the file and --set say."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self._values: dict[str, dict[str, Any]] = {}
        self._lines: dict[tuple[str, str], int] = {}

    @classmethod
    def load(cls, path: str | os.PathLike[str] | None, kinds: Iterable[str] = (), settings: Iterable[str] = ()) -> Bridges:
        """`kinds`: these only, with their defaults where they have no section. Raises Problem, which names file and line."""
        self = cls()
        if path is not None:
            self.path = Path(path)
            try:
                text = read_text(self.path)
            except OSError as problem:
                raise cannot_read(path, problem) from problem
            self._parse(text)
        for setting in settings:
            name, _, text = setting.partition("=")
            section, _, key = name.partition(".")
            try:
                self._set(section.strip(), key.strip(), text.strip(), 0)
            except ValueError as wrong:
                raise Problem(USAGE, f"--set {setting}: {wrong}") from None
        asked = list(kinds)
        for kind in asked:
            self._values.setdefault(kind, {})
        if asked:
            self._values = {kind: keys for kind, keys in self._values.items() if kind in (*asked, "bridge")}
        return self

    @staticmethod
    def has(section: str) -> bool:
        """It is a section of this file, not of the config of pressd."""
        return section in KEYS

    def _parse(self, text: str) -> None:
        section = ""
        for number, raw in enumerate(text.split("\n"), 1):
            line = COMMENT.sub("", raw.rstrip("\r")).strip()
            if not line:
                continue
            try:
                if heading := re.fullmatch(r"\[\s*(.*?)\s*\]", line):
                    section = self._section(heading[1])
                    continue
                key, equals, words = line.partition("=")
                if not equals or not key.strip():
                    raise ValueError("neither [section] nor key = value")
                if not section:
                    raise ValueError(f"a key before the first section; there are {', '.join(KEYS)}")
                self._set(section, key.strip(), words.strip(), number)
            except ValueError as wrong:
                raise Problem(CONFIG, f"{self.path}:{number}: {wrong}") from None

    def _section(self, name: str) -> str:
        if name not in KEYS:
            raise ValueError(f'no section "{name}"; there are {", ".join(KEYS)}')
        self._values.setdefault(name, {})
        return name

    def _set(self, section: str, key: str, text: str, line: int) -> None:
        keys = KEYS[self._section(section)]
        if key not in keys:
            raise ValueError(f'no key "{key}" in [{section}]; there are {", ".join(keys)}')
        if line and (section, key) in self._lines:
            raise ValueError(f"{section}.{key} is given twice: it stands in line {self._lines[section, key]} already")
        form, _, accepted = keys[key]
        found = _read(form, text)
        if found is None or text == "":
            raise ValueError(f"{section}.{key}: it must be {accepted}")
        self._values[section][key] = "" if text == "none" and form[0] in ("text", "path") else found
        self._lines[section, key] = line

    def require_some(self) -> None:
        """Raises Problem: there is nothing to bridge to."""
        if not self.kinds:
            words = f"nothing to bridge to: name some of {', '.join(KINDS)}, or give --bridges a file with such sections"
            raise Problem(USAGE if self.path is None else CONFIG, words)

    @property
    def kinds(self) -> list[str]:
        return [kind for kind in KINDS if kind in self._values]

    def get(self, section: str, key: str) -> Any:
        """Times are microseconds; a text that was not given is ""; a number that is none is -1."""
        return self._values.get(section, {}).get(key, _default(section, key))

    def seconds(self, section: str, key: str) -> float:
        return float(self.get(section, key)) / 1e6

    def wrong(self, section: str, key: str, words: str) -> Problem:
        line = self._lines.get((section, key), 0)
        if line:
            return Problem(CONFIG, f"{self.path}:{line}: {words}")
        return Problem(CONFIG, words if words.startswith(f"{section}.{key}") else f"{section}.{key}: {words}")

    def topic(self, key: str) -> str:
        """`topic` or `discovery` of [mqtt], with which topics begin; empty: no discovery. Raises Problem, which says the rule."""
        text = str(self.get("mqtt", key))
        rules = {
            "a topic: what is published needs one": text == "" and key == "topic",
            "without the wildcards + and #": bool(set(text) & set("+#")),
            "without an empty level: no / first or last, and no //": text != "" and "" in text.split("/"),
            "without $ at its beginning, which is for topics of the broker's own": text.startswith("$"),
            _SENT: not _can_be_sent(text),
        }
        for rule, is_broken in rules.items():
            if is_broken:
                raise self.wrong("mqtt", key, f"mqtt.{key} {text!r}: it must be {rule}")
        return text

    @property
    def name(self) -> str:
        """Of the board. Raises Problem."""
        name = str(self.get("bridge", "name") or re.sub(r"[/+#* ]", "-", socket.gethostname()) or "board")
        if words := wrong_name(name):
            raise self.wrong("bridge", "name", f"bridge.name {name!r} {words}")
        return name

    def password(self) -> str | None:
        """Of [mqtt]; None: there is none. Raises Problem, which does not show it."""
        path, variable = self.get("mqtt", "password_file"), self.get("mqtt", "password_env")
        if path and variable:
            raise self.wrong("mqtt", "password_env", "mqtt.password_file and mqtt.password_env exclude each other")
        if (path or variable) and not self.get("mqtt", "user"):
            raise self.wrong("mqtt", "user", "a password requires mqtt.user")
        if variable:
            if (found := os.environ.get(variable)) is None:
                raise self.wrong("mqtt", "password_env", f"the environment has no variable {variable}")
            return found
        return _secret(path) if path else None


def _secret(path: str) -> str:
    """The first line of a file that nobody else may read."""
    try:
        with open(path, encoding="utf-8") as file:
            if os.fstat(file.fileno()).st_mode & (stat.S_IROTH | stat.S_IWOTH):
                raise Problem(NO_PERMISSION, f"{path}: everybody may read this password: chmod 600 {path}")
            return file.readline().rstrip("\r\n")
    except UnicodeDecodeError:
        raise Problem(CONFIG, f"{path}: a password must be UTF-8") from None
    except OSError as problem:
        raise cannot_read(path, problem) from problem
