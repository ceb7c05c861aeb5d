"""A bar that follows the finger, in PyQt6."""

import sys

from libpress import ForceSensor
from PyQt6.QtCore import QObject, QTimer, pyqtSignal, pyqtSlot
from PyQt6.QtWidgets import QApplication, QFrame, QWidget


class Hooks(QObject):
    """Runs functions in the thread that made it."""

    call = pyqtSignal(object)

    def __init__(self):
        super().__init__()
        self.call.connect(self.run)

    @pyqtSlot(object)
    def run(self, function):
        function()


class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.resize(320, 60)
        self.bar = QFrame(self)
        self.hooks = Hooks()
        self.sensor = ForceSensor.simulated(deliver=self.hooks.call.emit)  # presses again and again; ForceSensor(...) is the real one
        self.sensor.when_pressed = lambda: self.bar.setStyleSheet("background: #d81b60")
        self.sensor.when_released = lambda: self.bar.setStyleSheet("background: #9e9e9e")
        self.timer = QTimer(self, interval=16)
        self.timer.timeout.connect(lambda: self.bar.setGeometry(10, 10, round(10 + 290 * self.sensor.value), 40))
        self.timer.start()

    def closeEvent(self, event):
        self.timer.stop()
        self.sensor.close()  # the sensor first: its last hooks still find the window


app = QApplication(sys.argv)
window = Window()
window.show()
sys.exit(app.exec())
