"""What the command and the applications require beyond the package, and how to install it."""

from __future__ import annotations

import os
import shlex
import sys
import sysconfig
from importlib.util import find_spec

from .._version import __version__

TOOLS = ("click>=8.1", "rich>=13", "matplotlib>=3.6")
"""As pyproject.toml has them in the extra `tools`."""
DEBIAN = {"tools": "python3-click python3-rich python3-matplotlib", "keyboard": "python3-evdev"}
"""Where Debian 12 has all of it."""
APPS = {"bridge": "bridges", "fleet": "bridges", "page": "page", "study": "study"}
"""The commands that other distributions have, and which: `libpress page` is in libpress-page."""


def required(distribution: str, extra: str = "") -> tuple[str, ...]:
    """The packages that an installed distribution names, without libpress: for one of its extras, or without."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        named = requires(distribution) or []
    except PackageNotFoundError:
        return ()
    found = []
    for one in named:
        what, _, marker = (part.strip() for part in one.partition(";"))
        if not what.startswith("libpress") and marker.replace('"', "'") == (f"extra == '{extra}'" if extra else ""):
            found.append(what)
    return tuple(found)


def packages(distribution: str = "", extra: str = "") -> str:
    """All that the command takes, and a distribution with it, for a shell: the packages themselves, not libpress. What an index has
    under that name may be somebody else's."""
    return " ".join(map(shlex.quote, (*TOOLS, *(required(distribution, extra) if distribution else ()))))


def to_install(distribution: str = "", extra: str = "") -> str:
    """The command that installs what the command requires (or a distribution beside it, or an extra of one) for the Python that runs,
    and what to do where the system keeps pip from it."""
    return _installs(packages(distribution, extra), DEBIAN.get(extra or ("" if distribution else "tools"), ""))


def to_install_app(command: str) -> str:
    """What to say of a command whose distribution is not installed."""
    name = APPS[command]
    wheel = _installs(f"./libpress_{name}-{__version__}-py3-none-any.whl", "")
    return f"{command} is a command of libpress-{name}, which is not installed: {wheel} (the wheel lies beside that of libpress; in a clone ./apps/{name})"


def _installs(what: str, debian: str) -> str:
    python = shlex.quote(sys.executable)
    if not _is_managed():
        first = "" if find_spec("pip") else f"{python} -m ensurepip && "
        return f"{first}{python} -m pip install {what}"
    way = f"{python} -m venv --system-site-packages press && press/bin/python -m pip install {what}"
    apt = f"sudo apt install {debian}; or " if debian and os.path.exists("/etc/debian_version") else ""
    return f"{apt}{way}, and then run press/bin/python -m libpress"


def _is_managed() -> bool:
    """Whether this is the system's own Python, whose pip refuses to install (PEP 668)."""
    marker = os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED")
    return sys.prefix == sys.base_prefix and os.path.exists(marker)
