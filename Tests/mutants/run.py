"""Plants small faults in the core, and says which of them no test of C notices.

    python3 Tests/mutants/run.py [--count 300] [--seed 1] [--only PATTERN] [--again OUTPUT] [--list]

Those to try, drawn from all that there are, are compiled in at once, each behind a number that the library reads when it is loaded
(PRESS_MUTANT): so one build does for all. Which are drawn hangs on what they are, not on where they stand: a change elsewhere draws no
others. --again tries those that an earlier output says survived. A comparison takes or loses its equal, a condition always or never holds,
whether it compares or not, a step of 1 is left out, a statement is left out.
For each the C tests, the scenarios as C plays them and a short run of the random calls run until the first that is red; a survivor is a
fault that none noticed.
What cannot be reached from C, or does nothing (it chooses between equal values, or only saves time), survives rightly: equivalent.txt
beside this file says so of each, with the reason. One that is explained there and noticed all the same is a wrong explanation.
"""

import argparse
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).parents[2]
WORK = ROOT / "build" / "mutants"
EQUIVALENT = pathlib.Path(__file__).with_name("equivalent.txt")
MODULES = ("PressCore", "PressDevice", "PressSetup", "PressCheck", "PressABI")
SWITCH = """import CPress

@inlinable @inline(__always)
package func mutant(_ number: Int32) -> Bool { press_mutant == number }
"""
CONSTRUCTOR = """#include <stdlib.h>
int press_mutant;
__attribute__((constructor)) static void choose(void) {
  const char *number = getenv("PRESS_MUTANT");
  press_mutant = number ? atoi(number) : 0;
}
"""
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
COMPARISON = re.compile(r" (<|<=|>|>=|==|!=) ")
# The text before and after a condition, outside of its own parentheses.
OPENING = re.compile(r"(?:\b(?:if|guard|while|where|return)|&&|\|\||[,=?:{]) $")
CLOSING = re.compile(r" (?:&&|\|\||[{}?:]|else\b)|,|$")
# A condition that compares nothing, beside others or alone.
NAME = r"(!?[A-Za-z][\w.]*(?:\[[\w.]+\][\w.]*)*(?:\([^()]*\))?)"
TERM = re.compile(rf"(?:(?<=\bif )|(?<=\breturn )){NAME}(?= (?:&&|\|\||\{{))|(?:(?<=&& )|(?<=\|\| )){NAME}(?= (?:&&|\|\||\{{)|$)")
STATEMENT = re.compile(r"^ +(?:_ = )?[A-Za-z_][\w.]*(?:\[[^\]]*\][\w.]*)*(?:\(.*\)|(?: | &?[-+|&*^]+)= .*[^,(\[{&|+?:=-])$")
# The last: a loop without its step takes until the time is up, and shows nothing.
NO_STATEMENT = re.compile(
    r"^ +(?:let|var|return|case|if|guard|for|while|func|init|switch|default|else|import|static|package|private|mutating|repeat|defer|self)\b|^ +\w+ &[+-]= 1$"
)


class Mutant:
    def __init__(self, path, line, code, what):
        self.number, self.path, self.line, self.code, self.what = 0, path, line, code, what
        self.earlier = 0
        """How many mutants of the same file are like it, and stand before it."""

    @property
    def key(self):
        """The name of the mutant in equivalent.txt: the second of several equal lines is `line (2)`."""
        return self.path, self.code + (f" ({self.earlier + 1})" if self.earlier else ""), self.what

    def rank(self, seed):
        return hashlib.sha256(repr((seed, *self.key)).encode()).digest()

    def __str__(self):
        return f"Sources/PressCore/{self.path}:{self.line}: {self.what}"


def conditions(line):
    """(begin, end) of each condition in a line that has no other within it, and its comparison, if it is one."""
    yield from sorted((*comparisons(line), *((found.start(), found.end(), None) for found in TERM.finditer(line))), key=lambda one: one[:2])


