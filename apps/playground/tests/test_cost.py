"""What the page costs a browser: the engine's part of a frame, frames a second, and tasks that make it stutter.

A machine that runs these is seldom idle. So each is measured again, up to three times, and medians count. Where others had the processor,
frames and tasks are judged by what they took of it themselves. Machines are not equally fast: the engine and tasks are held against other
work of the same run.
"""

import json
import math
import os
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest
from hands import DESKTOP, OPENED, PHONE, Pen, at, box, card, emulate, says, settled, started, tile, until
from selenium.webdriver.common.by import By

ATTEMPTS = 3
MOST_MS = 1.0
# The engine's part of a frame in units of the work that follows each frame: 1.8 measured. A machine that is busy slows both.
MOST_RATIO = 4
LEAST_RATE = 50
# Processor time per frame at that rate, on two processors, in milliseconds: of the busiest thread of the browser, and of all threads.
MOST_OF_A_THREAD, MOST_OF_ALL = 1000 / LEAST_RATE, 2 * 1000 / LEAST_RATE
# A task is long from 50 ms on, on a machine on which the work below takes 0.1 ms; a slower machine has more time in proportion. For the machine
# on which 50 ms was chosen 0.1 ms is an estimate: a machine that takes 1.3 times as long was measured at 0.12 ms.
LONG_MS, WORK_MS = 50, 0.1

WORK = """
const view = new DataView(new ArrayBuffer(4096));
const names = Array.from({ length: 16 }, (_, at) => `member${at}`);
function work() {
  let sum = 0;
  for (let round = 0; round < 100; round++) {
    const made = {};
    names.forEach((name, at) => (made[name] = view.getInt32(4 * at, true) / 65536 + round));
    for (const [name, value] of Object.entries(made)) view.setInt32(4 * (name.length + round), value, true);
    sum += made.member3;
  }
  return sum;
}
"""

# Counted: Engine.feed, tick and touch, with the module below and the glue above it, but without what the page does in answer
# to an event. Listeners are told apart from the engine by a new engine, which takes them again.
METER = """
(async (address, done) => {
WORK
const { Engine } = await import(`${address}main.js`);
const meter = (window.meter = { engine: [], yard: [], times: [] });
let spent = 0, since = null;
const stop = () => { spent += performance.now() - since; since = null; };
for (const name of ["feed", "tick", "touch"]) {
  const own = Engine.prototype[name];
  Engine.prototype[name] = function (...given) {
    if (since !== null) return own.apply(this, given);
    since = performance.now();
    try { return own.apply(this, given); } finally { stop(); }
  };
}
const on = Engine.prototype.on;
Engine.prototype.on = function (type, listener) {
  return on.call(this, type, (event) => {
    if (since === null) return listener(event);
    stop();
    try { return listener(event); } finally { since = performance.now(); }
  });
};
document.getElementById("defaults").click();
(function frame(time) {
  const before = performance.now();
  work();
  meter.yard.push(performance.now() - before);
  meter.engine.push(spent);
  meter.times.push(time);
  spent = 0;
  requestAnimationFrame(frame);
})(performance.now());
done(crossOriginIsolated);
})(...arguments);
""".replace("WORK", WORK)


def middle(browser, element):
    script = "const r = arguments[0].getBoundingClientRect(); return [r.x + scrollX + r.width / 2, r.y + scrollY + r.height / 2]"
    return browser.execute_script(script, element)


@pytest.fixture
def trace(browser, tmp_path):
    """Five seconds at 250 samples a second: the button between preview and commit, a card over the boxes, the sheet up and down."""
    samples = []

    def stroke(count, force, place):
        for i in range(count):
            x, y = place(i / count)
            samples.append({"force": force(i / count), "x": x, "y": y, "down": True})
        samples.append({**samples[-1], "force": 0, "down": False})

    bx, by = middle(browser, tile(browser))
    cx, cy = middle(browser, card(browser, "Buy milk"))
    lx, ly = middle(browser, box(browser, "Later"))
    hx, hy = middle(browser, at(browser, "handle"))
    stroke(600, lambda t: 2.6 + 1.6 * math.sin(30 * t), lambda t: (bx + 3 * math.sin(90 * t), by))
    stroke(350, lambda t: 0.6, lambda t: (cx + (lx - cx) * t, cy + (ly - cy) * t))
    stroke(300, lambda t: 0.6, lambda t: (hx, hy - 50 + 50 * math.cos(12 * t)))
    for i, sample in enumerate(samples):
        sample.update(tUs=4000 * i, contact=7)
    file = tmp_path / "trace.json"
    file.write_text(json.dumps({"libpress": 1, "samples": samples}))
    return str(file)


