#!/usr/bin/env python3
"""docs.py FOLDER: the commands of docs/troubleshooting.md and of the pages of docs/hardware that require a board, for the guest.

FOLDER/BLOCK/board is what to plug in, FOLDER/BLOCK/COMMAND.sh what to run. They stand in blocks like ```board_press,
with $ and > before commands; the name says what the simulated board is like.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from contract.pages import pages  # noqa: E402

DOCUMENTS = [*pages(ROOT / "docs/hardware.md"), ROOT / "docs/troubleshooting.md"]
BOARDS = {
    "press": "-v /volts/press",
    "slips": "-v /volts/two off@1.0-1.5",
    "bridged": "-v /volts/bridged",
    "loaded": "-v /volts/loaded",
    "still": "-v /volts/none",
    "absent": "-a 0",
}
# busybox has one of its own, which its shell would take.
PRELUDE = 'i2cdetect() { /usr/sbin/i2cdetect "$@"; }\n'


def commands():
    """(block, board, number, command, output) in the order of the documents."""
    text = "".join(document.read_text() for document in DOCUMENTS)
    blocks = re.findall(r"^```board_(\w+)\n(.*?)^```$", text, re.M | re.S)
    for block, (board, text) in enumerate(blocks):
        for i, (command, output) in enumerate(re.findall(r"^\$ (.*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", text, re.M)):
            yield f"{block:02}", BOARDS[board], f"{i:02}", re.sub(r"^> ", "", command, flags=re.M), output


def alike(expected, came):
    """The same text; decimals may differ by a little: times by a quarter of a second, forces by what a finger gains while a busy machine
    leaves out some readings (what is read first beyond a level is printed), and a grace by the interval that it takes off."""
    words, others = (re.split(r"( *-?\d+\.\d+| *\d+(?= ms late))", text) for text in (expected, came))
    if len(words) != len(others):
        return False
    for i, (word, other) in enumerate(zip(words, others)):
        if i % 2 == 0 and word != other:
            return False
        if i % 2 == 1 and words[i + 1].startswith(" ms late"):
            if abs(float(word) - float(other)) > 15:
                return False
        elif i % 2 == 1:
            most = 0.5 if words[i + 1].startswith(" N") else 0.25
            if len(word) != len(other) or abs(float(word) - float(other)) > max(most, 0.05 * float(word)):
                return False
    return True


def main():
    folder = Path(sys.argv[1])
    for block, board, number, command, _ in commands():
        (folder / block).mkdir(parents=True, exist_ok=True)
        (folder / block / "board").write_text(board + "\n")
        (folder / block / f"{number}.sh").write_text(PRELUDE + command)


if __name__ == "__main__":
    main()