def comparisons(line):
    for found in COMPARISON.finditer(line):
        begin, depth = found.start(), 0
        while begin > 0:
            if depth == 0 and OPENING.search(line[:begin]):
                break
            byte = line[begin - 1]
            depth += (byte in ")]") - (byte in "([")
            if depth < 0:
                break
            begin -= 1
        end, depth = found.end(), 0
        while end < len(line):
            if depth == 0 and CLOSING.match(line, end):
                break
            depth += (line[end] in "([") - (line[end] in ")]")
            if depth < 0:
                break
            end += 1
        yield begin, end, found


def plant(path, text, is_chosen):
    """The text with the mutants that are chosen, and those."""
    lines, mutants, seen = text.split("\n"), [], {}

    def new(i, what, code, otherwise):
        """`code` in place of what stands there."""
        one = Mutant(path, i + 1, text.split("\n")[i].split("//")[0].strip(), what)
        alike = one.key
        one.earlier = seen.get(alike, 0)
        seen[alike] = one.earlier + 1
        if not is_chosen(one):
            return otherwise
        mutants.append(one)
        return code(f"mutant({one.number})")

    for i, line in enumerate(lines):
        code = line.split("//")[0].rstrip()
        if not line.startswith("  ") or '"' in line or code.lstrip().startswith(("@", "#", "///")):
            continue
        changed, last = "", 0
        for begin, end, found in conditions(code):
            if begin < last:
                continue
            if not found:
                now = new(i, f"{code[begin:end]}: always", lambda on, begin=begin, end=end: f"({on} || {code[begin:end]})", code[begin:end])
                now = new(i, f"{code[begin:end]}: never", lambda on, now=now: f"(!{on} && {now})", now)
                changed += code[last:begin] + now
                last = end
                continue
            left, operator, right = code[begin : found.start()], found[1], code[found.end() : end]
            if re.search(r"\b(let|var|case|in|is|as)\b", left) or left.count("(") != left.count(")") or right.count("(") != right.count(")"):
                continue
            whole = f"{left.strip()} {operator} {right.strip()}"
            now = condition = code[begin:end]
            now = new(i, f"{whole}: always", lambda on: f"({on} || {condition})", now)
            now = new(i, f"{whole}: never", lambda on, now=now: f"(!{on} && {now})", now)
            edge = f"{left} {OTHER[operator]} {right}"
            now = new(i, f"{whole}: {OTHER[operator]}", lambda on, now=now: f"({on} ? {edge} : {now})", now)
            changed += code[last:begin] + now
            last = end
        if last:
            lines[i] = changed + code[last:]
            continue
        if step := re.search(r"&[+-] 1\b(?![.\w])", code):
            head, tail = code[: step.end() - 1], code[step.end() :]
            lines[i] = new(i, f"{code.strip()}: no step of 1", lambda on: f"{head}({on} ? 0 : 1){tail}", line)
            continue
        before = next((other for other in reversed(lines[:i]) if other.strip() and not other.strip().startswith("//")), "")
        after = lines[i + 1].strip() if i + 1 < len(lines) else ""
        if (
            STATEMENT.match(code) and not NO_STATEMENT.match(code) and code.count("(") == code.count(")") and code.count("{") == code.count("}")
            and (before.rstrip().endswith(("{", "}", ")")) or not re.search(r"[,(\[&|+?:=-]$", before.rstrip()))
            and not after.startswith((".", "&", "|", "?", ":", "+", "-", "<", ">", "=="))
        ):  # fmt: skip
            indent = code[: len(code) - len(code.lstrip())]
            lines[i] = new(i, f"{code.strip()}: left out", lambda on: f"{indent}if !{on} {{ {code.strip()} }}", line)
    return "\n".join(lines), mutants


def sources(core):
    return [path for path in sorted(core.glob("**/*.swift")) if "generated" not in path.parts]


