"""Files that are written whole or not at all, and regular files that are read."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
from collections.abc import Iterator
from typing import Any, BinaryIO

_MOST_LINKS = 40


def _flags(*names: str) -> int:
    """The flags for opening a file, as far as the system has them."""
    return sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_BINARY", *names))


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _flags("O_NOFOLLOW")
_OLD = os.O_RDONLY | _flags("O_NONBLOCK", "O_NOCTTY")


def _regular(found: os.stat_result, path: Any) -> os.stat_result:
    """Raises OSError: a folder, a pipe, a device, a socket."""
    if stat.S_ISDIR(found.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", path)
    return found


def read_file(path: str | bytes | os.PathLike[str], most: int = -1) -> bytes:
    """What a regular file holds, or its first bytes. Raises OSError, also for a pipe, which could keep its reader waiting for ever."""
    _regular(os.stat(path), path)
    with open(os.open(path, _OLD), "rb") as file:
        _regular(os.fstat(file.fileno()), path)
        return file.read(most)


def _refuse_foreign(path: str, link: os.stat_result) -> None:
    """Raises OSError: neither we nor root made the link."""
    if hasattr(os, "geteuid") and link.st_uid not in (0, os.geteuid()):
        raise OSError(errno.EPERM, "a link of another user is not followed", path)


def _followed(path: str) -> str:
    """Where a file lies that may be reached through links. A link of another user is not followed: anybody may have laid it."""
    for _ in range(_MOST_LINKS):
        path = os.path.join(os.path.realpath(os.path.dirname(path) or "."), os.path.basename(path))
        try:
            link = os.lstat(path)
        except FileNotFoundError:
            return path
        if not stat.S_ISLNK(link.st_mode):
            return path
        _refuse_foreign(path, link)
        path = os.path.join(os.path.dirname(path), os.readlink(path))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)


def _there(path: str) -> os.stat_result | None:
    """The file that is to be replaced; None: there is none. Raises OSError: a FIFO, a device, a folder."""
    try:
        return _regular(os.lstat(path), path)
    except FileNotFoundError:
        return None


def _keep(file: int, old: os.stat_result) -> None:
    """Gives a new file the owner and the mode of the old one. A group that cannot be kept gets no rights instead."""
    mode = stat.S_IMODE(old.st_mode)
    with contextlib.suppress(PermissionError):
        os.fchown(file, old.st_uid, -1)
    try:
        os.fchown(file, -1, old.st_gid)
    except PermissionError:
        mode &= ~(stat.S_IRWXG | stat.S_ISGID)
    if os.fstat(file).st_uid != old.st_uid:
        mode &= ~stat.S_ISUID
    os.fchmod(file, mode)


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a regular file, each line of which ends with a line feed alone. Raises as `read_file`."""
    return io.TextIOWrapper(io.BytesIO(read_file(path)), "utf-8", "surrogateescape").read()


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str], *, lasting: bool = True) -> Iterator[BinaryIO]:
    """Takes what a file is to hold; an older one stays until the new one is complete, and gives it its owner and mode.

    Links are followed, but for those of other users. `lasting`: it is on the disk when this returns. Raises OSError.
    """
    path = _followed(os.fsdecode(path))
    old = _there(path)
    new = f"{path}.{os.urandom(4).hex()}.new"
    try:
        with open(os.open(new, _NEW, 0o666 if old is None else 0o600), "wb") as file:
            yield file
            file.flush()
            if old is not None and hasattr(os, "fchown"):
                _keep(file.fileno(), old)
            if lasting:
                os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise
    if lasting and hasattr(os, "O_DIRECTORY"):
        folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY | getattr(os, "O_CLOEXEC", 0))
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def replace_file(path: str | os.PathLike[str], data: bytes, *, lasting: bool = True) -> None:
    """Writes a file as `replacing` does."""
    with replacing(path, lasting=lasting) as file:
        file.write(data)


def create_file(path: str | os.PathLike[str]) -> int:
    """A descriptor of a new file, or of an old one that is emptied, which is written bit by bit. A link of another user is not followed,
    and a pipe that nobody reads is refused. Raises OSError."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _flags("O_NONBLOCK", "O_NOCTTY")
    path = os.fsdecode(path)
    try:
        file = os.open(path, flags | _flags("O_NOFOLLOW"), 0o666)
    except OSError as problem:
        if problem.errno != errno.ELOOP:
            raise
        _refuse_foreign(path, os.lstat(path))
        file = os.open(path, flags, 0o666)
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(file, True)
    return file


def text_there(path: str | os.PathLike[str]) -> str:
    """The text of a file that is to be replaced; without one none. Raises OSError."""
    if _there(found := _followed(os.fsdecode(path))) is None:
        return ""
    return read_text(found)
