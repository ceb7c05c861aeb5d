"""documents.py FOLDER_OF_PRESSD WORK: the commands and programs of docs/troubleshooting.md and of the pages of docs/hardware print what stands there.

In ```console blocks lines that begin with "$ " are run, here-documents (behind "> ") with them, each in a shell of its own; what follows is
their output, stdout and stderr together. Python blocks are run too; the ```text block behind one is its output. All run in the folder WORK,
in order, so that a file that one block writes is there for the next. It prints how many passed and how many failed.
"""

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from contract.pages import pages  # noqa: E402

DOCUMENTS = [*pages(ROOT / "docs/hardware.md"), ROOT / "docs/troubleshooting.md"]


def shown(document):
    """The commands of each block, their names and their output."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", document.read_text(), re.M | re.S)
    for (language, text), (_, following) in pairwise([*blocks, ("", "")]):
        if language == "console":
            for command, output in re.findall(r"^\$ (.*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", text, re.M):
                command = re.sub(r"^> ", "", command, flags=re.M)
                yield ["bash", "-c", command], command.splitlines()[0], output
        elif language == "python":
            yield [sys.executable, "-c", text], "the Python program", following


def main(programs, folder):
    environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    environment.pop("NO_COLOR", None)
    passed = failed = 0
    for document in DOCUMENTS:
        for command, what, expected in shown(document):
            done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
            passed, failed = passed + (done.stdout == expected), failed + (done.stdout != expected)
            if done.stdout != expected:
                print(f"FAILED: {document.relative_to(ROOT)}: {what}\nprints\n{done.stdout}\nand not\n{expected}", file=sys.stderr)
    print(passed, failed)


if __name__ == "__main__":
    main(*sys.argv[1:])
