"""Builds the library incrementally, and runs the tests of C, the scenarios and short random calls on it.

    Tests/quick.py FOLDER [WORD]

FOLDER is where the library is built. With a WORD: the tests with it in their names, and all of a program with it in its name. What failed is
printed at the end. `make test-c` runs the same programs with the library that ships: Tests/quick.py FOLDER --ships.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).parents[1]
PROGRAMS = ROOT / "build" / "tests"
TIMES = PROGRAMS / "times.json"
SLOW_S = 5  # after an edit; two on a free machine are too long


def commands(folder, word, ships):
    """(name, command, file that it must write) of each that runs. What asks whether what is installed can be used runs where it is installed."""
    tests = [PROGRAMS / path.stem for path in sorted((ROOT / "Tests/PressABITests").glob("test_*.c")) if ships or path.stem != "test_headers"]
    yield from ((path.name, [path], None) for path in tests)
    if ships:
        return  # the targets of these have more of them
    for path in sorted((ROOT / "Tests/scenarios").glob("*.txt")):
        if word in path.stem:
            yield f"scenario {path.stem}", [PROGRAMS / "play", path, PROGRAMS / f"played-{path.name}"], path
    for line in (ROOT / "Tests/fuzz/sums.txt").read_text().splitlines():
        program, count, seed, total = line.split()
        if word in program and int(count) <= 1000:
            yield f"{program} {count}", [PROGRAMS / program, count, seed, "0", total], None


def run(folder, word, ships, one):
    """Its name, how long it took, how many tests ran, and what it said if it failed."""
    name, command, answer = one
    environment = os.environ | {"LD_LIBRARY_PATH": str(folder), "SWIFT_BACKTRACE": "enable=no"}
    environment |= {} if ships else {"QUICK": "1"}
    # make hands its own variables on: of a program whose name has the word all tests run.
    environment["ONLY"] = f"*{word}*" if word and word not in name else "*"
    began = time.monotonic()
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", timeout=300)
        said, wrong = done.stdout + done.stderr, done.returncode != 0
    except subprocess.TimeoutExpired as problem:
        said, wrong = f"{problem}\n", True
    if not wrong and answer and command[-1].read_bytes() != answer.read_bytes():
        said, wrong = subprocess.run(["diff", "-u", answer, command[-1]], capture_output=True, text=True).stdout, True
    ran = len(re.findall(r"^\[ RUN ", said, re.M)) if name.startswith("test_") else 1
    # Drop cmocka's lines of tests that passed.
    kept = re.sub(r"^\[ RUN      \] (.*)\n\[       OK \] \1\n", "", said, flags=re.M)
    return name, time.monotonic() - began, ran, kept if wrong else ""


def main():
    folder, *rest = sys.argv[1:]
    folder, ships = (ROOT / folder).resolve(), "--ships" in rest
    word = next((one for one in rest if one and not one.startswith("--")), "")
    began = time.monotonic()
    if not ships:
        print(f"quick: builds {folder.relative_to(ROOT)}, then runs the tests of C{f' with {word!r}' if word else ''}", flush=True)
        if code := subprocess.run(
            [
                os.environ.get("MAKE", "make"),
                "--no-print-directory",
                "-s",
                "-j2",
                f"C_LIBRARY={folder.relative_to(ROOT)}/libpress.so.1",
                "c-programs",
            ],
            cwd=ROOT,
        ).returncode:
            return code
    built = time.monotonic()
    times = json.loads(TIMES.read_text()) if TIMES.exists() else {}
    chosen = sorted(commands(folder, word, ships), key=lambda one: -times.get(one[0], 1))
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda one: run(folder, word, ships, one), chosen))
    if not word:
        TIMES.write_text(json.dumps(times | {name: round(took, 3) for name, took, _, _ in results}))
    failed = [one for one in results if one[3]]
    for name, took, _, said in failed:
        print(f"---- {name}, {took:.1f} s\n{said}")
    ran = sum(one[2] for one in results)
    if not ran:
        print(f"quick: no test of C has {word!r} in its name; make quick-swift, quick-pressd and quick-python take ONLY=, too")
        return 1
    if slow := [one[0] for one in results if one[1] > SLOW_S and not ships]:
        print(f"quick: longer than {SLOW_S} s: {', '.join(slow)}; IS_FAST selects a shorter part")
    print(
        f"{'test-c' if ships else 'quick'}: {ran} tests of {len(results)} programs, {len(failed)} programs failed"
        + (f" ({', '.join(one[0] for one in failed)})" if failed else "")
        + f"; built in {built - began:.1f} s, ran for {time.monotonic() - built:.1f} s"
    )
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
