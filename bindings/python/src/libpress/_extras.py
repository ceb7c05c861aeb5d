"""What the commands require beyond the package, and how to install it."""

from __future__ import annotations

import os
import shlex
import sys
import sysconfig
from importlib.util import find_spec

EXTRAS = {
    "tools": ("click>=8.1", "rich>=13", "matplotlib>=3.6"),
    "page": ("nicegui>=3.18,<4", "segno>=1.6"),
    "bridge": ("paho-mqtt>=2", "python-osc>=1.10", "mido>=1.2.10"),
    "keyboard": ("evdev>=1.6",),
    "study": ("numpy>=1.24", "pyarrow>=14", "dask>=2024.1", "distributed>=2024.1", "optuna>=3.5"),
}
"""As pyproject.toml has them, without those of another extra."""
DEBIAN = {"tools": "python3-click python3-rich python3-matplotlib", "keyboard": "python3-evdev"}
"""Where Debian 12 has all of it."""


def packages(extra: str) -> str:
    """All that an extra takes, for a shell: the packages themselves, not libpress. What an index has under that name may be
    somebody else's."""
    return " ".join(map(shlex.quote, EXTRAS[extra] if extra == "tools" else (*EXTRAS["tools"], *EXTRAS[extra])))


def to_install(extra: str) -> str:
    """The command that installs an extra for the Python that runs, and what to do where the system keeps pip from it."""
    python = shlex.quote(sys.executable)
    if not _is_managed():
        first = "" if find_spec("pip") else f"{python} -m ensurepip && "
        return f"{first}{python} -m pip install {packages(extra)}"
    way = f"{python} -m venv --system-site-packages press && press/bin/python -m pip install {packages(extra)}"
    apt = f"sudo apt install {DEBIAN[extra]}; or " if extra in DEBIAN and os.path.exists("/etc/debian_version") else ""
    return f"{apt}{way}, and then run press/bin/python -m libpress"


def _is_managed() -> bool:
    """Whether this is the system's own Python, whose pip refuses to install (PEP 668)."""
    marker = os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED")
    return sys.prefix == sys.base_prefix and os.path.exists(marker)
