"""Where MIDI goes: a raw device or a pipe, or a port of python-rtmidi."""

from __future__ import annotations

import errno
import os
import select
from typing import Any

from libpress.tools.problem import NO_INPUT, NO_PERMISSION, UNAVAILABLE, Problem

from .midi import Port
from .pump import Away

_STALLED = 1.0
"""Seconds that a reader has to make room."""


class RawPort:
    """A path: what is written are the bytes of MIDI."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._file = -1
        self._was_open = False

    def open(self) -> None:
        """A pipe without a reader and a device that is unplugged are away; a path that was never there is a mistake."""
        try:
            self._file = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            self._was_open = True
        except OSError as problem:
            if problem.errno in (errno.EACCES, errno.EPERM):
                raise Problem(NO_PERMISSION, f"{self.path}: no permission. Raw MIDI devices belong to the group audio.") from None
            if problem.errno == errno.ENOENT and not self._was_open:
                raise Problem(NO_INPUT, f"{self.path}: there is no such MIDI device: amidi -l lists them") from None
            raise Away(f"{self.path}: {problem.strerror}") from None

    def send(self, message: Any) -> None:
        data = bytes(message.bytes())
        try:
            while data:
                try:
                    data = data[os.write(self._file, data) :]
                except BlockingIOError:
                    if not select.select([], [self._file], [], _STALLED)[1]:
                        raise Away(f"{self.path}: its reader has stalled") from None
        except OSError as problem:
            raise Away(f"{self.path}: {problem.strerror}") from None

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class RtPort:
    """A port of mido's backend, by a part of its name."""

    def __init__(self, name: str) -> None:
        """Raises Problem."""
        import mido

        self._mido, self.name = mido, name
        try:
            self._names()
        except ImportError:
            words = f"midi.port {name}: a name requires python-rtmidi (from pip); a path as /dev/snd/midiC1D0 does not"
            raise Problem(UNAVAILABLE, words) from None
        self._port: Any = None

    def _names(self) -> list[str]:
        return list(self._mido.get_output_names())

    def open(self) -> None:
        names = self._names()
        found = next((one for one in names if self.name in one), None)
        if found is None:
            raise Away(f"no MIDI port has {self.name!r} in its name; there are {', '.join(names) or 'none'}")
        self._port = self._mido.open_output(found)

    def send(self, message: Any) -> None:
        try:
            self._port.send(message)
        except (OSError, ValueError, RuntimeError) as problem:
            raise Away(f"{self.name}: {problem}") from None

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None


def port_of(name: str) -> Port:
    """A path has a /. Raises Problem."""
    return RawPort(name) if "/" in name else RtPort(name)
