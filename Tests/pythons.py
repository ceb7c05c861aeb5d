"""The tests of the Python package and of the applications under each Python that is found here, from 3.11 on; those that are not are named.

    Tests/pythons.py LIBRARY PACKAGE...

Each has an environment of its own in .build/pythons, with the package as pip installs it and the PACKAGEs of the tests. Found are python3.N
on the PATH, and those of pyenv. The exit code is that of the first that fails.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FIRST, NEWEST = 11, 14
PLACE = ROOT / ".build" / "pythons"
APPS = ("page", "study", "bridges")
TESTS = (
    [ROOT / "bindings" / "python" / "tests"],
    [*(ROOT / "apps" / one / "tests" for one in APPS), ROOT / "apps" / "tests"]
    + [f"--ignore={ROOT / 'apps' / one}" for one in ("page/tests/browser", "bridges/tests/receivers")],
)


def version(python):
    """The version of a Python program; None if it does not run."""
    try:
        done = subprocess.run([python, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    found = re.fullmatch(r"3 (\d+)\n", done.stdout)
    return int(found[1]) if found and not done.returncode else None


def found():
    """For each minor version: the first program that runs."""
    pyenv = pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv")) / "versions"
    pythons = {}
    for minor in range(FIRST, NEWEST + 6):
        on_path = shutil.which(f"python3.{minor}")
        of_pyenv = sorted(pyenv.glob(f"3.{minor}.*/bin/python3.{minor}"), reverse=True)
        for python in [*([on_path] if on_path else []), *of_pyenv]:
            if version(python) == minor:
                pythons[minor] = str(python)
                break
    return pythons


def prepared(minor, python, library, packages):
    """The Python of an environment with all that the tests require. Raises CalledProcessError."""
    folder = PLACE / f"3.{minor}"
    own = folder / "bin" / "python"
    pip = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    environment = os.environ | {"LIBPRESS_LIBRARY": library}
    steps = [[python, "-m", "venv", folder]] if version(own) != minor else []
    steps += [[*pip, *packages], [*pip, "--force-reinstall", "--no-deps", ROOT / "bindings" / "python"]]
    steps += [[*pip, "--no-deps", *(word for one in APPS for word in ("-e", ROOT / "apps" / one))]]
    for step in steps:
        subprocess.run(step, env=environment, check=True)
    return own


def tested(own):
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LD_LIBRARY_PATH")}
    words = ["-m", "pytest", "-q", "-rs", "-m", "not long", "-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider", "-W", "ignore"]
    codes = [subprocess.run([own, *words, *tests], env=environment, check=False).returncode for tests in TESTS]
    return next(filter(None, codes), 0)


def main():
    library, *packages = sys.argv[1:]
    pythons, failed, report = found(), 0, []
    for minor in sorted({*range(FIRST, NEWEST + 1), *pythons}):
        if minor not in pythons:
            report.append(f"Python 3.{minor}: skipped, it is not here")
            continue
        print(f"Python 3.{minor}: {pythons[minor]}", flush=True)
        try:
            own = prepared(minor, pythons[minor], library, packages)
        except subprocess.CalledProcessError as problem:
            report.append(f"Python 3.{minor}: skipped, its environment cannot be made: {' '.join(map(str, problem.cmd))}")
            continue
        code = tested(own)
        failed = failed or code
        report.append(f"Python 3.{minor}: {'passed' if code == 0 else 'FAILED'}")
    print("\n".join(report))
    return failed


if __name__ == "__main__":
    sys.exit(main())
