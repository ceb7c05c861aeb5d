"""A touch screen says where the fingers are, an FSR under it how hard: two buttons, two fingers, one list of events.

The engine takes contacts from the screen (`down`), whatever the force, and the program asks for events when it likes
(`poll`) instead of setting functions. Numbers in place of the hardware: it runs anywhere.

python touch_screen.py
"""

from libpress import Engine, EventType, Sample, Target

engine = Engine(contact_from_flag=True, preview_pressure=0.2, complete_pressure=0.8)
engine.targets.add(Target(id=1, x=0, y=0, width=100, height=60))
engine.targets.add(Target(id=2, x=120, y=0, width=100, height=60))
names = {0: "the surface", 1: "the left button", 2: "the right button"}

# t in ms, finger, x, y, newtons. None: lifted.
screen = [
    (0, 0, 20, 30, 0.1),
    (20, 0, 21, 30, 1.8),
    (40, 1, 150, 20, 0.2),
    (60, 0, 22, 31, 3.0),
    (60, 1, 150, 20, 1.6),
    (80, 0, 22, 31, 4.6),
    (100, 1, 150, 21, 0.4),
    (120, 0, None, None, 0),
    (140, 1, None, None, 0),
]

for ms, finger, x, y, newtons in screen:
    down = x is not None
    engine.feed(Sample(1000 * ms, newtons, x or 0, y or 0, contact=finger, down=down))
    for event in engine.poll():
        where = names[event.target]
        if event.type == EventType.PREVIEW_BEGAN:
            inside = engine.touch(event.contact, event.target)
            print(f"{ms:3} ms  finger {event.contact} previews {where} at {inside.x:.0f}, {inside.y:.0f} of it")
        elif event.type == EventType.COMMIT_UPDATED and event.ended:
            print(f"{ms:3} ms  finger {event.contact} commits on {where}")
        elif event.type == EventType.PREVIEW_CANCELLED:
            print(f"{ms:3} ms  finger {event.contact} lets go of {where}")
