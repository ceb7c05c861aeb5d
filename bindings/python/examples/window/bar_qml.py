"""A bar that follows the finger, in QML."""

import sys

from libpress import ForceSensor
from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtQml import QQmlApplicationEngine

QML = b"""
import QtQuick

Window {
    required property var finger
    width: 320; height: 60; visible: true
    onClosing: finger.close()
    Rectangle {
        x: 10; y: 10; width: 10 + 290 * finger.value; height: 40
        color: finger.pressed ? "#d81b60" : "#9e9e9e"
    }
}
"""


class Finger(QObject):
    """What QML sees of the sensor."""

    value_changed = Signal()
    pressed_changed = Signal()

    def __init__(self):
        super().__init__()
        self.sensor = ForceSensor.simulated(deliver="poll")  # presses again and again; ForceSensor(deliver="poll") is the real one
        self.sensor.when_pressed = lambda: self.press(True)
        self.sensor.when_released = lambda: self.press(False)
        self.timer = QTimer(self, interval=10)
        self.timer.timeout.connect(self.step)
        self.timer.start()
        self.is_pressed = False

    def step(self):
        self.sensor.poll()  # hooks run here, in the window's thread
        self.value_changed.emit()

    def press(self, is_pressed):
        self.is_pressed = is_pressed
        self.pressed_changed.emit()

    @Slot()
    def close(self):
        self.timer.stop()
        self.sensor.close()  # the sensor first: its last hooks still find the window

    value = Property(float, lambda self: self.sensor.value, notify=value_changed)
    pressed = Property(bool, lambda self: self.is_pressed, notify=pressed_changed)


app = QGuiApplication(sys.argv)
finger = Finger()
engine = QQmlApplicationEngine()
engine.setInitialProperties({"finger": finger})
engine.loadData(QML)
sys.exit(app.exec())
