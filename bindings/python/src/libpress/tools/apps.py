"""Commands of other distributions: entry points of the group `libpress.commands`, each a command of click."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

import click

from .install import APPS, to_install_app
from .problem import UNAVAILABLE, Problem

GROUP = "libpress.commands"
WORDS = {
    "bridge": "Carries events to MQTT with Home Assistant, OSC, MIDI, or keys: those that are named, or all of the config.",
    "fleet": "Many boards at one MQTT broker: who is there, how they are, a profile for all.",
    "page": "Shows forces, levels and events in a browser, where levels are dragged; checks, calibrates, records, replays.",
    "study": "Judges settings over many recordings: what each costs in presses that are missed, split, late.",
}
"""The first paragraph of the help of those that the project has: so the list imports none of them."""


def installed() -> dict[str, EntryPoint]:
    """By the name of the command."""
    return {one.name: one for one in entry_points(group=GROUP)}


def listed() -> dict[str, str]:
    """The words of each command: of the project's own, and of what else is installed."""
    here = installed()
    own = {name: words if name in here else f"Not installed: libpress-{APPS[name]}. {words}" for name, words in WORDS.items()}
    for name, one in here.items():
        if name not in WORDS:
            try:
                own[name] = _loaded(one).get_short_help_str(100)
            except Problem as problem:
                own[name] = str(problem)
    return own


def command(name: str) -> click.Command | None:
    """The command of this name; None: there is none. Raises Problem where a distribution of the project is not installed."""
    if (one := installed().get(name)) is not None:
        return _loaded(one)
    if name in APPS:
        raise Problem(UNAVAILABLE, to_install_app(name))
    return None


def _loaded(one: EntryPoint) -> click.Command:
    try:
        found = one.load()
    except (ImportError, AttributeError) as problem:
        raise Problem(UNAVAILABLE, f"{one.name}: {one.value} cannot be imported: {problem}") from problem
    if not isinstance(found, click.Command):
        raise Problem(UNAVAILABLE, f"{one.name}: {one.value} is no command of click")
    return found
