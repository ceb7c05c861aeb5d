"""The command `libpress`, also `python -m libpress`. What it requires beyond the package is the extra `tools`."""

import sys
from importlib.util import find_spec


def main() -> int:
    """Runs the command. Returns its exit code."""
    try:
        return _main()
    except KeyboardInterrupt:  # also while it starts
        return 130
    except RuntimeError as error:
        # Python 3.11 raises this one when a signal arrives while a class is made.
        if isinstance(error.__cause__, Exception) or error.__cause__ is None:
            raise
        return 130 if isinstance(error.__cause__, KeyboardInterrupt) else 143


def _main() -> int:
    if sys.argv[1:] == ["--version"]:  # without all that the commands need
        from ._version import __version__

        print(f"libpress {__version__}")
        return 0
    if missing := next((name for name in ("click", "rich") if find_spec(name) is None), None):
        from .tools.install import APPS, to_install, to_install_app

        name = "".join(sys.argv[1:2])
        is_missing = name in APPS and find_spec(f"libpress_{APPS[name]}") is None
        words = to_install_app(name) if is_missing else to_install(f"libpress-{APPS[name]}" if name in APPS else "")
        print(f"libpress: {words if is_missing else f'the command requires {missing}: {words}'}", file=sys.stderr)
        return 69
    from .tools.app import run

    return run()


if __name__ == "__main__":
    sys.exit(main())
