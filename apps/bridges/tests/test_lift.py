"""Lifts: a keyboard of 25 simulated sensors plays a song whose releases are known, through the bridge to MIDI."""

import math

import pytest
from libpress import Circuit, Curve, Engine, Sensor, StrikeConfig, Surface, Target, Trait

pytest.importorskip("mido")
from libpress_bridges.config import Bridges
from libpress_bridges.events import event_of
from libpress_bridges.midi import MidiSink

np = pytest.importorskip("numpy")

KEYS, NOTES, LENGTH = 25, 100, 0.5
"""Each key plays four notes, one every two seconds; a note is over within LENGTH seconds."""


def way(x):
    """0 to 1 by minimum jerk: steepest in its middle, 1.875 times its mean."""
    x = np.clip(x, 0, 1)
    return x**3 * (10 + x * (6 * x - 15))


class Song:
    """What was played: which key, from when, how hard (N), and how long it rises and falls (s)."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.key = np.arange(NOTES) % KEYS
        self.begin = 0.5 + 2.0 * (np.arange(NOTES) // KEYS) + 0.06 * self.key + rng.uniform(0, 0.02, NOTES)
        self.peak = rng.uniform(1.2, 9, NOTES)
        self.rise = rng.uniform(0.01, 0.03, NOTES)
        self.fall = np.exp(rng.uniform(math.log(0.012), math.log(0.1), NOTES))
        self.release = self.begin + 0.15
        # The steepest 8 ms of the fall.
        half = 0.004 / self.fall
        self.fastest = self.peak * (way(0.5 + half) - way(0.5 - half)) / 0.008
        self.noise = rng

    def codes(self, t):
        """Of each key at each time: 15 microsiemens for each newton above 10 kOhm, 15 bits, two codes of noise."""
        force = np.zeros((KEYS, len(t)))
        for i in range(NOTES):
            force[self.key[i]] += self.peak[i] * (way((t - self.begin[i]) / self.rise[i]) - way((t - self.release[i]) / self.fall[i]))
        ratio = force * 0.15
        return (32767 * ratio / (1 + ratio) + 0.5).astype(int) + 4 + self.noise.integers(-2, 3, force.shape)


class Port:
    def __init__(self):
        self.bytes = []

    def open(self):
        pass

    def send(self, message):
        self.bytes.append(tuple(message.bytes()))

    def close(self):
        pass


def play(song, rate, **strike):
    """Of each note the `let_go` that it had, as the library delivered it, and the velocity of its note off, as bytes."""
    port = Port()
    notes = " ".join(str(48 + key) for key in range(KEYS))
    sink = MidiSink(Bridges.load(None, ["midi"], [f"midi.notes={notes}", "midi.pressure=none"]), port)
    sink.connect()
    port.bytes.clear()
    engine = Engine(max_contacts=KEYS, max_targets=KEYS, max_events=0, lift_us=0, strike=StrikeConfig(**strike))
    lifts, offs = [[] for _ in range(NOTES)], [[] for _ in range(NOTES)]

    def follow(event):
        sent = len(port.bytes)
        sink.send([event_of(event.as_dict())])
        if event.type.name not in ("LET_GO", "CONTACT_ENDED"):
            return
        note = max(i for i in range(NOTES) if song.key[i] == event.contact and song.begin[i] <= event.t_us / 1e6)
        if event.type.name == "LET_GO":
            lifts[note].append(event)
        offs[note] += [one for one in port.bytes[sent:] if one[0] == 0x80]

    engine.when_event = follow
    surface = Surface(KEYS * 20, 100, engine)
    sensor = Sensor(Circuit(full_scale=32767, resistor_ohm=10000), curve=Curve.power(15, 1, 1))
    pads = []
    for key in range(KEYS):
        engine.targets.add(Target(key + 1, 20 * key, 0, 20, 100, Trait(0)))
        pads.append(surface.pad(sensor, x=20 * key + 10, y=50, median=False))
    t = np.arange(1, int((song.release.max() + LENGTH) * rate)) / rate
    codes = song.codes(t).tolist()
    for i, t_us in enumerate((t * 1e6).astype(int).tolist()):
        for key, pad in enumerate(pads):
            pad.feed(t_us, codes[key][i])
    return lifts, offs


def velocity_of(speed):
    """By the logarithm from 1 at 10 N/s to 127 at 1000."""
    return 1 + 126 * min(max(math.log(speed / 10) / math.log(100), 0), 1)


@pytest.mark.parametrize(
    "rate, known, median, worst",
    # `known`: how many of 100 are known. Of these, half have an error below `median`, and all below `worst`, as fractions of the speed.
    [(50, 0, 0, 0), (100, 0, 0, 0), (200, 95, 0.05, 0.35), (500, 95, 0.03, 0.15), (860, 95, 0.03, 0.15)],
)
def test_the_releases_of_a_song_carry_their_velocity_or_say_that_it_is_not_known(rate, known, median, worst):
    song = Song(3)
    lifts, offs = play(song, rate)
    assert [len(one) for one in lifts] == [1] * NOTES, "each note lets go once"
    assert [len(one) for one in offs] == [1] * NOTES
    errors = []
    for i, (lift,) in enumerate(lifts):
        assert offs[i] == [(0x80, 48 + song.key[i], round(lift.value2))], "the bytes are what the library says"
        if not lift.unknown:
            errors.append(lift.value / song.fastest[i] - 1)
            off = abs(lift.value2 - velocity_of(song.fastest[i]))
            assert off <= 0.5 + 126 * math.log(1 / (1 - worst)) / math.log(100)
    assert len(errors) >= known if known else not errors
    if errors:
        assert np.median(np.abs(errors)) <= median and np.abs(errors).max() <= worst


def test_where_it_is_not_known_a_velocity_is_that_of_the_estimate():
    song = Song(4)
    lifts, offs = play(song, 50)
    for i, (lift,) in enumerate(lifts):
        assert lift.unknown or lift.value >= 1000
        assert abs(offs[i][0][2] - velocity_of(max(lift.value, 10))) <= 1
