"""Keys of a keyboard, by evdev and uinput."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Protocol

from libpress.tools.install import to_install
from libpress.tools.problem import CONFIG, NO_INPUT, NO_PERMISSION, UNAVAILABLE, Problem

from .config import Bridges
from .events import Event, Life
from .outbox import Entry, Summary
from .pump import Away

HELD = {"contact": "contact", "preview": "preview", "hold": "hold", "press": "press", "peek": "peek"}
"""By key of the config the life during which it is held."""
CLICKED = {"tapped": "tapped", "double_tapped": "double_tapped", "completed": "commit_updated", "popped": "peek_popped"}
"""By key of the config the event that clicks it."""
_NODE = "/dev/uinput"


class Device(Protocol):
    """An input device: evdev's UInput."""

    def write(self, etype: int, code: int, value: int) -> None: ...

    def syn(self) -> None: ...

    def close(self) -> None: ...


def codes_of(words: str) -> tuple[int, ...]:
    """`key_leftctrl+key_c`. Raises ValueError, which names what is no key."""
    from evdev import ecodes

    found = []
    for word in words.split("+"):
        name = word.strip().upper()
        code = ecodes.ecodes.get(name) if name.startswith(("KEY_", "BTN_")) else None
        if not isinstance(code, int):
            raise ValueError(f"{word.strip()!r} is no key: as key_enter, or with + between several")
        found.append(code)
    return tuple(found)


class KeyboardSink:
    """Presses and releases. What is held is released whatever happens."""

    name = "keyboard"
    is_live = True
    reconnects = False

    def __init__(self, bridges: Bridges, device: Callable[[str, list[int]], Device] | None = None) -> None:
        """`device` makes one, with a name and the codes that it has. Raises Problem."""
        try:
            import evdev  # noqa: F401
        except ImportError:
            raise Problem(UNAVAILABLE, f"the bridge to a keyboard requires evdev: {to_install('libpress-bridges', 'keyboard')}") from None
        self._keys: dict[str, tuple[int, ...]] = {}
        for key in (*HELD, *CLICKED):
            if (words := bridges.get("keyboard", key)) not in ("", "none"):
                try:
                    self._keys[key] = codes_of(words)
                except ValueError as wrong:
                    raise bridges.wrong("keyboard", key, f"keyboard.{key}: {wrong}") from None
        if not self._keys:
            raise Problem(CONFIG, "[keyboard] has no key: tapped = key_enter, for example")
        self._name = bridges.get("keyboard", "name")
        self._make = device or _uinput
        self._device: Device | None = None
        self._holders: dict[int, list[Life]] = {}
        """Of each code that is down, what holds it."""

    def connect(self) -> None:
        self._drop()
        codes = sorted({code for codes in self._keys.values() for code in codes})
        self._device = self._make(self._name, codes)

    def send(self, entries: Sequence[Entry]) -> int:
        for entry in entries:
            if isinstance(entry, Summary):  # of a time when it was away: nothing is typed for that
                continue
            self._ends(entry)
            if not entry.rests:
                self._begins(entry)
            self._clicks(entry)
        return len(entries)

    def _begins(self, entry: Event) -> None:
        for life in entry.begins:
            for code in self._keys.get(life[0], ()) if life[0] in HELD else ():
                holders = self._holders.setdefault(code, [])
                if not holders:
                    self._write(code, 1)
                holders.append(life)

    def _ends(self, entry: Event) -> None:
        for life in entry.ends:
            for code in [code for code, holders in self._holders.items() if life in holders][::-1]:
                self._holders[code].remove(life)
                if not self._holders[code]:
                    del self._holders[code]
                    self._write(code, 0)

    def _clicks(self, entry: Event) -> None:
        for key, event in CLICKED.items():
            is_it = entry.name == event and (event != "commit_updated" or bool(entry.ends))
            codes = self._keys.get(key, ()) if is_it else ()
            free = [code for code in codes if code not in self._holders]
            for code in free:
                self._write(code, 1)
            for code in reversed(free):
                self._write(code, 0)

    def _write(self, code: int, value: int) -> None:
        assert self._device is not None
        try:
            self._device.write(1, code, value)  # EV_KEY
            self._device.syn()
        except OSError as problem:
            raise Away(f"{self._name}: {problem.strerror or problem}") from None

    def idle(self, now: float) -> float | None:
        return None

    def close(self) -> int:
        """Every key is up."""
        self._drop()
        return 0

    def _drop(self) -> None:
        device, self._device = self._device, None
        held, self._holders = list(self._holders), {}
        if device is None:
            return
        try:
            for code in reversed(held):
                device.write(1, code, 0)
            device.syn()
        except OSError:
            pass  # the kernel releases what a device that is gone held
        device.close()


def _uinput(name: str, codes: list[int]) -> Device:
    """Raises Problem."""
    from evdev import UInput, ecodes
    from evdev.uinput import UInputError

    _may_write()
    try:
        device: Device = UInput({ecodes.EV_KEY: codes}, name=name, devnode=_NODE)
    except (OSError, UInputError) as problem:
        raise Problem(NO_INPUT, f"{_NODE}: {problem}") from None
    return device


def _may_write() -> None:
    """evdev does not say why it cannot. Raises Problem."""
    try:
        os.close(os.open(_NODE, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC))
    except PermissionError as problem:
        words = (
            f"{_NODE}: {problem.strerror}. Join the group libpress, which has it through the udev rule of pressd "
            "(usermod -aG libpress USER, then log in again); a service requires SupplementaryGroups=libpress, and with "
            f"DevicePolicy= also DeviceAllow={_NODE} rw."
        )
        raise Problem(NO_PERMISSION, words) from None
    except OSError as problem:
        raise Problem(NO_INPUT, f"{_NODE}: {problem.strerror}. sudo modprobe uinput") from None
