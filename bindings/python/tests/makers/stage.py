"""Runs a program on a board that is not there: an ADS1115 with four sensors, and pins. Each sensor is pressed with 4 N for 0.12 s, and 0.7 s after
that with 6 N for 0.8 s.

    python stage.py PROGRAM

A program that waits for ever is ended 3 s after it opened the bus, as with Ctrl-C.
"""

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parents[1]))

from ads1115 import Ads1115, FakeBus  # noqa: E402
from libpress import _shared  # noqa: E402

OHM, UNITS = 4700, 100e-6  # of the divider; siemens a newton, about what an FSR 402 has
PRESSES = (0.5, 0.12, 4), (1.2, 0.8, 6)


def volts(channel, t_us):
    """3.3 V over the sensor and the divider."""
    force = 0
    for at, seconds, newtons in PRESSES:
        since = t_us / 1e6 - at - 0.05 * channel
        force += newtons * min(max(min(since / 0.03, (seconds - since) / 0.03), 0), 1)
    ratio = force * UNITS * OHM
    return 3.3 * ratio / (1 + ratio)


END = threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT))
END.daemon = True


SET = []
"""What pins were set to, each the first time: printed at the end, since a thread of gpiozero sets them while the program prints."""


class Bus(FakeBus):
    """/dev/i2c-1, in the time of the machine."""

    path = "/dev/i2c-1"

    def __init__(self, *_):
        super().__init__(Ads1115(volts), transfer_us=0)
        self.lock, self.began = threading.Lock(), time.monotonic()
        END.start()

    def now(self):
        return int((time.monotonic() - self.began) * 1e6)

    def transfer(self, address, write, read_count):
        with self.lock:
            self.t = self.now()
            return super().transfer(address, write, read_count)

    def wait(self, until_us):
        time.sleep(max(until_us - self.now(), 0) / 1e6)
        return self.now()

    def claim(self, address):
        pass

    release = claim

    def close(self):
        pass


def board():
    _shared.I2CBus = Bus
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    class Pin(MockPWMPin):
        def _change_state(self, value):
            done = super()._change_state(value)
            word = f"pin {'on' if value else 'off'}"
            if done and word not in SET and (value or SET):
                SET.append(word)
            return done

    Device.pin_factory = MockFactory(pin_class=Pin)


if __name__ == "__main__":
    board()
    program = ModuleType("__main__")  # kept to the end, as that of a program is
    with suppress(KeyboardInterrupt):
        exec(compile(Path(sys.argv[1]).read_text(), sys.argv[1], "exec"), vars(program))
    END.cancel()
    print(*SET, sep="\n")
