"""How many samples a second an engine takes from Python: from a buffer, one by one, and with hooks.

    python benchmarks/feed.py [samples]

Budget: 2 million samples a second from a buffer, without hooks; one reading in a call 1.5 times as fast as a chain of one's own in
Python, without a hook and with a function for the touch. With a function for each event a reading takes 1.6 times as long as that chain at
most, with when_squeezed 1.3 times; an event by poll 0.9 us. The import of ForceSensor takes no longer than that of gpiozero.
"""

import math
import os
import subprocess
import sys
import time
from collections.abc import Callable

import libpress
from libpress import Engine, ForceSensor, Pad, Sample, Sensor
from libpress.types import SAMPLE_STRUCT

try:
    import numpy

    EVENTS = numpy.zeros(4096, libpress.EVENT_DTYPE)
except ImportError:
    EVENTS = bytearray(64 * 4096)

try:
    import OneEuroFilter
except ImportError:
    OneEuroFilter = None


def press(count: int, top: float) -> bytearray:
    """Samples of a finger that presses and lifts twice a second, at 1 kHz, up to `top` newtons: 4.0 never completes."""
    buffer = bytearray(SAMPLE_STRUCT.size * count)
    for i in range(count):
        force = top * math.sin(i * math.tau / 1000) ** 2
        SAMPLE_STRUCT.pack_into(buffer, i * SAMPLE_STRUCT.size, 1000 * (i + 1), 0, 0, int(force * 65536), 0, 0, 0)
    return buffer


class Chain:
    """What a program would write without the library: median of three, conductance, 1 euro filter, hysteresis, progress."""

    def __init__(self, when_touched: Callable[[], None] | None = None) -> None:
        self.when_touched = when_touched
        self.last = self.before = 0
        self.t_us = 0
        self.force = self.speed = self.progress = 0.0
        self.down = False

    @staticmethod
    def alpha(cutoff_hz: float, seconds: float) -> float:
        turn = math.tau * cutoff_hz * seconds
        return turn / (turn + 1)

    def feed(self, t_us: int, code: int) -> None:
        median = sorted((self.before, self.last, code))[1]
        self.before, self.last = self.last, code
        conductance = median / (26400 - median) / 4700 * 1e6
        force = conductance / 20
        seconds = (t_us - self.t_us or 1) * 1e-6  # twice in one microsecond
        self.t_us = t_us
        self.speed += self.alpha(1.0, seconds) * ((force - self.force) / seconds - self.speed)
        self.force += self.alpha(3.0 + abs(self.speed), seconds) * (force - self.force)
        if self.force >= (0.25 if self.down else 0.4):
            if not self.down and self.when_touched:
                self.when_touched()
            self.down = True
            self.progress = min(max((self.force - 1.55) / 1.15, 0.0), 1.0)
        else:
            self.down = False


def together(values, works) -> list[float]:
    """Nanoseconds a call of each, the least of many rounds in which they take turns, without the loop around them.

    A second of the first reading goes before, in which a pad learns its zero.
    """
    best = [math.inf] * (len(works) + 1)
    for _ in range(200):
        for place, (work, scale) in enumerate(works):
            call = work()
            scaled = [int(value * scale) if scale > 1 else value for value in values]
            for t in range(100):
                call(10_000 * (t + 1), scaled[0])
            readings = [(1_000_000 + 5000 * (t + 1), value) for t, value in enumerate(scaled)]
            started = time.perf_counter()
            for t_us, reading in readings:
                call(t_us, reading)
            best[place] = min(best[place], time.perf_counter() - started)
        started = time.perf_counter()
        for _t_us, _reading in readings:
            pass
        best[-1] = min(best[-1], time.perf_counter() - started)
    return [(one - best[-1]) / len(values) * 1e9 for one in best[:-1]]


def rate(count: int, work) -> float:
    """Samples a second, the best of three."""
    best = math.inf
    for _ in range(3):
        run = work()
        started = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - started)
    return count / best


