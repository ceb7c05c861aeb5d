"""The folder of a page: profiles and recordings by their names. No name leads out of it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
from pathlib import Path

from libpress.files import read_file, replace_file
from libpress.profile import Profile

from .rights import Refused

PROFILE, RECORDING, UNSAVED = ".profile.conf", ".trace", ".unsaved.json"
MOST_FILES = 500
_NAME = re.compile(r"\w[\w \-]{0,39}")


class Folder:
    """Where the page saves."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def file(self, name: str, ending: str) -> Path:
        """Of a name that people give. Raises Refused."""
        if not isinstance(name, str) or not _NAME.fullmatch(name.strip()):
            raise Refused("a name has 1 to 40 letters, digits, blanks, - and _, and begins with a letter or a digit")
        return self.path / f"{name.strip()}{ending}"

    def there(self, name: str, ending: str) -> Path:
        """A file that is there. Raises Refused."""
        path = self.file(name, ending)
        if not path.is_file() or path.is_symlink():
            raise Refused(f"{path.name}: there is no such file")
        return path

    def names(self, ending: str) -> list[str]:
        """Of regular files, which are those that `there` takes; the latest first."""
        found = []
        for path in self.path.glob(f"*{ending}"):
            name = path.name.removesuffix(ending)
            with contextlib.suppress(OSError):  # it went away meanwhile
                if _NAME.fullmatch(name) and stat.S_ISREG((there := path.lstat()).st_mode):
                    found.append((-there.st_mtime, name))
        return [name for _, name in sorted(found)[:MOST_FILES]]

    def free(self, stem: str, ending: str) -> Path:
        """A file that is not there yet: stem, stem-2, stem-3."""
        for number in range(1, 1000):
            path = self.path / f"{stem}{f'-{number}' if number > 1 else ''}{ending}"
            if not path.exists():
                return path
        raise Refused(f"{stem}: there are too many files of this name")

    def profile_name(self, name: str) -> str:
        """As the profile calls itself."""
        try:
            return Profile.load(self.file(name, PROFILE)).name
        except (OSError, ValueError):
            return name


class Unsaved:
    """A file beside profiles, which has what was changed and not written, so that it outlives the server."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: dict[str, str] = {}

    def read(self) -> dict[str, str]:
        """By SECTION.KEY the value. Raises Refused: it is no such file."""
        try:
            found = json.loads(read_file(self.path))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as problem:
            raise Refused(f"{self.path.name}: {problem}") from None
        if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
            raise Refused(f"{self.path.name}: it has no settings")
        self._kept = found
        return found

    def keep(self, texts: dict[str, str]) -> None:
        """The file is whole at any time, and away when nothing waits. Raises Refused: it cannot be written."""
        if texts == self._kept:
            return
        try:
            if texts:
                replace_file(self.path, f"{json.dumps(texts, indent=1)}\n".encode(), lasting=False)
            else:
                self.path.unlink(missing_ok=True)
        except OSError as problem:
            raise Refused(f"{self.path.name}: {problem.strerror}: what is changed is lost when the page ends") from None
        self._kept = dict(texts)

    def set_aside(self) -> str:
        """Out of the way of what is changed from now on. Returns what to say of that."""
        away = self.path.with_name(f"{self.path.name}.refused")
        try:
            os.replace(self.path, away)
        except OSError as problem:
            return f"it cannot be renamed to {away.name}: {problem.strerror}"
        return f"what waited to be written is now {away.name}"
