"""What the commands do."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

from .._config_wiring import LOAD_CELL
from ..simulation import SimulatedFinger
from . import calibrate as calibrating
from . import collect as collecting
from . import crosstalk as listening
from . import look as looking
from . import monitor as monitoring
from . import plot as plotting
from .check import Check, lacking, open_or_report
from .config import refuse_to_destroy, write_edited
from .feel import asked
from .machine import Found
from .problem import CANNOT_CREATE, OK, UNAVAILABLE, USAGE, Problem, Stopped
from .progress import Progress, put
from .run import Run, lines_to
from .screen import Screen
from .setup import Setup, setup_of
from .simulated import SimulatedBus
from .sources import Converters
from .trace import Recording, Trace
from .ui import Ui


class Shown:
    """The checks, in the terminal or as JSON lines."""

    def __init__(self, ui: Ui, full: float, live: bool) -> None:
        self.ui, self.full, self.live = ui, full, live

    def step(self, name: str, sensor: int | None) -> None:
        if self.live:
            self.ui.step(asked(name, sensor))

    def found(self, found: Found) -> None:
        if self.ui.as_json:
            fields = {"finding": found.name, "check": found.check, "result": found.result, "sensor": found.sensor}
            self.ui.json(**fields, found=found.words, do=found.advice)
        else:
            which = "" if found.sensor is None else f"sensor {found.sensor}: "
            self.ui.result(found.result, found.check, which + found.words, found.advice)

    def force(self, newtons: float) -> None:
        if self.live:
            self.ui.meter(newtons, self.full)


def check(yes: bool, as_json: bool, **given: Any) -> int:
    """Finds what is wrong, from the bus to the release of a press.

    First nothing may touch the sensor for two seconds; then it is to be pressed hard, and let go.
    """
    setup = setup_of(given)
    ui = Ui(as_json, yes)
    is_live = setup.kind != "trace"
    trace = None if is_live else setup.trace(invert=False)  # that is for the check to find
    checks = Check(setup.config, Shown(ui, 10.0, is_live), recorded=not is_live)
    if trace is not None:
        if lacks := lacking(trace, setup.config):
            raise Problem(UNAVAILABLE, f"{trace.name}: {lacks}")
        checks.run(trace)
    else:
        bus = open_or_report(checks, setup.node, setup.bus)
        source = checks.converters(setup.node, bus, given.get("rate") or setup.given["rate"]) if bus is not None else None
        if source is not None:
            if not yes and sys.stdin.isatty() and setup.kind == "bus":
                ui.ask("Take your hand off the sensor, then press Enter. ")
            checks.run(source)
            source.close()
    return _summary(ui, checks)


def _summary(ui: Ui, checks: Check) -> int:
    counts = {result: sum(found.result == result for found in checks.findings) for result in ("ok", "warn", "fail")}
    if ui.as_json:
        ui.json(result="fail" if counts["fail"] else "warn" if counts["warn"] else "ok", **counts, code=checks.failed)
    elif counts["fail"] or counts["warn"]:
        ui.line(f"{counts['ok']} ok, {counts['warn']} warnings, {counts['fail']} failed.", "bold")
    else:
        ui.line(f"All {counts['ok']} checks are ok.", "bold")
    return checks.failed


def calibrate(yes: bool, as_json: bool, output: str | None, force: bool, which: int, wait_us: int, crosstalk: bool, **given: Any) -> int:
    """Makes a calibration from masses, or a kitchen scale; writes it, and the section of the config that takes it."""
    masses, readings = given.pop("masses"), given.pop("readings")
    setup = setup_of(given | {"trace": None, "calibrates": True})
    config = setup.config
    ui = Ui(as_json, yes)
    if crosstalk:
        if masses or readings or which:
            raise Problem(USAGE, "--crosstalk asks for hits: --masses, --reading and --sensor do not go with it")
        return _crosstalk(setup, ui, Path(output or "pads.crosstalk"), force)
    if which >= config.count("sensor"):
        raise Problem(USAGE, f"--sensor {which}: the config has {config.count('sensor')}, counted from 0")
    path = Path(output or "sensor.cal")
    refuse_to_destroy(path, [*config.reads_besides_calibrations, *(text.partition("=")[2] for text in readings)])
    if path.suffix == ".conf" and config.path is None:
        raise Problem(CANNOT_CREATE, f"{path}: the config that takes the calibration gets this name; take another --output")
    for one in {path, config.path or path.with_suffix(".conf")} - {config.path}:
        calibrating.refuse_to_replace(one, force)
    if readings:
        if masses or setup.given["simulated"] or setup.given["bus"]:
            raise Problem(USAGE, "--reading says what was measured before: --masses, --bus and --simulated do not go with it")
        measured = [calibrating.reading_of(text, config, which) for text in readings]
    else:
        measured = _measure(setup, ui, which, wait_us, masses)
    found = calibrating.fit(config.sensor(which), measured, wait_us)
    is_load_cell = config.model(config.wire(which)[0]) == LOAD_CELL
    calibrating.show(ui, found, is_load_cell)
    target = calibrating.write(config, which, found, path, force)
    if as_json:
        _calibrated(ui, found, path, target, None if is_load_cell else found.accuracy)
    ui.step(f"Wrote {path}, and {target} takes it.")
    return OK


def _crosstalk(setup: Setup, ui: Ui, path: Path, force: bool) -> int:
    listening.refuse(setup.config.count("sensor"))
    refuse_to_destroy(path, setup.config.reads_besides_calibrations)
    calibrating.refuse_to_replace(path, force)
    source = setup.source()
    assert isinstance(source, Converters)
    if isinstance(source.bus, SimulatedBus):
        source.bus.hand = SimulatedFinger([(0, 0)])
    try:
        found = listening.Listening(source, ui).all()
    finally:
        source.close()
    listening.show(ui, found)
    listening.write(found, path)
    if ui.as_json:
        for struck, (shares, parts) in enumerate(zip(found.shares, found.parts, strict=True)):
            ui.json(pad=struck, shares=shares, parts=parts)
        ui.json(crosstalk=str(path))
    ui.step(f"Wrote {path}: engine.crosstalk.load takes it.")
    return OK


def _measure(setup: Setup, ui: Ui, number: int, wait_us: int, masses: str | None) -> list[calibrating.Measured]:
    listed = calibrating.masses_of(masses) if masses is not None else None
    if listed is None and (ui.yes or not sys.stdin.isatty()):
        words = "calibrate asks which masses there are; where nobody can answer, give --masses 50,100,200,500 and --yes"
        raise Problem(USAGE, words)
    source = setup.source()
    assert isinstance(source, Converters)
    if isinstance(source.bus, SimulatedBus):
        source.bus.hand = SimulatedFinger([(0, 0)])
    try:
        return calibrating.Guided(source, ui, number, wait_us).all(listed)
    finally:
        source.close()


def _calibrated(ui: Ui, found: calibrating.Fit, path: Path, target: Path, accuracy: str | None) -> None:
    report = found.calibration.curve.report
    assert report is not None
    for one, residual in zip(found.measured, report.residuals, strict=True):
        ui.json(grams=one.grams, code=one.code, residual=residual)
    ui.json(
        zero=report.zero,
        worst=report.worst,
        rms=report.rms,
        left_out_rms=found.others_rms,
        masses=found.masses,
        accuracy=accuracy,
        calibration=str(path),
        config=str(target),
    )


def monitor(duration_us: int | None, output: str, mat: str | None, frames: str | None, mat_settings: tuple[str, ...], **given: Any) -> int:
    """Shows forces, levels, events, codes and faults live. Keys move the levels and write them to the config."""
    from . import mat as mats

    if (shown := mats.mat_of(mat, frames, mat_settings, given["rate"])) is not None:
        with contextlib.suppress(KeyboardInterrupt, Stopped):
            mats.start(shown, duration_us)
        return OK
    setup = setup_of(given)
    Screen("monitor")
    source = setup.source()
    try:
        monitoring.start(setup.config, source, Path(output), setup.paced, duration_us)
    except (KeyboardInterrupt, Stopped):
        pass
    finally:
        source.close()
    return OK


def record(file: str, duration_us: int | None, force: bool, **given: Any) -> int:
    """Writes what is read to FILE, as pressd does."""
    setup = setup_of(given)
    if setup.kind == "simulated" and duration_us is None and not setup.paced:
        raise Problem(USAGE, "the simulated hand has no end: give --duration")
    source = setup.source()
    config = _config_beside(Path(file), source, force)
    ui = Ui(as_json=True)
    feel = setup.config.run()
    run = Run(feel)
    try:
        with Recording(file, setup.config, [setup.given["trace"], *setup.config.reads], force) as recording:
            try:
                for frame in source.frames():
                    if duration_us is not None and frame.t_us > duration_us:
                        break
                    recording.write(frame)
                    run.feed(frame)
                    ui.meter(feel.reading.force, 6.0)
                recording.end(min(source.end_us, duration_us or source.end_us))
            except (KeyboardInterrupt, Stopped):
                pass
        if config and isinstance(source, Trace) and source.table is not None:
            settings = source.table.codes.settings()
            write_edited(config, setup.config.text(), {("sensor", n): dict(settings) for n in range(setup.config.count("sensor"))})
        ui.line(f"{file}: {recording.frames} frames{f', and {config} for its sensors' if config else ''}")
    finally:
        source.close()
    return OK


def _config_beside(file: Path, source: Trace | Converters, force: bool) -> Path | None:
    """Where the config goes that a recording of another program's forces requires; None: it requires none. Raises Problem."""
    if not isinstance(source, Trace) or source.table is None or not source.table.codes.settings():
        return None
    path = file.with_suffix(".conf")
    calibrating.refuse_to_replace(path, force)
    return path