def replayed(browser, trace):
    """Replays the trace, and gives back what was metered meanwhile."""
    browser.execute_script("""
        const announce = document.getElementById("announce");
        window.said = [];
        new MutationObserver(() => said.push(announce.textContent)).observe(announce, { childList: true });
        for (const one of Object.values(meter)) one.length = 0;""")
    at(browser, "load").clear()
    at(browser, "load").send_keys(trace)
    until(browser, lambda: browser.execute_script("return said.includes('The replay has ended')"))
    return browser.execute_script("return meter")


def attempts(measure):
    """Measures until one attempt finds nothing wrong; else says what each found."""
    wrong = []
    for _ in range(ATTEMPTS):
        found = measure()
        if not found:
            return
        wrong.append(found)
    pytest.fail(f"in each of {ATTEMPTS} attempts: {wrong}")


def test_a_frame_of_everything_costs_the_engine_a_millisecond_at_most(browser, address, trace, capsys):
    assert browser.execute_async_script(METER, address)

    def measure():
        found = replayed(browser, trace)
        engine, yard = sorted(found["engine"]), median(found["yard"])
        assert len(engine) > 60 and engine[-1] > 0
        middle, late, worst = median(engine), engine[len(engine) * 95 // 100], engine[-1]
        with capsys.disabled():
            print(f"\n  {len(engine)} frames: engine {middle:.3f} ms, 95 % within {late:.3f} ms, worst {worst:.3f} ms;", end=" ")
            print(f"{middle / yard:.2f} of the other work, {yard:.3f} ms")
        if late > MOST_MS or middle > MOST_RATIO * yard:
            return f"median {middle:.3f} ms, 95 % within {late:.3f} ms, other work {yard:.3f} ms"

    attempts(measure)


def spent(browser):
    """Seconds of a processor that each thread of the browser has used."""
    children, found = {}, {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            children.setdefault(int(status.read_text().rpartition(")")[2].split()[1]), []).append(int(status.parent.name))
        except OSError:
            continue
    waiting = [browser.service.process.pid]
    while waiting:
        one = waiting.pop()
        waiting += children.get(one, [])
        for thread in Path(f"/proc/{one}/task").glob("[0-9]*/stat") if one != browser.service.process.pid else []:
            try:
                name, _, fields = thread.read_text().rpartition(")")
            except OSError:
                continue
            used = fields.split()[11:13]
            found[f"{name.partition('(')[2]} {thread.parent.name}"] = sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
    return found


@pytest.mark.parametrize(
    "screen", [pytest.param(None, id=name, marks=pytest.mark.screen(size=size)) for name, size in (("desktop", DESKTOP), ("phone", PHONE))]
)
def test_fifty_frames_a_second_are_drawn_while_it_is_pressed(browser, screen, address, trace, capsys):
    """Drawn by software: there is no graphics processor here."""
    browser.execute_async_script(METER, address)

    def measure():
        before = spent(browser)
        times = replayed(browser, trace)["times"]
        threads = {name: 1000 * (now - before.get(name, 0)) / len(times) for name, now in spent(browser).items()}
        rate, whole, (busiest, most) = (
            1000 / median(b - a for a, b in pairwise(times)),
            sum(threads.values()),
            max(threads.items(), key=lambda one: one[1]),
        )
        words = f"{rate:.0f} frames a second; a frame takes {whole:.1f} ms of a processor, {most:.1f} of them {busiest}"
        with capsys.disabled():
            print(f"\n  {words}")
        assert len(times) > 30 and most > 0
        if rate < LEAST_RATE and (most > MOST_OF_A_THREAD or whole > MOST_OF_ALL):
            return words

    attempts(measure)


def tasks(browser, address):
    """What the main thread of the page has done: milliseconds that each task lasted, and that it took of a processor."""
    sent = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    events = [one["params"] for one in sent if one["method"] == "Tracing.dataCollected"]
    calls = [one for one in events if one["name"] == "FunctionCall" and one["args"].get("data", {}).get("url", "").startswith(address)]
    (main,) = {(one["pid"], one["tid"]) for one in calls}  # the browser has pages of its own
    of_page = [one for one in events if one["name"] == "ThreadControllerImpl::RunTask" and (one["pid"], one["tid"]) == main]
    return [(one["dur"] / 1000, one["tdur"] / 1000) for one in of_page if "tdur" in one]


def slower(browser):
    """How many times slower this machine is than the one where LONG_MS was set: 1 to 2. The quickest of 50 counts."""
    browser.get("about:blank")
    took = browser.execute_script(f"""{WORK}
        const timed = () => {{ const begin = performance.now(); for (let i = 0; i < 20; i++) work(); return (performance.now() - begin) / 20; }};
        return Math.min(...Array.from({{ length: 50 }}, timed));""")
    return min(2, max(1, took / WORK_MS))


def no_task_is_long(address, capsys, use, **screen):
    """Uses the page in a new browser, as it is for somebody who comes, and judges what its main thread did."""

    def measure():
        with contextmanager(started)("performance", tasks=True) as browser:
            emulate(browser, **screen)
            browser.get(address)
            use(browser)
            found = tasks(browser, address)
            limit = LONG_MS * slower(browser)
        lasted, took = max(lasted for lasted, _ in found), max(took for _, took in found)
        words = f"the longest of {len(found)} tasks lasted {lasted:.0f} ms; the heaviest took {took:.0f} ms of a processor, of {limit:.0f}"
        with capsys.disabled():
            print(f"\n  {words}")
        assert len(found) > 500
        if took > limit:
            return words

    attempts(measure)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_task_of_the_demonstration_is_long(address, size, capsys):
    """From the address on, until the drawn finger has looked inside a picture and opened one."""

    def demonstration(browser):
        until(browser, lambda: at(browser, "press-state").text.startswith("Opened"))
        settled(browser)

    no_task_is_long(address, capsys, demonstration, size=size)


def used(browser, trace):
    until(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "html[data-ready]"))
    browser.execute_script("window.meter = {}")
    pen, mouse = Pen(browser), Pen(browser, "mouse")
    pen.down(tile(browser), 0.1)
    for pressure in (0.2, 0.3, 0.4, 0.6, 0.8, 1):
        pen.press(tile(browser), pressure)
    says(browser, "press-state", OPENED)
    pen.up()
    browser.execute_script("arguments[0].click()", at(browser, "back"))  # it may still be on its way
    mouse.down(card(browser, "Call Alan"))
    for dx in range(0, 400, 20):
        mouse.to(box(browser, "Today"), dx)  # the card itself moves
    mouse.to(at(browser, "cards-title"))
    mouse.up()
    says(browser, "drag-state", "Dropped beside the boxes: it is back")
    replayed(browser, trace)


def test_no_task_is_long_while_it_is_used(address, trace, capsys):
    no_task_is_long(address, capsys, lambda browser: used(browser, trace))


# The connection of a phone on a slow line: 1.6 Mbit/s, 150 ms round trip.
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
MOST_BYTES, MOST_SECONDS = 250_000, 2
TURNS = 3  # a connection, the page, what the page names


def test_it_can_be_pressed_two_seconds_after_it_was_asked_for_on_a_slow_line(browser, address, capsys):
    """Where others have the processor: what the line takes, and all that the browser takes of a processor, one after the other."""
    browser.get("about:blank")

    def measure():
        for command, how in (("Network.enable", {}), ("Network.clearBrowserCache", {}), ("Network.emulateNetworkConditions", LINE)):
            browser.execute_cdp_cmd(command, how)
        before = spent(browser)
        try:
            browser.get(f"{address}#")
            until(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "html[data-ready]"))
            took = sum(now - before.get(name, 0) for name, now in spent(browser).items())
            seconds, size, painted = browser.execute_script(
                """const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
                const paint = performance.getEntriesByName("first-contentful-paint")[0].startTime;
                return [ready / 1000, all.reduce((sum, one) => sum + one.transferSize, 0), paint / 1000]"""
            )
        finally:
            browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**LINE, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
            browser.get("about:blank")
        needed = size / LINE["downloadThroughput"] + TURNS * LINE["latency"] / 1000 + took
        words = f"the first paint after {painted:.2f} s, the first press after {seconds:.2f} s: {needed:.2f} s of line and processor, {size / 1000:.0f} KB"
        with capsys.disabled():
            print(f"\n  {words}")
        assert 50_000 < size < MOST_BYTES
        assert painted < seconds  # its pictures are in the page itself
        if min(seconds, needed) > MOST_SECONDS:
            return words

    attempts(measure)
