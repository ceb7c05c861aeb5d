"""What receives OSC and MIDI from the bridges: the programs themselves, with the files of examples/osc."""

import json
import os
import re
import shutil
import subprocess
import time
import wave
from pathlib import Path

import pytest
from conftest import ROOT, free_port, socket, until
from libpress_bridges.config import Bridges
from libpress_bridges.events import event_of
from libpress_bridges.midi import MidiSink
from libpress_bridges.osc import OscSink

EXAMPLES = ROOT / "examples" / "osc"
MOVED = [(round(0.5 + 0.37 * n, 3), round(0.1 * n, 3)) for n in range(10)]
"""Force and pressure of each message."""


def of(name, ms, force=0.0, pressure=0.0, **more):
    touch = {"contact": 0, "target": 7, "x": 1.5, "y": -2.25, "force": force, "pressure": pressure}
    return event_of({"t_us": ms * 1000, "event": name, **touch, **more})


def is_bound(port):
    """Something receives by UDP there."""
    return any(f":{port:04X} " in line for path in ("udp", "udp6") for line in Path("/proc/net", path).read_text().splitlines()[1:])


@pytest.fixture
def receiver(tmp_path):
    """Starts a program that receives at a port, and returns a function that waits until it printed as many forces and an end."""
    processes = []

    def start(name, *command):
        assert shutil.which(command[0]), f"{name} is not there: make test-bridges installs it"
        log = tmp_path / "log"
        own = {**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
        own["QTWEBENGINE_DISABLE_SANDBOX"] = "1"  # of sclang's help browser, which does not start as root
        with log.open("w") as file:
            processes.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, env=own, cwd=tmp_path))
        return log

    yield start
    for one in processes:
        one.kill()
        one.wait(10)


NUMBER = r"(-?[0-9.]+(?:e-?[0-9]+)?)"
RECEIVERS = {
    "puredata": ("press.pd", "9000", ["pd", "-nogui", "-stderr", "-noaudio", "-nomidi", "-open"], rf"pressure: {NUMBER}\nforce: {NUMBER}"),
    "supercollider": ("press.scd", "57120", ["sclang", "-u"], rf"force {NUMBER} pressure {NUMBER}"),
    "csound": ("press.csd", "9000", ["csound", "-+rtaudio=dummy"], rf"force {NUMBER} pressure {NUMBER}"),
    "chuck": ("press.ck", "9000", ["chuck", "--silent"], rf"force {NUMBER} pressure {NUMBER}"),
    "oscdump": (None, "", ["oscdump", "-L"], rf"contact_moved iiiffff [0-9]+ 0 7 1\.50* -2\.250* {NUMBER} {NUMBER}"),
}


@pytest.mark.parametrize("name", RECEIVERS)
def test_the_force_arrives_in_programs_as_it_was_sent(name, receiver, tmp_path):
    file, usual, command, printed = RECEIVERS[name]
    port = free_port(socket.SOCK_DGRAM)
    if file is None:
        log = receiver(name, *command, str(port))
    else:
        patch = tmp_path / file
        text = (EXAMPLES / file).read_text()
        assert text.count(usual) == 1 or file == "press.scd"
        patch.write_text(text.replace(usual, str(port)))
        log = receiver(name, *command, *([str(port)] if name == "supercollider" else []), patch)
    until(lambda: is_bound(port), 60, f"{name} does not listen")
    if name == "supercollider":
        until(lambda: "Welcome" in log.read_text(), 60)
        time.sleep(0.5)  # it runs the file after it has said so
    sink = OscSink(Bridges.load(None, ["osc"], [f"osc.port={port}", "bridge.name=pad"]))
    sink.connect()
    sink.send([of("contact_began", 3_000_000, 0.5, 0.1)])
    for n, (force, pressure) in enumerate(MOVED):
        sink.send(
            [of("contact_moved", 3_000_005 + n, force, pressure), of("preview_updated", 3_000_005 + n, force, pressure, progress=0.5, ended=False)]
        )
        time.sleep(0.01)  # one after the other, as a finger moves
    sink.send([of("contact_ended", 3_001_000, reason="lifted")])
    sink.close()

    def received():
        found = re.findall(printed, log.read_text(errors="replace"))
        return [tuple(map(float, one if name != "puredata" else one[::-1])) for one in found]

    until(lambda: len(received()) >= len(MOVED), 20, f"{name} printed:\n{log.read_text(errors='replace')[-2000:]}")
    assert received() == [pytest.approx(one, abs=1e-5) for one in MOVED]


