"""Runs make targets two at a time and says of each how long it took, and how long it computed. The output of one that fails is printed, and ends the run.

    Tests/run.py [--alone TARGET] TARGET[:NEEDED,...]...

A target starts once those that it needs have passed; of several that could, the one that is named first. --alone comes last, when
nothing else runs: it has tests that play in real time. What each printed is kept in build/logs. A target that runs longer than
LIMIT_S hangs: it is ended, and has failed.
"""

import argparse
import graphlib
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).parents[1]
LOGS = ROOT / "build" / "logs"
LIMIT_S = 2400


def log_of(target):
    return LOGS / f"{target.replace('/', '-')}.log"


class Run:
    def __init__(self, targets):
        self.waiting = {}
        for one in targets:
            target, _, needed = one.partition(":")
            self.waiting[target] = set(filter(None, needed.split(",")))
        unknown = set().union(*self.waiting.values()) - set(self.waiting)
        if unknown:
            sys.exit(f"run.py: needed, but not among the targets: {', '.join(sorted(unknown))}")
        try:
            graphlib.TopologicalSorter(self.waiting).prepare()
        except graphlib.CycleError as problem:
            sys.exit(f"run.py: these need each other: {', '.join(problem.args[1])}")
        self.passed = set()
        self.began = {}  # of those that run
        self.lock = threading.Condition(threading.RLock())
        self.processes = set()
        self.failed = None

    def make(self, target):
        log = log_of(target)
        started = self.began.setdefault(target, time.monotonic())
        with log.open("wb") as output, self.lock:
            if self.failed:
                return
            process = subprocess.Popen(
                # Of a job in the background SIGINT may be ignored, which all that it starts would inherit.
                ["env", "--default-signal=INT", os.environ.get("MAKE", "make"), "--no-print-directory", target],
                cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            self.processes.add(process)
        limit = threading.Timer(LIMIT_S, os.killpg, [process.pid, signal.SIGKILL])
        limit.daemon = True
        limit.start()
        _, code, used = os.wait4(process.pid, 0)
        limit.cancel()
        status = process.returncode = os.waitstatus_to_exitcode(code)
        with self.lock:
            self.processes.discard(process)
            del self.began[target]
            if self.failed:
                return
            took, computed = time.monotonic() - started, used.ru_utime + used.ru_stime
            print(f"{target:<20}{'passed' if status == 0 else 'FAILED'}{took:>7.0f} s{computed:>7.0f} s of a processor", flush=True)
            if status:
                self.failed = target
                for other in self.processes:
                    os.killpg(other.pid, signal.SIGTERM)
            else:
                self.passed.add(target)
            self.lock.notify_all()

    def next(self):
        """The first that may start; waits for those that it needs. None when nothing is left, or something failed."""
        with self.lock:
            while self.waiting and not self.failed:
                for target, needed in self.waiting.items():
                    if needed <= self.passed:
                        del self.waiting[target]
                        self.began[target] = time.monotonic()
                        return target
                self.lock.wait()
        return None

    def work(self):
        while target := self.next():
            self.make(target)

    def report(self):
        """Every ten seconds, what runs."""
        while True:
            time.sleep(10)
            with self.lock:
                running = [f"{target} {time.monotonic() - began:.0f} s" for target, began in self.began.items()]
            if running:
                print(f"  running: {', '.join(running)}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--alone")
    parser.add_argument("targets", nargs="+")
    given = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    # Each target is a run of make of its own, which does not share the jobs of this one.
    flags = os.environ.get("MAKEFLAGS", "").split()
    os.environ["MAKEFLAGS"] = " ".join(flag for flag in flags if not flag.startswith(("-j", "--jobserver")))
    run = Run(given.targets)
    workers = [threading.Thread(target=run.work) for _ in range(2)]
    threading.Thread(target=run.report, daemon=True).start()
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
