"""sim:storm: every trouble that the simulated bus knows, at random, in virtual time, under presses that go on."""

import json
import os
import re
import subprocess
import time

import pytest
from conftest import PRESSD, Result, check_pairs, file_with

MODES = [
    ["converter.mode=single"],
    ["converter.mode=single poll"],
    ["converter.mode=continuous"],
    ["converter.mode=single", "converter.ready_pin=/dev/gpiochip0:1"],
    ["converter.retries=0"],
    ["pad.stuck_after_us=200ms"],
    ["gestures.enabled=yes", "engine.traits=preview tap hold", "button.enabled=yes"],
]
CALM_US = 10_000_000


def survives(result, seconds):
    assert result.code == 0, result.err
    events = result.events
    check_pairs(events)
    # Each reported failure has its report of recovery.
    assert result.err.count("answers again after") == len(re.findall(r"^pressd: simulated bus.*: (?!answers|its settings are not)", result.err, re.M))
    # Two seconds without faults are enough for every sensor to recover, and each later press is complete.
    late = [e["event"] for e in events if e["t_us"] > seconds * 1_000_000 - CALM_US + 4_000_000]
    assert "sensor_fault" not in late and "sensor_recovered" not in late
    assert late.count("contact_began") == late.count("preview_began") == late.count("contact_ended") == 3, late
    assert sum(e["event"] == "commit_updated" and e["ended"] for e in events[-400:]) >= 3
    return json.loads(result.err.splitlines()[-1])


@pytest.mark.parametrize("settings", MODES, ids=" ".join)
def test_ten_thousand_random_faults_lose_nothing(pressd, settings):
    arguments = [a for s in settings for a in ("--set", s)]
    faults = transfers = frames = seed = 0
    while faults < 10_000:
        seed += 1
        result = pressd("--source", "sim:storm", "--fast", "--stats", "--duration", "1000s", "--seed", seed, *arguments)
        counted = survives(result, 1000)
        faults += counted["not_acknowledged"] + counted["timed_out"] + counted["other_errors"]
        transfers += counted["transfers"]
        frames += counted["frames"]
        assert seed < 12
    # Failures cost a few more transfers, not a multiple: pressd does not repeat failed transfers without a pause.
    assert transfers < 7 * frames


def test_two_converters_in_a_storm_lose_nothing(pressd, tmp_path):
    config = file_with(tmp_path / "two.conf", "[sensor]\n[sensor2]\nchannel = 4\n[converter]\n[converter2]\n")
    result = pressd("--source", "sim:storm", "--fast", "--stats", "--duration", "1000s", "--config", config)
    survives(result, 1000)
    assert {e["sensor"] for e in result.events if e["event"] == "sensor_fault"} == {0, 1}


def test_a_storm_replays_to_the_same_log(pressd, tmp_path):
    trace = tmp_path / "storm.trace"
    result = pressd("--source", "sim:storm", "--fast", "--duration", "200s", "--record", trace)
    assert "sensor_fault" in result.names
    assert result.out == pressd("--source", f"trace:{trace}", "--fast").out


def test_every_kind_of_trouble_comes_in_a_storm(pressd):
    err = pressd("--source", "sim:storm", "--fast", "--quiet", "--duration", "1000s").err
    for words in ("no converter answers", "the bus hangs", "transfers fail", "does not keep what is written"):
        assert words in err, words


LOOKS = 20  # at the memory of one run, at least


def memory(process):
    """The memory of a process in KiB by the kernel's count; None if it has ended."""
    with open(f"/proc/{process.pid}/status") as status:
        return next((int(line.split()[1]) for line in status if line.startswith("VmRSS")), None)


def storm(folder, seconds):
    """The result of a storm, and what memory it had from its first event on."""
    model = ["converter.model=ads1015", "converter.rate_sps=3300", "sensor.full_scale=1650"]
    command = [PRESSD, "--source", "sim:storm", "--fast", "--stats", "--rate", "1000", "--duration", f"{seconds}s"]
    sizes = []
    with open(folder / "out", "w") as out, open(folder / "err", "w") as err:
        process = subprocess.Popen([*command, *(word for one in model for word in ("--set", one))], stdout=out, stderr=err)
        while process.poll() is None:
            time.sleep(0.005)
            size = memory(process) if os.fstat(out.fileno()).st_size else None
            if size:
                sizes.append(size)
    return Result(subprocess.CompletedProcess([], process.returncode, (folder / "out").read_text(), (folder / "err").read_text())), sizes


def test_memory_stays_flat_and_every_end_comes_however_long_it_runs(tmp_path):
    """A quarter of an hour at 1000 Hz, longer where a machine is too fast to be looked at; LIBPRESS_STORM=86400 for a day."""
    seconds = int(os.environ.get("LIBPRESS_STORM", "900"))
    result, sizes = storm(tmp_path, seconds)
    while len(sizes) < LOOKS and seconds < 1_000_000:
        seconds *= 4
        result, sizes = storm(tmp_path, seconds)
    counted = survives(result, seconds)
    assert len(sizes) >= LOOKS and max(sizes) - sizes[0] <= 64, sizes
    assert counted["frames"] > 400 * seconds
    print(f"{seconds} s, {counted['frames']} frames, {counted['transfers']} transfers, {len(sizes)} looks at {sizes[0]} to {max(sizes)} KiB")
