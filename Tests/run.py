"""Runs make targets two at a time and says of each how long it took, and how long it computed. The output of one that fails is printed, and ends the run.

    Tests/run.py [--first TARGET] [--prepare TARGET] [--alone TARGET] TARGET...

--first starts at once and needs nothing of what --prepare makes; the others wait for that. --alone comes last, when nothing
else runs: it has tests that play in real time. What each printed is kept in build/logs.
"""

import argparse
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).parents[1]
LOGS = ROOT / "build" / "logs"


def log_of(target):
    return LOGS / f"{target.replace('/', '-')}.log"


class Run:
    def __init__(self, targets):
        self.waiting = list(targets)
        self.lock = threading.Lock()
        self.prepared = threading.Event()
        self.processes = set()
        self.failed = None

    def make(self, target):
        log = log_of(target)
        started = time.monotonic()
        with log.open("wb") as output, self.lock:
            if self.failed:
                return
            process = subprocess.Popen(
                [os.environ.get("MAKE", "make"), "--no-print-directory", target],
                cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            self.processes.add(process)
        _, code, used = os.wait4(process.pid, 0)
        status = process.returncode = os.waitstatus_to_exitcode(code)
        with self.lock:
            self.processes.discard(process)
            if self.failed:
                return
            took, computed = time.monotonic() - started, used.ru_utime + used.ru_stime
            print(f"{target:<20}{'passed' if status == 0 else 'FAILED'}{took:>7.0f} s{computed:>7.0f} s of a processor", flush=True)
            if status:
                self.failed = target
                for other in self.processes:
                    os.killpg(other.pid, signal.SIGTERM)

    def work(self, first, is_preparation):
        if first:
            self.make(first)
        if is_preparation:
            self.prepared.set()
        self.prepared.wait()
        while True:
            with self.lock:
                if self.failed or not self.waiting:
                    return
                target = self.waiting.pop(0)
            self.make(target)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--first")
    parser.add_argument("--prepare")
    parser.add_argument("--alone")
    parser.add_argument("targets", nargs="+")
    given = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    # Each target is a run of make of its own, which does not share the jobs of this one.
    flags = os.environ.get("MAKEFLAGS", "").split()
    os.environ["MAKEFLAGS"] = " ".join(flag for flag in flags if not flag.startswith(("-j", "--jobserver")))
    run = Run(given.targets)
    workers = [
        threading.Thread(target=run.work, args=(given.first, False)),
        threading.Thread(target=run.work, args=(given.prepare, True)),
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if given.alone and not run.failed:
        run.make(given.alone)
    if run.failed:
        log = log_of(run.failed)
        text = log.read_bytes()
        sys.stdout.flush()
        sys.stdout.buffer.write(text[-100_000:])
        sys.exit(f"{run.failed} failed; the whole of its output is in {log.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
