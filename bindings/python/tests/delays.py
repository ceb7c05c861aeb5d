"""How much later the defaults of a pad deliver what it reads: the table of docs/hardware/delays.md.

    python delays.py     prints it

A press of 3 N that rises and falls within 60 ms, at 20 phases of the sampling, beside the same pad without filters.
"""

import statistics

from libpress import Circuit, Curve, EventType, Pad, Sensor

RATES = (20, 50, 100, 200, 860)
CIRCUIT = Circuit(16_000_000)


def newtons(t_us):
    def smooth(u):
        u = min(max(u, 0), 1)
        return u * u * u * (10 - 15 * u + 6 * u * u)

    return 3 * (smooth((t_us - 2e6) / 6e4) - smooth((t_us - 2.7e6) / 6e4))


def code(force):
    ratio = force * 100e-6 * CIRCUIT.resistor_ohm
    return round(CIRCUIT.full_scale * ratio / (1 + ratio))


def moments(rate, phase, **settings):
    """When a contact begins and ends, and when the force passes half of what it becomes; microseconds."""
    pad, events, before, half = Pad(Sensor(CIRCUIT, Curve.power(100, 1, 1)), **settings), [], (0, 0.0), None
    pad.engine.when_event = events.append
    for i in range(1, round(3.4 * rate)):
        t = round((i + phase) * 1e6 / rate)
        pad.feed(t, code(newtons(t)))
        now = t, pad.reading.force
        if half is None and before[1] < 1.5 <= now[1]:
            half = before[0] + (now[0] - before[0]) * (1.5 - before[1]) / (now[1] - before[1])
        before = now
    ends = {event.type: event.t_us - event.late_us for event in events}
    return ends[EventType.CONTACT_BEGAN], ends[EventType.CONTACT_ENDED], half


def delay(rate, **settings):
    """Milliseconds of begin, end and half of the force: medians."""
    later = [
        [a - b for a, b in zip(moments(rate, n / 20, **settings), moments(rate, n / 20, median=False, filter=False), strict=True)] for n in range(20)
    ]
    return [statistics.median(column) / 1e3 for column in zip(*later, strict=True)]


def table():
    lines = [f"{'delay, ms':<35}" + "".join(f"{rate:6} Hz" for rate in RATES)]
    rows = {"median and filter": [delay(rate) for rate in RATES], "filter alone": [delay(rate, median=False) for rate in RATES]}
    for name, columns in rows.items():
        for n, what in enumerate(("begin", "end", "half of the force")):
            lines.append(f"{name + ', ' + what:<37}" + "".join(f"{column[n]:7.1f}  " for column in columns).rstrip())
    return lines


if __name__ == "__main__":
    print("\n".join(table()))
