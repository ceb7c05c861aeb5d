"""Finds and loads the C library."""

import ctypes
import os

from ._version import __version__

BUNDLED = os.path.join(os.path.dirname(__file__), "libpress.so")
SYSTEM = "libpress.so.1"


def _open(path: str, origin: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"libpress: cannot load the C library {path} ({origin}): {error}. Is it built for this processor, and is it readable?"
        ) from error


def find() -> ctypes.CDLL:
    """The C library: LIBPRESS_LIBRARY if set, else the one inside the package, else the system's."""
    if path := os.environ.get("LIBPRESS_LIBRARY"):
        return _open(path, "from LIBPRESS_LIBRARY")
    if os.path.isfile(BUNDLED):
        return _open(BUNDLED, "inside the package")
    try:
        return ctypes.CDLL(SYSTEM)
    except OSError as error:
        raise ImportError(
            f"libpress: there is no C library. Looked for LIBPRESS_LIBRARY (not set), {BUNDLED} (not there) and the "
            f"system's {SYSTEM} ({error}). Install the package again (pip install ./bindings/python), install the "
            "library (make install), or set LIBPRESS_LIBRARY=/path/to/libpress.so.1."
        ) from error


def check_version(library: ctypes.CDLL) -> None:
    """Refuses a library of another major version, or one that is older than the package."""
    try:
        function = library.press_version
    except AttributeError as error:
        raise ImportError(f"libpress: {library._name} is not libpress: it has no press_version") from error
    function.restype = ctypes.c_uint32
    function.argtypes = []
    number = function()
    have = (number >> 16, number >> 8 & 255, number & 255)
    expected = tuple(int(part) for part in __version__.split("."))
    if have[0] != expected[0] or have[1] < expected[1]:
        raise ImportError(
            f"libpress: {library._name} is version {'.'.join(map(str, have))}, but this package is for "
            f"{expected[0]}.{expected[1]} and later ones of {expected[0]}.x. Install a package and a library of the same version."
        )


def load() -> ctypes.CDLL:
    """Finds, loads and checks the library."""
    library = find()
    check_version(library)
    return library


library = load()
