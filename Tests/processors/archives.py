"""Archives for more cores than run.py runs whole: each plays the scenarios in QEMU to the logs of this machine. firmware.sh boots the firmware of each.

--build builds them and ends. --all takes those too whose code differs in nothing but the order of instructions, or in an attribute.
"""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import run as processors
from run import PICOLIBC, SCENARIOS, Processor, Wrong, compiled, differences, newlib, on

ARM, RISCV = "arm-none-eabi-gcc -mthumb -mcpu=", "riscv64-unknown-elf-gcc -mabi=ilp32 --specs=picolibc.specs -march="


def at(code, data):
    """A board of Arm's MPS2 in QEMU."""
    return newlib(code, data, "4M", "4M")


def board(arch, cc, machine, start, **more):
    return Processor(arch, arch, cc, "", "", static=True, machine=machine, start=start, **more)


OFTEN = [
    board("cortex-m3", f"{ARM}cortex-m3", "mps2-an385", at(0, 0x20000000)),
    board("cortex-m33", f"{ARM}cortex-m33", "mps2-an505", at(0x10000000, 0x38000000)),
]
RARELY = [
    board("cortex-m7", f"{ARM}cortex-m7", "mps2-an500", at(0, 0x20000000)),
    board("riscv32imac", f"{RISCV}rv32imac", "virt", PICOLIBC, system="qemu-system-riscv32"),
]


def played(p):
    player, logs = compiled(p, "play", SCENARIOS / "play.c", shared=False, flags=["-pedantic"]), {}
    for path in sorted(SCENARIOS.glob("*.txt")):
        log = p.folder / f"scenarios-{path.stem}.log"
        processors.run(on(p, player, path, log))
        logs[path.stem] = log.read_bytes()
    return logs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--build", action="store_true")
    args = parser.parse_args()
    began, wrong, native = time.monotonic(), [], processors.PROCESSORS[0]
    chosen = [*OFTEN, *(RARELY if args.all else [])]
    for p in (native, *chosen):
        p.folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        if args.build:
            list(pool.map(processors.build, chosen))
            return False
        reference, *all_logs = pool.map(played, [native, *chosen])
    for p, logs in zip(chosen, all_logs, strict=True):
        wrong += list(differences(p, logs, reference))[:3]
    for line in wrong:
        print("FAILED:", line)
    print(f"archives: {', '.join(p.name for p in chosen)} played {len(reference)} scenarios, {len(wrong)} wrong, {time.monotonic() - began:.0f} s")
    return bool(wrong)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as problem:
        sys.exit(f"FAILED: {problem}")
