"""What ends a command: an exit code, as pressd's, and one sentence that says what to do."""

from __future__ import annotations

import errno
import os

OK = 0
USAGE = 64
"""An option."""
BAD_DATA = 65
"""A trace is broken."""
NO_INPUT = 66
"""A file or device node is not there."""
UNAVAILABLE = 69
"""Nothing answers, or a check failed."""
CANNOT_CREATE = 73
"""A file cannot be written."""
INPUT_OUTPUT = 74
"""The bus or a file fails."""
TIMED_OUT = 75
"""The bus or the converter hangs."""
NO_PERMISSION = 77
CONFIG = 78


class Problem(Exception):
    """The command cannot go on."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def cannot_read(path: str | os.PathLike[str], problem: OSError) -> Problem:
    """A file that cannot be opened or read."""
    codes = {errno.EACCES: NO_PERMISSION, errno.EPERM: NO_PERMISSION, errno.EIO: INPUT_OUTPUT}
    return Problem(codes.get(problem.errno or 0, NO_INPUT), f"{os.fspath(path)}: {problem.strerror or os.strerror(problem.errno or 0)}")


def cannot_write(path: str | os.PathLike[str], problem: OSError) -> Problem:
    """A file that cannot be made or written."""
    return Problem(CANNOT_CREATE, f"{os.fspath(path)}: cannot write: {problem.strerror or os.strerror(problem.errno or 0)}")


class Stopped(BaseException):
    """A signal: end as if that was asked for."""
