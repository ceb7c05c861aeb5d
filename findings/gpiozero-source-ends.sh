#!/usr/bin/env bash
# gpiozero 2.0.1.post3: an output device that nothing refers to any more is closed, which frees its pin. Not if it had a `source` that has come to its end:
# the thread of the source held the last reference, closes the device, and cannot join itself. The error is printed as ignored, the rest of close() does not
# run, and the pin stays driven: what was on stays on. An expert would expect both devices to end alike. The pins are gpiozero's own mock.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet gpiozero==2.0.1.post3 colorzero==2.0
"$folder/python/bin/python" - <<'END'
import gc
import sys
import time
from importlib.metadata import version

from gpiozero import Device, OutputDevice
from gpiozero.pins.mock import MockFactory

Device.pin_factory = MockFactory()
print("gpiozero", version("gpiozero"))
ignored = []
sys.unraisablehook = lambda problem: ignored.append(f"{type(problem.exc_value).__name__}: {problem.exc_value}")


def left(number, source):
    """What the pin does after the last reference to a device that was on."""
    motor = OutputDevice(number)
    motor.on()
    if source is not None:
        motor.source = source
    del motor
    gc.collect()
    time.sleep(0.5)
    pin = Device.pin_factory.pin(number)
    return f"{pin.function}, {'on' if pin.state else 'off'}" if pin.function == "output" else pin.function


without, ended = left(17, None), left(27, iter([1, 1, 1]))
print(f"without a source: {without}; with a source that ended: {ended}")
print("ignored:", ignored)
assert (without, ended) == ("input", "output, on") and ignored == ["RuntimeError: cannot join current thread"], "the behaviour has changed"
END
