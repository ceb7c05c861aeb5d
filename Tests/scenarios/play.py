"""Plays the scenarios of a file through the Python package and writes it as play.c does: README.md says how they are written.

play.py FILE OUT
"""

import pathlib
import sys
from enum import IntEnum

from libpress import (
    NO_CONTACT,
    ActionStyle,
    DragItem,
    Driver,
    Engine,
    Peek,
    PressError,
    PreviewAction,
    Sample,
    Target,
    Trait,
)
from libpress.generated import _raw
from libpress.generated._attached import ATTACHED

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
from contract.scenarios import is_fixed  # noqa: E402

MOST_DEADLINES = 10_000
CONFIGS = {name: (argument, config.load()) for argument, _, name, config, _ in ATTACHED}
# Names of flags in a config of Python, if they differ from the C name.
FLAGS = {"CONFIG_TELL_MOVED": "tell_moved", "CONFIG_CONTACT_FROM_FLAG": "contact_from_flag"}


def constants(text):
    return [int(text, 0)] if text[0].isdigit() else [getattr(_raw, f"PRESS_{word}") for word in text.split("|")]


def whole(text):
    return sum(constants(text))


def microseconds(text):
    return round(float(text) * 1000)


def fixed(name, number):
    parts = (abs(round(number * 65536)) * 10000 + 32768) // 65536
    sign = "-" if number < 0 and parts else ""
    return f" {name}={sign}{parts // 10000}.{parts % 10000:04}".rstrip("0").rstrip(".")


def milliseconds(t_us):
    return f"{t_us // 1000}.{t_us % 1000:03}".rstrip("0").rstrip(".")


def line_of(event):
    text = f"> {milliseconds(event.t_us)} {_raw.press_event_name(int(event.type)).decode()}"
    if event.contact == NO_CONTACT:
        text += " contact=none"
    elif event.contact:
        text += f" contact={event.contact}"
    if event.target:
        text += f" target={event.target}"
    if event.subject:
        text += f" subject={event.subject}"
    if event.reason:
        text += f" reason={_raw.press_reason_name(int(event.reason)).decode()}"
    if event.progress:
        text += fixed("progress", event.progress)
    for name in ("value", "value2"):
        value = getattr(event, name)
        if value:
            text += fixed(name, value) if is_fixed(event.type.name) else f" {name}={value}"
    if event.type.name == "DRAG_MOVED":
        text += fixed("x", event.x) + fixed("y", event.y)
    text += "".join(f" {flag}" for flag in ("ended", "returns", "fades", "part") if getattr(event, flag))
    return text + (f" late={milliseconds(event.late_us)}" if event.late_us else "")


class Scenario:
    """One engine, and what the lines of a scenario do to it."""

    def __init__(self, write):
        self.write = write
        self._engine = None
        self.settings, self.configs = {}, {name: {} for name in CONFIGS}
        self.attached = []
        self.fingers, self.finger = {}, 0
        self.peeks, self.items, self.sessions, self.transitions = {}, {}, {}, {}
        self.now, self.step = 0, 10_000

    @property
    def engine(self):
        if self._engine is None:
            attached = {CONFIGS[name][0]: CONFIGS[name][1](**self.configs[name]) for name in self.attached}
            engine = self._engine = Engine(**self.settings, **attached)
            engine.when_event = lambda event: self.write(line_of(event))
            if "drag" in self.attached:
                engine.drag.on_begin = lambda touch: [DragItem(item) for item in self.items.get(touch.target, ())]
                engine.drag.when_began = self.began
            for finger in range(4):
                self.fingers.setdefault(finger, (0.0, 0.0))
        return self._engine

    def began(self, session):
        self.sessions[session.id] = session

    def do(self, work, *arguments):
        try:
            answer = work(*arguments)
        except PressError as error:
            self.write(f"> refused: {_raw.press_strerror(error.status).decode()}")
        else:
            if isinstance(answer, IntEnum) and answer:
                self.write(f"> answers {int(answer)}")

    # ---- lines

    def set_fields(self, into, owner, words):
        for word in words:
            name, value = word.split("=")
            if name == "flags":
                for flag in value.split("|"):
                    field = FLAGS.get(flag) or flag.split("_", 1)[1].removeprefix("FLAG_").lower()
                    into[field.removeprefix("no_")] = not field.startswith("no_")
            elif name == "traits":
                into[name] = Trait(whole(value))
            elif name.endswith("_us") or name.startswith(("max_", "undo_")) or name in ("count", "curve", "sources"):
                into[name] = whole(value)
            else:
                into[name] = float(value)

    def line_engine(self, *fields):
        self.set_fields(self.settings, "CONFIG", fields)

    def line_attach(self, name, *fields):
        self.attached.append(name)
        self.set_fields(self.configs[name], name.upper(), fields)

    def line_set(self, name, *fields):
        self.set_fields(self.configs[name], name.upper(), fields)
        part, kind = CONFIGS[name]
        self.do(getattr(self.engine, part).set, kind(**self.configs[name]))

    def line_target(self, id, x, y, width, height, *traits):
        container = 0
        if "in" in traits:
            *traits, _, container = traits
        made = Trait(sum(getattr(_raw, f"PRESS_TARGET_{trait}") for trait in traits))
        target = Target(int(id), float(x), float(y), float(width), float(height), traits=made, container=int(container))
        self.do(self.engine.targets.add, target)

    def line_peek(self, target, id, *actions):
        made = []
        for number, action in enumerate(actions, 1):
            if int(action.rstrip("!*")) != number:
                raise SystemExit("actions are numbered from 1")
            style = ActionStyle.DESTRUCTIVE if "*" in action else ActionStyle.DEFAULT
            made.append(PreviewAction(action, style, disabled="!" in action))
        self.peeks[int(target)] = Peek(int(id), made, actions_frame=(0, 100, 100, 20))
        self.do(setattr, self.engine.peek, "declared", self.peeks)

    def line_items(self, source, *items):
        self.items.setdefault(int(source), []).extend(map(int, items))

    def line_finger(self, x, y, number="0"):
        self.finger = int(number)
        self.fingers[self.finger] = (float(x), float(y))

    def line_every(self, ms):
        self.step = microseconds(ms)

    def line_press(self, *words):
        engine, force = self.engine, getattr(self, "force", {})
        self.force = force
        x, y = self.fingers[self.finger]
        for word in words:
            if word not in ("lost", "palm"):
                force[self.finger] = float(word)
            self.now += self.step
            last = force.get(self.finger, 0.0)
            self.do(engine.feed, Sample(self.now, last, x, y, self.finger, lost=word == "lost", palm=word == "palm"))

    def line_wait(self, ms):
        self.now += microseconds(ms)
        self.do(self.engine.tick, self.now)

    def line_deadlines(self):
        left = MOST_DEADLINES
        while (deadline := self.engine.next_deadline) is not None:
            if left == 0:
                raise ValueError("a deadline waits always: end what repeats, or wait for a time")
            left -= 1
            self.now = max(self.now, deadline)
            self.do(self.engine.tick, self.now)

    def line_call(self, name, *arguments):
        self.do(CALLS[name], self, *arguments)

    # ---- what calls are in Python

    def transition(self, id):
        number = int(id)
        if number not in self.transitions:
            self.transitions[number] = self.engine.transitions.new()
            if self.transitions[number].id != number:
                raise SystemExit("transitions are numbered from 1, in the order of their use")
        return self.transitions[number]

    def session(self, id):
        if int(id) not in self.sessions:
            raise PressError("no such session", _raw.PRESS_ERR_NOENT)
        return self.sessions[int(id)]


