"""Enums of what a newer library may deliver."""

from __future__ import annotations

from enum import IntEnum
from typing import Self


class OpenEnum(IntEnum):
    """An unknown number is a member, too: `UNKNOWN_99`. So `event.type.name` works with every library."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_, member._value_ = f"UNKNOWN_{value}", value
        return member
