"""Who may change things: the one who has the token. Everybody else sees the page only."""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass

LEAST_OF_A_TOKEN = 8
"""Characters."""
MOST_OF_A_TOKEN = 200


@dataclass(frozen=True)
class Grant:
    """What one viewer may do."""

    viewer: int
    may_change: bool


class Refused(Exception):
    """A change was not made; the words say why."""


class Rights:
    """One token for a page; a viewer that shows it may change things."""

    def __init__(self, token: str | None = None) -> None:
        """None: a new one that nobody can guess. Raises Refused: too short, too long, or not of plain characters."""
        self.token = secrets.token_urlsafe(16) if token is None else token
        is_plain = self.token.isascii() and all(one.isalnum() or one in "-_" for one in self.token)
        if not (is_plain and LEAST_OF_A_TOKEN <= len(self.token) <= MOST_OF_A_TOKEN):
            raise Refused(f"a token has {LEAST_OF_A_TOKEN} to {MOST_OF_A_TOKEN} letters, digits, - and _")
        self._last = 0

    def fits(self, token: str | None) -> bool:
        """It is the token; how long the answer takes does not depend on how much of it is right."""
        return isinstance(token, str) and hmac.compare_digest(token.encode(errors="replace"), self.token.encode())

    def grant(self, token: str | None) -> Grant:
        """To a new viewer."""
        self._last += 1
        return Grant(self._last, self.fits(token))
