"""`libpress study`: what is asked for on the command line."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click
from libpress.tools.install import to_install
from libpress.tools.options import number
from libpress.tools.problem import OK, UNAVAILABLE, USAGE, Problem
from libpress.tools.ui import Ui

REQUIRED = ("numpy", "pyarrow", "dask", "distributed", "optuna", "matplotlib")


def _require() -> None:
    if missing := next((name for name in REQUIRED if find_spec(name) is None), None):
        raise Problem(UNAVAILABLE, f"study requires {missing}: {to_install('libpress-study')}")


@click.group()
def study() -> None:
    """Judges settings over many recordings: what each costs in presses that are missed, split, late."""


@study.command()
@click.argument("folder")
@click.option("--count", metavar="N", default="1000", callback=number(1, 1_000_000, "1 to 1000000"), help="How many: 1000.")
@click.option("--seed", metavar="N", default="1", callback=number(0, 1 << 62, "a whole number from 0"), help="Of the simulation.")
def make(folder: str, count: int, seed: int) -> int:
    """Makes recordings of simulated fingers in FOLDER, with their truth and their circuits."""
    _require()
    from .make import make

    path, ui = Path(folder), Ui()
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise Problem(USAGE, f"{folder}: it is there already, and not an empty folder; take another name")
    make(path, count, seed, ui.step)
    ui.line(f"{folder}: {count} recordings")
    return OK


@study.command()
@click.argument("file")
@click.option("--output", metavar="FOLDER", help="The results. Default: FILE with .study in place of its ending.")
@click.option("--scheduler", metavar="WHERE", default="processes", help="processes (the default), threads, or a cluster: tcp://HOST:PORT.")
@click.option("--workers", metavar="N", callback=number(1, 4096, "1 to 4096"), help="Processes or threads. Default: one a core.")
def run(file: str, output: str | None, scheduler: str, workers: int | None) -> int:
    """Runs the study of FILE, or goes on with it, and writes its report."""
    _require()
    from . import parts, report
    from .plan import read
    from .running import Study, client_of
    from .search import everything

    ui, plan = Ui(), read(file)
    folder = Path(output) if output else Path(file).with_suffix(".study")
    try:
        one = Study(plan, folder, ui.step)
        with one.opened():
            with client_of(scheduler, workers) as client:
                found = everything(one, client)
            parts.save(folder / "settings.parquet", parts.settings_table(found.settings))
            parts.save(folder / "results.parquet", found.table.select(parts.RESULTS))
            parts.save(folder / "times.parquet", found.table.select(parts.TIMES))
            verdict = report.write(folder)
    except KeyboardInterrupt:
        raise Problem(130, f"stopped; the same command goes on with what is in {folder}") from None
    ui.line(f"{len(one.files)} recordings, {len(found.settings)} settings; {one.made} parts made, {one.kept} were there")
    for line in verdict:
        ui.line(line)
    ui.line(f"{folder / 'report.html'}")
    return OK


@study.command("report")
@click.argument("folder")
def report_again(folder: str) -> int:
    """Writes the report of a study that was run again."""
    _require()
    from . import report

    ui = Ui()
    for line in report.write(Path(folder)):
        ui.line(line)
    return OK
