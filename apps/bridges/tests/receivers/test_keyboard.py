"""Keys: which go down and up, on a device that keeps what is written to it."""

import pytest

pytest.importorskip("evdev")
from evdev import ecodes
from libpress.tools.problem import Problem
from libpress_bridges.config import Bridges
from libpress_bridges.events import event_of
from libpress_bridges.keyboard import KeyboardSink
from libpress_bridges.ledger import Ledger
from libpress_bridges.outbox import Summary
from libpress_bridges.pump import Away

TOUCH = {"contact": 0, "target": 0, "x": 0.0, "y": 0.0, "force": 1.0, "pressure": 0.5}


class Device:
    def __init__(self, name, codes):
        self.name, self.codes, self.written, self.is_gone = name, codes, [], False
        self.syns = 0
        self.down = set()

    def write(self, kind, code, value):
        if self.is_gone:
            raise OSError(19, "No such device")
        assert kind == ecodes.EV_KEY and code in self.codes
        assert (code in self.down) is (value == 0), "down twice, or up twice"
        (self.down.add if value else self.down.remove)(code)
        self.written.append(("+" if value else "-") + ecodes.KEY[code].removeprefix("KEY_").lower())

    def syn(self):
        self.syns += 1

    def close(self):
        pass


@pytest.fixture
def keyboard():
    made = []

    def device(*given):
        made.append(Device(*given))
        return made[-1]

    def make(*settings):
        sink = KeyboardSink(Bridges.load(None, ["keyboard"], [f"keyboard.{one}" for one in settings]), device)
        sink.connect()
        return sink, made

    return make


def event(name, **more):
    return event_of({"t_us": 0, "event": name, **TOUCH, **more})


def test_a_tap_clicks_and_a_hold_holds(keyboard):
    sink, (device,) = keyboard("tapped=key_enter", "hold=key_leftctrl")
    sink.send([event("contact_began"), event("tapped"), event("hold_began")])
    assert device.written == ["+enter", "-enter", "+leftctrl"] and device.syns == 3
    sink.send([event("hold_cancelled")])
    assert device.written[3:] == ["-leftctrl"]


def test_what_lay_there_when_it_was_switched_on_holds_no_key(keyboard):
    sink, (device,) = keyboard("contact=key_leftshift")
    sink.send([event("contact_began", resting=True), event("contact_moved"), event("contact_ended")])
    assert device.written == []
    sink.send([event("contact_began"), event("contact_ended")])
    assert device.written == ["+leftshift", "-leftshift"]


def test_several_keys_go_down_in_order_and_up_in_reverse(keyboard):
    sink, (device,) = keyboard("tapped=key_leftctrl+key_c", "preview=key_leftshift+key_a")
    sink.send([event("tapped")])
    assert device.written == ["+leftctrl", "+c", "-c", "-leftctrl"]
    sink.send([event("preview_began"), event("preview_cancelled")])
    assert device.written[4:] == ["+leftshift", "+a", "-a", "-leftshift"]


def test_a_key_that_two_things_hold_is_up_when_both_are_over(keyboard):
    sink, (device,) = keyboard("contact=key_space", "press=key_space")
    sink.send([event("contact_began"), event("button_pressed"), event("contact_ended")])
    assert device.written == ["+space"]
    sink.send([event("button_released")])
    assert device.written == ["+space", "-space"]


def test_completed_is_the_end_of_a_commit_phase(keyboard):
    sink, (device,) = keyboard("completed=key_enter", "popped=key_tab")
    sink.send([event("commit_updated", progress=0.5, ended=False)])
    assert device.written == []
    sink.send([event("commit_updated", progress=1.0, ended=True), event("peek_popped", peek=1)])
    assert device.written == ["+enter", "-enter", "+tab", "-tab"]


def test_no_key_stays_down_when_the_program_ends(keyboard):
    sink, (device,) = keyboard("contact=key_leftshift", "preview=key_a")
    sink.send([event("contact_began"), event("preview_began")])
    sink.close()
    assert device.written == ["+leftshift", "+a", "-a", "-leftshift"] and not device.down


def test_a_device_that_is_gone_is_away_and_the_next_one_holds_nothing(keyboard):
    sink, made = keyboard("contact=key_leftshift")
    sink.send([event("contact_began")])
    made[0].is_gone = True
    with pytest.raises(Away, match="No such device"):
        sink.send([event("contact_ended")])
    sink.connect()
    sink.send([event("contact_ended")])
    assert len(made) == 2 and made[1].written == []


def test_nothing_is_typed_for_what_happened_while_it_was_away(keyboard):
    sink, (device,) = keyboard("tapped=key_enter")
    sink.send([Summary("tapped", 0, 9, 0, event("tapped"))])
    assert device.written == []


def test_whatever_comes_no_key_is_stuck(keyboard):
    from random import Random

    random = Random(3)
    sink, (device,) = keyboard("contact=key_a", "preview=key_b", "hold=key_a", "press=key_leftctrl+key_b", "tapped=key_a")
    ledger = Ledger()
    names = ["contact_began", "contact_ended", "preview_began", "preview_cancelled", "hold_began", "hold_ended", "button_pressed",
             "button_cancelled", "tapped", "contact_cancelled"]  # fmt: skip
    for _ in range(3000):
        sink.send(list(ledger.feed(event(random.choice(names), contact=random.randrange(3)))))
    sink.send(list(ledger.close()))
    assert not device.down and len(device.written) > 500


@pytest.mark.parametrize("key", ["enter", "key_enterr", "key_leftctrl+", "ev_syn"])
def test_what_is_no_key_is_named(key):
    with pytest.raises(Problem, match="is no key") as refused:
        KeyboardSink(Bridges.load(None, ["keyboard"], [f"keyboard.tapped={key}"]))
    assert refused.value.code == 78


def test_a_keyboard_without_keys_is_a_mistake():
    with pytest.raises(Problem, match="has no key"):
        KeyboardSink(Bridges.load(None, ["keyboard"]))


def test_without_uinput_the_command_says_what_to_do(started):
    import os

    if os.path.exists("/dev/uinput"):
        pytest.skip("there is uinput here")
    code, _, err = started("bridge", "keyboard", "--set", "keyboard.tapped=key_enter").end()
    assert code == 66 and err.count("\n") == 1 and "modprobe uinput" in err
