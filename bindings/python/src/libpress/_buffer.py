"""The memory of any object with the buffer protocol, read-only ones included, without a copy."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, Protocol


class Array(Protocol):
    """An array of numpy, in which type checkers see a buffer with Python 3.12 or later alone."""

    @property
    def __array_interface__(self) -> dict[str, Any]: ...


class _PyBuffer(ctypes.Structure):
    """Py_buffer, as the stable ABI fixes it since Python 3.11."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]


_WRITABLE = 1

_get = ctypes.pythonapi.PyObject_GetBuffer
_get.argtypes = [ctypes.py_object, ctypes.POINTER(_PyBuffer), ctypes.c_int]
_get.restype = ctypes.c_int
_release = ctypes.pythonapi.PyBuffer_Release
_release.argtypes = [ctypes.POINTER(_PyBuffer)]
_release.restype = None


_PLAIN = {"B", "b", "c", "Q"} | ({"L"} if ctypes.sizeof(ctypes.c_ulong) == 8 else set())
"""Formats of bytes, and of words of 8 bytes, in which structs may lie."""


def is_buffer(data: Any) -> bool:
    """Whether something is memory; an array is, whatever it holds."""
    if hasattr(data, "dtype"):
        return True
    try:
        memoryview(data).release()
    except TypeError:
        return False
    return True


def _check_items(data: Any, item: int, what: str, dtype: Any) -> None:
    """Refuses memory of something else: numbers, text, objects, or a dtype with other fields."""
    expected = f"libpress.{what.upper()}_DTYPE"
    have = getattr(data, "dtype", None)
    if have is not None and have != dtype() and (getattr(have, "kind", "V") not in "iu" or have.names is not None):
        raise TypeError(f"an array of {what}s has dtype {expected}, or holds the bytes of such an array, not {have}")
    if have is not None and have.names is not None:
        return
    with memoryview(data) as view:
        if view.format.lstrip("@=<") not in _PLAIN:
            raise TypeError(f"a buffer of {what}s holds {what} structs: bytes, or an array of {expected}; not {view.format!r}")
        if view.nbytes % item:
            raise ValueError(f"a buffer of {what}s is a multiple of {item} bytes, not {view.nbytes}")


def with_address(data: Any, item: int, what: str, dtype: Any, function: Callable[[int, int], int], writable: bool = False) -> int:
    """Calls `function` with the address and the number of items of a contiguous buffer of structs of `item` bytes each.

    Without a copy, unless the memory is not aligned to 8 bytes (a slice of bytes may not be): then through one; memory
    to be written must be aligned. Raises TypeError, ValueError or BufferError (not contiguous, or read-only).
    """
    _check_items(data, item, what, dtype)
    view = _PyBuffer()
    try:
        _get(data, ctypes.byref(view), _WRITABLE if writable else 0)
        start, size = view.buf or 0, view.len
        if start % 8 == 0 or not size:
            return function(start, size // item)
        if writable:
            raise ValueError(f"a buffer for {what}s must be aligned to 8 bytes")
        copy = (ctypes.c_uint64 * (size // 8 + 1))()
        ctypes.memmove(copy, start, size)
        return function(ctypes.addressof(copy), size // item)
    finally:
        _release(ctypes.byref(view))
