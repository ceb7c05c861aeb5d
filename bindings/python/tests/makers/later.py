"""An asyncio program awaits a press."""

import asyncio

from libpress import ForceSensor


async def main():
    async with ForceSensor() as sensor:
        await sensor.pressed()
        print("pressed")
        await sensor.released()
        print("released")


asyncio.run(main())
