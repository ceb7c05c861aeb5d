"""How many samples a second an engine takes from Python: from a buffer, one by one, and with callbacks.

    python benchmarks/feed.py [samples]

Budget: 2 million samples a second from a buffer, without callbacks.
"""

import math
import sys
import time

import libpress
from libpress import Engine, Pad, Sample, Sensor
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
        engine.on_event = lambda event: None
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
        ("buffer, on_event", rate(count, lambda: lambda: with_event(Engine(max_events=0)).feed(data))),
        ("list of Sample", rate(few, objects)),
        ("feed_force, one by one", rate(few, one_by_one)),
        ("pad.feed, one by one", rate(few, pad_frames)),
        ("1 euro filter alone", rate(few, own_filter)),
        *peers,
    )
    print(f"{'':38} samples/s")
    for name, value in rows:
        print(f"{name:38} {value:12,.0f}")


if __name__ == "__main__":
    main()
