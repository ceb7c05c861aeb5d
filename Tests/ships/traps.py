"""traps.py IR: that the compiler finds no trap in what sensing and interactions can call.

What ships is compiled without checks of overflow (make/library.mk), so that no trap in it says little. Here the same sources are compiled with
them: what the functions of all headers but setup.h and check.h can reach must have no trap, too.
"""

import pathlib
import re
import subprocess
import sys

import check

WITH_CHECKS = ("setup", "check")


def main():
    ir, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[1]).parent
    (out / "Press.o").unlink(missing_ok=True)
    check.run("clang", "-x", "ir", "-fPIC", "-O2", "-Xclang", "-disable-llvm-passes", "-ffunction-sections", "-c", ir, "-o", out / "Press.o")

    def traps(*headers):
        roots = [flag for name in check.declared(*headers) for flag in ("-u", name)]
        check.run("ld", "-r", "--gc-sections", "-T", check.ROOT / "Sources/PressABI/ship.ld", *roots, out / "Press.o", "-o", out / "linked.o")
        code, found, function = check.disassembly("objdump", out / "linked.o"), [], ""
        for line in code.splitlines():
            if head := re.match(r"[0-9a-f]+ <(.+)>:", line):
                function = head[1]
            elif "\t" in line and check.TRAPS.search(line.split("\t", 1)[-1].split("<")[0]):
                found.append(function)
        return found

    names = [one.name for one in check.CONTRACT.headers]
    found, with_checks = traps(*(name for name in names if name not in WITH_CHECKS)), traps(*names)
    said = subprocess.run(["swift-demangle", "--simplified", *sorted(set(found))], capture_output=True, text=True).stdout if found else ""
    print(said, end="")
    print(f"traps: {len(found)} in what is not of a config, {len(with_checks)} in all, where the compiler checks for overflow")
    # A compiler that does not check would find none in either.
    return bool(found) or not with_checks


if __name__ == "__main__":
    sys.exit(main())
