"""The command `libpress`, also `python -m libpress`. What it requires beyond the package is the extra `tools`."""

import sys
from importlib.util import find_spec


def main() -> int:
    """Runs the command. Returns its exit code."""
    try:
        return _main()
    except KeyboardInterrupt:  # also while it starts
        return 130


def _main() -> int:
    if missing := next((name for name in ("click", "rich") if find_spec(name) is None), None):
        from ._extras import to_install

        extra = {"page": "page", "bridge": "bridge", "fleet": "bridge", "study": "study"}.get("".join(sys.argv[1:2]), "tools")
        print(f"libpress: the command requires {missing}: {to_install(extra)}", file=sys.stderr)
        return 69
    from .tools.app import run

    return run()


if __name__ == "__main__":
    sys.exit(main())
