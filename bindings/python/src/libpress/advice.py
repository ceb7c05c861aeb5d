"""What to do about a fault of a sensor, in one sentence: for programs that show it to people."""

from __future__ import annotations

from ._advice import of_fault

__all__ = ["of_fault"]
