"""MIDI: the bytes, on a pipe."""

import os
import select

import pytest

pytest.importorskip("click")
pytest.importorskip("mido")
from libpress.tools.problem import Problem
from libpress_bridges.config import Bridges
from libpress_bridges.events import event_of
from libpress_bridges.ledger import Ledger
from libpress_bridges.midi import MidiSink
from libpress_bridges.outbox import Summary
from libpress_bridges.pump import Away

QUIET = bytes.fromhex("b07b00")
"""All notes off, on channel 1."""


def event(name, ms, contact=0, force=0.0, pressure=0.0, x=0.0, y=0.0, target=0, **more):
    fields = {"t_us": ms * 1000, "event": name, "contact": contact, "target": target, "x": x, "y": y}
    return event_of(fields | {"force": force, "pressure": pressure} | more)


@pytest.fixture
def pipe(tmp_path):
    path = tmp_path / "midi"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    yield path, reader
    os.close(reader)


@pytest.fixture
def play(pipe):
    """Plays events with [midi], and returns the bytes that follow those of the connection."""
    path, reader = pipe

    def start(*settings):
        sink = MidiSink(Bridges.load(None, ["midi"], [f"midi.port={path}", *(f"midi.{one}" for one in settings)]))
        sink.connect()
        first = os.read(reader, 4096)

        def call(*events):
            sink.send(events)
            return os.read(reader, 4096).hex(" ", 1) if select.select([reader], [], [], 0)[0] else ""

        call.first, call.sink, call.read = first, sink, lambda: os.read(reader, 4096)
        return call

    return start


def test_a_strike_is_a_note_whose_velocity_is_its_speed(play):
    midi = play("pressure=none", "note=38")
    assert midi.first == QUIET
    assert midi(event("contact_began", 0, force=0.5), event("contact_moved", 5, force=1.0)) == ""
    assert midi(event("contact_moved", 10, force=2.5)) == "90 26 7f"  # 2 N in 10 ms are the 200 N/s of velocity 127
    assert midi(event("contact_ended", 90)) == "80 26 40"
    assert midi(event("contact_began", 200, force=0.5), event("contact_moved", 210, force=1.0)) == "90 26 40"
    assert midi(event("contact_cancelled", 290)) == "80 26 40"


def test_where_strikes_are_attached_they_say_the_velocity_at_once_or_that_it_is_not_known(play):
    midi = play("pressure=none", "fixed_velocity=77")
    midi(event("contact_began", 0, force=0.5))
    assert midi(event("struck", 3, force=0.9, speed=50.0, velocity=33)) == "90 3c 21"
    assert midi(event("contact_moved", 10, force=2.5)) == "", "it sounds already"
    assert midi(event("contact_ended", 90)) == "80 3c 40"
    midi(event("contact_began", 200, force=0.5))
    assert midi(event("struck", 220, force=0.9, speed=50.0, velocity=64, unknown=True)) == "90 3c 40"
    midi(event("contact_ended", 290), event("contact_began", 300))
    assert midi(event("struck", 320, speed=1.0, velocity=0)) == "90 3c 01", "0 would be a note off"
    midi = play("velocity=force", "pressure=none")
    midi(event("contact_began", 300))
    assert midi(event("struck", 303, speed=50.0, velocity=33)) == ""


def test_what_lay_there_when_it_was_switched_on_plays_no_note(play):
    midi = play("velocity=fixed")
    assert midi(event("contact_began", 0, force=9.0, resting=True), event("contact_moved", 50, force=9.5), event("contact_ended", 90)) == ""
    assert midi(event("contact_began", 200)).startswith("90 3c"), "what comes afterwards does"


def test_a_note_off_carries_the_lift_of_its_contact_in_mpe_too(play):
    midi = play("pressure=none", "velocity=fixed", "notes=60 62")
    midi(event("contact_began", 0, contact=0, target=1), event("contact_began", 1, contact=1, target=2))
    assert midi(event("let_go", 80, contact=1, speed=250.0, velocity=89), event("contact_ended", 80, contact=1)) == "80 3e 59"
    assert midi(event("contact_ended", 90, contact=0)) == "80 3c 40", "of another contact: not known"
    midi(event("contact_began", 100))
    assert midi(event("let_go", 180, speed=1.0, velocity=0), event("contact_ended", 180)) == "80 3c 00"
    midi.sink.close()
    midi.read()
    midi = play("mpe=lower", "members=2", "velocity=strike")
    midi(event("contact_began", 0, contact=0), event("contact_began", 1, contact=1))
    assert midi(event("struck", 3, contact=0, velocity=113)) == "e1 00 40 b1 4a 40 d1 00 91 3c 71 d1 00"
    assert midi(event("struck", 4, contact=1, velocity=7)) == "e2 00 40 b2 4a 40 d2 00 92 3c 07 d2 00"
    assert midi(event("let_go", 90, contact=1, velocity=127), event("contact_ended", 90, contact=1)) == "82 3c 7f"
    assert midi(event("let_go", 95, contact=0, velocity=64, unknown=True), event("contact_ended", 95, contact=0)) == "81 3c 40"


