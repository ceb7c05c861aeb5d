"""asyncio, and waiting."""

import asyncio

from libpress import EventType, ForceSensor


async def main() -> int:
    presses = 0
    async with ForceSensor.simulated(fast=True) as sensor:
        async for event in sensor.events():
            if event.type is EventType.CONTACT_BEGAN:
                presses += 1
            print(event.type.name)
            if presses > 3:
                break
    return presses


asyncio.run(main())
with ForceSensor.simulated() as sensor:
    if sensor.wait_for_press(timeout=1):
        print(sensor.value, sensor.is_active)
    sensor.when_activated = lambda: print("active")
