"""Signals that come while pressd begins: each run ends as it was asked, or goes on, and its log has every end."""

import json
import os
import random
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import PRESSD, file_with, left_open

pytestmark = pytest.mark.real_time

RUNS = int(os.environ.get("LIBPRESS_SIGNALS", "200"))
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGHUP]


def one_run(seed, config):
    """What is wrong with it, "early" where the system ended it before its first instruction, or None. Every second run begins with its signals held
    back, as the system gives no program them sooner: there is no early then."""
    chosen = random.Random(seed)
    is_held = seed % 2 == 0
    number = chosen.choice(SIGNALS)
    command = [PRESSD, "--source", "sim:press", "--config", config, "--set", "pad.stale_after_us=0"]
    ready = {"preexec_fn": lambda: signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)} if is_held else {}
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, **ready)
    began = time.monotonic()
    time.sleep(chosen.uniform(0, 0.05))
    after_ms = (time.monotonic() - began) * 1000
    process.send_signal(number)
    goes_on = number in (signal.SIGUSR1, signal.SIGHUP) and process.poll() is None
    if goes_on:
        time.sleep(0.1)
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
    try:
        out, err = process.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return f"{seed}: {number.name} after {after_ms:.1f} ms: it hangs"
    said = f"{seed}: {number.name} after {after_ms:.1f} ms: code {process.returncode}, {err[-300:]!r}"
    events = [json.loads(line) for line in out.splitlines()]
    if process.returncode == -number and not out and not err and not is_held:
        return "early"
    if process.returncode != 0 or not err or left_open(events):
        return f"{said}, open: {left_open(events)}"
    return None


def test_a_signal_in_the_first_milliseconds_ends_it_as_asked_or_lets_it_go_on(tmp_path):
    config = file_with(tmp_path / "a.conf", "[engine]\ntouch_force = 0.4\n")
    with ThreadPoolExecutor(4) as pool:
        came = [one for one in pool.map(lambda seed: one_run(seed, config), range(RUNS)) if one]
    early, wrong = [one for one in came if one == "early"], [one for one in came if one != "early"]
    assert not wrong, "\n".join(wrong)
    assert len(early) <= RUNS // 10, f"{len(early)} of {RUNS} ended before the program could hold signals back"


def test_a_signal_while_a_trace_is_waited_for_ends_it_with_a_word(tmp_path):
    """A pipe that nobody writes to is waited for."""
    pipe = tmp_path / "script"
    os.mkfifo(pipe)
    process = subprocess.Popen([PRESSD, "--source", f"trace:{pipe}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.2)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, out) == (0, "") and err, err


def test_a_fault_that_lasts_ends_in_the_log_as_it_ends(pressd, tmp_path):
    """Nobody reads the sensor any more, to the end of the recording."""
    record = pressd("--source", "sim:press", "--fast", "--duration", "0.5", "--record", tmp_path / "b.trace")
    assert record.code == 0
    lines = (tmp_path / "b.trace").read_text().splitlines()
    head, rows = [one for one in lines if one[0] == "#"], [one.split(",") for one in lines if one[0] != "#"]
    # In the second half of the trace the readings failed.
    failed = [",".join([row[0], "0", "1", "0", *row[4:]]) for row in rows[len(rows) // 2 :]]
    trace = file_with(tmp_path / "c.trace", "\n".join([*head, *(",".join(row) for row in rows[: len(rows) // 2]), *failed]) + "\n")
    result = pressd("--source", f"trace:{trace}", "--fast")
    assert result.code == 0 and "sensor_fault" in result.names, result.out
    last = result.events[-1]
    assert (last["event"], last["reason"]) == ("sensor_recovered", "reset")
    assert "recovered from" not in result.err, "only the run ended"
