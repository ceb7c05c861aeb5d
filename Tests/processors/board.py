"""What a board with 1 to 8 channels computes at 200 Hz, at rest and pressed: instructions of an emulated Cortex-M4 for each frame, and the share of
a core of 100 MHz. The table is in docs/cost.md.

    board.py             prints it, and fails where docs/cost.md says something else, by more than 2 %
    board.py --record    writes it there

The clock of the emulator is that of its instructions, so that a busy machine changes nothing.
"""

import argparse
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from run import HERE, PROCESSORS, ROOT, build, compiled, on, run  # noqa: E402

PAGE = ROOT / "docs/cost.md"
TABLE = re.compile(r"(<!-- board: written by `make figures-board` -->\n).*?(<!-- /board -->)", re.S)
RATE_HZ, CLOCK_HZ = 200, 100_000_000
# An instruction takes 2^SHIFT ns, and the timer has 25 MHz.
SHIFT = 8
TICKS_OF_1000 = 1000 * 2**SHIFT * 25 // 1000
SLACK = 0.02


def measured():
    """{channels: [instructions for a frame in each state]}."""
    board = next(p for p in PROCESSORS if p.name == "cortex-m4")
    board.folder.mkdir(parents=True, exist_ok=True)
    build(board)
    command = on(board, compiled(board, "board", HERE / "board.c", shared=False), str(TICKS_OF_1000))
    said = run([command[0], "-icount", f"shift={SHIFT},sleep=off", *command[1:]])
    rows = [[int(n) for n in line.split()] for line in (said.stdout + said.stderr).decode().splitlines()]
    return {row[0]: row[1:] for row in rows}


def lines(rows):
    yield "| channels | preview: at rest | pressed | pressed, an event each | everything: at rest | pressed | pressed, an event each |"
    yield "|---|---|---|---|---|---|---|"
    for channels, costs in rows.items():
        cells = (f"{cost:,} ({100 * cost * RATE_HZ / CLOCK_HZ:.2f} %)" for cost in costs)
        yield f"| {channels} | {' | '.join(cells)} |"


def numbers(text):
    return [int(n.replace(",", "")) for n in re.findall(r"([\d,]+) \(", text)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="write the table in docs/cost.md")
    args = parser.parse_args()
    table = "\n".join(lines(measured())) + "\n"
    print(table, end="")
    page = PAGE.read_text()
    if args.record:
        PAGE.write_text(TABLE.sub(lambda found: found[1] + table + found[2], page))
        return False
    now, recorded = numbers(table), numbers(TABLE.search(page)[0])
    moved = len(now) != len(recorded) or any(abs(a - b) > SLACK * b for a, b in zip(now, recorded))
    if moved:
        print("FAILED: docs/cost.md says something else; if that is meant, run `make figures-board`")
    return moved


if __name__ == "__main__":
    sys.exit(main())
