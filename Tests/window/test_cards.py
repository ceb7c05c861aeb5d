"""The list and the card of the page "In a window": what is pressed is what the screen shows there, at scale 1 and 2, and turned by 90 degrees."""

import signal
import struct

import pytest
from display import Display, until

PROGRAMS = "bindings/python/examples/window"
CITY, WOOD, TRAY, CARD, PEEK, POP = 0xB0BEC5, 0x90A4AE, 0xFDD835, 0xD81B60, 0x1E88E5, 0x43A047
SCALED = {
    "tkinter": lambda scale: {},  # by the dots per inch of the display
    "pyside6": lambda scale: {"QT_SCALE_FACTOR": str(scale)},
    "gtk4": lambda scale: {"GDK_SCALE": str(scale)},
}


class Hand:
    """Presses a place of the screen, which is a panel that may be turned."""

    def __init__(self, path, display, turned):
        self.display, self.turned = display, turned
        self.panel = (display.width, display.height) if turned % 180 == 0 else (display.height, display.width)
        path.write_bytes(bytes(32))
        self.path = path
        self.place = 0, 0
        self.press(0)

    def press(self, newtons, place=None):
        self.place = x, y = place or self.place
        width, height = self.panel
        on_panel = {0: (x, y), 90: (y, height - x), 180: (width - x, height - y), 270: (width - y, x)}[self.turned]
        with open(self.path, "r+b", buffering=0) as file:
            file.write(struct.pack("3d", newtons, *on_panel))

    def rest(self, program):
        """Until the program has taken 20 readings: a finger that lifted has lifted for it, too."""

        def taken():
            return struct.unpack("4d", self.path.read_bytes())[3]

        began = taken()
        until(lambda: taken() > began + 20, program=program)


def middle(box):
    x, y, width, height = box
    return x + width / 2, y + height / 2


def near(one, other, pixels):
    return one is not None and other is not None and all(abs(a - b) <= pixels for a, b in zip(middle(one), other))


def beside(shown, row):
    return shown is not None and (shown[1], shown[3]) == (row[1], row[3])


# CI runs the case in which the most can be wrong.
@pytest.mark.parametrize(("scale", "turned"), [(2, 90), *(pytest.param(*one, marks=pytest.mark.long) for one in ((1, 0), (2, 0), (1, 90)))])
@pytest.mark.parametrize("toolkit", ["tkinter", "pyside6", "gtk4"])
def test_what_is_pressed_is_what_the_screen_shows_there(toolkit, scale, turned, tmp_path):
    size = (800 * scale, 480 * scale) if turned == 0 else (480 * scale, 800 * scale)
    with Display(*size, dpi=96 * scale) as display:
        hand = Hand(tmp_path / "hand", display, turned)
        panel = map(str, hand.panel)
        program = display.run("Tests/window/hand.py", tmp_path / "hand", *panel, f"{PROGRAMS}/cards_{toolkit}.py", turned, **SCALED[toolkit](scale))

        def box(colour):
            return display.box(colour)

        def seen(so):
            return until(so, 10, lambda: f"{ {name: box(colour) for name, colour in COLOURS.items()} }\n{program.said}", program)

        seen(lambda: all(map(box, (CARD, TRAY, CITY, WOOD))) and display.is_still())
        home, tray, city, wood = map(box, (CARD, TRAY, CITY, WOOD))
        hand.rest(program)  # the sensor has its zero
        for row in (city, wood):
            hand.press(3, middle(row))
            seen(lambda: beside(box(PEEK), row))
            hand.press(8)
            seen(lambda: beside(box(POP), row))
            hand.press(0)
            hand.rest(program)

        def drag(start, end, rests):
            """The finger lifts beside the place where the card then rests, so that one sees it go there."""
            (x, y), (to_x, to_y) = start, (end[0] - 20 * scale, end[1])
            hand.press(1.5, start)
            hand.rest(program)
            # Two points: less than the slop of a drag.
            hand.press(1.5, (x, y + 2 * scale))
            hand.rest(program)
            assert near(box(CARD), start, 1 * scale)
            for step in range(1, 6):
                place = x + (to_x - x) * step / 5, y + (to_y - y) * step / 5
                hand.press(1.5, place)
                seen(lambda: near(box(CARD), place, 12 * scale))
            hand.press(0)
            seen(lambda: near(box(CARD), rests, 1 * scale))
            hand.rest(program)

        drag(middle(home), middle(tray), middle(tray))
        # The card can be taken again from its new place; when it is dropped beside the tray, it goes back home.
        drag(middle(tray), middle(home), middle(home))
        assert program.ended_by(signal.SIGTERM) == 128 + signal.SIGTERM, program.said
        assert not program.said


COLOURS = {"city": CITY, "wood": WOOD, "tray": TRAY, "card": CARD, "peek": PEEK, "pop": POP}
