"""Puts libpress.so into the wheel: in a source distribution, from the one C file. Everything else is in pyproject.toml."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[1]
ONE = HERE / "c/libpress.c"  # in a source distribution
HELP = """
libpress: there is no C library to put into the Python package. Either

  - install the wheel of a release, which has it inside (docs/install.md), or
  - install from a checkout of libpress (pip install ./bindings/python), with Swift 6.3 on the PATH, or
  - build the library elsewhere and say where it is:
        LIBPRESS_LIBRARY=/path/to/libpress.so.1 pip install ./bindings/python
"""


def library() -> Path:
    """The library to put in: LIBPRESS_LIBRARY, or what `make library` builds in the source tree."""
    if given := os.environ.get("LIBPRESS_LIBRARY"):
        path = Path(given).expanduser()
        if not path.is_file():
            raise SystemExit(f"\nlibpress: LIBPRESS_LIBRARY={given} is not a file\n{HELP}")
        return path
    if not ((SOURCES / "Makefile").is_file() and (SOURCES / "include" / "press.h").is_file()):
        raise SystemExit(f"\nlibpress: {SOURCES} is not the source tree of libpress\n{HELP}")
    try:
        subprocess.run(["make", "-C", str(SOURCES), "library"], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"\nlibpress: `make library` in {SOURCES} failed: {error}\n{HELP}") from error
    return SOURCES / "build" / "libpress.so.1"


def compile_to(target: Path) -> None:
    """The library from the one C file, by the compiler of C that Python has for extensions."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    compiler = new_compiler()
    customize_compiler(compiler)
    options = [] if compiler.compiler_type == "msvc" else ["-O2", "-fvisibility=hidden"]
    with tempfile.TemporaryDirectory() as folder:
        objects = compiler.compile([str(ONE)], output_dir=folder, include_dirs=[str(ONE.parent)], extra_postargs=options)
        compiler.link_shared_object(objects, str(target))


class BuildWithLibrary(build_py):
    """build_py that also copies libpress.so beside the modules (into the source folder for `pip install -e`)."""

    def run(self) -> None:
        super().run()
        root = HERE / "src" if getattr(self, "editable_mode", False) else Path(self.build_lib)
        target = root / "libpress" / "libpress.so"
        target.parent.mkdir(parents=True, exist_ok=True)
        if ONE.is_file() and "LIBPRESS_LIBRARY" not in os.environ:
            compile_to(target)
        else:
            shutil.copyfile(library(), target)


class PlatformWheel(bdist_wheel):
    """A wheel for any Python 3 on this kind of machine: the library is loaded by ctypes, not linked with Python."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


class BinaryDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel}, distclass=BinaryDistribution)
