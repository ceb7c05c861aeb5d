"""What programs at the socket cost pressd: processor time and lateness of frames with 0, 1, 4 and 16 of them.

    python3 Tests/pressd/socket_costs.py [SECONDS]

They receive every event, contact_moved among them, and forces 60 times a second.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PRESSD = os.environ.get("PRESSD", Path(__file__).resolve().parents[2] / "build" / "pressd")
RATE = 400


def read(client):
    while client.recv(65536):
        pass


def run(seconds, readers, listens=True):
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
        process = subprocess.Popen(
            [*command, *(["--listen", f"unix:{path}"] if listens else [])], stderr=subprocess.PIPE, text=True
        )
        while listens and not (os.path.exists(path) and os.stat(path).st_mode & 0o200):
            time.sleep(0.01)
        for _ in range(readers):
            client = socket.socket(socket.AF_UNIX)
            client.connect(path)
            client.sendall(b'{"do":"subscribe","to":"events forces","rate":60}\n')
            threading.Thread(target=read, args=[client], daemon=True).start()
        return json.loads(process.communicate()[1].splitlines()[-1])


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print("| programs | processor, us per frame | late, mean us | late, worst us | missed |\n|---|---|---|---|---|")
    for name, readers, listens in (("no --listen", 0, False), ("0", 0, True), ("1", 1, True), ("4", 4, True), ("16", 16, True)):
        found = run(seconds, readers, listens)
        print(
            f"| {name} | {found['processor_us_per_1000'] / 1000:.1f} | {found['late_mean_us']} | {found['late_worst_us']} | {found['missed']} |"
        )


main()