def every():
    """Returns all mutants."""
    core = ROOT / "Sources" / "PressCore"
    found = []
    for path in sources(core):
        plant(str(path.relative_to(core)), path.read_text(), lambda one: found.append(one))
    return found


def explanations():
    """Why a mutant does nothing that a test could notice: (path, line of code, what) to the reason."""
    found = {}
    for number, line in enumerate(EQUIVALENT.read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            parts = [part.strip() for part in line.split(" ## ")]
            if len(parts) != 4:
                sys.exit(f"mutants: {EQUIVALENT.name}:{number}: path ## line of code ## mutant ## reason")
            found[tuple(parts[:3])] = parts[3]
    return found


def write(chosen):
    """The tree with the mutants that are chosen."""
    tree = WORK / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    for folder in ("Sources", "include"):
        shutil.copytree(ROOT / folder, tree / folder)
    base = tree / "include" / "press.h"
    base.write_text(base.read_text() + "\nextern int press_mutant;\n")
    core = tree / "Sources" / "PressCore"
    numbers = {str(one): number for number, one in enumerate(chosen, 1)}

    def is_chosen(one):
        one.number = numbers.get(str(one), 0)
        return one.number != 0

    mutants = []
    for path in sources(core):
        text, some = plant(str(path.relative_to(core)), path.read_text(), is_chosen)
        path.write_text(text)
        mutants += some
    (core / "Mutant.swift").write_text(SWITCH)
    return tree, mutants


def compile_core(tree):
    """Returns the lines of files that do not compile. Everything is compiled as one module, like the library that ships."""
    files = sorted(str(path) for module in MODULES for path in (tree / "Sources" / module).glob("**/*.swift"))
    done = subprocess.run(
        ["swiftc", "-parse-as-library", "-package-name", "libpress", "-wmo", "-O", "-swift-version", "5", "-module-name", "Press", "-I", tree / "include",
         *(f for map in ("CPress/module.modulemap", "one-module.modulemap") for f in ("-Xcc", f"-fmodule-map-file={tree / 'Sources' / map}")), "-c", "-o", WORK / "Press.o", *files],
        capture_output=True, text=True,
    )  # fmt: skip
    wrong = {}
    for name, line in re.findall(r"^.*?/PressCore/([^:\n]+):(\d+):\d+: error:", done.stderr, re.M):
        wrong.setdefault(name, set()).add(int(line))
    if done.returncode and not wrong:
        sys.exit(f"mutants: it does not compile:\n{done.stderr[-4000:]}")
    return wrong


def build(chosen):
    """The mutants that compile, the library with them, and the tests."""
    WORK.mkdir(parents=True, exist_ok=True)
    while True:
        tree, mutants = write(chosen)
        wrong = compile_core(tree)
        if not wrong:
            break
        # The compiler may mean the line, or the beginning or end of an init in which something stayed without a value.
        bad = set()
        for path, lines in wrong.items():
            for line in lines:
                near = sorted((abs(one.line - line), one.number) for one in mutants if one.path == path)
                bad |= {number for distance, number in near if near and distance == near[0][0]}
        chosen = [one for one in mutants if one.number not in bad]
        if not bad:
            sys.exit(f"mutants: this does not compile, and has no mutant: {wrong}")
    (WORK / "mutant.c").write_text(CONSTRUCTOR)
    subprocess.run(["cc", "-O2", "-fPIC", "-c", WORK / "mutant.c", "-o", WORK / "mutant.o"], check=True)
    library = [WORK / "mutant.o", WORK / "Press.o"]
    subprocess.run(["swiftc", "-emit-library", "-o", WORK / "libpress.so", *library], check=True)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "cmocka"], capture_output=True, text=True, check=True).stdout.split()
    c = ROOT / "Tests" / "PressABITests"
    # Mutants never change the headers.
    programs = {path.stem: [path, c / "support.c"] for path in sorted(c.glob("test_*.c")) if path.stem != "test_headers"}
    tests = [*programs, "play", *random_calls()]
    for name in ("fuzz_sequences", "fuzz_sensing"):
        programs[name] = [ROOT / "Tests" / "fuzz" / f"{name}.c"]
    programs["play"] = [ROOT / "Tests" / "scenarios" / "play.c"]
    for name, sources in programs.items():
        subprocess.run(
            ["cc", "-O1", "-std=c11", "-I", ROOT / "include", "-o", WORK / name, *sources, WORK / "libpress.so", f"-Wl,-rpath,{WORK}", *flags, "-lm"],
            check=True,
        )
    return mutants, tests