def bind(scenario, id, driver, target, dx, dy):
    transition = scenario.transition(id)
    transition.bind(Driver(whole(driver)), target=int(target), direction=(float(dx), float(dy)))


CALLS = {
    "target_remove": lambda s, id: s.engine.targets.remove(int(id)),
    "target_activate": lambda s, id: s.engine.gestures.activate(int(id)),
    "engine_reset": lambda s: s.engine.reset(),
    "preview_cancel": lambda s, contact: s.engine.preview.cancel(int(contact)),
    "preview_state": lambda s, contact: s.engine.preview.state(int(contact)),
    "gestures_state": lambda s, contact: s.engine.gestures.state(int(contact)),
    "gestures_cancel": lambda s, contact: s.engine.gestures.cancel(int(contact)),
    "levels_cancel": lambda s, contact: s.engine.levels.cancel(int(contact)),
    "peek_open": lambda s, target: s.engine.peek.open(int(target)),
    "peek_pop": lambda s: s.engine.peek.pop(),
    "peek_dismiss": lambda s: s.engine.peek.dismiss(),
    "peek_reveal": lambda s: s.engine.peek.reveal(),
    "action_perform": lambda s, action: s.engine.peek.perform(int(action)),
    "action_back": lambda s: s.engine.peek.back(),
    "scroll_throw": lambda s, target, x, y: s.engine.scroll.throw(int(target), float(x), float(y)),
    "scroll_aim": lambda s, target, x, y: s.engine.scroll.aim(int(target), float(x), float(y)),
    "scroll_stop": lambda s, target: s.engine.scroll.stop(int(target)),
    "transition_start": lambda s, id: s.transition(id).start(),
    "transition_update": lambda s, id, fraction: s.transition(id).update(float(fraction)),
    "transition_finish": lambda s, id: s.transition(id).finish(),
    "transition_cancel": lambda s, id: s.transition(id).cancel(),
    "transition_pause": lambda s, id: s.transition(id).pause(),
    "transition_set_speed": lambda s, id, speed: s.transition(id).set_speed(float(speed)),
    "transition_bind": bind,
    "drag_begin": lambda s, source: s.began(s.engine.drag.begin(int(source))),
    "drag_perform": lambda s, source, destination: s.began(s.engine.drag.perform(int(source), int(destination))),
    "drag_add": lambda s, session, source: s.session(session).add(int(source)),
    "drag_move": lambda s, session, x, y: s.session(session).move(float(x), float(y)),
    "drag_over": lambda s, session, target: s.session(session).over(int(target)),
    "drag_drop": lambda s, session: s.session(session).drop(),
    "drag_cancel": lambda s, session: s.session(session).cancel(),
    "drop_confirm": lambda s, session, yes: s.session(session).confirm(yes != "0"),
    "drop_update": lambda s, session, item, progress: s.session(session).update(int(item) or None, float(progress)),
    "drop_finish": lambda s, session, item, success: s.session(session).finish(int(item) or None, success != "0"),
    "drop_undo": lambda s: s.engine.drag.undo(),
    "drop_redo": lambda s: s.engine.drag.redo(),
}


def play(text):
    """The text of a file of scenarios, with what the library answers."""
    lines, scenario = [], None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(">"):
            continue
        lines.append(line)
        if line.startswith("## "):
            scenario = Scenario(lines.append)
        words = [] if line.startswith("#") else line.split()
        if words:
            try:
                getattr(scenario, f"line_{words[0]}")(*words[1:])
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise SystemExit(f"line {number}: {line}: {error!r}") from error
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    pathlib.Path(sys.argv[2]).write_text(play(pathlib.Path(sys.argv[1]).read_text()))
