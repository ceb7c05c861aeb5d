"""A folder with libpress.c, press.h, press/ and a program becomes a program, on processors that Swift knows nothing of."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ONE = ROOT / "build/one"
sys.path.insert(0, str(ROOT / "Tests/processors"))
import run as processors  # noqa: E402

PROGRAM = ROOT / "examples/c/one_press.c"
STRUCTS = [ROOT / "Tests/processors/structs.c", ROOT / "Tests/processors/hosted.c"]
BOARDS = {
    "mips": (["mipsel-linux-gnu-gcc", "-static"], ["qemu-mipsel-static"]),
    "cortex-m3": (
        ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", *map(str, processors.newlib(0, 0x21000000, "4M"))],
        ["qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor", "none", "-serial", "none",
         "-semihosting-config", "enable=on,target=native", "-kernel"],
    ),
}  # fmt: skip
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
SECTIONS = ["-Os", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"]


def said(command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path):
    shutil.copy(ONE / "libpress.c", tmp_path)
    shutil.copy(ONE / "press.h", tmp_path)
    shutil.copytree(ONE / "press", tmp_path / "press")
    shutil.copy(PROGRAM, tmp_path)
    return tmp_path


@pytest.mark.parametrize("board", BOARDS)
def test_a_program_prints_what_it_prints_with_the_native_library(folder, board, monkeypatch):
    native = folder / "native"
    said(["cc", PROGRAM, "-I", ROOT / "include", ROOT / "build/installed/lib/libpress.a", "-o", native])
    compiler, emulator = BOARDS[board]
    monkeypatch.chdir(folder)
    said([*compiler, *STRICT, "-I.", *SECTIONS, "one_press.c", "libpress.c", "-o", "one_press"])
    log = said([*emulator, "one_press"])
    assert log == said([native]) == PROGRAM.with_suffix(".txt").read_text()
    assert len(PROGRAM.read_text().splitlines()) <= 30


def test_every_struct_is_the_same_for_a_program_of_32_bits_where_64_bits_are_aligned_to_4(folder):
    """As i386 has it, and no other processor here."""
    native, program = folder / "native", folder / "structs"
    said(["cc", "-std=gnu11", *STRUCTS, "-I", ROOT / "include", ROOT / "build/installed/lib/libpress.a", "-o", native])
    said(["i686-linux-gnu-gcc", "-static", "-std=gnu11", "-I", folder, *STRUCTS, folder / "libpress.c", "-o", program])
    assert said(["qemu-i386-static", program]) == said([native])


def test_what_a_program_does_not_use_leaves_nothing(folder):
    program = folder / "one_press"
    said(["cc", *STRICT, "-I", folder, *SECTIONS, folder / "one_press.c", folder / "libpress.c", "-o", program])
    symbols = {line.split()[-1] for line in said(["nm", "--defined-only", program]).splitlines()}
    parts = {name.split(".")[0] for name in symbols if name.startswith("press_")}
    given = {"press_engine_init", "press_feed", "press_poll", "press_event_name", "press_strerror"}
    assert given <= parts
    exports = said([sys.executable, "-B", "-m", "contract", "functions"]).split()
    assert len(exports) > 300
    assert parts & set(exports) == given
    assert not [name for name in symbols if name.startswith(("Drag_", "Peek_", "Grid_", "I2CConverter_", "Settings_"))]


@pytest.mark.parametrize(("target", "words"), [("powerpc-none-elf", "little-endian"), ("avr", "integers of 32 bits")])
def test_a_processor_that_it_does_not_run_on_is_named(target, words):
    command = ["clang", f"--target={target}", "-ffreestanding", "-fsyntax-only", "-I", ONE, ONE / "libpress.c"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert words in done.stderr


def test_the_file_is_the_same_each_time(tmp_path):
    for seed in ("1", "2"):
        again = tmp_path / seed
        subprocess.run(
            [sys.executable, "-B", "-m", "onec", ONE / "object32.o", ONE / "object64.o", again], check=True, cwd=ROOT, timeout=300,
            env={**os.environ, "PYTHONPATH": "packaging", "PYTHONHASHSEED": seed},
        )  # fmt: skip
        assert again.read_bytes() == (ONE / "libpress.c").read_bytes()