def test_a_note_of_a_press_of_the_button_has_the_lift_of_the_contact_that_ends_it(play):
    midi = play("plays=press", "pressure=none", "velocity=fixed", "fixed_velocity=100")
    midi(event("contact_began", 0), event("button_pressed", 5))
    assert midi(event("button_released", 50)) == "80 3c 40"
    midi(event("button_pressed", 60))
    assert midi(event("let_go", 80, velocity=99), event("button_released", 80), event("contact_ended", 80)) == "80 3c 63"


def test_a_tap_shorter_than_the_strike_time_sounds_and_ends(play):
    midi = play("pressure=none")
    sounded = midi(event("contact_began", 0, force=0.5), event("contact_moved", 5, force=1.0), event("contact_ended", 8))
    assert sounded == "90 3c 5a 80 3c 40"


def test_without_progress_a_note_sounds_when_patience_ends(play):
    midi = play("pressure=none", "fixed_velocity=77")
    midi(event("contact_began", 0))
    (note,) = midi.sink._notes.values()
    due = midi.sink.idle(note.arrived)
    assert note.arrived < due < note.arrived + 0.2 and midi() == ""
    assert midi.sink.idle(due) is None
    assert midi.read().hex() == "903c4d"


def test_velocity_by_force_and_a_fixed_one(play):
    midi = play("velocity=force", "pressure=none")
    midi(event("contact_began", 0))
    assert midi(event("contact_moved", 12, pressure=0.25)) == "90 3c 40"
    midi.sink.close()
    midi = play("velocity=fixed", "fixed_velocity=100", "pressure=none")
    assert midi(event("contact_began", 0)) == "90 3c 64"


def test_the_pressure_of_a_channel_is_the_greatest_of_the_keys_that_are_held(play):
    midi = play("velocity=fixed", "fixed_velocity=100", "notes=60 64")
    midi(event("contact_began", 0, 0, pressure=0.0, target=1))
    assert midi(event("contact_moved", 100, 0, pressure=0.6, target=1)) == "d0 4c"
    assert midi(event("contact_began", 400, 1, pressure=0.02, target=2)) == "90 40 64", "0.6 under the other key stays"
    assert midi(event("contact_moved", 500, 1, pressure=0.9, target=2)) == "d0 72"
    assert midi(event("contact_moved", 600, 0, pressure=0.5, target=1)) == ""
    assert midi(event("contact_ended", 800, 1, target=2)) == "80 40 40 d0 40", "what the key that is held has"
    assert midi(event("contact_ended", 1500, 0, target=1)) == "80 3c 40 d0 00"


def test_the_pressure_of_a_key_is_0_before_its_note_ends(play):
    midi = play("velocity=fixed", "fixed_velocity=100", "pressure=poly", "notes=60 64")
    midi(event("contact_began", 0, 0, target=1), event("contact_moved", 100, 0, pressure=0.6, target=1))
    assert midi(event("contact_ended", 200, 0, target=1)) == "a0 3c 00 80 3c 40"


def test_pressure_is_channel_or_polyphonic_aftertouch_and_is_gone_after_the_note(play):
    midi = play("velocity=fixed", "channel=10")
    assert midi(event("contact_began", 0, pressure=0.0)) == "99 3c 64 d9 00"
    assert midi(event("contact_moved", 20, pressure=0.5), event("contact_moved", 30, pressure=0.5)) == "d9 40"
    assert midi(event("contact_moved", 40, pressure=1.0)) == "d9 7f"
    assert midi(event("contact_ended", 90)) == "89 3c 40 d9 00"
    midi.sink.close()
    midi.read()
    midi = play("velocity=fixed", "pressure=poly")
    assert midi(event("contact_began", 0), event("contact_moved", 20, pressure=0.5)) == "90 3c 64 a0 3c 00 a0 3c 40"


