"""Run in a copy of the tree by recipe.py: what lists interactions has the made-up one, what lists converters and outputs has those."""

import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path.cwd()
sys.path.insert(0, str(ROOT))
PRESSD = os.environ["PRESSD"]
EVENTS = ("squeeze_began", "squeeze_ended", "squeeze_cancelled")
wrong = []


def has(where: str, is_there: object) -> None:
    if not is_there:
        wrong.append(where)


def pressd(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PRESSD, *arguments], capture_output=True, text=True, timeout=60)


# ---- What is written -----------------------------------------------------------------------------------------------


def text(path: str) -> str:
    return (ROOT / path).read_text()


for path in (
    "docs/interactions/events.md",
    "docs/protocol.schema.json",
    "Tests/PressABITests/generated/lives.h",
    "bindings/python/src/libpress/generated/_lives.py",
):
    for event in EVENTS if path.startswith("docs") else ("SQUEEZE_BEGAN", "SQUEEZE_ENDED", "SQUEEZE_CANCELLED"):
        has(f"{path}: {event}", event in text(path))
has("docs/interactions: defaults", re.search(r"^\| `within_us` \| 200 ms \|", text("docs/interactions/squeezes.md"), re.M))
has("docs/pressd: units and defaults", "| `within_us` | time, 0..2000000 | 200ms |" in text("docs/pressd/more-interactions.md"))
for path, most in (("docs/protocol.md", 2), ("Tests/scenarios/generated/contract.h", 3)):
    has(path, len(re.findall(r"\bsqueeze\b", text(path))) >= most)
has("docs/python-objects.md: hooks", "| `engine.squeeze` | `when_began`, `when_ended` |" in text("docs/python-objects.md"))
schema = json.loads(text("docs/protocol.schema.json"))
has("docs/protocol.schema.json: keys that change", "squeeze" in json.dumps(schema["$defs"]))

# ---- pressd ---------------------------------------------------------------------------------------------------------

has("pressd --help", "squeeze" in pressd("--help").stdout)
for section in ("squeeze", "tally"):
    has(f"sections that pressd names: [{section}]", re.search(rf"there are .*\b{section}\b", pressd("--set", "nothing.x=1").stderr))
has("keys that pressd refuses", "squeeze.pressure" in pressd("--set", "squeeze.pressure=2").stderr)
has(
    "what the library refuses",
    pressd("--set", "squeeze.within_us=3s", "--set", "squeeze.enabled=yes", "--fast", "--duration", "1ms").returncode == 64,
)
has("converter.model", "ads7899" in pressd("--set", "converter.model=none").stderr)
done = pressd("--source", "sim:press", "--fast", "--set", "converter.model=ads7899")
has("the simulated converter", done.returncode == 0 and "preview_began" in done.stdout)

with tempfile.TemporaryDirectory() as folder:
    path, saved, config = (os.path.join(folder, name) for name in ("socket", "saved.conf", "a.conf"))
    pathlib.Path(config).write_text(f"[squeeze]\nwithin_us = 150ms\n[listen]\npath = {path}\nsave = {saved}\n")
    has("pressd --test-config", pressd("--test-config", config).returncode == 0)
    running = subprocess.Popen([PRESSD, "--source", "sim:hold", "--duration", "60", "--quiet", "--config", config])
    try:
        door = socket.socket(socket.AF_UNIX)
        for _ in range(100):
            try:
                door.connect(path)
                break
            except OSError:
                time.sleep(0.05)
        lines = door.makefile("rw")
        has("hello: attached", "squeeze" in json.loads(lines.readline()).get("attached", ()))

        def ask(**command: object) -> dict[str, object]:
            lines.write(json.dumps(command) + "\n")
            lines.flush()
            while "answer" not in (answer := json.loads(lines.readline())):
                pass
            return answer

        has("get over the socket", ask(do="get", id=1, key="squeeze.within_us").get("value") in ("150ms", "150000us", "150000"))
        has("set over the socket", "error" not in ask(do="set", id=2, key="squeeze.pressure", value="0.7"))
        has("save over the socket", "error" not in ask(do="save", id=3))
        has("what was saved", "squeeze.pressure = 0.7" in pathlib.Path(saved).read_text() or "pressure = 0.7" in pathlib.Path(saved).read_text())
    finally:
        running.terminate()
        running.wait(10)

