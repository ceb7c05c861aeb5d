"""Levels that stand in an order: how far each may go beside the others, as the other side sets them one by one."""

from __future__ import annotations

from collections.abc import Mapping

ORDER = (
    ("release_force", "touch_force"),
    ("zero_force", "full_force"),
    ("preview_pressure", "commit_pressure"),
    ("commit_pressure", "complete_pressure"),
)
"""The first is at most the second; zero_force is below full_force."""


def bounds(key: str, levels: Mapping[str, float], least: float, most: float, step: float) -> tuple[float, float] | None:
    """The range that its neighbours allow, from `least` to `most`; it always contains the current value. None: it cannot move."""
    now = levels.get(key, least)
    least, most = min(least, now), max(most, now)
    for lower, upper in ORDER:
        if key == upper and lower in levels:
            above = levels[lower] + (step if lower == "zero_force" else 0)
            least = max(least, min(above, now))
        most = min(most, levels.get(upper, most)) if key == lower else most
    return (least, most) if least < most else None


def contradiction(key: str, text: str, levels: Mapping[str, float]) -> str:
    """Why it cannot be so, beside which level, and what to do first; empty: no other level is in its way."""
    try:
        value = float(text)
    except ValueError:
        return ""
    for lower, upper in ORDER:
        has_room = lower == "zero_force"
        if key == upper and lower in levels and (value < levels[lower] or (has_room and value == levels[lower])):
            return _sentence(key, text, "above" if has_room else "at least", lower, levels, "lower")
        if key == lower and upper in levels and value > levels[upper]:
            return _sentence(key, text, "at most", upper, levels, "raise")
    return ""


def _sentence(key: str, text: str, must: str, other: str, levels: Mapping[str, float], first: str) -> str:
    unit = " N" if key.endswith("_force") else ""
    return f"{key} cannot be {text}{unit}: it must be {must} {other}, which is {levels[other]:g}{unit}; {first} {other} first"
