"""One table of configs, accepted and refused alike by pressd and by the library, with the same sentences."""

import ctypes
import os
import sys
from pathlib import Path

import pytest
from conftest import ROOT, file_with

sys.path.insert(0, str(ROOT / "Tests/setup"))
from cases import cases  # noqa: E402

CASES = cases()
EXAMPLES = sorted((ROOT / "examples/pressd").glob("*.conf"))
CONVERTERS = 1
READ = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_char_p), ctypes.c_void_p)


class Files(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint32), ("user", ctypes.c_void_p), ("read", READ)]


class Fault(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_uint32),
        ("origin", ctypes.c_uint32),
        ("line", ctypes.c_uint32),
        ("length", ctypes.c_uint32),
        ("words", ctypes.c_char_p),
    ]


@READ
def _none(path, bytes_, capacity, why, user):
    why[0] = b"No such file or directory"
    return -2


@pytest.fixture(scope="module")
def says():
    """The answer of the library to a config: None, or the message with its line."""
    lib = ctypes.CDLL(os.environ.get("LIBPRESS_LIBRARY") or str(ROOT / "build/libpress.so.1"))
    lib.press_setup_size.restype = ctypes.c_size_t
    for name in ("text", "check", "get_fault", "set_files"):
        getattr(lib, f"press_setup_{name}").argtypes = [
            ctypes.c_void_p,
            *{"text": [ctypes.c_uint32, ctypes.c_char_p, ctypes.c_size_t], "check": [ctypes.c_uint32]}.get(name, [ctypes.c_void_p]),
        ]

    def ask(text: bytes) -> str | None:
        room = (ctypes.c_uint64 * (lib.press_setup_size() // 8 + 1))()
        setup, files, fault = ctypes.c_void_p(), Files(ctypes.sizeof(Files), None, _none), Fault(ctypes.sizeof(Fault))
        assert lib.press_setup_init(room, ctypes.c_size_t(ctypes.sizeof(room)), ctypes.byref(setup)) == 0
        assert lib.press_setup_set_files(setup, ctypes.byref(files)) == 0
        if lib.press_setup_text(setup, 1, text, len(text)) == 0 and lib.press_setup_check(setup, CONVERTERS) == 0:
            return None
        assert lib.press_setup_get_fault(setup, ctypes.byref(fault)) == 0
        words = fault.words.decode()
        return f"{fault.line}: {words}" if fault.line else words

    return ask


def test_the_table_has_something_of_every_kind():
    assert len(CASES) > 170 and sum(said == "ok" for said, _ in CASES) > 20
    assert len({said.partition(": ")[2][:20] for said, _ in CASES}) > 60


@pytest.mark.parametrize("said, text", CASES, ids=range(len(CASES)))
def test_pressd_and_the_library_say_the_same(pressd, says, tmp_path, said, text):
    path = file_with(tmp_path / "one.conf", text)
    result = pressd("--test-config", path)
    first = result.err.splitlines()[0].removeprefix(f"pressd: {path}:").lstrip() if result.code else "ok"
    assert result.code in (0, 78) and first == said
    assert (says(text.encode()) or "ok") == said


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_library_accepts_the_examples(says, path: Path):
    assert says(path.read_bytes()) is None
