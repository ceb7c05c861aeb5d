"""A second implementation of contact and preview, in plain Python floats, against the library's event log."""

import contextlib
import random

import pytest

from libpress import Engine, PressError, Reason, Sample

ZERO, FULL = 0.4, 5.0
TOUCH, RELEASE = 0.4, 0.25
PREVIEW, COMMIT, COMPLETE = 0.25, 0.5, 0.85
LOST_AFTER = 250_000


class Oracle:
    """One contact on a surface without targets. Tells (type, ended, reason, progress)."""

    def __init__(self, refuse=()):
        self.log = []
        self.stage = "up"  # up, barred, waiting, preview, commit, completed, over
        self.heard_at = 0
        self.contacts = 0
        self.refuse = refuse

    def tell(self, name, ended=False, reason="NONE", progress=0.0):
        self.log.append((name, ended, reason, progress))

    def end(self, reason):
        if self.stage in ("up", "barred"):
            return
        if self.stage in ("preview", "commit"):
            self.tell("PREVIEW_CANCELLED", reason=reason)
        self.tell("CONTACT_ENDED" if reason == "LIFTED" else "CONTACT_CANCELLED", reason=reason)
        self.stage = "up" if reason == "LIFTED" else "barred"

    def tick(self, t):
        if self.stage not in ("up", "barred") and t >= self.heard_at + LOST_AFTER:
            self.end("SILENT")

    def feed(self, t, force, lost):
        # A sample at the very deadline still comes in time; a tick at it does not.
        self.tick(t - 1)
        self.heard_at = t
        if lost:
            return self.end("LOST")
        if self.stage == "barred":
            if force < RELEASE:
                self.stage = "up"
        elif self.stage == "up":
            if force >= TOUCH:
                self.tell("CONTACT_BEGAN")
                self.stage = "waiting"
                self.contacts += 1
        elif force < RELEASE:
            return self.end("LIFTED")
        return self.press(min(max((force - ZERO) / (FULL - ZERO), 0), 1))

    def press(self, pressure):
        if self.stage == "waiting" and pressure >= PREVIEW:
            refused = self.contacts in self.refuse
            self.tell("PREVIEW_REFUSED" if refused else "PREVIEW_BEGAN")
            self.stage = "over" if refused else "preview"
        for stage, following, low, high, name in (
            ("preview", "commit", PREVIEW, COMMIT, "PREVIEW_UPDATED"),
            ("commit", "completed", COMMIT, COMPLETE, "COMMIT_UPDATED"),
        ):
            if self.stage == stage:
                progress = min(max((pressure - low) / (high - low), 0), 1)
                if pressure >= high:
                    self.stage = following
                self.tell(name, ended=pressure >= high, progress=progress)
                if pressure < high:
                    return

    def cancel(self):
        if self.stage in ("preview", "commit"):
            self.tell("PREVIEW_CANCELLED", reason="PROGRAM")
            self.stage = "over"


EDGES = [TOUCH, RELEASE] + [ZERO + level * (FULL - ZERO) for level in (0, PREVIEW, COMMIT, COMPLETE, 1)]


def force_near_nothing_that_decides(rng):
    """A force that fixed and floating point cannot judge differently."""
    while True:
        force = rng.choice([rng.uniform(0, 0.6), rng.uniform(0, 6), rng.uniform(1, 3), 0.0])
        if all(abs(force - edge) > 2e-4 for edge in EDGES):
            return force


PAUSES = [0, 1000, 5000, 20_000, 20_000, 249_999, 250_000, 250_001, 600_000]


def sequence(seed):
    """Steps of a session: mostly samples that wander, with pauses, losses, cancels, resets and ticks among them."""
    rng = random.Random(seed)
    t, force, steps = 0, 0.0, []
    for _ in range(rng.randrange(5, 120)):
        t += rng.choice(PAUSES) if rng.random() < 0.2 else 8000
        if rng.random() < 0.4:
            force = force_near_nothing_that_decides(rng)
        kind = rng.choices(["feed", "lost", "cancel", "reset", "tick"], [92, 2, 2, 1, 3])[0]
        steps.append((kind, t, force))
    return steps, {rng.randrange(1, 6) for _ in range(rng.randrange(3))}


def play_library(steps, refuse):
    engine, events, contacts = Engine(), [], []
    engine.on_event = lambda event: (events.append(event), contacts.append(1) if event.type == 1 else None)
    engine.preview_should_begin = lambda touch: len(contacts) not in refuse
    for kind, t, force in steps:
        if kind == "feed":
            engine.feed_force(t, force)
        elif kind == "lost":
            engine.feed(Sample(t, force, lost=True))
        elif kind == "tick":
            engine.tick(t)
        elif kind == "reset":
            engine.reset()
        else:
            with contextlib.suppress(PressError):
                engine.preview_cancel()
    return [(event.type.name, event.ended, Reason(event.reason).name, event.progress) for event in events]


def play_oracle(steps, refuse):
    oracle = Oracle(refuse)
    for kind, t, force in steps:
        if kind in ("feed", "lost"):
            oracle.feed(t, force, kind == "lost")
        elif kind == "tick":
            oracle.tick(t)
        elif kind == "reset":
            oracle.end("RESET")
        else:
            oracle.cancel()
    return oracle.log


@pytest.mark.parametrize("batch", range(10))
def test_the_library_tells_what_the_oracle_predicts(batch):
    kinds = set()
    for seed in range(batch * 400, (batch + 1) * 400):
        steps, refuse = sequence(seed)
        predicted, told = play_oracle(steps, refuse), play_library(steps, refuse)
        assert [entry[:3] for entry in told] == [entry[:3] for entry in predicted], f"seed {seed}"
        assert [entry[3] for entry in told if entry[0].endswith("UPDATED")] == pytest.approx(
            [entry[3] for entry in predicted if entry[0].endswith("UPDATED")], abs=1e-4
        ), f"seed {seed}"
        kinds |= {entry[:3] for entry in told}
    assert len(kinds) >= 13, "the sequences reach every kind of event"
