"""python3 -m contract COMMAND: what the headers declare, and what is made from it.

write      writes every file that is made from the headers
check      says which of them is not what the headers say; exit code 1 if one is not
functions  the names of all exported functions
version    the version of the library
"""

import sys

from . import ROOT, made
from .model import ContractError
from .reader import read


def main(command: str) -> int:
    contract = read()
    if command == "functions":
        print(*sorted(contract.functions), sep="\n")
        return 0
    if command == "version":
        print(contract.version)
        return 0
    stale = [(path, text) for path, text in made(contract).items() if not path.exists() or path.read_text() != text]
    for path, text in stale:
        print(
            path.relative_to(ROOT),
            "is written" if command == "write" else "is not what the headers say (make contract)",
        )
        if command == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    return 1 if stale and command == "check" else 0


if len(sys.argv) != 2 or sys.argv[1] not in ("write", "check", "functions", "version"):
    raise SystemExit(__doc__)
try:
    sys.exit(main(sys.argv[1]))
except ContractError as error:
    raise SystemExit(f"contract: {error}") from None
