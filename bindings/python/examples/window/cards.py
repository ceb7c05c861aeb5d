"""A list with peek and pop, and a card that is dragged into a tray: what is the same with every toolkit.

`cards_tkinter.py`, `cards_pyside6.py` and `cards_gtk4.py` draw it. Their window has `rect(name)`, x, y, width and height of a part in points of the
screen, and `open`, `close_peek`, `move` and `rest`, which draw; it calls `Cards.layout` when parts have new places.
"""

from libpress import DragItem, ForceSensor, Peek, SimulatedFinger, Target, Trait

ROWS = {"Lake": "#cfd8dc", "City": "#b0bec5", "Wood": "#90a4ae"}
TRAITS = {"Lake": Trait.PEEK, "City": Trait.PEEK, "Wood": Trait.PEEK, "tray": Trait.DROP, "card": Trait.DRAG_SOURCE}
NAMES = dict(enumerate(TRAITS, 1))  # by the id of the target; the topmost part comes last


def corners(width, height, turned):
    """Where the four sensors are, in points of the screen as people see it: those that lie top left, top right, bottom left and bottom right
    while the screen is not turned. `turned`: degrees clockwise.
    """
    top_left, top_right, bottom_left, bottom_right = (0, 0), (width, 0), (0, height), (width, height)
    return {
        0: [top_left, top_right, bottom_left, bottom_right],
        90: [top_right, bottom_right, top_left, bottom_left],
        180: [bottom_right, bottom_left, top_right, top_left],
        270: [bottom_left, top_left, bottom_right, top_right],
    }[turned]


class Cards:
    """The sensor of a window that is laid out, and its targets."""

    def __init__(self, window, width, height, turned, deliver):
        """`width`, `height`: of the screen, in points."""
        self.window, self.targets = window, []
        # Without finger= this is the real plate: four sensors on one ADS1115.
        finger = SimulatedFinger(self.demonstration(), repeats=True)
        self.sensor = ForceSensor.plate(corners(width, height, turned), preload_force=0.5, finger=finger, peek=True, drag=True, deliver=deliver)
        engine = self.sensor.engine
        # Questions need their answer at once, in the sensor's thread: these do not touch the window.
        engine.peek.on_peek = lambda touch: Peek(touch.target)
        engine.drag.on_begin = lambda touch: DragItem(touch.target)
        # All other hooks are called in the window's thread.
        engine.when_touched = lambda: window.close_peek()
        engine.peek.when_shown = lambda peek: window.open(NAMES[peek.id], "peek")
        engine.peek.when_popped = lambda peek: window.open(NAMES[peek.id], "pop")
        engine.peek.when_dismissed = lambda: window.close_peek()
        engine.drag.when_began = engine.drag.when_moved = lambda session: window.move(*session.location)
        engine.drag.when_dropped = lambda: window.rest("tray")
        engine.drag.when_cancelled = lambda: window.rest("home")
        self.layout()

    def layout(self):
        """Takes the targets from the layout of the window."""
        targets = [Target(id, *self.window.rect(name), traits=TRAITS[name]) for id, name in NAMES.items()]
        if targets != self.targets:
            self.sensor.engine.targets.put(targets)
            self.targets = targets

    def demonstration(self):
        """Key points of a finger: it peeks at City, opens it, and drags the card into the tray."""

        def middle(name):
            x, y, width, height = self.window.rect(name)
            return x + width / 2, y + height / 2

        city, card, tray = middle("City"), middle("card"), middle("tray")
        return [(1, 0, *city), (1.3, 3, *city), (2, 3, *city), (2.3, 6, *city), (2.6, 0, *city),
                (3.5, 0, *card), (3.7, 1, *card), (5, 1, *tray), (5.2, 0, *tray), (6.5, 0, *tray)]  # fmt: skip