class Collected:
    """A port that keeps what it is sent, with the time of the event that is being played."""

    def __init__(self):
        self.messages, self.now = [], 0.0

    def open(self):
        pass

    def send(self, message):
        self.messages.append((self.now, message))

    def close(self):
        pass


RATE = 44100
SOUNDS = "/usr/share/sounds/sf2/TimGM6mb.sf2"


def rendered(folder, events, *settings):
    """What fluidsynth, which does not know MPE, plays on an organ: samples of -1 to 1."""
    import mido
    import numpy as np

    port = Collected()
    sink = MidiSink(Bridges.load(None, ["midi"], [f"midi.{one}" for one in settings]), port)
    sink.connect()
    for event in events:
        port.now = event.t_us / 1e6
        sink.send([event])
    track = mido.MidiTrack(mido.Message("program_change", channel=n, program=16) for n in range(16))
    before = 0.0
    for at, message in port.messages:
        ticks = round((at - before) * 960)
        before += ticks / 960
        track.append(message.copy(time=ticks))
    mido.MidiFile(tracks=[track], ticks_per_beat=480).save(folder / "played.mid")
    out = folder / "played.wav"
    command = ["fluidsynth", "-niq", "-F", out, "-r", str(RATE), "-R", "0", "-C", "0", "-g", "0.5", SOUNDS, folder / "played.mid"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert out.is_file(), done.stdout + done.stderr
    with wave.open(str(out)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2).mean(axis=1) / 32768


def pitch(samples, begin, end):
    """The lowest strong frequency, Hz."""
    import numpy as np

    part = samples[int(begin * RATE) : int(end * RATE)]
    strength = np.abs(np.fft.rfft(part * np.hanning(len(part))))
    return float(np.flatnonzero(strength > 0.3 * strength.max())[0] / (end - begin))


def test_a_synthesizer_that_does_not_know_mpe_bends_as_far_as_the_finger_moves(tmp_path):
    events = [of("contact_began", 0, 1, 0.5, x=0.0), of("contact_moved", 1000, 1, 0.5, x=120.0), of("contact_moved", 2500, 1, 0.5, x=120.0)]
    events.append(of("contact_ended", 2600, reason="lifted", x=120.0))
    samples = rendered(tmp_path, events, "mpe=lower", "velocity=fixed", "note=57", "bend_points=10")
    before, after = pitch(samples, 0.3, 0.9), pitch(samples, 1.3, 2.3)
    assert after / before == pytest.approx(2, rel=0.01), "120 points at 10 a semitone are an octave"
    assert abs(samples[int(2.9 * RATE) :]).max(initial=0) < 0.01, "it ends with the contact"


def test_pressure_stays_until_the_last_of_two_pads_lets_go(tmp_path):
    events = [of("contact_began", 0, 1, 0.2, target=1), of("contact_began", 500, 1, 0.9, contact=1, target=2)]
    events += [of("contact_ended", 1000, contact=1, target=2, reason="lifted"), of("contact_moved", 1500, 1, 0.5, target=1)]
    events.append(of("contact_ended", 2000, target=1, reason="lifted"))
    samples = rendered(tmp_path, events, "velocity=fixed", "pressure=poly", "notes=57 57")

    def level(begin, end):
        return float((samples[int(begin * RATE) : int(end * RATE)] ** 2).mean() ** 0.5)

    assert level(1.2, 1.9) > 0.3 * level(0.1, 0.4), "the first pad still holds the note"
    assert level(2.3, 2.6) < 0.05 * level(0.1, 0.4)


def test_the_tables_of_the_page_have_every_column_however_late_it_begins(tmp_path, monkeypatch):
    page = (ROOT / "docs" / "pressd" / "events.md").read_text()
    (code,) = re.findall(r"```py\n(.*?)```", page, re.DOTALL)
    fields = {"t_us": 0, "event": "contact_moved", "contact": 0, "force": 1.5}
    lines = [fields | ({"progress": 0.5} if n == 925 else {}) | ({"reason": "lifted"} if n == 25_000 else {}) for n in range(25_001)]
    (tmp_path / "press.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    monkeypatch.chdir(tmp_path)
    for line in re.findall(r"^events = .*", code, re.MULTILINE):
        names = {}
        exec("import duckdb, pandas, polars\n" + line, names)
        events = names["events"]
        assert list(events.columns) == ["t_us", "event", "contact", "force", "progress", "reason"], line
        assert len(events) == 25_001, line