def collect(name: str, asks: str | None, rounds: int, about: tuple[str, ...], force: bool, **given: Any) -> int:
    """Asks for presses, and records them with what was asked: NAME.trace, with NAME.conf for its sensors.

    It goes on by itself: do what is said. What is done otherwise is asked again.
    """
    asked_for, known = collecting.asks_of(asks), collecting.about_of(about)
    setup = setup_of(given | {"trace": None})
    source = setup.source()
    assert isinstance(source, Converters)
    if isinstance(source.bus, SimulatedBus):
        source.bus.hand = SimulatedFinger([(0, 0)])
    ui = Ui()
    path = Path(name).with_suffix(".trace")
    try:
        with collecting.open_recording(path, setup.config, source.rate, known, force) as recording:
            collector = collecting.Collector(source, ui, recording)
            with contextlib.suppress(KeyboardInterrupt, Stopped):
                collector.all(asked_for, rounds)
    finally:
        source.close()
    counts = f"{collector.done} done as asked, {collector.refused} otherwise"
    ui.line(f"{path}: {counts}; {path.with_suffix('.conf')} has its sensors.", "bold")
    return OK


def setup_of_trace(file: str, given: dict[str, Any]) -> Setup:
    """Without a config that of the trace counts: NAME.conf beside NAME.trace, as `study` reads it."""
    beside = Path(file).with_suffix(".conf")
    if given["config"] is None and Path(file).suffix == ".trace" and beside.is_file():
        given = given | {"config": str(beside)}
    return setup_of(given | {"trace": file, "seed": 1})


