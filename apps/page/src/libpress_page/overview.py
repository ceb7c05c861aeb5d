"""All pads of a page in one small text: every viewer sees them beside the one that it looks at."""

from __future__ import annotations

from typing import Any

from .live import text
from .session import Session


class Overview:
    """What each pad reads now, its levels, and what is wrong with it."""

    def __init__(self, sessions: list[Session]) -> None:
        self.sessions = sessions
        self.text = ""
        self.number = 0
        """Grows with each text that differs."""
        self._levels: dict[str, tuple[Any, dict[str, Any]]] = {}

    def renew(self) -> None:
        """Nothing, where there is one pad."""
        if len(self.sessions) < 2:
            return
        new = text({"pads": [self._of(session) for session in self.sessions]})
        if new != self.text:
            self.text = new
            self.number += 1

    def _of(self, session: Session) -> dict[str, Any]:
        with session.lock:
            live = session.live
            return {"force": round(live.now, 2), "phase": live.phase.name, "wrong": session.status or live.wrong, **self._levels_of(session)}

    def _levels_of(self, session: Session) -> dict[str, Any]:
        """Computed again where the config is another one."""
        config = session.settings.config
        known = self._levels.get(session.name)
        if known is None or known[0] is not config:
            levels = session.levels()
            known = self._levels[session.name] = config, {"levels": [one["newtons"] for one in levels["rows"]], "full": levels["full"]}
        return known[1]