# ---- Python ---------------------------------------------------------------------------------------------------------

import libpress  # noqa: E402
from libpress import Engine, EventType, Sample  # noqa: E402
from libpress._config_keys import sections  # noqa: E402
from libpress.generated import _raw  # noqa: E402
from libpress.settings import SensorSettings  # noqa: E402
from libpress.tools.lines import LIVES  # noqa: E402
from libpress_bridges import discovery  # noqa: E402
from libpress_bridges.source import Lines  # noqa: E402
from libpress_page.lines import event_of  # noqa: E402
from libpress_page.settings import OPEN  # noqa: E402

SqueezeConfig = libpress.SqueezeConfig
has("libpress.__all__", {"Squeezes", "SqueezeConfig"} <= set(libpress.__all__))
has("libpress.settings", "squeeze" in SensorSettings.__annotations__)
seen = []
engine = Engine(squeeze=SqueezeConfig(within_us=100_000), traits=libpress.Trait(0), lift_us=0)
delivered = []
engine.squeeze.when_began = lambda event: (delivered.append(event), seen.append((event.contact, event.value)))[0]
engine.squeeze.when_ended = lambda event: seen.append(event.type)
engine.feed([Sample(1, 5.0, contact=3), Sample(2, 5.0, contact=4), Sample(3, 0.0, contact=3)])
has("hooks in Python", seen == [(4, 3), EventType.SQUEEZE_ENDED])
engine.squeeze.set(SqueezeConfig(pressure=0.1))
has("sections in Python", "squeeze" in sections())
has("the live page's settings", "squeeze" in OPEN)
has("what runs", "squeeze" in LIVES["contact"].parts and LIVES["squeeze"].whose == ("contact",))
has("the bridges", "squeeze" in Lines.interactions)
has("what Home Assistant is offered", set(discovery.types(("squeeze",))) - set(discovery.types(())) == set(EVENTS))
line = event_of(libpress.types.describe(delivered[0]))
has("a line and back", line and (line.type, line.contact, line.value) == (EventType.SQUEEZE_BEGAN, 4, 3))
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "a.conf"
    path.write_text("[squeeze]\npressure = 0.25\n")
    sensor = libpress.ForceSensor.from_config(path, finger=lambda t: 0.0, fast=True)
    has("from_config", _raw.press_squeeze_set(sensor.engine._core.handle, None) == _raw.PRESS_ERR_INVAL)
    sensor.save(path.with_name("b.conf"))
    has("what a sensor saves", "[squeeze]\npressure = 0.25" in path.with_name("b.conf").read_text())
    sensor.close()
has("I2CConverter", libpress.converter.described("ADS7899"))

# A setting that the header and the core know, and nothing else: all that read it obey.
HELD = {"repeat_us": 100_000, "repeat_fast_us": 100_000, "repeat_delay_us": 100_000, "most_repeats": 2}
engine = Engine(levels=libpress.LevelsConfig(**HELD), max_events=0, lost_after_us=0, lift_us=0)
repeats = []
engine.levels.when_repeated = lambda event: repeats.append(event.value2)
for t in range(1, 20):
    engine.feed_force(t * 100_000, 5.0)
    if t == 10:
        engine.levels.set(libpress.LevelsConfig(**HELD | {"most_repeats": 3}))
