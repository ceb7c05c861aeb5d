"""Words for the logger "libpress". Who has not imported logging has set up none, and need not wait for its import."""

from __future__ import annotations

import sys

INFO, WARNING = 20, 30


def log(level: int, words: str) -> None:
    """One line of the log."""
    if (logging := sys.modules.get("logging")) is not None:
        logging.getLogger("libpress").log(level, "%s", words)
