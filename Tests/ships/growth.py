"""What targets cost by how many there are: printed, and held to grow no faster than their number (calls for all of them) or its logarithm
(calls for one).

    growth.py LIBRARY FOLDER

Up to 32 targets are walked; from there on an index finds them, so growth is counted from 128 on.
"""

import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from check import build_measure, count_instructions  # noqa: E402

SIZES = (32, 128, 256, 512, 1024)
FROM = 128
# call: its function, what measure.c calls it, how often it is measured; and whether it is for all targets.
CALLS = {
    "add all": ("press_target_add", "edits-add-{}", (2, 6), True),
    "remove one with all others in it": ("press_target_remove", "edits-container-{}", (2, 6), True),
    "remove the first of a chain": ("press_target_remove", "edits-chain-{}", (2, 6), True),
    "remove all, one by one": ("press_target_remove", "edits-drain-{}", (2, 6), True),
    "remove one": ("press_target_remove", "edits-remove-{}", (2, 10), False),
    "move one": ("press_target_update", "edits-move-{}", (2, 10), False),
    "tap on any": ("press_feed", "taps-any-{}", (100, 600), False),
    "drag within one": ("press_feed", "drag-{}", (500, 1000), False),
    "drag from one to the next": ("press_feed", "across-{}", (500, 1000), False),
}
# Calls for all targets: how much the cost per target may grow from FROM on, as a factor. Calls for one target: the rise with each doubling.
MOST_FOR_EACH = 1.5
MOST_FOR_A_DOUBLING = 0.125


def wrong_of(name, costs, is_for_all):
    """Returns the costs that grow too fast in {number: cost}."""
    base = costs[FROM]
    for n, cost in costs.items():
        if n <= FROM:
            continue
        most = base * n / FROM * MOST_FOR_EACH if is_for_all else base * (1 + MOST_FOR_A_DOUBLING * math.log2(n / FROM))
        if cost > most:
            yield f"{name}, {n} targets: {cost:,} instructions, at most {most:,.0f} by the {base:,} of {FROM}"


def main():
    program = build_measure(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]))
    print(f"{'instructions, targets:':<34}" + "".join(f"{n:>12,}" for n in SIZES))
    wrong = []
    for name, (function, kind, (few, many), is_for_all) in CALLS.items():
        costs = {n: count_instructions(program, function, kind.format(n), few, many) for n in SIZES}
        print(f"{name:<34}" + "".join(f"{cost:>12,}" for cost in costs.values()))
        wrong += wrong_of(name, costs, is_for_all)
    for line in wrong:
        print("FAILED:", line)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
