"""`libpress page` in a process of its own, as a person starts it."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
TOKEN = "only-for-tests"
os.environ.setdefault("LIBPRESS_LIBRARY", str(ROOT / "build/libpress.so.1"))
sys.path.insert(0, str(ROOT / "bindings/python/src"))


class Served:
    """Runs it in `folder` until `end`."""

    def __init__(self, folder, *arguments, token=TOKEN, start=("-m", "libpress")):
        self.folder = folder
        whole = {**os.environ, "PYTHONPATH": str(ROOT / "bindings/python/src"), "PYTHONUNBUFFERED": "1"}
        self.log = open(Path(folder) / "page.log", "w+")  # noqa: SIM115 (open until the end)
        command = [sys.executable, *start, "page", "--token", token, *map(str, arguments)]
        self.process = subprocess.Popen(command, cwd=folder, env=whole, stdout=self.log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while not (found := re.search(r"Only to look: +(http://(\S+?):(\d+)/)", self.said())):
            assert self.process.poll() is None and time.monotonic() < end, self.said()
            time.sleep(0.05)
        self.url, self.port = found[1], int(found[3])

    def said(self):
        return (Path(self.folder) / "page.log").read_text()

    @property
    def to_change(self):
        return f"{self.url}?token={TOKEN}"

    def cpu(self):
        """Seconds of the processor until now."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Bytes that are resident."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def end(self):
        """Returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        code = self.process.wait(20)
        self.log.close()
        return code
