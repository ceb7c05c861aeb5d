"""What a release has of sources builds with a compiler of C alone: the source distribution by pip, the tree by CMake, the source package by Debian's
tools. The PATH has no Swift."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "build/source"
VERSION = subprocess.run([sys.executable, "-B", "-m", "contract", "version"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
PROGRAM, PRINTS = ROOT / "examples/c/one_press.c", (ROOT / "examples/c/one_press.txt").read_text()
HOME = tempfile.TemporaryDirectory(prefix="home-")
CLEAN = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": HOME.name, "LC_ALL": "C.UTF-8"}


def run(*command, **options):
    environment = {**CLEAN, **options.pop("env", {})}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=900, env=environment, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tree")
    run("tar", "-C", folder, "-xf", SOURCE / f"libpress_{VERSION}.orig.tar.gz")
    return folder / f"libpress-{VERSION}"


def test_there_is_no_swift_on_the_path():
    assert shutil.which("swift", path=CLEAN["PATH"]) is None
    assert not [path for path in SOURCE.rglob("*") if path.suffix == ".swift"]


def test_pip_installs_the_source_distribution(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "setuptools==80.9.0", env=dict(os.environ))
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", SOURCE / f"libpress-{VERSION}.tar.gz")
    said = run(python, "-c", "import libpress, pathlib; print(libpress.__version__, pathlib.Path(libpress.__file__).with_name('libpress.so').is_file())\n"
               "from libpress import ForceSensor\n"
               "with ForceSensor.simulated([(0.25, 0), (0.3, 3), (0.5, 0)]) as sensor: print(sensor.wait_for_press(20))")  # fmt: skip
    assert said == f"{VERSION} True\nTrue\n"


def test_twine_and_lintian_have_nothing_to_say(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = tmp_path / "venv/bin/python"
    run(python, "-m", "pip", "install", "--quiet", "twine", env=dict(os.environ))
    run(python, "-m", "twine", "check", "--strict", SOURCE / f"libpress-{VERSION}.tar.gz")
    options = ("--fail-on", "error,warning,info,pedantic", "--info", "--display-info", "--pedantic", "--allow-root")
    assert run("lintian", *options, SOURCE / f"libpress_{VERSION}-1.dsc") == ""


def test_cmake_builds_and_installs_the_tree_and_a_project_finds_it(tree, tmp_path):
    run("cmake", "-S", tree, "-B", tmp_path / "build", f"-DCMAKE_INSTALL_PREFIX={tmp_path}/installed", "-DCMAKE_INSTALL_LIBDIR=lib")
    run("cmake", "--build", tmp_path / "build")
    run("cmake", "--install", tmp_path / "build")
    flags = run("pkg-config", "--cflags", "--libs", "libpress", env={"PKG_CONFIG_PATH": f"{tmp_path}/installed/lib/pkgconfig"}).split()
    run("cc", PROGRAM, *flags, "-o", tmp_path / "program")
    assert run(tmp_path / "program", env={"LD_LIBRARY_PATH": f"{tmp_path}/installed/lib"}) == PRINTS
    run("cmake", "-S", ROOT / "Tests/install", "-B", tmp_path / "consumer", f"-DCMAKE_PREFIX_PATH={tmp_path}/installed")
    run("cmake", "--build", tmp_path / "consumer")
    exports = run("nm", "-D", "--defined-only", tmp_path / "installed/lib/libpress.so.1")
    names = {line.split()[-1].split("@")[0] for line in exports.splitlines() if " T " in line}
    declared = run(sys.executable, "-B", "-m", "contract", "functions", cwd=ROOT, env={"PATH": os.environ["PATH"]})
    assert names == set(declared.split())


def test_the_tree_is_part_of_another_project(tree, tmp_path):
    run("cmake", "-S", ROOT / "Tests/install/fetch", "-B", tmp_path, f"-DLIBPRESS={tree}", "-DCMAKE_BUILD_TYPE=Debug")
    run("cmake", "--build", tmp_path)
    for kind in ("shared", "static"):
        run(tmp_path / kind, VERSION)


def test_debian_builds_the_source_package(tmp_path):
    run("dpkg-source", "--no-check", "--extract", SOURCE / f"libpress_{VERSION}-1.dsc", tmp_path / "tree")
    run("dpkg-buildpackage", "--build=binary", "--no-sign", cwd=tmp_path / "tree", env={"DEB_BUILD_OPTIONS": "noopt"})
    names = sorted(path.name.split("_")[0] for path in tmp_path.glob("*.deb"))
    assert names == ["libpress-dev", "libpress1", "python3-libpress"]
    for deb in tmp_path.glob("*.deb"):
        run("dpkg-deb", "--extract", deb, tmp_path / "root")
    machine = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").strip()
    library = tmp_path / f"root/usr/lib/{machine}"
    run("cc", PROGRAM, "-I", tmp_path / "root/usr/include", "-L", library, "-lpress", "-o", tmp_path / "program")
    assert run(tmp_path / "program", env={"LD_LIBRARY_PATH": str(library)}) == PRINTS
    modules = tmp_path / "root/usr/lib/python3/dist-packages"
    for app in ("page", "study", "bridges"):
        assert (modules / f"libpress_{app}/command.py").is_file()
        assert f"libpress_{app}" in (modules / f"libpress_{app}-{VERSION}.dist-info/entry_points.txt").read_text()
    said = run("python3", "-c", "import libpress; print(libpress.__version__)",
               env={"PYTHONPATH": str(modules), "LD_LIBRARY_PATH": str(library)})  # fmt: skip
    assert said.strip() == VERSION
