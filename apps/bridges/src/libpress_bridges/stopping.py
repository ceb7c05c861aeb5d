"""Signals that end a bridge: between two events, so that none is lost on its way to the sinks."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from types import FrameType, TracebackType
from typing import Any

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopping:
    """While it is entered, the first signal only sets `is_asked` and makes `descriptor` readable. The second is as before."""

    def __init__(self) -> None:
        self.is_asked = False
        self.descriptor, self._wakes = os.pipe()
        os.set_blocking(self._wakes, False)
        self._before: dict[signal.Signals, Any] = {}

    def ask(self) -> None:
        self.is_asked = True
        with contextlib.suppress(BlockingIOError):
            os.write(self._wakes, b"\0")

    def _signal(self, number: int, frame: FrameType | None) -> None:
        if not self.is_asked:
            self.ask()
            return
        before = self._before.get(signal.Signals(number))
        if callable(before):
            before(number, frame)

    def __enter__(self) -> Stopping:
        if threading.current_thread() is threading.main_thread():
            for one in _SIGNALS:
                if signal.getsignal(one) is not signal.SIG_IGN:
                    self._before[one] = signal.signal(one, self._signal)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for one, before in self._before.items():
            signal.signal(one, before)
        os.close(self.descriptor)
        os.close(self._wakes)
