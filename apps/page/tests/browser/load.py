#!/usr/bin/env python3
"""load.py: what viewers of the page cost its server, in seconds of a processor for each viewer and second.

A viewer is what a browser is to the server: it loads the page, holds the websocket of NiceGUI, on which controls work, and the
websocket of the live part, and reads all that comes. What a browser does with that costs the phone, and not the board.
"""

import asyncio
import contextlib
import http.client
import json
import re
import subprocess
import sys
import tempfile
import threading
import time

from served import Served
from websockets.asyncio.client import connect

COUNTS = (0, 1, 10, 40, 100)


def cpu_of(served, seconds):
    """Seconds of a processor for each second."""
    before, began = served.cpu(), time.monotonic()
    time.sleep(seconds)
    return (served.cpu() - before) / (time.monotonic() - began)


class Crowd:
    """In a process of its own, so that what it costs is not counted."""

    def __init__(self, port, count):
        self.process = subprocess.Popen(
            [sys.executable, __file__, "crowd", str(port), str(count)], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
        )
        assert self.process.stdout.readline().strip() == "all here"

    def texts(self):
        """How many each has read since they were all there."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


@contextlib.contextmanager
def viewers(served, count):
    crowd = Crowd(served.port, count)
    try:
        yield crowd
    finally:
        crowd.end()
        time.sleep(1)


async def viewer(port, here, counts, number):
    def load():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/")
        return connection.getresponse().read().decode()

    page = await asyncio.to_thread(load)
    client = re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", page)[0]
    controls = f"ws://127.0.0.1:{port}/_nicegui_ws/socket.io/?EIO=4&transport=websocket&client_id={client}"
    async with connect(controls, max_size=None) as control, connect(f"ws://127.0.0.1:{port}/live/1", max_size=None) as live:
        await control.send("40")
        hands = {"client_id": client, "document_id": client, "tab_id": client, "old_tab_id": None, "next_message_id": 0}
        await control.send("420" + json.dumps(["handshake", hands]))
        await live.recv()
        here.append(number)

        async def answer():
            async for text in control:
                if text == "2":
                    await control.send("3")

        task = asyncio.create_task(answer())
        async for _ in live:
            counts[number] += 1
        task.cancel()


async def crowd(port, count):
    here, counts = [], [0] * count
    tasks = []
    for number in range(count):
        tasks.append(asyncio.create_task(viewer(port, here, counts, number)))
        await asyncio.sleep(0.02)
    while len(here) < count:
        await asyncio.sleep(0.05)
        for task in tasks:
            if task.done():
                task.result()
                raise SystemExit("a viewer was turned away")
    counts[:] = [0] * count
    print("all here", flush=True)
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def listen():
        while sys.stdin.readline():
            print(json.dumps(counts), flush=True)
        loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=listen, daemon=True).start()
    await ended.wait()
    for task in tasks:
        task.cancel()


def main():
    with tempfile.TemporaryDirectory() as folder:
        served = Served(folder, "--simulated")
        time.sleep(2)
        idle = 0.0
        print("| viewers | processor, % | for each viewer, ms a second | texts a second and viewer | resident, MB |")
        print("|---|---|---|---|---|")
        for count in COUNTS:
            with viewers(served, count) if count else contextlib.nullcontext() as there:
                used = cpu_of(served, 10)
                texts = sum(there.texts()) / count / 10 if there else 0
                each = f"{1000 * (used - idle) / count:.2f}" if count else ""
                idle = idle if count else used
                print(f"| {count} | {100 * used:.1f} | {each} | {texts:.0f} | {served.memory() / 1e6:.0f} |", flush=True)
        served.end()


if __name__ == "__main__":
    if sys.argv[1:2] == ["crowd"]:
        asyncio.run(crowd(int(sys.argv[2]), int(sys.argv[3])))
    else:
        main()
