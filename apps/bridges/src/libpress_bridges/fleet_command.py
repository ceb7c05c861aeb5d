"""`libpress fleet`: many boards at one broker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
from libpress.files import read_file
from libpress.tools.lines import plain
from libpress.tools.options import duration, number, with_options
from libpress.tools.problem import OK, UNAVAILABLE, USAGE, Problem, cannot_read
from libpress.tools.ui import Ui
from rich.table import Table
from rich.text import Text

from . import load as loading
from .config import Bridges, wrong_name
from .fleet import Board, Fleet, matching

MOST_CHARACTERS = 200
"""Of what a board says of itself in a table."""
_BROKER = (
    click.option("--bridges", metavar="FILE", help="The config of the bridges: [mqtt] names the broker."),
    click.option("--set", "settings", multiple=True, metavar="SECTION.KEY=VALUE", help="One value of it."),
)


def _open(bridges: str | None, settings: tuple[str, ...]) -> Bridges:
    return Bridges.load(bridges, ["mqtt"], settings)


@click.group()
def fleet() -> None:
    """Many boards at one MQTT broker: who is there, how they are, a profile for all."""


@fleet.command("list")
@with_options(*_BROKER)
@click.option("--wait", "wait_us", metavar="SECONDS", default="2", callback=duration, help="How long at most: 2.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines.")
def listing(bridges: str | None, settings: tuple[str, ...], wait_us: int, as_json: bool) -> int:
    """Lists boards with their rates, faults and lateness."""
    with Fleet(_open(bridges, settings)) as boards:
        found = boards.gather(wait_us / 1e6)
    ui = Ui(as_json)
    if as_json:
        for board in found:
            ui.json(name=board.name, online=board.is_online, health=board.health, settings=board.settings)
        return OK
    ui.out.print(_table(found))
    ui.line(f"{sum(board.is_online for board in found)} of {len(found)} boards are online.", "bold")
    return OK


def _table(boards: Iterable[Board]) -> Table:
    """What the boards say of themselves, as text: nothing of it is markup, or does anything to a terminal."""
    table = Table("board", "", "readings/s", "late, worst", "faults", "events", "profile", box=None, pad_edge=False)
    for board in boards:
        table.add_row(*(Text(plain(cell)) for cell in _row(board)))
    return table


def _row(board: Board) -> list[str]:
    health: dict[str, Any] = board.health

    def text(key: str) -> str:
        return str(health[key])[:MOST_CHARACTERS] if key in health else "-"

    worst, sensors = health.get("late_worst_us"), health.get("faults")
    late = f"{worst / 1000:.1f} ms" if isinstance(worst, int | float) and abs(worst) < 1 << 63 else "-"
    faults = ", ".join(f"sensor {one}" for one in sensors)[:MOST_CHARACTERS] if isinstance(sensors, list) and sensors else "none"
    state = "online" if board.is_online else "offline"
    return [board.name, state, text("frames_per_second"), late, faults, text("events"), str(board.settings.get("profile") or "-")[:MOST_CHARACTERS]]


@fleet.command()
@click.argument("file")
@with_options(*_BROKER)
@click.option("--to", "names", multiple=True, metavar="NAME", help="A board; may be repeated. Default: all that are online.")
@click.option("--wait", "wait_us", metavar="SECONDS", default="5", callback=duration, help="For the answers: 5.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines.")
def push(file: str, bridges: str | None, settings: tuple[str, ...], names: tuple[str, ...], wait_us: int, as_json: bool) -> int:
    """Sends the profile of a person to boards. Each answers: accepted, or refused and why."""
    try:
        text = read_file(file).decode(errors="replace")
    except OSError as problem:
        raise cannot_read(file, problem) from problem
    for name in names:
        if words := wrong_name(name):
            raise Problem(USAGE, f"--to {name!r}: it {words}")
    ui = Ui(as_json)
    with Fleet(_open(bridges, settings)) as boards:
        asked = matching(boards.gather(), names, ui.line)
        if not asked:
            raise Problem(UNAVAILABLE, "no board is online")
        found = boards.push(text, asked, wait_us / 1e6)
    for one in found:
        if as_json:
            ui.json(name=one.name, result=one.result, why=one.why)
        else:
            ui.result("ok" if one.result == "accepted" else "fail", one.name, one.result + (f": {one.why}" if one.why else ""))
    return OK if all(one.result == "accepted" for one in found) else UNAVAILABLE


@fleet.command()
@with_options(*_BROKER)
@click.option("--boards", metavar="N", default="50", callback=number(1, 10000, "boards, 1 to 10000"), help="How many: 50.")
@click.option("--rate", metavar="HZ", default="5", callback=number(1, 100, "events a second of each, 1 to 100"), help="5.")
@click.option("--duration", "duration_us", metavar="SECONDS", default="5", callback=duration, help="How long: 5.")
@click.option("--state", "has_state", is_flag=True, help="Publish the state, too, each time that it changes.")
@click.option("--reader-port", metavar="PORT", callback=number(1, 65535, "a port"), help="Of the reader's broker, if another.")
@click.option("--broker-pid", "brokers", metavar="PID", multiple=True, type=int, help="A broker here, whose cost counts.")
def load(
    bridges: str | None,
    settings: tuple[str, ...],
    boards: int,
    rate: int,
    duration_us: int,
    has_state: bool,
    reader_port: int | None,
    brokers: tuple[int, ...],
) -> int:
    """Simulates boards at the broker: what gets lost, and what an event costs. Not for a broker that others use."""
    config, seconds = _open(bridges, settings), duration_us / 1e6
    other = _open(bridges, (*settings, f"mqtt.port={reader_port}")) if reader_port else None
    found = loading.run(config, boards, rate, seconds, has_state=has_state, reader_at=other, brokers=brokers)
    for line in found.lines():
        print(line)
    return OK if not found.lost else UNAVAILABLE