def test_targets_have_notes_of_their_own(play):
    midi = play("velocity=fixed", "pressure=none", "notes=36 38 42", "note=60")
    for target, note in ((1, "24"), (2, "26"), (3, "2a"), (4, "3c"), (0, "3c")):
        assert midi(event("contact_began", 0, target=target)) == f"90 {note} 64"
        assert midi(event("contact_ended", 1, target=target)) == f"80 {note} 40"


def test_progress_of_previews_commits_and_transitions_are_controllers(play):
    midi = play("velocity=fixed", "pressure=none", "preview_cc=1", "commit_cc=2", "transition_cc=11")
    midi(event("contact_began", 0))
    midi(event("preview_began", 5))
    assert midi(event("preview_updated", 10, progress=0.5, ended=False)) == "b0 01 40"
    assert midi(event("preview_updated", 20, progress=1.0, ended=True)) == "b0 01 7f"
    assert midi(event("commit_updated", 30, progress=0.25, ended=False)) == "b0 02 20"
    assert midi(event("commit_updated", 40, progress=1.0, ended=True)) == "b0 02 7f b0 01 00 b0 02 00"
    started = event_of({"t_us": 1, "event": "transition_started", "transition": 1, "progress": 0.0})
    updated = event_of({"t_us": 2, "event": "transition_updated", "transition": 1, "progress": 0.5})
    finished = event_of({"t_us": 3, "event": "transition_finished", "transition": 1, "progress": 1.0})
    assert midi(started, updated, finished) == "b0 0b 40 b0 0b 7f"


def test_an_mpe_zone_is_declared_and_each_contact_has_a_channel(play):
    midi = play("mpe=lower", "members=2", "velocity=fixed")
    declared = "b0 65 00 b0 64 06 b0 06 02 b0 65 7f b0 64 7f"
    bends = " ".join(f"b{n} 65 00 b{n} 64 00 b{n} 06 30 b{n} 65 7f b{n} 64 7f" for n in (1, 2))
    assert midi.first.hex(" ", 1) == f"{declared} {bends} b0 7b 00 b1 7b 00 b2 7b 00", "48 semitones, also for who does not know MPE"
    assert midi(event("contact_began", 0, contact=0)) == "e1 00 40 b1 4a 40 d1 00 91 3c 64 d1 00"
    assert midi(event("contact_began", 1, contact=1)) == "e2 00 40 b2 4a 40 d2 00 92 3c 64 d2 00"
    # 10 points across are a semitone of 48; half of slide_points up is controller 74 at its end
    moved = midi(event("contact_moved", 5, contact=1, x=10.0, y=-50.0, pressure=0.5))
    assert moved == "d2 40 e2 2b 41 b2 4a 7f"
    assert midi(event("contact_ended", 9, contact=0)) == "81 3c 40"
    assert midi(event("contact_began", 10, contact=2)).startswith("e1")
    assert midi(event("contact_began", 11, contact=3)).startswith(("e1", "e2"))  # all taken: shared
    assert midi(event("contact_ended", 12, contact=1)) == "", "the contact that shares its channel has the same note"
    assert midi(event("contact_ended", 13, contact=3)) == "82 3c 40"


def test_the_upper_zone_counts_down_from_channel_16(play):
    midi = play("mpe=upper", "members=3", "velocity=fixed")
    assert midi.first.hex(" ", 1).endswith("bf 7b 00 be 7b 00 bd 7b 00 bc 7b 00")
    assert midi(event("contact_began", 0)).startswith("ee")


def test_the_channel_of_drums_is_the_last_that_a_contact_gets(play):
    midi = play("mpe=lower", "velocity=fixed")
    for contact in range(14):
        assert not midi(event("contact_began", contact, contact=contact)).startswith("e9")
    assert midi(event("contact_began", 20, contact=14)).startswith("e9")
    midi(event("contact_ended", 30, contact=14), event("contact_ended", 31, contact=3))
    assert midi(event("contact_began", 40, contact=3)).startswith("e4")


def test_a_note_that_two_pads_hold_has_the_greater_pressure_and_ends_with_the_last(play):
    midi = play("velocity=fixed", "pressure=poly", "notes=60 60")
    midi(event("contact_began", 0, 0, target=1), event("contact_moved", 100, 0, pressure=0.6, target=1))
    assert midi(event("contact_began", 400, 1, pressure=0.1, target=2)) == "80 3c 40 90 3c 64", "it begins again, as hard as it is held"
    assert midi(event("contact_moved", 500, 1, pressure=0.9, target=2)) == "a0 3c 72"
    assert midi(event("contact_moved", 600, 0, pressure=0.5, target=1)) == ""
    assert midi(event("contact_ended", 800, 1, target=2)) == "a0 3c 40", "the other still holds it"
    assert midi(event("contact_ended", 1500, 0, target=1)) == "a0 3c 00 80 3c 40"


