"""Runs a program whose plate is pressed by a hand that a test moves:

    python hand.py FILE WIDTH HEIGHT PROGRAM [ARGUMENT...]

Under each corner of the panel of WIDTH x HEIGHT pixels, which is not turned, is a sensor: top left, top right, bottom left, bottom right. The file
has four doubles: newtons, x and y on the panel in pixels, and how many readings were taken. The program knows nothing of it: it says where its sensors are, and reads codes.
"""

import mmap
import runpy
import struct
import sys
from pathlib import Path

from libpress import Circuit, ForceSensor, Sensor
from libpress.simulation import conductance, divided

FULL_SCALE = 26400
SENSOR = Sensor.fsr402(circuit=Circuit(full_scale=FULL_SCALE))
real = ForceSensor.plate.__func__


def main(file, width, height, program, *arguments):
    with open(file, "r+b") as opened:
        hand = mmap.mmap(opened.fileno(), 0)

    def plate(cls, places, *, finger, preload_force, **settings):
        frame = [0.0] * 3  # all four sensors are read of one moment

        def read(right, bottom):
            if (right, bottom) == (0, 0):
                *frame[:], count = struct.unpack("4d", hand[:32])
                hand[24:32] = struct.pack("d", count + 1)
            newtons, x, y = frame
            share = abs(1 - right - x / width) * abs(1 - bottom - y / height)
            siemens = conductance(SENSOR, preload_force + newtons * share) * 1e-6
            return round(FULL_SCALE * divided(siemens, SENSOR.circuit.resistor_ohm))

        readers = [lambda at=at: read(*at) for at in ((0, 0), (1, 0), (0, 1), (1, 1))]
        return real(cls, places, adc=readers, full_scale=FULL_SCALE, preload_force=preload_force, **settings)

    ForceSensor.plate = classmethod(plate)
    sys.argv = [program, *arguments]
    sys.path.insert(0, str(Path(program).parent))
    runpy.run_path(program, run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
