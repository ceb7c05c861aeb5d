"""Runs make targets two at a time and says of each how long it took, and how long it computed. The output of one that fails is printed, and ends the run;
of make -k, those that do not need it run first.

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
    def __init__(self, targets, keep_going, limit_s=LIMIT_S):
        self.keep_going, self.limit_s = keep_going, limit_s
        self.results = {}
        """Of each that ended: whether it passed, seconds, seconds of a processor."""
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
        self.failed = []

    @property
    def ended(self):
        return bool(self.failed) and not self.keep_going

    def make(self, target):
        log = log_of(target)
        started = self.began.setdefault(target, time.monotonic())
        with log.open("wb") as output, self.lock:
            if self.ended:
                return
            process = subprocess.Popen(
                # In a background job SIGINT may be ignored, and every process that it starts would inherit that.
                ["env", "--default-signal=INT", os.environ.get("MAKE", "make"), "--no-print-directory", target],
                cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            self.processes.add(process)
        limit = threading.Timer(self.limit_s, os.killpg, [process.pid, signal.SIGKILL])
        limit.daemon = True
        limit.start()
        _, code, used = os.wait4(process.pid, 0)
        limit.cancel()
        status = process.returncode = os.waitstatus_to_exitcode(code)
        with self.lock:
            self.processes.discard(process)
            del self.began[target]
            if self.ended:
                return
            took, computed = time.monotonic() - started, used.ru_utime + used.ru_stime
            self.results[target] = (status == 0, took, computed)
            print(f"{target:<26}{'passed' if status == 0 else 'FAILED'}{took:>7.0f} s{computed:>7.0f} s of a processor", flush=True)
            if status:
                self.failed.append(target)
                self.leave_out(target)
                for other in () if self.keep_going else self.processes:
                    os.killpg(other.pid, signal.SIGTERM)
            else:
                self.passed.add(target)
            self.ended_one()
            self.lock.notify_all()

    def ended_one(self):
        """What a user of this class does then."""

    def leave_out(self, failed):
        for target in [one for one, needed in self.waiting.items() if failed in needed]:
            if self.waiting.pop(target, None) is not None:
                print(f"{target:<26}not run: it needs {failed}", flush=True)
                self.leave_out(target)

    def may_start(self, target):
        """Beside those that run."""
        return True

    def next(self):
        """The first that may start; waits for those that it needs. None when nothing is left, or something failed."""
        with self.lock:
            while self.waiting and not self.ended:
                for target, needed in self.waiting.items():
                    if needed <= self.passed and self.may_start(target):
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

    def all(self):
        workers = [threading.Thread(target=self.work) for _ in range(2)]
        threading.Thread(target=self.report, daemon=True).start()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    def say_what_failed(self):
        sys.stdout.flush()
        for target in self.failed:
            sys.stdout.buffer.write(log_of(target).read_bytes()[-100_000 // len(self.failed) :])
            print(f"{target} failed; the whole of its output is in {log_of(target).relative_to(ROOT)}", flush=True)


def without_jobs():
    """Each target is a run of make of its own, which does not share the jobs of this one. Short flags come first, as one word: they are returned."""
    flags = os.environ.get("MAKEFLAGS", "").split()
    os.environ["MAKEFLAGS"] = " ".join(flag for flag in flags if not flag.startswith(("-j", "--jobserver")))
    return "".join(one for one in flags[:1] if one.isalpha())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--alone")
    parser.add_argument("targets", nargs="+")
    given = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    run = Run(given.targets, keep_going="k" in without_jobs())
    run.all()
    if given.alone and not run.ended:
        run.make(given.alone)
    run.say_what_failed()
    sys.exit(bool(run.failed))


if __name__ == "__main__":
    main()
