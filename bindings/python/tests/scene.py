"""An engine, a finger, and what is delivered of it."""

from libpress import Engine


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
