"""A transition, and a strike."""

from libpress import Engine

engine = Engine(transitions=True, strike=True)
with engine.transitions.new(duration=0.1) as transition:
    transition.when_updated = lambda fraction: print(f"{fraction:.2f}")
    transition.when_completed = lambda finished: print("finished" if finished else "cancelled")
    transition.update(0.3)
engine.strike.when_struck = lambda event: print(event.velocity)
deadline = engine.next_deadline
if deadline is not None:
    engine.tick(deadline)
