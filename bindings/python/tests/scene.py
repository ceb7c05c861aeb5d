"""An engine, a finger, and what is delivered of it; and programs that do anything with it."""

import contextlib
from collections import Counter

from hypothesis import strategies as st
from libpress import Engine, PressError
from libpress._hooks import WhenGiven


class Scene:
    def __init__(self, **settings):
        self.engine, self.events, self.t = Engine(**settings), [], 0
        self.engine.when_event = self.events.append

    def feed(self, force, x, y, contact=0, step=10_000):
        self.t += step
        self.engine.feed_force(self.t, force, x, y, contact)

    def wait(self, microseconds):
        self.t += microseconds
        self.engine.tick(self.t)
        return self

    def names(self, *words):
        """The names of the events that contain one of the words."""
        return [event.type.name for event in self.events if any(word in event.type.name for word in words)]

    def of(self, kind):
        return [event for event in self.events if event.type == kind]

    def last(self, kind):
        return self.of(kind)[-1]


def counted(engine, ways, *others):
    """The hooks of these parts of an engine, by part and name, without the others."""
    hooks = {(way, name): hook for way in ways for name, hook in vars(type(getattr(engine, way))).items() if isinstance(hook, WhenGiven)}
    return {key: hook for key, hook in hooks.items() if key[1] not in others}


def steps(forces, places, names):
    """Scripts of samples, ticks and calls."""
    feed = st.tuples(st.just("feed"), st.sampled_from(forces), st.sampled_from(places), st.integers(0, 2), st.integers(0, 60_000))
    tick, call = st.tuples(st.just("tick"), st.integers(0, 600_000)), st.tuples(st.just("call"), st.sampled_from(names))
    return st.lists(st.one_of(feed, tick, call), max_size=60)


class Program:
    """Plays scripts, with `inside` called one after the other from the callbacks. `hooks` are only counted."""

    def __init__(self, scene, calls, hooks, inside, passes=(PressError,)):
        self.scene, self.calls, self.hooks, self.inside, self.passes = scene, calls, hooks, iter(inside), passes
        self.resets, self.called = 0, Counter()
        for key in hooks:
            setattr(getattr(scene.engine, key[0]), key[1], lambda key=key: self.called.update([key]))
        scene.engine.when_event = self.on_event

    def call(self, name):
        self.resets += name == "reset"
        with contextlib.suppress(*self.passes):
            self.calls[name]()

    def within(self, *arguments):
        if name := next(self.inside, None):
            self.call(name)

    def on_event(self, event):
        self.scene.events.append(event)
        self.within()

    def play(self, script):
        for kind, *details in script:
            with contextlib.suppress(ZeroDivisionError):
                if kind == "feed":
                    force, (x, y), contact, step = details
                    self.scene.feed(force, x, y, contact, step)
                elif kind == "tick":
                    self.scene.wait(*details)
                else:
                    self.call(*details)

    def end(self):
        """Returns all that was delivered, and how often the engine was reset meanwhile."""
        for _ in self.inside:
            pass
        for _ in range(2):  # a callback of the first may raise
            with contextlib.suppress(ZeroDivisionError):
                self.scene.engine.reset()
        events = self.scene.events
        assert self.called == Counter(key for key, hook in self.hooks.items() for event in events if event.type in hook.types)
        return events, self.resets
