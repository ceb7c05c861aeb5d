"""A list with peek and pop, and a card that is dragged, in PySide6: cards_pyside6.py [DEGREES by which the screen is turned]."""

import sys

from cards import ROWS, Cards
from PySide6.QtCore import QObject, QPoint, QRect, Signal, Slot
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

COLOURS = {"peek": "#1e88e5", "pop": "#43a047"}


class Hooks(QObject):
    """Runs functions in the thread that made it."""

    call = Signal(object)

    def __init__(self):
        super().__init__()
        self.call.connect(self.run)

    @Slot(object)
    def run(self, function):
        function()


class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.hooks, self.cards, self.place = Hooks(), None, "home"
        self.column = QWidget(self)
        column = QVBoxLayout(self.column)
        self.parts = {name: self.label(name, colour) for name, colour in ROWS.items()}
        for row in self.parts.values():
            column.addWidget(row)
            row.setFixedSize(100, 40)
        self.parts |= {"tray": self.label("", "#fdd835"), "card": self.label("card", "#d81b60")}
        self.shown = self.label("", "#ffffff")
        self.shown.hide()

    def label(self, text, colour):
        label = QLabel(text, self)
        label.setStyleSheet(f"background: {colour}")
        return label

    def start(self, turned):
        size = self.screen().size()  # Qt counts points: at scale 2 each is 2 by 2 pixels
        self.cards = Cards(self, size.width(), size.height(), turned, self.hooks.call.emit)

    def rect(self, name):
        part = self.parts[name]
        corner = part.mapToGlobal(QPoint(0, 0))
        return corner.x(), corner.y(), part.width(), part.height()

    def open(self, name, how):
        row = self.parts[name].geometry().translated(self.column.pos())
        self.shown.setText(f"{how}: {name}")
        self.shown.setStyleSheet(f"background: {COLOURS[how]}")
        self.shown.setGeometry(row.right() + 1, row.top(), 120, row.height())
        self.shown.show()

    def close_peek(self):
        self.shown.hide()

    def move_card(self, middle):
        card = QRect(0, 0, 60, 40)
        card.moveCenter(middle)
        self.parts["card"].setGeometry(card)
        self.parts["card"].raise_()

    def move(self, x, y):
        self.move_card(self.mapFromGlobal(QPoint(round(x), round(y))))

    def rest(self, place):
        self.place = place
        self.move_card(QPoint(round(0.7 * self.width()), round((0.7 if place == "tray" else 0.35) * self.height())))
        if self.cards:
            self.cards.layout()

    def resizeEvent(self, event):
        width, height = self.width(), self.height()
        self.parts["tray"].setGeometry(round(0.5 * width), round(0.55 * height), round(0.4 * width), round(0.3 * height))
        self.column.adjustSize()
        self.column.move(round(0.1 * width), round((height - self.column.height()) / 2))
        self.rest(self.place)

    def closeEvent(self, event):
        self.cards.sensor.close()


app = QApplication(sys.argv)
window = Window()
window.setGeometry(window.screen().geometry())
window.show()
app.processEvents()  # lays it out
window.start(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
sys.exit(app.exec())
