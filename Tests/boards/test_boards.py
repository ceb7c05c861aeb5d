"""Packages for boards, built as their frameworks build them: with the flags that these give their compilers, through CMake where they use it,
against the stand-ins in this folder; the examples run in QEMU. No framework is here itself."""

import shlex

import pytest
from conftest import HERE, processors, said

EVENTS = "baseline_changed contact_began preview_began preview_updated preview_cancelled contact_ended contact_began preview_began preview_updated commit_updated contact_ended"
SECTIONS = "-ffunction-sections -fdata-sections"
# The flags of the cores of Arduino: SAMD (Zero, MKR), Renesas (UNO R4), RP2040 in Philhower's core.
ARDUINO = {
    "samd": ("-mcpu=cortex-m0plus -mthumb", f"-Os {SECTIONS} -nostdlib --param max-inline-insns-single=500 -w", "-std=gnu11",
             "-std=gnu++11 -fno-threadsafe-statics -fno-rtti -fno-exceptions"),
    "renesas_uno": ("-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16", f"-Os {SECTIONS} -fsigned-char -fmessage-length=0 -Wall -Wextra -Werror",
                    "-std=gnu11", "-std=gnu++17 -fno-threadsafe-statics -fno-rtti -fno-exceptions -fno-use-cxa-atexit"),
}  # fmt: skip
MACHINES = {"samd": ("microbit", processors.newlib(0, 0x20000000)), "renesas_uno": ("mps2-an386", processors.newlib(0, 0x21000000, "4M"))}
# The flags of ESP-IDF 5 for an ESP32-C3, from its project_description.json, and of Zephyr 3.7 for a Cortex-M4.
IDF = f"-march=rv32imc_zicsr_zifencei -mabi=ilp32 -Os {SECTIONS} -Wall -Werror -Wextra -Wno-unused-parameter -Wno-sign-compare -Wno-error=unused-function -gdwarf-4 -std=gnu17 -fno-jump-tables -fno-tree-switch-conversion"
ZEPHYR = (f"-mcpu=cortex-m4 -mthumb -mabi=aapcs -Os {SECTIONS} -std=c17 -ffreestanding -fno-strict-aliasing -fno-common -fno-asynchronous-unwind-tables "
          "-fno-reorder-functions -fno-defer-pop -Wall -Wformat -Wformat-security -Wno-format-zero-length -Wdouble-promotion -Wno-pointer-sign "
          "-Wpointer-arith -Wexpansion-to-defined -Wno-unused-but-set-variable -Werror=implicit-int -Werror")  # fmt: skip


def qemu(program, machine, system="qemu-system-arm"):
    one = processors.Processor("board", "cortex", "", "", "arm", machine=machine, system=system)
    return said(processors.on(one, program))


def names(log):
    """The events in the order in which they came, an update that follows its like left out."""
    words = [line.split() for line in log.splitlines()]
    events = [next(word for word in line if "_" in word) for line in words if len(line) > 2]
    return " ".join(name for i, name in enumerate(events) if i == 0 or name != events[i - 1])


@pytest.mark.parametrize("core", ARDUINO)
def test_the_sketch_of_arduino_prints_a_press(package, tmp_path, core):
    library, (cpu, flags, c, cpp) = package("arduino"), ARDUINO[core]
    objects = []
    for source in [*sorted((library / "src").glob("*.c")), *(library / "examples").glob("*/*.ino"), HERE / "arduino/main.cpp"]:
        is_c = source.suffix == ".c"
        language = ["-x", "c++", "-include", "Arduino.h"] if source.suffix == ".ino" else []
        objects.append(tmp_path / f"{source.stem}.o")
        said(["arm-none-eabi-gcc", *shlex.split(f"{cpu} {flags} {c if is_c else cpp}"), "-DARDUINO=10819", "-I", HERE / "arduino", "-I", library / "src",
              *language, "-c", source, "-o", objects[-1]])  # fmt: skip
    machine, memory = MACHINES[core]
    said(
        [
            "arm-none-eabi-gcc",
            *shlex.split(cpu),
            *objects,
            *memory,
            "-Wl,--gc-sections",
            "-o",
            tmp_path / "sketch",
        ]
    )
    assert names(qemu(tmp_path / "sketch", machine)) == EVENTS


def cmake(project, build, compiler, flags, link, **options):
    start = options.pop("start", "")
    said(["cmake", "-S", project, "-B", build, f"-DCMAKE_C_COMPILER={compiler}", "-DCMAKE_SYSTEM_NAME=Generic", f"-DCMAKE_C_FLAGS={flags}",
          "-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY", f"-DCMAKE_EXE_LINKER_FLAGS={link} -Wl,--gc-sections", f"-DSTART={start}", *options.pop("defines", [])],
         **options)  # fmt: skip
    said(["cmake", "--build", build])


def test_the_example_of_esp_idf_prints_a_press(package, tmp_path):
    cmake(package("esp-idf") / "examples/press", tmp_path / "build", "riscv64-unknown-elf-gcc", f"{IDF} --specs=picolibc.specs",
          "-march=rv32imc " + shlex.join(map(str, processors.PICOLIBC)), env={"IDF_PATH": str(HERE / "esp-idf")})  # fmt: skip
    assert names(qemu(tmp_path / "build/press.elf", "virt", "qemu-system-riscv32")) == EVENTS


def test_the_sample_of_zephyr_prints_a_press(package, tmp_path):
    module = package("zephyr")
    start = processors.newlib(0, 0x21000000, "4M")
    vectors = next(one for one in start if str(one).endswith(".c"))
    cmake(module / "samples/press", tmp_path / "build", "arm-none-eabi-gcc", ZEPHYR, shlex.join(str(one) for one in start if one != vectors),
          start=vectors, env={"ZEPHYR_BASE": str(HERE / "zephyr")}, defines=[f"-DZEPHYR_MODULES={module}"])  # fmt: skip
    assert names(qemu(tmp_path / "build/zephyr.elf", "mps2-an386")) == EVENTS
