"""Runs what takes hours, and prints a table: what passed, how long it took, what the last run of it said.

    Tests/nightly.py [--again] TARGET...

A target that fails does not end the run. What passed is kept in build/nightly.json with the state of the tree that it passed on: with --again it is
not run again on the same state, so an interrupted run goes on.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time

from run import LOGS, ROOT, Run, without_jobs

STATE = ROOT / "build" / "nightly.json"
LIMIT_S = 4 * 3600
FIRST = ("prepared", "prepared-device")
# Targets that write the same files: only one of each set runs at a time.
SHARED = {
    "build/release": {"test-source", "test-packages-all", "test-release"},
    "build/processors": {"test-processors", "test-archives", "test-one-c-file-processors", "board"},
    "build/vm": {"test-vm-arm64", "test-vm-service", "test-vm-mutants"},
}


def tree():
    """The commit, and what of the tree is not as there."""

    def git(*arguments):
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True).stdout

    new = git("ls-files", "-o", "--exclude-standard", "-z").split(b"\0")[:-1]
    files = [(ROOT / one.decode()).read_bytes() for one in new]
    changed = hashlib.sha256(b"\0".join([git("diff", "HEAD"), *new, *files])).hexdigest()[:8]
    return git("rev-parse", "HEAD").decode().strip() + ("" if not git("status", "--porcelain") else f"+{changed}")


class Night(Run):
    def __init__(self, targets, known, now):
        super().__init__(targets, keep_going=True, limit_s=LIMIT_S)
        self.known, self.tree = known, now

    def may_start(self, target):
        return not any(target in users and users & self.began.keys() for users in SHARED.values())

    def ended_one(self):
        self.known |= {target: [*result, self.tree, int(time.time())] for target, result in self.results.items()}
        STATE.write_text(json.dumps(self.known, indent=1))


def has_passed(target, known, now):
    """Whether the target has passed on exactly this tree."""
    passed, *_, state, _ = known.get(target, (False, "", 0))
    return passed and state == now


def table(targets, known, now):
    lines = [f"{'':<28}{'':<10}{'s':>8}{'s of a processor':>18}"]
    for target in targets:
        passed, took, computed, state, _ = known.get(target, (None, 0, 0, "", 0))
        what = "not run" if passed is None or state != now else "passed" if passed else "FAILED"
        lines.append(f"{target:<28}{what:<10}{took:>8.0f}{computed:>18.0f}" if what != "not run" else f"{target:<28}{what}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--again", action="store_true", help="leave out what passed on this very tree")
    parser.add_argument("targets", nargs="+")
    given = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    known, now = json.loads(STATE.read_text()) if STATE.exists() else {}, tree()
    left = [one for one in given.targets if not (given.again and has_passed(one, known, now))]
    print(f"nightly: {len(left)} of {len(given.targets)} to run on {now[:16]}", flush=True)
    without_jobs()
    night = Night([FIRST[0], f"{FIRST[1]}:{FIRST[0]}", *(f"{one}:{','.join(FIRST)}" for one in left)] if left else [], known, now)
    night.all()
    night.say_what_failed()
    print(table(given.targets, night.known, now), flush=True)
    ended = all(has_passed(one, night.known, now) for one in given.targets)
    print(f"nightly: {'everything passed' if ended else 'not everything passed; make nightly AGAIN=yes runs the rest'} on {now[:16]}")
    return not ended


if __name__ == "__main__":
    sys.exit(main())
