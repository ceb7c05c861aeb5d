"""Shows the force of an FSR behind an ADS1115, and what it makes of it.

    python monitor.py [--bus 1] [--address 0x48] [--channel 0] [--resistor 4700] [--seconds 60]

Wiring: FSR from 3.3 V to AIN0, resistor from AIN0 to ground; VDD 3.3 V, GND, SCL and SDA to the board.
Ends with exit code 1 when the bus cannot be opened, 2 when nothing answers.
"""

import argparse
import sys
import time

from libpress import Ads1x15, BusError, Circuit, Event, EventType, Pad, Sensor
from libpress.linux import I2CBus

parser = argparse.ArgumentParser(description="Shows the force of an FSR behind an ADS1115.")
parser.add_argument("--bus", type=int, default=1, help="number of the I2C bus (1)")
parser.add_argument("--address", type=lambda text: int(text, 0), default=0x48, help="of the ADS1115 (0x48)")
parser.add_argument("--channel", type=int, default=0, help="input of the ADS1115 (0)")
parser.add_argument("--resistor", type=int, default=4700, help="ohm of the divider (4700)")
parser.add_argument("--seconds", type=float, default=60, help="how long (60)")
options = parser.parse_args()

try:
    bus = I2CBus(options.bus)
except BusError as error:
    print(error, file=sys.stderr)
    sys.exit(1)

adc = Ads1x15(bus, [options.channel], address=options.address)
pad = Pad(Sensor.fsr402(circuit=Circuit(resistor_ohm=options.resistor)))


def show(event: Event) -> None:
    """Everything but the progress on the way."""
    if event.ended or event.type not in (EventType.PREVIEW_UPDATED, EventType.COMMIT_UPDATED):
        print(f"\r\033[K{event}")


pad.engine.when_event = show

shown = silent = 0
until = time.monotonic() + options.seconds
try:
    while time.monotonic() < until:
        frame = adc.read()
        pad.feed(frame)
        silent = silent + 1 if frame.failed else 0
        if silent == 100:
            print(f"\n{adc.last_error}: {adc.last_error.__cause__}", file=sys.stderr)
            sys.exit(2)
        if frame.t_us - shown > 50_000:
            shown = frame.t_us
            reading = pad.reading
            print(f"\r\033[K{reading.force:6.2f} N  {'#' * round(8 * reading.force)}", end="", flush=True)
except KeyboardInterrupt:
    pass
print()
adc.stop()