def test_bends_stay_in_their_fourteen_bits(play):
    midi = play("mpe=lower", "velocity=fixed", "bend_points=1")
    midi(event("contact_began", 0))
    assert "e1 7f 7f" in midi(event("contact_moved", 5, x=1000.0))
    assert "e1 00 00" in midi(event("contact_moved", 9, x=-1000.0))


def test_the_end_of_the_program_ends_every_note(play):
    midi = play("velocity=fixed", "pressure=none", "mpe=lower", "members=2")
    midi(event("contact_began", 0, contact=0), event("contact_began", 1, contact=1))
    midi.sink.close()
    assert midi.read().hex(" ", 1) == "81 3c 40 82 3c 40 b0 7b 00 b1 7b 00 b2 7b 00"


def test_what_happened_while_the_port_was_away_is_not_played(play):
    midi = play("velocity=fixed")
    end = event("contact_ended", 9)
    assert midi(Summary("contact_ended", 0, 3, 0, end)) == ""


def test_a_reader_that_goes_away_is_away_and_one_that_comes_back_finds_silence(pipe):
    path, reader = pipe
    sink = MidiSink(Bridges.load(None, ["midi"], [f"midi.port={path}", "midi.velocity=fixed"]))
    sink.connect()
    sink.send([event("contact_began", 0)])
    os.read(reader, 4096)
    copy = os.dup(reader)
    os.close(reader)
    os.close(copy)
    with pytest.raises(Away, match="Broken pipe"):
        sink.send([event("contact_ended", 9)])
    with pytest.raises(Away):
        sink.connect()
    again = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    os.dup2(again, reader)
    os.close(again) if again != reader else None
    sink.connect()
    assert os.read(reader, 4096) == QUIET


def test_a_reader_that_stalls_is_away_too(pipe, monkeypatch):
    path, _ = pipe
    monkeypatch.setattr("libpress_bridges.midi_port._STALLED", 0.05)
    sink = MidiSink(Bridges.load(None, ["midi"], [f"midi.port={path}", "midi.velocity=fixed"]))
    sink.connect()
    with pytest.raises(Away, match="stalled"):
        for n in range(100_000):
            sink.send([event("contact_began", n), event("contact_ended", n)])


def test_every_note_of_any_stream_is_ended(play):
    """Random streams through the ledger: a synthesizer is silent in the end."""
    from random import Random

    random = Random(5)
    midi = play("mpe=lower", "members=3")
    ledger, sounding, data = Ledger(), {}, b""
    t = 0
    for _ in range(2000):
        t += random.randrange(15)
        name = random.choice(["contact_began", "contact_moved", "contact_moved", "contact_ended", "contact_cancelled"])
        one = event(name, t, contact=random.randrange(6), force=random.random() * 5, pressure=random.random())
        for each in ledger.feed(one):
            midi.sink.send([each])
        data += _drain(midi)
    midi.sink.send(list(ledger.close()))
    data += _drain(midi)
    for n in range(len(data)):
        kind = data[n] & 0xF0
        if kind in (0x80, 0x90):
            key = data[n] & 15, data[n + 1]
            sounding[key] = sounding.get(key, 0) + (1 if kind == 0x90 else -1)
            assert sounding[key] >= 0
    assert sounding and not any(sounding.values())


def _drain(midi):
    try:
        return midi.read()
    except BlockingIOError:
        return b""


# ---- Config


@pytest.mark.parametrize(
    "setting, words",
    [
        ("midi.note=128", "0 to 127"),
        ("midi.notes=36 x", "numbers from 0 to 127"),
        ("midi.preview_cc=120", "0 to 119, or none"),
        ("midi.plays=drums", "touch, press or preview"),
        ("midi.members=16", "1 to 15"),
        ("midi.color=red", "there are"),
    ],
)
def test_a_setting_that_is_not_accepted_says_what_is(setting, words):
    with pytest.raises(Problem, match=words) as refused:
        Bridges.load(None, ["midi"], [setting])
    assert refused.value.code == 64


def test_a_device_that_is_not_there_is_named(tmp_path):
    sink = MidiSink(Bridges.load(None, ["midi"], [f"midi.port={tmp_path}/none"]))
    with pytest.raises(Problem, match="no such MIDI device") as refused:
        sink.connect()
    assert refused.value.code == 66
