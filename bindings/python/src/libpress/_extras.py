"""What the commands require beyond the package, and how to install it."""

from __future__ import annotations

import shlex
import sys

EXTRAS = {
    "tools": ("click>=8.1", "rich>=13", "matplotlib>=3.6"),
    "page": ("nicegui>=3.18,<4", "segno>=1.6"),
    "bridge": ("paho-mqtt>=2", "python-osc>=1.10", "mido>=1.2.10"),
    "keyboard": ("evdev>=1.6",),
    "study": ("numpy>=1.24", "pyarrow>=14", "dask>=2024.1", "distributed>=2024.1", "optuna>=3.5"),
}
"""As pyproject.toml has them, without those of another extra."""


def pip(extra: str) -> str:
    """The command that installs them for the Python that runs. It names the packages themselves, not libpress: what an index
    has under that name may be somebody else's."""
    packages = EXTRAS[extra] if extra == "tools" else (*EXTRAS["tools"], *EXTRAS[extra])
    return f"{shlex.quote(sys.executable)} -m pip install {' '.join(map(shlex.quote, packages))}"
