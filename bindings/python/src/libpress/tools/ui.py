"""What people see and answer: findings, steps, questions; or JSON lines."""

from __future__ import annotations

import json
import sys
import textwrap
from typing import Any

from rich.console import Console
from rich.text import Text

from .lines import plain
from .problem import USAGE, Problem

_STYLES = {"ok": "green", "warn": "yellow", "fail": "bold red"}


def console(is_error: bool = False) -> Console:
    """Of stdout, or stderr. Colour only where it is a terminal and NO_COLOR is not set; rich sees to that."""
    return Console(stderr=is_error, highlight=False, emoji=False, soft_wrap=True)


class Ui:
    """Steps and findings of a guided command. With `as_json` these are lines of JSON, and the steps go to stderr."""

    def __init__(self, as_json: bool = False, yes: bool = False) -> None:
        self.as_json, self.yes = as_json, yes
        self.out = console()
        self.steps = console(is_error=True) if as_json else self.out
        self._drawn = False

    @property
    def width(self) -> int:
        return max(self.out.width, 20)

    def line(self, text: str = "", style: str = "") -> None:
        """A paragraph, as wide as the terminal."""
        self.wipe()
        for row in textwrap.wrap(plain(text), self.width) or [""]:
            self.steps.print(Text(row, style=style))

    def step(self, text: str) -> None:
        """What to do now."""
        self.line(text, "bold")

    def result(self, result: str, check: str, text: str, advice: str = "") -> None:
        """A finding: `ok  zero  untouched 0.0 uS`, and below it what to do."""
        self.wipe()
        head = f"{result:<5}"
        indent = " " * (20 if self.width >= 60 else 6)
        first = f"{check:<15}" if self.width >= 60 else f"{check}: "
        rows = textwrap.wrap(plain(first + text), self.width - len(head), subsequent_indent=indent[len(head) :]) or [""]
        self.out.print(Text.assemble((head, _STYLES[result]), rows[0]))
        for row in rows[1:]:
            self.out.print(Text(" " * len(head) + row))
        for row in textwrap.wrap(plain(advice), self.width, initial_indent=indent + "-> ", subsequent_indent=indent + "   "):
            self.out.print(Text(row, style=_STYLES[result]))

    def json(self, **fields: Any) -> None:
        print(json.dumps(fields), flush=True)

    def meter(self, number: float, full: float, unit: str = "N") -> None:
        """A number of now, in one line that is drawn again and again."""
        if not self.steps.is_terminal or self.steps.is_dumb_terminal:
            return
        room = self.width - 18
        cells = min(max(round(number / full * room), 0), room)
        self.steps.file.write(f"\r{number:6.2f} {unit:<8} {bar(self.steps) * cells}\x1b[K")
        self.steps.file.flush()
        self._drawn = True

    def wipe(self) -> None:
        """Takes the meter away."""
        if self._drawn:
            self.steps.file.write("\r\x1b[K")
            self._drawn = False

    def ready(self) -> None:
        """Until Enter is pressed. Raises Problem: nobody can answer."""
        self.ask("Press Enter when it is so. ")

    def ask(self, question: str) -> str:
        """A line from the keyboard. Raises Problem: nobody can answer."""
        self.wipe()
        if not sys.stdin.isatty():
            raise Problem(USAGE, f'nobody can answer "{question.strip()}": stdin is no terminal; give --yes and --masses')
        self.steps.file.write(question)
        self.steps.file.flush()
        answer = sys.stdin.readline()
        if not answer:
            raise Problem(USAGE, f'no answer to "{question.strip()}"')
        return answer.strip()


def bar(where: Console) -> str:
    """A full cell of a bar, where the terminal can show it."""
    return "█" if (where.encoding or "").lower().startswith("utf") else "#"
