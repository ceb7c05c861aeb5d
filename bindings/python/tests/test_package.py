"""The package as people meet it: finding the library, the README, the examples, working without numpy."""

import ast
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tomllib
import types
from pathlib import Path

import libpress
import pytest
from libpress.tools.install import APPS, DEBIAN, TOOLS, packages, to_install

HERE = Path(__file__).resolve().parents[1]
PACKAGE = Path(libpress.__file__).parent
DOCS = HERE.parents[1] / "docs"
MANAGED = next((f"/usr/bin/{path.parent.name}" for path in Path("/usr/lib").glob("python3.*/EXTERNALLY-MANAGED")), None)


def run(code, *, folder=PACKAGE.parent, **environment):
    """A new Python with the package of `folder`; its exit code and everything it wrote."""
    whole = {**os.environ, "PYTHONPATH": str(folder), **environment}
    whole = {name: value for name, value in whole.items() if value}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=whole,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.fixture
def bare(tmp_path):
    """A folder with the package, without a library in it."""
    shutil.copytree(PACKAGE, tmp_path / "libpress", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    return tmp_path


@pytest.fixture
def other_library(tmp_path):
    """Builds a library of another version, or one that is something else."""

    def build(source):
        compiler = shutil.which("gcc") or shutil.which("cc")
        if compiler is None:
            pytest.skip("no C compiler")
        path = tmp_path / "libother.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", path], input=source, text=True, check=True)
        return str(path)

    return build


def test_without_a_library_the_import_says_what_to_do(bare):
    code, output = run("import libpress", folder=bare, LIBPRESS_LIBRARY="")
    if code == 0:
        pytest.skip("this system has libpress.so.1 installed")
    assert "ImportError: libpress: there is no C library" in output
    assert "pip install" in output and "make install" in output and "LIBPRESS_LIBRARY=" in output


def test_a_library_that_cannot_be_loaded_is_named(tmp_path):
    code, output = run("import libpress", LIBPRESS_LIBRARY=str(tmp_path / "none.so"))
    assert code and "ImportError" in output and "none.so (from LIBPRESS_LIBRARY)" in output


@pytest.mark.parametrize("major, minor, patch, fits", [(0, 0, 0, True), (0, 0, 7, True), (0, 1, 0, True), (1, 0, 0, False)])
def test_a_library_of_another_version_is_refused(other_library, major, minor, patch, fits):
    own = [int(part) for part in libpress.__version__.split(".")]
    path = other_library(f"unsigned press_version(void) {{ return {own[0] + major << 16 | own[1] + minor << 8 | patch}; }}")
    code, output = run("import libpress", LIBPRESS_LIBRARY=path)
    assert bool(code) is not fits and ("is version" in output) is not fits
    if not fits:
        assert f"but this package is for {own[0]}.{own[1]} and later ones" in output and path in output


def test_a_library_that_is_something_else_is_refused(other_library):
    code, output = run("import libpress", LIBPRESS_LIBRARY=other_library("int x;"))
    assert code and "is not libpress: it has no press_version" in output


def test_the_library_in_the_package_is_taken_before_the_systems(bare):
    library = os.environ.get("LIBPRESS_LIBRARY") or str(PACKAGE / "libpress.so")
    if not Path(library).is_file():
        pytest.skip("the library under test is the system's")
    shutil.copyfile(library, bare / "libpress" / "libpress.so")
    code, output = run("import libpress.generated._raw as r; print(r.library._name)", folder=bare, LIBPRESS_LIBRARY="")
    assert code == 0 and output.strip() == str(bare / "libpress" / "libpress.so")


def test_everything_but_the_arrays_works_without_numpy():
    code, output = run(
        "import sys; sys.modules['numpy'] = None\n"
        "from libpress import *\n"
        "import libpress\n"
        "e = Engine(lift_us=0); e.feed(bytes(Sample(1, 2.0)) + bytes(Sample(2, 0.0))); print(len(e.poll()))\n"
        "buffer = bytearray(640); e.feed([Sample(3, 2.0)]); print(e.poll_into(buffer))\n"
        "try: libpress.SAMPLE_DTYPE\n"
        "except ImportError: print('no numpy')\n"
    )
    assert (code, output.split("\n")[:3]) == (0, ["5", "3", "no numpy"])


def test_the_program_of_the_readme_prints_what_the_readme_says():
    text = (HERE / "README.md").read_text()
    program, output = re.search(r"```python\n((?:(?!```).)*)```\n\n```\n(.*?)```", text, re.S).groups()
    assert run(program) == (0, output)


