"""What programs at the socket cost pressd: processor time and lateness of frames with 0, 1, 4 and 16 of them.

    python3 Tests/pressd/socket_costs.py [SECONDS]

They receive every event, contact_moved among them, and forces 60 times a second, and read all of it. test_fan_out.py holds what one of
them costs for each line within a bound.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PRESSD = os.environ.get("PRESSD", Path(__file__).resolve().parents[2] / "build" / "pressd")
RATE = 400


def read(client, lines):
    while text := client.recv(65536):
        lines.append(text.count(b"\n"))


def wake_ups(seconds, rate=200):
    """How often a second pressd wakes that listens, and nobody is there; by the kernel's count of its sleeps."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "socket"
        command = [PRESSD, "--source", "sim:hold", "--rate", str(rate), "--duration", "60", "--listen", f"unix:{path}"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

        def count():
            status = Path(f"/proc/{process.pid}/status").read_text()
            return int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", status, re.M)[1])

        try:
            while process.poll() is None and not path.exists():
                time.sleep(0.01)
            time.sleep(0.5)
            began, before = time.monotonic(), count()
            time.sleep(seconds)
            return (count() - before) / (time.monotonic() - began)
        finally:
            process.kill()
            process.wait()


def run(seconds, readers, listens=True):
    """The last line of --stats, and how many lines were read in all."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/socket"
        command = [
            PRESSD,
            "--source",
            "sim:average",
            "--rate",
            str(RATE),
            "--duration",
            str(seconds),
            "--set",
            "engine.tell_moved=yes",
            "--quiet",
            "--stats",
        ]
        process = subprocess.Popen([*command, *(["--listen", f"unix:{path}"] if listens else [])], stderr=subprocess.PIPE, text=True)
        while listens and not (os.path.exists(path) and os.stat(path).st_mode & 0o200):
            time.sleep(0.01)
        for _ in range(readers):
            client = socket.socket(socket.AF_UNIX)
            client.connect(path)
            client.sendall(b'{"do":"subscribe","to":"events forces","rate":60}\n')
            threading.Thread(target=read, args=[client, lines], daemon=True).start()
        return json.loads(process.communicate()[1].splitlines()[-1]) | {"lines": sum(lines)}


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print("| programs | processor, us per frame | for each line to each, us | late, mean us | late, worst us | missed |\n|---|---|---|---|---|---|")
    alone = None
    for name, readers, listens in (("no --listen", 0, False), ("0", 0, True), ("1", 1, True), ("4", 4, True), ("16", 16, True)):
        found = run(seconds, readers, listens)
        used = found["processor_us_per_1000"] * RATE * seconds / 1000
        alone = used if readers == 0 else alone
        each = f"{(used - alone) / found['lines']:.2f}" if found["lines"] else ""
        print(
            f"| {name} | {found['processor_us_per_1000'] / 1000:.1f} | {each} | {found['late_mean_us']} | {found['late_worst_us']} | {found['missed']} |"
        )
    print(f"\nWith a socket that nobody reads, at 200 frames a second, it wakes {wake_ups(3):.0f} times a second.")


if __name__ == "__main__":
    main()
