"""The command `libpress`, also `python -m libpress`. What it requires beyond the package is the extra `tools`."""

import sys


def main() -> int:
    """Runs the command. Returns its exit code."""
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ImportError as missing:
        print(
            f"libpress: the command requires {missing.name}: pip install 'libpress[tools]' "
            "(on Debian: apt install python3-click python3-rich python3-matplotlib)",
            file=sys.stderr,
        )
        return 69
    from .tools.app import run

    return run()


if __name__ == "__main__":
    sys.exit(main())
