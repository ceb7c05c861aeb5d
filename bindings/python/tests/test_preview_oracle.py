"""The oracle of contact and preview that makes the vectors (Tests/vectors), with the default grace, the default silence, refusals, cancels and resets,
against the library's event log."""

import contextlib
import random
import sys

import pytest
from conftest import ROOT
from libpress import Engine, EventType, PressError, Reason, Sample, to_q16

sys.path.insert(0, str(ROOT / "Tests/vectors"))
import make_vectors  # noqa: E402

RELEASE = 16384
DEFAULT, LONGEST_INTERVAL = 250_000, 2_000_000  # of silence: three intervals of the samples where these are longer, unless nothing comes for so long
LONGEST = 131_070  # microseconds between samples that are told apart, in steps of two
OVER = 3  # of the phase of a preview


class Oracle(make_vectors.Engine):
    """One finger, on a surface without targets. The default grace knows the interval of the samples, and how long a finger may be away."""

    def __init__(self, refuse=(), lift=0, silence=DEFAULT):
        super().__init__(26214, RELEASE, 26214, 5 * 65536, 16384, 32768, 55706, silence, 0, 0, lift)
        self.refuse, self.lift_us = refuse, lift
        self.reached, self.contacts, self.samples, self.now = {"up"}, 0, 0, 0
        self.felt_at, self.grace = 0, 0
        self.fell, self.bridges, self.is_uneven, self.is_away = 0, None, False, False
        self.between = LONGEST  # the latest two samples since it was up

    @property
    def phase(self):
        return self.slots[0]["state"] if 0 in self.slots else "up"

    def deliver(self, t, kind, finger, contact, *more):
        if kind == make_vectors.BEGAN:
            self.contacts += 1
            self.reached.add("begun above a load" if contact["kept"] else "begun")
        if kind == make_vectors.P_BEGAN and self.contacts in self.refuse:
            kind, contact["phase"] = EventType.PREVIEW_REFUSED, OVER
        super().deliver(t, kind, finger, contact, *more)

    def grace_at(self, t):
        """The default grace knows the interval, where there is a rate: of the last two the shorter one. In bursts the gap before the fall counts."""
        gap = t - self.felt_at
        interval = min(gap, self.between)
        if self.lift_us != 55_000 or self.samples < 16 or interval > 125_000:
            return self.lift_us
        return max(self.lift_us - (gap if gap <= self.lift_us else interval), interval * 2253 // 1024)

    def bridge(self, t):
        """How long after the fall a finger may come back to the same contact in the default grace, in steps of 2 ms: 50 ms in all from the sample
        before the fall where samples come unevenly. None: as long as the grace."""
        gap, less, more = t - self.felt_at, *sorted((t - self.felt_at, self.between))
        self.fell, self.bridges, self.is_away = t, None, False
        self.is_uneven = more - less > max(less // 8, 1300)
        if self.lift_us == 55_000 and more <= 55_000 and less * 3 <= 55_000:
            self.bridges = max((50_000 if self.is_uneven else 56_999) - gap, 0) // 2000

    def note_away(self, t):
        """A low sample: those that come sooner than the ones before the fall are uneven, too."""
        passed = t - self.fell
        if self.bridges is not None and not self.is_away:
            if not self.is_uneven and passed * 4 < (55_000 - self.grace) * 3:
                self.bridges, self.is_uneven = max(self.bridges - 3, 0), True
            self.is_away = passed > self.bridges * 2000

    def come_back(self, t, contact):
        """What was away for longer has lifted when it fell."""
        if t < contact["until"] and self.bridges is not None and (self.is_away or t - self.fell > self.bridges * 2000):
            contact["until"] = t

    def shorten(self, t, contact):
        """A low sample in the default grace: what passed before the fall was a pause, where it comes much sooner."""
        fell = contact["until"] - self.grace
        interval = min(t - fell, 125_000)
        enough = max(self.lift_us - interval, interval * 2253 // 1024)
        if self.lift_us == 55_000 and self.grace // 2 > enough > t - fell:
            self.grace, contact["until"] = enough, fell + enough

    def tick(self, t):
        self.now = t
        self.expire(t)

    def feed(self, t, force, lost):
        self.now = t
        # A sample at the very deadline comes too late, as a tick does.
        if self.phase == "lifting" and not lost and force >= RELEASE:
            self.come_back(t, self.slots[0])
        self.expire(t)
        before = self.phase
        self.sample(t, 0, lost, force)
        now, contact = self.phase, self.slots.get(0)
        self.reached |= {now, f"{before} and {now}"}
        if now == "down":
            self.between = (t // 2 * 2 - self.felt_at // 2 * 2) % (LONGEST + 2) if before == "down" else LONGEST
            self.felt_at = t
        elif now == "lifting" and before == "down":
            self.grace = self.grace_at(t)
            self.bridge(t)
            contact["until"] = t + self.grace
        elif now == "lifting":
            self.note_away(t)
            self.shorten(t, contact)
        self.samples += 1

    def reset(self):
        if self.phase in ("down", "lifting"):
            self.over(self.now, 0, Reason.RESET)
        elif 0 in self.slots:
            self.slots[0]["low_since"] = None

    def cancel(self):
        contact = self.slots.get(0, {})
        if self.phase in ("down", "lifting") and contact["phase"] in (1, 2):
            self.deliver(self.now, make_vectors.P_CANCELLED, 0, contact, 0, Reason.PROGRAM, contact["progress"])
            contact["phase"] = OVER


def silence_after(every, given):
    """What cancels a contact whose samples come so often: what the config says, and by default three intervals where these are longer."""
    return max(given, 3 * every) if given == DEFAULT and every <= LONGEST_INTERVAL else given


def sequence(seed, every, silence):
    """Steps of a session: mostly samples that wander, with pauses and losses, and where samples come often cancels, resets and ticks among them.

    `every`: microseconds between samples. Where that decides how long silence is, it can be seen before the first pause and between two that are
    as long, and nothing is pressed before.
    """
    rng = random.Random(seed)
    is_slow = 3 * every > DEFAULT
    rate_at, follows = (max(2 * every, 800_000) if is_slow else 200_000), silence != 248_000
    short = [] if is_slow else [0, 1000, 5000, 20_000, 20_000]
    long = [pause for pause in (silence - 1, silence, silence + 1, 4 * silence if is_slow else 600_000) if pause > every]
    t, force, steps = 0, 0.0, []
    if follows:
        steps = [("feed", n * every, 0.0) for n in range(rate_at // every + 1)]
        t = steps[-1][1]
    paused = t
    for _ in range(rng.randrange(5, 120)):
        pause = rng.choice([*short, *long, every]) if rng.random() < 0.2 else every
        if pause in long and follows and t - paused < rate_at:
            pause = every
        t += pause
        if pause in long:
            paused = t
        if rng.random() < 0.4:
            force = rng.choice([rng.uniform(0, 0.6), rng.uniform(0, 6), rng.uniform(1, 3), 0.0])
        kind = rng.choices(["feed", "lost", "cancel", "reset", "tick"], [92, 2, 0, 0, 0] if is_slow else [92, 2, 2, 1, 3])[0]
        steps.append((kind, t, force))
        if kind == "lost" and rng.random() < 0.5:  # the finger goes, and its sensor keeps something
            force = rng.uniform(0.27, 0.37)
            steps += [("feed", t := t + every, force) for _ in range(rng.randrange(12))]
    return steps, {rng.randrange(1, 6) for _ in range(rng.randrange(3))}


def play_library(steps, refuse, lift, lost_after):
    engine, events, contacts = Engine(lift_us=lift, lost_after_us=lost_after), [], []
    engine.when_event = lambda event: (events.append(event), contacts.append(1) if event.type == 1 else None)
    engine.preview.on_begin = lambda touch: len(contacts) not in refuse
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
                engine.preview.cancel()
    return [(e.t_us, e.type, 0, e.ended, e.reason, to_q16(e.pressure), to_q16(e.progress), e.late_us) for e in events]


def play_oracle(steps, refuse, lift, silence):
    oracle = Oracle(refuse, lift, silence)
    for kind, t, force in steps:
        if kind in ("feed", "lost"):
            oracle.feed(t, to_q16(force), kind == "lost")
        elif kind == "tick":
            oracle.tick(t)
        elif kind == "reset":
            oracle.reset()
        else:
            oracle.cancel()
    return oracle


def compare(seeds, lift, every, lost_after):
    """Plays them. Returns which kinds of events came, and which states were reached."""
    kinds, reached = set(), set()
    silence = silence_after(every, lost_after)
    for seed in seeds:
        steps, refuse = sequence(seed, every, silence)
        oracle = play_oracle(steps, refuse, lift, silence)
        delivered = play_library(steps, refuse, lift, lost_after)
        assert delivered == oracle.events, f"seed {seed}"
        kinds |= {(kind, ended, reason) for _, kind, _, ended, reason, *_ in delivered}
        reached |= oracle.reached
    return kinds, reached


@pytest.mark.parametrize("lift", [0, 12_000, 55_000])
@pytest.mark.parametrize("lost_after", [DEFAULT, 248_000], ids=["the default silence", "another"])
@pytest.mark.parametrize("batch", range(5))
def test_the_library_delivers_what_the_oracle_predicts(batch, lost_after, lift):
    kinds, reached = compare(range(batch * 200, (batch + 1) * 200), lift, 8000, lost_after)
    assert len(kinds) >= 13, "the sequences reach every kind of event"
    phases = {"up", "down", "barred", "loaded", "begun", "begun above a load", "loaded and down"}
    assert reached >= phases | ({"lifting", "lifting and down"} if lift else set()), "and every phase"


@pytest.mark.parametrize("every", [84_000, 150_000, 700_000, 2_000_000, 2_500_000])
def test_the_default_silence_is_three_intervals_where_samples_come_seldom(every):
    kinds, _ = compare(range(100), 0, every, DEFAULT)
    assert (EventType.CONTACT_CANCELLED, False, Reason.SILENT) in kinds