def is_red(command, number, limit):
    environment = os.environ | {"PRESS_MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no"}
    try:
        return subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def run(name, number, limit):
    """Whether a test notices."""
    if name == "play":
        out = WORK / "played"
        for scenarios in sorted((ROOT / "Tests" / "scenarios").glob("*.txt")):
            if is_red([WORK / name, scenarios, out], number, limit) or out.read_bytes() != scenarios.read_bytes():
                return True
        return False
    program, *random = name.split()
    return is_red([WORK / program, *random], number, limit)


def random_calls():
    """The commands of random calls with their sums: program, count, seed, first and sum."""
    lines = (line.split() for line in (ROOT / "Tests" / "fuzz" / "sums.txt").read_text().splitlines())
    return [" ".join((program, count, seed, "0", sum_)) for program, count, seed, sum_ in lines]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="a pattern of which mutants to take, for example Sensing/Pad or Pad.swift:1[01]")
    parser.add_argument("--again", type=pathlib.Path, help="an output of this program: those that survived, and no others")
    parser.add_argument("--list", action="store_true", help="say what would be tried")
    given = parser.parse_args()
    begin = time.monotonic()
    explained = explanations()
    there = every()
    if unknown := set(explained) - {one.key for one in there}:
        sys.exit("mutants: explained, and not there: " + "; ".join(map(str, sorted(unknown))))
    there = [one for one in there if re.search(given.only, str(one))]
    chosen = sorted(there, key=lambda one: one.rank(given.seed))[: given.count]
    if given.again:
        earlier = set(re.findall(r"^survived: .*?PressCore/(.+?):\d+: (.+)$", given.again.read_text(), re.M))
        chosen = [one for one in there if (one.path, one.what) in earlier]
    if given.list:
        print(*sorted(map(str, chosen)), sep="\n")
        return 0
    chosen, tests = build(chosen)
    print(f"mutants: {len(chosen)} of {len(there)}, compiled after {time.monotonic() - begin:.0f} s", flush=True)
    took = {}
    for test in tests:
        start = time.monotonic()
        if run(test, 0, 600):
            sys.exit(f"mutants: {test} is red without a mutant")
        took[test] = time.monotonic() - start
    # First run the tests that have found the most mutants for their time.
    kills = dict.fromkeys(tests, 1)
    survivors, equivalent, wrong = [], [], []
    for one in chosen:
        for test in sorted(tests, key=lambda test: took[test] / kills[test]):
            if run(test, one.number, 5 + 10 * took[test]):
                kills[test] += 1
                if one.key in explained:
                    wrong.append(one)
                    print(f"explained, and noticed by {test}: {one}", flush=True)
                break
        else:
            (equivalent if one.key in explained else survivors).append(one)
            print(f"{'explained' if one.key in explained else 'survived'}: {one}", flush=True)
    killed = len(chosen) - len(survivors) - len(equivalent)
    print(
        f"mutants: {killed} of {len(chosen)} noticed ({100 * killed / max(len(chosen), 1):.1f} %), {len(equivalent)} explained, "
        f"{len(survivors)} survived, {time.monotonic() - begin:.0f} s"
    )
    print("noticed by: " + ", ".join(f"{test} {count - 1}" for test, count in sorted(kills.items(), key=lambda kill: -kill[1]) if count > 1))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
