"""The keys of a config of pressd, as the library lists them."""

from __future__ import annotations

from ctypes import byref
from functools import cache
from typing import NamedTuple

from ._config import default
from .generated import _raw


class Key(NamedTuple):
    """What a key takes."""

    kind: int
    """PRESS_SETUP_KIND_WHOLE and on."""
    accepted: str
    """As sentences say it."""
    words: tuple[str, ...]
    is_of_profile: bool
    """The profile of a person may have it."""
    most: int
    """How many of its section there may be."""
    least: int
    """The least number; of a word that of the first."""


@cache
def sections() -> dict[str, dict[str, Key]]:
    """By section the keys."""
    found: dict[str, dict[str, Key]] = {}
    raw = default(_raw.press_setup_key)
    while _raw.press_setup_key_get(sum(map(len, found.values())), byref(raw)) == 0:
        words = tuple(raw.words.decode().split(",")) if raw.words else ()
        is_of_profile = bool(raw.flags & _raw.PRESS_SETUP_FLAG_OF_PROFILE)
        key = Key(raw.kind, raw.accepted.decode(), words, is_of_profile, raw.sections, raw.least)
        found.setdefault(raw.section.decode(), {})[raw.name.decode()] = key
    return found


def most(section: str) -> int:
    """How many of a section there may be."""
    return next(iter(sections()[section].values())).most


@cache
def of_profile() -> dict[str, tuple[str, ...]]:
    """By section the keys that the profile of a person may have."""
    found = {section: tuple(name for name, key in keys.items() if key.is_of_profile) for section, keys in sections().items()}
    return {section: names for section, names in found.items() if names}
