"""The command `libpress`, also `python -m libpress`. What it requires beyond the package is the extra `tools`."""

import sys
from importlib.util import find_spec

from ._extras import pip


def main() -> int:
    """Runs the command. Returns its exit code."""
    try:
        return _main()
    except KeyboardInterrupt:  # also while it starts
        return 130


def _main() -> int:
    if missing := next((name for name in ("click", "rich") if find_spec(name) is None), None):
        print(
            f"libpress: the command requires {missing}: {pip('tools')} "
            "(on Debian: apt install python3-click python3-rich python3-matplotlib)",
            file=sys.stderr,
        )
        return 69
    from .tools.app import run

    return run()


if __name__ == "__main__":
    sys.exit(main())