def polled(data: bytearray, count: int, batch: int, take):
    """Feeds batches and polls after each."""
    engine = Engine(max_events=4096)
    view = memoryview(data)

    def run() -> None:
        for start in range(0, count, batch):
            engine.feed(view[start * SAMPLE_STRUCT.size : (start + batch) * SAMPLE_STRUCT.size])
            take(engine)

    return run


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    data, idle = press(count, 4.0), press(count, 0.3)
    few = max(count // 20, 1)

    def with_event(engine: Engine) -> Engine:
        engine.when_event = lambda event: None
        return engine

    def one_by_one():
        engine = Engine(max_events=0)
        return lambda: [engine.feed_force(t, 2.0) for t in range(few)]

    def objects():
        engine, samples = Engine(max_events=0), [Sample(t, 2.0) for t in range(few)]
        return lambda: engine.feed(samples)

    def pad_frames():
        pad = Pad(Sensor.fsr402(), Engine(max_events=0))
        return lambda: [pad.feed(1000 * (t + 1), 300) for t in range(few)]

    def own_filter():
        own = libpress.OneEuroFilter(1.0, 0.1, 1.0)
        return lambda: [own.step(1000 * (t + 1), 2.0) for t in range(few)]

    def peer_filter():
        peer = OneEuroFilter.OneEuroFilter(1000.0, 1.0, 0.1, 1.0)
        return lambda: [peer(2.0, 0.001 * (t + 1)) for t in range(few)]

    peers = (("1 euro filter of PyPI's OneEuroFilter", rate(few, peer_filter)),) if OneEuroFilter else ()
    rows = (
        ("buffer, untouched", rate(count, lambda: lambda: Engine(max_events=0).feed(idle))),
        ("buffer, pressing", rate(count, lambda: lambda: Engine(max_events=0).feed(data))),
        ("buffer of 1000, polled raw", rate(count, lambda: polled(data, count, 1000, lambda e: e.poll_into(EVENTS)))),
        ("buffer of 1000, polled as Event", rate(count, lambda: polled(data, count, 1000, Engine.poll))),
        ("buffer, when_event", rate(count, lambda: lambda: with_event(Engine(max_events=0)).feed(data))),
        ("list of Sample", rate(few, objects)),
        ("feed_force, one by one", rate(few, one_by_one)),
        ("pad.feed, one by one", rate(few, pad_frames)),
        ("1 euro filter alone", rate(few, own_filter)),
        *peers,
    )
    print(f"{'':38} samples/s")
    for name, value in rows:
        print(f"{name:38} {value:12,.0f}")
    one_by_one_in_turn(max(count // 500, 100))
    an_event_by_poll(data, min(count, 100_000))
    imports()


def with_hook(pad: Pad) -> Pad:
    pad.when_touched = lambda: None
    return pad


def with_every_event(pad: Pad) -> Pad:
    pad.engine.when_event = lambda event: None
    return pad


def one_by_one_in_turn(count: int) -> None:
    """One reading in a call, beside a chain of one's own, nobody listening and with a function: untouched, and a press of 4 N."""
    works = (
        (lambda: Chain().feed, 4000),  # codes: 4000 a newton
        (lambda: Pad().feed, 4000),
        (lambda: Engine(max_events=0).feed_force, 1),
        (lambda: Chain(lambda: None).feed, 4000),
        (lambda: with_hook(Pad()).feed, 4000),
        (lambda: with_every_event(Pad()).feed, 4000),
    )
    names = ("a chain of one's own", "pad.feed(t, code)", "engine.feed_force(t, newtons)")
    names += ("a chain of one's own, with a function", "pad.feed(t, code), when_touched", "pad.feed(t, code), when_event")
    untouched = together([0.07] * count, works)
    pressing = together([0.07 + 4 * math.sin(t * math.pi / count) for t in range(count)], works)
    print(f"\n{'one reading in a call, ns':38} {'untouched':>12} {'pressing':>12}")
    for row in zip(names, untouched, pressing, strict=True):
        print("{:38} {:12,.0f} {:12,.0f}".format(*row))
    for at, (name, *own) in enumerate(zip(names, untouched, pressing, strict=True)):
        base = 3 * (at // 3)  # without a function, and with one
        if at == base:
            continue
        ratios = untouched[base] / own[0], pressing[base] / own[1]
        print("{:38} {:11.2f}x {:11.2f}x".format(f"{name}: as fast", *ratios))
    read_in_turn(count)


def read_in_turn(count: int) -> None:
    """One reading of a function, its time and what follows from it, beside the same with a chain of one's own. In short turns, of which
    some are not interrupted on a computer that is busy, too."""
    turns, count = max(20 * count // 4000, 1), min(count, 4000)

    def chain(codes):
        read, chain = iter(codes).__next__, Chain()
        chain.t_us = time.monotonic_ns() // 1000 - 1000

        def poll() -> None:
            chain.feed(time.monotonic_ns() // 1000, read())

        return poll, int

    def sensor(codes):
        # Skip the 200 ms in which a sensor learns its zero: these readings come too fast for that.
        one = ForceSensor(adc=iter([codes[0], *codes]).__next__, full_scale=26400, thread=False, start_us=0)
        return one.poll, one.close

    def squeezed(codes):
        one = ForceSensor(adc=iter([codes[0], *codes]).__next__, full_scale=26400, thread=False, start_us=0)
        one.when_squeezed(at=0.5)(lambda: None)
        return one.poll, one.close

    rows = {
        "a function and a chain of one's own": chain,
        "sensor.poll() of ForceSensor(adc=f)": sensor,
        "the same with when_squeezed": squeezed,
    }
    pressing = [int(4000 * (0.07 + 4 * math.sin(t * math.pi / count))) for t in range(count)]
    columns = [[280] * count, pressing]
    best = {name: [math.inf] * len(columns) for name in rows}
    for _ in range(turns):
        for place, codes in enumerate(columns):
            for name, make in rows.items():
                poll, close = make(codes)
                started = time.perf_counter()
                for _code in codes:
                    poll()
                best[name][place] = min(best[name][place], (time.perf_counter() - started) / count * 1e9)
                close()  # readers take turns
    print(f"\n{'one reading of a function, ns':38} {'untouched':>12} {'pressing':>12}")
    for name, each in best.items():
        print("{:38} {:12,.0f} {:12,.0f}".format(name, *each))
    own, *ours = best.values()
    for name, each in zip(("sensor.poll()", "when_squeezed"), ours, strict=True):
        print("{:38} {:11.2f}x {:11.2f}x".format(f"{name}: as fast", *(a / b for a, b in zip(own, each, strict=True))))


def an_event_by_poll(data: bytearray, count: int) -> None:
    """Processor time, as it takes a while."""
    view, best = memoryview(data), math.inf
    for _ in range(3):
        engine, seconds, events = Engine(max_events=4096), 0.0, 0
        for start in range(0, count, 1000):
            engine.feed(view[start * SAMPLE_STRUCT.size : (start + 1000) * SAMPLE_STRUCT.size])
            started = time.thread_time()
            events += len(engine.poll())
            seconds += time.thread_time() - started
        best = min(best, seconds / events * 1e9)
    print(f"\n{'an event by engine.poll(), ns':38} {best:12,.0f}")


def imports() -> None:
    """Processor time of imports in turns, compiled already."""

    def once(line: str) -> float:
        code = f"import time\nbegan = time.process_time()\n{line}\nprint(time.process_time() - began)"
        whole = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
        done = subprocess.run([sys.executable, "-c", code], env=whole, capture_output=True, text=True, check=False)
        return float(done.stdout) * 1e3 if done.returncode == 0 else math.inf

    lines = ("from libpress import ForceSensor", "import gpiozero")
    best = dict.fromkeys(lines, math.inf)
    for _ in range(12):
        for line in lines:
            best[line] = min(best[line], once(line))
    print(f"\n{'imports, ms of a processor':38}")
    for line, ms in best.items():
        print(f"{line:38} {ms:12.1f}" if ms < math.inf else f"{line:38} {'not there':>12}")


if __name__ == "__main__":
    main()
