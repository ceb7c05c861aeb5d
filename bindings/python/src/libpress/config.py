"""The config of pressd, for programs that show, write or change it: its sections and keys, a reader, and values as they are written. The
library has the rules and the words of each key."""

from __future__ import annotations

from ._config_file import COMMENT, Changes, Place, called, edited, place_of
from ._config_keys import Key, of_profile, sections
from ._config_parts import KINDS, Config
from ._config_values import time, value, whole, written
from ._config_wiring import LOAD_CELL

__all__ = [
    "COMMENT",
    "KINDS",
    "LOAD_CELL",
    "Changes",
    "Config",
    "Key",
    "Place",
    "called",
    "edited",
    "of_profile",
    "place_of",
    "sections",
    "time",
    "value",
    "whole",
    "written",
]
