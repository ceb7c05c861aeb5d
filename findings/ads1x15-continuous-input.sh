#!/usr/bin/env bash
# adafruit-circuitpython-ads1x15 3.0.5: in Mode.CONTINUOUS an AnalogIn does not read its own input. The library writes the config register with the input
# that the register has already, so after a reset every AnalogIn reads AIN0 against AIN1. An expert would expect what Mode.SINGLE gives: the voltage of the
# input that the object was made for. The chip is a simulation of its two registers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet adafruit-circuitpython-ads1x15==3.0.5 Adafruit-Blinka==10.0.0
"$folder/python/bin/python" - <<'END'
from importlib.metadata import version

from adafruit_ads1x15 import ADS1115, AnalogIn
from adafruit_ads1x15.ads1x15 import Mode

VOLTS = [0.5, 1.0, 2.0, 3.0]


class Bus:
    """An ADS1115 with a voltage at each input: its config register has the value of a reset."""

    def __init__(self):
        self.registers, self.pointer = {0: 0, 1: 0x8583, 2: 0x8000, 3: 0x7FFF}, 0

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def writeto(self, address, data, *, start=0, end=None):
        data = bytes(data[start:end])
        if data:
            self.pointer = data[0]
        if len(data) == 3:
            self.registers[self.pointer] = int.from_bytes(data[1:], "big") | (0x8000 if self.pointer == 1 else 0)

    def readfrom_into(self, address, buffer, *, start=0, end=None):
        config = self.registers[1]
        mux = config >> 12 & 7
        pairs = [(0, 1), (0, 3), (1, 3), (2, 3)]
        volts = VOLTS[mux - 4] if mux > 3 else VOLTS[pairs[mux][0]] - VOLTS[pairs[mux][1]]
        scale = (6.144, 4.096, 2.048, 1.024, 0.512, 0.256)[min(config >> 9 & 7, 5)]
        value = round(volts / scale * 32768) if self.pointer == 0 else self.registers[self.pointer]
        for n, byte in zip(range(len(buffer))[start:end], (value & 0xFFFF).to_bytes(2, "big")):
            buffer[n] = byte

    def writeto_then_readfrom(self, address, out, into, *, out_start=0, out_end=None, in_start=0, in_end=None):
        self.writeto(address, out, start=out_start, end=out_end)
        self.readfrom_into(address, into, start=in_start, end=in_end)


print("adafruit-circuitpython-ads1x15", version("adafruit-circuitpython-ads1x15"))
seen = {}
for name in ("SINGLE", "CONTINUOUS"):
    chip = ADS1115(Bus(), mode=getattr(Mode, name))
    seen[name] = [round(AnalogIn(chip, n).voltage, 2) for n in range(4)]
    print(f"Mode.{name}: inputs of {VOLTS} V read {seen[name]} V")
assert seen["SINGLE"] == VOLTS and seen["CONTINUOUS"] == [VOLTS[0] - VOLTS[1]] * 4, "the behaviour has changed"
END
