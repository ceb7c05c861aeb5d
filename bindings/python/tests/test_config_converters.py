"""The converters of a config are read in one way: Python steps what the library makes of it."""

import sys
from contextlib import suppress
from ctypes import byref, pointer

import pytest
from conftest import ROOT
from libpress import BusError, Frame, I2CConverter
from libpress._board import Board
from libpress._config import default
from libpress._config_parts import Config
from libpress._shared import Share, SharedBus
from libpress.bus import Port
from libpress.generated import _raw
from libpress.generated._boards import BOARDS
from libpress.simulation import SimulatedFinger
from libpress.tools.simulated import SimulatedBus

sys.path.insert(0, str(ROOT / "Tests/setup"))
from cases import cases  # noqa: E402

MODELS = [part.lower() for part in I2CConverter.PARTS if part != "NAU7802"]
RATES = dict.fromkeys(("ads1015", "tla2024"), "rate_sps = 3300\n")
TWO = """
[sensor]
channel = converter2.1
full_scale = 200
[sensor2]
channel = converter.{first}
[sensor3]
channel = converter.0
[converter]
model = {model}
[converter2]
model = {other}
"""
CONFIGS = [
    *(text for said, text in cases() if said == "ok"),
    *(f"[converter]\nmodel = {model}\n{RATES.get(model, '')}[sensor]\nfull_scale = 200\n" for model in MODELS),
    *(f"[converter]\nboard = {board}\n" for board, (model, _, _) in BOARDS.items() if model != "NAU7802"),
    "[converter]\nmode = continuous\nrate_sps = 128\n",
    "[converter]\nmode = single poll\nretries = 0\n[sensor]\n[sensor2]\n[sensor3]\n",
    "[converter]\nreference = 3\n[sensor]\nchannel = 2\n[sensor2]\nchannel = 1\n",
    "[sensor]\nchannel = converter2.1\n[sensor2]\nchannel = 3\n[converter2]\naddress = 0x4b\nrate_sps = 250\n",
    *(
        TWO.format(model=model, other=other, first=first)
        for model, other, first in (("ads7828", "ads1115", 5), ("mcp3424", "mcp3428", 1), ("max11614", "pcf8591", 7), ("ads1115", "tla2528", 3))
    ),
    "[converter]\nmodel = mcp3424\ngain = 8\nrate_sps = 60\n[sensor]\nfull_scale = 200\n[sensor2]\nchannel = converter2.0\n[converter2]\nmodel = ads7828\ngain = 1\n",
]


def frames_of(bus, step, next_us):
    """Some frames, as a program reads them that does nothing else."""
    found, end = [], bus.now_us + 6_000_000
    while bus.now_us < end and len(found) < 3:
        if frame := step(bus.wait(0)):
            found.append(frame)
        bus.wait(min(max(next_us(), bus.now_us), bus.now_us + 50_000))
    return found


@pytest.mark.parametrize("missing", ["none", "first", "second", "all"])
def test_python_reads_from_each_config_what_press_setup_step_reads(tmp_path, missing):
    """Times, codes, failures and ages of each frame, also where nothing was read: by the command and by ForceSensor."""
    path, seen, several = tmp_path / "one.conf", set(), 0
    for text in CONFIGS:
        path.write_bytes(text.encode())
        config = Config().read(path)
        config.verify(converters=True)
        if (made := repr([config.wires(), *((config.address(n), config.driver(n)) for n in range(config.count("converter")))])) in seen:
            continue
        seen.add(made)
        several += config.count("converter") > 1
        if missing == "second" and config.count("converter") == 1:
            continue

        def bus(config=config):
            each = range(config.count("converter"))
            circuits = [config.sensor(n).circuit for n in range(config.count("sensor"))]
            wires = list(zip(config.wires(), circuits, strict=True))
            adcs = {config.address(n): (config.model(n), config.driver(n), {at: one for (own, at), one in wires if own == n}) for n in each}
            made = SimulatedBus(adcs, seed=1, fast=True)
            made.hand = SimulatedFinger([(0, 0), (0.05, 3)])
            gone = {"none": [], "first": [0], "second": [1], "all": each}[missing]
            for n in gone:
                del made._adcs[config.address(n)]
            return made

        one = bus()
        port, parts, raw = Port(one), default(_raw.press_setup_parts), _raw.press_frame()
        of_port = port.raw()
        parts.bus = pointer(of_port)
        assert _raw.press_setup_start(config.handle, byref(parts)) == 0, text

        def step(now, config=config, raw=raw):
            if _raw.press_setup_step(config.handle, now, byref(raw)) != 1:
                return None
            numbers = range(config.count("sensor"))
            codes = tuple(raw.code[n] if raw.present >> n & 1 else None for n in numbers)
            return Frame(raw.t_us, codes, frozenset(n for n in numbers if raw.failed >> n & 1), tuple(raw.before_us[n] for n in numbers))

        theirs = frames_of(one, step, lambda config=config: _raw.press_setup_next_deadline(config.handle))
        assert len(theirs) == 3 and bool(theirs[-1].failed) == (missing != "none"), text
        two = bus()
        board = Board(config.alone(), two)
        assert frames_of(two, board.step, lambda board=board: board.next_us) == theirs, text
        three = bus()
        shared = SharedBus.of(three)
        addresses = [config.address(n) for n in range(config.count("converter"))]
        keys = {address: config.driver(n) for n, address in enumerate(addresses)}
        share = Share(shared, [(addresses[own], channel) for own, channel in config.wires()], keys)
        shared.join(share)
        assert frames_of(three, share.step, lambda share=share: share.next_us) == theirs, text
        with suppress(BusError):
            shared.leave(share)
        shared.close()
    assert several > 5 and len(seen) > 50
