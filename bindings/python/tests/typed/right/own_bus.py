"""A bus and a converter of one's own; errors."""

import time

from libpress import Ads1x15, BusError, ForceSensor, Pad


class MyBus:
    def transfer(self, address: int, write: bytes, read_count: int) -> bytes:
        return bytes(read_count)

    def wait(self, until_us: int) -> int:
        return time.monotonic_ns() // 1000


adc, pad = Ads1x15(MyBus(), channels=[0]), Pad()
pad.feed(adc.read())
try:
    sensor = ForceSensor(bus=MyBus(), address=0x48, rate=100, touch_force=0.6)
    sensor.close()
    reader = ForceSensor(adc=lambda: 0.5, thread=False)
    reader.poll()
except PermissionError as problem:
    print(problem.errno)
except BusError as problem:
    print(problem.status, problem)
