"""A second implementation of contact and preview, in plain Python floats, against the library's event log."""

import contextlib
import random

import pytest
from libpress import Engine, PressError, Reason, Sample

ZERO, FULL = 0.4, 5.0
TOUCH, RELEASE = 0.4, 0.25
PREVIEW, COMMIT, COMPLETE = 0.25, 0.5, 0.85
FREE_AFTER = 50_000
DEFAULT, LONGEST_INTERVAL = 250_000, 2_000_000  # of silence: three intervals of the samples where these are longer, unless nothing comes for so long
LONGEST = 131_070  # microseconds between samples that are told apart, in steps of two


class Oracle:
    """One contact on a surface without targets. Delivers (type, ended, reason, microseconds late, progress).

    `phase` is that of the finger: up; down; lifting (its force fell, and has LIFT to come back); barred (its contact was
    cancelled); loaded (it lifted, but its sensor keeps a force, from which levels count). `stage` is that of the preview.
    """

    def __init__(self, refuse=(), lift=0, silence=DEFAULT):
        self.log, self.refuse, self.lift, self.silence = [], refuse, lift, silence
        self.phase, self.reached = "up", {"up"}
        self.stage = "over"  # waiting, preview, commit, completed, over
        self.deadline = 0  # when silence cancels, or the grace is over
        self.contacts = 0
        self.force = 0.0  # of the contact as it was last felt; since it was barred, the most
        self.low_since = None  # barred, and below a quarter of that
        self.kept = 0.0
        self.samples = 0
        self.felt_at, self.grace = 0, 0
        self.fell, self.bridges, self.is_uneven, self.is_away = 0, None, False, False
        self.between = LONGEST  # the latest two samples since it was up

    def grace_at(self, t):
        """The default grace knows the interval, where there is a rate: of the last two the shorter one. In bursts the gap before the fall counts."""
        gap = t - self.felt_at
        interval = min(gap, self.between)
        if self.lift != 55_000 or self.samples < 16 or interval > 125_000:
            return self.lift
        return max(self.lift - (gap if gap <= self.lift else interval), interval * 2253 // 1024)

    def bridge(self, t):
        """How long after the fall a finger may come back to the same contact in the default grace, in steps of 2 ms: 50 ms in all from the sample
        before the fall where samples come unevenly. None: as long as the grace."""
        gap, less, more = t - self.felt_at, *sorted((t - self.felt_at, self.between))
        self.fell, self.bridges, self.is_away = t, None, False
        self.is_uneven = more - less > max(less // 8, 1300)
        if self.lift == 55_000 and more <= 55_000 and less * 3 <= 55_000:
            self.bridges = max((50_000 if self.is_uneven else 56_999) - gap, 0) // 2000

    def note_away(self, t):
        """A low sample: those that come sooner than the ones before the fall are uneven, too."""
        passed = t - self.fell
        if self.bridges is not None and not self.is_away:
            if not self.is_uneven and passed * 4 < (55_000 - self.grace) * 3:
                self.bridges, self.is_uneven = max(self.bridges - 3, 0), True
            self.is_away = passed > self.bridges * 2000

    def come_back(self, t):
        """What was away for longer has lifted when it fell."""
        if t < self.deadline and self.bridges is not None and (self.is_away or t - self.fell > self.bridges * 2000):
            self.grace, self.deadline = t - self.fell, t

    def shorten(self, t):
        """A low sample in the default grace: what passed before the fall was a pause, where it comes much sooner."""
        fell = self.deadline - self.grace
        interval = min(t - fell, 125_000)
        enough = max(self.lift - interval, interval * 2253 // 1024)
        if self.lift == 55_000 and self.grace // 2 > enough > t - fell:
            self.grace, self.deadline = enough, fell + enough

    def deliver(self, name, ended=False, reason="NONE", late=0, progress=0.0):
        self.log.append((name, ended, reason, late, progress))

    def become(self, phase):
        self.phase = phase
        self.reached.add(phase)

    def end(self, reason, late=0):
        if self.phase not in ("down", "lifting"):
            self.low_since = None
            return
        if self.stage in ("preview", "commit"):
            self.deliver("PREVIEW_CANCELLED", reason=reason, late=late)
        self.deliver("CONTACT_ENDED" if reason == "LIFTED" else "CONTACT_CANCELLED", reason=reason, late=late)
        if reason == "LIFTED":
            self.become("loaded" if self.kept else "up")
        else:
            self.bar(self.force)

    def bar(self, most):
        self.force, self.low_since, self.kept = most, None, 0.0
        self.become("barred")

    def tick(self, t):
        self.expire(t)

    def expire(self, t):
        if self.phase == "down" and t >= self.deadline:
            self.end("SILENT")
        elif self.phase == "lifting" and t >= self.deadline:
            self.end("LIFTED", self.grace)

    def feed(self, t, force, lost):
        # A sample at the very deadline comes too late, as a tick does.
        if self.phase == "lifting" and not lost and force >= RELEASE:
            self.come_back(t)
        self.expire(t)
        self.take(t, force, lost)
        self.samples += 1

    def take(self, t, force, lost):
        if lost:
            return self.end("LOST") if self.phase in ("down", "lifting") else self.lose()
        if self.phase == "up":
            if force >= TOUCH:
                self.begin(t, force)
        elif self.phase == "barred":
            self.watch(t, force)
        elif self.phase == "loaded":
            if force < RELEASE:
                self.become("up")
            elif force >= self.kept + TOUCH:
                self.begin(t, force)
            else:
                self.kept = min(self.kept, force)
        elif force >= self.kept + RELEASE:
            self.felt(t, force)
        else:
            if force < RELEASE:
                self.kept = 0.0
            if self.phase == "down":
                self.become("lifting")
                self.grace = self.grace_at(t)
                self.bridge(t)
                self.deadline = t + self.grace
                if not self.grace:
                    self.end("LIFTED")
            elif self.phase == "lifting":
                self.note_away(t)
                self.shorten(t)
        return None

    def lose(self):
        if self.phase in ("up", "loaded"):
            self.bar(0.0)
        self.low_since = None

    def watch(self, t, force):
        """Barred: free below release; a force that stays below a quarter of the most is what the sensor keeps."""
        if force < RELEASE:
            return self.become("up")
        self.force = max(self.force, force)
        if force >= self.force / 4:
            self.low_since = None
        elif self.low_since is None:
            self.low_since, self.kept = t, force
        else:
            self.kept = min(self.kept, force)
            if t - self.low_since >= FREE_AFTER:
                self.become("loaded")
        return None

    def begin(self, t, force):
        self.deliver("CONTACT_BEGAN")
        self.reached.add("begun above a load" if self.kept else "begun")
        self.stage = "waiting"
        self.contacts += 1
        if self.phase == "up":
            self.kept = 0.0
        self.felt(t, force)

    def felt(self, t, force):
        self.reached.add(f"{self.phase} and down")
        self.between = t // 2 * 2 % (LONGEST + 2) - self.felt_at // 2 * 2 % (LONGEST + 2) if self.phase == "down" else LONGEST
        self.between %= LONGEST + 2
        self.become("down")
        self.force, self.felt_at, self.deadline = force, t, t + self.silence
        self.press(min(max((force - self.kept - ZERO) / (FULL - ZERO), 0), 1))

    def press(self, pressure):
        if self.stage == "waiting" and pressure >= PREVIEW:
            refused = self.contacts in self.refuse
            self.deliver("PREVIEW_REFUSED" if refused else "PREVIEW_BEGAN")
            self.stage = "over" if refused else "preview"
        for stage, following, low, high, name in (
            ("preview", "commit", PREVIEW, COMMIT, "PREVIEW_UPDATED"),
            ("commit", "completed", COMMIT, COMPLETE, "COMMIT_UPDATED"),
        ):
            if self.stage == stage:
                progress = min(max((pressure - low) / (high - low), 0), 1)
                if pressure >= high:
                    self.stage = following
                self.deliver(name, ended=pressure >= high, progress=progress)
                if pressure < high:
                    return

    def cancel(self):
        if self.phase in ("down", "lifting") and self.stage in ("preview", "commit"):
            self.deliver("PREVIEW_CANCELLED", reason="PROGRAM")
            self.stage = "over"


EDGES = [TOUCH, RELEASE] + [ZERO + level * (FULL - ZERO) for level in (0, PREVIEW, COMMIT, COMPLETE, 1)]


def force_near_nothing_that_decides(rng):
    """A force that fixed and floating point cannot judge differently."""
    while True:
        force = rng.choice([rng.uniform(0, 0.6), rng.uniform(0, 6), rng.uniform(1, 3), 0.0])
        if all(abs(force - edge) > 2e-4 for edge in EDGES):
            return force


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
            force = force_near_nothing_that_decides(rng)
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
    return [(e.type.name, e.ended, Reason(e.reason).name, e.late_us, e.progress) for e in events]


def play_oracle(steps, refuse, lift, silence):
    oracle = Oracle(refuse, lift, silence)
    for kind, t, force in steps:
        if kind in ("feed", "lost"):
            oracle.feed(t, force, kind == "lost")
        elif kind == "tick":
            oracle.tick(t)
        elif kind == "reset":
            oracle.end("RESET")
            oracle.now = 0
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
        predicted, delivered = oracle.log, play_library(steps, refuse, lift, lost_after)
        assert [entry[:4] for entry in delivered] == [entry[:4] for entry in predicted], f"seed {seed}"
        assert [entry[4] for entry in delivered if entry[0].endswith("UPDATED")] == pytest.approx(
            [entry[4] for entry in predicted if entry[0].endswith("UPDATED")], abs=1e-4
        ), f"seed {seed}"
        kinds |= {entry[:3] for entry in delivered}
        reached |= oracle.reached
    return kinds, reached


@pytest.mark.parametrize("lift", [0, 12_000, 55_000])
@pytest.mark.parametrize("lost_after", [DEFAULT, 248_000], ids=["the default silence", "another"])
@pytest.mark.parametrize("batch", range(5))
def test_the_library_delivers_what_the_oracle_predicts(batch, lost_after, lift):
    kinds, reached = compare(range(batch * 200, (batch + 1) * 200), lift, 8000, lost_after)
    assert len(kinds) >= 13, "the sequences reach every kind of event"
    phases = {"up", "down", "lifting", "barred", "loaded", "begun", "begun above a load", "loaded and down"}
    assert reached >= phases | ({"lifting and down"} if lift else set()), "and every phase"


@pytest.mark.parametrize("every", [84_000, 150_000, 700_000, 2_000_000, 2_500_000])
def test_the_default_silence_is_three_intervals_where_samples_come_seldom(every):
    kinds, _ = compare(range(100), 0, every, DEFAULT)
    assert ("CONTACT_CANCELLED", False, "SILENT") in kinds
