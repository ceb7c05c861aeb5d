#!/usr/bin/env python3
"""judge.py NAME FOLDER: a line CHECK ... PASS or FAIL for everything that the guest must have shown, and the rates.

FOLDER/out is what the guest wrote: see guest/scenarios.sh. Whatever pressd printed on the bus must come out again where
this machine replays what it recorded; so the two processors are compared too. Environment: PRESSD, that of this
machine; ONLY, scenarios, when not all were asked for.
"""

import bisect
import hashlib
import json
import os
import re
import statistics
import subprocess
import sys
from pathlib import Path

import rumble

import docs

# EXPECTED CHECKS: 242
# LATER: gone iio_volts iio_two part_ads7828 part_ads7830 part_pcf8591 part_adc121c021 part_max11613 part_mcp3424 part_nau7802
# EXPECTED CHECKS LATER: 52

HERE = Path(__file__).resolve().parent
PRESSD = os.environ["PRESSD"]
ONLY = os.environ.get("ONLY", "").split()


class Scenario:
    def __init__(self, folder):
        self.folder = folder

    def read(self, name):
        path = self.folder / name
        return path.read_text() if path.exists() else ""

    out = property(lambda self: self.read("out"))
    err = property(lambda self: self.read("err"))
    code = property(lambda self: self.read("code").strip())
    arguments = property(lambda self: self.read("arguments").splitlines())
    events = property(lambda self: [json.loads(line) for line in self.out.splitlines()])

    @property
    def names(self):
        """The names of the events, without the updates between begin and end."""
        names = []
        for e in self.events:
            if e["event"] == "baseline_changed" or e["event"].endswith("_updated") and not e["ended"]:
                continue
            names.append(e["event"] + " ended" * e.get("ended", False) + (f" {e['reason']}" if "reason" in e else ""))
        return names

    @property
    def seconds(self):
        """The seconds on the clock, and those of the processor."""
        wall, user, system = map(float, self.read("time").splitlines()[-1].split())
        return wall, user + system

    @property
    def frames(self):
        """(present, failed, codes) of every frame that pressd recorded."""
        sensors = self.sensors
        return [(row[1], row[2], row[3 : 3 + sensors]) for row in self.rows]

    @property
    def rows(self):
        return [[int(v) for v in line.split(",")] for line in self.read("trace").splitlines() if line[0] != "#"]

    @property
    def sensors(self):
        return int(re.search(r"sensors=(\d+)", self.read("trace"))[1])

    @property
    def spans(self):
        """How long each frame took to read, microseconds, by its own times: {its time: from the first code to the last}."""
        sensors = self.sensors
        return {row[0]: max(before) - min(before) for row in self.rows if (before := row[3 + sensors :])}

    @property
    def served(self):
        """(channel, code) of every code that the converter gave."""
        rows = [line.split() for line in self.read("served").splitlines()]
        return [(int(mux) - 4, int(code)) for _, mux, code in rows]

    def counted(self, pattern):
        return int(re.search(pattern, self.err)[1])