has("a setting in Python", repeats == [1, 2])
has("a setting that has no more to do has no deadline", engine.next_deadline is None)
engine.feed_force(2_000_000, 0.0)
engine.feed_force(2_100_000, 5.0)
engine.tick(2_900_000)
has("a setting that was changed counts from the next contact on", repeats[2:] == [3])
has("a setting in Python's help", "most_repeats: 0..1000: so many repeats" in (libpress.LevelsConfig.__doc__ or ""))
settings = [word for name, value in HELD.items() for word in ("--set", f"levels.{name}={value}")]
lines = pressd("--source", "sim:hold", "--fast", "--set", "levels.enabled=yes", *settings).stdout
has("a setting in pressd", lines.count("level_repeated") == 2)
has("a setting out of its range", "levels.most_repeats" in pressd("--set", "levels.most_repeats=1001").stderr)
has("a setting in the documents", re.search(r"^\| `most_repeats` \| 0\.\.1000 \| 0 \|", text("docs/pressd/more-interactions.md"), re.M))
with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "a.conf"
    path.write_text("[levels]\n" + "".join(f"{name} = {value}\n" for name, value in HELD.items()))
    repeats.clear()
    with libpress.ForceSensor.from_config(path, finger=lambda t: 5.0 if 0.5 < t < 3 else 0.0, fast=True) as sensor:
        sensor.engine.levels.when_repeated = lambda event: repeats.append(event.value2)
        sensor.wait_for_press(timeout=10)
        sensor.wait_for_release(timeout=10)
        has("a setting of a config in Python", len(repeats) == 2)
        sensor.save(path.with_name("b.conf"))
    has("a setting that a sensor saves", "most_repeats = 2" in path.with_name("b.conf").read_text())
has("a setting of the live page", "most_repeats" in sections()["levels"])

# ---- JavaScript -----------------------------------------------------------------------------------------------------

script = """
import { Engine } from "./build/js/node.js";
import { SECTIONS } from "./build/js/generated/attached.js";
import { texts } from "./apps/playground/src/generated/texts.js";
import { keys } from "./build/js/node.js";
const engine = new Engine({ squeeze: { withinUs: 100000 }, traits: [], liftUs: 0 });
const seen = [];
for (const type of ["squeezeBegan", "squeezeEnded"]) engine.on(type, (event) => seen.push([event.type, event.contact, event.value]));
engine.feed([{ tUs: 1, contact: 3, force: 5 }, { tUs: 2, contact: 4, force: 5 }, { tUs: 3, contact: 3, force: 0 }]);
engine.squeeze.set({ pressure: 0.2 });
const held = new Engine({ levels: { repeatUs: 100000, repeatFastUs: 100000, repeatDelayUs: 100000, mostRepeats: 2 } });
let repeats = 0;
held.on("levelRepeated", () => (repeats += 1));
for (let t = 1; t < 20; t += 1) held.feed([{ tUs: t * 100000, force: 5 }]);
console.log(JSON.stringify({ seen, repeats, settings: keys().filter(({ section, name }) => section === SECTIONS.squeeze && name !== "enabled").map(({ name }) => name), texts: Object.keys(texts).filter((one) => one.startsWith("squeeze.")) }));
"""
done = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, cwd=ROOT)
found = json.loads(done.stdout or "{}")
has(f"JavaScript: events {done.stderr[-300:]}", found.get("seen") == [["squeezeBegan", 4, 3], ["squeezeEnded", 4, 3]])
has("a setting in JavaScript", found.get("repeats") == 2)
has(
    "the playground's settings", found.get("settings") == ["within_us", "pressure"] and found.get("texts") == ["squeeze.withinUs", "squeeze.pressure"]
)
has(
    "JavaScript: types",
    'squeeze?: boolean | import("./contract.js").SqueezeOptions'
    in (text("build/js/generated/attached.d.ts") if (ROOT / "build/js/generated/attached.d.ts").exists() else ""),
)

if wrong:
    sys.exit("\n".join(f"not everywhere: {one}" for one in wrong))
print("everywhere: the interaction, the converter and the output are wherever such things are listed")
