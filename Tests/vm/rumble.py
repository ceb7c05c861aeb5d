"""What an input device with force feedback received, as guest/rumble.c prints it, beside the effects in the log of pressd."""

IDS = {"level": 0, "tick": 1, "soft": 2, "firm": 3, "double": 4}
"""pressd uploads them in this order, and the kernel counts."""


def lines(s):
    return [line for line in s.read("rumble").splitlines() if line != "gone"]


def received(s):
    """Without the LED, whose lines stand between them."""
    return [line for line in lines(s) if not line.startswith("led")]


def expected(events, has_gain):
    """Gains and plays of the effects in a log."""
    is_level_on = False
    for e in (e for e in events if e["event"] == "effect"):
        is_level = e["effect"] == "level"
        if is_level_on and not (is_level and e["strength"] > 0):
            yield "play", IDS["level"], 0
            is_level_on = False
        if e["strength"] == 0:
            continue
        if has_gain:
            yield "gain", int(e["strength"] * 65535 + 0.5), None
        if not (is_level and is_level_on):
            yield "play", IDS[e["effect"]], 2 if e["effect"] == "double" else 1
        is_level_on = is_level


def as_logged(s, has_gain=True):
    """Uploads, then what the log says; at the end the kernel stops and erases each. The log has five decimals, so that a gain may be
    off by one."""
    words = [line.split() for line in received(s)]
    begin, end = words[: len(IDS)], words[-2 * len(IDS) :]
    played = [(w[0], int(w[1]), int(w[2]) if w[0] == "play" else None) for w in words[len(IDS) : -2 * len(IDS)]]
    logged = list(expected(s.events, has_gain))
    is_whole = [w[:2] for w in begin] == [["upload", str(id)] for id in IDS.values()]
    is_erased = end == [w for id in IDS.values() for w in (["play", str(id), "0"], ["erase", str(id)])]
    alike = len(logged) == len(played) and all(a[0] == b[0] and a[2] == b[2] and abs(a[1] - b[1]) <= (a[0] == "gain") for a, b in zip(logged, played))
    return is_whole and is_erased and len(played) > 1 and alike, f"{words} and not {logged}"


def lit(s):
    lights = [line for line in lines(s) if line.startswith("led")]
    effects = sum(e["event"] == "effect" for e in s.events)
    return effects > 0 and lights == ["led 1", "led 0"] * effects, lights