def replay(file: str, look: bool, **given: Any) -> int:
    """Prints the events of a recording under a config, as JSON lines: the lines of pressd."""
    setup = setup_of_trace(file, given)
    if look:
        return looking.show(setup)
    trace = setup.trace()
    lines: list[bytes] = []
    run = Run(setup.config.run(interactions=True), setup.config.supplies())
    finish = lines_to(run.pad, lines.append)
    progress = Progress(trace)
    try:
        for note, block in trace.blocks():
            run.feed_many(block, note)
            progress.wipe()
            put(lines)
            progress.show(run.frames)
        progress.wipe()
        run.end(trace.end_us)
        finish(run.last_us)
        put(lines)
    finally:
        trace.close()
    return OK


def look(file: str, picture: str | None, **given: Any) -> int:
    """Shows what the columns of a file are, what would be taken, and the words that say otherwise."""
    return looking.show(setup_of_trace(file, given), picture)


def plot(file: str, picture: str, title: str | None, dark: bool, **given: Any) -> int:
    """Draws a trace to PICTURE, which ends in .png or .svg: force, levels, and what happened."""
    setup = setup_of_trace(file, given)
    output = Path(picture)
    if output.exists() and os.path.exists(file) and os.path.samefile(output, file):
        raise Problem(USAGE, f"{picture}: this file is what is read; a picture would destroy it")
    refuse_to_destroy(output, setup.config.reads)
    trace = setup.trace()
    try:
        story = plotting.read(trace, setup.config)
    finally:
        trace.close()
    plotting.draw(story, setup.config, title or os.path.basename(file), output, dark)
    return OK