@pytest.mark.parametrize(
    "example, words",
    [
        ("preview.py", ["preview begins", "cancelled (lifted)", "committed", "at the end: 0.00 N"]),
        ("touch_screen.py", ["finger 0 commits on the left button", "finger 1 lets go of the right button"]),
    ],
)
def test_the_examples_run(example, words):
    code, output = run((HERE / "examples" / example).read_text())
    assert code == 0
    for part in words:
        assert part in output


def test_the_monitor_says_what_is_missing():
    whole = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    command = [sys.executable, HERE / "examples" / "monitor.py", "--bus", "99"]
    done = subprocess.run(command, env=whole, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "/dev/i2c-99: No such file" in done.stderr and "Traceback" not in done.stderr


def is_quick(output):
    ratios = re.findall(r"^(\S+)\(.*: as fast +(\S+)x +(\S+)x$", output, re.M)
    assert [name for name, *_ in ratios] == ["pad.feed", "engine.feed_force", "pad.feed", "pad.feed", "sensor.poll"]
    # Both times include the clock and the function, so the ratio is smaller if the chain has little to do.
    rows = re.findall(r"^(?:a function and|sensor.poll\(\) of).* {2,}([\d,]+) +([\d,]+)$", output, re.M)
    own, ours = (sum(int(value.replace(",", "")) for value in row) for row in rows)
    least = 1.5 if sys.version_info < (3, 13) else 1.2  # from 3.13 on ctypes takes 100 ns more for a call
    # A poll also watches its function, and takes turns with other sensors.
    # With a function for each event, a reading of a finger that presses takes 1.6 times as long as the chain at most.
    with_events = float(ratios[3][2])
    return 1.25 * own > ours and with_events > 1 / 1.6 and all(float(one) > least for _, *both in ratios[:3] for one in both)


@pytest.mark.skipif("/quick/" in os.environ.get("LIBPRESS_LIBRARY", ""), reason="the library is not the one that ships")
def test_the_benchmark_runs_and_says_what_is_quick():
    whole = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    command = [sys.executable, HERE / "benchmarks" / "feed.py", "100000"]
    for _ in range(4):  # another program can slow down one half of a run
        output = subprocess.run(command, env=whole, capture_output=True, text=True, check=True).stdout
        if is_quick(output):
            return
    pytest.fail(output)


def test_every_public_name_has_words():
    for name in libpress.__all__:
        value = getattr(libpress, name)
        if isinstance(value, type):
            assert value.__doc__ and not value.__doc__.startswith(f"{name}("), name
            for member, what in vars(value).items():
                if callable(what) and not member.startswith("_") or isinstance(what, property):
                    assert what.__doc__, f"{name}.{member}"
        elif callable(value):
            assert value.__doc__, name


def test_the_errors_are_the_librarys_and_each_has_its_words():
    statuses = {
        -2: libpress.NotFoundError,
        -5: libpress.BusError,
        -16: libpress.BusyError,
        -22: libpress.InvalidError,
        -11: libpress.QueueFullError,
        -28: libpress.NoSpaceError,
        -62: libpress.TimeError,
        -71: libpress.StateError,
        -74: libpress.DamagedError,
        -78: libpress.MovedError,
        -93: libpress.VersionError,
        -105: libpress.TooFewEventsError,
        -110: libpress.TimedOutError,
        -121: libpress.NackError,
    }
    declared = {v for n, v in vars(libpress.generated._raw).items() if n.startswith("PRESS_ERR_")}
    assert declared == set(statuses)
    words = set()
    for status, kind in statuses.items():
        problem = libpress.errors.error(status, "testing", taken=3)
        assert type(problem) is kind and problem.status == status and problem.taken == 3
        assert str(problem).startswith("testing: ") and str(problem) != "testing: unknown status"
        words.add(str(problem))
    assert len(words) == len(statuses)
    assert str(libpress.errors.error(-9999, "testing")) == "testing: unknown status"


def test_what_messages_say_to_install_is_what_the_extra_takes():
    extras = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert list(TOOLS) == extras["tools"]
    command = shlex.split(to_install())
    assert command == [sys.executable, "-m", "pip", "install", *TOOLS], "of the Python that runs, and no name of ours"
    assert {one for name in ("page", "bridge", "keyboard", "study") for one in extras[name]} == {
        f"libpress-{one}=={libpress.__version__}" for one in ("page", "bridges", "bridges[keyboard]", "study")
    }, "an extra of an application takes its distribution"


@pytest.mark.skipif(not DOCS.is_dir(), reason="needs a clone")
def test_the_documents_say_to_install_the_same():
    texts = {path.stem: path.read_text() for path in DOCS.glob("*.md")} | {"README": (HERE / "README.md").read_text()}
    for name in ("tools", "README"):
        assert f"\npress/bin/pip install {packages()}" in texts[name], name
    for app in set(APPS.values()):
        assert f"\npress/bin/pip install ./libpress_{app}-*.whl" in texts[app] and f"\npress/bin/pip install ./apps/{app} " in texts[app], app
    assert f"sudo apt install {DEBIAN['tools']}" in texts["tools"]
    texts["of the project"] = (DOCS.parent / "README.md").read_text()
    for name, text in texts.items():
        assert "libpress[" not in text, f"{name}: what an index has under this name may be somebody else's"
        for line in re.findall(r"^.*\bpip install .*$", text, re.M):
            assert "press/bin/pip install" in line or "make" in line, f"{name}: the pip of the system refuses this: {line}"


@pytest.mark.skipif(not MANAGED, reason="needs a Python of the system, whose pip refuses to install")
def test_where_the_systems_pip_refuses_a_way_is_named_that_works(tmp_path):
    kept = {name: os.environ[name] for name in ("PATH", "LIBPRESS_LIBRARY") if name in os.environ}
    environment = kept | {"HOME": str(tmp_path), "PYTHONPATH": str(PACKAGE.parent)}

    def run(*command):
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    text = "from libpress.tools.install import to_install, to_install_app; print(to_install()); print(to_install_app('page'))"
    said = run(MANAGED, "-c", text).stdout.splitlines()
    assert said[0].startswith(f"sudo apt install {DEBIAN['tools']}; or ") or not Path("/etc/debian_version").exists()
    what, _, way = said[1].partition(": ")
    assert what == "page is a command of libpress-page, which is not installed"
    make, _, rest = way.partition(" && ")
    assert make == f"{MANAGED} -m venv --system-site-packages press"
    wheel = f"./libpress_page-{libpress.__version__}-py3-none-any.whl"
    assert rest.startswith(f"press/bin/python -m pip install {wheel}, and then run press/bin/python -m libpress (")
    asked = ["-m", "pip", "install", "--no-index", "nothing-of-this-name"]
    assert "externally-managed-environment" in run(MANAGED, *asked).stderr
    made = run(*shlex.split(make))
    if made.returncode:
        pytest.skip(f"no virtual environment can be made here: {made.stdout}")
    assert "No matching distribution" in run("press/bin/python", *asked).stderr, "it would install"
    assert "press/bin/python -m pip install" in run("press/bin/python", "-m", "libpress", "page").stderr


def test_what_more_a_command_requires_is_named_at_once(monkeypatch, capsys):
    import libpress.__main__ as command

    monkeypatch.setattr(command, "find_spec", lambda name: None)
    for words, app in ((["page", "--simulated"], "page"), (["fleet"], "bridges"), (["study", "run"], "study"), ([], "")):
        monkeypatch.setattr(sys, "argv", ["libpress", *words])
        assert command.main() == 69
        said = capsys.readouterr().err
        assert f"./libpress_{app}-{libpress.__version__}-py3-none-any.whl" in said if app else packages() in said


def test_a_command_of_an_application_that_is_not_there_is_listed_and_says_what_to_install(monkeypatch, capsys):
    pytest.importorskip("click")
    from libpress.tools import app, apps

    monkeypatch.setattr(apps, "entry_points", lambda group: [])
    assert app.run(["--help"]) == 0
    listed = capsys.readouterr().out
    for name, distribution in APPS.items():
        assert re.search(rf"^  {name} +Not installed: libpress-{distribution}", listed, re.M)
        assert app.run([name, "--help"]) == 69
        said = capsys.readouterr().err
        assert said.startswith(f"libpress: {name} is a command of libpress-{distribution}, which is not installed: ") and said.count("\n") == 1


def test_a_command_of_somebody_else_is_found_by_its_entry_point(monkeypatch, capsys):
    click = pytest.importorskip("click")
    from importlib.metadata import EntryPoint

    from libpress.tools import app, apps

    (module := types.ModuleType("theirs")).blink = click.Command("blink", callback=lambda: print("blinked"), help="Blinks once.")
    monkeypatch.setitem(sys.modules, "theirs", module)
    ours = EntryPoint("blink", "theirs:blink", apps.GROUP)
    there = [ours]
    monkeypatch.setattr(apps, "entry_points", lambda group: there if group == "libpress.commands" else [])
    assert app.run(["--help"]) == 0 and re.search(r"^  blink +Blinks once", capsys.readouterr().out, re.M)
    assert app.run(["blink"]) == 0 and capsys.readouterr().out == "blinked\n"
    for wrong, words in (
        ("theirs:nothing", "cannot be imported"),
        ("nowhere:blink", "cannot be imported"),
        ("theirs:__name__", "no command of click"),
    ):
        there[:] = [EntryPoint("blink", wrong, apps.GROUP)]
        assert app.run(["blink"]) == 69 and words in capsys.readouterr().err
        assert app.run(["--help"]) == 0 and words in capsys.readouterr().out, "the list says so, and shows the others"
    there[:] = [EntryPoint("check", "theirs:blink", apps.GROUP)]
    assert app.run(["check", "--help"]) == 0 and "Finds what is wrong" in capsys.readouterr().out, "a command of the package stays"


def test_every_public_name_is_where_the_package_looks_for_it():
    for name in libpress.__all__:
        assert getattr(libpress, name) is not None
    tree = ast.parse((PACKAGE / "__init__.py").read_text())
    checked = next(one for one in tree.body if isinstance(one, ast.If))
    static = {alias.name: one.module for one in checked.body if isinstance(one, ast.ImportFrom) for alias in one.names}
    assert static == libpress._MODULES, "what type checkers see, and where a module is imported from"
    assert set(libpress.__all__) == {name for name in static if not name.endswith("_DTYPE")} | {"__version__"}
    assert set(libpress.__all__) <= set(dir(libpress))
    code, output = run("import libpress\ntry: libpress.ForceSensr\nexcept AttributeError as problem: print(problem)")
    assert (code, output) == (0, "module 'libpress' has no attribute 'ForceSensr': did you mean ForceSensor or ForceSensors?\n")


def processor_time(*arguments):
    """Seconds of a new Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    subprocess.run([sys.executable, *arguments], env=whole, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_the_package_and_its_command_start_quickly():
    """Against asyncio, which is slower or quicker with the machine; a bare Python is taken off. The least of several of each, in turn: what
    else runs makes all of them slow."""
    starts = [("-c", "pass"), ("-c", "import asyncio"), ("-c", "import libpress"), ("-m", "libpress", "--help")]
    bare, asyncio, package, command = (min(times) for times in zip(*([processor_time(*one) for one in starts] for _ in range(9)), strict=True))
    assert package - bare <= 1.2 * (asyncio - bare)
    assert command - bare <= 2.5 * (asyncio - bare)


MAY_LOAD = set(
    """
    _advice _board _buffer _config _config_file _config_keys _config_wiring _core _delivery _described _hook_calls _hooks _intake _interrupts
    _library _live _log _loop _minder _open_enum _other_buses _pressure _readings _settings _shared _slow _sources _squeezes _stop _strict _turns _unheard
    _values _version _waiting _watch bus converter engine enums errors files force_sensor force_sensors generated generated._attached
    generated._boards generated._carried generated._live generated._raw generated._words linux numbers pad power preview sensor simulation targets types
    """.split()
)
"""What ForceSensor is made of. Interactions, configs, profiles, recordings and libraries of others are imported where they are used."""
MAY_NOT_LOAD = set(
    "asyncio click csv difflib glob hashlib json logging multiprocessing numpy pathlib random secrets socket subprocess tempfile unittest urllib".split()
)


def test_the_import_of_a_sensor_loads_what_a_sensor_needs():
    """A module more is half a millisecond more on a computer, and ten on a small board."""
    text = "import sys\nbefore = set(sys.modules)\nfrom libpress import ForceSensor\nprint(*(set(sys.modules) - before))"
    code, output = run(text)
    loaded = set(output.split())
    assert code == 0, output
    ours = {one.removeprefix("libpress.") for one in loaded if one.startswith("libpress.")}
    assert ours <= MAY_LOAD, f"too many: {sorted(ours - MAY_LOAD)}"
    assert not (MAY_LOAD - ours), f"not loaded any more, so the list gets shorter: {sorted(MAY_LOAD - ours)}"
    assert not loaded & MAY_NOT_LOAD, sorted(loaded & MAY_NOT_LOAD)


def test_the_import_of_the_package_loads_nothing_of_it_yet():
    code, output = run("import sys, libpress\nprint(*sorted(one for one in sys.modules if one.startswith('libpress.')))")
    assert (code, output.split()) == (0, ["libpress._library", "libpress._version"])