class Judge:
    def __init__(self, machine, folder):
        self.machine, self.folder = machine, folder
        self.passed = self.failed = 0

    def scenario(self, name):
        return Scenario(self.folder / "out" / name)

    def pin(self, name, names):
        """Compares with the expected result in the repository. PIN=yes writes it again."""
        path = HERE / "pinned" / name
        if os.environ.get("PIN"):
            path.write_text("\n".join(names) + "\n")
        return names == path.read_text().splitlines(), names

    def check(self, name, claim):
        """claim: answers whether it holds, or (it holds, what else came)."""
        if ONLY and name.split(":")[0] not in ONLY:
            return
        try:
            answer = claim()
        except Exception as problem:  # what is missing or broken is a failure of the check, not of the judge
            answer = False, f"{type(problem).__name__}: {problem}"
        holds, instead = answer if isinstance(answer, tuple) else (answer, "")
        print(f"CHECK {self.machine} {name} {'PASS' if holds else f'FAIL ({instead})' if instead else 'FAIL'}")
        self.passed += bool(holds)
        self.failed += not holds

    # ---- What holds for every run

    def sound(self, name):
        """Every beginning has one end; no busy loop; what was recorded are the converter's own codes, and replays."""
        s = self.scenario(name)
        self.check(f"{name}: what began ended once", lambda: paired(s.events))
        self.check(f"{name}: the codes are those of the converter", lambda: same_codes(s))
        self.check(f"{name}: a replay on this machine gives the same log", lambda: self.replays(s))
        self.check(f"{name}: no busy loop", lambda: (s.seconds[1] < 0.75 * s.seconds[0], s.seconds))

    def replays(self, s):
        arguments = []
        words = iter(s.arguments)
        for word in words:
            if word in ("--duration", "--rate"):
                next(words)
            elif (
                word == "--uinput" or word == "--set" and (value := next(words)).startswith(("uinput.", "feedback.device", "feedback.led"))
            ):  # which another machine need not have
                continue
            elif word == "--set":
                arguments += [word, value]
            else:
                arguments.append(word.replace("/configs/", f"{self.folder}/root" + "/configs/"))
        command = [PRESSD, "--source", f"trace:{s.folder}/trace", "--fast", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return done.returncode == 0 and len(done.stdout) > 0 and done.stdout == s.out, done.stderr


def paired(events):
    open_ones = set()
    for e in events:
        subject, _, what = e["event"].partition("_")
        key = subject if subject != "commit" else "preview", e.get("contact")
        if what == "began":
            if key in open_ones:
                return False, f"{key} began twice"
            open_ones.add(key)
        elif what in ("ended", "cancelled") or e["event"] == "commit_updated" and e["ended"]:
            if key not in open_ones:
                return False, f"{key} ended twice"
            open_ones.remove(key)
    began = any(e["event"] == "contact_began" for e in events)
    return began and not open_ones, f"open at the end: {open_ones}" if began else "nothing began"


def same_codes(s):
    """The codes of the trace are some of those that were read of the converter, in their order."""
    config = s.arguments[s.arguments.index("--config") + 1] if "--config" in s.arguments else ""
    channels = range(4) if "plate4" in config else range(1)
    if not s.frames:
        return False, "nothing was recorded"
    for place, channel in enumerate(channels):
        taken = [codes[place] for present, _, codes in s.frames if present >> place & 1]
        given = [max(code, 0) for c, code in s.served if c == channel]
        # The trace leaves out codes that could not be read or were not accepted.
        rest = iter(given)
        if not all(any(code == other for other in rest) for code in taken):
            return False, f"AIN{channel} never gave the codes that were recorded"
    return {c for c, _ in s.served} == set(channels), "read another channel"


def storm():
    """The hash of the log of an hour."""
    command = [PRESSD, "--source", "sim:storm", "--fast", "--stats", "--duration", "3600s"]
    return hashlib.sha256(subprocess.run(command, capture_output=True, check=True).stdout).hexdigest()


def main():
    judge = Judge(sys.argv[1], Path(sys.argv[2]))
    check, scenario = judge.check, judge.scenario

    def driven(name, model):
        """Checks a chip for which the kernel has a driver, if that driver is there."""
        one = scenario(name)
        check(f"{name}: pressd says who has the chip, and sends nothing", lambda: taken(one))
        check(f"{name}: through the driver of the kernel a voltage is the same force", lambda: same_force(one, model))
        check(f"{name}: the driver is as docs/pressd/drivers.md says", lambda: as_documented(one))

    # ---- Presses

    for name in ("press", "plate", "stopped"):
        s = scenario(name)
        judge.sound(name)
        check(f"{name}: exit code 0", lambda: (s.code == "0", s.err))
        check(f"{name}: the events are the pinned ones", lambda: judge.pin(name, s.names))
    s = scenario("plate")
    check("plate: each corner is felt where it was pressed", lambda: corners(s))
    s = scenario("still")
    check("still: 1 V reads 8000", lambda: (set(map(str, s.frames)) == {"(1, 0, [8000])"}, s.frames[:3]))

    # ---- Rates

    for name, limit, least in (("rate_one", 625, 30), ("rate_one_continuous", 683, 30), ("rate_four", 156, 10)):
        s = scenario(name)
        check(f"{name}: at least {least} frames per second", lambda: (rate(s) >= least, s.err))
        if ONLY:
            continue
        try:
            late, worst = s.counted(r"lateness mean (\d+)"), s.counted(r"worst (\d+)")
            reached = f"{rate(s)} frames per second, {limit} computed"
            print(f"RATE {judge.machine} {name}: {reached}; late by {late} us, at worst {worst} us")
        except TypeError:
            print(f"RATE {judge.machine} {name}: not measured")

    # ---- An hour of a storm

    s = scenario("storm")
    check(
        "storm: an hour with thousands of faults ends well, within 8 MB",
        lambda: (s.code == "0" and s.counted(r"sensor faults (\d+)") > 1000 and s.counted(r"other (\d+)") > 1000, s.err[-500:]),
    )
    check("storm: its log is that of this machine", lambda: (s.read("sum").strip() == storm(), s.read("sum")))

    # ---- Faults in mid-press

    undisturbed = (HERE / "pinned" / "two").read_text().splitlines()
    cancelled = (HERE / "pinned" / "fault").read_text().splitlines()
    s = scenario("once")
    judge.sound("once")
    check("once: the events are those of two presses", lambda: (s.names == undisturbed, s.names))
    check("once: it is counted", lambda: (s.counted(r"not acknowledged (\d+)") == 1, s.err))
    unanswered = ["no converter answers", "power", "i2cdetect -y 1"]
    stale = ["no code came in time"]
    for name, counter, reports in (
        ("nack", r"not acknowledged (\d+)", {"bus": unanswered}),
        ("off", r"not acknowledged (\d+)", {"bus": unanswered}),
        ("error", r"other (\d+)", {"bus": ["transfers fail", "pull-ups"]}),
        ("stretch", r"timed out (\d+)", {"bus": ["the bus hangs", "SDA or SCL", "pull-ups"]}),
        ("busy", r"frames failed (\d+)", {"bus": ["the conversion never ends"]}),
        ("wrong", r"frames failed (\d+)", {"bus": ["another chip"]}),
        ("stuck", r"sensor faults (\d+)", {"stuck": ["stuck"]}),
        ("silent", r"other (\d+)", {"stale": stale}),
        # How long the kernel holds a transfer while an adapter goes away differs: at times until the finger has lifted.
        ("gone", r"other (\d+)", {"bus": ["No such file", "ls /dev/i2c-*"], "stale": stale}),
    ):
        s = scenario(name)
        judge.sound(name)
        lifted = cancelled[:6] + cancelled[8:]  # nothing rests there any more
        expected = [cancelled, lifted] if name == "gone" else [cancelled]
        reported = {r: words for r, words in reports.items() for e in expected if s.names == [one.replace("REASON", r) for one in e]}
        check(f"{name}: reported, cancelled once, recovered, and felt again", lambda: (len(reported) == 1, s.names))
        check(
            f"{name}: says what to check, and that it recovered",
            lambda: (
                all(word in s.err for words in reported.values() for word in words)
                and bool(reported)
                and len(re.findall("answers again|recovered from", s.err)) == 1,
                s.err,
            ),
        )
        check(f"{name}: it is counted", lambda: (0 < s.counted(counter) < 100, s.err))
        check(f"{name}: exit code 0", lambda: (s.code == "0", s.err))
    s = scenario("garbage")
    judge.sound("garbage")
    check("garbage: the second press is felt as ever", lambda: (s.names[-4:] == undisturbed[-4:], s.names[-6:]))

    # ---- Faults at the start

    for name, code, words in (
        ("absent", 69, ["0x48", "no converter answers", "power", "ADDR", "i2cdetect -y 1"]),
        ("elsewhere", 69, ["0x48", "no converter answers", "ADDR", "i2cdetect -y 1"]),
        ("silent_at_start", 74, ["transfers fail", "pull-ups"]),
        ("error_at_start", 74, ["transfers fail", "pull-ups"]),
        ("stretch_at_start", 75, ["the bus hangs", "SDA or SCL", "pull-ups"]),
        ("busy_at_start", 75, ["the conversion never ends"]),
        ("wrong_at_start", 69, ["0x48", "another chip"]),
    ):
        s = scenario(name)
        check(f"{name}: exit code {code}", lambda: (s.code == str(code), s.code))
        check(f"{name}: says what to check", lambda: (all(word in s.err for word in words) and not s.out, s.err))
        check(f"{name}: no busy loop", lambda: (s.seconds[1] < 0.75, s.seconds))

    # ---- Who may

    s = scenario("permissions")
    check(
        "permissions: the udev rule gives the nodes to their groups",
        lambda: (s.read("nodes").splitlines() == ["/dev/i2c-1 660 root:i2c", "/dev/uinput 660 root:libpress"], s.read("nodes")),
    )
    console = (judge.folder / "console.log").read_text(errors="replace")
    check("permissions: udev has nothing to say against the rule", lambda: "udevd version" in console and "libpress.rules" not in console)
    check("permissions: without the group, exit code 77", lambda: (s.code == "77" and not s.out, s.code))
    check("permissions: says which group", lambda: ("Permission denied" in s.err and "group i2c" in s.err, s.err))

    # ---- As an input device

    for name in ("input", "input_stopped"):
        s = scenario(name)
        judge.sound(name)
        check(f"{name}: pressure follows the press", lambda: pressures(s))
        check(f"{name}: buttons follow the press", lambda: judge.pin(f"{name}.keys", keys(s)))
        check(
            f"{name}: the device is gone at the end, and nothing is held",
            lambda: (s.read("input").splitlines()[-1] == "gone" and "held" not in s.read("input"), s.read("input")[-60:]),
        )

    for kind, begin, motion, end in (("screen", "TOUCH_DOWN", "TOUCH_MOTION", "TOUCH_UP"), ("touchpad", None, "POINTER_MOTION", None)):
        name = f"desktop_{kind}"
        judge.sound(name)
        check(f"{name}: a light, a middle and a hard press arrive at libinput", lambda: arrived(scenario(name), begin, motion, end))

    # ---- Effects

    for name in ("feedback", "feedback_no_gain", "feedback_level", "feedback_gone"):
        s = scenario(name)
        judge.sound(name)
        check(f"{name}: exit code 0", lambda: (s.code == "0", s.err))
    s = scenario("feedback")
    check("feedback: what the input device received is pinned", lambda: judge.pin("feedback.rumble", rumble.received(s)))
    check("feedback: it received what the log says", lambda: rumble.as_logged(s))
    check("feedback: its LED is lit for each effect, and dark at the end", lambda: rumble.lit(s))
    s = scenario("feedback_no_gain")
    check("feedback_no_gain: it plays the same, without gain", lambda: rumble.as_logged(s, has_gain=False))
    s = scenario("feedback_level")
    check("feedback_level: the level follows the log, and stops", lambda: rumble.as_logged(s))
    s = scenario("feedback_gone")
    check(
        "feedback_gone: says once each that device and LED are gone, and goes on",
        lambda: (s.err.count("feedback.device") == s.err.count("feedback.led") == 1 and s.names.count("effect") == 2, s.err),
    )

    # ---- The kernel's driver

    s = scenario("iio_volts")
    check("iio_volts: the kernel reads the voltages", lambda: volts(s))
    driven("iio_volts", "ads1115")
    s = scenario("iio_two")
    judge.sound("iio_two")
    check("iio_two: the events are those of two presses", lambda: (s.names == undisturbed, s.names))

    # ---- Other converters

    for model in ("ads7828", "ads7830", "pcf8591", "adc121c021", "max11613", "mcp3424", "nau7802"):
        s = scenario(f"part_{model}")
        check(f"part_{model}: pressd reads the voltages", lambda: part_volts(s, model))
        check(f"part_{model}: the kernel's driver, where it has one, reads the same", lambda: part_agrees(s, model))
        driven(f"part_{model}", model)

    # ---- docs/hardware

    for block, _, number, command, output in docs.commands():
        came = scenario("docs").read(f"{block}-{number}")
        check(f"docs: {command.splitlines()[0]}", lambda: (docs.alike(output, came), f"printed\n{came}and not\n{output}"))

    print(f"RESULT {judge.machine} {judge.passed + judge.failed} checks, {judge.failed} failed")
    return judge.failed > 0


def rate(s):
    return float(re.search(r"([\d.]+) per second", s.err)[1])


def corners(s):
    """Where each contact was felt while it was pressed hardest. By their own times some of its frames took much longer to
    read than the others: those say nothing of one moment."""
    spans, places, held = s.spans, [], []
    times = sorted(spans)
    for e in s.events:
        if e["event"] == "contact_began":
            held = []
        # An event at a deadline belongs to the frame before it.
        if "force" in e and (at := bisect.bisect_right(times, e["t_us"])):
            held.append((spans[times[at - 1]], e["force"], e["x"], e["y"]))
        if e["event"] == "contact_ended":
            at_once = 2 * statistics.median(span for span, *_ in held)
            most = max(force for span, force, *_ in held if span < at_once)
            hardest = [(x, y) for span, force, x, y in held if span < at_once and force > 0.9 * most]
            places.append(tuple(statistics.median(values) for values in zip(*hardest)))
    expected = [(10, 10), (90, 10), (10, 90), (90, 90), (50, 50)]
    # On a busy machine the four inputs of a frame are read so far apart that the force moves between them.
    near = [abs(x - u) <= 10 and abs(y - v) <= 10 for (x, y), (u, v) in zip(places, expected)]
    return len(places) == len(expected) and all(near), places


def volts(s):
    rows = [line.split() for line in s.read("channels").splitlines()]
    came = [int(raw) * float(scale) / 1000 for raw, scale in rows]
    return len(came) == 4 and all(abs(v - w) < 0.0005 for v, w in zip(came, (0.5, 1.0, 1.5, 2.0))), came


VOLTS = (0.5, 1.0, 1.5, 2.0)
# Volts and steps of the whole range, and the conversion from the kernel's value to codes.
PARTS = {
    "ads7828": (3.3, 4096, lambda mv: mv / 3300 * 4096),  # it has the reference in the part, and gives mV
    "ads7830": (3.3, 256, lambda mv: mv / 3300 * 256),
    "pcf8591": (3.3, 256, lambda mv: mv / 10),
    "adc121c021": (3.3, 4096, float),
    "max11613": (3.3, 4096, lambda code: code * 2.048 / 3.3),  # it takes the reference in the part
    "mcp3424": (2.048, 2048, float),
    "nau7802": (1.5, 32768, lambda code: (int(code) >> 8) + 32768),  # pressd takes the upper 16 of 24 bits, from 0
}


def part_codes(s):
    """The codes of the last frame: the voltages stand still."""
    present, failed, codes = s.frames[-1]
    return [] if failed else codes


def part_volts(s, model):
    reference, steps, _ = PARTS[model]
    codes = part_codes(s)
    rest = 32768 if model == "nau7802" else 0
    wrong = [code for code, v in zip(codes, VOLTS) if abs(code - rest - v / reference * steps) > 1]
    return len(codes) in (1, 4) and not wrong and s.code == "0", f"{codes} {s.err}"


def part_agrees(s, model):
    to_codes = PARTS[model][2]
    rows = s.read("kernel").splitlines()
    codes = part_codes(s)
    if not s.read("kernel"):
        # Debian's kernel of arm64 has no driver of a PCF8591; that of an ADC121C021 requires a regulator, which amd64 has not.
        return (model, s.folder.parts[-3].removesuffix("-later")) in (("pcf8591", "arm64"), ("adc121c021", "amd64")), "the driver is not there"
    # With another reference the codes may differ by one or two.
    most = 2 if model in ("ads7828", "ads7830", "max11613") else 0
    near = [abs(to_codes(float(row)) - code) <= most for row, code in zip(rows, codes)]
    return len(rows) >= len(codes) > 0 and all(near), f"{rows} and {codes}"


def taken(s):
    """Where there is a driver: 69, and its name."""
    if not s.read("through_i2c.err"):
        return s.read("kernel") == "" and s.read("driver") == "", "pressd did not run"
    said = s.read("through_i2c.err")
    return s.read("through_i2c.code").strip() == "69" and "the kernel's driver " in said and "/unbind" in said, said


def same_force(s, model):
    """Of the codes of a frame: the share of the supply, within a code; of a bridge those that pressd's own driver gave."""
    if not s.read("driver"):
        return s.read("trace_driver") == "", "a trace without a driver"
    if "_scale cat: read error" in s.read("driver"):  # no regulator, as on amd64
        said = s.read("through_driver.err")
        return s.read("through_driver.code").strip() == "78" and "does not know its reference" in said and "full_scale" in said, said
    trace = s.read("trace_driver")
    rows = [line.split(",") for line in trace.splitlines() if line and line[0] != "#"]
    full = [int(one) for one in re.findall(r"full_scale=(\d+)", trace)]
    sensors = int(re.search(r"sensors=(\d+)", trace)[1])
    codes = [int(code) for code in rows[-1][3 : 3 + sensors]]
    if model == "nau7802":
        return codes == part_codes(s), f"{codes} and {part_codes(s)}"
    scales = full if len(full) == sensors else full[:1] * sensors
    near = [abs(code - v / 3.3 * scale) <= 1 for code, v, scale in zip(codes, VOLTS, scales)]
    return len(codes) > 0 and all(near) and s.read("through_driver.code").strip() == "0", f"{codes} of {scales}: {s.read('through_driver.err')}"


def as_documented(s):
    """The row of the driver in the table: its name, its files, what a code is worth, whether it says where 0 is."""
    if not s.read("driver"):
        return True
    shown = dict(line.split(" ", 1) for line in s.read("driver").splitlines() if " " in line)
    table = (HERE.parents[1] / "docs/pressd/drivers.md").read_text()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| `")]
    row = next((one for one in rows if one[0] == f"`{shown['driver']}`"), None)
    files = sorted({re.sub(r"voltage\d+", "voltageN", name) for name in shown if name.startswith("in_")})
    name = "its address" if re.fullmatch(r"\d+-[0-9a-f]{4}", shown["name"]) else f"`{shown['name']}`"
    raw = next(name for name in ("in_voltage1_raw", "in_voltage0_raw", "in_voltage_raw") if name in shown)
    scale = next((name for name in (raw.replace("_raw", "_scale"), "in_voltage_scale") if name in shown), None)
    worth = unit_of(shown[raw], shown.get(scale, ""), 1.0 if "1" in raw else 0.5)
    offset = "yes" if any(name.endswith("_offset") for name in shown) else "no"
    found = [f"`{shown['driver']}`", name, ", ".join(f"`{one}`" for one in files), worth, offset]
    return row is not None and [row[0], row[2], row[3], row[5]] == found[:3] + found[4:] and worth in row[4], f"| {' | '.join(found)} | and not {row}"


def unit_of(raw, scale, volts):
    """What a code is worth in: volts, millivolts, or what is none of them."""
    try:
        value = int(raw) * float(scale)
    except ValueError:
        return "cannot be read"
    return next(
        (unit for unit, of in (("mV", 1000), ("V", 1)) if abs(value - volts * of) <= 0.01 * volts * of),
        "0" if float(scale) == 0 else "mV of the bridge",
    )


def inputs(s, kind, code=None):
    rows = [line.split() for line in s.read("input").splitlines() if line[0].isdigit()]
    return [(int(c), int(v)) for k, c, v in rows if int(k) == kind and code in (None, int(c))]


def arrived(s, begin, motion, end):
    """Three touches, each with its motion; where there are no touches (of a touchpad), motion with pauses between."""
    rows = re.findall(r"event\d+\s+(TOUCH_DOWN|TOUCH_MOTION|TOUCH_UP|POINTER_MOTION)\s+\d*\s*\+([0-9.]+)s", s.read("desktop"))
    moved = [float(at) for what, at in rows if what == motion]
    strokes = 1 + sum(later - earlier > 0.2 for earlier, later in zip(moved, moved[1:])) if moved else 0
    counts = [sum(what == one for what, _ in rows) for one in (begin, end) if one]
    return strokes == 3 and len(moved) > 30 and counts in ([], [3, 3]), s.read("desktop")[-400:]


def keys(s):
    names = {0x14A: "btn_touch", 0x110: "btn_left", 0x111: "btn_right", 28: "key_enter"}
    return [f"{names[code]} {value}" for code, value in inputs(s, 1)]


def pressures(s):
    """Those of the log, 1 at least while it is touched and 0 afterwards; the kernel reports changes only."""
    expected = []
    for e in s.events:
        if e["event"] in ("contact_began", "contact_moved"):
            value = max(1, int(e["pressure"] * 32767))
        elif e["event"] in ("contact_ended", "contact_cancelled"):
            value = 0
        else:
            continue
        expected.append(value)
    came = [value for _, value in inputs(s, 3, 0x18)]
    if s.read("input").splitlines()[0] != "pressure 0 32767":
        return False, s.read("input").splitlines()[0]
    # The log has five decimals, so that a step may be off by one, and two that the kernel saw as equal may differ.
    rest = iter(expected)
    for value in came:
        if not any(abs(value - w) <= 1 for w in rest):
            return False, f"{value} is not in the log at its place"
    changes = sum(abs(a - b) > 1 for a, b in zip([0] + expected, expected))
    return came[-1] == 0 and max(came) > 5000 and len(came) >= changes, f"{len(came)} of {changes} changes"


if __name__ == "__main__":
    sys.exit(main())
